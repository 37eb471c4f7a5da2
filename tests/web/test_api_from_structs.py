"""Schemas from structs: their types, and that nothing is shown that nobody decided about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, make_dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal, NamedTuple, get_type_hints

import msgspec
import pytest
from flask import Flask
from marshmallow import ValidationError, fields as m

from correspondence.overview.game_page import GamePage
from web.api.from_structs import ANSWERS, answer, body


class Coin(NamedTuple):
    """A coin."""

    worth: int


class Box(msgspec.Struct):
    """A box; None: no lid."""

    lid: str | None = None
    secret: str = ""


@dataclass(frozen=True)
class Chest:
    """A chest."""

    id: str
    weight: float
    locked: bool
    day: date
    at: datetime | None
    kind: Literal["oak", "iron"]
    coins: tuple[Coin, ...]
    boxes: list[Box]
    names: Mapping[str, int]
    rest: dict[str, Any]
    key: str = ""


@dataclass(frozen=True)
class Order:
    """An order."""

    title: str
    count: int = 0
    price: float = 0.0
    soon: bool = False
    wood: str = "oak"
    parts: tuple[str, ...] = ()
    note: str | None = None


CoinSchema = answer(Coin, "worth")
BoxSchema = answer(Box, "lid", left_out="secret", name="SmallBox")
ChestSchema = answer(
    Chest,
    "kind id weight locked day at coins boxes names rest total",
    left_out="key",
    by_hand={"total": m.Function(lambda chest: sum(coin.worth for coin in chest.coins))},
    description="What is in a chest.",
)
OrderSchema = body(
    Order,
    "title count price soon wood parts note",
    required="title",
    choices={"wood": ("oak", "elm")},
    most={"parts": 2},
)


def test_what_is_shown_is_shown_as_its_types_say() -> None:
    at = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
    chest = Chest("c", 1.5, True, date(2026, 1, 2), at, "oak", (Coin(2), Coin(3)), [Box()], {"a": 1}, {"b": [1]}, "no")
    shown = ChestSchema().dump(chest)
    assert list(shown.items()) == [
        ("kind", "oak"),
        ("id", "c"),
        ("weight", 1.5),
        ("locked", True),
        ("day", "2026-01-02"),
        ("at", "2026-01-02T03:04:00+00:00"),
        ("coins", [{"worth": 2}, {"worth": 3}]),
        ("boxes", [{"lid": None}]),
        ("names", {"a": 1}),
        ("rest", {"b": [1]}),
        ("total", 5),
    ]
    made = ChestSchema().fields
    assert all(field.required for name, field in made.items() if name != "total")
    assert [name for name, field in made.items() if field.allow_none] == ["at"]
    assert made["kind"].metadata == {"enum": ["oak", "iron"]}


def test_names_and_descriptions() -> None:
    made = {schema.__name__: schema.__doc__ for schema in (CoinSchema, BoxSchema, ChestSchema)}
    assert made == {
        "CoinSchema": "A coin.",
        "SmallBoxSchema": "A box; null: no lid.",
        "ChestSchema": "What is in a chest.",
    }


def test_what_is_sent_is_bounded() -> None:
    good = {"title": "A bed", "count": 2, "price": 1, "soon": True, "parts": ["a", "b"], "note": None}
    assert OrderSchema().load(good) == good
    assert OrderSchema().load({"title": "A bed"}) == {"title": "A bed"}
    bad = [
        {},
        {"title": None},
        {"title": "x" * 2001},
        {"title": "A bed", "count": "2"},
        {"title": "A bed", "price": "1"},
        {"title": "A bed", "soon": 1},
        {"title": "A bed", "parts": ["a", "b", "c"]},
        {"title": "A bed", "colour": "red"},
    ]
    for sent in bad:
        with pytest.raises(ValidationError):
            OrderSchema().load(sent)
    assert OrderSchema().fields["wood"].metadata["enum"] == ["oak", "elm"]


def test_a_new_field_is_refused_until_somebody_decides_about_it() -> None:
    """The page of a game as if it had got another field: neither the old names nor the old omissions cover it."""
    more = make_dataclass("MorePage", [("whisper", str)], bases=(GamePage,), frozen=True, kw_only=True)
    known = " ".join(field.name for field in fields(GamePage))
    for decided in ({"shown": known}, {"shown": "id", "left_out": known.removeprefix("id ")}):
        with pytest.raises(TypeError, match="MorePage: neither shown nor left out: whisper"):
            answer(more, **decided)
    with pytest.raises(TypeError, match="Order: neither shown nor left out: count, note, parts, price, soon, wood"):
        body(Order, "title")


@dataclass
class Plain:
    """Something plain."""

    id: str
    inner: Order | None = None
    either: int | str = 0
    pair: tuple[int, int] = (0, 0)
    any: Any = None


@pytest.mark.parametrize(
    ("shown", "left_out", "by_hand", "fault"),
    [
        ("id inner", "inner either pair any", {}, "shown and left out: inner"),
        ("id idd", "inner either pair any", {}, "shown, but no field: idd"),
        ("id", "inner either pair any all", {}, "left out, but no field: all"),
        ("id", "inner either pair any", {"more": m.String()}, "by hand, but not shown: more"),
        ("id inner", "either pair any", {}, "Plain.inner: .* is no answer"),
        ("id either", "inner pair any", {}, "Plain.either: .* is no answer"),
        ("id pair", "inner either any", {}, "Plain.pair: .* is no answer"),
        ("id any", "inner either pair", {}, "Plain.any: .* is no answer"),
    ],
)
def test_slips_are_errors(shown: str, left_out: str, by_hand: dict[str, Any], fault: str) -> None:
    with pytest.raises(TypeError, match=fault):
        answer(Plain, shown, left_out=left_out, by_hand=by_hand)


def test_a_struct_is_one_answer_and_a_body_has_bounds() -> None:
    with pytest.raises(TypeError, match="Coin is an answer already"):
        answer(Coin, "worth")
    with pytest.raises(TypeError, match="Order.parts: .* has no bounds"):
        body(Order, "title parts", left_out="count price soon wood note")


def test_descriptions_name_nothing_that_is_left_out(app: Flask) -> None:
    served = app.test_client().get("/api/openapi.json").get_json()["components"]["schemas"]
    found = 0
    for kind, schema in ANSWERS.items():
        component = served.get(schema.__name__.removesuffix("Schema"))
        if component is None or kind.__module__ == __name__:
            continue
        found += 1
        hidden = set(get_type_hints(kind)) - set(component["properties"])
        assert component["description"]
        assert not hidden & set(re.findall(r"`(\w+)`", component["description"])), kind
    assert found > 40
