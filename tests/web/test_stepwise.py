"""Step by step: whatever the game asks, the page offers it, and the form's answer is taken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Decision
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.decisions import AnyAnswer
from correspondence.archive.records import current
from correspondence.games.access import find_game
from tests.correspondence.people import People
from tests.slices import often
from tests.web.form_reader import FormRead, sheet_form
from tests.web.visitors import Browser
from web.thrones.sheet_form.rules import FORM

MAX_TURNS = often(30, 60)
# Where others are vassals, their commander answers for them; the second of these has three.
GAMES: dict[str, dict[str, Any]] = {
    "first": {"players": 5},
    "vassals": {
        "edition": "mother-of-dragons",
        "players": 4,
        "houses": ("stark", "baratheon", "greyjoy", "targaryen"),
    },
}
# Fields that are typed, not chosen.
TYPED = (".power", ".units.footman", ".units.knight", ".units.ship", ".units.siege-engine", ".units.dragon")


def chosen(people: People, game: str, decision: Decision, pick: Callable[[int], int]) -> AnyAnswer:
    """Some legal answer."""
    with people.store.read() as session:
        position = current(session, find_game(session, game)).showing
    answer: AnyAnswer = games.of(position).legal_answers(position, decision).sample(pick)
    return answer


def filled(form: FormRead, decision: Decision, answer: AnyAnswer) -> dict[str, Any]:
    """The form as sent by somebody who gives this answer; everything chosen is offered by the page."""
    wanted = FORM.write(Sheet(answers={decision.id: answer}))
    for name, values in wanted.items():
        if not name.endswith(TYPED):
            offered = form.choices.get(name, form.sent.get(name, []))
            assert set(values) <= set(offered), (name, values, offered)
    fields = {name: values for name, values in form.sent.items() if name not in wanted}
    return fields | wanted


@pytest.mark.parametrize(("kind", "seed"), [("first", 1), ("vassals", 3), ("first", 2)][: often(2, 3)])
def test_every_question_can_be_answered(
    kind: str, seed: int, people: People, signed_in: Callable[[str], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "EDITIONS", games.ALL_EDITIONS)
    game = people.game({"stark": "ada", "greyjoy": "bo"}, pace="stepwise", hold_minutes=0.0, **GAMES[kind])
    edition = games.edition(people.page(game).edition)
    pick, kinds = random.Random(seed).randrange, Counter[str]()
    browsers = {"stark": signed_in("ada"), "greyjoy": signed_in("bo")}
    for _ in range(MAX_TURNS):
        page = people.page(game)
        if page.turn is None:
            break
        for house, name in (("stark", "ada"), ("greyjoy", "bo")):
            view = people.page(game, name).view
            assert view is not None
            for decision in view.waiting:
                form = sheet_form(browsers[house].get(f"/turns/{page.turn.id}").text)
                answer = chosen(people, game, decision, pick)
                fields = filled(form, decision, answer)
                assert FORM.read(fields, edition)[0].answers[decision.id] == answer
                do = "save-ready" if decision is view.waiting[-1] else "save"
                done = browsers[house].post(f"/turns/{page.turn.id}", {**fields, "do": do})
                assert done.status_code == 303, (decision, answer, done.text)
                kinds[str(decision.__struct_config__.tag)] += 1
        people.adjudicate(game)
    log = people.page(game)
    assert log.rounds
    assert len(kinds) >= 6, kinds
    assert kind != "vassals" or {"choose-vassal", "place-vassal-orders"} <= kinds.keys()
    told = [msgspec.to_builtins(r.event) for n in log.rounds for r in records(people, game, n)]
    mine = [event for event in told if event["kind"] == "decided" and event["seat"] == "stark"]
    assert {event["source"]["by"] for event in mine} <= {"player", "forced", "default"}
    assert sum(event["source"]["by"] == "player" for event in mine) >= 10


def records(people: People, game: str, number: int) -> Any:
    """The records of a round as ada may see them."""
    from correspondence.archive.records import round_log

    account = people.account("ada")
    with people.store.read() as session:
        return round_log(session, game, number, account, people.now).records
