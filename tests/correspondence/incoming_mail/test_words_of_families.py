"""What answers to mails say of a game is in the words of its family: seats, examples, maps, rounds."""

from __future__ import annotations

import re

import pytest

from adjudicator import games
from adjudicator.btwixt.what_if import MAX_SUGGESTED
from correspondence.store import Store
from narration.typed_sheets import read_sheet_text
from narration.words import LANGUAGES
from tests.correspondence.incoming_mail.conftest import Writer
from tests.correspondence.people import People, text_of
from tests.slices import in_turn

COMMANDS = ["HELP", "STATUS", "MAP", "SUGGEST", "WHATIF", "HISTORY 2", "READY", "WAIT", "Hello", "PRESS all: hello"]
# Words of the games with a map, in the three languages.
FOREIGN = re.compile(r"\b(map|mappa|mapa|borders?|confini?|lindes?|highgarden)\b|^(House|Casata|Casa) ", re.MULTILINE)


def letters(writer: Writer, text: str) -> list[str]:
    """What a mail is answered with, as text."""
    writer.people.deliver()
    before = len(writer.people.mails(writer.name))
    assert writer.send(text).state == "done", text
    writer.people.deliver()
    return [f"{one['Subject']}\n{text_of(one)}" for one in writer.people.mails(writer.name)[before:]]


PARTS: dict[str, tuple[str, ...]] = {"plain": (), "draft": ("draft",), "advanced": ("advanced",)}


@pytest.fixture(params=PARTS.values(), ids=PARTS)
def cersei(people: People, store: Store, request: pytest.FixtureRequest) -> Writer:
    """Ada, who plays Cersei."""
    humans = {"cersei": "ada", "euron": "bo"}
    return Writer(people, people.game(humans, edition="btwixt", players=3, modules=request.param))


# Which parts are played in which language.
TURNS = [
    pytest.param(PARTS[parts], language, id=f"{parts}-{language}")
    for number, parts in enumerate(PARTS)
    for language in in_turn(number, [*LANGUAGES])
]


@pytest.mark.parametrize(("cersei", "language"), TURNS, indirect=["cersei"])
def test_btwixt_speaks_of_leaders_and_a_table(cersei: Writer, language: str) -> None:
    """In its first emails, in the answers to all commands, and in those of its results.

    By day each language is read in a game of other parts, by night in all three.
    """
    with cersei.people.store.begin() as session:
        cersei.people.account_in(session, "ada").language = language
    cersei.people.deliver()
    told = [text_of(one) for one in cersei.people.mails("ada")][1:]
    for _ in range(2):
        for command in COMMANDS:
            told += letters(cersei, command)
        cersei.people.adjudicate(cersei.game)
        told += [f"{one['Subject']}\n{text_of(one)}" for one in cersei.people.mails("ada")[-1:]]
    assert len(told) > 20
    for text in told:
        assert not FOREIGN.search(text), text
        assert not re.search(r"(round|ronda) 0\b", text, re.IGNORECASE), text


def test_what_can_be_typed_is_of_the_game(cersei: Writer) -> None:
    """Seats that play, a line that the family reads, and no map."""
    (text,) = letters(cersei, "HELP")
    flat = " ".join(text.split())
    assert "MESSAGE euron, " in flat
    assert "replace euron or finish" in flat
    assert "the table and every card's text" in flat
    line = re.search(r"ASSUME euron: (.*?)  ", text)
    assert line is not None
    assert letters(cersei, f"WHATIF\nASSUME euron: {line[1]}\n")
    assert "border" not in text
    told = letters(cersei, "MAP\n")
    assert "The table comes in a separate email." in " ".join(told[-1].split())
    assert "THE TABLE IN WORDS" in told[0]
    assert "CARD TEXTS" in told[0]
    assert re.search(r"^Leader +Player ", told[0], re.MULTILINE)


def test_what_can_be_typed_in_a_game_with_a_map(ada: Writer) -> None:
    """The counter-case: its own words stay."""
    (text,) = letters(ada, "HELP")
    flat = " ".join(text.split())
    assert "the board as it is, with every border and the text of every card" in flat
    line = re.search(r"ASSUME (\w+): (.*?)  ", text)
    assert line is not None
    assert line[1] in games.edition("first-edition").houses
    assert read_sheet_text(line[2], games.edition("first-edition"), ()).said


def test_a_draft_tells_what_may_come_by(people: People, store: Store) -> None:
    """All cards of the deck, with their texts; later hands nobody can know."""
    ada = Writer(people, people.game({"cersei": "ada", "euron": "bo"}, edition="btwixt", players=3, modules=("draft",)))
    people.deliver()
    first = people.mails("ada")[-1]
    assert str(first["Subject"]) == "A game, round 1: The game begins"
    text = text_of(first)
    assert "The draft before round 1, summer:" in text
    listed = text.split("CARDS THAT MAY COME TO YOU IN THIS DRAFT")[1].split("Your orders this turn can say")[0]
    standard = [card for card in games.edition("btwixt").influence.values() if card.group == "standard"]
    flat = " ".join(listed.split())
    assert all(f"{card.name.say('en')} ({card.value}, " in flat for card in standard)
    assert "Nobody knows yet which cards the others will pass on to you" in " ".join(text.split())
    (plan,) = letters(ada, "SUGGEST\n")
    # The best few are named; whatever else comes by is the bot's choice.
    named = plan.split("KEEP ")[1].split("BOT")[0].replace("\n", " ").split(",")
    cards = [word.strip().replace("'", "") for word in named]
    assert len(set(cards)) == MAX_SUGGESTED
    assert set(cards) < {card.id for card in standard}


def test_before_any_turn_has_closed_history_says_so(cersei: Writer) -> None:
    """It was understood, and is no mistake of its writer's."""
    (text,) = letters(cersei, "HISTORY 2\n")
    assert "There are no results yet." in text
    assert "nothing to do in your email" not in text


def test_status_without_a_sheet_says_until_when_they_are_taken(cersei: Writer) -> None:
    (text,) = letters(cersei, "STATUS\n")
    assert "You can submit orders until " in text
    assert "You can change your orders" not in text
