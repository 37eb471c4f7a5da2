"""Marches, and units moved by cards: their sections, and how these answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine.sheet import Choice, Ids, Occasions, Passed, Phrase, Proposals, Section, Text, by_rules
from adjudicator.thrones.bot import campaign as bot
from adjudicator.thrones.bot.campaign import Plan, ranked_plans
from adjudicator.thrones.bot.outlook import Outlook
from adjudicator.thrones.bot.sight import Limits, Sight
from adjudicator.thrones.rules.control import controller, facts_of
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.legality import only_idle
from adjudicator.thrones.rules.marches import MARCHES, empties, is_attack, may_leave_token, supply_changes
from adjudicator.thrones.rules.storm.alliances import TROOPS
from adjudicator.thrones.rules.strength import besieges, total, unit_items
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.battle_facts import Odds, Winning
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.conditions.tree import Condition, parts
from adjudicator.thrones.sheets.kind import (
    BotRule,
    Kind,
    Trail,
    Voices,
    applicable_bot_rules,
    peaceful_houses,
    wished_first,
)
from adjudicator.thrones.state import Board, Edition, decisions as d
from adjudicator.thrones.state.decisions import March


class Move(f.Entry):
    """Units going to an area: exact counts, `all` that can march, or the `rest`.

    `keep` units of each kind stay behind of `all` or `rest`; as many go as supply feeds, the strongest first.
    """

    phrase: ClassVar = Phrase(
        {
            "units=all": "all \u2192 {to}[ ({keep} stay)]",
            "units=rest": "the rest \u2192 {to}[ ({keep} stay)]",
            "": "{units|nobody} \u2192 {to}",
        }
    )

    to: f.AreaId
    units: f.UnitCounts | Literal["all", "rest"] = "all"
    keep: f.UnitCounts = {}


class MarchPlan(f.Rule):
    """How the units of a marching area split; no moves: stay.

    `leave_token`: never, if allowed and possible, or not without. `leaders` names for leaders there the destination,
    one of these areas, or `stays`; on his own march one may go alone. Others follow the rules for unnamed leaders.
    `wait`: not while another march can be resolved; then the next plan counts.
    """

    phrase: ClassVar = Phrase(
        {
            "wait": "not yet",
            "moves": "{moves:then}[; {leaders:then}][; {leave_token}]",
            "leaders": "{leaders:then}[; {leave_token}]",
            "": "stay",
        }
    )

    moves: tuple[Move, ...] = ()
    leave_token: Literal["never", "if-possible", "must"] = "never"
    wait: bool = False
    leaders: dict[f.LeaderId, Annotated[str, Ids(("area",), (f.STAYS,))]] = {}

    def decides(self) -> bool:
        # A token that must be left is no way to stay.
        return not self.wait and not self.moves and self.leave_token != "must"


class Wish(f.Rule):
    """What marches shall do where no plan of their area decides.

    `take`: the first possible of these areas, `any-settlement`, `any-barrel`, `any-crown`, `any-land` and `any-sea`
    standing for all of their kind, by the march that the bot likes best of those that `when` holds for; only from
    `origins`, if any are named. The others shape what the bot does by its own values, where marches are left to it:
    `prefer` areas count for more, the first for most; into `avoid` it does not march; in each of `stay` at least `keep`
    units stay.
    """

    repeats: ClassVar = True
    phrase: ClassVar = Phrase(
        parts={
            "take": "take {take:else}[ from {origins:or}]",
            "prefer": "prefer {prefer:else}",
            "avoid": "never march into {avoid:or}",
            "stay": "leave at least {keep} in {stay:and}",
        }
    )

    take: tuple[f.WishedArea, ...] = ()
    origins: tuple[f.OwnArea, ...] = ()
    prefer: tuple[f.WishedArea, ...] = ()
    avoid: tuple[f.WishedArea, ...] = ()
    stay: tuple[f.OwnArea, ...] = ()
    keep: f.Count = 1


class Marches(f.Entry):
    """The sequence of marches, plans per area, wishes in order, and when to stop.
    Once the stop holds, all marches that are left stay."""

    section: ClassVar = Section(
        "marches",
        Occasions(("marches",), (f.ROUND,)),
        title="Marches of all areas",
        short="marches",
        help=(
            "The sequence of your marches. For each marching area, plans with conditions: which "
            "units go where, whether a Power token stays, or that all stay."
        ),
        moment=f.RAIDED,
        moments={"stop": f.PEACE},
    )

    sequence: tuple[f.AreaId, ...] = ()
    areas: dict[f.AreaId, tuple[MarchPlan, ...]] = {}
    wishes: tuple[Wish, ...] = ()
    stop: Annotated[Condition | None, Text("condition")] = None


class TroopsRule(f.Rule):
    """Move units by a card's text from `area` to `to`; without `to` none move.
    `units`: all that can go if none are named; `because`: only by that card (empty: any)."""

    section: ClassVar = Section(
        "units moved by cards",
        Occasions(("tactics-played",), (f.ROUND,)),
        help="Which units a card moves, from where and to where.",
    )
    repeats: ClassVar = True
    phrase: ClassVar = Phrase(
        {
            "to,units": "{units} from {area} to {to}[ ({because})]",
            "to": "all units that can, from {area} to {to}[ ({because})]",
            "": "move no units[ ({because})]",
        }
    )

    area: f.OwnAreaOrNone = ""
    to: f.AreaOrNone = ""
    units: f.UnitCounts = {}
    because: Annotated[str, Ids(("tactic",), ("",))] = ""


Moves = dict[str, dict[str, int]]
# A plan of which fewer units go than it says, as many as supply feeds, is noted so with the number that stays.
FEWER = "as-many-as-supply-feeds"


def planned_march(plan: MarchPlan, scene: Scene, area: str, moves: Moves) -> March:
    """Return the march of a plan with these moves, leaders and its Power token."""
    token = plan.leave_token == "must"
    if plan.leave_token == "if-possible" and moves:
        token = empties(scene.board, March(area, moves)) and may_leave_token(scene.board, scene.edition, scene.me, area)
    march = March(area, moves, leave_token=token)
    return _with_leaders(plan, scene, march) if plan.leaders else march


def _with_leaders(plan: MarchPlan, scene: Scene, march: March) -> March:
    """Return the march with the plan's leaders; other leaders go as the rules say."""
    hooks = hooks_of(scene.edition)
    usual = hooks.completed(scene.board, scene.edition, scene.me, march)
    going = {} if usual.leaders is UNSET else dict(usual.leaders)
    for name, to in plan.leaders.items():
        leader = scene.board.leaders.get(name)
        if leader is None or leader.area != march.area:
            continue
        going.pop(name, None)
        if to != f.STAYS:
            going[name] = to
    return replace(march, leaders=going)


def split(planned_moves: tuple[Move, ...], units: Mapping[str, int]) -> Moves:
    """Split units by kind: exact counts first, then `all` and the `rest`.
    Empty groups are left out."""
    moves: Moves = {}
    left = dict(units)
    for move in planned_moves:
        if isinstance(move.units, dict):
            for unit, count in sorted(move.units.items()):
                _add(moves, move.to, unit, count)
                left[unit] = left.get(unit, 0) - count
    for move in planned_moves:
        if isinstance(move.units, str):
            pool = units if move.units == "all" else left
            for unit, count in list(pool.items()):
                going = count - move.keep.get(unit, 0)
                if going > 0:
                    _add(moves, move.to, unit, going)
                    left[unit] = left.get(unit, 0) - going
    return moves


def _add(moves: Moves, to: str, unit: str, count: int) -> None:
    if count > 0:
        group = moves.setdefault(to, {})
        group[unit] = group.get(unit, 0) + count


def supply_limited_moves(
    board: Board, edition: Edition, house: str, area: str, planned_moves: tuple[Move, ...]
) -> tuple[Moves, int]:
    """Return the split of a house's units, and how many of them stay for supply.
    Of units named `all` or `rest` as many go as supply feeds, the strongest first. Exact counts
    stay unchanged; if supply is exceeded even so, no units stay."""
    force = board.force_of(house, area)
    units = force.units if force is not None else {}
    moves = split(planned_moves, units)
    if not moves or fits(board, edition, house, supply_changes(March(area, moves))):
        return moves, 0
    exact = split(tuple(move for move in planned_moves if isinstance(move.units, dict)), units)
    loose = [
        (to, unit)
        for to, group in reversed(moves.items())
        for unit, count in group.items()
        for _ in range(count - exact.get(to, {}).get(unit, 0))
    ]

    def strength(pair: tuple[str, str]) -> int:
        siege = besieges(board, edition, pair[0])
        return total(unit_items(edition, {pair[1]: 1}, house, siege=siege, growth=board.growth))

    left = {to: dict(group) for to, group in moves.items()}
    for stay, (to, unit) in enumerate(sorted(loose, key=strength), 1):
        left[to] = {kind: count - (kind == unit) for kind, count in left[to].items() if count > (kind == unit)}
        if not left[to]:
            break
        if fits(board, edition, house, supply_changes(March(area, left))):
            return left, stay
    return moves, 0


ANY_OF: Mapping[str, Callable[[Board, Edition, str], bool]] = {
    "any-settlement": lambda board, edition, area: facts_of(board, edition, area).settlement != "none",
    "any-barrel": lambda board, edition, area: facts_of(board, edition, area).supply > 0,
    "any-crown": lambda board, edition, area: facts_of(board, edition, area).power > 0,
    "any-land": lambda board, edition, area: edition.areas[area].kind == "land",
    "any-sea": lambda board, edition, area: edition.areas[area].kind == "sea",
}
# What an area that is preferred counts for besides, about a settlement; each next one counts a fifth less.
PREFERRED, LESS = 10.0, 0.8
# What is weighed at one march at most, in parts of conditions, and what one that weighs hands of cards counts for:
# a sheet whose author means harm must not hold up a whole game.
MAX_WEIGHED, HANDS = 6_000, 8


def wish_areas(name: str, board: Board, edition: Edition) -> tuple[str, ...]:
    """Return the areas that a name in a wish stands for: itself, or all of a kind.
    An unknown name means no areas."""
    of_kind = ANY_OF.get(name)
    if of_kind is None:
        return (name,) if name in edition.areas else ()
    return tuple(area for area in edition.areas if of_kind(board, edition, area))


def add_wishes_to_limits(voices: Voices, scene: Scene, trail: Trail, limits: Limits) -> Limits:
    """Return the limits with all voices' wishes; the first about an area counts."""
    avoid, keep, prefer = set[str](), dict[str, int](), dict[str, float]()
    weight = PREFERRED
    for voice in voices:
        for wish in voice.sheet.marches.wishes:
            shapes = wish.prefer or wish.avoid or wish.stay
            if not shapes or wish.when is not None and not trail.is_true(wish.when):
                continue
            avoid.update(area for name in wish.avoid for area in wish_areas(name, scene.board, scene.edition))
            for area in wish.stay:
                keep.setdefault(area, wish.keep)
            for name in wish.prefer:
                for area in wish_areas(name, scene.board, scene.edition):
                    prefer.setdefault(area, weight)
                weight *= LESS
    return limits._replace(avoid=frozenset(avoid), keep=keep, prefer=prefer)


def marches_that_take(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Proposals:
    """Propose the marches that fulfil wishes in order; of equal goals the best first.

    Units not needed stay, or go where the bot would send them if marches are left to it.
    """
    taking = [
        (voice, number, wish) for voice in voices for number, wish in enumerate(voice.sheet.marches.wishes) if wish.take
    ]
    if not taking:
        return
    rule = next((rule for voice in voices for _, rule in applicable_bot_rules(voice, "marches", trail)), None)
    limits = _limits(voices, scene, trail, rule)
    plans = _plans(scene, decision, [wish for _, _, wish in taking], limits)
    left = MAX_WEIGHED
    for voice, number, wish in taking:
        where, serves = f"{voice.prefix}marches.wishes[{number}]", False
        condition = () if wish.when is None else parts(wish.when)
        cost = 1 if wish.when is None else sum(HANDS if isinstance(part, Winning | Odds) else 1 for part in condition)
        for plan, to in _useful_marches(wish, plans, scene):
            left -= cost
            if left < 0:
                trail.skip(where, "too-much-to-weigh", "the wishes need more marches than the bot can compare")
                return
            if _holds(where, wish, plan, to, scene, trail):
                serves = True
                yield Choice(voice.by, where, _march(plan, to, rule, limits, scene))
        if not serves:
            trail.skip(where, "no-march-serves", "no march left can serve this wish")


def _limits(voices: Voices, scene: Scene, trail: Trail, rule: BotRule | None) -> Limits:
    """Return the limits on a march that takes an area: all wishes and the bot's rule.

    Without a rule no unit goes where it is not sent.
    """
    if rule is None:
        return add_wishes_to_limits(voices, scene, trail, Limits(peaceful=frozenset(scene.board.houses)))
    peaceful = peaceful_houses(rule, scene, careful=trail.careful) or frozenset()
    limits = add_wishes_to_limits(voices, scene, trail, Limits(peaceful=peaceful | {*rule.never_attack}))
    keep = {area: max(limits.keep.get(area, 0), rule.keep) for area in rule.never_empty}
    return limits._replace(keep={**limits.keep, **keep})


def _plans(scene: Scene, decision: d.ResolveMarch, wishes: Collection[Wish], limits: Limits) -> list[Plan]:
    """The marches that reach anything to take, the bot's best first."""
    board, edition = scene.board, scene.edition
    named = {area for wish in wishes for name in wish.take for area in wish_areas(name, board, edition)}
    sought = frozenset(to for to in named if not _is_own_area(to, scene))
    outlook = Outlook(Sight(board, edition, scene.me, limits._replace(sought=sought)))
    return [plan for _, plan in ranked_plans(outlook, decision.options) if sought & plan.moves.keys()]


def _march(plan: Plan, to: str, rule: BotRule | None, limits: Limits, scene: Scene) -> March:
    """Return the march that takes an area.
    Other units there go where the bot sends them, if marches are left to it within its limits."""
    moves = {to: plan.moves[to]}
    besides = [area for area in plan.moves if area != to]
    owners = {controller(scene.board, scene.edition, area) for area in besides}
    if rule is not None and not limits.avoid.intersection(besides) and not limits.peaceful & owners:
        moves = plan.moves
    gone = sum(sum(units.values()) for units in moves.values()) == scene.board.forces[plan.area].size()
    return March(plan.area, moves, plan.leave_token and gone)


def _useful_marches(wish: Wish, plans: list[Plan], scene: Scene) -> Iterator[tuple[Plan, str]]:
    """The marches that serve a wish, each with what it takes; each once."""
    paths = set[tuple[str, str, tuple[tuple[str, int], ...]]]()
    for name in wish.take:
        targets = set(wish_areas(name, scene.board, scene.edition))
        for plan in plans:
            if wish.origins and plan.area not in wish.origins:
                continue
            for to in sorted(targets & plan.moves.keys(), key=scene.edition.area_order.__getitem__):
                path = (plan.area, to, tuple(sorted(plan.moves[to].items())))
                if path not in paths and not _is_own_area(to, scene):
                    paths.add(path)
                    yield plan, to


def _is_own_area(area: str, scene: Scene) -> bool:
    return not is_attack(scene.board, scene.me, area) and controller(scene.board, scene.edition, area) == scene.me


def _holds(where: str, wish: Wish, plan: Plan, to: str, scene: Scene, trail: Trail) -> bool:
    """Whether the condition of a wish holds for a march."""
    if wish.when is None:
        return True
    scene.attempt = Attempt(plan.area, to, plan.moves[to])
    try:
        if not trail.is_true(wish.when):
            return False
        trail.note_condition(where, wish.when)
        return True
    finally:
        scene.attempt = None


def resolve_march(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Proposals:
    """Propose the first area that does not wait, by its first valid plan, or to stay.

    Wishes to take areas come after the plans of all areas, and before any stays. If all areas wait, the first goes by
    what is written after its waiting. Once a stop condition holds, every march left stays.
    """
    order = wished_first(decision.options, *(voice.sheet.marches.sequence for voice in voices))
    for voice in voices:
        stop = voice.sheet.marches.stop
        if stop is not None and trail.holds(f"{voice.prefix}marches.stop", stop):
            yield Choice(voice.by, f"{voice.prefix}marches.stop", March(order[0]))
    taking = [wish for voice in voices for wish in voice.sheet.marches.wishes if wish.take]
    idle = []
    for area in order:
        waits = yield from propose_by_plans(voices, scene, trail, area, may_wait=len(order) > 1)
        idle += [] if waits else [area]
        if not waits and not taking:
            break
    yield from marches_that_take(voices, scene, decision, trail)
    if idle:
        # One that no wish names stays first, so that the others may still serve.
        named = {area for wish in taking for area in wish.origins}
        yield Choice("default", "", March(next((area for area in idle if area not in named), idle[0])))
    yield from propose_by_plans(voices, scene, trail, order[0], may_wait=False)
    yield Choice("default", "", March(order[0]))


def propose_by_plans(
    voices: Voices, scene: Scene, trail: Trail, area: str, *, may_wait: bool
) -> Generator[Choice, None, bool]:
    """Yield what an area's plans propose now; returns whether a plan said to wait.
    It waits (noted as `waits`) only while there is another march."""
    for voice in voices:
        place, plans = f"{voice.prefix}marches.{area}", voice.sheet.marches.areas.get(area, ())
        going = [supply_limited_moves(scene.board, scene.edition, scene.me, area, plan.moves) for plan in plans]
        judge = partial(_plan_holds, place, plans, [moves for moves, _ in going], scene, trail, area)
        for number, (plan, (moves, stay)) in enumerate(zip(plans, going, strict=True)):
            where = f"{place}[{number}]"
            if not trail.counts(place, plans, number, judge):
                continue
            if plan.wait and may_wait:
                trail.skip(where, "waits", "another march goes first")
                return True
            if plan.wait:
                trail.skip(where, "nothing-to-wait-for", "no other march is left to go first")
                continue
            if plan.moves and not moves:
                trail.skip(where, "nothing-moves", f"this plan has no units to move in {area}")
                continue
            if stay:
                trail.skip(where, FEWER, str(stay))
            yield Choice(voice.by, where, planned_march(plan, scene, area, moves))
    return False


def _plan_holds(
    place: str,
    plans: Sequence[MarchPlan],
    going: Sequence[Moves],
    scene: Scene,
    trail: Trail,
    area: str,
    number: int,
    noted: bool,
) -> bool:
    """Return whether a plan's condition holds, weighed for its planned attack.
    `number`: the plan's place; `noted`: the trail notes the condition."""
    when, moves = plans[number].when, going[number]
    if when is None:
        return True
    goal = next((to for to in moves if is_attack(scene.board, scene.me, to)), next(iter(moves), None))
    if goal is not None:
        scene.attempt = Attempt(area, goal, moves[goal])
    try:
        return trail.holds(f"{place}[{number}]", when) if noted else trail.is_true(when)
    finally:
        scene.attempt = None


def move_troops(rule: TroopsRule, scene: Scene, decision: d.MoveTroops) -> March | Passed:
    """The first rule whose units can go where it says."""
    if rule.because and rule.because != decision.because:
        return Passed("not-this-text", f"it is not about {decision.because}")
    if not rule.to:
        return March(next(iter(decision.options)))
    if rule.to not in decision.options.get(rule.area, ()):
        return Passed("no-such-move", f"no units can go from {rule.area} to {rule.to}")
    there = decision.most or scene.board.forces[rule.area].units
    units = {unit: min(count, there.get(unit, 0)) for unit, count in (rule.units or there).items()}
    moves = {rule.to: {unit: count for unit, count in units.items() if count}}
    return March(rule.area, moves if any(moves.values()) else {})


KINDS = (
    Kind(
        d.ResolveMarch,
        "marches",
        MARCHES,
        instruction=resolve_march,
        bot=bot.march,
        default=lambda p, q: March(next(iter(q.options))),
        forced=lambda q: March(area) if (area := only_idle(q)) is not None else None,
    ),
    Kind(
        d.MoveTroops,
        "troops",
        TROOPS,
        instruction=by_rules(move_troops, "troops"),
        bot=bot.move,
        default=lambda p, q: March(next(iter(q.options))),
        known=lambda edition: bool(edition.tactics),
        harmless=True,
    ),
)
