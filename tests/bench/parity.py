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
from typing import Any

from adjudicator import face, parity
from adjudicator.btwixt.sheets import sheet as btwixt
from adjudicator.kernel.family import View
from adjudicator.thrones.sheets import sheet as thrones
from tests.bench import reference

TABLES = (
    ("first-edition", 5),
    ("second-edition", 6),
    ("mother-of-dragons", 8),
    ("storm-of-swords", 4),
    ("btwixt", 4),
)


def _orders_and_bids(view: View, *may_attack: str) -> Any:
    """What the bot writes for the secret parts of a sheet alone, and perhaps whom the bot may attack."""
    sheet = face.write_sheet(view)
    if isinstance(sheet, btwixt.Sheet):
        return btwixt.Sheet(bid=sheet.bid)
    rule = thrones.StewardRule(may_attack=may_attack)
    return thrones.Sheet(
        orders=sheet.orders,
        raven=sheet.raven,
        bids=sheet.bids,
        claims=sheet.claims,
        vassals={house: thrones.VassalSheet(orders=part.orders) for house, part in sheet.vassals.items()},
        hostages=sheet.hostages,
        steward=(rule,) if may_attack else (),
    )


# What each mind writes: the bot's whole sheets; orders and bids, and the bot may attack anybody, or nobody.
MINDS = {
    "bot": parity.Mind(face.write_sheet, reference.answer),
    "anybody": parity.Mind(lambda view: _orders_and_bids(view, thrones.ANYBODY), reference.answer, "bot"),
    "careful": parity.Mind(_orders_and_bids, reference.answer, "bot"),
}


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
