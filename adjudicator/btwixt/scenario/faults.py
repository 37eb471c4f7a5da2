"""What is wrong with a scenario: everything in it must mean something in its game, and be there often enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.btwixt.rules.seasons import first_season, rounds_in_season
from adjudicator.btwixt.scenario.form import Patch
from adjudicator.btwixt.scenario.naming import numbers, piled, strangers
from adjudicator.btwixt.scenario.steps import BEFORE, BIDDING
from adjudicator.btwixt.state.cards import Restrict
from adjudicator.btwixt.state.edition import REVEALED_ALLIES, Edition
from adjudicator.btwixt.state.position import SEASONS, Position
from adjudicator.engine.refusal import Refusal

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
