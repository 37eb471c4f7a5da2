"""Wishes for marches: what is taken before all else, and what the bot weighs and keeps to when it marches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.improvements import facts_of
from adjudicator.thrones.rules.march_legality import is_attack
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices
from adjudicator.thrones.sheets.sheet import ANYBODY, ATTACKERS, NOBODY, StewardRule, Wish
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.campaign import Plan
from adjudicator.thrones.steward.marches import ranked_plans
from adjudicator.thrones.steward.outlook import Outlook
from adjudicator.thrones.steward.sight import Limits, Sight

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


def areas_of(name: str, board: Board, edition: Edition) -> tuple[str, ...]:
    """The areas that a name of a wish stands for: itself, or all of a kind."""
    of_kind = ANY_OF.get(name)
    if of_kind is None:
        return (name,) if name in edition.areas else ()
    return tuple(area for area in edition.areas if of_kind(board, edition, area))


def limits_of(voices: Voices, scene: Scene, trail: Trail, limits: Limits) -> Limits:
    """These limits with what the wishes of all voices add; of an area the first that is said of it counts."""
    avoid, keep, prefer = set[str](), dict[str, int](), dict[str, float]()
    weight = PREFERRED
    for voice in voices:
        for wish in voice.sheet.marches.wishes:
            shapes = wish.prefer or wish.avoid or wish.stay
            if not shapes or wish.when is not None and not trail.is_true(wish.when):
                continue
            avoid.update(area for name in wish.avoid for area in areas_of(name, scene.board, scene.edition))
            for area in wish.stay:
                keep.setdefault(area, wish.keep)
            for name in wish.prefer:
                for area in areas_of(name, scene.board, scene.edition):
                    prefer.setdefault(area, weight)
                weight *= LESS
    return limits._replace(avoid=frozenset(avoid), keep=keep, prefer=prefer)


def peaceful_houses(rule: StewardRule, scene: Scene, *, careful: bool) -> frozenset[str] | None:
    """The houses that the bot may not attack or hinder by a rule; None where it sets no such limit.

    `careful`: in a game that leaves unsaid choices to the bot.
    """
    words = rule.may_attack or ((NOBODY,) if careful else (ANYBODY,))
    if ANYBODY in words:
        return None
    house, foes = scene.asked.house, {*words}
    if ATTACKERS in words:
        deeds = (*scene.board.deeds, *scene.board.last_deeds)
        hostile = (deed for deed in deeds if deed.what in ("attacked", "raided"))
        foes |= {deed.house for deed in hostile if deed.other == house}
    return frozenset(scene.board.houses) - foes - {house, scene.asked.seat}


def marches_that_take(voices: Voices, scene: Scene, decision: d.ResolveMarch, trail: Trail) -> Iterator[Choice]:
    """The marches that take what wishes say, in their order; of the marches that take one area the bot's best first.

    Units that are not needed stay where they are, or go where the bot would send them if marches are left to it.
    """
    taking = [
        (voice, number, wish) for voice in voices for number, wish in enumerate(voice.sheet.marches.wishes) if wish.take
    ]
    if not taking:
        return
    rule = next((rule for voice in voices for _, rule in leaving(voice, "marches", trail)), None)
    limits = _limits(voices, scene, trail, rule)
    plans = _plans(scene, decision, [wish for _, _, wish in taking], limits)
    left = MAX_WEIGHED
    for voice, number, wish in taking:
        where, serves = f"{voice.prefix}marches.wishes[{number}]", False
        cost = _cost(wish)
        for plan, to in _serving(wish, plans, scene):
            left -= cost
            if left < 0:
                trail.skip(where, "too-much-to-weigh", "the wishes mean more marches than can be weighed")
                return
            if _holds(where, wish, plan, to, scene, trail):
                serves = True
                yield Choice(voice.by, where, _march(plan, to, rule, limits, scene))
        if not serves:
            trail.skip(where, "no-march-serves", "none of the marches that are left serves this wish now")


def leaving(voice: Voice, part: str, trail: Trail) -> Iterator[tuple[str, StewardRule]]:
    """The rules of a sheet that leave a part of it to the bot now, each with its place, and the limits of all."""
    where, rules = f"{voice.prefix}steward", voice.sheet.steward
    about = [number for number, rule in enumerate(rules) if rule.about(part, careful=trail.careful)]
    # What is said of the same part is judged without notes: it binds, and does not decide.
    apart = Trail(trail.scene)
    now = [rules[number] for number in about if len(about) > 1 and apart.counts(where, rules, number)]
    for number in about:
        if trail.counts(where, rules, number):
            yield f"{where}[{number}]", rules[number].within(now)


def _limits(voices: Voices, scene: Scene, trail: Trail, rule: StewardRule | None) -> Limits:
    """What binds the units of a march that takes something: all wishes, and the rule that leaves marches to the bot.

    Without a rule no unit goes where it is not sent.
    """
    if rule is None:
        return limits_of(voices, scene, trail, Limits(peaceful=frozenset(scene.board.houses)))
    peaceful = peaceful_houses(rule, scene, careful=trail.careful) or frozenset()
    limits = limits_of(voices, scene, trail, Limits(peaceful=peaceful | {*rule.never_attack}))
    keep = {area: max(limits.keep.get(area, 0), rule.keep) for area in rule.never_empty}
    return limits._replace(keep={**limits.keep, **keep})


def _plans(scene: Scene, decision: d.ResolveMarch, wishes: Collection[Wish], limits: Limits) -> list[Plan]:
    """The marches that reach anything to take, the bot's best first."""
    board, edition = scene.board, scene.edition
    named = {area for wish in wishes for name in wish.take for area in areas_of(name, board, edition)}
    sought = frozenset(to for to in named if not _mine(to, scene))
    outlook = Outlook(Sight(board, edition, scene.me, limits._replace(sought=sought)))
    return [plan for _, plan in ranked_plans(outlook, decision.options) if sought & plan.moves.keys()]


def _march(plan: Plan, to: str, rule: StewardRule | None, limits: Limits, scene: Scene) -> March:
    """The march that takes an area. Other units of its area go where the bot sends them, if marches are left to it and
    its limits allow it."""
    moves = {to: plan.moves[to]}
    besides = [area for area in plan.moves if area != to]
    owners = {controller(scene.board, scene.edition, area) for area in besides}
    if rule is not None and not limits.avoid.intersection(besides) and not limits.peaceful & owners:
        moves = plan.moves
    gone = sum(sum(units.values()) for units in moves.values()) == scene.board.forces[plan.area].size()
    return March(plan.area, moves, plan.leave_token and gone)


def _serving(wish: Wish, plans: list[Plan], scene: Scene) -> Iterator[tuple[Plan, str]]:
    """The marches that serve a wish, each with what it takes; each once."""
    paths = set[tuple[str, str, tuple[tuple[str, int], ...]]]()
    for name in wish.take:
        targets = set(areas_of(name, scene.board, scene.edition))
        for plan in plans:
            if wish.origins and plan.area not in wish.origins:
                continue
            for to in sorted(targets & plan.moves.keys(), key=scene.edition.area_order.__getitem__):
                path = (plan.area, to, tuple(sorted(plan.moves[to].items())))
                if path not in paths and not _mine(to, scene):
                    paths.add(path)
                    yield plan, to


def _mine(area: str, scene: Scene) -> bool:
    return not is_attack(scene.board, scene.me, area) and controller(scene.board, scene.edition, area) == scene.me


def _holds(where: str, wish: Wish, plan: Plan, to: str, scene: Scene, trail: Trail) -> bool:
    """Whether the condition of a wish holds for a march."""
    if wish.when is None:
        return True
    scene.attempt = Attempt(plan.area, to, plan.moves[to])
    try:
        if not trail.is_true(wish.when):
            return False
        trail.held(where, wish.when)
        return True
    finally:
        scene.attempt = None


def _cost(wish: Wish) -> int:
    """What it takes to judge one march by a wish's condition."""
    if wish.when is None:
        return 1
    return sum(HANDS if isinstance(part, c.Winning | c.Odds) else 1 for part in c.parts(wish.when))
