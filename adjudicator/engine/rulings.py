"""Lists of rulings for people: how the program decides where rules are silent.

Parts are under `##`, each ruling under `### R-07 Title` with the cases that show it at its end.
"""

from __future__ import annotations

import re

from adjudicator.engine.decision import FrozenStruct

HEADING = re.compile(r"^(?P<level>##|###) (?P<words>.+)\n", re.MULTILINE)
_ID = r"[\w-]+(?:\.[\w-]+)*"
_TEXT = re.compile(rf"(?P<text>.+?)\s+Cases?:\s(?P<cases>{_ID}(?:,\s{_ID})*)\.\s*", re.DOTALL)


class Ruling(FrozenStruct):
    """A ruling in English: permanent number, subject, text, conformance case ids."""

    number: str
    title: str
    text: str
    cases: tuple[str, ...]
    part: str = ""


def read_rulings(source: str) -> tuple[Ruling, ...]:
    """Read a list's rulings in order; ValueError names an unreadable one."""
    rulings, part = [], ""
    _, *pieces = HEADING.split(source)
    for level, words, body in zip(pieces[0::3], pieces[1::3], pieces[2::3], strict=True):
        if level == "##":
            part = words
        else:
            rulings.append(_parse_ruling(words, body.strip(), part))
    return tuple(rulings)


def _parse_ruling(heading: str, body: str, part: str) -> Ruling:
    """Parse one ruling from its heading and body; ValueError if unreadable."""
    number, _, title = heading.partition(" ")
    match = _TEXT.fullmatch(body)
    if match is None:
        raise ValueError(f"ruling {number} is not a text and the cases that show it")
    cases = tuple(re.split(r",\s", match["cases"]))
    return Ruling(number, title, " ".join(match["text"].split()), cases, part)
