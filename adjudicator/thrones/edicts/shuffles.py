"""Every shuffle that a log shows, repeated from the seed: what a verified game proves besides its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.event import Record
from adjudicator.thrones.state.edicts import Reseed
from adjudicator.thrones.state.edition import VASSALS, Edition
from adjudicator.thrones.state.events import DeckShuffled, EdictIssued


def wrong_shuffles(edition: Edition, seed: str, records: Iterable[Record]) -> Iterator[str]:
    """Every shuffle that records show and `seed`, or the last one that an edict brought, does not give; in words."""
    decks = {deck: [one.card for one in entries for _ in range(one.copies)] for deck, entries in edition.decks.items()}
    decks[VASSALS] = list(edition.vassal_cards)
    for record in records:
        event = record.event
        if isinstance(event, EdictIssued) and isinstance(event.edict, Reseed):
            seed = event.edict.seed
            if commitment(seed) != event.edict.commitment:
                place = f"round {record.round}, event {record.number}"
                yield f"{place}: the new seed does not fit the commitment published with it"
        if not isinstance(event, DeckShuffled):
            continue
        # Of alliance decks only those cards are shuffled that no house has.
        whole = decks.get(event.deck) or [c for c in edition.alliance_decks.get(event.deck, ()) if c in event.order]
        if whole and list(event.order) != _shuffled(seed, event, whole, edition):
            yield (
                f"round {record.round}, event {record.number}: the seed shuffles deck {event.deck} "
                f"({event.purpose}) into another order"
            )


def _shuffled(seed: str, event: DeckShuffled, whole: list[str], edition: Edition) -> list[str]:
    """The order that the seed gives; where a card searched the deck, the one it found lies on top of those that were
    still in it."""
    if not event.order or not any(part in edition.cards for part in event.purpose.split("/")):
        return shuffle(seed, event.purpose, whole)
    found, *rest = event.order
    place = {card: number for number, card in enumerate(dict.fromkeys(whole))}
    return [found, *shuffle(seed, event.purpose, sorted(rest, key=lambda card: place.get(card, len(place))))]
