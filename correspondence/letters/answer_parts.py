"""Parts of the answer to a mail that know no family, as data: why it was refused, what was accepted, what stands."""

from __future__ import annotations

from datetime import datetime

import msgspec


class Reason(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused, or what was said of it: words of ours in English with names of the edition in them, or
    (`values` not None) a template of the catalogs with what fills it. `where`: the line, or the place in a sheet."""

    code: str
    words: str
    where: str = ""
    values: dict[str, str | int] | None = None


class ReceiptTold(msgspec.Struct, frozen=True, kw_only=True):
    """A version that was accepted: its number, the document as it is kept (JSON) and its SHA-256, what was said of it;
    `standing` instructions, or the sheet of a call. `ready`: the seat is ready for the call. `receipt` is the id of its
    receipt (empty: it has none), `chain` and `signature` begin what they are in full, `salt` is whole. `brought_by` is
    the message that says who brought it in. `translated`: something of it was written in an old form."""

    number: int
    accepted_at: datetime
    document: str
    digest: str
    warnings: tuple[Reason, ...] = ()
    standing: bool = False
    ready: bool = False
    receipt: str = ""
    chain: str = ""
    signature: str = ""
    salt: str = ""
    brought_by: str = ""
    translated: bool = False


class ReadinessTold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether an open call waits for the reader to be ready, whether they are, and when it closes as all who are asked
    are (None: not all are, or it does not close early)."""

    asked: bool = True
    ready: bool = False
    closing_at: datetime | None = None


class LateTold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A call that a mail came too late for: when it closed, and the version of the reader's sheet that was in then (0:
    none), since when, its document (JSON). `void`: what came of the call does not hold any more."""

    number: int
    round: int
    window: str
    closed_at: datetime
    void: bool = False
    sheet: int = 0
    sheet_at: datetime | None = None
    document: str = ""
