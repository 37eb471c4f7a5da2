"""API for games: lists, creation, start, seats, pauses, gifts, votes."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import url_for
from marshmallow import Schema, fields, validate

from adjudicator.engine import Receiver
from correspondence import masters, seats as running_seats
from correspondence.deadlines import clock
from correspondence.games.access import find_game
from correspondence.games.options import PRESETS, NewGame
from correspondence.gifts import Gift, GiftsPage, gifts_page, give
from correspondence.lobby import invitations, seating, use_cases
from correspondence.lobby.invitations import SentInvitation
from correspondence.lobby.use_cases import GameList, GameSearch, change_settings, find_games, terms_version
from correspondence.overview.game_lists import my_games, open_games
from correspondence.overview.game_page import GamePage, game_page
from correspondence.overview.game_pages import HolderLine, holders_of
from correspondence.votes import use_cases as voting
from correspondence.votes.rules import RULES
from correspondence.votes.use_cases import VoteLine, VotesPage, votes_page
from web.api.from_structs import MAX_NUMBER, Text, Whole, answer
from web.api.noun import Noun, preconditions, with_etag
from web.api.schemas import (
    BotsSchema,
    GameSchema,
    GamesFoundSchema,
    GamesSchema,
    HolderSchema,
    InvitationSchema,
    InvitedSchema,
    JoinSchema,
    LobbySchema,
    NewGameSchema,
    SentInvitationSchema,
    TakeOverSchema,
    TermsSchema,
    TermsToldSchema,
    WishesSchema,
)
from web.request_context import fetch, for_reader, now, read, reader, signed_in, wake_worker, write, write_transaction

games_noun = Noun("games", "Games: finding, creating and starting them.")


def as_it_is(game_id: str) -> GamePage:
    """Return a game's page after a change; wakes the workers first."""
    wake_worker("mail", "turns")
    return fetch(game_page, game_id, signed_in(), now())


@games_noun.route("GET", "/games", GamesSchema, anybody=True)
def games() -> dict[str, Any]:
    """List your games, and the games that everybody may join."""
    me = reader()
    return {"mine": fetch(my_games, me, now()) if me else [], "open": fetch(open_games, me, now())}


@games_noun.route("GET", "/lobby", GamesFoundSchema, query=LobbySchema, anybody=True)
def lobby(query: dict[str, Any]) -> GameList:
    """List games of one kind, one page at a time.

    Kinds are `open`, `substitutes` (a seat is offered), `running`, `finished`, and `mine`.
    """
    return fetch(find_games, GameSearch(**query), reader())


@games_noun.route("POST", "/games", GameSchema, status=201, body=NewGameSchema)
def create(body: dict[str, Any]) -> tuple[GamePage, int, dict[str, str]]:
    """Create a game and take its first seat. It starts at once if all others are bots."""
    signed_in()
    new = NewGame(**_plain({**PRESETS.get(body.get("preset", ""), {}), **body}))
    game_id = write(use_cases.create_game, new, now()).public_id
    return as_it_is(game_id), 201, {"Location": url_for("api-games.game", game_id=game_id)}


@games_noun.route("GET", "/games/<game_id>", GameSchema, query=InvitedSchema, anybody=True)
def game(query: dict[str, str], game_id: str) -> GamePage:
    """Get a game as you may see it: seats, current turn, board."""
    return fetch(game_page, game_id, reader(), now(), query["invitation"])


@games_noun.route("GET", "/games/<game_id>/settings", TermsToldSchema, anybody=True)
def settings(game_id: str) -> Any:
    """Get the settings of a game. Their `ETag` changes with each change."""
    terms = for_reader(game_page, game_id).terms
    return with_etag(terms, fetch(terms_version, fetch(find_game, game_id)), unlike=True)


@games_noun.route("PATCH", "/games/<game_id>/settings", GameSchema, body=TermsSchema, scope="gm", conditional=True)
def change(body: dict[str, Any], game_id: str) -> Any:
    """Change settings of a game that you created or master. Everybody is told.

    Settings that you leave out stay as they are.
    """
    mine = signed_in()
    with write_transaction() as session:
        change_settings(session, mine, game_id, _plain(body), now(), preconditions())
        version = terms_version(session, find_game(session, game_id))
    return with_etag(as_it_is(game_id), version, unlike=True)


@games_noun.route("GET", "/games/<game_id>/holders", HolderSchema(many=True), anybody=True)
def holders(game_id: str) -> list[HolderLine]:
    """List who held which seat, house by house."""
    return for_reader(holders_of, fetch(find_game, game_id))


@games_noun.serves(masters.accept_master, "PUT", "/games/<game_id>/masters/me", GameSchema, then=as_it_is, scope="gm")
def accept_mastery() -> None:
    """Accept the role of game master."""


@games_noun.serves(masters.step_down, "DELETE", "/games/<game_id>/masters/me", status=204, scope="gm")
def step_down() -> None:
    """Decline the role of game master, or step down."""


@games_noun.serves(use_cases.cancel_game, "POST", "/games/<game_id>/cancel", GameSchema, then=as_it_is, scope="gm")
def cancel() -> None:
    """Cancel a game that has not started."""


def _plain(body: dict[str, Any]) -> dict[str, Any]:
    """A body with tuples instead of lists, as use cases need them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in body.items()}


@games_noun.serves(use_cases.start_game, "POST", "/games/<game_id>/start", GameSchema, then=as_it_is, scope="gm")
def start() -> None:
    """Start a game that you created."""


seats_noun = Noun("seats", "Seats in games: taking, leaving and offering them.")


@seats_noun.serves(use_cases.join_game, "POST", "/games/<game_id>/join", GameSchema, then=as_it_is, body=JoinSchema)
def join() -> None:
    """Take a seat. The game starts when the last seat is taken."""


@seats_noun.serves(use_cases.leave_game, "POST", "/games/<game_id>/leave", status=204)
def leave() -> None:
    """Leave your seat before the game starts."""


@seats_noun.serves(
    use_cases.fill_with_bots, "POST", "/games/<game_id>/bots", GameSchema, then=as_it_is, body=BotsSchema, scope="gm"
)
def bots() -> None:
    """Let bots play some or all free houses of a game that you created."""


@seats_noun.serves(
    invitations.invite,
    "POST",
    "/games/<game_id>/invitations",
    wakes=["mail"],
    status=204,
    body=InvitationSchema,
    scope="gm",
)
def invite() -> None:
    """Send an invitation by email."""


@seats_noun.route("GET", "/games/<game_id>/invitations", SentInvitationSchema(many=True), scope="gm")
def sent_invitations(game_id: str) -> list[SentInvitation]:
    """List invitations: all if you created or master the game, else your own."""
    return read(invitations.sent_invitations, game_id, now())


@seats_noun.serves(
    invitations.resend,
    "POST",
    "/games/<game_id>/invitations/<invitation_id>/resend",
    wakes=["mail"],
    status=204,
    scope="gm",
)
def resend() -> None:
    """Send an invitation again. Its earlier links end."""


@seats_noun.serves(invitations.revoke, "DELETE", "/games/<game_id>/invitations/<invitation_id>", status=204, scope="gm")
def revoke() -> None:
    """Revoke an invitation."""


@seats_noun.serves(seating.confirm, "POST", "/games/<game_id>/confirm", GameSchema, then=as_it_is)
def confirm() -> None:
    """Confirm at the check-in that you are there."""


@seats_noun.serves(
    use_cases.choose_preferences, "PUT", "/games/<game_id>/wishes", GameSchema, then=as_it_is, body=WishesSchema
)
def wishes() -> None:
    """Send your secret list of houses. The latest one counts when houses are assigned."""


@seats_noun.serves(
    running_seats.take_over, "POST", "/games/<game_id>/take-over", GameSchema, then=as_it_is, body=TakeOverSchema
)
def take_over() -> None:
    """Take over an offered seat as a substitute."""


@seats_noun.serves(running_seats.reclaim_seat, "POST", "/games/<game_id>/return", GameSchema, then=as_it_is)
def reclaim_seat() -> None:
    """Take back your own seat, which is offered to others."""


@seats_noun.serves(running_seats.surrender, "POST", "/games/<game_id>/retire", GameSchema, then=as_it_is)
def retire() -> None:
    """Leave your seat in a running game for good."""


@seats_noun.serves(invitations.decline, "POST", "/games/<game_id>/decline", status=204)
def decline() -> None:
    """Decline an invitation."""


@seats_noun.serves(
    use_cases.free_seat, "DELETE", "/games/<game_id>/seats/<seat_id>", wakes=["mail"], status=204, scope="gm"
)
def free() -> None:
    """Free a player's seat in a game that you run, before it starts."""


deadlines_noun = Noun("deadlines", "Deadlines: emergency pauses, and resuming a game.")


@deadlines_noun.serves(clock.emergency_pause, "POST", "/games/<game_id>/emergency-pause", GameSchema, then=as_it_is)
def emergency_pause() -> None:
    """Pause the game in an emergency, for at most a week; once in half a year."""


@deadlines_noun.serves(clock.go_on, "POST", "/games/<game_id>/go-on", GameSchema, then=as_it_is)
def go_on() -> None:
    """Resume the game: end your own pause, or one that began because nobody was there."""


gifts_noun = Noun("gifts", "Gifts of Power, in editions that allow them. They count at once, and everybody sees them.")


GiftSchema = answer(Gift, "number house to amount")

answer(Receiver, "house power room")

GiftsSchema = answer(
    GiftsPage,
    "game_id you power vassal turn_id number barred receivers given",
    left_out="title edition turn_number",
    name="Gifts",
)


class NewGiftSchema(Schema):
    """A gift. `number` counts your gifts in this turn from 1; repeats are ignored."""

    to = Text(required=True)
    amount = Whole(required=True, validate=validate.Range(1, MAX_NUMBER))
    number = Whole(required=True, validate=validate.Range(1, MAX_NUMBER))


@gifts_noun.serves(gifts_page, "GET", "/games/<game_id>/gifts", GiftsSchema)
def gifts() -> None:
    """Get what you can give, and the gifts of the current turn."""


@gifts_noun.serves(give, "POST", "/turns/<turn_id>/gifts", GiftSchema, wakes=["mail"], status=201, body=NewGiftSchema)
def make() -> None:
    """Give some of your Power to another player."""


votes_noun = Noun("votes", "Votes of the players of a game.")


answer(
    VoteLine,
    """id kind subject decree reason asker opened_at closes_at closed_at result voters needed cast yes no mine may_vote
    may_withdraw""",
    name="Vote",
    by_hand={"decree": fields.Function(lambda line: msgspec.to_builtins(line.decree), required=True, allow_none=True)},
)

VotesSchema = answer(
    VotesPage,
    "game_id kinds askable replaceable open past",
    left_out="title edition you paused may_ask people",
    name="Votes",
    description="""The votes of a game. `kinds`: all kinds of questions that the game allows; `askable`: those that make
    sense now; `replaceable`: the houses for which a substitute can be asked.""",
)


class QuestionSchema(Schema):
    """A question. `subject`: house (`replace`), hours (`extend`), `resume` (`pause`).

    For `pace` it is a preset (`slow`, `standard`, `fast`) or the hours of every turn.
    """

    kind = Text(required=True, validate=validate.OneOf(tuple(RULES)))
    subject = Text(load_default="")
    reason = Text(load_default="")


class BallotSchema(Schema):
    """Your vote."""

    choice = Text(required=True, validate=validate.OneOf(voting.CHOICES))


@votes_noun.route("GET", "/games/<game_id>/votes", VotesSchema)
def votes(game_id: str) -> VotesPage:
    """List the votes of a game that you are in."""
    return fetch(votes_page, game_id, signed_in(), now())


def _as_it_is(game_id: str) -> VotesPage:
    """Return the votes of a game after a change; wakes the workers first."""
    wake_worker("mail", "turns")
    return fetch(votes_page, game_id, signed_in(), now())


@votes_noun.serves(
    voting.open_vote, "POST", "/games/<game_id>/votes", VotesSchema, then=_as_it_is, status=201, body=QuestionSchema
)
def ask() -> None:
    """Start a vote. You vote yes automatically."""


@votes_noun.route("PUT", "/votes/<vote_id>/ballot", VotesSchema, body=BallotSchema)
def cast(body: dict[str, Any], vote_id: str) -> VotesPage:
    """Vote. Your latest vote counts when the vote closes."""
    return _as_it_is(fetch(voting.game_of, write(voting.cast, vote_id, body["choice"], now())).public_id)


@votes_noun.route("DELETE", "/votes/<vote_id>", VotesSchema)
def withdraw(vote_id: str) -> VotesPage:
    """Withdraw your own question."""
    return _as_it_is(fetch(voting.game_of, write(voting.withdraw, vote_id, now())).public_id)
