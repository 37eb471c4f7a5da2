"""Hostile bodies against forms, the API and imports: never an error of ours, and what is taken is done exactly once.

`make fuzz` and `make nightly` send 10,000 to each database; the suite sends 400 in all, from the same seed.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from correspondence.games.options import NewGame
from correspondence.lobby.use_cases import create_game
from correspondence.models.games import Message
from correspondence.models.turns import SheetVersion, StandingOrdersVersion
from correspondence.store import Store
from tests.correspondence.people import People, check_imports
from tests.migrated import make_tables
from tests.security.bodies import doors_of_play, fresh, other_doors
from tests.security.hostile import Body, Door, hostile_bodies
from tests.web.conftest import settings_in
from tests.web.visitors import Browser, Program, browser_of, program_of
from web import create_app

BODIES = int(os.environ.get("FUZZ_BODIES", "200"))
SEED = int(os.environ.get("FUZZ_SEED", "20261121"))
# Use cases allow so much an hour or a turn; time passes in between.
PAUSE_EVERY, GAME_EVERY = 25, 1000


@dataclass
class Arena:
    """A site with games, and everything that takes a body there."""

    app: Flask
    people: People
    browser: Browser
    program: Program
    mark: str
    play: list[Door] = field(default_factory=list)
    doors: list[Door] = field(default_factory=list)

    def another_game(self) -> None:
        """Go on in a new game of ada's."""
        game = self.people.game({"stark": "ada", "tyrell": "bo"}, messages=("private", "public"), window_hours=700)
        self.play[:] = doors_of_play(game, self.people.turn(game))
        self.doors[:] = self.play * 3 + other_doors(game, self._lobby())

    def _lobby(self) -> str:
        with self.people.store.begin() as session:
            made = create_game(session, self.people.account_in(session, "ada"), NewGame(title="New"), self.people.now)
            return str(made.public_id)

    def send(self, body: Body) -> TestResponse:
        """Send a body as a browser with our mark would, or a program with a token."""
        headers = {"X-CSRFToken": self.mark}
        if body.door.path.startswith("/api/"):
            headers = {"Authorization": f"Bearer {self.program.token}"}
        return self.browser.client.open(
            body.door.path, method=body.door.method, data=body.data, content_type=body.content_type, headers=headers
        )


@pytest.fixture
def arena(url_to_fill: str, tmp_path: Path) -> Iterator[Arena]:
    """A site with a running game and a lobby, on each database; an error of ours is answered as to anybody."""
    settings = settings_in(tmp_path, url_to_fill)
    store = Store(settings)
    make_tables(store)
    people = People(store)
    app = create_app(settings, store, people.clock)
    people.account("dee")
    ada = browser_of(app, people, "ada")
    made = Arena(app, people, ada, program_of(app, people, "ada"), ada.mark())
    made.another_game()
    yield made
    store.close()


def effect(body: Body, answer: TestResponse) -> str:
    """What was done by a body: `messages`, `sheet`, `standing`, or nothing that is counted."""
    done = answer.status_code == 303 if body.door.kind != "json" else answer.status_code in (200, 201)
    path = body.door.path.removeprefix("/api/v1")
    if not done or body.door.method not in ("POST", "PUT"):
        return ""
    if path.startswith("/turns/"):
        return "sheet"
    return next((what for what in ("messages", "standing") if path.endswith(f"/{what}")), "")


def test_hostile_bodies_break_nothing(arena: Arena) -> None:
    done, statuses, failed, mails = Counter[str](), Counter[int](), [], []
    for body in itertools.islice(hostile_bodies(SEED, arena.doors, fresh=fresh), BODIES):
        if body.number % PAUSE_EVERY == 0:
            arena.people.later(minutes=20)
            check_imports(arena.people)
        if body.number % GAME_EVERY == GAME_EVERY - 1:
            # A turn takes so many sheets and no more.
            arena.another_game()
        answer = arena.send(body)
        statuses[answer.status_code] += 1
        done[effect(body, answer)] += 1
        if answer.status_code >= 500 or "Traceback" in answer.text or 'File "/' in answer.text:
            failed.append(f"{body.number} {body.how} {body.door.method} {body.door.path}: {answer.status}")
        if body.good and body.door in arena.play:
            assert effect(body, answer) or body.door.kind == "file", (body.number, body.door, answer.text[:2000])
            mails += [f"good letter {body.number}"] if effect(body, answer) == "messages" else []
    assert not failed, "\n".join(failed)
    assert sum(count for status, count in statuses.items() if 400 <= status < 500) > BODIES // 3, statuses
    assert len(mails) >= BODIES // 400
    with arena.people.store.read() as session:
        bodies = list(session.scalars(select(Message.body)))
        kept = {
            "messages": len(bodies),
            "sheet": session.scalar(select(func.count()).select_from(SheetVersion)),
            "standing": session.scalar(select(func.count()).select_from(StandingOrdersVersion)),
        }
    assert [bodies.count(mail) for mail in mails] == [1] * len(mails)
    # The same words twice within minutes are one email.
    assert kept["messages"] <= done["messages"]
    assert (kept["sheet"], kept["standing"]) == (done["sheet"], done["standing"]), "done once, and nothing else was"
