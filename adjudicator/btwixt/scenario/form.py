"""What a scenario says, field by field; `docs/btwixt-scenarios.md` lists the fields in the words that stand here.

Several names in one place are a text with blanks between; so many of one thing may be written `18x1`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from adjudicator.engine.scenario import plain_scenario, scenario_from

Count = Annotated[int, Meta(ge=0, le=200)]
Words = dict[str, str]


class Patch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a position differs from the start of the game. What is not named the seed lays down."""

    season: Annotated[str, Meta(description="`summer`, `autumn` or `winter`; unsaid: the first of the game")] = ""
    space: Annotated[
        Count | None, Meta(description="the round of the season, from 1; unsaid: the first, before a deal none")
    ] = None
    first: Annotated[str, Meta(description="the first player; unsaid: the first of the circle")] = ""
    hands: Annotated[Words, Meta(description="by leader its cards; others are dealt what a full hand lacks")] = {}
    piles: Annotated[
        Words, Meta(description="by leader its bid pile in order, as `feint betrayal=euron`: played by Euron, moved")
    ] = {}
    plays: Annotated[
        dict[str, Count], Meta(description="by leader how many cards it has played this round; unsaid: those that lie")
    ] = {}
    kneeling: Annotated[str, Meta(description="who kneels, in the order of kneeling")] = ""
    lasting: Annotated[
        Words, Meta(description="by leader cards that it has played and that forbid something for the round")
    ] = {}
    councils: Annotated[Words, Meta(description="by council, as `cersei-euron`, the allies in it")] = {}
    tokens: Annotated[Words, Meta(description="by council the numbers on its tokens, as `1 3` or `2x3`")] = {}
    seen: Annotated[
        dict[str, Words], Meta(description="by leader and council what it has seen of the tokens, as their numbers")
    ] = {}
    current: Annotated[str | None, Meta(description="the current ally, `none`: it is gone; unsaid: the next one")] = (
        None
    )
    on_current: Annotated[str, Meta(description="the numbers on the tokens that lie on the current ally")] = ""
    row: Annotated[
        str | None, Meta(description="the allies that lie open, from the left; unsaid: as many as the season has left")
    ] = None
    allies: Annotated[str, Meta(description="the next allies of the deck, the topmost first")] = ""
    allies_left: Annotated[
        Count | None, Meta(description="how many allies the deck has, the others are dead; unsaid: all not named")
    ] = None
    deck: Annotated[str, Meta(description="the next influence cards of the deck, the topmost first")] = ""
    cards_left: Annotated[
        Count | None, Meta(description="how many cards the deck has, the others are discarded; unsaid: all not named")
    ] = None
    supply: Annotated[str, Meta(description="the next tokens of the supply, as their numbers")] = ""
    dead: Annotated[str, Meta(description="the allies that have died")] = ""
    discard: Annotated[str, Meta(description="the cards of the discard pile")] = ""
    removed: Annotated[str, Meta(description="the cards that have left the game")] = ""
    own: Annotated[
        Words, Meta(description="by leader its own cards still to come, in order; others not named have left the game")
    ] = {}


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position, and the steps that are run from it."""

    edition: Annotated[str, Meta(description="the id of the edition")]
    players: Annotated[int, Meta(description="how many play")]
    houses: Annotated[list[str], Meta(description="the leaders as they sit, clockwise; unsaid: drawn by the seed")] = []
    modules: Annotated[list[str], Meta(description="optional parts of the rules that are played with")] = []
    seed: Annotated[str, Meta(description="what everything not named and all later chance derive from")] = "a scenario"
    setup: Annotated[Patch, Meta(description="how the position differs from the start of the game")] = Patch()
    agenda: Annotated[
        list[str],
        Meta(description="the steps to come, in order, as `turn house=euron`; unsaid: the turn of the first player"),
    ] = []


def read_scenario(text: str) -> Scenario:
    """A scenario from its TOML, or from its JSON if it begins with a brace.

    Raises Unreadable (`bad-scenario`) with what is wrong and the field; what the names in it mean, `build` sees.
    """
    return scenario_from(plain_scenario(text), Scenario)
