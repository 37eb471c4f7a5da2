"""Games: making one, the board and its places, who plays, settings."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import BadRequest

import atlas
from adjudicator import games
from adjudicator.engine import Illegal, Refused, View
from correspondence import masters as master_cases, ratings as rating_cases
from correspondence.accounts.queries import LAST_GAMES, MIN_TURNS, person
from correspondence.archive.records import turn_change
from correspondence.archive.statistics import player_statistics
from correspondence.delegations import games_acted_for
from correspondence.games.access import find_game
from correspondence.games.options import MAX_TITLE_LENGTH, PRESETS
from correspondence.input_validation import Denied, Invalid, NotFound, Superseded, UserError
from correspondence.lobby import invitations, use_cases as lobby_cases
from correspondence.lobby.invitations import invitations_of
from correspondence.lobby.use_cases import KINDS, GameSearch, find_games, game_by_code
from correspondence.messages.queries import unread_by_game
from correspondence.overview.game_lists import my_games, open_games
from correspondence.overview.game_page import GamePage, game_page
from correspondence.overview.game_pages import holders_of
from correspondence.ratings import SETTLED, ratings_of
from correspondence.sheets.reading import sheet_of
from correspondence.turns import TAKES_SHEETS
from narration.narrators import narrator_of
from narration.words import N_
from web.errors import by_field, in_words, show_errors
from web.form_values import digits, number_posted, query_number, redirect_to, text_posted
from web.forms.drafts import UPON
from web.game_pages import PAGES
from web.layout import TurnQuestions, house_changes, questions_for_house, voice
from web.request_context import fetch, for_reader, now, read, reader, say, signed_in, where, words, write, zone
from web.views.pictures import requested_map, svg_response
from web.views.terms import (
    TermWords,
    Typed,
    houses_by_players,
    of_edition,
    of_setup,
    read_new_game,
    read_terms,
    setups_of,
    suggested,
    typed_of,
)

games_pages = Blueprint("games", __name__, url_prefix="/games")
PRESET_FIELDS = (
    "window_hours",
    "first_hours",
    "westeros_hours",
    "other_hours",
    "clock",
    "weekdays",
    "early_close",
    "muster_hours",
    "extensions",
    "grace_hours",
    "misses_allowed",
)


@games_pages.get("/new")
def new() -> str:
    """The form that makes a game, filled with what suits most."""
    return _new_page(suggested(words(), zone(), request.args.get("edition", "")))


def _new_page(typed: Typed, errors: dict[str, str] | None = None) -> str:
    """Return the page of the new-game form; raise SignInFirst if not signed in."""
    signed_in()
    return render_template(
        "new_game.html",
        typed=typed,
        errors=errors or {},
        fresh=True,
        tw=TermWords(words()),
        presets=PRESETS,
        preset_fields=PRESET_FIELDS,
        editions=games.EDITIONS,
        houses=houses_by_players(typed["edition"], typed.getlist("modules")),
        setups=setups_of(typed["edition"]),
    )


@games_pages.post("/new")
@show_errors(lambda error: _new_page(Typed(request.form), by_field(error)), Invalid, Denied, Refused)
def create() -> Response | str:
    """Make a game, or show the form again: other edition or set-up, or errors."""
    if request.form.get("switch"):
        return _new_page(of_edition(request.form, request.form["switch"]))
    if "setup" in request.form:
        return _new_page(of_setup(request.form, request.form["setup"]))
    signed_in()
    game_id = write(lobby_cases.create_game, read_new_game(Typed(request.form)), now()).public_id
    return redirect_to("games.game", "", "mail", game_id=game_id)


@games_pages.get("/<game_id>")
def game(game_id: str, error: UserError | None = None) -> str:
    """Show a game's lobby, or its board as the reader may see it; perhaps an error."""
    invitation = request.values.get("invitation", "")
    try:
        page = fetch(game_page, game_id, reader(), now(), invitation)
    except (NotFound, Denied) as bad:
        if not invitation or bad.code == "no-such-game":
            raise
        error, invitation = error or bad, ""
        page = for_reader(game_page, game_id)
    last = for_reader(turn_change, game_id, page.last_turn) if page.last_turn else None
    shown = {"invitation": invitation, "code": request.values.get("code", ""), "error": in_words(error)}
    if page.view is None:
        template = "lobby.html" if page.started_at is None else "closed_game.html"
        v = voice(page.edition)
        return render_template(template, game=page, v=v, tw=TermWords(v.words), **shown)
    v = voice(page.edition, page.you)
    tables = PAGES.of_edition(page.edition).board_tables(page.view, page.seats, page.standings, v)
    summary = (narrator_of(v.edition).headline(last.records, v), house_changes(last, v)) if last else ("", [])
    # Who comes from submitting orders has not seen what happened meanwhile.
    since = query_number("since")
    return render_template("board.html", t=tables, told=summary, since=since, **state_of(page, v), **shown)


def state_of(page: GamePage, v: Any) -> dict[str, Any]:
    """Return template values about an open turn: questions, own orders, their plan."""
    turn_questions, mine, plan = TurnQuestions(), None, ""
    if page.turn and page.you and page.view is not None:
        mine_asked = any(seat.you and seat.asked for seat in page.seats)
        turn_questions = questions_for_house(
            page.view, page.you, page.turn.window, page.pace, v, has_questions=mine_asked
        )
        mine = read(sheet_of, page.turn.id, now())
        if mine is not None and page.turn.status in TAKES_SHEETS:
            plan = atlas.drawer_of(page.view).plan(page.view, mine.sheet, page.you, language=words().language)
    return {"game": page, "v": v, "asked": turn_questions, "mine_sheet": mine, "plan": plan}


def then(game_id: str, note: str) -> Response:
    """After something was done: the wake-ups, a note, the game's page."""
    return redirect_to("games.game", note, "mail", "turns", game_id=game_id)


@games_pages.post("/<game_id>/join")
@show_errors(game)
def join(game_id: str) -> Response:
    """Take a seat."""
    form = request.form
    write(
        lobby_cases.join_game,
        game_id,
        now(),
        code=form.get("code", "").strip(),
        invitation=form.get("invitation", ""),
        house=form.get("house") or None,
        preferences=tuple(filter(None, form.getlist("wish"))),
    )
    return then(game_id, say("You have a seat."))


@games_pages.post("/<game_id>/decline")
def decline(game_id: str) -> Response:
    """Say no to an invitation."""
    write(invitations.decline, game_id, now())
    return redirect_to("lobby.lobby", say("You have declined the invitation."))


@games_pages.post("/<game_id>/leave")
def leave_seat(game_id: str) -> Response:
    """Give one's seat back."""
    write(lobby_cases.leave_game, game_id, now())
    return then(game_id, say("You have left the game."))


@games_pages.post("/<game_id>/invite")
@show_errors(game)
def invite(game_id: str) -> Response:
    """Send an invitation."""
    write(invitations.invite, game_id, text_posted("email"), text_posted("house") or None, now())
    return then(game_id, say("The invitation is on its way."))


@games_pages.post("/<game_id>/bots")
@show_errors(game)
def bots(game_id: str) -> Response:
    """Let bots play one house, or all that are free."""
    house = text_posted("house")
    write(lobby_cases.fill_with_bots, game_id, [house] if house else None, now())
    return then(game_id, say("A bot plays there now."))


@games_pages.post("/<game_id>/start")
def start(game_id: str) -> Response:
    """Start the game."""
    begun = write(lobby_cases.start_game, game_id, now())
    if begun:
        return then(game_id, say("The game begins") + ".")
    return then(game_id, say("Everybody is asked to confirm; the game begins when all have confirmed."))


@games_pages.post("/<game_id>/cancel")
def cancel(game_id: str) -> Response:
    """Turn the game off before it begins."""
    write(lobby_cases.cancel_game, game_id, now())
    return redirect_to("home.home", say("The game is cancelled; everybody in it is told."), "mail")


game_settings_pages = Blueprint("game_settings", __name__, url_prefix="/games/<game_id>")


@game_settings_pages.get("/settings")
def settings(
    game_id: str,
    typed: Typed | None = None,
    errors: dict[str, str] | None = None,
    newer: dict[str, tuple[Any, Any]] | None = None,
) -> str:
    """Show all settings, their changes and seat history; a form for who may change."""
    page, game = for_reader(game_page, game_id), fetch(find_game, game_id)
    able = lobby_cases.changeable(game) if page.may_change else frozenset()
    version, v = fetch(lobby_cases.terms_version, game) if able else 0, voice(page.edition, page.you)
    return render_template(
        "game_settings.html",
        game=page,
        v=v,
        tw=TermWords(v.words),
        typed=typed or typed_of(page.terms),
        errors=errors or {},
        able=able,
        version=number_posted(UPON) if errors and number_posted(UPON) > 0 else version,
        newer=newer or {},
        setups=setups_of(page.edition),
        changes=for_reader(lobby_cases.changes_of, game),
        holders=for_reader(holders_of, game),
        scenario=json.dumps(json.loads(page.terms.scenario or "{}"), indent=1, ensure_ascii=False),
    )


@game_settings_pages.post("/settings")
@show_errors(lambda game_id, error: settings(game_id, Typed(request.form), by_field(error)), Invalid, Refused)
def change(game_id: str) -> Response | tuple[str, int]:
    """Change some settings, or show the form again with what is wrong."""
    signed_in()
    version, new_terms = number_posted(UPON), read_terms(Typed(request.form))
    try:
        changes = write(lobby_cases.change_settings, game_id, new_terms, now(), (version,) if version > 0 else None)
    except Superseded:
        return _superseded(game_id, new_terms, version), 409
    return redirect_to(
        "game_settings.settings",
        say("The settings are changed; everybody is told.") if changes else say("Nothing was changed."),
        "mail",
        game_id=game_id,
    )


def _superseded(game_id: str, terms: dict[str, Any], base_version: int) -> str:
    """Show the settings form after somebody else changed settings meanwhile.
    Fields that only they changed have the new value; all others stay as typed."""
    since = fetch(lobby_cases.changed_since, fetch(find_game, game_id), base_version)
    page = for_reader(game_page, game_id)
    own = {
        field: value
        for field, value in terms.items()
        if field not in since or not _is_unchanged(value, since[field][0])
    }
    return settings(game_id, typed_of(replace(page.terms, **own)), newer=since)


def _is_unchanged(typed: Any, before: Any) -> bool:
    """Whether a field is unchanged; ignores order and list type of checkbox values."""
    return sorted(typed) == sorted(before) if isinstance(typed, tuple) and isinstance(before, list) else typed == before


@game_settings_pages.post("/masters")
@show_errors(lambda game_id, error: settings(game_id, errors={"email": error.say(words())}))
def ask_master(game_id: str) -> Response:
    """Ask somebody to master the game too."""
    write(master_cases.invite_master, game_id, text_posted("email"), now(), where())
    return redirect_to("game_settings.settings", say("They are asked by email."), "mail", game_id=game_id)


@game_settings_pages.post("/masters/accept")
def accept(game_id: str) -> Response:
    """Say yes to mastering the game."""
    write(master_cases.accept_master, game_id, now())
    return then(game_id, say("You are a game master of this game now."))


@game_settings_pages.post("/masters/leave")
def leave_mastery(game_id: str) -> Response:
    """Say no to mastering the game, or do it no longer."""
    write(master_cases.step_down, game_id, now())
    return then(game_id, say("You are not a game master of this game."))


places_pages = Blueprint("places", __name__, url_prefix="/games/<game_id>/places")


@places_pages.get("/<place>")
def facts(game_id: str, place: str) -> str:
    """Show the facts of the area `place`, now or as of `round` or turn `call`.
    Raises NotFound `no-such-place` if it is not on the board."""
    view, _ = requested_map(game_id)
    v = voice(view.edition, view.seat)
    place_facts = PAGES.of_edition(view.edition).place_facts(view, place, v)
    if place_facts is None:
        raise NotFound("no-such-place", N_("This place is not on the board."))
    return render_template("place.html", facts=place_facts, v=v)


home_pages = Blueprint("home", __name__)
# The first page is short; the lobby has the rest.
MAX_MINE, MAX_OPEN = 30, 5


@home_pages.get("/")
def home() -> str:
    """What the service is, or one's own games and those that look for players."""
    account = reader()
    mine = read(my_games, now()) if account else []
    ids = [game.id for game in mine]
    joinable = [game for game in fetch(open_games, account, now(), MAX_OPEN) if game.id not in ids]
    return render_template(
        "home.html",
        opening=_opening_view(),
        mine=mine[:MAX_MINE],
        more=len(mine) > MAX_MINE,
        joinable=joinable,
        stands_in=read(games_acted_for, now()) if account else [],
        invited=read(invitations_of, now()) if account else [],
        unread=read(unread_by_game, ids[:MAX_MINE], now()) if account else {},
    )


@home_pages.get("/opening.svg")
def opening() -> Response:
    """Draw an opening board as SVG, for everybody; by default the first edition's.
    Takes `edition`, `setup` (of its set-ups), `theme` and `language` from the query."""
    edition, setup = request.args.get("edition", "first-edition"), request.args.get("setup", "")
    if edition not in games.EDITIONS or setup not in ("", *setups_of(edition)):
        raise NotFound("no-such-edition", N_("There is no such edition."))
    return svg_response(_opening_view(edition, setup))


@cache
def _opening_view(edition: str = "first-edition", setup: str = "") -> View:
    # Nothing of what a seed decides shows on this board.
    players = max(setups_of(edition)[setup]) if setup else 5
    return games.of_edition(edition).view(games.start(edition, players, "0" * 64, (setup,) if setup else ()), None)


lobby_pages = Blueprint("lobby", __name__)
# Lists of games that one can come into.
DOORS = ("open", "substitutes")
FILTERS = ("edition", "players", "preset", "names", "title")


@lobby_pages.get("/lobby")
def lobby(error: UserError | None = None) -> str:
    """A page of games of one kind, narrowed by what one looks for; one's invitations."""
    query, me = _lobby_query(), reader()
    try:
        page = fetch(find_games, query, me)
    except (Invalid, NotFound) as bad:
        # Somebody's own address line: there is nothing like that to look for.
        raise BadRequest from bad
    filters = {name: request.args[name] for name in FILTERS if request.args.get(name)}
    return render_template(
        "lobby_list.html",
        wanted=query,
        found=page,
        invited=read(invitations_of, now()) if me and query.kind in DOORS else [],
        kinds=[kind for kind in KINDS if me or kind != "mine"],
        chosen=filters,
        editions=games.EDITIONS,
        counts=sorted({n for edition in games.EDITIONS for n in houses_by_players(edition)}),
        tw=TermWords(words()),
        error=in_words(error),
        code=text_posted("code").strip(),
    )


@lobby_pages.post("/lobby/code")
@show_errors(lobby, Invalid)
def code() -> Response:
    """Go to the game that a code opens."""
    typed = text_posted("code").strip()
    return redirect_to("games.game", game_id=fetch(game_by_code, typed), code=typed)


def _lobby_query() -> GameSearch:
    """What the address asks for. BadRequest for a number that is none."""
    arguments = request.args.to_dict()
    players = digits(arguments.get("players") or "0", 2)
    if players is None:
        raise BadRequest
    return GameSearch(
        **{name: arguments[name] for name in ("kind", "edition", "preset", "names") if name in arguments},
        players=players,
        title=arguments.get("title", "").strip()[:MAX_TITLE_LENGTH],
        after=arguments.get("after", "")[:16],
    )


people_pages = Blueprint("people", __name__)


@people_pages.get("/people/<person_id>")
def profile(person_id: str) -> str:
    """Show name, ratings, results in finished games, and reliability."""
    player, me = fetch(person, person_id), reader()
    return render_template(
        "person.html",
        person=player,
        figures=fetch(player_statistics, player.id),
        ratings=fetch(ratings_of, player.id, me),
        settled=SETTLED,
        own=me is not None and me.public_id == player.id,
        last_games=LAST_GAMES,
        least=MIN_TURNS,
    )


ratings_pages = Blueprint("ratings", __name__)


@ratings_pages.get("/ratings")
def overview() -> str:
    """How ratings work, and the best of each edition."""
    editions = fetch(rating_cases.rated_editions)
    boards = [fetch(rating_cases.leaderboard, edition, size=rating_cases.BEST) for edition in editions]
    return render_template("ratings.html", boards=boards, settled=rating_cases.SETTLED)


@ratings_pages.get("/ratings/<edition_id>")
def leaderboard(edition_id: str) -> str:
    """The players of an edition by their ratings, a page at a time."""
    check_edition(edition_id)
    board = fetch(rating_cases.leaderboard, edition_id, query_number("page") or 1)
    return render_template("leaderboard.html", board=board, settled=rating_cases.SETTLED)


@ratings_pages.post("/account/ratings")
def show() -> Response:
    """Show one's ratings to everybody, or keep them to oneself."""
    write(rating_cases.hide_ratings, request.form.get("shown") != "1")
    return redirect_to("accounts.account", say("Settings saved."))


def check_edition(edition_id: str) -> None:
    """NotFound `no-such-edition` unless there is such an edition, offered or not."""
    try:
        games.shown_edition(edition_id)
    except Illegal as unknown:
        raise NotFound("no-such-edition", N_("There is no such edition.")) from unknown
