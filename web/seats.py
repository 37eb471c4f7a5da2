"""Seats: the muster, sealed wishes, taking over, coming back, leaving a game that runs."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from correspondence.errors import Denied, Invalid
from correspondence.lobby import starting
from correspondence.lobby import use_cases as lobby_cases
from correspondence.overview.game_page import game_page
from correspondence.seats import use_cases as seats
from web import request_context
from web.errors import status_of
from web.games import game_page_with, then
from web.layout import voice

pages = Blueprint("seats", __name__, url_prefix="/games/<game_id>")


@pages.post("/confirm")
def confirm(game_id: str) -> BaseResponse:
    """Answer the muster: I am there."""
    begun = request_context.write(starting.confirm, game_id, request_context.now())
    say = request_context.words().say
    return then(game_id, say("The game begins.") if begun else say("You are there. The game begins when everybody is."))


@pages.post("/wishes")
def wishes(game_id: str) -> BaseResponse | tuple[str, int] | str:
    """Seal one's list of houses."""
    wanted = tuple(filter(None, request.form.getlist("wish")))
    try:
        request_context.write(lobby_cases.choose_preferences, game_id, wanted)
    except (Denied, Invalid) as error:
        return game_page_with(game_id, error.say(request_context.words()), status_of(error))
    return then(game_id, request_context.say("Your list is sealed."))


@pages.post("/free/<seat_id>")
def free(game_id: str, seat_id: str) -> BaseResponse:
    """Take a seat from a steward or a player before the game begins."""
    request_context.write(lobby_cases.free_seat, game_id, seat_id, request_context.now())
    return then(game_id, request_context.say("The seat is free."))


@pages.post("/take-over")
def take_over(game_id: str) -> BaseResponse | tuple[str, int] | str:
    """Play a house for which a substitute is wanted."""
    me, form = request_context.signed_in(), request.form
    code, invitation = form.get("code", "").strip(), form.get("invitation", "")
    try:
        with request_context.writing() as session:
            now = request_context.now()
            seats.take_over(session, me, game_id, form.get("house", ""), now, code=code, invitation=invitation)
    except (Denied, Invalid) as error:
        return game_page_with(game_id, error.say(request_context.words()), status_of(error))
    return then(game_id, request_context.say("The house is yours. A letter with everything you need is on its way."))


@pages.post("/return")
def come_back(game_id: str) -> BaseResponse:
    """Take one's own seat back that is offered to others."""
    request_context.write(seats.come_back, game_id, request_context.now())
    return then(game_id, request_context.say("Welcome back."))


@pages.get("/retire")
def retiring(game_id: str) -> str | BaseResponse:
    """What leaving one's seat means, before one does."""
    request_context.signed_in()
    with request_context.reading() as session:
        page = game_page(session, game_id, request_context.reader(), request_context.now())
    if not page.may_surrender:
        return redirect(url_for("games.game", game_id=game_id), 303)
    return render_template("retire.html", game=page, v=voice(page.edition, page.you))


@pages.post("/retire")
def retire(game_id: str) -> BaseResponse:
    """Leave one's seat for good, if the box is ticked."""
    request_context.signed_in()
    if request.form.get("sure") != "yes":
        return redirect(url_for("seats.retiring", game_id=game_id), 303)
    request_context.write(seats.surrender, game_id, request_context.now())
    return then(game_id, request_context.say("You have left your seat."))
