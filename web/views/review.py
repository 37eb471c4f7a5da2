"""The game master's page: open items, deadlines, seats, notes, results, overrides."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request
from jinja2 import pass_context
from jinja2.runtime import Context

import atlas
from adjudicator import documents, games
from adjudicator.engine import Refusal, Refused, StoredBoard
from correspondence import evaluations
from correspondence.deadlines.clock import MAX_EXTENSION_HOURS
from correspondence.games.access import find_game
from correspondence.input_validation import Denied, Invalid, NotFound, UserError
from correspondence.mail.pictures import arrows_of
from correspondence.outbox.returns import stopped_houses, unreachable_houses
from correspondence.overrides import AFTER, BEFORE, Decree, NewAnswer, NewPosition, NewSheet
from correspondence.review import access, enforcement, overrides, pending_results, queries as opening
from correspondence.review.audit import (
    compare_with_earlier,
    decision_kind_phrase,
    decision_phrase,
    decree_phrase,
    flag_phrase,
    override_kind,
    proposal,
    skipped_phrases,
)
from correspondence.review.overrides import (
    DecisionContext,
    ReviewSheet,
    decided_in_turn,
    find_pending_decision,
    review_sheet,
)
from correspondence.review.queries import pending_result_page, record_first_look, review_page
from correspondence.votes import use_cases
from narration.narrator import Voice
from narration.narrators import narrator_of
from narration.words import N_
from web.errors import form_reasons, in_words, show_errors, status_of
from web.form_values import digits, fields_posted, number_posted, query_word, redirect_to, text_posted
from web.forms.drafts import OURS, Draft, ShownForm
from web.game_pages import PAGES
from web.layout import voice
from web.request_context import fetch, now, read, say, signed_in, words, write
from web.security import MAX_SHEET_BODY, takes
from web.views.pictures import svg_response

gm_pages = Blueprint("gm", __name__, url_prefix="/games/<game_id>/gm")


@gm_pages.context_processor
def _names() -> dict[str, Any]:
    """What the templates of the game master's page call things."""
    return {
        "override_name": lambda kind: override_kind(kind, words()),
        "asked_name": _decision_kind_phrase,
        "decision_name": decision_name,
    }


@pass_context
def _decision_kind_phrase(context: Context, kind: str) -> str:
    """A kind of decision by name, on a page whose voice is `v`."""
    return decision_kind_phrase(kind, context["v"])


def decision_name(decision: str, v: Voice) -> str:
    """Return a decision's name: house, question, number; or its id if unreadable."""
    number, _, rest = decision.partition("-")
    for house in v.edition.houses:
        if rest.endswith(f"-{house}"):
            return f"{v.house(house)}, {decision_kind_phrase(rest.removesuffix(f'-{house}'), v)} ({number})"
    return decision


@gm_pages.get("")
def review(game_id: str, error: UserError | None = None) -> str:
    """The game master's page of a game, with what went wrong on it."""
    page = read(review_page, game_id, now())
    # Whose emails get lost is told to a master who plays only if nobody else would know.
    seats = fetch(find_game, game_id).seats if page.sees or not page.reviewable else []
    v = voice(page.edition)
    return render_template(
        "gm/review.html",
        page=page,
        v=v,
        flags=[flag_phrase(flag, v) for flag in page.draft.flags] if page.draft else [],
        silent=fetch(unreachable_houses, seats, now()),
        returned=fetch(stopped_houses, seats),
        error=in_words(error),
    )


def done(game_id: str, note: str, endpoint: str = "gm.review", **values: str) -> Response:
    """Finish an action: wake the worker, note it, go to the page (or another)."""
    return redirect_to(endpoint, note, "mail", "turns", game_id=game_id, **values)


def _typed_text(name: str) -> str:
    return text_posted(name).strip()


@gm_pages.post("/call")
@show_errors(review)
def act_on_turn(game_id: str) -> Response:
    """Extend, pause, go on, or close the turn now; it names the call it is about."""
    try:
        hours = float(_typed_text("hours") or "24")
    except ValueError:
        hours = -1.0
    write(
        access.act_on_turn,
        game_id,
        _typed_text("do"),
        now(),
        turn_number=number_posted("call"),
        reason=_typed_text("reason"),
        hours=hours,
    )
    return done(game_id, say("Done; everybody in the game is told."))


@gm_pages.post("/seats")
@show_errors(review, Denied, Invalid, NotFound)
def act_on_seat(game_id: str) -> Response:
    """Offer a seat, give it to somebody else, or let two houses change places."""
    write(
        access.act_on_seat,
        game_id,
        _typed_text("do"),
        now(),
        turn_number=number_posted("call"),
        **{name: _typed_text(name) for name in ("house", "other", "email", "reason")},
    )
    return done(game_id, say("Done; everybody in the game is told."))


@gm_pages.post("/evaluate")
def evaluate(game_id: str) -> Response:
    """Ask for an independent evaluation."""
    write(evaluations.ask, game_id, now())
    return done(game_id, say("A separate process replays the game; its result appears here."))


@gm_pages.get("/back")
def back(game_id: str, error: UserError | None = None) -> str:
    """Where the game can go back to, and what that would undo."""
    to, decision = digits(request.values.get("to", "")), request.values.get("decision", "")
    page = read(review_page, game_id, now())
    steps, plan = [], None
    if to is not None:
        steps = read(enforcement.steps_of, game_id, to, now())
        chance = enforcement.RESEED if page.status == "finished" else enforcement.KEEP
        plan = read(enforcement.plan, game_id, to, decision, chance, now())
    v = voice(page.edition)
    return render_template(
        "gm/back.html",
        page=page,
        v=v,
        cards_named=", ".join(v.card(card) for card in plan.impact.cards) if plan else "",
        westeros_named=", ".join(v.card(card) for card in plan.impact.westeros) if plan else "",
        targets=read(enforcement.targets, game_id, now()),
        steps=steps,
        plan=plan,
        wanted=plan.target.number if plan else 0,
        decision=decision,
        error=in_words(error),
        reason=_typed_text("reason"),
    )


@gm_pages.post("/back")
@show_errors(back, Invalid)
@show_errors(review, Denied)
def go_back(game_id: str) -> Response:
    """Go back one turn, named in the form; a master who needs consent must propose it."""
    options: dict[str, Any] = {"about": number_posted("about"), "to": number_posted("to")}
    options |= {"chance": _typed_text("chance"), "reason": _typed_text("reason"), "now": now()}
    if _typed_text("do") == "propose":
        override_id = write(enforcement.propose_back, game_id, **options).public_id
        return redirect_to("gm.override", game_id=game_id, override_id=override_id)
    write(enforcement.roll_back, game_id, decision=_typed_text("decision"), **options)
    return done(game_id, "")


@gm_pages.get("/notes")
def notes(game_id: str, error: UserError | None = None) -> str:
    """The notebook, with the page that was typed if it cannot be kept."""
    return render_template(
        "gm/notes.html",
        page=read(review_page, game_id, now()),
        notes=read(access.notes_of, game_id, now()),
        typed=text_posted("body"),
        error=in_words(error),
    )


@gm_pages.post("/notes")
@show_errors(notes)
def write_note(game_id: str) -> Response:
    """Add a page."""
    write(access.write_note, game_id, text_posted("body"), now())
    return done(game_id, say("Noted."), "gm.notes")


@gm_pages.post("/notes/<note_id>/remove")
def remove_note(game_id: str, note_id: str) -> Response:
    """Take out a page of one's own."""
    write(access.remove_note, game_id, note_id, now())
    return done(game_id, say("The page was deleted."), "gm.notes")


HOURS = 24.0


@gm_pages.get("/reopening")
@show_errors(review, Denied, codes=("nothing-held", "paused-already"))
def reopening(game_id: str, error: str = "") -> str | tuple[str, int]:
    """Show what taking orders again for the held turn would mean.
    `hours` says for how long. Answers 422 with an error."""
    hours_text = request.values.get("hours", "")
    hours, wrong = _hours(hours_text)
    page = read(opening.preview_reopening, game_id, hours, now())
    body = render_template(
        "gm/reopening.html",
        page=page,
        v=voice(page.edition),
        hours=hours_text or f"{HOURS:g}",
        error=error or wrong,
        reason=text_posted("reason"),
    )
    return body, 422 if wrong or error else 200


def _hours(hours_text: str) -> tuple[float, str]:
    """The hours that were asked for, or a day and what is wrong with them."""
    try:
        hours = float(hours_text or HOURS)
    except ValueError:
        hours = 0.0
    if 0 < hours <= MAX_EXTENSION_HOURS:
        return hours, ""
    words = N_("This must be from {least} to {most}.")
    return HOURS, say(words, least=1, most=int(MAX_EXTENSION_HOURS))


@gm_pages.post("/reopening")
@show_errors(lambda game_id, error: reopening(game_id=game_id, error=error.say(words())), Invalid)
@show_errors(review, Denied, codes=("nothing-held", "stale-draft", "paused-already"))
def reopen(game_id: str) -> Response:
    """Reopen the form's turn and pending result until the moment shown."""
    try:
        due_at = datetime.fromisoformat(text_posted("due"))
        if due_at.tzinfo is None:
            raise ValueError("without a zone")
    except ValueError:
        return reopening(game_id=game_id, error=say("Enter until when."))
    write(
        opening.reopen,
        game_id,
        turn=number_posted("call"),
        draft=number_posted("draft"),
        due_at=due_at,
        reason=text_posted("reason"),
        now=now(),
    )
    return done(game_id, say("The turn is open again; everybody in the game is told."))


@gm_pages.get("/drafts/<draft_id>")
def pending_result(game_id: str, draft_id: str) -> str:
    """Show a pending result: checks, maps, battles, decisions, changes from the last."""
    page = read(pending_result_page, game_id, draft_id, now())
    write(record_first_look, page, now())
    v = voice(page.edition)
    narrator = narrator_of(v.edition)
    return render_template(
        "gm/draft.html",
        page=page,
        v=v,
        headline=narrator.headline(page.records, v),
        story=narrator.tell(page.records, v.edition, v.words),
        flags=[(flag, flag_phrase(flag, v)) for flag in page.flags],
        sheets=[(house, number, narrator.sheet(sheet, v)) for house, number, sheet in page.sheets],
        diff=compare_with_earlier(page, v) if page.earlier else None,
        **_decisions(v),
    )


@gm_pages.get("/drafts/<draft_id>/map.svg")
def pending_result_map(game_id: str, draft_id: str) -> Response:
    """Return a pending result's board as SVG: `at` is `before` (arrows) or `after`."""
    signed_in()
    at = query_word("at", ("before", "after"), "after")
    page = read(pending_result_page, game_id, draft_id, now())
    board = page.before if at == "before" else page.after
    view = games.of(board).view_of_board(StoredBoard(page.edition, page.players, "", 0, board), None)
    return svg_response(view, arrows_of(page.records, page.edition) if at == "before" else ())


@gm_pages.get("/turns/<int(max=100000):number>")
def turn_decisions(game_id: str, number: int) -> str:
    """Every decision of a turn that is closed, each a place to go back to."""
    page = read(decided_in_turn, game_id, number, now())
    v = voice(page.edition)
    return render_template("gm/turn.html", page=page, v=v, **_decisions(v))


def _decisions(v: Any) -> dict[str, Any]:
    """What tells of decisions in words."""
    return {
        "phrase": lambda decided: decision_phrase(decided, v),
        "skipped": lambda decided: skipped_phrases(decided, v),
        "asked": lambda kind: decision_kind_phrase(kind, v),
    }


@gm_pages.post("/publish")
@show_errors(review, Denied, codes=("nothing-held", "stale-draft"))
def publish(game_id: str) -> Response:
    """Publish the draft that was looked at, and no other."""
    digest = text_posted("digest")
    write(pending_results.approve, game_id, number_posted("call"), number_posted("draft"), digest, now())
    return done(game_id, say("Published. The players are told, and the next turn is open."))


@gm_pages.post("/look-ahead")
@show_errors(review, Denied, codes=("turn-closed",))
def look_ahead(game_id: str) -> Response:
    "What if the turn ended now?"
    result_id = write(overrides.preview, game_id, number_posted("call"), now()).public_id
    return redirect_to("gm.pending_result", game_id=game_id, draft_id=result_id)


OVERRIDE_PAGE = frozenset(("csrf_token", "reason", "more", "call", "draft", "kind", "at", "here", "do"))
STALE = ("stale-draft", "nothing-held", "turn-closed", "override-done", "stale-override")
# The game master's page says what is too late now.
or_stale = show_errors(review, Denied, codes=STALE)


@gm_pages.get("/drafts/<draft_id>/decisions/<decision_id>")
def decision(game_id: str, draft_id: str, decision_id: str) -> str:
    """Show one decision of a pending result, with a form for another answer."""
    question = _question_of(game_id, draft_id, decision_id)
    fields = PAGES.of_edition(question.edition).answer_fields(question.decision.id, question.answer)
    return _decision_form(game_id, question, fields)


def _question_of(game_id: str, draft_id: str, decision_id: str) -> DecisionContext:
    """Find a decision of a pending result for the signed-in game master."""
    return read(find_pending_decision, game_id, draft_id, decision_id, now())


def _decision_form(
    game_id: str,
    question: DecisionContext,
    fields: dict[str, list[str]],
    errors: list[Refusal] | None = None,
    reason: str = "",
) -> str:
    """Return the page of a pending decision, with the form that answers it."""
    v = voice(question.edition, question.decision.seat)
    view = games.of(question.showing).view(question.showing, question.decision.seat, [question.decision])

    named = partial(narrator_of(v.edition).with_names, v=v)
    form = ShownForm(fields, errors or (), (), text_posted("more"), named)
    return render_template(
        "gm/decision.html",
        game_id=game_id,
        asked=question,
        v=v,
        modules=question.showing.board.modules,
        q=narrator_of(v.edition).question(question.decision, question.showing.board, v),
        what=decision_kind_phrase(question.kind, v),
        **PAGES.of_edition(question.edition).answer_parts(view, question.decision.seat, v, form),
        errors=errors or [],
        reason=reason,
    )


@gm_pages.post("/drafts/<draft_id>/decisions/<decision_id>")
@or_stale
def decide(game_id: str, draft_id: str, decision_id: str) -> Response | str | tuple[str, int]:
    """Propose another answer; its effect is shown before it counts."""
    question, reason = _question_of(game_id, draft_id, decision_id), text_posted("reason")
    posted = {name: request.form.getlist(name) for name in request.form if name.startswith("answers.")}
    pages = PAGES.of_edition(question.edition)
    answer, faults = pages.answer_from(voice(question.edition).edition, question.decision.id, posted)
    if request.form.get("more"):
        return _decision_form(game_id, question, posted, None, reason)
    if answer is None and not faults:
        missing = say("Please fill this in.")
        faults = [Refusal("empty", missing, f"answers.{question.decision.id}")]
    if answer is None or faults:
        return _decision_form(game_id, question, posted, faults, reason), 422
    decree = NewAnswer(question.decision.id, question.decision.seat, question.kind, answer)
    try:
        return proposed(game_id, decree, reason)
    except (Refused, Invalid) as error:
        return _decision_form(game_id, question, posted, form_reasons(error), reason), status_of(error)


def proposed(game_id: str, decree: Decree, reason: str) -> Response:
    """Propose an override, and redirect to the page of what it would change."""
    about = {"turn_number": number_posted("call"), "draft": max(0, number_posted("draft"))}
    override_id = write(overrides.propose, game_id, decree, reason, now(), **about).public_id
    return redirect_to("gm.override", game_id=game_id, override_id=override_id)


@gm_pages.get("/overrides/<override_id>")
def override(game_id: str, override_id: str) -> str:
    """An override that was proposed: what it would change, in words and on the map."""
    page = read(proposal, game_id, override_id, now())
    v = voice(page.edition)
    return render_template(
        "gm/override.html", page=page, v=v, says=decree_phrase(page.decree, v), told=page.describe(v)
    )


@gm_pages.post("/overrides/<override_id>/apply")
@or_stale
def apply_override(game_id: str, override_id: str) -> Response:
    """Apply it, once."""
    write(use_cases.apply_override, game_id, override_id, now())
    page = read(review_page, game_id, now())
    where = {"endpoint": "gm.pending_result", "draft_id": page.draft.id} if page.draft and page.sees else {}
    return done(game_id, say("The override is applied."), **where)


@gm_pages.post("/overrides/<override_id>/ask")
@show_errors(review, Denied, codes=(*STALE, "edict-asked", "asked-lately", "vote-open"))
def ask_others(game_id: str, override_id: str) -> Response:
    """Ask those to agree who may: a game master who plays no house, or the players."""
    vote = write(use_cases.ask_others, game_id, override_id, now())
    if vote is None:
        return done(game_id, say("The other game master was asked."))
    return done(game_id, say("The players were asked."), "votes.votes")


@gm_pages.post("/overrides/<override_id>/withdraw")
@or_stale
def withdraw_override(game_id: str, override_id: str) -> Response:
    """Let it be."""
    write(use_cases.withdraw_override, game_id, override_id, now())
    return done(game_id, say("Nothing was changed."))


@gm_pages.get("/overrides/new")
def new_override(game_id: str) -> str:
    """The form that sets a part of the position, or rules; `kind` says which."""
    return _override_form(game_id, request.args.get("kind", ""), {})


@gm_pages.post("/overrides/new")
@or_stale
def propose_override(game_id: str) -> Response | tuple[str, int]:
    """Propose it; what was typed stays if it cannot be."""
    kind = text_posted("kind")
    posted = fields_posted(OVERRIDE_PAGE)
    edition = read(review_page, game_id, now()).edition
    try:
        override = PAGES.of_edition(edition).read_override(voice(edition).edition, kind, posted)
        return proposed(game_id, NewPosition(override, text_posted("at")), text_posted("reason"))
    except (Refused, Invalid) as error:
        return _override_form(game_id, kind, posted, form_reasons(error)), status_of(error)


def _override_form(game_id: str, kind: str, posted: dict[str, list[str]], errors: list[Refusal] | None = None) -> str:
    """Return the page with the form for an override; ignore an unknown `kind`."""
    page = read(review_page, game_id, now())
    v = voice(page.edition)
    kinds = PAGES.of_edition(page.edition).override_kinds(v.edition, page.modules, sees=page.sees)
    kind, at = kind if kind in kinds else "", request.args.get("at", "")
    return render_template(
        "gm/new_override.html",
        page=page,
        v=v,
        kind=kind,
        kinds=kinds,
        fields=PAGES.of_edition(page.edition).override_fields(kind, v, page.houses, page.modules) if kind else [],
        typed=posted,
        errors=errors or [],
        reason=text_posted("reason"),
        at=request.values.get("at", AFTER),
        # The decision at which the override is to take effect, if one was chosen on the way.
        here=text_posted("here") or ("" if at in (BEFORE, AFTER) else at),
    )


AT_REVIEW = OURS | {"reason", "call", "draft"}


@gm_pages.get("/drafts/<draft_id>/sheets/<house>")
@or_stale
def sheet_of(game_id: str, draft_id: str, house: str) -> tuple[str, int]:
    """Show the form with the orders of a house that count in a pending result."""
    page = read(review_sheet, game_id, draft_id, house, now())
    return _form(page, PAGES.of_edition(page.edition).draft_of(page.sheet))


def _form(page: ReviewSheet, saved_sheet: Draft) -> tuple[str, int]:
    """Return the page of the order sheet's form, and its HTTP status."""
    v = voice(page.edition, page.house)
    body = render_template(
        "gm/sheet.html",
        page=page,
        v=v,
        signs=atlas.drawer_of(page.view).signs(page.view, page.house),
        draft=saved_sheet,
        direct=page.questions if page.window.startswith("d") else (),
        questions=[narrator_of(v.edition).question(question, page.view.board, v) for question in page.questions],
        words_of=lambda question: narrator_of(v.edition).question(question, page.view.board, v),
        modules=page.view.board.modules,
        reason=text_posted("reason"),
        **PAGES.of_edition(page.edition).form_parts(page.view, page.house, v, saved_sheet, page.window),
    )
    return body, saved_sheet.status


@gm_pages.post("/drafts/<draft_id>/sheets/<house>")
@takes(MAX_SHEET_BODY)
@or_stale
def replace_sheet(game_id: str, draft_id: str, house: str) -> Response | tuple[str, int]:
    """Propose the sheet, or show the form again: more rows, JSON, or errors."""
    page = read(review_sheet, game_id, draft_id, house, now())
    try:
        written = PAGES.of_edition(page.edition).draft_from_request(page.edition, page.view.board.modules, AT_REVIEW)
        if request.form.get("more") or request.form.get("do") in ("from-json", "to-json") or written.errors:
            return _form(page, written)
        decree = NewSheet(house, documents.encode(written.sheet).decode())
        return proposed(game_id, decree, text_posted("reason"))
    except (Refused, Invalid) as error:
        written.errors = form_reasons(error)
        written.status = status_of(error)
        return _form(page, written)
