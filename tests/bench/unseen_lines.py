"""How lines are read that nobody looked at while the reader was written: `python -m tests.bench.unseen_lines [dev]`.

The items are in `tests/narration/typing/unseen`: `dev` may be worked on, `final` is for measuring; its faults were
looked at once. Both were written from the rules and from how people write, not from the reader.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import click
import msgspec

from tests.narration.typing.test_corpus import Item, outcome

FOLDER = Path(__file__).parents[1] / "narration" / "typing" / "unseen"


@click.command()
@click.argument("part", type=click.Choice(["dev", "final"]), default="final")
def main(part: str) -> None:
    """Print how many items are read as meant, rightly asked about, missed and wrong; of `dev` which are wrong."""
    verdicts: Counter[str] = Counter()
    for path in sorted((FOLDER / part).glob("*.toml")):
        for item in msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8"))["item"], list[Item]):
            verdict, reading = outcome(item)
            verdicts[verdict] += 1
            if part == "dev" and verdict not in ("meant", "asked"):
                click.echo(f"{verdict}, {item.scene}: {item.typed.strip()!r} is read as {reading}")
    click.echo(dict(verdicts))


if __name__ == "__main__":
    main()
