"""Levels of bots: each house of each game once by a bot of one level and once by a bot, among bots.

    python -m tests.bench.levels --level maester --games 40 --jobs 2

Prints a line of JSON for each edition: the ratio of wins with its 95 % interval, shares of wins, and what a turn costs.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine.bulk import SEARCHED, Level, TurnInput
from adjudicator.engine.decision import kind_of
from adjudicator.engine.values import Board
from adjudicator.engine.what_if import prepare
from adjudicator.selfplay import ratio, wins
from tests.bench.parity import TABLES


class Seated(msgspec.Struct):
    """One house of one game: its part of the win and its score by the level and by a bot; searches, the seconds of
    processor time that they took, and how many answers that were searched for differ from the
    bot's (where it is asked at once), and how many were used."""

    house: str
    wins: float = 0.0
    bot_wins: float = 0.0
    score: int = 0
    bot_score: int = 0
    searches: int = 0
    seconds: float = 0.0
    changed: int = 0
    used: int = 0


def compare(job: tuple[str, int, str, Level]) -> list[Seated]:
    """One game, then once more for each of its houses with a bot of the level in it."""
    edition, players, seed, level = job
    rules, score = games.edition(edition), games.of_edition(edition).score
    bots = (
        games.of_edition(edition)
        .advance(games.start(edition, players, seed), games.of_edition(edition).bot_answer)
        .showing.board
    )
    found = []
    for house in games.of(bots).played(bots):
        seated = Seated(house)
        board = _played(edition, players, seed, level, seated)
        seated.wins, seated.bot_wins = wins(board, house), wins(bots, house)
        seated.score, seated.bot_score = score(board, rules, house), score(bots, rules, house)
        found.append(seated)
    return found


def _played(edition: str, players: int, seed: str, level: Level, seated: Seated) -> Board:
    """The board at the end of a game, played call by turn, with a bot of the level in one seat."""
    position = games.start(edition, players, seed)
    records: list[Any] = []
    while True:
        shown = games.of(position).resume(position)
        board = shown.showing.board
        if board.ending is not None:
            return board
        records += shown.records
        began = time.process_time()
        prepared = prepare(games.of(position), shown.position, seated.house, records) if level == "maester" else {}
        seated.seconds += time.process_time() - began
        seated.searches += bool(prepared)
        turn = TurnInput(
            window=games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk"),
            bots=frozenset(board.houses),
            levels={seated.house: level},
            prepared={seated.house: prepared},
        )
        for asked in shown.waiting:
            if asked.seat == seated.house and kind_of(asked) in prepared:
                seated.changed += (
                    games.of(shown.showing).bot_answer(shown.showing, asked).answer != prepared[kind_of(asked)]
                )
        outcome = games.of(shown.position).resolve(shown.position, turn)
        seated.used += sum(one.source.rule == SEARCHED for one in outcome.answers)
        records += outcome.records
        position = outcome.position


def report(games: Iterable[list[Seated]]) -> dict[str, Any]:
    """What some games of one edition come to; the games, not their houses, are what is independent."""
    played = list(games)
    rows = [row for game in played for row in game]
    names = ("ratio", "low", "high")
    wins = ratio((sum(row.wins for row in game), sum(row.bot_wins for row in game)) for game in played)
    scores = ratio((sum(row.score for row in game), sum(row.bot_score for row in game)) for game in played)
    houses = sorted({row.house for row in rows})
    searches = max(1, sum(row.searches for row in rows))
    return {
        "games": len(played),
        "pairs": len(rows),
        "wins": dict(zip(names, wins, strict=True)),
        "scores": dict(zip(names, scores, strict=True)),
        "shares": [round(sum(row.wins for row in rows) / len(rows), 3)]
        + [round(sum(row.bot_wins for row in rows) / len(rows), 3)],
        "houses": {
            house: [
                sum(r.wins for r in rows if r.house == house),
                sum(r.bot_wins for r in rows if r.house == house),
            ]
            for house in houses
        },
        "searches": searches,
        "used": sum(row.used for row in rows),
        "changed": round(sum(row.changed for row in rows) / searches, 3),
        "ms_a_search": round(1000 * sum(row.seconds for row in rows) / searches),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what came of each edition."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=["squire", "maester"], default="maester")
    parser.add_argument("--games", type=int, default=20, help="games of each edition; each is played for every house")
    parser.add_argument("--seed", default="levels", help="game n has the seed SEED-n")
    parser.add_argument("--editions", nargs="*", default=[edition for edition, _ in TABLES])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for edition, players in TABLES:
            if edition in options.editions:
                work = [(edition, players, f"{options.seed}-{n}", options.level) for n in range(1, options.games + 1)]
                found = report(pool.imap(compare, work))
                print(json.dumps({"edition": edition, "level": options.level, **found}), flush=True)


if __name__ == "__main__":
    main()
