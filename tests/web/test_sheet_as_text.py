"""The part "As text" beside the forms of a sheet, and on its receipt."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator import games
from narration.typed_sheets import read_sheet_text
from tests.correspondence.people import People
from tests.web.form_reader import sheet_form
from tests.web.test_sheets import ORDERS, kept
from tests.web.visitors import Browser
from web.views import sheets as views

FIRST = games.edition("first-edition")


@pytest.fixture
def ada(signed_in: Callable[[str], Browser]) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def turn(people: People, running_game: str) -> str:
    """The address of the open turn."""
    return f"/turns/{people.turn(running_game)}"


def typed(page: str) -> str:
    """What stands in the field of the text."""
    found = re.search(r'<textarea id="typed"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def test_the_form_is_written_as_text_and_the_text_fills_the_form(
    people: People, running_game: str, turn: str, ada: Browser
) -> None:
    live = ada.post(f"{turn}/live", ORDERS).text
    text = typed(live)
    assert text.startswith("CLEAR")
    taken = ada.post(turn, {"typed": text.replace("\n", "\r\n"), "do": "from-text"})
    assert taken.status_code == 200
    fields = sheet_form(taken.text).sent
    assert fields["orders.white-harbor"][0] == "defense+1"
    assert typed(taken.text) == text
    assert ada.post(turn, {**fields, "do": "save"}).status_code == 303
    sheet = kept(people, running_game)
    assert read_sheet_text(text, FIRST, ()).sheet == sheet
    receipt = ada.get(f"{turn}/sheets/1").text
    assert '<details id="receipt-text">' in receipt
    assert html.escape(text.splitlines()[1], quote=False)[:20] in receipt


def test_a_text_is_laid_over_the_form(turn: str, ada: Browser) -> None:
    page = ada.post(turn, {**ORDERS, "typed": "ORDERS winterfell S", "do": "from-text"}).text
    fields = sheet_form(page).sent
    assert (fields["orders.winterfell"][0], fields["orders.white-harbor"][0]) == ("support", "defense+1")


def test_faults_are_told_beside_the_text_and_nothing_is_lost(turn: str, ada: Browser) -> None:
    text = "ORDERS winterfell S\n\nORDERS riverrunn <b> D+1\n"
    answer = ada.post(turn, {**ORDERS, "typed": text, "do": "from-text"})
    assert answer.status_code == 422
    assert "line 3, column 8" in answer.text
    assert typed(answer.text) == text
    assert "<b> D+1" not in answer.text
    assert 'id="as-text" open' in answer.text
    assert sheet_form(answer.text).sent["orders.winterfell"][0] == "march+0"
    assert "You haven&#39;t submitted orders" in answer.text


def test_faults_of_the_form_keep_the_text(turn: str, ada: Browser) -> None:
    wrong = {**ORDERS, "marches.winterfell[0].when": "nonsense", "typed": "ORDERS winterfell S", "do": "from-text"}
    answer = ada.post(turn, wrong)
    assert (answer.status_code, typed(answer.text)) == (422, "ORDERS winterfell S")
    assert "nonsense" in answer.text
    anew = ada.post(turn, {**wrong, "typed": "CLEAR\nORDERS winterfell S"})
    assert anew.status_code == 200
    assert "nonsense" not in anew.text


def test_what_does_not_come_into_the_form_is_told(turn: str, ada: Browser) -> None:
    page = ada.post(
        turn, {"typed": "Hello\n\nORDERS winterfell S\nSTANDING: BLADE never\nREADY", "do": "from-text"}
    ).text
    notes = page.partition('id="text-notes"')[2].partition("</div>")[0]
    for words in ("line 1", "Hello", "READY", "STANDING"):
        assert words in notes


def test_words_of_ones_own_are_told_as_they_were_taken(
    turn: str, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood = {2: "ORDERS winterfell march"}
    monkeypatch.setattr(
        views, "read_sheet_text", lambda *text, **how: replace(read_sheet_text(*text, **how), understood=understood)
    )

    page = ada.post(turn, {"typed": "Hello\nORDERS winterfell M", "do": "from-text"}).text

    notes = html.unescape(page.partition('id="text-notes"')[2].partition("</div>")[0])
    assert 'line 2, "ORDERS winterfell M", was read as ORDERS winterfell march' in notes


def test_standing_instructions_are_typed_too(people: People, running_game: str, ada: Browser) -> None:
    path = f"/games/{running_game}/standing"
    assert typed(ada.get(path).text).startswith("CLEAR")
    for text in ("BLADE never", "STANDING: BLADE never"):
        page = ada.post(path, {"typed": text, "do": "from-text"})
        assert page.status_code == 200
        assert "BLADE never" in typed(page.text)
        assert 'id="text-notes"' not in page.text
    assert ada.post(path, {**sheet_form(page.text).sent, "do": "save"}).status_code == 303
    assert "BLADE never" in typed(ada.get(path).text)
    wrong = ada.post(path, {"typed": "BLADE sometimes", "do": "from-text"})
    assert (wrong.status_code, typed(wrong.text)) == (422, "BLADE sometimes")


@pytest.mark.parametrize(
    ("language", "first", "title"), [("it", "AZZERA", "Come testo"), ("es", "BORRAR", "Como texto")]
)
def test_the_text_is_in_the_readers_language(language: str, first: str, title: str, turn: str, ada: Browser) -> None:
    ada.post("/account", {"name": "Ada", "language": language, "zone": "Europe/Madrid"})
    page = ada.get(turn).text
    assert typed(page).startswith(first)
    assert f"<summary>{title}</summary>" in page
    wrong = ada.post(turn, {"typed": "ORDERS xyzzyq S", "do": "from-text"})
    assert "line 1, column" not in wrong.text
    assert wrong.status_code == 422
