"""Sheets from before wishes: goals and worths are read as the nearest wishes, and stored bytes stay as they are."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from adjudicator import documents, games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Unreadable
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.conditions.battle_facts import Winning
from adjudicator.thrones.sheets.fields import ANYBODY
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.marches import MarchPlan, Move, Wish
from adjudicator.thrones.sheets.sheet import MAX_NAMES, Sheet, VassalSheet, read_sheet, translate_goals, write_sheet
from adjudicator.thrones.sheets.sheet_check import check_sheet
from tests.adjudicator.sheets.random_sheets import Maker, random_sheet
from tests.slices import often

EDITION = "first-edition"
FIRST = games.edition(EDITION)
SURE = {"kind": "winning", "how": "surely"}
MARCHES = BotRule(what=("marches",), may_attack=(ANYBODY,))
SUM = {"of": [{"term": {"kind": "round"}, "times": 3}]}


def old(**marches: Any) -> bytes:
    return json.dumps({"marches": marches}).encode()


def read(**marches: Any) -> Sheet:
    """A sheet of before: sent and stored ones are read alike."""
    sheet = read_sheet(old(**marches))
    assert documents.stored_sheet(EDITION, old(**marches)) == sheet
    return sheet


def test_what_a_goal_takes_is_taken() -> None:
    goals = [
        {"take": ["riverrun", "any-settlement"], "origins": ["lannisport"], "when": SURE, "units": "enough"},
        {"take": ["harrenhal"], "units": {"footman": 2}, "keep": {"knight": 1}, "leave_token": "if-possible"},
    ]
    assert read(goals=goals).marches.wishes == (
        Wish(take=("riverrun", "any-settlement"), origins=("lannisport",), when=Winning("surely")),
        Wish(take=("harrenhal",)),
    )
    assert read(goals=goals).steward == ()


def test_what_a_goal_holds_is_preferred_and_not_left() -> None:
    held = read(goals=[{"hold": ["riverrun"], "strength": 3}]).marches.wishes
    assert held == (Wish(prefer=("riverrun",), stay=("riverrun",)),)
    both = read(goals=[{"hold": ["riverrun"], "take": ["harrenhal"]}]).marches.wishes
    assert both == (Wish(take=("harrenhal",), prefer=("riverrun",), stay=("riverrun",)),)


def test_a_goal_of_moves_alone_is_a_plan_of_each_origin() -> None:
    moves = [{"to": "seagard", "units": {"footman": 1}}]
    plan = {"moves": [{"to": "harrenhal"}]}
    goal = {"moves": moves, "origins": ["riverrun", "lannisport"], "when": SURE, "leave_token": "must"}
    marches = read(goals=[goal], areas={"riverrun": [plan]}).marches
    moved = MarchPlan(moves=(Move(to="seagard", units={"footman": 1}),), when=Winning("surely"), leave_token="must")
    assert marches.wishes == ()
    assert marches.areas == {
        "riverrun": (MarchPlan(moves=(Move(to="harrenhal"),)), moved),
        "lannisport": (moved,),
    }


def test_areas_are_preferred_by_worth_and_marches_are_the_bots() -> None:
    worths = [
        {"areas": ["harrenhal", "seagard"], "worth": 20},
        {"areas": ["riverrun"], "worth": 180},
        {"areas": ["harrenhal"], "worth": 90},
        {"areas": ["pyke"], "worth": 0},
        {"areas": ["winterfell"], "worth": -5},
    ]
    sheet = read(worths=worths)
    assert sheet.marches.wishes == (Wish(prefer=("riverrun", "harrenhal", "seagard")),)
    assert sheet.steward == (MARCHES,)


def test_worths_with_conditions_come_first() -> None:
    worths = [
        {"areas": ["any-settlement"], "worth": 30, "when": SURE},
        {"areas": ["riverrun"], "worth": 180},
        {"areas": ["harrenhal"], "worth": 60, "when": SURE},
    ]
    assert read(worths=worths).marches.wishes == (
        Wish(prefer=("harrenhal",), when=Winning("surely")),
        Wish(prefer=("any-settlement",), when=Winning("surely")),
        Wish(prefer=("riverrun",)),
    )


def test_sums_and_what_adds_have_no_wish() -> None:
    worths = [
        {"areas": ["riverrun"], "worth": SUM},
        {"areas": ["harrenhal"], "worth": 50, "adds": True},
        {"areas": ["seagard"], "worth": 50, "owners": ["tyrell"]},
    ]
    sheet = read(worths=worths)
    assert sheet.marches.wishes == (Wish(prefer=("seagard",)),)
    assert sheet.steward == (MARCHES,)
    assert read(worths=worths[:2]).marches.wishes == ()


def test_no_more_areas_are_preferred_than_a_rule_may_list() -> None:
    areas = [f"area-{number}" for number in range(40)]
    worths = [
        {"areas": areas, "worth": 9},
        {"areas": [*reversed(areas), "a", *map(str, range(19))], "worth": 8},
        {"areas": ["b", "c"], "worth": 7},
    ]
    (wish,) = read(worths=worths).marches.wishes
    assert len(wish.prefer) == len({*wish.prefer}) == MAX_NAMES
    assert list(wish.prefer[:40]) == areas


def test_wishes_and_rules_that_are_there_stay_first() -> None:
    document = {
        "marches": {"wishes": [{"avoid": ["pyke"]}], "goals": [{"take": ["riverrun"]}], "worths": [{"worth": 3}]},
        "steward": [{"what": ["raids"]}],
        "blade": [{"use": "never"}],
    }
    document["marches"]["worths"] = [{"areas": ["seagard"], "worth": 3}]  # type: ignore[call-overload]
    sheet = read_sheet(json.dumps(document).encode())
    assert sheet.marches.wishes == (
        Wish(avoid=("pyke",)),
        Wish(take=("riverrun",)),
        Wish(prefer=("seagard",)),
    )
    assert sheet.steward == (BotRule(what=("raids",)), MARCHES)
    assert sheet.blade == (BladeRule(use="never"),)


def test_marches_of_vassals_are_read_as_well() -> None:
    inner = {"marches": {"goals": [{"take": ["riverrun"]}], "worths": [{"areas": ["pyke"], "worth": 9}]}}
    sheet = read_sheet(json.dumps({"vassals": {"any": inner, "stark": {}}}).encode())
    assert sheet.vassals["any"].marches.wishes == (Wish(take=("riverrun",)), Wish(prefer=("pyke",)))
    assert sheet.vassals["stark"] == VassalSheet()
    assert sheet.steward == ()


def test_conditions_that_are_text_are_read() -> None:
    data = old(goals=[{"take": ["riverrun"], "when": "sure"}], worths=[{"areas": ["pyke"], "worth": 2, "when": "sure"}])
    wishes = read_sheet(data, FIRST).marches.wishes
    assert [wish.when for wish in wishes] == [Winning("surely")] * 2


@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b' {"orders" : {"winterfell": "march+0"} } ',
        b'{"marches":{"wishes":[{"take":["riverrun"]}]}}',
        b"no JSON at all",
        b'{"marches":{"areas":{"goals":[]}}',
    ],
)
def test_what_says_neither_is_returned_as_it_is(data: bytes) -> None:
    if b'"goals"' not in data:
        assert translate_goals(data) is data
    else:
        with pytest.raises(Unreadable, match="bad-json"):
            read_sheet(data)


def test_names_that_only_look_like_it_change_nothing() -> None:
    data = b'{ "orders": {"goals": "march+0", "worths": "raid"} }'
    assert translate_goals(data) == data
    assert not documents.is_translated(EDITION, data)
    assert documents.is_translated(EDITION, old(goals=[]))


@pytest.mark.parametrize(
    "data",
    [
        b'["goals"]',
        b'"worths"',
        b'{"vassals":["goals"],"marches":"goals"}',
        b'{"marches":{"goals":[3]}}',
        b'{"marches":{"goals":[{"take":"riverrun"}]}}',
        b'{"marches":{"goals":[{"take":[1]}]}}',
        b'{"marches":{"goals":[{"hold":[1,2]}]}}',
        b'{"marches":{"goals":[{"hold":{"riverrun":2}}]}}',
        b'{"marches":{"goals":[{"take":["riverrun"],"when":{"kind":"nothing"}}]}}',
        b'{"marches":{"goals":[{"take":["riverrun"],"origins":3}]}}',
        b'{"marches":{"goals":[{"moves":3,"origins":["riverrun"]}]}}',
        b'{"marches":{"goals":[{"moves":[{"to":"pyke"}],"origins":["riverrun"]}],"areas":3}}',
        b'{"marches":{"worths":["riverrun"]}}',
        b'{"marches":{"worths":[{"worth":3,"areas":3,"when":{"kind":"winning"}}]}}',
        b'{"marches":{"worths":[{"worth":1e400}]}}',
        b'{"vassals":{"any":{"marches":{"goals":[{"take":[[]]}]}}}}',
        b'{"marches":{"goals":[]},"orders":{"a":1%s}}' % (b"0" * 5000),
        b'{"marches":{"goals":[]},"goals":[]}',
    ],
    ids=lambda data: data[:60],
)
def test_junk_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable) as refused:
        read_sheet(data, FIRST)
    assert {reason.code for reason in refused.value.reasons} == {"bad-sheet"}


@pytest.mark.parametrize(
    "data",
    [
        b'{"marches":{"goals":3}}',
        b'{"marches":{"worths":{"riverrun":9}}}',
        b'{"marches":{"goals":[{"moves":[{"to":"pyke"}],"origins":["riverrun"]}],"areas":{"riverrun":3}}}',
        b'{"marches":{"worths":[{"worth":1,"areas":["riverrun"]}]},"steward":3}',
        b'{"marches":{"worths":[{"worth":1,"areas":["riverrun"]}],"wishes":3}}',
        b'{"marches":{"worths":[{"worth":1,"areas":"riverrun"}]}}',
    ],
    ids=lambda data: data[:60],
)
def test_nothing_that_is_there_is_passed_over_in_silence(data: bytes) -> None:
    with pytest.raises(Unreadable, match="bad-sheet"):
        read_sheet(data, FIRST)


@pytest.mark.parametrize(
    "data",
    [
        b'{"marches":{"goals":' + b"[" * 100_000,
        b'{"marches":{"goals":[{"take":["riverrun"],"when":' + b'{"kind":"not","of":' * 5_000 + b"1" + b"}" * 5_000,
        b'\xff{"goals"',
        b'{"marches":{"goals":[]}} x',
        b'{"marches":{"goals":["\\ud800"]}}',
    ],
    ids=["deep lists", "deep conditions", "no letters", "more", "half a letter"],
)
def test_what_is_no_json_or_too_deep_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_sheet(data, FIRST)


def random_old(pick: Any) -> dict[str, Any]:
    """A sheet as it was written before, with goals and worths of every shape, here and for vassals."""
    maker = Maker(pick)
    document: dict[str, Any] = json.loads(write_sheet(random_sheet(pick)))
    for part in (document, *document.get("vassals", {}).values()):
        marches = part.setdefault("marches", {})
        if pick(3) == 0:
            marches.pop("wishes", None)
        if pick(4):
            marches["goals"] = [_goal(maker) for _ in range(pick(4))]
        if pick(4):
            marches["worths"] = [_worth(maker) for _ in range(pick(4))]
    return document


def _when(maker: Maker) -> dict[str, Any]:
    if maker.pick(3):
        return {}
    sheet = Sheet(blade=(BladeRule(use="never", when=maker.condition()),))
    return {"when": json.loads(write_sheet(sheet))["blade"][0]["when"]}


def _names(maker: Maker, most: int = 4) -> list[str]:
    return [maker.word(Wish, "take") for _ in range(maker.pick(most))]


def _goal(maker: Maker) -> dict[str, Any]:
    fields = {
        "take": _names(maker),
        "hold": [maker.one(maker.areas) for _ in range(maker.pick(3))],
        "strength": maker.pick(9),
        "origins": [maker.one(maker.areas) for _ in range(maker.pick(3))],
        "units": maker.one(["all", "enough", {"footman": 2}]),
        "keep": {"knight": maker.pick(3)},
        "moves": [{"to": maker.one(maker.areas), "units": "rest"}] * maker.pick(2),
        "leave_token": maker.one(["never", "if-possible", "must"]),
    }
    return {name: value for name, value in fields.items() if maker.pick(2)} | _when(maker)


def _worth(maker: Maker) -> dict[str, Any]:
    fields: dict[str, Any] = {"owners": ["me", "nobody"], "adds": maker.pick(2) == 1}
    said = {name: value for name, value in fields.items() if maker.pick(2)}
    return said | {"areas": _names(maker), "worth": maker.one([SUM, *range(-2, 200)])} | _when(maker)


def test_any_sheet_of_before_is_read_once_and_for_all() -> None:
    """What comes out is a sheet that can be checked; read again, or as it is written now, it is the same."""
    pick = Picker("old sheets", "many")
    showing, changed = games.start(EDITION, 5, "old sheets"), 0
    for _ in range(often(60, 600)):
        data = json.dumps(random_old(pick)).encode()
        before = bytes(data)
        new = translate_goals(data)
        assert data == before
        assert translate_goals(new) == new
        assert documents.stored_sheet("first-edition", new) == documents.stored_sheet("first-edition", data)
        sheet = documents.stored_sheet("first-edition", data)
        assert documents.stored_sheet("first-edition", write_sheet(sheet)) == sheet
        report = check_sheet(showing, "lannister", sheet, [])
        assert all(reason.words for reason in (*report.errors, *report.warnings))
        changed += new != data
    assert changed > 20


def test_junk_in_old_sheets_is_read_or_refused() -> None:
    pick = Picker("old sheets", "junk")
    junk = [None, 0, -1, 3.5, True, "", "riverrun", [], [None], [[]], {}, {"kind": "round"}, {"a": []}, [{}]]
    read_ones = refused = 0
    for _ in range(often(150, 2_000)):
        document = random_old(pick)
        for _ in range(1 + pick(3)):
            _spoil(document, pick, junk)
        try:
            sheet = read_sheet(json.dumps(document).encode(), FIRST)
        except Unreadable:
            refused += 1
            continue
        read_ones += 1
        check_sheet(games.start(EDITION, 5, "junk"), "lannister", sheet, [])
    assert read_ones
    assert refused


def _spoil(document: Any, pick: Any, junk: list[Any]) -> None:
    """Put something else in a random place of the marches."""
    part = document.get("marches")
    while isinstance(part, dict | list) and part:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        key = keys[pick(len(keys))]
        if pick(4) == 0 or not isinstance(part[key], dict | list) or not part[key]:
            part[key] = copy.deepcopy(junk[pick(len(junk))])
            return
        part = part[key]


def test_translation_of_a_small_document_stays_small() -> None:
    areas = ",".join(f'"a{number}"' for number in range(60))
    moves = ",".join('{"to":"b"}' for _ in range(60))
    goals = ",".join(f'{{"origins":[{areas}],"moves":[{moves}]}}' for _ in range(30))
    data = f'{{"marches":{{"goals":[{goals}]}}}}'.encode()

    assert len(translate_goals(data)) <= 200 * (len(moves) + 100)


def test_lists_that_no_release_read_stay_to_be_refused() -> None:
    areas = ",".join(f'"a{number}"' for number in range(61))
    data = f'{{"marches":{{"goals":[{{"origins":[{areas}],"moves":[{{"to":"b"}}]}}]}}}}'.encode()

    assert translate_goals(data) == data


def test_worths_that_rank_nothing_leave_nothing_to_the_bot() -> None:
    data = b'{"marches":{"worths":[{"areas":["riverrun"],"worth":0}]}}'

    assert read_sheet(translate_goals(data)) == Sheet()
