"""What a seat may see: the view of a position, records of events, entries of the journal."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.decision import Decision
from adjudicator.kernel.event import Decided, Record
from adjudicator.kernel.journal import Answered
from adjudicator.thrones.state.board import Position, View
from adjudicator.thrones.state.edicts import Entry, openly
from adjudicator.thrones.state.events import DeckSearched, DeckShuffled, EdictIssued, RavenLooked, VassalHandDrawn


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """What a seat (None: spectators) may know. The board is shared, not copied: do not change it."""
    return View(
        edition=showing.edition,
        players=showing.players,
        commitment=showing.commitment,
        seat=seat,
        board=showing.board,
        deck_sizes={deck: len(cards) for deck, cards in showing.hidden.decks.items()},
        waiting=[decision for decision in waiting if decision.seat == seat],
        revision=showing.revision,
    )


def seen(record: Record, seat: str | None, *, over: bool = False) -> Record | None:
    """The record as a seat may see it: other seats' decisions are left out, deck orders and new seeds hidden while
    the game runs.

    Once the game is over everything is open.
    """
    if over:
        return record
    event = record.event
    if isinstance(event, Decided):
        return record if event.seat == seat else None
    if isinstance(event, EdictIssued):
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, edict=openly(event.edict)))
    if isinstance(event, DeckSearched) and event.house != seat:
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, top=(), bottom=()))
    if isinstance(event, RavenLooked) and event.house != seat:
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, card=""))
    if isinstance(event, VassalHandDrawn) and event.commander != seat:
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, cards=()))
    if isinstance(event, DeckShuffled):
        return msgspec.structs.replace(record, event=msgspec.structs.replace(event, order=()))
    return record


def seen_entry(entry: Entry, seat: str | None, *, over: bool = False) -> Entry | None:
    """A journal entry as a seat may see it: its own answers, and edicts without what is hidden."""
    if over:
        return entry
    if isinstance(entry, Answered):
        return entry if entry.seat == seat else None
    return msgspec.structs.replace(entry, edict=openly(entry.edict))
