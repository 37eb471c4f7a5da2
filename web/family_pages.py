"""Pages of a game family; by default without forms: typed documents and figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from flask import render_template
from werkzeug.exceptions import NotFound

from adjudicator import documents, games
from adjudicator.documents import read_override
from adjudicator.engine import Refusal
from narration.narrators import narrator_of
from narration.paragraph import Figures, Question
from narration.words import capital
from web.form_values import digits, text_posted
from web.forms.drafts import OURS, Draft, Offered, SheetForm, ShownForm, draft_of_document
from web.forms.overrides import OverrideField, OverrideForm, WhatIfForm, plain_kinds


@dataclass(frozen=True)
class FirstStep:
    """A first step: what to do, and whether it is done.
    `link` leads to where to do it, with the words `way`; without it `way` submits the orders. `place` and `goal` are
    ids of what to tap on the map for it."""

    what: str
    done: bool = False
    link: str = ""
    way: str = ""
    place: str = ""
    goal: str = ""


@dataclass(frozen=True)
class PlaceFacts:
    """A place: name, kind, owner (empty: none), titled facts, neighbours (id, name)."""

    name: str
    sort: str
    house: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    near: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class ShownSuggestion:
    """What the bot suggests in words, and why; `parts` of the sheet that it fills.
    `fields`: the values that take it, by name, as JSON."""

    lines: tuple[str, ...]
    why: str
    parts: tuple[str, ...]
    fields: str


@dataclass(frozen=True)
class PencilTable:
    """Rows that begin with known words, and the headings of the blank columns."""

    title: str
    rows: tuple[str, ...]
    blank: tuple[str, ...]


@dataclass(frozen=True)
class PlainTables:
    """Where everybody stands, and what is asked."""

    figures: Figures
    questions: tuple[Question, ...] = ()
    aside: str = "plain/standings.html"
    below: str = ""
    small: str = "plain/standings.html"
    beside: str = "plain/end_beside.html"


@dataclass(frozen=True)
class PlainComparison:
    """Two rounds: the figures of both, and every difference."""

    head: tuple[str, ...]
    figures: tuple[Any, ...]
    houses: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class PlainRow:
    """A seat's figures before and after."""

    house: str
    figures: tuple[tuple[str, str], ...]


def shown_form(draft: Draft, warnings: Sequence[Refusal], v: Any) -> ShownForm:
    """A draft as templates draw it, with its errors and warnings in the words of `v`."""
    named = partial(narrator_of(v.edition).refusal, v=v)
    return ShownForm(draft.fields, draft.errors, warnings, draft.more, named, draft.opened)


class Pages:
    """Forms, board tables and help of a family; by default documents instead of forms.

    Tables name their templates. `tools` are functions for templates, `what_ifs` the form of what-ifs; None for none.
    `parts` names the fields of an edition that its description lists.
    """

    tools: Collection[Callable[..., Any]] = ()
    what_ifs: WhatIfForm | None = None
    parts: Collection[str] = ("houses",)

    def board_tables(self, view: Any, seats: Sequence[Any], standings: Sequence[Any], v: Any) -> Any:
        """Return board tables: `questions` and templates `aside`, `below`, `small`.
        By default the narrator's figures."""
        narrator, board = narrator_of(v.edition), view.board
        ranked = standings or games.of(board).standings(board, v.edition)
        questions = tuple(narrator.question(decision, board, v) for decision in view.waiting)
        return PlainTables(narrator.figures(board, ranked, v), questions)

    def cards_shown(self, view: Any, v: Any) -> Sequence[Offered]:
        """Return the open cards of the current fights on a board; by default none."""
        return ()

    def battles(self, view: Any, house: str, sheets: Sequence[Any], v: Any, *, bot: bool = False) -> Sequence[Any]:
        """Return a house's battles ahead, for the areas of its form; by default none.
        `sheets`: its sheet, then those that count where it says nothing; `bot`: a bot decides the rest."""
        return ()

    def place_facts(self, view: Any, place: str, v: Any) -> PlaceFacts | None:
        """Return the facts of a place by its name in the drawing; None if unknown.
        By default there are none."""
        return None

    def first_steps(self, view: Any, house: str, sheet: Any, v: Any) -> Sequence[FirstStep]:
        """Return what a beginner should write for this board; by default nothing.
        `sheet` is what they have so far."""
        return ()

    def pencil(self, view: Any, house: str, v: Any) -> Sequence[PencilTable]:
        """Return extra lines of a paper sheet, beyond the narrator's list; default: none."""
        return ()

    def compare_tables(self, comparison: Any, v: Any) -> Any:
        """Compare two rounds: `head` and `figures` of the standings, `houses`, `groups`.
        By default the figures of both, side by side."""
        narrator = narrator_of(v.edition)
        before = narrator.figures(comparison.before.board, comparison.standings_before, v)
        after = narrator.figures(comparison.after.board, comparison.standings_after, v)
        was = dict(before.lines)
        rows = (PlainRow(name, tuple(zip(was[name], line, strict=True))) for name, line in after.lines if name in was)
        differences = tuple(narrator.difference(change, v) for change in comparison.differences)
        return PlainComparison(after.head, tuple(rows), (), ((v.say("The game"), differences),))

    def end_tables(self, page: Any, v: Any) -> Any:
        """Return a finished game's templates `beside` and `below`, and their values.
        By default the last standings."""
        return PlainTables(narrator_of(v.edition).figures(page.view.board, page.standings, v))

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """Read a draft from the form, without fields in `ours`; default: typed document."""
        return draft_of_document(edition_id, modules, text_posted("document") or "{}")

    def draft_of(self, sheet: Any) -> Draft:
        """Return a sheet as the draft that its form shows; by default its document."""
        return Draft({}, sheet)

    def suggestions(self, view: Any, draft: Draft, v: Any) -> tuple[Any, Sequence[ShownSuggestion]]:
        """Return the sheet that the bot suggests, and what it adds (default: nothing)."""
        return games.of(view).suggest(view, draft.sheet)[0], ()

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """Return values for the sheet form, with `form_template` and the shown form `f`.
        By default a field for the document."""
        return {"form_template": "plain/sheet_form.html", "f": shown_form(draft, warnings, v), "defaults": {}}

    def guide(self, v: Any) -> str:
        """Return an edition's help page; default: players, length, what it is about."""
        return render_template("plain/guide_edition.html", v=v)

    def rulings(self, v: Any) -> str:
        """Return the page of rulings on gaps in the rules; NotFound by default."""
        raise NotFound

    def override_kinds(self, edition: Any, modules: Collection[str], *, sees: bool) -> list[str]:
        """Return override kinds that have a form, hidden ones only if the master `sees`.
        By default those whose fields are numbers and texts."""
        return list(plain_kinds(games.of_edition(edition.id).types.override))

    def override_fields(self, kind: str, v: Any, houses: Sequence[str], modules: Sequence[str] = ()) -> Sequence[Any]:
        """The fields of a kind; by default one for each of its parts."""
        fields = plain_kinds(games.of_edition(v.edition.id).types.override).get(kind, ())
        return [OverrideField(name, sort, capital(v.say(name))) for name, sort in fields]

    def read_override(self, edition: Any, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """An override from its fields; Unreadable."""
        values: dict[str, Any] = {"kind": kind}
        for name, sort in plain_kinds(games.of_edition(edition.id).types.override).get(kind, ()):
            typed = next(iter(posted.get(name, ())), "")
            number = digits(typed, 8) if sort == "count" else None
            values[name] = typed if number is None else number
        return read_override(edition.id, json.dumps(values).encode())

    def answer_fields(self, decision: str, answer: Any) -> dict[str, list[str]]:
        """An answer as the fields of its form; by default its document."""
        return {f"answers.{decision}": [msgspec.json.encode(answer).decode()]}

    def answer_from(
        self, edition: Any, decision: str, posted: Mapping[str, Sequence[str]]
    ) -> tuple[Any | None, list[Refusal]]:
        """Read an answer (None: none) and its errors from fields; default: the typed one."""
        place = f"answers.{decision}"
        typed = next(iter(posted.get(place, ())), "")
        if not typed.strip():
            return None, []
        try:
            return documents.decoder(games.of_edition(edition.id).types.answer).decode(typed), []
        except (msgspec.MsgspecError, RecursionError) as fault:
            return None, [Refusal("bad-answer", str(fault), place)]

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """Return values for an answer's template, with `answer_template` and `f`.
        By default a field for the document."""
        return {"answer_template": "plain/answer.html", "f": form}

    def defaults(self, edition: Any) -> Mapping[str, str]:
        """Return what published defaults do, by kind of decision; by default nothing."""
        return {}


class FormPages(Pages):
    """Pages of a game whose order sheets, direct answers and overrides have a form.

    `choices` makes what the fields of a seat offer; `answer_template` shows those of an answer.
    """

    sheets: SheetForm
    overrides: OverrideForm
    choices: Callable[[Any, str, Any], Any]
    answer_template: str

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """The sheet that came in by its form, or as JSON."""
        return self.sheets.draft_from_request(edition_id, modules, ours)

    def draft_of(self, sheet: Any) -> Draft:
        """Return a sheet as the draft that its form shows, field by field."""
        return self.sheets.draft_of(sheet)

    def suggestions(self, view: Any, draft: Draft, v: Any) -> tuple[Any, list[ShownSuggestion]]:
        """Return the sheet that the bot suggests, and what it adds to the draft."""
        sheet, suggestions = games.of(view).suggest(view, draft.sheet)
        fields, narrator, shown = self.sheets.write(sheet), narrator_of(v.edition), []
        for suggestion in suggestions:
            own = {
                name: values
                for name, values in fields.items()
                if any(name == part or name.startswith((f"{part}.", f"{part}[")) for part in suggestion.parts)
                and draft.fields.get(name) != values
            }
            partial_sheet, _ = self.sheets.read(own, v.edition, view.board.modules)
            lines = tuple(line for _, lines in narrator.sheet(partial_sheet, v) for line in lines)
            why = narrator.suggestion(suggestion, v)
            shown.append(ShownSuggestion(lines, why, suggestion.parts, msgspec.json.encode(own).decode()))
        return sheet, shown

    def answer_fields(self, decision: str, answer: Any) -> dict[str, list[str]]:
        """An answer as the fields of its form."""
        return self.sheets.write(self.sheets.kind(answers={decision: answer}))

    def answer_from(
        self, edition: Any, decision: str, posted: Mapping[str, Sequence[str]]
    ) -> tuple[Any | None, list[Refusal]]:
        """Read an answer (None: none) from form fields, and what cannot be read."""
        sheet, faults = self.sheets.read(posted, edition)
        return sheet.answers.get(decision), faults

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """What the template of an answer needs."""
        return {"answer_template": self.answer_template, "f": form, "c": self.choices(view, seat, v)}

    def override_kinds(self, edition: Any, modules: Collection[str], *, sees: bool) -> list[str]:
        """All kinds."""
        return list(self.overrides.kinds)

    def read_override(self, edition: Any, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """An override from its fields; Unreadable."""
        return self.overrides.read(kind, posted)
