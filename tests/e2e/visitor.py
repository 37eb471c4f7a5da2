"""A visitor without a browser: follows links, fills the forms that are on the page, keeps cookies."""

from __future__ import annotations

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = list[tuple[str, str]]


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
    """An answer: its address after redirects, status, text, forms and links."""

    url: str
    status: int
    text: str
    forms: list[Form]
    links: list[str]

    def form(self, part: str) -> Form:
        """The first form whose action contains this."""
        for form in self.forms:
            if part in form.action:
                return form
        raise AssertionError(f"{self.url} has no form to {part!r}, only {[form.action for form in self.forms]}")


class _Reader(HTMLParser):
    """Reads forms and links the way a browser does."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._form: Form | None = None
        self._select: str | None = None
        self._area: str | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "form":
            self._form = Form(found.get("action", ""), found.get("method", "get").lower())
            self.forms.append(self._form)
        elif self._form is not None:
            self._field(tag, found)

    def _field(self, tag: str, found: dict[str, str]) -> None:
        form, name = self._form, found.get("name", "")
        if form is None:
            return
        if tag == "input" and name and found.get("type", "text") not in ("submit", "button", "image"):
            if found.get("type") in ("checkbox", "radio"):
                form.choices.setdefault(name, []).append(found.get("value", "on"))
                if "checked" not in found:
                    return
            form.fields.append((name, found.get("value", "")))
        elif tag == "select":
            self._select = name
            form.choices[name] = []
        elif tag == "option" and self._select is not None:
            value = found.get("value", "")
            form.choices[self._select].append(value)
            if "selected" in found or self._select not in form.names():
                form.fields = [(n, v) for n, v in form.fields if n != self._select] + [(self._select, value)]
        elif tag == "textarea":
            self._area, self._text = name, ""

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area is not None:
            if self._form is not None:
                self._form.fields.append((self._area, self._text))
            self._area = None


class Visitor:
    """Somebody who visits the site at this address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), urllib.request.ProxyHandler({})
        )

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
            text = answer.read().decode("utf-8", "replace")
            reader = _Reader()
            reader.feed(text)
            return Page(answer.geturl(), int(answer.status or 0), text, reader.forms, reader.links)
