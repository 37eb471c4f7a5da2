"""A mind that searches its orders and each of its marches: by sheets that it writes when a turn opens, or asked live.

    python -m tests.bench.searching --games 96 --jobs 2

Each game is played for each of its houses twice; all others are bots. Prints a line of JSON for each game, then the
ratio of wins by sheets to wins live with its 95 % interval.

Its sheets have the orders that its search found; as wishes, what it marched for in most of several playouts of the turn
on what its seat knows; and a rule that leaves the rest to the bot.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator import games, selfplay
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.decision import Decision, Source, SourcedAnswer, kind_of
from adjudicator.engine.game import Variations
from adjudicator.engine.step import Outcome, Record
from adjudicator.engine.what_if import prepare, seat_salt, veil
from adjudicator.thrones.bot.campaign import ranked_plans
from adjudicator.thrones.bot.outlook import Outlook
from adjudicator.thrones.bot.sight import Sight
from adjudicator.thrones.game import Thrones
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.conditions.battle_facts import Winning
from adjudicator.thrones.sheets.marches import Marches, Wish
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March, ResolveMarch
from tests.bench.parity import TABLES

# In how many playouts it looks where it would march, and how many of them make a wish.
LOOKS, MIN_COUNT = 3, 2


def _marches(position: Position, decision: ResolveMarch, most: int) -> list[March]:
    """The best march to each set of goals from each area, the bot's first; at most so many."""
    sight = Sight(position.board, edition_of(position), decision.house)
    found: dict[tuple[str, frozenset[str]], March] = {}
    for _, plan in ranked_plans(Outlook(sight), decision.options):
        march = March(plan.area, plan.moves, plan.leave_token)
        if (plan.area, frozenset(plan.moves)) not in found and check(position, decision, march) is None:
            found[plan.area, frozenset(plan.moves)] = march
        if len(found) == most:
            break
    return list(found.values())


class _Marching(Thrones):
    """The game, with marches that are searched too."""

    def variations(self, position: Position) -> Mapping[type[Decision], Variations]:
        return {**super().variations(position), ResolveMarch: _marches}


MARCHING = _Marching()


class _Played(msgspec.Struct):
    """A game, or a part of it, played by the mind: where it stands, what was recorded, and the mind's marches."""

    outcome: Outcome[Any]
    records: list[Record]
    marches: list[March]


def _play(
    position: Any,
    house: str,
    records: Iterable[Record] = (),
    ready: Mapping[str, Any] = {},
    last: int | None = None,
) -> _Played:
    """Play on with the mind in the seat of a house, bots in all others; until round `last` is over, if one is named.

    `ready` has answers that are not searched for any more, by kind of decision.
    """
    answers: dict[str, SourcedAnswer] = {}

    def oracle(position: Any, decision: Decision) -> SourcedAnswer | None:
        if last is not None and position.board.round > last:
            return None
        if decision.seat != house or type(decision) not in MARCHING.variations(position):
            return games.of(position).bot_answer(position, decision)
        return answers.get(decision.id)

    outcome = games.of(position).advance(position, oracle)
    played = _Played(outcome, [*records, *outcome.records], [])
    while True:
        mine = [
            one for one in outcome.waiting if one.seat == house and type(one) in MARCHING.variations(outcome.showing)
        ]
        if not mine or last is not None and outcome.showing.board.round > last:
            played.outcome = outcome
            return played
        asked = mine[0]
        if kind_of(asked) in ready:
            answer = ready[kind_of(asked)]
        else:
            answer = prepare(MARCHING, outcome.position, house, played.records).get(kind_of(asked))
        if answer is None:
            answer = games.of(outcome.showing).bot_answer(outcome.showing, asked).answer
        if isinstance(answer, March):
            played.marches.append(answer)
        answers[asked.id] = SourcedAnswer(answer, Source("steward"))
        outcome = games.of(outcome.position).advance(outcome.position, oracle)
        played.records += outcome.records


def play_live(start: Any, house: str) -> Any:
    """The board at the end of a game in which the mind is asked all that it searches."""
    return _play(start, house).outcome.showing.board


def play_by_sheets(start: Any, house: str) -> Any:
    """The board at the end of a game in which the mind hands in a sheet for each turn."""
    position, records = start, list[Record]()
    while True:
        shown = games.of(position).resume(position)
        board = shown.showing.board
        if board.ending is not None:
            return board
        records += shown.records
        turn = TurnInput(
            window=games.of(shown.showing).window(shown.showing, shown.waiting[0], "bulk"),
            sheets={house: written(shown, house, records)},
            bots=frozenset(board.houses) - {house},
        )
        outcome = games.of(shown.position).resolve(shown.position, turn)
        records += outcome.records
        position = outcome.position


def written(shown: Outcome[Any], house: str, records: list[Record]) -> Sheet:
    """The sheet of the mind for the open turn."""
    sheet: Sheet = games.of(shown.showing).suggest_sheet(
        games.of(shown.showing).view(shown.showing, house, shown.waiting)
    )
    prepared = prepare(MARCHING, shown.position, house, records)
    orders: Any = prepared.get("place-orders")
    if orders is None:
        return sheet
    wishes = _wishes(shown, house, records, prepared)
    return msgspec.structs.replace(sheet, orders=dict(orders.orders), marches=Marches(wishes=wishes))


def _wishes(shown: Outcome[Any], house: str, records: list[Record], prepared: Mapping[str, Any]) -> tuple[Wish, ...]:
    """What the mind marched for in most of some playouts, in the order in which it did."""
    rules = MARCHING.rules(shown.position)
    goals, places = Counter[tuple[str, str]](), dict[tuple[str, str], int]()
    for number in range(LOOKS):
        salt = f"{seat_salt(shown.position, house)} look {number}"
        veiled = veil(MARCHING, rules, shown.position, shown, house, salt, records)
        if veiled is None:
            return ()
        played = _play(veiled.position, house, records, prepared, last=shown.showing.board.round)
        for place, march in enumerate(played.marches):
            for to in march.moves:
                goals[march.area, to] += 1
                places[march.area, to] = places.get((march.area, to), 0) + place
    often = [goal for goal, count in goals.items() if count >= MIN_COUNT]
    often.sort(key=lambda goal: (places[goal] / goals[goal], -goals[goal]))
    return tuple(Wish(take=(to,), origins=(origin,), when=Winning("likely")) for origin, to in often)


def compare(job: tuple[str, int, str]) -> dict[str, list[float]]:
    """One game: parts of the win by sheets and live, by house."""
    edition, players, seed = job
    return {
        house: [
            selfplay.wins(play(games.start(edition, players, seed), house), house)
            for play in (play_by_sheets, play_live)
        ]
        for house in games.of_edition(edition).played(games.start(edition, players, seed).board)
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print each game and what all come to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", choices=[edition for edition, _ in TABLES[:4]], default="first-edition")
    parser.add_argument("--first", type=int, default=1, help="number of the first game")
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--seed", default="search", help="game n has the seed SEED-n")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    pairs: list[tuple[float, float]] = []
    numbers = range(options.first, options.first + options.games)
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        work = [(options.edition, dict(TABLES)[options.edition], f"{options.seed}-{n}") for n in numbers]
        for number, houses in zip(numbers, pool.imap(compare, work), strict=True):
            by_sheets, live = (sum(column) for column in zip(*houses.values(), strict=True))
            pairs.append((by_sheets, live))
            print(json.dumps({"game": number, "houses": houses}), flush=True)
    print(json.dumps({"edition": options.edition, "games": len(pairs), "wins": selfplay.ratio(pairs)}))


if __name__ == "__main__":
    main()
