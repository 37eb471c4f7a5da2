"""The bot's choices among cards, councils and allies; players without a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.bot import bidding
from adjudicator.btwixt.bot.bidding import AN_ALLY, MARGIN, Bid, Outlook, ability_value, kill_value, move_value
from adjudicator.btwixt.rules.legality import check, legal_answers
from adjudicator.btwixt.rules.scoring import UNSEEN, totals, values
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.state import Position, decisions as d, edition as c, neighbors, other_council
from adjudicator.engine import Answer, Decision, Level, Source, SourcedAnswer, draw_of

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


def hand_card_value(outlook: Outlook, card: str) -> float:
    """Return what a card in the hand is worth, in influence.

    Its abilities add to its printed value, above 5 only a quarter as much."""
    printed_card = outlook.edition.influence[card]
    adds = sum(ADDS.get(type(op), 0.0) for ability in printed_card.abilities for op in ability.do)
    return printed_card.value + (adds if printed_card.value <= 5 else adds / 4)


def keep(outlook: Outlook, decision: d.KeepCard) -> d.CardChoice:
    """The best card of a packet."""
    by_name = sorted(decision.packet, reverse=True)
    scored = [(hand_card_value(outlook, card), card) for card in by_name]
    return d.CardChoice(outlook.draw.ranked(decision.id, scored, CARD_MARGIN)[0], decision.seat)


def choose_card(outlook: Outlook, decision: d.ChooseCard) -> d.CardChoice:
    """Choose the worst own card to lose, or the leading leader's most valuable one."""
    board, edition, me = outlook.board, outlook.edition, outlook.house
    worth = values(board, edition)
    sums = totals(board, edition)

    def counts(choice: d.CardChoice) -> float:
        return worth.get(choice.number, edition.influence[choice.card].value)

    mine = [choice for choice in decision.choices if choice.of == me]
    if decision.use in ("discard", "give") and mine:
        if all(choice.number for choice in mine):
            return min(mine, key=lambda choice: (counts(choice), choice.card))
        return min(mine, key=lambda choice: (hand_card_value(outlook, choice.card), choice.card))
    if decision.use == "move" and len(mine) == len(decision.choices):
        return min(mine, key=lambda choice: (counts(choice), choice.card))
    if not decision.choices[0].of or len(mine) == len(decision.choices):
        return max(decision.choices, key=lambda choice: (hand_card_value(outlook, choice.card), choice.card))
    others = [choice for choice in decision.choices if choice.of != me] or list(decision.choices)
    return max(others, key=lambda choice: (sums[choice.of] + 2 * counts(choice), choice.card))


def leader(outlook: Outlook, decision: d.ChooseLeader) -> d.LeaderChoice:
    """The leader whom it harms most, or whom it helps least."""
    board = outlook.board
    sums = totals(board, outlook.edition)

    def strong(house: str) -> tuple[float, ...]:
        prospects = outlook.prospects(house, outlook.powers)
        match decision.use:
            case "kneel":
                return (sums[house], board.hands[house], prospects)
            case "take-card" | "discard-card":
                return (board.hands[house] > 0, prospects, board.hands[house])
            case "move-here":
                return (house in board.kneeling, -sums[house], -prospects)
        return (house not in neighbors(board, outlook.house), -prospects)

    return d.LeaderChoice(max(decision.choices, key=lambda house: (strong(house), house)))


def council(outlook: Outlook, decision: d.ChooseCouncil) -> d.CouncilChoice:
    """The council that makes things best."""

    def good(name: str) -> float:
        match decision.use:
            case "claim":
                return bidding.claim_value(outlook, name)
            case "place" | "move-ally":
                power = outlook.gained_by(decision.ally, name) if decision.ally else AN_ALLY
                return outlook.better_by({name: power})
            case "vote":
                ally = outlook.board.current
                return outlook.better_by({name: outlook.gained_by(ally, name)}) if ally else 0.0
            case "take-token" | "return-token":
                return outlook.better_by({name: -outlook.token(name)})
            case "look":
                return float(outlook.board.councils[name].tokens)
        return outlook.better_by({name: float(UNSEEN)})

    scored = [(good(name), name) for name in sorted(decision.choices, reverse=True)]
    return d.CouncilChoice(outlook.draw.ranked(decision.id, scored, MARGIN)[0])


def ally(outlook: Outlook, decision: d.ChooseAlly) -> d.AllyChoice:
    """The ally whose death, move or coming makes things best."""

    def good(choice: d.AllyChoice) -> float:
        if decision.use == "kill":
            return kill_value(outlook, choice)
        if decision.use == "move":
            return move_value(outlook, choice, other_council(outlook.board, outlook.house, choice.council))
        return max(outlook.gained_by(choice.ally, name) for name in outlook.mine)

    by_name = sorted(decision.choices, key=lambda choice: choice.ally, reverse=True)
    return outlook.draw.ranked(decision.id, [(good(choice), choice) for choice in by_name], MARGIN)[0]


def arrange(outlook: Outlook, decision: d.ArrangeTop) -> d.AllyOrder:
    """The strongest on top."""
    allies = outlook.edition.allies
    return d.AllyOrder(tuple(sorted(decision.allies, key=lambda name: -allies[name].power)))


def use(outlook: Outlook, decision: d.UseAbility) -> d.YesNo:
    """Whatever brings something."""
    if decision.source in outlook.edition.allies:
        return d.YesNo(_wants_ally_ability(outlook, decision.source))
    ability = next(candidate for candidate in outlook.edition.influence[decision.source].abilities if candidate.may)
    if any(isinstance(op, c.ReturnCard) for op in ability.do):
        return d.YesNo(_takes_back(outlook))
    if any(isinstance(op, c.KillAlly) and op.ally == "current" for op in ability.do):
        return d.YesNo(_better_dead(outlook))
    return d.YesNo(ability_value(outlook, ability, Acting(decision.source, outlook.house, False)) > 0)


def _wants_ally_ability(outlook: Outlook, source: str) -> bool:
    """Return whether an ally's optional ability, or its offer, is worth using."""
    board = outlook.board
    ability = next(option for option in outlook.edition.allies[source].abilities if option.may or option.offer)
    if ability.offer is not None:
        assert board.won is not None
        lost = bidding.rival_win_value(outlook, board.won.house)
        without = outlook.best_place(float(UNSEEN), board.won.house)[1]
        return outlook.best_place(2.0 * UNSEEN, outlook.house)[1] + without > lost
    home_council = next((name for name, council in board.councils.items() if source in council.allies), "")
    value = ability_value(outlook, ability, Acting(source, outlook.house, True, council=home_council))
    dies = [op for op in ability.do if isinstance(op, c.KillAlly) and op.ally == "this"]
    if dies and home_council:
        value += kill_value(outlook, d.AllyChoice(source, home_council))
    return value > 0


def _takes_back(outlook: Outlook) -> bool:
    """A card is taken back if the bid is as good as lost, or won without it."""
    bid = Bid(outlook)
    pile = outlook.board.piles[outlook.house]
    best = max((outlook.edition.influence[piled_card.card].value for piled_card in pile[:-1]), default=0)
    return bid.mine - best >= bid.need or bid.need > bid.limit or (not bid.leads and bid.mine + 9 < bid.need)


def _better_dead(outlook: Outlook) -> bool:
    """Whether an ally of the dead is worth more than the one just won."""
    powers = [outlook.edition.allies[name].power for name in outlook.board.dead]
    current = outlook.edition.allies[outlook.board.current].power if outlook.board.current else 0
    return max(powers, default=0) > current


Habit = Callable[[Outlook, Any], tuple[Answer, str]]


def _bid(outlook: Outlook, decision: d.PlayOrKneel) -> tuple[Answer, str]:
    card, why = bidding.choose(bidding.Bid(outlook), decision.hand, decision.id)
    return d.Play(card), why


HABITS: dict[type[Decision], Habit] = {
    d.PlayOrKneel: _bid,
    d.UseAbility: lambda outlook, decision: (use(outlook, decision), "if it brings something"),
    d.ChooseLeader: lambda outlook, decision: (leader(outlook, decision), "the one it harms most, or helps least"),
    d.ChooseCard: lambda outlook, decision: (
        choose_card(outlook, decision),
        "what counts most, or is worth least to me",
    ),
    d.ChooseAlly: lambda outlook, decision: (ally(outlook, decision), "what is best for my councils"),
    d.ChooseCouncil: lambda outlook, decision: (council(outlook, decision), "what is best for my councils"),
    d.ArrangeTop: lambda outlook, decision: (arrange(outlook, decision), "the strongest first"),
    d.OrderAbilities: lambda outlook, decision: (d.CardOrder(decision.numbers), "as they lie"),
    d.KeepCard: lambda outlook, decision: (keep(outlook, decision), "the best card"),
}


def bot_answer(position: Position, decision: Decision, level: Level = "steward") -> SourcedAnswer:
    """Return a legal answer, deterministic for the seat's view, salt and level.

    The source's rule names the reason. If the habit's answer is not legal, the first legal one is given.
    """
    draw = draw_of(position.hidden.seed, decision.seat, level)
    outlook = Outlook(view(position, decision.seat, [decision]), decision.seat, draw)
    answer, why = HABITS[type(decision)](outlook, decision)
    if check(position, decision, answer) is None:
        return SourcedAnswer(answer, Source("steward", why))
    return SourcedAnswer(next(iter(legal_answers(position, decision))), Source("steward", "first legal answer"))
