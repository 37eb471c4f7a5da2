"""Lines as people type them in mails: none is read as something else than was meant, and not fewer than were."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Literal

import pytest

from adjudicator.engine.decision import Refused
from correspondence.mail_commands.reading import split_commands
from narration.notation.reading import Script
from tests.narration.boards import typed

HERE = Path(__file__).parent
LINES = tomllib.loads((HERE / "typed_by_people.toml").read_text(encoding="utf-8"))
FIRST_WORDS = tomllib.loads((HERE / "first_words.toml").read_text(encoding="utf-8"))
NEWCOMERS = tomllib.loads((HERE / "newcomers.toml").read_text(encoding="utf-8"))["lines"]
NATURAL = tomllib.loads((HERE / "natural.toml").read_text(encoding="utf-8"))
# What courtesy says below orders, and before them.
COURTEOUS = [
    "ORDERS winterfell M\n\nSorry for the delay\nREADY",
    "ORDERS winterfell M\nREADY\n\nNo hurry!",
    "winterfell march\nready\n\nSorry I'm late",
    "ORDERS winterfell M\nREADY\n\nSí, gracias",
    "ORDERS winterfell M\nREADY\n\nSe vuoi, chiamami domani",
    "Sorry, late again. My orders:\nwinterfell march\nready",
    "ORDERS winterfell M\nREADY\nBetter luck next time!",
    "ORDERS winterfell M\nREADY\nSin más, un saludo",
    "ORDERS winterfell M\nREADY\n\nScusate ragazzi!",
    "Only this:\nwinterfell march\nready",
    "Hi Stark,\nwinterfell march\nready",
    "winterfell march\nready\nFine.",
    "ORDERS winterfell M\nREADY\n\nOne more thing: great game",
    "winterfell march\nREADY\nGood luck to everyone",
    "winterfell march\nready\n\nBack in three weeks",
    "My orders, hopefully not too late:\nwinterfell march\nREADY",
    "Hi, how are you?\nwinterfell march\nready\n\nMary-Ann",
    "winterfell march\npronto\nA domenica",
    "winterfell march\nlisto\n\nEso es todo",
    "winterfell march\nREADY\n\nThis email and any attachments are confidential.",
    "ORDERS winterfell M # the raven is mine\nREADY",
]
EDITIONS = {
    "1": "first-edition",
    "2": "second-edition",
    "m": "mother-of-dragons",
    "s": "storm-of-swords",
    "b": "btwixt",
}
# As many of a language's lines end as was meant; to be raised by whoever has more of them read.
MIN_RIGHT = {"en": 69, "it": 77, "es": 78}

# What is still read as something else where a house holds every area; none may come to it.
READ_OTHERWISE = {
    "Muster a footman and a ship in the Bay of Ice at Winterfell",
    "A Grande Inverno marcia e a Porto Bianco supporto",
    "incursione dallo stretto dorato al mare del tramonto",
    "Per Greyjoy: grazie dell'aiuto",
    "porto incursione",
    "raid ironmans bay from golden sound",
}

Outcome = Literal["right", "asked", "prose", "wrong"]


def read(text: str, edition: str = "first-edition") -> Script:
    return typed(split_commands(text).text, edition)


def counts(text: str, edition: str) -> bool:
    """Whether READY counts in a mail."""
    try:
        return typed(split_commands(text).text, edition, partly=True).ready is True
    except Refused:
        return False


def outcome(edition: str, text: str, meaning: str) -> Outcome:
    """What becomes of a text: as was meant; asked about; passed over as prose; or something else was handed in."""
    try:
        script = read(text, edition)
    except Refused:
        return "right" if meaning == "ask" else "asked"
    changes = script.said or script.cleared or script.ready is True or script.standing is not None
    if meaning == "ask":
        return "wrong" if changes else "right" if script.withheld else "prose"
    if meaning == "prose":
        return "wrong" if changes else "right"
    if not changes and not (meaning == "WAIT" and script.ready is False):
        return "prose"
    wanted = read(meaning, edition)
    same = (script.sheet, script.ready, script.standing) == (wanted.sheet, wanted.ready, wanted.standing)
    return "right" if same else "wrong"


@pytest.mark.parametrize("language", LINES)
def test_no_line_is_read_as_something_else(language: str, record_property: pytest.RecordProperty) -> None:
    found = [(outcome(EDITIONS[edition], text, meaning), text) for edition, text, meaning in LINES[language]]
    counted = Counter(what for what, _ in found)
    for what in ("right", "asked", "prose", "wrong"):
        record_property(f"{language}-{what}", counted[what])
    assert {text for what, text in found if what == "wrong"} <= READ_OTHERWISE
    assert counted["right"] >= MIN_RIGHT[language], counted


def test_no_line_of_a_newcomer_is_read_as_something_else() -> None:
    found = {text: outcome("first-edition", text, meaning) for text, meaning, _ in NEWCOMERS}

    assert found == {text: expected for text, _, expected in NEWCOMERS}
    assert {text for text, what in found.items() if what == "wrong"} <= READ_OTHERWISE
    assert len(found) == 48


def test_there_are_a_hundred_of_each_language() -> None:
    assert all(len(lines) >= 95 for lines in LINES.values())
    assert sum(map(len, LINES.values())) >= 300
    assert {edition for lines in LINES.values() for edition, _, _ in lines} == set(EDITIONS)


def test_what_is_taken_back_or_unsure_is_asked_about() -> None:
    wrong = [text for edition, text in NATURAL["asked"] if outcome(EDITIONS[edition], text, "ask") != "right"]
    wrong += [text for edition, text in NATURAL["withheld"] if counts(text, EDITIONS[edition])]
    assert wrong == []


@pytest.mark.parametrize("text", COURTEOUS)
def test_courtesy_takes_nothing_back(text: str) -> None:
    script = read(text)
    assert (script.ready, script.sheet) == (True, read("ORDERS winterfell M").sheet)


@pytest.mark.parametrize("edition", EDITIONS.values())
@pytest.mark.parametrize("language", FIRST_WORDS)
def test_no_sentence_below_orders_is_taken_for_one(language: str, edition: str) -> None:
    table = FIRST_WORDS[language]
    words = table["words"].split()
    assert len(words) >= 200
    orders = (
        "BID enough"
        if edition == "btwixt"
        else "ORDERS winterfell M"
        if edition != "storm-of-swords"
        else "BLADE never"
    )
    alone = read(orders, edition)
    for word in words:
        sentence = table["sentence"].format(word=word)
        for ready in ("", "\nREADY"):
            script = read(f"{orders}\n\n{sentence}\n{ready}", edition)
            assert (script.sheet, script.ready) == (alone.sheet, True if ready else None), sentence
            assert [text for _, text in script.unread] == [sentence]
