"""Cards as they lie on the table: name, strength, icons, text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from narration.thrones.phrases import card_text


@dataclass(frozen=True)
class Face:
    """A card with its strength, its icons in words, and its text; `used`: it lies on the discard pile."""

    name: str
    strength: str
    icons: str
    text: str
    used: bool = False


def icons(swords: int, fortifications: int, v: Any) -> list[str]:
    """Swords and towers in words."""
    found = [v.say_n("{n} sword", "{n} swords", swords)] if swords else []
    return [*found, *([v.say_n("{n} tower", "{n} towers", fortifications)] if fortifications else [])]


def house_cards(cards: Iterable[str], v: Any, *, used: bool = False) -> list[Face]:
    """House cards, strongest first; what is no House card is left out."""
    known = sorted((v.edition.cards[card] for card in cards if card in v.edition.cards), key=lambda c: -c.strength)
    return [
        Face(
            v.card(card.id),
            str(card.strength),
            ", ".join(icons(card.swords, card.fortifications, v)),
            card_text(card.id, v),
            used,
        )
        for card in known
    ]


def other_cards(cards: Iterable[str], v: Any) -> list[Face]:
    """Tactics and alliance cards, which have nothing but a text."""
    return [Face(v.card(card), "", "", card_text(card, v)) for card in cards]
