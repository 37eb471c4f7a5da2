"""What a seat may see, what nobody may, and what every position holds (rules 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.btwixt.rules.seasons import edition_of
from adjudicator.btwixt.state import Position, View, events as e
from adjudicator.engine import Decided, Decision, Event, StoredBoard, openly, shuffle

# The events of which not everybody sees the same; all others are seen as they are.
HIDDEN = (
    Decided,
    e.OverrideIssued,
    e.SeasonBegan,
    e.CardsShuffled,
    e.HandsDealt,
    e.CardsKept,
    e.CardsDrawn,
    e.CardGiven,
    e.TokenGained,
    e.TokenLaid,
    e.TokenMoved,
    e.TokenReturned,
    e.TokensSeen,
    e.HandSeen,
    e.AlliesArranged,
)


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """Return what a seat (None: spectators) may know; the shared board is read-only."""
    hidden, mine = showing.hidden, view_of_board(showing, seat)
    mine.hand, mine.own = sorted(hidden.hands.get(seat or "", ())), sorted(hidden.own.get(seat or "", ()))
    mine.seen = dict(hidden.seen.get(seat or "", {}))
    mine.waiting = [decision for decision in waiting if decision.seat == seat]
    return mine


def visible_event(event: Event, seat: str | None) -> Event | None:
    """Hide others' choices, hands, token numbers and deck order from a running event."""
    if not isinstance(event, HIDDEN):
        return event
    match event:
        case Decided():
            return event if event.seat == seat else None
        case e.OverrideIssued(override=override):
            return replace(event, override=openly(override))
        case e.SeasonBegan():
            return replace(event, events=())
        case e.CardsShuffled():
            return replace(event, order=())
        case e.HandsDealt(hands=hands, own=own):
            # Packets that go round are shown by the questions about them.
            mine = {house: cards for house, cards in hands.items() if house == seat and not event.packets}
            return replace(event, hands=mine, own={house: card for house, card in own.items() if house == seat})
        case e.CardsKept(kept=kept_cards):
            return replace(event, kept={house: card for house, card in kept_cards.items() if house == seat})
        case e.CardsDrawn(house=house) if house != seat:
            return replace(event, cards=())
        case e.CardGiven(house=house, to=to) if seat not in (house, to):
            return replace(event, card="")
        case e.TokenGained() | e.TokenLaid() | e.TokenMoved() | e.TokenReturned():
            return replace(event, value=0)
        case e.TokensSeen(house=house) if house != seat:
            return replace(event, values=())
        case e.HandSeen(house=house, by=by) if seat != house and seat not in by:
            return replace(event, cards=())
        case e.AlliesArranged(house=house) if house != seat:
            return replace(event, top=(), bottom=())
    return event


def view_of_board(snapshot: StoredBoard | Position, seat: str | None) -> View:
    """Return a view of a past board, without questions and without past hands."""
    return View(
        edition=snapshot.edition,
        players=snapshot.players,
        commitment=snapshot.commitment,
        revision=snapshot.revision,
        seat=seat,
        board=snapshot.board,
    )


def broken(position: Position, waiting: Sequence[Decision] = ()) -> list[str]:
    """Describe in words everything that is wrong with a position.

    Returns an empty list for a sound one; `waiting` has no effect."""
    return [*_allies(position), *_tokens(position), *_cards(position), *_open(position)]


def _allies(position: Position) -> Iterator[str]:
    """Yield a fault if an ally of the edition is missing, or there twice."""
    board = position.board
    lying = [ally for council in board.councils.values() for ally in council.allies]
    current = [board.current] if board.current else []
    allies = sorted([*lying, *current, *board.row, *board.dead, *position.hidden.allies])
    if allies != sorted(edition_of(position).allies):
        yield "an ally is missing, or there twice"


def _tokens(position: Position) -> Iterator[str]:
    """Yield faults of tokens: missing, there twice, or of a wrong number shown."""
    board, hidden = position.board, position.hidden
    lying = [value for values in hidden.tokens.values() for value in values]
    if Counter([*hidden.supply, *hidden.on_current, *lying]) != Counter(edition_of(position).cards.tokens):
        yield "a token is missing, or there twice"
    for council, council_state in board.councils.items():
        if council_state.tokens != len(hidden.tokens[council]):
            yield f"{council} shows {council_state.tokens} tokens, and has {len(hidden.tokens[council])}"


def _cards(position: Position) -> Iterator[str]:
    """Yield faults of influence cards: too many of one, or a standard one lost."""
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
    """Return a position with all that is hidden from everybody drawn anew.

    Hands, and what leaders saw of tokens, stay; the draw derives from `salt`."""
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
