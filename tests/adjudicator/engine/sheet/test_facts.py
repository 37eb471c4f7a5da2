"""Facts that the tests alone know: what their forms and slots say is read, written and refused."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from adjudicator.engine.decision import Refused
from adjudicator.engine.names import NameBook, spellings
from adjudicator.engine.sheet.facts import Fact, FactTable, Form, Mistake, Slot, Words, names_of

NAMES = {"town": ("king", "kings-road"), "guest": ("ann", "ben")}
BOOK = NameBook({sort: spellings(ids, {}) for sort, ids in NAMES.items()})
Town = Annotated[str, Slot("town")]
Guest = Annotated[str, Slot("guest", words={"I": "me", "me": "me"}, also=("any",))]
Mood = Annotated[str, Slot(words={"glad": "glad", "so sad": "sad"})]
Hour = Annotated[str, Slot(words={"noon": "noon"}, mistake=Mistake("unknown-hour", "is no hour", "noon"))]


class Meets(Fact, frozen=True, tag="meets"):
    """Somebody meets somebody in a town, at an hour or any time."""

    who: Guest
    town: Town
    hour: Hour = "any"
    forms = (
        "{who} (waits|sits) in {town}[ at {hour}]",
        Form("in {town} waits nobody", who="any", negated=True),
    )


class Feels(Fact, frozen=True, tag="feels"):
    """A mood, perhaps of somebody else."""

    mood: Mood
    who: Guest = "me"
    forms = ("[{who} ]{mood}",)


class Letters(Fact, frozen=True, tag="letters"):
    """How many letters somebody has from a town."""

    who: Guest
    town: Town
    forms = ("{who} {town} letters", Form("{who} wrote to {town}", compared=(">=", 1)))


FACTS, LETTERS = FactTable((Meets, Feels), (Letters,)), FactTable((Letters,))


def read(text: str, table: FactTable = FACTS) -> Any:
    words = Words(text, ())
    return table.read(words.phrase(), BOOK, words)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (Meets("ann", "kings-road"), "ann waits in kings-road"),
        (Meets("me", "king", "noon"), "I waits in king at noon"),
        (Feels("glad"), "glad"),
        (Feels("sad", "ben"), "ben so sad"),
    ],
)
def test_a_fact_is_written_and_read_back(fact: Fact, text: str) -> None:
    assert fact.typed() == text
    found = read(text)
    assert found is not None
    assert found[0] == fact


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ann's sits in Kings Road", Meets("ann", "kings-road")),
        ("ME SO SAD", Feels("sad")),
        ("ann so glad", None),
        ("ann waits", None),
    ],
)
def test_other_words_are_read_where_the_form_has_them(text: str, fact: Fact | None) -> None:
    try:
        found = read(text)
    except Refused:
        found = None

    assert (found and found[0]) == fact


def test_a_form_may_fix_fields_and_say_the_contrary() -> None:
    fact, form = read("in king waits nobody")

    assert fact == Meets("any", "king")
    assert form.negated
    assert fact.typed() == "any waits in king", "what says the contrary is not written"


def test_a_form_that_compares_is_a_fact_and_no_number() -> None:
    fact, form = read("ben wrote to king")

    assert (fact, form.compared) == (Letters("ben", "king"), (">=", 1))
    assert read("ben king letters") is None


def test_two_names_side_by_side_are_told_apart() -> None:
    assert read("ann kings road letters", LETTERS)[0] == Letters("ann", "kings-road")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("xyz waits in king", "unknown-guest"),
        ("ann waits in xyz", "unknown-town"),
        ("xyz waits in king at noon", "unknown-guest"),
        ("ann waits in king at dawn", "unknown-hour"),
        ("ann waits in king at ", "unknown-town"),
    ],
)
def test_the_first_unknown_name_of_the_nearest_form_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read(text)

    assert refused.value.reasons[0].code == code


def test_names_of_a_fact_have_their_sorts_and_words() -> None:
    nodes = list(names_of(Meets("any", "king"), "here"))

    assert [(node.where, node.kind.sorts, node.value) for node in nodes] == [
        ("here", ("guest",), ("any",)),
        ("here", ("town",), ("king",)),
    ]
    assert nodes[0].kind.also == ("me", "any")


def test_a_fact_is_no_number_and_a_number_no_fact() -> None:
    with pytest.raises(TypeError):
        Meets("ann", "king").number(None)
    with pytest.raises(TypeError):
        Letters("ann", "king").holds(None)
