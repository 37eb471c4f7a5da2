"""Rules from words: what stands before the colon, the run, clauses in any order, and the condition."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.refusal import Refused
from narration.notation.cursor import Cursor
from narration.notation.json_values import decoded, shifted
from narration.notation.said import IF, UNLESS, spelt
from narration.notation.tables import Field, Layout
from narration.notation.tokens import Fault, refuse, shown
from narration.notation.values import Listed


def read_condition(c: Cursor) -> Any:
    """The condition that the rest says, with or without a word that begins it."""
    unless = c.phrase(IF) == UNLESS
    if c.done:
        raise c.refuse("condition-missing", "a condition is missing", "lead >= 2, AREA is empty, ...")
    if c.tokens[c.at].value is not None:
        found = decoded(c, c.take().value, c.tongue.condition_type)
        if not c.done:
            raise c.refuse("unexpected-word", f'"{c.sign()}" does not fit here', '";" or the end')
        return found
    begin, c.at = c.at, c.end
    # Conditions are English in every language.
    before = f"{UNLESS} " if unless else ""
    try:
        return c.tongue.parse_condition(before + c.text(begin, c.end))
    except Refused as refused:
        raise shifted(refused, c.tokens[begin].start - len(before)) from refused


def read_subject(c: Cursor, layout: Layout) -> dict[str, Any]:
    """What is said before a colon, for every alternative."""
    values: dict[str, Any] = {}
    _fill(c, layout, values, layout.subject, part=True)
    return values


def read_leading(c: Cursor, layout: Layout) -> dict[str, Any]:
    """The subject where it stands first without a colon, a whole name with something behind it; else nothing."""
    field = layout.by_name[layout.subject[0]]
    for end in range(c.span(), c.at, -1):
        if end < c.end and field.value.whole(c.part(c.at, end)):
            name = c.part(c.at, end)
            c.at = end
            return {field.name: field.value.read(name)}
    return {}


def read_tail(c: Cursor, layout: Layout) -> dict[str, Any]:
    """What is said behind a semicolon, for every alternative."""
    values: dict[str, Any] = {}
    _fill(c, layout, values, (), part=True)
    return values


def read_rules(c: Cursor, layout: Layout, given: dict[str, Any]) -> list[Any]:
    """The rules of one alternative: one, or several where a comma parts them."""
    values = dict(given)
    # Words of its own may sound like a condition: `only if needed`.
    where = c.condition_at(max((layout.by_name[name].value.reach(c) for name in layout.run), default=0))
    whole, c.end = c.end, where
    found = []
    while True:
        said = _is_empty(c, layout) and c.phrase(layout.empties) is not None
        if said:
            values = {**_no_lists(layout), **values}
        empty, said = said, _fill(c, layout, values, layout.run, part=False) or said
        if not said or not (c.loud or empty) and layout.half(values):
            raise c.refuse("value-missing", "nothing is said", _possible(layout))
        if c.done:
            break
        found.append(_made(c, layout, values, None))
        values = dict(given)
    condition = None
    if where < whole:
        c.end, c.at = whole, where
        _refuse_clause(c, layout)
        condition = read_condition(c)
    return [*found, _made(c, layout, values, condition)]


def _refuse_clause(c: Cursor, layout: Layout) -> None:
    """Raises Fault for a clause that stands behind the condition: `if lead >= 1, token`."""
    for place in range(c.at + 1, c.end - 1):
        if c.tokens[place].spelt == "," and c.meant(layout.clauses, place + 1) is not None:
            clause, condition = c.text(place + 1, c.end), c.text(c.at, place)
            words = f'"{shown(clause)}" stands before the condition'
            # With a condition of its own it would have two.
            if c.part(place + 1, c.end).condition_at() == c.end - place - 1:
                words += f'; did you mean "{shown(clause)} {shown(condition)}"?'
            raise refuse("unexpected-word", words, c.tokens[place + 1].start)


def _no_lists(layout: Layout) -> dict[str, Any]:
    """Lists that must be said, with nothing in them."""
    return {one.name: () for one in layout.fields if one.name not in layout.defaults and isinstance(one.value, Listed)}


def _is_empty(c: Cursor, layout: Layout) -> bool:
    """Whether the words for nothing stand alone, or before a clause."""
    found = c.meant(layout.empties)
    if found is None:
        return False
    after = found[1]
    return after >= c.end or c.tokens[after].spelt == "," or c.meant(layout.clauses, after) is not None


def _made(c: Cursor, layout: Layout, values: dict[str, Any], condition: Any) -> Any:
    values = layout.implied({**layout.assumed, **values})
    missing = [one.name for one in layout.fields if one.name not in values and one.name not in layout.defaults]
    if missing:
        raise c.refuse("value-missing", f'"{missing[0]}" is not said', _possible(layout))
    if condition is not None:
        values[layout.when] = condition
    return layout.kind(**values)


def _fill(c: Cursor, layout: Layout, values: dict[str, Any], run: tuple[str, ...], *, part: bool) -> bool:
    """Read fields until nothing is left, or, where commas part alternatives, until one begins; whether any was said."""
    c.clauses = (layout.clauses,)
    said: set[str] = set()
    begun = c.at
    while not c.done:
        comma = c.at > begun and c.take_if(",")
        if c.done:
            break
        found = c.meant(layout.clauses)
        again = _bare(c, layout, said, layout.bare, ()) if found is not None and found[0] in said else None
        if again is not None:
            # `any orders support | any orders raid`: what is raided is said, and "raid" is a kind of orders.
            one = again
        elif found is not None:
            one = layout.by_name[found[0]] if found[0] not in layout.shared else _meant_by(c, layout, found[1])
            _once(c, one, said)
            c.at = found[1]
        else:
            bare = _bare(c, layout, said, run if part else (*run, *layout.subject, *layout.bare), run)
            if bare is None:
                if comma and layout.comma and said:
                    return True
                raise c.refuse(
                    "unexpected-word", f'"{shown(c.text(c.at, c.at + 1))}" does not fit here', _possible(layout)
                )
            one = bare
        values[one.name] = one.value.read(c)
        said.add(one.name)
    return bool(said)


def _meant_by(c: Cursor, layout: Layout, after: int) -> Field:
    """Which field the coming words begin of those that share them: the first that can be read from what follows."""
    words = " ".join(token.spelt for token in c.tokens[c.at : after])
    able = [one for one in layout.fields if one.words is not None and words in map(spelt, one.words.every())]
    for one in able[:-1]:
        probe = c.part(after, c.end)
        try:
            one.value.read(probe)
        except Fault:
            continue
        return one
    return able[-1]


def _once(c: Cursor, one: Field, said: set[str]) -> None:
    if one.name in said:
        raise c.refuse("said-twice", f'"{one.name.replace("_", " ")}" is said twice', "")


def _bare(c: Cursor, layout: Layout, said: set[str], names: tuple[str, ...], run: tuple[str, ...]) -> Field | None:
    """The field that the coming words can be without a word of its own."""
    left = [layout.by_name[name] for name in names if name not in said]
    for one in left:
        if not one.value.greedy and one.value.ahead(c):
            return one
    return next((one for one in left if one.value.greedy and one.name in run), None)


def _possible(layout: Layout) -> str:
    """The words that may come, for a refusal."""
    bare = [name.replace("_", " ") for name in layout.run]
    clauses = [one.words.en[0] for one in layout.fields if one.words is not None]
    return ", ".join(dict.fromkeys([*bare, *clauses, "if"]))
