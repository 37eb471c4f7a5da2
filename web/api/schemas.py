"""What goes in and out of the API about people, games, calls and sheets."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from atlas.theme import THEMES
from correspondence.accounts.queries import SCOPES, TokenLine
from correspondence.archive.records import CallMark, CallResults, RoundLog
from correspondence.games import options
from correspondence.games.options import LEVELS, PRESETS, NewGame
from correspondence.lobby.use_cases import KINDS, GamesFound, ListedGame
from correspondence.masters import MasterLine
from correspondence.overview.game_page import CallLine, GameLine, GamePage, SeatLine
from correspondence.overview.game_pages import CallPage, HolderLine, Readiness
from correspondence.sheets.reading import Proof, Receipt
from narration.words import LANGUAGES
from web.api.from_structs import MAX_NUMBER, Document, Pace, Text, answer, body, several_of

# What is decided about a game and can be changed later, and what is said of it only once, when it is made.
TERMS = """title modules houses pace window_hours first_hours westeros_hours other_hours least_hours most_hours
    hold_minutes muster_hours early_close clock zone weekdays extensions extension_hours extensions_in_a_row
    grace_hours misses_allowed absent_seat unsaid names spectators spectator_delay press votes review seat_choice
    visibility steward_rest rated"""
ONCE = """edition players scenario preset gm_reads_press play masters house preferences steward_houses bot_level
    bot_levels"""
CHOICES = {
    **options.CHOICES,
    "press": options.PRESS_KINDS,
    "votes": options.VOTE_KINDS,
    "preset": tuple(PRESETS),
}
LEVELS_BY_HOUSE = fields.Dict(
    keys=Text(), values=Text(metadata={"enum": list(LEVELS)}), validate=validate.Length(max=20)
)
MAX_LISTED = {
    "modules": 10,
    "houses": 20,
    "press": 10,
    "votes": 10,
    "masters": 10,
    "preferences": 20,
    "steward_houses": 20,
}


class AccountSchema(Schema):
    """An account, as its owner sees it."""

    id = fields.String(required=True, attribute="public_id")
    email = fields.String(required=True)
    name = fields.String(required=True)
    language = fields.String(required=True)
    zone = fields.String(required=True)


class ProfileSchema(Schema):
    """What is to be changed of an account; what is left out stays."""

    name = Text()
    language = Text()
    zone = Text()


TokenSchema = answer(
    TokenLine,
    "id name scopes created_at last_used_at",
    name="Token",
    by_hand={"scopes": several_of(SCOPES)},
)

GameLineSchema = answer(
    GameLine,
    "id title edition players taken status round house closes_at call_id asked must_confirm offered to_review",
)


class GamesSchema(Schema):
    """Your games, and those that everybody may join."""

    mine = fields.List(fields.Nested(GameLineSchema), required=True)
    open = fields.List(fields.Nested(GameLineSchema), required=True)


TermsSchema = body(
    NewGame,
    TERMS,
    left_out=ONCE,
    name="Terms",
    choices=CHOICES,
    most=MAX_LISTED,
    by_hand={"pace": Pace()},
    told="""What is decided about a game. Hours of 0: for a window as `window_hours`, for `most_hours` that absences
move nothing, for `muster_hours` no muster. `clock` is an hour such as `20:00` or empty; `weekdays` are ISO numbers;
`modules` are optional parts of the edition's rules, `houses` those that are played, as many as players, in an
edition whose other houses are vassals; none: players choose among all.""",
)

NewGameSchema = body(
    NewGame,
    f"{TERMS} {ONCE}",
    required="title",
    choices=CHOICES,
    most=MAX_LISTED,
    by_hand={"pace": Pace(), "bot_levels": LEVELS_BY_HOUSE},
    told="""A game to be made. What is left out is as `preset` says, without one as the description of each field does.

`play`: you take a seat; otherwise you master the game without one. `masters`: addresses of others who are asked to.
`scenario`: a position that the game begins from, as TOML or JSON; edition, players, modules and houses are what it
says then. `preferences`: your sealed list of houses, best first, where `seat_choice` is `preferences`.""",
)

TermsToldSchema = body(
    NewGame,
    f"{TERMS} gm_reads_press preset scenario bot_level",
    left_out="edition players play masters house preferences steward_houses bot_levels",
    name="TermsTold",
    choices=CHOICES,
    most=MAX_LISTED,
    by_hand={"pace": Pace(), "preset": fields.String(), "scenario": fields.String()},
    told="What was decided about a game.",
)

answer(MasterLine, "id name head accepted plays you", name="Master")

answer(SeatLine, "id house player person away kind level you ready asked offered confirmed", name="Seat")

answer(CallLine, "id number window round opened_at due_at closing_at closes_at status early", name="OpenCall")

GameSchema = answer(
    GamePage,
    """id title edition players status pace window_hours hold_minutes seat_choice visibility steward_rest created_at
    started_at finished_at round seats houses vassals free_houses you member creator may_join needs_code
    may_start start_asks join_code kept_house call view standings rounds last_call winners ended_by behind commitment
    seed terms names_told masters wishes acts_for muster_until must_confirm may_take_over may_return
    may_surrender may_change may_cancel paused_at paused_until pause_reason may_go_on""",
    left_out="there may_try_again",
    name="Game",
    by_hand={"pace": Pace(required=True), "terms": fields.Nested(TermsToldSchema, required=True)},
)


class InvitedSchema(Schema):
    """The token of an invitation letter, which opens the door to a game that is not listed."""

    invitation = Text(load_default="")


class JoinSchema(Schema):
    """How one comes to a seat: its game is open, or one has its code or an invitation. `house`: one's wish."""

    code = Text(load_default="")
    invitation = Text(load_default="")
    house = Text(load_default=None, allow_none=True)
    preferences = fields.List(Text(), load_default=(), validate=validate.Length(max=20))


class TakeOverSchema(Schema):
    """The house of an offered seat, and how one comes to it: its game is open, or one has its code or an invitation."""

    house = Text(required=True)
    code = Text(load_default="")
    invitation = Text(load_default="")


class StewardsSchema(Schema):
    """The houses that stewards shall play; null: all that are free."""

    houses = fields.List(Text(), load_default=None, allow_none=True, validate=validate.Length(max=20))


class InvitationSchema(Schema):
    """Whom to invite, perhaps for a certain house."""

    email = Text(required=True)
    house = Text(load_default=None, allow_none=True)


class WishesSchema(Schema):
    """A sealed list of houses, best first."""

    preferences = fields.List(Text(), required=True, validate=validate.Length(max=20))


class LobbySchema(Schema):
    """Which games are looked for; `after` is the id of the last game of the page before."""

    kind = Text(load_default="open", metadata={"enum": list(KINDS)})
    edition = Text(load_default="")
    players = fields.Integer(load_default=0, validate=validate.Range(0, 99))
    preset = Text(load_default="", metadata={"enum": ["", *PRESETS]})
    names = Text(load_default="", metadata={"enum": ["", *options.CHOICES["names"]]})
    title = Text(load_default="", validate=validate.Length(max=80))
    after = Text(load_default="", validate=validate.Length(max=16))


answer(
    ListedGame,
    """id title edition players taken status round preset pace window_hours names seat_choice houses created_at
    started_at finished_at mine""",
    by_hand={"pace": Pace(required=True)},
)

GamesFoundSchema = answer(GamesFound, "games next")

HolderSchema = answer(HolderLine, "house player kind level began ended since until from_call to_call", name="Holder")


READINESS = "id status asked ready orders_in warnings houses_asked houses_ready due_at closing_at closes_at"


ReadinessSchema = answer(Readiness, READINESS)

CallSchema = answer(
    CallPage,
    f"""{READINESS} game_id title edition players pace number window round house opened_at hold_minutes questions view
    sheet sheet_number sheet_at carried standing waits may_wait paused_until pause_reason extensions_left grace
    stood_by unsaid translated""",
    left_out="offered sheet_warnings draft first news",
    name="Call",
    by_hand={name: Document("Sheet", required=True, allow_none=True) for name in ("sheet", "carried", "standing")},
)


class SheetQuerySchema(Schema):
    """Whether handing in the sheet also says that one is ready, or withdraws it; left out: as it was."""

    ready = fields.Boolean(load_default=None, metadata={"enum": [True, False]})


answer(
    Proof,
    "id at salt commitment digest key signature",
    name="Proof",
    told="The signed receipt of a version; docs/adr/0029-receipts.md says how to check it.",
)
ReceiptSchema = answer(
    Receipt,
    "number accepted_at sheet warnings document digest ready proof translated",
    left_out="via deputy",
    by_hand={
        "sheet": Document("Sheet", required=True),
        "document": fields.Function(
            lambda receipt: receipt.document.decode(), required=True, metadata={"type": "string"}
        ),
    },
)


class MapQuerySchema(Schema):
    """Which board to draw: now, at the end of `round`, or as call number `call` found it (`after`: left it); and how.

    `arrows` (0 or 1) shows what moved in that round or call.
    """

    round = fields.Integer(validate=validate.Range(0, MAX_NUMBER))
    call = fields.Integer(validate=validate.Range(0, MAX_NUMBER))
    after = fields.Integer(validate=validate.OneOf((0, 1)))
    arrows = fields.Integer(validate=validate.OneOf((0, 1)))
    theme = fields.String(validate=validate.OneOf(list(THEMES)))
    language = fields.String(validate=validate.OneOf(list(LANGUAGES)))


answer(CallMark, "number window round closed_at")


class EventsQuerySchema(Schema):
    """Which events: the page that begins after the one with this number."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_NUMBER))


def told_in_pages() -> dict[str, fields.Field[Any]]:
    """What the API tells of events besides their records, a page of them at a time."""
    return {
        "count": fields.Integer(required=True),
        "next": fields.Integer(required=True),
        "story": fields.List(Document("Paragraph"), required=True),
    }


RoundLogSchema = answer(
    RoundLog,
    "game_id edition round rounds seat over calls records count next story view",
    left_out="title",
    by_hand={**told_in_pages(), "view": Document("View", required=True)},
    told="""What happened in a round, as you may know it: the records, the same told in your language, the board at its
end. `seat` is your house; `over`: all is open now.

A long round comes in pages: `count` events in all; `next` is what to give as `after` for the next page, 0 at the
end.""",
)

ResultsSchema = answer(
    CallResults,
    """game_id edition number earlier later last_number window round closed_at seat over records count next story before
    after sheet_number""",
    left_out="title",
    name="Results",
    by_hand=told_in_pages(),
    told="""What a call brought, as you may know it. `sheet_number`: which version of your sheet was used, 0 for none;
`earlier` and `later` are the calls beside it, 0 for none; `count` and `next` as for rounds.""",
)
