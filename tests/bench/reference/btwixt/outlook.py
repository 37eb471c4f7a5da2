"""How things stand for a leader, as its own view shows them: the power of councils, and what comes of it.

Everything is counted in power. `weighed` says how good powers of councils are for the leader: what its small council
may come to, less what those of others may; so that every choice is a comparison of two tables of powers.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.btwixt.rules.scoring import UNSEEN, ally_power
from adjudicator.btwixt.rules.seasons import edition_of, rounds, rounds_in_season
from adjudicator.btwixt.state.position import Council, View, own_councils

# What a round brings to all councils together, and how much the best and the average of the others count against one.
ROUND_BRINGS = 4.9
AGAINST_BEST, AGAINST_ALL = 0.5, 0.35
Powers = Mapping[str, float]


class Outlook:
    """A view, weighed. Made anew for every question."""

    def __init__(self, view: View, house: str) -> None:
        self.view, self.board, self.house = view, view.board, house
        self.edition = edition_of(view)
        self.mine = own_councils(self.board, house)
        self.of = {one: own_councils(self.board, one) for one in self.board.houses}
        self.powers = {name: self.power(name, held) for name, held in self.board.councils.items()}
        players = len(self.board.houses)
        self.rounds_left = rounds(players, self.board.modules) - self.board.round
        self.rounds_of_season = max(1, rounds_in_season(players) - self.board.space + 1)
        self.still_to_gain = ROUND_BRINGS * self.rounds_left / players

    def token(self, council: str) -> float:
        """What a token of a council is worth on average, as far as the leader knows."""
        tokens = self.board.councils[council].tokens
        seen = self.view.seen.get(council, [])
        return (sum(seen) + UNSEEN * (tokens - len(seen))) / tokens if tokens else UNSEEN

    def power(self, name: str, held: Council) -> float:
        """The power of a council, were it so filled."""
        board = self.board
        if held is not board.councils[name]:
            board = msgspec.structs.replace(board, councils={**board.councils, name: held})
        allies = sum(ally_power(board, self.edition, name, ally) for ally in held.allies)
        return allies + held.tokens * self.token(name)

    def gained_by(self, ally: str, council: str) -> float:
        """What a council gains in power by an ally that comes into it."""
        held = self.board.councils[council]
        return self.power(council, Council([*held.allies, ally], held.tokens)) - self.powers[council]

    def lost_with(self, ally: str, council: str) -> float:
        """What a council loses in power when an ally leaves it."""
        held = self.board.councils[council]
        without = [one for one in held.allies if one != ally]
        return self.powers[council] - self.power(council, Council(without, held.tokens))

    def changed(self, changes: Powers) -> dict[str, float]:
        """The powers with some of them changed by so much."""
        return {name: power + changes.get(name, 0) for name, power in self.powers.items()}

    def prospects(self, house: str, powers: Powers) -> float:
        """What a leader's small council may come to, if what it will still gain goes where it is needed."""
        small, other = sorted(powers[name] for name in self.of[house])
        gain = self.still_to_gain
        filled = small + gain if other - small >= gain else (small + other + gain) / 2
        return filled + 0.04 * other

    def weighed(self, powers: Powers, house: str = "") -> float:
        """How good these powers are for a leader (empty: the one who looks)."""
        house = house or self.house
        others = [self.prospects(one, powers) for one in self.board.houses if one != house]
        against = AGAINST_BEST * max(others) + AGAINST_ALL * sum(others) / len(others)
        return self.prospects(house, powers) - against

    def better_by(self, changes: Powers, house: str = "") -> float:
        """How much better changes of powers make things for a leader."""
        return self.weighed(self.changed(changes), house) - self.weighed(self.powers, house)

    def best_place(self, power: float, house: str) -> tuple[str, float]:
        """Where a leader would put so much power, and how good that is for the leader who looks."""
        found = max(self.of[house], key=lambda name: self.better_by({name: power}, house))
        return found, self.better_by({found: power})
