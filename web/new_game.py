"""The form that makes a game: what was typed, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from adjudicator.face import EDITIONS
from adjudicator.thrones.policies import default_policies
from correspondence.errors import Invalid
from correspondence.games.options import NewGame
from correspondence.words import N_, Words

FREE, STEWARD, MINE = "", "steward", "me"
# Kinds of decisions at which a game may stop, in the order in which a round comes to them.
STOPS = tuple(kind for kind in default_policies() if kind != "place-orders")


@dataclass(frozen=True, kw_only=True)
class TypedGame:
    """The form as it was typed. `seats` says for each house: `me`, `steward`, or nothing for other people."""

    title: str
    edition: str
    players: str
    pace: str
    kinds: tuple[str, ...] = ()
    window_hours: str
    hold_minutes: str
    seat_choice: str
    visibility: str
    seats: Mapping[str, str]
    steward_rest: bool

    @classmethod
    def suggested(cls, words: Words) -> TypedGame:
        """What suits most games: five players, two days for a call, everybody chooses a house."""
        return cls(
            title=words.say("A game by letter"),
            edition=next(iter(EDITIONS)),
            players="5",
            pace="bulk",
            window_hours="48",
            hold_minutes="10",
            seat_choice="choose",
            visibility="link",
            seats={},
            steward_rest=True,
        )

    @classmethod
    def posted(cls, form: MultiDict[str, str]) -> TypedGame:
        """What came in."""
        seats = {name.removeprefix("seat."): form[name] for name in form if name.startswith("seat.")}
        return cls(
            title=form.get("title", ""),
            edition=form.get("edition", ""),
            players=form.get("players", ""),
            pace=form.get("pace", ""),
            kinds=tuple(form.getlist("kinds")),
            window_hours=form.get("window_hours", ""),
            hold_minutes=form.get("hold_minutes", ""),
            seat_choice=form.get("seat_choice", ""),
            visibility=form.get("visibility", ""),
            seats=seats,
            steward_rest=bool(form.get("steward_rest")),
        )


def houses_by_players(edition: str) -> dict[int, tuple[str, ...]]:
    """Who plays with how many players."""
    known = EDITIONS.get(edition) or next(iter(EDITIONS.values()))
    return {count: setup.houses for count, setup in sorted(known.setups.items())}


def read_new_game(typed: TypedGame) -> NewGame:
    """The game that was meant. Houses that do not play with so few players count for nothing. Raises Invalid."""
    players = int(_number(typed.players, "players"))
    playing = houses_by_players(typed.edition).get(players, ())
    mine = [house for house, who in typed.seats.items() if who == MINE and house in playing]
    if len(mine) > 1:
        raise Invalid("one-house-each", N_("You can play one house only."), "seats")
    return NewGame(
        title=typed.title,
        edition=typed.edition,
        players=players,
        pace=typed.kinds if typed.pace == "kinds" else typed.pace,
        window_hours=_number(typed.window_hours, "window_hours"),
        hold_minutes=_number(typed.hold_minutes, "hold_minutes"),
        seat_choice=typed.seat_choice,
        visibility=typed.visibility,
        house=mine[0] if mine else None,
        steward_houses=tuple(house for house, who in typed.seats.items() if who == STEWARD and house in playing),
        steward_rest=typed.steward_rest,
    )


def _number(text: str, field: str) -> float:
    try:
        found = float(text.strip().replace(",", "."))
    except ValueError:
        found = float("nan")
    if found != found or abs(found) > 1e9:
        raise Invalid("bad-number", N_("This must be a number."), field)
    return found
