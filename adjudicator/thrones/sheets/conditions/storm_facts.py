"""Facts of weather, leaders, tactics and alliances, as everybody sees them."""

from __future__ import annotations

from typing import Annotated, Literal

from adjudicator.engine.sheet.facts import Fact, Form, Mistake, Slot
from adjudicator.thrones.sheets.conditions import slots
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.slots import Area
from adjudicator.thrones.state.board import Leader, Realm

_WEATHER = Slot(
    words={"fair": "fair", "good": "fair", "fine": "fair", "storm": "storm", "stormy": "storm", "bad": "storm"},
    mistake=Mistake("unknown-weather", "is no weather", "fair or storm"),
)


def _leader(name: str, scene: Scene) -> Leader | None:
    """The leader, if he is in the game; Inapplicable in a game without leaders."""
    if not scene.edition.leaders:
        raise Inapplicable("there are no leaders in this game")
    return scene.board.leaders.get(name)


def _realm(scene: Scene) -> Realm:
    if scene.board.realm is None:
        raise Inapplicable("there are no weather and no alliances in this game")
    return scene.board.realm


class WeatherIs(Fact, frozen=True, tag="weather"):
    """The weather is fair, and fords can be crossed, or there is a storm."""

    what: Annotated[Literal["fair", "storm"], _WEATHER]
    forms = ("weather is {what}",)

    def holds(self, scene: Scene) -> bool:
        return scene.edition.weather[_realm(scene).weather] == self.what


class LeaderIn(Fact, frozen=True, tag="leader-in"):
    """A leader stands in an area; one that is dead or a hostage stands nowhere."""

    leader: slots.Leader
    area: Area
    forms = ("{leader} is in {area}",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and leader.area == self.area


class LeaderHeld(Fact, frozen=True, tag="leader-held"):
    """A leader is a hostage in the cell of a house (`any`, `me`, `enemy`, `opponent` or an id)."""

    leader: slots.Leader
    who: slots.Anyone = "any"
    forms = ("{leader} is (a hostage|hostage)[ of {who}]",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and bool(leader.cell) and scene.is_who(leader.cell, self.who)


class LeaderServes(Fact, frozen=True, tag="leader-serves"):
    """A leader belongs to a house, free or held: only allied ones change their house; a dead one belongs to none."""

    leader: slots.Leader
    who: slots.Anyone = "me"
    forms = ("{leader} serves {who}",)

    def holds(self, scene: Scene) -> bool:
        leader = _leader(self.leader, scene)
        return leader is not None and scene.is_who(leader.house, self.who)


class TacticLies(Fact, frozen=True, tag="tactic"):
    """A tactics card of a house lies open and lasts."""

    tactic: slots.Tactic
    who: slots.Anyone = "any"
    forms = ("{tactic} is lasting[ for {who}]",)

    def holds(self, scene: Scene) -> bool:
        tactics = scene.board.tactics
        if tactics is None:
            raise Inapplicable("there are no tactics cards in this game")
        return any(self.tactic in cards and scene.is_who(house, self.who) for house, cards in tactics.open.items())


class HoldsAlliance(Fact, frozen=True, tag="holds-alliance"):
    """A house holds an alliance card."""

    who: slots.Who
    alliance: slots.Alliance
    forms = (Form("I hold {alliance}", who="me"), "{who} (holds|can play) {alliance}")

    def holds(self, scene: Scene) -> bool:
        cards = _realm(scene).alliances
        return any(self.alliance in hand and scene.is_who(house, self.who) for house, hand in cards.items())


class AllianceOpen(Fact, frozen=True, tag="alliance-open"):
    """An alliance card lies face up on its deck."""

    alliance: slots.Alliance
    forms = ("{alliance} is (face-up|face up)",)

    def holds(self, scene: Scene) -> bool:
        return self.alliance in _realm(scene).tops.values()


class AlliedWith(Fact, frozen=True, tag="allied-with"):
    """A house has a permanent alliance: it alone may draw from a deck."""

    who: slots.Anyone
    ally: slots.Ally
    forms = ("{who} is allied with {ally}",)

    def holds(self, scene: Scene) -> bool:
        return scene.is_who(_realm(scene).permanent.get(self.ally), self.who)
