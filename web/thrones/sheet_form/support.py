"""Support: whom one's supporting areas help."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudicator.thrones.sheets.sheet import SupportRule
from web.field_index import FieldIndex
from web.thrones.sheet_form.fields import Reader, Writer

# The area in whose card a row stands: it says nothing by itself.
HERE = "here"


def read_support(form: Reader) -> tuple[SupportRule, ...]:
    """Rows `support[n]`."""
    return form.read_rows("support", _rule)


def _rule(form: Reader, row: str) -> SupportRule | None:
    if form.keys(row) == [HERE]:
        return None
    areas, here = form.many(f"{row}.areas"), form.one(f"{row}.{HERE}")
    return SupportRule(
        when=form.when(f"{row}.when"),
        whom=form.one(f"{row}.whom") or "me",
        areas=areas if not here or here in areas else (*areas, here),
        against=form.many(f"{row}.against"),
        battles=form.many(f"{row}.battles"),
    )


def without_blank(fields: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The fields without rows of which only the area is said in whose card they stand; where more is said, the area is
    among those that the rule names."""
    index, found = FieldIndex(fields, filled=True), {name: list(values) for name, values in fields.items()}
    for name in fields:
        row = re.fullmatch(r"((?:vassals\.[^.\[\]]+\.)?support\[\d+\])\.here", name)
        if row is None:
            continue
        here = found.pop(name)
        if set(index.keys(row[1])) - {HERE}:
            areas = found.setdefault(f"{row[1]}.areas", [])
            areas += [area for area in here if area not in areas]
    return found


def write_support(out: Writer, rules: tuple[SupportRule, ...]) -> None:
    """The fields of support."""
    out.rows("support", rules, _write)


def _write(out: Writer, row: str, rule: SupportRule) -> None:
    out.one(f"{row}.whom", rule.whom)
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.against", rule.against)
    out.many(f"{row}.battles", rule.battles)
    out.when(f"{row}.when", rule.when)
