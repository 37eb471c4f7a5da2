"""Help: how a game by mail goes, facts of each edition, what conditions can say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.exceptions import BadRequest, NotFound

from adjudicator import games
from adjudicator.engine import Illegal, Refused
from correspondence.mail.answers import vocabulary
from correspondence.mail_commands.reading import ASSUMING, COMMANDS
from narration.narrators import narrator_of, voice_in_game
from narration.notation.words import ELSE_WORDS, spelt
from narration.notation.writing import WHEN
from narration.phrasebook import OPERATORS, Phrase, Phrasebook, Row
from narration.plain import Rows
from narration.typed_sheets import notation_reference
from narration.words import N_, capital
from web.game_pages import PAGES
from web.layout import condition_groups, voice
from web.request_context import words

guide_pages = Blueprint("guide", __name__, url_prefix="/help")
SORTS = (("area", N_("areas")), ("order", N_("orders")), ("unit", N_("units")))


@dataclass(frozen=True)
class MailCommand:
    """An email command: an example, its word in other languages, what it does."""

    line: str
    also: tuple[str, ...]
    does: str


def mail_commands(v: Any) -> list[MailCommand]:
    """Return email commands besides orders, as emails list them; not those on sheets."""
    commands = []
    for row in (row for block in vocabulary(v) if isinstance(block, Rows) for row in block.rows):
        word = spelt(row.label.split()[0])
        table = COMMANDS.known if word in COMMANDS.known else ASSUMING.known
        meant = table.get(word)
        if meant is not None:
            also = tuple(other.upper() for other, same in table.items() if same == meant and other != word)
            commands.append(MailCommand(row.label, also, row.text))
    return commands


@guide_pages.get("")
def overview() -> str:
    """How a game by email goes, and the editions."""
    return render_template("guide.html", editions=games.EDITIONS)


@guide_pages.get("/<edition_id>")
def edition(edition_id: str) -> str:
    """Show the guide to an edition: players, order sheet, what can be chosen."""
    v = _voice(edition_id)
    return PAGES.of_edition(edition_id).guide(v)


@guide_pages.get("/<edition_id>/rulings")
def decided(edition_id: str) -> str:
    """Show how the program rules where an edition's rulebook is silent."""
    v = _voice(edition_id)
    return PAGES.of_edition(edition_id).rulings(v)


@guide_pages.get("/<edition_id>/notation")
def notation(edition_id: str) -> str:
    """How sheets of one edition are typed."""
    v = _voice(edition_id)
    return render_template(
        "notation.html",
        v=v,
        told=notation_reference(v.edition, v.edition.modules, v.words),
        commands=mail_commands(v),
        sorts=[(sort, capital(v.say(title))) for sort, title in SORTS],
        conditions=condition_groups(v),
        when=WHEN.write(v.words.language),
        otherwise=ELSE_WORDS.write(v.words.language),
    )


def _voice(edition_id: str) -> Any:
    try:
        # Also of one that is not offered: games may be played with it.
        return voice(games.edition(edition_id).id)
    except Illegal as unknown:
        raise NotFound from unknown


conditions_pages = Blueprint("conditions", __name__, url_prefix="/conditions/<edition_id>")

# Longer ones are typed, not built.
MAX_BUILT = 1000


@conditions_pages.get("")
def menu(edition_id: str) -> Response:
    """Return facts and numbers for a game's conditions by heading, with their names.

    `modules`, joined by commas, are the optional parts of the rules that the game is played with.
    """
    book, v = _book(edition_id)
    facts, numbers = book.offered(book.facts, v), book.offered(book.numbers, v)
    sorts = dict.fromkeys(sort for phrase in (*facts, *numbers) for sort in phrase.slots)
    return jsonify(
        facts=[_phrase(item, v) for item in facts],
        numbers=[_phrase(item, v) for item in numbers],
        sorts={sort: [[item, book.name(sort, item, v)] for item in book.ids(sort, v)] for sort in sorts},
        operators=OPERATORS,
    )


@conditions_pages.get("/read")
def read(edition_id: str) -> Response:
    """Return a typed condition (`text`) in words and as rows, or why it is invalid.
    `modules` as above."""
    book, in_game = _book(edition_id)
    text, v = request.args.get("text", ""), voice(edition_id)
    if len(text) > MAX_BUILT:
        raise BadRequest
    if not text.strip():
        return jsonify(said="", joint="and", rows=[])
    try:
        condition = book.parse(text, v.edition, in_game.modules)
    except Refused as refused:
        return jsonify(wrong=[narrator_of(v.edition).refusal(reason.words, v) for reason in refused.reasons])
    # What the menu does not offer stays as it is typed.
    joint, rows = book.rows(condition, in_game)
    return jsonify(said=book.tell(condition, v), joint=joint, rows=[_row(row) for row in rows])


def _book(edition_id: str) -> tuple[Phrasebook, Any]:
    """The phrases, and the voice of a game with the `modules` that the address names."""
    named = request.args.get("modules", "")
    if len(named) > MAX_BUILT:
        raise BadRequest
    try:
        edition = games.edition(edition_id)
        modules = [module for module in named.split(",") if module]
        # In the order of the edition, each once.
        ordered = dict.fromkeys((*(module for module in edition.modules if module in modules), *modules))
        v = voice_in_game(edition.id, tuple(ordered), words())
    except Illegal as unknown:
        raise NotFound from unknown
    book = narrator_of(v.edition).conditions
    if book is None:
        raise NotFound
    return book, v


def _phrase(phrase: Phrase, v: Any) -> dict[str, str]:
    text = v.words.open(phrase.said)
    return {"typed": phrase.typed, "said": text, "about": capital(v.say(phrase.about))}


def _row(row: Row) -> dict[str, Any]:
    """Return a row of the condition builder as JSON values.
    `right`, what is compared with, is None for a row without comparison."""
    right = {"typed": row.right, "values": row.right_values, "plus": row.plus} if row.op else None
    return {
        "typed": row.typed,
        "values": row.values,
        "negated": row.negated,
        "whole": row.whole,
        "op": row.op,
        "right": right,
    }
