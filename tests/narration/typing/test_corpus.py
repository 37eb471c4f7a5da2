"""Lines as people type them, and what a game master takes them to mean.

A corpus file has items: a `scene` (`scenes.py`), what is `typed` there, and what it `means` in documented English
lines, READY and CLEAR among them (empty: nothing). `ask` are the typed lines about which a game master would ask; what
the others mean is taken meanwhile. `python -m tests.narration.typing.test_corpus [WORD]` prints what is not read as
meant, of the files whose name has the word.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from adjudicator import documents, games
from adjudicator.engine.decision import Refused
from correspondence.sheets.use_cases import locate_refusal
from narration.notation.reading import Script
from narration.typed_sheets import check_in_part, read_sheet_text
from tests.narration.typing.scenes import Scene, scene

FOLDER = Path(__file__).with_name("corpus")
NOTATION = Path("docs/notation.md")
FILES = sorted(path.stem for path in FOLDER.glob("*.toml"))


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody typed, and what they meant."""

    scene: str
    typed: str
    means: str = ""
    ask: tuple[str, ...] = ()
    note: str = ""


class Outcome(NamedTuple):
    """How an item was read: as `meant`, `asked` about rightly, `missed`, or `wrong`."""

    verdict: str
    read: str


def items(name: str) -> list[Item]:
    """The items of a file."""
    return msgspec.convert(tomllib.loads((FOLDER / f"{name}.toml").read_text())["item"], list[Item])


def read(item: Item, text: str, *, partly: bool) -> Script:
    """A text as the scene of an item reads it."""
    at = scene(item.scene)
    board = at.board
    modules = getattr(board, "modules", ())
    asked = at.asked
    return read_sheet_text(
        text, games.edition(at.edition), modules, house=at.seat, board=board, decisions=asked, partly=partly
    )


def taken(item: Item) -> Script:
    """What of a text a mail with it hands in: lines that are not read, or that the game refuses, are left open."""
    at, edition = scene(item.scene), games.edition(scene(item.scene).edition)

    def check(script: Script) -> None:
        report = games.of(at.showing).check_sheet(at.showing, at.seat, script.sheet, at.waiting, pace=at.pace)
        if report.errors:
            raise Refused(*(locate_refusal(error, script, "") for error in report.errors))

    return check_in_part(item.typed, edition, lambda text: read(item, text, partly=True), check)[0]


def said(sheet: Any, at: Scene) -> Any:
    """What a sheet says, as plain values; its own house is `me`, and units that march are told where others stay."""
    if sheet is None:
        return None
    plain = joined(msgspec.json.decode(documents.encode(sheet).replace(f'"{at.seat}"'.encode(), b'"me"')))
    for area, plans in plain.get("marches", {}).get("areas", {}).items():
        for moves in (plan.get("moves", ()) for plan in plans):
            if len(moves) == 1 and moves[0].get("units") == dict(at.board.forces[area].units):
                del moves[0]["units"]
    return plain


def joined(plain: Any) -> Any:
    """The same where rules that follow each other, and differ in a list of names alone, are one: `CARD a; b` says no
    more than `CARD a, b`."""
    if isinstance(plain, dict):
        return _unended({key: value if key == "when" else joined(value) for key, value in plain.items()})
    if not isinstance(plain, list):
        # Words of a wish have no order.
        return " ".join(sorted(plain.split())) if isinstance(plain, str) else plain
    rules: list[Any] = []
    for rule in map(joined, plain):
        before = rules[-1] if rules else None
        if isinstance(rule, dict) and isinstance(before, dict) and rule.keys() == before.keys():
            names = [key for key in rule if rule[key] != before[key]]
            if len(names) == 1 and all(_names(one[names[0]]) for one in (before, rule)):
                rules[-1] = {**before, names[0]: [*before[names[0]], *rule[names[0]]]}
                continue
        rules.append(rule)
    return rules


def _unended(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet without a kneel at the end of bids, where it comes anyway, and without words such as `otherwise` behind
    one with a condition, behind which nothing is read where that holds."""
    bids = sheet.get("bid", [])
    for before, rule in pairwise(bids):
        if before.get("kneel") and rule.get("when", {}).get("kind") == "else":
            inner = rule.pop("when").get("of")
            rule |= {"when": inner} if inner else {}
    if bids and isinstance(bids[-1], dict) and "when" not in bids[-1] and bids[-1].get("kneel"):
        last = {key: one for key, one in bids[-1].items() if key != "kneel"}
        return {**sheet, "bid": bids[:-1] + ([last] if last or len(bids) == 1 else [])}
    return sheet


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def within(part: Any, whole: Any) -> bool:
    """Whether all that a sheet says is said by another, too."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return all(any(within(one, other) for other in whole) for one in part)
    return bool(part == whole)


def outcome(item: Item) -> Outcome:
    """How an item is read."""
    at = scene(item.scene)
    meant = read(item, item.means, partly=False)
    try:
        script = taken(item)
    except Refused as refused:
        return Outcome("asked" if item.ask and not item.means else "missed", f"refused: {refused}")
    why = "; ".join(f"{one.number}: {one.reasons[0].words[:60]}" for one in script.open)
    unread = ",".join(str(number) for number, _ in script.unread)
    sheets = [said(one, at) for one in (script.sheet, meant.sheet, script.standing, meant.standing)]
    told = f"{msgspec.json.encode(sheets[0]).decode()} ready={script.ready} open={{{why}}} unread={unread}"
    same = sheets[0] == sheets[1] and sheets[2] == sheets[3]
    ready = script.ready if not script.withheld else meant.ready
    asked = {one.text for one in script.open}
    if same and ready == meant.ready and script.cleared == meant.cleared:
        if asked == {line.strip() for line in item.ask}:
            return Outcome("asked" if item.ask else "meant", told)
        return Outcome("missed", told)
    clear = within(sheets[0], sheets[1]) and within(sheets[2], sheets[3])
    # What is passed over in silence beside READY would be lost.
    lost = bool(script.ready) and not (meant.ready and same)
    return Outcome("missed" if clear and not lost else "wrong", told)


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_read_wrong(name: str) -> None:
    found = [(item, outcome(item)) for item in items(name)]
    assert [(item.typed, one.read) for item, one in found if one.verdict == "wrong"] == []


@pytest.mark.parametrize(
    ("typed", "means"), re.findall(r"^\| `([^`]+)` \| `([A-Z]{3,} [^`]+)` \|$", NOTATION.read_text(), re.MULTILINE)
)
def test_lines_of_the_docs_are_read_as_told(typed: str, means: str) -> None:
    turn = " turn 4" if means.startswith("BID") else ""
    item = Item(f"second-edition 6 stark{turn}", typed, means.replace("\\|", "|"))
    assert outcome(item).verdict == "meant", typed


def main(word: str) -> None:
    """Print what is not read as meant."""
    total: Counter[str] = Counter()
    for name in FILES:
        if word not in name:
            continue
        count: Counter[str] = Counter()
        for item in items(name):
            found = outcome(item)
            count[found.verdict] += 1
            if found.verdict in ("missed", "wrong"):
                print(f"--- {found.verdict} [{item.scene}]\n{item.typed.strip()}\n => {item.means.strip()}", end="")
                print(f" | ask {list(item.ask)}" if item.ask else "", f"\n    {found.read}")
        print(f"=== {name}: {dict(count)}")
        total += count
    print(f"=== all: {dict(total)}, {total.total()}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
