"""What-ifs: a turn played on one seat's knowledge, with orders assumed for others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine import (
    BEST,
    Decision,
    Draw,
    Event,
    FrozenStruct,
    Unreadable,
    assumed_fields,
    assumed_sheet,
    fill_places,
    shuffle,
)
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheet_writing import write_around
from adjudicator.thrones.sheets.battle import CardRule, Cards
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.sheet import Sheet, over_limits, read_sheet
from adjudicator.thrones.state import (
    LOANS,
    TIDES,
    VASSALS,
    Edition,
    Hidden,
    Position,
    View,
    decisions as d,
    events as e,
)
from adjudicator.thrones.state.decisions import Pick
from adjudicator.thrones.state.overrides import AnyOverride, Reseed, SetAlliances, SetDeck, SetLoans

# More Power than anybody has.
MAX_BID = 99


class Assumed(FrozenStruct, omit_defaults=True, forbid_unknown_fields=True):
    """The orders that a house is assumed to submit.
    Either a whole `sheet`; or its `orders` in some areas, the House `cards` that it likes best, and the most that it
    bids by auction (`bids`), around which the bot guesses all else."""

    orders: dict[str, str] = {}
    cards: tuple[str, ...] = ()
    bids: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MAX_BID)]] = {}
    sheet: Sheet | None = None


NOTHING = Assumed()


def guess_sheet(view: View, assumed: Assumed = NOTHING, draw: Draw = BEST) -> Sheet:
    """Return the order sheet assumed for a view's seat; by default, the bot's own.

    Other areas get the bot's orders while tokens last; marches, raids and the raven suit all of them. Raises ValueError
    for spectators.
    """
    if assumed.sheet is not None:
        return assumed.sheet
    guessed = write_around(view, assumed.orders, draw)
    if assumed.cards:
        guessed = replace(guessed, cards=Cards(rules=(CardRule(cards=assumed.cards),)))
    bids = {auction: (BidRule(how="up-to", amount=amount),) for auction, amount in assumed.bids.items()}
    return replace(guessed, bids={**guessed.bids, **bids})


class _Raw(Assumed):
    sheet: msgspec.Raw = msgspec.Raw(b"null")  # type: ignore[assignment]


_decoder = msgspec.json.Decoder(_Raw)


def read_assumed(data: bytes, edition: Edition | None, modules: Collection[str]) -> Assumed:
    """Read a house's assumptions; conditions may be text if an edition is given.

    Raises Unreadable: `bad-what-if`, and what reading a sheet raises, with the place of the fault (`sheet.marches`).
    """
    raw = assumed_fields(_decoder, data)
    sheet = assumed_sheet(raw.sheet, lambda whole: read_sheet(whole, edition, modules))
    bids: dict[str, tuple[BidRule, ...]] = dict.fromkeys(raw.bids, ())
    faults = over_limits(Sheet(orders={**raw.orders}, cards=Cards(rules=(CardRule(cards=raw.cards),)), bids=bids))
    if faults:
        raise Unreadable(*faults)
    return Assumed(raw.orders, raw.cards, raw.bids, sheet)


WILDLINGS = "wildlings"
Known = list[str | None]


class DeckMemory:
    """A seat's knowledge of a game's decks: the cards on top and at the bottom.
    None is an unknown card; those in between are unknown."""

    def __init__(self, seat: str, events: Iterable[Event]) -> None:
        """Read `events`: all that the seat was told since the game began, in order."""
        self.seat = seat
        self._tops: defaultdict[str, Known] = defaultdict(list)
        self._bottoms: defaultdict[str, Known] = defaultdict(list)
        # How many cards at the start of each bottom are still to come, as those that lie under them were used.
        self._buried: dict[str, int] = {}
        for event in events:
            self._note_event(event)

    def places(self, deck: str, size: int) -> Known:
        """The cards of a deck that now has so many, top first, as far as they are known."""
        top = self._tops[deck][:size]
        left = size - len(top)
        # Cards that went round the whole deck have left their old places at its bottom.
        bottom = self._bottoms[deck][-left:] if left else []
        return [*top, *([None] * (left - len(bottom))), *bottom]

    def _draw(self, deck: str) -> str | None:
        top = self._tops[deck]
        return top.pop(0) if top else None

    def _forget(self, deck: str, but: int = 0) -> None:
        """All but the lowest cards of a deck."""
        self._tops[deck].clear()
        bottom = self._bottoms[deck]
        del bottom[: max(0, len(bottom) - but)]
        self._buried.pop(deck, None)

    def _note_event(self, event: Event) -> None:
        """Update the known cards of decks by one event that the seat was told."""
        match event:
            case e.DeckShuffled():
                self._forget(event.deck, but=event.below or 0)
            case e.WesterosRevealed():
                self._draw(event.deck)
            case e.WesterosReturned():
                self._bottoms[event.deck].append(event.card)
            case e.WildlingCardShown():
                self._draw(WILDLINGS)
                self._tops[WILDLINGS].insert(0, event.card)
            case e.WildlingCardDrawn():
                self._draw(WILDLINGS)
                self._bottoms[WILDLINGS].append(event.card)
            case e.RavenLooked():
                self._note_look(event)
            case e.DeckSearched():
                self._note_search(event)
            case e.LoansMoved():
                self._bottoms[LOANS].extend([event.returned] if event.returned else [])
                if event.revealed:
                    self._draw(LOANS)
            case e.AllianceTaken() if event.deck:
                self._draw(event.deck)
            case e.AllianceLost() if not event.removed:
                self._bottoms[event.deck].append(event.card)
            case e.OverrideIssued():
                self._note_override(event.override)

    def _without(self, deck: str, cards: Iterable[str]) -> None:
        """Remove cards from a deck, wherever they lay; others may have gone under it."""
        taken = set(cards)
        if any(card in taken for card in self._tops[deck]):
            self._tops[deck].clear()
        self._bottoms[deck].clear()

    def _note_look(self, event: e.RavenLooked) -> None:
        """Note a raven look: its holder knows the card, all know if it went to the bottom."""
        mine = event.house == self.seat
        if mine or event.buried:
            card = self._draw(WILDLINGS)
            if event.buried:
                self._bottoms[WILDLINGS].append(event.card if mine else card)
            else:
                self._tops[WILDLINGS].insert(0, event.card)

    def _note_search(self, event: e.DeckSearched) -> None:
        """Who looked at cards knows how they lie; to all others the top is unknown now."""
        if event.house == self.seat:
            for _ in (*event.top, *event.bottom):
                self._draw(event.deck)
            self._tops[event.deck][:0] = event.top
        else:
            self._tops[event.deck].clear()
        bottom, below = self._bottoms[event.deck], event.below or 0
        # More are used than is remembered where a deck was set by an override.
        bottom[:0] = [None] * (below - len(bottom))
        place = len(bottom) - below
        bottom[place:place] = event.bottom if event.house == self.seat else [None] * event.buried
        if event.below is not UNSET:
            self._buried[event.deck] = self._buried.get(event.deck, 0) + event.buried

    def _note_override(self, override: AnyOverride) -> None:
        """Forget the cards that an override of decks or of the seed makes unknown."""
        match override:
            case SetDeck():
                self._forget(override.deck)
            case SetLoans():
                self._forget(LOANS)
            case SetAlliances():
                for deck in {*self._tops, *self._bottoms}:
                    self._without(deck, override.alliances)
            case Reseed():
                # Cards still to come are shuffled; those put back stay below.
                for top in self._tops.values():
                    top.clear()
                for deck, buried in self._buried.items():
                    del self._bottoms[deck][:buried]
                self._buried.clear()


RAVEN, BLADE = "messenger-raven", "valyrian-blade"


def redraw_hidden_state(position: Position, memory: DeckMemory, waiting: Sequence[Decision], seed: str) -> Hidden:
    """Return random hidden data consistent with a seat's memory, derived from `seed`.

    `waiting` are the pending questions; those for the seat may reveal a card. The true decks are read only for their
    number of cards and contents, which everybody can infer from the open cards, never for their order, except for cards
    that the seat is looking at.
    """
    seat, hidden = memory.seat, position.hidden
    glimpsed = _visible_cards(position, seat, waiting)
    tops = position.board.realm.tops if position.board.realm is not None else {}
    decks: dict[str, list[str]] = {}
    for deck, cards in hidden.decks.items():
        if deck != VASSALS:
            places: Known = [None] * len(cards) if deck == TIDES else memory.places(deck, len(cards))
            open_ = {0: tops[deck]} if deck in tops else {}
            for place, card in {**glimpsed.get(deck, {}), **open_}.items():
                places[place] = card
            decks[deck] = fill_places(places, cards, f"what-if/deck-{deck}", seed)
    # The fighting vassals whose cards the seat holds, or is shown to choose among.
    shown = {prompt.victim for prompt in waiting if isinstance(prompt, d.DiscardFromHand) and prompt.seat == seat}
    shown |= {house for house, commander in position.board.commanders.items() if commander == seat}
    hands = _vassals(position, shown, seed, decks)
    return Hidden(seed, decks, dict(hidden.used), hands)


def as_imagined(position: Position, question: Decision, seat: str) -> Decision:
    """Return a question to another seat with its redrawn cards, else unchanged."""
    if question.seat == seat:
        return question
    if isinstance(question, d.ChooseHouseCard) and question.house in position.board.vassals:
        return replace(question, choices=tuple(position.hand(question.house)))
    if isinstance(question, d.DiscardFromHand) and question.victim in position.board.vassals:
        return replace(question, choices=tuple(position.hand(question.victim)))
    if isinstance(question, d.PickEffect) and question.because == BLADE and question.subject:
        return replace(question, subject=position.hidden.decks[TIDES][_tide_place(position, question.house)])
    return question


def _vassals(position: Position, seen: Collection[str], seed: str, decks: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return hands of fighting vassals: seen ones stay, the rest are dealt anew."""
    hidden = position.hidden
    mine = {house: list(hand) for house, hand in hidden.hands.items() if house in seen}
    others = {house: hand for house, hand in hidden.hands.items() if house not in mine}
    deck = hidden.decks.get(VASSALS, [])
    pool = shuffle(seed, "what-if/vassals", sorted([*deck, *(card for hand in others.values() for card in hand)]))
    dealt: dict[str, list[str]] = {}
    for house, hand in others.items():
        dealt[house], pool = pool[: len(hand)], pool[len(hand) :]
    if VASSALS in hidden.decks:
        decks[VASSALS] = pool
    return {house: mine[house] if house in mine else dealt[house] for house in hidden.hands}


def _tide_place(position: Position, house: str) -> int:
    """Return the deck place of a fighting house's tide card; the attacker's is 0."""
    battle = position.board.battle
    return int(battle is not None and battle.defender == house)


def _visible_cards(position: Position, seat: str, waiting: Sequence[Decision]) -> Mapping[str, Mapping[int, str]]:
    """Return cards the seat sees while asked what becomes of them, by deck and place."""
    loans = edition_of(position).loans
    for question in waiting:
        if not isinstance(question, d.PickEffect) or question.seat != seat:
            continue
        if question.because == RAVEN:
            return {WILDLINGS: {0: question.subject}}
        if question.because == BLADE and question.subject:
            return {TIDES: {_tide_place(position, question.house): question.subject}}
        if question.because in loans:
            return _searched_cards(position, seat, question)
    return {}


def _searched_cards(position: Position, seat: str, question: d.PickEffect) -> Mapping[str, Mapping[int, str]]:
    """Return the top cards, by deck and place, of a deck the seat is searching.
    Empty if no deck is chosen yet."""
    edition = edition_of(position)
    looks = [int(part["cards"]) for part in edition.loans[question.because].parts if part["does"] == "look-at-deck"]
    chosen = [
        entry.answer.choice
        for entry in position.progress.pending.values()
        if entry.seat == seat and isinstance(entry.answer, Pick) and entry.answer.choice in edition.westeros_decks
    ]
    if not looks or not chosen:
        return {}
    deck = chosen[-1]
    return {deck: dict(enumerate(position.hidden.decks[deck][: looks[0]]))}
