"""A sheet, or standing instructions, while they are being written: the form is checked and kept as a draft."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import request
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.refusal import Refusal, Refused
from adjudicator.engine.values import Sheet
from correspondence.calls.use_cases import TAKES_SHEETS
from correspondence.drafts.use_cases import DraftSlot, KeptDraft, sheet_draft, standing_draft
from correspondence.errors import Denied, Superseded
from correspondence.models.accounts import Account
from correspondence.overview.call_page import CallPage
from correspondence.overview.game_page import GamePage
from correspondence.rows import ALPHABET, ID_LENGTH, new_id
from correspondence.sheets.checking import Checked, check_for_call, check_standing
from correspondence.sheets.reading import Receipt, brought_by
from correspondence.sheets.use_cases import Basis
from narration.narrators import narrator_of
from narration.voice import Voice
from web import request_context
from web.drafts import OURS, PAGE, UPON, UPON_DRAFT, Draft
from web.errors import say_in
from web.game_pages import PAGES
from web.queries import number_posted


@dataclass(frozen=True)
class CallState:
    """What the page of a call, or of standing instructions, says beside its form: when the draft in it was kept (None:
    it holds none), and what there is to say about it. `errors` would refuse it if it were handed in as it stands."""

    draft_at: datetime | None = None
    errors: tuple[Refusal, ...] = ()
    warnings: tuple[Refusal, ...] = ()
    # Another page has kept a newer draft, so that this one was not kept.
    elsewhere: bool = False
    # When a draft was kept that is older than what is in, and that the form does not show.
    hidden_at: datetime | None = None


@dataclass(frozen=True)
class Began:
    """With what a page began: the number of the version that was in (0: none), the version of the draft that was kept
    ("": none), and the page's id. None and "": the form that came in does not say."""

    version: int | None
    draft: str | None
    page: str

    def fits(self, number: int) -> bool:
        """Whether the version that is in is the one that the page began with, as far as it says."""
        return self.version in (None, number)

    @property
    def basis(self) -> Basis:
        """Upon what its orders were written."""
        versions = None if self.version is None else (self.version,)
        return Basis(versions=versions, drafts=self.drafts, page=self.page)

    @property
    def drafts(self) -> tuple[str, ...] | None:
        """The versions of a draft that it may replace."""
        return None if self.draft is None else ("", self.draft)


@dataclass(frozen=True)
class Newer:
    """A version that came in since a form was opened: its number, when and from whom it came, what it says, and what
    was written instead, in words; `do` is the button that hands that in all the same."""

    number: int
    at: datetime
    brought_by: str
    came_in: Sequence[tuple[str, Sequence[str]]]
    written: Sequence[tuple[str, Sequence[str]]]
    do: str


def posted_began() -> Began:
    """What the form that came in says that its page began with."""
    number, page = number_posted(UPON), request.form.get(PAGE, "")
    ours = len(page) == ID_LENGTH and set(page) <= set(ALPHABET)
    return Began(number if number >= 0 else None, request.form.get(UPON_DRAFT), page if ours else "")


def began_with(number: int, draft: str, *, told: bool = False) -> Began:
    """What a page says that it began with: what is there now, or what the form said that it is drawn from; `told`: it
    shows which version is in."""
    posted = posted_began()
    version = number if told or posted.version is None else posted.version
    return Began(version, draft if posted.draft is None else posted.draft, posted.page or new_id())


def newer_than(draft: Draft, found: Receipt, v: Voice, *, player: bool) -> Newer:
    """What came in since the form was opened, beside what was written in it."""
    tell, do = narrator_of(v.edition).sheet, request.form.get("do", "")
    return Newer(
        number=found.number,
        at=found.accepted_at,
        brought_by=brought_by(found, player=player),
        came_in=tell(found.sheet, v),
        written=tell(draft.sheet, v),
        do=do if do in ("save-ready", "save-not-ready") else "save",
    )


@dataclass(frozen=True)
class Form:
    """What a form writes: a call's sheet or standing instructions of a game, by its id.

    `sheet` is what the form shows where no draft is: the version `number` (0: none is in), accepted at `in_at`.
    `check` and `slot` are the use cases.
    """

    id: str
    edition: str
    modules: Collection[str]
    number: int
    sheet: Sheet
    in_at: datetime | None
    draft: KeptDraft | None
    check: Callable[[Session, Account, str, bytes, datetime], Checked]
    slot: Callable[..., DraftSlot[Any]]
    warnings: tuple[Refusal, ...] = ()


def form_of_call(page: CallPage) -> Form:
    """The form for a call."""
    return Form(
        page.id,
        page.edition,
        page.view.board.modules,
        page.sheet_number,
        page.sheet or page.offered or games.of_edition(page.edition).empty_sheet,
        page.sheet_at,
        page.draft,
        check_for_call,
        sheet_draft,
        page.sheet_warnings if page.status in TAKES_SHEETS else (),
    )


def form_of_standing(page: GamePage, receipt: Receipt | None, draft: KeptDraft | None = None) -> Form:
    """The form for standing instructions, of which a receipt says what holds."""
    return Form(
        page.id,
        page.edition,
        page.view.board.modules if page.view is not None else (),
        receipt.number if receipt else 0,
        receipt.sheet if receipt else games.of_edition(page.edition).empty_sheet,
        receipt.accepted_at if receipt else None,
        draft,
        check_standing,
        standing_draft,
    )


def begun(form: Form) -> tuple[Draft, CallState]:
    """What the form shows first: one's draft if it is newer than what is in, else that."""
    pages, written = PAGES.of_edition(form.edition), form.draft
    newer = written is not None and (form.in_at is None or written.changed_at > form.in_at)
    if written is not None and (newer or request.args.get("draft")):
        draft = pages.draft_of(written.sheet)
        return seen_through(form, replace(draft, fields=written.fields or draft.fields), written.changed_at)
    hidden_at = written.changed_at if written is not None else None
    return pages.draft_of(form.sheet), CallState(warnings=form.warnings, hidden_at=hidden_at)


def seen_through(form: Form, draft: Draft, kept_at: datetime | None) -> tuple[Draft, CallState]:
    """A draft with what would be wrong with it, and its state."""
    errors: list[Refusal] = list(draft.errors)
    warnings: tuple[Refusal, ...] = ()
    if not errors:
        me, document = request_context.signed_in(), documents.encode(draft.sheet)
        try:
            with request_context.reading() as session:
                warnings = form.check(session, me, form.id, document, request_context.now()).warnings
        except (Refused, Denied) as error:
            errors = say_in(request_context.words(), error)
    return replace(draft, errors=errors, status=200), CallState(kept_at, tuple(errors), warnings)


def kept(form: Form) -> tuple[Draft, CallState]:
    """The form that came in, kept as its writer's draft. Raises Denied (`call-closed`, `game-not-running`), Unreadable
    `sheet-too-large`.

    What was begun upon an older version than is in, or upon an older draft than another page has kept, is looked
    through, and not kept.
    """
    draft = as_written(PAGES.of_edition(form.edition).draft_from_request(form.edition, form.modules))
    if draft.document is not None and draft.errors:
        # A document that cannot be read says nothing that could be kept.
        return draft, CallState(errors=tuple(draft.errors))
    if not posted_began().fits(form.number):
        return seen_through(form, draft, None)
    now = request_context.now()
    try:
        keep(form, draft)
    except Superseded:
        draft, state = seen_through(form, draft, None)
        return draft, replace(state, elsewhere=True)
    return seen_through(form, draft, now)


def keep(form: Form, draft: Draft) -> None:
    """Keep a form as its writer's draft. Raises Superseded where another page has kept a newer one."""
    began, me = posted_began(), request_context.signed_in()
    with request_context.writing() as session:
        now, upon = request_context.now(), began.drafts
        form.slot(session, me, form.id, now).keep(draft.fields, draft.sheet, now, upon, began.page)


def as_written(draft: Draft) -> Draft:
    """Rows are numbered as in refusals only if nothing gets lost by that: what says nothing yet stays as it stands."""
    posted = {name: request.form.getlist(name) for name in request.form if name not in OURS}
    if draft.document is None and _filled(posted) > _filled(draft.fields):
        return replace(draft, fields=posted)
    return draft


def _filled(fields: dict[str, list[str]]) -> int:
    return sum(bool(value.strip()) for values in fields.values() for value in values)
