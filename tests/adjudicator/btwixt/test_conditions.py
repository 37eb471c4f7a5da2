"""Conditions and amounts: read and written back, refused with their place, and true of what is seen alone."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.visibility import reshuffled, view
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.conditions.text import format_condition, parse_amount, parse_condition
from adjudicator.btwixt.state import decisions as d
from adjudicator.engine.decision import Refused, Weighed
from adjudicator.engine.sheet.conditions import Inapplicable, number_of, number_text
from tests.adjudicator.btwixt.tables import Setup, asked, build
from tests.effort import Effort

# Cersei first, then Euron, Melisandre, Doran, Jon; Cersei has the left council with Euron, the right one with Jon.
TABLE = Setup(
    ally="arya-stark",
    first="jon",
    turn="cersei",
    hand=["betrayal", "royal-host", "skirmish"],
    hands={"euron": ["feint"]},
    piles={"cersei": ["contingency-plan"], "jon": ["skirmish"], "euron": ["little-birds", "counterplot"]},
    kneeling=["doran"],
    councils={"cersei-euron": ["catelyn-stark", "hodor"], "jon-cersei": ["tywin-lannister"]},
    tokens={"cersei-euron": [1, 1], "jon-cersei": [3]},
    seen={"cersei-euron": [1, 1]},
    dead=["bronn"],
    season="winter",
    space=2,
    round=8,
)
SAID = {
    # Totals: cersei 3, jon 5, euron 5; jon comes first.
    "my total = 3 and total of jon = 5 and best total = 5 and lead = -2": True,
    "jon leads": True,
    "euron leads or I lead": False,
    "jon is tied and euron is tied and not (I am tied)": True,
    "winner is tied": None,
    "my pile = 1 and pile of left = 2 and best pile = 2 and pile of melisandre = 0": True,
    "my hand = 3 and hand of euron = 1 and euron's hand < my hand": True,
    "my plays = 1": True,
    "round = 8 and space = 2 and rounds left = 4 and rounds left in season = 4": True,
    "standing = 4 and kneeling = 1": True,
    "doran kneels and euron stands": True,
    "all others kneel": False,
    "all others stand": False,
    "ally power = 2 and ally tokens = 0 and reward = 1": True,
    "ally is arya-stark": True,
    "ally is Arya Stark": True,
    "ally is of stark": True,
    "ally is stark": True,
    "ally is lannister": False,
    "there is an ally": True,
    "ally is gone": False,
    "next ally is hodor": False,
    "next ally is of stark": False,
    "next ally power = 0": True,
    # Catelyn 3 and 1 for Hodor, Hodor 1 and 1 for Catelyn, and two ones that were seen: 8; Tywin 5, and 2 unseen: 7.
    "power of left council = 8 and power of right council = 7": True,
    "power of weaker council = 7 and power of stronger council = 8": True,
    "my small = 7 and my other = 8 and small of right = 0 and best small = 0": True,
    "allies in left council = 2 and tokens in left council = 2 and seen in left council = 2": True,
    "seen in jon-cersei = 0 and tokens in cersei-jon = 1": True,
    "power of council with euron = 8": True,
    "power of council with doran > 0": None,
    "tokens in claimed council > 0": None,
    "I hold betrayal and I hold red": True,
    "I have no purple": True,
    "red in my hand = 2 and betrayal in hand = 1": True,
    "purple in pile of euron = 1": True,
    "highest in hand = 9 and lowest in hand = 1": True,
    "pile of euron has little-birds and my pile has green": True,
    "royal-host is played": False,
    "skirmish is played": True,
    "first player is jon and right is first player": True,
    "I am first": False,
    "season is winter": True,
    "season is not winter": False,
    "bronn is dead": True,
    "hodor is dead": False,
    "hodor is in left council and hodor is in my councils": True,
    "hodor is in weaker council": False,
    "hodor is in the row": False,
    "I won": False,
    "dead = 1": True,
    "deck > 10 and allies left > 30 and tokens left = 51": True,
    "2 times ally power + 1 = 5": True,
    "my total + 2 = best total": True,
    "always": True,
    "never": False,
    "total of olenna > 1": None,
}


def scene(setup: Setup = TABLE) -> Scene:
    position, decision = asked(setup)
    return Scene(view(position, decision.seat), decision)


@pytest.mark.parametrize("text", SAID)
def test_a_condition_is_true_of_the_table(text: str) -> None:
    condition, wanted = parse_condition(text, HOUSE), SAID[text]
    if wanted is None:
        with pytest.raises(Inapplicable):
            condition.holds(scene())
        assert c.JUNCTIONS.reasons(condition, scene()) == ()
    else:
        assert condition.holds(scene()) is wanted
        assert c.Not(condition).holds(scene()) is not wanted


@pytest.mark.parametrize("text", SAID)
def test_what_is_written_is_read_back(text: str) -> None:
    condition = parse_condition(text, HOUSE)
    written = format_condition(condition)
    assert parse_condition(written, HOUSE) == condition
    assert format_condition(parse_condition(written, HOUSE)) == written
    assert msgspec.convert(msgspec.to_builtins(condition), c.AnyCondition) == condition


@pytest.mark.parametrize("text", SAID)
def test_nothing_hidden_changes_a_truth(text: str) -> None:
    condition, position = parse_condition(text, HOUSE), build(TABLE)
    _, decision = asked(TABLE)
    found = {_truth(condition, Scene(view(reshuffled(position, salt), "cersei"), decision)) for salt in "abcdef"}
    assert found == {_truth(condition, Scene(view(position, "cersei"), decision))}


def test_the_hands_of_others_are_not_looked_at() -> None:
    other = msgspec.structs.replace(TABLE, hands={"euron": ["royal-host"]})
    for text in SAID:
        condition = parse_condition(text, HOUSE)
        assert _truth(condition, scene()) == _truth(condition, scene(other)), text


def _truth(condition: c.AnyCondition, at: Scene) -> bool | None:
    try:
        return condition.holds(at)
    except Inapplicable:
        return None


@pytest.mark.parametrize("name", ["All or Nothing", "Books and Wine", "the bank is owed", "Maester's Counsel"])
def test_names_with_words_that_mean_something_else(name: str) -> None:
    condition = parse_condition(f"I lead and I hold {name} or {name} is played", HOUSE)
    assert len([part for part in c.parts(condition) if isinstance(part, c.Holds | c.Played)]) == 2


def test_the_ally_of_a_question_is_the_one_it_is_about() -> None:
    question = d.ChooseCouncil(
        seat="cersei", house="cersei", source="", use="place", choices=("cersei-euron",), ally="hodor"
    )
    about = Scene(scene().view, question)
    assert parse_condition("ally is hodor and ally power = 2", HOUSE).holds(about)


REFUSED = {
    "": ("fact-missing", 1),
    "I lead and": ("fact-missing", 11),
    "(I lead": ("bracket-not-closed", 8),
    "I lead )": ("unexpected-word", 8),
    "I lead x": ("unknown-fact", 1),
    "bla": ("unknown-fact", 1),
    "my totl > 3": ("unknown-number", 1),
    "my total >": ("unknown-number", 11),
    " + > 3": ("unknown-number", 6),
    "my total > 9999": ("number-too-large", 1),
    "my total > 900 + 900": ("number-too-large", 1),
    "total of bob > 1": ("unknown-leader", 1),
    "total of the > 1": ("unknown-leader", 1),
    "doran leads and total of  kneels": ("unknown-leader", 17),
    "I hold bettrayal": ("unknown-card", 1),
    "ally is robb strk": ("unknown-ally", 1),
    "ally is of strk": ("unknown-tag", 1),
    "ally is": ("unknown-state", 8),
    "euron is happy": ("unknown-state", 10),
    "season is spring": ("unknown-season", 11),
    "tokens in foo > 1": ("unknown-council", 11),
    "tokens in doran-doran > 1": ("unknown-council", 11),
    "euron holds betrayal": ("hand-not-seen", 13),
    "ally is stannis or ally is robx": ("unknown-ally", 20),
    "I hold ": ("unknown-card", 1),
    "ally is gr": ("ambiguous-ally", 1),
    "I hold c": ("ambiguous-card", 1),
    "first player is": ("leader-missing", 16),
    "e kneels": ("ambiguous-leader", 1),
    f"{'a' * 130} kneels": ("name-too-long", 1),
    "not " * 70 + "I lead": ("condition-too-deep", None),
    "not " * 25 + "I lead": ("condition-too-deep", None),
    " and ".join(["I lead"] * 101): ("condition-too-large", None),
    " " * 4001: ("condition-too-large", None),
    f"{' + '.join(['lead'] * 11)} > 1": ("list-too-long", 1),
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:30])
def test_what_cannot_be_read_is_refused_with_its_column(text: str) -> None:
    code, column = REFUSED[text]
    with pytest.raises(Refused) as caught:
        parse_condition(text, HOUSE)
    (reason,) = caught.value.reasons
    assert reason.code == code
    if column is not None:
        assert reason.where == f"column {column}"
        assert reason.words.startswith(f"column {column}: ")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("my totl > 3", "my total"),
        ("I hold bettrayal", "betrayal"),
        ("season is wintr", "winter"),
        ("euron is kneling", "kneeling"),
        ("tokens in wekaer > 1", "weaker"),
        ("I leed", "I lead"),
        ("total of melisandr e > 1", "melisandre"),
    ],
)
def test_near_misses_are_offered(text: str, near: str) -> None:
    with pytest.raises(Refused, match=f'did you mean "{near}"'):
        parse_condition(text, HOUSE)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("-2", -2),
        ("best total + 1", 6),
        ("best total+1", 6),
        ("3 times ally power - 2", 4),
        ("twice my pile", 2),
        ("- lead + 1", 3),
        ("1 + ally power", 3),
        ("power of left council - power of right council", 1),
    ],
)
def test_amounts_are_worked_out(text: str, number: int) -> None:
    amount = parse_amount(text, HOUSE)
    assert number_of(amount, scene()) == number
    assert parse_amount(number_text(amount), HOUSE) == amount


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-number"),
        ("x", "unknown-number"),
        ("5000", "number-too-large"),
        ("5000 times lead", "number-too-large"),
        ("1" * 401, "name-too-long"),
    ],
)
def test_amounts_that_cannot_be_read_are_refused(text: str, code: str) -> None:
    with pytest.raises(Refused, match=f"^{code}"):
        parse_amount(text, HOUSE)


def test_reasons_tell_the_numbers_that_decided() -> None:
    told = c.JUNCTIONS.reasons(parse_condition("my total >= 3 and best total < my total + 1", HOUSE), scene())
    assert told == (Weighed("best total", 5, "<", 4, "my total + 1"),)
    told = c.JUNCTIONS.reasons(parse_condition("not (my total >= 4 or I lead)", HOUSE), scene())
    assert told == (Weighed("my total", 3, "<", 4), Weighed("I lead", 0))
    assert c.JUNCTIONS.reasons(parse_condition("I lead", HOUSE), scene()) == ()


def test_limits_of_size_count_what_is_inside() -> None:
    deep: c.AnyCondition = c.Leads("me")
    for _ in range(19):
        deep = c.Not(deep)
    assert (c.depth(deep), c.size(deep)) == (20, 20)
    assert c.size(parse_condition("my total + lead > 3 and I lead", HOUSE)) == 3


def test_a_long_condition_is_read_fast() -> None:
    text = " and ".join(["power of weaker council + best total > total of melisandre - 2"] * 60)[:3900] + " x"
    with Effort() as effort, pytest.raises(Refused, match="unknown-fact"):
        parse_condition(text, HOUSE)
    assert effort.turns < 12 * len(text)
