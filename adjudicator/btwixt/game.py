"""B'Twixt: `adjudicator.engine.game.Game` says what each operation does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.btwixt.bot.player import bot_answer
from adjudicator.btwixt.editions.loading import DATA, EDITIONS
from adjudicator.btwixt.overrides import check_override, decree, wrong_shuffles
from adjudicator.btwixt.rules import legality, scoring, visibility
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.legality import single_choice
from adjudicator.btwixt.rules.seasons import REVISION, check_modules, check_players, edition_at, edition_of, set_up
from adjudicator.btwixt.scenario import Scenario, build
from adjudicator.btwixt.sheets.sheet import (
    EMPTY_SHEET,
    GAVE_WAY,
    KINDS,
    NOT_MEANT,
    SHEETS,
    BotRule,
    Sheet,
    overlay,
    read_ahead,
    read_sheet,
    resolve,
    restrict_sheet,
)
from adjudicator.btwixt.sheets.sheet_check import check_sheet
from adjudicator.btwixt.state import AnyChange, Board, Edition, Position, View, decisions as d, difference
from adjudicator.btwixt.state.decisions import AnyAnswer
from adjudicator.btwixt.state.events import AnyEvent, AnyOverride, RoundBegan, Standing
from adjudicator.btwixt.what_if import (
    Assumed,
    Memory,
    as_imagined,
    complete_sheet,
    guess_sheet,
    read_assumed,
    redraw_hidden_state,
    suggest,
    write_sheet,
)
from adjudicator.engine import Decision, Game, Types, kind_of


class BtwixtRules(StepRules):
    """What runs a game's steps and takes overrides."""

    decree = staticmethod(decree)


class Btwixt(Game):
    """The game with its card sets."""

    id = "btwixt"
    types = Types(
        position=Position,
        board=Board,
        view=View,
        event=AnyEvent,
        decision=d.AnyDecision,
        answer=AnyAnswer,
        override=AnyOverride,
        change=AnyChange,
        sheet=Sheet,
        standing=Standing,
        statistics=scoring.GameStatistics,
    )
    editions: Mapping[str, Any] = EDITIONS
    revision = REVISION
    named_paces = legality.NAMED_PACES
    hidden_events = visibility.HIDDEN
    empty_sheet = EMPTY_SHEET
    scenario_type = Scenario
    scenario_set_up = ("deal",)
    assumed_type = Assumed
    seat_word = "leader"
    not_meant = NOT_MEANT
    gave_way = GAVE_WAY
    left_to_bot = frozenset(kind_of(decision) for decision, kind in KINDS.items() if kind.part != "bid")
    statistics_version = scoring.VERSION
    round_event = RoundBegan
    data = DATA

    counter = staticmethod(scoring.Counter)
    check = staticmethod(legality.check)
    window = staticmethod(legality.window)
    phase_window = staticmethod(legality.phase_window)
    resolve_decision = staticmethod(resolve)
    edition_under = staticmethod(edition_at)
    bot_answer = staticmethod(bot_answer)
    may_also_ask = staticmethod(legality.may_also_ask)
    legal_answers = staticmethod(legality.legal_answers)
    view = staticmethod(visibility.view)
    view_of_board = staticmethod(visibility.view_of_board)
    visible_event = staticmethod(visibility.visible_event)
    read_sheet = staticmethod(read_sheet)
    read_ahead = staticmethod(read_ahead)
    check_sheet = staticmethod(check_sheet)
    restrict_sheet = staticmethod(restrict_sheet)
    overlay = staticmethod(overlay)
    describe = staticmethod(SHEETS.describe)
    suggest_sheet = staticmethod(write_sheet)
    suggest = staticmethod(suggest)
    check_override = staticmethod(check_override)
    reshuffled = staticmethod(visibility.reshuffled)
    standings = staticmethod(scoring.standings)
    check_modules = staticmethod(check_modules)
    set_up = staticmethod(set_up)
    build_scenario = staticmethod(build)
    difference = staticmethod(difference)
    shuffles = staticmethod(wrong_shuffles)
    broken = staticmethod(visibility.broken)
    read_assumed = staticmethod(read_assumed)
    guess_sheet = staticmethod(guess_sheet)
    complete_sheet = staticmethod(complete_sheet)
    remember = staticmethod(Memory)
    redraw_hidden_state = staticmethod(redraw_hidden_state)
    as_imagined = staticmethod(as_imagined)

    def rules(self, position: Position) -> BtwixtRules:
        """What runs the steps of a game, with its cards."""
        return BtwixtRules(edition_of(position))

    def candidates(self, rules: Edition, players: int) -> tuple[str, ...]:
        """All leaders: any of them may be played."""
        check_players(rules, players)
        return tuple(rules.houses)

    def has_choice(self, decision: Decision) -> bool:
        """Whether a question plainly leaves more than one answer."""
        return single_choice(decision) is None

    def foreseen(self, showing: Position, seat: str) -> list[d.PlayOrKneel]:
        """Return a leader's coming turn in this bid, without id, unless already asked."""
        board = showing.board
        steps = showing.progress.agenda[:1]
        if board.phase != "bidding" or seat in board.kneeling or (steps and steps[0].args.get("house") == seat):
            return []
        return [d.PlayOrKneel(seat=seat, house=seat, hand=tuple(sorted(set(showing.hidden.hands[seat]))))]

    def leave_to_bot(self, sheet: Sheet, *, own_work: bool = True) -> Sheet:
        """The sheet with a rule after all others that leaves everything to him."""
        return Sheet(
            **{name: getattr(sheet, name) for name in sheet.__struct_fields__ if name != "steward"},
            steward=(*sheet.steward, BotRule()),
        )

    def score(self, board: Board, rules: Edition, seat: str) -> int:
        """The power of the small council."""
        return next(row.small for row in self.standings(board, rules) if row.house == seat)


BTWIXT = Btwixt()
