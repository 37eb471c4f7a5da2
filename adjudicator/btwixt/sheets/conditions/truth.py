"""Whether a condition holds in a scene. No evaluation of text, no access to anything hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.numbers import value
from adjudicator.btwixt.sheets.conditions.scene import Scene, is_sort
from adjudicator.engine.condition_tree import COMPARED


def holds(condition: c.AnyCondition, scene: Scene) -> bool:
    """Whether the condition holds now; Inapplicable if it asks for something that does not exist."""
    return _FACTS[type(condition)](condition, scene)


def _whom(who: str, scene: Scene) -> list[str]:
    return scene.others if who == "others" else [scene.leader(who)]


def _has_tag(fact: c.AllyOf, scene: Scene) -> bool:
    ally = scene.next_ally if fact.next else scene.ally
    return bool(ally) and fact.tag in scene.edition.allies[ally].tags


def _in_pile(scene: Scene, house: str, what: str) -> bool:
    influence = scene.edition.influence
    return any(is_sort(influence[one.card], what) for one in scene.board.piles[house])


def _lies_in(fact: c.LiesIn, scene: Scene) -> bool:
    among = scene.mine if fact.council == "mine" else (scene.council(fact.council),)
    return any(fact.ally in scene.board.councils[council].allies for council in among)


def _tied(fact: c.Tied, scene: Scene) -> bool:
    best, house = max(scene.totals.values()), scene.leader(fact.who)
    return scene.totals[house] == best and sum(one == best for one in scene.totals.values()) > 1


_FACTS: dict[type[c.AnyCondition], Callable[[Any, Scene], bool]] = {
    c.AllOf: lambda f, s: all(holds(one, s) for one in f.of),
    c.AnyOf: lambda f, s: any(holds(one, s) for one in f.of),
    c.Not: lambda f, s: not holds(f.of, s),
    c.Constant: lambda f, s: f.value,
    c.Compare: lambda f, s: COMPARED[f.op](value(f.left, s), value(f.right, s)),
    c.Kneels: lambda f, s: all(one in s.board.kneeling for one in _whom(f.who, s)),
    c.Stands: lambda f, s: all(one not in s.board.kneeling for one in _whom(f.who, s)),
    c.AllyIs: lambda f, s: (s.next_ally if f.next else s.ally) == f.ally,
    c.AllyOf: _has_tag,
    c.AllyThere: lambda f, s: bool(s.board.current),
    c.Holds: lambda f, s: any(is_sort(s.edition.influence[card], f.what) for card in s.view.hand),
    c.PileHas: lambda f, s: _in_pile(s, s.leader(f.who), f.what),
    c.Played: lambda f, s: any(_in_pile(s, house, f.what) for house in s.board.houses),
    c.FirstPlayer: lambda f, s: s.leader(f.who) == s.board.first,
    c.SeasonIs: lambda f, s: f.season == s.board.season,
    c.IsDead: lambda f, s: f.ally in s.board.dead,
    c.LiesIn: _lies_in,
    c.InRow: lambda f, s: f.ally in s.board.row,
    c.Won: lambda f, s: s.board.won is not None and s.board.won.house == s.leader(f.who),
    c.Leads: lambda f, s: s.leading == s.leader(f.who),
    c.Tied: _tied,
}
