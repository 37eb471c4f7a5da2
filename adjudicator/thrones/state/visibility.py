"""What a seat may see: the view of a position, and of an event."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.engine import Decided, Decision, Event, StoredBoard
from adjudicator.thrones.state.board import Position, View
from adjudicator.thrones.state.events import DeckSearched, DeckShuffled, OverrideIssued, RavenLooked, VassalHandDrawn
from adjudicator.thrones.state.overrides import openly

# The events of which not everybody sees the same; all others are seen as they are.
HIDDEN = (Decided, OverrideIssued, DeckSearched, RavenLooked, VassalHandDrawn, DeckShuffled)


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """Return what a seat (None: spectators) may know. The board is not copied."""
    seen = view_of_board(showing, seat)
    seen.deck_sizes = {deck: len(cards) for deck, cards in showing.hidden.decks.items()}
    seen.waiting = [decision for decision in waiting if decision.seat == seat]
    return seen


def view_of_board(snapshot: StoredBoard | Position, seat: str | None) -> View:
    """Return a view of a past board, without questions; its decks are not told."""
    return View(
        snapshot.edition, snapshot.players, snapshot.commitment, seat, snapshot.board, {}, revision=snapshot.revision
    )


def visible_event(event: Event, seat: str | None) -> Event | None:
    """Return an event as a seat may see it while the game runs, or None.
    Hidden: decisions of others, deck orders, new seeds, and cards that others look at."""
    # Most events are none of these, and each is asked about for every reader.
    if not isinstance(event, HIDDEN):
        return event
    if isinstance(event, Decided):
        return event if event.seat == seat else None
    if isinstance(event, OverrideIssued):
        return replace(event, override=openly(event.override))
    if isinstance(event, DeckSearched) and event.house != seat:
        return replace(event, top=(), bottom=())
    if isinstance(event, RavenLooked) and event.house != seat:
        return replace(event, card="")
    if isinstance(event, VassalHandDrawn) and event.commander != seat:
        return replace(event, cards=())
    if isinstance(event, DeckShuffled):
        return replace(event, order=())
    return event
