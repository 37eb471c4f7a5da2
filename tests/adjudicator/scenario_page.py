"""The tables of docs/scenarios.md, from the code; `python -m tests.adjudicator.scenario_page` writes them anew."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_origin, get_type_hints

import msgspec

from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.scenario.building import ARGUMENTS, StepInWords, steps
from adjudicator.thrones.scenario.form import BankPatch, Patch, Scenario, StormPatch

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
MADE = re.compile(r"(<!-- made: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (heads, ("---",) * len(heads), *rows)]
    return "\n".join(lines) + "\n"


def fields(kind: type[msgspec.Struct]) -> str:
    """Every field of a part of a scenario and what it says."""
    rows = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        listed = "a list: " if get_origin(hint.__origin__) is list else ""
        rows.append((f"`{name}`", listed + next(words for words in hint.__metadata__ if isinstance(words, str))))
    assert [row[0].strip("`") for row in rows] == list(kind.__struct_fields__)
    return _table(("field", "what it says"), rows)


def _written(step: StepInWords) -> str:
    arguments = [f"{one}=" for one in step.needed] + [f"[{one}=]" for one in step.optional]
    return f"`{' '.join([step.name, *arguments])}`"


def every_step() -> str:
    """Every step with its arguments, what it does, and in which editions it does that."""
    found: dict[StepInWords, list[str]] = {}
    for edition in EDITIONS.values():
        for step in steps(edition):
            found.setdefault(step, []).append(edition.id)
    ordered = sorted(found.items(), key=lambda pair: pair[0].name)
    rows = [
        (_written(step), step.words, "all" if len(known) == len(EDITIONS) else ", ".join(known))
        for step, known in ordered
    ]
    return _table(("step", "what it does", "editions"), rows)


def rounds() -> str:
    """The steps that make a round of each edition."""
    rows = [(edition.id, ", ".join(f"`{step}`" for step in edition.round_steps)) for edition in EDITIONS.values()]
    return _table(("edition", "a round after `begin-round`"), rows)


def page(text: str) -> str:
    """The page with its tables as the code has them now; what stands around them stays."""
    tables = {
        "scenario": fields(Scenario),
        "setup": fields(Patch),
        "bank": fields(BankPatch),
        "storm": fields(StormPatch),
        "steps": every_step(),
        "arguments": _table(("argument", "what it is"), [(f"`{name}=`", words) for name, words in ARGUMENTS.items()]),
        "rounds": rounds(),
    }
    assert {name for _, name, _ in MADE.findall(text)} == set(tables)
    return MADE.sub(lambda found: found[1] + tables[found[2]] + found[3], text)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
