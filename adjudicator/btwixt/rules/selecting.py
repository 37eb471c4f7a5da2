"""Whom and what an ability may choose among: leaders, councils, cards, allies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.seating import clockwise, councils_of, left_of, neighbors, own_councils, sharing
from adjudicator.btwixt.rules.totals import fits, lowest
from adjudicator.btwixt.state.answers import AllyChoice, CardChoice
from adjudicator.btwixt.state.cards import (
    AllyFilter,
    LeaderFilter,
    PickAlly,
    PickCard,
    PickLeader,
    SomeCouncils,
    SomeLeaders,
)
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board, Hidden


class Acting(msgspec.Struct):
    """An ability as it is carried out: the card, whose it is now (`you` stays the same until it is done), its number
    in a pile; the leader chosen last, whether the last thing done changed anything, and where an ally was killed.

    `council` is where the ally lies whose ability it is; `chain` counts the allies that brought each other before it.
    """

    source: str
    you: str
    by_ally: bool
    number: int = 0
    council: str = ""
    targeted: str = ""
    changed: bool = False
    killed_in: str = ""
    killed: str = ""
    chain: int = 0


def some_leaders(board: Board, acting: Acting, who: SomeLeaders) -> list[str]:
    """The leaders that an ability names, clockwise from the first player."""
    you = acting.you
    won = board.won.house if board.won else ""
    found = {
        "you": {you},
        "winner": {won} - {""},
        "targeted": {acting.targeted} - {""},
        "each-neighbor": set(neighbors(board, you)),
        "each-other": set(board.houses) - {you},
        "each-loser": set(board.houses) - {won},
        "each": set(board.houses),
    }
    if who in ("neighbor-sharing", "neighbor-not-sharing"):
        at = acting.council or (board.won.council if board.won else "")
        shared = set(sharing(board, at)) - {you} if at else set()
        found[who] = shared if who == "neighbor-sharing" else set(neighbors(board, you)) - shared
    return [house for house in clockwise(board, board.first) if house in found[who]]


def pickable_leaders(board: Board, edition: Edition, acting: Acting, pick: PickLeader) -> list[str]:
    """The leaders of whom one may be chosen; those whom other leaders' cards cannot choose are not among them."""
    among = neighbors(board, acting.you) if pick.pick == "neighbor" else set(board.houses) - {acting.you}
    return [
        house
        for house in clockwise(board, left_of(board, acting.you))
        if house in among
        and (acting.by_ally or not bans.shielded(board, house))
        and all(_is(board, edition, house, acting.you, one) for one in pick.where)
    ]


def _is(board: Board, edition: Edition, house: str, you: str, wanted: LeaderFilter) -> bool:
    match wanted:
        case "standing":
            return house not in board.kneeling
        case "kneeling":
            return house in board.kneeling
        case "has-hand":
            return board.hands[house] > 0
        case "has-pile":
            return bool(board.piles[house])
        case "no-fewer-cards-than-you":
            return len(board.piles[house]) >= len(board.piles[you])
        case "lowest-total":
            return house in lowest(board, edition)


def pile_cards(board: Board, edition: Edition, acting: Acting, pick: PickCard, owner: str) -> list[CardChoice]:
    """The cards of one pile that may be chosen, one of each name."""
    found: dict[str, CardChoice] = {}
    for card in board.piles[owner]:
        if pick.where.not_this and card.number == acting.number:
            continue
        closed = not acting.by_ally and bans.pile_closed(board, edition, owner, card, acting.you)
        if not closed and fits(pick.where, edition, card.card):
            found.setdefault(card.card, CardChoice(card.card, owner, card.number))
    return list(found.values())


def loose_cards(
    board: Board, hidden: Hidden, edition: Edition, pick: PickCard, owner: str, taken: Sequence[CardChoice] = ()
) -> list[CardChoice]:
    """The cards of a hand (of `owner`), or of the discard pile, that may be chosen beside those taken already."""
    left = Counter(hidden.hands[owner] if pick.zone == "hand" else board.discard)
    left.subtract(one.card for one in taken)
    of = owner if pick.zone == "hand" else ""
    return [CardChoice(card, of) for card, copies in left.items() if copies > 0 and fits(pick.where, edition, card)]


def extreme(edition: Edition, choices: list[CardChoice], how: str) -> list[CardChoice]:
    """Of these cards those of the lowest or the highest printed value; all for a choice."""
    if how not in ("lowest", "highest") or not choices:
        return choices
    wanted = (min if how == "lowest" else max)(edition.influence[one.card].value for one in choices)
    return [one for one in choices if edition.influence[one.card].value == wanted]


def councils(board: Board, edition: Edition, acting: Acting, which: SomeCouncils) -> list[str]:
    """The councils among which `which` chooses, or all that it names."""
    you, won = acting.you, board.won
    mine = list(own_councils(board, you))
    same = acting.council or (won.council if won else "")
    match which:
        case "own-choice" | "own-both" | "each-own":
            return mine
        case "own-opposite":
            raise AssertionError("which council is opposite depends on the ally")
        case "own-fewer-allies":
            fewest = min(len(board.councils[one].allies) for one in mine)
            return [one for one in mine if len(board.councils[one].allies) == fewest]
        case "with-highest-own-ally":
            return _with_highest(board, edition, mine)
        case "same":
            return [same] if same else mine
        case "own-other-of-same":
            return [one for one in mine if one != same]
        case "of-killed-or-own-choice":
            return [acting.killed_in] if acting.killed_in else mine
        case "of-winner" | "winner-choice-by-you":
            return list(own_councils(board, won.house)) if won else []
        case "shared-with-winner":
            theirs = own_councils(board, won.house) if won else ()
            return [one for one in mine if one in theirs]
        case "any" | "each":
            return councils_of(board.houses)
        case "any-not-own":
            return [one for one in councils_of(board.houses) if one not in mine]


def _with_highest(board: Board, edition: Edition, mine: list[str]) -> list[str]:
    """The councils that hold one's strongest ally; both where neither holds any (rules 8.16)."""
    best = {one: max((edition.allies[ally].power for ally in board.councils[one].allies), default=0) for one in mine}
    return [one for one in mine if best[one] == max(best.values())]


def council_allies(board: Board, edition: Edition, acting: Acting, pick: PickAlly, kill: bool) -> list[AllyChoice]:
    """The allies in councils that may be chosen; for killing those that may be killed."""
    return [
        AllyChoice(ally, council)
        for council in councils(board, edition, acting, pick.inside)
        if len(board.councils[council].allies) >= pick.where.council_min_allies
        for ally in board.councils[council].allies
        if suits(edition, acting, pick.where, ally) and not (kill and bans.ally_safe(edition, ally))
    ]


def suits(edition: Edition, acting: Acting, where: AllyFilter, ally: str) -> bool:
    """Whether an ally is as asked for, by what is printed on it."""
    found = edition.allies[ally]
    return (
        (where.max_power is None or found.power <= where.max_power)
        and (where.min_power is None or found.power >= where.min_power)
        and (where.tag is None or where.tag in found.tags)
        and not (where.not_this and ally == acting.source)
        and not (where.not_just_killed and ally == acting.killed)
    )


def weakest(edition: Edition, choices: list[AllyChoice], how: str) -> list[AllyChoice]:
    """Of these allies those of the lowest or the highest printed power; all for a choice."""
    if how == "choice" or not choices:
        return choices
    wanted = (min if how == "lowest" else max)(edition.allies[one.ally].power for one in choices)
    return [one for one in choices if edition.allies[one.ally].power == wanted]
