"""What the conditions of a sheet can say, for the builder beside their fields, and what a typed one means."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, NotFound

from adjudicator import games
from adjudicator.engine.decision import Illegal, Refused
from narration.narrators import narrator_of, voice_in_game
from narration.phrasebook import OPERATORS, Phrase, Phrasebook, Row
from web import request_context
from web.layout import voice

pages = Blueprint("conditions", __name__, url_prefix="/conditions/<edition_id>")

# Longer ones are typed, not built.
MOST_BUILT = 1000


@pages.get("")
def menu(edition_id: str) -> Response:
    """The facts and numbers that conditions of a game are made of, under their headings, and the names they take.

    `modules`, joined by commas, are the optional parts of the rules that the game is played with.
    """
    book, v = _book(edition_id)
    facts, numbers = book.offered(book.facts, v), book.offered(book.numbers, v)
    sorts = dict.fromkeys(sort for phrase in (*facts, *numbers) for sort in phrase.slots)
    return jsonify(
        facts=[_phrase(one, v) for one in facts],
        numbers=[_phrase(one, v) for one in numbers],
        sorts={sort: [[one, book.name(sort, one, v)] for one in book.ids(sort, v)] for sort in sorts},
        operators=OPERATORS,
    )


@pages.get("/read")
def read(edition_id: str) -> Response:
    """What a typed condition (`text`) means: in the reader's words and as rows, or why it cannot be understood;
    `modules` as above.
    """
    book, in_game = _book(edition_id)
    text, v = request.args.get("text", ""), voice(edition_id)
    if len(text) > MOST_BUILT:
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
    if len(named) > MOST_BUILT:
        raise BadRequest
    try:
        known = games.edition(edition_id)
        modules = [one for one in named.split(",") if one]
        # In the order of the edition, each once.
        ordered = dict.fromkeys((*(one for one in known.modules if one in modules), *modules))
        v = voice_in_game(known.id, tuple(ordered), request_context.words())
    except Illegal as unknown:
        raise NotFound from unknown
    book = narrator_of(v.edition).conditions
    if book is None:
        raise NotFound
    return book, v


def _phrase(phrase: Phrase, v: Any) -> dict[str, str]:
    said = request_context.words().gettext(phrase.said)
    return {"typed": phrase.typed, "said": said, "about": v.say(phrase.about)}


def _row(row: Row) -> dict[str, Any]:
    right = {"typed": row.right, "values": row.right_values, "plus": row.plus} if row.op else None
    return {
        "typed": row.typed,
        "values": row.values,
        "negated": row.negated,
        "whole": row.whole,
        "op": row.op,
        "right": right,
    }
