"""What going back would undo, and what everybody has seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.journal import Record
from correspondence.models.archive import RoundRecords
from correspondence.models.calls import OpenedCall
from correspondence.models.games import Game
from correspondence.models.outbox import OutgoingLetter


@dataclass(frozen=True)
class Impact:
    """What going back would undo, and what everybody has seen of it: calls, letters that told of them, Westeros cards
    turned up, House cards played, rounds of orders and auctions revealed, battles fought; `seed`: the game was over,
    so its seed is known."""

    calls: tuple[int, ...]
    letters: int
    westeros: tuple[str, ...]
    cards: tuple[str, ...]
    orders: int
    auctions: int
    battles: int
    seed: bool

    @property
    def leaks(self) -> bool:
        """Whether players know what would come again with the decks as they are."""
        return bool(self.westeros) or self.seed


def impact(session: Session, game: Game, to: int, above: int) -> Impact:
    """What the events with numbers above this one and the calls from `to` on told."""
    query = select(RoundRecords.document).where(RoundRecords.game_id == game.id, RoundRecords.last > above)
    records: list[Record] = [
        record
        for document in session.scalars(query.order_by(RoundRecords.first))
        for record in documents.decode_records(game.edition, document)
        if record.number > above
    ]
    shown = games.of_edition(game.edition).revealed(records)
    calls = select(OpenedCall.number).where(
        OpenedCall.game_id == game.id, OpenedCall.number >= to, OpenedCall.status != "void"
    )
    undone = tuple(session.scalars(calls.order_by(OpenedCall.number)))
    return Impact(
        calls=undone,
        letters=_letters(session, game, undone),
        westeros=shown.westeros,
        cards=shown.cards,
        orders=shown.orders,
        auctions=shown.auctions,
        battles=shown.battles,
        seed=game.status == "finished",
    )


def _letters(session: Session, game: Game, calls: Sequence[int]) -> int:
    """How many letters told of the results of these calls."""
    found = 0
    for number in calls:
        query = select(func.count(OutgoingLetter.id)).where(OutgoingLetter.key.like(f"{game.public_id}:{number}:%"))
        found += session.scalar(query.where(OutgoingLetter.kind.in_(("results", "game-over")))) or 0
    return found
