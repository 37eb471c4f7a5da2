"""What forms refuse though browsers do not let anybody type it: days, moments, numbers, kinds; weak masters' tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from adjudicator.engine.decision import Unreadable
from correspondence.input_validation import Invalid
from correspondence.settings import Settings
from narration.words import translator
from tests.correspondence.people import People
from tests.correspondence.review.masters import make_master
from tests.web.visitors import codes, program_of
from web import create_app
from web.form_values import day_in, moment_in
from web.thrones.override_fields import FORM
from web.views.terms import read_new_game, suggested


@pytest.mark.parametrize("typed", ["", "soon", "2026-02-30", "24.11.2026", "2026-11-24T10:00:00+00:00x"])
def test_what_is_no_day_and_no_moment_is_named(app: Flask, typed: str) -> None:
    with app.test_request_context("/", method="POST", data={"when": typed}):
        for read, code in ((lambda: day_in("when"), "bad-day"), (lambda: moment_in("when", "UTC"), "bad-moment")):
            with pytest.raises(Invalid) as refused:
                read()
            assert (refused.value.code, refused.value.field) == (code, "when")


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("set-fire", {}, "unknown-override"),
        ("set-power", {"house": ["stark"], "power": ["many"]}, "not-a-number"),
        ("set-power", {"house": ["stark"], "power": ["\u0663"]}, "not-a-number"),
        ("set-power", {"house": ["stark"], "power": ["99999"]}, "not-a-number"),
    ],
)
def test_overrides_typed_past_the_form_are_refused_by_field(kind: str, fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        FORM.read(kind, fields)
    assert refused.value.reasons[0].code == code


def test_nobody_plays_two_houses() -> None:
    form = suggested(translator("en"), "UTC", "first-edition")
    read_new_game(form)
    form["seat.stark"] = form["seat.tyrell"] = "me"
    with pytest.raises(Invalid) as refused:
        read_new_game(form)
    assert (refused.value.code, refused.value.field) == ("one-house-each", "seats")


def test_masters_token_needs_a_second_factor_where_required(settings: Settings, people: People) -> None:
    strict = create_app(replace(settings, second_factor_required=True), people.store, people.clock)
    game_id = people.game({"stark": "ada"})
    make_master(people, game_id, "fay")
    answer = program_of(strict, people, "fay").get(f"/games/{game_id}/review")
    assert (answer.status_code, codes(answer)) == (403, {"second-factor-needed"})
