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

from adjudicator import games, selfplay
from adjudicator.btwixt.sheets import sheet as btwixt
from adjudicator.engine.values import View
from adjudicator.selfplay import bot_sheet
from adjudicator.thrones.sheets.fields import ANYBODY
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.sheet import Sheet
from tests.bench import first_page, reference

TABLES = (
    ("first-edition", 5),
    ("second-edition", 6),
    ("mother-of-dragons", 8),
    ("storm-of-swords", 4),
    ("btwixt", 4),
)


def _orders_and_bids(view: View, *may_attack: str) -> Any:
    """The bot's secret choices alone, and perhaps whom the bot may attack with all others."""
    sheet = games.of(view).suggest_briefly(view, games.of_edition(view.edition).empty_sheet)
    if isinstance(sheet, btwixt.Sheet):
        return btwixt.Sheet(keep=sheet.keep, steward=(btwixt.BotRule(kinds=("bid",)),))
    own_work = BotRule(what=("raven", "vassals", "hostages"), may_attack=(ANYBODY,))
    rules = (BotRule(may_attack=may_attack),) if may_attack else ()
    return Sheet(orders=sheet.orders, bids=sheet.bids, steward=(own_work, *rules))


# What each mind writes: the bot's own sheets; its secret choices, and the bot may attack anybody, or nobody; only what
# the first page of the docs says, in games of both options, and without a word to the bot.
MINDS = {
    "bot": selfplay.Mind(bot_sheet, reference.answer),
    "anybody": selfplay.Mind(lambda view: _orders_and_bids(view, ANYBODY), reference.answer, "bot"),
    "careful": selfplay.Mind(_orders_and_bids, reference.answer, "bot"),
    "first-page": selfplay.Mind(first_page.write, reference.answer, "defaults"),
    "first-page-bot": selfplay.Mind(first_page.write, reference.answer, "bot"),
    "first-page-alone": selfplay.Mind(first_page.write_alone, reference.answer, "defaults"),
}


def compare(job: tuple[str, int, str, str]) -> selfplay.Parity:
    """One game; a function of its own, so that other processes can run it."""
    edition, players, seed, mind = job
    return selfplay.compare(edition, players, seed, mind=MINDS[mind])


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
            result = selfplay.Parity()
            for one in pool.imap(compare, work):
                result.add(one)
                live, sheets = (sum(getattr(row, name) for row in one.rows) for name in ("live_wins", "sheet_wins"))
                pairs.append((sheets, live))
            report = selfplay.report(result)
            del report["rows"]
            print(json.dumps({"edition": edition, "mind": options.mind, **report}), flush=True)
    print(json.dumps({"edition": "all", "wins_of_live": selfplay.ratio(pairs)}))


if __name__ == "__main__":
    main()
