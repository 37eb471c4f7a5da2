"""What influence cards are worth where they lie (rules 3.3, 8.18)."""

from __future__ import annotations

from adjudicator.btwixt.rules.seating import clockwise, own_councils
from adjudicator.btwixt.state.cards import Ability, AddValue, CardFilter, Counted
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import SEASONS, Board, Piled


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
        amount = op.amount if isinstance(op.amount, int) else _counted(op.amount, board, edition, house)
        if op.cards == "this":
            assert card is not None
            worth[card.number] += amount
            continue
        piles = board.piles if op.cards.of is None else {house: board.piles[house]}
        for one in (one for pile in piles.values() for one in pile):
            itself = card is not None and one.number == card.number
            if fits(op.cards, edition, one.card) and not (op.cards.not_this and itself):
                worth[one.number] += amount


def _holds(board: Board, ability: Ability, house: str) -> bool:
    """Whether an ability that lasts applies now. Nobody was the last to kneel while somebody stands."""
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
    found = edition.influence[card]
    return (
        (where.max_value is None or found.value <= where.max_value)
        and (where.min_value is None or found.value >= where.min_value)
        and (where.color is None or found.color == where.color)
    )


def _counted(amount: Counted, board: Board, edition: Edition, house: str) -> int:
    """A counted amount of an influence card: allies with a tag in both councils of its leader."""
    found = sum(
        amount.tag in edition.allies[ally].tags
        for council in own_councils(board, house)
        for ally in board.councils[council].allies
    )
    return amount.times * min(found, amount.max)


def lowest(board: Board, edition: Edition) -> list[str]:
    """Whose total influence is lowest now; several where totals are level."""
    found = totals(board, edition)
    return [house for house in found if found[house] == min(found.values())]


def best(board: Board, edition: Edition) -> tuple[str, dict[str, int], tuple[str, ...]]:
    """Who wins the bid, each leader's total, and who is level with the winner: of these whoever comes first clockwise
    from the first player has won (rules 3.3)."""
    found = totals(board, edition)
    highest = max(found.values())
    level = [house for house in clockwise(board, board.first) if found[house] == highest]
    return level[0], found, tuple(level[1:])
