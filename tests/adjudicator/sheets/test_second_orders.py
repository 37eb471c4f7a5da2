"""Orders with second choices: what is laid, what is told of the rest, and what is refused or warned of."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from adjudicator.engine.sheet.document import MAX_LISTED
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.orders import Order, RavenRule
from adjudicator.thrones.sheets.sheet import Sheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.decisions import Orders
from tests.adjudicator.sheets.tables import asked, story, table

LION = "lannister"
AREAS = ("lannisport", "stoney-sept", "the-golden-sound")
HERE = {area: (LION, {"ship" if area == "the-golden-sound" else "footman": 1}) for area in AREAS}


def question(**changes: Any) -> d.PlaceOrders:
    values: dict[str, Any] = {"areas": AREAS, "stars": 1, "bans": (), **changes}
    return d.PlaceOrders(id="d1-place-orders-lannister", seat=LION, house=LION, **values)


def laid(orders: dict[str, Order], standing: dict[str, Order] | None = None, **changes: Any) -> tuple[Any, Any]:
    """The orders that are laid, and what was passed over."""
    kept = Sheet(orders=standing) if standing is not None else None
    given = asked(question(**changes), table(HERE), Sheet(orders=orders), kept)
    assert isinstance(given.answer, Orders)
    return given.answer.orders, story(given)[2]


def test_the_first_choice_is_laid_where_it_can_be() -> None:
    orders, passed = laid({"lannisport": ("march+1", "raid"), "stoney-sept": "raid", "the-golden-sound": ("none",)})
    assert orders == {"lannisport": "march+1", "stoney-sept": "raid"}
    assert passed == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"bans": ("march+1",)}, "order-banned"), ({"stars": 0}, "too-many-special-orders")],
)
def test_a_second_choice_where_the_first_cannot_lie(changes: dict[str, Any], code: str) -> None:
    wanted: dict[str, Order] = {"lannisport": ("march+1", "march+0"), "stoney-sept": "none", "the-golden-sound": "none"}
    orders, passed = laid(wanted, **changes)
    assert orders == {"lannisport": "march+0"}
    assert passed == [("orders.lannisport[0]", code)]


def test_first_choices_of_all_areas_come_before_any_second() -> None:
    """Lannisport's second choice is what Stoney Sept wants first, and there is one of it."""
    wanted: dict[str, Order] = {
        "lannisport": ("march+1", "march+0", "support"),
        "stoney-sept": "march+0",
        "the-golden-sound": "none",
    }
    orders, passed = laid(wanted, bans=("march+1",))
    assert orders == {"lannisport": "support", "stoney-sept": "march+0"}
    assert passed == [("orders.lannisport[0]", "order-banned"), ("orders.lannisport[1]", "too-many-of-an-order")]


def test_none_is_a_choice_and_standing_instructions_follow() -> None:
    wanted: dict[str, Order] = {"lannisport": ("march+1", "none"), "stoney-sept": ("march+1",), "the-golden-sound": ()}
    orders, passed = laid(wanted, {"stoney-sept": ("march+1", "raid"), "the-golden-sound": "support"}, stars=0)
    assert orders == {"stoney-sept": "raid", "the-golden-sound": "support"}
    assert passed == [
        ("orders.lannisport[0]", "too-many-special-orders"),
        ("orders.stoney-sept", "too-many-special-orders"),
        ("standing.orders.stoney-sept[0]", "too-many-special-orders"),
    ]


def test_a_plain_token_means_the_same_as_a_list_of_one() -> None:
    plain: dict[str, Order] = {"lannisport": "march+0", "stoney-sept": "march+0", "the-golden-sound": "raid"}
    listed: dict[str, Order] = {area: (order,) for area, order in plain.items() if isinstance(order, str)}
    assert laid(plain) == laid(listed)


def report(orders: dict[str, Order], raven: tuple[RavenRule, ...] = (), **changes: Any) -> tuple[Any, Any]:
    """What is wrong with the orders of the first turn, and what is warned of."""
    found = check_sheet(table(HERE), LION, Sheet(orders=orders, raven=raven), [question(**changes)])
    return [(one.code, one.where) for one in found.errors], [(one.code, one.where) for one in found.warnings]


FULL: dict[str, Order] = {"stoney-sept": "support", "the-golden-sound": "raid"}


@pytest.mark.parametrize(
    ("order", "changes", "errors"),
    [
        (("march+1", "march+0"), {"bans": ("march+1",)}, []),
        (("march+1", "march+0"), {"stars": 0}, []),
        (("march+1", "none"), {"stars": 0}, []),
        (("march+1", "defense+2"), {"stars": 0}, [("too-many-special-orders", "orders.lannisport")]),
        (("march+1", "raid"), {"bans": ("march+1", "raid")}, [("order-banned", "orders.lannisport")]),
        (("march+1", "marsh"), {}, [("unknown-order", "orders.lannisport")]),
        ((), {}, []),
    ],
)
def test_what_is_refused(order: Order, changes: dict[str, Any], errors: list[tuple[str, str]]) -> None:
    wanted: dict[str, Order] = {"lannisport": order, "stoney-sept": "support", "the-golden-sound": "none"}
    assert report(wanted, **changes)[0] == errors


def test_second_choices_elsewhere_are_refused_as_first_ones_are() -> None:
    errors, _ = report({"winterfell": ("march+0", "raid"), "lannisport": "raid", **FULL})
    assert errors == [("no-units-there", "orders.winterfell")]


def test_warnings_know_every_choice() -> None:
    """A plan for an area is not idle if its second choice is what the plan needs; an empty list is no order."""
    plan = {"areas": {"lannisport": [{"moves": [{"to": "searoad-marches"}]}]}}
    for order, warned in ((["raid", "march+0"], []), (["raid"], [("plan-without-march", "marches.lannisport")])):
        sheet = read_sheet(json_of({"orders": {**FULL, "lannisport": order}, "marches": plan}))
        found = check_sheet(table(HERE), LION, sheet, [question()]).warnings
        assert [(one.code, one.where) for one in found if one.code.startswith("plan")] == warned
    _, warnings = report({**FULL, "lannisport": ()})
    assert ("no-order", "orders.lannisport") in warnings
    _, warnings = report({**FULL, "lannisport": ("raid",)})
    assert ("no-order", "orders.lannisport") not in warnings


def json_of(document: object) -> bytes:

    return msgspec.json.encode(document)


def test_lists_survive_their_document_and_have_a_length() -> None:
    sheet = Sheet(orders={"lannisport": ("march+1", "march+0"), "stoney-sept": "raid"})
    assert read_sheet(write_sheet(sheet)) == sheet
    long = json_of({"orders": {"lannisport": ["raid"] * (MAX_LISTED + 1)}})
    with pytest.raises(Unreadable, match="list-too-long") as caught:
        read_sheet(long)
    assert caught.value.reasons[0].where == "orders.lannisport"


def test_every_edition_lays_second_choices() -> None:
    for name in THRONES.editions:
        outcome = games.of_edition(name).resume(games.start(name, max(THRONES.editions[name].setups), "orders"))
        waiting = [*outcome.waiting, *THRONES.foreseen(outcome.showing, outcome.waiting[0].seat)]
        asking = next(one for one in waiting if isinstance(one, d.PlaceOrders))
        area, rules = asking.areas[0], THRONES.editions[name]
        special = next(token.id for token in rules.orders.values() if token.special and token.type == "march")
        given = asked(
            d.PlaceOrders(
                id=asking.id, seat=asking.seat, house=asking.house, areas=asking.areas, stars=0, bans=asking.bans
            ),
            outcome.showing,
            Sheet(orders={area: (special, "raid")}),
        )
        assert isinstance(given.answer, Orders)
        assert given.answer.orders[area] == "raid"
