"""The page on which a sheet, or standing instructions, are written: the form is checked, kept as a draft, handed in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import documents
from adjudicator.engine.refusal import Refusal, Refused
from adjudicator.engine.values import Sheet, View
from correspondence.drafts.use_cases import DraftSlot, KeptDraft
from correspondence.errors import Denied, Superseded
from correspondence.rows import ALPHABET, ID_LENGTH, new_id
from correspondence.sheets.reading import Receipt, brought_by
from correspondence.sheets.use_cases import Basis, Checked
from narration.narrators import narrator_of
from narration.voice import Voice
from web import request_context
from web.errors import say_in, status_of
from web.family_pages import Pages
from web.forms.drafts import OURS, PAGE, UPON, UPON_DRAFT, Draft
from web.game_pages import PAGES
from web.layout import voice
from web.queries import number_posted
from web.sheet_text import AsText, as_text, taken_over

Response = BaseResponse | str | tuple[str, int]


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


class SheetPage(ABC):
    """A page on which a sheet is written: for a call, or standing instructions of a game (`lasting`).

    `sheet` is what the form shows where no draft is: the version `number` (0: none is in), accepted at `in_at`. `draft`
    is the one that its writer keeps, `warnings` are those of what is in.
    """

    lasting = False
    # The id of the call or game.
    id: str
    edition: str
    house: str
    view: View
    number: int
    sheet: Sheet
    in_at: datetime | None
    draft: KeptDraft | None
    warnings: tuple[Refusal, ...] = ()

    # Where it is shown, and the use cases that look a sheet through and find where its draft is kept.
    endpoint: str
    check: Callable[..., Checked]
    slot: Callable[..., DraftSlot[Any]]

    @abstractmethod
    def hand_in(self, checked: Checked) -> BaseResponse:
        """Hand in what was checked, and go to what tells of it; Superseded, Refused, Denied."""

    @abstractmethod
    def read_again(self) -> tuple[SheetPage, Receipt | None, bool]:
        """The page as it is now, what is in, and whether its player, not a deputy, reads it."""

    @abstractmethod
    def shown(self, draft: Draft, state: CallState | None) -> dict[str, Any]:
        """What its templates need besides the form; without a `state` the form came in to be handed in."""

    @abstractmethod
    def render(self, **shown: Any) -> str:
        """The whole page."""

    def act(self, do: str, draft: Draft) -> Response | None:
        """What another button does; None for none, as by default."""
        return None

    def address(self, **values: Any) -> str:
        """The address of the page."""
        values["game_id" if self.lasting else "call_id"] = self.id
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
    def pages(self) -> Pages:
        """The pages of its game."""
        return PAGES.of_edition(self.edition)

    def first(self) -> Response:
        """The form, filled with one's draft if it is newer than what is in, else with that."""
        written = self.draft
        newer = written is not None and (self.in_at is None or written.changed_at > self.in_at)
        if written is not None and (newer or request.args.get("draft")):
            draft = self.pages.draft_of(written.sheet)
            return self.show(
                *self._look_through(replace(draft, fields=written.fields or draft.fields), written.changed_at)
            )
        hidden_at = written.changed_at if written is not None else None
        return self.show(self.pages.draft_of(self.sheet), CallState(warnings=self.warnings, hidden_at=hidden_at))

    def live(self) -> dict[str, Any]:
        """What the form that came in shows, kept as its writer's draft. Raises Denied (`call-closed`,
        `game-not-running`), Unreadable `sheet-too-large`.

        What was begun upon an older version than is in, or upon an older draft than another page has kept, is looked
        through, and not kept.
        """
        draft = as_written(self.pages.draft_from_request(self.edition, self.modules))
        if draft.document is not None and draft.errors:
            # A document that cannot be read says nothing that could be kept.
            return self._all(draft, CallState(errors=tuple(draft.errors)))
        if not posted_began().fits(self.number):
            return self._all(*self._look_through(draft, None))
        began, now = posted_began(), request_context.now()
        try:
            self._keep(draft, began)
        except Superseded:
            draft, state = self._look_through(draft, None)
            return self._all(draft, replace(state, elsewhere=True))
        return self._all(*self._look_through(draft, now))

    def submit(self) -> Response:
        """Hand the form in, or show it again: with more rows, from JSON or text, or with what is wrong."""
        do = request.form.get("do", "save")
        if do == "discard":
            return self._discard()
        draft = self.pages.draft_from_request(self.edition, self.modules)
        if do == "keep-draft":
            self._keep(as_written(draft))
            return redirect(self.address(draft=1), 303)
        if do == "from-text":
            draft, typed = taken_over(draft, self.v, self.view.board, self.house, lasting=self.lasting)
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
        draft.errors = say_in(request_context.words(), error)
        draft.status = 422 if isinstance(error, Refused) else status_of(error)
        return self.show(draft)

    def superseded(self, draft: Draft) -> Response:
        """The page where another version came in since the form was opened: it shows both, and nothing is lost. What
        was written is kept as a draft too."""
        page, newest, player = self.read_again()
        draft.status = 409
        with suppress(Superseded):
            # Unless another page keeps a newer one; then it stands in the form alone.
            page._keep(draft, posted_began())
        return page.show(draft, newer=newer_than(draft, newest, page.v, player=player) if newest else None)

    def show(
        self,
        draft: Draft,
        state: CallState | None = None,
        typed: AsText | None = None,
        newer: Newer | None = None,
    ) -> Response:
        """The page; `typed`: a text that came; `newer`: what came in since the form was opened."""
        return self.render(**self._all(draft, state, typed, newer)), draft.status

    def _all(
        self,
        draft: Draft,
        state: CallState | None,
        typed: AsText | None = None,
        newer: Newer | None = None,
    ) -> dict[str, Any]:
        return {
            "v": self.v,
            "draft": draft,
            "state": state or CallState(),
            "began": began_with(self.number, self.draft.version if self.draft else "", told=newer is not None),
            "number": self.number,
            "newer": newer,
            "refused": state is None and bool(draft.errors),
            "as_text": typed or as_text(draft, self.v, self.modules),
            "modules": self.modules,
            "action": self.address(),
            **self.shown(draft, state),
        }

    def _discard(self) -> Response:
        """The draft is thrown away, unless another page has kept a newer one; then that is shown first."""
        began = posted_began()
        try:
            with request_context.writing() as session:
                me, now = request_context.signed_in(), request_context.now()
                self.slot(session, me, self.id, now).discard(began.drafts, began.page)
        except Superseded:
            return redirect(self.address(draft=1), 303)
        return redirect(self.address(), 303)

    def _look_through(self, draft: Draft, kept_at: datetime | None) -> tuple[Draft, CallState]:
        """A draft with what would be wrong with it, and its state."""
        errors: list[Refusal] = list(draft.errors)
        warnings: tuple[Refusal, ...] = ()
        if not errors:
            try:
                warnings = self._checked(draft).warnings
            except (Refused, Denied) as error:
                errors = say_in(request_context.words(), error)
        return replace(draft, errors=errors, status=200), CallState(kept_at, tuple(errors), warnings)

    def _checked(self, draft: Draft) -> Checked:
        """What the sheet would be if it were handed in; Refused, Denied."""
        return request_context.read(self.check, self.id, documents.encode(draft.sheet), request_context.now())

    def _keep(self, draft: Draft, began: Began | None = None) -> None:
        """Keep the form as its writer's draft, in place of what its page began with. Raises Superseded, Denied."""
        upon, page = (None, "") if began is None else (began.drafts, began.page)
        with request_context.writing() as session:
            me, now = request_context.signed_in(), request_context.now()
            self.slot(session, me, self.id, now).keep(draft.fields, draft.sheet, now, upon, page)


def as_written(draft: Draft) -> Draft:
    """Rows are numbered as in refusals only if nothing gets lost by that: what says nothing yet stays as it stands."""
    posted = {name: request.form.getlist(name) for name in request.form if name not in OURS}
    if draft.document is None and _filled(posted) > _filled(draft.fields):
        return replace(draft, fields=posted)
    return draft


def _filled(fields: dict[str, list[str]]) -> int:
    return sum(bool(value.strip()) for values in fields.values() for value in values)
