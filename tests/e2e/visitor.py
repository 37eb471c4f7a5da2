"""A visitor without a browser: follows links, fills the forms that are on the page, keeps cookies."""

from __future__ import annotations

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from functools import cached_property

from tests.html_tags import Attributes, reader, text_between

Fields = list[tuple[str, str]]
_tags, _links = reader("form", "input", "select", "option", "textarea"), reader("a")


@dataclass
class Form:
    """A form as it stands on a page: where it goes and what it would send if nobody touched it."""

    action: str
    method: str
    fields: Fields = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    def names(self) -> list[str]:
        """The names of its fields."""
        return [name for name, _ in self.fields]


@dataclass
class Page:
    """An answer: its address after redirects, status, text; its forms and links are read when somebody looks."""

    url: str
    status: int
    text: str

    @cached_property
    def forms(self) -> list[Form]:
        """The forms, in order."""
        return forms_of(self.text)

    @cached_property
    def links(self) -> list[str]:
        """Where its links lead, in order."""
        starts = [found for _, found, _, _ in _links(self.text) if found is not None]
        return [found["href"] for found in starts if "href" in found]

    def form(self, part: str) -> Form:
        """The first form whose action contains this."""
        for form in self.forms:
            if part in form.action:
                return form
        raise AssertionError(f"{self.url} has no form to {part!r}, only {[form.action for form in self.forms]}")


def forms_of(text: str) -> list[Form]:
    """The forms of a page as a browser reads them, in order."""
    forms: list[Form] = []
    form: Form | None = None
    select: str | None = None
    area: tuple[str, int] | None = None
    for tag, found, begin, end in _tags(text):
        if tag == "form":
            form = None
            if found is not None:
                form = Form(found.get("action", ""), found.get("method", "get").lower())
                forms.append(form)
        elif tag == "select":
            select = None
            if form is not None and found is not None:
                select = found.get("name", "")
                form.choices[select] = []
        elif tag == "textarea" and found is None:
            if form is not None and area is not None:
                form.fields.append((area[0], text_between(text, area[1], begin)))
            area = None
        elif form is not None and found is not None:
            if tag == "textarea":
                area = (found.get("name", ""), end)
            elif tag == "input":
                _input(form, found)
            elif select is not None:
                _option(form, select, found)
    return forms


def _input(form: Form, found: Attributes) -> None:
    name = found.get("name", "")
    if not name or found.get("type", "text") in ("submit", "button", "image"):
        return
    if found.get("type") in ("checkbox", "radio"):
        form.choices.setdefault(name, []).append(found.get("value", "on"))
        if "checked" not in found:
            return
    form.fields.append((name, found.get("value", "")))


def _option(form: Form, select: str, found: Attributes) -> None:
    value, choices = found.get("value", ""), form.choices[select]
    choices.append(value)
    # The first stands for all until one is selected.
    if "selected" in found or (len(choices) == 1 and select not in form.names()):
        form.fields = [(n, v) for n, v in form.fields if n != select] + [(select, value)]


class Visitor:
    """Somebody who visits the site at this address; `language` is what their browser asks for."""

    def __init__(self, url: str, language: str = "en") -> None:
        self.url = url
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), urllib.request.ProxyHandler({})
        )
        self._opener.addheaders += [("Accept-Language", language)]

    def get(self, path: str) -> Page:
        """Open a page, by its path or its whole address."""
        return self._open(urllib.request.Request(urllib.parse.urljoin(self.url, path)))

    def submit(self, page: Page, part: str, **changes: str) -> Page:
        """Send a form of the page, some of its fields changed (an underscore stands for a hyphen only in the data)."""
        return self.send(page, page.form(part), changes)

    def send(self, page: Page, form: Form, changes: dict[str, str]) -> Page:
        """Send a form with fields changed or added."""
        fields = [(name, value) for name, value in form.fields if name not in changes] + list(changes.items())
        address = urllib.parse.urljoin(page.url, form.action)
        data = urllib.parse.urlencode(fields)
        if form.method == "get":
            return self.get(f"{address}?{data}")
        return self._open(urllib.request.Request(address, data.encode(), {"Referer": page.url}))

    def _open(self, request: urllib.request.Request) -> Page:
        try:
            answer = self._opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return Page(answer.geturl(), int(answer.status or 0), answer.read().decode("utf-8", "replace"))
