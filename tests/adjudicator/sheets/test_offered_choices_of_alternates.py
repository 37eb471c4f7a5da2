"""What the alternate House cards may ask is known before it asks; the set is played whole."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.effects.table import question_sources
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

DRAGONS = games.edition("mother-of-dragons")
OTHERS = {card.id for card in DRAGONS.cards.values() if card.module == "alternate"}


def asked_in(seed: str) -> set[str]:
    """Plays a game at random; every choice of a card is one that was known. The cards that asked."""
    player, met = random_player(Picker(seed, "players")), set()

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.PickEffect) and decision.because in DRAGONS.cards:
            known = {one.because: one for one in question_sources(position.board, DRAGONS, decision.house)}
            if decision.because in known:  # others than the card's house may be asked to pay
                offered = {c for choices in known[decision.because].offers.values() for c in choices}
                assert set(decision.choices) <= offered, decision
            met.add(decision.because)
        return player(position, decision)

    THRONES.advance(games.start("mother-of-dragons", 8, seed, ("alternate",)), oracle)
    return met


def test_whole_games_ask_nothing_else_of_the_cards() -> None:
    met = {card for seed in ("one", "two", "three", "four", "five", "six") for card in asked_in(seed)}
    assert len(met & OTHERS) >= 5
    assert met <= OTHERS | set(DRAGONS.vassal_cards)


def test_every_house_has_seven_other_cards_with_the_module() -> None:
    first, others = DRAGONS.hands(), DRAGONS.hands(("tides", "alternate"))
    assert {house: len(cards) for house, cards in others.items()} == dict.fromkeys(DRAGONS.houses, 7)
    assert {card for cards in others.values() for card in cards} == OTHERS
    assert not OTHERS & {card for cards in first.values() for card in cards}
    assert DRAGONS.hands(("tides",)) == first


def test_a_shared_name_means_the_card_of_the_usual_set() -> None:
    book = name_book(DRAGONS)
    assert book.find("Euron Crow's Eye", "card") == book.find("euron", "card") == "euron-crows-eye"
    assert book.find("euron-crows-eye-dwd", "card") == "euron-crows-eye-dwd"
    assert book.find("Qyburn", "card") == "qyburn"


def test_shared_card_name_means_the_set_in_play() -> None:
    book = name_book(DRAGONS, ("alternate",))
    assert book.find("Euron Crow's Eye", "card") == book.find("euron", "card") == "euron-crows-eye-dwd"
    assert book.find("Doran Martell", "card") == "doran-martell-dwd"
    for hand in DRAGONS.hands(("alternate",)).values():
        for card in hand:
            assert book.find(DRAGONS.cards[card].name.en, "card") == card
