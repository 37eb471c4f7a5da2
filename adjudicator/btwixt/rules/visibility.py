"""What a seat may see: the view of a position, and of an event."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.btwixt.state import Position, View, events as e
from adjudicator.engine import Decided, Decision, Event, StoredBoard, openly

# The events of which not everybody sees the same; all others are seen as they are.
HIDDEN = (
    Decided,
    e.OverrideIssued,
    e.SeasonBegan,
    e.CardsShuffled,
    e.HandsDealt,
    e.CardsKept,
    e.CardsDrawn,
    e.CardGiven,
    e.TokenGained,
    e.TokenLaid,
    e.TokenMoved,
    e.TokenReturned,
    e.TokensSeen,
    e.HandSeen,
    e.AlliesArranged,
)


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """Return what a seat (None: spectators) may know; the shared board is read-only."""
    hidden, mine = showing.hidden, view_of_board(showing, seat)
    mine.hand, mine.own = sorted(hidden.hands.get(seat or "", ())), sorted(hidden.own.get(seat or "", ()))
    mine.seen = dict(hidden.seen.get(seat or "", {}))
    mine.waiting = [decision for decision in waiting if decision.seat == seat]
    return mine


def visible_event(event: Event, seat: str | None) -> Event | None:
    """Hide others' choices, hands, token numbers and deck order from a running event."""
    if not isinstance(event, HIDDEN):
        return event
    match event:
        case Decided():
            return event if event.seat == seat else None
        case e.OverrideIssued(override=override):
            return replace(event, override=openly(override))
        case e.SeasonBegan():
            return replace(event, events=())
        case e.CardsShuffled():
            return replace(event, order=())
        case e.HandsDealt(hands=hands, own=own):
            # Packets that go round are shown by the questions about them.
            mine = {house: cards for house, cards in hands.items() if house == seat and not event.packets}
            return replace(event, hands=mine, own={house: card for house, card in own.items() if house == seat})
        case e.CardsKept(kept=kept_cards):
            return replace(event, kept={house: card for house, card in kept_cards.items() if house == seat})
        case e.CardsDrawn(house=house) if house != seat:
            return replace(event, cards=())
        case e.CardGiven(house=house, to=to) if seat not in (house, to):
            return replace(event, card="")
        case e.TokenGained() | e.TokenLaid() | e.TokenMoved() | e.TokenReturned():
            return replace(event, value=0)
        case e.TokensSeen(house=house) if house != seat:
            return replace(event, values=())
        case e.HandSeen(house=house, by=by) if seat != house and seat not in by:
            return replace(event, cards=())
        case e.AlliesArranged(house=house) if house != seat:
            return replace(event, top=(), bottom=())
    return event


def view_of_board(snapshot: StoredBoard | Position, seat: str | None) -> View:
    """Return a view of a past board, without questions and without past hands."""
    return View(
        edition=snapshot.edition,
        players=snapshot.players,
        commitment=snapshot.commitment,
        revision=snapshot.revision,
        seat=seat,
        board=snapshot.board,
    )
