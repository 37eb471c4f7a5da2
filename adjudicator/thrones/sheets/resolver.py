"""Bulk adjudication: an oracle that answers the decisions of one call from what the players wrote before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from adjudicator.kernel.decision import Answer, By, Decision, Given, Source
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.rules.forced import single_choice
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.windows import Pace, phase_window, window
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions import (
    bids,
    cards,
    loans,
    losses,
    loyalty,
    marches,
    mustering,
    planning,
    raids,
    support,
    vassals,
)
from adjudicator.thrones.sheets.instructions.instruction_sources import Trail
from adjudicator.thrones.sheets.instructions.left import Family, with_steward
from adjudicator.thrones.sheets.instructions.vassals import voices_for
from adjudicator.thrones.sheets.policies import default_answer, policy_name
from adjudicator.thrones.sheets.sheet import EMPTY_SHEET, Sheet, StewardRule
from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Position

Steward = Callable[[Position, Decision], Given]

# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(StewardRule(),))

FAMILIES: dict[type[Decision], Family] = {
    d.DisbandForSupply: losses.lose_unit,
    d.LoseToWildlings: losses.lose_unit,
    d.TakeCasualty: losses.lose_unit,
    d.AbandonUnit: losses.lose_unit,
    d.KillFootman: losses.lose_unit,
    d.RetreatTo: losses.retreat_to,
    d.PlaceBid: bids.place_bid,
    d.SettleTie: bids.settle_tie,
    d.PickTied: bids.pick_tied,
    d.MusterUnits: mustering.muster_units,
    d.PlaceOrders: planning.place_orders,
    d.UseRaven: planning.use_raven,
    d.ResolveRaid: raids.resolve_raid,
    d.ResolveMarch: marches.resolve_march,
    d.GiveSupport: support.give_support,
    d.ChooseHouseCard: cards.choose_house_card,
    d.UseBlade: cards.use_blade,
    d.TakeBackCard: cards.take_back_card,
    d.RemoveOrder: cards.remove_order,
    d.KnightFootman: cards.knight_footman,
    d.DiscardFromHand: cards.discard_from_hand,
    d.PickUnit: losses.lose_unit,
    d.PickEffect: cards.pick_effect,
    d.SpreadBid: loyalty.spread_bid,
    d.CancelMove: loyalty.cancel_move,
    d.TakeLoan: loans.take_loan,
    d.ImproveArea: loans.improve_area,
    d.PlaceUnits: loans.place_units,
    d.DestroyUnit: losses.lose_unit,
    d.ChooseVassal: vassals.choose_vassal,
    d.PlaceVassalOrders: vassals.place_vassal_orders,
}


class Override(msgspec.Struct, frozen=True):
    """An answer that the game master puts in place of a seat's own, and why."""

    answer: a.AnyAnswer
    reason: str = ""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What is known when a call closes: its window, each seat's sheet and standing instructions, seats played by the
    steward, and the game's pace. `overrides` are a game master's answers by decision id; they come before all else.
    `taken_over`: seats for which the steward decides, before the defaults, what their own sheets leave open."""

    window: str
    sheets: Mapping[str, Sheet] = {}
    standing: Mapping[str, Sheet] = {}
    stewards: frozenset[str] = frozenset()
    taken_over: frozenset[str] = frozenset()
    pace: Pace = "bulk"
    overrides: Mapping[str, Override] = {}


def oracle_for(call: Call, steward: Steward | None = None) -> Resolver:
    """The oracle that resolves a call. It answers every decision of the call's window and leaves all others open.

    After a stop for one kind of decision it also goes on with what needs no stop in the same phase. `steward` plays the
    seats in `call.stewards`; without it their decisions fall to the defaults.
    """
    return Resolver(call, steward)


class Resolver:
    """The oracle of one call."""

    def __init__(self, call: Call, steward: Steward | None) -> None:
        self.call, self.steward = call, steward
        self.phase = ""
        self._refused: dict[str, Refusal | None] = {}

    def remarks(self) -> tuple[Refusal, ...]:
        """Overrides that were not used: not legal when their question came, or never asked (`override-not-asked`).

        The place of each is the decision's id.
        """
        found = []
        for name in self.call.overrides:
            words = "this question was not asked in this call"
            why = self._refused.get(name, Refusal("override-not-asked", words))
            if why is not None:
                found.append(Refusal(why.code, why.words, name))
        return tuple(found)

    def __call__(self, position: Position, decision: Decision) -> Given | None:
        call = self.call
        if not self._mine(position, decision):
            return None
        override = call.overrides.get(decision.id)
        if override is not None:
            refusal = check(position, decision, override.answer)
            self._refused[decision.id] = refusal
            if refusal is None:
                return Given(override.answer, Source("edict", reason=override.reason))
        if decision.seat in call.stewards and self.steward is not None:
            return self.steward(position, decision)
        absent = decision.seat in call.stewards
        sheet = None if absent else call.sheets.get(decision.seat)
        standing = None if absent else call.standing.get(decision.seat)
        return resolve(position, decision, sheet, standing, taken_over=decision.seat in call.taken_over)

    def _mine(self, position: Position, decision: Decision) -> bool:
        """Whether the decision belongs to this call."""
        asked_in = window(position, decision, self.call.pace)
        if asked_in == self.call.window:
            self.phase = phase_window(position, self.call.pace)
            return True
        # A stop for the choice of vassals comes before the orders, for which nobody has had a call yet.
        orders = isinstance(decision, d.PlaceOrders)
        return bool(self.phase) and asked_in == self.phase and not orders


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
) -> Given:
    """One seat's answer: direct answer, sheet, standing instructions, the steward for a seat that was just
    `taken_over`, a single choice, or the published default.

    The source names the deciding instruction and every instruction passed over, with the reason.
    """
    scene = Scene(position, decision)
    trail = Trail(scene)
    speakers: list[tuple[By, Sheet, str]] = []
    if sheet is not None:
        direct = sheet.answers.get(decision.id)
        if direct is not None:
            refusal = check(position, decision, direct)
            if refusal is None:
                return Given(direct, Source("player", f"answers.{decision.id}"))
            trail.refused(f"answers.{decision.id}", refusal)
        speakers.append(("sheet", sheet, ""))
    if standing is not None:
        speakers.append(("standing", standing, "standing."))
    if taken_over:
        speakers.append(("steward", STANDS_BY, "taken-over."))
    voices = voices_for(decision, speakers)
    for by, where, answer in with_steward(FAMILIES[type(decision)], voices, scene, decision, trail) if voices else ():
        refusal = check(position, decision, answer)
        if refusal is None:
            source = Source(by, where, tuple(trail.skipped), numbers=trail.numbers(where))
            return _given(position, decision, answer, source)
        trail.refused(where, refusal)
    written = any(one not in (None, EMPTY_SHEET) for one in (sheet, standing))
    answer = single_choice(decision) or default_answer(position, decision, written=written)
    name = policy_name(decision, written=written)
    return _given(position, decision, answer, Source("default", name, tuple(trail.skipped)))


def _given(position: Position, decision: Decision, answer: Answer, source: Source) -> Given:
    """The answer with its source; what only looks like a default is named forced where nothing else was possible."""
    if source.by == "default" and answer == single_choice(decision):
        source = msgspec.structs.replace(source, by="forced", rule="")
    return Given(answer, source)
