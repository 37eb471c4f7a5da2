"""All figures of this machine and of this tree: one line of JSON.

    python -m tests.bench.survey

Medians of what players wait for (`rookery bench`). Sizes: lines, tokens and modules of product Python, and of the code
of order sheets; tokens are those of `tokenize` without comments, docstrings and line structure. Ways: product files
with at least one turn, changes from file to file, and the deepest frame, of the second identical run of each.
"""

from __future__ import annotations

import io
import json
import logging
import re
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import structlog
from sqlalchemy import select

import atlas
from adjudicator import games
from adjudicator.engine.values import StoredBoard
from correspondence.accounts.use_cases import open_session
from correspondence.closing import adjudicate
from correspondence.mail import Picture, Recipient, write
from correspondence.mail.payload import ResultsPayload
from correspondence.models.games import Game
from correspondence.models.turns import Turn
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench.outgoing_mails import SITE, table
from tests.bench.rush import fill
from tests.house.rooms import PACKAGES, ROOT
from tests.web.form_reader import FormRead, forms_of
from web import create_app
from worker import measurements

# Runs of each measurement of time.
REPEAT = 15
# What belongs to order sheets: reading, words, forms, checks.
SHEETS = re.compile(
    r"adjudicator/\w+/sheets?/|adjudicator/\w+/sheet_writing/|narration/(\w+/)?notation/|narration/sheet/"
    r"|narration/.*(sheet|condition|phrase)\w*\.py|web/(thrones/)?sheet_\w+|web/form|web/btwixt/"
)
_IGNORED = {
    *(tokenize.COMMENT, tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


class Size(NamedTuple):
    """Lines, tokens and modules of some files."""

    lines: int = 0
    tokens: int = 0
    modules: int = 0


class Way(NamedTuple):
    """What a piece of work passes through."""

    files: int
    changes: int
    depth: int


def size(paths: Iterable[Path]) -> Size:
    """The size of these files."""
    total = Size()
    for path in paths:
        text = path.read_text(encoding="utf-8")
        total = Size(total.lines + text.count("\n"), total.tokens + _tokens(text), total.modules + 1)
    return total


def _tokens(text: str) -> int:
    count, begins = 0, True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _IGNORED:
            begins = begins or token.type != tokenize.COMMENT
        elif token.type == tokenize.STRING and begins:
            begins = False
        else:
            count, begins = count + 1, False
    return count


def sizes() -> dict[str, dict[str, int]]:
    """The whole product, and the code of its order sheets."""
    product = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    sheets = [path for path in product if SHEETS.match(path.relative_to(ROOT).as_posix())]
    return {"product": size(product)._asdict(), "sheets": size(sheets)._asdict()}


def way(prepare: Callable[[], Any], work: Callable[[Any], Any]) -> Way:
    """What the second run of some work passes through; what it needs is prepared before each run."""
    work(prepare())
    needed = prepare()
    roots = tuple(f"{ROOT / package}/" for package in PACKAGES)
    files: set[str] = set()
    changes, depth, deepest, last = 0, 0, 0, ""

    def watch(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal changes, depth, deepest, last
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(roots):
            return
        depth += 1 if event == "call" else -1
        if event == "call":
            deepest = max(deepest, depth)
            files.add(frame.f_code.co_filename)
            changes += frame.f_code.co_filename != last
            last = frame.f_code.co_filename

    sys.setprofile(watch)
    try:
        work(needed)
    finally:
        sys.setprofile(None)
    return Way(len(files), changes, deepest)


def ways(folder: Path) -> dict[str, dict[str, int]]:
    """Orders posted, a due turn, a results mail with its map, a game's page; on SQLite, in one process."""
    settings = Settings(
        data_dir=folder, database_url=f"sqlite:///{folder / 'survey.db'}", secret_key="a key to measure"
    )
    store = Store(settings)
    store.upgrade()
    games = fill(store, 3)
    with store.begin() as session:
        opened = session.scalars(select(Turn).order_by(Turn.game_id)).all()
        for turn in opened[1:]:
            turn.due_at = turn.closes_at = datetime.now(UTC)
        first, *due = [turn.public_id for turn in opened]
        game = session.scalars(select(Game).where(Game.public_id == games[0])).one()
        player = next(seat.account for seat in game.seats if seat.account is not None)
        token = open_session(session, player, datetime.now(UTC))
    client = create_app(settings, store, lambda: datetime.now(UTC), lambda task: None).test_client()
    client.set_cookie("rookery_session", token)
    mail, reader = table(1)[0], Recipient(address="reader@rookery.example", name="Ada", language="en", zone="UTC")

    def form() -> FormRead:
        page = client.get(f"/turns/{first}")
        return next(form for form in forms_of(page.text) if ("do", "save") in form.buttons)

    def post(form: FormRead) -> None:
        answer = client.post(form.action, data={**form.sent, "do": "save"})
        assert answer.status_code == 303, answer.status

    work: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
        "orders_posted": (form, post),
        "due_turn": (due.pop, lambda turn: adjudicate(store, turn, "survey", lambda: datetime.now(UTC))),
        "results_mail": (
            lambda: mail,
            lambda mail: write(mail, recipient=reader, site=SITE, picture=_map_of(mail)),
        ),
        "game_page": (lambda: f"/games/{games[0]}", client.get),
    }
    figures = {name: way(*steps)._asdict() for name, steps in work.items()}
    store.close()
    return figures


def _map_of(mail: ResultsPayload) -> Picture:
    """The map that a results mail shows, drawn anew."""
    board = StoredBoard(
        measurements.FIRST.edition,
        measurements.FIRST.players,
        "",
        games.of_edition(measurements.FIRST.edition).revision,
        mail.board,
    )
    view = games.of(board.board).view_of_board(board, mail.seat)
    return Picture(png=atlas.drawer_of(view).picture(view), width=596, height=1150)


def main() -> None:
    """Print medians, sizes and ways."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory() as folder:
        survey = {"sizes": sizes(), "ways": ways(Path(folder))}
    print(json.dumps({**measurements.measure_all(REPEAT), **survey}))


if __name__ == "__main__":
    main()
