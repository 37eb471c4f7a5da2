"""Paper: the book of a game, the sheet for a pencil; as PDF where WeasyPrint is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from adjudicator import games
from correspondence.archive import files
from correspondence.archive.files import READER, PdfJob, claim_pdf, keep_pdf, release_pdf
from correspondence.input_validation import Denied, NotFound
from correspondence.models.archive import PdfFile
from correspondence.models.games import Game
from tests.conftest import leave_out
from tests.correspondence.people import People
from tests.edge.outpost import PATIENCE_SECONDS, ask, connect, heard, serving, status
from tests.web.visitors import Browser
from web.views import archive
from web.views.archive import pdf_possible
from worker.edge.connection import Limits
from worker.messages import PDF
from worker.service import Service
from worker.subprocesses import begin_pdf, render_pdf
from worker.tasks import tasks_with_work

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
    turn = people.turn(game)
    page = signed_in("ada").get(f"/turns/{turn}/pencil").text
    assert "Winterfell: " in page
    assert "Eddard Stark 3" in page
    assert "Highgarden: " not in page
    assert 'class="line-blank"' in page
    assert "Highgarden: " in signed_in("bo").get(f"/turns/{turn}/pencil").text
    assert signed_in("cy").get(f"/turns/{turn}/pencil").status_code == 403
    assert f"/turns/{turn}/pencil" in signed_in("ada").get(f"/turns/{turn}").text


@pytest.mark.parametrize(
    ("edition", "houses"),
    [("second-edition", {"stark": "ada"}), ("mother-of-dragons", {"targaryen": "ada"}), ("storm-of-swords", None)],
)
def test_every_edition_has_a_sheet_on_paper(
    edition: str, houses: dict[str, str] | None, signed_in: Browsers, people: People
) -> None:
    count = max(games.edition(edition).player_counts)
    first = games.of_edition(edition).candidates(games.edition(edition), count)[0]
    game = people.game(houses or {first: "ada"}, edition=edition, players=count)
    page = signed_in("ada").get(f"/turns/{people.turn(game)}/pencil").text
    assert page.count('class="pencil"') >= 2


def test_without_what_makes_pdf_the_page_says_so(
    signed_in: Browsers, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "pdf_possible", lambda: False)
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    people.adjudicate(game)
    turn = people.turn(game)
    assert "Its print dialog can also save PDF files." in ada.get(f"/games/{game}/book").text
    for path in (f"/games/{game}/book.pdf", f"/turns/{turn}/pencil.pdf"):
        assert ada.get(path).status_code == 404
        with pytest.raises(NotFound) as refused:
            archive.needs_pdf()
        assert refused.value.code == "no-pdf"
        assert "print the page with your browser" in ada.get(path).text


def work(app: Flask, people: People, made: Callable[[Flask, str, PdfJob], bytes] = render_pdf) -> list[PdfJob]:
    """Make the files that wait, as a worker's process does; those that were."""
    done = []
    while (job := claim_pdf(people.store, people.now)) is not None:
        document = made(app, people.store.settings.base_url, job)
        with people.store.begin() as session:
            keep_pdf(session, job, document, people.now)
        done.append(job)
    return done


def drawn(app: Flask, base_url: str, job: PdfJob) -> bytes:
    """What a file is made from."""
    environ = {READER: job.reader}
    page = app.test_client().get(
        job.path, base_url=base_url, environ_overrides=environ, headers={"Accept-Language": job.language}
    )
    return page.data if page.status_code == 200 else b""


@pytest.fixture
def possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDF files can be asked for, wherever the test runs."""
    monkeypatch.setattr(archive, "pdf_possible", lambda: True)


@pytest.mark.usefixtures("possible")
def test_the_pdf_of_a_book_comes_in_parts(
    app: Flask, signed_in: Browsers, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "ROUNDS_IN_PART", 1)
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    for _ in range(3):
        people.adjudicate(game)
    first, second = people.page(game).rounds[:2]
    page = ada.get(f"/games/{game}/book").text
    assert f"PDF of round {first}" in page
    assert "book.pdf?part=2" in page
    assert ada.get(f"/games/{game}/book.pdf?part=2").status_code == 202
    assert len(work(app, people, drawn)) == 1
    made = ada.get(f"/games/{game}/book.pdf?part=2").text
    assert f'id="round-{second}"' in made
    assert f'id="round-{first}"' not in made
    assert ada.get(f"/games/{game}/book.pdf?part=9").status_code == 404


@pytest.mark.usefixtures("possible")
def test_a_page_waits_for_the_file_and_says_when_it_is_ready(app: Flask, signed_in: Browsers, people: People) -> None:
    game, ada = people.game({"stark": "ada", "tyrell": "bo"}), signed_in("ada")
    path = f"/turns/{people.turn(game)}/pencil.pdf"
    waiting = ada.get(path)
    assert (waiting.status_code, waiting.headers["Retry-After"]) == (202, "3")
    assert "The PDF file is waiting." in waiting.text
    assert f'content="3; url={path}?wait=yes"' in waiting.text
    people.later(seconds=31)
    assert "or is not running" in ada.get(f"{path}?wait=yes").text
    job = claim_pdf(people.store, people.now)
    assert job is not None
    assert "The PDF file is being created." in ada.get(f"{path}?wait=yes").text
    with people.store.begin() as session:
        keep_pdf(session, job, b"%PDF-", people.now)
    ready = ada.get(f"{path}?wait=yes")
    assert ready.status_code == 200
    assert f'content="0; url={path}"' in ready.text
    answer = ada.get(path)
    assert (answer.data, answer.mimetype) == (b"%PDF-", "application/pdf")
    # Whoever has another seat, or none, gets a file of their own, or nothing.
    assert signed_in("bo").get(path).status_code == 202
    assert signed_in("cy").get(path).status_code == 403
    assert app.test_client().get(path).status_code == 303
    people.later(minutes=11)
    assert ada.get(path).status_code == 202


@pytest.mark.usefixtures("possible")
def test_a_file_is_made_once_for_all_who_may_read_the_same(app: Flask, signed_in: Browsers, people: People) -> None:
    game = people.game({"stark": "ada"})
    people.adjudicate(game)
    path = f"/games/{game}/book.pdf"
    for _ in range(5):
        assert app.test_client().get(path).status_code == 202
        assert signed_in("ada").get(path).status_code == 202
    assert {(job.path.partition("?")[0], bool(job.reader)) for job in work(app, people, drawn)} == {
        (path, True),
        (path, False),
    }
    assert people.count(PdfFile) == 2
    assert app.test_client().get(path).status_code == 200
    # What happened since belongs into the file.
    people.adjudicate(game)
    assert app.test_client().get(path).status_code == 202


@pytest.mark.usefixtures("possible")
def test_who_may_not_see_the_page_any_more_gets_no_file(app: Flask, people: People, signed_in: Browsers) -> None:
    game = people.game({"stark": "ada"})
    people.adjudicate(game)
    path, stranger = f"/games/{game}/book.pdf", app.test_client()
    assert stranger.get(path).status_code == 202
    close(people, game)
    assert stranger.get(path).status_code in (403, 404)
    assert len(work(app, people, drawn)) == 1
    with people.store.read() as session:
        assert session.scalars(select(PdfFile.document)).all() == [b""]
    assert stranger.get(path).status_code in (403, 404)
    # Nor does a header say who reads.
    forged = {"rookery.reader": "ada", "Rookery-Reader": "ada", "Rookery.Reader": "ada"}
    assert stranger.get(path, headers=forged).status_code in (403, 404)


def close(people: People, game: str) -> None:
    """Let only players look at a game."""
    with people.store.begin() as session:
        session.execute(update(Game).where(Game.public_id == game).values(spectators="none"))


@pytest.mark.usefixtures("possible")
def test_full_queue_refuses_at_once_and_strangers_cannot_fill_it(
    app: Flask, signed_in: Browsers, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_OF_STRANGERS", 2)
    games = [people.game({"stark": "ada"}) for _ in range(5)]
    for game in games:
        people.adjudicate(game)
    ada, stranger = signed_in("ada"), app.test_client()

    def ask(who: Browser | FlaskClient) -> list[int]:
        return [who.get(f"/games/{game}/book.pdf").status_code for game in games]

    assert ask(stranger) == [202, 202, 503, 503, 503]
    assert ask(ada) == [202, 202, 202, 503, 503]
    full = stranger.get(f"/games/{games[4]}/book.pdf")
    assert full.headers["Retry-After"] == "60"
    assert "Too many PDF files are waiting" in full.text
    with people.store.begin() as session, pytest.raises(Denied) as refused:
        files.ask_pdf(session, "another", "/book.pdf", None, "en", people.now)
    assert refused.value.code == "pdf-busy"
    # What nobody looks for any more is not made, and makes room.
    people.later(seconds=61)
    assert claim_pdf(people.store, people.now) is None
    assert ask(stranger) == [202, 202, 503, 503, 503]


@pytest.mark.usefixtures("possible")
def test_a_file_whose_process_dies_twice_is_given_up(app: Flask, people: People) -> None:
    game = people.game({"stark": "ada"})
    people.adjudicate(game)
    path, stranger = f"/games/{game}/book.pdf", app.test_client()
    assert stranger.get(path).status_code == 202
    for _ in range(2):
        job = claim_pdf(people.store, people.now)
        assert job is not None
        assert claim_pdf(people.store, people.now) is None, "one is made at a time"
        with people.store.begin() as session:
            release_pdf(session, job)
    assert claim_pdf(people.store, people.now) is None
    failed = stranger.get(path)
    assert failed.status_code == 503
    assert "could not be created" in failed.text


@pytest.mark.usefixtures("weasyprint")
def test_pdf_files_are_made_of_our_own_pages(app: Flask, signed_in: Browsers, people: People) -> None:
    game, ada = people.game({"stark": "ada"}), signed_in("ada")
    people.adjudicate(game)
    paths = (f"/games/{game}/book.pdf", f"/turns/{people.turn(game)}/pencil.pdf")
    assert [ada.get(path).status_code for path in paths] == [202, 202]
    assert len(work(app, people)) == 2
    for path in paths:
        answer = ada.get(path)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.data.startswith(b"%PDF-")
        assert len(answer.data) > 10_000


@pytest.mark.usefixtures("weasyprint")
def test_worker_makes_waiting_files_in_its_own_process(
    people: People, signed_in: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, ada = f"/turns/{people.turn(people.game({'stark': 'ada'}))}/pencil.pdf", signed_in("ada")
    service, over = Service(people.store.settings), threading.Event()
    monkeypatch.setattr(Service, "clock", people.clock)
    assert PDF not in tasks_with_work(service)
    assert ada.get(path).status_code == 202
    assert PDF in tasks_with_work(service)
    assert begin_pdf(service, over.set)
    assert not begin_pdf(service, over.set), "one is made at a time"
    assert over.wait(10 * PATIENCE_SECONDS)
    assert ada.get(path).data.startswith(b"%PDF-")


def test_the_site_never_loads_what_makes_pdf(tmp_path: Path) -> None:
    """The process of a worker that makes one file does."""
    code = "import sys, worker.serving; from web.views.archive import pdf_possible; pdf_possible(); "
    code += "print('weasyprint' in sys.modules)"
    environment = os.environ | {"ROOKERY_DATA": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


def test_eight_who_ask_for_a_book_leave_all_threads_to_others(
    app: Flask, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "pdf_possible", lambda: True)
    game = people.game({"stark": "ada"})
    people.adjudicate(game)
    with serving(app, tmp_path, Limits(at_once=3), threads=8) as port:
        book = f"GET /games/{game}/book.pdf HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        # Nobody makes the file, and all are answered.
        asking = [connect(port, f"127.0.1.{n}") for n in range(1, 9)]
        for one in asking:
            one.sendall(book)
        assert [status(heard(one)) for one in asking] == [202] * 8
        assert status(ask(port, b"GET /lobby HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")) == 200
    assert people.count(PdfFile) == 1
