"""Names in a sheet that mean nothing in its game: cards, allies, leaders, councils, words where they cannot stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import get_args

from adjudicator.btwixt.rules.seating import own_councils, sharing
from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets import wish_words as w
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import SORTS, WITH, Inapplicable, council_named
from adjudicator.btwixt.sheets.edition_key import Known
from adjudicator.btwixt.sheets.kinds import KINDS, tag_of
from adjudicator.btwixt.sheets.sheet_reading import SHEETS
from adjudicator.btwixt.state import cards as k
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.edition import Edition
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.facts import names_of
from adjudicator.engine.spelling import near

WHO = ("me", "left", "right", "winner", "first-player")
COUNCILS = ("left", "right", "weaker", "stronger", "claimed")
USES: Mapping[str, tuple[str, ...]] = {
    "councils": get_args(d.CouncilUse),
    "leaders": get_args(d.LeaderUse),
    "cards": get_args(d.CardUse),
    "allies": get_args(d.AllyUse),
}
# Councils that abilities name which are always own ones; where an ally lies, or the winner claimed, is with some.
OWN = frozenset(
    (
        *("own-choice", "own-both", "own-opposite", "own-fewer-allies", "with-highest-own-ally"),
        *("own-other-of-same", "each-own", "shared-with-winner"),
    )
)
OWN_WHERE_CLAIMED = OWN | {"same", "of-killed-or-own-choice"}
# What a part chooses among, the words for it, and which of them it knows.
_PLAIN = {word: words for word, words in w.CARD_WORDS.items() if word in (*SORTS, "lowest", "highest")}
_ORDERED = {word: w.ALLY_WORDS[word] for word in ("lowest", "highest")}
WORDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "bid": ("card", w.BID_WORDS),
    "cards": ("card", w.CARD_WORDS),
    "keep": ("card", _PLAIN),
    "order": ("card", _PLAIN),
    "councils": ("council", w.COUNCIL_WORDS),
    "leaders": ("leader", w.LEADER_WORDS),
    "allies": ("ally", w.ALLY_WORDS),
    "arrange": ("ally", _ORDERED),
}
EVERY_WORD = frozenset(word for _, words in WORDS.values() for word in words)
KIND_NAMES = (*(name for name in s.SECTIONS if name != "steward"), *map(tag_of, KINDS))


@lru_cache(maxsize=8)
def _own_uses(known: Known) -> frozenset[str]:
    return frozenset(("claim", "place", "token", "return-token")) - frozenset(_elsewhere(known.edition))


def _elsewhere(edition: Edition) -> Iterator[str]:
    """The uses for which some card lets a leader choose a council that is not its own."""
    every: list[k.Influence | k.Ally] = [*edition.influence.values(), *edition.allies.values()]
    for card in every:
        for ability in card.abilities:
            claimed = card.id in edition.allies or "you-won" in ability.conditions
            own = OWN_WHERE_CLAIMED if claimed else OWN
            for op in ability.do:
                match op:
                    case k.GainToken(council=council) if council not in own:
                        yield "token"
                    case k.ReturnToken(source=council) if council not in own:
                        yield "return-token"
                    case k.AddAlly(to=council) | k.PlaceSelf(council=council) if council not in own:
                        yield "place"


class Names:
    """What there is in a game, and what a leader may mean by it."""

    def __init__(self, board: Board, edition: Edition, seat: str) -> None:
        self.board, self.edition, self.seat = board, edition, seat
        self.tags = frozenset(tag for ally in edition.allies.values() for tag in ally.tags)
        self.known: Mapping[str, Collection[str]] = {
            "card": edition.influence,
            "ally": edition.allies,
            "tag": self.tags,
            "leader": board.houses,
            "council": board.councils,
        }

    def unknown(self, sort: str, name: str, where: str, others: Collection[str] = ()) -> Refusal:
        """Why a name means nothing, with the nearest that does."""
        there = {one.replace("-", " "): one for one in (*self.known[sort], *others)}
        shown = name[:80]
        return Refusal(f"unknown-{sort}", f"there is no {sort} {shown!r} in this game{near(shown, there)}", where)

    def name(self, sort: str, name: str, where: str) -> Iterator[Refusal]:
        """What is wrong with a name of a sort."""
        if name not in self.known[sort]:
            yield self.unknown(sort, name, where)

    def who(self, who: str, where: str) -> Iterator[Refusal]:
        """What is wrong with a leader of a wish."""
        if who not in WHO:
            yield from self.name("leader", who, where)

    def council(self, which: str, where: str) -> Iterator[Refusal]:
        """What is wrong with a council of a condition or a wish."""
        if which in COUNCILS:
            return
        if which.startswith(WITH):
            yield from self._shared(which.removeprefix(WITH), where)
            return
        try:
            council_named(self.board, which)
        except Inapplicable:
            yield self.unknown("council", which, where, COUNCILS)

    def _shared(self, other: str, where: str) -> Iterator[Refusal]:
        found = list(self.name("leader", other, where))
        yield from found
        mine = {one for council in own_councils(self.board, self.seat) for one in sharing(self.board, council)}
        if not found and (other == self.seat or other not in mine):
            yield Refusal("council-not-shared", f"{self.seat} shares no council with {other}", where)


def unknown_ids(sheet: s.Sheet, board: Board, edition: Edition, seat: str) -> Iterator[Refusal]:
    """Everything in a sheet that names what there is not, with its place."""
    names = Names(board, edition, seat)
    for where, rule in SHEETS.rules(sheet):
        yield from _lists(where.partition("[")[0], rule, names, where)
    for where, condition in SHEETS.conditions(sheet):
        for part in c.parts(condition):
            yield from _part(part, names, f"{where}.when")
    for where, amount in SHEETS.amounts(sheet):
        for term in c.terms(amount):
            yield from _part(term, names, where)


def _part(part: c.AnyCondition | c.Term, names: Names, where: str) -> Iterator[Refusal]:
    """What is wrong with the names of one fact or number."""
    for _, ids, (name,) in names_of(part, where):
        # Of a hand nobody is named.
        of_hand = isinstance(part, c.Count) and part.place == "hand" and ids.sorts == ("leader",)
        if name in ids.also or of_hand:
            continue
        if ids.sorts == ("council",):
            yield from names.council(name, where)
        else:
            yield from names.name(ids.sorts[0], name, where)


def _lists(section: str, rule: s.Rule, names: Names, where: str) -> Iterator[Refusal]:
    """What is wrong with the lists of a rule."""
    edition = names.edition
    for number, source in enumerate(getattr(rule, "source", ())):
        if source not in edition.influence and source not in edition.allies:
            there = {one.replace("-", " "): one for one in (*edition.influence, *edition.allies)}
            words = f"there is no card or ally {source[:80]!r}{near(source, there)}"
            yield Refusal("unknown-source", words, f"{where}.source[{number}]")
    if isinstance(rule, s.ChoiceRule):
        for number, use in enumerate(rule.use):
            if use not in USES[section]:
                words = f"{use[:80]!r} is done with none of these; {', '.join(USES[section])}"
                yield Refusal("unknown-use", words, f"{where}.use[{number}]")
    if isinstance(rule, s.StewardRule):
        for number, kind in enumerate(rule.kinds):
            if kind not in KIND_NAMES:
                words = f"there are no questions {kind[:80]!r}; known: {', '.join(KIND_NAMES)}"
                yield Refusal("unknown-kind", words, f"{where}.kinds[{number}]")
    for field in ("play", "without", "choose", "avoid", "first", "last"):
        for number, wish in enumerate(getattr(rule, field, ())):
            yield from _wish(section, rule, wish, names, f"{where}.{field}[{number}]")


def _wish(section: str, rule: s.Rule, wish: str, names: Names, where: str) -> Iterator[Refusal]:
    sort, words = WORDS[section]
    if not wish.split():
        yield Refusal("empty-wish", f"a {sort}, or a word for one, is missing", where)
    for word in wish.split():
        first, name = w.split(word)
        if first in words:
            yield from _following(first, name, names, where)
        elif word in names.known[sort] or (sort == "ally" and word in names.tags):
            yield from _own(section, rule, word, names, where)
        elif first in EVERY_WORD:
            yield Refusal("word-means-nothing", f"{word[:80]!r} says nothing about a {sort}", where)
        elif sort == "council" and not list(names.council(word, where)):
            yield from _own(section, rule, word, names, where)
        else:
            yield names.unknown(sort, word, where, words)


def _following(first: str, name: str, names: Names, where: str) -> Iterator[Refusal]:
    """What is wrong with what follows `of-`, `in-` or `with-`."""
    if first == "of-":
        yield from names.who(name, where)
    elif first == "in-":
        yield from names.council(name, where)
    elif first == "with-":
        yield from names.council(WITH + name, where)


def _own(section: str, rule: s.Rule, word: str, names: Names, where: str) -> Iterator[Refusal]:
    """A council of others where only an own one can be chosen."""
    if section != "councils" or not isinstance(rule, s.ChoiceRule) or not rule.use:
        return
    if not _own_uses(Known(names.edition)).issuperset(rule.use):
        return
    if council_named(names.board, word) not in own_councils(names.board, names.seat):
        words = f"{word} is no council of {names.seat}, and only an own one can be chosen for {', '.join(rule.use)}"
        yield Refusal("council-not-own", words, where)
