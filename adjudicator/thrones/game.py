"""The Westeros board games; see `adjudicator.engine.game.Game` for operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.engine import Decision, Game, Gift, Receiver, Types, Variations, WindowSort
from adjudicator.thrones.battle_ahead import left_open
from adjudicator.thrones.bot.planning import value
from adjudicator.thrones.bot.sight import VARIATIONS, bot_answer
from adjudicator.thrones.editions.every import DATA, EDITIONS, FAULTY
from adjudicator.thrones.overrides import check_override, decree, no_gifts_now, wrong_shuffles
from adjudicator.thrones.rules import counting, driver, invariants, legality, round
from adjudicator.thrones.rules.control import free_tokens, players_of, settlements, standings
from adjudicator.thrones.rules.counting import happenings
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.legality import single_choice
from adjudicator.thrones.rules.registry import (
    REVISION,
    check_modules,
    complete_modules,
    edition_at,
    edition_of,
    with_modules,
)
from adjudicator.thrones.rules.round import set_up
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.scenario.form import Scenario
from adjudicator.thrones.sheet_writing import complete_sheet, sheet_as_played, write_sheet
from adjudicator.thrones.sheets.kind import NOT_OWN_WORK, OWN_WORK, BotRule
from adjudicator.thrones.sheets.resolver import GAVE_WAY, KINDS, NOT_MEANT, resolve
from adjudicator.thrones.sheets.sheet import (
    EMPTY_SHEET,
    SHEETS,
    Sheet,
    overlay,
    read_ahead,
    read_sheet,
    translate_goals,
)
from adjudicator.thrones.sheets.sheet_check import check_sheet
from adjudicator.thrones.sheets.turn_sections import restrict_sheet
from adjudicator.thrones.state import Board, Edition, Position, View
from adjudicator.thrones.state.decisions import AnyAnswer, AnyDecision, PlaceOrders
from adjudicator.thrones.state.events import AnyEvent, RoundStarted, Standing
from adjudicator.thrones.state.overrides import AnyOverride, GivePower, MakeVassal, openly
from adjudicator.thrones.state.visibility import HIDDEN, AnyChange, difference, view, view_of_board, visible_event
from adjudicator.thrones.suggestions import suggest
from adjudicator.thrones.what_if import Assumed, DeckMemory, as_imagined, guess_sheet, read_assumed, redraw_hidden_state


class ThronesRules(StepRules):
    """What runs an edition's steps and takes overrides."""

    decree = staticmethod(decree)


class Thrones(Game):
    """The Westeros board games in all their editions."""

    id = "thrones"
    types = Types(
        position=Position,
        board=Board,
        view=View,
        event=AnyEvent,
        decision=AnyDecision,
        answer=AnyAnswer,
        override=AnyOverride,
        change=AnyChange,
        sheet=Sheet,
        standing=Standing,
        statistics=counting.GameStatistics,
    )
    editions = EDITIONS
    faulty = FAULTY
    revision = REVISION
    named_paces = driver.NAMED_PACES
    hidden_events = HIDDEN
    empty_sheet = EMPTY_SHEET
    scenario_type = Scenario
    assumed_type = Assumed
    data = DATA
    not_meant = NOT_MEANT
    gave_way = GAVE_WAY
    left_to_bot = frozenset(kind.tag for kind in KINDS.values() if kind.part not in OWN_WORK)
    statistics_version = counting.VERSION
    round_event = RoundStarted

    check = staticmethod(legality.check)
    window = staticmethod(driver.window)
    phase_window = staticmethod(driver.phase_window)
    resolve_decision = staticmethod(resolve)
    check_modules = staticmethod(check_modules)
    complete_modules = staticmethod(complete_modules)
    candidates = staticmethod(round.candidates)
    possible_vassals = staticmethod(round.possible_vassals)
    bot_answer = staticmethod(bot_answer)
    legal_answers = staticmethod(legality.legal_answers)
    may_also_ask = staticmethod(driver.may_also_ask)
    standings = staticmethod(standings)
    view = staticmethod(view)
    view_of_board = staticmethod(view_of_board)
    visible_event = staticmethod(visible_event)
    read_sheet = staticmethod(read_sheet)
    read_ahead = staticmethod(read_ahead)
    sheet_of_today = staticmethod(translate_goals)
    check_sheet = staticmethod(check_sheet)
    restrict_sheet = staticmethod(restrict_sheet)
    overlay = staticmethod(overlay)
    describe = staticmethod(SHEETS.describe)
    suggest_sheet = staticmethod(write_sheet)
    suggest = staticmethod(suggest)
    left_open = staticmethod(left_open)
    sheet_as_played = staticmethod(sheet_as_played)
    openly = staticmethod(openly)
    check_override = staticmethod(check_override)
    gifts_barred = staticmethod(no_gifts_now)
    shuffles = staticmethod(wrong_shuffles)
    score = staticmethod(settlements)
    fights = staticmethod(counting.battles)
    losses = staticmethod(counting.losses)
    revealed = staticmethod(counting.revealed)
    counter = staticmethod(counting.HouseCounter)
    results = staticmethod(counting.results)
    reshuffled = staticmethod(invariants.reshuffled)
    happenings = staticmethod(happenings)
    set_up = staticmethod(set_up)
    build_scenario = staticmethod(build)
    sheet_writers = staticmethod(players_of)
    read_assumed = staticmethod(read_assumed)
    guess_sheet = staticmethod(guess_sheet)
    complete_sheet = staticmethod(complete_sheet)
    remember = staticmethod(DeckMemory)
    redraw_hidden_state = staticmethod(redraw_hidden_state)
    as_imagined = staticmethod(as_imagined)
    value = staticmethod(value)

    def edition_under(self, name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
        """Return an edition at a revision, for a game with `modules` if given.
        Raises Illegal (`unknown-edition`, `unknown-revision`)."""
        edition = edition_at(name, revision)
        return edition if modules is None else with_modules(edition, modules)

    def rules(self, position: Position) -> ThronesRules:
        """What runs the steps of a game."""
        return ThronesRules(edition_of(position))

    def needs_own_turn(self, decision: Decision) -> bool:
        """Whether this is an orders decision, which needs a turn after a vassal stop."""
        return isinstance(decision, PlaceOrders)

    def has_choice(self, decision: Decision) -> bool:
        """Whether a decision plainly leaves more than one answer."""
        return single_choice(decision) is None

    def foreseen(self, showing: Position, seat: str) -> list[PlaceOrders]:
        """Return a seat's coming orders decisions, without ids, while vassals are chosen."""
        return foreseen(showing.board, edition_of(showing), seat)

    def unplayed(self, board: Board) -> list[str]:
        """Return the houses without a player, which are the vassals."""
        return board.vassals

    def broken(self, position: Position, waiting: Sequence[Decision]) -> list[str]:
        """Return all faults of a position; armies may exceed supply while it is resolved."""
        return invariants.broken(position, feeding=invariants.feeds(waiting))

    def gives(self, rules: Edition) -> bool:
        """Whether the edition's players may give each other Power (MoD rules: gifts)."""
        return rules.variant.gifts

    def gift_override(self, gift: Gift) -> GivePower:
        """The gift as an override."""
        return GivePower(house=gift.house, to=gift.to, amount=gift.amount)

    def gift_of(self, override: AnyOverride) -> Gift | None:
        """Return the gift of Power that an override makes; None if it makes none."""
        return Gift(override.house, override.to, override.amount) if isinstance(override, GivePower) else None

    def purses(self, board: Board, rules: Edition) -> list[Receiver]:
        """What each player has, and how many tokens are left for more."""
        return [Receiver(house, board.power[house], free_tokens(board, rules, house)) for house in players_of(board)]

    def players_own(self, override: AnyOverride) -> bool:
        "Only the player of a house can give its Power away."
        return isinstance(override, GivePower)

    def seat_taken_by(self, override: AnyOverride) -> str | None:
        """Return the house that an override makes a vassal; None if it makes none."""
        return override.house if isinstance(override, MakeVassal) else None

    def leave_to_bot(self, sheet: Sheet, *, own_work: bool = True) -> Sheet:
        """Add a last rule leaving all, or all but the player's own work, to the bot."""
        rule = BotRule() if own_work else NOT_OWN_WORK
        return replace(sheet, steward=(*sheet.steward, rule))

    def takes_seat(self, seat: str) -> MakeVassal:
        """The house becomes a vassal (MoD rules: number of players)."""
        return MakeVassal(house=seat)

    def decider(self, board: Board, seat: str) -> str:
        """The commander of a vassal."""
        return board.commanders.get(seat, "")

    def setup_modules(self, rules: Edition) -> dict[str, tuple[int, ...]]:
        """The modules that are set-ups, and the numbers of players of each."""
        return {module: tuple(setups) for module, setups in rules.module_setups.items()}

    def compatible_modules(self, rules: Edition) -> tuple[str, ...]:
        """All modules but set-ups and the numbers of settlements that win."""
        return tuple(m for m in rules.modules if m not in rules.module_setups and m not in rules.targets)

    def has_unplayed(self, rules: Edition) -> bool:
        """Whether houses without a player are vassals."""
        return bool(rules.vassal_cards)

    def window_sort(self, window: str) -> WindowSort:
        """Return the sort of turn: Westeros comes before planning, all others are stops."""
        if window.endswith("-westeros"):
            return "before-planning"
        return "planning" if window.endswith("-planning") else "stop"

    def difference(self, before: Board, after: Board, rules: Edition | None = None) -> tuple[AnyChange, ...]:
        """Return all public differences; areas in the order of `rules`, else by name."""
        return difference(before, after, rules.area_order if rules else {})

    def variations(self, position: Position) -> Mapping[type[Decision], Variations]:
        """Return none where claim decides: `value` does not help there (1.00 [.57, 1.43])."""
        return {} if edition_of(position).claimed else VARIATIONS


THRONES = Thrones()
