"""What goes in and out of the API about people and games."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from correspondence.accounts.api_tokens import SCOPES
from correspondence.games.new_game import VOTE_KINDS
from correspondence.games.options import (
    ABSENT_SEATS,
    NAMES,
    PRESS_KINDS,
    REVIEWS,
    SEAT_CHOICES,
    SPECTATORS,
    VISIBILITIES,
)
from correspondence.games.presets import PRESETS
from correspondence.lobby.lists import KINDS
from web.api.documents import Document, documents
from web.api.fields import Number, Pace, Text, Whole, YesNo


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


class TokenSchema(Schema):
    """A token for programs; the token itself is shown once, when it is made among one's settings. `last_used_at` is
    right to some minutes."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    scopes = fields.List(fields.String(metadata={"enum": list(SCOPES)}), required=True)
    created_at = fields.DateTime(required=True)
    last_used_at = fields.DateTime(required=True, allow_none=True)


class GameLineSchema(Schema):
    """A game in a list. `asked`: it waits for you; `must_confirm`: its muster does; `offered`: your seat is."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    taken = fields.Integer(required=True)
    status = fields.String(required=True)
    round = fields.Integer(required=True)
    house = fields.String(required=True, allow_none=True)
    closes_at = fields.DateTime(required=True, allow_none=True)
    call_id = fields.String(required=True, allow_none=True)
    asked = fields.Boolean(required=True)
    must_confirm = fields.Boolean(required=True)
    offered = fields.Boolean(required=True)


class GamesSchema(Schema):
    """Your games, and those that everybody may join."""

    mine = fields.List(fields.Nested(GameLineSchema), required=True)
    open = fields.List(fields.Nested(GameLineSchema), required=True)


class TermsSchema(Schema):
    """What is decided about a game. Hours of 0: for a window as `window_hours`, for `most_hours` that absences move
    nothing, for `muster_hours` no muster. `clock` is an hour such as `20:00` or empty; `weekdays` are ISO numbers;
    `modules` are optional parts of the edition's rules, `houses` those that are played, as many as players, in an
    edition whose other houses are vassals; none: players choose among all."""

    title = Text()
    modules = fields.List(Text(), validate=validate.Length(max=10))
    houses = fields.List(Text(), validate=validate.Length(max=20))
    pace = Pace()
    window_hours = Number()
    first_hours = Number()
    westeros_hours = Number()
    other_hours = Number()
    least_hours = Number()
    most_hours = Number()
    hold_minutes = Number()
    muster_hours = Number()
    early_close = YesNo()
    clock = Text()
    zone = Text()
    weekdays = Text()
    extensions = Whole()
    extension_hours = Number()
    extensions_in_a_row = Whole()
    grace_hours = Number()
    misses_allowed = Whole()
    absent_seat = Text(metadata={"enum": list(ABSENT_SEATS)})
    names = Text(metadata={"enum": list(NAMES)})
    spectators = Text(metadata={"enum": list(SPECTATORS)})
    spectator_delay = Whole()
    press = fields.List(Text(metadata={"enum": list(PRESS_KINDS)}), validate=validate.Length(max=10))
    votes = fields.List(Text(metadata={"enum": list(VOTE_KINDS)}), validate=validate.Length(max=10))
    review = Text(metadata={"enum": list(REVIEWS)})
    seat_choice = Text(metadata={"enum": list(SEAT_CHOICES)})
    visibility = Text(metadata={"enum": list(VISIBILITIES)})
    steward_rest = YesNo()


class NewGameSchema(TermsSchema):
    """A game to be made. What is left out is as `preset` says, without one as the description of each field does.

    `play`: you take a seat; otherwise you master the game without one. `masters`: addresses of others who are asked to.
    `scenario`: a position that the game begins from, as TOML or JSON; edition, players, modules and houses are what it
    says then.
    `preferences`: your sealed list of houses, best first, where `seat_choice` is `preferences`."""

    title = Text(required=True)
    edition = Text()
    players = Whole()
    scenario = Text()
    preset = Text(metadata={"enum": list(PRESETS)})
    gm_reads_press = YesNo()
    play = YesNo()
    masters = fields.List(Text(), validate=validate.Length(max=10))
    house = Text(allow_none=True)
    preferences = fields.List(Text(), validate=validate.Length(max=20))
    steward_houses = fields.List(Text(), validate=validate.Length(max=20))


class TermsToldSchema(TermsSchema):
    """What was decided about a game."""

    gm_reads_press = fields.Boolean()
    preset = fields.String()
    scenario = fields.String()


class MasterSchema(Schema):
    """Somebody who masters a game, or was asked to and has not `accepted`. In an anonymous game `plays` is null, and
    `id` and `name` are empty for whoever does not master it."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    head = fields.Boolean(required=True)
    accepted = fields.Boolean(required=True)
    plays = fields.Boolean(required=True, allow_none=True)
    you = fields.Boolean(required=True)


class SeatSchema(Schema):
    """A seat; `ready` and `asked` are about the open call, if you may know of it; `offered`: a substitute is wanted;
    `confirmed`: at the muster (null: not told of whom); `away`: as they said. `player` and `person` (as in
    `/people/<id>`) are empty where names are not told, `id` for whoever cannot free the seat."""

    id = fields.String(required=True)
    house = fields.String(required=True, allow_none=True)
    player = fields.String(required=True)
    person = fields.String(required=True)
    away = fields.Boolean(required=True)
    kind = fields.String(required=True)
    you = fields.Boolean(required=True)
    ready = fields.Boolean(required=True)
    asked = fields.Boolean(required=True)
    offered = fields.Boolean(required=True)
    confirmed = fields.Boolean(required=True, allow_none=True)


class OpenCallSchema(Schema):
    """The open call as everybody may see it."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    window = fields.String(required=True)
    round = fields.Integer(required=True)
    opened_at = fields.DateTime(required=True)
    due_at = fields.DateTime(required=True)
    closing_at = fields.DateTime(required=True, allow_none=True)
    closes_at = fields.DateTime(required=True)
    status = fields.String(required=True)


class GameSchema(Schema):
    """A game as you may see it. `houses` can be had, taken or not; `vassals` have no player, or will be vassals if
    nobody takes them. `view` is the board (null before the game begins); `seed` is told when it is over."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    status = fields.String(required=True)
    pace = Pace(required=True)
    window_hours = fields.Float(required=True)
    hold_minutes = fields.Float(required=True)
    seat_choice = fields.String(required=True)
    visibility = fields.String(required=True)
    steward_rest = fields.Boolean(required=True)
    created_at = fields.DateTime(required=True)
    started_at = fields.DateTime(required=True, allow_none=True)
    finished_at = fields.DateTime(required=True, allow_none=True)
    round = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    houses = fields.List(fields.String(), required=True)
    vassals = fields.List(fields.String(), required=True)
    free_houses = fields.List(fields.String(), required=True)
    you = fields.String(required=True, allow_none=True)
    member = fields.Boolean(required=True)
    creator = fields.Boolean(required=True)
    may_join = fields.Boolean(required=True)
    may_start = fields.Boolean(required=True)
    join_code = fields.String(required=True)
    kept_house = fields.String(required=True, allow_none=True)
    call = fields.Nested(OpenCallSchema, required=True, allow_none=True)
    view = Document("View", required=True, allow_none=True)
    standings = documents("Standing", required=True)
    rounds = fields.List(fields.Integer(), required=True)
    last_call = fields.Integer(required=True)
    winners = fields.List(fields.String(), required=True)
    ended_by = fields.String(required=True)
    behind = fields.Integer(required=True)
    commitment = fields.String(required=True)
    seed = fields.String(required=True)
    terms = fields.Nested(TermsToldSchema, required=True)
    names_told = fields.Boolean(required=True)
    masters = fields.List(fields.Nested(MasterSchema), required=True)
    wishes = fields.List(fields.String(), required=True)
    acts_for = fields.Boolean(required=True)
    muster_until = fields.DateTime(required=True, allow_none=True)
    must_confirm = fields.Boolean(required=True)
    may_take_over = fields.List(fields.String(), required=True)
    may_return = fields.Boolean(required=True)
    may_surrender = fields.Boolean(required=True)
    may_change = fields.Boolean(required=True)
    may_cancel = fields.Boolean(required=True)
    paused_at = fields.DateTime(required=True, allow_none=True)
    paused_until = fields.DateTime(required=True, allow_none=True)
    may_go_on = fields.Boolean(required=True)


class InvitedSchema(Schema):
    """The token of an invitation letter, which opens the door to a game that is not listed."""

    invitation = Text(load_default="")


class JoinSchema(Schema):
    """How one comes to a seat: its game is open, or one has its code or an invitation. `house`: one's wish."""

    code = Text(load_default="")
    invitation = Text(load_default="")
    house = Text(load_default=None, allow_none=True)
    preferences = fields.List(Text(), load_default=(), validate=validate.Length(max=20))


class StewardsSchema(Schema):
    """The houses that stewards shall play; null: all that are free."""

    houses = fields.List(Text(), load_default=None, allow_none=True, validate=validate.Length(max=20))


class InvitationSchema(Schema):
    """Whom to invite, perhaps for a certain house."""

    email = Text(required=True)
    house = Text(load_default=None, allow_none=True)


class HouseSchema(Schema):
    """Which house one means."""

    house = Text(required=True)


class WishesSchema(Schema):
    """A sealed list of houses, best first."""

    preferences = fields.List(Text(), required=True, validate=validate.Length(max=20))


class LobbySchema(Schema):
    """Which games are looked for; `after` is the id of the last game of the page before."""

    kind = Text(load_default="open", metadata={"enum": list(KINDS)})
    edition = Text(load_default="")
    players = fields.Integer(load_default=0, validate=validate.Range(0, 99))
    preset = Text(load_default="", metadata={"enum": ["", *PRESETS]})
    names = Text(load_default="", metadata={"enum": ["", *NAMES]})
    title = Text(load_default="", validate=validate.Length(max=80))
    after = Text(load_default="", validate=validate.Length(max=16))


class ListedGameSchema(Schema):
    """A game in the lobby. `houses`: those that are free, or for which a substitute is wanted."""

    id = fields.String(required=True)
    title = fields.String(required=True)
    edition = fields.String(required=True)
    players = fields.Integer(required=True)
    taken = fields.Integer(required=True)
    status = fields.String(required=True)
    round = fields.Integer(required=True)
    preset = fields.String(required=True)
    pace = Pace(required=True)
    window_hours = fields.Float(required=True)
    names = fields.String(required=True)
    seat_choice = fields.String(required=True)
    houses = fields.List(fields.String(), required=True)
    created_at = fields.DateTime(required=True)
    started_at = fields.DateTime(required=True, allow_none=True)
    finished_at = fields.DateTime(required=True, allow_none=True)
    mine = fields.Boolean(required=True)


class GamesFoundSchema(Schema):
    """A page of games; `next` is what to give as `after` for the page after it, empty at the end."""

    games = fields.List(fields.Nested(ListedGameSchema), required=True)
    next = fields.String(required=True)


class HolderSchema(Schema):
    """Somebody who held a seat, from which call to which (null: still)."""

    house = fields.String(required=True)
    player = fields.String(required=True)
    kind = fields.String(required=True)
    began = fields.String(required=True)
    ended = fields.String(required=True)
    since = fields.DateTime(required=True)
    until = fields.DateTime(required=True, allow_none=True)
    from_call = fields.Integer(required=True)
    to_call = fields.Integer(required=True, allow_none=True)
