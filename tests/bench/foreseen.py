"""How well the secret choices of bots are foreseen, and whether their salt costs strength: one line of JSON each.

    python -m tests.bench.foreseen --edition first-edition --games 4 --guesses 200
    python -m tests.bench.foreseen --edition first-edition --games 100 --strength --level bot

Foreseen is what the program answers most often with other salts, on the true board: orders, bids and cards (in B'Twixt
with the true hand) when they are asked for, targets of marches when planning opens, by playing the turn to its end.
`told` is how often that was right, `expected` how often it would be if the truth were one more guess.

Strength: each house of each game once in question among bots, once as the others are. The bot is compared with the
bot without salt among such bots; other levels with the bot among bots.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, get_args

from adjudicator import documents, games, selfplay
from adjudicator.btwixt.state.decisions import KeepCard, PlayOrKneel
from adjudicator.engine.bulk import Level, TurnInput
from adjudicator.engine.chance import with_seed
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.engine.step import Answered, Outcome
from adjudicator.thrones.state.decisions import ChooseHouseCard, PlaceBid, PlaceOrders
from tests.bench.parity import TABLES

# What is foreseen where it is asked for.
ASKED: dict[type[Decision], str] = {
    PlaceBid: "bids",
    ChooseHouseCard: "cards",
    PlayOrKneel: "cards",
    KeepCard: "drafts",
}
Share = dict[str, float]


class Tally:
    """Shares of one kind of choice."""

    def __init__(self) -> None:
        self.asked, self.told, self.expected = 0, 0, 0.0

    def add(self, truth: Hashable, guesses: Sequence[Hashable]) -> None:
        """Count one choice."""
        ((likeliest, count),) = Counter(guesses).most_common(1)
        self.asked += 1
        self.told += likeliest == truth
        self.expected += count / len(guesses)

    def report(self) -> Share:
        """Shares, rounded."""
        count = max(1, self.asked)
        return {
            "asked": self.asked,
            "told": round(self.told / count, 3),
            "expected": round(self.expected / count, 3),
        }


def unsalted(position: Any, decision: Decision) -> SourcedAnswer:
    """The best answer of the program's bot."""
    return games.of(position).bot_answer(with_seed(position, ""), decision)


def foreseen(edition: str, players: int, seed: str, guesses: int, tallies: dict[str, Tally]) -> None:
    """Play one game of bots, call by turn, and guess the choices of each turn before it is played."""
    position = games.start(edition, players, seed)
    while True:
        shown = games.of(position).resume(position)
        if not shown.waiting:
            return
        turn = _turn(shown)
        stored = documents.encode(shown.position)
        outcome = games.of(shown.position).advance(
            shown.position, _guessing(games.of(shown.position).oracle_for(shown.position, turn), guesses, tallies)
        )
        if shown.showing.phase == "planning":
            truth = targets(outcome)
            played = [targets(_played(stored, turn, number)) for number in range(guesses)] if truth else []
            for origin, goals in truth.items():
                _tally(tallies, "marches").add(goals, [guess.get(origin) for guess in played])
        position = outcome.position


def _turn(shown: Outcome[Any]) -> TurnInput:
    window = games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk")
    return TurnInput(window=window, bots=frozenset(shown.showing.board.houses))


def _guessing(oracle: Any, guesses: int, tallies: dict[str, Tally]) -> Callable[[Any, Decision], SourcedAnswer | None]:
    """The oracle of a turn, whose answers are guessed before they are given."""

    def answer(position: Any, decision: Decision) -> SourcedAnswer | None:
        given: SourcedAnswer | None = oracle(position, decision)
        if given is not None and (isinstance(decision, PlaceOrders) or type(decision) in ASKED):
            others = [with_seed(position, f"guess {number}") for number in range(guesses)]
            answers = [games.of(other).bot_answer(other, decision).answer for other in others]
            _count(decision, given.answer, answers, tallies)
        return given

    return answer


def _count(decision: Decision, truth: Any, guesses: Sequence[Any], tallies: dict[str, Tally]) -> None:
    if not isinstance(decision, PlaceOrders):
        if games.of(decision).has_choice(decision):
            _tally(tallies, ASKED[type(decision)]).add(truth, guesses)
        return
    if truth.orders:
        _tally(tallies, "sets").add(_frozen(truth.orders), [_frozen(guess.orders) for guess in guesses])
    for area, order in truth.orders.items():
        _tally(tallies, "tokens").add(order, [guess.orders.get(area) for guess in guesses])


def _tally(tallies: dict[str, Tally], kind: str) -> Tally:
    return tallies.setdefault(kind, Tally())


def _frozen(orders: dict[str, str]) -> Hashable:
    return tuple(sorted(orders.items()))


def _played(stored: bytes, turn: TurnInput, number: int) -> Outcome[Any]:
    position: Any = with_seed(documents.decode(stored), f"guess {number}")
    return games.of(position).advance(position, games.of(position).oracle_for(position, turn))


def targets(outcome: Outcome[Any]) -> dict[tuple[str, str], frozenset[str]]:
    """Where units marched in a turn, by seat and area that they came from; who stayed is not in it."""
    return {
        (entry.seat, entry.answer.area): frozenset(entry.answer.moves)
        for entry in outcome.entries
        if isinstance(entry, Answered) and entry.asked == "resolve-march" and entry.answer.moves
    }


def strength(edition: str, players: int, seed: str, level: Level) -> Iterator[tuple[float, float, float, float]]:
    """For each house of a game: its part of the win at this level and as the others play, and its scores."""

    def usual(position: Any, decision: Decision) -> SourcedAnswer:
        return unsalted(position, decision) if level == "steward" else games.of(position).bot_answer(position, decision)

    rules, score = games.edition(edition), games.of_edition(edition).score
    start = games.start(edition, players, seed)
    houses = list(games.of(start.board).played(start.board))
    before = games.of(start).advance(start, usual).showing.board
    for house in houses:

        def oracle(position: Any, decision: Decision, house: str = house) -> SourcedAnswer:
            if decision.seat != house:
                return usual(position, decision)
            return games.of(position).bot_answer(position, decision, level)

        after = games.of_edition(edition).advance(games.start(edition, players, seed), oracle).showing.board
        scores = score(after, rules, house), score(before, rules, house)
        yield selfplay.wins(after, house), selfplay.wins(before, house), *scores


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the shares or the strength of each edition."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", nargs="*", default=[edition for edition, _ in TABLES], dest="editions")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--guesses", type=int, default=200)
    parser.add_argument("--seed", default="foreseen", help="game n has the seed SEED-n")
    parser.add_argument("--strength", action="store_true")
    parser.add_argument("--level", choices=get_args(Level), default="steward")
    options = parser.parse_args(arguments)
    for edition, players in TABLES:
        if edition not in options.editions:
            continue
        report: dict[str, Any] = {"edition": edition, "games": options.games}
        seeds = [f"{options.seed}-{number}" for number in range(1, options.games + 1)]
        if options.strength:
            rows = [list(strength(edition, players, seed, options.level)) for seed in seeds]
            # One pair for each game: the houses of a game depend on each other.
            sums = [[sum(column) for column in zip(*game, strict=True)] for game in rows]
            report["level"] = options.level
            report["wins"] = selfplay.ratio((one[0], one[1]) for one in sums)
            report["score"] = selfplay.ratio((one[2], one[3]) for one in sums)
        else:
            tallies: dict[str, Tally] = {}
            for seed in seeds:
                foreseen(edition, players, seed, options.guesses, tallies)
            report |= {"guesses": options.guesses, **{kind: one.report() for kind, one in tallies.items()}}
        print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
