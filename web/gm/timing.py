"""Deadlines and seats from the desk: extend, pause, go on, close now; offer, swap, replace; going back."""

from __future__ import annotations

from typing import Any

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence import evaluations as evaluations
from correspondence.input_validation import Denied, Invalid, NotFound
from correspondence.review import access, enforcement
from correspondence.review.queries import desk_page
from web import request_context
from web.errors import status_of
from web.gm.desk import desk_shown, done, pages
from web.layout import voice
from web.queries import number_posted


def _form(name: str) -> str:
    return request.form.get(name, "").strip()


@pages.post("/call")
def act_on_call(game_id: str) -> BaseResponse | tuple[str, int]:
    """Extend, pause, go on, or close the call now; it names the call it is about."""
    do = _form("do")
    try:
        hours = float(_form("hours") or "24")
    except ValueError:
        hours = -1.0
    try:
        request_context.write(
            access.act_on_call,
            game_id,
            do,
            request_context.now(),
            call_number=number_posted("call"),
            reason=_form("reason"),
            hours=hours,
        )
    except (Denied, Invalid) as error:
        if error.code == "not-game-master":
            raise
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    return done(game_id, request_context.say("Done; everybody in the game is told."))


@pages.post("/seats")
def act_on_seat(game_id: str) -> BaseResponse | tuple[str, int]:
    """Offer a seat, give it to somebody else, or let two houses change places."""
    try:
        request_context.write(
            access.act_on_seat,
            game_id,
            _form("do"),
            request_context.now(),
            call_number=number_posted("call"),
            house=_form("house"),
            other=_form("other"),
            email=_form("email"),
            reason=_form("reason"),
        )
    except (Denied, Invalid, NotFound) as error:
        if error.code in ("not-game-master", "no-such-game"):
            raise
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    return done(game_id, request_context.say("Done; everybody in the game is told."))


@pages.post("/evaluate")
def evaluate(game_id: str) -> BaseResponse:
    """Ask for an independent evaluation."""
    request_context.write(evaluations.ask, game_id, request_context.now())
    return done(game_id, request_context.say("The game is replayed by a process of its own; its finding appears here."))


@pages.get("/back")
def back(game_id: str) -> str:
    """Where the game can go back to, and what that would undo."""
    return _back(game_id)


def _back(game_id: str, error: str = "") -> str:
    me = request_context.signed_in()
    to, decision = request.values.get("to", ""), request.values.get("decision", "")
    number = int(to) if to.isascii() and to.isdigit() and len(to) < 7 else None
    plan, wanted = None, 0
    with request_context.reading() as session:
        page = desk_page(session, me, game_id, request_context.now())
        targets = enforcement.targets(session, me, game_id, request_context.now())
        steps = []
        if number is not None:
            steps = enforcement.steps_of(session, me, game_id, number, request_context.now())
            chance = enforcement.RESEED if page.status == "finished" else enforcement.KEEP
            plan = enforcement.plan(session, me, game_id, number, decision, chance, request_context.now())
            wanted = plan.target.number
    v = voice(page.edition)
    return render_template(
        "gm/back.html",
        page=page,
        v=v,
        cards_named=", ".join(v.card(card) for card in plan.impact.cards) if plan else "",
        westeros_named=", ".join(v.card(card) for card in plan.impact.westeros) if plan else "",
        targets=targets,
        steps=steps,
        plan=plan,
        wanted=wanted,
        decision=decision,
        error=error,
        reason=_form("reason"),
    )


@pages.post("/back")
def go_back(game_id: str) -> BaseResponse | tuple[str, int]:
    """Go back; it names the call that is the last one now. A master who must ask others is led to the proposal."""
    me, now = request_context.signed_in(), request_context.now()
    given: dict[str, Any] = {"about": number_posted("about"), "to": number_posted("to")}
    given |= {"chance": _form("chance"), "reason": _form("reason"), "now": now}
    try:
        with request_context.writing() as session:
            if _form("do") == "propose":
                made = enforcement.propose_back(session, me, game_id, **given).public_id
                return redirect(url_for("gm.edict", game_id=game_id, edict_id=made), 303)
            enforcement.roll_back(session, me, game_id, decision=_form("decision"), **given)
    except (Denied, Invalid) as error:
        if error.code == "not-game-master":
            raise
        if isinstance(error, Invalid):
            return _back(game_id, error.say(request_context.words())), status_of(error)
        return desk_shown(game_id, error.say(request_context.words())), status_of(error)
    request_context.ring("mail", "calls")
    return redirect(url_for("gm.desk", game_id=game_id), 303)
