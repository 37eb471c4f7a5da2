"""Edicts: one decision of a draft answered otherwise, a sheet replaced, the position set; looked at, then applied."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from adjudicator.engine.decision import Refusal, Refused
from correspondence.edicts.documents import AFTER, BEFORE, Decree, NewAnswer, NewPosition
from correspondence.input_validation import Denied, Invalid
from correspondence.review import edicts
from correspondence.review.audit import decree_phrase, proposal, what_was_asked
from correspondence.review.edicts import Asked, asked_in_draft
from correspondence.review.queries import desk_page
from correspondence.votes import use_cases
from narration.narrators import narrator_of
from web import request_context
from web.errors import say_in, status_of
from web.forms.shown import ShownForm
from web.game_pages import PAGES
from web.gm.desk import desk_shown, done, pages
from web.layout import voice
from web.queries import number_posted

OURS = frozenset(("csrf_token", "reason", "more", "call", "draft", "kind", "at", "here", "do"))
STALE = ("stale-draft", "nothing-held", "call-closed", "edict-done", "stale-edict")
ASKED = (*STALE, "edict-asked", "asked-lately", "vote-open")


@pages.get("/drafts/<draft_id>/decisions/<decision_id>")
def decision(game_id: str, draft_id: str, decision_id: str) -> str:
    """One decision of a draft, with the form that answers it otherwise."""
    asked = _asked(game_id, draft_id, decision_id)
    fields = PAGES.of_edition(asked.edition).answer_fields(asked.decision.id, asked.answer)
    return _decision_form(game_id, asked, fields)


def _asked(game_id: str, draft_id: str, decision_id: str) -> Asked:
    return request_context.read(asked_in_draft, game_id, draft_id, decision_id, request_context.now())


def _decision_form(
    game_id: str, asked: Asked, fields: dict[str, list[str]], errors: list[Refusal] | None = None, reason: str = ""
) -> str:
    v = voice(asked.edition, asked.decision.seat)
    view = games.of(asked.showing).view(asked.showing, asked.decision.seat, [asked.decision])

    def named(words: str) -> str:
        return narrator_of(v.edition).with_names(words, v)

    form = ShownForm(fields, errors or (), (), request.form.get("more", ""), named)
    return render_template(
        "gm/decision.html",
        game_id=game_id,
        asked=asked,
        v=v,
        modules=asked.showing.board.modules,
        q=narrator_of(v.edition).question(asked.decision, asked.showing.board, v),
        what=what_was_asked(asked.kind, v),
        **PAGES.of_edition(asked.edition).answer_parts(view, asked.decision.seat, v, form),
        errors=errors or [],
        reason=reason,
    )


@pages.post("/drafts/<draft_id>/decisions/<decision_id>")
def decide(game_id: str, draft_id: str, decision_id: str) -> BaseResponse | str | tuple[str, int]:
    """Propose another answer; its effect is shown before it counts."""
    asked, reason = _asked(game_id, draft_id, decision_id), request.form.get("reason", "")
    posted = {name: request.form.getlist(name) for name in request.form if name.startswith("answers.")}
    known = PAGES.of_edition(asked.edition)
    answer, faults = known.answer_from(voice(asked.edition).edition, asked.decision.id, posted)
    if request.form.get("more"):
        return _decision_form(game_id, asked, posted, None, reason)
    if answer is None and not faults:
        words = request_context.say("Something has to stand here.")
        faults = [Refusal("empty", words, f"answers.{asked.decision.id}")]
    if answer is None or faults:
        return _decision_form(game_id, asked, posted, faults, reason), 422
    decree = NewAnswer(asked.decision.id, asked.decision.seat, asked.kind, answer)
    try:
        return proposed(game_id, decree, reason)
    except (Refused, Invalid) as error:
        status = 422 if isinstance(error, Refused) else status_of(error)
        return _decision_form(game_id, asked, posted, say_in(request_context.words(), error), reason), status
    except Denied as error:
        return stale(game_id, error)


def proposed(game_id: str, decree: Decree, reason: str) -> BaseResponse:
    """Propose a decree, and show what it would change."""
    me = request_context.signed_in()
    draft = max(0, number_posted("draft"))
    with request_context.writing() as session:
        made = edicts.propose(
            session, me, game_id, decree, reason, request_context.now(), call_number=number_posted("call"), draft=draft
        ).public_id
    return redirect(url_for("gm.edict", game_id=game_id, edict_id=made), 303)


def stale(game_id: str, error: Denied, known: tuple[str, ...] = STALE) -> tuple[str, int]:
    """The desk with what is too late now. Raises Denied again for anything else."""
    if error.code not in known:
        raise error
    return desk_shown(game_id, error.say(request_context.words())), status_of(error)


@pages.get("/edicts/<edict_id>")
def edict(game_id: str, edict_id: str) -> str:
    """An edict that was proposed: what it would change, in words and on the map."""
    page = request_context.read(proposal, game_id, edict_id, request_context.now())
    v = voice(page.edition)
    return render_template("gm/edict.html", page=page, v=v, says=decree_phrase(page.decree, v), told=page.told(v))


@pages.post("/edicts/<edict_id>/apply")
def apply_edict(game_id: str, edict_id: str) -> BaseResponse | tuple[str, int]:
    """Apply it, once."""
    try:
        request_context.write(use_cases.apply_edict, game_id, edict_id, request_context.now())
    except Denied as error:
        return stale(game_id, error)
    page = request_context.read(desk_page, game_id, request_context.now())
    where = url_for("gm.draft", game_id=game_id, draft_id=page.draft.id) if page.draft and page.sees else ""
    return done(game_id, request_context.say("The edict is in force."), where)


@pages.post("/edicts/<edict_id>/ask")
def ask_others(game_id: str, edict_id: str) -> BaseResponse | tuple[str, int]:
    """Ask those to agree who may: a game master who plays no house, or the players."""
    try:
        vote = request_context.write(use_cases.ask_others, game_id, edict_id, request_context.now())
    except Denied as error:
        return stale(game_id, error, ASKED)
    if vote is None:
        return done(game_id, request_context.say("The other game master was asked."))
    return done(game_id, request_context.say("The players were asked."), url_for("votes.votes", game_id=game_id))


@pages.post("/edicts/<edict_id>/withdraw")
def withdraw_edict(game_id: str, edict_id: str) -> BaseResponse | tuple[str, int]:
    """Let it be."""
    try:
        request_context.write(use_cases.withdraw_edict, game_id, edict_id, request_context.now())
    except Denied as error:
        return stale(game_id, error)
    return done(game_id, request_context.say("Nothing was changed."))


@pages.get("/edicts/new")
def new_edict(game_id: str) -> str:
    """The form that sets a part of the position, or rules; `kind` says which."""
    return _edict_form(game_id, request.args.get("kind", ""), {})


@pages.post("/edicts/new")
def propose_edict(game_id: str) -> BaseResponse | str | tuple[str, int]:
    """Propose it; what was typed stays if it cannot be."""
    kind = request.form.get("kind", "")
    posted = {name: request.form.getlist(name) for name in request.form if name not in OURS}
    with request_context.reading() as session:
        edition = desk_page(session, request_context.signed_in(), game_id, request_context.now()).edition
    try:
        edict = PAGES.of_edition(edition).read_edict(voice(edition).edition, kind, posted)
        return proposed(game_id, NewPosition(edict, request.form.get("at", "")), _reason())
    except (Refused, Invalid) as error:
        status = 422 if isinstance(error, Refused) else status_of(error)
        return _edict_form(game_id, kind, posted, say_in(request_context.words(), error)), status
    except Denied as error:
        return stale(game_id, error)


def _reason() -> str:
    return request.form.get("reason", "")


def _edict_form(game_id: str, kind: str, posted: dict[str, list[str]], errors: list[Refusal] | None = None) -> str:
    page = request_context.read(desk_page, game_id, request_context.now())
    v = voice(page.edition)
    kinds = PAGES.of_edition(page.edition).edict_kinds(v.edition, page.modules, sees=page.sees)
    kind = kind if kind in kinds else ""
    return render_template(
        "gm/new_edict.html",
        page=page,
        v=v,
        kind=kind,
        kinds=kinds,
        fields=PAGES.of_edition(page.edition).edict_fields(kind, v, page.houses, page.modules) if kind else [],
        typed=posted,
        errors=errors or [],
        reason=_reason(),
        at=request.values.get("at", AFTER),
        here=_here(),
    )


def _here() -> str:
    """The decision at which an edict is to take effect, if one was chosen on the way."""
    at = request.args.get("at", "")
    return request.form.get("here", "") or ("" if at in (BEFORE, AFTER) else at)
