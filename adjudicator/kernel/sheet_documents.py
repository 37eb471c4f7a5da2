"""A sheet as a document: what it says as text where its family keeps trees, and what fits no type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudicator.kernel.refusal import Refusal, Refused, Unreadable

# Letters of all texts of a sheet: two hundred long lines.
MOST_LETTERS = 64 * 1024
# A text of a document: the part it stands in, its field, its place.
Text = tuple[dict[str, Any], str, str]


def read_texts(found: Sequence[Text], read: Callable[[str, str], Any], told: int) -> None:
    """Put what `read` makes of a field and its text in the place of each text.

    Raises Unreadable with what is wrong, `told` faults at most, each with its place in the document and the column;
    `sheet-too-large` for too many letters.
    """
    if sum(len(part[field]) for part, field, _ in found) > MOST_LETTERS:
        raise Unreadable(Refusal("sheet-too-large", f"the conditions of a sheet have at most {MOST_LETTERS} letters"))
    faults: list[Refusal] = []
    for part, field, where in found:
        try:
            part[field] = read(field, part[field])
        except Refused as refused:
            faults += [Refusal(reason.code, reason.words, where) for reason in refused.reasons]
        if len(faults) >= told:
            break
    if faults:
        raise Unreadable(*faults[:told])


def describe_texts(parts: dict[str, Any], names: Iterable[str], examples: str) -> dict[str, Any]:
    """The named parts of a JSON Schema, in which fields of these names may be texts as well."""
    text = {"type": "string", "description": f"On one line, as on the form: {examples}."}
    for part in parts.values():
        for name in names:
            said = part.get("properties", {}).get(name)
            if said is not None and "anyOf" in said and text not in said["anyOf"]:
                said["anyOf"] = [*said["anyOf"], text]
    return parts


def unfit(fault: Exception) -> Refusal:
    """msgspec's words, with its path turned into ours: `$.bids[...][0]` becomes `bids.*[0]`."""
    words, _, path = str(fault).partition(" - at `")
    where = re.sub(r"\[\.\.\.\]", ".*", path.rstrip("`")).removeprefix("$").removeprefix(".")
    return Refusal("bad-sheet", words, where.removeprefix("key in ").removeprefix("$."))
