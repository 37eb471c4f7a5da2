"""The lobby: games that look for players, seats that look for somebody, games to look at."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from adjudicator import games
from correspondence.games.options import LONGEST_TITLE
from correspondence.input_validation import Invalid, NotFound
from correspondence.lobby.lists import KINDS, Wanted, find_games, game_by_code
from correspondence.lobby.seating import invitations_of
from web import request_context
from web.game_form import houses_by_players
from web.terms_words import TermWords

pages = Blueprint("lobby", __name__)
# Lists of games that one can come into.
DOORS = ("open", "substitutes")
FILTERS = ("edition", "players", "preset", "names", "title")


@pages.get("/lobby")
def lobby() -> str:
    """A page of games of one kind, narrowed by what one looks for; one's invitations."""
    return _lobby()


@pages.post("/lobby/code")
def code() -> BaseResponse | tuple[str, int]:
    """Go to the game that a code opens."""
    typed = request.form.get("code", "").strip()
    try:
        with request_context.reading() as session:
            game_id = game_by_code(session, typed)
    except Invalid as error:
        return _lobby(error.say(request_context.words()), typed), 422
    return redirect(url_for("games.game", game_id=game_id, code=typed), 303)


def _lobby(error: str = "", typed: str = "") -> str:
    wanted, me = _wanted(), request_context.reader()
    try:
        with request_context.reading() as session:
            found = find_games(session, wanted, me)
            invited = invitations_of(session, me, request_context.now()) if me and wanted.kind in DOORS else []
    except (Invalid, NotFound) as bad:
        # Somebody's own address line: there is nothing like that to look for.
        raise BadRequest from bad
    chosen = {name: request.args[name] for name in FILTERS if request.args.get(name)}
    return render_template(
        "lobby_list.html",
        wanted=wanted,
        found=found,
        invited=invited,
        kinds=[kind for kind in KINDS if me or kind != "mine"],
        chosen=chosen,
        editions=games.EDITIONS,
        counts=sorted({n for edition in games.EDITIONS for n in houses_by_players(edition)}),
        tw=TermWords(request_context.words()),
        error=error,
        code=typed,
    )


def _wanted() -> Wanted:
    """What the address asks for. BadRequest for a number that is none."""
    given = request.args
    players = given.get("players", "")
    if players and (not players.isascii() or not players.isdigit() or len(players) > 2):
        raise BadRequest
    return Wanted(
        kind=given.get("kind", "open"),
        edition=given.get("edition", ""),
        players=int(players or 0),
        preset=given.get("preset", ""),
        names=given.get("names", ""),
        title=given.get("title", "").strip()[:LONGEST_TITLE],
        after=given.get("after", "")[:16],
    )
