"""The part "As text" beside the form of a sheet: the form's sheet in notation, and a text taken over into the form."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from flask import request

from adjudicator.engine.decision import Refused
from narration.narrators import narrator_of
from narration.notation.reading import Script
from narration.typed_sheets import read_sheet_text, sheet_text, text_place
from web import request_context
from web.forms.drafts import Draft
from web.game_pages import PAGES

# As many lines that were passed over are told.
MOST_UNREAD = 20


@dataclass(frozen=True)
class AsText:
    """A sheet as text: `own` if somebody typed it and it is not in the form; what is wrong with it, what to know."""

    text: str
    own: bool = False
    errors: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether there is something to see."""
        return bool(self.own or self.notes)


def as_text(draft: Draft, v: Any, modules: Collection[str]) -> AsText | None:
    """The sheet of a form as text in the reader's language; None for families that have no notation."""
    if narrator_of(v.edition).notation is None:
        return None
    return AsText(sheet_text(draft.sheet, v.edition, modules, v.words.language))


def taken_over(draft: Draft, v: Any, board: Any, house: str | None, *, lasting: bool = False) -> tuple[Draft, AsText]:
    """The text that came in laid over the form that came with it, and what there is to say about it; the form as it was
    if the text has faults. `board` is the one that is shown, if the game has one; `lasting`: for standing instructions,
    whose lines may say so."""
    text = request.form.get("typed", "").replace("\r\n", "\n")
    modules = board.modules if board is not None else ()
    try:
        script = read_sheet_text(text, v.edition, modules, draft.sheet, draft.sheet, house=house or "", board=board)
    except Refused as refused:
        told = [
            (text_place(one.where, v.words), narrator_of(v.edition).refusal(one.words, v)) for one in refused.reasons
        ]
        draft.status = 422
        return draft, AsText(text, own=True, errors=told)
    if draft.errors and not script.cleared:
        # What cannot be read in the form would be lost, and the text builds upon it.
        return draft, AsText(text, own=True)
    use_standing = lasting and script.standing is not None and not script.said
    taken = PAGES.of_edition(v.edition.id).draft_of(script.standing if use_standing else script.sheet)
    notes = _notes(script, use_standing)
    return taken, AsText(sheet_text(taken.sheet, v.edition, modules, v.words.language), notes=notes)


def _notes(script: Script, standing_used: bool) -> list[str]:
    """What of a text did not come into the form."""
    words = request_context.words()
    notes = [words.say("line {n} was not read: {text}", n=n, text=line) for n, line in script.unread[:MOST_UNREAD]]
    if script.ready is not None:
        notes.append(words.say("READY and WAIT are not taken over: the buttons of the form say so."))
    if script.standing is not None and not standing_used:
        notes.append(words.say("Lines with STANDING are not taken over: standing instructions have their own page."))
    return notes
