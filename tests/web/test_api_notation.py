"""Sheets as text through the API: handed in, refused with line and column, read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from correspondence.models.turns import SheetVersion
from correspondence.sheets import use_cases
from correspondence.store import Store
from narration.typed_sheets import read_sheet_text
from tests.correspondence.people import People
from tests.web.visitors import Program, codes

TEXT = {"Accept": "text/plain"}


class Typist:
    """Somebody who types to the API."""

    def __init__(self, program: Program, turn: str, game: str) -> None:
        self.program, self.sheet, self.standing = program, f"/turns/{turn}/sheet", f"/games/{game}/standing"

    def put(self, path: str, text: str | bytes) -> TestResponse:
        return self.program.ask("PUT", path, data=text, content_type="text/plain")

    def text(self, path: str, language: str = "en") -> str:
        answer = self.program.ask("GET", path, headers={**TEXT, "Accept-Language": language})
        assert (answer.status_code, answer.mimetype) == (200, "text/plain"), answer.get_data(as_text=True)
        assert "Accept" in answer.headers["Vary"]
        return answer.get_data(as_text=True)


@pytest.fixture
def ada(program: Callable[[str], Program], people: People, running_game: str) -> Typist:
    """Ada, who plays stark."""
    return Typist(program("ada"), people.turn(running_game), running_game)


def test_ready_beside_a_line_that_may_be_an_order_does_not_count(ada: Typist) -> None:
    receipt = ada.put(
        ada.sheet, "ORDERS winterfell M+1\n\nSame as last round for White Harbor, please.\n\nREADY\n"
    ).get_json()

    codes = [one["code"] for one in receipt["warnings"]]
    assert (receipt["number"], receipt["ready"]) == (1, False)
    assert "ready-withheld" in codes
    assert "line-passed-over" in codes


def test_an_order_in_a_sentence_is_told_as_it_was_taken(ada: Typist) -> None:
    receipt = ada.put(ada.sheet, "ORDERS winterfell M+1\n\nPlease defend White Harbor.\n\nREADY\n").get_json()

    told = {one["code"]: (one["where"], one["words"].replace(":", "")) for one in receipt["warnings"]}
    assert (receipt["number"], receipt["ready"]) == (1, True)
    assert told["line-taken-as"] == ("line 3", "this was taken as ORDERS white-harbor defense+1")
    assert told.keys().isdisjoint(("ready-withheld", "line-passed-over"))


def test_words_of_ones_own_are_told_as_they_were_taken(ada: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    understood = {1: "ORDERS winterfell march"}
    monkeypatch.setattr(
        use_cases,
        "read_sheet_text",
        lambda text, *rest, **how: replace(read_sheet_text(text, *rest, **how), understood=understood),
    )

    receipt = ada.put(ada.sheet, "ORDERS winterfell M").get_json()

    told = [(one["code"], one["where"], one["words"]) for one in receipt["warnings"]]
    assert ("line-taken-as", "line 1", "this was taken as ORDERS winterfell march") in told


def test_one_faulty_line_still_refuses_the_whole_text(ada: Typist) -> None:
    """A program learns at once what is wrong, and loses nothing."""
    answer = ada.put(ada.sheet, "ORDERS winterfell M\nORDERS white-harbor danse")

    assert codes(answer) == {"unknown-order"}
    assert ada.program.ask("GET", ada.sheet).status_code == 404


def test_a_sheet_is_typed_and_read_back(ada: Typist, tasks: list[str]) -> None:
    answer = ada.put(
        ada.sheet, "Hello there\n\nORDERS winterfell M+1; white-harbor D+1\nSTANDING: BLADE never\nREADY\n"
    )
    receipt = answer.get_json()
    assert (answer.status_code, receipt["number"], receipt["ready"]) == (200, 1, True)
    assert receipt["sheet"]["orders"] == {"winterfell": "march+1", "white-harbor": "defense+1"}
    assert [(one["code"], one["where"]) for one in receipt["warnings"] if one["code"] == "line-passed-over"] == [
        ("line-passed-over", "line 1")
    ]
    assert tasks == ["turns"]
    assert ada.program.get(ada.standing).get_json()["sheet"] == {"blade": [{"use": "never"}]}
    text = ada.text(ada.sheet)
    assert text.startswith("CLEAR")
    again = ada.put(ada.sheet, text).get_json()
    assert (again["number"], again["ready"], again["document"]) == (2, True, receipt["document"])


def test_an_old_form_is_said_where_it_was_translated(ada: Typist, people: People, store: Store) -> None:
    old = {"marches": {"goals": [{"take": ["moat-cailin"]}]}}
    handed = ada.program.ask("PUT", ada.sheet, json=old).get_json()
    assert handed["translated"]
    assert handed["sheet"] == {"marches": {"wishes": [{"take": ["moat-cailin"]}]}}
    assert not ada.program.get(ada.sheet).get_json()["translated"], "it is stored in the form of today"

    with store.begin() as session:
        session.scalars(select(SheetVersion)).one().document = json.dumps(old).encode()
    turn = ada.sheet.removesuffix("/sheet")
    assert ada.program.get(ada.sheet).get_json()["translated"]
    assert ada.program.get(turn).get_json()["translated"]
    assert ada.put(ada.sheet, "ORDERS winterfell M").get_json()["translated"], "laid over what is stored"
    assert not ada.put(ada.sheet, "ORDERS winterfell M").get_json()["translated"]
    assert ada.put(ada.sheet, json.dumps(old)).get_json()["translated"], "as JSON"
    assert ada.program.ask("PUT", ada.standing, json=old).get_json()["translated"]


def test_what_a_text_leaves_out_stays_and_waiting_counts(ada: Typist) -> None:
    ada.put(f"{ada.sheet}?ready=true", "ORDERS winterfell M+1; white-harbor D+1")
    later = ada.put(f"{ada.sheet}?ready=true", "ORDER winterfell S\nWAIT").get_json()
    assert (later["number"], later["ready"]) == (2, False)
    assert later["sheet"]["orders"] == {"winterfell": "support", "white-harbor": "defense+1"}
    only = ada.put(ada.sheet, "READY").get_json()
    assert (only["number"], only["ready"], only["sheet"]) == (3, True, later["sheet"])


def test_faults_have_their_line_and_column(ada: Typist) -> None:
    wrong = ada.put(ada.sheet, "ORDERS winterfell M+1\n\nORDERS riverrunn D+1\nREADY\n")
    assert (wrong.status_code, codes(wrong)) == (422, {"unknown-area"})
    assert wrong.get_json()["errors"][0]["where"] == "line 3, column 8"
    illegal = ada.put(ada.sheet, "ORDERS winterfell M+1\nORDERS white-harbor M+1\n")
    assert illegal.status_code == 422
    assert illegal.get_json()["errors"][0]["words"]
    assert ada.program.get(ada.sheet).status_code == 404
    assert ada.program.get(f"{ada.sheet}s").get_json() == []


@pytest.mark.parametrize("text", ["", "Dear all,\nmy plans are secret.\n", "# nothing"])
def test_a_text_that_says_nothing_is_refused(ada: Typist, text: str) -> None:
    for path in (ada.sheet, ada.standing):
        answer = ada.put(path, text)
        assert (answer.status_code, codes(answer)) == (422, {"nothing-said"}), path


def test_what_is_no_text_is_refused(ada: Typist) -> None:
    for path in (ada.sheet, ada.standing):
        answer = ada.put(path, b"ORDERS \xff\xfe")
        assert (answer.status_code, codes(answer)) == (422, {"not-utf-8"}), path


def test_json_is_text_too(ada: Typist) -> None:
    receipt = ada.put(ada.sheet, '{"orders": {"winterfell": "support"}}').get_json()
    assert receipt["sheet"]["orders"] == {"winterfell": "support"}


def test_standing_instructions_are_typed(ada: Typist) -> None:
    first = ada.put(ada.standing, "BLADE never\n").get_json()
    assert (first["number"], first["sheet"]) == (1, {"blade": [{"use": "never"}]})
    second = ada.put(ada.standing, "STANDING: ORDERS winterfell D+1\n").get_json()
    assert set(second["sheet"]) == {"blade", "orders"}
    assert "winterfell" in ada.text(ada.standing)
    assert ada.put(ada.standing, ada.text(ada.standing, "it")).get_json()["document"] == second["document"]
    for wrong in ("BLADE never\nREADY\n", "BLADE never\nSTANDING: ORDERS winterfell D+1\n"):
        answer = ada.put(ada.standing, wrong)
        assert (answer.status_code, codes(answer)) == (422, {"not-standing"}), wrong
    illegal = ada.put(ada.standing, "BLADE never\nMARCH atlantis: winterfell rest\n")
    assert illegal.get_json()["errors"][0]["where"].startswith("line 2, column ")


def test_a_closed_turn_takes_no_text(ada: Typist, people: People, running_game: str) -> None:
    people.adjudicate(running_game)
    late = ada.put(ada.sheet, "ORDERS winterfell M+1")
    assert (late.status_code, codes(late)) == (409, {"turn-closed"})


def test_the_description_says_so(ada: Typist) -> None:
    paths = ada.program.client.get("/api/openapi.json").get_json()["paths"]
    for path in ("/api/v1/turns/{turn_id}/sheet", "/api/v1/games/{game_id}/standing"):
        assert set(paths[path]["put"]["requestBody"]["content"]) == {"application/json", "text/plain"}
        assert set(paths[path]["get"]["responses"]["200"]["content"]) == {"application/json", "text/plain"}
