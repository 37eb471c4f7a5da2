"""The log: one line an event, JSON for machines, and nothing in it that opens a door or names a person."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from correspondence import logs

log = structlog.get_logger("tests")


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """A stream that is no terminal."""
    stream = io.StringIO()
    before = logging.getLogger().handlers, logging.getLogger().level
    logs.configure(stream=stream)
    yield stream
    structlog.reset_defaults()
    root = logging.getLogger()
    root.handlers, level = before
    root.setLevel(level)


def told(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_our_lines_and_those_of_libraries_are_alike(out: io.StringIO) -> None:
    with logs.about(game="g1", turn="c1"):
        log.info("adjudicated", attempts=2)
        logging.getLogger("kombu.connection").error("gone: %s", "redis://user:secret@redis:6379/0")
    log.debug("not told at this level")
    logging.getLogger("celery").info("libraries tell warnings only")
    ours, theirs = told(out)
    assert ours | {"timestamp": ""} == {
        "event": "adjudicated",
        "attempts": 2,
        "game": "g1",
        "turn": "c1",
        "level": "info",
        "timestamp": "",
    }
    assert theirs["event"] == "gone: redis://(hidden)@redis:6379/0"
    assert (theirs["logger"], theirs["level"], theirs["game"]) == ("kombu.connection", "error", "g1")


def test_a_traceback_is_one_line_and_discreet(out: io.StringIO) -> None:
    try:
        raise ValueError("smtp://user:pass@mail.example refuses ada.b+c@players.example")
    except ValueError:
        log.exception("a chore failed")
    (line,) = told(out)
    assert "ValueError: smtp://(hidden)@mail.example refuses <address>" in str(line["exception"])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("/sign-in/kJ8" + "x" * 30, "/sign-in/..."),
        ("/join?invitation=Q" + "y" * 30, "/join?invitation=..."),
        ("/games/k4mpx7rtw9qz/turns/3", "/games/k4mpx7rtw9qz/turns/3"),
        ('File "/srv/tests/test_instructions_westeros.py", line 3', None),
        ("postgresql+psycopg://rookery:pw@postgres/rookery", "postgresql+psycopg://(hidden)@postgres/rookery"),
        ("550 <bo@mail.example>: no such user", "550 <<address>>: no such user"),
        ("celery@host", None),
        ("a@b.example!c@d.example, e.f@", "<address><address>, e.f@"),
    ],
)
def test_what_is_hidden(text: str, wanted: str | None) -> None:
    assert logs.discreet(text) == (text if wanted is None else wanted)


def test_for_people_it_is_text() -> None:
    stream = io.StringIO()
    logs.configure(style="text", stream=stream)
    try:
        log.warning("letters wait", address="ada@players.example")
    finally:
        structlog.reset_defaults()
    assert "letters wait" in stream.getvalue()
    assert not stream.getvalue().startswith("{")
    assert "ada@" not in stream.getvalue()
