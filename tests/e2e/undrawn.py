"""Pages of somebody's browser that nobody looks at: asked for and answered by that browser, and not drawn."""

from __future__ import annotations

import urllib.request

from playwright.sync_api import Page

from tests.e2e.visitor import Page as Answer, Visitor


class Undrawn(Visitor):
    """The person who has this browser, for what was done by hand before and is done again."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(url)
        self._page = page

    def _open(self, request: urllib.request.Request) -> Answer:
        sent = request.data if isinstance(request.data, bytes) else None
        headers = dict(request.header_items())
        if sent is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        found = self._page.request.fetch(request.full_url, method=request.get_method(), headers=headers, data=sent)
        return Answer(found.url, found.status, found.text())
