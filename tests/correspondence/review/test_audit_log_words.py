"""Whatever is written into the audit log has words there: no kind of entry is forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from adjudicator import games
from correspondence.review import access
from correspondence.review.audit import TABLES, entry_phrase
from narration.thrones.voice import Voice
from narration.words import translator

ROOT = Path(__file__).parents[3]
WRITER = "correspondence.audit_log"
ENGLISH = Voice(games.edition("first-edition"), translator("en"))


def _modules() -> Iterator[tuple[Path, ast.Module, str]]:
    """Every module that writes into the audit log, and under what name."""
    for room in ("correspondence", "web", "worker"):
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module == WRITER:
                    names = [alias.asname or alias.name for alias in node.names if alias.name == "note"]
                    yield from ((path, tree, name) for name in names)


def _kinds(path: Path, tree: ast.Module, name: str) -> Iterator[str]:
    """What a module writes; a kind that is neither said in place nor a constant of the module fails."""
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield from _said(node.args[3], constants, path)


def _said(kind: ast.expr, constants: dict[str, ast.expr], path: Path) -> Iterator[str]:
    match kind:
        case ast.Constant(value=str(said)):
            yield said
        case ast.IfExp():
            yield from _said(kind.body, constants, path)
            yield from _said(kind.orelse, constants, path)
        case ast.Name():
            yield from _said(constants[kind.id], constants, path)
        case ast.Subscript(value=ast.Name(id=table)):
            found = constants[table]
            assert isinstance(found, ast.Dict)
            for value in found.values:
                yield from _said(value, constants, path)
        case _:
            raise AssertionError(f"{path}:{kind.lineno}: a kind of entry that nobody can look up")


# Entries that stay in audit logs, though none is written any more.
WRITTEN_BEFORE = {"seat-replace"}


def test_every_kind_that_is_written_has_words() -> None:
    written = {kind for found in _modules() for kind in _kinds(*found)}
    assert len(written) > 40, "the search finds what is written"
    assert set(access.SEAT_ACTS.values()) <= written
    assert written - set(TABLES["log"]) == set()
    assert set(TABLES["log"]) - written == WRITTEN_BEFORE, "words that nothing needs"


def test_entries_are_told_with_names_and_reasons() -> None:
    told = [
        entry_phrase("edict", {"number": 2, "call": 3, "what": "set-units", "reason": "A miscount"}, ENGLISH),
        entry_phrase("seats-swapped", {"houses": "stark,lannister"}, ENGLISH),
        entry_phrase("deadline-moved", {"call": 4, "reason": "asked", "note": "Holidays"}, ENGLISH),
        entry_phrase("deadline-moved", {"call": 4, "reason": "vote", "note": ""}, ENGLISH),
        entry_phrase("seat-swap", {"house": "stark", "other": "tyrell", "reason": "As agreed"}, ENGLISH),
    ]
    assert told == [
        "Override 2 in turn 3 (units): A miscount",
        "Stark and Lannister swapped players.",
        "Moved the deadline of turn 4: Holidays",
        "Moved the deadline of turn 4: the players voted for it",
        "Swapped the players of Stark and Tyrell: As agreed",
    ]


def test_entries_of_long_ago_are_shown_by_their_kind() -> None:
    assert entry_phrase("looked-at-stars", {}, ENGLISH) == "looked at stars"
    assert entry_phrase("held", {}, ENGLISH) == "held"
