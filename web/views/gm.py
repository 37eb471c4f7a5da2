"""The game master's desk: what waits, deadlines and seats, the notebook."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, flash, render_template, request, url_for
from jinja2 import pass_context
from jinja2.runtime import Context

from correspondence import evaluations
from correspondence.games.access import game_named
from correspondence.input_validation import Denied, Invalid, NotFound, Told
from correspondence.outbox.returns import coming_back, unreached
from correspondence.review import access, enforcement
from correspondence.review.audit import edict_kind, flag_phrase, what_was_asked
from correspondence.review.queries import desk_page
from narration.voice import Voice
from web.errors import in_words, or_again
from web.form_values import digits, lead_on, number_posted, see_other, text_posted
from web.layout import voice
from web.request_context import fetch, now, read, ring, say, words, write

gm_pages = Blueprint("gm", __name__, url_prefix="/games/<game_id>/gm")


@gm_pages.context_processor
def _names() -> dict[str, Any]:
    """What the templates of the desk call things."""
    return {
        "edict_name": lambda kind: edict_kind(kind, words()),
        "asked_name": _asked_name,
        "decision_name": decision_name,
    }


@pass_context
def _asked_name(context: Context, kind: str) -> str:
    """A kind of decision by name, on a page whose voice is `v`."""
    return what_was_asked(kind, context["v"])


def decision_name(decision: str, v: Voice) -> str:
    """A decision by its house and what was asked, with its number; the id itself if it says no such thing."""
    number, _, rest = decision.partition("-")
    for house in v.edition.houses:
        if rest.endswith(f"-{house}"):
            return f"{v.house(house)}, {what_was_asked(rest.removesuffix(f'-{house}'), v)} ({number})"
    return decision


@gm_pages.get("")
def desk(game_id: str, error: Told | None = None) -> str:
    """The desk of a game, with what went wrong on it."""
    page = read(desk_page, game_id, now())
    # Whose letters get lost is told to a master who plays only if nobody else would know.
    seats = fetch(game_named, game_id).seats if page.sees or not page.reviewable else []
    v = voice(page.edition)
    return render_template(
        "gm/desk.html",
        page=page,
        v=v,
        flags=[flag_phrase(flag, v) for flag in page.draft.flags] if page.draft else [],
        silent=fetch(unreached, seats, now()),
        returned=fetch(coming_back, seats),
        error=in_words(error),
    )


def done(game_id: str, note: str, where: str = "") -> Response:
    """After something was done: the bells, a note, the desk (or `where`)."""
    ring("mail", "calls")
    flash(note)
    return see_other(where or url_for("gm.desk", game_id=game_id))


def _form(name: str) -> str:
    return text_posted(name).strip()


@gm_pages.post("/call")
@or_again(desk)
def act_on_call(game_id: str) -> Response:
    """Extend, pause, go on, or close the call now; it names the call it is about."""
    try:
        hours = float(_form("hours") or "24")
    except ValueError:
        hours = -1.0
    write(
        access.act_on_call,
        game_id,
        _form("do"),
        now(),
        call_number=number_posted("call"),
        reason=_form("reason"),
        hours=hours,
    )
    return done(game_id, say("Done; everybody in the game is told."))


@gm_pages.post("/seats")
@or_again(desk, Denied, Invalid, NotFound)
def act_on_seat(game_id: str) -> Response:
    """Offer a seat, give it to somebody else, or let two houses change places."""
    write(
        access.act_on_seat,
        game_id,
        _form("do"),
        now(),
        call_number=number_posted("call"),
        **{name: _form(name) for name in ("house", "other", "email", "reason")},
    )
    return done(game_id, say("Done; everybody in the game is told."))


@gm_pages.post("/evaluate")
def evaluate(game_id: str) -> Response:
    """Ask for an independent evaluation."""
    write(evaluations.ask, game_id, now())
    return done(game_id, say("The game is replayed by a process of its own; its finding appears here."))


@gm_pages.get("/back")
def back(game_id: str, error: Told | None = None) -> str:
    """Where the game can go back to, and what that would undo."""
    to, decision = digits(request.values.get("to", "")), request.values.get("decision", "")
    page = read(desk_page, game_id, now())
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
        cards_named=", ".join(map(v.card, plan.impact.cards)) if plan else "",
        westeros_named=", ".join(map(v.card, plan.impact.westeros)) if plan else "",
        targets=read(enforcement.targets, game_id, now()),
        steps=steps,
        plan=plan,
        wanted=plan.target.number if plan else 0,
        decision=decision,
        error=in_words(error),
        reason=_form("reason"),
    )


@gm_pages.post("/back")
@or_again(back, Invalid)
@or_again(desk, Denied)
def go_back(game_id: str) -> Response:
    """Go back; it names the call that is the last one now. A master who must ask others is led to the proposal."""
    given: dict[str, Any] = {"about": number_posted("about"), "to": number_posted("to")}
    given |= {"chance": _form("chance"), "reason": _form("reason"), "now": now()}
    if _form("do") == "propose":
        made = write(enforcement.propose_back, game_id, **given).public_id
        return lead_on("gm.edict", game_id=game_id, edict_id=made)
    write(enforcement.roll_back, game_id, decision=_form("decision"), **given)
    return lead_on("gm.desk", "", "mail", "calls", game_id=game_id)


@gm_pages.get("/notes")
def notes(game_id: str, error: Told | None = None) -> str:
    """The notebook, with the page that was typed if it cannot be kept."""
    return render_template(
        "gm/notes.html",
        page=read(desk_page, game_id, now()),
        notes=read(access.notes_of, game_id, now()),
        typed=text_posted("body"),
        error=in_words(error),
    )


@gm_pages.post("/notes")
@or_again(notes)
def write_note(game_id: str) -> Response:
    """Add a page."""
    write(access.write_note, game_id, text_posted("body"), now())
    return done(game_id, say("Noted."), url_for("gm.notes", game_id=game_id))


@gm_pages.post("/notes/<note_id>/remove")
def remove_note(game_id: str, note_id: str) -> Response:
    """Take out a page of one's own."""
    write(access.remove_note, game_id, note_id, now())
    return done(game_id, say("The page is gone."), url_for("gm.notes", game_id=game_id))
