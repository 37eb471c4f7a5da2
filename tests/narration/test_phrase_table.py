"""Rows of phrase tables: how each kind is said, what is refused, and that every template of the games can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from babel.support import NullTranslations

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.thrones.game import THRONES
from narration.btwixt import questions as btwixt_questions, sentences as btwixt
from narration.narrator import Voice
from narration.narrators import NARRATORS
from narration.phrase_table import Ask, PhraseTable, Plural, QuestionTable, Sentence, each, fill
from narration.thrones import differences, questions, sentences
from narration.words import Words, translator

EDITION = THRONES.editions["mother-of-dragons"]
# Some ids of each game.
IDS = {"thrones": (*list(EDITION.cards)[:2], *list(EDITION.houses)[:2]), "btwixt": (*list(HOUSE.influence)[:2], "jon")}
TABLES: dict[str, tuple[PhraseTable, str]] = {
    "events": (sentences.SENTENCES, "thrones"),
    "edicts": (sentences.OVERRIDES, "thrones"),
    "questions": (questions.QUESTIONS.texts, "thrones"),
    "differences": (differences.SUBJECTS, "thrones"),
    "events of B'Twixt": (btwixt.SENTENCES, "btwixt"),
    "edicts of B'Twixt": (btwixt.OVERRIDES, "btwixt"),
    "questions of B'Twixt": (btwixt_questions.QUESTIONS.texts, "btwixt"),
}
# How many random things of a class are said until each of its templates has been.
MAX_TRIES = 2000


class Sold(msgspec.Struct):
    """An event that only these tests know."""

    house: str = "stark"
    buyer: str = "tully"
    goods: tuple[str, ...] = ()
    price: int = 3
    offered: int = 3
    because: str = ""


FORMS = {
    "house": lambda v, house: house.capitalize(),
    "buyer": lambda v, house: house.capitalize(),
    "goods": lambda v, goods: v.both(goods),
    "coins": lambda v, price: f"{price} coins",
}
VOICE = Voice(EDITION, translator("en"))


def say(row: Any, **fields: Any) -> str:
    return PhraseTable({Sold: row}, FORMS, {"reason": "because", "sum": "price:coins"}).say(Sold(**fields), VOICE)


def test_a_template_shows_fields_by_their_forms() -> None:
    assert say("{house} sells {goods} for {price}.", goods=("salt", "wool")) == "Stark sells salt and wool for 3."


def test_slots_show_other_fields_forms_and_functions() -> None:
    row = fill("{who}: {price}, {sum}, {reason}, {twice}", who="buyer:house", twice=lambda sold, v: sold.price * 2)

    assert say(row, because="hunger") == "Tully: 3, 3 coins, hunger, 6"


def test_a_plural_counts_by_its_slot() -> None:
    row = fill(Plural("{house}: {n} coin", "{house}: {n} coins"), n="price")

    assert [say(row, price=price) for price in (1, 2)] == ["Stark: 1 coin", "Stark: 2 coins"]


@pytest.mark.parametrize(
    ("condition", "holds", "fails"),
    [
        ("goods", {"goods": ("salt",)}, {}),
        ("!goods", {}, {"goods": ("salt",)}),
        ("because=hunger", {"because": "hunger"}, {"because": "thirst"}),
        ("price=0", {"price": 0}, {"price": 1}),
        ("goods=2", {"goods": ("salt", "wool")}, {"goods": ("salt",)}),
        ("house==buyer", {"buyer": "stark"}, {}),
        ("house!=buyer", {}, {"buyer": "stark"}),
        ("offered>price", {"offered": 4}, {}),
        ("price>2", {}, {"price": 2}),
        ("goods,because=hunger", {"goods": ("salt",), "because": "hunger"}, {"because": "hunger"}),
    ],
)
def test_a_condition_chooses_a_row(condition: str, holds: dict[str, Any], fails: dict[str, Any]) -> None:
    row = {condition: "yes", "": "no"}

    assert (say(row, **holds), say(row, **fails)) == ("yes", "no")


def test_what_holds_is_added_or_goes_around() -> None:
    row = Sentence(
        "{house} sells. {reason}",
        {
            "goods": fill("First: {first}.", first=lambda sold, v: sold.goods[0]),
            "price>9": "({told})",
            "!goods": "Air.",
        },
    )

    assert say(row) == "Stark sells. Air."
    assert say(row, goods=("salt",), price=10) == "(Stark sells. First: salt.)"


def test_rows_stand_within_rows_with_their_slots() -> None:
    row = fill({"goods": fill("{who} and {house}", house="buyer"), "": lambda sold, v: "nobody"}, who="house")

    assert (say(row, goods=("salt",)), say(row)) == ("Stark and Tully", "nobody")


@pytest.mark.parametrize(
    "row",
    [
        "{color}",
        fill("{house}", house="color"),
        fill("{house}", house="house:color"),
        fill("{house}", house="color.shade"),
        {"color": "yes", "": "no"},
        {"house=": "yes", "": "no"},
        {"house==color": "yes", "": "no"},
        {"goods": "yes"},
    ],
)
def test_a_row_that_names_no_field_is_refused(row: Any) -> None:
    with pytest.raises(ValueError, match="Sold"):
        say(row)


def test_a_question_has_its_choices() -> None:
    table = QuestionTable(
        {Sold: Ask("sale", "What does {house} buy?", each("goods", lambda v, one: one.upper()))}, FORMS
    )
    asked = table.question(Sold(goods=("salt",)), None, VOICE)

    assert (asked.text, asked.choices) == ("What does Stark buy?", ("SALT",))


class Recording(Words):
    """English, and every message that was said."""

    def __init__(self) -> None:
        super().__init__("en", NullTranslations())
        self.said: set[str] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        self.said.add(singular)
        return super().ngettext(singular, plural, n)


def templates(row: Any) -> Iterator[str]:
    """Every template of a row, of plurals the singular."""
    if isinstance(row, Sentence):
        yield from templates(row.either)
        for added in row.more.values():
            yield from templates(added)
    elif isinstance(row, Mapping):
        for inner in row.values():
            yield from templates(inner)
    elif isinstance(row, str | Plural):
        yield row if isinstance(row, str) else row.singular


def conditions(row: Any) -> Iterator[str]:
    """The words that conditions of a row name."""
    if isinstance(row, Sentence):
        yield from (*conditions(row.either), *conditions(row.more))
    elif isinstance(row, Mapping):
        for condition, inner in row.items():
            yield from re.findall(r"\w=([a-z-]+)", condition)
            yield from conditions(inner)


def random_value(hint: Any, words: list[str], random: Random) -> Any:
    """A value of a type; strings are one of these words, or empty."""
    inner = get_args(hint)
    match get_origin(hint):
        case origin if origin in (Union, UnionType):
            return random_value(random.choice(inner), words, random)
        case origin if origin is Literal:
            return random.choice(inner)
        case origin if origin is tuple:
            return tuple(random_value(inner[0], words, random) for _ in range(random.randrange(3)))
        case origin if origin is dict:
            return {random.choice(words): random_value(inner[1], words, random) for _ in range(random.randrange(3))}
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return random_thing(hint, words, random)
    if hint is str:
        return random.choice([*words, ""])
    if hint in (bool, int):
        return hint(random.randrange(3))
    return msgspec.UNSET if hint is msgspec.UnsetType else None


def random_thing(kind: type[Any], words: list[str], random: Random) -> Any:
    hints = get_type_hints(kind)
    return kind(**{name: random_value(hints[name], words, random) for name in kind.__struct_fields__})


@pytest.mark.parametrize("name", TABLES)
def test_every_template_can_be_said(name: str) -> None:
    """No condition hides another, and none asks for what its field cannot hold."""
    table, game = TABLES[name]
    words = Recording()
    v = NARRATORS[game].voice(EDITION if game == "thrones" else HOUSE, words, None)

    for kind, row in table.rows.items():
        expected, random = set(templates(row)), Random(kind.__name__)
        words.said.clear()
        known = [*IDS[game], *conditions(row)]
        for _ in range(MAX_TRIES if expected else 0):
            with suppress(LookupError):
                table.say(random_thing(kind, known, random), v)
            if expected <= words.said:
                break
        assert expected <= words.said, kind
