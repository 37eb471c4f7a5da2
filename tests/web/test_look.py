"""Light, dark, or as the system: chosen by a form, kept by a cookie, followed by maps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
BOTH = 'media="(prefers-color-scheme: dark)"'


def test_without_a_choice_the_system_chooses(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "data-theme" not in page
    assert 'name="color-scheme" content="light dark"' in page
    assert BOTH in page


@pytest.mark.parametrize(("chosen", "scheme"), [("night", "dark"), ("parchment", "light")])
def test_a_choice_is_kept_and_maps_follow(client: FlaskClient, chosen: str, scheme: str) -> None:
    nobody = Browser(client)
    done = nobody.post("/look", {"theme": chosen, "next": "/lobby"})
    assert (done.status_code, done.headers["Location"]) == (303, "/lobby")
    page = client.get("/").text
    assert f'data-theme="{chosen}"' in page
    assert f'name="color-scheme" content="{scheme}"' in page
    assert BOTH not in page
    assert (f'/opening.svg{"?theme=night" if chosen == "night" else ""}"') in page
    nobody.post("/look", {"theme": "system"})
    assert "data-theme" not in client.get("/").text


def test_there_are_no_other_looks(client: FlaskClient) -> None:
    answer = Browser(client).post("/look", {"theme": "pink"})
    assert answer.status_code == 422
    assert "bad-theme" in answer.text
    assert "Set-Cookie" not in answer.headers or "rookery_look" not in answer.headers["Set-Cookie"]
    client.set_cookie("rookery_look", "pink")
    assert "data-theme" not in client.get("/").text


def test_whoever_is_signed_in_switches_on_every_page(signed_in: Browsers, running_game: str) -> None:
    ada = signed_in("ada")
    page = ada.get(f"/games/{running_game}").text
    assert 'name="theme" value="system" aria-pressed="true"' in page
    ada.post("/look", {"theme": "night"})
    assert 'name="theme" value="night" aria-pressed="true"' in ada.get(f"/games/{running_game}").text
