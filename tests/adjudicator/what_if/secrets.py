"""Games stopped at every question, and the same stops with everything changed that a seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator import documents, games, selfplay
from adjudicator.engine.bulk import Pace, Resolver, TurnInput
from adjudicator.engine.chance import Picker, shuffle
from adjudicator.engine.decision import Source
from adjudicator.engine.step import Answered, Event, Outcome, Record
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.what_if import DeckMemory


class Stop(msgspec.Struct):
    """A game at rest: as it is stored, as it is shown, and all records so far."""

    stored: bytes
    shown: Outcome[Position]
    records: list[Record]

    def told(self, seat: str) -> list[Event]:
        """All events so far as a seat was told them."""
        seen = (games.record_for_seat(record, seat) for record in self.records)
        return [record.event for record in seen if record is not None]


def stops(
    edition: str, players: int, seed: str, pace: Pace, rounds: int, modules: tuple[str, ...] | None = None
) -> Iterator[Stop]:
    """Where a game of random players waits, call by turn; the seed draws parts of the rules, if none are named."""
    drawn, houses = selfplay.mixture(edition, players, seed)
    modules = drawn if modules is None else modules
    shown = games.of_edition(edition).resume(games.start(edition, players, seed, modules, houses))
    records = list(shown.records)
    player = random_player(Picker(seed, "players"))
    while shown.waiting and shown.showing.round <= rounds:
        yield Stop(documents.encode(shown.position), shown, list(records))
        everybody = frozenset(shown.showing.board.houses)
        window = games.of(shown.showing).window(shown.showing, shown.waiting[0], pace)
        turn = TurnInput(window=window, bots=everybody, pace=pace)
        shown = games.of(shown.position).advance(shown.position, Resolver(THRONES, turn, player))
        records += shown.records


def disguised(stop: Stop, seat: str, salt: str) -> Position | None:
    """The stored position with another seed, decks in another order where the seat does not know it, and other answers
    of others that nobody has seen; None if the seat would see that."""
    position = documents.decode(stop.stored)
    memory = DeckMemory(seat, stop.told(seat))
    pick = Picker(salt, "disguise")
    hidden = position.hidden
    hidden.seed = f"not {hidden.seed}"
    shuffle_unknown(hidden.decks, memory, salt)
    for asked in stop.shown.waiting:
        # Together with others: some have answered already, others not.
        if asked.seat != seat and len(stop.shown.waiting) > 1 and pick(2):
            answer = games.of(stop.shown.showing).legal_answers(stop.shown.showing, asked).sample(pick)
            kind = str(asked.__struct_config__.tag)
            entry = Answered(asked.id, asked.seat, kind, answer, Source("player"))
            position.progress.pending[asked.id] = entry
    _answer_otherwise(position, seat, pick)
    return position if looks_the_same(stop, seat, position) else None


def shuffle_unknown(decks: dict[str, list[str]], memory: DeckMemory, salt: str, staying: int = 0) -> None:
    """Decks in another order where a seat does not know it; so many cards on top of each stay."""
    for deck, cards in decks.items():
        known = memory.places(deck, len(cards))
        free = [place for place, card in enumerate(known) if card is None and place >= staying]
        for place, card in zip(free, shuffle(salt, deck, [cards[place] for place in free]), strict=True):
            cards[place] = card


def _answer_otherwise(position: Position, seat: str, pick: Picker) -> None:
    """The last answer within the step, if it is another seat's, becomes another one."""
    pending = position.progress.pending
    last = next(reversed(pending.values()), None)
    if last is None or last.seat == seat:
        return
    before = documents.decode(documents.encode(position))
    del before.progress.pending[last.decision]
    shown = games.of(before).resume(before)
    asked = next((one for one in shown.waiting if one.id == last.decision), None)
    if asked is not None:
        answer = games.of(shown.showing).legal_answers(shown.showing, asked).sample(pick)
        pending[last.decision] = msgspec.structs.replace(last, answer=answer)


def looks_the_same(stop: Stop, seat: str, other: Any) -> bool:
    """Whether a seat sees the same as before: the view, every event of the step that waits, what stops the game, and
    who is asked."""
    seen = []
    for stored in (stop.stored, documents.encode(other)):
        position = documents.decode(stored)
        position.progress.reported = position.progress.told
        shown = games.of(position).resume(position)
        view = games.of(shown.showing).view(shown.showing, seat, shown.waiting)
        records = [record for record in shown.records if games.record_for_seat(record, seat) is not None]
        told = [games.record_for_seat(record, seat) for record in records]
        # Who is asked what is open: it is the name of a turn that stops for it.
        asked = games.of(shown.showing).window(shown.showing, shown.waiting[0], "stepwise")
        seats = {one.seat for one in (*shown.waiting, *position.progress.pending.values())}
        seen.append(
            (asked, seats, msgspec.json.encode(view), documents.encode([one for one in told if one is not None]))
        )
    return seen[0] == seen[1]
