"""Sheets of games without a notation of their own: JSON, and what is said of a whole sheet."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from adjudicator.engine.refusal import Refusal, Unreadable
from narration.notation.commands import COMMANDS
from narration.notation.said import spelt
from narration.notation.script import Script
from narration.notation.tokens import Source


def write_plain(data: bytes) -> str:
    """The document of a sheet, a line for each of its parts."""
    return json.dumps(json.loads(data), ensure_ascii=False, indent=1) + "\n"


def read_plain(text: str, read: Callable[[bytes], Any], earlier: Any = None) -> Script:
    """A text of JSON, with lines such as READY before or behind it. Raises Unreadable (`bad-json`, or what the family
    says of the sheet)."""
    ready, cleared, rest = None, False, list[str]()
    for _, line in Source(text).lines():
        command = COMMANDS.known.get(spelt(line.strip())) if len(line) < 40 else None
        if command == "end" or line.rstrip() == "--":
            break
        if command is None:
            rest.append(line)
        elif command == "clear":
            cleared = True
        else:
            ready = command == "ready"
    document = "\n".join(rest).strip()
    if not document:
        return Script(earlier if earlier is not None and not cleared else read(b"{}"), None, ready, cleared)
    if not document.startswith("{"):
        words = "this game's sheets are written as JSON, which begins with a bracket"
        raise Unreadable(Refusal("bad-json", words, "line 1, column 1"))
    return Script(read(document.encode(errors="replace")), None, ready, True, True)
