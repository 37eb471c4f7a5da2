"""The site with something at every address, made once for all test processes and copied for each test."""

from __future__ import annotations

from flask import Flask

from tests.correspondence.people import People
from tests.web.copied_sites import copied, somebody_is_there
from tests.web.places import SHARP, Places
from tests.web.visitors import SESSION_COOKIE, Browser, Program


class CopiedPlaces(Places):
    """`Places` as they would be made on a site on which there is nothing yet."""

    def __init__(self, app: Flask, people: People) -> None:
        assert not somebody_is_there(people.store)

        def made(there: People) -> tuple[dict[str, str], str]:
            places = Places(app, there)
            cookie = places.browser.client.get_cookie(SESSION_COOKIE)
            assert cookie is not None
            return places.at, cookie.value

        self.people, self.words = people, SHARP
        self.at, session = copied("places", people, made)
        self.browser = Browser(app.test_client())
        self.browser.client.set_cookie(SESSION_COOKIE, session)
        self.program = Program(app.test_client(), self.at["secret"])
