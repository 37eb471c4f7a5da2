"""The power of councils, and who has won (rules 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.btwixt.rules.seating import councils_of, own_councils
from adjudicator.btwixt.state.cards import Ability, Amount, ScoreBonus
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.events import CouncilScored, Standing
from adjudicator.btwixt.state.position import Board

# What a token that nobody has turned up is taken for, in standings of a game that goes on.
UNSEEN = 2


def ally_power(board: Board, edition: Edition, council: str, ally: str) -> int:
    """What an ally counts in its council when the game is scored; never below 0."""
    found = edition.allies[ally]
    bonus = 0
    for ability in found.abilities:
        if ability.when == "end-game" and _holds(board, council, ability):
            bonus += sum(
                _amount(op.amount, board, edition, council, ally) for op in ability.do if isinstance(op, ScoreBonus)
            )
    return max(found.power + bonus, 0)


def _holds(board: Board, council: str, ability: Ability) -> bool:
    """Whether everything is so that a score ability asks for."""
    held = board.councils[council]
    for condition in ability.conditions:
        if condition == "council-most-allies":
            holds = all(len(other.allies) <= len(held.allies) for other in board.councils.values())
        elif isinstance(condition, str):
            raise AssertionError(f"a score cannot ask {condition!r}")
        else:
            holds = held.tokens >= condition.tokens_in_council_at_least
        if not holds:
            return False
    return True


def _amount(amount: Amount, board: Board, edition: Edition, council: str, ally: str) -> int:
    """A number, or so many for each other one that is counted in the ally's council."""
    if isinstance(amount, int):
        return amount
    held = board.councils[council]
    others = [one for one in held.allies if one != ally]
    found = {
        "other-allies-in-council": len(others),
        "tagged-allies-in-council": sum(amount.tag in edition.allies[one].tags for one in others),
        "tokens-in-council": held.tokens,
    }[amount.per]
    return amount.times * min(found, amount.max)


def scored(board: Board, edition: Edition, tokens: Mapping[str, list[int]]) -> tuple[CouncilScored, ...]:
    """Every council's power, by its allies and these numbers on its tokens."""
    found = []
    for council in councils_of(board.houses):
        allies = {one: ally_power(board, edition, council, one) for one in board.councils[council].allies}
        numbers = tuple(sorted(tokens.get(council, ())))
        found.append(
            CouncilScored(council=council, power=sum(allies.values()) + sum(numbers), allies=allies, tokens=numbers)
        )
    return tuple(found)


def standings(board: Board, edition: Edition) -> tuple[Standing, ...]:
    """The leaders, best first: by the small council, then the other one, then allies in both. While tokens lie face
    down each is taken for 2, as they are on average."""
    shown = board.opened or {name: [UNSEEN] * held.tokens for name, held in board.councils.items()}
    power = {one.council: one.power for one in scored(board, edition, shown)}
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
