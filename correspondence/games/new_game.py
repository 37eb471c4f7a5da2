"""What is said of a game when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.engine.bulk import Level, Unsaid

VOTE_KINDS = ("pause", "draw", "end", "replace", "extend")


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """A game to be made. `pace` is a name or a tuple of decision kinds; `house` the creator's wish; `modules` are
    optional parts of the edition's rules. `houses` are those that are played, as many as players, where these could
    choose among more; none named: whoever takes a seat chooses among all. `scenario` is a position that the game begins
    from, as TOML or JSON (`docs/scenarios.md`); edition, players, modules and houses are what it says then.

    `seat_choice`: `choose` (first come), `random` (dealt at the start) or `preferences` (sealed lists of houses, best
    first; see `correspondence.lobby.dealing`; `preferences` is the creator's). `visibility`: `link` (whoever has the
    code) or `open` (listed for everybody). `steward_houses` are played by stewards from the start; with `steward_rest`
    stewards take whatever is free when the game is started. `bot_levels` says of `steward_houses` how well they play,
    where that is not as `bot_level` says. The creator has a seat if they `play`, and masters the game otherwise;
    `masters` are addresses of others who are asked to. `preset` names where the numbers come from.
    `rated`: its end changes the ratings of its players.
    What the other fields mean stands at `correspondence.models.games.Game`; times are hours or minutes here, and 0
    hours for a window mean `window_hours`, for `most_hours` that absences move nothing, for `muster_hours` no muster.
    """

    title: str
    edition: str = "first-edition"
    players: int = 5
    modules: tuple[str, ...] = ()
    houses: tuple[str, ...] = ()
    scenario: str = ""
    preset: str = ""
    pace: str | tuple[str, ...] = "bulk"
    window_hours: float = 48.0
    first_hours: float = 0.0
    westeros_hours: float = 0.0
    other_hours: float = 0.0
    least_hours: float = 0.0
    most_hours: float = 0.0
    hold_minutes: float = 10.0
    early_close: bool = True
    clock: str = ""
    zone: str = "UTC"
    weekdays: str = "1234567"
    muster_hours: float = 0.0
    extensions: int = 0
    extension_hours: float = 24.0
    extensions_in_a_row: int = 2
    grace_hours: float = 0.0
    misses_allowed: int = 0
    absent_seat: str = "steward"
    names: str = "named"
    spectators: str = "open"
    spectator_delay: int = 0
    press: tuple[str, ...] = ("private", "group", "public")
    gm_reads_press: bool = False
    votes: tuple[str, ...] = VOTE_KINDS
    review: str = "none"
    unsaid: Unsaid = "bot"
    bot_level: Level = "steward"
    seat_choice: str = "choose"
    visibility: str = "link"
    play: bool = True
    masters: tuple[str, ...] = ()
    house: str | None = None
    preferences: tuple[str, ...] = ()
    steward_houses: tuple[str, ...] = ()
    bot_levels: Mapping[str, Level] = field(default_factory=dict)
    steward_rest: bool = False
    rated: bool = False
