"""What a leader sees at the moment of a question, and what a card would be worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec.structs import replace

from adjudicator.btwixt.rules.scoring import UNSEEN, council_scores, totals, values
from adjudicator.btwixt.rules.seasons import edition_of
from adjudicator.btwixt.state import (
    AddValue,
    Ally,
    Board,
    Edition,
    Influence,
    Piled,
    View,
    clockwise,
    council_leaders,
    decisions as d,
    left_of,
    own_councils,
    right_of,
)
from adjudicator.engine import Decision, once_per_edition
from adjudicator.engine.sheet import Inapplicable

# The number of a card that was not played yet: no card that was has one as high.
SUPPOSED = 10_000


def totals_if_played(
    board: Board, edition: Edition, house: str, card: str, now: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return the totals of all leaders if one played this card.

    Of what it does, only changes of values count. `now`: the totals so far, to save counting."""
    if now is not None and not changes_values(board, edition, card):
        return {**now, house: now[house] + max(edition.influence[card].value, 0)}
    pile = [*board.piles[house], Piled(SUPPOSED, card, house)]
    supposed = replace(board, piles={**board.piles, house: pile})
    return totals(supposed, edition)


def changes_values(board: Board, edition: Edition, card: str) -> bool:
    """Whether a card or an ally of the round changes what cards are worth."""
    changing = _value_changers(edition)
    return (
        card in changing
        or not changing.isdisjoint(board.active)
        or any(piled_card.card in changing for pile in board.piles.values() for piled_card in pile)
    )


@once_per_edition
def _value_changers(edition: Edition) -> frozenset[str]:
    """Return the ids of cards and allies in an edition that ever change values."""
    every: list[Influence | Ally] = [*edition.influence.values(), *edition.allies.values()]
    return frozenset(
        card.id for card in every for ability in card.abilities for op in ability.do if isinstance(op, AddValue)
    )


def total_if_played(board: Board, edition: Edition, house: str, card: str) -> int:
    """Return a leader's total if it played this card now."""
    return totals_if_played(board, edition, house, card)[house]


def leader_by_totals(board: Board, house_totals: Mapping[str, int]) -> str:
    """Return who wins by these totals; ties go clockwise from the first player."""
    most = max(house_totals.values())
    return next(house for house in clockwise(board, board.first) if house_totals[house] == most)


# Words for the groups of cards that not every game has; colours are words for themselves.
GROUPS = {"event": "event", "own": "leader"}
SORTS = ("red", "green", "purple", *GROUPS)
WITH = "with-"


def is_sort(card: Influence, what: str) -> bool:
    """Whether a card has this id, or is of this sort."""
    if what in SORTS:
        return card.color == what or card.group == GROUPS.get(what)
    return card.id == what


class Scene:
    """One leader's view while a question is open; unchanging, so counts are cached."""

    def __init__(self, view: View, decision: Decision) -> None:
        self.view, self.asked = view, decision
        self.board: Board = view.board
        self.edition: Edition = edition_of(view)
        self.me = decision.seat

    @cached_property
    def totals(self) -> dict[str, int]:
        """Each leader's total influence."""
        return totals(self.board, self.edition)

    @cached_property
    def values(self) -> dict[int, int]:
        """What each card in a pile is worth, by its number."""
        return values(self.board, self.edition)

    @cached_property
    def leading(self) -> str:
        """Return the leader who would win if all knelt now."""
        return leader_by_totals(self.board, self.totals)

    @cached_property
    def others(self) -> list[str]:
        """All other leaders, clockwise from the neighbour on the left."""
        place = self.board.houses.index(self.me)
        return [*self.board.houses[place + 1 :], *self.board.houses[:place]]

    @cached_property
    def power(self) -> dict[str, int]:
        """Return every council's visible power; a token I have not seen counts 2."""
        board, seen = self.board, self.view.seen
        shown = board.opened or {
            name: [*seen.get(name, ()), *[UNSEEN] * (council.tokens - len(seen.get(name, ())))]
            for name, council in board.councils.items()
        }
        return {score.council: score.power for score in council_scores(board, self.edition, shown)}

    @cached_property
    def ally_power(self) -> dict[str, int]:
        """What each ally in a council counts there."""
        return {
            ally: power
            for score in council_scores(self.board, self.edition, {})
            for ally, power in score.allies.items()
        }

    @cached_property
    def my_councils(self) -> tuple[str, str]:
        """My councils, the left one first."""
        return own_councils(self.board, self.me)

    @property
    def ally(self) -> str:
        """Return the ally asked about, else the current or just claimed one, else ""."""
        named_ally = self.asked.ally if isinstance(self.asked, d.ChooseCouncil) else ""
        return named_ally or self.board.current or (self.board.won.ally if self.board.won else "")

    @property
    def next_ally(self) -> str:
        """The next ally of the row; empty where allies lie face down."""
        return self.board.row[0] if self.board.row else ""

    def leader(self, who: str) -> str:
        """Return the leader; Inapplicable if not playing, or `winner` is undecided."""
        board = self.board
        match who:
            case "me":
                return self.me
            case "left":
                return left_of(board, self.me)
            case "right":
                return right_of(board, self.me)
            case "first-player":
                return board.first
            case "winner":
                if board.won is None:
                    raise Inapplicable("nobody has won the bid yet")
                return board.won.house
        if who not in board.houses:
            raise Inapplicable(f"{who} does not play in this game")
        return who

    def council(self, which: str) -> str:
        """The council meant; Inapplicable where there is none such."""
        left, right = self.my_councils
        match which:
            case "left":
                return left
            case "right":
                return right
            case "weaker":
                return min(left, right, key=self.power.__getitem__)
            case "stronger":
                # The other one, so that of two that are level each word means one.
                return right if self.council("weaker") == left else left
            case "claimed":
                if self.board.won is None or not self.board.won.council:
                    raise Inapplicable("no ally has been claimed yet")
                return self.board.won.council
        if which.startswith(WITH):
            other = which.removeprefix(WITH)
            shared = [
                name for name in self.my_councils if other in council_leaders(self.board, name) and other != self.me
            ]
            if not shared:
                raise Inapplicable(f"no council is shared with {other}")
            return shared[0]
        return find_council(self.board, which)


def find_council(board: Board, name: str) -> str:
    """Return the council of this id, leaders in either order, or raise Inapplicable."""
    if name in board.councils:
        return name
    first, _, second = name.partition("-")
    if f"{second}-{first}" in board.councils:
        return f"{second}-{first}"
    raise Inapplicable(f"there is no council {name}")
