"""Dealing houses at the start of a game.

At random, or by sealed lists of wishes. For the lists we do not let one player choose after another, which would give
the first everything and the last what is left: of all ways to deal, we take one in which the places of the houses dealt
on their players' lists, added up, are least. Who lists a house first and gets it adds 0, the second 1 and so on; houses
that are not on a list come after those that are, all alike. If several ways are best, one of them is drawn, each as
likely as another. All that is drawn here follows from the game's seed, which is told when the game is over, so that
anybody can check the dealing then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache


def at_random(seats: int, houses: Sequence[str], seed: str) -> list[str]:
    """A house for each of so many seats, every order of the houses as likely as another."""
    shuffled = sorted(houses, key=lambda house: hashlib.sha256(f"house {house} {seed}".encode()).digest())
    return shuffled[:seats]


def by_wishes(wishes: Sequence[Sequence[str]], houses: Sequence[str], seed: str) -> list[str]:
    """A house for each list of wishes, so that the sum of the places is least; ties are drawn from the seed.

    There are at least as many houses as lists.
    """
    costs = [[_place(wish, house) for house in houses] for wish in wishes]

    @cache
    def best(seat: int, taken: int) -> tuple[int, int]:
        """The least sum for this seat and those after it, and in how many ways it is reached."""
        if seat == len(costs):
            return 0, 1
        least, ways = -1, 0
        for house, cost in enumerate(costs[seat]):
            if taken >> house & 1:
                continue
            rest, count = best(seat + 1, taken | 1 << house)
            if least < 0 or cost + rest < least:
                least, ways = cost + rest, count
            elif cost + rest == least:
                ways += count
        return least, ways

    drawn = int.from_bytes(hashlib.sha256(f"houses {seed}".encode()).digest()) % best(0, 0)[1]
    dealt, taken = [], 0
    for seat in range(len(costs)):
        for house, cost in enumerate(costs[seat]):
            if taken >> house & 1:
                continue
            rest, ways = best(seat + 1, taken | 1 << house)
            if cost + rest != best(seat, taken)[0]:
                continue
            if drawn < ways:
                dealt.append(houses[house])
                taken |= 1 << house
                break
            drawn -= ways
    return dealt


def _place(wish: Sequence[str], house: str) -> int:
    return list(wish).index(house) if house in wish else len(wish)
