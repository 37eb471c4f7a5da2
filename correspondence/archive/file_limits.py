"""What a game file from elsewhere may hold, looked at before any of it is played."""

from __future__ import annotations

import re

import msgspec

from adjudicator import documents, games
from adjudicator.engine.journal import Decreed
from adjudicator.engine.values import Entry
from adjudicator.game_file import GameFile
from correspondence.errors import Invalid
from narration.words import N_

MOST_FILE_BYTES = 16 * 1024 * 1024
# A long game has some hundred answers, and a few edicts.
MOST_ENTRIES, MOST_EDICTS = 50_000, 25_000
LONGEST_SEED, LONGEST_NAME, LONGEST_REASON = 400, 200, 2000
_KINDS = re.compile(r"[a-z][a-z-]{0,39}")
_encoder = msgspec.json.Encoder()


def within_bytes(data: bytes) -> None:
    """Invalid `file-too-large` for more than MOST_FILE_BYTES; nothing of it is read for that."""
    if len(data) > MOST_FILE_BYTES:
        raise Invalid(
            "file-too-large", N_("A game file has {most} MB at most."), "file", most=MOST_FILE_BYTES // 1024**2
        )


def within_limits(whole: GameFile) -> None:
    """Refuse what no game of this service holds; says what, and where in the file.

    Raises Invalid for `file`: `too-many-entries`, `text-too-long`, `unknown-pace`.
    """
    _few(len(whole.journal), MOST_ENTRIES, N_("The journal has {count} entries; a game file has {most} at most."))
    edicts = sum(isinstance(entry, Decreed) for entry in whole.journal)
    _few(edicts, MOST_EDICTS, N_("The journal has {count} edicts; a game file has {most} at most."))
    _short(whole.seed or "", LONGEST_SEED, "seed")
    for place, entry in enumerate(whole.journal):
        _entry(entry, f"journal[{place}]")
    _pace(whole)


def _few(count: int, most: int, words: str) -> None:
    if count > most:
        raise Invalid("too-many-entries", words, "file", count=count, most=most)


def _short(text: str, most: int, where: str) -> None:
    if len(text) > most:
        words = N_("{where} is longer than {most} characters.")
        raise Invalid("text-too-long", words, "file", where=where, most=most)


def _entry(entry: Entry, where: str) -> None:
    """As long as what a game master can decree, and what names a question."""
    if not isinstance(entry, Decreed):
        for field in ("decision", "seat", "asked"):
            _short(getattr(entry, field), LONGEST_NAME, f"{where}.{field}")
        return
    _short(entry.by, LONGEST_NAME, f"{where}.by")
    _short(entry.reason, LONGEST_REASON, f"{where}.reason")
    if len(_encoder.encode(entry.edict)) > documents.LONGEST_EDICT:
        words = N_("{where} is longer than {most} bytes.")
        raise Invalid("text-too-long", words, "file", where=f"{where}.edict", most=documents.LONGEST_EDICT)


def _pace(whole: GameFile) -> None:
    """What the replay says nothing about."""
    pace = whole.options.pace
    named = isinstance(pace, str) and pace in games.of_edition(whole.edition).named_paces
    listed = not isinstance(pace, str) and all(map(_KINDS.fullmatch, pace)) and len(",".join(pace)) <= 400
    if not (named or listed):
        raise Invalid("unknown-pace", N_("The file names a pace that nobody knows."), "file")
