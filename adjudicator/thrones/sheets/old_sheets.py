"""Sheets stored or sent before wishes: goals and worths of marches read as the nearest wishes.

Stored bytes stay as they are, for receipts commit to them. The release after 0.1 is the first with wishes; this module
may go once no running game has a sheet from before it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

# As many names as a rule may list, and as many rules as a sheet may have.
MAX_NAMES, MAX_RULES = 60, 200
_MARKS = (b'"goals"', b'"worths"')
Document = dict[str, Any]
Names = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_NAMES)]


class _Old(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A rule or section of an earlier release."""


class _Goal(_Old):
    take: Names = ()
    hold: Names = ()
    strength: int = 1
    origins: Names = ()
    units: Any = "all"
    keep: Document = {}
    moves: Annotated[list[Document], msgspec.Meta(max_length=MAX_NAMES)] = []
    leave_token: str = "never"
    when: Any = None


class _Worth(_Old):
    areas: Names
    worth: int | str | Document
    owners: Names = ()
    adds: bool = False
    when: Any = None


class _Marches(_Old):
    sequence: Any = ()
    areas: dict[str, list[Any]] = {}
    goals: Annotated[list[_Goal], msgspec.Meta(max_length=MAX_RULES)] = []
    worths: Annotated[list[_Worth], msgspec.Meta(max_length=MAX_RULES)] = []
    wishes: list[Any] = []
    stop: Any = None


def translated(data: bytes) -> bytes:
    """The JSON of a sheet with wishes for its goals and worths; the same bytes where it has none.

    Goals and worths that no release could read stay, to be refused. Raises msgspec.DecodeError for what is no JSON,
    RecursionError for what is too deep.
    """
    if not any(mark in data for mark in _MARKS):
        return data
    sheet = msgspec.json.decode(data)
    if not isinstance(sheet, dict):
        return data
    vassals = sheet.get("vassals")
    parts = [sheet, *(vassals.values() if isinstance(vassals, dict) else ())]
    changed = False
    for part in parts:
        marches = part.get("marches") if isinstance(part, dict) else None
        if not isinstance(marches, dict) or not marches.keys() & {"goals", "worths"}:
            continue
        try:
            old = msgspec.convert(marches, _Marches)
        except msgspec.ValidationError:
            continue
        ranked = _wishes_of_worths(old.worths)
        if part is sheet and ranked and isinstance(sheet.setdefault("steward", []), list):
            # Worths marched against anybody.
            sheet["steward"].append({"what": ["marches"], "may_attack": ["anybody"]})
        part["marches"], changed = _translation(old), True
    return msgspec.json.encode(sheet) if changed else data


def _translation(old: _Marches) -> Document:
    """A section with wishes in the place of its goals and worths."""
    plans = [(area, goal) for goal in old.goals if _only_moves(goal) for area in goal.origins][:MAX_RULES]
    for area, goal in plans:
        plan = msgspec.to_builtins(_Goal(when=goal.when, moves=goal.moves, leave_token=goal.leave_token))
        old.areas.setdefault(area, []).append(plan)
    wishes = [*old.wishes, *(_wish_of(goal) for goal in old.goals if not _only_moves(goal))]
    wishes += _wishes_of_worths(old.worths)
    new = {"sequence": old.sequence, "areas": old.areas, "wishes": wishes, "stop": old.stop}
    return {name: value for name, value in new.items() if value}


def _only_moves(goal: _Goal) -> bool:
    """Whether a goal only moves units of areas that it names: it is a plan of each, after the others of it."""
    return not goal.take and not goal.hold and bool(goal.origins)


def _wish_of(goal: _Goal) -> Document:
    """What a goal takes is taken by the march that the bot likes best; what it holds is preferred and not left."""
    prefer = [*goal.hold, *([] if goal.take or goal.hold else (move["to"] for move in goal.moves if move.get("to")))]
    wish = {"when": goal.when, "take": goal.take, "origins": goal.origins if goal.take else ()}
    wish |= {"prefer": prefer, "stay": goal.hold}
    return {name: value for name, value in wish.items() if value}


def _wishes_of_worths(worths: list[_Worth]) -> list[Document]:
    """Areas are preferred in the order of their worth; sums, owners and what is added have no wish."""
    numbered = [(one.worth, one) for one in worths if isinstance(one.worth, int) and one.worth > 0 and not one.adds]
    ranked = [one for _, one in sorted(numbered, key=lambda pair: -pair[0])]
    depends: list[Document] = [{"when": one.when, "prefer": one.areas} for one in ranked if one.when]
    always = tuple(dict.fromkeys(area for one in ranked if not one.when for area in one.areas))[:MAX_NAMES]
    return [*depends, *([{"prefer": always}] if always else [])]
