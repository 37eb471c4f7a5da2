"""Orders, the raven, raids, marches and support from sheets: a table for each family."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import games
from adjudicator.thrones.rules.marches import options, targets
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, split
from adjudicator.thrones.sheets.orders import RaidRule, Raids, RavenRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import March, Orders, Pledges, Raid, Swap
from tests.adjudicator.sheets.tables import asked, story, table

FIRST = games.edition("first-edition")
LION = "lannister"


def when(text: str) -> Condition:
    """A condition from its text."""
    return parse_condition(text, FIRST)


def lions() -> Position:
    """Lannister around Stoney Sept, Baratheon in Blackwater, Tyrell's ships in the sunset sea."""
    return table(
        {
            "lannisport": (LION, {"footman": 2, "knight": 1}),
            "stoney-sept": (LION, {"footman": 1, "knight": 1}),
            "harrenhal": (LION, {"footman": 1}),
            "the-golden-sound": (LION, {"ship": 1}),
            "blackwater": ("baratheon", {"footman": 1}),
            "sunset-sea": ("tyrell", {"ship": 1}),
        },
        {
            "lannisport": (LION, "march+0"),
            "stoney-sept": (LION, "march+1"),
            "harrenhal": (LION, "support"),
            "the-golden-sound": (LION, "raid"),
            "blackwater": ("baratheon", "defense+1"),
            "sunset-sea": ("tyrell", "support"),
        },
        supply=dict.fromkeys(("stark", LION, "baratheon", "greyjoy", "tyrell"), 6),
    )


def place_orders(**changes: Any) -> d.PlaceOrders:
    values: dict[str, Any] = {"areas": ("lannisport", "stoney-sept", "the-golden-sound"), "stars": 1, "bans": ()}
    return d.PlaceOrders(id="d1-place-orders-lannister", seat=LION, house=LION, **{**values, **changes})


def test_orders_are_placed_and_gaps_filled_by_the_default() -> None:
    sheet = Sheet(orders={"lannisport": "march+1", "stoney-sept": "raid"})
    given = asked(place_orders(), lions(), sheet)
    assert given.answer == Orders({"lannisport": "march+1", "stoney-sept": "raid", "the-golden-sound": "defense+1"})
    assert story(given) == ("sheet", "orders", [("orders.the-golden-sound", "no-order-named")])


def test_an_order_that_cannot_lie_there_is_passed_over_alone() -> None:
    sheet = Sheet(
        orders={
            "lannisport": "march+1",
            "stoney-sept": "defense+2",
            "the-golden-sound": "consolidate-power",
            "winterfell": "raid",
        }
    )
    standing = Sheet(orders={"stoney-sept": "march-1", "the-golden-sound": "none"})
    given = asked(place_orders(), lions(), sheet, standing)
    assert given.answer == Orders({"lannisport": "march+1", "stoney-sept": "march-1"})
    assert story(given)[2] == [
        ("orders.winterfell", "no-units-there"),
        ("orders.stoney-sept", "too-many-special-orders"),
        ("orders.the-golden-sound", "order-only-on-land"),
    ]


def test_without_a_sheet_orders_defend_and_support() -> None:
    given = asked(place_orders(), lions(), None)
    assert given.answer == Orders(
        {"stoney-sept": "defense+1", "the-golden-sound": "defense+1", "lannisport": "support"}
    )
    banned = asked(place_orders(bans=("defense", "support")), lions(), None)
    assert banned.answer == Orders({})


@pytest.mark.parametrize(
    ("rules", "wanted", "skipped"),
    [
        ((RavenRule(area="lannisport", order="defense+1"),), Swap("lannisport", "defense+1"), []),
        (
            (RavenRule(area="blackwater", order="raid"), RavenRule(), RavenRule(area="lannisport", order="raid")),
            Swap(),
            ["no-order-there"],
        ),
        (
            (
                RavenRule(when=when("sunset sea has march"), area="lannisport", order="raid"),
                RavenRule(when=when("sunset sea has support"), area="lannisport", order="march+0"),
                RavenRule(when=when("strength > 0"), area="lannisport", order="raid"),
                RavenRule(area="harrenhal", order="raid"),
            ),
            Swap("harrenhal", "raid"),
            ["condition-false", "order-not-available", "condition-not-applicable"],
        ),
    ],
)
def test_the_raven(rules: tuple[RavenRule, ...], wanted: Swap, skipped: list[str]) -> None:
    decision = d.UseRaven(seat=LION, house=LION, areas=("lannisport", "stoney-sept", "harrenhal", "the-golden-sound"))
    given = asked(decision, lions(), Sheet(raven=rules))
    assert given.answer == wanted
    assert [skip.code for skip in given.source.skipped] == skipped


def raiding() -> tuple[Position, d.ResolveRaid]:
    """Two raids; only the ships see an order to remove."""
    position = lions()
    position.board.orders["lannisport"] = position.board.orders["the-golden-sound"]
    areas = ("lannisport", "the-golden-sound")
    return position, d.ResolveRaid(
        seat=LION, house=LION, options={area: targets(position.board, FIRST, area) for area in areas}
    )


@pytest.mark.parametrize(
    ("raids", "wanted", "by", "skipped"),
    [
        (
            Raids(areas={"the-golden-sound": (RaidRule(targets=("sunset-sea",)),)}),
            Raid("the-golden-sound", ("sunset-sea",)),
            "sheet",
            [],
        ),
        (Raids(areas={"the-golden-sound": (RaidRule(),)}), Raid("the-golden-sound"), "sheet", []),
        (
            Raids(
                sequence=("lannisport",),
                areas={
                    "lannisport": (RaidRule(targets=("blackwater",)),),
                    "the-golden-sound": (RaidRule(targets=("pyke", "sunset-sea")),),
                },
            ),
            Raid("the-golden-sound", ("sunset-sea",)),
            "sheet",
            ["not-a-raid-target"],
        ),
        (
            Raids(
                sequence=("the-golden-sound",),
                areas={
                    "the-golden-sound": (RaidRule(wait=True, when=when("round = 1")),),
                    "lannisport": (RaidRule(),),
                },
            ),
            Raid("lannisport"),
            "sheet",
            ["waits"],
        ),
        (
            Raids(areas={"the-golden-sound": (RaidRule(targets=("sunset-sea",), when=when("round = 9")),)}),
            Raid("lannisport"),
            "default",
            ["condition-false"],
        ),
    ],
)
def test_raids(raids: Raids, wanted: Raid, by: str, skipped: list[str]) -> None:
    position, decision = raiding()
    given = asked(decision, position, Sheet(raids=raids))
    assert (given.answer, given.source.by) == (wanted, by)
    assert [skip.code for skip in given.source.skipped] == skipped


def test_a_special_raid_takes_two() -> None:
    position, decision = raiding()
    position.board.orders["the-golden-sound"] = position.board.orders["the-golden-sound"].__class__(
        LION, "raid-special"
    )
    position.board.orders["ironmans-bay"] = position.board.orders["sunset-sea"]
    decision = d.ResolveRaid(
        seat=LION,
        house=LION,
        options={"the-golden-sound": targets(position.board, FIRST, "the-golden-sound")},
    )
    wants = ("ironmans-bay", "ironmans-bay", "pyke", "sunset-sea", "lannisport")
    sheet = Sheet(raids=Raids(areas={"the-golden-sound": (RaidRule(targets=wants),)}))
    assert asked(decision, position, sheet).answer == Raid("the-golden-sound", ("ironmans-bay", "sunset-sea"))


def march(position: Position, *areas: str) -> d.ResolveMarch:
    """The question which of these marches comes next."""
    return d.ResolveMarch(
        seat=LION, house=LION, options={area: options(position.board, FIRST, LION, area) for area in areas}
    )


STAY = MarchPlan()
ATTACK = MarchPlan(
    when=when("blackwater is baratheon and strength >= enemy + 2"), moves=(Move(to="blackwater", units="all"),)
)


@pytest.mark.parametrize(
    ("plans", "wanted", "by", "skipped"),
    [
        ((ATTACK, STAY), March("stoney-sept", {"blackwater": {"footman": 1, "knight": 1}}), "sheet", []),
        (
            (
                MarchPlan(moves=(Move(to="blackwater", units={"footman": 1}),), when=when("strength >= enemy + 3")),
                MarchPlan(moves=(Move(to="winterfell"),)),
                MarchPlan(moves=(Move(to="riverrun", units={"footman": 2}),)),
                MarchPlan(moves=(Move(to="riverrun", units={"footman": 1}), Move(to="searoad-marches", units="rest"))),
            ),
            March("stoney-sept", {"riverrun": {"footman": 1}, "searoad-marches": {"knight": 1}}),
            "sheet",
            ["condition-false", "area-not-adjacent", "units-not-there"],
        ),
        (
            (MarchPlan(moves=(Move(to="riverrun", units="all", keep={"footman": 1}),), leave_token="if-possible"),),
            March("stoney-sept", {"riverrun": {"knight": 1}}),
            "sheet",
            [],
        ),
        (
            (MarchPlan(moves=(Move(to="riverrun"),), leave_token="if-possible"),),
            March("stoney-sept", {"riverrun": {"footman": 1, "knight": 1}}, leave_token=True),
            "sheet",
            [],
        ),
        (
            (MarchPlan(moves=(Move(to="riverrun", units={"knight": 1}),), leave_token="must"), STAY),
            March("stoney-sept"),
            "sheet",
            ["token-needs-empty-area"],
        ),
        (
            (MarchPlan(moves=(Move(to="riverrun", units={"ship": 0}),)),),
            March("stoney-sept"),
            "default",
            ["nothing-moves"],
        ),
        (
            # What "all" has taken is no longer left.
            (MarchPlan(moves=(Move(to="riverrun", units="all"), Move(to="searoad-marches", units="rest"))),),
            March("stoney-sept", {"riverrun": {"footman": 1, "knight": 1}}),
            "sheet",
            [],
        ),
        ((MarchPlan(wait=True),), March("lannisport"), "default", ["waits"]),
    ],
)
def test_marches(plans: tuple[MarchPlan, ...], wanted: March, by: str, skipped: list[str]) -> None:
    position = lions()
    sheet = Sheet(marches=Marches(sequence=("stoney-sept",), areas={"stoney-sept": plans}))
    given = asked(march(position, "lannisport", "stoney-sept"), position, sheet)
    assert (given.answer, given.source.by) == (wanted, by)
    assert [skip.code for skip in given.source.skipped] == skipped


def test_marches_stop_and_standing_orders_fill_unplanned_areas() -> None:
    position = lions()
    standing = Sheet(marches=Marches(areas={"lannisport": (MarchPlan(moves=(Move(to="riverrun", units="all"),)),)}))
    sheet = Sheet(marches=Marches(areas={"stoney-sept": (STAY,)}))
    decision = march(position, "lannisport", "stoney-sept")
    given = asked(decision, position, sheet, standing)
    assert story(given) == ("standing", "standing.marches.lannisport[0]", [])
    stopping = Sheet(marches=Marches(stop=when("blackwater is baratheon")))
    assert story(asked(decision, position, stopping, standing)) == ("sheet", "marches.stop", [])
    assert asked(decision, position, stopping, standing).answer == March("lannisport")


def support(**changes: Any) -> d.GiveSupport:
    """Lannister, in Harrenhal and Riverrun, is asked about Stark's attack on Baratheon in Blackwater."""
    values: dict[str, Any] = {
        "area": "blackwater",
        "attacker": "stark",
        "defender": "baratheon",
        "areas": ("harrenhal", "riverrun"),
        "sides": ("attacker", "defender", "none"),
    }
    return d.GiveSupport(seat=LION, house=LION, **{**values, **changes})


@pytest.mark.parametrize(
    ("rules", "sides", "by", "rule"),
    [
        ((), ("none", "none"), "default", ""),
        ((SupportRule(whom="me"),), ("none", "none"), "default", ""),
        ((SupportRule(whom="stark", against=("baratheon",)),), ("attacker", "attacker"), "sheet", "support[0]"),
        ((SupportRule(whom="stark", against=("tyrell",)),), ("none", "none"), "default", ""),
        ((SupportRule(whom="defender", areas=("riverrun",)),), ("none", "defender"), "sheet", "support[0]"),
        (
            (SupportRule(whom="nobody", areas=("harrenhal",)), SupportRule(whom="baratheon")),
            ("none", "defender"),
            "sheet",
            "support[0], support[1]",
        ),
        ((SupportRule(whom="attacker", battles=("pyke",)),), ("none", "none"), "default", ""),
        (
            (SupportRule(whom="attacker", when=when("round > 3")), SupportRule(whom="defender")),
            ("defender", "defender"),
            "sheet",
            "support[1]",
        ),
    ],
)
def test_support(rules: tuple[SupportRule, ...], sides: tuple[str, str], by: str, rule: str) -> None:
    given = asked(support(), lions(), Sheet(support=rules))
    assert given.answer == Pledges(dict(zip(("harrenhal", "riverrun"), sides, strict=True)))
    assert (given.source.by, given.source.rule) == (by, rule)


def test_support_defaults_to_oneself_in_own_battles() -> None:
    own = support(attacker=LION, sides=("attacker", "none"))
    assert asked(own, lions(), None).answer == Pledges({"harrenhal": "attacker", "riverrun": "attacker"})
    traitor = asked(own, lions(), Sheet(support=(SupportRule(whom="baratheon"), SupportRule(whom="nobody"))))
    assert traitor.answer == Pledges({"harrenhal": "none", "riverrun": "none"})
    assert [skip.code for skip in traitor.source.skipped] == ["support-side"]
    neutral = support(defender="", sides=("attacker", "none"))
    assert asked(neutral, lions(), Sheet(support=(SupportRule(whom="stark"),))).answer == Pledges(
        {"harrenhal": "attacker", "riverrun": "attacker"}
    )


def test_a_march_that_can_only_stay_is_forced_and_no_other() -> None:
    position = lions()
    stuck = d.ResolveMarch(seat=LION, house=LION, options={"stoney-sept": ()})
    assert story(asked(stuck, position, None)) == ("forced", "", [])
    assert asked(march(position, "stoney-sept"), position, None).source.by == "default"
    two = d.ResolveMarch(seat=LION, house=LION, options={"stoney-sept": (), "lannisport": ()})
    assert asked(two, position, None).source.by == "default"


def test_a_raid_without_a_target_is_forced_and_no_other() -> None:
    position = lions()
    none = d.ResolveRaid(seat=LION, house=LION, options={"the-golden-sound": ()})
    assert story(asked(none, position, None)) == ("forced", "", [])
    some = targets(position.board, FIRST, "the-golden-sound")
    assert some
    one = d.ResolveRaid(seat=LION, house=LION, options={"the-golden-sound": some})
    assert asked(one, position, None).source.by == "default"


def test_all_is_everything_and_rest_what_is_left() -> None:
    """`all` beside an exact number books units twice, and such a march is refused; `rest` does not."""
    one = Move(to="riverrun", units={"footman": 1})
    units = {"footman": 3, "knight": 1}
    assert split((one, Move(to="seagard", units="all")), units) == {"riverrun": {"footman": 1}, "seagard": units}
    rest = split((one, Move(to="seagard", units="rest")), units)
    assert rest == {"riverrun": {"footman": 1}, "seagard": {"footman": 2, "knight": 1}}
