"""The form of a conformance case, and reading the files; anything unknown in a file fails loudly."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.thrones.scenario.form import Scenario

CASES = Path(__file__).parents[1] / "cases"


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true at the end: parts of the board, events in this order, events that must not occur, questions
    that must or must not be asked."""

    units: dict[str, str] = {}
    neutral: dict[str, int] = {}
    tokens: dict[str, str] = {}
    orders: dict[str, str] = {}
    power: dict[str, int] = {}
    supply: dict[str, int] = {}
    tracks: dict[str, str] = {}
    holders: dict[str, str] = {}
    control: dict[str, str] = {}
    settlements: dict[str, int] = {}
    wildlings: int | None = None
    round: int | None = None
    victory: int | None = None
    ending: str | None = None
    hands: dict[str, str] = {}
    discards: dict[str, str] = {}
    revealed: dict[str, str] = {}
    bans: list[str] | None = None
    decks: dict[str, str] = {}
    garrisons: dict[str, int] = {}
    improvements: dict[str, str] = {}
    loyalty: dict[str, int] | None = None
    points: dict[str, int] = {}
    growth: dict[str, int] = {}
    removed: list[str] | None = None
    slots: str = ""
    loans: dict[str, str] = {}
    token: str | None = None
    claim: str | None = None
    weather: int | None = None
    leaders: dict[str, str] = {}
    alliances: dict[str, str] = {}
    permanent: dict[str, str] = {}
    commanders: dict[str, str] = {}
    events: list[str] = []
    never: list[str] = []
    asked: list[str] = []
    not_asked: list[str] = []


class Case(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One numbered case: a scenario, the players' answers, and what must come of it.

    A line of `script` is `HOUSE QUESTION: ANSWER`; `HOUSE QUESTION refused CODE: ANSWER` tries an answer that the rules
    forbid; `HOUSE QUESTION offers: ...` lists all choices; `HOUSE QUESTION shows FIELD: VALUE` looks at the question
    itself. `decrees` are overrides and gifts before everything else; with a `refused` code one must be refused. `waits`
    names the questions left open at the end.
    """

    id: str
    title: str
    source: str
    ruling: str = ""
    edition: str = "first-edition"
    players: int = 5
    seed: str = "a case"
    decrees: list[dict[str, Any]] = []
    script: list[str] = []
    waits: list[str] = []
    expect: Expect = Expect()


def _faults(case: Case) -> list[str]:
    """What is missing in a case that can be read."""
    faults = []
    if not re.fullmatch(r"[0-9A-Z]+-[A-Z]+-[a-z0-9-]+", case.id):
        faults.append(f"the id {case.id!r} is not of the form 1E-KIND-name")
    if not case.title or not case.source:
        faults.append(f"{case.id}: title and source must say something")
    judged = any(" refused " in line or " offers" in line or " shows " in line for line in case.script)
    if case.expect == Expect() and not case.waits and not judged:
        faults.append(f"{case.id}: nothing is expected")
    return faults


@cache
def read_cases(edition: str = "first-edition") -> tuple[Case, ...]:
    """Every case of an edition, file by file. Raises ValueError naming file and fault."""
    found: list[Case] = []
    for path in sorted((CASES / edition).glob("*.toml")):
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        if set(table) != {"case"}:
            raise ValueError(f"{path.name}: only [[case]] tables, not {sorted(table)}")
        for row in table["case"]:
            try:
                case = msgspec.convert({"edition": edition, **row}, Case)
            except msgspec.ValidationError as fault:
                raise ValueError(f"{path.name}: {row.get('id')}: {fault}") from fault
            if faults := _faults(case):
                raise ValueError(f"{path.name}: {'; '.join(faults)}")
            found.append(case)
    names = [case.id for case in found]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"case ids are used twice: {doubled}")
    return tuple(found)
