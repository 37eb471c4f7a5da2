"""A sheet as a document: what it says as text where its family keeps trees, and what fits no type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec

from adjudicator.engine.refusal import Refusal, Refused, Unreadable

# Letters of all texts of a sheet: two hundred long lines.
MOST_LETTERS = 64 * 1024
# A step of a path as msgspec writes it; the key of a mapping is not said.
ANY_KEY = "..."
# So many keys are tried, and so many letters of one repeated.
MOST_KEYS, SHOWN = 300, 200
_STEPS = re.compile(r"\.([\w-]+)|\[(\d+|\.\.\.)\]")
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


def document_of(data: bytes) -> Any:
    """Plain data from JSON; None for what is none."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def unfit(fault: Exception, document: Any = None, convert: Callable[[Any], Any] | None = None) -> Refusal:
    """msgspec's words, with its path turned into ours: `$.bids[...][0]` becomes `bids.iron-throne[0]` where `convert`,
    which reads a document, refuses the one at hand for what stands under that key; else `bids.*[0]`."""
    words, _, path = str(fault).partition(" - at `")
    path = path.rstrip("`").removeprefix("key in ").removeprefix("`")
    where, steps, part = "", list[str | int](), document
    for name, index in _STEPS.findall(path.removeprefix("$")):
        step: str | int = name or (index if index == ANY_KEY else int(index))
        if step == ANY_KEY:
            step = _key_at_fault(words, steps, part, convert) if convert is not None else "*"
        where += f"[{step}]" if isinstance(step, int) else f".{step}"
        steps.append(step)
        part = _inside(part, step)
    return Refusal("bad-sheet", words, where.removeprefix("."))


def _inside(part: Any, step: str | int) -> Any:
    try:
        return part[step]
    except (KeyError, IndexError, TypeError):
        return None


def _key_at_fault(words: str, steps: Sequence[str | int], part: Any, convert: Callable[[Any], Any]) -> str:
    """The key under which stands what is refused in these words; a star if none is refused so by itself."""
    for key, value in islice(part.items(), MOST_KEYS) if isinstance(part, dict) else ():
        alone: Any = {key: value}
        for step in reversed(steps):
            alone = [alone] if isinstance(step, int) else {step: alone}
        try:
            convert(alone)
        except (msgspec.ValidationError, RecursionError) as fault:
            if str(fault).partition(" - at `")[0] == words:
                return str(key)[:SHOWN]
    return "*"
