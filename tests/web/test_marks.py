"""Marks of forms: sent in other emails each time, taken as what they are."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.web.visitors import Browser
from web.security import mask_mark, unmask_mark

MARK = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


def test_a_mask_hides_a_mark_and_gives_it_back() -> None:
    one, other = mask_mark("a mark.of-ours"), mask_mark("a mark.of-ours")
    assert one != other
    assert unmask_mark(one) == unmask_mark(other) == "a mark.of-ours"


@pytest.mark.parametrize("said", ["", "=", "abc", "YWJj", "é", "_-_-", "IjEyMyI.Zx.abc"])
def test_what_is_no_mark_is_none(said: str) -> None:
    assert unmask_mark(said) == ""


def test_no_text_of_a_mark_comes_twice(client: FlaskClient) -> None:
    pages = [client.get("/sign-in").text for _ in range(4)]
    marks = [mark for page in pages for mark in MARK.findall(page)]
    assert len(marks) >= 4
    assert len(set(marks)) == len(marks)
    for mark in marks:
        # A mark of some time ago is still good, an unmasked one is none.
        assert client.post("/look", data={"csrf_token": mark, "theme": "night", "next": "/"}).status_code == 303
    assert client.post("/look", data={"csrf_token": unmask_mark(marks[0]), "theme": "night"}).status_code == 400


def test_forms_work_with_the_marks_of_their_page(client: FlaskClient) -> None:
    assert Browser(client).post("/look", {"theme": "night", "next": "/lobby"}).status_code == 303
