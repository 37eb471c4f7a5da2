"""`python -m tests.bench.by_turns OTHER`: what calls cost here and in another tree of the program, by turns.

A machine that others share changes its pace from second to second, by more than most changes of the program save or
cost: two measurements one after the other say nothing then. Here each tree has a process, a database and games of its
own, and they take turns: ten calls there, ten calls here. What is told is one thread's CPU a game, and the median of
what here takes of what there takes, pair by pair. An older tree needs this file, and the imports of its own time in it.

Even the ratio is not the same at every pace: where caches are shared with strangers, larger code loses more. So the
machine's pace before and after is told beside it.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import select, update

from correspondence import closing, logs
from correspondence.models.turns import Turn
from correspondence.outbox.delivery import Transport, transport_for
from correspondence.outbox.sending import deliver_due
from correspondence.settings import Settings
from correspondence.store import Store
from tests.bench import stages
from tests.bench.rush import analyze, database, fill
from tests.bench.sink import Sink, mail_server
from worker.environment import COLLECTED_BY_WORKERS_AFTER, freeze_loaded
from worker.tasks import MAX_MAILS

# Calls in a turn, and turns that are not counted: what is compiled and cached once is not what a call costs.
AT_ONCE, WARM = 10, 3
Seconds = dict[str, float]


def now() -> datetime:
    """The time by this machine's clock."""
    return datetime.now(UTC)


@dataclass
class Calls:
    """Calls of games with five sheets each, those that wait for their turn by number."""

    store: Store
    transport: Transport
    waiting: list[int]

    def turn(self) -> Seconds:
        """Adjudicate the next ones and send their emails; the seconds of CPU that each took."""
        these = [self.waiting.pop() for _ in range(AT_ONCE)]
        past = now() - timedelta(seconds=1)
        with self.store.begin() as session:
            due = update(Turn).where(Turn.id.in_(these)).values(due_at=past, closes_at=past)
            session.execute(due)
        begun = time.thread_time()
        done, _ = closing.adjudicate_due(self.store, "turns", now, AT_ONCE)
        if done != AT_ONCE:
            raise RuntimeError(f"{done} calls were due, not {AT_ONCE}")
        adjudicated = time.thread_time()
        self.send()
        return {"adjudicate": adjudicated - begun, "letters": time.thread_time() - adjudicated}

    def send(self) -> None:
        """Send all emails that wait."""
        while deliver_due(self.store, self.transport, now, limit=MAX_MAILS)[1]:
            pass


@contextmanager
def calls(games: int) -> Iterator[Calls]:
    """So many calls, in a database of their own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rookery-turns-")))
        settings = Settings(
            data_dir=folder,
            database_url=stack.enter_context(database()),
            broker_url="filesystem",
            smtp_url=stack.enter_context(mail_server(Sink())),
            secret_key="a key for the turns",
            sender="rookery@rookery.example",
        )
        store = Store(settings)
        stack.callback(store.close)
        store.upgrade()
        fill(store, games)
        analyze(store)
        transport = transport_for(settings, store)
        stack.callback(transport.close)
        with store.read() as session:
            waiting = list(session.scalars(select(Turn.id).order_by(Turn.id)))
        made = Calls(store, transport, waiting)
        made.send()
        freeze_loaded(COLLECTED_BY_WORKERS_AFTER)
        yield made


def take_turns(games: int) -> None:
    """Be one of the two: a line is read for each turn, and one written that says what it took."""
    with calls(games) as made:
        click.echo("ready")
        for _ in sys.stdin:
            click.echo(json.dumps(made.turn()))


def compared(there: Iterable[Seconds], here: Iterable[Seconds]) -> dict[str, float]:
    """Milliseconds of CPU a game in both trees, and here as a share of there, the median of all pairs of turns."""
    pairs = list(zip(there, here, strict=True))
    ratio = statistics.median(sum(mine.values()) / sum(theirs.values()) for theirs, mine in pairs)
    found = {"ratio": round(ratio, 3), "games": len(pairs) * AT_ONCE}
    for name, place in (("there", 0), ("here", 1)):
        for stage in pairs[0][place]:
            found[f"{stage}_{name}"] = round(1000 * statistics.mean(pair[place][stage] for pair in pairs) / AT_ONCE, 2)
    return found


def _answers(process: subprocess.Popen[str]) -> str:
    """The next line of a tree that is no line of its log."""
    assert process.stdout is not None
    line = next((line for line in process.stdout if line.startswith(("ready", "{"))), None)
    if line is None:
        raise click.ClickException("one of the two ended before its turn; what it said stands above")
    return line


@click.command()
@click.argument("other", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--games", default=500, show_default=True, type=click.IntRange(10 * (WARM + 1), 20_000))
def main(other: Path | None, games: int) -> None:
    """Compare this tree with OTHER; without it, be one of the two."""
    logs.configure(level="warning")
    if other is None:
        take_turns(games)
        return
    with ExitStack() as stack:
        trees = []
        for tree in (other, Path.cwd()):
            trees.append(
                stack.enter_context(
                    subprocess.Popen(
                        [sys.executable, "-m", "tests.bench.by_turns", "--games", str(games)],
                        cwd=tree,
                        env=os.environ | {"PYTHONPATH": str(tree.resolve())},
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        text=True,
                    )
                )
            )
        for tree in trees:
            _answers(tree)
        pace = [stages.calibration()]
        took: tuple[list[Seconds], list[Seconds]] = ([], [])
        for number in range(games // AT_ONCE):
            # Who comes second has warmer caches, or colder ones: each does every other time.
            for place in (0, 1) if number % 2 else (1, 0):
                question = trees[place].stdin
                assert question is not None
                question.write("go\n")
                question.flush()
                took[place].append(json.loads(_answers(trees[place])))
        pace.append(stages.calibration())
        told = {"calibration_ms": [round(one) for one in pace]}
        click.echo(json.dumps(told | compared(took[0][WARM:], took[1][WARM:])))


if __name__ == "__main__":
    main()
