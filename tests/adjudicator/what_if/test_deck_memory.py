"""What a seat remembers of the decks: cards turned up, looked at, put back; and what it cannot know."""

from __future__ import annotations

from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.overrides import Reseed, SetAlliances, SetDeck, SetLoans
from adjudicator.thrones.what_if import DeckMemory


def turned_up(card: str, deck: str = "I") -> list[e.Event]:
    return [
        e.WesterosRevealed(deck=deck, card=card, wildlings=False),
        e.WesterosReturned(deck=deck, card=card),
    ]


def decreed(override: object) -> e.OverrideIssued:
    return e.OverrideIssued(override=override, reason="so it lay at the table", by="gm")  # type: ignore[arg-type]


def test_revealed_cards_lie_at_the_bottom_in_order() -> None:
    memory = DeckMemory("stark", [*turned_up("supply"), *turned_up("mustering")])
    assert memory.places("I", 5) == [None, None, None, "supply", "mustering"]
    assert memory.places("II", 2) == [None, None]


def test_a_deck_that_went_round_is_known_to_its_end() -> None:
    memory = DeckMemory("stark", [event for card in "abcab" for event in turned_up(card)])
    assert memory.places("I", 3) == ["c", "a", "b"]


def test_a_card_that_lies_open_is_not_in_its_deck() -> None:
    events = [*turned_up("a"), *turned_up("b"), e.WesterosRevealed(deck="I", card="c", wildlings=False)]
    assert DeckMemory("stark", events).places("I", 3) == [None, "a", "b"]


def test_a_shuffle_forgets_all() -> None:
    events = [*turned_up("a"), e.DeckShuffled(deck="I", purpose="deck-I/round-3/1", order=())]
    assert DeckMemory("stark", events).places("I", 2) == [None, None]


def test_the_ravens_holder_knows_the_card_it_left_or_buried() -> None:
    left = e.RavenLooked(house="stark", card="crow-killers", buried=False)
    assert DeckMemory("stark", [left]).places("wildlings", 3) == ["crow-killers", None, None]
    unseen = e.RavenLooked(house="stark", card="", buried=False)
    assert DeckMemory("tyrell", [unseen]).places("wildlings", 3) == [None, None, None]
    buried = e.RavenLooked(house="stark", card="crow-killers", buried=True)
    assert DeckMemory("stark", [left, buried]).places("wildlings", 3) == [None, None, "crow-killers"]


def test_buried_card_is_known_to_all_with_its_effect() -> None:
    drawn = e.WildlingCardDrawn(card="mammoth-riders", watch_won=True)
    buried = e.RavenLooked(house="stark", card="", buried=True)
    assert DeckMemory("tyrell", [drawn, buried]).places("wildlings", 4) == [None, None, "mammoth-riders", None]
    mine = e.RavenLooked(house="tyrell", card="crow-killers", buried=False)
    assert DeckMemory("tyrell", [mine, buried]).places("wildlings", 3) == [None, None, "crow-killers"]


def test_searched_deck_is_known_to_its_searcher_alone() -> None:
    seen = e.DeckSearched(house="stark", deck="II", buried=1, because="spymaster", top=("a",), bottom=("b",))
    assert DeckMemory("stark", [seen]).places("II", 4) == ["a", None, None, "b"]
    hidden = e.DeckSearched(house="stark", deck="II", buried=1, because="spymaster")
    known = e.DeckSearched(house="tyrell", deck="II", buried=0, because="spymaster", top=("a", "b"))
    assert DeckMemory("tyrell", [*turned_up("c", "II"), known, hidden]).places("II", 4) == [None, None, "c", None]


def test_used_cards_lie_under_buried_ones_unshuffled() -> None:
    used, searched = turned_up("c", "II"), {"deck": "II", "because": "spymaster", "below": 1}
    mine = e.DeckSearched(house="stark", buried=1, bottom=("b",), **searched)
    hidden = e.DeckSearched(house="tyrell", buried=1, **searched)
    assert DeckMemory("stark", [*used, mine]).places("II", 4) == [None, None, "b", "c"]
    assert DeckMemory("stark", [*used, mine, hidden]).places("II", 4) == [None, "b", None, "c"]
    shuffled = e.DeckShuffled(deck="II", purpose="deck-II/rodrik-the-reader", order=(), below=1)
    for later in (shuffled, decreed(Reseed(commitment="c"))):
        assert DeckMemory("stark", [*used, mine, hidden, later]).places("II", 4) == [None, None, None, "c"]


def test_more_cards_may_be_used_than_a_seat_remembers() -> None:
    """One was used before an override set the deck: it lies above those that were used later."""
    used = [*turned_up("a", "II"), decreed(SetDeck(deck="II")), *turned_up("c", "II"), *turned_up("d", "II")]
    below = 3
    mine = e.DeckSearched(house="stark", deck="II", buried=1, because="spymaster", bottom=("b",), below=below)
    assert DeckMemory("stark", [*used, mine]).places("II", 6) == [None, None, "b", None, "c", "d"]
    shuffled = e.DeckShuffled(deck="II", purpose="deck-II/rodrik-the-reader", order=(), below=below)
    assert DeckMemory("stark", [*used, shuffled]).places("II", 4) == [None, None, "c", "d"]


def test_loans_that_go_back_lie_under_their_deck() -> None:
    moved = e.LoansMoved(slots=("", "x", "y"), returned="z", revealed="y")
    assert DeckMemory("stark", [moved]).places("loans", 3) == [None, None, "z"]


def test_alliance_cards_are_drawn_from_top_and_return_below() -> None:
    lost = e.AllianceLost(house="stark", card="arryn-plots", deck="arryn", because="used")
    taken = e.AllianceTaken(house="stark", card="arryn-army", because="forge-alliances", deck="arryn")
    stolen = e.AllianceTaken(house="stark", card="arryn-army", because="arryn-plots", victim="greyjoy")
    gone = e.AllianceLost(house="stark", card="arryn-lookout", deck="arryn", because="used", removed=True)
    assert DeckMemory("stark", [lost, taken, stolen, gone]).places("arryn", 3) == [None, None, "arryn-plots"]
    decided = decreed(SetAlliances(house="stark", alliances=("arryn-plots",)))
    assert DeckMemory("stark", [lost, decided]).places("arryn", 2) == [None, None]


def test_overrides_on_decks_are_known_without_hidden_cards() -> None:
    events = [*turned_up("a"), e.RavenLooked(house="stark", card="crow-killers", buried=False)]
    assert DeckMemory("stark", [*events, decreed(SetDeck(deck="I"))]).places("I", 2) == [None, None]
    reseeded = DeckMemory("stark", [*events, decreed(Reseed(commitment="c"))])
    assert reseeded.places("wildlings", 1) == [None], "cards to come are shuffled"
    assert reseeded.places("I", 2) == [None, "a"], "those put back stay below"
    loans = [e.LoansMoved(slots=("", "x", "y"), returned="z", revealed="y"), decreed(SetLoans(house="stark"))]
    assert DeckMemory("stark", loans).places("loans", 2) == [None, None]
