"""Plans that once went against their author: what is written means what it says, or is refused."""

from __future__ import annotations

import pytest

from adjudicator import games
from adjudicator.engine.decision import Unreadable
from adjudicator.thrones.rules.marches import options, targets
from adjudicator.thrones.sheets.battle import BladeRule, CardRule, Cards
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule
from adjudicator.thrones.sheets.conditions.tree import Condition, parse_condition
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.orders import RaidRule, Raids, RavenRule, VassalOrder
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Amount, March, Raid
from tests.adjudicator.sheets.tables import asked, table

FIRST = games.edition("first-edition")
LION = "lannister"
WAIT = MarchPlan(wait=True)


def when(text: str) -> Condition:
    """A condition from its text."""
    return parse_condition(text, FIRST)


def marching(*areas: str) -> tuple[Position, d.ResolveMarch]:
    """Lannister marches from these areas; Tyrell stands in the reach, Baratheon in Blackwater."""
    forces = {area: (LION, {"footman": 2}) for area in areas}
    others = {"the-reach": ("tyrell", {"footman": 1}), "blackwater": ("baratheon", {"footman": 1})}
    position = table(forces | others, dict.fromkeys(areas, (LION, "march+0")))
    reached = {area: options(position.board, FIRST, LION, area) for area in areas}
    return position, d.ResolveMarch(seat=LION, house=LION, options=reached)


def marched(areas: tuple[str, ...], plans: dict[str, tuple[MarchPlan, ...]]) -> March:
    position, question = marching(*areas)
    answer = asked(question, position, Sheet(marches=Marches(areas=plans))).answer
    assert isinstance(answer, March)
    return answer


def to(area: str, **plan: object) -> MarchPlan:
    """A plan of everything to an area."""
    return MarchPlan(moves=(Move(to=area),), **plan)  # type: ignore[arg-type]


def test_who_waits_for_nobody_goes_on_with_the_next_plan() -> None:
    plans = {"stoney-sept": (MarchPlan(when=when("highgarden has no march"), wait=True), to("blackwater"))}
    assert marched(("stoney-sept",), plans).moves == {"blackwater": {"footman": 2}}


def test_who_waits_goes_after_a_march_without_a_plan() -> None:
    assert marched(("stoney-sept", "riverrun"), {"stoney-sept": (WAIT, to("blackwater"))}) == March("riverrun")


def test_when_all_wait_the_first_goes_by_what_follows() -> None:
    plans = {"stoney-sept": (WAIT, to("blackwater")), "riverrun": (WAIT, to("seagard"))}
    position, question = marching("stoney-sept", "riverrun")
    for first, goal in (("stoney-sept", "blackwater"), ("riverrun", "seagard")):
        sheet = Sheet(marches=Marches(sequence=(first,), areas=plans))
        given = asked(question, position, sheet)
        assert given.answer == March(first, {goal: {"footman": 2}})
        places = [skipped.where for skipped in given.source.skipped]
        assert len(places) == len({(one.where, one.code) for one in given.source.skipped})


def test_raids_wait_for_each_other_and_not_for_ever() -> None:
    sea, land = "the-golden-sound", "stoney-sept"
    forces = {sea: (LION, {"ship": 1}), land: (LION, {"footman": 1}), "sunset-sea": ("greyjoy", {"ship": 1})}
    position = table(
        forces | {"riverrun": ("greyjoy", {"footman": 1})},
        {
            sea: (LION, "raid"),
            land: (LION, "raid"),
            "sunset-sea": ("greyjoy", "support"),
            "riverrun": ("greyjoy", "raid"),
        },
    )
    both = {area: targets(position.board, FIRST, area) for area in (sea, land)}
    at_sea = (RaidRule(wait=True), RaidRule(targets=("sunset-sea",)))

    def raided(areas: dict[str, tuple[RaidRule, ...]], *names: str) -> object:
        question = d.ResolveRaid(seat=LION, house=LION, options={area: both[area] for area in names})
        return asked(question, position, Sheet(raids=Raids(areas=areas))).answer

    assert raided({sea: at_sea}, sea) == Raid(sea, ("sunset-sea",))
    assert raided({sea: at_sea, land: (RaidRule(targets=("riverrun",)),)}, sea, land) == Raid(land, ("riverrun",))
    assert raided({sea: at_sea}, sea, land) == Raid(land)
    assert raided({sea: at_sea, land: (RaidRule(wait=True),)}, sea, land) == Raid(sea, ("sunset-sea",))


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("opponent is baratheon", True),
        ("opponent is tyrell", False),
        ("opponent holds stannis baratheon", True),
        ("opponent power > 99", False),
        ("blackwater is opponent", True),
    ],
)
def test_the_opponent_of_a_plan_holds_the_area_it_attacks(text: str, goes: bool) -> None:
    moves = marched(("stoney-sept",), {"stoney-sept": (to("blackwater", when=when(text)),)}).moves
    assert bool(moves) == goes


def test_nobody_is_the_opponent_of_a_move_into_an_empty_area() -> None:
    plans = {"stoney-sept": (to("harrenhal", when=when("opponent power >= 0")), to("blackwater"))}
    assert marched(("stoney-sept",), plans).moves == {"blackwater": {"footman": 2}}


@pytest.mark.parametrize(
    ("sheet", "where", "term"),
    [
        (Sheet(bids={"fiefdoms": (BidRule(when=when("lead > 1"), amount=1),)}), "bids.fiefdoms[0].when", "lead"),
        (Sheet(raven=(RavenRule(when=when("strength > 1")),)), "raven[0].when", "strength"),
        (
            Sheet(raids=Raids(areas={"riverrun": (RaidRule(when=when("fighters > 1")),)})),
            "raids.riverrun[0].when",
            "fighters",
        ),
        (Sheet(marches=Marches(stop=when("opponent is tyrell"))), "marches.stop.when", "opponent"),
        (
            Sheet(marches=Marches(areas={"riverrun": (MarchPlan(when=when("lead < 3")), to("seagard"))})),
            "marches.riverrun[0].when",
            "lead",
        ),
        (
            Sheet(marches=Marches(areas={"riverrun": (to("seagard", when=when("attacker is tyrell")),)})),
            "marches.riverrun[0].when",
            "attacker",
        ),
        (
            Sheet(marches=Marches(areas={"riverrun": (to("seagard", when=when("battle in seagard")),)})),
            "marches.riverrun[0].when",
            "battle in",
        ),
        (
            Sheet(losses=Losses(supply=(LossRule(when=when("round > 1 and tywin lannister is played")),))),
            "losses.supply[0].when",
            "played",
        ),
    ],
)
def test_a_term_that_can_mean_nothing_is_refused(sheet: Sheet, where: str, term: str) -> None:
    errors = check_sheet(table(), LION, sheet, []).errors
    assert [(one.code, one.where) for one in errors] == [("term-means-nothing", where)]
    assert errors[0].words.startswith(f'"{term}" means nothing here')


def test_vassal_parts_are_warned_of_and_meaningful_ones_are_not() -> None:
    part = VassalSheet(orders=(VassalOrder(when=when("lead > 0")),))
    errors = check_sheet(games.start("mother-of-dragons", 3, "v"), "stark", Sheet(vassals={"any": part}), []).errors
    assert ("term-means-nothing", "vassals.any.orders[0].when") in [(one.code, one.where) for one in errors]
    fine = Sheet(
        marches=Marches(
            areas={"riverrun": (to("seagard", when=when("lead > 1 and opponent power < 3 and fighters > 1")),)}
        ),
        cards=Cards(rules=(CardRule(when=when("lead > 1 and opponent is tyrell"), cards=("strongest",)),)),
        blade=(BladeRule(when=when("battle in riverrun")),),
    )
    assert check_sheet(table(), LION, fine, []).errors == ()


def test_no_house_is_missed_where_another_choice_is_named() -> None:
    """Cards and plain words are choices too; only a house of the edition that is not at the table is named."""
    three = games.start("first-edition", 3, "three")
    rules = (ChoiceRule(pick=("refuse", "tyrion-lannister", "tyrell", "stark")),)
    found = check_sheet(three, LION, Sheet(choices={"support": rules}), []).warnings
    absent = [one.words for one in found if one.code == "house-not-playing"]
    assert absent == ["tyrell does not play in this game"]
    assert {one.code for one in found} == {"house-not-playing", "never-offered"}


def test_exact_bids_clip_to_what_is_left() -> None:
    """3, 2 and 4 of 8 Power: the last gets the 3 that are left."""
    bids = {
        "iron-throne": (BidRule(amount=3),),
        "fiefdoms": (BidRule(amount=2),),
        "kings-court": (BidRule(amount=4),),
    }
    left, made = 8, []
    for auction in bids:
        question = d.PlaceBid(seat=LION, house=LION, auction=auction, up_to=left)
        answer = asked(question, table(), Sheet(bids=bids)).answer
        assert isinstance(answer, Amount)
        made.append(answer.power)
        left -= answer.power
    assert made == [3, 2, 3]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("if round > 3", "round > 3"),
        ("When riverrun is empty", "riverrun is empty"),
        ("riverrun empty", "riverrun is empty"),
        ("kings landing mine and not riverrun neutral", "kings landing is mine and not riverrun is neutral"),
    ],
)
def test_conditions_are_forgiven_their_form(text: str, wanted: str) -> None:
    assert when(text) == when(wanted)


def test_units_of_two_words_are_counted_in_an_area() -> None:
    second = games.edition("second-edition")
    condition = parse_condition("siege engines in winterfell >= 1", second)
    assert condition == parse_condition("siege-engines in winterfell >= 1", second)
    with pytest.raises(Unreadable, match="unknown-unit|unknown"):
        parse_condition("war elephants in winterfell >= 1", second)
