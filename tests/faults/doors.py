"""The doors of the service as players use them: the API with a token, forms with a browser's session."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

_CSRF = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    """What came back: 0 for nothing."""

    status: int
    body: bytes = b""
    location: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the service took it on itself."""
        return 200 <= self.status < 400

    def json(self) -> Any:
        """The body read."""
        return json.loads(self.body)

    def codes(self) -> list[str]:
        """Why it was refused."""
        try:
            return [str(reason["code"]) for reason in self.json()["errors"]]
        except (ValueError, KeyError, TypeError):
            return []


class Door:
    """One client: a connection that is kept, and made anew when it breaks. Not for two threads."""

    def __init__(self, url: str, timeout: float = 30.0) -> None:
        parts = urlsplit(url)
        self._host, self._port, self._timeout = parts.hostname or "", parts.port, timeout
        self._connection: http.client.HTTPConnection | None = None
        self._cookies: dict[str, str] = {}
        self._kept: dict[str, str] = {}
        self._offers_mark = self._mark = ""

    def api(self, token: str, method: str, path: str, document: bytes | None = None) -> Answer:
        """Ask the API, once: whoever gets no answer does not know what happened."""
        headers = {"Authorization": f"Bearer {token}"}
        if document is not None:
            headers["Content-Type"] = "application/json"
        return self._ask(method, f"/api/v1{path}", document, headers)

    def form(self, cookie: str, path: str, fields: dict[str, str]) -> Answer:
        """Post a form as a page of ours would; the answer of that page where it has none."""
        page, mark = self._page(cookie)
        if not mark:
            # Whoever is told to come later meets that already where the form would stand.
            return Answer(0) if page.accepted else page
        body = urlencode({"csrf_token": mark, **fields}).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded", **self._cookie()}
        return self._ask("POST", path, body, headers)

    def raw(self, method: str, path: str, body: bytes, content_type: str, token: str = "", cookie: str = "") -> Answer:
        """Send any body: with a token as a program, or with a browser's session and the mark of our own pages."""
        if token:
            return self._ask(method, path, body, {"Authorization": f"Bearer {token}", "Content-Type": content_type})
        if self._offers_mark != cookie:
            self._offers_mark, self._mark = cookie, self._page(cookie)[1]
            self._kept = dict(self._cookies)
        self._cookies = dict(self._kept)
        headers = {"Content-Type": content_type, "X-CSRFToken": self._mark, **self._cookie()}
        return self._ask(method, path, body, headers)

    def _page(self, cookie: str) -> tuple[Answer, str]:
        """A page of ours as a browser's session gets it, and the mark of its forms; empty if it has none."""
        self._cookies = {"rookery_session": cookie}
        page = self._ask("GET", "/sign-in", None, self._cookie())
        found = _CSRF.search(page.body.decode("utf-8", "replace"))
        return page, found[1] if found else ""

    def _cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}

    def _ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        try:
            # A connection that the site closed meanwhile is no answer either, so each request has its own.
            connection = http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            read = answer.read()
        except (OSError, http.client.HTTPException):
            return Answer(0)
        finally:
            connection.close()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.partition(";")[0]
        return Answer(answer.status, read, answer.getheader("Location") or "")
