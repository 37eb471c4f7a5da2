"""Pages on which sheets are written, as fields and as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for

import atlas
from adjudicator import documents, games
from adjudicator.engine import Decision, Refusal, Refused, Sheet, View
from correspondence.input_validation import Denied, Superseded
from correspondence.overview.game_pages import TurnPage, turn_page
from correspondence.rows import ALPHABET, ID_LENGTH, new_id
from correspondence.sheets import use_cases
from correspondence.sheets.reading import (
    Receipt,
    SavedSheetContent,
    SavedSheetStore,
    receipt as receipt_numbered,
    saved_sheet,
    submitter_text,
    versions_of,
)
from correspondence.sheets.use_cases import Basis, Checked, check_for_turn
from correspondence.turns import TAKES_SHEETS, decline_bot as done_without, place_of, set_ready
from correspondence.what_ifs import WhatIf, save_what_if
from narration.narrators import narrator_of
from narration.notation.reading import Script
from narration.typed_sheets import read_sheet_text, sheet_text, text_place
from web.errors import form_reasons, status_of
from web.family_pages import Pages
from web.form_values import fields_posted, number_posted, redirect_to, see_other, text_posted
from web.forms.drafts import OURS, PAGE, UPON, UPON_DRAFT, Draft
from web.game_pages import PAGES
from web.layout import questions_for_house, voice
from web.request_context import now, read, say, signed_in, words, write, write_transaction
from web.security import MAX_SHEET_BODY, takes

# As many lines that were passed over are told.
MAX_UNREAD = 20


@dataclass(frozen=True)
class AsText:
    """A sheet as text: `own` if typed and not in the form; its errors and warnings."""

    text: str
    own: bool = False
    errors: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def open(self) -> bool:
        """Whether there is something to see."""
        return bool(self.own or self.notes)


def as_text(draft: Draft, v: Any, modules: Collection[str]) -> AsText | None:
    """Return a draft's orders as text in the reader's language.
    Returns None in games whose orders cannot be typed."""
    if narrator_of(v.edition).notation is None:
        return None
    return AsText(sheet_text(draft.sheet, v.edition, modules, v.words.language))


def merge_typed_text(
    draft: Draft,
    page: SheetPage,
) -> tuple[Draft, AsText]:
    """Merge typed text into the form's draft; return it with notes, or errors.
    On errors the form stays as it was. Lines of standing orders may say that they are."""
    text, v, board = text_posted("typed").replace("\r\n", "\n"), page.v, page.view.board
    try:
        script = read_sheet_text(
            text,
            v.edition,
            page.modules,
            draft.sheet,
            draft.sheet,
            house=page.house,
            board=board,
            decisions=page.questions,
        )
    except Refused as refused:
        errors = [
            (text_place(item.where, v.words), narrator_of(v.edition).refusal(item.words, v)) for item in refused.reasons
        ]
        draft.status = 422
        return draft, AsText(text, own=True, errors=errors)
    if draft.errors and not script.cleared:
        # What cannot be read in the form would be lost, and the text builds upon it.
        return draft, AsText(text, own=True)
    use_standing = page.lasting and script.standing is not None and not script.said
    merged_draft = page.pages.draft_of(script.standing if use_standing else script.sheet)
    notes = _notes(script, text, use_standing)
    return merged_draft, AsText(sheet_text(merged_draft.sheet, v.edition, page.modules, v.words.language), notes=notes)


def _notes(script: Script, text: str, standing_used: bool) -> list[str]:
    """Return how free words in lines were read, and what did not come into the form."""
    typed = text.split("\n")
    notes = [
        say('line {n}, "{text}", was read as {what}', n=n, text=typed[n - 1].strip(), what=what)
        for n, what in script.understood.items()
    ]
    notes += [say("line {n} was not read: {text}", n=n, text=line) for n, line in script.unread[:MAX_UNREAD]]
    if script.ready is not None:
        notes.append(say("READY and WAIT are not copied: use the buttons of the form."))
    if script.standing is not None and not standing_used:
        notes.append(say("Lines with STANDING are not copied: standing orders have their own page."))
    return notes


@dataclass(frozen=True)
class TurnState:
    """Notes beside a turn's or standing orders' form: when the draft was saved.
    None: no draft. `errors` would refuse the sheet if submitted now."""

    draft_at: datetime | None = None
    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    # Another page has kept a newer draft, so that this one was not kept.
    elsewhere: bool = False
    # When a draft was kept that is older than what is in, and that the form does not show.
    hidden_at: datetime | None = None


@dataclass(frozen=True)
class PageBasis:
    """What a page began with: version (0: none), saved draft ("": none), its id.
    None and "": the submitted form does not tell."""

    version: int | None
    draft: str | None
    page: str

    @property
    def basis(self) -> Basis:
        """Upon what its orders were written."""
        versions = None if self.version is None else (self.version,)
        return Basis(versions=versions, drafts=self.replaceable_versions, page=self.page)

    @property
    def replaceable_versions(self) -> tuple[str, ...] | None:
        """The versions of a draft that it may replace."""
        return None if self.draft is None else ("", self.draft)


@dataclass(frozen=True)
class Newer:
    """A version submitted since a form was opened: number, time, author, words.
    Also what was written instead; `do` is the button that submits that anyway."""

    number: int
    at: datetime
    brought_by: str
    came_in: Sequence[tuple[str, Sequence[str]]]
    written: Sequence[tuple[str, Sequence[str]]]
    do: str


def posted_basis() -> PageBasis:
    """What the form that came in says that its page began with."""
    number, page = number_posted(UPON), text_posted(PAGE)
    ours = len(page) == ID_LENGTH and set(page) <= set(ALPHABET)
    return PageBasis(number if number >= 0 else None, request.form.get(UPON_DRAFT), page if ours else "")


def page_basis(number: int, draft: str, *, is_submitted: bool = False) -> PageBasis:
    """Return what a page began with: the present state, or as told by its form.
    `is_submitted`: the page shows the submitted version."""
    posted = posted_basis()
    version = number if is_submitted or posted.version is None else posted.version
    return PageBasis(version, draft if posted.draft is None else posted.draft, posted.page or new_id())


class SheetPage(ABC):
    """A page for orders of a turn, or for a game's standing orders (`lasting`).

    `sheet` is shown where there is no draft: version `number` (0: none), accepted at `in_at`. `draft` is the writer's
    saved one, `warnings` are those of the submitted version.
    """

    lasting = False
    # The id of the turn or game.
    id: str
    edition: str
    house: str
    view: View
    number: int
    sheet: Sheet
    in_at: datetime | None
    draft: SavedSheetContent | None
    warnings: tuple[Refusal, ...] = ()

    # Where it is shown, and the use cases that look a sheet through and find where its draft is kept.
    endpoint: str
    check: Callable[..., Checked]
    slot: Callable[..., SavedSheetStore[Any]]

    @abstractmethod
    def hand_in(self, checked: Checked) -> Response:
        """Submit validated orders and redirect. Raises Superseded, Refused, Denied."""

    @abstractmethod
    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """Return the page as it is now, its receipt, and whether its player reads it."""

    @abstractmethod
    def shown(self, draft: Draft, state: TurnState | None) -> dict[str, Any]:
        """Return template values besides the form; no `state`: a form to be submitted."""

    @abstractmethod
    def render(self, **shown: Any) -> str:
        """The whole page."""

    def act(self, do: str, draft: Draft) -> Response | None:
        """What another button does; None for none, as by default."""
        return None

    def address(self, **values: Any) -> str:
        """The address of the page."""
        values["game_id" if self.lasting else "turn_id"] = self.id
        return url_for(self.endpoint, **values)

    @property
    def v(self) -> Any:
        """The voice that speaks to its reader."""
        return voice(self.edition, self.house)

    @property
    def modules(self) -> Collection[str]:
        """The optional rules of its game."""
        return self.view.board.modules

    @property
    def questions(self) -> Collection[Decision]:
        """Return the decisions that the turn asks one by one; none by default."""
        return ()

    @property
    def pages(self) -> Pages:
        """The pages of its game."""
        return PAGES.of_edition(self.edition)

    def first(self) -> Response:
        """Show the form with one's draft if newer than the submitted version, else that."""
        written = self.draft
        newer = written is not None and (self.in_at is None or written.changed_at > self.in_at)
        if written is not None and (newer or request.args.get("draft")):
            draft = self.pages.draft_of(written.sheet)
            return self.show(
                *self._look_through(replace(draft, fields=written.fields or draft.fields), written.changed_at)
            )
        hidden_at = written.changed_at if written is not None else None
        return self.show(self.pages.draft_of(self.sheet), TurnState(warnings=self.warnings, hidden_at=hidden_at))

    def live(self) -> dict[str, Any]:
        """Return what the form shows and save it as a draft. Denied, Unreadable.

        Raises Denied (`turn-closed`, `game-not-running`), Unreadable `sheet-too-large`. A form based on an older
        version or on an older draft than another page saved is checked but not saved.
        """
        draft = number_rows(self.pages.draft_from_request(self.edition, self.modules))
        if draft.document is not None and draft.errors:
            # A document that cannot be read says nothing that could be kept.
            return self._all(draft, TurnState(errors=tuple(draft.errors)))
        began = posted_basis()
        if began.version not in (None, self.number):
            return self._all(*self._look_through(draft, None))
        try:
            self._keep(draft, began)
        except Superseded:
            draft, state = self._look_through(draft, None)
            return self._all(draft, replace(state, elsewhere=True))
        return self._all(*self._look_through(draft, now()))

    def submit(self) -> Response:
        """Submit the form, or show it again: more rows, from JSON or text, or errors."""
        do = request.form.get("do", "save")
        if do == "discard":
            return self._discard()
        draft = self.pages.draft_from_request(self.edition, self.modules)
        if do == "keep-draft":
            self._keep(number_rows(draft))
            return see_other(self.address(draft=1))
        if do == "from-text":
            draft, typed = merge_typed_text(draft, self)
            return self.show(draft, typed=typed)
        if request.form.get("more") or do in ("from-json", "to-json") or draft.errors:
            return self.show(draft)
        done = self.act(do, draft)
        if done is not None:
            return done
        try:
            return self.hand_in(self._checked(draft))
        except Superseded:
            return self.superseded(draft)
        except (Refused, Denied) as error:
            return self.refuse(draft, error)

    def refuse(self, draft: Draft, error: Refused | Denied) -> Response:
        """The form with why it is not accepted."""
        draft.errors = form_reasons(error)
        draft.status = status_of(error)
        return self.show(draft)

    def superseded(self, draft: Draft) -> Response:
        """Show both versions after others were submitted meanwhile, with status 409.
        The form is saved as a draft, unless another page saved a newer one."""
        page, newest, player = self.read_again()
        draft.status = 409
        with suppress(Superseded):
            # Unless another page keeps a newer one; then it stands in the form alone.
            page._keep(draft, posted_basis())
        if newest is None:
            return page.show(draft)
        v, do = page.v, text_posted("do")
        tell = narrator_of(v.edition).sheet
        newer = Newer(
            number=newest.number,
            at=newest.accepted_at,
            brought_by=submitter_text(newest, player=player),
            came_in=tell(newest.sheet, v),
            written=tell(draft.sheet, v),
            do=do if do in ("save-ready", "save-not-ready") else "save",
        )
        return page.show(draft, newer=newer)

    def show(self, draft: Draft, state: TurnState | None = None, **beside: Any) -> Response:
        """Show the form, perhaps with text (`typed`) or a newer version (`newer`)."""
        return make_response(self.render(**self._all(draft, state, **beside)), draft.status)

    def _all(
        self,
        draft: Draft,
        state: TurnState | None,
        typed: AsText | None = None,
        newer: Newer | None = None,
    ) -> dict[str, Any]:
        """Return all values for the page's template: the form, its state and the turn.
        `typed` is text to show instead of the form's, `newer` a version submitted meanwhile."""
        return {
            "v": self.v,
            "draft": draft,
            "state": state or TurnState(),
            "began": page_basis(self.number, self.draft.version if self.draft else "", is_submitted=newer is not None),
            "number": self.number,
            "newer": newer,
            "refused": state is None and bool(draft.errors),
            "as_text": typed or as_text(draft, self.v, self.modules),
            "modules": self.modules,
            "action": self.address(),
            **self.shown(draft, state),
        }

    def _discard(self) -> Response:
        """Discard the draft; if another page has saved a newer one, show that first."""
        began = posted_basis()
        try:
            with write_transaction() as session:
                me = signed_in()
                self.slot(session, me, self.id, now()).discard(began.replaceable_versions, began.page)
        except Superseded:
            return see_other(self.address(draft=1))
        return see_other(self.address())

    def _look_through(self, draft: Draft, kept_at: datetime | None) -> tuple[Draft, TurnState]:
        """A draft with what would be wrong with it, and its state."""
        errors = list(draft.errors)
        warnings: tuple[Refusal, ...] = ()
        if not errors:
            try:
                warnings = self._checked(draft).warnings
            except (Refused, Denied) as error:
                errors = form_reasons(error)
        return replace(draft, errors=errors, status=200), TurnState(kept_at, tuple(errors), warnings)

    def _checked(self, draft: Draft) -> Checked:
        """Validate a draft as if it were submitted. Raises Refused, Denied."""
        return read(self.check, self.id, documents.encode(draft.sheet), now())

    def _keep(self, draft: Draft, began: PageBasis | None = None) -> None:
        """Save the form as a draft, replacing the page's first. Raises Superseded, Denied."""
        upon, page = (None, "") if began is None else (began.replaceable_versions, began.page)
        with write_transaction() as session:
            me = signed_in()
            self.slot(session, me, self.id, now()).keep(draft.fields, draft.sheet, now(), upon, page)


def number_rows(draft: Draft) -> Draft:
    """Number rows as refusals do if nothing is lost; keep incomplete rows as typed."""
    posted = fields_posted(OURS)
    if draft.document is None and _count_filled(posted) > _count_filled(draft.fields):
        return replace(draft, fields=posted)
    return draft


def _count_filled(fields: dict[str, list[str]]) -> int:
    return sum(bool(value.strip()) for values in fields.values() for value in values)


sheets_pages = Blueprint("sheets", __name__, url_prefix="/turns")


class TurnSheet(SheetPage):
    """The page of a sheet for a turn."""

    endpoint = "sheets.turn"
    check, slot = staticmethod(check_for_turn), staticmethod(saved_sheet)

    def __init__(self, page: TurnPage) -> None:
        self.id, self.page, self.edition, self.house, self.view = page.id, page, page.edition, page.house, page.view
        self.number, self.in_at, self.draft = page.sheet_number, page.sheet_at, page.draft
        self.sheet = page.sheet or page.offered or games.of_edition(page.edition).empty_sheet
        self.warnings = page.sheet_warnings if page.status in TAKES_SHEETS else ()

    @property
    def questions(self) -> Collection[Decision]:
        """Return the decisions that the turn asks this house one by one."""
        return games.of(self.view).own_questions(self.page.window, self.view.waiting, self.page.house)

    def hand_in(self, checked: Checked) -> Response:
        """Submit the orders, note whether the player is ready, and show the board."""
        ready = {"save-ready": True, "save-not-ready": False}.get(request.form.get("do", "save"))
        write(use_cases.submit_sheet, self.id, checked, now(), ready, basis=posted_basis().basis)
        tasks = () if ready is None else ("turns",)
        return redirect_to("games.game", say("Orders submitted."), *tasks, **board_after(self.page))

    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """The turn with the newest version for it."""
        page, newest = sheet_page(self.id), read(versions_of, self.id, now())
        place = read(place_of, self.id, now())
        return page, newest[0] if newest else None, place.seat.account_id == signed_in().id

    def act(self, do: str, draft: Draft) -> Response | None:
        """Return the bot's suggestions, what is left of the last turn, or a what-if."""
        if do == "left-over" and self.page.left_over is not None:
            return self.show(*self._look_through(self.pages.draft_of(self.page.left_over.sheet), None))
        if do in ("suggest", "list-suggestions"):
            sheet, suggestions = self.pages.suggestions(self.view, draft, self.v)
            if do == "suggest":
                return self.show(self.pages.draft_of(sheet))
            ghosts = atlas.drawer_of(self.view).plan(self.view, sheet, self.house, language=words().language)
            return make_response(render_template("sheet/suggestions.html", suggestions=suggestions, ghosts=ghosts))
        if do != "what-if":
            return None
        try:
            stored_what_if = write(save_what_if, self.id, WhatIf(draft.sheet), now())
            return redirect_to("what_ifs.show_saved_what_if", turn_id=self.id, number=stored_what_if.number)
        except Denied as error:
            return self.refuse(draft, error)

    def render(self, **shown: Any) -> str:
        """Return the whole page, with submitted versions and the round's earlier sheets."""
        carried = narrator_of(self.v.edition).sheet(self.page.carried, self.v) if self.page.carried else []
        versions = read(versions_of, self.id, now())[:20] if self.number else ()
        return render_template("turn.html", versions=versions, carried=carried, **shown)

    def shown(self, draft: Draft, state: TurnState | None) -> dict[str, Any]:
        """What the templates show of a turn and the form for it, whenever it changes."""
        page, v, narrator = self.page, self.v, narrator_of(self.v.edition)
        direct = page.window.startswith("d")
        warnings = state.warnings if state else ()
        parts = self.pages.form_parts(page.view, page.house, v, draft, page.window, warnings)
        if page.stood_by:
            # The bot comes before any of them.
            parts["defaults"] = {}
        elif page.unsaid == "bot":
            bots, defaults = games.of_edition(page.edition).left_to_bot, self.pages.defaults(v.edition)
            parts["defaults"] = {kind: text for kind, text in defaults.items() if kind not in bots}
        drawer, sheets = atlas.drawer_of(page.view), page.sheets_that_count(draft.sheet)
        return {
            "page": page,
            "battles": self.pages.battles(page.view, page.house, sheets, v, bot=page.has_bot),
            "left_to_bot": narrator.mail_words.left_to_bot,
            "news": narrator.mail_words.all_news,
            "able": page.status in TAKES_SHEETS,
            "asked": questions_for_house(page.view, page.house, page.window, page.pace, v, has_questions=page.asked),
            "plan": drawer.plan(page.view, draft.sheet, page.house, language=words().language),
            "signs": drawer.signs(page.view, page.house),
            "what_ifs": self.pages.what_ifs is not None,
            "direct": page.questions if direct else (),
            "words_of": lambda question: narrator.question(question, page.view.board, v),
            **parts,
        }


def board_after(page: TurnPage) -> dict[str, Any]:
    """Return the values of the board's address for a player who comes from a turn."""
    return {"game_id": page.game_id, "since": page.last_turn}


def sheet_page(turn_id: str) -> TurnSheet:
    """The page of a turn as its reader sees it."""
    return TurnSheet(read(turn_page, turn_id, now()))


@sheets_pages.get("/<turn_id>")
def turn(turn_id: str) -> Response:
    """Show the form with one's saved draft, or the last submitted orders."""
    return sheet_page(turn_id).first()


@sheets_pages.post("/<turn_id>/live")
@takes(MAX_SHEET_BODY)
def live(turn_id: str) -> str:
    """Check the form and save it as a draft; return changed parts. Submits nothing."""
    return render_template("turn_live.html", **sheet_page(turn_id).live())


@sheets_pages.post("/<turn_id>")
@takes(MAX_SHEET_BODY)
def submit(turn_id: str) -> Response:
    """Submit the orders, or show the form again: more rows, JSON, or errors.
    `discard` drops the saved draft."""
    return sheet_page(turn_id).submit()


@sheets_pages.get("/<turn_id>/ready")
def ask_ready(turn_id: str) -> str:
    """Whether one is ready though no sheet is in, and what would come of it."""
    page = read(turn_page, turn_id, now())
    v = voice(page.edition, page.house)
    return render_template(
        "ready.html",
        page=page,
        v=v,
        able=page.status in TAKES_SHEETS,
        asked=questions_for_house(page.view, page.house, page.window, page.pace, v, has_questions=page.asked),
        standing=narrator_of(v.edition).sheet(page.standing, v) if page.standing else [],
    )


@sheets_pages.post("/<turn_id>/ready")
def ready(turn_id: str) -> Response:
    """Mark as ready or not ready; without orders, first ask again (field `sure`)."""
    is_ready = request.form.get("ready") == "yes"
    if is_ready and request.form.get("sure") != "yes":
        page = read(turn_page, turn_id, now())
        if not page.sheet_number and page.status in TAKES_SHEETS:
            return redirect_to("sheets.ask_ready", turn_id=turn_id)
    write(set_ready, turn_id, is_ready, now())
    page = read(turn_page, turn_id, now())
    return redirect_to(
        "games.game",
        say("You are ready.") if is_ready else say("You are no longer ready."),
        "turns",
        **board_after(page),
    )


@sheets_pages.post("/<turn_id>/no-bot")
def decline_bot(turn_id: str) -> Response:
    """Do without the bot's help that a house just taken over has."""
    write(done_without, turn_id, now())
    return redirect_to("sheets.turn", say("The defaults now decide what you leave open."), turn_id=turn_id)


@sheets_pages.get("/<turn_id>/sheets/<int(max=100000):number>")
def receipt(turn_id: str, number: int) -> str:
    """The receipt of a version: number, time, the sheet as understood, warnings."""
    page, stored_receipt = read(turn_page, turn_id, now()), read(receipt_numbered, turn_id, number, now())
    v = voice(page.edition, page.house)
    narrator = narrator_of(v.edition)
    return render_template(
        "receipt.html",
        page=page,
        receipt=stored_receipt,
        v=v,
        told=narrator.sheet(stored_receipt.sheet, v),
        typed=as_text(Draft({}, stored_receipt.sheet), v, page.view.board.modules),
        left_to_bot=narrator.mail_words.left_to_bot,
        left_open=page.left_open(stored_receipt.sheet),
    )
