"""Wishes for marches: what is taken before all else, and what the bot prefers, avoids and does not leave."""

from __future__ import annotations

import pytest

from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.decision import Answer, SourcedAnswer, Weighed
from adjudicator.thrones.rules.marches import options
from adjudicator.thrones.sheets.conditions.tree import Else
from adjudicator.thrones.sheets.fields import ANYBODY, NOBODY
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move, Wish
from adjudicator.thrones.sheets.resolver import resolve
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.sheets.sheet_check import meaningless_terms
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Force, Placed, Position
from adjudicator.thrones.state.decisions import March
from tests.adjudicator.sheets.tables import asked, table
from tests.adjudicator.sheets.test_traps import FIRST, LION, when

Placing = dict[str, tuple[str, dict[str, int]]]
MARCHING = ("stoney-sept", "riverrun")
# Tyrell holds the reach, Baratheon Blackwater, each with a single footman; harrenhal and seagard are free.
OTHERS: Placing = {"the-reach": ("tyrell", {"footman": 1}), "blackwater": ("baratheon", {"footman": 1})}
BOT = (BotRule(what=("marches",), may_attack=(ANYBODY,)),)


def marching(units: dict[str, int], others: Placing = OTHERS, **orders: str) -> tuple[Position, d.ResolveMarch]:
    """Lannister marches from two areas with these units each; `orders` are those of others, by area."""
    forces = {area: (LION, dict(units)) for area in MARCHING} | others
    laid = dict.fromkeys(MARCHING, (LION, "march+0"))
    laid |= {area.replace("_", "-"): (forces[area.replace("_", "-")][0], order) for area, order in orders.items()}
    position = table(forces, laid)
    ways = {area: options(position.board, FIRST, LION, area) for area in MARCHING}
    return position, d.ResolveMarch(seat=LION, house=LION, options=ways)


def given(
    marches: Marches, units: dict[str, int] | None = None, others: Placing = OTHERS, **orders: str
) -> SourcedAnswer:
    position, question = marching(units or {"footman": 2}, others, **orders)
    return asked(question, position, Sheet(marches=marches))


def march(*wishes: Wish, units: dict[str, int] | None = None, others: Placing = OTHERS, **orders: str) -> March:
    answer = given(Marches(wishes=wishes), units, others, **orders).answer
    assert isinstance(answer, March)
    return answer


def take(*areas: str, **fields: object) -> Wish:
    return Wish(take=areas, **fields)  # type: ignore[arg-type]


def reached(answer: Answer) -> tuple[str, set[str]]:
    """From where a march goes, and where to."""
    assert isinstance(answer, March)
    return answer.area, set(answer.moves)


def left(
    *wishes: Wish,
    bot: tuple[BotRule, ...] = BOT,
    units: dict[str, int] | None = None,
    others: Placing = OTHERS,
    only: tuple[str, ...] = MARCHING,
    unsaid: Unsaid = "defaults",
) -> SourcedAnswer:
    """What a sheet answers whose marches are left to the bot."""
    position, question = marching(units or {"footman": 2}, others)
    ways = {area: question.options[area] for area in only}
    position.board.orders = {area: order for area, order in position.board.orders.items() if area in only}
    question = d.ResolveMarch(seat=LION, house=LION, options=ways)
    return resolve(position, question, Sheet(marches=Marches(wishes=wishes), steward=bot), unsaid=unsaid)


def test_the_first_wish_that_a_march_serves_decides() -> None:
    assert reached(march(take("winterfell"), take("seagard"))) == ("riverrun", {"seagard"})
    assert reached(march(take("blackwater"), take("seagard"))) == ("stoney-sept", {"blackwater"})


def test_areas_of_one_wish_are_tried_in_their_order() -> None:
    assert "seagard" in march(take("winterfell", "seagard", "blackwater")).moves
    assert "blackwater" in march(take("winterfell", "blackwater", "seagard")).moves


def test_a_wish_of_a_kind_takes_any_of_it() -> None:
    others = {**OTHERS, "harrenhal": ("baratheon", {"footman": 1})}
    (to,) = march(take("any-settlement"), others=others).moves
    assert FIRST.areas[to].settlement != "none"
    (to,) = march(take("any-barrel"), others=OTHERS).moves
    assert FIRST.areas[to].supply > 0
    (to,) = march(take("any-crown"), others=OTHERS).moves
    assert FIRST.areas[to].power > 0
    assert march(take("any-sea"), others={}).moves == {}


def test_own_areas_are_not_taken() -> None:
    assert march(take(*MARCHING)).moves == {}
    own = {**OTHERS, "harrenhal": (LION, {"footman": 1})}
    assert march(take("harrenhal"), others=own).moves == {}
    found = march(take("any-settlement", origins=("riverrun",)), others=own)
    assert "harrenhal" not in found.moves
    assert found.area == "riverrun"


@pytest.mark.parametrize(
    ("text", "goes"),
    [("sure", True), ("odds >= 100", False), ("odds >= 1", True), ("lead >= 1", True), ("lead > 1", False)],
)
def test_a_condition_is_about_the_attack_that_a_wish_would_make(text: str, goes: bool) -> None:
    found = march(take("blackwater", when=when(text)))
    assert (reached(found) == ("stoney-sept", {"blackwater"})) == goes
    if text in ("sure", "lead >= 1"):
        assert found.moves == {"blackwater": {"footman": 2}}, "one footman would not do"


def test_first_march_whose_condition_holds_is_made() -> None:
    """Harrenhal can be taken from both areas; only one of them has knights."""
    position, question = marching({"footman": 1}, {**OTHERS, "harrenhal": ("baratheon", {"footman": 1})})
    position.board.forces["riverrun"].units["knight"] = 1
    sheet = Sheet(marches=Marches(wishes=(take("harrenhal", when=when("lead >= 2")),)))
    answer = asked(question, position, sheet).answer
    assert reached(answer) == ("riverrun", {"harrenhal"})
    assert answer.moves["harrenhal"] == {"footman": 1, "knight": 1}


def test_only_origins_march_for_a_wish() -> None:
    assert march(take("harrenhal", origins=("riverrun",))).area == "riverrun"
    assert march(take("harrenhal", origins=("stoney-sept",))).area == "stoney-sept"
    assert march(take("blackwater", origins=("riverrun",))).moves == {}


def test_units_that_take_nothing_stay_where_no_march_is_the_bots() -> None:
    found = march(take("harrenhal"), units={"footman": 2, "knight": 1})
    assert found.moves.keys() == {"harrenhal"}


def test_what_is_taken_is_taken_at_hopeless_odds() -> None:
    strong: Placing = {**OTHERS, "blackwater": ("baratheon", {"knight": 2, "footman": 2})}
    found = march(take("blackwater"), units={"footman": 1}, others=strong)
    assert found == March("stoney-sept", {"blackwater": {"footman": 1}})
    assert march(take("blackwater", when=when("lead >= 0")), units={"footman": 1}, others=strong).moves == {}


def test_a_wish_tells_the_numbers_of_its_own_march() -> None:
    found = given(Marches(wishes=(take("blackwater", when=when("lead >= 1")),)))
    assert (found.source.by, found.source.rule) == ("sheet", "marches.wishes[0]")
    assert found.source.numbers == (Weighed("lead", 1, ">=", 1),)


def test_no_march_that_serves_is_noted() -> None:
    found = given(Marches(wishes=(take("winterfell"),)))
    assert found.answer == March("stoney-sept")
    assert [(note.where, note.code) for note in found.source.skipped] == [("marches.wishes[0]", "no-march-serves")]


def test_wishes_come_after_plans_and_before_anybody_stays() -> None:
    plans = {"riverrun": (MarchPlan(moves=(Move(to="seagard"),)),)}
    both = Marches(areas=plans, wishes=(take("blackwater"),))
    assert given(both).answer == March("riverrun", {"seagard": {"footman": 2}})
    waiting = Marches(areas={"riverrun": (MarchPlan(when=when("round > 9"), moves=(Move(to="seagard"),)),)})
    assert given(waiting).answer == March("stoney-sept")
    late = Marches(areas=waiting.areas, wishes=(take("blackwater"),))
    assert reached(given(late).answer) == ("stoney-sept", {"blackwater"})


def test_who_serves_no_wish_stays_before_those_that_still_might() -> None:
    wishes = (take("blackwater", origins=("stoney-sept",), when=when("never")),)
    assert given(Marches(wishes=wishes)).answer == March("riverrun")


def test_a_threat_holds_back() -> None:
    wish = take("harrenhal", origins=("stoney-sept",), when=when("not stoney-sept is threatened"))
    assert march(wish, units={"footman": 1}).moves == {"harrenhal": {"footman": 1}}
    assert march(wish, units={"footman": 1}, blackwater="march+0").moves == {}


def test_wishes_that_mean_too_much_hold_nothing_up() -> None:
    many = when(" and ".join(["odds >= 101", *["round >= 1"] * 60]))
    wishes = (*(take("any-land", when=many) for _ in range(180)), take("seagard"))
    found = given(Marches(wishes=wishes), units={"footman": 3})
    assert found.answer == March("stoney-sept")
    assert found.source.skipped[-1].code == "too-much-to-weigh"
    few = (*(take("any-land", when=many) for _ in range(3)), take("seagard"))
    assert "seagard" in given(Marches(wishes=few)).answer.moves


def test_preferred_areas_count_for_more() -> None:
    for area, origin in (("harrenhal", "stoney-sept"), ("searoad-marches", "stoney-sept"), ("seagard", "riverrun")):
        found = left(Wish(prefer=(area,)), units={"footman": 1}, only=(origin,))
        assert reached(found.answer) == (origin, {area})
        assert found.source.rule == "steward[0]"
    far = ("winterfell", "white-harbor", "karhold", "castle-black", "the-stony-shore")
    for first, last in (("harrenhal", "seagard"), ("seagard", "harrenhal")):
        both = left(Wish(prefer=(first, *far, last)), units={"footman": 1}, only=("riverrun",))
        assert reached(both.answer) == ("riverrun", {first}), "the first counts for most"
        apart = (Wish(prefer=(first, *far)), Wish(prefer=(last, first)))
        assert left(*apart, units={"footman": 1}, only=("riverrun",)).answer == both.answer
    late = Wish(prefer=("searoad-marches",), when=when("round > 9"))
    held = left(late, Wish(prefer=("harrenhal",)), units={"footman": 1}, only=("stoney-sept",))
    assert "harrenhal" in held.answer.moves


def test_the_bot_marches_nowhere_into_what_it_shall_avoid() -> None:
    free = left(only=("stoney-sept",)).answer
    assert isinstance(free, March)
    assert free.moves
    kept = left(Wish(avoid=tuple(free.moves)), only=("stoney-sept",)).answer
    assert not kept.moves.keys() & free.moves.keys()
    assert left(Wish(avoid=("any-land", "any-sea"))).answer.moves == {}
    late = left(Wish(avoid=("any-land",), when=when("round > 9")), only=("stoney-sept",)).answer
    assert late == free


def gone(answer: Answer) -> int:
    """How many units march."""
    assert isinstance(answer, March)
    return sum(sum(units.values()) for units in answer.moves.values())


def test_so_many_units_stay() -> None:
    """One is preferred where one unit does, one where it takes all of them."""
    strong: Placing = {**OTHERS, "blackwater": ("baratheon", {"footman": 2})}
    prefer = Wish(prefer=("blackwater",))
    most = gone(left(prefer, units={"footman": 3}, others=strong, only=("stoney-sept",)).answer)
    assert most >= 2
    for keep in (0, 1, 2, 3, 4):
        stay = Wish(stay=("stoney-sept",), keep=keep)
        found = left(prefer, stay, units={"footman": 3}, others=strong, only=("stoney-sept",)).answer
        assert gone(found) <= max(0, 3 - keep), keep
        assert keep or gone(found) == most
    two, none = (Wish(stay=("stoney-sept",), keep=keep) for keep in (2, 0))
    both = left(prefer, two, none, units={"footman": 3}, others=strong, only=("stoney-sept",)).answer
    assert gone(both) <= 1, "of an area what is said first counts"
    late = Wish(stay=("stoney-sept",), keep=3, when=when("round > 9"))
    assert gone(left(prefer, late, units={"footman": 3}, others=strong, only=("stoney-sept",)).answer) == most


@pytest.mark.parametrize("unsaid", ["defaults", "bot"])
def test_what_is_taken_overrides_whom_the_bot_may_attack(unsaid: Unsaid) -> None:
    nobody = (BotRule(what=("marches",), may_attack=(NOBODY,)),)
    for bot in (nobody, ()):
        assert "blackwater" not in left(bot=bot, unsaid=unsaid).answer.moves
        found = left(take("blackwater"), bot=bot, unsaid=unsaid)
        area, moves = reached(found.answer)
        assert area == "stoney-sept"
        assert moves >= {"blackwater"}
        assert "the-reach" not in moves
        assert found.source.rule == "marches.wishes[0]"


def test_bot_sends_spare_units_where_marches_are_left_to_it() -> None:
    wishes = (take("blackwater"), Wish(prefer=("harrenhal",)))
    alone = left(*wishes, bot=(), units={"footman": 3}, only=("stoney-sept",)).answer
    assert reached(alone) == ("stoney-sept", {"blackwater"})
    assert reached(left(*wishes, units={"footman": 3}, only=("stoney-sept",)).answer)[1] >= {"blackwater", "harrenhal"}
    kept = left(*wishes, Wish(avoid=("harrenhal",)), units={"footman": 3}, only=("stoney-sept",)).answer
    assert "harrenhal" not in kept.moves
    for keep in (1, 2):
        stay = Wish(stay=("stoney-sept",), keep=keep)
        assert gone(left(*wishes, stay, units={"footman": 3}, only=("stoney-sept",)).answer) <= 3 - keep


def test_preferred_areas_are_spared_where_the_bot_may_not_attack() -> None:
    wish = Wish(prefer=("blackwater",))
    strong = {"knight": 2}
    assert "blackwater" in left(wish, units=strong, only=("stoney-sept",)).answer.moves
    found = left(wish, bot=(), units=strong, only=("stoney-sept",), unsaid="bot")
    assert "blackwater" not in found.answer.moves


def test_what_shapes_the_bot_makes_no_march_by_itself() -> None:
    found = given(Marches(wishes=(Wish(prefer=("harrenhal",), avoid=("seagard",), stay=("riverrun",)),)))
    assert found.answer == March("stoney-sept")
    assert found.source.by == "default"


def test_the_bot_does_the_rest_once_what_is_taken_is_taken() -> None:
    found = left(take("winterfell"), Wish(prefer=("harrenhal",)), only=("stoney-sept",), units={"footman": 1})
    assert found.answer == March("stoney-sept", {"harrenhal": {"footman": 1}})
    assert [(note.where, note.code) for note in found.source.skipped] == [("marches.wishes[0]", "no-march-serves")]
    with_plan = Sheet(
        marches=Marches(areas={"stoney-sept": (MarchPlan(),)}, wishes=(take("seagard"), Wish(avoid=("any-land",)))),
        steward=BOT,
    )
    position, question = marching({"footman": 2})
    assert asked(question, position, with_plan).source.rule == "marches.stoney-sept[0]"


def test_wishes_for_vassals_march_their_units() -> None:
    """The commander's sheet of a vassal says what the vassal takes."""
    position, _ = marching({"footman": 2})
    board = position.board
    board.forces = {
        area: Force("stark", force.units) if force.house == LION else force for area, force in board.forces.items()
    }
    board.orders = {area: Placed("stark", order.order) for area, order in board.orders.items()}
    board.vassals, board.commanders = ["stark"], {"stark": LION}
    ways = {area: options(board, FIRST, "stark", area) for area in MARCHING}
    question = d.ResolveMarch(seat=LION, house="stark", options=ways)
    sheet = Sheet(vassals={"any": VassalSheet(marches=Marches(wishes=(take("seagard"),)))})
    found = asked(question, position, sheet)
    assert reached(found.answer) == ("riverrun", {"seagard"})
    assert found.source.rule == "vassals.any.marches.wishes[0]"


@pytest.mark.parametrize("wish", [Wish(), Wish(keep=2), Wish(origins=("riverrun",), prefer=("seagard",))])
def test_wish_that_says_nothing_is_refused(wish: Wish) -> None:
    codes = {one.code for one in meaningless_terms(Sheet(marches=Marches(wishes=(wish,))))}

    assert codes == {"wish-says-nothing"}


@pytest.mark.parametrize(
    "rule",
    [
        BotRule(what=("marches",), may_attack=(NOBODY,)),
        BotRule(what=("marches",), may_attack=(ANYBODY,), never_attack=("tyrell",)),
    ],
)
def test_units_besides_those_that_take_keep_within_the_limits(rule: BotRule) -> None:
    """What other wishes would take, or a limit closes, is no way for the rest."""
    position, _ = marching({"footman": 2}, {})
    position.board.tokens["harrenhal"] = "tyrell"
    question = d.ResolveMarch(seat=LION, house=LION, options={"riverrun": ("seagard", "harrenhal")})
    wishes = (take("seagard"), take("harrenhal", when=when("round >= 99")))

    answer = resolve(position, question, Sheet(marches=Marches(wishes=wishes), steward=(rule,))).answer

    assert isinstance(answer, March)
    assert set(answer.moves) == {"seagard"}


def test_what_is_never_left_binds_those_that_take() -> None:
    rule = BotRule(what=("marches",), may_attack=(ANYBODY,), never_empty=("riverrun",), keep=2)

    answer = left(take("seagard"), bot=(rule,), only=("riverrun",)).answer

    assert isinstance(answer, March)
    assert "seagard" not in answer.moves


def test_else_means_nothing_among_wishes() -> None:
    wish = Wish(take=("seagard",), when=Else(when("round > 5")))

    (refusal,) = meaningless_terms(Sheet(marches=Marches(wishes=(wish,))))

    assert (refusal.code, refusal.where) == ("term-means-nothing", "marches.wishes[0].when")
