"""What is said about a sheet before its turn closes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.battle import BladeRule, CardRule, Cards, RemoveOrderRule, SupportRule, Texts
from adjudicator.thrones.sheets.choices import BidRule, TieRule, Ties
from adjudicator.thrones.sheets.conditions.battle_facts import Fighter, HoldsCard
from adjudicator.thrones.sheets.conditions.board_facts import AreaIs
from adjudicator.thrones.sheets.conditions.tree import Not, parse_condition
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.muster import Muster, MusterRule, Want
from adjudicator.thrones.sheets.orders import ClaimRule, RaidRule, Raids, RavenRule, VassalOrder
from adjudicator.thrones.sheets.resolver import KINDS, default_policies
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Force, Placed, Position
from adjudicator.thrones.state.decisions import Amount, Orders
from tests.adjudicator.sheets.random_sheets import meaningful, random_sheet
from tests.adjudicator.sheets.tables import table

FIRST = games.edition("first-edition")
LION = "lannister"
SEAS = ("sunset-sea", "ironmans-bay")
FULL = {"lannisport": "march+0", "stoney-sept": "support", "the-golden-sound": "raid"}


def planning() -> tuple[Position, list[Decision]]:
    """The first planning turn of a five-player game."""
    outcome = THRONES.resume(games.start("first-edition", 5, "check"))
    return outcome.showing, outcome.waiting


def report(sheet: Sheet, seat: str = LION) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Codes and places of errors and warnings at the first planning turn."""
    showing, waiting = planning()
    found = check_sheet(showing, seat, sheet, waiting)
    assert all(reason.words for reason in (*found.errors, *found.warnings))
    return [(r.code, r.where) for r in found.errors], [(r.code, r.where) for r in found.warnings]


@pytest.mark.parametrize(
    ("orders", "errors"),
    [
        (FULL, []),
        ({"lanisport": "raid"}, [("unknown-area", "orders")]),
        ({"lannisport": "marsh"}, [("unknown-order", "orders.lannisport")]),
        ({"winterfell": "raid"}, [("no-units-there", "orders.winterfell")]),
        ({"the-golden-sound": "consolidate-power"}, [("order-only-on-land", "orders.the-golden-sound")]),
        ({"lannisport": "march+0", "stoney-sept": "march+0"}, [("too-many-of-an-order", "orders")]),
        ({**FULL, "lannisport": "none"}, []),
    ],
)
def test_orders(orders: dict[str, str], errors: list[tuple[str, str]]) -> None:
    assert report(Sheet(orders=orders))[0] == errors


def test_special_and_banned_orders() -> None:
    showing, waiting = planning()
    asked = d.PlaceOrders(
        id="d1-place-orders-lannister", seat=LION, house=LION, areas=tuple(FULL), stars=1, bans=("raid",)
    )
    sheet = Sheet(orders={"lannisport": "march+1", "stoney-sept": "defense+2", "the-golden-sound": "raid"})
    codes = [r.code for r in check_sheet(showing, LION, sheet, [asked]).errors]
    assert codes == ["order-banned", "too-many-special-orders"]


@pytest.mark.parametrize(
    ("sheet", "code", "where", "hint"),
    [
        (
            Sheet(cards=Cards(rules=(CardRule(cards=("tywin-lanister",)),))),
            "unknown-card",
            "cards.rules[0].cards",
            "tywin-lannister",
        ),
        (Sheet(support=(SupportRule(whom="tyrel"),)), "unknown-house", "support[0].whom", "tyrell"),
        (
            Sheet(
                marches=Marches(areas={"lannisport": (MarchPlan(moves=(Move(to="riverun", units={"footmen": 1}),)),)})
            ),
            "unknown-area",
            "marches.lannisport[0].moves[0].to",
            "riverrun",
        ),
        (
            Sheet(losses=Losses(general=(LossRule(units=("night",)),))),
            "unknown-unit",
            "losses.general[0].units",
            "knight",
        ),
        (Sheet(bids={"fiefdom": ()}), "unknown-auction", "bids", "fiefdoms"),
        (
            Sheet(ties=Ties(lowest=(TieRule(houses=("starck",)),))),
            "unknown-house",
            "ties.lowest[0].houses",
            "stark",
        ),
        (Sheet(blade=(BladeRule(when=Not(AreaIs("pike", "empty"))),)), "unknown-area", "blade[0].when", "pyke"),
        (Sheet(blade=(BladeRule(when=AreaIs("pyke", "emptty")),)), "unknown-house", "blade[0].when", "empty"),
        (Sheet(marches=Marches(stop=HoldsCard("opponent", "lorass"))), "unknown-card", "marches.stop", ""),
        (
            Sheet(texts=Texts(remove_order=(RemoveOrderRule(types=("suport",)),))),
            "unknown-type",
            "texts.remove_order[0].types",
            "support",
        ),
        (
            Sheet(muster=Muster(areas={"lannisport": (MusterRule(wants=(Want(unit="boat"),)),)})),
            "unknown-unit",
            "muster.lannisport[0].wants[0].unit",
            "",
        ),
    ],
)
def test_unknown_ids(sheet: Sheet, code: str, where: str, hint: str) -> None:
    showing, waiting = planning()
    errors = check_sheet(showing, LION, sheet, waiting).errors
    assert (errors[0].code, errors[0].where) == (code, where)
    assert hint in errors[0].words


def test_bids_that_cannot_be_paid() -> None:
    asked = [d.PlaceBid(id="d1-place-bid-lannister", seat=LION, house=LION, auction="iron-throne", up_to=5)]
    sheet = Sheet(bids={"iron-throne": (BidRule(amount=5), BidRule(amount=6)), "fiefdoms": (BidRule(amount=9),)})
    found = check_sheet(table(), LION, sheet, asked)
    assert [(r.code, r.where) for r in found.errors] == [("bid-out-of-range", "bids.iron-throne[1]")]
    split = Sheet(bids={"iron-throne": (BidRule(amount=3),), "wildlings": (BidRule(amount=3),)})
    revealed = {"II": "clash-of-kings", "III": "wildling-attack"}
    found = check_sheet(table(phase="westeros", revealed=revealed), LION, split, asked)
    assert (found.errors, [r.code for r in found.warnings]) == ((), ["bids-exceed-power"])


def test_direct_answers() -> None:
    showing, waiting = planning()
    mine = next(decision for decision in waiting if decision.seat == LION)
    theirs = next(decision for decision in waiting if decision.seat != LION)

    def codes(**answers: Any) -> Sequence[str]:
        sheet = Sheet(answers={name.replace("_", "-"): answer for name, answer in answers.items()})
        return [reason.code for reason in check_sheet(showing, LION, sheet, waiting).errors]

    assert codes(**{mine.id: Orders({"lannisport": "raid"})}) == []
    assert codes(**{mine.id: Amount(1)}) == ["wrong-kind-of-answer"]
    assert codes(**{mine.id: Orders({"winterfell": "raid"})}) == ["no-units-there"]
    assert codes(**{theirs.id: Orders({})}) == ["decision-not-open"]
    assert codes(d999_use_raven_lannister=Amount(1)) == ["decision-not-open"]


PLAN = MarchPlan(moves=(Move(to="riverrun"),))


@pytest.mark.parametrize(
    ("sheet", "wanted"),
    [
        (Sheet(orders=FULL), []),
        (Sheet(orders={"lannisport": "raid"}), ["no-order", "no-order"]),
        # Beside the sea, where a land area helps nobody, lies land, where it does.
        (Sheet(orders={**FULL, "lannisport": "support"}), []),
        (Sheet(orders=FULL, marches=Marches(areas={"lannisport": (PLAN,)})), []),
        (Sheet(orders=FULL, marches=Marches(areas={"stoney-sept": (PLAN,)})), ["plan-without-march"]),
        (
            Sheet(
                orders=FULL,
                raven=(RavenRule(area="stoney-sept", order="march-1"),),
                marches=Marches(areas={"stoney-sept": (PLAN,)}),
            ),
            [],
        ),
        (
            Sheet(orders=FULL, marches=Marches(areas={"lannisport": (MarchPlan(moves=(Move(to="winterfell"),)),)})),
            ["not-reachable-now"],
        ),
        (Sheet(orders=FULL, marches=Marches(sequence=("pyke",))), ["plan-without-march"]),
        (
            Sheet(orders=FULL, raids=Raids(areas={"the-golden-sound": (RaidRule(targets=("sunset-sea", "pyke")),)})),
            ["raid-target-impossible", "raid-target-impossible"],
        ),
        (
            Sheet(orders=FULL, raids=Raids(areas={"lannisport": (RaidRule(targets=("riverrun",)),)})),
            ["plan-without-raid", "raid-target-impossible"],
        ),
        (Sheet(orders=FULL, blade=(BladeRule(), BladeRule())), ["never-reached"]),
        (Sheet(orders=FULL, raven=(RavenRule(), RavenRule(area="lannisport", order="raid"))), ["never-reached"]),
        (Sheet(orders=FULL, marches=Marches(areas={"lannisport": (PLAN, MarchPlan(), PLAN)})), ["never-reached"]),
        (
            Sheet(orders=FULL, blade=(BladeRule(when=parse_condition("power > 3", FIRST)), BladeRule())),
            [],
        ),
    ],
)
def test_warnings(sheet: Sheet, wanted: list[str]) -> None:
    errors, warnings = report(sheet)
    assert errors == []
    # What is missing for the march of FULL is told of too; `mistakes.toml` has the cases.
    assert [code for code, _ in warnings if code != "march-without-plan"] == wanted


def test_houses_that_do_not_play_and_orders_that_are_not_asked() -> None:
    position = games.start("first-edition", 3, "three")
    rule = BladeRule(when=Fighter("opponent", "tyrell"))
    found = check_sheet(position, LION, Sheet(orders={"lannisport": "raid"}, blade=(rule,)), [])
    assert [(r.code, r.where) for r in found.warnings] == [
        ("orders-not-asked", "orders"),
        ("house-not-playing", "blade[0].when"),
    ]


def test_support_that_helps_nobody_is_named() -> None:
    """No area of the first edition is that lonely for ships; an island without land neighbours is for land units."""
    position = table({"dragonstone": (LION, {"footman": 1})})
    asked = d.PlaceOrders(
        id="d1-place-orders-lannister", seat=LION, house=LION, areas=("dragonstone",), stars=0, bans=()
    )
    found = check_sheet(position, LION, Sheet(orders={"dragonstone": "support"}), [asked])
    lonely = not FIRST.areas["dragonstone"].land
    assert [r.code for r in found.warnings] == (["support-reaches-nothing"] if lonely else [])


def test_raids_are_warned_of_once_the_orders_lie_open() -> None:
    rules = Raids(areas={"the-golden-sound": tuple(RaidRule(targets=(sea,)) for sea in SEAS)})
    orders = {"the-golden-sound": (LION, "raid"), SEAS[0]: ("greyjoy", "support"), SEAS[1]: (LION, "support")}
    position = table({area: (house, {"ship": 1}) for area, (house, _) in orders.items()}, orders)
    found = check_sheet(position, LION, Sheet(raids=rules), [])
    assert [r.where for r in found.warnings if r.code == "raid-target-impossible"] == ["raids.the-golden-sound[1]"]
    position.board.orders[SEAS[0]] = Placed("greyjoy", "march+0")
    found = check_sheet(position, LION, Sheet(raids=rules), [])
    wanted = ["raids.the-golden-sound[0]", "raids.the-golden-sound[1]"]
    assert [r.where for r in found.warnings if r.code == "raid-target-impossible"] == wanted


def test_an_order_for_an_unknown_area_of_a_vassal_is_named() -> None:
    showing, _ = vassals_of("stark", "lannister", "baratheon")
    sheet = Sheet(vassals={"greyjoy": VassalSheet(orders=vassal_orders(pike="vassal-march"))})
    assert of_vassals(showing, sheet)[0] == {("unknown-area", "vassals.greyjoy.orders[0].area")}


def test_too_large_a_sheet_is_refused_here_too() -> None:
    showing, waiting = planning()
    errors = check_sheet(showing, LION, Sheet(blade=(BladeRule(),) * 201), waiting).errors
    assert [reason.code for reason in errors] == ["too-many-rules"]


def test_random_sheets_are_checked_without_a_crash() -> None:
    showing, waiting = planning()
    for number in range(60):
        sheet = random_sheet(Picker(str(number), "checks"))
        codes = {reason.code for reason in check_sheet(showing, LION, sheet, waiting).errors}
        assert not {code for code in codes if code.startswith("unknown-")}, codes
        lasting = {reason.code for reason in check_sheet(showing, LION, meaningful(sheet), [], lasting=True).warnings}
        assert not lasting & {"no-order", "orders-not-asked", "muster-not-asked", "bid-over-power", "card-discarded"}
        for pace in ("raven", "stepwise", ("use-raven", "resolve-march")):
            check_sheet(showing, LION, meaningful(sheet), waiting, pace=pace, standing=sheet)


def test_every_decision_has_a_published_default_and_a_family() -> None:
    assert set(default_policies()) == {str(kind.__struct_config__.tag) for kind in KINDS}
    assert all(words.endswith(".") for words in default_policies().values())


def test_orders_are_checked_while_vassals_are_being_chosen() -> None:
    outcome = THRONES.resume(
        games.start("mother-of-dragons", 4, "check", houses=["stark", "tyrell", "arryn", "martell"])
    )
    seat = outcome.waiting[0].seat
    own = games.of(outcome.showing).foreseen(outcome.showing, seat)[0].areas
    assert games.of(outcome.showing).foreseen(outcome.showing, "greyjoy") == []

    def codes(sheet: Sheet) -> list[tuple[str, str]]:
        return [
            (fault.code, fault.where) for fault in check_sheet(outcome.showing, seat, sheet, outcome.waiting).errors
        ]

    assert codes(Sheet(orders={own[0]: "march+0"})) == []
    assert codes(Sheet(orders={own[0]: "vassal-march"})) == [("not-its-order", f"orders.{own[0]}")]
    assert codes(Sheet(orders={"pyke": "march+0"})) == [("no-units-there", "orders.pyke")]
    vassals = VassalSheet(orders=(VassalOrder(area="pyke", order="march+1"),))
    lines = {
        "vassal-march": (Sheet(orders={own[0]: "vassal-march"}), f"ORDERS {own[0]} march-1"),
        "march+1": (Sheet(orders={"pyke": "march+1"}), "FOR greyjoy: ORDERS pyke vassal-march"),
        "raid": (Sheet(orders={"pyke": "raid"}), "FOR greyjoy: ORDERS pyke vassal-raid-support"),
        "of a vassal": (Sheet(vassals={"greyjoy": vassals}), "FOR greyjoy: ORDERS pyke vassal-march"),
    }
    for sheet, line in lines.values():
        (fault,) = check_sheet(outcome.showing, seat, sheet, outcome.waiting).errors
        assert fault.words.endswith(f" {line}"), fault
    orders = (VassalOrder(area="pyke", order="vassal-march"), VassalOrder(area="pyke", order="march+0"))
    sheet = Sheet(
        claims=(ClaimRule(pick=("greyjoy", "frey", "pass")),), vassals={"greyjoy": VassalSheet(orders=orders)}
    )
    assert codes(sheet) == [("unknown-house", "claims[0].pick"), ("not-its-order", "vassals.greyjoy.orders[1].order")]
    unknown = Sheet(vassals={"frey": VassalSheet(), "any": VassalSheet(raids=Raids(sequence=("atlantis",)))})
    assert codes(unknown) == [("unknown-house", "vassals"), ("unknown-area", "vassals.any.raids.sequence")]


@pytest.mark.parametrize(
    "section",
    [
        Sheet(raids=Raids(sequence=("pike",))),
        Sheet(marches=Marches(sequence=("pike",))),
        Sheet(muster=Muster(sequence=("pike",))),
    ],
)
def test_unknown_areas_of_a_sequence_are_named(section: Sheet) -> None:
    (error,) = report(section)[0]
    assert error[0] == "unknown-area"
    assert error[1].endswith(".sequence")


def vassals_of(*houses: str) -> tuple[Position, list[Decision]]:
    """The first planning turn of Mother of Dragons with these players, before anybody has chosen a vassal."""
    outcome = THRONES.resume(games.start("mother-of-dragons", len(houses), "vassals", (), houses))
    return outcome.showing, outcome.waiting


def of_vassals(showing: Position, sheet: Sheet, seat: str = "stark") -> tuple[set[tuple[str, str]], ...]:
    """Codes and places of errors and warnings; other than that the seat has no orders yet."""
    found = check_sheet(showing, seat, sheet, ())
    errors, warnings = ({(r.code, r.where) for r in some} for some in (found.errors, found.warnings))
    return errors, {warning for warning in warnings if warning[0] != "no-order"}


def test_plans_of_vassals_are_held_to_their_own_pieces() -> None:
    """Only Targaryen has dragons; what a plan is for counts, and `any` is for each of them."""
    showing, _ = vassals_of("stark", "lannister", "baratheon")

    def refused(units: dict[str, int], house: str) -> set[tuple[str, str]]:
        plan = MarchPlan(moves=(Move(to="pyke", units=units),))
        part = VassalSheet(marches=Marches(areas={"lannisport": (plan,)}))
        return of_vassals(showing, Sheet(vassals={house: part}))[0]

    for house in ("greyjoy", "any"):
        where = f"vassals.{house}.marches.lannisport[0].moves[0]"
        assert refused({"knight": 5}, house) == set()
        assert refused({"knight": 6}, house) == {("more-units-than-pieces", where)}
        assert refused({"dragon": 1}, house) == {("more-units-than-pieces", where)}


def test_what_an_override_has_put_on_the_board_may_march() -> None:
    showing, waiting = planning()
    plan = MarchPlan(moves=(Move(to="riverrun", units={"knight": 6}),))
    sheet = Sheet(orders=dict(FULL), marches=Marches(areas={"lannisport": (plan,)}))
    assert [one.code for one in check_sheet(showing, LION, sheet, waiting).errors] == ["more-units-than-pieces"]
    showing.board.forces["lannisport"] = Force(LION, {"knight": 6})
    assert check_sheet(showing, LION, sheet, waiting).errors == ()


def vassal_orders(**orders: str) -> tuple[VassalOrder, ...]:
    return tuple(VassalOrder(area=area.replace("_", "-"), order=order) for area, order in orders.items())


def test_orders_of_vassals_are_checked_by_area() -> None:
    showing, _ = vassals_of("stark", "lannister", "baratheon")
    pyke = vassal_orders(pyke="vassal-march", winterfell="vassal-defense-3")
    wrong = Sheet(vassals={"greyjoy": VassalSheet(orders=pyke), "any": VassalSheet(orders=pyke)})
    assert of_vassals(showing, wrong)[0] == {
        ("no-units-there", "vassals.greyjoy.orders[1].area"),
        ("no-units-there", "vassals.any.orders[1].area"),
    }
    showing.board.bans = ["march"]
    banned = Sheet(vassals={"any": VassalSheet(orders=vassal_orders(pyke="vassal-march"))})
    assert of_vassals(showing, banned)[0] == {("order-banned", "vassals.any.orders[0].order")}
    showing.board.phase = "westeros"
    assert of_vassals(showing, banned)[0] == set()


def test_what_vassals_can_hardly_do_is_told() -> None:
    showing, _ = vassals_of("stark", "lannister", "baratheon")
    part = VassalSheet(
        orders=(*vassal_orders(pyke="vassal-raid-support"), VassalOrder(order="vassal-march")),
        marches=Marches(areas={"pyke": (MarchPlan(moves=(Move(to="sunspear"),)),)}),
        raids=Raids(areas={"pyke": (RaidRule(targets=("sunspear",)),)}),
    )
    sheet = Sheet(claims=(ClaimRule(pick=("lannister", "greyjoy")),), vassals={"greyjoy": part})
    errors, warnings = of_vassals(showing, sheet)
    assert errors == set()
    assert warnings == {
        ("not-a-vassal", "claims[0].pick"),
        ("order-without-area", "vassals.greyjoy.orders[1].area"),
        ("not-reachable-now", "vassals.greyjoy.marches.pyke[0]"),
        ("plan-without-march", "vassals.greyjoy.marches.pyke"),
        ("raid-target-impossible", "vassals.greyjoy.raids.pyke[0]"),
    }
    showing.board.commanders = dict.fromkeys(showing.board.vassals, "lannister")
    assert of_vassals(showing, sheet)[1] == {
        ("not-a-vassal", "claims[0].pick"),
        ("claims-not-asked", "claims"),
        ("not-yours-to-command", "vassals.greyjoy"),
        ("order-without-area", "vassals.greyjoy.orders[1].area"),
    }
    lion = Sheet(vassals={"lannister": VassalSheet(blade=(BladeRule(),))})
    assert of_vassals(showing, lion)[1] == {("not-a-vassal", "vassals.lannister")}
    # In the Westeros phase nobody commands yet: what is written for a vassal may still come true.
    showing.board.phase = "westeros"
    assert ("not-yours-to-command", "vassals.greyjoy") not in of_vassals(showing, sheet)[1]
    showing.board.vassals, showing.board.commanders = [], {}
    anyone = Sheet(vassals={"any": VassalSheet(blade=(BladeRule(),))})
    assert ("not-a-vassal", "vassals.any") in of_vassals(showing, anyone)[1]
