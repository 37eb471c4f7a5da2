"""Loans of the Iron Bank: which is wanted for how much, and what it is used for."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.forced import only_area
from adjudicator.thrones.rules.iron_bank.hiring import HIRED, Hiring, default_hired
from adjudicator.thrones.rules.legality import AREA, one_pick
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices, standing
from adjudicator.thrones.sheets.kind import Kind, loans_known, units_known
from adjudicator.thrones.sheets.sheet import LoanRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import AreaChoice, Pick, Recruit, Recruits
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.steward import bank as steward

NOT_OFFERED = ("not-a-choice", "none of its wishes is among the choices")


def take_loan(voices: Voices, scene: Scene, decision: d.TakeLoan, trail: Trail) -> Iterator[Choice]:
    """The first loan wanted that is to be had for no more than its rule says."""
    for voice, where, rule in standing(voices, trail, "loans"):
        if rule.wait and "wait" in decision.choices:
            yield Choice(voice.by, where, Pick("wait"))
        elif rule.wait:
            trail.skip(where, "waits-no-more", "no other order of the house is left to go first")
        elif not rule.loan:
            yield Choice(voice.by, where, Pick("decline"))
        elif rule.loan not in decision.costs:
            trail.skip(where, "loan-not-to-be-had", f"{rule.loan} cannot be had now")
        elif decision.costs[rule.loan] > rule.most:
            trail.skip(where, "loan-too-dear", f"{rule.loan} costs {decision.costs[rule.loan]}")
        else:
            yield Choice(voice.by, where, Pick(rule.loan))


def _about(voices: Voices, trail: Trail, loan: str) -> Iterator[tuple[Voice, str, LoanRule]]:
    """The rules for a loan that was taken."""
    for voice, where, rule in standing(voices, trail, "loans"):
        if rule.loan == loan and not rule.wait:
            yield voice, where, rule


def improve_area(voices: Voices, scene: Scene, decision: d.ImproveArea, trail: Trail) -> Iterator[Choice]:
    """The first area named on which the token can lie, by the loan's own rules, then by what is chosen for it."""
    named = [(voice, where, rule.areas) for voice, where, rule in _about(voices, trail, decision.loan) if rule.areas]
    named += [(voice, where, rule.pick) for voice, where, rule in standing(voices, trail, "choices", decision.loan)]
    for voice, where, areas in named:
        choice = next((AreaChoice(area) for area in areas if area in decision.choices), None)
        yield from trail.proposed(voice, where, choice, "no-such-area", "the token can lie on none of its areas")


def pick_of_loan(voices: Voices, decision: d.PickEffect, trail: Trail) -> Iterator[Choice]:
    """The first wish of a loan's rule that is offered."""
    for voice, where, rule in _about(voices, trail, decision.because):
        pick = next((Pick(wish) for wish in rule.pick if wish in decision.choices), None)
        yield from trail.proposed(voice, where, pick, *NOT_OFFERED)


def place_units(voices: Voices, scene: Scene, decision: d.PlaceUnits, trail: Trail) -> Iterator[Choice]:
    """Unit by unit the first area of the loan's rules for its kind where it can appear; others appear nowhere."""
    if decision.loan in scene.edition.alliances:
        yield from _quarter(voices, scene, decision, trail)
        return
    rules = list(_about(voices, trail, decision.loan))
    hiring = Hiring(scene.board, scene.edition, decision)
    wants: list[Recruit] = []
    deciding: dict[str, Voice] = {}
    for unit in (unit for unit, count in decision.units.items() for _ in range(count)):
        for voice, where, rule in rules:
            liked = rule.areas if not rule.units or unit in rule.units else ()
            want = next((w for w in (Recruit(a, unit, a) for a in liked) if hiring.refuse(w) is None), None)
            if want is not None:
                wants.append(want)
                hiring.book(want)
                deciding[where] = voice
                break
    if deciding:
        yield Choice(next(iter(deciding.values())).by, ", ".join(deciding), Recruits(tuple(wants)))
    if deciding:
        return
    for _, where, rule in rules:
        if rule.areas:
            trail.skip(where, "no-such-area", "no unit can appear in its areas")
    yield from _quarter(voices, scene, decision, trail)


def _quarter(voices: Voices, scene: Scene, decision: d.PlaceUnits, trail: Trail) -> Iterator[Choice]:
    """The units of an alliance, or of a loan, each in the first area of the wishes for it where it can appear."""
    for voice, where, rule in standing(voices, trail, "choices", decision.loan):
        hiring, wants = Hiring(scene.board, scene.edition, decision), []
        for unit in (unit for unit, count in decision.units.items() for _ in range(count)):
            liked = (Recruit(area, unit, area) for area in rule.pick)
            want = next((one for one in liked if hiring.refuse(one) is None), None)
            if want is not None:
                wants.append(want)
                hiring.book(want)
        recruits = Recruits(tuple(wants)) if wants else None
        yield from trail.proposed(voice, where, recruits, "not-a-choice", "no unit can appear in its areas")


def _area(position: Position, decision: d.ImproveArea) -> AreaChoice:
    """For a ruin the first castle that the house does not control; else its home or the first area it controls."""
    board, edition = position.board, edition_of(position)
    home = edition.houses[decision.house].home

    def rank(area: str) -> tuple[bool, bool]:
        mine = controller(board, edition, area) == decision.house
        return (mine, False) if decision.mark == "ruin" else (not mine, area != home)

    return AreaChoice(min(decision.choices, key=rank))


KINDS = (
    Kind(
        decision=d.TakeLoan,
        part="loans",
        law=one_pick(lambda q: "loans"),
        instruction=take_loan,
        steward=steward.take_loan,
        default=lambda p, q: Pick(q.choices[-1]),
        words="No loan is taken; while other orders are left, those go first.",
        known=loans_known,
    ),
    Kind(
        decision=d.ImproveArea,
        part="loans",
        law=AREA,
        forced=only_area,
        instruction=improve_area,
        steward=steward.improve,
        default=_area,
        words="A castle of another house falls to ruin; other tokens are laid at home, else in the first area under "
        "control.",
        known=loans_known,
    ),
    Kind(
        decision=d.PlaceUnits,
        part="loans",
        law=HIRED,
        instruction=place_units,
        steward=steward.place_units,
        default=default_hired,
        words="As many units as possible, at home if they can appear there, else in the first area in the rules' data.",
        known=units_known,
    ),
)
