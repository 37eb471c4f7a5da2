"""What a scenario says, field by field, and what is wrong with one; `docs/btwixt-scenarios.md` lists them.

Several names in one place are a text with blanks between; so many of one thing may be written `18x1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from adjudicator.btwixt.rules.seasons import first_season, rounds_in_season
from adjudicator.btwixt.scenario.naming import numbers, piled, strangers
from adjudicator.btwixt.scenario.steps import BEFORE, BIDDING
from adjudicator.btwixt.state.edition import REVEALED_ALLIES, Edition, Restrict
from adjudicator.btwixt.state.position import SEASONS, Position
from adjudicator.engine.decision import Refusal
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


CODE = "bad-scenario"
Cards = Iterator[tuple[str, str]]


def setup_faults(patch: Patch, start: Position, edition: Edition, begins: str) -> Iterator[Refusal]:
    """Every reason why a patch cannot be laid over the start of a game, with the field at fault as place."""
    yield from _leaders(patch, start)
    yield from _time(patch, start, begins)
    yield from _allies(patch, start, edition, begins)
    yield from _tokens(patch, start, edition)
    yield from _cards(patch, start, edition)


def _leaders(patch: Patch, start: Position) -> Iterator[Refusal]:
    circle = start.board.houses
    for field in ("hands", "piles", "plays", "lasting", "seen", "own"):
        yield from strangers("leader", getattr(patch, field), circle, f"setup.{field}")
    yield from strangers("leader", [patch.first] if patch.first else [], circle, "setup.first")
    yield from strangers("leader", patch.kneeling.split(), circle, "setup.kneeling")
    for name, count in Counter(patch.kneeling.split()).items():
        if count > 1:
            yield Refusal(CODE, f"{name[:60]} is named {count} times", "setup.kneeling")
    lying = Counter(by for house, text in patch.piles.items() for _, by in piled(text, house))
    for house, plays in patch.plays.items():
        if plays < lying[house]:
            words = f"{lying[house]} cards that {house} played lie in piles; it cannot have played {plays}"
            yield Refusal(CODE, words, f"setup.plays.{house}")


def _time(patch: Patch, start: Position, begins: str) -> Iterator[Refusal]:
    board = start.board
    earliest = SEASONS.index(first_season(len(board.houses), board.modules))
    seasons = SEASONS[earliest:]
    if patch.season and patch.season not in seasons:
        yield from strangers("season", [patch.season], seasons, "setup.season")
    last = rounds_in_season(len(board.houses))
    if patch.space == 0 and begins not in BEFORE:
        yield Refusal(CODE, f"before {begins} a season has at least one round", "setup.space")
    if patch.space is not None and patch.space > last:
        yield Refusal(CODE, f"a season of {len(board.houses)} leaders has {last} rounds", "setup.space")


def _allies(patch: Patch, start: Position, edition: Edition, begins: str) -> Iterator[Refusal]:
    yield from strangers("council", patch.councils, start.board.councils, "setup.councils")
    places = {f"setup.councils.{name}": text for name, text in patch.councils.items()}
    current = "" if patch.current in (None, "none") else str(patch.current)
    places |= {"setup.row": patch.row or "", "setup.dead": patch.dead}
    places |= {"setup.allies": patch.allies, "setup.current": current}
    named: Counter[str] = Counter()
    for where, text in places.items():
        yield from strangers("ally", text.split(), edition.allies, where)
        for ally in text.split():
            named[ally] += 1
            if named[ally] == 2:
                yield Refusal(CODE, f"{ally[:60]} is in two places", where)
    if begins not in BIDDING and (current or patch.on_current):
        yield Refusal(CODE, f"no ally is bid for before {begins}", "setup.current")
    if patch.on_current and patch.current == "none":
        yield Refusal(CODE, "there is no current ally on which tokens could lie", "setup.on_current")
    if patch.row is not None and REVEALED_ALLIES not in start.board.modules:
        yield Refusal(CODE, f"allies lie in a row only with {REVEALED_ALLIES}", "setup.row")
    free = len(edition.allies) - sum(named.values()) + len(patch.allies.split())
    if patch.allies_left is not None and not len(patch.allies.split()) <= patch.allies_left <= free:
        yield Refusal(CODE, f"the deck can have {len(patch.allies.split())} to {free} allies", "setup.allies_left")


def _tokens(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    yield from strangers("council", patch.tokens, start.board.councils, "setup.tokens")
    places = {f"setup.tokens.{name}": text for name, text in patch.tokens.items()}
    places |= {"setup.on_current": patch.on_current, "setup.supply": patch.supply}
    left = Counter(edition.cards.tokens)
    for where, text in places.items():
        left.subtract(numbers(text))
        for number, count in left.items():
            if count < 0:
                words = f"no token is left that shows {number}" if number else "tokens are numbers, as in 1 2x3"
                yield Refusal(CODE, words, where)
        left = +left
    for house, councils in patch.seen.items():
        for council, text in councils.items():
            where = f"setup.seen.{house}.{council}"
            yield from strangers("council", [council], start.board.councils, where)
            if Counter(numbers(text)) - Counter(numbers(patch.tokens.get(council, ""))):
                yield Refusal(CODE, "these tokens do not lie in the council", where)


def _named(patch: Patch) -> Cards:
    """The influence cards that a patch names, each with its place."""
    for field in ("hands", "own"):
        for house, text in getattr(patch, field).items():
            yield from ((f"setup.{field}.{house}", card) for card in text.split())
    for house, text in patch.piles.items():
        yield from ((f"setup.piles.{house}", card) for card, _ in piled(text, house))
    for field in ("discard", "removed", "deck"):
        yield from ((f"setup.{field}", card) for card in getattr(patch, field).split())


def _cards(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    hidden = start.hidden
    left = Counter([*hidden.deck, *hidden.events, *(card for own in hidden.own.values() for card in own)])
    playing = dict.fromkeys(sorted(left))
    for where, card in _named(patch):
        yield from strangers("card", [card], playing, where)
        left[card] -= 1
        if card in playing and left[card] < 0:
            yield Refusal(CODE, f"no {card} is left; there are {edition.influence[card].copies}", where)
    for house, text in patch.piles.items():
        players = [by for _, by in piled(text, house)]
        yield from strangers("leader", players, start.board.houses, f"setup.piles.{house}")
    for house, text in patch.own.items():
        yield from strangers("card of its own", text.split(), hidden.own.get(house, ()), f"setup.own.{house}")
    bans = {card.id for card in edition.influence.values() if _forbids(edition, card.id)}
    for house, text in patch.lasting.items():
        yield from strangers("card that forbids something", text.split(), sorted(bans), f"setup.lasting.{house}")
    if patch.cards_left is not None and patch.cards_left < len(patch.deck.split()):
        yield Refusal(CODE, f"{len(patch.deck.split())} cards of the deck are named", "setup.cards_left")


def _forbids(edition: Edition, card: str) -> bool:
    abilities = edition.influence[card].abilities
    return any(isinstance(op, Restrict) for one in abilities if one.when == "on-play" for op in one.do)
