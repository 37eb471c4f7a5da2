"""Positions described as plain data, for conformance cases and others.

Several names in one place are a text with blanks between; a repeated item may be written `18x1`.

- `scenario = read_scenario(text)`
- `position = build(scenario)`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.seasons import (
    EVENTS,
    FEW,
    HAND,
    REVISION,
    check_modules,
    check_players,
    edition_at,
    first_season,
    laid_out,
    rounds_in_season,
    seats,
)
from adjudicator.btwixt.rules.visibility import broken
from adjudicator.btwixt.state import REVEALED_ALLIES, SEASONS, Edition, Lasting, Piled, Position, Restrict, Season
from adjudicator.engine import (
    FrozenStruct,
    Illegal,
    Refusal,
    Step,
    base_of,
    name_suggestions,
    plain_scenario,
    scenario_from,
    shuffle,
    twice,
    unknown,
)

TIMES = re.compile(r"(?:([0-9]{1,2})x)?([0-9]{1,2})")


def numbers(text: str) -> list[int]:
    """The numbers of tokens, as `1 2x3`; a word that is none counts as 0."""
    values: list[int] = []
    for word in text.split():
        match = TIMES.fullmatch(word)
        values += [int(match[2])] * int(match[1] or 1) if match else [0]
    return values


def parse_pile(text: str, house: str) -> list[tuple[str, str]]:
    """The cards of a leader's pile, each with who played it."""
    words = (word.partition("=") for word in text.split())
    return [(card, by or house) for card, _, by in words]


CODE = "bad-scenario"


def strangers(sort: str, names: Iterable[str], valid_names: Collection[str], where: str) -> Iterator[Refusal]:
    """A refusal for each name that is not known."""
    return (replace(refusal, code=CODE) for refusal in unknown(sort, names, valid_names, where))


# What each does, and the argument that it takes.
STEPS = {
    "deal": ("hands are dealt, in a draft one by one, and allies laid open; then comes the round", ""),
    "round": ("the next ally is turned up, and the first player bids", ""),
    "turn": ("a leader plays a card or kneels, and so on", "house"),
    "win-bid": ("all kneel: the bid is won, the ally claimed", ""),
    "reset": ("piles are discarded, all stand up, the first player token goes on", ""),
    "advance": ("the next round, season, or the scoring", ""),
    "season": ("a season begins: everything is shuffled and dealt", "season"),
    "score": ("tokens are turned up, and the winner is found", ""),
}
# In these an ally is bid for.
BIDDING = ("turn", "win-bid")
# Before these nothing of the season has been played.
BEFORE = ("deal", "round")


def read_step(text: str) -> Step:
    """A step that `agenda_faults` finds nothing wrong with."""
    name, *arguments = text.split()
    return Step(name, dict(argument.split("=", 1) for argument in arguments))


def agenda_faults(agenda: Sequence[str], circle: Sequence[str]) -> Iterator[Refusal]:
    """Everything that is wrong with the steps of a scenario."""
    for place, text in enumerate(agenda):
        where = f"agenda[{place}]"
        name, *arguments = text.split() or [""]
        if name not in STEPS:
            yield Refusal("bad-scenario", f"there is no step {name[:60]!r}; {name_suggestions(name, STEPS)}", where)
            continue
        parameter = STEPS[name][1]
        names = SEASONS if parameter == "season" else circle
        if [argument.partition("=")[0] for argument in arguments] != ([parameter] if parameter else []):
            takes = f"{parameter}= and nothing else" if parameter else "no argument"
            yield Refusal("bad-scenario", f"{name} takes {takes}", where)
        elif parameter and (value := arguments[0].partition("=")[2]) not in names:
            yield Refusal(
                "bad-scenario", f"{parameter}= cannot be {value[:60]!r}; {name_suggestions(value, names)}", where
            )


Count = Annotated[int, Meta(ge=0, le=200)]
Words = dict[str, str]


class Patch(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """Differences of a position from a new game; the seed fills in the rest."""

    season: Annotated[str, "`summer`, `autumn` or `winter`; unsaid: the first of the game"] = ""
    space: Annotated[Count | None, "the round of the season, from 1; unsaid: the first, before a deal none"] = None
    first: Annotated[str, "the first player; unsaid: the first of the circle"] = ""
    hands: Annotated[Words, "by leader its cards; others are dealt what a full hand lacks"] = {}
    piles: Annotated[Words, "by leader its bid pile in order, as `feint betrayal=euron`: played by Euron, moved"] = {}
    plays: Annotated[dict[str, Count], "by leader how many cards it has played this round; unsaid: those that lie"] = {}
    kneeling: Annotated[str, "who kneels, in the order of kneeling"] = ""
    lasting: Annotated[Words, "by leader cards that it has played and that forbid something for the round"] = {}
    councils: Annotated[Words, "by council, as `cersei-euron`, the allies in it"] = {}
    tokens: Annotated[Words, "by council the numbers on its tokens, as `1 3` or `2x3`"] = {}
    seen: Annotated[dict[str, Words], "by leader and council what it has seen of the tokens, as their numbers"] = {}
    current: Annotated[str | None, "the current ally, `none`: it is gone; unsaid: the next one"] = None
    on_current: Annotated[str, "the numbers on the tokens that lie on the current ally"] = ""
    row: Annotated[str | None, "the allies that lie open, from the left; unsaid: as many as the season has left"] = None
    allies: Annotated[str, "the next allies of the deck, the topmost first"] = ""
    allies_left: Annotated[Count | None, "how many allies the deck has, the others are dead; unsaid: all not named"] = (
        None
    )
    deck: Annotated[str, "the next influence cards of the deck, the topmost first"] = ""
    cards_left: Annotated[
        Count | None, "how many cards the deck has, the others are discarded; unsaid: all not named"
    ] = None
    supply: Annotated[str, "the next tokens of the supply, as their numbers"] = ""
    dead: Annotated[str, "the allies that have died"] = ""
    discard: Annotated[str, "the cards of the discard pile"] = ""
    removed: Annotated[str, "the cards that have left the game"] = ""
    own: Annotated[Words, "by leader its own cards still to come, in order; others not named have left the game"] = {}


class Scenario(FrozenStruct, forbid_unknown_fields=True, kw_only=True):
    """A position, and the steps that are run from it."""

    edition: Annotated[str, "the id of the edition"]
    players: Annotated[int, "how many play"]
    houses: Annotated[list[str], "the leaders as they sit, clockwise; unsaid: drawn by the seed"] = []
    modules: Annotated[list[str], "optional parts of the rules that are played with"] = []
    seed: Annotated[str, "what everything not named and all later chance derive from"] = "a scenario"
    setup: Annotated[Patch, "how the position differs from the start of the game"] = Patch()
    agenda: Annotated[
        list[str],
        "the steps to come, in order, as `turn house=euron`; unsaid: the turn of the first player",
    ] = []


def read_scenario(text: str) -> Scenario:
    """A scenario from its TOML, or from its JSON if it begins with a brace.

    Raises Unreadable (`bad-scenario`) with what is wrong and the field; what the names in it mean, `build` sees.
    """
    return scenario_from(plain_scenario(text), Scenario)


Cards = Iterator[tuple[str, str]]


def setup_faults(patch: Patch, start: Position, edition: Edition, begins: str) -> Iterator[Refusal]:
    """Yield reasons why a patch does not fit a new game, with the field at fault."""
    yield from _leaders(patch, start)
    yield from _time(patch, start, begins)
    yield from _allies(patch, start, edition, begins)
    yield from _tokens(patch, start, edition)
    yield from _cards(patch, start, edition)


def _leaders(patch: Patch, start: Position) -> Iterator[Refusal]:
    """Yield faults in the leaders that a patch names, and in their plays."""
    circle = start.board.houses
    for field in ("hands", "piles", "plays", "lasting", "seen", "own"):
        yield from strangers("leader", getattr(patch, field), circle, f"setup.{field}")
    yield from strangers("leader", [patch.first] if patch.first else [], circle, "setup.first")
    yield from strangers("leader", patch.kneeling.split(), circle, "setup.kneeling")
    yield from (replace(refusal, code=CODE) for refusal in twice(patch.kneeling.split(), "setup.kneeling"))
    lying = Counter(by for house, text in patch.piles.items() for _, by in parse_pile(text, house))
    for house, plays in patch.plays.items():
        if plays < lying[house]:
            words = f"{lying[house]} cards that {house} played lie in piles; it cannot have played {plays}"
            yield Refusal(CODE, words, f"setup.plays.{house}")


def _time(patch: Patch, start: Position, begins: str) -> Iterator[Refusal]:
    """Yield faults in a patch's season and round.

    `begins` is the first step to be run."""
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
    """Yield faults in a patch's allies, wherever they lie, and in their number.

    `begins` is the first step to be run."""
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
    """Yield faults in a patch's tokens, and in those that leaders have seen."""
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


def _patch_cards(patch: Patch) -> Cards:
    """The influence cards that a patch names, each with its place."""
    for field in ("hands", "own"):
        for house, text in getattr(patch, field).items():
            yield from ((f"setup.{field}.{house}", card) for card in text.split())
    for house, text in patch.piles.items():
        yield from ((f"setup.piles.{house}", card) for card, _ in parse_pile(text, house))
    for field in ("discard", "removed", "deck"):
        yield from ((f"setup.{field}", card) for card in getattr(patch, field).split())


def _cards(patch: Patch, start: Position, edition: Edition) -> Iterator[Refusal]:
    """Yield faults in a patch's cards: unknown, too many, or in a wrong place."""
    hidden = start.hidden
    left = Counter([*hidden.deck, *hidden.events, *(card for own in hidden.own.values() for card in own)])
    playing = dict.fromkeys(sorted(left))
    for where, card in _patch_cards(patch):
        yield from strangers("card", [card], playing, where)
        left[card] -= 1
        if card in playing and left[card] < 0:
            yield Refusal(CODE, f"no {card} is left; there are {edition.influence[card].copies}", where)
    for house, text in patch.piles.items():
        players = [by for _, by in parse_pile(text, house)]
        yield from strangers("leader", players, start.board.houses, f"setup.piles.{house}")
    for house, text in patch.own.items():
        yield from strangers("card of its own", text.split(), hidden.own.get(house, ()), f"setup.own.{house}")
    cards = edition.influence.values()
    acting = ((card.id, ability) for card in cards for ability in card.abilities if ability.when == "on-play")
    bans = {card for card, ability in acting if any(isinstance(op, Restrict) for op in ability.do)}
    for house, text in patch.lasting.items():
        yield from strangers("card that forbids something", text.split(), sorted(bans), f"setup.lasting.{house}")
    if patch.cards_left is not None and patch.cards_left < len(patch.deck.split()):
        yield Refusal(CODE, f"{len(patch.deck.split())} cards of the deck are named", "setup.cards_left")


COUNT_OF_EVENTS, OWN_CARDS = 11, 4


def build(scenario: Scenario, revision: int = REVISION) -> Position:
    """Build a scenario's position, resting before the first step of its agenda.

    Raises Illegal with every reason: as a new game for edition, players, leaders and modules; `bad-scenario` and the
    field for anything else meaningless or impossible by the rules.
    """
    if base_of(scenario.edition) != HOUSE.id and (
        reasons := list(strangers("edition", [scenario.edition], [HOUSE.id], "edition"))
    ):
        raise Illegal(*reasons)
    edition = edition_at(scenario.edition, revision)
    check_players(edition, scenario.players)
    check_modules(edition, scenario.modules)
    drawn = seats(edition, scenario.players, scenario.seed, scenario.houses)
    circle = list(scenario.houses) or drawn
    position = laid_out(edition, circle, scenario.seed, scenario.modules, revision)
    begins = scenario.agenda[0].partition(" ")[0] if scenario.agenda else "turn"
    reasons = [*setup_faults(scenario.setup, position, edition, begins), *agenda_faults(scenario.agenda, circle)]
    if reasons:
        raise Illegal(*reasons)
    _lay(position, edition, scenario.setup, begins)
    if wrong := broken(position):
        raise Illegal(*(Refusal("bad-scenario", words, "setup") for words in wrong))
    first = [Step("turn", {"house": position.board.first})]
    position.progress.agenda = [read_step(text) for text in scenario.agenda] or first
    return position


def _lay(position: Position, edition: Edition, patch: Patch, begins: str) -> None:
    """Lay out a patch on a new game, and set what is counted openly.

    `begins` is the first step to be run."""
    _lay_time(position, patch, begins)
    _lay_piles(position, edition, patch)
    _lay_allies(position, edition, patch, begins)
    _lay_tokens(position, patch)
    _lay_cards(position, patch, begins)
    board, hidden = position.board, position.hidden
    board.hands = {house: len(cards) for house, cards in hidden.hands.items()}
    board.allies_left, board.cards_left = len(hidden.allies), len(hidden.deck)
    board.tokens_left, board.tokens_on_current = len(hidden.supply), len(hidden.on_current)


def _lay_time(position: Position, patch: Patch, begins: str) -> None:
    """Set the season, the round and the first player of a patch."""
    board = position.board
    earliest = first_season(len(board.houses), board.modules)
    board.season = next((season for season in SEASONS if season == patch.season), earliest)
    board.space = patch.space if patch.space is not None else int(begins not in BEFORE)
    seasons = SEASONS.index(board.season) - SEASONS.index(earliest)
    board.round = seasons * rounds_in_season(len(board.houses)) + board.space
    board.first = patch.first or board.first


def _lay_piles(position: Position, edition: Edition, patch: Patch) -> None:
    """Lay the bid piles of a patch; set plays, who kneels, and lasting bans."""
    board, number = position.board, 0
    for house in board.houses:
        for card, by in parse_pile(patch.piles.get(house, ""), house):
            number += 1
            board.piles[house].append(Piled(number, card, by))
            board.plays[by] += 1
    board.plays.update(patch.plays)
    board.kneeling = patch.kneeling.split()
    for house, text in patch.lasting.items():
        for card in text.split():
            rules = (op for clause in edition.influence[card].abilities for op in clause.do if isinstance(op, Restrict))
            board.lasting += [Lasting(op.rule, house, card) for op in rules]


def _take_out(pile: list[str], names: Iterable[str]) -> list[str]:
    """These names, taken out of a pile."""
    items = list(names)
    for name in items:
        pile.remove(name)
    return items


def _lay_allies(position: Position, edition: Edition, patch: Patch, begins: str) -> None:
    """Take the allies of a patch from the deck and lay them in their places.

    Fills what it leaves open: the current ally, the row, and the dead beyond `allies_left`."""
    board, deck = position.board, position.hidden.allies
    for name, text in patch.councils.items():
        board.councils[name].allies = _take_out(deck, text.split())
    board.dead = _take_out(deck, patch.dead.split())
    top = _take_out(deck, patch.allies.split())
    named = "" if patch.current in (None, "none") else str(patch.current)
    row = (patch.row or "").split()
    _take_out(deck, [*([named] if named else []), *row])
    if patch.allies_left is not None:
        board.dead += deck[patch.allies_left - len(top) :]
        del deck[patch.allies_left - len(top) :]
    deck[:0] = top
    if begins in BIDDING:
        board.current = named
        if patch.current is None and deck:
            board.current = deck.pop(0)
    board.row = row
    if patch.row is None and REVEALED_ALLIES in board.modules and begins != "deal":
        board.row = [deck.pop(0) for _ in range(min(len(deck), rounds_in_season(len(board.houses)) - board.space))]
    if board.current and any(ability.when == "during-round" for ability in edition.allies[board.current].abilities):
        board.active = [board.current]


def _lay_tokens(position: Position, patch: Patch) -> None:
    """Take the tokens of a patch from the supply and lay them in their places."""
    board, hidden = position.board, position.hidden
    for name, text in patch.tokens.items():
        hidden.tokens[name] = numbers(text)
        board.councils[name].tokens = len(hidden.tokens[name])
    hidden.on_current, top = numbers(patch.on_current), numbers(patch.supply)
    for number in (*(value for values in hidden.tokens.values() for value in values), *hidden.on_current, *top):
        hidden.supply.remove(number)
    hidden.supply[:0] = top
    for house, councils in patch.seen.items():
        hidden.seen[house] = {council: numbers(text) for council, text in councils.items()}


def _lay_cards(position: Position, patch: Patch, begins: str) -> None:
    """Lay the influence cards of a patch, and fill up hands as the step needs.

    Cards beyond `cards_left` are discarded."""
    board, hidden = position.board, position.hidden
    lying = [card.card for pile in board.piles.values() for card in pile]
    board.discard, board.removed = patch.discard.split(), patch.removed.split()
    top = patch.deck.split()
    hidden.hands.update({house: text.split() for house, text in patch.hands.items()})
    for card in [*lying, *board.discard, *board.removed, *top, *" ".join(patch.hands.values()).split()]:
        next(pile for pile in (hidden.deck, hidden.events, *hidden.own.values()) if card in pile).remove(card)
    for house, text in patch.own.items():
        board.removed += [card for card in hidden.own[house] if card not in text.split()]
        hidden.own[house] = text.split()
    _events(position)
    if begins not in ("deal", "season", "score"):
        _fill_hands(position, patch)
    _remove_past_own_cards(position, patch, begins)
    if patch.cards_left is not None:
        left = max(0, patch.cards_left - len(top))
        board.discard += hidden.deck[left:]
        del hidden.deck[left:]
    hidden.deck[:0] = top


def _seasons_begun(position: Position) -> list[Season]:
    board = position.board
    earliest = first_season(len(board.houses), board.modules)
    return list(SEASONS[SEASONS.index(earliest) : SEASONS.index(board.season) + 1])


def _events(position: Position) -> None:
    """Add unnamed events of past seasons to the deck in the advanced game."""
    board, hidden = position.board, position.hidden
    if not hidden.events:
        return
    by_season = EVENTS[len(board.houses) <= FEW]
    aside = COUNT_OF_EVENTS - sum(by_season.get(season, 0) for season in _seasons_begun(position)[1:])
    drawn = shuffle(hidden.seed, "events/scenario", sorted(hidden.events))
    hidden.events, added = drawn[:aside], drawn[aside:]
    if added:
        hidden.deck = shuffle(hidden.seed, "deck/scenario", sorted([*hidden.deck, *added]))


def _remove_past_own_cards(position: Position, patch: Patch, begins: str) -> None:
    """Remove own cards of past seasons, one each, that the scenario does not name."""
    board, hidden = position.board, position.hidden
    had = len(_seasons_begun(position)) - (begins == "deal")
    for house, cards in hidden.own.items():
        while house not in patch.own and len(cards) > OWN_CARDS - had:
            board.removed.append(cards.pop())


def _fill_hands(position: Position, patch: Patch) -> None:
    """Deal unspecified hands, less the cards their leaders have played this round."""
    board, hidden = position.board, position.hidden
    for house in board.houses:
        if house not in patch.hands:
            count = max(0, HAND - board.plays[house])
            if hidden.own.get(house) and house not in patch.own and count:
                hidden.hands[house].append(hidden.own[house].pop(0))
                count -= 1
            hidden.hands[house] += hidden.deck[:count]
            del hidden.deck[:count]
