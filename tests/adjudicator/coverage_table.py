"""The table of what the conformance cases cover; `python -m tests.adjudicator.coverage_table` writes it anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from adjudicator import face
from adjudicator.thrones.decisions import AnyDecision
from adjudicator.thrones.events import AnyEvent
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import Ran, run

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "rules-coverage.md"
EXAMPLES = {"EX": 29, "FAQ": 12, "RULE": 14}
SHOWN = 4

Results = list[tuple[Case, Ran]]


def results() -> Results:
    """Every case with what it did."""
    return [(case, run(case)) for case in read_cases()]


def _row(what: str, cases: Iterable[str]) -> str:
    """A line of the table: the first few cases, and how many more there are."""
    found = list(dict.fromkeys(cases))
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"| {what} | {', '.join(found[:SHOWN])}{more} |"


def _belongs(case: Case, name: str) -> bool:
    return case.id == name or case.id.startswith(f"{name}-")


def uncovered(ran: Results) -> list[str]:
    """What no case covers: examples, answers, rules, cards, questions, events and citations that must have one."""
    edition = face.edition("first-edition")
    names = [f"1E-{kind}-{number:02}" for kind, count in EXAMPLES.items() for number in range(1, count + 1)]
    names += [f"1E-CARD-{card}" for card in edition.cards] + [f"1E-WEST-{card}" for card in edition.westeros]
    missing = [name for name in names if name not in {case.id for case, _ in ran}]
    for kind in _tags(AnyDecision):
        if not any(_asks(one, kind) for _, one in ran):
            missing.append(f"question {kind}")
    for kind in _tags(AnyEvent):
        if not any(_tells(one, kind) for _, one in ran):
            missing.append(f"event {kind}")
    cited = {record.rule for _, one in ran for record in one.records}
    return missing + [f"rule {key}" for key in edition.citations if key not in cited]


def _tags(union: object) -> list[str]:
    return [kind.__struct_config__.tag for kind in get_args(union)]


def _asks(ran: Ran, kind: str) -> bool:
    return any(question.split()[1] == kind for question in ran.asked)


def _tells(ran: Ran, kind: str) -> bool:
    return any(record.event.__struct_config__.tag == kind for record in ran.records)


def page(ran: Results) -> str:
    """The whole page in Markdown."""
    edition = face.edition("first-edition")
    lines = ["# What the cases of the first edition cover", ""]
    lines += [
        f"{len(ran)} cases in `tests/cases/first-edition`. Written by `python -m tests.adjudicator.coverage_table`."
    ]
    for heading, kind in (("Worked examples", "EX"), ("Questions and answers", "FAQ"), ("Rules restated", "RULE")):
        lines += ["", f"## {heading}", "", "| case | what it shows |", "|---|---|"]
        lines += [f"| {case.id} | {case.title} |" for case, _ in ran if case.id.startswith(f"1E-{kind}-")]
    for heading, kind, names in (("House cards", "CARD", edition.cards), ("Westeros cards", "WEST", edition.westeros)):
        lines += ["", f"## {heading}", "", "| card | cases |", "|---|---|"]
        for name in names:
            lines.append(_row(name, (case.id for case, _ in ran if _belongs(case, f"1E-{kind}-{name}"))))
    lines += ["", "## Rules cited by events", "", "| rule | cases |", "|---|---|"]
    for key, words in edition.citations.items():
        told = (case.id for case, one in ran if any(record.rule == key for record in one.records))
        lines.append(_row(f"`{key}` {words}", told))
    for heading, union, has in (("Questions asked", AnyDecision, _asks), ("Events told", AnyEvent, _tells)):
        lines += ["", f"## {heading}", "", "| kind | cases |", "|---|---|"]
        lines += [_row(f"`{kind}`", (case.id for case, one in ran if has(one, kind))) for kind in _tags(union)]
    lines += ["", "## Edge cases", "", "| case | what it shows | ruling |", "|---|---|---|"]
    lines += [f"| {case.id} | {case.title} | {case.ruling} |" for case, _ in ran if case.id.startswith("1E-EDGE-")]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(results()), encoding="utf-8")
