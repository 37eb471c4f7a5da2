"""Paper: the book of a game, the sheet for a pencil; as PDF where WeasyPrint is installed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Response
from flask.testing import FlaskClient

from adjudicator import face
from correspondence.errors import NotFound
from tests.conftest import leave_out
from tests.correspondence.people import People
from tests.web.visitors import Browser
from web import printing
from web.pdf import pdf_possible

Browsers = Callable[[str], Browser]


@pytest.fixture
def weasyprint() -> None:
    """Its test cannot be run where the library or Pango is missing."""
    if not pdf_possible():
        leave_out("PDF files: WeasyPrint or Pango is not installed")


def test_the_book_has_every_round_with_map_story_and_figures(signed_in: Browsers, people: People) -> None:
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    for _ in range(3):
        people.adjudicate(game)
    known = people.page(game).rounds
    page = ada.get(f"/games/{game}/book").text
    assert len(known) > 1
    for number in known:
        assert page.count(f'id="round-{number}"') == 1
        assert f"arrows=1&amp;round={number}" in page
    assert "Standings" in page
    one = ada.get(f"/games/{game}/book?round={known[0]}").text
    assert f'id="round-{known[0]}"' in one
    assert f'id="round-{known[1]}"' not in one
    assert ada.get(f"/games/{game}/book?round=99").status_code == 404
    assert f"/games/{game}/book" in ada.get(f"/games/{game}").text


def test_the_book_tells_no_more_than_the_pages_of_its_rounds(
    signed_in: Browsers, people: People, client: FlaskClient
) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"}, spectators="none")
    people.adjudicate(game)
    people.adjudicate(game)
    for path in ("book", "rounds/1"):
        assert signed_in("ada").get(f"/games/{game}/{path}").status_code == 200
        assert client.get(f"/games/{game}/{path}").status_code in (403, 404)
        assert signed_in("cy").get(f"/games/{game}/{path}").status_code in (403, 404)


def test_a_pencil_finds_its_areas_cards_and_lines(signed_in: Browsers, people: People) -> None:
    game = people.game({"stark": "ada", "tyrell": "bo"})
    call = people.call(game)
    page = signed_in("ada").get(f"/calls/{call}/pencil").text
    assert "Winterfell: " in page
    assert "Eddard Stark 3" in page
    assert "Highgarden: " not in page
    assert 'class="line-blank"' in page
    assert "Highgarden: " in signed_in("bo").get(f"/calls/{call}/pencil").text
    assert signed_in("cy").get(f"/calls/{call}/pencil").status_code == 403
    assert f"/calls/{call}/pencil" in signed_in("ada").get(f"/calls/{call}").text


@pytest.mark.parametrize(
    ("edition", "houses"),
    [("second-edition", {"stark": "ada"}), ("mother-of-dragons", {"targaryen": "ada"}), ("storm-of-swords", None)],
)
def test_every_edition_has_a_sheet_on_paper(
    edition: str, houses: dict[str, str] | None, signed_in: Browsers, people: People
) -> None:
    count = max(face.edition(edition).player_counts)
    first = face.candidates(face.edition(edition), count)[0]
    game = people.game(houses or {first: "ada"}, edition=edition, players=count)
    page = signed_in("ada").get(f"/calls/{people.call(game)}/pencil").text
    assert page.count('class="pencil"') >= 2


def test_without_what_makes_pdf_the_page_says_so(
    signed_in: Browsers, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "pdf_possible", lambda: False)
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    people.adjudicate(game)
    call = people.call(game)
    assert "Its print dialog also writes PDF files." in ada.get(f"/games/{game}/book").text
    for path in (f"/games/{game}/book.pdf", f"/calls/{call}/pencil.pdf"):
        assert ada.get(path).status_code == 404
        with pytest.raises(NotFound) as refused:
            printing.needs_pdf()
        assert refused.value.code == "no-pdf"
        assert "print the page with your browser" in ada.get(path).text


def test_the_pdf_of_a_book_comes_in_parts(signed_in: Browsers, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def keep(page: str) -> Response:
        made.append(page)
        return Response(page)

    monkeypatch.setattr(printing, "pdf_possible", lambda: True)
    monkeypatch.setattr(printing, "ROUNDS_IN_PART", 1)
    monkeypatch.setattr(printing, "pdf_of", keep)
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    for _ in range(3):
        people.adjudicate(game)
    first, second = people.page(game).rounds[:2]
    page = ada.get(f"/games/{game}/book").text
    assert f"PDF of round {first}" in page
    assert "book.pdf?part=2" in page
    assert ada.get(f"/games/{game}/book.pdf?part=2").status_code == 200
    assert f'id="round-{second}"' in made[0]
    assert f'id="round-{first}"' not in made[0]
    assert ada.get(f"/games/{game}/book.pdf?part=9").status_code == 404


@pytest.mark.usefixtures("weasyprint")
def test_pdf_files_are_made_of_our_own_pages(signed_in: Browsers, people: People) -> None:
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    people.adjudicate(game)
    for path in (f"/games/{game}/book.pdf", f"/calls/{people.call(game)}/pencil.pdf"):
        answer = ada.get(path)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.data.startswith(b"%PDF-")
        assert len(answer.data) > 10_000
