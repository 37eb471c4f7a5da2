"""What is wrong with an edict about leaders, alliances, tactics, claim or weather."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.state import edicts as x
from adjudicator.thrones.state.board import CLAIM_SPACES, Position
from adjudicator.thrones.state.edition import Edition


def refuse_leader(position: Position, edition: Edition, edict: x.SetLeader) -> Iterator[Refusal]:
    """A leader stands beside units of his house, or is in the cell of another."""
    board, token = position.board, edition.leaders[edict.leader]
    known = board.leaders.get(edict.leader)
    house = token.house if known is None else known.house
    if edict.area is not None and edict.house is not None:
        yield Refusal("area-or-cell", "a leader is in an area or in a cell, not in both", "house")
    elif edict.area is not None:
        force = board.forces.get(edict.area)
        if force is None or (force.house != house and not token.allied):
            words = f"no units of {'a house' if token.allied else house} stand in {edict.area}"
            yield Refusal("leader-alone", words, "area")
    elif edict.house is not None and (token.allied or edict.house == house):
        words = f"{edict.leader} is no hostage of {edict.house}: allied leaders change sides, nobody holds his own"
        yield Refusal("no-hostage", words, "house")


def refuse_alliances(position: Position, edition: Edition, edict: x.SetAlliances) -> Iterator[Refusal]:
    """Alliance cards are in games that have them, each once, as long as they are in the game."""
    removed = [card for card in edict.alliances if card in position.board.removed]
    if position.board.realm is None:
        yield Refusal("no-alliances-here", "there are no alliances in this game", "alliances")
    elif len(set(edict.alliances)) != len(edict.alliances):
        yield Refusal("named-twice", "name each card once", "alliances")
    elif removed:
        yield Refusal("card-out-of-game", f"{', '.join(removed)} left the game for good", "alliances")


def refuse_tactics(position: Position, edition: Edition, edict: x.SetTactics) -> Iterator[Refusal]:
    """Only cards that the house has can lie open."""
    tactics = position.board.tactics
    if tactics is None:
        yield Refusal("no-tactics-here", "there are no tactics cards in this game", "tactics")
        return
    for card in edict.tactics:
        if card not in tactics.decks.get(edict.house, ()):
            yield Refusal("not-their-card", f"{card} is not a tactics card of {edict.house}", "tactics")
    if len(set(edict.tactics)) != len(edict.tactics):
        yield Refusal("named-twice", "name each card once", "tactics")


def refuse_claim(position: Position, edition: Edition, edict: x.SetClaim) -> Iterator[Refusal]:
    """The claim track has room for so many tokens."""
    if position.board.realm is None:
        yield Refusal("no-claim-here", "there is no claim track in this game", "houses")
    elif len(edict.houses) > CLAIM_SPACES:
        yield Refusal("no-room-on-the-track", f"the claim track has {CLAIM_SPACES} places", "houses")


def refuse_weather(position: Position, edition: Edition, edict: x.SetWeather) -> Iterator[Refusal]:
    """The marker lies on a place of its track."""
    if edict.place >= len(edition.weather):
        words = (
            f"the weather's track has the places 0 to {len(edition.weather) - 1}" if edition.weather else "none here"
        )
        yield Refusal("not-on-the-track", words, "place")
