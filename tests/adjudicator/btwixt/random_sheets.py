"""Sheets drawn at random that name what there is, for properties."""

from __future__ import annotations

import json
import random
from typing import Any

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.sheets import wishes as w
from adjudicator.btwixt.sheets.sheet import Sheet, read_sheet
from adjudicator.btwixt.sheets.sheet_check import USES

FACTS = (
    *("I lead", "all others kneel", "ally is stark", "there is an ally", "I hold red", "season is winter", "always"),
    *("my total < 10", "ally power >= 3", "lead > -4", "standing <= 2", "my pile = 0", "left kneels", "never"),
    *("power of weaker council < 6", "rounds left in season = 0", "first player is me", "I won", "my hand > 4"),
)
AMOUNTS: tuple[Any, ...] = (0, 3, 8, 12, "best total + 1", "2 times ally power + 3", "my total + 5")
ABILITIES = tuple(
    card.id for card in (*HOUSE.influence.values(), *HOUSE.allies.values()) if any(one.may for one in card.abilities)
)


CARDS, ALLIES = list(HOUSE.influence), list(HOUSE.allies)
SORTS = ("lowest", "highest", "red", "green", "purple", "event", "own")


class Draw:
    """Rules drawn at random for a game of some leaders."""

    def __init__(self, seed: int, houses: list[str]) -> None:
        self.draw, self.houses = random.Random(seed), houses

    def some(self, words: Any, ids: list[str]) -> list[str]:
        """A few wishes, of one word or of two."""
        draw = self.draw
        known = [word for word in words if not word.endswith("-")]
        known += [f"of-{house}" for house in self.houses if "of-" in words]
        wishes = []
        for _ in range(draw.randrange(1, 4)):
            among = known if len(known) > 1 and draw.random() < 0.8 else ids
            wishes.append(" ".join(draw.sample(among, draw.choice((1, 1, 2)))))
        return wishes

    def row(self, **fields: Any) -> dict[str, Any]:
        """A rule, with a condition more often than not."""
        draw = self.draw
        if draw.random() < 0.6:
            facts = draw.sample(FACTS, draw.choice((1, 1, 2)))
            fields["when"] = draw.choice((" and ", " or not ")).join(facts)
        return {name: value for name, value in fields.items() if value is not None}

    def bid(self) -> dict[str, Any]:
        """A rule of a programme."""
        draw = self.draw
        return self.row(
            play=self.some(w.BID_WORDS, CARDS) if draw.random() < 0.9 else None,
            kneel=draw.random() < 0.2,
            without=self.some(("red", "green", "purple"), CARDS) if draw.random() < 0.2 else None,
            **{name: draw.choice(AMOUNTS) for name in ("up-to", "cards", "at-least") if draw.random() < 0.25},
        )

    def choice(self, part: str, words: Any, ids: list[str]) -> dict[str, Any]:
        """A rule for what cards ask."""
        draw = self.draw
        return self.row(
            use=[draw.choice(USES[part])] if draw.random() < 0.4 else None,
            choose=self.some(words, ids) if draw.random() < 0.9 else None,
            avoid=self.some(words, ids) if draw.random() < 0.3 else None,
        )

    def use(self) -> dict[str, Any]:
        """A rule for what may be left."""
        draw = self.draw
        return self.row(source=[draw.choice(ABILITIES)] if draw.random() < 0.5 else None, use=draw.random() < 0.5)

    def several(self, make: Any) -> list[dict[str, Any]]:
        """Some such rules, or none."""
        return [make() for _ in range(self.draw.randrange(5))]


def random_sheet(seed: int, houses: list[str]) -> Sheet:
    """A sheet of all parts for a game of these leaders."""
    d = Draw(seed, houses)
    councils = [f"{one}-{houses[(place + 1) % len(houses)]}" for place, one in enumerate(houses)]
    document = {
        "bid": d.several(d.bid),
        "councils": d.several(lambda: d.choice("councils", w.COUNCIL_WORDS, councils)),
        "leaders": d.several(lambda: d.choice("leaders", w.LEADER_WORDS, houses)),
        "cards": d.several(lambda: d.choice("cards", w.CARD_WORDS, CARDS)),
        "allies": d.several(lambda: d.choice("allies", w.ALLY_WORDS, ALLIES)),
        "abilities": d.several(d.use),
        "arrange": d.several(lambda: d.row(first=d.some(SORTS[:2], ALLIES), last=d.some(SORTS[:1], ALLIES))),
        "keep": d.several(lambda: d.row(first=d.some(SORTS, CARDS), last=d.some(SORTS, CARDS))),
        "order": d.several(lambda: d.row(first=d.some(SORTS, CARDS))),
    }
    return read_sheet(json.dumps(document).encode(), HOUSE)
