"""Loans: what sheets and defaults say to their questions, what nobody but the borrower sees, how bots borrow."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator import games, selfplay
from adjudicator.engine.bulk import TurnInput
from adjudicator.engine.chance import Picker, commitment
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.selfplay import random_player
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules import invariants
from adjudicator.thrones.sheets.choices import ChoiceRule
from adjudicator.thrones.sheets.effects.table import QuestionSource, question_sources
from adjudicator.thrones.sheets.losses import Losses, LossRule
from adjudicator.thrones.sheets.muster import LoanRule
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import decisions as d, events as e, overrides as x
from adjudicator.thrones.state.board import Bank, Force, Placed, Position
from adjudicator.thrones.state.decisions import AreaChoice, Pick, Piece, Recruit, Recruits
from adjudicator.thrones.state.edition import LOANS
from tests.adjudicator.sheets.tables import asked, story

WOLF: dict[str, Any] = {"seat": "stark", "house": "stark"}
TAKE = d.TakeLoan(
    area="the-shivering-sea",
    costs={"customs-officer": 4, "pyromancer": 7},
    choices=("customs-officer", "pyromancer", "decline", "wait"),
    **WOLF,
)
LAST = msgspec.structs.replace(TAKE, choices=TAKE.choices[:-1])
IMPROVE = d.ImproveArea(loan="loyal-maester", mark="barrel", choices=("pyke", "winterfell", "karhold"), **WOLF)
BURN = d.ImproveArea(loan="pyromancer", mark="ruin", choices=("white-harbor", "riverrun"), **WOLF)
DOOMED = (Piece("pyke", "knight"), Piece("pyke", "footman"), Piece("winterfell", "footman"))
DESTROY = d.DestroyUnit(because="interest", owed=1, victim="greyjoy", choices=DOOMED, **WOLF)


def table(**board: Any) -> Position:
    """Eight houses in the second round, consolidating, with three loans to be had."""
    position = games.start("mother-of-dragons", 8, "a table")
    position.board.round, position.board.phase = 2, "power"
    slots = ["spymaster", "customs-officer", "pyromancer"]
    position.board.bank = Bank(slots)
    position.hidden.decks[LOANS] = [loan for loan in games.edition("mother-of-dragons").loans if loan not in slots]
    for name, value in board.items():
        setattr(position.board, name, value)
    return position


def rule(loan: str = "", **more: Any) -> LoanRule:
    return LoanRule(loan=loan, **more)


@pytest.mark.parametrize(
    ("decision", "loans", "wanted", "told"),
    [
        (TAKE, (), "wait", ("default", "", [])),
        (LAST, (), "decline", ("default", "", [])),
        (TAKE, (rule("pyromancer"),), "pyromancer", ("sheet", "loans[0]", [])),
        (
            TAKE,
            (rule("spymaster"), rule("pyromancer", most=6), rule("customs-officer", most=4)),
            "customs-officer",
            ("sheet", "loans[2]", [("loans[0]", "loan-not-to-be-had"), ("loans[1]", "loan-too-dear")]),
        ),
        (TAKE, (rule(wait=True), rule("pyromancer")), "wait", ("sheet", "loans[0]", [])),
        (
            LAST,
            (rule(wait=True), rule("pyromancer")),
            "pyromancer",
            ("sheet", "loans[1]", [("loans[0]", "waits-no-more")]),
        ),
        (TAKE, (rule(), rule("pyromancer")), "decline", ("sheet", "loans[0]", [])),
    ],
)
def test_the_first_loan_wanted_that_can_be_had_is_taken(
    decision: d.TakeLoan, loans: tuple[LoanRule, ...], wanted: str, told: tuple[Any, ...]
) -> None:
    given = asked(decision, table(), Sheet(loans=loans))
    assert (given.answer, story(given)) == (Pick(wanted), told)


@pytest.mark.parametrize(
    ("decision", "loans", "wanted", "told"),
    [
        (IMPROVE, (), "winterfell", ("default", "", [])),
        (BURN, (), "riverrun", ("default", "", [])),
        (IMPROVE, (rule("loyal-maester", areas=("lannisport", "karhold")),), "karhold", ("sheet", "loans[0]", [])),
        (
            IMPROVE,
            (rule("pyromancer", areas=("pyke",)), rule("loyal-maester", areas=("lannisport",))),
            "winterfell",
            ("default", "", [("loans[1]", "no-such-area")]),
        ),
    ],
)
def test_tokens_are_laid_where_the_loans_rule_says(
    decision: d.ImproveArea, loans: tuple[LoanRule, ...], wanted: str, told: tuple[Any, ...]
) -> None:
    given = asked(decision, table(), Sheet(loans=loans))
    assert (given.answer, story(given)) == (AreaChoice(wanted), told)


def placing(units: dict[str, int]) -> d.PlaceUnits:
    return d.PlaceUnits(
        loan="full-host", units=units, areas=("winterfell", "white-harbor", "the-shivering-sea"), **WOLF
    )


def test_units_appear_where_the_rules_for_their_kind_say() -> None:
    ships = rule("full-host", units=("ship",), areas=("the-shivering-sea",))
    others = rule("full-host", areas=("lannisport", "white-harbor", "winterfell"))
    position = table(supply=dict.fromkeys(table().board.houses, 6))
    given = asked(placing({"knight": 1, "ship": 1}), position, Sheet(loans=(ships, others)))
    wants = Recruit("white-harbor", "knight", "white-harbor"), Recruit("the-shivering-sea", "ship", "the-shivering-sea")
    assert given.answer == Recruits(wants)
    assert story(given) == ("sheet", "loans[1], loans[0]", [])


def test_units_of_a_loan_without_rules_appear_at_home() -> None:
    position = table(supply=dict.fromkeys(table().board.houses, 6))
    given = asked(placing({"knight": 1, "ship": 1}), position, None)
    wants = Recruit("winterfell", "knight", "winterfell"), Recruit("the-shivering-sea", "ship", "the-shivering-sea")
    assert (given.answer, given.source.by) == (Recruits(wants), "default")
    nowhere = Sheet(loans=(rule("full-host", areas=("lannisport",)),))
    assert story(asked(placing({"knight": 1}), position, nowhere))[2] == [("loans[0]", "no-such-area")]


def test_loan_choices_stand_in_its_rule_or_the_list() -> None:
    icon = d.PickEffect(because="pyromancer", subject="riverrun", choices=("crown", "barrel"), **WOLF)
    assert asked(icon, table(), None).answer == Pick("barrel")
    crown = Sheet(loans=(rule("pyromancer", pick=("crown",)),))
    assert story(asked(icon, table(), crown)) == ("sheet", "loans[0]", [])
    card = d.PickEffect(because="spymaster", subject="supply", choices=("bottom", "top"), **WOLF)
    by_card = Sheet(choices={"supply": (ChoiceRule(pick=("bottom",)),)}, loans=(rule("spymaster", pick=("II", "top")),))
    assert asked(card, table(), by_card).answer == Pick("bottom")
    assert asked(card, table(), Sheet(loans=(rule("spymaster", pick=("II", "top")),))).answer == Pick("top")


def test_what_loans_may_ask_is_known_before_they_are_taken() -> None:
    mod, board = games.edition("mother-of-dragons"), table().board
    known = {one.because: one.offers for one in question_sources(board, mod, "stark") if one.moment == "loan"}
    assert set(known) == {"spymaster", "pyromancer"}
    assert known["pyromancer"] == {"": ("crown", "barrel")}
    assert known["spymaster"]["card"] == ("bottom", "top")
    assert [one for one in question_sources(table(bank=None).board, mod, "stark") if one.moment == "loan"] == []


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_loans_ask_nothing_else(seed: str) -> None:
    mod, player = games.edition("mother-of-dragons"), random_player(Picker(seed, "players"))

    def oracle(position: Position, decision: Decision) -> SourcedAnswer | None:
        if isinstance(decision, d.TakeLoan):
            wanted = [loan for loan in ("spymaster", "pyromancer") if loan in decision.costs]
            before.update({one.because: one for one in question_sources(position.board, mod, decision.house)})
            return SourcedAnswer(Pick((*wanted, decision.choices[0])[0]), Source("player"))
        if isinstance(decision, d.PickEffect) and decision.because in mod.loans:
            offered = {choice for choices in before[decision.because].offers.values() for choice in choices}
            assert set(decision.choices) <= offered
        return player(position, decision)

    before: dict[str, QuestionSource] = {}
    THRONES.advance(games.start("mother-of-dragons", 8, seed), oracle)
    assert before


def test_whom_to_destroy_stands_among_the_losses() -> None:
    assert asked(DESTROY, table(), None).answer == Piece("pyke", "footman")
    knights = Sheet(losses=Losses(kill=(LossRule(units=("knight",)),)))
    assert story(asked(DESTROY, table(), knights)) == ("sheet", "losses.kill[0]", [])
    assert asked(DESTROY, table(), knights).answer == Piece("pyke", "knight")


def test_loans_are_known_by_name_and_nothing_else_is() -> None:
    position = table()
    wrong = rule("usury", areas=("atlantis",), units=("whale",), pick=("nonsense",))
    report = THRONES.check_sheet(position, "stark", Sheet(loans=(wrong,)), ())
    assert sorted(error.code for error in report.errors) == [
        "unknown-area",
        "unknown-choice",
        "unknown-loan",
        "unknown-unit",
    ]
    right = rule("pyromancer", areas=("riverrun",), pick=("crown", "II", "supply"))
    assert THRONES.check_sheet(position, "stark", Sheet(loans=(right,)), ()).errors == ()
    blocked = THRONES.check_sheet(position, "stark", Sheet(loans=(rule(), right)), ()).warnings
    assert "never-reached" in [warning.code for warning in blocked]


def borrowing(loan: str = "spymaster") -> Position:
    """Stark's Iron Bank order is to be carried out."""
    position = table(orders={"the-shivering-sea": Placed("stark", "sea-iron-bank")})
    position.progress.agenda = [
        msgspec.convert({"name": "collect", "args": {"after": ""}}, type(position.progress.agenda[0]))
    ]
    return position


def taking(answers: dict[str, Any]) -> Any:
    """Answers by kind of question for Stark; other questions stay open."""

    def ask(position: Position, decision: Decision) -> SourcedAnswer | None:
        wanted = answers.get(str(decision.__struct_config__.tag))
        return None if not wanted else SourcedAnswer(wanted.pop(0), Source("player"))

    return ask


def test_only_the_borrower_sees_the_cards_of_the_spymaster() -> None:
    answers = {"take-loan": [Pick("spymaster")], "pick-effect": [Pick("II")]}
    outcome = THRONES.advance(borrowing(), taking(answers))
    top, below = outcome.showing.hidden.decks["II"][:2]
    assert top != below
    assert [(q.seat, q.subject) for q in outcome.waiting] == [("stark", top), ("stark", below)]
    # One turn asks for both, also where a game stops for every decision.
    assert {THRONES.window(outcome.showing, q, "stepwise") for q in outcome.waiting} == {outcome.waiting[0].id}
    for seat in (None, *outcome.showing.board.houses):
        shown = msgspec.json.encode(THRONES.view(outcome.showing, seat, outcome.waiting)).decode()
        assert [f'"subject":"{card}"' in shown for card in (top, below)] == [seat == "stark"] * 2
    answers = {"take-loan": [Pick("spymaster")], "pick-effect": [Pick("II"), Pick("bottom"), Pick("top")]}
    done = THRONES.advance(borrowing(), taking(answers))
    record = next(r for r in done.records if isinstance(r.event, e.DeckSearched))
    assert record.event.bottom == (top,)
    for seat in (None, "lannister"):
        seen = games.record_for_seat(record, seat)
        assert seen is not None
        assert (seen.event.top, seen.event.bottom, seen.event.buried) == ((), (), 1)
    assert games.record_for_seat(record, "stark") == record
    assert done.showing.hidden.decks["II"][-1] == top
    assert "II" not in done.showing.hidden.used


def test_loans_still_in_the_deck_are_seen_by_nobody() -> None:
    position = table()
    hidden = position.hidden.decks[LOANS][0]
    shown = THRONES.view(position, "stark")
    assert shown.deck_sizes[LOANS] == 9
    assert hidden not in msgspec.json.encode(shown).decode()


def test_the_loans_are_shuffled_by_the_seed_and_shown_to_be() -> None:
    orders = {tuple(games.start("mother-of-dragons", 8, f"seed {n}").hidden.decks[LOANS]) for n in range(5)}
    assert len(orders) == 5
    again = games.start("mother-of-dragons", 8, "seed 0")
    assert tuple(again.hidden.decks[LOANS]) in orders
    assert again.board.bank is not None
    assert [loan for loan in again.board.bank.slots if loan] not in ([], [again.hidden.decks[LOANS][0]])


def test_game_masters_set_and_shuffle_the_loans_to_come() -> None:
    position = THRONES.resume(games.start("mother-of-dragons", 8, "loans")).position
    last = position.hidden.decks[LOANS][-1]
    after = THRONES.issue(position, x.SetDeck(deck=LOANS, order=(last,)), "as at the table", "gm").position
    assert after.hidden.decks[LOANS][0] == last
    before = list(after.hidden.decks[LOANS])
    again = THRONES.issue(after, x.Reseed(commitment=commitment("new"), seed="new"), "a leak", "gm").position
    assert sorted(again.hidden.decks[LOANS]) == sorted(before)
    assert again.hidden.decks[LOANS] != before
    without = games.start("mother-of-dragons", 7, "loans")
    codes = [error.code for error in THRONES.check_override(without, x.SetDeck(deck=LOANS, order=(last,))).errors]
    assert codes == ["not-in-the-deck"]


def test_game_masters_say_who_has_which_loan() -> None:
    position = table(bank=Bank(["spymaster", "", "pyromancer"], {"lannister": ["customs-officer"]}))
    position.progress.agenda = []
    loans = ("spymaster", "customs-officer", position.hidden.decks[LOANS][0])
    override = x.SetLoans(house="stark", loans=loans)
    after = THRONES.issue(position, override, "forgotten", "gm").position
    assert after.board.bank == Bank(["", "", "pyromancer"], {"stark": list(loans)})
    assert invariants.broken(after) == []
    back = THRONES.issue(after, x.SetLoans(house="stark", loans=loans[:1]), "too many", "gm").position
    assert back.hidden.decks[LOANS][-2:] == list(loans[1:])
    assert back.hidden.used[LOANS] == 2
    assert invariants.broken(back) == []


@pytest.mark.parametrize(
    ("players", "override", "code"),
    [
        (7, x.SetLoans(house="stark", loans=("spymaster",)), "no-bank-here"),
        (8, x.SetLoans(house="stark", loans=("usury",)), "unknown-loan"),
        (8, x.SetLoans(house="stark", loans=("spymaster", "spymaster")), "named-twice"),
    ],
)
def test_loans_that_cannot_be_set_are_refused(players: int, override: x.SetLoans, code: str) -> None:
    position = games.start("mother-of-dragons", players, "loans")
    assert [error.code for error in THRONES.check_override(position, override).errors] == [code]


def test_loans_of_a_player_who_leaves_are_gone() -> None:
    position = table(bank=Bank(["", "", "pyromancer"], {"stark": ["spymaster", "customs-officer"]}, "stark"))
    position.progress.agenda = []
    assert invariants.broken(position) == []
    left = THRONES.issue(position, x.MakeVassal(house="stark"), "gone", "gm").position
    assert left.board.bank == Bank(["", "", "pyromancer"])
    assert invariants.broken(left) == []
    left.board.bank.loans["stark"] = ["spymaster"]
    assert invariants.broken(left) == ["stark has no player, and loans or the token of Braavos"]


def test_loans_that_are_missing_are_found_out() -> None:
    position = table()
    position.hidden.decks[LOANS].pop()
    assert len(invariants.broken(position)) == 1


def test_round_instructions_cover_the_interest_after_it() -> None:
    position = table(phase="interest", round=3)
    assert THRONES.window(position, DESTROY, "bulk") == "r2-planning"
    assert THRONES.window(position, DESTROY, "raven") == "r2-raven"
    debts = {"greyjoy": ["customs-officer", "spymaster", "pyromancer"]}
    position = table(power=dict.fromkeys(table().board.houses, 0), bank=Bank(["", "", ""], debts))
    position.hidden.decks[LOANS] = [k for k in games.edition("mother-of-dragons").loans if k not in debts["greyjoy"]]
    position.board.holders["valyrian-blade"] = "stark"
    position.board.forces["pyke"] = Force("greyjoy", {"footman": 1, "knight": 1})
    position.progress.agenda = [type(position.progress.agenda[0])("end-round")]
    kill = Sheet(losses=Losses(kill=(LossRule(areas=("pyke",), units=("knight", "footman")),)))
    turn = TurnInput(window="r2-planning", sheets={"stark": kill})
    outcome = THRONES.resolve(position, turn)
    lost = [r.event for r in outcome.records if isinstance(r.event, e.UnitDestroyed) and r.event.because == "interest"]
    assert [(unit.area, unit.unit) for unit in lost[:2]] == [("pyke", "knight"), ("pyke", "footman")]
    assert len(lost) == 3
    assert outcome.showing.board.phase in ("westeros", "planning")


def test_the_bot_borrows_only_what_it_can_pay_for() -> None:
    rich, poor = table(), table()
    for house in poor.board.power:
        poor.board.power[house] = 4
    cheap = msgspec.structs.replace(LAST, costs={"customs-officer": 1}, choices=("customs-officer", "decline"))
    assert bot_answer(rich, cheap).answer == Pick("customs-officer")
    dear = msgspec.structs.replace(LAST, costs={"spymaster": 4}, choices=("spymaster", "decline"))
    assert bot_answer(poor, dear).answer == Pick("decline")
    late = table(round=10)
    host = msgspec.structs.replace(LAST, costs={"full-host": 1}, choices=("full-host", "decline"))
    assert bot_answer(late, host).answer == Pick("decline")


def test_the_bot_harms_others_first() -> None:
    assert bot_answer(table(), BURN).answer == AreaChoice("riverrun")
    position = table()
    position.board.forces["pyke"] = Force("greyjoy", {"footman": 1, "knight": 1})
    assert bot_answer(position, DESTROY).answer == Piece("pyke", "knight")


@pytest.mark.parametrize("bots", ["random", "steward"])
def test_games_with_loans_end_and_break_nothing(bots: str) -> None:
    happened: dict[str, int] = {}
    for number in range(3):
        played = selfplay.play("mother-of-dragons", 8, f"loans {number}", bots)
        assert (played.finished, played.violations) == (True, ())
        happened = {name: happened.get(name, 0) + count for name, count in played.happened.items()} | {
            name: count for name, count in happened.items() if name not in played.happened
        }
    wanted = {"loan-taken", "interest-paid", "loans-moved"}
    assert wanted <= set(happened)
    assert (
        sum(count for name, count in happened.items() if name.startswith("loan-") and name != "loan-taken")
        == happened["loan-taken"]
    )


def test_some_samples_of_hired_units_place_them_and_some_do_not() -> None:
    question, position = placing({"footman": 2}), table()
    legal = THRONES.legal_answers(position, question)
    found = {len(legal.sample(Picker("hired", str(number))).wants) for number in range(40)}
    assert found >= {0, 1} or found >= {1, 2}
    assert max(found) > 0


@pytest.mark.parametrize(
    ("loans", "picks", "wanted", "told"),
    [
        # Who chose the loan says nothing of areas: the wishes for it do.
        ((rule("loyal-maester"),), ("karhold",), "karhold", ("sheet", "choices.loyal-maester[0]", [])),
        ((), ("moat-cailin", "pyke"), "pyke", ("sheet", "choices.loyal-maester[0]", [])),
        # The loan's own rule comes first.
        ((rule("loyal-maester", areas=("pyke",)),), ("karhold",), "pyke", ("sheet", "loans[0]", [])),
        (
            (rule("loyal-maester", areas=("moat-cailin",)),),
            ("karhold",),
            "karhold",
            ("sheet", "choices.loyal-maester[0]", [("loans[0]", "no-such-area")]),
        ),
    ],
)
def test_token_place_is_chosen_by_the_loans_name(
    loans: tuple[LoanRule, ...], picks: tuple[str, ...], wanted: str, told: tuple[Any, ...]
) -> None:
    sheet = Sheet(loans=loans, choices={"loyal-maester": (ChoiceRule(pick=picks),)})
    given = asked(IMPROVE, table(), sheet)
    assert given.answer == AreaChoice(wanted)
    assert story(given) == told


def test_where_units_of_a_loan_appear_can_be_chosen_by_its_name() -> None:
    decision = d.PlaceUnits(loan="vanguard-cavalry", units={"knight": 1}, areas=("winterfell", "white-harbor"), **WOLF)
    wishes = {"vanguard-cavalry": (ChoiceRule(pick=("white-harbor",)),)}
    given = asked(decision, table(), Sheet(choices=wishes))
    assert given.answer == Recruits((Recruit("white-harbor", "knight", "white-harbor"),))
    own = (rule("vanguard-cavalry", areas=("winterfell",)),)
    given = asked(decision, table(), Sheet(loans=own, choices=wishes))
    assert given.answer == Recruits((Recruit("winterfell", "knight", "winterfell"),))
    # Where neither names an area that is offered, as many as possible appear where the default has them.
    given = asked(decision, table(), Sheet(choices={"vanguard-cavalry": (ChoiceRule(pick=("pyke",)),)}))
    assert story(given) == ("default", "", [("choices.vanguard-cavalry[0]", "not-a-choice")])
