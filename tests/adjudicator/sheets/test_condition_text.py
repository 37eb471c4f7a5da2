"""Conditions as text: what is understood, what is refused and how, and that writing and reading are inverse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from adjudicator import games
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Ambiguous, Refused, Unreadable
from adjudicator.engine.sheet.conditions import Constant
from adjudicator.thrones.sheets.conditions.battle_facts import (
    BattleIn,
    CardStrength,
    Discarded,
    Fighter,
    Fighters,
    HoldsCard,
    Lead,
    Odds,
    Strength,
    Threatened,
    Winning,
)
from adjudicator.thrones.sheets.conditions.board_facts import (
    AreaIs,
    Banned,
    Defence,
    EarlierBid,
    HeldBy,
    Holding,
    HoldsBadge,
    Ordered,
    Place,
    Revealed,
    Round,
    SupportBeside,
    Units,
)
from adjudicator.thrones.sheets.conditions.tree import (
    AllOf,
    AnyOf,
    Compare,
    Condition,
    Not,
    Number,
    format_condition,
    parse_condition,
)
from tests.adjudicator.sheets.random_sheets import Maker

FIRST = games.edition("first-edition")

READ = {
    "searoad-marches is empty": AreaIs("searoad-marches", "empty"),
    "Blackwater is BARATHEON and strength >= enemy + 1": AllOf(
        (AreaIs("blackwater", "baratheon"), Compare(Strength(), ">=", Strength("enemy"), 1))
    ),
    "not (seagard has march)": Not(Ordered("seagard", "march")),
    "seagard has no march order": Not(Ordered("seagard", "march")),
    "round >= 4 or power > 3": AnyOf((Compare(Round(), ">=", Number(4)), Compare(Holding("power"), ">", Number(3)))),
    "throne position is 1": Compare(Place("iron-throne"), "=", Number(1)),
    "tyrell's court place < my court place": Compare(Place("kings-court", "tyrell"), "<", Place("kings-court")),
    "lead >= -2": Compare(Lead(), ">=", Number(-2)),
    "my strength>=theirs+1": Compare(Strength(), ">=", Strength("enemy"), 1),
    "power - 1 > tyrell power": Compare(Holding("power"), ">", Holding("power", "tyrell"), 1),
    "opponent is tyrell and opponent can play Loras": AllOf(
        (Fighter("opponent", "tyrell"), HoldsCard("opponent", "ser-loras-tyrell"))
    ),
    "King's Landing is neutral": AreaIs("kings-landing", "neutral"),
    "Porto Bianco is not mine": Not(AreaIs("white-harbor", "mine")),
    "golden sound has enemy support beside it": SupportBeside("the-golden-sound", "enemy"),
    "pyke has knight": Compare(Units("pyke", "knight"), ">=", Number(1)),
    "knights in pyke is at least 2": Compare(Units("pyke", "knight"), ">=", Number(2)),
    "strength of seagard ≤ 3": Compare(Defence("seagard"), "<=", Number(3)),
    "riverrun has March +1": Ordered("riverrun", "march+1"),
    "riverrun has March −1": Ordered("riverrun", "march-1"),
    "sunset sea has nothing to raid": Not(Ordered("sunset-sea", "raidable")),
    "fighters > 1": Compare(Fighters(), ">", Number(1)),
    "my fighting footmen = their fighting knights": Compare(
        Fighters("me", "footman"), "=", Fighters("enemy", "knight")
    ),
    "wildlings bid = 0": Compare(EarlierBid("wildlings"), "=", Number(0)),
    "lannister iron throne bid > 2": Compare(EarlierBid("iron-throne", "lannister"), ">", Number(2)),
    "I hold the blade": HoldsBadge("me", "valyrian-blade"),
    "i attack or defending": AnyOf((Fighter("attacker", "me"), Fighter("defender", "me"))),
    "battle for Riverrun": BattleIn("riverrun"),
    "clash of kings is revealed": Revealed("clash-of-kings"),
    "footman support is banned": Banned("footman-support"),
    "tywin is discarded": Discarded("tywin-lannister"),
    "pyke is held by enemy": HeldBy("pyke", "enemy"),
    "always": Constant(True),
    "never": Constant(False),
    "power - 1000 >= tyrell power": Compare(Holding("power"), ">=", Holding("power", "tyrell"), 1000),
    "the round >= +4": Compare(Round(), ">=", Number(4)),
    "throne position = +1": Compare(Place("iron-throne"), "=", Number(1)),
    "iron throne bid > 2": Compare(EarlierBid("iron-throne"), ">", Number(2)),
    "battle for Castle Black": BattleIn("castle-black"),
}


@pytest.mark.parametrize("text", list(READ))
def test_what_is_read(text: str) -> None:
    assert parse_condition(text, FIRST) == READ[text]


def test_and_binds_more_than_or_and_not_most() -> None:
    a, b = Compare(Round(), "=", Number(1)), Compare(Lead(), "=", Number(1))
    assert parse_condition("not round = 1 and lead = 1 or round = 1", FIRST) == AnyOf((AllOf((Not(a), b)), a))


@pytest.mark.parametrize(
    ("text", "code", "where", "words"),
    [
        ("blackwater is bartheon", "unknown-state", "column 15", 'did you mean "baratheon"?'),
        ("blckwater is empty", "unknown-area", "column 1", 'did you mean "blackwater"?'),
        ("tyrell supports winterfell", "unknown-side", "column 17", "not a side in a battle"),
        ("round > 3 and rond > 3", "unknown-number", "column 15", 'did you mean "round"?'),
        ("round > ", "unknown-number", "column 9", "a number is missing"),
        ("(round > 3", "bracket-not-closed", "column 11", 'expected ")"'),
        ("round > 3 )", "unexpected-word", "column 11", '")" does not fit here'),
        ("pyke", "verb-missing", "column 5", '"pyke" is not a complete condition'),
        ("pyke has marhc", "unknown-content", "column 10", 'did you mean "march"?'),
        ("opponent holds lors", "unknown-card", "column 1", "there is no card"),
        ("pyke has specal", "unknown-content", "column 10", 'did you mean "special"?'),
        ("power > 99999", "number-too-large", "column 1", "-1000 to 1000"),
        ("power + 1 > tyrell power - 1000", "number-too-large", "column 1", "-1000 to 1000"),
        ("battle for", "verb-missing", "column 11", '"battle for" is not a complete condition'),
        ("bid > 2", "unknown-number", "column 1", "is not a number"),
        ("tyrell foo position > 2", "unknown-track", "column 1", "there is no track"),
        ("", "fact-missing", "column 1", "a condition is missing"),
        ("not " * 30 + "round > 3", "condition-too-deep", "", "20 deep"),
        ("(" * 300 + "round > 3", "condition-too-deep", "", "20 deep"),
        ("round > 3 or " * 120 + "round > 3", "condition-too-large", "", "100 parts"),
        ("round > 3 or " * 400 + "round > 3", "condition-too-large", "", "4000 characters"),
    ],
)
def test_what_is_refused(text: str, code: str, where: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_condition(text, FIRST)
    reason = caught.value.reasons[0]
    assert (reason.code, reason.where) == (code, where)
    assert words in reason.words


def test_a_beginning_that_fits_several_names_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        parse_condition("st is empty", FIRST)
    assert caught.value.reasons[0].code == "ambiguous-area"
    assert "stoney-sept" in caught.value.reasons[0].words


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**40))
def test_writing_and_reading_are_inverse(number: int) -> None:
    condition = Maker(Picker(str(number), "conditions")).condition()
    text = format_condition(condition)
    assert parse_condition(text, FIRST) == condition, text
    assert parse_condition(text.upper(), FIRST) == condition


SCRAPS = """is not has holds and or ( ) < >= = + - 1 -2 99 round lead strength enemy power position throne bid units in
attacked supports commands orders left another battles won tide loyalty used other others nobody anyone
of pyke Winterfell's tyrell me opponent march support beside token knight the revealed at least held by é ' Æ"""
WORDS = st.sampled_from(SCRAPS.split())


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=12).map(" ".join)))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        condition = parse_condition(text, FIRST)
    except Refused as refused:
        reasons = refused.reasons
    else:
        reasons = ()
        assert parse_condition(format_condition(condition), FIRST) == condition
    assert all(reason.code and reason.words for reason in reasons)


WEIGHED: dict[str, Condition] = {
    "sure": Winning("surely"),
    "likely": Winning("likely"),
    "odds >= 60": Compare(Odds(), ">=", Number(60)),
    "lead with all support > 2": Compare(Lead("me"), ">", Number(2)),
    "lead against all support > 2": Compare(Lead("enemy"), ">", Number(2)),
    "opponent best card < my worst card": Compare(CardStrength("best"), "<", CardStrength("worst", "me")),
    "stark middling card = 2": Compare(CardStrength("middling", "stark"), "=", Number(2)),
    "winterfell is threatened": Threatened("winterfell"),
    "not (winterfell is threatened)": Not(Threatened("winterfell")),
}


@pytest.mark.parametrize("text", WEIGHED)
def test_what_is_weighed_is_read_and_written(text: str) -> None:
    assert parse_condition(text, FIRST) == WEIGHED[text]
    assert format_condition(WEIGHED[text]) == text


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("if it is sure", None),
        ("lead with everyone's support >= 1", Compare(Lead("me"), ">=", Number(1))),
        ("stark's best >= 3", Compare(CardStrength("best", "stark"), ">=", Number(3))),
        ("lead under all support >= 1", None),
        ("winterfell isn't threatened", Not(Threatened("winterfell"))),
    ],
)
def test_other_words_for_what_is_weighed(text: str, condition: Condition | None) -> None:
    if condition is None:
        with pytest.raises(Refused):
            parse_condition(text, FIRST)
    else:
        assert parse_condition(text, FIRST) == condition
