"""Sheets drawn at random that name what there is, for properties."""

from __future__ import annotations

import json
import random
from typing import Any

from adjudicator.btwixt.editions.house import HOUSE
from adjudicator.btwixt.sheets import wish_words as w
from adjudicator.btwixt.sheets.sheet import Sheet
from adjudicator.btwixt.sheets.sheet_ids import USES
from adjudicator.btwixt.sheets.sheet_reading import read_sheet

FACTS = (
    *("I lead", "all others kneel", "ally is stark", "there is an ally", "I hold red", "season is winter", "always"),
    *("my total < 10", "ally power >= 3", "lead > -4", "standing <= 2", "my pile = 0", "left kneels", "never"),
    *("power of weaker council < 6", "rounds left in season = 0", "first player is me", "I won", "my hand > 4"),
)
AMOUNTS: tuple[Any, ...] = (0, 3, 8, 12, "best total + 1", "2 times ally power + 3", "my total + 5")
ABILITIES = tuple(
    card.id for card in (*HOUSE.influence.values(), *HOUSE.allies.values()) if any(one.may for one in card.abilities)
)


def random_sheet(seed: int, houses: list[str]) -> Sheet:
    """A sheet of all parts for a game of these leaders."""
    draw = random.Random(seed)
    cards, allies = list(HOUSE.influence), list(HOUSE.allies)

    def some(words: Any, ids: list[str]) -> list[str]:
        plain = [word for word in words if not word.endswith("-")]
        one = [*plain, *(f"of-{house}" for house in houses if "of-" in words)]
        return [
            " ".join(draw.sample(one if len(one) > 1 and draw.random() < 0.8 else ids, draw.choice((1, 1, 2))))
            for _ in range(draw.randrange(1, 4))
        ]

    def row(**fields: Any) -> dict[str, Any]:
        if draw.random() < 0.6:
            fields["when"] = draw.choice((" and ", " or not ")).join(draw.sample(FACTS, draw.choice((1, 1, 2))))
        return {name: value for name, value in fields.items() if value is not None}

    def bid() -> dict[str, Any]:
        return row(
            play=some(w.BID_WORDS, cards) if draw.random() < 0.9 else None,
            kneel=draw.random() < 0.2,
            without=some(("red", "green", "purple"), cards) if draw.random() < 0.2 else None,
            **{name: draw.choice(AMOUNTS) for name in ("up-to", "cards", "at-least") if draw.random() < 0.25},
        )

    def choice(part: str, words: Any, ids: list[str]) -> dict[str, Any]:
        return row(
            use=[draw.choice(USES[part])] if draw.random() < 0.4 else None,
            choose=some(words, ids) if draw.random() < 0.9 else None,
            avoid=some(words, ids) if draw.random() < 0.3 else None,
        )

    def several(make: Any) -> list[dict[str, Any]]:
        return [make() for _ in range(draw.randrange(5))]

    councils = [f"{one}-{houses[(place + 1) % len(houses)]}" for place, one in enumerate(houses)]
    sorts = ("lowest", "highest", "red", "green", "purple", "event", "own")
    document = {
        "bid": several(bid),
        "councils": several(lambda: choice("councils", w.COUNCIL_WORDS, councils)),
        "leaders": several(lambda: choice("leaders", w.LEADER_WORDS, houses)),
        "cards": several(lambda: choice("cards", w.CARD_WORDS, cards)),
        "allies": several(lambda: choice("allies", w.ALLY_WORDS, allies)),
        "abilities": several(
            lambda: row(source=[draw.choice(ABILITIES)] if draw.random() < 0.5 else None, use=draw.random() < 0.5)
        ),
        "arrange": several(lambda: row(first=some(("lowest", "highest"), allies), last=some(("lowest",), allies))),
        "keep": several(lambda: row(first=some(sorts, cards), last=some(sorts, cards))),
        "order": several(lambda: row(first=some(sorts, cards))),
    }
    return read_sheet(json.dumps(document).encode(), HOUSE)
