"""Warnings about own lines that do what a limit of the bot or a wish forbids: own lines come first."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.tree import When, parts
from adjudicator.thrones.sheets.instructions.wishes import areas_of
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.marches import avoided_areas
from adjudicator.thrones.sheets.warnings.telling import warn


def limit_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Raids, marches and House cards that the bot may not choose, and wishes that take what another never enters."""
    never = frozenset[str]().union(*(rule.never_play for rule in _limits(ahead, "cards")))
    for number, card_rule in enumerate(ahead.sheet.cards.rules):
        for card in card_rule.cards:
            if card in never:
                yield warn("card-never-played", f"cards.rules[{number}].cards", card=card)
    if not ahead.ahead:
        return
    spared, unraided = _spared(ahead, "marches"), _spared(ahead, "raids")
    for area, raids in ahead.sheet.raids.areas.items():
        for number, raid in enumerate(raids if ahead.mine(area) else ()):
            targets = [to for to in raid.targets if to in ahead.edition.areas]
            yield from _attacks(ahead, targets, raid.when, unraided, f"raids.{area}[{number}]")
    for area, plans in ahead.sheet.marches.areas.items():
        for number, plan in enumerate(plans if ahead.mine(area) else ()):
            reached = [move.to for move in plan.moves if move.to in ahead.reach(area)]
            yield from _attacks(ahead, reached, plan.when, spared, f"marches.{area}[{number}]")
    avoided = avoided_areas(ahead)
    for number, wish in enumerate(ahead.sheet.marches.wishes):
        where, taken = f"marches.wishes[{number}]", _taken(ahead, wish)
        for to in taken:
            if to in avoided:
                yield warn("wish-enters", where, to=to)
        yield from _attacks(ahead, taken, wish.when, spared, where)


def _limits(ahead: Prospect, part: s.SheetPart) -> list[s.StewardRule]:
    """The rules that leave a part to the bot in any case."""
    return [rule for rule in ahead.sheet.steward if rule.about(part) and rule.when is None]


def _spared(ahead: Prospect, part: s.SheetPart) -> frozenset[str]:
    """The houses that the sheet forbids the bot to march against, or to raid. Who else will have attacked is not
    known."""
    others, rules = frozenset(ahead.board.houses) - {ahead.house}, _limits(ahead, part)
    never = others.intersection(house for rule in rules for house in rule.never_attack)
    allowed = {house for rule in ahead.sheet.steward if rule.about(part) for house in rule.may_attack}
    limited = any(rule.may_attack for rule in rules) and not {s.ANYBODY, s.ATTACKERS} & allowed
    return never | (others - allowed) if limited else never


def _attacks(
    ahead: Prospect, areas: list[str], when: When | None, spared: frozenset[str], where: str
) -> Iterator[Refusal]:
    """The first area of each of these houses, unless the condition asks about the area itself."""
    asked = {getattr(part, "area", "") for part in parts(when)} if when is not None else set()
    against = set[str]()
    for to in areas:
        holder = controller(ahead.board, ahead.edition, to)
        if holder in spared and holder not in against and to not in asked:
            against.add(holder)
            yield warn("line-attacks", where, other=holder, to=to)


def _taken(ahead: Prospect, wish: s.Wish) -> list[str]:
    """The areas that a wish may take, by where its marches get to."""
    board, edition = ahead.board, ahead.edition
    marching = ahead.marching if ahead.known else tuple(area for area in board.forces if ahead.mine(area))
    near = {to for area in marching if area in (wish.origins or marching) for to in ahead.reach(area)}
    named = dict.fromkeys(to for name in wish.take for to in areas_of(name, board, edition))
    return [to for to in named if to in near and controller(board, edition, to) != ahead.house]
