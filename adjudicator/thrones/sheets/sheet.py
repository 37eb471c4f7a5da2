"""The sheet: what a player writes for a call. Orders and bids, and ordered instructions for every later question.

In every list of rules the first whose condition `when` holds (None: always) and whose choice is legal at that
moment decides.
Ids are words of the edition. `me` and `opponent` may stand for a house where a field says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, get_args

import msgspec

from adjudicator.engine.sheet.fields import N_, Ids, Phrase, Text, phrase
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import section_specs as spec
from adjudicator.thrones.sheets.battle import AvoidRule as AvoidRule
from adjudicator.thrones.sheets.battle import BattleRule as BattleRule
from adjudicator.thrones.sheets.battle import BladeRule as BladeRule
from adjudicator.thrones.sheets.battle import CardRule as CardRule
from adjudicator.thrones.sheets.battle import Cards as Cards
from adjudicator.thrones.sheets.battle import ChoiceRule as ChoiceRule
from adjudicator.thrones.sheets.battle import DiscardRule as DiscardRule
from adjudicator.thrones.sheets.battle import KnightRule as KnightRule
from adjudicator.thrones.sheets.battle import Liking as Liking
from adjudicator.thrones.sheets.battle import Losses as Losses
from adjudicator.thrones.sheets.battle import LossRule as LossRule
from adjudicator.thrones.sheets.battle import RemoveOrderRule as RemoveOrderRule
from adjudicator.thrones.sheets.battle import RetreatRule as RetreatRule
from adjudicator.thrones.sheets.battle import SupportRule as SupportRule
from adjudicator.thrones.sheets.battle import TakeBackRule as TakeBackRule
from adjudicator.thrones.sheets.battle import Texts as Texts
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.fields import ANY_TARGET as ANY_TARGET
from adjudicator.thrones.sheets.fields import ANY_VASSAL as ANY_VASSAL
from adjudicator.thrones.sheets.fields import ANYBODY as ANYBODY
from adjudicator.thrones.sheets.fields import AREAS_OF_A_KIND as AREAS_OF_A_KIND
from adjudicator.thrones.sheets.fields import ASKED_BY_RULES as ASKED_BY_RULES
from adjudicator.thrones.sheets.fields import ATTACKERS as ATTACKERS
from adjudicator.thrones.sheets.fields import HOME as HOME
from adjudicator.thrones.sheets.fields import NO_ORDER as NO_ORDER
from adjudicator.thrones.sheets.fields import NOBODY as NOBODY
from adjudicator.thrones.sheets.fields import PICKED as PICKED
from adjudicator.thrones.sheets.fields import SAFEST as SAFEST
from adjudicator.thrones.sheets.fields import STAYS as STAYS
from adjudicator.thrones.sheets.fields import WHOEVER as WHOEVER
from adjudicator.thrones.sheets.fields import Amount as Amount
from adjudicator.thrones.sheets.fields import AreaId as AreaId
from adjudicator.thrones.sheets.fields import AreaOrNone as AreaOrNone
from adjudicator.thrones.sheets.fields import AskingId as AskingId
from adjudicator.thrones.sheets.fields import AuctionId as AuctionId
from adjudicator.thrones.sheets.fields import Count as Count
from adjudicator.thrones.sheets.fields import Entry as Entry
from adjudicator.thrones.sheets.fields import HouseId as HouseId
from adjudicator.thrones.sheets.fields import LeaderId as LeaderId
from adjudicator.thrones.sheets.fields import OrderId as OrderId
from adjudicator.thrones.sheets.fields import OrderKind as OrderKind
from adjudicator.thrones.sheets.fields import OwnArea as OwnArea
from adjudicator.thrones.sheets.fields import OwnAreaOrNone as OwnAreaOrNone
from adjudicator.thrones.sheets.fields import OwnCard as OwnCard
from adjudicator.thrones.sheets.fields import OwnerId as OwnerId
from adjudicator.thrones.sheets.fields import PickId as PickId
from adjudicator.thrones.sheets.fields import RankedCard as RankedCard
from adjudicator.thrones.sheets.fields import Role as Role
from adjudicator.thrones.sheets.fields import Rule as Rule
from adjudicator.thrones.sheets.fields import UnitCounts as UnitCounts
from adjudicator.thrones.sheets.fields import UnitId as UnitId
from adjudicator.thrones.sheets.fields import WeighedCard as WeighedCard
from adjudicator.thrones.sheets.fields import WishedArea as WishedArea
from adjudicator.thrones.state.answers import AnyAnswer

VassalName = Annotated[str, Ids(("house",), (ANY_VASSAL,))]
# The order for an area: a token, or tokens by preference.
Order = OrderId | tuple[OrderId, ...]


def wishes_of(order: Order) -> tuple[str, ...]:
    """The tokens that are liked in an area, the best first; none for an empty list."""
    return (order,) if isinstance(order, str) else order


class RavenRule(Rule, frozen=True, kw_only=True):
    """Exchange the order in `area` for `order`; both None: look on, or (`look`) see the top wildling card."""

    phrase: ClassVar = Phrase(
        {
            "look": N_("look at the top wildling card"),
            "area,order": N_("{order} in {area}"),
            "": N_("look on"),
        }
    )

    area: OwnAreaOrNone | None = None
    order: Annotated[str, Ids(("order",), ("",))] | None = None
    look: bool = False


class RaidRule(Rule, frozen=True, kw_only=True):
    """Remove the first possible of `targets` (two for the special raid). No targets: none, the raid is removed.

    A target is an area, a house (any order of it) or `any`; `types`: only such orders, types or tokens, by liking.

    `wait`: not yet, as long as there is another raid to resolve; then the next rule counts.
    """

    phrase: ClassVar = Phrase(
        {"wait": N_("not yet"), "targets": N_("raid {targets:else}[ ({types:else})]"), "": N_("no raid")}
    )

    targets: tuple[Annotated[str, Ids(("area", "house"), (ANY_TARGET,), near="around")], ...] = ()
    types: tuple[OrderKind, ...] = ()
    wait: bool = False


class Raids(Entry, frozen=True, kw_only=True):
    """The sequence in which raids are used, and the rules for each raiding area."""

    sequence: tuple[AreaId, ...] = ()
    areas: dict[AreaId, tuple[RaidRule, ...]] = {}


class Move(Entry, frozen=True, kw_only=True):
    """Units going to one area: exact counts by kind, `all` that can march, or the `rest` not sent elsewhere.

    `keep` units of each kind stay behind of `all` or `rest`; of these as many go as supply feeds, the strongest.
    """

    phrase: ClassVar = Phrase(
        {
            "units=all": N_("all \u2192 {to}[ ({keep} stay)]"),
            "units=rest": N_("the rest \u2192 {to}[ ({keep} stay)]"),
            "": N_("{units|nobody} \u2192 {to}"),
        }
    )

    to: AreaId
    units: UnitCounts | Literal["all", "rest"] = "all"
    keep: UnitCounts = {}


class MarchPlan(Rule, frozen=True, kw_only=True):
    """How the units of a marching area split; no moves: stay. `leave_token`: never, if allowed and possible, or
    not without.

    `leaders` says of those there where they go, to one of these areas, or `stays`; on his own march one may go alone.
    Others go, or stay, as the rules say of leaders of whom nothing is said. `wait`: not yet, as long as there is
    another march to resolve; then the next plan counts.
    """

    phrase: ClassVar = Phrase(
        {
            "wait": N_("not yet"),
            "moves": "{moves:then}[; {leaders:then}][; {leave_token}]",
            "leaders": "{leaders:then}[; {leave_token}]",
            "": N_("stay"),
        }
    )

    moves: tuple[Move, ...] = ()
    leave_token: Literal["never", "if-possible", "must"] = "never"
    wait: bool = False
    leaders: dict[LeaderId, Annotated[str, Ids(("area",), (STAYS,))]] = {}


class Wish(Rule, frozen=True, kw_only=True):
    """What marches shall do where no plan of their area decides.

    `take`: the first possible of these areas, `any-settlement`, `any-barrel`, `any-crown`, `any-land` and `any-sea`
    standing for all of their kind, by the march that the bot likes best of those that `when` holds for; only from
    `origins`, if any are named. The others shape what the bot does by its own values, where marches are left to it:
    `prefer` areas count for more, the first for most; into `avoid` it does not march; in each of `stay` at least `keep`
    units stay.
    """

    phrase: ClassVar = Phrase(
        parts={
            "take": N_("take {take:else}[ from {origins:or}]"),
            "prefer": N_("prefer {prefer:else}"),
            "avoid": N_("never march into {avoid:or}"),
            "stay": N_("at least {keep} stay in {stay:and}"),
        }
    )

    take: tuple[WishedArea, ...] = ()
    origins: tuple[OwnArea, ...] = ()
    prefer: tuple[WishedArea, ...] = ()
    avoid: tuple[WishedArea, ...] = ()
    stay: tuple[OwnArea, ...] = ()
    keep: Count = 1


class Marches(Entry, frozen=True, kw_only=True):
    """The sequence of marches, the plans of each marching area, then the wishes of all of them in their order; and when
    to stop: all that are left then stay."""

    sequence: tuple[AreaId, ...] = ()
    areas: dict[AreaId, tuple[MarchPlan, ...]] = {}
    wishes: tuple[Wish, ...] = ()
    stop: Annotated[Condition | None, Text("condition")] = None


class BidRule(Rule, frozen=True, kw_only=True):
    """A bid: `exactly` amount (all that is left if no rule can be paid); `up-to` amount, as much as leaves `keep`;
    `all`; or `rest`: all but `keep`. Sums are worked out then; below 0 they are 0."""

    phrase: ClassVar = Phrase(
        {
            "how=exactly": "{amount}",
            "how=up-to": N_("up to {amount}, keep {keep}"),
            "how=all": N_("all"),
            "": N_("all but {keep}"),
        }
    )

    how: Literal["exactly", "up-to", "all", "rest"] = "exactly"
    amount: Amount = 0
    keep: Count = 0


class TieRule(Rule, frozen=True, kw_only=True):
    """Tied houses from first to last, `me` among them if liked; houses not named follow in turn order. `auctions`:
    only there."""

    phrase: ClassVar = phrase("{houses:list}[ ({auctions:and})]")

    houses: tuple[Annotated[str, Ids(("house",), ("me",))], ...]
    auctions: tuple[AuctionId, ...] = ()


class Ties(Entry, frozen=True, kw_only=True):
    """What the Iron Throne's holder decides: places on tracks; who counts as highest or lowest against the
    wildlings."""

    tracks: tuple[TieRule, ...] = ()
    highest: tuple[TieRule, ...] = ()
    lowest: tuple[TieRule, ...] = ()


class Want(Entry, frozen=True, kw_only=True):
    """One thing to muster: a unit (a ship at the sea `at`), or an upgrade to that kind."""

    phrase: ClassVar = Phrase({"upgrade": N_("upgrade to {unit}"), "at": N_("{unit} in {at}"), "": "{unit}"})

    unit: UnitId
    at: AreaOrNone = ""
    upgrade: bool = False


class MusterRule(Rule, frozen=True, kw_only=True):
    """Things to muster in order of liking, as far as points, pieces and supply allow. `whole`: all of them or none."""

    phrase: ClassVar = Phrase(
        {"wants,whole": N_("all of this or nothing: {wants:then}"), "wants": "{wants:then}", "": N_("nothing")}
    )

    wants: tuple[Want, ...] = ()
    whole: bool = False


class Muster(Entry, frozen=True, kw_only=True):
    """The places in the order in which they muster, and the rules of each."""

    sequence: tuple[AreaId, ...] = ()
    areas: dict[AreaId, tuple[MusterRule, ...]] = {}


class LoanRule(Rule, frozen=True, kw_only=True):
    """Take this loan of the Iron Bank if it costs `most` at most; no loan: none at all.

    `areas`: where tokens are laid or units appear, by liking; `units`: only for these kinds of units; `pick`: what
    else it asks. `wait`: not yet; other orders go first as long as there are any.
    """

    phrase: ClassVar = Phrase(
        {
            "loan": N_("{loan}[; for {most:power} at most][; {areas:and}][; {pick:list}]"),
            "wait": N_("other orders first"),
            "": N_("no loan"),
        }
    )

    loan: Annotated[str, Ids(("loan",), ("",))] = ""
    most: Count = 1000
    areas: tuple[OwnArea, ...] = ()
    units: tuple[UnitId, ...] = ()
    pick: tuple[PickId, ...] = ()
    wait: bool = False


class ClaimRule(Rule, frozen=True, kw_only=True):
    """Command the first of the vassals `pick` that is free; `pass`: pass the set of orders on."""

    phrase: ClassVar = phrase("{pick:else}")

    pick: tuple[Annotated[str, Ids(("house",), (PASS,))], ...]


class VassalOrder(Rule, frozen=True, kw_only=True):
    """An order for a vassal's area, if it can be laid there; `none`, without an area: no more orders."""

    phrase: ClassVar = Phrase({"area": "{area}: {order}", "order=none": N_("no more orders"), "": "{order}"})

    area: OwnAreaOrNone = ""
    order: OrderId = "none"


class TroopsRule(Rule, frozen=True, kw_only=True):
    """Move units by a card's text from `area` to `to`: these `units`, or all that can go if none are named; `because`:
    only by that card (empty: any). A rule without `to` moves none."""

    phrase: ClassVar = Phrase(
        {
            "to,units": N_("{units} from {area} to {to}[ ({because})]"),
            "to": N_("all who can from {area} to {to}[ ({because})]"),
            "": N_("move no units[ ({because})]"),
        }
    )

    area: OwnAreaOrNone = ""
    to: AreaOrNone = ""
    units: UnitCounts = {}
    because: Annotated[str, Ids(("tactic",), ("",))] = ""


class OfferRule(Rule, frozen=True, kw_only=True):
    """Offer for own leaders in a cell: for all of `leaders` that are there (empty: for any), to one of `holders`
    (empty: any), `power` at most what is at hand, and those of `hostages` that are held. `decline`: no offer."""

    phrase: ClassVar = Phrase(
        {
            "decline": N_("offer nothing[ to {holders:or}]"),
            "leaders": N_("offer {price|nothing} for {leaders:and}[ to {holders:or}]"),
            "": N_("offer {price|nothing} for whoever is held[ to {holders:or}]"),
        }
    )

    leaders: tuple[LeaderId, ...] = ()
    holders: tuple[HouseId, ...] = ()
    power: Amount = 0
    hostages: tuple[LeaderId, ...] = ()
    decline: bool = False


class ReplyRule(Rule, frozen=True, kw_only=True):
    """Accept an offer for `leaders` (empty: any of them) by one of `offerers` (empty: any) that brings `power` at least
    and all of `hostages`; without `accept` refuse it."""

    phrase: ClassVar = Phrase(
        {
            "accept": N_("accept for {leaders:and|any leader}[ from {offerers:or}][, if it brings {price}]"),
            "": N_("refuse for {leaders:and|any leader}[ from {offerers:or}]"),
        }
    )

    leaders: tuple[LeaderId, ...] = ()
    offerers: tuple[HouseId, ...] = ()
    power: Amount = 0
    hostages: tuple[LeaderId, ...] = ()
    accept: bool = True


class Hostages(Entry, frozen=True, kw_only=True):
    """Negotiations: what to offer, and what to accept."""

    offers: tuple[OfferRule, ...] = ()
    replies: tuple[ReplyRule, ...] = ()


SheetPart = Literal[
    "orders",
    "raven",
    "raids",
    "marches",
    "support",
    "cards",
    "blade",
    "retreat",
    "losses",
    "bids",
    "ties",
    "muster",
    "texts",
    "choices",
    "loans",
    "vassals",
    "troops",
    "hostages",
]
# Parts that a bot never chooses unless it is told to: secret orders and bids, and what is agreed with other players.
OWN_WORK: frozenset[SheetPart] = frozenset({"orders", "raven", "bids", "vassals", "hostages"})


class StewardRule(Rule, frozen=True, kw_only=True):
    """Whatever the sheet's own rules for these parts leave open is done as the steward would, within limits.

    `what`: the parts; empty: all, or all but `OWN_WORK` where the game leaves unsaid choices to the bot. His orders
    count where the sheet names none at all; of marches and raids those are his for whose areas no rule decides then.

    `may_attack`: the only houses that he attacks or hinders, by name, or `anybody`, `nobody`, or `attackers`: whoever
    attacked or raided this house in this round or the last. Empty: anybody, or nobody where the game leaves unsaid
    choices to the bot. Where it is not anybody he supports own battles alone. He attacks none of `never_attack`. His
    marches leave `keep` units at least in each of `never_empty`. He plays none of the cards `never_play`, nor those
    that are avoided. He bids `most` at most, and not into the last `save` Power. Limits of several rules about one part
    bind together.
    """

    phrase: ClassVar = Phrase(
        {"what": "{what:and}", "": N_("everything that no rule decides")},
        {
            "never_empty": N_("{never_empty:and} never with fewer than {keep} units"),
            "may_attack": N_("may attack: {may_attack:or}"),
            "never_attack": N_("never against {never_attack:or}"),
            "never_play": N_("never {never_play:or}"),
            "most": N_("bids at most {most}"),
            "save": N_("bids all but {save} at most"),
        },
    )

    what: tuple[SheetPart, ...] = ()
    may_attack: tuple[Annotated[str, Ids(("house",), (ANYBODY, NOBODY, ATTACKERS))], ...] = ()
    never_empty: tuple[OwnArea, ...] = ()
    keep: Count = 1
    never_attack: tuple[HouseId, ...] = ()
    never_play: tuple[OwnCard, ...] = ()
    most: Count = 1000
    save: Count = 0

    def about(self, part: str, *, careful: bool = False) -> bool:
        """Whether it leaves this part to him; `careful`: in a game that leaves unsaid choices to the bot."""
        return part in self.what or (not self.what and not (careful and part in OWN_WORK))

    def within(self, rules: Sequence[StewardRule]) -> StewardRule:
        """The same with the limits of all these rules: whom it may attack as the first says that says anything."""
        others = [rule for rule in rules if rule is not self]
        if not others:
            return self
        every = (self, *others)
        return msgspec.structs.replace(
            self,
            may_attack=next((rule.may_attack for rule in every if rule.may_attack), ()),
            never_empty=tuple(dict.fromkeys(area for rule in every for area in rule.never_empty)),
            keep=max(rule.keep for rule in every),
            never_attack=tuple(dict.fromkeys(house for rule in every for house in rule.never_attack)),
            never_play=tuple(dict.fromkeys(card for rule in every for card in rule.never_play)),
            most=min(rule.most for rule in every),
            save=max(rule.save for rule in every),
        )


# Leaves to the bot what it chooses in games that leave unsaid choices to it.
NOT_OWN_WORK = StewardRule(what=tuple(part for part in get_args(SheetPart) if part not in OWN_WORK))


class VassalSheet(Entry, frozen=True, kw_only=True):
    """Instructions for a vassal that one commands. `orders`: the first that can be laid, as many as it may have."""

    orders: tuple[VassalOrder, ...] = ()
    raids: Raids = Raids()
    marches: Marches = Marches()
    support: tuple[SupportRule, ...] = ()
    cards: Cards = Cards()
    blade: tuple[BladeRule, ...] = ()
    losses: Losses = Losses()
    retreat: tuple[RetreatRule, ...] = ()
    muster: Muster = Muster()
    choices: dict[AskingId, tuple[ChoiceRule, ...]] = {}

    def as_sheet(self) -> Sheet:
        """The same instructions as those of a house; without the orders, which have a form of their own."""
        shared = (name for name in self.__struct_fields__ if name != "orders")
        return Sheet(**{name: getattr(self, name) for name in shared})


class Sheet(Entry, frozen=True, kw_only=True):
    """Everything a player may write for a call; whatever is left out falls to standing instructions and defaults.

    `orders` maps areas to order tokens (`none`: leave it without), or to several by liking: the first choices of all
    areas are laid, then the second where the first could not be, and so on. `bids` maps auctions (tracks, `wildlings`)
    to rules; `choices` maps what asks (a card, a badge, `port`, `support`), or what it is about, to rules, for a track
    the houses that get what was bid for it; `loans` are wanted in that order; `answers` maps ids of open decisions to
    direct answers. `troops` are moved by cards' texts, `hostages` says what is negotiated for them. `claims` say which
    vassals to command, `vassals` (by house, or `any`) what they do; what they leave open falls to the sheet's own
    instructions; what these leave open to the `steward`, if they say so.
    """

    orders: Annotated[dict[AreaId, Order], spec.ORDERS] = {}
    raven: Annotated[tuple[RavenRule, ...], spec.RAVEN] = ()
    raids: Annotated[Raids, spec.RAIDS] = Raids()
    marches: Annotated[Marches, spec.MARCHES] = Marches()
    support: Annotated[tuple[SupportRule, ...], spec.SUPPORT] = ()
    cards: Annotated[Cards, spec.CARDS] = Cards()
    texts: Annotated[Texts, spec.TEXTS] = Texts()
    blade: Annotated[tuple[BladeRule, ...], spec.BLADE] = ()
    losses: Annotated[Losses, spec.LOSSES] = Losses()
    retreat: Annotated[tuple[RetreatRule, ...], spec.RETREAT] = ()
    bids: Annotated[dict[AuctionId, tuple[BidRule, ...]], spec.BIDS] = {}
    ties: Annotated[Ties, spec.TIES] = Ties()
    muster: Annotated[Muster, spec.MUSTER] = Muster()
    choices: Annotated[dict[AskingId, tuple[ChoiceRule, ...]], spec.CHOICES] = {}
    loans: Annotated[tuple[LoanRule, ...], spec.LOANS] = ()
    answers: dict[str, AnyAnswer] = {}
    claims: Annotated[tuple[ClaimRule, ...], spec.CLAIMS] = ()
    vassals: Annotated[dict[VassalName, VassalSheet], spec.VASSALS] = {}
    troops: Annotated[tuple[TroopsRule, ...], spec.TROOPS] = ()
    hostages: Annotated[Hostages, spec.HOSTAGES] = Hostages()
    steward: Annotated[tuple[StewardRule, ...], spec.STEWARD] = ()


EMPTY_SHEET = Sheet()
