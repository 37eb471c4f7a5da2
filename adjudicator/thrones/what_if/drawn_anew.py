"""Everything that a seat cannot see, drawn anew from what it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from adjudicator.engine.chance import shuffle
from adjudicator.engine.decision import Decision
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Pick
from adjudicator.thrones.state.board import Hidden, Position
from adjudicator.thrones.state.edition import TIDES, VASSALS
from adjudicator.thrones.what_if.deck_memory import WILDLINGS, DeckMemory, Known

RAVEN, BLADE = "messenger-raven", "valyrian-blade"


def drawn_anew(position: Position, memory: DeckMemory, waiting: Sequence[Decision], seed: str) -> Hidden:
    """What may be hidden in a position, for the seat of a memory: all chance derives from `seed`.

    `waiting` are the questions that wait; those for the seat may tell a card. Of the true decks it is read how many
    cards they have and which, which everybody can tell from the cards that lie open; never their order, except of cards
    that the seat is looking at.
    """
    seat, hidden = memory.seat, position.hidden
    glimpsed = _glimpsed(position, seat, waiting)
    decks: dict[str, list[str]] = {}
    for deck, cards in hidden.decks.items():
        if deck != VASSALS:
            places: Known = [None] * len(cards) if deck == TIDES else memory.places(deck, len(cards))
            for place, card in {**glimpsed.get(deck, {}), **_face_up(position, deck)}.items():
                places[place] = card
            decks[deck] = _filled(places, cards, f"what-if/deck-{deck}", seed)
    hands = _vassals(position, _hands_seen(position, seat, waiting), seed, decks)
    return Hidden(seed, decks, dict(hidden.used), hands)


def _face_up(position: Position, deck: str) -> Mapping[int, str]:
    """The card that lies face up on a deck, if one does."""
    realm = position.board.realm
    return {0: realm.tops[deck]} if realm is not None and deck in realm.tops else {}


def _filled(places: Known, cards: Sequence[str], purpose: str, seed: str) -> list[str]:
    """The cards of a deck, known ones in their places and all others shuffled."""
    known = Counter(card for card in places if card is not None)
    if known - Counter(cards):
        # What is remembered does not fit any more (decks changed by hand): then nothing of it counts.
        places, known = [None] * len(cards), Counter()
    others = iter(shuffle(seed, purpose, sorted((Counter(cards) - known).elements())))
    return [next(others) if card is None else card for card in places]


def as_imagined(position: Position, asked: Decision, seat: str) -> Decision:
    """A question that was asked before all was drawn anew: another seat is shown what is drawn for it now."""
    replace = msgspec.structs.replace
    if asked.seat == seat:
        return asked
    if isinstance(asked, d.ChooseHouseCard) and asked.house in position.board.vassals:
        return replace(asked, choices=tuple(position.hand(asked.house)))
    if isinstance(asked, d.DiscardFromHand) and asked.victim in position.board.vassals:
        return replace(asked, choices=tuple(position.hand(asked.victim)))
    if isinstance(asked, d.PickEffect) and asked.because == BLADE and asked.subject:
        return replace(asked, subject=position.hidden.decks[TIDES][_tide_of(position, asked.house)])
    return asked


def _hands_seen(position: Position, seat: str, waiting: Sequence[Decision]) -> frozenset[str]:
    """The fighting vassals whose cards the seat holds, or is shown to choose among."""
    shown = {asked.victim for asked in waiting if isinstance(asked, d.DiscardFromHand) and asked.seat == seat}
    return frozenset(shown | {house for house, commander in position.board.commanders.items() if commander == seat})


def _vassals(position: Position, seen: frozenset[str], seed: str, decks: dict[str, list[str]]) -> dict[str, list[str]]:
    """The hands of fighting vassals: those that were seen stay, all others are dealt anew with their deck."""
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


def _tide_of(position: Position, house: str) -> int:
    """Which of the two tides that lie face down is a fighting house's: the attacker draws first."""
    battle = position.board.battle
    return int(battle is not None and battle.defender == house)


def _glimpsed(position: Position, seat: str, waiting: Sequence[Decision]) -> Mapping[str, Mapping[int, str]]:
    """Cards that the seat looks at while it is asked what becomes of them: by deck and place."""
    loans = edition_of(position).loans
    for asked in waiting:
        if not isinstance(asked, d.PickEffect) or asked.seat != seat:
            continue
        if asked.because == RAVEN:
            return {WILDLINGS: {0: asked.subject}}
        if asked.because == BLADE and asked.subject:
            return {TIDES: {_tide_of(position, asked.house): asked.subject}}
        if asked.because in loans:
            return _searching(position, seat, asked)
    return {}


def _searching(position: Position, seat: str, asked: d.PickEffect) -> Mapping[str, Mapping[int, str]]:
    """The top cards of the deck that the seat has chosen to look at, and is asked about now."""
    edition = edition_of(position)
    looks = [int(part["cards"]) for part in edition.loans[asked.because].parts if part["does"] == "look-at-deck"]
    chosen = [
        entry.answer.choice
        for entry in position.progress.pending.values()
        if entry.seat == seat and isinstance(entry.answer, Pick) and entry.answer.choice in edition.westeros_decks
    ]
    if not looks or not chosen:
        return {}
    deck = chosen[-1]
    return {deck: dict(enumerate(position.hidden.decks[deck][: looks[0]]))}
