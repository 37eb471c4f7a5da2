"""How events and decrees change the position: the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never, get_args

from adjudicator.btwixt.state import Edition, Lasting, Piled, Position, Won, events as e
from adjudicator.engine import Decided, Ending, Event, Reseed, shuffle


def apply_override(position: Position, override: Any) -> None:
    """Apply an override to the position; rulings change nothing, an end has its event."""
    board, hidden = position.board, position.hidden
    match override:
        case e.PlaceAlly(ally=ally, council=council):
            for council_state in board.councils.values():
                council_state.allies = [item for item in council_state.allies if item != ally]
            board.dead = [item for item in board.dead if item != ally]
            board.row = [item for item in board.row if item != ally]
            hidden.allies = [item for item in hidden.allies if item != ally]
            board.allies_left = len(hidden.allies)
            (board.councils[council].allies if council else board.dead).append(ally)
        case e.SetTokens(council=council, tokens=tokens):
            # Tokens come from the top of the supply, and go under it.
            numbers = hidden.tokens[council]
            while len(numbers) < tokens:
                numbers.append(hidden.supply.pop(0))
            while len(numbers) > tokens:
                hidden.supply.append(numbers.pop())
            board.councils[council].tokens, board.tokens_left = len(numbers), len(hidden.supply)
            for seen_tokens in hidden.seen.values():
                seen_tokens.pop(council, None)
        case e.GiveInfluence(house=house, card=card):
            if card in board.discard:
                board.discard.remove(card)
            else:
                matches = ((pile, item) for pile in board.piles.values() for item in pile if item.card == card)
                for pile, item in list(matches)[:1]:
                    pile.remove(item)
            _into_hand(position, house, card)
        case e.SetFirstPlayer(house=house):
            board.first = house
        case Reseed(seed=seed):
            # All that is still to be drawn is mixed by the new seed.
            hidden.seed, position.commitment = seed, override.commitment
            hidden.deck = shuffle(seed, "deck/reseed", sorted(hidden.deck))
            hidden.allies = shuffle(seed, "allies/reseed", sorted(hidden.allies))
            hidden.supply = shuffle(seed, "supply/reseed", sorted(hidden.supply))
            own = hidden.own.items()
            hidden.own = {house: shuffle(seed, f"own/{house}/reseed", sorted(cards)) for house, cards in own}


def apply(position: Position, event: Event, edition: Edition) -> None:
    """Change the position as the event says."""
    APPLIERS[type(event)](position, event, edition)


def _discard(position: Position, card: str, edition: Edition) -> None:
    """A card is discarded; a leader's own leaves the game."""
    group = edition.influence[card].group
    (position.board.removed if group == "leader" else position.board.discard).append(card)


def _take_from_pile(position: Position, house: str, number: int) -> Piled:
    """Remove the card of this number from a leader's pile, and return it."""
    pile = position.board.piles[house]
    card = next(piled_card for piled_card in pile if piled_card.number == number)
    pile.remove(card)
    return card


def _into_hand(position: Position, house: str, *cards: str) -> None:
    position.hidden.hands[house] += cards
    position.board.hands[house] = len(position.hidden.hands[house])


def _out_of_hand(position: Position, house: str, card: str) -> None:
    position.hidden.hands[house].remove(card)
    position.board.hands[house] = len(position.hidden.hands[house])


def _remove_token(position: Position, council: str, value: int) -> None:
    """Remove a token from a council; what leaders had seen there is no longer certain."""
    position.hidden.tokens[council].remove(value)
    position.board.councils[council].tokens -= 1
    for seen in position.hidden.seen.values():
        seen.pop(council, None)


def _add_token(position: Position, council: str, value: int) -> None:
    position.hidden.tokens[council].append(value)
    position.board.councils[council].tokens += 1


def _take_from_supply(position: Position) -> int:
    """Remove the top token from the supply, and return its value."""
    position.board.tokens_left -= 1
    return position.hidden.supply.pop(0)


def _back_to_supply(position: Position, *values: int) -> None:
    position.hidden.supply += values
    position.board.tokens_left += len(values)


def _take_next(position: Position, ally: str) -> None:
    """The next ally leaves the row, or else the deck."""
    if position.board.row:
        position.board.row.remove(ally)
    else:
        position.hidden.allies.remove(ally)
        position.board.allies_left -= 1


def _remove_current(position: Position) -> None:
    """Remove the current ally before it is claimed; its text ends (rules 8.21)."""
    board = position.board
    board.active = [ally for ally in board.active if ally != board.current]
    board.current = ""
    _back_to_supply(position, *position.hidden.on_current)
    position.hidden.on_current, board.tokens_on_current = [], 0


def _season(position: Position, event: e.SeasonEvent, edition: Edition) -> None:
    """Apply an event that begins a season: cards shuffled, dealt, kept, laid."""
    board, hidden = position.board, position.hidden
    match event:
        case e.SeasonBegan():
            board.season, board.space = event.season, 0
            for house in board.houses:
                for card in hidden.hands[house]:
                    _discard(position, card, edition)
                hidden.hands[house], board.hands[house] = [], 0
            for card in event.events:
                hidden.events.remove(card)
                hidden.deck.append(card)
            board.cards_left = len(hidden.deck)
        case e.CardsShuffled():
            if event.what == "supply":
                hidden.supply = [int(number) for number in event.order]
            else:
                hidden.deck, board.cards_left = list(event.order), len(event.order)
                board.discard = [] if event.discard else board.discard
        case e.HandsDealt():
            board.phase = "draft" if event.packets else "bidding"
            for house, cards in event.hands.items():
                del hidden.deck[: len(cards)]
                if event.packets:
                    hidden.packets[house] = list(cards)
                else:
                    _into_hand(position, house, *cards)
            board.cards_left = len(hidden.deck)
            for house, card in event.own.items():
                hidden.own[house].remove(card)
                _into_hand(position, house, card)
        case e.RowLaid():
            del hidden.allies[: len(event.allies)]
            board.row += event.allies
            board.allies_left = len(hidden.allies)
        case e.CardsKept():
            step = 1 if event.direction == "left" else -1
            passed = {}
            for place, house in enumerate(board.houses):
                hidden.packets[house].remove(event.kept[house])
                _into_hand(position, house, event.kept[house])
                passed[board.houses[(place + step) % len(board.houses)]] = hidden.packets[house]
            hidden.packets = {house: passed[house] for house in board.houses} if any(passed.values()) else {}
        case _:
            assert_never(event)


def _round(position: Position, event: e.RoundEvent, edition: Edition) -> None:
    """Apply an event of a round: its beginning, and cards played or moved."""
    board, hidden = position.board, position.hidden
    match event:
        case e.RoundBegan():
            board.round, board.space, board.first, board.phase = event.round, event.space, event.first, "bidding"
        case e.AllyRevealed():
            _take_next(position, event.ally)
            board.current = event.ally
            if any(ability.when == "during-round" for ability in edition.allies[event.ally].abilities):
                board.active.append(event.ally)
        case e.CardPlayed():
            _out_of_hand(position, event.house, event.card)
            board.piles[event.house].append(Piled(event.number, event.card, event.house))
            board.plays[event.house] += 1
        case e.Knelt():
            board.kneeling.append(event.house)
        case e.Stood():
            board.kneeling.remove(event.house)
        case e.CardMoved():
            board.piles[event.to].append(_take_from_pile(position, event.of, event.number))
        case e.CardReturned():
            if event.of:
                _take_from_pile(position, event.of, event.number)
            else:
                board.discard.remove(event.card)
            _into_hand(position, event.to, event.card)
        case e.CardDiscarded():
            if event.number:
                _take_from_pile(position, event.of, event.number)
            else:
                _out_of_hand(position, event.of, event.card)
            _discard(position, event.card, edition)
        case e.CardsDrawn():
            del hidden.deck[: event.count]
            board.cards_left = len(hidden.deck)
            _into_hand(position, event.house, *event.cards)
        case e.CardGiven():
            _out_of_hand(position, event.house, event.card)
            _into_hand(position, event.to, event.card)
        case e.NoAlly():
            pass  # It says something, and changes nothing.
        case _:
            assert_never(event)


def _token(position: Position, event: e.TokenEvent, edition: Edition) -> None:
    """Apply an event that moves tokens, or shows hidden things to a leader."""
    board, hidden = position.board, position.hidden
    match event:
        case e.TokenGained():
            _add_token(position, event.council, _take_from_supply(position))
        case e.TokenLaid():
            hidden.on_current.append(_take_from_supply(position))
            board.tokens_on_current += 1
        case e.TokenMoved():
            _remove_token(position, event.of, event.value)
            _add_token(position, event.to, event.value)
        case e.TokenReturned():
            _remove_token(position, event.of, event.value)
            _back_to_supply(position, event.value)
        case e.TokensSeen():
            hidden.seen.setdefault(event.house, {})[event.council] = list(event.values)
        case e.HandSeen():
            pass  # It says something, and changes nothing.
        case _:
            assert_never(event)


def _ally(position: Position, event: e.AllyEvent, edition: Edition) -> None:
    """Apply an event that arranges, moves, adds or kills allies."""
    board, hidden = position.board, position.hidden
    match event:
        case e.AlliesArranged():
            del hidden.allies[: event.count - event.row]
            top = list(event.top)
            if event.row:
                board.row[0] = top.pop(0)
            hidden.allies = [*top, *hidden.allies, *event.bottom]
            board.allies_left = len(hidden.allies)
        case e.AllyKilled():
            if event.council:
                board.councils[event.council].allies.remove(event.ally)
            else:
                _remove_current(position)
            board.dead.append(event.ally)
        case e.AllyMoved():
            board.councils[event.of].allies.remove(event.ally)
            board.councils[event.to].allies.append(event.ally)
        case e.AllyLeft():
            _remove_current(position)
            hidden.allies.append(event.ally)
            board.allies_left += 1
        case e.AllyJoined():
            if event.dead:
                board.dead.remove(event.ally)
            else:
                _take_next(position, event.ally)
            board.councils[event.council].allies.append(event.ally)
        case _:
            assert_never(event)


def _bid(position: Position, event: e.BidEvent, edition: Edition) -> None:
    """Apply an event of a bid: bans, its winner, votes, reward and claim."""
    board, hidden = position.board, position.hidden
    match event:
        case e.Forbidden():
            board.lasting.append(Lasting(event.rule, event.house, event.source))
        case e.BidWon():
            board.won = Won(event.house, dict(event.totals))
            board.phase = "triumph"
        case e.RewardChanged():
            assert board.won is not None
            board.won.reward += event.amount
        case e.VoteCast():
            assert board.won is not None
            board.won.votes.append(event.council)
        case e.AllyClaimed():
            assert board.won is not None
            board.won.ally, board.won.council, board.current = event.ally, event.council, ""
            council = board.councils[event.council]
            council.allies.append(event.ally)
            council.tokens += board.tokens_on_current
            hidden.tokens[event.council] += hidden.on_current
            hidden.on_current, board.tokens_on_current = [], 0
        case e.NothingClaimed() | e.AbilityIdle() | e.PlaysEnded():
            pass  # It says something, and changes nothing.
        case _:
            assert_never(event)


def _end(position: Position, event: e.EndEvent, edition: Edition) -> None:
    """Apply the end of a round or a game, the scoring, or an override."""
    board = position.board
    match event:
        case e.RoundEnded():
            for pile in board.piles.values():
                for card in pile:
                    _discard(position, card.card, edition)
                pile.clear()
            board.plays = dict.fromkeys(board.houses, 0)
            board.kneeling, board.active, board.lasting, board.won = [], [], [], None
            board.first = event.first
        case e.Scored():
            board.phase = "scoring"
            board.opened = {score.council: list(score.tokens) for score in event.councils}
        case e.GameEnded():
            board.ending = Ending(event.winners, event.reason, board.round)
        case e.OverrideIssued():
            apply_override(position, event.override)
        case _:
            assert_never(event)


_GROUPS: tuple[tuple[Any, Callable[[Position, Any, Edition], None]], ...] = (
    (e.SeasonEvent, _season),
    (e.RoundEvent, _round),
    (e.TokenEvent, _token),
    (e.AllyEvent, _ally),
    (e.BidEvent, _bid),
    (e.EndEvent, _end),
)
APPLIERS: dict[type[Event], Callable[[Position, Any, Edition], None]] = {
    kind: function for group, function in _GROUPS for kind in get_args(group)
}
APPLIERS[Decided] = lambda position, event, edition: None  # It says something, and changes nothing.
