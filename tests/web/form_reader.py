"""What a browser would send of a form on a page that nobody touched, and what it could choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Sent = dict[str, list[str]]


@dataclass
class FormRead:
    """A form: the fields as they stand, the choices of each, its buttons."""

    action: str
    sent: Sent = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[FormRead] = []
        self._select: tuple[str, list[str], list[str]] | None = None
        self._area: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(FormRead(found.get("action", "")))
        if not self.forms or ("name" not in found and tag != "option"):
            return
        form, name, value = self.forms[-1], found.get("name", ""), found.get("value", "")
        if tag == "input":
            kind = found.get("type", "text")
            if kind in ("radio", "checkbox"):
                form.choices.setdefault(name, []).append(value)
            if kind not in ("radio", "checkbox") or "checked" in found:
                form.sent.setdefault(name, []).append(value)
        elif tag == "button":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = (name, [], [])
        elif tag == "textarea":
            self._area = name
        elif tag == "option" and self._select is not None:
            self._select[1].append(value)
            if "selected" in found:
                self._select[2].append(value)

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self.forms[-1].sent.setdefault(self._area, []).append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select is not None:
            name, options, chosen = self._select
            self.forms[-1].sent.setdefault(name, []).append((chosen or options or [""])[0])
            self.forms[-1].choices[name] = options
            self._select = None
        elif tag == "textarea":
            self._area = None


def forms_of(html: str) -> list[FormRead]:
    """The forms of a page, in order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


def sheet_form(html: str) -> FormRead:
    """The form in which a sheet is written: the largest of the page."""
    return max(forms_of(html), key=lambda form: len(form.sent))
