"""What may be decided when a game is made, and what is possible."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator import face
from adjudicator.thrones.policies import default_policies
from correspondence import typed
from correspondence.errors import Invalid
from correspondence.games.models import NAMED_PACES
from correspondence.words import N_

LONGEST_TITLE = 80
SHORTEST_WINDOW_HOURS, LONGEST_WINDOW_HOURS = 0.01, 24.0 * 30
LONGEST_HOLD_MINUTES = 24 * 60.0


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """A game to be made. `pace` is a name or a tuple of decision kinds; `house` the creator's wish.

    `seat_choice`: `choose` (first come) or `random` (dealt at the start). `visibility`: `link` (whoever has the code)
    or `open` (listed for everybody). `steward_houses` are played by stewards from the start; with `steward_rest`
    stewards take whatever is free when the game is started.
    """

    title: str
    edition: str = "first-edition"
    players: int = 5
    pace: str | tuple[str, ...] = "bulk"
    window_hours: float = 48.0
    hold_minutes: float = 10.0
    seat_choice: str = "choose"
    visibility: str = "link"
    house: str | None = None
    steward_houses: tuple[str, ...] = ()
    steward_rest: bool = False


def houses(edition: str, players: int) -> tuple[str, ...]:
    """The houses that play; Illegal for an unknown edition, Invalid for a number it is not made for."""
    setups = face.edition(edition).setups
    if players not in setups:
        known = ", ".join(map(str, sorted(setups)))
        raise Invalid("players-not-supported", N_("This edition is for {known} players."), "players", known=known)
    return setups[players].houses


def checked(new: NewGame) -> NewGame:
    """The same game with its text in order. Raises Invalid with the field at fault, Illegal for an unknown edition."""
    playing = houses(new.edition, new.players)
    _pace(new.pace)
    _between(new.window_hours, SHORTEST_WINDOW_HOURS, LONGEST_WINDOW_HOURS, "window_hours")
    _between(new.hold_minutes, 0.0, LONGEST_HOLD_MINUTES, "hold_minutes")
    _one_of(new.seat_choice, ("choose", "random"), "seat_choice")
    _one_of(new.visibility, ("link", "open"), "visibility")
    for house in new.steward_houses:
        _one_of(house, playing, "steward_houses")
    if new.house is not None:
        _one_of(new.house, playing, "house")
        if new.house in new.steward_houses:
            raise Invalid("house-taken", N_("This house is taken."), "house")
    stewards = tuple(dict.fromkeys(new.steward_houses))
    if len(stewards) >= new.players:
        raise Invalid("no-seat-left", N_("No seat is left for a person."), "steward_houses")
    return replace(new, title=typed.line(new.title, "title", LONGEST_TITLE), steward_houses=stewards)


def pace_text(pace: str | tuple[str, ...]) -> str:
    """The pace as it is kept: a name, or kinds with commas between."""
    return pace if isinstance(pace, str) else ",".join(pace)


def _pace(pace: str | tuple[str, ...]) -> None:
    kinds = default_policies()
    good = pace in NAMED_PACES if isinstance(pace, str) else bool(pace) and all(kind in kinds for kind in pace)
    if not good or len(pace_text(pace)) > 400:
        raise Invalid("unknown-pace", N_("A pace is bulk, raven, stepwise, or a list of decision kinds."), "pace")


def _between(value: float, least: float, most: float, field: str) -> None:
    if not least <= value <= most:
        raise Invalid("out-of-range", N_("This must be from {least} to {most}."), field, least=least, most=most)


def _one_of(value: str, known: tuple[str, ...], field: str) -> None:
    if value not in known:
        raise Invalid("unknown-choice", N_("This must be one of {known}."), field, known=", ".join(known))
