"""The form of a conformance case of B'Twixt, and reading the files; anything unknown in a file fails loudly."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.btwixt.scenario import Scenario

CASES = Path(__file__).parents[2] / "cases" / "btwixt"
NAME = re.compile(r"BT-[A-Z]+-[A-Za-z0-9.-]+")
RING = ("cersei", "euron", "melisandre", "doran")


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true at the end: parts of the table, events in this order, events that must not occur, questions
    that must or must not be asked (`cersei kill`).

    `tokens` are the numbers that lie in a council; `deck` and `allies` what lies on top, `under` what lies under the
    allies; `left` how many lie face down: `deck`, `allies`, `supply`; `hold` how many cards leaders have; `powers` the
    power of councils when all is turned up.
    """

    councils: dict[str, str] = {}
    tokens: dict[str, str] = {}
    hands: dict[str, str] = {}
    hold: dict[str, int] = {}
    piles: dict[str, str] = {}
    totals: dict[str, int] = {}
    powers: dict[str, int] = {}
    current: str | None = None
    row: str | None = None
    allies: str | None = None
    under: str | None = None
    deck: str | None = None
    left: dict[str, int] = {}
    dead: str | None = None
    discard: str | None = None
    removed: str | None = None
    kneeling: str | None = None
    first: str | None = None
    season: str | None = None
    space: int | None = None
    round: int | None = None
    ending: str | None = None
    seen: dict[str, dict[str, str]] = {}
    events: list[str] = []
    never: list[str] = []
    asked: list[str] = []
    not_asked: list[str] = []


class Case(Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case: a scenario, the leaders' answers, and what must come of it.

    A line of `script` is `LEADER QUESTION: ANSWER`, the question named by what becomes of the choice (`kill`, `token`)
    or as `plays`, `uses`, `arranges`, `orders`, `keeps`. `LEADER QUESTION refused CODE: ANSWER` tries what the rules
    forbid, `LEADER QUESTION offers: ...` lists all choices. With `rest` leaders of whom nothing is written kneel,
    put allies and tokens into their left council and keep the first card of a packet, until the round is over. `waits`
    names what else stays open than turns to play or kneel.
    """

    id: str
    title: str
    source: str
    ruling: str = ""
    edition: str = "btwixt"
    players: int = 4
    houses: list[str] = msgspec.field(default_factory=lambda: list(RING))
    seed: str = "a case"
    rest: bool = False
    script: list[str] = []
    waits: list[str] = []
    expect: Expect = Expect()


def _faults(case: Case) -> list[str]:
    """What is missing in a case that can be read."""
    faults = []
    if not NAME.fullmatch(case.id):
        faults.append(f"the id {case.id!r} is not of the form BT-KIND-name")
    if not case.title or not case.source:
        faults.append(f"{case.id}: title and source must say something")
    judged = any(" refused " in line or " offers" in line for line in case.script)
    if case.expect == Expect() and not case.waits and not judged:
        faults.append(f"{case.id}: nothing is expected")
    return faults


@cache
def read_cases() -> tuple[Case, ...]:
    """Every case, file by file. Raises ValueError naming file and fault."""
    found: list[Case] = []
    for path in sorted(CASES.glob("*.toml")):
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        if set(table) != {"case"}:
            raise ValueError(f"{path.name}: only [[case]] tables, not {sorted(table)}")
        for row in table["case"]:
            try:
                case = msgspec.convert(row, Case)
            except msgspec.ValidationError as fault:
                raise ValueError(f"{path.name}: {row.get('id')}: {fault}") from fault
            if faults := _faults(case):
                raise ValueError(f"{path.name}: {'; '.join(faults)}")
            found.append(case)
    names = [case.id for case in found]
    if doubled := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"case ids are used twice: {doubled}")
    return tuple(found)
