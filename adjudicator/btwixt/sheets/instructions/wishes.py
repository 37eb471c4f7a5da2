"""Picking by wishes: what of the choices a word means, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from adjudicator.btwixt.rules.seating import own_councils
from adjudicator.btwixt.sheets.conditions.scene import SORTS, Inapplicable, Scene, is_sort
from adjudicator.btwixt.sheets.wish_words import split
from adjudicator.btwixt.state.answers import AllyChoice, CardChoice

T = TypeVar("T")
# What a word leaves of the choices, the best first.
Narrow = Callable[[Scene, str, Sequence[T]], list[T]]
# Words that put choices in order come after those that leave some out.
ORDERING = frozenset(
    (
        *("lowest", "highest", "enough", "stay", "leader", "strongest", "weakest", "most-cards", "fewest-cards"),
        *("largest-pile", "more-tokens", "fewer-tokens", "more-allies", "fewer-allies"),
    )
)


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
    held = scene.board.councils
    first, name = split(word)
    match first:
        case "mine":
            return [one for one in items if one in scene.mine]
        case "not-mine":
            return [one for one in items if one not in scene.mine]
        case "weakest":
            return sorted(items, key=scene.power.__getitem__)
        case "strongest":
            return sorted(items, key=lambda one: -scene.power[one])
        case "more-tokens":
            return sorted(items, key=lambda one: -held[one].tokens)
        case "fewer-tokens":
            return sorted(items, key=lambda one: held[one].tokens)
        case "more-allies":
            return sorted(items, key=lambda one: -len(held[one].allies))
        case "fewer-allies":
            return sorted(items, key=lambda one: len(held[one].allies))
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
    board = scene.board
    match word:
        case "leader":
            return sorted(items, key=lambda one: -scene.totals[one])
        case "strongest":
            return sorted(items, key=lambda one: -small(scene, one))
        case "weakest":
            return sorted(items, key=lambda one: small(scene, one))
        case "most-cards":
            return sorted(items, key=lambda one: -board.hands[one])
        case "fewest-cards":
            return sorted(items, key=lambda one: board.hands[one])
        case "largest-pile":
            return sorted(items, key=lambda one: -len(board.piles[one]))
        case "standing":
            return [one for one in items if one not in board.kneeling]
        case "kneeling":
            return [one for one in items if one in board.kneeling]
    house = scene.leader(word)
    return [one for one in items if one == house]
