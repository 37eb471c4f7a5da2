"""The workers of one machine: who dies is started again, who is told to stop stops, and none has two queues."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.e2e.house_turn import eventually, process
from tests.worker.test_process import Desk, desk
from worker import supervisor
from worker.app import MAX_BYTES
from worker.cli import main
from worker.messages import QUEUES

__all__ = ["desk"]

# A crew whose members are this small program, which writes down who it is and does as its argument says.
MEMBER = """
import os, pathlib, signal, sys, time
folder, how = pathlib.Path(sys.argv[1]), sys.argv[2]
if how == "deaf":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
with (folder / how).open("a") as file:
    file.write(f"{os.getpid()}\\n")
if how == "short":
    sys.exit(3)
time.sleep(60)
"""
LEADER = """
import sys
from worker.supervisor import Crew, Member
code, folder, *kinds = sys.argv[1:]
made = Crew([Member((kind,)) for kind in kinds],
            command=lambda member: [sys.executable, "-c", code, folder, *member.arguments], patience=1.0)
sys.exit(made.run())
"""
PATIENCE = 40.0


@pytest.fixture
def led(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts a crew of such members; all are gone in the end."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*kinds: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", LEADER, MEMBER, str(tmp_path), *kinds]
        with (tmp_path / "log").open("ab") as log:
            started.append(subprocess.Popen(command, stdout=log, stderr=log))
        return started[-1]

    yield start
    for leader in started:
        leader.kill()
        leader.wait()
    for kind in ("good", "deaf"):
        for pid in pids(tmp_path, kind):
            if alive(pid):
                os.kill(pid, signal.SIGKILL)


def pids(folder: Path, kind: str) -> list[int]:
    """The processes that a member has been, in order."""
    path = folder / kind
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has buried yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(true: Callable[[], object], what: str) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited for {what}"
        time.sleep(0.05)


def test_a_member_that_dies_is_started_again(led: Callable[..., subprocess.Popen[bytes]], tmp_path: Path) -> None:
    leader = led("good")
    for count in range(1, 3):
        until(lambda count=count: len(pids(tmp_path, "good")) == count, "a member")
        os.kill(pids(tmp_path, "good")[-1], signal.SIGKILL)
    until(lambda: len(pids(tmp_path, "good")) == 3, "the member after that")
    assert leader.poll() is None
    leader.send_signal(signal.SIGTERM)
    assert leader.wait(PATIENCE) == 0
    assert not any(map(alive, pids(tmp_path, "good")))
    assert (tmp_path / "log").read_text().count("a worker ended") == 2


def test_member_dying_at_once_is_restarted_ever_later(monkeypatch: pytest.MonkeyPatch) -> None:
    now, begun = [0.0], list[float]()

    class Dead:
        returncode = 1
        pid = 0

        def poll(self) -> int:
            return 1

    def popen(*_: object, **__: object) -> Dead:
        begun.append(now[0])
        return Dead()

    monkeypatch.setattr(subprocess, "Popen", popen)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    member = supervisor.Member(("--queues", "mail"))
    made = supervisor.Crew([member])
    for _ in range(4000):
        made._restart_if_due(member)
        now[0] += 0.25
    pauses = [after - before for before, after in zip(begun, begun[1:], strict=False)]
    assert pauses[0] <= 2.0
    assert pauses == sorted(pauses)
    assert supervisor.MAX_PAUSE <= pauses[-1] <= supervisor.MAX_PAUSE + 1.0
    # One that lived for a while has not died at once.
    member.begun = now[0] - supervisor.LIVED_SECONDS - 1
    member.process = Dead()  # type: ignore[assignment]
    made._restart_if_due(member)
    assert member.pause == supervisor.FIRST_PAUSE


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_all_stop_when_the_crew_is_told_to(
    led: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, number: signal.Signals
) -> None:
    leader = led("good", "deaf")
    until(lambda: pids(tmp_path, "good") and pids(tmp_path, "deaf"), "both members")
    leader.send_signal(number)
    assert leader.wait(PATIENCE) == 0
    assert not any(map(alive, pids(tmp_path, "good") + pids(tmp_path, "deaf"))), "one that does not listen is killed"
    assert "does not stop" in (tmp_path / "log").read_text()


def test_no_member_has_two_queues_and_one_keeps_the_schedule() -> None:
    for queues in (QUEUES, ("default", "mail"), ("mail", "adjudicate")):
        made = [main.commands["worker"].make_context("worker", list(one.arguments)).params for one in
                supervisor.members(3, 2, queues)]  # fmt: skip
        assert all("," not in one["queues"] for one in made)
        assert {one["queues"] for one in made} == set(queues)
        assert [one["beat"] for one in made] == [True] + [False] * (len(made) - 1)
        assert sum(one["queues"] == "mail" for one in made) == 2
        for one in made:
            assert (one["pool"], one["concurrency"]) == (
                ("prefork", 3) if one["queues"] == "adjudicate" else ("solo", 2)
            )
    assert not any("--beat" in one.arguments for one in supervisor.members(1, 1, beat=False))


@pytest.mark.parametrize(
    ("arguments", "led_by"),
    [
        ([], {"adjudicate", "mail", "default", "search"}),
        (["--queues", "mail,adjudicate"], {"adjudicate", "mail"}),
        (["--queues", "mail"], None),
        (["--one-pool"], None),
    ],
)
def test_a_worker_with_a_broker_of_its_own_never_mixes_queues(
    arguments: list[str], led_by: set[str] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[set[str] | None] = []
    monkeypatch.setattr(
        supervisor.Crew, "run", lambda self: found.append({one.arguments[1] for one in self.members}) or 0
    )
    monkeypatch.setattr("worker.app.run_worker", lambda *_, **__: found.append(None) or 0)
    environment = {"ROOKERY_DATA": str(tmp_path), "BROKER_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": ""}
    result = CliRunner().invoke(main, ["worker", *arguments], env=environment)
    assert result.exit_code == 0, result.output
    assert found == [led_by]
    alone = CliRunner().invoke(main, ["worker", *arguments], env={**environment, "BROKER_URL": ""})
    assert (alone.exit_code, found[1:]) == (0, [None]), "without a broker there is one worker"


def test_a_queue_that_does_not_exist_is_refused() -> None:
    result = CliRunner().invoke(main, ["worker", "--queues", "maps"])
    assert result.exit_code == 2
    assert "there is no queue 'maps'; the queues are adjudicate, mail, default, search" in result.output


@pytest.mark.parametrize("desk", ["servers"], indirect=True)
def test_a_crew_goes_on_when_its_adjudicator_is_killed(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "workers", "--adjudicators", "1", anew=True) as leader:
        desk.ready()
        eventually(desk.past(0), "a closed call", house)
        members = children(leader.pid)
        assert len(members) == 4
        adjudicator = next(pid for pid in members if "adjudicate" in words(pid))
        assert limit(adjudicator) == MAX_BYTES, "a game that eats memory is not to take the machine with it"
        assert all(limit(pid) == MAX_BYTES for pid in children(adjudicator)), "nor in a child"
        mailer = next(pid for pid in members if "mail" in words(pid))
        assert limit(mailer) is None
        os.kill(adjudicator, signal.SIGKILL)
        desk.ready()
        eventually(desk.past(1), "a call closed by who came after", house)
        eventually(lambda: desk.mails()[2:], "the letters, from the mailer that went on", house)
        assert mailer in children(leader.pid)
        everybody = [pid for member in children(leader.pid) for pid in (member, *children(member))]
        leader.send_signal(signal.SIGTERM)
        assert leader.wait(60) == 0
        assert not any(map(alive, everybody))


@pytest.mark.parametrize("desk", ["servers"], indirect=True)
def test_members_stop_when_their_leader_is_gone(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "workers", "--adjudicators", "1") as leader:
        desk.ready()
        eventually(desk.past(0), "a closed call", house)
        everybody = [pid for member in children(leader.pid) for pid in (member, *children(member))]
        leader.kill()
        try:
            until(lambda: not any(map(alive, everybody)), "the end of all members")
        finally:
            for pid in filter(alive, everybody):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("desk", ["servers"], indirect=True)
def test_without_a_beat_who_adjudicates_sweeps(desk: Desk, tmp_path: Path) -> None:
    house = desk.house(tmp_path)
    with process(house, "worker", "--no-beat", "--queues", "adjudicate", "--pool", "solo"):
        for count in range(2):
            desk.ready()
            eventually(desk.past(count), "a closed call", house)
    assert "the lookout cannot read the heartbeat" not in house.log()


def children(pid: int) -> list[int]:
    """The child processes of a process."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in found.split()]


def words(pid: int) -> list[str]:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")


def limit(pid: int) -> int | None:
    """The most memory that a process may have."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    found = next(line for line in lines if line.startswith("Max address space")).split()[3]
    return None if found == "unlimited" else int(found)
