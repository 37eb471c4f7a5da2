"""Boards, sheets and results of each edition, a first game, one by steps and one that is over, for pictures of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from correspondence.archive.statistics import keep_missing
from correspondence.lobby import seating
from correspondence.ratings import rate_missing
from correspondence.tutorial import begin_tutorial
from tests.correspondence.people import People
from tests.e2e.phases import BTWIXT, FIRST
from tests.e2e.stops import STOPS, asked_at


@dataclass(frozen=True)
class Brought:
    """A game of ada's that is shown after so many turns; its seed decides which cards come."""

    house: str
    edition: str
    turns: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1


GAMES = {
    "second-edition": Brought("stark", "second-edition", 1, {"players": 6, "modules": ("tides",)}),
    # Eight houses bid for three tracks and muster.
    "mother-of-dragons": Brought("targaryen", "mother-of-dragons", 3, {"players": 8}),
    # Four people command the four houses that nobody plays.
    "vassals": Brought("targaryen", "mother-of-dragons", 0, {"players": 4}),
    "storm-of-swords": Brought("stark", "storm-of-swords", 1, {"players": 4}),
    "btwixt": Brought("euron", "btwixt", 1, {"players": 4}),
    # A muster and a Clash of Kings.
    "westeros": Brought("lannister", "first-edition", 1, seed=3),
    "stepwise": Brought("lannister", "first-edition", 0, {"pace": "stepwise"}),
}


def brought(people: People) -> dict[str, str]:
    """Their pages by name."""
    found: dict[str, str] = {}
    for name, one in GAMES.items():
        game = _begun(people, name, one)
        for _ in range(one.turns):
            people.adjudicate(game)
        found[f"{name}-board"] = f"/games/{game}"
        found[f"{name}-sheet"] = f"/turns/{people.turn(game)}"
        if one.turns:
            found[f"{name}-results"] = f"/games/{game}/turns/{one.turns}"
            found[f"{name}-round"] = f"/games/{game}/rounds/{people.page(game).view.board.round - (one.turns > 1)}"
    for name, (edition, asks) in STOPPED.items():
        stop = next(one for one in STOPS if (one.edition, one.asks) == (edition, asks))
        found[name] = f"/turns/{asked_at(people, stop).turn}"
    return {**found, **_first_game(people), **_over(people), **HELP}


# Games that stop at a question: by the name of the page what is asked.
STOPPED = {
    "stop-raid": (FIRST, "resolve-raid"),
    "stop-march": (FIRST, "resolve-march"),
    "stop-card": (FIRST, "choose-house-card"),
    "stop-loss": (FIRST, "take-casualty"),
    "btwixt-stop-play": (BTWIXT, "plays"),
    "btwixt-stop-kill": (BTWIXT, "kill"),
    "btwixt-stop-order": (BTWIXT, "orders"),
}
# Of the families and editions that the table of routes leaves out.
HELP = {"btwixt-help": "/help/btwixt", "storm-of-swords-help": "/help/storm-of-swords"}


def _begun(people: People, name: str, one: Brought) -> str:
    with patch.object(seating, "draw_seed", lambda: hashlib.sha256(f"{one.edition} {one.seed}".encode()).hexdigest()):
        return people.game({one.house: "ada"}, edition=one.edition, title=f"Pages of {name}", **one.options)


def _first_game(people: People) -> dict[str, str]:
    with people.store.begin() as session:
        game = begin_tutorial(session, people.account_in(session, "ada"), "A first round", people.now).public_id
    return {"first-game-board": f"/games/{game}", "first-game-sheet": f"/turns/{people.turn(game)}"}


def _over(people: People) -> dict[str, str]:
    """A rated game to its end, so that there are ratings too."""
    seats = {"euron": "ada", "cersei": "bo", "daenerys": "cy"}
    over = people.game(seats, edition="btwixt", players=3, modules=("short-game",), title="Over", rated=True)
    while people.page(over).turn is not None:
        people.adjudicate(over)
    with people.store.begin() as session:
        keep_missing(session, people.now)
        rate_missing(session, people.now)
    return {
        "end": f"/games/{over}/end",
        "over-board": f"/games/{over}",
        "over-figures": f"/games/{over}/figures",
        "over-ratings": "/ratings/btwixt",
    }
