"""Orders keep their meaning whatever stands around them: greetings, stories, quotations and words to other players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from adjudicator.engine.chance import Picker
from adjudicator.engine.decision import Refused
from narration.notation.reading import Script
from tests.narration.typing.scenes import scene
from tests.narration.typing.test_corpus import FILES, Item, items, outcome, read, said
from tests.slices import often

# Prose that says nothing of orders, in three languages; below it stand quotations.
PROSE = """
Hi everyone, hope you had a good week.
Sorry for the delay, work was mad.
What a round that was!
Ciao a tutti, scusate il ritardo.
Che giornata, spero che vada meglio domani.
Hola a todos, perdón por el retraso.
Menudo turno el anterior, enhorabuena.
Cheers, Anna
Sent from my phone
See you at the club on Friday.
""".strip().split("\n")
QUOTED = """
> Winterfell march +1
> ORDERS pyke raid
> READY
> On Tuesday the game master wrote:
""".strip().split("\n")


@cache
def pools() -> dict[str, list[tuple[Item, str]]]:
    """Lines that are read as meant by themselves, by their scene."""
    found: dict[str, list[tuple[Item, str]]] = {}
    for name in FILES:
        for item in items(name):
            lines = item.typed.strip().split("\n")
            clear = len(lines) == 1 and item.means and not item.ask and "READY" not in item.means
            if clear and outcome(item).verdict == "meant":
                found.setdefault(item.scene, []).append((item, lines[0]))
    return {scene: pool for scene, pool in found.items() if len(pool) > 1}


def places(sheet: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Everything that a sheet says, by its place."""
    if isinstance(sheet, dict) and sheet:
        for key, value in sheet.items():
            yield from places(value, f"{path}.{key}")
    else:
        yield path, sheet


def mixture(number: int) -> tuple[Item, list[str], str]:
    """An item of a scene, orders of it about different things, and a mail with them."""
    pick = Picker("mixtures", number)
    names = sorted(pools())
    pool = pools()[names[pick(len(names))]]
    chosen: dict[str, str] = {}
    spoken: set[str] = set()
    for _ in range(1 + pick(3)):
        item, line = pool[pick(len(pool))]
        about = {place for place, _ in places(said(read(item, item.means, partly=False).sheet, scene(item.scene)))}
        if spoken.isdisjoint(about):
            spoken |= about
            chosen[line] = item.scene
    rows: list[str] = [PROSE[pick(len(PROSE))], ""]
    for line in chosen:
        rows += [line, *(["", PROSE[pick(len(PROSE))], ""] if pick(4) == 0 else [])]
    rows += ["", PROSE[pick(len(PROSE))], "", *QUOTED]
    return pool[0][0], list(chosen), "\n".join(rows)


def reading(item: Item, text: str) -> Script | None:
    """What a text says in the scene of an item; None where all of it is asked about."""
    try:
        return read(item, text, partly=True)
    except Refused:
        return None


def union(item: Item, lines: Sequence[str]) -> dict[str, Any]:
    """What lines say, each alone."""
    whole: dict[str, Any] = {}
    for line in lines:
        script = reading(item, line)
        assert script is not None
        whole.update(places(said(script.sheet, scene(item.scene))))
    return whole


@pytest.mark.parametrize("block", range(10))
def test_orders_mean_the_same_among_prose(block: int) -> None:
    """No order comes from anything else, none is lost without a word, and READY is never said by a quotation."""
    count = often(20, 1000)
    for number in range(block * count, (block + 1) * count):
        item, lines, mail = mixture(number)
        script = reading(item, mail)
        if script is None:
            continue
        meant, got = union(item, lines), dict(places(said(script.sheet, scene(item.scene))))
        got.pop(".marches.sequence", None)
        got.pop("", None)
        alien = {place: value for place, value in got.items() if meant.get(place) != value}
        assert not alien, mail
        assert script.ready is not True, mail
        if not script.open:
            assert meant.keys() - {"", ".marches.sequence"} <= got.keys(), mail


@pytest.mark.parametrize("block", range(5))
def test_lines_in_any_order_are_read_or_refused(block: int) -> None:
    """What several people typed, cut and mixed, fails in no other way than by being refused."""
    lines: dict[str, list[str]] = {}
    for name in FILES:
        for item in items(name):
            lines.setdefault(item.scene, []).extend(line for line in item.typed.split("\n") if line.strip())
    count = often(20, 500)
    for number in range(block * count, (block + 1) * count):
        pick = Picker("heaps", number)
        names = sorted(lines)
        at = names[pick(len(names))]
        pool = lines[at]
        typed = [pool[pick(len(pool))] for _ in range(1 + pick(8))]
        reading(Item(at, ""), "\n".join(line[pick(3) and pick(len(line)) :] for line in typed))
