"""Who sits beside whom, and the councils between them (rules 1.1)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.state.position import Board


def council_between(house: str, clockwise: str) -> str:
    """The id of the council between a leader and the next one clockwise."""
    return f"{house}-{clockwise}"


def councils_of(houses: Sequence[str]) -> list[str]:
    """All councils, each between a leader and the next clockwise, from the first leader on."""
    return [council_between(one, houses[(place + 1) % len(houses)]) for place, one in enumerate(houses)]


def left_of(board: Board, house: str) -> str:
    """The neighbour on the left: the next clockwise."""
    return board.houses[(board.houses.index(house) + 1) % len(board.houses)]


def right_of(board: Board, house: str) -> str:
    """The neighbour on the right."""
    return board.houses[board.houses.index(house) - 1]


def neighbors(board: Board, house: str) -> tuple[str, str]:
    """Both neighbours, the left one first."""
    return left_of(board, house), right_of(board, house)


def own_councils(board: Board, house: str) -> tuple[str, str]:
    """A leader's two councils, the left one first."""
    return council_between(house, left_of(board, house)), council_between(right_of(board, house), house)


def sharing(board: Board, council: str) -> tuple[str, str]:
    """The two leaders who share a council."""
    first, _, second = council.partition("-")
    return first, second


def other_council(board: Board, house: str, council: str) -> str:
    """A leader's council that is not this one."""
    left, right = own_councils(board, house)
    return right if council == left else left


def clockwise(board: Board, first: str) -> list[str]:
    """All leaders, clockwise from one of them."""
    place = board.houses.index(first)
    return board.houses[place:] + board.houses[:place]
