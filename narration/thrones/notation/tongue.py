"""What the notation knows of a game's words: names by sort, short forms, conditions and amounts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from adjudicator.thrones.sheets.conditions.parser import parse_condition
from adjudicator.thrones.sheets.conditions.sum_text import format_sum, parse_amount
from adjudicator.thrones.sheets.conditions.sums import Sum
from adjudicator.thrones.sheets.conditions.text import format_condition
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.sheet_rule import Count
from adjudicator.thrones.state.edition import Edition
from narration.notation.cursor import Tongue
from narration.notation.names import Names
from narration.notation.said import spelt

# Letters for kinds of orders; a special one without a number has an `s` besides.
_TYPES = {
    "march": ("m", "march", "marcia", "marcha"),
    "defense": ("d",),
    "support": ("s", "a"),
    "raid": ("r", "i"),
    "consolidate-power": ("c", "p", "cp"),
    "iron-bank": ("b", "ib"),
}
_UNITS = {
    "footman": ("f", "ftm"),
    "knight": ("k", "c"),
    "ship": ("s", "n", "b"),
    "siege-engine": ("e", "se", "m"),
    "dragon": ("d",),
    "allied-footman": ("af", "fa", "sa"),
    "allied-knight": ("ak", "ca"),
}
_SAID = {
    "area": "areas",
    "card": "cards",
    "westeros": "westeros",
    "wildling": "wildling_cards",
    "order": "orders",
    "unit": "units",
    "loan": "loans",
    "leader": "leaders",
    "tactic": "tactics",
    "alliance": "alliances",
}
_known: dict[tuple[str, bool, tuple[str, ...]], tuple[Edition, Tongue]] = {}


def tongue(edition: Edition, modules: Collection[str] = ()) -> Tongue:
    """The words of games of an edition with these modules; put together once."""
    key = (edition.id, edition.fair, tuple(module for module in edition.modules if module in modules))
    known = _known.get(key)
    if known is None or known[0] is not edition:
        known = _known[key] = (edition, _tongue(edition, key[2]))
    return known[1]


def _tongue(edition: Edition, modules: Collection[str]) -> Tongue:
    book = name_book(edition, modules)

    def called(sort: str, one: str, language: str) -> str:
        things = getattr(edition, _SAID.get(sort, ""), {})
        return str(things[one].name.say(language)) if one in things else one

    units = {short: kind for kind in edition.units for short in _UNITS.get(kind, ())}
    shorts = {"order": dict(_short_orders(edition)), "unit": units, "area": book.codes}
    return Tongue(
        names=Names(book.names, called, shorts, book.later),
        parse_condition=lambda text: parse_condition(text, edition, modules),
        write_condition=format_condition,
        parse_amount=lambda text: parse_amount(text, edition, modules),
        write_amount=format_sum,
        condition_type=Condition,
        amount_type=_AMOUNT,
    )


_AMOUNT: Any = Count | Sum


def _short_orders(edition: Edition) -> Iterator[tuple[str, str]]:
    """`M+1`, `D+2`, `S`, `R`, `C`, and `RS`, `CS` for special ones; each meant of one token alone."""
    taken: set[str] = set()
    for token in edition.orders.values():
        if token.vassal or not token.id.startswith(token.type):
            continue
        for letters in _TYPES.get(token.type, ()):
            short = f"{letters}{token.modifier:+d}" if token.modifier else letters
            if token.special and not token.modifier:
                short = f"{letters}s"
            for text in (short, f"{letters}+0") if not token.modifier and token.type == "march" else (short,):
                if spelt(text) not in taken:
                    taken.add(spelt(text))
                    yield spelt(text), token.id
