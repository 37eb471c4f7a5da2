"""The sheet: what a player writes for a turn, composed of the sections by topic.

In every list of rules the first whose condition `when` holds (None: always) and whose choice is legal at that moment
decides. Ids are words of the edition. `me` and `opponent` may stand for a house where a field says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec

from adjudicator.engine import Refusals
from adjudicator.engine.sheet import (
    Ids,
    Node,
    Occasions,
    Section,
    SheetDocuments,
    Text,
    names_of,
    own_condition,
    sections_of,
    unknown_names,
)
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.battle import BladeRule, Cards, SupportRule, Texts
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, Hostages, Ties
from adjudicator.thrones.sheets.conditions import tree
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, parse_amount, parse_condition, parse_when
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import Losses, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule, Muster
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.orders import ClaimRule, OrdersByArea, Raids, RavenRule, VassalName, VassalOrder
from adjudicator.thrones.state import Edition
from adjudicator.thrones.state.decisions import AnyAnswer

# Goals and worths of marches in sheets from before wishes are read as the nearest wishes. Stored bytes stay as they
# are, for receipts commit to them. The release after 0.1 is the first with wishes; this may go once no running game has
# a sheet from before it.
# As many names as a rule may list, and as many rules as a sheet may have.
MAX_NAMES, MAX_RULES = 60, 200
_MARKS = (b'"goals"', b'"worths"')
Document = dict[str, Any]
Names = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_NAMES)]


class _Old(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A rule or section of an earlier release."""


class _Goal(_Old):
    take: Names = ()
    hold: Names = ()
    strength: int = 1
    origins: Names = ()
    units: Any = "all"
    keep: Document = {}
    moves: Annotated[list[Document], msgspec.Meta(max_length=MAX_NAMES)] = []
    leave_token: str = "never"
    when: Any = None


class _AreaValue(_Old):
    areas: Names
    worth: int | str | Document
    owners: Names = ()
    adds: bool = False
    when: Any = None


class _Marches(_Old):
    sequence: Any = ()
    areas: dict[str, list[Any]] = {}
    goals: Annotated[list[_Goal], msgspec.Meta(max_length=MAX_RULES)] = []
    worths: Annotated[list[_AreaValue], msgspec.Meta(max_length=MAX_RULES)] = []
    wishes: list[Any] = []
    stop: Any = None


def translate_goals(data: bytes) -> bytes:
    """Return a sheet's JSON with goals and worths as wishes; same bytes if none.
    Invalid goals and worths stay, to be refused. Raises msgspec.DecodeError for invalid JSON,
    RecursionError for too deep nesting."""
    if not any(mark in data for mark in _MARKS):
        return data
    sheet = msgspec.json.decode(data)
    if not isinstance(sheet, dict):
        return data
    vassals = sheet.get("vassals")
    parts = [sheet, *(vassals.values() if isinstance(vassals, dict) else ())]
    changed = False
    for part in parts:
        marches = part.get("marches") if isinstance(part, dict) else None
        if not isinstance(marches, dict) or not marches.keys() & {"goals", "worths"}:
            continue
        try:
            old = msgspec.convert(marches, _Marches)
        except msgspec.ValidationError:
            continue
        ranked = _wishes_of_worths(old.worths)
        if part is sheet and ranked and isinstance(sheet.setdefault("steward", []), list):
            # Worths marched against anybody.
            sheet["steward"].append({"what": ["marches"], "may_attack": ["anybody"]})
        part["marches"], changed = _translation(old), True
    return msgspec.json.encode(sheet) if changed else data


def _translation(old: _Marches) -> Document:
    """A section with wishes in the place of its goals and worths."""
    plans = [(area, goal) for goal in old.goals if _only_moves(goal) for area in goal.origins][:MAX_RULES]
    for area, goal in plans:
        plan = msgspec.to_builtins(_Goal(when=goal.when, moves=goal.moves, leave_token=goal.leave_token))
        old.areas.setdefault(area, []).append(plan)
    wishes = [*old.wishes, *(_goal_as_wish(goal) for goal in old.goals if not _only_moves(goal))]
    wishes += _wishes_of_worths(old.worths)
    new = {"sequence": old.sequence, "areas": old.areas, "wishes": wishes, "stop": old.stop}
    return {name: value for name, value in new.items() if value}


def _only_moves(goal: _Goal) -> bool:
    """Whether a goal only moves units of named areas: each gets a plan, after others."""
    return not goal.take and not goal.hold and bool(goal.origins)


def _goal_as_wish(goal: _Goal) -> Document:
    """Return a goal as a wish: the bot's best march takes, what is held is kept."""
    prefer = [*goal.hold, *([] if goal.take or goal.hold else (move["to"] for move in goal.moves if move.get("to")))]
    wish = {"when": goal.when, "take": goal.take, "origins": goal.origins if goal.take else ()}
    wish |= {"prefer": prefer, "stay": goal.hold}
    return {name: value for name, value in wish.items() if value}


def _wishes_of_worths(worths: list[_AreaValue]) -> list[Document]:
    """Return preferences of areas in order of worth; sums and owners have no wish."""
    pairs = [(item.worth, item) for item in worths if isinstance(item.worth, int) and item.worth > 0 and not item.adds]
    ranked = [item for _, item in sorted(pairs, key=lambda pair: -pair[0])]
    depends = [{"when": item.when, "prefer": item.areas} for item in ranked if item.when]
    always = tuple(dict.fromkeys(area for item in ranked if not item.when for area in item.areas))[:MAX_NAMES]
    return [*depends, *([{"prefer": always}] if always else [])]


class VassalSheet(f.Entry):
    """Instructions for a commanded vassal; the first legal `orders`, up to its limit."""

    section: ClassVar = Section(
        "vassals",
        Occasions(("vassals",), (f.ROUND,)),
        help=(
            "For each vassal, or for “any” that you come to command: its orders, best first, and "
            "its own raids, marches, support, cards, losses and retreats. For anything you skip, "
            "your own orders apply."
        ),
    )

    orders: tuple[VassalOrder, ...] = ()
    raids: Raids = Raids()
    marches: Marches = Marches()
    support: tuple[SupportRule, ...] = ()
    cards: Cards = Cards()
    blade: tuple[BladeRule, ...] = ()
    losses: Losses = Losses()
    retreat: tuple[RetreatRule, ...] = ()
    muster: Muster = Muster()
    choices: dict[f.AskingId, tuple[ChoiceRule, ...]] = {}

    def as_sheet(self) -> Sheet:
        """Return a house's sheet with the same instructions, but no orders.
        Orders of a vassal have their own form."""
        shared = (name for name in self.__struct_fields__ if name != "orders")
        return Sheet(**{name: getattr(self, name) for name in shared})


class Sheet(f.Entry):
    """Everything a player may write for a turn; gaps fall to standing orders.

    Then to defaults. `orders` maps areas to order tokens (`none`: leave it without), or to several by preference: first
    choices of all areas, then second ones where the first could not be laid, and so on. `bids` maps auctions (tracks,
    `wildlings`) to rules; `choices` maps what asks (a card, a badge, `port`, `support`), or what it is about, to rules,
    a track to the houses that get what was bid for it; `loans` are wanted in that order; `answers` maps ids of open
    decisions to direct answers. `troops` are moved by cards' texts, `hostages` are the rules for negotiating them.
    `claims` names vassals to command, `vassals` (by house, or `any`) their instructions; gaps there fall to the sheet's
    own, gaps in these to the `steward`, if it is asked to.
    """

    orders: OrdersByArea = {}
    raven: tuple[RavenRule, ...] = ()
    raids: Raids = Raids()
    marches: Marches = Marches()
    support: tuple[SupportRule, ...] = ()
    cards: Cards = Cards()
    texts: Texts = Texts()
    blade: tuple[BladeRule, ...] = ()
    losses: Losses = Losses()
    retreat: tuple[RetreatRule, ...] = ()
    bids: dict[f.AuctionId, tuple[BidRule, ...]] = {}
    ties: Ties = Ties()
    muster: Muster = Muster()
    choices: dict[f.AskingId, tuple[ChoiceRule, ...]] = {}
    loans: tuple[LoanRule, ...] = ()
    answers: dict[str, AnyAnswer] = {}
    claims: tuple[ClaimRule, ...] = ()
    vassals: dict[VassalName, VassalSheet] = {}
    troops: tuple[TroopsRule, ...] = ()
    hostages: Hostages = Hostages()
    steward: tuple[BotRule, ...] = ()


EMPTY_SHEET = Sheet()
S = TypeVar("S", bound=Sheet)


def documents_of(kind: type[S]) -> SheetDocuments[S]:
    """Return the object that reads, writes and bounds sheets of a class."""
    parsers = {"when": parse_when, "condition": parse_condition, "amount": parse_amount}
    return SheetDocuments(kind, f.Rule, parsers, JUNCTIONS, "`lead >= 2`, `stark power + 1`", translate_goals)


SHEETS = documents_of(Sheet)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
rules, conditions_of, sums_of, over_limits = SHEETS.rules, SHEETS.conditions, SHEETS.amounts, SHEETS.over_limits


def sure_moments(sheet: Sheet, where: str) -> tuple[str, str]:
    """What is sure when the rule at a place answers, a vassal's as one of a house."""
    place = where.split(".", 2)[2] if where.startswith("vassals.") else where
    name, _, part = place.partition(".")
    section = sections_of(type(sheet)).get(name.partition("[")[0], Section())
    return section.sure(re.split(r"[.[]", part)[0])


def mentions(sheet: Sheet) -> Iterator[Node]:
    """All ids of a sheet, with their places and kinds."""
    for node in SHEETS.nodes(sheet):
        if isinstance(node.kind, Ids):
            names = tuple(name for name in node.value if not (node.kind.numbers and name.isdecimal()))
            yield Node(node.where, node.kind, names)
        elif isinstance(node.kind, Text):
            is_amount = node.kind.parser == "amount"
            condition = own_condition(node.value)
            parts = (share.term for share in node.value.of) if is_amount else tree.parts(condition) if condition else ()
            for part in parts:
                yield from names_of(part, node.where)


def unknown_ids(sheet: Sheet, edition: Edition) -> Refusals:
    """Return every id the edition does not know, once per place, with the nearest."""
    return unknown_names(mentions(sheet), name_book(edition))
