"""Pages for a game that has no forms of its own: documents to type, figures to read. Each method as
`web.families.Pages` says."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from flask import render_template, request
from werkzeug.exceptions import NotFound

from adjudicator import face
from adjudicator.documents import read_edict
from adjudicator.families import of_edition, structs_in
from adjudicator.kernel.refusal import Refusal, Refused
from narration.face import narrator_of
from narration.question import Question
from narration.seats import Figures
from web.drafts import OURS, Draft
from web.first_steps import FirstStep
from web.pencil import PencilTable
from web.place_facts import PlaceFacts
from web.shown_card import ShownCard
from web.shown_form import ShownForm


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
class PlainCompared:
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


@dataclass(frozen=True)
class PlainField:
    """A field of an edict: a number, or a text."""

    name: str
    sort: str
    label: str
    options: tuple[Any, ...] = ()
    slots: int = 1


class PlainPages:
    """Documents instead of forms."""

    tools: Mapping[str, Any] = {}
    what_ifs: Any = None

    def board_tables(self, view: Any, seats: Sequence[Any], standings: Sequence[Any], v: Any) -> Any:
        """The figures of the narrator."""
        narrator, board = narrator_of(v), view.board
        ranked = standings or face.standings(board, v.edition)
        asked = tuple(narrator.question(one, board, v) for one in view.waiting)
        return PlainTables(narrator.figures(board, ranked, v), asked)

    def cards_shown(self, view: Any, v: Any) -> Sequence[ShownCard]:
        """None."""
        return ()

    def place_facts(self, view: Any, place: str, v: Any) -> PlaceFacts | None:
        """Its drawing has no places."""
        return None

    def own_places(self, view: Any) -> Sequence[str]:
        """Its drawing has none."""
        return ()

    def first_steps(self, view: Any, house: str, sheet: Any, v: Any) -> Sequence[FirstStep]:
        """Nothing is known of what suits a beginner."""
        return ()

    def pencil(self, view: Any, house: str, v: Any) -> Sequence[PencilTable]:
        """The narrator's lines are all."""
        return ()

    def compare_tables(self, found: Any, v: Any) -> PlainCompared:
        """The figures of both rounds side by side."""
        narrator = narrator_of(v)
        before = narrator.figures(found.before.board, found.standings_before, v)
        after = narrator.figures(found.after.board, found.standings_after, v)
        was = dict(before.lines)
        rows = (PlainRow(one, tuple(zip(was[one], line, strict=True))) for one, line in after.lines if one in was)
        told = tuple(narrator.difference(change, v) for change in found.differences)
        return PlainCompared(after.head, tuple(rows), (), ((v.say("The game"), told),))

    def end_tables(self, page: Any, v: Any) -> Any:
        """The last standings."""
        return PlainTables(narrator_of(v).figures(page.view.board, page.standings, v))

    def draft_from_request(self, edition_id: str, modules: Collection[str], ours: frozenset[str] = OURS) -> Draft:
        """The document that was typed."""
        document = request.form.get("document", "") or "{}"
        try:
            sheet = face.read_sheet(edition_id, document.encode(), modules)
        except Refused as refused:
            return Draft({}, face.empty_sheet(edition_id), list(refused.reasons), document=document, status=422)
        return Draft({}, sheet)

    def draft_of(self, sheet: Any) -> Draft:
        """The sheet as its document."""
        return Draft({}, sheet)

    def form_parts(
        self, view: Any, house: str, v: Any, draft: Draft, window: str, warnings: Sequence[Refusal] = ()
    ) -> dict[str, object]:
        """A field for the document."""
        form = ShownForm(
            draft.fields, draft.errors, warnings, draft.more, lambda words: narrator_of(v).refusal(words, v)
        )
        return {"form_template": "plain/sheet_form.html", "f": form, "defaults": {}}

    def guide(self, v: Any) -> str:
        """Who can play it, for how long, and what it is about."""
        return render_template("plain/guide_edition.html", v=v)

    def rulings(self, v: Any) -> str:
        """There are none; NotFound."""
        raise NotFound

    def edict_kinds(self, edition: Any, modules: Collection[str], *, sees: bool) -> list[str]:
        """Those whose fields are numbers and texts."""
        kinds: Any = structs_in(of_edition(edition.id).types.edict)
        return [str(one.__struct_config__.tag) for one in kinds if self._fields(one)]

    def edict_fields(self, kind: str, v: Any, houses: Sequence[str], modules: Sequence[str] = ()) -> Sequence[Any]:
        """A field for each of its parts."""
        return [
            PlainField(name, sort, v.say(name.capitalize())) for name, sort in self._fields(self._kind(v.edition, kind))
        ]

    def read_edict(self, edition: Any, kind: str, posted: Mapping[str, Sequence[str]]) -> Any:
        """The edict that the fields say; Unreadable."""
        said: dict[str, Any] = {"kind": kind}
        for name, sort in self._fields(self._kind(edition, kind)):
            typed = next(iter(posted.get(name, ())), "")
            said[name] = (
                int(typed) if sort == "count" and typed.isascii() and typed.isdigit() and len(typed) < 9 else typed
            )
        return read_edict(edition.id, json.dumps(said).encode())

    def _kind(self, edition: Any, kind: str) -> Any:
        kinds: Any = structs_in(of_edition(edition.id).types.edict)
        return next((one for one in kinds if one.__struct_config__.tag == kind), None)

    def _fields(self, kind: Any) -> list[tuple[str, str]]:
        """The parts that have to be said, if all of them are numbers and texts."""
        if kind is None:
            return []
        parts = [one for one in msgspec.structs.fields(kind) if one.required]
        sorts = {int: "count", str: "text"}
        return [(one.name, sorts[one.type]) for one in parts] if all(one.type in sorts for one in parts) else []

    def answer_fields(self, decision: str, answer: Any) -> dict[str, list[str]]:
        """The answer as its document."""
        return {f"answers.{decision}": [msgspec.json.encode(answer).decode()]}

    def answer_from(
        self, edition: Any, decision: str, posted: Mapping[str, Sequence[str]]
    ) -> tuple[Any | None, list[Refusal]]:
        """The answer that was typed."""
        place = f"answers.{decision}"
        typed = next(iter(posted.get(place, ())), "")
        if not typed.strip():
            return None, []
        try:
            return face.decoder(of_edition(edition.id).types.answer).decode(typed), []
        except (msgspec.MsgspecError, RecursionError) as fault:
            return None, [Refusal("bad-answer", str(fault), place)]

    def answer_parts(self, view: Any, seat: str, v: Any, form: ShownForm) -> dict[str, Any]:
        """A field for the document."""
        return {"answer_template": "plain/answer.html", "f": form}

    def defaults(self, edition: Any) -> Mapping[str, str]:
        """Nothing is said of them."""
        return {}

    def parts(self, edition: Any) -> Collection[str]:
        """Its seats."""
        return ("houses",)
