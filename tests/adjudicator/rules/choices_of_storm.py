"""The same for the events of A Storm of Swords: the choice each follows from, or why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.thrones.state import events as e
from tests.adjudicator.rules.told import Choice, Told, picked


def _asked(house: str, *kinds: str) -> Choice:
    """A decision of these kinds, whatever it says."""
    return Choice(kinds, house, lambda answer: True)


def _alliance(event: e.AllianceTaken, told: Told) -> list[Choice]:
    """The deck that was chosen, or the house that was robbed; with a leader the card comes of itself."""
    if event.because == "leader":
        return []
    return [picked(event.house, event.victim or told.edition.alliances[event.card].deck)]


def _used(event: e.AllianceLost, told: Told) -> list[Choice]:
    """What goes when it has come, or with its leader, follows from that; raiders from the raid, others from a yes."""
    effect = told.edition.alliances[event.card].effect
    if effect in ("plots", "filthy-accusations") or event.removed:
        return []
    return [_asked(event.house, "resolve-raid" if effect == "raiders" else "pick-effect")]


def _aid(event: e.AidGiven, told: Told) -> list[Choice]:
    return [_asked(event.house, "pick-effect")]


def _laid(event: e.OrderPlaced, told: Told) -> list[Choice]:
    """For Power, or by the text of a House card."""
    if event.because in told.edition.tactics:
        return [picked(event.house, "pay")]
    return [_asked(event.house, "pick-effect", "remove-order")]


def _leader(event: e.LeaderMoved, told: Told) -> list[Choice]:
    """He goes with a march; where the beaten go, and with them; an allied one to an area that was chosen."""
    if event.because == "march":
        return [_asked(event.house, "resolve-march", "move-troops")]
    return [picked(event.house, event.area)] if event.because in told.edition.alliances else []


def _turned(event: e.LeaderTurned, told: Told) -> list[Choice]:
    """He is turned back when all is done."""
    return [picked(event.house, event.leader)] if event.active else []


def _taken(event: e.LeaderTaken, told: Told) -> list[Choice]:
    """Who cannot retreat is taken."""
    return [picked(event.house, event.leader)] if event.because == "losses" else []


def _freed(event: e.HostageMoved, told: Told) -> list[Choice]:
    if event.because == "negotiation":
        return [_asked("", "accept-offer")]
    return [picked(event.house, event.leader)]


def _killed(event: e.LeaderKilled, told: Told) -> list[Choice]:
    """Executed; or he has nobody to stand with any more."""
    return [picked(event.by, event.leader)] if event.by and event.because not in told.edition.alliances else []


CHOSEN_IN_STORM: dict[type, Callable[[Any, Told], list[Choice]]] = {
    e.TacticsLaid: lambda event, told: [_asked(house, "pick-effect") for house in event.houses],
    e.TacticsRevealed: lambda event, told: [picked(house, card) for house, card in event.cards.items()],
    e.TacticAdded: lambda event, told: [picked(event.house, event.card)],
    e.OrderPlaced: _laid,
    e.AllianceTaken: _alliance,
    e.AllianceLost: _used,
    e.AidGiven: _aid,
    e.CardSpent: lambda event, told: [picked(event.house, "pay")],
    e.ClaimLost: lambda event, told: [picked(event.by, event.house)],
    e.LeaderTurned: _turned,
    e.LeaderMoved: _leader,
    e.LeaderTaken: _taken,
    e.LeaderKilled: _killed,
    e.HostageMoved: _freed,
    e.LossSpared: lambda event, told: [picked(event.house, event.leader)],
    e.OfferMade: lambda event, told: [_asked(event.house, "negotiate")],
    e.OfferAnswered: lambda event, told: [
        Choice(("accept-offer",), event.house, lambda answer: answer["yes"] == event.accepted)
    ],
}
WITHOUT_CHOICE_IN_STORM: dict[type, str] = {
    e.TacticRemoved: "the end of the round",
    e.TacticsBarred: "a Westeros card, or the bids for claim",
    e.AllianceTurned: "chance",
    e.AllianceMade: "the third card of a house",
    e.AllianceEnded: "its leader has changed sides",
    e.ClaimGained: "it follows from the event told with it",
    e.WeatherChanged: "the icon of a card",
    e.BonusGained: "the text leaves no choice",
}
