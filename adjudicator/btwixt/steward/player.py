"""The bot's choices among cards, councils and allies; players without a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules.legality import check, legal_answers
from adjudicator.btwixt.rules.scoring import UNSEEN, totals, values
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.state import Position, decisions as d, edition as c, neighbors, other_council
from adjudicator.btwixt.steward import bidding
from adjudicator.btwixt.steward.bidding import AN_ALLY, MARGIN, Bid, Outlook, killing, moving, worth
from adjudicator.engine import Answer, Decision, Given, Level, Source, draw_of

# What abilities add to the value of a card in the hand.
ADDS: dict[type[c.Op], float] = {
    c.KillAlly: 2.5,
    c.GainToken: 4.0,
    c.TokenOnCurrent: 1.5,
    c.MoveCard: 4.0,
    c.DiscardCard: 2.0,
    c.ReturnCard: 2.0,
    c.SetKneel: 3.0,
    c.VoteCouncil: 1.0,
    c.MoveAlly: 1.5,
    c.AddAlly: 4.0,
    c.DrawCards: 2.0,
    c.AddValue: 2.0,
}
# Cards that are worth so much less count as near-equal, in influence.
CARD_MARGIN = 0.5


def keeping(outlook: Outlook, card: str) -> float:
    """What a card in the hand is worth, in influence."""
    found = outlook.edition.influence[card]
    adds = sum(ADDS.get(type(op), 0.0) for one in found.abilities for op in one.do)
    return found.value + (adds if found.value <= 5 else adds / 4)


def keep(outlook: Outlook, asked: d.KeepCard) -> d.CardChoice:
    """The best card of a packet."""
    by_name = sorted(asked.packet, reverse=True)
    scored = [(keeping(outlook, card), card) for card in by_name]
    return d.CardChoice(outlook.draw.ranked(asked.id, scored, CARD_MARGIN)[0], asked.seat)


def choose_card(outlook: Outlook, asked: d.ChooseCard) -> d.CardChoice:
    """Choose the worst own card to lose, or the leading leader's most valuable one."""
    board, edition, me = outlook.board, outlook.edition, outlook.house
    worth = values(board, edition)
    sums = totals(board, edition)

    def counts(one: d.CardChoice) -> float:
        return worth.get(one.number, edition.influence[one.card].value)

    mine = [one for one in asked.choices if one.of == me]
    if asked.use in ("discard", "give") and mine:
        if all(one.number for one in mine):
            return min(mine, key=lambda one: (counts(one), one.card))
        return min(mine, key=lambda one: (keeping(outlook, one.card), one.card))
    if asked.use == "move" and len(mine) == len(asked.choices):
        return min(mine, key=lambda one: (counts(one), one.card))
    if not asked.choices[0].of or len(mine) == len(asked.choices):
        return max(asked.choices, key=lambda one: (keeping(outlook, one.card), one.card))
    others = [one for one in asked.choices if one.of != me] or list(asked.choices)
    return max(others, key=lambda one: (sums[one.of] + 2 * counts(one), one.card))


def leader(outlook: Outlook, asked: d.ChooseLeader) -> d.LeaderChoice:
    """The leader whom it harms most, or whom it helps least."""
    board = outlook.board
    sums = totals(board, outlook.edition)

    def strong(one: str) -> tuple[float, ...]:
        prospects = outlook.prospects(one, outlook.powers)
        match asked.use:
            case "kneel":
                return (sums[one], board.hands[one], prospects)
            case "take-card" | "discard-card":
                return (board.hands[one] > 0, prospects, board.hands[one])
            case "move-here":
                return (one in board.kneeling, -sums[one], -prospects)
        return (one not in neighbors(board, outlook.house), -prospects)

    return d.LeaderChoice(max(asked.choices, key=lambda one: (strong(one), one)))


def council(outlook: Outlook, asked: d.ChooseCouncil) -> d.CouncilChoice:
    """The council that makes things best."""

    def good(name: str) -> float:
        match asked.use:
            case "claim":
                return bidding.claimed(outlook, name)
            case "place" | "move-ally":
                power = outlook.gained_by(asked.ally, name) if asked.ally else AN_ALLY
                return outlook.better_by({name: power})
            case "vote":
                ally = outlook.board.current
                return outlook.better_by({name: outlook.gained_by(ally, name)}) if ally else 0.0
            case "take-token" | "return-token":
                return outlook.better_by({name: -outlook.token(name)})
            case "look":
                return float(outlook.board.councils[name].tokens)
        return outlook.better_by({name: float(UNSEEN)})

    scored = [(good(name), name) for name in sorted(asked.choices, reverse=True)]
    return d.CouncilChoice(outlook.draw.ranked(asked.id, scored, MARGIN)[0])


def ally(outlook: Outlook, asked: d.ChooseAlly) -> d.AllyChoice:
    """The ally whose death, move or coming makes things best."""

    def good(one: d.AllyChoice) -> float:
        if asked.use == "kill":
            return killing(outlook, one)
        if asked.use == "move":
            return moving(outlook, one, other_council(outlook.board, outlook.house, one.council))
        return max(outlook.gained_by(one.ally, name) for name in outlook.mine)

    by_name = sorted(asked.choices, key=lambda one: one.ally, reverse=True)
    return outlook.draw.ranked(asked.id, [(good(one), one) for one in by_name], MARGIN)[0]


def arrange(outlook: Outlook, asked: d.ArrangeTop) -> d.AllyOrder:
    """The strongest on top."""
    allies = outlook.edition.allies
    return d.AllyOrder(tuple(sorted(asked.allies, key=lambda one: -allies[one].power)))


def use(outlook: Outlook, asked: d.UseAbility) -> d.YesNo:
    """Whatever brings something."""
    if asked.source in outlook.edition.allies:
        return d.YesNo(_of_ally(outlook, asked.source))
    ability = next(one for one in outlook.edition.influence[asked.source].abilities if one.may)
    if any(isinstance(op, c.ReturnCard) for op in ability.do):
        return d.YesNo(_takes_back(outlook))
    if any(isinstance(op, c.KillAlly) and op.ally == "current" for op in ability.do):
        return d.YesNo(_better_dead(outlook))
    return d.YesNo(worth(outlook, ability, Acting(asked.source, outlook.house, False)) > 0)


def _of_ally(outlook: Outlook, source: str) -> bool:
    board = outlook.board
    ability = next(one for one in outlook.edition.allies[source].abilities if one.may or one.offer)
    if ability.offer is not None:
        assert board.won is not None
        lost = bidding.theirs(outlook, board.won.house)
        without = outlook.best_place(float(UNSEEN), board.won.house)[1]
        return outlook.best_place(2.0 * UNSEEN, outlook.house)[1] + without > lost
    held = next((name for name, one in board.councils.items() if source in one.allies), "")
    found = worth(outlook, ability, Acting(source, outlook.house, True, council=held))
    dies = [op for op in ability.do if isinstance(op, c.KillAlly) and op.ally == "this"]
    if dies and held:
        found += killing(outlook, d.AllyChoice(source, held))
    return found > 0


def _takes_back(outlook: Outlook) -> bool:
    """A card is taken back if the bid is as good as lost, or won without it."""
    bid = Bid(outlook)
    pile = outlook.board.piles[outlook.house]
    best = max((outlook.edition.influence[one.card].value for one in pile[:-1]), default=0)
    return bid.mine - best >= bid.need or bid.need > bid.limit or (not bid.leads and bid.mine + 9 < bid.need)


def _better_dead(outlook: Outlook) -> bool:
    """Whether an ally of the dead is worth more than the one just won."""
    powers = [outlook.edition.allies[one].power for one in outlook.board.dead]
    current = outlook.edition.allies[outlook.board.current].power if outlook.board.current else 0
    return max(powers, default=0) > current


Habit = Callable[[Outlook, Any], tuple[Answer, str]]


def _bid(outlook: Outlook, asked: d.PlayOrKneel) -> tuple[Answer, str]:
    card, why = bidding.choose(bidding.Bid(outlook), asked.hand, asked.id)
    return d.Play(card), why


HABITS: dict[type[Decision], Habit] = {
    d.PlayOrKneel: _bid,
    d.UseAbility: lambda outlook, asked: (use(outlook, asked), "if it brings something"),
    d.ChooseLeader: lambda outlook, asked: (leader(outlook, asked), "the one it harms most, or helps least"),
    d.ChooseCard: lambda outlook, asked: (choose_card(outlook, asked), "what counts most, or is worth least to me"),
    d.ChooseAlly: lambda outlook, asked: (ally(outlook, asked), "what is best for my councils"),
    d.ChooseCouncil: lambda outlook, asked: (council(outlook, asked), "what is best for my councils"),
    d.ArrangeTop: lambda outlook, asked: (arrange(outlook, asked), "the strongest first"),
    d.OrderAbilities: lambda outlook, asked: (d.CardOrder(asked.numbers), "as they lie"),
    d.KeepCard: lambda outlook, asked: (keep(outlook, asked), "the best card"),
}


def steward(position: Position, decision: Decision, level: Level = "steward") -> Given:
    """Return a legal answer, deterministic for the seat's view, salt and level.

    The source's rule names the reason. If the habit's answer is not legal, the first legal one is given.
    """
    draw = draw_of(position.hidden.seed, decision.seat, level)
    outlook = Outlook(view(position, decision.seat, [decision]), decision.seat, draw)
    answer, why = HABITS[type(decision)](outlook, decision)
    if check(position, decision, answer) is None:
        return Given(answer, Source("steward", why))
    return Given(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))
