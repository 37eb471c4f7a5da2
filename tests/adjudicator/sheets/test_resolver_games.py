"""Whole games from sheets: every pace ends, random sheets never break a rule, nothing hidden is used, rounds are
quick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from adjudicator import documents, games
from adjudicator.engine.bulk import Level, Pace, Resolver, TurnInput
from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.driver import window
from adjudicator.thrones.sheets.resolver import default_answer, resolve
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.decisions import Amount, Orders
from tests.adjudicator.sheets.random_sheets import lively_sheet
from tests.slices import often


def sheets_for(position: Position, name: str, seats: Iterable[str] = ()) -> dict[str, Sheet]:
    """A lively sheet for every house, or for these seats."""
    board = position.board
    return {house: lively_sheet(board, Picker(name, house), house) for house in seats or board.houses}


def play(players: int, name: str, pace: Pace, *, most: int = 3000) -> tuple[Position, list[str], list[SourcedAnswer]]:
    """A game to its end from random sheets, with the windows of its turns and the sources of all answers."""
    position = games.start("first-edition", players, name)
    windows: list[str] = []
    given: list[SourcedAnswer] = []
    for _ in range(most):
        outcome = THRONES.resume(position)
        if not outcome.waiting:
            return outcome.position, windows, given
        asked = {window(outcome.showing, decision, pace) for decision in outcome.waiting}
        assert len(asked) == 1, asked
        windows.append(asked.pop())
        seats = [decision.seat for decision in outcome.waiting] if pace == "stepwise" else []
        sheets = sheets_for(outcome.showing, f"{name}/{len(windows)}", seats)
        turn = TurnInput(window=windows[-1], sheets=sheets, pace=pace)
        outcome = THRONES.advance(outcome.position, Resolver(THRONES, turn, None))
        given += [SourcedAnswer(entry.answer, entry.source) for entry in outcome.entries]
        position = outcome.position
    raise AssertionError("the game never ends")


@settings(max_examples=often(4, 8), deadline=None)
@given(st.integers(0, 2**40), st.sampled_from([3, 4, 5]))
def test_random_sheets_always_lead_to_legal_games(number: int, players: int) -> None:
    position, windows, answers = play(players, str(number), "bulk")
    assert position.board.ending is not None
    assert len(windows) == len(set(windows))
    assert {answer.source.by for answer in answers} <= {"sheet", "forced", "default"}


@pytest.mark.parametrize(
    "pace", ["bulk", "raven", "house-cards", "stepwise", ("choose-house-card", "retreat-to"), ("use-raven",)]
)
def test_every_pace_ends_and_no_turn_comes_twice(pace: Pace) -> None:
    position, windows, _ = play(5, "pace", pace)
    assert position.board.ending is not None
    assert len(windows) == len(set(windows)), windows


def test_windows_are_named_by_round_and_phase() -> None:
    windows = play(5, "names", "raven")[1]
    assert windows[:2] == ["r1-planning", "r1-raven"]
    assert {name.split("-")[1] for name in windows} <= {"planning", "raven", "westeros"}
    assert all(name.endswith(("planning", "westeros")) for name in play(5, "names", "bulk")[1])


def test_questions_asked_together_share_a_window_even_stepwise() -> None:
    outcome = THRONES.resume(games.start("first-edition", 5, "together"))
    assert len(outcome.waiting) == 5
    names = {window(outcome.showing, decision, "stepwise") for decision in outcome.waiting}
    assert names == {outcome.waiting[0].id}


def test_a_turn_leaves_other_turns_alone() -> None:
    position = games.start("first-edition", 5, "alone")
    outcome = THRONES.advance(position, Resolver(THRONES, TurnInput(window="r1-westeros"), None))
    assert len(outcome.waiting) == 5
    assert outcome.entries == []


def test_direct_answers_come_first_and_refused_ones_fall_through() -> None:
    outcome = THRONES.resume(games.start("first-edition", 5, "direct"))
    decision = next(one for one in outcome.waiting if one.seat == "stark")
    orders = Orders({"winterfell": "raid"})
    given = resolve(outcome.showing, decision, Sheet(answers={decision.id: orders}))
    assert given == SourcedAnswer(orders, Source("player", f"answers.{decision.id}"))
    wrong = resolve(outcome.showing, decision, Sheet(answers={decision.id: Amount(1)}))
    assert wrong.source.by == "default"
    assert [skip.code for skip in wrong.source.skipped] == ["wrong-kind-of-answer"]


def test_bots_play_their_seats() -> None:
    def bot_answer(position: Position, decision: Decision, level: Level = "steward") -> SourcedAnswer:
        return SourcedAnswer(default_answer(position, decision), Source("steward"))

    turn = TurnInput(window="r1-planning", bots=frozenset(("stark",)), sheets={"stark": EMPTY_SHEET})
    outcome = THRONES.advance(games.start("first-edition", 5, "steward"), Resolver(THRONES, turn, bot_answer))
    assert {entry.source.by for entry in outcome.entries if entry.seat == "stark"} == {"steward"}
    assert {entry.source.by for entry in outcome.entries if entry.seat != "stark"} <= {"default", "forced"}


class Poison:
    """Something that nobody may look at, but for the seed by whose salt the bot draws what is left to it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the resolver looked at hidden {name}")


def test_the_resolver_never_looks_at_what_is_hidden() -> None:
    """Every answer of a game is found again with the decks and the pending answers out of reach."""
    position = games.start("first-edition", 5, "poison")
    kinds = set()

    def oracle(shown: Position, decision: Decision) -> SourcedAnswer:
        sheet = lively_sheet(shown.board, Picker("poison", decision.id), decision.seat)
        kinds.add(type(decision))
        openly = resolve(shown, decision, sheet)
        hidden, progress = shown.hidden, shown.progress
        shown.hidden = shown.progress = Poison(shown.hidden.seed)  # type: ignore[assignment]
        try:
            assert resolve(shown, decision, sheet) == openly
        finally:
            shown.hidden, shown.progress = hidden, progress
        return openly

    assert THRONES.advance(position, oracle).position.board.ending is not None
    assert {d.PlaceOrders, d.ResolveMarch, d.PlaceBid, d.ChooseHouseCard} <= kinds


def test_the_same_sheets_give_the_same_game() -> None:
    first, second = (documents.encode(play(4, "again", "bulk")[0]) for _ in range(2))
    assert first == second


def jumbled(value: Any, pick: Picker) -> Any:
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = sorted(value)
        return {key: jumbled(value[key], pick) for key in sorted(keys, key=lambda _: pick(1000))}
    return [jumbled(one, pick) for one in value] if isinstance(value, list) else value


def test_no_sheet_means_anything_by_the_order_of_its_keys() -> None:
    kinds = set()

    def oracle(shown: Position, decision: Decision) -> SourcedAnswer:
        pick = Picker(shown.commitment, decision.id)
        sheet = lively_sheet(shown.board, pick, decision.seat)
        other = msgspec.convert(jumbled(msgspec.to_builtins(sheet), pick), Sheet)
        given = resolve(shown, decision, sheet)
        assert msgspec.json.encode(resolve(shown, decision, other)) == msgspec.json.encode(given)
        kinds.add(type(decision))
        return given

    for name in ("keys", "gate", "crypt")[: often(1, 3)]:
        assert THRONES.advance(games.start("first-edition", 5, name), oracle).position.board.ending is not None
    assert {d.PlaceOrders, d.ResolveRaid, d.ResolveMarch, d.PlaceBid, d.MusterUnits} <= kinds


def test_board_hides_the_order_in_which_areas_were_named() -> None:
    def revealed(backwards: bool) -> bytes:
        def oracle(shown: Position, decision: Decision) -> SourcedAnswer | None:
            if not isinstance(decision, d.PlaceOrders):
                return None
            answer = default_answer(shown, decision)
            assert isinstance(answer, Orders)
            pairs = reversed(answer.orders.items()) if backwards else answer.orders.items()
            return SourcedAnswer(Orders(dict(pairs)), Source("player"))

        return msgspec.json.encode(THRONES.advance(games.start("first-edition", 5, "areas"), oracle).showing.board)

    assert revealed(backwards=True) == revealed(backwards=False)


def test_the_pace_of_house_cards_stops_at_each_battle() -> None:
    windows = play(5, "names", "house-cards")[1]
    assert windows == play(5, "names", ("choose-house-card",))[1]
    stops = [name for name in windows if not name.endswith(("planning", "westeros"))]
    assert stops
    assert all("-choose-house-card-" in name for name in stops)
