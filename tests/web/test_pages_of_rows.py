"""Long lists are read a page at a time, there and back: emails of a conversation, entries of an audit log."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from sqlalchemy import func, select

from correspondence.audit_log import note
from correspondence.messages import queries
from correspondence.models.games import Message
from correspondence.models.turns import AuditEntry
from correspondence.review import audit
from tests.correspondence.people import People
from tests.web.visitors import Browser, Program

SMALL = 4


def _link(page: str, rel: str) -> str | None:
    found = re.search(f'<a rel="{rel}" href="([^"]*)"', page)
    return unescape(found[1]) if found else None


def _walk(browser: Browser, path: str, rel: str) -> list[str]:
    """The pages from a path on, as its links lead."""
    pages: list[str] = []
    at: str | None = path
    while at is not None:
        assert len(pages) < 20, "the links go round in a circle"
        pages.append(browser.get(at).text)
        at = _link(pages[-1], rel)
    return pages


def _there_and_back(browser: Browser, path: str, what: str) -> list[list[str]]:
    """What the pages list, going to older ones; going back shows the same from the last full page on."""
    older = _walk(browser, path, "next")
    last = [link for page in older[:-1] if (link := _link(page, "next"))][-1]
    newer = _walk(browser, last, "prev")
    told = [re.findall(what, page) for page in older]
    back = {one for page in newer for one in re.findall(what, page)}
    assert _link(older[0], "prev") is None
    assert back == {one for page in told for one in page}, "nothing is left out on the way back"
    assert max(len(re.findall(what, page)) for page in newer) <= SMALL
    return told


def test_a_long_conversation_has_pages(
    people: People,
    signed_in: Callable[[str], Browser],
    program: Callable[[str], Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queries, "MAX_MESSAGES", SMALL)
    game = people.game({"stark": "ada", "lannister": "bob"}, messages=("public",))
    ada = program("ada")
    thread = ada.post(f"/games/{game}/messages", {"to": "public", "body": "letter-001"}).get_json()["id"]
    with people.store.begin() as session:
        first = session.scalars(select(Message)).one()
        same = {
            column.key: getattr(first, column.key)
            for column in Message.__table__.columns
            if column.key not in ("id", "public_id", "number", "body")
        }
        for number in range(2, 12):
            row = Message(**same, public_id=f"row{number}", number=number, body=f"letter-{number:03}")
            session.add(row)
    pages = _there_and_back(signed_in("ada"), f"/conversations/{thread}", r"letter-\d{3}")
    mails = [f"letter-{number:03}" for number in range(1, 12)]
    assert pages == [mails[7:], mails[3:7], mails[:3]]
    found = ada.get(f"/conversations/{thread}?before=8").get_json()
    assert [mail["number"] for mail in found["messages"]] == [4, 5, 6, 7]
    assert found["older"] == 4


def test_a_long_audit_log_has_pages(
    people: People,
    signed_in: Callable[[str], Browser],
    program: Callable[[str], Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audit, "MAX_SHOWN", SMALL)
    game = people.game({"stark": "ada", "lannister": "bob"})
    with people.store.begin() as session:
        for _ in range(11):
            note(session, game, "service", "paused", {"reason": "so"}, people.now)
        count = session.scalar(select(func.count(AuditEntry.id)).where(AuditEntry.scope == game)) or 0
    pages = _there_and_back(signed_in("ada"), f"/games/{game}/log", r"<tr><td>(\d+)</td>")
    assert [int(number) for page in pages for number in page] == list(range(count, 0, -1))
    assert {len(page) for page in pages[:-1]} == {SMALL}
    ada = program("ada")
    newest = ada.get(f"/games/{game}/log").get_json()
    assert [line["number"] for line in newest["lines"]] == list(range(count, count - SMALL, -1))
    older = ada.get(f"/games/{game}/log?before={newest['older']}").get_json()
    assert [line["number"] for line in older["lines"]] == list(range(count - SMALL, count - 2 * SMALL, -1))
    assert ada.get(f"/games/{game}/log?before=-1").status_code == 422
    assert ada.get(f"/games/{game}/log?before=1").get_json()["lines"] == []
