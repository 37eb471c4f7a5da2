"""What the story consists of: paragraphs that a page, a letter and a terminal can all show."""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, cache_hash=True):
    """One line of a small table: whose, what counts, and the figure at its right (`total` for a sum so far)."""

    label: str
    text: str
    figure: str = ""
    total: bool = False


class Aside(msgspec.Struct, frozen=True, cache_hash=True):
    """A line only the reader sees: how one of their own choices was made. `default` marks a published default;
    `skipped` what was passed over, `more` what else was, for whoever unfolds it; letters say `counted` instead."""

    text: str
    default: bool = False
    skipped: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    counted: str = ""


class Part(msgspec.Struct, frozen=True, cache_hash=True):
    """Some words of a sentence; `typed` for those that somebody wrote, which no reader shall take for ours."""

    text: str
    typed: bool = False


class Paragraph(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One thing that happened.

    `kind`: `round`, `phase` (headings), `event`, `orders`, `battle`, `yours` (only asides), `edict` or `end`. `text`
    is a sentence or several, `parts` the same where people wrote some of it (else empty), `rows` a table, `after`
    sentences that follow the table, `asides` the reader's own choices in it, `citation` the rule followed; `houses`
    and `areas` are the ids concerned, for marking and linking.
    """

    kind: str
    text: str = ""
    parts: tuple[Part, ...] = ()
    rows: tuple[Row, ...] = ()
    after: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()
    citation: str = ""
    houses: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
