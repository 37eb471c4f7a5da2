"""What the open call of a phase asks of a house or may still come to, and a sheet without whatever is for other calls.

What may be asked is kept: where a rule cannot be sure it leaves an instruction in the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.bulk import Pace
from adjudicator.engine.condition_tree import Otherwise
from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.ahead import rest_of_westeros
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.kind import wildlings_known
from adjudicator.thrones.sheets.offered_choices import askings
from adjudicator.thrones.sheets.warnings.prospects import Prospect, orders_asked
from adjudicator.thrones.state.board import Board, Position
from adjudicator.thrones.state.components import OrderToken
from adjudicator.thrones.state.edition import Edition

replace = msgspec.structs.replace

# Parts of a sheet, and of its sections behind a dot, that answer what a step of the Westeros phase asks.
TRACKS = ("bids.tracks", "ties.tracks")
STEPS: Mapping[str, tuple[str, ...]] = {
    "westeros-card": (),
    "choose-effect": (),
    "game-of-thrones": (),
    "hidden-schemes": (),
    "swing-the-sword": (),
    "supply": ("losses.supply", "losses.general"),
    "mustering": ("muster",),
    "clash-of-kings": TRACKS,
    "auction": TRACKS,
    "claim-westeros": ("bids.claim", "ties"),
    "wildling-attack": ("bids.wildlings", "ties.highest", "ties.lowest", "losses", "texts.take_back", "muster"),
    "loyalty": ("losses",),
    "loyalty-text": ("losses",),
    "loyalty-move": (),
}
# What the action phase, with the planning before it, asks besides what depends on pieces.
ACTION = frozenset(
    (
        *("orders", "claims", "vassals", "raven", "raids", "marches", "support", "cards", "blade", "retreat"),
        *("losses.casualties", "losses.abandon", "losses.kill", "losses.general"),
        *("texts", "troops"),
    )
)
WILDLINGS = "wildlings"


# Parts that cards ask at moments that are not foreseen.
BY_CARDS = ("choices", "loans")


class Asked(NamedTuple):
    """The parts of a sheet that a call may ask, and which keys of `choices` it may."""

    parts: frozenset[str]
    chooses: Callable[[str], bool]

    def within(self, section: str) -> frozenset[str]:
        """The fields of a section, or the keys of a mapping, that are asked."""
        begin = f"{section}."
        return frozenset(part.removeprefix(begin) for part in self.parts if part.startswith(begin))

    def section(self, part: str) -> bool:
        """Whether anything of a section is asked."""
        return part in self.parts or part == "choices" or bool(self.within(part))


def only_asked(
    showing: Position, seat: str, sheet: s.Sheet, waiting: Sequence[Decision], *, pace: Pace = "bulk"
) -> s.Sheet:
    """The sheet with what the call in which these decisions wait asks its seat, or may still come to; all else is left
    out, direct answers to other questions too."""
    edition = edition_of(showing)
    mine = [decision for decision in waiting if decision.seat == seat]
    mine += foreseen(showing.board, edition, seat)
    if showing.board.phase == "westeros":
        asked = _in_westeros(showing, edition, seat)
    else:
        asked = _Round(Prospect(showing.board, edition, seat, sheet, orders_asked(mine, seat), pace=pace)).asked
    left: s.Sheet = _only(sheet, asked)
    known = {decision.id for decision in mine}
    vassals = {house: part for house, one in sheet.vassals.items() if (part := _only(one, asked)) != s.VassalSheet()}
    return replace(
        left,
        answers={name: answer for name, answer in sheet.answers.items() if name in known},
        vassals=vassals,
        steward=tuple(_left_to_steward(sheet.steward, asked)),
    )


def _left_to_steward(rules: Collection[s.StewardRule], asked: Asked) -> Iterator[s.StewardRule]:
    """Rules of the steward for what is asked, and for what cards may ask; those that name no part mean whatever is."""
    if any(isinstance(rule.when, Otherwise) for rule in rules):
        # What stands behind `else` means the rules before it.
        yield from rules
        return
    for rule in rules:
        what = tuple(part for part in rule.what if asked.section(part))
        if what or not rule.what:
            yield replace(rule, what=tuple(part for part in rule.what if part in what or part in BY_CARDS))


def _only(sheet: Any, asked: Asked) -> Any:
    """The fields of a sheet, or of a vassal's, that are asked; the others say nothing."""
    empty = type(sheet)()
    kept: dict[str, Any] = {}
    for name in sheet.__struct_fields__:
        said = getattr(sheet, name)
        if name == "choices":
            kept[name] = {key: rules for key, rules in said.items() if asked.chooses(key)}
        elif name not in asked.parts:
            kept[name] = _some(said, asked.within(name), getattr(empty, name))
    return replace(sheet, **kept)


def _some(said: Any, fields: Collection[str], nothing: Any) -> Any:
    """A section with these fields, or a mapping with these keys, alone."""
    if isinstance(said, dict):
        return {key: rules for key, rules in said.items() if key in fields}
    if isinstance(said, msgspec.Struct):
        return replace(said, **{name: getattr(nothing, name) for name in said.__struct_fields__ if name not in fields})
    return nothing


def _in_westeros(showing: Position, edition: Edition, house: str) -> Asked:
    """What the steps of a Westeros phase that are still to come ask."""
    board = showing.board
    steps = tuple(dict.fromkeys(rest_of_westeros(board, edition, showing.progress.agenda).steps))
    parts = {part for step in steps for part in STEPS[step]}
    if "bids.tracks" in parts:
        parts |= {f"bids.{track}" for track in edition.tracks}
    attack = "wildling-attack" in steps
    gifts = frozenset(edition.tracks) if "bids.tracks" in parts and house in board.points else frozenset[str]()

    def chooses(key: str) -> bool:
        if key in edition.wildling_cards:
            return attack
        if key in edition.westeros:
            return key in board.revealed.values()
        return key in gifts or key not in _elsewhere(board, edition, house)

    return Asked(frozenset(parts), chooses)


def _elsewhere(board: Board, edition: Edition, house: str) -> frozenset[str]:
    """What asks for choices in the action phase, and in no other."""
    asking = {one.because for one in askings(board, edition, house) if one.moment not in ("westeros", WILDLINGS)}
    others = (edition.cards, edition.loans, edition.tactics, edition.alliances, edition.tracks)
    # A port may have to be filled after any loss.
    return frozenset(asking.union(*others)) - {"port"}


class _Round:
    """What is asked of a house from the planning of a round to its end."""

    def __init__(self, ahead: Prospect) -> None:
        self.board, self.edition, self.house, self.ahead = ahead.board, ahead.edition, ahead.house, ahead

    @property
    def asked(self) -> Asked:
        """All of it."""
        edition = self.edition
        parts = set(ACTION)
        parts |= {"losses.wildlings"} if wildlings_known(edition) else set()
        parts |= {"muster"} if self._ordered(lambda order: order.musters) else set()
        parts |= {"loans"} if self.board.bank is not None and self._ordered(lambda o: o.does("iron-bank")) else set()
        parts |= {"hostages.offers"} if any(one.house == self.house for one in self._leaders) else set()
        parts |= {"hostages.replies"} if any(one.house != self.house for one in self._leaders) else set()
        return Asked(frozenset(parts), self._chooses)

    def _ordered(self, does: Callable[[OrderToken], bool]) -> bool:
        """Whether there are orders that do so, and one of the house lies or may yet lie."""
        return any(map(does, self.edition.orders.values())) and self.ahead.may_lie(does)

    @cached_property
    def _leaders(self) -> list[Any]:
        """Those who are held, or may be before the round is over."""
        return [one for one in self.board.leaders.values() if one.cell or one.area]

    def _chooses(self, key: str) -> bool:
        edition, board = self.edition, self.board
        if key in edition.westeros or key in edition.tracks:
            return False
        if key in edition.wildling_cards:
            looks = board.phase in ("planning", "raven") and self.ahead.holds_raven
            return looks and edition.ravens_look
        if key == "tactics":
            return board.phase == "planning"
        return key not in edition.loans or board.bank is not None
