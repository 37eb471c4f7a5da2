"""A pytest plugin that judges mutants instead of running the tests once.

One process has everything collected; for every mutant it forks, puts the mutant in, and runs the tests that touch it,
the quickest first, until one fails. What cannot be exchanged in a running process (:mod:`swapping`) is judged by a new
process that loads the mutant. `MUTANTS_WORK` is a file with the work, `MUTANTS_DONE` takes the verdicts, a line
each.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from types import FunctionType
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutations import Mutation
from tests.mutants.swapping import Key, exchange, install, loaded_functions

ROOT = Path(__file__).resolve().parents[2]
SURVIVED, KILLED, ELSEWHERE = 0, 1, 3
MAX_MEMORY = 3 << 30
# A mutant that makes a test take so many times as much of the processor, and these seconds besides, never ends.
PATIENCE, AT_LEAST = 8, 10
# Loading everything takes a few seconds.
LOADING = 60

# Nothing is shrunk or remembered: the first failing example is enough, and mutants must not leave any behind.
hypothesis.settings.register_profile(
    "mutants",
    database=None,
    deadline=None,
    derandomize=True,
    phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("mutants")


class Job:
    """A mutant that waits for its verdict: the tests to run in order, whether in a new process."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.number: int = row["number"]
        self.mutation = Mutation(*row["mutation"])
        self.tests: list[str] = row["tests"]
        self.alone: bool = row["alone"]


def read_work() -> tuple[list[Job], dict[str, float], int]:
    """The mutants to judge, the seconds that each test takes, and how many to judge at a time."""
    work = json.loads(Path(os.environ["MUTANTS_WORK"]).read_text(encoding="utf-8"))
    return [Job(row) for row in work["jobs"]], work["seconds"], work["hands"]


_jobs, _known, _hands = read_work()
# The number of the one mutant that this process is to judge, if it is a new one for that.
_alone = next((job for job in _jobs if str(job.number) == os.environ.get("MUTANTS_ALONE")), None)
if _alone is not None:
    signal.setitimer(signal.ITIMER_PROF, LOADING)
    install(ROOT, _alone.mutation)


def _patient(test: str) -> None:
    """From now on this process has as much of the processor as one test may take."""
    signal.setitimer(signal.ITIMER_PROF, AT_LEAST + PATIENCE * _known[test])


def _bounded() -> None:
    """The running process gets so much memory, and says nothing."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _run(items: list[pytest.Item]) -> int:
    """Run tests until one fails."""
    for item in items:
        _patient(item.nodeid)
        if any(report.failed for report in runtestprotocol(item, nextitem=None, log=False)):
            return KILLED
    return SURVIVED


def _fork(job: Job, items: dict[str, pytest.Item], functions: dict[Key, list[FunctionType]]) -> int:
    """Judge a mutant in a copy of this process; the copy's id."""
    child = os.fork()
    if child:
        return child
    verdict = KILLED
    try:
        _bounded()
        possible = exchange(ROOT, job.mutation, functions)
        verdict = _run([items[name] for name in job.tests]) if possible else ELSEWHERE
    finally:
        os._exit(verdict)


def _spawn(job: Job) -> int:
    """Judge a mutant in a new process, which loads it; its id."""
    environment = {**os.environ, "MUTANTS_ALONE": str(job.number)}
    command = [sys.executable, "-m", "pytest", "--noconftest", "-p", "tests.mutants.judging", "-x", "tests/adjudicator"]
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **silent).pid  # type: ignore[call-overload,no-any-return]


def _verdict(job: Job, status: int) -> str:
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) == signal.SIGPROF else "killed"
    code = os.waitstatus_to_exitcode(status)
    return {SURVIVED: "survived", ELSEWHERE: "elsewhere"}.get(code, "killed")


def judge(jobs: list[Job], items: dict[str, pytest.Item], done: Path, hands: int) -> None:
    """Judge all, `hands` at a time, and write each verdict down as it falls."""
    functions = loaded_functions(ROOT / "adjudicator")
    waiting, running = deque(jobs), dict[int, tuple[Job, float]]()
    with done.open("a", encoding="utf-8") as out:
        while waiting or running:
            while waiting and len(running) < hands:
                job = waiting.popleft()
                running[_spawn(job) if job.alone else _fork(job, items, functions)] = (job, time.monotonic())
            child, status = os.wait()
            job, begun = running.pop(child)
            verdict = _verdict(job, status)
            if verdict == "elsewhere":
                job.alone = True
                waiting.append(job)
                continue
            seconds = round(time.monotonic() - begun, 2)
            out.write(json.dumps({"number": job.number, "verdict": verdict, "seconds": seconds}) + "\n")
            out.flush()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A new process runs the quickest tests first."""
    if _alone is not None:
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in _alone.tests]
        _bounded()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test has its own time, in a new process too."""
    if _alone is not None:
        _patient(item.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Judge mutants in place of running the tests, unless this process is itself one that judges."""
    if _alone is not None:
        return None
    judge(_jobs, {item.nodeid: item for item in session.items}, Path(os.environ["MUTANTS_DONE"]), _hands)
    return True
