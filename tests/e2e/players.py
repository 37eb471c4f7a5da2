"""People at their desks: they sign in by email, take seats, write sheets into the form, and read what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from tests.e2e.house_turn import House, eventually
from tests.e2e.visitor import Form, Page, Visitor

# One token of each kind after the other; what a page does not offer is passed over.
ORDERS = ["march+0", "defense+1", "march-1", "support", "consolidate-power", "raid", "defense+1", "support", "raid"]

Mails = Callable[[str], list[str]]


def links(text: str, url: str, part: str) -> list[str]:
    """The addresses of the service in an email that contain this."""
    return [link for link in re.findall(re.escape(url) + r"[^\s<>\")]*", text) if part in link]


class Player:
    """One person with an address. `mails(address)` gives the texts of the emails received, oldest first, which come
    in `language`."""

    def __init__(self, house: House, name: str, mails: Mails, language: str = "en") -> None:
        self.house, self.name = house, name
        self.address = f"{name}@players.example"
        self.browser = Visitor(house.url, language)
        self._mails = mails

    def mails(self) -> list[str]:
        """The texts of this person's emails, oldest first."""
        return self._mails(self.address)

    def linked(self, part: str) -> str:
        """Wait for an email with such a link, and follow the newest."""
        found = eventually(
            lambda: [link for text in self.mails() for link in links(text, self.house.url, part)],
            f"a letter to {self.address} with {part}",
            self.house,
        )
        return found[-1]

    def sign_in(self) -> None:
        """By an email's link; opening it twice before the button is pressed uses nothing up."""
        page = self.browser.submit(self.browser.get("/sign-in"), "/sign-in", email=self.address)
        assert page.status == 200
        link = self.linked("/sign-in/")
        for _ in range(2):
            page = self.browser.get(link)
            assert page.status == 200, page.text
        done = self.browser.submit(page, "/sign-in/")
        assert done.status == 200
        again = Visitor(self.house.url)
        assert again.get(link).status in (403, 404, 409, 410), "a link is good once"

    def make_game(self, mine: str, *, edition: str = "first-edition", players: int = 3, **terms: str) -> str:
        """A game that closes its turns as soon as all are ready, in which I lead `mine`; returns its id."""
        form = {
            "title": "On the way",
            "players": str(players),
            "hold_minutes": "0",
            "window_hours": "24",
            "first_hours": "24",
            "deadline": "none",
            "early_close": "yes",
            "muster_hours": "0",
            f"seat.{mine}": "me",
            **terms,
        }
        page = self.browser.submit(self.browser.get(f"/games/new?edition={edition}"), "/games/new", **form)
        found = re.fullmatch(r"/games/([^/]+)", urlsplit(page.url).path)
        assert found, page.text
        return found[1]

    def open_turn(self, game: str) -> str | None:
        """The address of the open turn's sheet, if the game has one for this person."""
        page = self.browser.get(f"/games/{game}")
        assert page.status == 200, page.text
        found = [link for link in page.links if re.fullmatch(r"(?:.*)/turns/[0-9a-zA-Z]{8,}", link)]
        return found[0] if found else None

    def write_sheet(self, turn: str) -> Page:
        """Give an order to every area that may take one, hand the sheet in and say ready; the receipt."""
        page = self.browser.get(turn)
        assert page.status == 200, page.text
        form = sheet_form(page)
        receipt = self.browser.send(page, form, {**orders_for(form), "do": "save-ready"})
        assert receipt.status == 200, receipt.text
        return receipt


def sheet_form(page: Page) -> Form:
    """The form of the sheet: the largest on the page."""
    return max(page.forms, key=lambda form: len(form.fields))


def orders_for(form: Form) -> dict[str, str]:
    """An order for each field that takes one, each token used as often as there is one."""
    left, given = list(ORDERS), {}
    for name, choices in form.choices.items():
        if name.startswith("orders."):
            order = next((order for order in left if order in choices), None)
            if order is not None:
                left.remove(order)
                given[name] = order
    return given
