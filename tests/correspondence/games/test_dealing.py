"""Houses dealt by wishes: the best of all ways, no way preferred to another, the same way for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import given, settings, strategies as st

from correspondence.lobby.seating import deal_at_random, deal_by_wishes

HOUSES = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
lists = st.lists(st.sampled_from(HOUSES), unique=True, max_size=5).map(tuple)


def cost(wishes: list[tuple[str, ...]], dealt: tuple[str, ...]) -> int:
    return sum(wish.index(house) if house in wish else len(wish) for wish, house in zip(wishes, dealt, strict=True))


@settings(max_examples=60, deadline=None)
@given(wishes=st.lists(lists, min_size=1, max_size=5), seed=st.text(max_size=8))
def test_no_way_of_dealing_is_better(wishes: list[tuple[str, ...]], seed: str) -> None:
    dealt = tuple(deal_by_wishes(wishes, HOUSES, seed))
    assert len(set(dealt)) == len(wishes)
    best = min(cost(wishes, way) for way in permutations(HOUSES, len(wishes)))
    assert cost(wishes, dealt) == best
    assert tuple(deal_by_wishes(wishes, HOUSES, seed)) == dealt


def test_ways_that_are_as_good_are_as_likely() -> None:
    wishes = [("stark",), ("stark",), ("tyrell", "stark")]
    seen = Counter(tuple(deal_by_wishes(wishes, HOUSES, f"seed {number}")) for number in range(3000))
    # Tyrell is undisputed; one of two gets Stark, the other one of the three houses that are left.
    assert len(seen) == 6
    assert all(380 < count < 620 for count in seen.values()), seen


def test_at_random_every_order_comes() -> None:
    seen = Counter(tuple(deal_at_random(3, HOUSES[:3], f"seed {number}")) for number in range(1800))
    assert len(seen) == 6
    assert all(220 < count < 380 for count in seen.values()), seen
