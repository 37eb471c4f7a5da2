"""The page that tells how sheets of an edition are typed, and the ways to it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from adjudicator import games
from correspondence.mail_commands.reading import COMMANDS
from narration.narrators import NARRATORS, narrator_of
from narration.typed_sheets import notation_reference
from narration.words import LANGUAGES, translator
from tests.correspondence.people import People
from tests.web.visitors import Browser

EDITIONS = ("first-edition", "second-edition", "mother-of-dragons", "storm-of-swords", "btwixt")


def page_of(client: FlaskClient, edition: str, language: str = "en") -> str:
    answer = client.get(f"/help/{edition}/notation", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return html.unescape(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_statement_of_the_edition_is_listed_alone(edition: str, language: str, client: FlaskClient) -> None:
    page, rules = page_of(client, edition, language), games.edition(edition)
    told = notation_reference(rules, rules.modules, translator(language))
    assert f'<html lang="{language}"' in page
    rows = re.findall(r'<tr id="([^"]+)"><th scope="row">([^<]+)<', page)
    often_first = sorted(told.statements, key=lambda one: one.rare)
    wanted = [(one.keyword.elsewhere.get("en", one.keyword.written), one.keyword.written) for one in often_first]
    assert rows == wanted
    assert sum(not one.rare for one in told.statements) <= 13
    for one in told.statements:
        assert one.purpose in page
        assert "\n".join(one.example) in page
    assert [keyword.written for keyword, _ in told.lines if f">{keyword.written}<" not in page] == []
    for short in told.shorts.get("area", ()):
        assert f"<code>{short.letters[0]}</code> {short.name}" in page


def test_mail_commands_are_listed_in_all_languages(client: FlaskClient) -> None:
    page = page_of(client, "first-edition", "it")
    beside = page[page.index("Altre righe per le e-mail") : page.index("Forme brevi")]
    for word in COMMANDS.known:
        assert word.upper() in beside
    assert "READY" not in beside, "what is said of the sheet stands among its lines"


@pytest.mark.parametrize("edition", EDITIONS)
def test_conditions_stand_there_as_they_are_typed(edition: str, client: FlaskClient) -> None:
    page, v = page_of(client, edition), NARRATORS.of_edition(edition).voice(games.edition(edition), translator("en"))
    book = narrator_of(v.edition).conditions
    assert book is not None
    said = page[page.index('id="conditions"') :]
    for phrase in (*book.offered(book.facts, v), *book.offered(book.numbers, v)):
        typed = re.sub(r"\{(\w+)\}", lambda slot: slot[1].upper(), phrase.typed)
        assert f">{typed}</code>" in said


def test_notation_page_is_linked_from_help_and_text_boxes(
    client: FlaskClient, people: People, running_game: str, signed_in: Callable[[str], Browser]
) -> None:
    for edition in EDITIONS:
        assert f'href="/help/{edition}/notation"' in client.get(f"/help/{edition}").text
    turn = signed_in("ada").get(f"/turns/{people.turn(running_game)}").text
    assert 'href="/help/first-edition/notation"' in turn[turn.index('id="as-text"') :]


def test_there_is_none_of_an_edition_that_there_is_not(client: FlaskClient) -> None:
    assert client.get("/help/third-edition/notation").status_code == 404


@pytest.mark.parametrize("edition", EDITIONS[:-1])
def test_the_conditions_that_most_plans_need_stand_first(edition: str, client: FlaskClient) -> None:
    book = narrator_of(NARRATORS.of_edition(edition).voice(games.edition(edition), translator("en")).edition).conditions
    assert book is not None
    assert len(book.first) == 15
    first = page_of(client, edition).partition('id="conditions"')[2].partition("</details>")[0]
    wanted = {re.sub(r"\{(\w+)\}", lambda slot: slot[1].upper(), typed) for typed in book.first}
    assert set(re.findall(r"<code[^>]*>([^<]+)</code>", first)) == wanted
