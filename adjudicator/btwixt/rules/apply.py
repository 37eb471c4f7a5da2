"""How events and decrees change the position: the only place where it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.edition import Edition, Group
from adjudicator.btwixt.state.position import Lasting, Piled, Position, Won
from adjudicator.engine.chance import shuffle
from adjudicator.engine.edicts import EndGame, Reseed
from adjudicator.engine.journal import Decided, Event
from adjudicator.engine.values import Ending


def apply_edict(position: Position, edict: Any) -> None:
    """Change the position as a decree says; words alone change nothing, an end is told by an event of its own."""
    match edict:
        case e.PlaceAlly(ally=ally, council=council):
            _place(position, ally, council)
        case e.SetTokens(council=council, tokens=tokens):
            _set_tokens(position, council, tokens)
        case e.GiveInfluence(house=house, card=card):
            _give(position, house, card)
        case e.SetFirstPlayer(house=house):
            position.board.first = house
        case Reseed(seed=seed, commitment=known):
            _reseed(position, seed, known)
        case EndGame():
            pass


def _place(position: Position, ally: str, council: str) -> None:
    board, hidden = position.board, position.hidden
    for held in board.councils.values():
        held.allies = [one for one in held.allies if one != ally]
    board.dead = [one for one in board.dead if one != ally]
    board.row = [one for one in board.row if one != ally]
    hidden.allies = [one for one in hidden.allies if one != ally]
    board.allies_left = len(hidden.allies)
    (board.councils[council].allies if council else board.dead).append(ally)


def _set_tokens(position: Position, council: str, tokens: int) -> None:
    """Tokens come from the top of the supply, and go under it."""
    board, hidden = position.board, position.hidden
    held = hidden.tokens[council]
    while len(held) < tokens:
        held.append(hidden.supply.pop(0))
    while len(held) > tokens:
        hidden.supply.append(held.pop())
    board.councils[council].tokens, board.tokens_left = len(held), len(hidden.supply)
    for seen in hidden.seen.values():
        seen.pop(council, None)


def _give(position: Position, house: str, card: str) -> None:
    board, hidden = position.board, position.hidden
    if card in board.discard:
        board.discard.remove(card)
    else:
        for pile in board.piles.values():
            found = next((one for one in pile if one.card == card), None)
            if found is not None:
                pile.remove(found)
                break
    hidden.hands[house].append(card)
    board.hands[house] = len(hidden.hands[house])


def _reseed(position: Position, seed: str, known: str) -> None:
    """All that is still to be drawn is mixed by the new seed."""
    hidden = position.hidden
    hidden.seed, position.commitment = seed, known
    hidden.deck = shuffle(seed, "deck/reseed", sorted(hidden.deck))
    hidden.allies = shuffle(seed, "allies/reseed", sorted(hidden.allies))
    hidden.supply = shuffle(seed, "supply/reseed", sorted(hidden.supply))
    hidden.own = {house: shuffle(seed, f"own/{house}/reseed", sorted(cards)) for house, cards in hidden.own.items()}


def apply(position: Position, event: Event, edition: Edition) -> None:
    """Change the position as the event says."""
    APPLY[type(event)](position, event, edition)


def _gone(position: Position, card: str, edition: Edition) -> None:
    """A card is discarded; a leader's own leaves the game."""
    group: Group = edition.influence[card].group
    (position.board.removed if group == "leader" else position.board.discard).append(card)


def _from_pile(position: Position, house: str, number: int) -> Piled:
    pile = position.board.piles[house]
    card = next(one for one in pile if one.number == number)
    pile.remove(card)
    return card


def _into_hand(position: Position, house: str, *cards: str) -> None:
    position.hidden.hands[house] += cards
    position.board.hands[house] = len(position.hidden.hands[house])


def _out_of_hand(position: Position, house: str, card: str) -> None:
    position.hidden.hands[house].remove(card)
    position.board.hands[house] = len(position.hidden.hands[house])


def _token_leaves(position: Position, council: str, value: int) -> None:
    """A token leaves a council; what leaders had seen of it nobody can be sure of any more."""
    position.hidden.tokens[council].remove(value)
    position.board.councils[council].tokens -= 1
    for seen in position.hidden.seen.values():
        seen.pop(council, None)


def _token_comes(position: Position, council: str, value: int) -> None:
    position.hidden.tokens[council].append(value)
    position.board.councils[council].tokens += 1


def _from_supply(position: Position) -> int:
    position.board.tokens_left -= 1
    return position.hidden.supply.pop(0)


def _back_to_supply(position: Position, *values: int) -> None:
    position.hidden.supply += values
    position.board.tokens_left += len(values)


def _season(position: Position, event: e.SeasonBegan, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
    board.season, board.space = event.season, 0
    for house in board.houses:
        for card in hidden.hands[house]:
            _gone(position, card, edition)
        hidden.hands[house], board.hands[house] = [], 0
    for card in event.events:
        hidden.events.remove(card)
        hidden.deck.append(card)
    board.cards_left = len(hidden.deck)


def _shuffled(position: Position, event: e.CardsShuffled, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
    if event.what == "supply":
        hidden.supply = [int(one) for one in event.order]
        return
    hidden.deck, board.cards_left = list(event.order), len(event.order)
    if event.discard:
        board.discard = []


def _dealt(position: Position, event: e.HandsDealt, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
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


def _row(position: Position, event: e.RowLaid, edition: Edition) -> None:
    del position.hidden.allies[: len(event.allies)]
    position.board.row += event.allies
    position.board.allies_left = len(position.hidden.allies)


def _kept(position: Position, event: e.CardsKept, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
    step = 1 if event.direction == "left" else -1
    passed = {}
    for place, house in enumerate(board.houses):
        hidden.packets[house].remove(event.kept[house])
        _into_hand(position, house, event.kept[house])
        passed[board.houses[(place + step) % len(board.houses)]] = hidden.packets[house]
    hidden.packets = {house: passed[house] for house in board.houses} if any(passed.values()) else {}


def _round(position: Position, event: e.RoundBegan, edition: Edition) -> None:
    board = position.board
    board.round, board.space, board.first, board.phase = event.round, event.space, event.first, "bidding"


def _revealed(position: Position, event: e.AllyRevealed, edition: Edition) -> None:
    _take_next(position, event.ally)
    board = position.board
    board.current = event.ally
    if any(one.when == "during-round" for one in edition.allies[event.ally].abilities):
        board.active.append(event.ally)


def _take_next(position: Position, ally: str) -> None:
    """The next ally leaves the row, or else the deck."""
    if position.board.row:
        position.board.row.remove(ally)
    else:
        position.hidden.allies.remove(ally)
        position.board.allies_left -= 1


def _played(position: Position, event: e.CardPlayed, edition: Edition) -> None:
    _out_of_hand(position, event.house, event.card)
    position.board.piles[event.house].append(Piled(event.number, event.card, event.house))
    position.board.plays[event.house] += 1


def _knelt(position: Position, event: e.Knelt, edition: Edition) -> None:
    position.board.kneeling.append(event.house)


def _stood(position: Position, event: e.Stood, edition: Edition) -> None:
    position.board.kneeling.remove(event.house)


def _moved(position: Position, event: e.CardMoved, edition: Edition) -> None:
    position.board.piles[event.to].append(_from_pile(position, event.of, event.number))


def _returned(position: Position, event: e.CardReturned, edition: Edition) -> None:
    if event.of:
        _from_pile(position, event.of, event.number)
    else:
        position.board.discard.remove(event.card)
    _into_hand(position, event.to, event.card)


def _discarded(position: Position, event: e.CardDiscarded, edition: Edition) -> None:
    if event.number:
        _from_pile(position, event.of, event.number)
    else:
        _out_of_hand(position, event.of, event.card)
    _gone(position, event.card, edition)


def _drawn(position: Position, event: e.CardsDrawn, edition: Edition) -> None:
    del position.hidden.deck[: event.count]
    position.board.cards_left = len(position.hidden.deck)
    _into_hand(position, event.house, *event.cards)


def _given(position: Position, event: e.CardGiven, edition: Edition) -> None:
    _out_of_hand(position, event.house, event.card)
    _into_hand(position, event.to, event.card)


def _token_gained(position: Position, event: e.TokenGained, edition: Edition) -> None:
    _token_comes(position, event.council, _from_supply(position))


def _token_laid(position: Position, event: e.TokenLaid, edition: Edition) -> None:
    position.hidden.on_current.append(_from_supply(position))
    position.board.tokens_on_current += 1


def _token_moved(position: Position, event: e.TokenMoved, edition: Edition) -> None:
    _token_leaves(position, event.of, event.value)
    _token_comes(position, event.to, event.value)


def _token_returned(position: Position, event: e.TokenReturned, edition: Edition) -> None:
    _token_leaves(position, event.of, event.value)
    _back_to_supply(position, event.value)


def _tokens_seen(position: Position, event: e.TokensSeen, edition: Edition) -> None:
    position.hidden.seen.setdefault(event.house, {})[event.council] = list(event.values)


def _arranged(position: Position, event: e.AlliesArranged, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
    del hidden.allies[: event.count - event.row]
    top = list(event.top)
    if event.row:
        board.row[0] = top.pop(0)
    hidden.allies = [*top, *hidden.allies, *event.bottom]
    board.allies_left = len(hidden.allies)


def _tokens_leave_current(position: Position) -> None:
    _back_to_supply(position, *position.hidden.on_current)
    position.hidden.on_current, position.board.tokens_on_current = [], 0


def _current_leaves(position: Position) -> None:
    """The current ally leaves before it was claimed: its text holds no more (rules 8.21)."""
    board = position.board
    board.active = [ally for ally in board.active if ally != board.current]
    board.current = ""
    _tokens_leave_current(position)


def _killed(position: Position, event: e.AllyKilled, edition: Edition) -> None:
    if event.council:
        position.board.councils[event.council].allies.remove(event.ally)
    else:
        _current_leaves(position)
    position.board.dead.append(event.ally)


def _ally_moved(position: Position, event: e.AllyMoved, edition: Edition) -> None:
    position.board.councils[event.of].allies.remove(event.ally)
    position.board.councils[event.to].allies.append(event.ally)


def _left(position: Position, event: e.AllyLeft, edition: Edition) -> None:
    _current_leaves(position)
    position.hidden.allies.append(event.ally)
    position.board.allies_left += 1


def _joined(position: Position, event: e.AllyJoined, edition: Edition) -> None:
    if event.dead:
        position.board.dead.remove(event.ally)
    else:
        _take_next(position, event.ally)
    position.board.councils[event.council].allies.append(event.ally)


def _forbidden(position: Position, event: e.Forbidden, edition: Edition) -> None:
    position.board.lasting.append(Lasting(event.rule, event.house, event.source))


def _won(position: Position, event: e.BidWon, edition: Edition) -> None:
    position.board.won = Won(event.house, dict(event.totals))
    position.board.phase = "triumph"


def _reward(position: Position, event: e.RewardChanged, edition: Edition) -> None:
    assert position.board.won is not None
    position.board.won.reward += event.amount


def _voted(position: Position, event: e.VoteCast, edition: Edition) -> None:
    assert position.board.won is not None
    position.board.won.votes.append(event.council)


def _claimed(position: Position, event: e.AllyClaimed, edition: Edition) -> None:
    board, hidden = position.board, position.hidden
    assert board.won is not None
    board.won.ally, board.won.council, board.current = event.ally, event.council, ""
    held = board.councils[event.council]
    held.allies.append(event.ally)
    held.tokens += board.tokens_on_current
    hidden.tokens[event.council] += hidden.on_current
    hidden.on_current, board.tokens_on_current = [], 0


def _ended(position: Position, event: e.RoundEnded, edition: Edition) -> None:
    board = position.board
    for pile in board.piles.values():
        for card in pile:
            _gone(position, card.card, edition)
        pile.clear()
    board.plays = dict.fromkeys(board.houses, 0)
    board.kneeling, board.active, board.lasting, board.won = [], [], [], None
    board.first = event.first


def _scored(position: Position, event: e.Scored, edition: Edition) -> None:
    position.board.phase = "scoring"
    position.board.opened = {one.council: list(one.tokens) for one in event.councils}


def _over(position: Position, event: e.GameEnded, edition: Edition) -> None:
    position.board.ending = Ending(event.winners, event.reason, position.board.round)


def _edict(position: Position, event: e.EdictIssued, edition: Edition) -> None:
    apply_edict(position, event.edict)


def _nothing(position: Position, event: Any, edition: Edition) -> None:
    """It says something, and changes nothing."""


APPLY: dict[type[Event], Callable[[Position, Any, Edition], None]] = {
    e.SeasonBegan: _season,
    e.CardsShuffled: _shuffled,
    e.HandsDealt: _dealt,
    e.RowLaid: _row,
    e.CardsKept: _kept,
    e.RoundBegan: _round,
    e.AllyRevealed: _revealed,
    e.NoAlly: _nothing,
    e.CardPlayed: _played,
    e.Knelt: _knelt,
    e.Stood: _stood,
    e.CardMoved: _moved,
    e.CardReturned: _returned,
    e.CardDiscarded: _discarded,
    e.CardsDrawn: _drawn,
    e.CardGiven: _given,
    e.TokenGained: _token_gained,
    e.TokenLaid: _token_laid,
    e.TokenMoved: _token_moved,
    e.TokenReturned: _token_returned,
    e.TokensSeen: _tokens_seen,
    e.HandSeen: _nothing,
    e.AlliesArranged: _arranged,
    e.AllyKilled: _killed,
    e.AllyMoved: _ally_moved,
    e.AllyLeft: _left,
    e.AllyJoined: _joined,
    e.Forbidden: _forbidden,
    e.BidWon: _won,
    e.RewardChanged: _reward,
    e.VoteCast: _voted,
    e.AllyClaimed: _claimed,
    e.NothingClaimed: _nothing,
    e.AbilityIdle: _nothing,
    e.PlaysEnded: _nothing,
    e.RoundEnded: _ended,
    e.Scored: _scored,
    e.GameEnded: _over,
    e.EdictIssued: _edict,
    Decided: _nothing,
}
