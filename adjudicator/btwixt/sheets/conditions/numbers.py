"""The numbers that conditions and limits are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.rules.seating import own_councils
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import SORTS, Inapplicable, Scene, is_sort
from adjudicator.btwixt.state.cards import WinReward


def value(amount: c.Amount, scene: Scene) -> int:
    """The number that an amount is now; Inapplicable if there is none."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, c.Sum):
        return amount.plus + sum(share.times * value(share.term, scene) for share in amount.of)
    return _TERMS[type(amount)](amount, scene)


def _leader_number(term: c.LeaderNumber, scene: Scene) -> int:
    if term.who == "best":
        return max(_of(term.of, house, scene) for house in scene.others)
    return _of(term.of, scene.leader(term.who), scene)


def _of(what: c.OfLeader, house: str, scene: Scene) -> int:
    board = scene.board
    match what:
        case "total":
            return scene.totals[house]
        case "pile":
            return len(board.piles[house])
        case "hand":
            return board.hands[house]
        case "plays":
            return board.plays[house]
        case "small":
            return min(scene.power[one] for one in own_councils(board, house))
        case "other":
            return max(scene.power[one] for one in own_councils(board, house))


def _rounds_left(scene: Scene) -> int:
    return rounds(len(scene.board.houses), scene.board.modules) - scene.board.round


def _reward(scene: Scene) -> int:
    """How many tokens the win brings as things stand."""
    board = scene.board
    changed = sum(
        op.amount
        for ally in board.active
        for ability in scene.edition.allies[ally].abilities
        if ability.when == "during-round"
        for op in ability.do
        if isinstance(op, WinReward)
    )
    return max(1 + changed + (board.won.reward if board.won else 0), 0)


def _power(scene: Scene, ally: str) -> int:
    """What an ally counts where it lies; what is printed on it before it lies in a council."""
    return scene.ally_power.get(ally, scene.edition.allies[ally].power) if ally else 0


TABLE: dict[c.OfTable, Callable[[Scene], int]] = {
    "round": lambda s: s.board.round,
    "rounds-left": _rounds_left,
    "season-rounds-left": lambda s: rounds_in_season(len(s.board.houses)) - s.board.space,
    "space": lambda s: s.board.space,
    "standing": lambda s: len(s.board.houses) - len(s.board.kneeling),
    "kneeling": lambda s: len(s.board.kneeling),
    "lead": lambda s: s.totals[s.me] - max(s.totals[house] for house in s.others),
    "reward": _reward,
    "ally-power": lambda s: _power(s, s.ally),
    "ally-tokens": lambda s: s.board.tokens_on_current,
    "next-ally-power": lambda s: _power(s, s.next_ally),
    "cards-left": lambda s: s.board.cards_left,
    "allies-left": lambda s: s.board.allies_left,
    "tokens-left": lambda s: s.board.tokens_left,
    "dead": lambda s: len(s.board.dead),
}


def _council_number(term: c.CouncilNumber, scene: Scene) -> int:
    council = scene.council(term.council)
    match term.of:
        case "power":
            return scene.power[council]
        case "allies":
            return len(scene.board.councils[council].allies)
        case "tokens":
            return scene.board.councils[council].tokens
        case "seen":
            return sum(scene.view.seen.get(council, ()))


def _count(term: c.Count, scene: Scene) -> int:
    if term.what not in scene.edition.influence and term.what not in SORTS:
        raise Inapplicable(f"there is no card {term.what}")
    pile = scene.board.piles[scene.leader(term.who)] if term.place == "pile" else ()
    cards = scene.view.hand if term.place == "hand" else [one.card for one in pile]
    return sum(is_sort(scene.edition.influence[card], term.what) for card in cards)


def _extreme(term: c.Extreme, scene: Scene) -> int:
    pick = min if term.of == "lowest" else max
    return pick((scene.edition.influence[card].value for card in scene.view.hand), default=0)


_TERMS: dict[type[c.Term], Callable[[Any, Scene], int]] = {
    c.LeaderNumber: _leader_number,
    c.TableNumber: lambda term, scene: TABLE[term.of](scene),
    c.CouncilNumber: _council_number,
    c.Count: _count,
    c.Extreme: _extreme,
}
