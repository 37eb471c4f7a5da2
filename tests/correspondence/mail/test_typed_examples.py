"""Emails say how their answer is typed, with the reader's own pieces; the first one tells what board and cards say."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.bulk import TurnInput
from adjudicator.thrones.game import THRONES
from correspondence.mail.asking import EXAMPLES
from correspondence.mail.payload import ResultsPayload
from narration.typed_sheets import read_sheet_text
from narration.words import LANGUAGES, translator
from tests.correspondence.mail import samples
from tests.correspondence.mail.test_answered import REPLY
from tests.correspondence.mail.test_boards import begun, payload_of, text_of
from tests.narration.boards import EDITIONS, positions

REFERENCE = "WHAT THE BOARD AND THE CARDS SAY"


def answerable(payload: ResultsPayload) -> ResultsPayload:
    """The email of a service that takes mail."""
    return msgspec.structs.replace(payload, links=msgspec.structs.replace(samples.LINKS, reply=REPLY))


def shown(text: str, language: str) -> str:
    """The lines that an email shows as examples."""
    words = translator(language)
    last = words.say(EXAMPLES).split()[-1]
    return text.split(words.say("Reply by email").upper())[1].split(f"{last}\n\n")[1].split("\n\n")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_examples_of_a_mail_can_be_sent_back(edition: str, language: str) -> None:
    position, waiting = positions(edition)[-1]
    seat = waiting[0].seat
    typed = shown(text_of(answerable(payload_of(edition, position, waiting, seat)), language), language)
    script = read_sheet_text(typed, games.edition(edition), position.board.modules)
    assert script.unread == ()
    assert script.said
    asked = tuple(one for one in waiting if one.seat == seat)
    assert games.of(position).check_sheet(position, seat, script.sheet, asked).errors == ()


def test_examples_are_of_what_the_turn_takes() -> None:
    position, waiting = begun("first-edition")
    planning = shown(text_of(answerable(payload_of("first-edition", position, waiting, "stark"))), "en")
    assert {"ORDERS", "MARCH", "SUPPORT", "CARD", "RETREAT"} <= {line.split()[0] for line in planning.split("\n")}
    assert "BID" not in planning
    assert "ORDERS winterfell" in planning


def stops(kinds: int) -> dict[str, tuple[Any, Any]]:
    """Positions of a stepwise game with the first question of each kind, until there are so many."""
    outcome, found = THRONES.resume(games.start("first-edition", 5, "letters")), dict[str, tuple[Any, Any]]()
    while outcome.waiting and len(found) < kinds:
        first = outcome.waiting[0]
        found.setdefault(
            first.__struct_config__.tag, (documents.decode(documents.encode(outcome.showing)), outcome.waiting)
        )
        turn: TurnInput = TurnInput(
            window=games.of(outcome.showing).window(outcome.showing, first, "stepwise"),
            bots=frozenset(outcome.showing.board.houses),
            pace="stepwise",
        )
        outcome = games.of(outcome.position).resume(games.of(outcome.position).resolve(outcome.position, turn).position)
    return found


def test_a_stop_shows_how_its_question_is_answered() -> None:
    found = stops(8)
    assert "choose-house-card" in found
    for position, waiting in found.values():
        seat = waiting[0].seat
        payload = payload_of("first-edition", position, waiting, seat, "stepwise")
        payload = msgspec.structs.replace(payload, game=msgspec.structs.replace(payload.game, pace="stepwise"))
        script = read_sheet_text(shown(text_of(answerable(payload)), "en"), games.edition("first-edition"), ())
        asked = tuple(one for one in waiting if one.seat == seat)
        assert script.said
        assert games.of(position).check_sheet(position, seat, script.sheet, asked, pace="stepwise").errors == ()
    position, waiting = found["choose-house-card"]
    text = text_of(payload_of("first-edition", position, waiting, waiting[0].seat, "stepwise"))
    card = next(one for one in waiting[0].choices if games.edition("first-edition").cards[one].text)  # type: ignore[attr-defined]
    told = games.edition("first-edition").cards[card].text  # type: ignore[attr-defined]
    assert told[:30] in re.sub(r"\s+", " ", text)
    assert re.search(r"so far \d+: ", re.sub(r"\s+", " ", text))


def test_first_and_requested_mails_tell_all_borders_and_cards() -> None:
    position, waiting = begun("storm-of-swords")
    first = payload_of("storm-of-swords", position, waiting, "stark")
    text = text_of(first)
    for name in ("Winterfell [WF]: along an arrow: Moat Cailin", "House cards of Greyjoy:", "Frey Leadership: "):
        assert name in text.split(REFERENCE)[1]
    later = msgspec.structs.replace(first, closed=samples.closed())
    later = msgspec.structs.replace(later, closed=msgspec.structs.replace(later.closed, records=(), before=None))  # type: ignore[type-var]
    assert REFERENCE not in text_of(later)
    assert REFERENCE in text_of(msgspec.structs.replace(later, whole=True))


def test_a_castle_without_units_is_told_with_its_borders_too() -> None:
    position, waiting = begun("first-edition")
    del position.board.forces["white-harbor"]
    position.board.tokens["white-harbor"] = "stark"
    text = text_of(payload_of("first-edition", position, waiting, "stark"))
    around = text.split("(* with\nunits, ~ sea):")[1].split("\n\n")[0]
    assert "White Harbor [WH]: " in around
    assert "The Narrow Sea [NS]~" in around


@pytest.mark.parametrize("early", [True, False])
def test_ready_is_offered_with_what_it_does_not_do(early: bool) -> None:
    opened = msgspec.structs.replace(samples.open_turn(), early=early)
    text = " ".join(text_of(answerable(samples.results(turn=opened))).split())
    said = "READY means that nobody has to wait for you. "
    assert said in text
    in_vain = f"{said}The turn ends at its deadline, even if everyone is ready earlier."
    assert (in_vain in text) != early
