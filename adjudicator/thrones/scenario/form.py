"""What a scenario says, field by field; `docs/scenarios.md` lists the fields in the words that stand here."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from adjudicator.engine.scenario import plain_scenario, scenario_from
from adjudicator.thrones.scenario.storm import StormPatch
from adjudicator.thrones.state.board import CLOSED

# Nothing on the board is counted higher.
Count = Annotated[int, Meta(ge=0, le=CLOSED)]


class BankPatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The Iron Bank as it is open."""

    slots: Annotated[str, Meta(description="the loans on its track from the left; `none`: an empty slot")] = (
        "none none none"
    )
    loans: Annotated[dict[str, str], Meta(description="by house the loans that it took")] = {}
    deck: Annotated[str, Meta(description="the next of its deck; all others follow in the order of the data")] = ""


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a position differs from the start of the game. What is not named stays as the set-up puts it."""

    clear: Annotated[bool, Meta(description="every unit leaves the board first, and every leader")] = False
    empty: Annotated[list[str], Meta(description="areas whose units leave the board")] = []
    units: Annotated[
        dict[str, dict[str, str]],
        Meta(
            description="by house and area the units there, as `K2 F1 (F1)`: F footman, K knight, S ship, E siege "
            "engine, D dragon, A and B allied footman and knight, in brackets the routed; what stood there before "
            "leaves, a neutral force too"
        ),
    ] = {}
    neutral: Annotated[dict[str, Count], Meta(description="by area the strength of a neutral force, 0: none")] = {}
    tokens: Annotated[dict[str, str], Meta(description="by area whose Power token lies there")] = {}
    orders: Annotated[dict[str, dict[str, str]], Meta(description="by house and area the order token there")] = {}
    power: Annotated[dict[str, Count], Meta(description="by house its Power")] = {}
    supply: Annotated[dict[str, Count], Meta(description="by house its place on the supply track")] = {}
    tracks: Annotated[
        dict[str, str], Meta(description="by track all houses, first to last; the first takes its badge")
    ] = {}
    holders: Annotated[
        dict[str, str], Meta(description="by badge the house that holds it, where that is not the first")
    ] = {}
    wildlings: Annotated[Count | None, Meta(description="where the wildlings stand")] = None
    round: Annotated[int, Meta(description="the round that is being played, 0: before the first")] = 1
    hands: Annotated[dict[str, str], Meta(description="by house the House cards it holds; its others are used")] = {}
    decks: Annotated[dict[str, str], Meta(description="by deck its top cards, the topmost first")] = {}
    revealed: Annotated[
        dict[str, str], Meta(description="by deck the Westeros card that lies open; it leaves its deck")
    ] = {}
    bans: Annotated[list[str], Meta(description="order types and tokens that are forbidden this round")] = []
    spent: Annotated[list[str], Meta(description="badges that were used this round")] = []
    no_garrison: Annotated[list[str], Meta(description="home areas that have lost their garrison")] = []
    commanders: Annotated[
        dict[str, str], Meta(description="by house without a player, vassal or not, the player who decides for it")
    ] = {}
    vassals: Annotated[
        list[str], Meta(description="houses that are vassals besides those of the set-up: no Power, no cards")
    ] = []
    improvements: Annotated[
        dict[str, str], Meta(description="by area the tokens on it: `barrel`, `crown`, `stronghold`, `ruin`")
    ] = {}
    loyalty: Annotated[
        dict[str, Count] | None, Meta(description="by area its loyalty tokens, in place of those of the set-up")
    ] = None
    points: Annotated[
        dict[str, Count],
        Meta(description="by house that wins by loyalty its points; unsaid: 1 while it controls its home"),
    ] = {}
    growth: Annotated[
        dict[str, Count], Meta(description="by kind of unit how much more it counts by now; unsaid: by the round")
    ] = {}
    growing: Annotated[
        list[int], Meta(description="the rounds in which that will still rise; unsaid: those after `round`")
    ] = []
    bank: Annotated[BankPatch | None, Meta(description="the Iron Bank: see below")] = None
    storm: Annotated[StormPatch | None, Meta(description="leaders, tactics, alliances, claim, weather: see below")] = (
        None
    )


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and the steps that are run from it."""

    edition: Annotated[str, Meta(description="the id of the edition")]
    players: Annotated[int, Meta(description="how many play: the set-up that the rest is laid over")]
    houses: Annotated[
        list[str], Meta(description="the houses that are played, where the others are vassals; unsaid: by the seed")
    ] = []
    modules: Annotated[list[str], Meta(description="optional parts of the rules that are played with")] = []
    seed: Annotated[str, Meta(description="what decks and all later chance derive from")] = "a scenario"
    setup: Annotated[Patch, Meta(description="how the position differs from the start of the game")] = Patch()
    agenda: Annotated[
        list[str], Meta(description="the steps to come, in order, as `march` or `westeros-card deck=III`")
    ] = []


def read_scenario(text: str) -> Scenario:
    """A scenario from its TOML, or from its JSON if it begins with a brace.

    Raises Unreadable (`bad-scenario`) with what is wrong and the field; what the names in it mean, `build` sees.
    """
    return scenario_from(plain_scenario(text), Scenario)
