"""Help: how a game by letter goes, what is known of each edition, and how its sheets are typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from adjudicator import games
from adjudicator.engine.decision import Illegal
from correspondence.letters.answer_parts import vocabulary
from correspondence.mail_commands.reading import ASSUMING, COMMANDS
from narration.notation.words import ELSE_WORDS, spelt
from narration.notation.writing import WHEN
from narration.plain import Rows
from narration.typed_sheets import notation_reference
from narration.words import N_
from web.condition_words import condition_groups
from web.game_pages import PAGES
from web.layout import voice

pages = Blueprint("guide", __name__, url_prefix="/help")
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


@pages.get("")
def overview() -> str:
    """How a game by letter goes, and the editions."""
    return render_template("guide.html", editions=games.EDITIONS)


@pages.get("/<edition_id>")
def edition(edition_id: str) -> str:
    """One edition: players, sheet, what can be chosen."""
    v = _voice(edition_id)
    return PAGES.of_edition(edition_id).guide(v)


@pages.get("/<edition_id>/rulings")
def decided(edition_id: str) -> str:
    """What the program does where the rules of one edition are silent."""
    v = _voice(edition_id)
    return PAGES.of_edition(edition_id).rulings(v)


@pages.get("/<edition_id>/notation")
def notation(edition_id: str) -> str:
    """How sheets of one edition are typed."""
    return notation_page(_voice(edition_id))


def _voice(edition_id: str) -> Any:
    try:
        # Also of one that is not offered: games may be played with it.
        return voice(games.edition(edition_id).id)
    except Illegal as unknown:
        raise NotFound from unknown
