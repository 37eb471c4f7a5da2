"""Whether sheets written ahead play as well as live answers: the same games, one house once live and once by sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from adjudicator import face
from adjudicator.by_sheets import play_by_sheets
from adjudicator.families import of_edition
from adjudicator.kernel.bulk import Pace
from adjudicator.kernel.decision import Decision, Given
from adjudicator.kernel.family import Board, Edition, Position


class Faring(msgspec.Struct):
    """How the houses fared in one way of playing: games, wins (of a shared one their part), settlements at the end,
    rounds and calls."""

    games: int = 0
    wins: float = 0.0
    settlements: int = 0
    rounds: int = 0
    calls: int = 0


class Parity(msgspec.Struct):
    """What a run found. By kind of decision: how often one was asked, how often the sheet said what the live steward
    would have, how often a default acted; by code: why instructions were passed over; by source: who answered."""

    live: Faring
    sheets: Faring
    asked: dict[str, int] = {}
    agreed: dict[str, int] = {}
    defaults: dict[str, int] = {}
    skipped: dict[str, int] = {}
    sources: dict[str, int] = {}


def compare(edition: str, players: int, seed: str, number: int, pace: Pace = "bulk") -> Parity:
    """Play one game twice, the house whose turn it is by the game's number once live and once by sheets.

    Raises Illegal as `face.start`.
    """

    def start() -> Position:
        return face.start(edition, players, f"{seed}-{number}")

    rules, begin = face.edition(edition), start().board
    seats = face.played(begin)
    house = seats[number % len(seats)]
    asked: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    defaults: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    sources: Counter[str] = Counter()

    def heard(position: Position, decision: Decision, given: Given) -> None:
        kind = str(decision.__struct_config__.tag)
        sources[given.source.by] += 1
        if given.source.by == "forced":
            return
        asked[kind] += 1
        agreed[kind] += face.steward(position, decision).answer == given.answer
        defaults[kind] += given.source.by == "default"
        skipped.update(note.code for note in given.source.skipped)

    live = face.advance(start(), face.steward).showing.board
    by_sheets = play_by_sheets(start(), frozenset((house,)), pace, face.write_sheet, heard)
    return Parity(
        live=_fared(live, rules, house, 0),
        sheets=_fared(by_sheets.ended.board, rules, house, by_sheets.calls),
        asked=dict(asked),
        agreed=dict(agreed),
        defaults=dict(+defaults),
        skipped=dict(skipped),
        sources=dict(sources),
    )


def _fared(board: Board, edition: Edition, house: str, calls: int) -> Faring:
    winners = board.ending.winners if board.ending is not None else ()
    won = 1 / len(winners) if house in winners else 0.0
    return Faring(1, won, of_edition(edition.id).score(board, edition, house), board.round, calls)


def joined(found: Iterable[Parity]) -> Parity:
    """All of these as one."""
    whole = Parity(Faring(), Faring())
    for one in found:
        for way, more in ((whole.live, one.live), (whole.sheets, one.sheets)):
            for name in Faring.__struct_fields__:
                setattr(way, name, getattr(way, name) + getattr(more, name))
        for name in ("asked", "agreed", "defaults", "skipped", "sources"):
            setattr(whole, name, dict(Counter(getattr(whole, name)) + Counter(getattr(one, name))))
    return whole


def report(found: Parity) -> dict[str, object]:
    """The figures that people ask for: shares, averages, and agreement by kind of decision."""
    live, sheets = found.live, found.sheets
    games = max(1, sheets.games)
    return {
        "games": sheets.games,
        "live": {"wins": round(live.wins / games, 4), "settlements": round(live.settlements / games, 3)},
        "sheets": {"wins": round(sheets.wins / games, 4), "settlements": round(sheets.settlements / games, 3)},
        "wins_of_live": round(sheets.wins / live.wins, 3) if live.wins else None,
        "calls_a_round": round(sheets.calls / max(1, sheets.rounds), 2),
        "agreement": {kind: round(found.agreed.get(kind, 0) / count, 3) for kind, count in sorted(found.asked.items())},
        "asked": dict(sorted(found.asked.items())),
        "defaults": dict(sorted(found.defaults.items())),
        "skipped": dict(sorted(found.skipped.items())),
        "sources": dict(sorted(found.sources.items())),
    }
