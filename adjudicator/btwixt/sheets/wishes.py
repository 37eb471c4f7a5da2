"""Rules of all sections, the words of wishes, and what of the choices each means.

`of-`, `in-` and `with-` are followed by a leader or a council. Ids of cards, allies, leaders and councils are wishes
too, and so are the tags of allies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec

from adjudicator.btwixt.rules.seating import own_councils
from adjudicator.btwixt.sheets.conditions.scene import SORTS, Scene, is_sort
from adjudicator.btwixt.sheets.conditions.tree import Amount, When
from adjudicator.btwixt.state.answers import AllyChoice, CardChoice
from adjudicator.engine.sheet.conditions import Inapplicable
from adjudicator.engine.sheet.fields import Text

Limit = Annotated[Amount | None, Text("amount")]


class Rule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """A rule: it counts only when its condition holds, and after `Else` no condition before it in its row does."""

    when: Annotated[When | None, Text("when")] = None


_SORTS = {
    "lowest": "the lowest value",
    "highest": "the highest value",
    "red": "red cards",
    "green": "green cards",
    "purple": "purple cards",
    "event": "event cards",
    "own": "leaders' own cards",
}
BID_WORDS: Mapping[str, str] = {
    **_SORTS,
    "enough": "the cheapest with which I lead, ties counted; nothing if I lead already",
    "stay": "the lowest, if I lead already and somebody else still stands",
}
CARD_WORDS: Mapping[str, str] = {
    **_SORTS,
    "mine": "cards of mine",
    "not-mine": "cards of others",
    "of-": "cards in the pile or hand of this leader",
}
COUNCIL_WORDS: Mapping[str, str] = {
    "left": "my left council",
    "right": "my right council",
    "weaker": "that of mine with less power",
    "stronger": "that of mine with more power",
    "mine": "my councils",
    "not-mine": "councils of others",
    "weakest": "the one with the least power among the choices",
    "strongest": "the one with the most power among the choices",
    "more-tokens": "the one with the most tokens",
    "fewer-tokens": "the one with the fewest tokens",
    "more-allies": "the one with the most allies",
    "fewer-allies": "the one with the fewest allies",
    "claimed": "where the ally of this round went",
    "with-": "the one that I share with this leader",
    "of-": "the councils of this leader",
}
LEADER_WORDS: Mapping[str, str] = {
    "left": "my left neighbour",
    "right": "my right neighbour",
    "leader": "whoever has the highest total",
    "winner": "whoever won the bid",
    "first-player": "the first player",
    "strongest": "the strongest small council",
    "weakest": "the weakest small council",
    "most-cards": "the most cards in hand",
    "fewest-cards": "the fewest cards in hand",
    "largest-pile": "the most cards in the pile",
    "standing": "those who stand",
    "kneeling": "those who kneel",
}
ALLY_WORDS: Mapping[str, str] = {
    "lowest": "the least power, as it counts where they lie",
    "highest": "the most power",
    "mine": "allies in my councils",
    "not-mine": "allies in other councils",
    "in-": "allies in this council",
    "of-": "allies in the councils of this leader",
}
PREFIXES = ("of-", "in-", "with-")


def split(word: str) -> tuple[str, str]:
    """A word with what follows it: `of-euron` is `of-` and `euron`; anything else stays whole."""
    for prefix in PREFIXES:
        if word.startswith(prefix):
            return prefix, word.removeprefix(prefix)
    return word, ""


T = TypeVar("T")
# What a word leaves of the choices, the best first.
Narrow = Callable[[Scene, str, Sequence[T]], list[T]]
# What the words for councils and for leaders put first: the least of this.
COUNCIL_ORDERS: Mapping[str, Callable[[Scene, str], int]] = {
    "weakest": lambda s, one: s.power[one],
    "strongest": lambda s, one: -s.power[one],
    "more-tokens": lambda s, one: -s.board.councils[one].tokens,
    "fewer-tokens": lambda s, one: s.board.councils[one].tokens,
    "more-allies": lambda s, one: -len(s.board.councils[one].allies),
    "fewer-allies": lambda s, one: len(s.board.councils[one].allies),
}
LEADER_ORDERS: Mapping[str, Callable[[Scene, str], int]] = {
    "leader": lambda s, one: -s.totals[one],
    "strongest": lambda s, one: -small(s, one),
    "weakest": lambda s, one: small(s, one),
    "most-cards": lambda s, one: -s.board.hands[one],
    "fewest-cards": lambda s, one: s.board.hands[one],
    "largest-pile": lambda s, one: -len(s.board.piles[one]),
}
# Words that put choices in order come after those that leave some out.
ORDERING = frozenset(("lowest", "highest", "enough", "stay", *COUNCIL_ORDERS, *LEADER_ORDERS))


def wished(scene: Scene, wish: str, items: Sequence[T], narrow: Narrow[T]) -> list[T]:
    """The choices that a wish means, the best first; none where a word of it means nothing now."""
    found = list(items)
    try:
        for word in sorted(wish.split(), key=ORDERING.__contains__):
            found = narrow(scene, word, found)
    except Inapplicable:
        return []
    return found


def ranked(scene: Scene, wishes: Sequence[str], items: Sequence[T], narrow: Narrow[T]) -> list[T]:
    """All choices that any of the wishes means, in the order of the wishes, each once."""
    found: list[T] = []
    for wish in wishes:
        found += [one for one in wished(scene, wish, items, narrow) if one not in found]
    return found


def card_worth(scene: Scene, card: CardChoice) -> int:
    """What a card is worth in its pile, else what is printed on it."""
    return scene.values.get(card.number, scene.edition.influence[card.card].value)


def cards(scene: Scene, word: str, items: Sequence[CardChoice]) -> list[CardChoice]:
    """Cards of a pile, a hand or the discard pile."""
    first, name = split(word)
    match first:
        case "lowest":
            return sorted(items, key=lambda one: card_worth(scene, one))
        case "highest":
            return sorted(items, key=lambda one: -card_worth(scene, one))
        case "mine":
            return [one for one in items if one.of == scene.me]
        case "not-mine":
            return [one for one in items if one.of != scene.me]
        case "of-":
            house = scene.leader(name)
            return [one for one in items if one.of == house]
    if word in SORTS:
        return [one for one in items if is_sort(scene.edition.influence[one.card], word)]
    return [one for one in items if one.card == word]


def ally_worth(scene: Scene, ally: str) -> int:
    """What an ally counts in its council, else what is printed on it."""
    return scene.ally_power.get(ally, scene.edition.allies[ally].power)


def allies(scene: Scene, word: str, items: Sequence[AllyChoice]) -> list[AllyChoice]:
    """Allies in councils, or among the dead."""
    first, name = split(word)
    match first:
        case "lowest":
            return sorted(items, key=lambda one: ally_worth(scene, one.ally))
        case "highest":
            return sorted(items, key=lambda one: -ally_worth(scene, one.ally))
        case "mine":
            return [one for one in items if one.council in scene.mine]
        case "not-mine":
            return [one for one in items if one.council not in scene.mine]
        case "in-":
            council = scene.council(name)
            return [one for one in items if one.council == council]
        case "of-":
            theirs = own_councils(scene.board, scene.leader(name))
            return [one for one in items if one.council in theirs]
    known = scene.edition.allies
    return [one for one in items if one.ally == word or (word not in known and word in known[one.ally].tags)]


def coming(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Allies that are laid on the deck, by id."""
    found = allies(scene, word, [AllyChoice(one) for one in items])
    return [one.ally for one in found]


def councils(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Councils."""
    if word in COUNCIL_ORDERS:
        return sorted(items, key=lambda one: COUNCIL_ORDERS[word](scene, one))
    first, name = split(word)
    match first:
        case "mine":
            return [one for one in items if one in scene.mine]
        case "not-mine":
            return [one for one in items if one not in scene.mine]
        case "of-":
            theirs = own_councils(scene.board, scene.leader(name))
            return [one for one in items if one in theirs]
    council = scene.council(word)
    return [one for one in items if one == council]


def small(scene: Scene, house: str) -> int:
    """The power of a leader's small council, as far as it can be seen."""
    return min(scene.power[one] for one in own_councils(scene.board, house))


def leaders(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Leaders."""
    if word in LEADER_ORDERS:
        return sorted(items, key=lambda one: LEADER_ORDERS[word](scene, one))
    if word in ("standing", "kneeling"):
        return [one for one in items if (one in scene.board.kneeling) == (word == "kneeling")]
    house = scene.leader(word)
    return [one for one in items if one == house]
