"""`python -m tests.bench.mails`: how many mails a second one process reads, and which take longest; with `--whole` what
they cost with all that is done with them.

What is read is the corpus, over and over, each mail with the map of an email attached besides every tenth time. Asked
are 100 mails a second on two processors, with all that is done with them; reading is to be the least of it. The whole:
sheets as text for each seat of some games, kept, carried out with receipt and answer, and the answers sent.
"""

from __future__ import annotations

import json
import time

import click

from correspondence.mail_reading import read_mail
from tests.bench.whole_mails import measure
from tests.correspondence.mail_reading.make_corpus import every_mail
from tests.correspondence.mail_reading.mime import attached, body, head, mail, parts

PICTURE = bytes(range(256)) * 1200


@click.command()
@click.option("--seconds", default=5.0, show_default=True, type=click.FloatRange(min=0.1))
@click.option("--whole", is_flag=True, help="With all that is done with them, on PostgreSQL.")
@click.option("--sqlite", is_flag=True, help="The same on SQLite.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1, 2000), help="Games of the whole.")
@click.option("--rounds", default=4, show_default=True, type=click.IntRange(2, 50), help="Mails of a seat.")
@click.option("--processes", default=2, show_default=True, type=click.IntRange(1, 64))
def main(seconds: float, whole: bool, sqlite: bool, games: int, rounds: int, processes: int) -> None:
    """Read, and print the figures."""
    if whole or sqlite:
        click.echo(json.dumps(measure(games, rounds, processes, sqlite=sqlite)))
        return
    mails = [(made.name, made.raw) for made in every_mail()]
    with_map = mail(head("orders"), parts("mixed", body("ORDERS pyke D"), attached("image/png", "map.png", PICTURE)))
    mails += [("with a map", with_map)] * (len(mails) // 10)
    taken: dict[str, float] = {}
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for name, raw in mails:
            start = time.perf_counter()
            read_mail(raw)
            taken[name] = min(taken.get(name, 1.0), time.perf_counter() - start)
        count += len(mails)
    slowest = sorted(((ms * 1000, name) for name, ms in taken.items()), reverse=True)[:3]
    click.echo(json.dumps({
        "mails": len(mails),
        "bytes": sum(len(raw) for _, raw in mails) // len(mails),
        "a_second": round(count / (time.process_time() - began)),
        "slowest_ms": [f"{ms:.2f} {name}" for ms, name in slowest],
    }))  # fmt: skip


if __name__ == "__main__":
    main()
