"""What the bot chooses among influence cards: to keep, to give away, to take, to order."""

from __future__ import annotations

from adjudicator.btwixt.rules.scoring import totals, values
from adjudicator.btwixt.state import decisions as d, edition as c
from adjudicator.btwixt.state.position import neighbors
from tests.bench.reference.btwixt.outlook import Outlook

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


def keeping(outlook: Outlook, card: str) -> float:
    """What a card in the hand is worth, in influence."""
    found = outlook.edition.influence[card]
    adds = sum(ADDS.get(type(op), 0.0) for one in found.abilities for op in one.do)
    return found.value + (adds if found.value <= 5 else adds / 4)


def keep(outlook: Outlook, asked: d.KeepCard) -> d.CardChoice:
    """The best card of a packet."""
    return d.CardChoice(max(asked.packet, key=lambda card: (keeping(outlook, card), card)), asked.seat)


def card(outlook: Outlook, asked: d.ChooseCard) -> d.CardChoice:
    """The worst of one's own to be discarded or given; of others' the one that counts most, of whoever leads."""
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


def order(outlook: Outlook, asked: d.OrderAbilities) -> d.CardOrder:
    """As they lie."""
    return d.CardOrder(asked.numbers)
