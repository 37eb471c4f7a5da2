"""Facts and numbers of the board, of weather, leaders, tactics and alliances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, get_args

from adjudicator.engine.sheet import Fact, Form, Mistake, Slot
from adjudicator.thrones.rules.control import barrels, controller, crowns, places, settlements
from adjudicator.thrones.rules.marches import RAIDABLE
from adjudicator.thrones.rules.strength import supporters
from adjudicator.thrones.sheets.conditions import slots
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.slots import Area
from adjudicator.thrones.state import Board, Edition, Leader, OrderToken, Realm, decisions as d

Quantity = Literal[
    "power", "supply", "settlements", "barrels", "crowns", "cards", "points", "loans", "claim", "hostages", "alliances"
]
QUANTITIES: tuple[str, ...] = get_args(Quantity)


def is_kind(token: OrderToken, order: str) -> bool:
    """Whether a token is of the kind that `order` says."""
    if order == "raidable":
        return token.type in RAIDABLE
    return order in ("order", token.type, token.id) or (order == "special" and token.special)


class Round(Fact):
    """The round being played."""

    forms = ("round",)

    def number(self, scene: Scene) -> int:
        return scene.board.round


class Wildlings(Fact):
    """The strength of the wildlings."""

    forms = ("wildlings", "(wildling|wildlings) strength")

    def number(self, scene: Scene) -> int:
        return scene.board.wildlings


class OrdersLying(Fact, tag="orders"):
    """The number of open orders of a house; `others`: of all other houses.

    `order`: a type, a token, `special`, `raidable`, or any. `other`: besides the one being resolved.
    """

    order: slots.OrderKind = "order"
    who: slots.OrOthers = "me"
    other: Annotated[bool, Slot(words={"other": True, "another": True})] = False
    forms = (
        "[{who} ][{other} ][{order} ](orders|order)[ left]",
        Form("{who} has marched", order="march", compared=("=", 0)),
    )

    def number(self, scene: Scene) -> int:
        """Return the number of such open orders; Inapplicable for an absent house."""
        board, orders = scene.board, scene.edition.orders
        who = "enemy" if self.who == "others" else self.who
        if who != "enemy":
            scene.sure_house(who)
        # The march from which the battle at hand comes is the one that is being resolved.
        resolved = scene.battle.origin if self.other and scene.battle is not None else ""
        count = sum(
            is_kind(orders[placed.order], self.order) and scene.is_who(placed.house, who) and area != resolved
            for area, placed in board.orders.items()
        )
        if self.other and who == "me" and isinstance(scene.asked, d.ResolveMarch | d.ResolveRaid):
            # Which of those that are left is resolved now is the very question.
            count -= self.order in ("order", "march" if isinstance(scene.asked, d.ResolveMarch) else "raid")
        return max(0, count)


class Units(Fact):
    """How many units stand or lie in an area; of one kind, or (empty) of any."""

    area: Area
    unit: slots.Unit = ""
    forms = ("{unit} in {area}", Form("{area} has[ (a|an)] {unit}", compared=(">=", 1)))

    def number(self, scene: Scene) -> int:
        force = scene.board.forces.get(scene.existing(self.area))
        if force is None:
            return 0
        return force.count(self.unit) if self.unit else force.size()


class Defence(Fact):
    """The defence of an area now: units or neutral force, Defense order, own support."""

    area: Area
    forms = ("(defence|defense|strength) of {area}",)

    def number(self, scene: Scene) -> int:
        return scene.defence(scene.existing(self.area))


class Loyalty(Fact):
    """How many loyalty tokens lie in an area."""

    area: Area
    forms = ("loyalty[ (tokens|token)] in {area}",)

    def number(self, scene: Scene) -> int:
        return scene.board.loyalty.get(scene.existing(self.area), 0)


class Holding(Fact):
    """How much of something a house has.

    Available Power, supply, cities and strongholds, icons, cards in hand, loyalty points, loans, claim, hostages,
    alliance cards. `others`: all other players together; `best-other`: the one with most.
    """

    of: Annotated[Quantity, Slot(words={**{name: name for name in QUANTITIES}, "loans out": "loans"})]
    who: slots.OrBest = "me"
    forms = ("[{who} ]{of}",)

    def number(self, scene: Scene) -> int:
        """Return how much the house has; of all others together or the most of one.
        Inapplicable if there is no such house in the game."""
        board = scene.board
        if self.who not in ("others", "best-other"):
            return self._of(scene.sure_house(self.who), scene)
        others = [house for house in board.houses if house != scene.me and house not in board.vassals]
        amounts = [self._of(house, scene) for house in others]
        return sum(amounts) if self.who == "others" else max(amounts, default=0)

    def _of(self, house: str, scene: Scene) -> int:
        """Return how much one house has of the quantity; counted once per question."""
        counted = scene.counted.get((self.of, house))
        if counted is None:
            counted = scene.counted[self.of, house] = _COUNTED[self.of](scene.board, scene.edition, house)
        return counted


# Where flags count, `settlements` is the number of places, `claim` what they are worth.
_COUNTED: dict[str, Callable[[Board, Edition, str], int]] = {
    "power": lambda board, edition, house: board.power[house],
    "supply": lambda board, edition, house: board.supply[house],
    "settlements": places,
    "barrels": barrels,
    "crowns": crowns,
    "cards": lambda board, edition, house: len(board.hands[house]),
    "points": lambda board, edition, house: board.points.get(house, 0),
    "loans": lambda board, edition, house: len(board.bank.loans.get(house, ())) if board.bank is not None else 0,
    "claim": settlements,
    "hostages": lambda board, edition, house: sum(leader.cell == house for leader in board.leaders.values()),
    "alliances": lambda board, edition, house: len(board.realm.alliances.get(house, ())) if board.realm else 0,
}


class Place(Fact):
    """A house's place on a track; 1 is the first."""

    track: slots.Track
    who: slots.Who = "me"
    forms = ("[{who} ]{track} (position|place)",)

    def number(self, scene: Scene) -> int:
        houses, house = scene.board.tracks.get(self.track, []), scene.sure_house(self.who)
        if house not in houses:
            raise Inapplicable(f"{house} has no place on a track {self.track!r}")
        return houses.index(house) + 1


class EarlierBid(Fact, tag="bid"):
    """The bid of a house in an earlier auction of this round; 0 if there was none."""

    auction: slots.Auction
    who: slots.Who = "me"
    forms = ("[{who} ]{auction} bid",)

    def number(self, scene: Scene) -> int:
        return scene.board.bids.get(self.auction, {}).get(scene.sure_house(self.who), 0)


class AreaIs(Fact):
    """Whether an area is `empty`, `neutral`, `uncontrolled` or held by somebody.
    `empty`: no units, no neutral force. Controlled by me (`mine`), another house (`enemy`), the `opponent`, or the
    house named."""

    area: Area
    what: slots.State
    forms = ("{area} is {what}", "{area} {what!}")

    def holds(self, scene: Scene) -> bool:
        """Return whether the area is in that state; Inapplicable for an unknown area."""
        area, board = scene.existing(self.area), scene.board
        if self.what == "empty":
            return area not in board.forces and area not in board.neutral
        if self.what == "neutral":
            return area in board.neutral
        owner = controller(board, scene.edition, area)
        if self.what == "uncontrolled":
            return owner is None
        return scene.is_who(owner, "me" if self.what == "mine" else self.what)


class HeldBy(Fact):
    """Units of a house (`me`, `enemy`, `opponent` or an id) stand in an area."""

    area: Area
    who: slots.Anyone
    forms = ("{area} is held by {who}",)

    def holds(self, scene: Scene) -> bool:
        force = scene.board.forces.get(scene.existing(self.area))
        return force is not None and scene.is_who(force.house, self.who)


class Ordered(Fact):
    """Whether an order of a kind lies in an area.
    A type, the very token, `special`, removable by a raid (`raidable`), or any (`order`)."""

    area: Area
    order: slots.Order = "order"
    forms = (
        "{area} has[ (a|an)] {order}[ order]",
        Form("{area} has nothing to raid", order="raidable", negated=True),
        Form("{area} has marched", order="march", negated=True),
        Form("after {area}", order="march", negated=True),
    )

    def holds(self, scene: Scene) -> bool:
        placed = scene.board.orders.get(scene.existing(self.area))
        return placed is not None and is_kind(scene.edition.orders[placed.order], self.order)


class SupportBeside(Fact):
    """A Support order that could help lies beside an area; whose: a house or `any`."""

    area: Area
    who: slots.Owner = "any"
    forms = ("{area} has[ (a|an)][ {who}] support beside[ it]",)

    def holds(self, scene: Scene) -> bool:
        board = scene.board
        beside = supporters(board, scene.edition, scene.existing(self.area))
        return any(scene.is_who(board.orders[area].house, self.who) for area in beside)


class HasToken(Fact, tag="token"):
    """A Power token marks an area; of `any`, `me`, `enemy`, `opponent` or a house."""

    area: Area
    who: slots.Owner = "any"
    forms = ("{area} has[ (a|an)][ {who}][ power] token",)

    def holds(self, scene: Scene) -> bool:
        return scene.is_who(scene.board.tokens.get(scene.existing(self.area)), self.who)


class HoldsBadge(Fact):
    """A house holds the Iron Throne, the Valyrian steel blade or the Messenger Raven."""

    who: slots.Who
    badge: slots.Badge
    forms = (Form("I hold {badge}", who="me"), "{who} (holds|can play) {badge}")

    def holds(self, scene: Scene) -> bool:
        return scene.is_who(scene.board.holders.get(self.badge), self.who)


class BadgeUsed(Fact):
    """The Valyrian steel blade or the Messenger Raven was used this round."""

    badge: slots.Badge
    forms = ("{badge} is used",)

    def holds(self, scene: Scene) -> bool:
        return self.badge in scene.board.spent


class Commands(Fact):
    """A house decides for a vassal."""

    who: slots.Doer
    vassal: slots.Vassal
    forms = (
        "{who} commands {vassal}",
        "{vassal} is commanded by {who}",
        Form("(nobody|noone) commands {vassal}", who="any", negated=True),
        Form("{vassal} is commanded by (nobody|noone)", who="any", negated=True),
    )

    def holds(self, scene: Scene) -> bool:
        return scene.is_who(scene.board.commanders.get(self.vassal), self.who)


class Revealed(Fact):
    """A Westeros card was turned up this round."""

    card: slots.WesterosCard
    forms = ("{card} is revealed",)

    def holds(self, scene: Scene) -> bool:
        return self.card in scene.board.revealed.values()


class Banned(Fact):
    """Orders of this type are forbidden this round."""

    what: slots.Ban
    forms = ("{what} is banned",)

    def holds(self, scene: Scene) -> bool:
        return self.what in scene.board.bans


_WEATHER = Slot(
    words={"fair": "fair", "good": "fair", "fine": "fair", "storm": "storm", "stormy": "storm", "bad": "storm"},
    mistake=Mistake("unknown-weather", "is not a kind of weather", "fair or storm"),
)


def _leader(name: str, scene: Scene) -> Leader | None:
    """The leader, if he is in the game; Inapplicable in a game without leaders."""
    if not scene.edition.leaders:
        raise Inapplicable("there are no leaders in this game")
    return scene.board.leaders.get(name)


def _realm(scene: Scene) -> Realm:
    if scene.board.realm is None:
        raise Inapplicable("this game has no weather and no alliances")
    return scene.board.realm


class WeatherIs(Fact, tag="weather"):
    """The weather is fair, and fords can be crossed, or there is a storm."""

    what: Annotated[Literal["fair", "storm"], _WEATHER]
    forms = ("weather is {what}",)

    def holds(self, scene: Scene) -> bool:
        return scene.edition.weather[_realm(scene).weather] == self.what


class LeaderIn(Fact):
    """A leader stands in an area; one that is dead or a hostage stands nowhere."""

    leader: slots.Leader
    area: Area
    forms = ("{leader} is in {area}",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and leader.area == self.area


class LeaderHeld(Fact):
    """A leader is a hostage; of `any`, `me`, `enemy`, `opponent` or an id."""

    leader: slots.Leader
    who: slots.Anyone = "any"
    forms = ("{leader} is (a hostage|hostage)[ of {who}]",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and bool(leader.cell) and scene.is_who(leader.cell, self.who)


class LeaderServes(Fact):
    """A leader belongs to a house, free or held; a dead one belongs to none."""

    leader: slots.Leader
    who: slots.Anyone = "me"
    forms = ("{leader} serves {who}",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and scene.is_who(leader.house, self.who)


class TacticLies(Fact, tag="tactic"):
    """A tactics card of a house lies open and lasts."""

    tactic: slots.Tactic
    who: slots.Anyone = "any"
    forms = ("{tactic} is lasting[ for {who}]",)

    def holds(self, scene: Scene) -> bool:
        tactics = scene.board.tactics
        if tactics is None:
            raise Inapplicable("there are no tactics cards in this game")
        return any(self.tactic in cards and scene.is_who(house, self.who) for house, cards in tactics.open.items())


class HoldsAlliance(Fact):
    """A house holds an alliance card."""

    who: slots.Who
    alliance: slots.Alliance
    forms = (Form("I hold {alliance}", who="me"), "{who} (holds|can play) {alliance}")

    def holds(self, scene: Scene) -> bool:
        cards = _realm(scene).alliances
        return any(self.alliance in hand and scene.is_who(house, self.who) for house, hand in cards.items())


class AllianceOpen(Fact):
    """An alliance card lies face up on its deck."""

    alliance: slots.Alliance
    forms = ("{alliance} is (face-up|face up)",)

    def holds(self, scene: Scene) -> bool:
        return self.alliance in _realm(scene).tops.values()


class AlliedWith(Fact):
    """A house has a permanent alliance: it alone may draw from a deck."""

    who: slots.Anyone
    ally: slots.Ally
    forms = ("{who} is allied with {ally}",)

    def holds(self, scene: Scene) -> bool:
        return scene.is_who(_realm(scene).permanent.get(self.ally), self.who)
