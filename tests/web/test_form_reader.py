"""Pages are read by a reader of our own in tests; it finds what Python's finds."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

from tests.correspondence.people import People
from tests.html_tags import reader
from tests.web.visitors import Browser

NAMES = ("a", "form", "input", "button", "select", "option", "textarea")


class _Python(HTMLParser):
    """The start tags of a page as Python reads them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str] | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NAMES:
            self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in NAMES:
            self.found.append((tag, None))


def test_our_pages_are_read_as_python_reads_them(
    signed_in: Callable[[str], Browser], people: People, running_game: str
) -> None:
    ada = signed_in("ada")
    for path in (f"/turns/{people.turn(running_game)}", f"/games/{running_game}", "/games/new", "/account"):
        answer = ada.get(path)
        assert answer.status_code == 200, path
        python = _Python()
        python.feed(answer.text)
        assert len(python.found) > 20
        assert [(tag, found) for tag, found, _, _ in reader(*NAMES)(answer.text)] == python.found
