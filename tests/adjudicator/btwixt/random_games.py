"""Whole random games of B'Twixt, looked at wherever somebody is asked.

`python -m tests.adjudicator.btwixt.random_games 1000` plays so many for each number of players and each way of dealing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any

import msgspec

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.overrides import wrong_shuffles
from adjudicator.btwixt.rules import visibility
from adjudicator.btwixt.rules.apply import apply
from adjudicator.btwixt.rules.legality import check, legal_answers
from adjudicator.btwixt.rules.seasons import rounds, set_up
from adjudicator.btwixt.rules.visibility import visible_event
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Decided, Event, Outcome, Record, Replay
from tests.adjudicator.btwixt.playing import kept, leaks, pack, run, stored

PLAYERS = (3, 4, 5, 6)
DEALS: tuple[tuple[str, ...], ...] = ((), ("advanced",), ("draft",), ("advanced", "draft"), ("draft-of-kings",))
MAX_BYTES = 10_000
# One of so many positions is looked at in every way.
CLOSELY = 16
replace = msgspec.structs.replace


class Looking:
    """Random players, one answer for each advance."""

    def __init__(self, seed: str) -> None:
        self.pick = Picker(seed, "players")
        self.free = True
        self.asked = 0

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer | None:
        if not self.free:
            return None
        self.free = False
        self.asked += 1
        return SourcedAnswer(legal_answers(position, decision).sample(self.pick), Source("player"))


def modules_of(deal: Sequence[str], seed: str) -> list[str]:
    """A way of dealing, with other parts of the rules as the seed has it."""
    pick = Picker(seed, "modules")
    return [*deal, *(one for one in ("revealed-allies", "short-game") if pick(2))]


def scrambled(event: Event, seat: str | None) -> Event:
    """The event as it might be as well, for all that a seat knows."""
    match event:
        case e.SeasonBegan():
            return replace(event, events=("other",) * len(event.events))
        case e.CardsShuffled():
            return replace(event, order=event.order[::-1])
        case e.HandsDealt(hands=hands, own=own):
            others = {
                house: (cards if house == seat and not event.packets else ("other",)) for house, cards in hands.items()
            }
            mine = {house: card if house == seat else "other" for house, card in own.items()}
            return replace(event, hands=others, own=mine)
        case e.CardsKept(kept=those):
            return replace(event, kept={house: card if house == seat else "other" for house, card in those.items()})
        case e.CardsDrawn(house=house) if house != seat:
            return replace(event, cards=("other",) * event.count)
        case e.CardGiven(house=house, to=to) if seat not in (house, to):
            return replace(event, card="other")
        case e.TokenGained() | e.TokenLaid() | e.TokenMoved() | e.TokenReturned():
            return replace(event, value=event.value % 3 + 1)
        case e.TokensSeen(house=house) if house != seat:
            return replace(event, values=tuple(value % 3 + 1 for value in event.values))
        case e.HandSeen(house=house, by=by) if seat != house and seat not in by:
            return replace(event, cards=("other",))
        case e.AlliesArranged(house=house) if house != seat:
            return replace(event, top=event.top[::-1], bottom=("other",) * event.under)
    return event


def _told(records: Sequence[Record], seats: Sequence[str | None]) -> Iterator[str]:
    for record in records:
        if isinstance(record.event, Decided):
            continue
        for seat in seats:
            if pack(visible_event(record.event, seat)) != pack(visible_event(scrambled(record.event, seat), seat)):
                yield f"{seat or 'a spectator'} is told what is hidden: {record.event}"


def _answers(outcome: Outcome[Position]) -> Iterator[str]:
    """Whoever is asked has a choice, and what is offered is legal."""
    for decision in outcome.waiting:
        listed = list(islice(legal_answers(outcome.showing, decision), 40))
        if len(listed) < 2:
            yield f"{decision.id} leaves {len(listed)} answers"
        yield from (f"{decision.id} offers {one}" for one in listed if check(outcome.showing, decision, one))


def _closely(outcome: Outcome[Position], folded: Position, salt: str) -> Iterator[str]:
    yield from leaks(outcome.showing, outcome.waiting, salt)
    if (folded.board, folded.hidden) != (outcome.showing.board, outcome.showing.hidden):
        yield "the events do not make the position"
    if pack(stored(outcome.position)) != pack(outcome.position):
        yield "stored and read back it is another position"
    if (size := len(msgspec.json.encode(outcome.position))) > MAX_BYTES:
        yield f"{size} bytes are stored"


def play(players: int, deal: Sequence[str], seed: str, closely: int = CLOSELY) -> tuple[list[str], Outcome[Position]]:
    """One game; all that is wrong with it, and how it ended, with all its records and answers."""
    modules = modules_of(deal, seed)
    looking, look = Looking(seed), Picker(seed, "looking")
    position, folded = (set_up(HOUSE, players, seed, modules, [], 0) for _ in range(2))
    records: list[Record] = []
    entries: list[Any] = []
    wrong: list[str] = []
    while True:
        looking.free = True
        outcome = run(position, looking)
        records, entries, position = records + outcome.records, entries + outcome.entries, outcome.position
        for record in outcome.records:
            apply(folded, record.event, HOUSE)
        wrong += [*visibility.broken(outcome.showing), *_answers(outcome)]
        if look(closely) == 0 or looking.free:
            wrong += [*_closely(outcome, folded, seed), *_told(outcome.records, [None, *position.board.houses])]
        if looking.free:
            break
    outcome.records, outcome.entries = records, entries
    wrong += _whole(players, modules, seed, outcome)
    return wrong, outcome


def _whole(players: int, modules: Sequence[str], seed: str, outcome: Outcome[Position]) -> Iterator[str]:
    board = outcome.position.board
    if board.ending is None or board.round != rounds(players, modules):
        yield "the game has not ended, or not in time"
    if sum(isinstance(record.event, e.BidWon) for record in outcome.records) != board.round:
        yield "not each round has one bid that was won"
    again = run(set_up(HOUSE, players, seed, modules, [], 0), Replay(outcome.answers))
    if pack(again.position) != pack(outcome.position) or pack(again.records) != pack(outcome.records):
        yield "played again from the answers it is another game"
    yield from wrong_shuffles(None, seed, outcome.records)
    refolded = set_up(HOUSE, players, seed, modules, [], 0)
    for record in outcome.records:
        apply(refolded, kept(record.event), HOUSE)
    if (refolded.board, refolded.hidden) != (outcome.showing.board, outcome.showing.hidden):
        yield "the stored events do not make the end"


def _one(task: tuple[int, tuple[str, ...], str]) -> tuple[str, int]:
    players, deal, seed = task
    wrong, outcome = play(players, deal, seed, 4 * CLOSELY)
    return "; ".join(f"{players} {deal} {seed}: {words}" for words in wrong[:3]), len(outcome.entries)


def main(games: int) -> int:
    """Play so many of each sort; tells the figures, and what was wrong."""
    began, bad = time.monotonic(), 0
    for players in PLAYERS:
        for deal in DEALS:
            tasks = [(players, deal, f"full {number}") for number in range(games)]
            with ProcessPoolExecutor(2) as pool:
                found = list(pool.map(_one, tasks, chunksize=20))
            faults = [words for words, _ in found if words]
            bad += len(faults)
            asked = sum(count for _, count in found) / games
            print(
                players,
                "+".join(deal) or "plain",
                games,
                "games,",
                round(asked),
                "answers each,",
                faults[:3] or "sound",
            )
    print(round(time.monotonic() - began), "seconds,", bad, "games not sound")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
