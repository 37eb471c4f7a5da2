"""Rules of all sections, the words of wishes, and what of the choices each means.

`of-`, `in-` and `with-` are followed by a leader or a council. Ids of cards, allies, leaders and councils are wishes
too, and so are the tags of allies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from adjudicator.btwixt.sheets.conditions.scene import SORTS, Scene, is_sort
from adjudicator.btwixt.sheets.conditions.tree import Amount, When
from adjudicator.btwixt.state import own_councils
from adjudicator.btwixt.state.decisions import AllyChoice, CardChoice
from adjudicator.engine import KeywordStruct
from adjudicator.engine.sheet import Inapplicable, Text

Limit = Annotated[Amount | None, Text("amount")]


class Rule(KeywordStruct, omit_defaults=True, forbid_unknown_fields=True, rename="kebab"):
    """A rule: its condition must hold and, after `Else`, no earlier one in its row."""

    when: Annotated[When | None, Text("when")] = None


T = TypeVar("T")
# What a word leaves of the choices, the best first.
Narrow = Callable[[Scene, str, Sequence[T]], list[T]]
# The same of a word by itself: of the choices, and of what follows it as `euron` follows `of-`.
Meaning = Callable[[Scene, Sequence[Any], str], list[Any]]


def _filter_by(fits: Callable[[Scene, Any, str], bool]) -> Meaning:
    """Return a meaning that keeps the choices for which `fits` holds."""
    return lambda scene, items, name: [item for item in items if fits(scene, item, name)]


def _least(key: Callable[[Scene, Any], int]) -> Meaning:
    """Puts first what has the least of this."""
    return lambda scene, items, name: sorted(items, key=lambda item: key(scene, item))


def _keep_sort(sort: str) -> Meaning:
    """Return a meaning that keeps the cards of a sort."""
    return _filter_by(lambda scene, item, name: is_sort(scene.edition.influence[item.card], sort))


def _is_council_of(scene: Scene, council: str | None, house: str) -> bool:
    """Return whether a council is one of the two of a leader.

    `house` is the leader as a wish names it; no council (None) is nobody's."""
    return council in own_councils(scene.board, scene.leader(house))


def card_value(scene: Scene, card: CardChoice) -> int:
    """What a card is worth in its pile, else what is printed on it."""
    return scene.values.get(card.number, scene.edition.influence[card.card].value)


def ally_value(scene: Scene, ally: str) -> int:
    """What an ally counts in its council, else what is printed on it."""
    return scene.ally_power.get(ally, scene.edition.allies[ally].power)


def small(scene: Scene, house: str) -> int:
    """The power of a leader's small council, as far as it can be seen."""
    return min(scene.power[council] for council in own_councils(scene.board, house))


_SORTED: Mapping[str, Meaning] = {
    "lowest": _least(card_value),
    "highest": _least(lambda scene, choice: -card_value(scene, choice)),
    **{sort: _keep_sort(sort) for sort in SORTS},
}
# `enough`: the cheapest with which I lead, ties counted, nothing if I lead already; `stay`: the lowest, if I lead
# already and somebody else still stands. The programme knows these, the scene others without a meaning here.
BID_WORDS: Mapping[str, Meaning | None] = {**_SORTED, "enough": None, "stay": None}
CARD_WORDS: Mapping[str, Meaning | None] = {
    **_SORTED,
    "mine": _filter_by(lambda scene, choice, name: choice.of == scene.me),
    "not-mine": _filter_by(lambda scene, choice, name: choice.of != scene.me),
    "of-": _filter_by(lambda scene, choice, house: choice.of == scene.leader(house)),
}
# `weaker` and `stronger` are those of mine, `weakest` and `strongest` those among the choices.
COUNCIL_WORDS: Mapping[str, Meaning | None] = {
    **dict.fromkeys(("left", "right", "weaker", "stronger"), None),
    "mine": _filter_by(lambda scene, choice, name: choice in scene.my_councils),
    "not-mine": _filter_by(lambda scene, choice, name: choice not in scene.my_councils),
    "weakest": _least(lambda scene, choice: scene.power[choice]),
    "strongest": _least(lambda scene, choice: -scene.power[choice]),
    "more-tokens": _least(lambda scene, choice: -scene.board.councils[choice].tokens),
    "fewer-tokens": _least(lambda scene, choice: scene.board.councils[choice].tokens),
    "more-allies": _least(lambda scene, choice: -len(scene.board.councils[choice].allies)),
    "fewer-allies": _least(lambda scene, choice: len(scene.board.councils[choice].allies)),
    **dict.fromkeys(("claimed", "with-"), None),
    "of-": _filter_by(_is_council_of),
}
# `leader` is whoever has the highest total; strong and weak are small councils.
LEADER_WORDS: Mapping[str, Meaning | None] = {
    **dict.fromkeys(("left", "right"), None),
    "leader": _least(lambda scene, choice: -scene.totals[choice]),
    **dict.fromkeys(("winner", "first-player"), None),
    "strongest": _least(lambda scene, choice: -small(scene, choice)),
    "weakest": _least(small),
    "most-cards": _least(lambda scene, choice: -scene.board.hands[choice]),
    "fewest-cards": _least(lambda scene, choice: scene.board.hands[choice]),
    "largest-pile": _least(lambda scene, choice: -len(scene.board.piles[choice])),
    "standing": _filter_by(lambda scene, choice, name: choice not in scene.board.kneeling),
    "kneeling": _filter_by(lambda scene, choice, name: choice in scene.board.kneeling),
}
ALLY_WORDS: Mapping[str, Meaning | None] = {
    "lowest": _least(lambda scene, choice: ally_value(scene, choice.ally)),
    "highest": _least(lambda scene, choice: -ally_value(scene, choice.ally)),
    "mine": _filter_by(lambda scene, choice, name: choice.council in scene.my_councils),
    "not-mine": _filter_by(lambda scene, choice, name: choice.council not in scene.my_councils),
    "in-": _filter_by(lambda scene, choice, council: choice.council == scene.council(council)),
    "of-": _filter_by(lambda scene, choice, house: _is_council_of(scene, choice.council, house)),
}
PREFIXES = ("of-", "in-", "with-")
# Words that put choices in order come after those that leave some out.
_AMONG = ("weakest", "strongest", "more-tokens", "fewer-tokens", "more-allies", "fewer-allies")
_LEADERS = ("leader", "most-cards", "fewest-cards", "largest-pile")
ORDERING = frozenset(("lowest", "highest", "enough", "stay", *_AMONG, *_LEADERS))


def split(word: str) -> tuple[str, str]:
    """Split a word from its argument: `of-euron` gives `of-` and `euron`; others stay."""
    for prefix in PREFIXES:
        if word.startswith(prefix):
            return prefix, word.removeprefix(prefix)
    return word, ""


def select_by_wish(scene: Scene, wish: str, items: Sequence[T], narrow: Narrow[T]) -> list[T]:
    """Return the choices that a wish selects, best first; none if a word means none."""
    selection = list(items)
    try:
        for word in sorted(wish.split(), key=ORDERING.__contains__):
            selection = narrow(scene, word, selection)
    except Inapplicable:
        return []
    return selection


def rank_by_wishes(scene: Scene, wishes: Sequence[str], items: Sequence[T], narrow: Narrow[T]) -> list[T]:
    """Return the choices that any wish selects, in the order of the wishes.

    Each choice comes once."""
    ranking: list[T] = []
    for wish in wishes:
        ranking += [item for item in select_by_wish(scene, wish, items, narrow) if item not in ranking]
    return ranking


def _word_choices(words: Mapping[str, Meaning | None], scene: Scene, word: str, items: Sequence[T]) -> list[T] | None:
    """What a word leaves of the choices; None for what is no word by itself."""
    first, name = split(word)
    meaning = words.get(first)
    return None if meaning is None else meaning(scene, items, name)


def cards(scene: Scene, word: str, items: Sequence[CardChoice]) -> list[CardChoice]:
    """Cards of a pile, a hand or the discard pile."""
    narrowed = _word_choices(CARD_WORDS, scene, word, items)
    return [choice for choice in items if choice.card == word] if narrowed is None else narrowed


def allies(scene: Scene, word: str, items: Sequence[AllyChoice]) -> list[AllyChoice]:
    """Allies in councils, or among the dead."""
    narrowed, catalog = _word_choices(ALLY_WORDS, scene, word, items), scene.edition.allies
    if narrowed is not None:
        return narrowed
    return [item for item in items if item.ally == word or (word not in catalog and word in catalog[item.ally].tags)]


def deck_allies(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Return what a word leaves of the allies that are laid on the deck.

    Allies are given and returned by id."""
    return [item.ally for item in allies(scene, word, [AllyChoice(item) for item in items])]


def councils(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Councils."""
    narrowed = _word_choices(COUNCIL_WORDS, scene, word, items)
    return [council for council in (scene.council(word),) if council in items] if narrowed is None else narrowed


def leaders(scene: Scene, word: str, items: Sequence[str]) -> list[str]:
    """Leaders."""
    narrowed = _word_choices(LEADER_WORDS, scene, word, items)
    return [leader for leader in (scene.leader(word),) if leader in items] if narrowed is None else narrowed
