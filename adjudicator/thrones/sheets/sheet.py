"""The sheet: what a player writes for a call. Orders and bids, and ordered instructions for every later question.

In every list of rules the first whose condition `when` holds (None: always) and whose choice is legal at that
moment decides.
Ids are words of the edition. `me` and `opponent` may stand for a house where a field says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

import msgspec

from adjudicator.engine.sheet.fields import Ids, Text
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.conditions.tree import Condition, When
from adjudicator.thrones.sheets.name_book import AUCTION
from adjudicator.thrones.state.answers import AnyAnswer

# An area that is left without an order; no more orders of a vassal.
NO_ORDER = "none"
# Among the targets of a raid: whatever can be raided.
ANY_TARGET = "any"
# Whom support helps: whoever fights one of the houses that the rule is against.
WHOEVER = "whoever"
# Where a retreat goes: nearest to one's own home; to where marches threaten least.
HOME, SAFEST = "home", "safest"
# What is said of a leader who does not go.
STAYS = "stays"
# Whom the bot may attack or hinder, besides houses by name.
ANYBODY, NOBODY, ATTACKERS = "anybody", "nobody", "attackers"
# Stands for whatever vassal one commands.
ANY_VASSAL = "any"
# Areas of a kind, in wishes.
AREAS_OF_A_KIND = ("any-settlement", "any-barrel", "any-crown", "any-land", "any-sea")
# What rules ask that is no card, badge or place.
ASKED_BY_RULES = ("port", "support", "consolidate-power", "tactics", "activate", "hostage", "negotiation")
_LADDER = ("strongest", "weakest")
_SIDES = ("me", NOBODY, "attacker", "defender", WHOEVER)

Role = Literal["any", "attacker", "defender"]
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Amount = Annotated[Count | Sum, Text("amount")]
AreaId = Annotated[str, Ids(("area",))]
AreaOrNone = Annotated[str, Ids(("area",), ("",))]
WishedArea = Annotated[str, Ids(("area",), AREAS_OF_A_KIND)]
HouseId = Annotated[str, Ids(("house",))]
OwnerId = Annotated[str, Ids(("house",), ("me", "opponent"))]
UnitId = Annotated[str, Ids(("unit",))]
CardId = Annotated[str, Ids(("card",))]
RankedCard = Annotated[str, Ids(("card",), _LADDER)]
WeighedCard = Annotated[str, Ids(("card",), (*_LADDER, "enough", "likely", "best"))]
LeaderId = Annotated[str, Ids(("leader",))]
OrderId = Annotated[str, Ids(("order",), (NO_ORDER,))]
OrderKind = Annotated[str, Ids(("type", "order"))]
AuctionId = Annotated[str, Ids(("auction",))]
_PICKED = (
    *("choice", "area", "track", "card", "order", "type", "auction", "house", "unit", "deck", "westeros", "leader"),
    *("tactic", "alliance", "ally"),
)
PickId = Annotated[str, Ids(_PICKED)]
_ASKING = ("card", "westeros", "wildling", "badge", "area", "house", "track", "loan", "tactic", "alliance", "leader")
AskingId = Annotated[str, Ids(_ASKING, ASKED_BY_RULES)]
UnitCounts = dict[UnitId, Count]

# The order for an area: a token, or tokens by preference.
Order = OrderId | tuple[OrderId, ...]


def wishes_of(order: Order) -> tuple[str, ...]:
    """The tokens that are liked in an area, the best first; none for an empty list."""
    return (order,) if isinstance(order, str) else order


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a sheet."""


class Rule(Entry, frozen=True, kw_only=True):
    """An instruction: it counts only while `when` holds, and after `Else` while no condition before it in its row
    does."""

    when: Annotated[When | None, Text("when")] = None


class RavenRule(Rule, frozen=True, kw_only=True):
    """Exchange the order in `area` for `order`; both None: look on, or (`look`) see the top wildling card."""

    area: AreaOrNone | None = None
    order: Annotated[str, Ids(("order",), ("",))] | None = None
    look: bool = False


class RaidRule(Rule, frozen=True, kw_only=True):
    """Remove the first possible of `targets` (two for the special raid). No targets: none, the raid is removed.

    A target is an area, a house (any order of it) or `any`; `types`: only such orders, types or tokens, by liking.

    `wait`: not yet, as long as there is another raid to resolve; then the next rule counts.
    """

    targets: tuple[Annotated[str, Ids(("area", "house"), (ANY_TARGET,))], ...] = ()
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

    take: tuple[WishedArea, ...] = ()
    origins: tuple[AreaId, ...] = ()
    prefer: tuple[WishedArea, ...] = ()
    avoid: tuple[WishedArea, ...] = ()
    stay: tuple[AreaId, ...] = ()
    keep: Count = 1


class Marches(Entry, frozen=True, kw_only=True):
    """The sequence of marches, the plans of each marching area, then the wishes of all of them in their order; and when
    to stop: all that are left then stay."""

    sequence: tuple[AreaId, ...] = ()
    areas: dict[AreaId, tuple[MarchPlan, ...]] = {}
    wishes: tuple[Wish, ...] = ()
    stop: Annotated[Condition | None, Text("condition")] = None


class SupportRule(Rule, frozen=True, kw_only=True):
    """Whom supporting `areas` (empty: all) help, in which `battles` (empty: all), only `against` these houses
    (empty: any).

    `whom` is `me`, `nobody`, `attacker`, `defender`, a house, or `whoever` fights one of `against`; a rule for a house
    that does not fight here is passed over.
    """

    whom: Annotated[str, Ids(("house",), _SIDES)] = "me"
    areas: tuple[AreaId, ...] = ()
    against: tuple[HouseId, ...] = ()
    battles: tuple[AreaId, ...] = ()


class BattleRule(Rule, frozen=True, kw_only=True):
    """A rule for battles in a role, against some houses (empty: all), for some areas (empty: all)."""

    role: Role = "any"
    opponents: tuple[HouseId, ...] = ()
    battles: tuple[AreaId, ...] = ()


class CardRule(BattleRule, frozen=True, kw_only=True):
    """Play the first of `cards` that is in hand. Never one of `exclude`.

    Among them may stand `strongest`, `weakest`; `enough`, the weakest that beats whatever the other can play; `likely`,
    the weakest that beats half of it at least; `best`, what beats most of it. Texts that change numbers are counted.
    """

    cards: tuple[WeighedCard, ...] = ()
    exclude: tuple[CardId, ...] = ()


class AvoidRule(BattleRule, frozen=True, kw_only=True):
    """Do not play these cards then, by any rule or default, unless nothing else is in hand."""

    cards: tuple[CardId, ...] = ()


class Cards(Entry, frozen=True, kw_only=True):
    """Which House cards to play, and which to avoid."""

    rules: tuple[CardRule, ...] = ()
    avoid: tuple[AvoidRule, ...] = ()


class TakeBackRule(Rule, frozen=True, kw_only=True):
    """Take back the first of `cards` that is discarded (`strongest`, `weakest` allowed); none named: decline.

    `because`: only for `wildlings` or for these cards' texts; empty: always.
    """

    cards: tuple[RankedCard, ...] = ()
    because: tuple[Annotated[str, Ids(("card",), (AUCTION,))], ...] = ()


class RemoveOrderRule(Rule, frozen=True, kw_only=True):
    """Remove an order by a card's text: the first area of `areas`, or of any area if empty, with an order of
    `types` (in that
    order of liking, types or tokens; empty: any) of one of `owners` (in that order; empty: any). `decline`: none
    at all."""

    areas: tuple[AreaId, ...] = ()
    types: tuple[OrderKind, ...] = ()
    owners: tuple[OwnerId, ...] = ()
    decline: bool = False


class DiscardRule(Rule, frozen=True, kw_only=True):
    """Discard the first of `cards` that the victim holds (`strongest`, `weakest` allowed); none named: decline."""

    cards: tuple[RankedCard, ...] = ()


class KnightRule(Rule, frozen=True, kw_only=True):
    """Turn a footman into a knight by a card's text, or do not; only in `areas`, if any are named."""

    use: bool = True
    areas: tuple[AreaId, ...] = ()


class ChoiceRule(Rule, frozen=True, kw_only=True):
    """Choose the first of `pick` that is offered: an id, a number, or a plain word as the question has it."""

    pick: tuple[Annotated[str, Ids(_PICKED, numbers=True)], ...]


class Texts(Entry, frozen=True, kw_only=True):
    """Answers to House card texts that ask something (and the card returned after the wildlings)."""

    take_back: tuple[TakeBackRule, ...] = ()
    remove_order: tuple[RemoveOrderRule, ...] = ()
    discard: tuple[DiscardRule, ...] = ()
    knight: tuple[KnightRule, ...] = ()


class BladeRule(Rule, frozen=True, kw_only=True):
    """Use the Valyrian steel blade: always, never, or only if it turns defeat into victory."""

    use: Literal["always", "never", "if-decisive"] = "if-decisive"


Liking = Literal[
    "cheapest", "dearest", "farthest-from-home", "nearest-home", "smallest-army", "largest-army", "routed", "standing"
]


class LossRule(Rule, frozen=True, kw_only=True):
    """Lose a unit in one of `areas` (in that order; empty: anywhere), of one of `units` (in that order; empty: any
    kind).

    Among several, the likings decide in order. The rule counts only while more than `keep` of that kind stand in
    the area.
    """

    areas: tuple[AreaId, ...] = ()
    units: tuple[UnitId, ...] = ()
    likings: tuple[Liking, ...] = ()
    keep: Count = 0


class Losses(Entry, frozen=True, kw_only=True):
    """Which units to lose: for supply, to the wildlings, in battle, on a retreat; which enemy unit a card
    or the bank kills; then
    `general` for all of one's own losses."""

    supply: tuple[LossRule, ...] = ()
    wildlings: tuple[LossRule, ...] = ()
    casualties: tuple[LossRule, ...] = ()
    abandon: tuple[LossRule, ...] = ()
    kill: tuple[LossRule, ...] = ()
    general: tuple[LossRule, ...] = ()


class RetreatRule(Rule, frozen=True, kw_only=True):
    """Retreat from battles for one of `battles` (empty: any) to the first possible of `areas`; among them may stand
    `home`, what is nearest to the house's home, and `safest`, where marches of others threaten least."""

    areas: tuple[Annotated[str, Ids(("area",), (HOME, SAFEST))], ...]
    battles: tuple[AreaId, ...] = ()


class BidRule(Rule, frozen=True, kw_only=True):
    """A bid: `exactly` amount (all that is left if no rule can be paid); `up-to` amount, as much as leaves `keep`;
    `all`; or `rest`: all but `keep`. Sums are worked out then; below 0 they are 0."""

    how: Literal["exactly", "up-to", "all", "rest"] = "exactly"
    amount: Amount = 0
    keep: Count = 0


class TieRule(Rule, frozen=True, kw_only=True):
    """Tied houses from first to last, `me` among them if liked; houses not named follow in turn order. `auctions`:
    only there."""

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

    unit: UnitId
    at: AreaOrNone = ""
    upgrade: bool = False


class MusterRule(Rule, frozen=True, kw_only=True):
    """Things to muster in order of liking, as far as points, pieces and supply allow. `whole`: all of them or none."""

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

    loan: Annotated[str, Ids(("loan",), ("",))] = ""
    most: Count = 1000
    areas: tuple[AreaId, ...] = ()
    units: tuple[UnitId, ...] = ()
    pick: tuple[PickId, ...] = ()
    wait: bool = False


class ClaimRule(Rule, frozen=True, kw_only=True):
    """Command the first of the vassals `pick` that is free; `pass`: pass the set of orders on."""

    pick: tuple[Annotated[str, Ids(("house",), (PASS,))], ...]


class VassalOrder(Rule, frozen=True, kw_only=True):
    """An order for a vassal's area, if it can be laid there; `none`, without an area: no more orders."""

    area: AreaOrNone = ""
    order: OrderId = "none"


class TroopsRule(Rule, frozen=True, kw_only=True):
    """Move units by a card's text from `area` to `to`: these `units`, or all that can go if none are named; `because`:
    only by that card (empty: any). A rule without `to` moves none."""

    area: AreaOrNone = ""
    to: AreaOrNone = ""
    units: UnitCounts = {}
    because: Annotated[str, Ids(("tactic",), ("",))] = ""


class OfferRule(Rule, frozen=True, kw_only=True):
    """Offer for own leaders in a cell: for all of `leaders` that are there (empty: for any), to one of `holders`
    (empty: any), `power` at most what is at hand, and those of `hostages` that are held. `decline`: no offer."""

    leaders: tuple[LeaderId, ...] = ()
    holders: tuple[HouseId, ...] = ()
    power: Amount = 0
    hostages: tuple[LeaderId, ...] = ()
    decline: bool = False


class ReplyRule(Rule, frozen=True, kw_only=True):
    """Accept an offer for `leaders` (empty: any of them) by one of `offerers` (empty: any) that brings `power` at least
    and all of `hostages`; without `accept` refuse it."""

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

    what: tuple[SheetPart, ...] = ()
    may_attack: tuple[Annotated[str, Ids(("house",), (ANYBODY, NOBODY, ATTACKERS))], ...] = ()
    never_empty: tuple[AreaId, ...] = ()
    keep: Count = 1
    never_attack: tuple[HouseId, ...] = ()
    never_play: tuple[CardId, ...] = ()
    most: Count = 1000
    save: Count = 0

    def about(self, part: SheetPart, *, careful: bool = False) -> bool:
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

    orders: dict[AreaId, Order] = {}
    raven: tuple[RavenRule, ...] = ()
    raids: Raids = Raids()
    marches: Marches = Marches()
    support: tuple[SupportRule, ...] = ()
    cards: Cards = Cards()
    texts: Texts = Texts()
    blade: tuple[BladeRule, ...] = ()
    losses: Losses = Losses()
    retreat: tuple[RetreatRule, ...] = ()
    bids: dict[AuctionId, tuple[BidRule, ...]] = {}
    ties: Ties = Ties()
    muster: Muster = Muster()
    choices: dict[AskingId, tuple[ChoiceRule, ...]] = {}
    loans: tuple[LoanRule, ...] = ()
    answers: dict[str, AnyAnswer] = {}
    claims: tuple[ClaimRule, ...] = ()
    vassals: dict[Annotated[str, Ids(("house",), (ANY_VASSAL,))], VassalSheet] = {}
    troops: tuple[TroopsRule, ...] = ()
    hostages: Hostages = Hostages()
    steward: tuple[StewardRule, ...] = ()


EMPTY_SHEET = Sheet()
