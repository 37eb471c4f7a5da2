"""API schemas of accounts, games, turns and order sheets."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from atlas.theme import THEMES
from correspondence.accounts.queries import SCOPES, TokenLine
from correspondence.archive.records import RoundLog, TurnMark, TurnResults
from correspondence.games import options
from correspondence.games.options import LEVELS, PRESETS, NewGame
from correspondence.lobby.invitations import SentInvitation
from correspondence.lobby.use_cases import KINDS, GameList, ListedGame
from correspondence.masters import MasterLine
from correspondence.overview.game_lists import GameLine
from correspondence.overview.game_page import GamePage, SeatLine, TurnLine
from correspondence.overview.game_pages import HolderLine, Readiness, TurnPage
from correspondence.sheets.reading import Proof, Receipt
from narration.words import LANGUAGES
from web.api.from_structs import MAX_NUMBER, Document, Pace, Text, answer, body, several_of

# Settings that can be changed later, and those that are fixed when the game is created.
TERMS = """title modules houses pace window_hours first_hours westeros_hours other_hours least_hours most_hours
    hold_minutes muster_hours early_close clock zone weekdays extensions extension_hours extensions_in_a_row
    grace_hours misses_allowed absent_seat unsaid names spectators spectator_delay messages votes review seat_choice
    visibility bots_fill_seats rated"""
ONCE = """edition players scenario preset gm_reads_messages play masters house preferences bot_houses bot_level
    bot_levels"""
CHOICES = {
    **options.CHOICES,
    "messages": options.MESSAGE_KINDS,
    "votes": options.VOTE_KINDS,
    "preset": tuple(PRESETS),
}
LEVELS_BY_HOUSE = fields.Dict(
    keys=Text(), values=Text(metadata={"enum": list(LEVELS)}), validate=validate.Length(max=20)
)
MAX_LISTED = {
    "modules": 10,
    "houses": 20,
    "messages": 10,
    "votes": 10,
    "masters": 10,
    "preferences": 20,
    "bot_houses": 20,
}


class AccountSchema(Schema):
    """Your account."""

    id = fields.String(required=True, attribute="public_id")
    email = fields.String(required=True)
    name = fields.String(required=True)
    language = fields.String(required=True)
    zone = fields.String(required=True)


class ProfileSchema(Schema):
    """Changes to your account. Fields that you leave out stay as they are."""

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
    """id title edition players taken status round house closes_at turn_id asked must_confirm offered to_review to_vote
    mastered""",
)


class GamesSchema(Schema):
    """Your games, and the games that everybody may join."""

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
    description="""The settings of a game. Hours of 0 mean: for a kind of turn, as `window_hours`; for `most_hours`,
    absences move nothing; for `muster_hours`, no check-in. `clock` is an hour such as `20:00`, or empty. `weekdays` are
    ISO numbers. `modules` are optional rules. `houses` are the houses with players, as many as players, in an edition
    where the other houses are vassals; none: players choose among all.""",
)

NewGameSchema = body(
    NewGame,
    f"{TERMS} {ONCE}",
    required="title",
    choices=CHOICES,
    most=MAX_LISTED,
    by_hand={"pace": Pace(), "bot_levels": LEVELS_BY_HOUSE},
    description="""A new game. Fields that you leave out are as in the `preset`, or have their defaults.

`play`: you take a seat; otherwise you are its game master without a seat. `masters`: email addresses of people to ask
as game masters. `scenario`: the position that the game starts from, as TOML or JSON; it then sets edition, players,
modules and houses. `preferences`: your secret list of houses, best first, where `seat_choice` is `preferences`.""",
)

TermsToldSchema = body(
    NewGame,
    f"{TERMS} gm_reads_messages preset scenario bot_level",
    left_out="edition players play masters house preferences bot_houses bot_levels",
    name="TermsTold",
    choices=CHOICES,
    most=MAX_LISTED,
    by_hand={"pace": Pace(), "preset": fields.String(), "scenario": fields.String()},
    description="The settings of a game.",
)

answer(MasterLine, "id name head accepted plays you", name="Master")

answer(SeatLine, "id house player person away kind level you ready asked offered confirmed", name="Seat")

answer(TurnLine, "id number window round opened_at due_at closing_at closes_at status early", name="OpenTurn")

GameSchema = answer(
    GamePage,
    """id title edition players status pace window_hours hold_minutes seat_choice visibility bots_fill_seats created_at
    started_at finished_at round seats houses vassals free_houses you member creator may_join needs_code
    may_start start_asks join_code kept_house turn view standings rounds last_turn winners ended_by behind commitment
    seed terms names_told masters wishes acts_for muster_until must_confirm may_take_over may_return
    may_surrender may_change may_cancel paused_at paused_until pause_reason may_go_on""",
    left_out="there may_try_again",
    name="Game",
    by_hand={"pace": Pace(required=True), "terms": fields.Nested(TermsToldSchema, required=True)},
)


class InvitedSchema(Schema):
    """The token from an invitation email. It opens a game that is not listed."""

    invitation = Text(load_default="")


class JoinSchema(Schema):
    """How you join: a game that is not open needs its code or an invitation.

    `house`: the house that you want.
    """

    code = Text(load_default="")
    invitation = Text(load_default="")
    house = Text(load_default=None, allow_none=True)
    preferences = fields.List(Text(), load_default=(), validate=validate.Length(max=20))


class TakeOverSchema(Schema):
    """The house to take over. A game that is not open needs its code or an invitation."""

    house = Text(required=True)
    code = Text(load_default="")
    invitation = Text(load_default="")


class BotsSchema(Schema):
    """The houses that bots will play; null: all free houses."""

    houses = fields.List(
        Text(), attribute="house_ids", load_default=None, allow_none=True, validate=validate.Length(max=20)
    )


class InvitationSchema(Schema):
    """Whom to invite, and for which house; null: any house."""

    email = Text(required=True)
    house = Text(load_default=None, allow_none=True)


SentInvitationSchema = answer(
    SentInvitation,
    "id email house inviter created_at expires_at state answered_by may_resend link",
    name="SentInvitation",
)


class WishesSchema(Schema):
    """A secret list of houses, best first."""

    preferences = fields.List(Text(), required=True, validate=validate.Length(max=20))


class LobbySchema(Schema):
    """The games to find. `after` is the id of the last game on the page before."""

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

GamesFoundSchema = answer(GameList, "games next")

HolderSchema = answer(HolderLine, "house player kind level began ended since until from_turn to_turn", name="Holder")


READINESS = "id status asked ready orders_in warnings required_houses houses_ready due_at closing_at closes_at"


ReadinessSchema = answer(Readiness, READINESS)

TurnSchema = answer(
    TurnPage,
    f"""{READINESS} game_id title edition players pace number window round house opened_at hold_minutes questions view
    sheet sheet_number sheet_at carried standing waits may_wait paused_until pause_reason extensions_left grace
    stood_by unsaid translated""",
    left_out="offered sheet_warnings draft first news last_turn left_over",
    name="Turn",
    by_hand={name: Document("Sheet", required=True, allow_none=True) for name in ("sheet", "carried", "standing")},
)


class SheetQuerySchema(Schema):
    """Whether you are ready after submitting; if left out, this stays as it was."""

    ready = fields.Boolean(load_default=None, metadata={"enum": [True, False]})


answer(
    Proof,
    "id at salt commitment digest key signature",
    name="Proof",
    description="The signed receipt of a version. docs/adr/0029-receipts.md explains how to check it.",
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
    """Which board to draw: now, at the end of `round`, or before (`after`) `turn`.

    `arrows` (0 or 1) shows what moved in that round or turn.
    """

    round = fields.Integer(validate=validate.Range(0, MAX_NUMBER))
    turn = fields.Integer(validate=validate.Range(0, MAX_NUMBER))
    after = fields.Integer(validate=validate.OneOf((0, 1)))
    arrows = fields.Integer(validate=validate.OneOf((0, 1)))
    theme = fields.String(validate=validate.OneOf(list(THEMES)))
    language = fields.String(validate=validate.OneOf(list(LANGUAGES)))


answer(TurnMark, "number window round closed_at")


class EventsQuerySchema(Schema):
    """The page of events: it begins after the event with this number."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, MAX_NUMBER))


def page_fields() -> dict[str, fields.Field[Any]]:
    """Fields of a page of events besides the records."""
    return {
        "count": fields.Integer(required=True),
        "next": fields.Integer(required=True),
        "story": fields.List(Document("Paragraph"), required=True),
    }


RoundLogSchema = answer(
    RoundLog,
    "game_id edition round rounds seat over turns records count next story view",
    left_out="title",
    by_hand={**page_fields(), "view": Document("View", required=True)},
    description="""What happened in a round, as far as you may know it: the records, the same in your language, the
    board at its end. `seat` is your house; `over`: the game is over and nothing is hidden. A long round has several
    pages. `count` is the number of all events; send `next` as `after` for the next page; it is 0 at the end.""",
)

ResultsSchema = answer(
    TurnResults,
    """game_id edition number earlier later last_number window round closed_at seat over records count next story before
    after sheet_number""",
    left_out="title",
    name="Results",
    by_hand=page_fields(),
    description="""The results of a turn, as far as you may know them. `sheet_number`: the version of your orders that
counted, 0 for none; `earlier` and `later`: the turns before and after, 0 for none; `count` and `next`: as for
rounds.""",
)
