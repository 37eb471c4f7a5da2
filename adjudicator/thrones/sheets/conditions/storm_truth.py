"""Conditions on weather, leaders, tactics and alliances, as everybody sees them."""

from __future__ import annotations

from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.state.board import Leader, Realm, Tactics


def weather_is(fact: c.WeatherIs, scene: Scene) -> bool:
    """Whether the marker lies on a place of this weather."""
    return scene.edition.weather[_realm(scene).weather] == fact.what


def leader_in(fact: c.LeaderIn, scene: Scene) -> bool:
    """Whether a leader stands there; one that is dead or held stands nowhere."""
    leader = _leader(fact.leader, scene)
    return leader is not None and leader.area == fact.area


def leader_held(fact: c.LeaderHeld, scene: Scene) -> bool:
    """Whether a leader is in that cell."""
    leader = _leader(fact.leader, scene)
    return leader is not None and bool(leader.cell) and scene.is_who(leader.cell, fact.who)


def leader_serves(fact: c.LeaderServes, scene: Scene) -> bool:
    """Whether a leader belongs to that house; a dead one to nobody."""
    leader = _leader(fact.leader, scene)
    return leader is not None and scene.is_who(leader.house, fact.who)


def tactic_lies(fact: c.TacticLies, scene: Scene) -> bool:
    """Whether such a card of such a house lies open."""
    open_ = _tactics(scene).open
    return any(fact.tactic in cards and scene.is_who(house, fact.who) for house, cards in open_.items())


def holds_alliance(fact: c.HoldsAlliance, scene: Scene) -> bool:
    """Whether such a house holds the card."""
    held = _realm(scene).alliances
    return any(fact.alliance in cards and scene.is_who(house, fact.who) for house, cards in held.items())


def alliance_open(fact: c.AllianceOpen, scene: Scene) -> bool:
    """Whether the card lies face up on its deck."""
    return fact.alliance in _realm(scene).tops.values()


def allied_with(fact: c.AlliedWith, scene: Scene) -> bool:
    """Whether such a house alone draws from the deck."""
    return scene.is_who(_realm(scene).permanent.get(fact.ally), fact.who)


def hostages(scene: Scene, house: str) -> int:
    """How many leaders a house holds in its cell."""
    return sum(leader.cell == house for leader in scene.board.leaders.values())


def alliances(scene: Scene, house: str) -> int:
    """How many alliance cards a house holds."""
    realm = scene.board.realm
    return len(realm.alliances.get(house, ())) if realm is not None else 0


def _leader(name: str, scene: Scene) -> Leader | None:
    """The leader, if he is in the game; Inapplicable in a game without leaders."""
    if not scene.edition.leaders:
        raise Inapplicable("there are no leaders in this game")
    return scene.board.leaders.get(name)


def _realm(scene: Scene) -> Realm:
    if scene.board.realm is None:
        raise Inapplicable("there are no weather and no alliances in this game")
    return scene.board.realm


def _tactics(scene: Scene) -> Tactics:
    if scene.board.tactics is None:
        raise Inapplicable("there are no tactics cards in this game")
    return scene.board.tactics
