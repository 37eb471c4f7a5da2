"""The sheet: what a player writes for a call, composed of the sections by topic.

In every list of rules the first whose condition `when` holds (None: always) and whose choice is legal at that moment
decides. Ids are words of the edition. `me` and `opponent` may stand for a house where a field says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, TypeVar

from adjudicator.engine.decision import Refusal
from adjudicator.engine.sheet.conditions import own_condition
from adjudicator.engine.sheet.document import SheetDocuments
from adjudicator.engine.sheet.facts import names_of
from adjudicator.engine.sheet.fields import N_, Ids, Node, Text, unknown_names
from adjudicator.engine.sheet.sections import Occasions, Section, sections_of
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.battle import BladeRule, Cards, SupportRule, Texts
from adjudicator.thrones.sheets.bids import BidRule, Ties
from adjudicator.thrones.sheets.bot import StewardRule
from adjudicator.thrones.sheets.choices import ChoiceRule, Hostages
from adjudicator.thrones.sheets.conditions import tree
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, parse_amount, parse_condition, parse_when
from adjudicator.thrones.sheets.losses import Losses, RetreatRule
from adjudicator.thrones.sheets.marches import Marches, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule, Muster
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.old_sheets import translated
from adjudicator.thrones.sheets.orders import OrdersByArea, Raids, RavenRule
from adjudicator.thrones.sheets.vassals import ClaimRule, VassalName, VassalOrder
from adjudicator.thrones.state.answers import AnyAnswer
from adjudicator.thrones.state.edition import Edition


class VassalSheet(f.Entry, frozen=True, kw_only=True):
    """Instructions for a vassal that one commands. `orders`: the first that can be laid, as many as it may have."""

    section: ClassVar = Section(
        N_("Vassals"),
        N_("vassals"),
        Occasions(("vassals",), (f.ROUND,)),
        help=N_(
            "For each vassal, or for “any” whom you come to command: its orders in order of liking, and a small sheet"
            " of its own with raids, marches, support, cards, losses, retreats. What that leaves open, your own sheet"
            " says."
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
        """The same instructions as those of a house; without the orders, which have a form of their own."""
        shared = (name for name in self.__struct_fields__ if name != "orders")
        return Sheet(**{name: getattr(self, name) for name in shared})


class Sheet(f.Entry, frozen=True, kw_only=True):
    """Everything a player may write for a call; whatever is left out falls to standing instructions and defaults.

    `orders` maps areas to order tokens (`none`: leave it without), or to several by liking: the first choices of all
    areas are laid, then the second where the first could not be, and so on. `bids` maps auctions (tracks, `wildlings`)
    to rules; `choices` maps what asks (a card, a badge, `port`, `support`), or what it is about, to rules, for a track
    the houses that get what was bid for it; `loans` are wanted in that order; `answers` maps ids of open decisions to
    direct answers. `troops` are moved by cards' texts, `hostages` says what is negotiated for them. `claims` say which
    vassals to command, `vassals` (by house, or `any`) what they do; what they leave open falls to the sheet's own
    instructions; what these leave open to the `steward`, if they say so.
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
    steward: tuple[StewardRule, ...] = ()


EMPTY_SHEET = Sheet()
S = TypeVar("S", bound=Sheet)


def documents_of(kind: type[S]) -> SheetDocuments[S]:
    """What reads, writes and bounds sheets of a class."""
    parsers = {"when": parse_when, "condition": parse_condition, "amount": parse_amount}
    return SheetDocuments(kind, f.Rule, parsers, JUNCTIONS, "`lead >= 2`, `stark power + 1`", translated)


SHEETS = documents_of(Sheet)
read_sheet, read_ahead, write_sheet, overlay = SHEETS.read, SHEETS.read_ahead, SHEETS.write, SHEETS.overlay
rules, conditions_of, sums_of, over_limits = SHEETS.rules, SHEETS.conditions, SHEETS.amounts, SHEETS.over_limits


def sure_moments(sheet: Sheet, where: str) -> tuple[str, ...]:
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


def unknown_ids(sheet: Sheet, edition: Edition) -> Iterator[Refusal]:
    """Every id that the edition does not know, each place once, with the nearest legal word."""
    return unknown_names(mentions(sheet), name_book(edition))
