"""The first page, the lobby, a first game, and what everybody may know of players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import BadRequest

from adjudicator import games
from adjudicator.engine import Illegal, View
from correspondence import ratings as rating_cases
from correspondence.accounts.queries import LAST_GAMES, LEAST_CALLS, person
from correspondence.archive.statistics import player_statistics
from correspondence.calls import TAKES_SHEETS
from correspondence.delegations import games_acted_for
from correspondence.games.options import LONGEST_TITLE
from correspondence.input_validation import Invalid, NotFound, Told
from correspondence.lobby.seating import invitations_of
from correspondence.lobby.use_cases import KINDS, Wanted, find_games, game_by_code
from correspondence.overview.game_page import my_games, open_games
from correspondence.overview.game_pages import CallPage, first_call
from correspondence.press.queries import unread_in
from correspondence.ratings import SETTLED, ratings_of
from correspondence.sheets.reading import sheet_draft
from correspondence.tutorial import LIFE, begin_tutorial, end_tutorial
from narration.narrators import narrator_of
from narration.words import N_
from web.errors import in_words, or_again
from web.family_pages import FirstStep
from web.form_values import digits, lead_on, number_asked, text_posted
from web.game_pages import PAGES
from web.request_context import fetch, now, read, reader, say, words, write
from web.views.pictures import svg_response
from web.views.terms import TermWords, houses_by_players

home_pages = Blueprint("home", __name__)
# The first page is short; the lobby has the rest.
MOST_MINE, MOST_OPEN = 30, 5


@home_pages.get("/")
def home() -> str:
    """What the service is, or one's own games and those that look for players."""
    account = reader()
    mine = read(my_games) if account else []
    ids = [game.id for game in mine]
    joinable = [game for game in fetch(open_games, account, MOST_OPEN) if game.id not in ids]
    return render_template(
        "home.html",
        opening=_opening_view(),
        mine=mine[:MOST_MINE],
        more=len(mine) > MOST_MINE,
        joinable=joinable,
        stands_in=read(games_acted_for, now()) if account else [],
        invited=read(invitations_of, now()) if account else [],
        unread=read(unread_in, ids[:MOST_MINE], now()) if account else {},
    )


@home_pages.get("/opening.svg")
def opening() -> Response:
    """The board before the first round of a game of five, for whoever comes by; `theme`, `language`."""
    return svg_response(_opening_view())


@cache
def _opening_view() -> View:
    # Nothing of what a seed decides shows on this board.
    return games.of_edition("first-edition").view(games.start("first-edition", 5, "0" * 64), None)


lobby_pages = Blueprint("lobby", __name__)
# Lists of games that one can come into.
DOORS = ("open", "substitutes")
FILTERS = ("edition", "players", "preset", "names", "title")


@lobby_pages.get("/lobby")
def lobby(error: Told | None = None) -> str:
    """A page of games of one kind, narrowed by what one looks for; one's invitations."""
    wanted, me = _wanted(), reader()
    try:
        found = fetch(find_games, wanted, me)
    except (Invalid, NotFound) as bad:
        # Somebody's own address line: there is nothing like that to look for.
        raise BadRequest from bad
    chosen = {name: request.args[name] for name in FILTERS if request.args.get(name)}
    return render_template(
        "lobby_list.html",
        wanted=wanted,
        found=found,
        invited=read(invitations_of, now()) if me and wanted.kind in DOORS else [],
        kinds=[kind for kind in KINDS if me or kind != "mine"],
        chosen=chosen,
        editions=games.EDITIONS,
        counts=sorted({n for edition in games.EDITIONS for n in houses_by_players(edition)}),
        tw=TermWords(words()),
        error=in_words(error),
        code=text_posted("code").strip(),
    )


@lobby_pages.post("/lobby/code")
@or_again(lobby, Invalid)
def code() -> Response:
    """Go to the game that a code opens."""
    typed = text_posted("code").strip()
    return lead_on("games.game", game_id=fetch(game_by_code, typed), code=typed)


def _wanted() -> Wanted:
    """What the address asks for. BadRequest for a number that is none."""
    given = request.args.to_dict()
    players = digits(given.get("players") or "0", 2)
    if players is None:
        raise BadRequest
    return Wanted(
        **{name: given[name] for name in ("kind", "edition", "preset", "names") if name in given},
        players=players,
        title=given.get("title", "").strip()[:LONGEST_TITLE],
        after=given.get("after", "")[:16],
    )


tutorial_pages = Blueprint("tutorial", __name__, url_prefix="/first-game")


@dataclass(frozen=True)
class FirstGame:
    """The panel: its steps, the first of them that is not done, and whether all are."""

    steps: tuple[FirstStep, ...]

    @property
    def now(self) -> FirstStep | None:
        """What is to be done next."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def count(self) -> int:
        """How many steps are done."""
        return sum(step.done for step in self.steps)


@tutorial_pages.get("")
def about() -> str:
    """What a first game is, and the button that makes one; for whoever is not signed in, the way there."""
    return render_template("tutorial.html", days=LIFE.days)


@tutorial_pages.post("")
def make() -> Response:
    """Make a first game, or go on with the one there is."""
    game_id = write(begin_tutorial, say("A first round"), now()).public_id
    return lead_on("games.game", game_id=game_id)


@tutorial_pages.post("/end")
def end() -> Response:
    """Throw one's first game away."""
    write(end_tutorial)
    return lead_on("home.home", say("The game is thrown away."))


@tutorial_pages.app_template_global()
def first_game(game_id: str) -> FirstGame:
    """The panel of a first game, from the state of the game and the page that is being read."""
    page = read(first_call, game_id, now())
    return FirstGame((_open(page), *_write(page), _hand_in(page), _read(page)))


def _open(page: CallPage) -> FirstStep:
    there = request.endpoint in ("sheets.call", "sheets.live", "sheets.submit")
    return FirstStep(
        say("Open your sheet"),
        say("A call asks everybody at once what they do in a whole phase. You answer on one sheet."),
        there or page.ready or page.sheet_number > 0 or page.status not in TAKES_SHEETS,
        link=url_for("sheets.call", call_id=page.id),
        way=say("Write your sheet"),
    )


def _write(page: CallPage) -> tuple[FirstStep, ...]:
    """What the sheet is to say; all done once it cannot be changed any more."""
    edition = games.shown_edition(page.edition)
    v = narrator_of(edition).voice(edition, words(), page.house)
    draft = read(sheet_draft, page.id, now()).read()
    sheet = (draft.sheet if draft else page.sheet) or games.of_edition(page.edition).empty_sheet
    steps = tuple(PAGES.of_edition(page.edition).first_steps(page.view, page.house, sheet, v))
    return steps if page.status in TAKES_SHEETS else tuple(replace(step, done=True, parts=()) for step in steps)


def _hand_in(page: CallPage) -> FirstStep:
    return FirstStep(
        say("Hand it in: save it, and say that you are ready"),
        say("The bots that play the other houses are ready: the call closes with you."),
        page.ready or page.status not in TAKES_SHEETS,
    )


def _read(page: CallPage) -> FirstStep:
    there = request.endpoint == "history.results" and page.status == "closed"
    if page.status != "closed":
        why = say("The phase is played at once, and told: who marched, who fought, and what of your sheet decided.")
        return FirstStep(say("Read what happened"), why)
    return FirstStep(
        say("Read what happened"),
        say("The round is played."),
        there,
        link=url_for("history.results", game_id=page.game_id, number=page.number),
        way=say("What the call brought"),
    )


people_pages = Blueprint("people", __name__)


@people_pages.get("/people/<person_id>")
def profile(person_id: str) -> str:
    """Their name, their ratings, what they did in the games they finished, how reliably they play."""
    found, me = fetch(person, person_id), reader()
    return render_template(
        "person.html",
        person=found,
        figures=fetch(player_statistics, found.id),
        ratings=fetch(ratings_of, found.id, me),
        settled=SETTLED,
        own=me is not None and me.public_id == found.id,
        last_games=LAST_GAMES,
        least=LEAST_CALLS,
    )


ratings_pages = Blueprint("ratings", __name__)


@ratings_pages.get("/ratings")
def overview() -> str:
    """How ratings work, and the best of each edition."""
    known = fetch(rating_cases.rated_editions)
    boards = [fetch(rating_cases.leaderboard, edition, size=rating_cases.BEST) for edition in known]
    return render_template("ratings.html", boards=boards, settled=rating_cases.SETTLED)


@ratings_pages.get("/ratings/<edition_id>")
def leaderboard(edition_id: str) -> str:
    """The players of an edition by their ratings, a page at a time."""
    edition_known(edition_id)
    board = fetch(rating_cases.leaderboard, edition_id, number_asked("page") or 1)
    return render_template("leaderboard.html", board=board, settled=rating_cases.SETTLED)


@ratings_pages.post("/account/ratings")
def show() -> Response:
    """Show one's ratings to everybody, or keep them to oneself."""
    write(rating_cases.hide_ratings, request.form.get("shown") != "1")
    return lead_on("accounts.account", say("Your settings are kept."))


def edition_known(edition_id: str) -> None:
    """NotFound `no-such-edition` unless there is such an edition, offered or not."""
    try:
        games.shown_edition(edition_id)
    except Illegal as unknown:
        raise NotFound("no-such-edition", N_("There is no such edition.")) from unknown
