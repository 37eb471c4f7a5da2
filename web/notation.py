"""The page that tells how sheets of an edition are typed: the grammar's own tables beside the commands of mails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template

from correspondence.letters.told import vocabulary
from correspondence.mail_commands.vocabulary import ASSUMING, COMMANDS
from narration.blocks import Rows
from narration.face import notation_reference
from narration.notation.said import ELSE_WORDS, spelt
from narration.notation.writing import WHEN
from narration.words import N_
from web.condition_words import condition_groups

SORTS = (("area", N_("Areas")), ("order", N_("Orders")), ("unit", N_("Units")))


@dataclass(frozen=True)
class MailCommand:
    """A line of a mail that is a command: an example, its word in other languages, what it does."""

    line: str
    also: tuple[str, ...]
    does: str


def notation_page(v: Any) -> str:
    """The page of one edition, in the language of its voice."""
    return render_template(
        "notation.html",
        v=v,
        told=notation_reference(v.edition, v.edition.modules, v.words),
        commands=mail_commands(v),
        sorts=[(sort, v.words.gettext(title)) for sort, title in SORTS],
        conditions=condition_groups(v),
        when=WHEN.write(v.words.language),
        otherwise=ELSE_WORDS.write(v.words.language),
    )


def mail_commands(v: Any) -> list[MailCommand]:
    """What can be typed in mails besides sheets, as letters tell it; words about the sheet itself stand elsewhere."""
    found = []
    for row in (row for block in vocabulary(v) if isinstance(block, Rows) for row in block.rows):
        word = spelt(row.label.split()[0])
        table = COMMANDS.known if word in COMMANDS.known else ASSUMING.known
        meant = table.get(word)
        if meant is not None:
            also = tuple(other.upper() for other, same in table.items() if same == meant and other != word)
            found.append(MailCommand(row.label, also, row.text))
    return found
