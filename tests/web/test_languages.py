"""Pages speak the reader's language, all of it, and every page can be said in each."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from adjudicator import games
from narration.words import catalog_path
from tests.correspondence.people import People
from tests.narration.collected import templates
from tests.web.visitors import Browser

COMPLETE = ["it", "es"]
HEADS = re.compile(r"<(button|summary|h[1-4]|th|legend|caption)\b[^>]*>(.*?)</\1>", re.DOTALL)


@pytest.mark.parametrize("language", COMPLETE)
def test_every_word_of_the_pages_is_translated(language: str) -> None:
    """Run `python -m narration.catalogs` after changing what is said, and translate what is new."""
    with catalog_path(language).open("rb") as file:
        said = {m.id: m.string for m in read_po(file, locale=language) if m.id}
    rooms = ("web/", "narration/", "adjudicator/thrones/sheets/resolver")
    wanted = {said for said, paths in templates() if any(path.startswith(rooms) for path in paths)}
    assert [template for template in wanted if not said.get(template)] == []


@pytest.mark.parametrize("language", COMPLETE)
def test_every_page_is_said(
    language: str, people: People, running_game: str, signed_in: Callable[[str], Browser]
) -> None:
    ada = signed_in("ada")
    ada.post("/account", {"name": "Ada", "language": language, "zone": "Europe/Madrid"})
    turn = f"/turns/{people.turn(running_game)}"
    bad = ada.post(turn, {"orders.winterfell": "raid", "blade[0].when": "hm", "blade[0].use": "never"})
    assert bad.status_code == 422
    done = ada.post(turn, {"orders.winterfell": "march+0", "marches.winterfell[0].moves[0].to": "moat-cailin"})
    assert done.status_code == 303
    people.adjudicate(running_game)
    people.deliver()
    game = f"/games/{running_game}"
    paths = ["/", "/account", "/games/new", game, f"{game}/turns/1", f"{game}/rounds/1", f"{game}/standing", "/mailbox"]
    for path in (*paths, turn, f"{turn}/sheets/1", f"/turns/{people.turn(running_game)}", "/nothing"):
        page = ada.get(path)
        assert page.status_code == (404 if path == "/nothing" else 200), path
        assert f'<html lang="{language}">' in page.text, path
        for english in ("Sign out", "Skip to content", "Save", "published default", "units stay", "What happened"):
            assert english not in page.text, (path, english)


@pytest.mark.parametrize("edition", games.EDITIONS)
@pytest.mark.parametrize("language", ["en", *COMPLETE])
def test_heads_and_buttons_begin_with_a_capital(
    edition: str, language: str, people: People, signed_in: Callable[[str], Browser]
) -> None:
    players = games.EDITIONS[edition].player_counts[-1]
    house = games.start(edition, players, "capitals").board.houses[0]
    game, ada = people.game({house: "ada"}, edition=edition, players=players), signed_in("ada")
    ada.post("/account", {"name": "Ada", "language": language, "zone": "Europe/Madrid"})
    turn = f"/turns/{people.turn(game)}"
    for path in (f"/games/{game}", f"/games/{game}/standing", turn, f"{turn}/what-if", "/games/new", "/account", "/"):
        heads = [re.sub(r"<[^>]+>", "", inner).strip() for _, inner in HEADS.findall(ada.get(path).text)]
        assert [text for text in heads if text[:1].islower()] == [], path


@pytest.mark.parametrize(("asked", "given"), [("it-IT,it;q=0.9,en;q=0.5", "it"), ("de,es;q=0.4", "es"), ("fi", "en")])
def test_strangers_get_what_their_browser_asks_for(asked: str, given: str, client: FlaskClient) -> None:
    assert f'<html lang="{given}">' in client.get("/", headers={"Accept-Language": asked}).text


@pytest.mark.parametrize(
    ("fields", "said", "code"),
    [
        (
            {"orders.winterfell": "raid-special", "orders.white-harbor": "raid-special"},
            "una Casa ne ha 1",
            "too-many",
        ),
        ({"orders.lannisport": "raid"}, "Stark non ha unità a Lannisport", "no-units-there"),
        ({"retreat[0].battles": "karhold"}, "una ritirata deve avere una destinazione", "missing"),
        ({"losses.general[0].keep": "viele"}, "non è un numero intero", "bad-number"),
    ],
)
def test_refusals_are_translated_without_their_codes(
    fields: dict[str, str], said: str, code: str, people: People, running_game: str, signed_in: Callable[[str], Browser]
) -> None:
    ada = signed_in("ada")
    ada.post("/account", {"name": "Ada", "language": "it", "zone": "Europe/Madrid"})
    page = ada.post(f"/turns/{people.turn(running_game)}", fields)
    assert page.status_code == 422
    assert said in page.text
    assert f'data-code="{code}' in page.text
    assert f"<code>{code}" not in page.text
