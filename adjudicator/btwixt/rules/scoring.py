"""Values of cards and councils, winners, and statistics (rules 3.3, 4, 8.18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.btwixt.state import (
    SEASONS,
    Ability,
    AddValue,
    Amount,
    Board,
    CardFilter,
    Counted,
    Edition,
    Piled,
    ScoreBonus,
    clockwise,
    councils_of,
    events as e,
    own_councils,
)
from adjudicator.btwixt.state.events import CouncilScored, Standing
from adjudicator.engine import Decided, FrozenStruct, GameCounter, Record


def total(board: Board, edition: Edition, house: str) -> int:
    """A leader's total influence now."""
    return totals(board, edition)[house]


def totals(board: Board, edition: Edition) -> dict[str, int]:
    """Each leader's total influence now."""
    worth = values(board, edition)
    return {house: sum(worth[card.number] for card in pile) for house, pile in board.piles.items()}


def values(board: Board, edition: Edition) -> dict[int, int]:
    """What each card that lies in a pile is worth, by its number; never below 0."""
    worth = {card.number: edition.influence[card.card].value for pile in board.piles.values() for card in pile}
    for ally in board.active:
        for ability in edition.allies[ally].abilities:
            if ability.when == "during-round":
                _add(worth, board, edition, ability, "", None)
    for house, pile in board.piles.items():
        for card in pile:
            for ability in edition.influence[card.card].abilities:
                if ability.when == "in-pile":
                    _add(worth, board, edition, ability, house, card)
    return {number: max(value, 0) for number, value in worth.items()}


def _add(
    worth: dict[int, int], board: Board, edition: Edition, ability: Ability, house: str, card: Piled | None
) -> None:
    """What one ability adds to the values."""
    for op in ability.do:
        if not isinstance(op, AddValue) or not _holds(board, ability, house):
            continue
        amount = op.amount if isinstance(op.amount, int) else _tagged_ally_amount(op.amount, board, edition, house)
        if op.cards == "this":
            assert card is not None
            worth[card.number] += amount
            continue
        piles = board.piles if op.cards.of is None else {house: board.piles[house]}
        for piled_card in (piled_card for pile in piles.values() for piled_card in pile):
            itself = card is not None and piled_card.number == card.number
            if fits(op.cards, edition, piled_card.card) and not (op.cards.not_this and itself):
                worth[piled_card.number] += amount


def _holds(board: Board, ability: Ability, house: str) -> bool:
    """Whether a lasting ability applies now; none knelt last while somebody stands."""
    for condition in ability.conditions:
        if condition in SEASONS:
            if condition != board.season:
                return False
            continue
        if condition != "last-to-kneel":
            raise AssertionError(f"a lasting value cannot ask {condition!r}")
        if len(board.kneeling) < len(board.houses) or board.kneeling[-1] != house:
            return False
    return True


def fits(where: CardFilter, edition: Edition, card: str) -> bool:
    """Whether a card is of the values and the colour that are asked for, as printed."""
    printed_card = edition.influence[card]
    return (
        (where.max_value is None or printed_card.value <= where.max_value)
        and (where.min_value is None or printed_card.value >= where.min_value)
        and (where.color is None or printed_card.color == where.color)
    )


def _tagged_ally_amount(amount: Counted, board: Board, edition: Edition, house: str) -> int:
    """Return an amount that counts tagged allies in a leader's two councils.

    It is `times` for each of them, at most `max` times."""
    count = sum(
        amount.tag in edition.allies[ally].tags
        for council in own_councils(board, house)
        for ally in board.councils[council].allies
    )
    return amount.times * min(count, amount.max)


def lowest(board: Board, edition: Edition) -> list[str]:
    """Whose total influence is lowest now; several where totals are level."""
    house_totals = totals(board, edition)
    return [house for house in house_totals if house_totals[house] == min(house_totals.values())]


def best(board: Board, edition: Edition) -> tuple[str, dict[str, int], tuple[str, ...]]:
    """Return the bid's winner, totals and ties; clockwise first wins (rules 3.3)."""
    house_totals = totals(board, edition)
    highest = max(house_totals.values())
    level = [house for house in clockwise(board, board.first) if house_totals[house] == highest]
    return level[0], house_totals, tuple(level[1:])


# What a token that nobody has turned up is taken for, in standings of a game that goes on.
UNSEEN = 2


def ally_power(board: Board, edition: Edition, council: str, ally: str) -> int:
    """What an ally counts in its council when the game is scored; never below 0."""
    printed_ally = edition.allies[ally]
    bonus = 0
    for ability in printed_ally.abilities:
        if ability.when == "end-game" and _holds_in_council(board, council, ability):
            bonus += sum(
                _amount(op.amount, board, edition, council, ally) for op in ability.do if isinstance(op, ScoreBonus)
            )
    return max(printed_ally.power + bonus, 0)


def _holds_in_council(board: Board, council: str, ability: Ability) -> bool:
    """Whether everything is so that a score ability asks for."""
    council_state = board.councils[council]
    for condition in ability.conditions:
        if condition == "council-most-allies":
            holds = all(len(other.allies) <= len(council_state.allies) for other in board.councils.values())
        elif isinstance(condition, str):
            raise AssertionError(f"a score cannot ask {condition!r}")
        else:
            holds = council_state.tokens >= condition.tokens_in_council_at_least
        if not holds:
            return False
    return True


def _amount(amount: Amount, board: Board, edition: Edition, council: str, ally: str) -> int:
    """A number, or so many for each other one that is counted in the ally's council."""
    if isinstance(amount, int):
        return amount
    council_state = board.councils[council]
    others = [other for other in council_state.allies if other != ally]
    count = {
        "other-allies-in-council": len(others),
        "tagged-allies-in-council": sum(amount.tag in edition.allies[other].tags for other in others),
        "tokens-in-council": council_state.tokens,
    }[amount.per]
    return amount.times * min(count, amount.max)


def council_scores(board: Board, edition: Edition, tokens: Mapping[str, list[int]]) -> tuple[CouncilScored, ...]:
    """Return the power of every council, by its allies and its tokens.

    `tokens` has the numbers on the tokens by council; one not named counts none."""
    scores = []
    for council in councils_of(board.houses):
        allies = {ally: ally_power(board, edition, council, ally) for ally in board.councils[council].allies}
        numbers = tuple(sorted(tokens.get(council, ())))
        scores.append(
            CouncilScored(council=council, power=sum(allies.values()) + sum(numbers), allies=allies, tokens=numbers)
        )
    return tuple(scores)


def standings(board: Board, edition: Edition) -> tuple[Standing, ...]:
    """Rank leaders by weaker council, other council, allies; hidden tokens count 2."""
    shown = board.opened or {name: [UNSEEN] * council_state.tokens for name, council_state in board.councils.items()}
    power = {score.council: score.power for score in council_scores(board, edition, shown)}
    rows = []
    for house in board.houses:
        mine = own_councils(board, house)
        small, other = sorted(power[council] for council in mine)
        allies = sum(len(board.councils[council].allies) for council in mine)
        rows.append(Standing(house=house, small=small, other=other, allies=allies))
    return tuple(sorted(rows, key=lambda row: (-row.small, -row.other, -row.allies)))


def winners(rows: Sequence[Standing]) -> tuple[str, ...]:
    """Who has won; several leaders share it where nothing parts them."""
    first = rows[0]
    level = (first.small, first.other, first.allies)
    return tuple(row.house for row in rows if (row.small, row.other, row.allies) == level)


# Counted up when something is counted otherwise, so that stored statistics are made anew.
VERSION = 1


class LeaderCounts(msgspec.Struct):
    """A leader's statistics: `small` power by round, `highest` bid total, `defaults`."""

    house: str
    bids_won: int = 0
    highest: int = 0
    cards_played: int = 0
    cards_lost: int = 0
    allies: int = 0
    tokens: int = 0
    kills: int = 0
    public_letters: int = 0
    defaults: int = 0
    small: list[int] = []


class GameStatistics(FrozenStruct):
    """A game in figures."""

    rounds: int
    turns: int
    houses: tuple[LeaderCounts, ...]


class Counter(GameCounter):
    """Takes the rounds of a game in order, then gives its figures."""

    def __init__(self, rules: Edition, houses: Iterable[str]) -> None:
        self.rules, self.rounds = rules, 0
        self.counts = {house: LeaderCounts(house, small=[]) for house in houses}
        # Whose card acts: the last who played it, or claimed it.
        self._owners: dict[str, str] = {}

    def round(self, records: Iterable[Record], board: Board) -> None:
        """Count a round: its events and the board at its end."""
        self.rounds += 1
        for record in records:
            count = COUNTED.get(type(record.event))
            if count is not None:
                count(self, record.event)
        for row in standings(board, self.rules):
            self.counts[row.house].small.append(row.small)

    def letters(self, house: str, count: int) -> None:
        """How many letters a leader wrote to all."""
        self.counts[house].public_letters = count

    def statistics(self, turns: int) -> GameStatistics:
        """All of it, of a game of so many turns."""
        return GameStatistics(self.rounds, turns, tuple(self.counts.values()))

    def played(self, event: e.CardPlayed) -> None:
        """Count a card that a leader played, and note whose it is."""
        self.counts[event.house].cards_played += 1
        self._owners[event.card] = event.house

    def won(self, event: e.BidWon) -> None:
        """A bid was won."""
        self.counts[event.house].bids_won += 1
        for house, total in event.totals.items():
            self.counts[house].highest = max(self.counts[house].highest, total)

    def claimed(self, event: e.AllyClaimed | e.AllyJoined) -> None:
        """Count an ally that a leader claimed or that joined, and note whose it is."""
        self.counts[event.house].allies += 1
        self._owners[event.ally] = event.house

    def gained(self, event: e.TokenGained) -> None:
        """Count a token that a leader gained."""
        self.counts[event.house].tokens += 1

    def discarded(self, event: e.CardDiscarded) -> None:
        """Count a card lost from a pile by another leader's card.

        Cards discarded from hands, or by the own leader's cards, do not count."""
        if event.number and self._owners.get(event.source) != event.of:
            self.counts[event.of].cards_lost += 1

    def killed(self, event: e.AllyKilled) -> None:
        """Count a killed ally for the leader whose card or ally killed it.

        Nothing is counted if that leader is not known."""
        if event.source in self._owners:
            self.counts[self._owners[event.source]].kills += 1

    def decided(self, event: Decided) -> None:
        """Count a choice if it was made by default."""
        if event.source["by"] == "default":
            self.counts[event.seat].defaults += 1


COUNTED: dict[type, Callable[[Counter, Any], None]] = {
    e.CardPlayed: Counter.played,
    e.BidWon: Counter.won,
    e.AllyClaimed: Counter.claimed,
    e.AllyJoined: Counter.claimed,
    e.TokenGained: Counter.gained,
    e.CardDiscarded: Counter.discarded,
    e.AllyKilled: Counter.killed,
    Decided: Counter.decided,
}
