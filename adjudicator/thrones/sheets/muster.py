"""Mustering, and loans of the Iron Bank: sections, and how they answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

from adjudicator.engine import FrozenStruct, Refusal
from adjudicator.engine.sheet import Ids, Occasions, Passed, Phrase, Proposals, Section, applicable_rules, by_rules
from adjudicator.thrones.bot import mustering as bot
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.iron_bank import HIRED, Hiring, default_hired
from adjudicator.thrones.rules.legality import AREA, only_area, word_choice_rule
from adjudicator.thrones.rules.mustering import RECRUITS, MusterBudget
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Kind, Trail, Voice, Voices, propose_jointly, wished_first
from adjudicator.thrones.state import Board, Edition, Position, decisions as d
from adjudicator.thrones.state.decisions import AreaChoice, Pick, Recruit, Recruits

_MUSTER = Occasions(("mustering", "order-musters"), ("mustering", "wildling-muster", "muster-planned"))


class Want(f.Entry):
    """A thing to muster: a unit (a ship at the sea `at`), or an upgrade to that kind."""

    phrase: ClassVar = Phrase({"upgrade": "upgrade to {unit}", "at": "{unit} in {at}", "": "{unit}"})

    unit: f.UnitId
    at: f.AreaOrNone = ""
    upgrade: bool = False


class MusterRule(f.Rule):
    """Things to muster in order of preference. `whole`: all of them or none."""

    phrase: ClassVar = Phrase(
        {"wants,whole": "all of this or nothing: {wants:then}", "wants": "{wants:then}", "": "nothing"}
    )

    wants: tuple[Want, ...] = ()
    whole: bool = False

    def decides(self) -> bool:
        return not self.wants


class Muster(f.Entry):
    """The places in the order in which they muster, and the rules of each."""

    section: ClassVar = Section(
        "mustering",
        _MUSTER,
        short="Muster",
        help="What you want to muster in each place, best first.",
        moment=f.PEACE,
    )

    sequence: tuple[f.AreaId, ...] = ()
    areas: dict[f.AreaId, tuple[MusterRule, ...]] = {}


class LoanRule(f.Rule):
    """Take this loan of the Iron Bank if it costs at most `most`; no loan: none.

    `areas`: where tokens or units go, by preference; `units`: only these kinds; `pick`: its other choices. `wait`:
    other orders go first as long as there are any.
    """

    section: ClassVar = Section(
        "loans",
        Occasions(("loans",), ("loan-planned",)),
        title="Loans of the Iron Bank",
        short="loans",
        help=(
            "The loans you want, best first, with the highest price, the areas and the units for "
            "each. Or carry out other orders first."
        ),
        moment=f.PEACE,
    )
    repeats: ClassVar = True
    phrase: ClassVar = Phrase(
        {
            "loan": "{loan}[; for {most:power} at most][; {areas:and}][; {pick:list}]",
            "wait": "other orders first",
            "": "no loan",
        }
    )

    loan: Annotated[str, Ids(("loan",), ("",))] = ""
    most: f.Count = 1000
    areas: tuple[f.OwnArea, ...] = ()
    units: tuple[f.UnitId, ...] = ()
    pick: tuple[f.PickId, ...] = ()
    wait: bool = False

    def decides(self) -> bool:
        return not self.loan and not self.wait


def muster_units(voices: Voices, scene: Scene, decision: d.MusterUnits, trail: Trail) -> Proposals:
    """Propose musters: in each place the first rule that yields or declines.

    Places come in the sheet's sequence, then in data order, those with rules of the sheet before those of standing
    orders.
    """
    sequences = [voice.sheet.muster.sequence for voice in voices]
    named = [[place for place in decision.places if voice.sheet.muster.areas.get(place)] for voice in voices]
    recruits: list[Recruit] = []
    deciding: dict[str, Voice] = {}
    for place in wished_first(decision.places, *sequences, *named):
        place_muster = _muster_in_place(voices, scene, decision, trail, place, recruits)
        if place_muster is not None:
            deciding[place_muster[0]] = place_muster[1]
            recruits += place_muster[2]
    yield from propose_jointly(deciding, Recruits(tuple(recruits)))


def _muster_in_place(
    voices: Voices, scene: Scene, decision: d.MusterUnits, trail: Trail, place: str, before: list[Recruit]
) -> tuple[str, Voice, list[Recruit]] | None:
    """Return a place's deciding rule and what it musters; None if none decides.
    `before`: the units mustered in earlier places."""
    for voice, where, rule in applicable_rules(voices, trail, f"muster.{place}"):
        taken, refusal = _possible_wants(rule, scene, decision, place, before)
        if refusal is not None and (rule.whole or not taken):
            trail.refused(where, refusal)
            continue
        if refusal is not None:
            trail.refused(f"{where}.wants", refusal)
        return where, voice, taken
    return None


def _possible_wants(
    rule: MusterRule, scene: Scene, decision: d.MusterUnits, place: str, before: list[Recruit]
) -> tuple[list[Recruit], Refusal | None]:
    """Return the wants that can be had, in order, and why the first other cannot.
    `before`: the units mustered already."""
    budget = MusterBudget(scene.board, scene.edition, decision.house, decision.places)
    for recruit in before:
        budget.book(recruit)
    taken: list[Recruit] = []
    first_refusal: Refusal | None = None
    for want in rule.wants:
        refusal: Refusal | None = None
        for recruit in ways_to_muster(want, scene.edition, place):
            refusal = budget.refuse(recruit)
            if refusal is None:
                budget.book(recruit)
                taken.append(recruit)
                break
        first_refusal = first_refusal or refusal
    return taken, first_refusal


def ways_to_muster(want: Want, edition: Edition, place: str) -> list[Recruit]:
    """Return the ways to muster a wanted unit in `place`; an upgrade has one.
    A ship may appear in any sea beside the place."""
    if want.upgrade:
        return [Recruit(place, want.unit, place, upgrade=True)]
    unit = edition.units.get(want.unit)
    facts = edition.areas[place]
    seas = facts.sea + facts.port
    if unit is None or unit.terrain == "land" or not seas:
        return [Recruit(place, want.unit, want.at or place)]
    return [Recruit(place, want.unit, at) for at in ((want.at,) if want.at else seas)]


class MusterAhead(FrozenStruct):
    """What a place may still muster.
    The points its wants leave, its options if nothing were wanted anywhere, and its options beside all wants."""

    left: int
    any: tuple[Recruit, ...]
    more: tuple[Recruit, ...]


def musters_ahead(
    board: Board, edition: Edition, house: str, places: dict[str, int], muster: Muster
) -> dict[str, MusterAhead]:
    """Return by place what its first rule leaves possible, conditions assumed true.

    `places` are points. Units are booked in the sheet's sequence, so supply and pieces count too.
    """
    budget, empty = (MusterBudget(board, edition, house, places) for _ in range(2))
    named = [place for place in places if muster.areas.get(place)]
    for place in wished_first(places, muster.sequence, named):
        for want in (want for rule in muster.areas.get(place, ())[:1] for want in rule.wants):
            ways = (way for way in ways_to_muster(want, edition, place) if budget.refuse(way) is None)
            for recruit in list(ways)[:1]:
                budget.book(recruit)
    return _ahead(empty, budget, places)


def recruits_ahead(
    board: Board, edition: Edition, house: str, places: dict[str, int], wants: Iterable[Recruit]
) -> dict[str, MusterAhead]:
    """Return by place what an answer leaves possible; impossible wants are skipped."""
    budget, empty = (MusterBudget(board, edition, house, places) for _ in range(2))
    for want in wants:
        if want.area in edition.areas and budget.refuse(want) is None:
            budget.book(want)
    return _ahead(empty, budget, places)


def _ahead(empty: MusterBudget, budget: MusterBudget, places: Iterable[str]) -> dict[str, MusterAhead]:
    return {
        place: MusterAhead(budget.points[place], tuple(empty.possible(place)), tuple(budget.possible(place)))
        for place in places
    }


def offered_pick(rule: Any, scene: Scene, decision: d.PickEffect) -> Pick | Passed:
    """The first wish of a rule for choices, or for a loan, that is offered."""
    wish = next((wish for wish in rule.pick if wish in decision.choices), None)
    return Pick(wish) if wish is not None else Passed("not-a-choice", "none of its wishes is among the choices")


def take_loan(rule: LoanRule, scene: Scene, decision: d.TakeLoan) -> Pick | Passed:
    """The first loan wanted that is to be had for no more than its rule says."""
    if rule.wait and "wait" in decision.choices:
        return Pick("wait")
    if rule.wait:
        return Passed("waits-no-more", "no other order is left to go first")
    if not rule.loan:
        return Pick("decline")
    if rule.loan not in decision.costs:
        return Passed("loan-not-to-be-had", f"{rule.loan} is not available now")
    if decision.costs[rule.loan] > rule.most:
        return Passed("loan-too-dear", f"{rule.loan} costs {decision.costs[rule.loan]}, and the limit is {rule.most}")
    return Pick(rule.loan)


def _taken_loan_rules(voices: Voices, trail: Trail, loan: str) -> Iterator[tuple[Voice, str, LoanRule]]:
    """Yield the rules for a loan that was taken, with voice and place."""
    for voice, where, rule in applicable_rules(voices, trail, "loans"):
        if rule.loan == loan and not rule.wait:
            yield voice, where, rule


def improve_area(voices: Voices, scene: Scene, decision: d.ImproveArea, trail: Trail) -> Proposals:
    """Propose the first legal area named, by the loan's rules, then by its choices."""
    named = [
        (voice, where, rule.areas)
        for voice, where, rule in _taken_loan_rules(voices, trail, decision.loan)
        if rule.areas
    ]
    named += [
        (voice, where, rule.pick) for voice, where, rule in applicable_rules(voices, trail, f"choices.{decision.loan}")
    ]
    for voice, where, areas in named:
        choice = next((AreaChoice(area) for area in areas if area in decision.choices), None)
        yield from trail.proposed(voice, where, choice, "no-such-area", "the token can lie on none of its areas")


pick_of_loan = by_rules(
    lambda rule, scene, q: offered_pick(rule, scene, q) if rule.loan == q.because and not rule.wait else None, "loans"
)


def _first_liked(hiring: Hiring, areas: Iterable[str], unit: str) -> Recruit | None:
    """The unit in the first of these areas in which it may appear."""
    return next((want for area in areas if hiring.refuse(want := Recruit(area, unit, area)) is None), None)


def place_units(voices: Voices, scene: Scene, decision: d.PlaceUnits, trail: Trail) -> Proposals:
    """Propose for each unit the first legal area of the loan's rules, else none."""
    if decision.loan in scene.edition.alliances:
        yield from _station_units(voices, scene, decision, trail)
        return
    rules = list(_taken_loan_rules(voices, trail, decision.loan))
    hiring = Hiring(scene.board, scene.edition, decision)
    deciding: dict[str, Voice] = {}

    def choose(unit: str) -> Recruit | None:
        for voice, where, rule in rules:
            want = _first_liked(hiring, rule.areas if not rule.units or unit in rule.units else (), unit)
            if want is not None:
                deciding[where] = voice
                return want
        return None

    placed = hiring.place(choose)
    yield from propose_jointly(deciding, placed)
    if deciding:
        return
    for _, where, rule in rules:
        if rule.areas:
            trail.skip(where, "no-such-area", "no unit can be placed in its areas")
    yield from _station_units(voices, scene, decision, trail)


def _station_units(voices: Voices, scene: Scene, decision: d.PlaceUnits, trail: Trail) -> Proposals:
    """Propose for each unit of an alliance or loan the first legal area wished for."""
    for voice, where, rule in applicable_rules(voices, trail, f"choices.{decision.loan}"):
        hiring = Hiring(scene.board, scene.edition, decision)
        placed = hiring.place(partial(_first_liked, hiring, rule.pick))
        recruits = placed if placed.wants else None
        yield from trail.proposed(voice, where, recruits, "not-a-choice", "no unit can be placed in its areas")


def _default_area(position: Position, decision: d.ImproveArea) -> AreaChoice:
    """Return a ruin's first castle not controlled; else home or first own area."""
    board, edition = position.board, edition_of(position)
    home = edition.houses[decision.house].home

    def rank(area: str) -> tuple[bool, bool]:
        mine = controller(board, edition, area) == decision.house
        return (mine, False) if decision.mark == "ruin" else (not mine, area != home)

    return AreaChoice(min(decision.choices, key=rank))


KINDS = (
    Kind(
        d.MusterUnits,
        "muster",
        RECRUITS,
        instruction=muster_units,
        bot=bot.muster,
        default=lambda p, q: Recruits(),
    ),
    Kind(
        d.TakeLoan,
        "loans",
        word_choice_rule(lambda q: "loans"),
        instruction=by_rules(take_loan, "loans"),
        bot=bot.take_loan,
        default=lambda p, q: Pick(q.choices[-1]),
        known=lambda edition: edition.bank is not None,
        harmless=True,
    ),
    Kind(
        d.ImproveArea,
        "loans",
        AREA,
        instruction=improve_area,
        bot=bot.improve,
        default=_default_area,
        forced=only_area,
        known=lambda edition: edition.bank is not None,
    ),
    Kind(
        d.PlaceUnits,
        "loans",
        HIRED,
        instruction=place_units,
        bot=bot.place_units,
        default=default_hired,
        known=lambda edition: edition.bank is not None or bool(edition.alliances),
    ),
)
