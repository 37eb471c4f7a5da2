"""The mutator itself: the same seed gives the same bodies, all kinds of damage occur, good ones are as they were."""

from __future__ import annotations

import itertools
import json
from collections import Counter

from tests.security.hostile import JSON, Door, hostile_bodies

DOORS = (
    Door("POST", "/sign-in", "form", {"email": "ada@rookery.example", "next": "/"}),
    Door("PUT", "/api/v1/turns/c/sheet", "json", {"orders": {"winterfell": "march+0"}, "bids": {"x": [{"amount": 3}]}}),
    Door("POST", "/import", "file", b'{"format": "rookery-game/1", "journal": []}', {"title": "A game"}),
)


def test_the_same_seed_gives_the_same_bodies() -> None:
    first, again, other = (list(itertools.islice(hostile_bodies(seed, DOORS), 400)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert [body.number for body in first] == list(range(400))


def test_every_kind_of_damage_occurs_and_most_bodies_differ() -> None:
    bodies = list(itertools.islice(hostile_bodies(7, DOORS), 3000))
    done = Counter(word for body in bodies for word in body.how.replace("file:", "").split("+"))
    ways = {"another_value", "payload_inside", "left_out", "one_more", "deeper", "many", "number_off", "renamed"}
    assert ways | {"half_a_mail", "cut", "flipped", "inserted", "twice", "never_closed", "nothing", "type"} < set(done)
    assert {body.door.path for body in bodies} == {door.path for door in DOORS}
    assert len({body.data for body in bodies}) > 2000
    assert max(len(body.data) for body in bodies) < 20_000_000


def test_one_in_twenty_is_good() -> None:
    def fresh(door: Door, number: int) -> object:
        return {"orders": {}, "number": number} if door.kind == "json" else door.sample

    good = [b for b in itertools.islice(hostile_bodies(3, DOORS, fresh=fresh), 400) if b.good]
    assert [body.number for body in good] == list(range(19, 400, 20))
    for body in good:
        if body.door.kind == "json":
            assert body.content_type == JSON
            assert json.loads(body.data) == {"orders": {}, "number": body.number}
