"""Conditions and amounts on one line: what is written here `conditions.parser` reads back unchanged.

ally power >= 4 and my total < 12
all others kneel and not (I lead)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import WITH
from adjudicator.engine.condition_reader import junction_texts

PLACES = {"left": "left council", "right": "right council", "weaker": "weaker council"}
PLACES |= {"stronger": "stronger council", "claimed": "claimed council", "mine": "my councils"}
WHO = {"first-player": "first player"}


def format_condition(condition: c.When) -> str:
    """The condition on one line, with ids for names."""
    return _FORMS[type(condition)](condition)


def format_amount(amount: c.Amount) -> str:
    """The amount on one line, with ids for names."""
    if isinstance(amount, int):
        return str(amount)
    if not isinstance(amount, c.Sum):
        return format_term(amount)
    text = ""
    for share in amount.of:
        count = abs(share.times)
        text += f" {'-' if share.times < 0 else '+'} {f'{count} times ' if count != 1 else ''}{format_term(share.term)}"
    if amount.plus:
        text += f" {'-' if amount.plus < 0 else '+'} {abs(amount.plus)}"
    return text.removeprefix(" + ").strip()


def format_term(term: c.Term) -> str:
    """A number's source on one line."""
    return _TERMS[type(term)](term)


def council_text(which: str) -> str:
    """A council in words."""
    if which.startswith(WITH):
        return f"council with {which.removeprefix(WITH)}"
    return PLACES.get(which, which)


def _of_leader(term: c.LeaderNumber) -> str:
    if term.who in ("me", "best"):
        return f"{'my' if term.who == 'me' else 'best'} {term.of}"
    return f"{term.of} of {_who(term.who)}"


def _who(who: str) -> str:
    return WHO.get(who, who)


def _doer(who: str, verb: str) -> str:
    """A verb with whom it is said of."""
    if who == "me":
        return f"I {verb}"
    return f"all others {verb}" if who == "others" else f"{_who(who)} {verb}s"


def _pile(who: str) -> str:
    return "my pile" if who == "me" else f"pile of {_who(who)}"


def _ally(fact: c.AllyIs | c.AllyOf) -> str:
    return "next ally" if fact.next else "ally"


_TERMS: dict[type[c.Term], Callable[[Any], str]] = {
    c.LeaderNumber: _of_leader,
    c.TableNumber: lambda t: {"season-rounds-left": "rounds left in season"}.get(t.of, t.of.replace("-", " ")),
    c.CouncilNumber: lambda t: f"{t.of} {'of' if t.of == 'power' else 'in'} {council_text(t.council)}",
    c.Count: lambda t: f"{t.what} in {'my hand' if t.place == 'hand' else _pile(t.who)}",
    c.Extreme: lambda t: f"{t.of} in my hand",
}


_FORMS: dict[type[c.When], Callable[[Any], str]] = {
    **junction_texts(c.JUNCTIONS, format_condition),
    c.Constant: lambda f: "always" if f.value else "never",
    c.Compare: lambda f: f"{format_amount(f.left)} {f.op} {format_amount(f.right)}",
    c.Kneels: lambda f: _doer(f.who, "kneel"),
    c.Stands: lambda f: _doer(f.who, "stand"),
    c.AllyIs: lambda f: f"{_ally(f)} is {f.ally}",
    c.AllyOf: lambda f: f"{_ally(f)} is of {f.tag}",
    c.AllyThere: lambda f: "there is an ally",
    c.Holds: lambda f: f"I hold {f.what}",
    c.PileHas: lambda f: f"{_pile(f.who)} has {f.what}",
    c.Played: lambda f: f"{f.what} is played",
    c.FirstPlayer: lambda f: f"first player is {_who(f.who)}",
    c.SeasonIs: lambda f: f"season is {f.season}",
    c.IsDead: lambda f: f"{f.ally} is dead",
    c.LiesIn: lambda f: f"{f.ally} is in {council_text(f.council)}",
    c.InRow: lambda f: f"{f.ally} is in row",
    c.Won: lambda f: "I won" if f.who == "me" else f"{_who(f.who)} won",
    c.Leads: lambda f: _doer(f.who, "lead"),
    c.Tied: lambda f: "I am tied" if f.who == "me" else f"{_who(f.who)} is tied",
}
