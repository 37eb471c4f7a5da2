"""Leaders, tactics, alliances, claim and weather of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from adjudicator.engine.refusal import Refusal
from adjudicator.engine.scenario_names import twice, unknown
from adjudicator.thrones.state.board import Board, Garrison, Leader, Position
from adjudicator.thrones.state.edition import Edition

FACE_DOWN, CELL, DEAD = "face-down", "cell", "dead"


class StormPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies beside the board of A Storm of Swords, as far as it differs from the start."""

    leaders: Annotated[
        dict[str, str],
        Meta(
            description="by leader the area where he stands, as `tumbleton`, or `tumbleton face-down`; `cell "
            "lannister`: a hostage there; `dead`: out of the game. An allied one serves the house whose units are there"
        ),
    ] = {}
    garrisons: Annotated[dict[str, str], Meta(description="by area its garrison, as `lannister 6`")] = {}
    alliances: Annotated[dict[str, str], Meta(description="by house the alliance cards it holds")] = {}
    tops: Annotated[list[str], Meta(description="alliance decks whose top card lies face up")] = []
    permanent: Annotated[dict[str, str], Meta(description="by alliance deck the house that alone draws from it")] = {}
    used: Annotated[list[str], Meta(description="alliance cards that were used this round")] = []
    tactics: Annotated[dict[str, str], Meta(description="by house the tactics cards that lie open")] = {}
    gone: Annotated[dict[str, str], Meta(description="by house the tactics cards that left the game")] = {}
    barred: Annotated[list[str], Meta(description="houses that may choose no tactics card next time")] = []
    forbidden: Annotated[list[str], Meta(description="tactics cards that nobody may choose next time")] = []
    claim: Annotated[str | None, Meta(description="whose tokens lie on the claim track, highest number first")] = None
    weather: Annotated[int, Meta(ge=0, description="the place of the weather marker; 0 is the first")] = 0


def storm_faults(patch: StormPatch, board: Board, edition: Edition) -> Iterator[Refusal]:
    """Every reason why these cannot lie so, with the field at fault as place."""
    where = "setup.storm"
    yield from unknown("leader", patch.leaders, edition.leaders, f"{where}.leaders")
    for leader, text in patch.leaders.items():
        yield from _leader_faults(leader, text.split(), board, edition)
    yield from unknown("area", patch.garrisons, edition.areas, f"{where}.garrisons")
    for area, text in patch.garrisons.items():
        house, _, strength = text.partition(" ")
        yield from unknown("house", [house], board.houses, f"{where}.garrisons.{area}")
        if not strength.isascii() or not strength.isdecimal() or not 1 <= int(strength[:4]) <= 99:
            words = f"a garrison is written like `lannister 6`, not {text!r}"
            yield Refusal("bad-garrison", words, f"{where}.garrisons.{area}")
    yield from _card_faults(patch.alliances, board, edition.alliances, "alliances")
    yield from _card_faults(patch.tactics, board, edition.tactics, "tactics")
    yield from _card_faults(patch.gone, board, edition.tactics, "gone")
    yield from twice((card for text in patch.alliances.values() for card in text.split()), f"{where}.alliances")
    for field in ("tops", "permanent"):
        yield from unknown("ally", getattr(patch, field), edition.alliance_decks, f"{where}.{field}")
    yield from unknown("house", patch.permanent.values(), board.houses, f"{where}.permanent")
    yield from unknown("alliance", patch.used, edition.alliances, f"{where}.used")
    yield from unknown("house", patch.barred, board.houses, f"{where}.barred")
    yield from unknown("tactic", patch.forbidden, edition.tactics, f"{where}.forbidden")
    yield from unknown("house", (patch.claim or "").split(), board.houses, f"{where}.claim")
    if patch.weather and patch.weather >= len(edition.weather):
        words = f"the track of the weather has {len(edition.weather)} places"
        yield Refusal("bad-weather", words, f"{where}.weather")
    if board.tactics is None and (patch.tactics or patch.gone or patch.barred or patch.forbidden):
        yield Refusal("no-tactics", "there are no tactics cards in this game", f"{where}.tactics")
    if board.realm is None and (patch.alliances or patch.tops or patch.permanent or patch.claim is not None):
        yield Refusal("no-alliances", "there are no alliances and no claim in this game", where)


def _leader_faults(leader: str, words: list[str], board: Board, edition: Edition) -> Iterator[Refusal]:
    where = f"setup.storm.leaders.{leader}"
    if words == [DEAD]:
        return
    if len(words) == 2 and words[0] == CELL:
        yield from unknown("house", words[1:], board.houses, where)
    elif not words or len(words) > 2 or words[1:] not in ([], [FACE_DOWN]):
        said = " ".join(words)
        yield Refusal("bad-leader", f"a leader is in an area, in `cell HOUSE` or `dead`, not {said!r}", where)
    else:
        yield from unknown("area", words[:1], edition.areas, where)


def _card_faults(held: Mapping[str, str], board: Board, known: Mapping[str, object], field: str) -> Iterator[Refusal]:
    where = f"setup.storm.{field}"
    yield from unknown("house", held, board.houses, where)
    for house, text in held.items():
        yield from unknown("alliance" if field == "alliances" else "tactic", text.split(), known, f"{where}.{house}")


def lay_storm(position: Position, edition: Edition, patch: StormPatch) -> None:
    """Lay the patch over the board; units lie there already."""
    board = position.board
    for name, text in patch.leaders.items():
        _lay_leader(board, edition, name, text.split())
    for area, text in patch.garrisons.items():
        house, _, strength = text.partition(" ")
        board.garrisons[area] = Garrison(house, int(strength))
    if board.realm is not None:
        _lay_realm(position, edition, patch)
    if board.tactics is not None:
        tactics = board.tactics
        tactics.open = {house: text.split() for house, text in patch.tactics.items()}
        tactics.barred, tactics.forbidden = list(patch.barred), list(patch.forbidden)
        for house, text in patch.gone.items():
            tactics.decks[house] = [card for card in tactics.decks[house] if card not in text.split()]


def _lay_leader(board: Board, edition: Edition, name: str, words: list[str]) -> None:
    if words == [DEAD]:
        board.leaders.pop(name, None)
        return
    token = edition.leaders[name]
    house = board.leaders[name].house if name in board.leaders else token.house
    if words[0] == CELL:
        board.leaders[name] = Leader(house, cell=words[1])
        return
    there = board.forces.get(words[0])
    serves = there.house if token.allied and there is not None else house
    board.leaders[name] = Leader(serves, words[0], active=words[1:] == [FACE_DOWN])


def _lay_realm(position: Position, edition: Edition, patch: StormPatch) -> None:
    realm = position.board.realm
    if realm is None:
        return
    for house, text in patch.alliances.items():
        realm.alliances[house] = text.split()
    held = {card for cards in realm.alliances.values() for card in cards}
    for deck, cards in edition.alliance_decks.items():
        pile = [card for card in position.hidden.decks[deck] if card not in held]
        position.hidden.decks[deck] = pile + [card for card in cards if card not in held and card not in pile]
    realm.tops = {deck: position.hidden.decks[deck][0] for deck in patch.tops}
    realm.permanent, realm.spent = dict(patch.permanent), list(patch.used)
    realm.weather = patch.weather
    if patch.claim is not None:
        realm.claim = patch.claim.split()
