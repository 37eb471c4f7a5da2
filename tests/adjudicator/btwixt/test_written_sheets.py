"""Sheets that the bot writes: sound, readable, for whatever turn is open, and played as it answers live."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.btwixt.bot.player import bot_answer
from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.rules.legality import check, window
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets.choices import BidRule, RankRule
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, BotRule, Sheet, resolve
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.state.position import Position
from adjudicator.btwixt.what_if import MAX_SUGGESTED, complete_sheet, write_sheet
from adjudicator.engine.decision import Decision, SourcedAnswer
from tests.adjudicator.btwixt.playing import run

MODULES = [(), ("advanced", "draft", "revealed-allies"), ("draft-of-kings", "short-game")]


class ByTurns:
    """All leaders play by sheets, written when a turn opens from what each seat sees."""

    def __init__(self) -> None:
        self.window, self.sheets, self.wrong, self.same, self.asked = "", dict[str, Sheet](), list[str](), 0, 0
        self.largest = 0

    def _open(self, position: Position, decision: Decision) -> None:
        self.window = window(position, decision, "bulk")
        for seat in position.board.houses:
            sheet = write_sheet(view(position, seat, [decision]))
            self.sheets[seat] = sheet
            self.wrong += [f"{self.window} {seat}: {one}" for one in check_sheet(position, seat, sheet, []).errors]
            data = msgspec.json.encode(sheet)
            self.largest = max(self.largest, len(data))
            if msgspec.json.decode(data, type=Sheet) != sheet:
                self.wrong.append(f"{self.window} {seat}: read back it is another sheet")

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer:
        if window(position, decision, "bulk") != self.window:
            self._open(position, decision)
        given = resolve(position, decision, self.sheets[decision.seat])
        if check(position, decision, given.answer) is not None:
            self.wrong.append(f"{decision.id}: {given.answer}")
        self.asked += 1
        self.same += bot_answer(position, decision).answer == given.answer
        return given


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("modules", MODULES)
def test_written_sheets_play_whole_games(players: int, modules: tuple[str, ...]) -> None:
    played = ByTurns()
    outcome = run(set_up(HOUSE, players, f"written {players}", modules, (), 0), played)
    assert outcome.position.board.ending is not None
    assert played.wrong == []
    assert played.largest < 32 * 1024
    assert played.same > 0.6 * played.asked


def test_nobody_and_nothing_to_write_for() -> None:
    over = run(set_up(HOUSE, 3, "over", (), (), 0), bot_answer).position
    assert write_sheet(view(over, over.board.houses[0])) == EMPTY_SHEET
    begun = run(set_up(HOUSE, 3, "begun", (), (), 0), lambda position, decision: None)
    assert write_sheet(view(begun.showing, None)) == EMPTY_SHEET


def test_what_is_written_stays_and_what_is_empty_is_filled() -> None:
    outcome = run(set_up(HOUSE, 4, "filled", (), (), 0), lambda position, decision: None)
    seen = view(outcome.showing, outcome.waiting[0].seat, outcome.waiting)
    own = Sheet(bid=(BidRule(kneel=True),), steward=(BotRule(kinds=("bid",)),))
    filled = complete_sheet(seen, own)
    assert filled == Sheet(bid=own.bid, steward=(*own.steward, BotRule()))
    assert complete_sheet(seen, write_sheet(seen)) == write_sheet(seen)


def _first(keep: tuple[RankRule, ...]) -> tuple[RankRule, ...]:
    """As many of the best cards as a person is told."""
    return tuple(RankRule(first=rule.first[:MAX_SUGGESTED]) for rule in keep)


@pytest.mark.parametrize("modules", [(), ("draft",)])
def test_brief_suggestion_keeps_drafted_cards_alone(modules: tuple[str, ...]) -> None:
    outcome = run(set_up(HOUSE, 4, "brief", modules, (), 0), lambda position, decision: None)
    seen = view(outcome.showing, outcome.waiting[0].seat, outcome.waiting)
    own = Sheet(bid=(BidRule(kneel=True),))
    brief = BTWIXT.suggest_briefly(seen, own)
    assert brief == Sheet(bid=own.bid, keep=_first(write_sheet(seen).keep), steward=(BotRule(),))
    assert bool(brief.keep) == bool(modules)
    assert check_sheet(outcome.showing, seen.seat or "", brief, outcome.waiting).errors == ()
    assert BTWIXT.suggest_briefly(seen, brief) == brief
