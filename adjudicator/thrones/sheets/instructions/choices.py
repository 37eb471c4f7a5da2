"""What cards, badges and rules leave to choose."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.forced import only_pick
from adjudicator.thrones.rules.legality import one_pick
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.windows import InSet, by_houses
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.effects.table import EFFECTS, pick
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voices, standing
from adjudicator.thrones.sheets.instructions.loans import NOT_OFFERED, pick_of_loan
from adjudicator.thrones.sheets.kind import Kind, choices_known
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Pick
from adjudicator.thrones.state.board import Position


def pick_effect(voices: Voices, scene: Scene, decision: d.PickEffect, trail: Trail) -> Iterator[Choice]:
    """The first wish that is offered, by the rules for the subject of the question, then by those for what asks."""
    for voice in voices:
        for key in dict.fromkeys((decision.subject, decision.because)):
            for _, where, rule in standing((voice,), trail, "choices", key):
                pick = next((Pick(wish) for wish in rule.pick if wish in decision.choices), None)
                yield from trail.proposed(voice, where, pick, *NOT_OFFERED)
    if decision.because in scene.edition.loans:
        yield from pick_of_loan(voices, decision, trail)


def _least_moved(position: Position, decision: d.PickEffect) -> Pick:
    """The last choice; among tracks that on which the house that is moved changes its place least."""
    board, edition = position.board, edition_of(position)
    if any(choice not in board.tracks for choice in decision.choices):
        return Pick(decision.choices[-1])
    card = edition.cards.get(decision.because)
    moved = decision.subject or decision.house
    if card is not None and board.battle is not None:
        moved = board.battle.opponent(decision.house)
    # A wildling card that offers every track lifts its house to the top; those that push down spare one.
    rises = decision.because in edition.wildling_cards and decision.choices == edition.tracks and not decision.subject

    def places(track: str) -> int:
        place = board.tracks[track].index(moved)
        return place if rises else len(board.houses) - place

    return Pick(min(reversed(decision.choices), key=places))


def _in_set(position: Position, decision: d.PickEffect) -> InSet | None:
    """Questions about several things at once are counted by the rule that asks them, those to several houses by the
    houses."""
    effect = EFFECTS.get(decision.because)
    if effect is not None and effect.at_once is not None:
        return by_houses(effect.at_once)(position, decision)
    return InSet(decision.nth, decision.seat) if decision.nth else None


KINDS = (
    Kind(
        decision=d.PickEffect,
        part="choices",
        law=one_pick(lambda q: f"choices.{q.because}"),
        forced=only_pick,
        together=_in_set,
        instruction=pick_effect,
        steward=pick,
        default=_least_moved,
        words="The last of the choices, which changes least; of tracks the one least changed.",
        known=choices_known,
    ),
)
