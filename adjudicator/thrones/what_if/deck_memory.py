"""Where in the decks a seat knows which card lies: from what it was told, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from adjudicator.engine.event import Event
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edicts import AnyEdict, Reseed, SetAlliances, SetDeck, SetLoans
from adjudicator.thrones.state.edition import LOANS

WILDLINGS = "wildlings"
Known = list[str | None]


class DeckMemory:
    """What a seat remembers of the decks of a game: known cards on top of each and at its bottom; None is a card that
    it does not know. What lies between is unknown."""

    def __init__(self, seat: str, events: Iterable[Event]) -> None:
        """`events`: all that the seat was told since the game began, in order, as it was told them."""
        self.seat = seat
        self._tops: dict[str, Known] = {}
        self._bottoms: dict[str, Known] = {}
        # How many cards at the start of each bottom are still to come, as those that lie under them were used.
        self._buried: dict[str, int] = {}
        for event in events:
            self._told(event)

    def places(self, deck: str, size: int) -> Known:
        """The cards of a deck that now has so many, top first, as far as they are known."""
        top = self._top(deck)[:size]
        left = size - len(top)
        # Cards that went round the whole deck have left their old places at its bottom.
        bottom = self._bottom(deck)[-left:] if left else []
        return [*top, *([None] * (left - len(bottom))), *bottom]

    def _top(self, deck: str) -> Known:
        return self._tops.setdefault(deck, [])

    def _bottom(self, deck: str) -> Known:
        return self._bottoms.setdefault(deck, [])

    def _draw(self, deck: str) -> str | None:
        top = self._top(deck)
        return top.pop(0) if top else None

    def _forget(self, deck: str, but: int = 0) -> None:
        """All but the lowest cards of a deck."""
        self._top(deck).clear()
        bottom = self._bottom(deck)
        del bottom[: max(0, len(bottom) - but)]
        self._buried.pop(deck, None)

    def _told(self, event: Event) -> None:
        match event:
            case e.DeckShuffled():
                self._forget(event.deck, but=event.below or 0)
            case e.WesterosRevealed():
                self._draw(event.deck)
            case e.WesterosReturned():
                self._bottom(event.deck).append(event.card)
            case e.WildlingCardShown():
                self._draw(WILDLINGS)
                self._top(WILDLINGS).insert(0, event.card)
            case e.WildlingCardDrawn():
                self._draw(WILDLINGS)
                self._bottom(WILDLINGS).append(event.card)
            case e.RavenLooked():
                self._looked(event)
            case e.DeckSearched():
                self._searched(event)
            case e.LoansMoved():
                self._bottom(LOANS).extend([event.returned] if event.returned else [])
                if event.revealed:
                    self._draw(LOANS)
            case e.AllianceTaken() if event.deck:
                self._draw(event.deck)
            case e.AllianceLost() if not event.removed:
                self._bottom(event.deck).append(event.card)
            case e.EdictIssued():
                self._decreed(event.edict)

    def _without(self, deck: str, cards: Iterable[str]) -> None:
        """These cards left the deck, from wherever they lay; others may have come under it."""
        taken = set(cards)
        if any(card in taken for card in self._top(deck)):
            self._top(deck).clear()
        self._bottom(deck).clear()

    def _looked(self, event: e.RavenLooked) -> None:
        """The holder of the raven knows the card, and all know whether it went under the deck."""
        mine = event.house == self.seat
        if mine or event.buried:
            card = self._draw(WILDLINGS)
            if event.buried:
                self._bottom(WILDLINGS).append(event.card if mine else card)
            else:
                self._top(WILDLINGS).insert(0, event.card)

    def _searched(self, event: e.DeckSearched) -> None:
        """Who looked at cards knows how they lie; to all others the top is unknown now."""
        if event.house == self.seat:
            for _ in (*event.top, *event.bottom):
                self._draw(event.deck)
            self._top(event.deck)[:0] = event.top
        else:
            self._top(event.deck).clear()
        bottom, below = self._bottom(event.deck), event.below or 0
        # More are used than is remembered where a deck was set by an edict.
        bottom[:0] = [None] * (below - len(bottom))
        place = len(bottom) - below
        bottom[place:place] = event.bottom if event.house == self.seat else [None] * event.buried
        if event.below is not UNSET:
            self._buried[event.deck] = self._buried.get(event.deck, 0) + event.buried

    def _decreed(self, edict: AnyEdict) -> None:
        match edict:
            case SetDeck():
                self._forget(edict.deck)
            case SetLoans():
                self._forget(LOANS)
            case SetAlliances():
                for deck in {*self._tops, *self._bottoms}:
                    self._without(deck, edict.alliances)
            case Reseed():
                # Cards still to come are shuffled; those put back stay below.
                for top in self._tops.values():
                    top.clear()
                for deck, buried in self._buried.items():
                    del self._bottom(deck)[:buried]
                self._buried.clear()
