"""Who speaks for a leader and in which order, what is told of rules passed over, and what is done where none speaks."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.rules.legality import check
from adjudicator.btwixt.rules.scoring import totals
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.rules.visibility import reshuffled
from adjudicator.btwixt.sheets.conditions.scene import totals_if_played
from adjudicator.btwixt.sheets.sheet import (
    DEFAULTS,
    EMPTY_SHEET,
    GAVE_WAY,
    KINDS,
    NOT_MEANT,
    Sheet,
    read_sheet,
    resolve,
)
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.position import Position
from adjudicator.engine.bulk import Resolver, TurnInput
from adjudicator.engine.decision import Decision, Source, SourcedAnswer, Weighed, kind_of
from adjudicator.engine.step import advance
from tests.adjudicator.btwixt.random_sheets import random_sheet
from tests.adjudicator.btwixt.tables import RULES, Setup, asked, said

TABLE = Setup(
    ally="arianne-martell", hand=["betrayal", "royal-host"], piles={"jon": ["skirmish"]}, first="jon", turn="cersei"
)

# What is told of a rule that certainly never decides; other warnings are about how things stand.
POINTLESS = frozenset(("never-reached", "condition-never", "rule-says-nothing", "nothing-fits", "never-offered"))


def sheet_of(text: str) -> Sheet:
    return read_sheet(text.encode(), HOUSE)


def answered(setup: Setup, sheet: str | Sheet | None, standing: str = "", **more: Any) -> tuple[str, Source]:
    position, question = asked(setup)
    written = sheet_of(sheet) if isinstance(sheet, str) else sheet
    given = resolve(position, question, written, sheet_of(standing) if standing else None, **more)
    assert check(position, question, given.answer) is None
    return said(given.answer), given.source


@pytest.fixture
def _he_plays_betrayal(monkeypatch: pytest.MonkeyPatch) -> None:
    def bot_answer(position: Position, decision: Decision) -> SourcedAnswer:
        return SourcedAnswer(d.Play("betrayal"), Source("steward"))

    monkeypatch.setattr("adjudicator.btwixt.sheets.sheet.bot_answer", bot_answer)


def test_a_direct_answer_comes_first() -> None:
    _, question = asked(TABLE)
    sheet = Sheet(answers={question.id: d.Play("betrayal")}, bid=sheet_of('{"bid": [{"kneel": true}]}').bid)
    assert answered(TABLE, sheet) == ("play betrayal", Source("player", f"answers.{question.id}"))


def test_a_direct_answer_that_is_not_legal_gives_way() -> None:
    _, question = asked(TABLE)
    sheet = Sheet(answers={question.id: d.Play("feint")}, bid=sheet_of('{"bid": [{"play": ["lowest"]}]}').bid)
    does, source = answered(TABLE, sheet)
    assert (does, source.by, source.rule) == ("play betrayal", "sheet", "bid[0]")
    assert [(one.where, one.code) for one in source.skipped] == [(f"answers.{question.id}", "card-not-in-hand")]


BETRAYAL, HOST = '{"bid": [{"play": ["betrayal"]}]}', '{"bid": [{"play": ["royal-host"]}]}'
BOT = '{"steward": [{}]}'


@pytest.mark.usefixtures("_he_plays_betrayal")
@pytest.mark.parametrize(
    ("sheet", "standing", "taken_over", "wanted"),
    [
        (HOST, BETRAYAL, True, ("play royal-host", "sheet", "bid[0]")),
        ("{}", HOST, True, ("play royal-host", "standing", "standing.bid[0]")),
        (None, HOST, False, ("play royal-host", "standing", "standing.bid[0]")),
        # A sheet's bot goes before standing orders.
        (BOT, HOST, False, ("play betrayal", "sheet", "steward[0]")),
        ('{"steward": [{"kinds": ["councils"]}]}', HOST, False, ("play royal-host", "standing", "standing.bid[0]")),
        ('{"steward": [{"kinds": ["play-or-kneel"]}]}', HOST, False, ("play betrayal", "sheet", "steward[0]")),
        (
            '{"steward": [{"kinds": ["bid"], "when": "never"}]}',
            HOST,
            False,
            ("play royal-host", "standing", "standing.bid[0]"),
        ),
        ("{}", BOT, False, ("play betrayal", "standing", "standing.steward[0]")),
        (None, "", True, ("play betrayal", "steward", "taken-over.steward[0]")),
        (None, "", False, ("kneel", "default", "")),
        ("{}", "", False, ("kneel", "default", "")),
        # A programme is whole: at its end its leader kneels, or it was left to the bot by the same sheet.
        ('{"bid": [{"play": ["feint"]}]}', HOST, True, ("kneel", "default", "")),
        ('{"bid": [{"play": ["feint"]}], "steward": [{}]}', HOST, False, ("play betrayal", "sheet", "steward[0]")),
    ],
)
def test_who_speaks_for_a_leader(
    sheet: str | None, standing: str, taken_over: bool, wanted: tuple[str, str, str]
) -> None:
    does, source = answered(TABLE, sheet, standing, taken_over=taken_over)
    assert (does, source.by, source.rule) == wanted


def test_what_leaves_one_answer_is_forced() -> None:
    position, _ = asked(TABLE)
    only = d.ChooseCouncil(seat="cersei", house="cersei", source="", use="claim", choices=("cersei-euron",))
    assert resolve(position, only, None) == SourcedAnswer(d.CouncilChoice("cersei-euron"), Source("forced"))


ALONE = msgspec.structs.replace(TABLE, kneeling=["euron", "jon", "melisandre", "doran"])
PASSED = [
    (TABLE, '{"when": "lead > 0", "play": ["lowest"]}', "condition-false"),
    (TABLE, '{"when": "power of claimed council > 0", "play": ["lowest"]}', "condition-not-applicable"),
    (TABLE, '{"play": ["lowest"], "up-to": "power of claimed council"}', "condition-not-applicable"),
    (TABLE, '{"play": ["feint", "purple"]}', "card-not-in-hand"),
    (TABLE, '{"play": ["lowest"], "without": ["betrayal", "red"]}', "card-not-in-hand"),
    (TABLE, '{"play": ["highest", "lowest"], "up-to": 0}', "over-limit"),
    (TABLE, '{"play": ["highest"], "at-least": 10}', "over-limit"),
    (TABLE, '{"play": ["highest"], "cards": 0}', "over-limit"),
    (TABLE, '{"play": ["stay"]}', "does-not-lead"),
    (msgspec.structs.replace(TABLE, hand=["betrayal"]), '{"play": ["enough"]}', "nothing-is-enough"),
    (msgspec.structs.replace(TABLE, first="cersei", piles={}), '{"play": ["enough"]}', "leads-already"),
    (msgspec.structs.replace(ALONE, piles={"cersei": ["skirmish"]}), '{"play": ["stay"]}', "nobody-else-stands"),
]


@pytest.mark.parametrize(("setup", "rule", "code"), PASSED)
def test_a_rule_passed_over_says_why(setup: Setup, rule: str, code: str) -> None:
    does, source = answered(setup, f'{{"bid": [{rule}, {{"kneel": true}}]}}')
    assert (does, source.by, source.rule) == ("kneel", "sheet", "bid[1]")
    assert [(one.where, one.code) for one in source.skipped] == [("bid[0]", code)]
    assert code in GAVE_WAY


def test_the_numbers_are_told_on_both_sides() -> None:
    first = '{"play": ["royal-host"], "up-to": "best total + 1"}'
    second = '{"when": "best total >= 5", "play": ["lowest"], "up-to": 4, "cards": 2}'
    _, source = answered(TABLE, f'{{"bid": [{first}, {second}]}}')
    assert source.skipped[0].numbers == (Weighed("my total", 9, "<=", 6),)
    assert source.numbers == (
        Weighed("best total", 5, ">=", 5),
        Weighed("my total", 1, "<=", 4),
        Weighed("my pile", 1, "<=", 2),
    )


def test_a_rule_that_kneels_instead_is_not_passed_over() -> None:
    does, source = answered(TABLE, '{"bid": [{"play": ["feint"], "kneel": true}]}')
    assert (does, source.rule, source.skipped) == ("kneel", "bid[0]", ())


KILL = d.ChooseAlly(
    seat="cersei",
    house="cersei",
    source="poisoned-cup",
    use="kill",
    choices=(d.AllyChoice("hodor", "cersei-euron"), d.AllyChoice("varys", "jon-cersei")),
)
KILL_TABLE = Setup(ally="bronn", hand=["betrayal"], councils={"cersei-euron": ["hodor"], "jon-cersei": ["varys"]})


@pytest.mark.parametrize(
    ("rule", "wanted", "code"),
    [
        ('{"use": ["move"], "choose": ["varys"]}', "hodor", "not-this-question"),
        ('{"source": ["wedding-gift"], "choose": ["varys"]}', "hodor", "not-this-question"),
        ('{"choose": ["not-mine", "stark lannister", "in-claimed", "of-melisandre"]}', "hodor", "not-a-choice"),
        ('{"avoid": ["mine"]}', "hodor", "nothing-else-left"),
        ('{"avoid": ["hodor"]}', "varys", ""),
        ('{"choose": ["hodor"], "avoid": ["hodor"]}', "varys", ""),
        ('{"choose": ["stark", "varys"]}', "hodor", ""),
        ('{"choose": ["in-right"]}', "varys", ""),
        ('{"choose": ["of-euron"]}', "hodor", ""),
        ('{"choose": ["highest"]}', "varys", ""),
        ('{"source": ["poisoned-cup"], "use": ["kill"], "choose": ["highest"]}', "varys", ""),
    ],
)
def test_choices_by_wishes(rule: str, wanted: str, code: str) -> None:
    position, _ = asked(KILL_TABLE)
    given = resolve(position, KILL, sheet_of(f'{{"allies": [{rule}]}}'))
    assert said(given.answer) == wanted
    assert [one.code for one in given.source.skipped] == ([code] if code else [])
    assert given.source.by == ("default" if code else "sheet")
    assert not code or code in GAVE_WAY


LEADERS = Setup(
    ally="bronn",
    turn="cersei",
    first="doran",
    hand=["betrayal"],
    hands={"euron": ["feint", "feint"], "jon": ["skirmish"]},
    piles={"melisandre": ["royal-host"], "doran": ["counterplot", "counterplot"]},
    kneeling=["doran"],
    councils={"melisandre-doran": ["mace-tyrell"], "doran-jon": ["brienne-of-tarth"], "euron-melisandre": ["varys"]},
)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("left", "euron"),
        ("right", "jon"),
        ("leader", "melisandre"),
        ("first-player", "doran"),
        ("strongest", "doran"),
        ("weakest", "euron"),
        ("most-cards", "euron"),
        ("fewest-cards", "melisandre"),
        ("largest-pile", "doran"),
        ("kneeling", "doran"),
        ("standing leader", "melisandre"),
        ("jon", "jon"),
        ("winner", "melisandre"),
    ],
)
def test_words_for_leaders(word: str, wanted: str) -> None:
    position, _ = asked(LEADERS)
    choices = ("euron", "melisandre", "doran", "jon")
    question = d.ChooseLeader(seat="cersei", house="cersei", source="demand-fealty", use="kneel", choices=choices)
    given = resolve(position, question, sheet_of(f'{{"leaders": [{{"choose": ["{word}"]}}]}}'))
    assert said(given.answer) == wanted
    # Nobody has won yet: the default decides.
    assert given.source.by == ("default" if word == "winner" else "sheet")


COUNCILS = Setup(
    ally="bronn",
    turn="cersei",
    hand=["betrayal"],
    councils={"cersei-euron": ["hodor", "shae"], "jon-cersei": ["mace-tyrell"], "doran-jon": ["tywin-lannister"]},
    tokens={"jon-cersei": [3], "doran-jon": [1, 1], "euron-melisandre": [1, 1, 1]},
)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("left", "cersei-euron"),
        ("right", "jon-cersei"),
        ("weaker", "cersei-euron"),
        ("stronger", "jon-cersei"),
        ("mine stronger", "jon-cersei"),
        ("not-mine weakest", "melisandre-doran"),
        ("weakest", "melisandre-doran"),
        ("strongest", "doran-jon"),
        ("more-tokens", "euron-melisandre"),
        ("fewer-tokens", "melisandre-doran"),
        ("more-allies", "cersei-euron"),
        ("fewer-allies", "euron-melisandre"),
        ("with-jon", "jon-cersei"),
        ("of-doran strongest", "doran-jon"),
        ("euron-melisandre", "euron-melisandre"),
        ("melisandre-euron", "euron-melisandre"),
    ],
)
def test_words_for_councils(word: str, wanted: str) -> None:
    position, _ = asked(COUNCILS)
    choices = tuple(position.board.councils)
    question = d.ChooseCouncil(seat="cersei", house="cersei", source="asha-greyjoy", use="take-token", choices=choices)
    assert said(resolve(position, question, sheet_of(f'{{"councils": [{{"choose": ["{word}"]}}]}}')).answer) == wanted


@pytest.mark.parametrize(
    ("use", "wanted"),
    [
        ("claim", "cersei-euron"),
        ("token", "cersei-euron"),
        ("put-token", "cersei-euron"),
        ("take-token", "doran-jon"),
        ("vote", "cersei-euron"),
    ],
)
def test_defaults_for_councils(use: Any, wanted: str) -> None:
    position, _ = asked(COUNCILS)
    choices = ("doran-jon", "jon-cersei", "cersei-euron")
    question = d.ChooseCouncil(seat="cersei", house="cersei", source="", use=use, choices=choices)
    assert said(resolve(position, question, None).answer) == wanted


def test_a_token_is_given_up_from_the_stronger_council() -> None:
    position, _ = asked(COUNCILS)
    choices = ("cersei-euron", "jon-cersei")
    question = d.ChooseCouncil(seat="cersei", house="cersei", source="", use="return-token", choices=choices)
    assert said(resolve(position, question, None).answer) == "jon-cersei"


@pytest.mark.parametrize(
    ("use", "wanted"),
    [
        *(("kneel", "melisandre"), ("take-card", "euron"), ("discard-card", "euron"), ("look", "euron")),
        *(("move-here", "euron"), ("give-card", "euron"), ("draw", "euron")),
    ],
)
def test_defaults_for_leaders(use: Any, wanted: str) -> None:
    position, _ = asked(LEADERS)
    choices = ("doran", "melisandre", "euron")
    question = d.ChooseLeader(seat="cersei", house="cersei", source="", use=use, choices=choices)
    assert said(resolve(position, question, None).answer) == wanted


def test_direct_answer_finds_the_only_such_card() -> None:
    position, _ = asked(TABLE)
    keep = d.KeepCard(id="d1", seat="cersei", house="cersei", packet=("betrayal", "royal-host"), to="euron")
    sheet = Sheet(answers={"d1": d.CardChoice("royal-host")})

    report = check_sheet(position, "cersei", sheet, [keep])
    given = resolve(position, keep, sheet)

    assert report.errors == ()
    assert (given.answer, given.source.by) == (d.CardChoice("royal-host", "cersei"), "player")


@pytest.mark.parametrize(
    ("use", "of", "wanted"),
    [
        *(("discard", "cersei", "betrayal"), ("give", "cersei", "betrayal"), ("move", "cersei", "betrayal")),
        *(("return", "cersei", "royal-host"), ("return", "", "royal-host")),
        *(("discard", "jon", "royal-host"), ("take", "jon", "royal-host"), ("move", "jon", "royal-host")),
    ],
)
def test_defaults_for_cards(use: Any, of: str, wanted: str) -> None:
    position, _ = asked(TABLE)
    choices = tuple(d.CardChoice(card, of) for card in ("skirmish", "betrayal", "royal-host"))
    question = d.ChooseCard(seat="cersei", house="cersei", source="", use=use, choices=choices)
    answer = resolve(position, question, None).answer
    assert isinstance(answer, d.CardChoice)
    assert answer.card == wanted


@pytest.mark.parametrize(
    ("use", "choices", "wanted"),
    [
        ("kill", {"hodor": "cersei-euron", "varys": "melisandre-doran", "shae": "doran-jon"}, "varys"),
        ("kill", {"varys": "cersei-euron", "shae": "jon-cersei"}, "shae"),
        ("move", {"varys": "cersei-euron", "shae": "jon-cersei"}, "shae"),
        ("add", {"shae": "", "varys": ""}, "varys"),
    ],
)
def test_defaults_for_allies(use: Any, choices: dict[str, str], wanted: str) -> None:
    position, _ = asked(TABLE)
    listed = tuple(d.AllyChoice(ally, council) for ally, council in choices.items())
    question = d.ChooseAlly(seat="cersei", house="cersei", source="", use=use, choices=listed)
    assert said(resolve(position, question, None).answer) == wanted


def test_other_defaults_leave_things_as_they_are() -> None:
    position, _ = asked(TABLE)
    mine = {"seat": "cersei", "house": "cersei"}
    top = d.ArrangeTop(**mine, source="", allies=("shae", "varys", "hodor"), bottom_max=2)
    order = d.OrderAbilities(**mine, numbers=(3, 1), cards=("betrayal", "feint"))
    keep = d.KeepCard(**mine, packet=("betrayal", "royal-host", "skirmish"), to="euron")
    use = d.UseAbility(**mine, source="feint")
    found = [said(resolve(position, question, EMPTY_SHEET).answer) for question in (top, order, keep, use)]
    assert found == ["shae varys hodor", "3 1", "royal-host of cersei", "leave"]


def test_every_kind_has_a_part_and_a_published_default() -> None:
    kinds = {kind_of(kind) for kind in get_args(d.AnyDecision)}
    assert {kind_of(kind) for kind in KINDS} == set(DEFAULTS) == kinds
    assert {kind.part for kind in KINDS.values()} <= set(Sheet.__struct_fields__)
    assert NOT_MEANT < GAVE_WAY


class _Watched:
    """A resolver whose answers are the same when everything hidden is drawn anew."""

    def __init__(self, inner: Resolver, sheets: dict[str, Sheet]) -> None:
        self.inner, self.sheets = inner, sheets

    def __call__(self, position: Position, question: Decision) -> SourcedAnswer | None:
        given = self.inner(position, question)
        if given is not None:
            self._weighed(position, question)
            assert resolve(reshuffled(position, "other"), question, self.sheets[question.seat]) == given
        return given

    def _weighed(self, position: Position, question: Decision) -> None:
        """What is known to change nothing is left out of the count; the sum is the same."""
        if isinstance(question, d.PlayOrKneel):
            board, now = position.board, totals(position.board, HOUSE)
            for card in question.hand:
                short = totals_if_played(board, HOUSE, question.seat, card, now)
                assert short == totals_if_played(board, HOUSE, question.seat, card)


MODULES = [(), ("advanced",), ("draft-of-kings", "revealed-allies"), ("draft", "advanced", "short-game")]


@pytest.mark.parametrize("seed", range(24))
def test_whole_games_by_programmes(seed: int) -> None:
    """Every question is answered legally, rules called pointless never decide, and nothing hidden is looked at."""
    players = 3 + seed % 4
    outcome = advance(RULES, set_up(HOUSE, players, f"s{seed}", MODULES[seed % 3 + seed % 2], (), 0), lambda p, q: None)
    rounds = 0
    while outcome.waiting:
        showing = outcome.showing
        houses = showing.board.houses
        sheets = {house: random_sheet(1000 * seed + rounds * 10 + place, houses) for place, house in enumerate(houses)}
        reports = {house: check_sheet(showing, house, sheet, outcome.waiting) for house, sheet in sheets.items()}
        errors = {error.code for report in reports.values() for error in report.errors}
        assert errors <= {"council-not-own"}
        pointless = {
            (house, warning.where.partition(".")[0])
            for house, report in reports.items()
            for warning in report.warnings
            if warning.code in POINTLESS
        }
        window = BTWIXT.window(showing, outcome.waiting[0], "bulk")
        resolved = Resolver(BTWIXT, TurnInput(window=window, sheets=sheets), None)

        oracle = _Watched(resolved, sheets) if rounds % 4 == 0 else resolved
        outcome = advance(RULES, outcome.position, oracle)
        decided = {(entry.seat, entry.source.rule) for entry in outcome.answers}
        assert not decided & pointless
        rounds += 1
    assert outcome.position.board.ending is not None


def test_no_question_needs_a_turn_of_its_own() -> None:
    position, question = asked(TABLE)
    assert not BTWIXT.needs_own_turn(question)
    assert BTWIXT.window(position, question, "bulk") == BTWIXT.phase_window(position, "bulk") == "r1-bidding"
    assert BTWIXT.window(position, question, "stepwise") == question.id
    assert BTWIXT.resolve_decision(position, question, None, None).source.by == "default"
