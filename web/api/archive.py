"""API for boards and archives: rounds, results, files, evaluations, editions."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, request, url_for
from marshmallow import Schema, fields, validate

from adjudicator import documents, game_file, games
from adjudicator.engine import Edition, Illegal
from correspondence import evaluations as evaluation_cases
from correspondence.archive.files import MAX_FILE_BYTES, export_game
from correspondence.archive.records import round_log, round_view, turn_results
from correspondence.archive.statistics import TwoRounds, compare_rounds, page_after
from correspondence.evaluations import EvaluationLine
from correspondence.imports import MAX_TITLE, ImportLine, Reason, ask_import, find_import, imports_of
from correspondence.input_validation import NotFound
from correspondence.overview.game_pages import Check, EndPage, end_page, request_check
from narration.narrators import narrator_of
from narration.words import N_
from web.api.from_structs import MAX_NUMBER, Text, answer, plain
from web.api.noun import Noun
from web.api.schemas import EventsQuerySchema, MapQuerySchema, ResultsSchema, RoundLogSchema
from web.game_pages import PAGES
from web.layout import voice
from web.request_context import (
    for_reader,
    now,
    read,
    signed_in,
    wake_worker,
    write,
)
from web.views import archive, pictures
from web.views.archive import refusal_reasons

boards_noun = Noun("boards", "Maps, rounds and results, for players and spectators.")
BINARY = {"type": "string", "format": "binary"}
NUMBER = f"<int(max={MAX_NUMBER}):number>"


@boards_noun.route(
    "GET", "/games/<game_id>/map.svg", BINARY, query=MapQuerySchema, anybody=True, content_type="image/svg+xml"
)
def drawing(query: dict[str, Any], game_id: str) -> Response:
    """Get the board as SVG."""
    return pictures.svg_response(*pictures.requested_map(game_id))


@boards_noun.route(
    "GET", "/games/<game_id>/map.png", BINARY, query=MapQuerySchema, anybody=True, content_type="image/png"
)
def picture(query: dict[str, Any], game_id: str) -> Response:
    """Get the board as PNG, 1000 pixels wide."""
    return pictures.png_response(*pictures.requested_map(game_id))


@boards_noun.route("GET", f"/games/<game_id>/rounds/{NUMBER}", RoundLogSchema, query=EventsQuerySchema, anybody=True)
def round_(query: dict[str, Any], game_id: str, number: int) -> dict[str, Any]:
    """Get the log of a round, one page of events at a time."""
    log, view = for_reader(round_log, game_id, number), for_reader(round_view, game_id, number)
    return {**_event_page(log, query["after"]), "view": view}


@boards_noun.route("GET", f"/games/<game_id>/results/{NUMBER}", ResultsSchema, query=EventsQuerySchema, anybody=True)
def results(query: dict[str, Any], game_id: str, number: int) -> dict[str, Any]:
    """Get the results of a turn, by its number, one page of events at a time."""
    return _event_page(for_reader(turn_results, game_id, number), query["after"])


@boards_noun.route("GET", "/games/<game_id>/export", {"type": "object"}, anybody=True)
def export(game_id: str) -> Response:
    """Export a game as a file with what you may know; once it is over, everything."""
    return Response(game_file.encode(for_reader(export_game, game_id)), mimetype="application/json")


def _event_page(log: Any, after: int) -> dict[str, Any]:
    """Return an answer's fields with one page of records, as stored and in words.
    `after` is the number of the event before the page; 0: from the first."""
    v, shown = voice(log.edition, log.seat), page_after(log.records, after)
    return {
        **log.__dict__,
        "records": [documents.to_stored_record(record) for record in shown.records],
        "count": shown.count,
        "next": shown.next,
        "story": narrator_of(v.edition).tell(shown.records, v.edition, v.words, log.seat),
    }


archive_noun = Noun("archive", "The archive: comparing rounds, the end of a game, exports and imports.")


class CompareQuerySchema(Schema):
    """The two rounds to compare; by default the last two."""

    first = fields.Integer(data_key="from", validate=validate.Range(0, MAX_NUMBER), load_default=None)
    second = fields.Integer(data_key="to", validate=validate.Range(0, MAX_NUMBER), load_default=None)


ComparedSchema = answer(
    TwoRounds,
    "game_id first second rounds before after standings_before standings_after differences words",
    left_out="title edition seat",
    name="Compared",
    by_hand={
        "differences": fields.List(fields.Dict(), required=True),
        "words": fields.List(fields.String(), required=True),
    },
    description="The boards at the end of two rounds, and every public difference as a document and in words.",
)

answer(Check, "state asked_at at")

EndSchema = answer(
    EndPage,
    """game_id title edition winners reason ended_by finished_at imported_at standings players bots levels
    statistics seed commitment seed_fits check""",
    left_out="seat view",
    name="End",
    by_hand={
        "statistics": fields.Function(lambda end: plain(end.statistics), required=True, metadata={"type": "object"})
    },
)

answer(
    Reason,
    "code words where",
    left_out="values",
    name="ImportReason",
    description="Why a file was refused: a stable code, words for people, and the place in the file.",
)

ImportSchema = answer(
    ImportLine,
    "id title size state asked_at at entries played game reasons",
    left_out="game_id",
    name="Import",
    by_hand={"game": fields.String(required=True, allow_none=True)},
    description="""An uploaded game file. `size` is in bytes; `played` of `entries` journal entries are replayed so far.

The import has succeeded when `game` is the id of the new game.""",
)


class ImportQuerySchema(Schema):
    """The title of the imported game."""

    title = Text(load_default="", validate=validate.Length(max=MAX_TITLE))


@archive_noun.route("GET", "/games/<game_id>/compare", ComparedSchema, query=CompareQuerySchema, anybody=True)
def compare(query: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Compare two rounds of a game, as far as you may know them."""
    comparison = for_reader(compare_rounds, game_id, query["first"], query["second"])
    v = voice(comparison.edition, comparison.seat)
    return {
        **comparison.__dict__,
        "differences": [msgspec.to_builtins(change, str_keys=True) for change in comparison.differences],
        "words": [narrator_of(v.edition).difference(change, v) for change in comparison.differences],
    }


@archive_noun.route("GET", "/games/<game_id>/end", EndSchema, anybody=True)
def end(game_id: str) -> Any:
    """Get the end of a game; an error if it is not over."""
    return for_reader(end_page, game_id)


@archive_noun.serves(request_check, "POST", "/games/<game_id>/end/check", EndSchema, then=end, status=202)
def check() -> None:
    """Start a replay of a finished game from its journal; `check` shows its result."""


@archive_noun.route("GET", "/games/<game_id>/export.zip", BINARY, anybody=True, content_type="application/zip")
def zipped(game_id: str) -> Response:
    """Export a game as a zip with what you may know; once it is over, everything."""
    return archive.zip_(game_id)


@archive_noun.route("GET", "/games/<game_id>/export.txt", {"type": "string"}, anybody=True, content_type="text/plain")
def story(game_id: str) -> Response:
    """Get the whole story of a game as text, in your language."""
    return archive.text(game_id)


@archive_noun.route(
    "POST",
    "/games/import",
    ImportSchema,
    status=202,
    most_bytes=MAX_FILE_BYTES,
    query=ImportQuerySchema,
    requestBody={"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
)
def bring_in(query: dict[str, Any]) -> tuple[Any, int, dict[str, str]]:
    """Import a game that was played elsewhere. The body is its game file.

    A worker replays it first. Get the address in `Location` to see the result.
    """
    signed_in()
    import_id = write(ask_import, request.get_data(cache=False), query["title"], now()).public_id
    wake_worker("imports")
    return import_(import_id), 202, {"Location": url_for("api-archive.import_", import_id=import_id)}


@archive_noun.route("GET", "/imports", ImportSchema(many=True))
def imports() -> list[dict[str, Any]]:
    """List your last twenty imports, newest first."""
    return [_import_answer(line) for line in read(imports_of, now())]


@archive_noun.route("GET", "/imports/<import_id>", ImportSchema)
def import_(import_id: str) -> dict[str, Any]:
    """Get one of your imports."""
    return _import_answer(read(find_import, import_id, now()))


def _import_answer(line: ImportLine) -> dict[str, Any]:
    reasons = [{"code": reason.code, "words": reason.words, "where": reason.where} for reason in refusal_reasons(line)]
    return {**line.__dict__, "game": line.game_id or None, "reasons": reasons}


evaluations_noun = Noun("evaluations", "Evaluations: a game is replayed from its journal and compared.")


EvaluationSchema = answer(EvaluationLine, "asked_at made_at turn agrees found differences", name="Evaluation")


@evaluations_noun.serves(
    evaluation_cases.list_evaluations, "GET", "/games/<game_id>/evaluations", EvaluationSchema(many=True), scope="gm"
)
def listed() -> None:
    """List a game's evaluations, newest first; for game masters and administrators."""


@evaluations_noun.serves(
    evaluation_cases.ask,
    "POST",
    "/games/<game_id>/evaluations",
    EvaluationSchema,
    wakes=["turns"],
    status=202,
    scope="gm",
)
def ask() -> None:
    """Request an evaluation, made within a minute. Returns any already waiting."""


editions_noun = Noun("editions", "Editions: areas, orders, units and cards, by the ids that order sheets use.")


class EditionLineSchema(Schema):
    """An edition in a list. `players`: possible numbers; `modules`: optional rules.

    `setup_modules` are those that are set-ups instead of the printed one, with the numbers of players of each.
    """

    id = fields.String(required=True)
    name = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    players = fields.List(fields.Integer(), required=True)
    modules = fields.List(fields.String(), required=True)
    setup_modules = fields.Dict(keys=fields.String(), values=fields.List(fields.Integer()), required=True)


class SetupSchema(Schema):
    """The set-up for a number of players: houses, possible vassals, victory.

    A house in `vassals` is a vassal if nobody plays it. `victory` strongholds and cities win the game.
    """

    players = fields.Integer(required=True)
    houses = fields.List(fields.String(), required=True)
    vassals = fields.List(fields.String(), required=True)
    victory = fields.Integer(required=True)


def _by_id() -> fields.Dict:
    return fields.Dict(keys=fields.String())


class EditionSchema(EditionLineSchema):
    """An edition. Its parts are keyed by id and carry their names.

    `policies` is the default of each kind of decision, for when there are no orders.
    """

    setups = fields.List(fields.Nested(SetupSchema), required=True)
    policies = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    houses = fields.Dict(keys=fields.String(), required=True)
    # Only some families of games have these.
    rounds = fields.Integer()
    areas = _by_id()
    orders = _by_id()
    units = _by_id()
    cards = _by_id()
    westeros = _by_id()
    wildling_cards = _by_id()
    tide_cards = _by_id()
    tracks = fields.List(fields.String())
    badges = fields.Dict(keys=fields.String(), values=fields.String())
    allies = _by_id()
    influence = _by_id()


@editions_noun.route("GET", "/editions", EditionLineSchema(many=True), anybody=True)
def editions() -> list[dict[str, Any]]:
    """List the editions that you can play."""
    return [_line(edition) for edition in games.EDITIONS.values()]


@editions_noun.route("GET", "/editions/<edition_id>", EditionSchema, anybody=True)
def edition(edition_id: str) -> dict[str, Any]:
    """Get an edition with everything that has an id."""
    try:
        # An edition that is not offered is found too: games may use it.
        game_edition: Any = games.edition(edition_id)
    except Illegal as unknown:
        raise NotFound("no-such-edition", N_("There is no such edition.")) from unknown
    family_pages = PAGES.of_edition(edition_id)
    rest = {name: getattr(game_edition, name) for name in ("rounds", "tracks", "badges") if hasattr(game_edition, name)}
    return {
        **_line(game_edition),
        **{part: plain(getattr(game_edition, part)) for part in family_pages.parts},
        **rest,
        "setups": [_setup(game_edition, players) for players in sorted(game_edition.player_counts)],
        "policies": family_pages.defaults(game_edition),
    }


def _setup(edition: Any, players: int) -> dict[str, Any]:
    """Return an edition's houses, vassals and victory goal by number of players."""
    return {
        "players": players,
        "houses": games.of_edition(edition.id).candidates(edition, players),
        "vassals": games.of_edition(edition.id).possible_vassals(edition, players, ()),
        **({"victory": edition.setups[players].victory} if hasattr(edition, "setups") else {}),
    }


def _line(edition: Edition) -> dict[str, Any]:
    """Return an edition's id, name, numbers of players and modules for a list."""
    return {
        "id": edition.id,
        "name": plain(edition.name),
        "players": sorted(edition.player_counts),
        "modules": edition.modules,
        "setup_modules": games.of_edition(edition.id).setup_modules(edition),
    }
