"""What must hold in every position (rules 13), and what no seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.btwixt.rules.seasons import edition_of
from adjudicator.btwixt.state import Position
from adjudicator.engine import shuffle


def broken(position: Position) -> list[str]:
    """In words what is not as it must be."""
    return [*_allies(position), *_tokens(position), *_cards(position), *_open(position)]


def _allies(position: Position) -> Iterator[str]:
    board = position.board
    lying = [ally for council in board.councils.values() for ally in council.allies]
    current = [board.current] if board.current else []
    allies = sorted([*lying, *current, *board.row, *board.dead, *position.hidden.allies])
    if allies != sorted(edition_of(position).allies):
        yield "an ally is missing, or there twice"


def _tokens(position: Position) -> Iterator[str]:
    board, hidden = position.board, position.hidden
    lying = [value for values in hidden.tokens.values() for value in values]
    if Counter([*hidden.supply, *hidden.on_current, *lying]) != Counter(edition_of(position).cards.tokens):
        yield "a token is missing, or there twice"
    for council, council_state in board.councils.items():
        if council_state.tokens != len(hidden.tokens[council]):
            yield f"{council} shows {council_state.tokens} tokens, and has {len(hidden.tokens[council])}"


def _cards(position: Position) -> Iterator[str]:
    board, hidden = position.board, position.hidden
    places = (
        hidden.deck,
        board.discard,
        board.removed,
        hidden.events,
        *hidden.hands.values(),
        *hidden.own.values(),
        *hidden.packets.values(),
        [card.card for pile in board.piles.values() for card in pile],
    )
    card_counts = Counter(card for place in places for card in place)
    edition = edition_of(position)
    for card, count in card_counts.items():
        if count > edition.influence[card].copies:
            yield f"there are {count} of {card}"
    standard = sum(card_data.copies for card_data in edition.influence.values() if card_data.group == "standard")
    if sum(count for card, count in card_counts.items() if edition.influence[card].group == "standard") != standard:
        yield "a standard card is missing"


def _open(position: Position) -> Iterator[str]:
    """What lies open says how much lies face down."""
    board, hidden = position.board, position.hidden
    shown = (board.allies_left, board.cards_left, board.tokens_left, board.tokens_on_current)
    there = (len(hidden.allies), len(hidden.deck), len(hidden.supply), len(hidden.on_current))
    if shown != there:
        yield f"the table shows {shown}, there are {there}"
    if board.hands != {house: len(hand) for house, hand in hidden.hands.items()}:
        yield "hands are not as large as shown"


def reshuffled(showing: Position, salt: str) -> Position:
    """Redraw all that is hidden from everybody; keep hands and what leaders saw."""
    hidden = showing.hidden
    deck = shuffle(salt, "deck", sorted(hidden.deck))
    allies = shuffle(salt, "allies", sorted(hidden.allies))
    seen_tokens = {name: _known_tokens(hidden.seen, name) for name in hidden.tokens}
    loose = list((Counter(hidden.supply) + Counter(hidden.on_current)).elements())
    for name, values in hidden.tokens.items():
        loose += (Counter(values) - Counter(seen_tokens[name])).elements()
    drawn = shuffle(salt, "tokens", sorted(loose))
    tokens = {}
    for name, values in hidden.tokens.items():
        count = len(values) - len(seen_tokens[name])
        tokens[name] = [*seen_tokens[name], *drawn[:count]]
        del drawn[:count]
    lying = len(hidden.on_current)
    other = replace(
        hidden,
        seed=f"{salt}-seed",
        deck=deck,
        allies=allies,
        tokens=tokens,
        on_current=drawn[:lying],
        supply=drawn[lying:],
        own={house: shuffle(salt, f"own/{house}", sorted(cards)) for house, cards in hidden.own.items()},
        events=sorted(hidden.events),
    )
    return replace(showing, hidden=other)


def _known_tokens(seen: dict[str, dict[str, list[int]]], council: str) -> list[int]:
    """The most that leaders together know of a council's tokens."""
    numbers: Counter[int] = Counter()
    for councils in seen.values():
        numbers |= Counter(councils.get(council, ()))
    return list(numbers.elements())
