"""`make mutants`: change the rules in one place at a time, and say which changes no test notices.

`SAMPLE=400` mutants are drawn by `SEED=1`, each by its own words, so that a change elsewhere draws no others; `FULL=1`
takes all. Ends with 1 when a survivor has no reason in
`survivors.toml`, or when fewer than 95 of 100 are killed.

Written here because what the kept tools do (a process and a whole suite for each mutant, mutants by line number) takes
hours where this takes minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from bisect import bisect_right
from collections.abc import Iterable
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.mutants.mutations import Mutation, mutations_of

ROOT = Path(__file__).resolve().parents[2]
REASONS = Path(__file__).with_name("survivors.toml")
# The rooms of the rules. Left out: the bot's habits, which are taste, and the words of differences.
ROOMS = ("adjudicator/engine", "adjudicator/thrones")
LEFT_OUT = "adjudicator/thrones/bot/"
DIFFERENCES = {
    "adjudicator/thrones/state/visibility.py": {
        *("difference", "_storm_changes", "_sorted_tactics", "_change_if_any"),
        *("_keys", "_snapshot", "_copy_bank", "_cards", "_sorted_battle"),
    }
}
GOAL = 0.95
# Tests that time something may fail while their lines are counted.
MAX_FAILING = 3
# Seconds of tests, the quickest first, that a mutant has to survive; a whole run of all takes too long for each.
ENOUGH = 30
TESTS = [sys.executable, "-m", "pytest", "--noconftest", "-q", "tests/adjudicator"]


def every_mutation() -> list[Mutation]:
    """All mutations of the rules rooms, in the order of files and lines."""
    files = sorted(path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py"))
    return [
        mutation
        for path in files
        if not path.startswith(LEFT_OUT)
        for mutation in mutations_of(ROOT, path)
        if mutation.function not in DIFFERENCES.get(path, ())
    ]


def draw_map(folder: Path) -> dict[str, Any]:
    """Run the tests once and find out which lines each of them runs.

    Exits if they fail as they are, but for a few that time something.
    """
    file = folder / "map.json"
    environment = {**os.environ, "MUTANTS_MAP": str(file), "PYTHONHASHSEED": "0"}
    command = [*TESTS, "-p", "tests.mutants.mapping"]
    subprocess.run(command, cwd=ROOT, env=environment, check=False, stdout=subprocess.DEVNULL)
    drawn: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if len(drawn["failed"]) > MAX_FAILING:
        sys.exit("The tests fail without a mutant; run them first: make test ARGS=tests/adjudicator")
    for test in drawn["failed"]:
        print(f"left out, as it fails while it is watched: {test}")
    return drawn


def tests_of(mutation: Mutation, drawn: dict[str, Any]) -> tuple[list[str], bool]:
    """The tests that run a mutation's line, the quickest first, and whether it also runs while modules load."""
    lines = {int(number): tests for number, tests in drawn["lines"].get(mutation.path, {}).items()}
    # A line inside a longer statement may stand in the map under the line before it.
    at = next((number for number in range(mutation.number, mutation.number - 8, -1) if number in lines), None)
    if at is None:
        return [], False
    return quickest([test for test in lines[at] if test], drawn["seconds"]), "" in lines[at]


def quickest(tests: Iterable[str], seconds: dict[str, float]) -> list[str]:
    """The quickest of some tests, in order, until they take long enough."""
    ordered = sorted(tests, key=seconds.__getitem__)
    spent = list(accumulate(seconds[test] for test in ordered))
    return ordered[: bisect_right(spent, ENOUGH) + 1]


def drawn_by(seed: str, whole: list[Mutation], size: int) -> list[Mutation]:
    """A sample in which each mutation stands or not by what it changes, whatever else there is."""

    def place(one: Mutation) -> bytes:
        return sha256(json.dumps([seed, *one.key]).encode()).digest()

    return sorted(whole, key=place)[:size]


def jobs_of(sample: list[Mutation], drawn: dict[str, Any]) -> list[dict[str, Any]]:
    """What is to be judged, as :mod:`judging` reads it."""
    jobs = []
    for number, mutation in enumerate(sample):
        tests, loading = tests_of(mutation, drawn)
        alone = loading or not mutation.inside
        tests = quickest(drawn["seconds"], drawn["seconds"]) if alone else tests
        row = {"number": number, "mutation": mutation, "tests": tests, "alone": alone}
        if tests:
            jobs.append(row)
    return jobs


def judged(jobs: list[dict[str, Any]], seconds: dict[str, float], folder: Path) -> dict[int, str]:
    """The verdicts by the mutants' numbers; `seconds` is how long each test takes."""
    work, done = folder / "work.json", folder / "done.jsonl"
    written = {"jobs": jobs, "seconds": seconds, "hands": os.cpu_count() or 2}
    work.write_text(json.dumps(written), encoding="utf-8")
    names = {"MUTANTS_WORK": work, "MUTANTS_DONE": done}
    environment = {**os.environ, **{name: str(path) for name, path in names.items()}, "PYTHONHASHSEED": "0"}
    subprocess.run([*TESTS, "-s", "-p", "tests.mutants.judging"], cwd=ROOT, env=environment, check=False)
    rows = [json.loads(line) for line in done.read_text(encoding="utf-8").splitlines()]
    return {row["number"]: row["verdict"] for row in rows}


def reasons() -> dict[tuple[str, str, str, str, int], str]:
    """Why a mutant may survive, by its key."""
    rows = tomllib.loads(REASONS.read_text(encoding="utf-8")).get("survivor", [])
    return {(r["path"], r["function"], r["line"], r["change"], r.get("nth", 1)): r["reason"] for r in rows}


def told(mutation: Mutation) -> str:
    """A survivor as `survivors.toml` names it."""
    fields = {"path": mutation.path, "function": mutation.function, "line": mutation.line, "change": mutation.change}
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    nth = [f"nth = {mutation.nth}"] if mutation.nth > 1 else []
    return "\n".join([f"[[survivor]]  # line {mutation.number}", *lines, *nth, 'reason = ""'])


def report(sample: list[Mutation], verdicts: dict[int, str], whole: list[Mutation]) -> int:
    """Print what came of it; the exit code."""
    known = reasons()
    alive = [one for number, one in enumerate(sample) if verdicts.get(number, "survived") == "survived"]
    unexplained = [one for one in alive if one.key not in known]
    changing = len(sample) - sum(known.get(one.key, "").startswith("same") for one in alive)
    killed = len(sample) - len(alive)
    share = killed / max(changing, 1)
    for one in unexplained:
        print(told(one), end="\n\n")
    standing = {one.key for one in whole}
    for key in (key for key in known if key not in standing):
        print(f"survivors.toml names what is no longer there: {key}")
    late = sum(verdict == "timeout" for verdict in verdicts.values())
    print(f"{len(sample)} of {len(whole)} mutants: {killed} killed ({late} by time), {len(alive)} survived,")
    print(
        f"{len(sample) - changing} of which do the same as before; {share:.1%} of the others killed (goal {GOAL:.0%})"
    )
    print(f"{len(unexplained)} survivors without a reason")
    return int(bool(unexplained) or share < GOAL)


def main() -> int:
    """Draw the sample, judge it, report it."""
    whole = every_mutation()
    size = len(whole) if os.environ.get("FULL") else min(int(os.environ.get("SAMPLE") or 400), len(whole))
    sample = drawn_by(os.environ.get("SEED") or "1", whole, size)
    with TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        drawn = draw_map(folder)
        verdicts = judged(jobs_of(sample, drawn), drawn["seconds"], folder)
    return report(sample, verdicts, whole)


if __name__ == "__main__":
    sys.exit(main())
