"""Parity of sheets against the frozen bot, over all editions: one line of JSON for each, and one for all together.

    python -m tests.bench.parity --games 40 --jobs 2

Each game is played for each of its houses twice: the frozen bot answers live for it, and the program writes its sheets.
All others are the program's bots.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Sequence

from adjudicator import face, parity
from tests.bench import reference

TABLES = (
    ("first-edition", 5),
    ("second-edition", 6),
    ("mother-of-dragons", 8),
    ("storm-of-swords", 4),
    ("btwixt", 4),
)
MINDS = {"bot": parity.Mind(face.write_sheet, reference.answer)}


def compare(job: tuple[str, int, str, str]) -> parity.Parity:
    """One game; a function of its own, so that other processes can run it."""
    edition, players, seed, mind = job
    return parity.compare(edition, players, seed, mind=MINDS[mind])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the report of each edition without its rows, then the ratio of wins over all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games of each edition; each is played for every house")
    parser.add_argument("--seed", default="reference", help="game n has the seed SEED-n")
    parser.add_argument("--mind", choices=sorted(MINDS), default="bot")
    parser.add_argument("--editions", nargs="*", default=[edition for edition, _ in TABLES])
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    pairs: list[tuple[float, float]] = []
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for edition, players in TABLES:
            if edition not in options.editions:
                continue
            work = [(edition, players, f"{options.seed}-{n}", options.mind) for n in range(1, options.games + 1)]
            result = parity.Parity()
            for one in pool.imap(compare, work):
                result.add(one)
                live, sheets = (sum(getattr(row, name) for row in one.rows) for name in ("live_wins", "sheet_wins"))
                pairs.append((sheets, live))
            report = parity.report(result)
            del report["rows"]
            print(json.dumps({"edition": edition, "mind": options.mind, **report}), flush=True)
    print(json.dumps({"edition": "all", "wins_of_live": parity.ratio(pairs)}))


if __name__ == "__main__":
    main()
