"""Conditions of programmes as plain data: what a leader may make a rule depend on.

A condition is a small tree: comparisons of numbers, and facts about the bid, hands, piles, councils and allies, joined
by `all`, `any` and `not`. Each is a class with the lines in which it is typed and whether it holds.

`who` is a leader's id, or `me`, `left`, `right` (the neighbours), `winner`, `first-player`; of numbers also `best`
(whoever of the others has most), of kneeling also `others` (all of them). `council` is an id, or `left`, `right`,
`weaker`, `stronger` (of mine), `claimed` (where the ally of this round went), `with-LEADER` (that I share). `what` is a
card's id, or `red`, `green`, `purple`, `event`, `own`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, get_args

import msgspec

from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.sheets.conditions.scene import SORTS, WITH, Scene, is_sort
from adjudicator.btwixt.state import WinReward, own_councils
from adjudicator.engine import FrozenStruct, NameBook
from adjudicator.engine.sheet import (
    Comparison,
    Constant as Constant,
    Every,
    Fact,
    FactTable,
    Form,
    Inapplicable,
    Junctions,
    Mistake,
    Negation,
    Operator,
    Otherwise,
    Slot,
    Small,
    Some,
    Word,
    Words,
    join_words,
    number_of,
    sum_text,
)

SELF = ("me", "my", "i", "mine", "own")
OTHERS = ("all others", "others", "the others", "everyone else", "everybody else")
COUNCILS = ("left", "right", "weaker", "stronger", "claimed")
PLACES = {which: f"{which} council" for which in COUNCILS} | {"mine": "my councils"}
_AROUND = ("neighbor", "neighbour", "neighbors", "neighbours", "my", "the", "leader", "on")
_WHO = {**dict.fromkeys(SELF, "me"), **{side: side for side in ("left", "right", "winner")}}
_WHO["first player"] = "first-player"


class _Leader(Slot):
    """A leader: `me`, `left`, `right`, `winner`, `first-player`, or an id."""

    def __init__(self, **words: str) -> None:
        """`words` are those that mean somebody else, each with what it means."""
        mistake = Mistake("leader-missing", "", "me, left, right, winner or a leader")
        super().__init__("leader", words=_WHO | words, mistake=mistake)

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """Return the leader that a phrase means; None if it is not known.

        Words around some leaders say nothing, as in `my left neighbour`."""
        bare = " ".join(word.low for word in phrase if word.low not in _AROUND)
        return _WHO[bare] if bare in _WHO and bare not in SELF else super().meaning(phrase, book)


class _Council(Slot):
    """A council: `left`, `weaker`..., `with-euron`, or an id."""

    def write(self, value: str) -> str:
        """A council as it is typed."""
        return f"council with {value.removeprefix(WITH)}" if value.startswith(WITH) else super().write(value)

    def name(self, phrase: list[Word]) -> list[Word]:
        """Return the words of a phrase without `council`, `the` and `my`."""
        return [word for word in phrase if word.low not in ("council", "the", "my")]

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """Return the council that a phrase means; None if it is not known.

        The leaders of an id stay in the order in which they are typed."""
        low, text = " ".join(word.low for word in phrase), join_words(self.name(phrase)).casefold()
        if low in self.values or text in COUNCILS:
            return self.values.get(low, text)
        if text.startswith(("with ", WITH)):
            leader = _LEADER.meaning(_drop_with(self.name(phrase)), book)
            return WITH + leader if leader else None
        ends = [book.matches(end, "leader") for end in text.split("-")] if " " not in text else []
        whole = len(ends) == 2 and all(len(end) == 1 for end in ends) and ends[0] != ends[1]
        return f"{ends[0][0]}-{ends[1][0]}" if whole else None

    def refuse(self, phrase: list[Word], book: NameBook, words: Words) -> None:
        """Raises Refused for what is no council."""
        if join_words(self.name(phrase)).casefold().startswith(("with ", WITH)):
            _LEADER.refuse(_drop_with(self.name(phrase)), book, words)
        super().refuse(phrase, book, words)


def _drop_with(phrase: list[Word]) -> list[Word]:
    """Return a phrase without its `with`: `euron` of `with euron`, `with-euron`."""
    return phrase[1:] if phrase[0].low == "with" else [Word(phrase[0].text[len(WITH) :], phrase[0].column), *phrase[1:]]


class _Card(Slot):
    """A card, or a sort of cards."""

    def name(self, phrase: list[Word]) -> list[Word]:
        """Return the words of a phrase without articles, `any`, `card` and `cards`."""
        return [word for word in phrase if word.low not in ("a", "an", "card", "cards", "any")]

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """Return the card or sort that a phrase means; None if it is not known.

        Words such as articles around it say nothing."""
        return super().meaning(self.name(phrase), book)


_LEADER = Slot("leader")
_COUNCIL_MISTAKE = Mistake(
    "unknown-council",
    "is not a council",
    "left, right, weaker or stronger council, council with LEADER, or an id like cersei-euron",
    "a council is missing",
)


def _council(**more: str) -> Slot:
    """A slot for a council, or what these words mean besides."""
    words = {typed: which for which, typed in PLACES.items() if which != "mine"} | more
    return _Council("council", words=words, mistake=_COUNCIL_MISTAKE, hints=((), COUNCILS))


Name = Annotated[str, msgspec.Meta(max_length=200)]
Who = Annotated[Name, _Leader()]
WhoOrBest = Annotated[Name, _Leader(best="best")]
WhoOrOthers = Annotated[Name, _Leader(**dict.fromkeys(OTHERS, "others"))]
Council = Annotated[Name, _council()]
Councils = Annotated[Name, _council(**dict.fromkeys(("my councils", "my council", "mine"), "mine"))]
Card = Annotated[Name, _Card("card", words={sort: sort for sort in SORTS})]
Ally = Annotated[Name, Slot("ally", mistake=Mistake("unknown-state", "", "an ally, a tag, alive or dead"))]
Tag = Annotated[Name, Slot("tag")]
Next = Annotated[bool, Slot(words={"next": True, "current": False})]


MAX_SHARES = 10
OfLeader = Literal["total", "pile", "hand", "plays", "small", "other"]
OfCouncil = Literal["power", "allies", "tokens", "seen"]
_Left = Literal["rounds-left", "season-rounds-left", "cards-left", "allies-left", "tokens-left"]
_Ally = Literal["ally-power", "ally-tokens", "next-ally-power"]
OfTable = Literal["round", "space", "standing", "kneeling", "lead", "reward", "dead", _Left, _Ally]
Season = Literal["summer", "autumn", "winter"]
SEASONS: tuple[str, ...] = get_args(Season)
TABLE: dict[str, OfTable] = {"rounds left in season": "season-rounds-left"}
TABLE |= {name.replace("-", " "): name for name in get_args(OfTable)} | {
    "rounds left this season": "season-rounds-left",
    "deck": "cards-left",
    "ally token": "ally-tokens",
    "tokens on ally": "ally-tokens",
    "my lead": "lead",
}


class LeaderNumber(Fact):
    """A leader's number: total, cards in pile or hand, cards played, council powers."""

    of: OfLeader
    who: WhoOrBest = "me"
    forms = (
        Form("my {of}", who="me"),
        Form("(best|highest|most|largest)[ other] {of}[ (council|cards)]", who="best"),
        "{of} of {who}",
        "{who} {of}[ (council|cards)]",
    )

    def number(self, scene: Scene) -> int:
        if self.who == "best":
            return max(self._leader_number(house, scene) for house in scene.others)
        return self._leader_number(scene.leader(self.who), scene)

    def _leader_number(self, house: str, scene: Scene) -> int:
        """Return the number for one leader."""
        board = scene.board
        if self.of in ("small", "other"):
            powers = [scene.power[council] for council in own_councils(board, house)]
            return min(powers) if self.of == "small" else max(powers)
        if self.of == "pile":
            return len(board.piles[house])
        return {"total": scene.totals, "hand": board.hands, "plays": board.plays}[self.of][house]


def _reward(scene: Scene) -> int:
    """How many tokens the win brings as things stand."""
    board = scene.board
    changed = sum(
        op.amount
        for ally in board.active
        for ability in scene.edition.allies[ally].abilities
        if ability.when == "during-round"
        for op in ability.do
        if isinstance(op, WinReward)
    )
    return max(1 + changed + (board.won.reward if board.won else 0), 0)


def _power(scene: Scene, ally: str) -> int:
    """Return an ally's power where it lies; printed power outside a council."""
    return scene.ally_power.get(ally, scene.edition.allies[ally].power) if ally else 0


_OF_TABLE: dict[OfTable, Callable[[Scene], int]] = {
    "round": lambda s: s.board.round,
    "rounds-left": lambda s: rounds(len(s.board.houses), s.board.modules) - s.board.round,
    "season-rounds-left": lambda s: rounds_in_season(len(s.board.houses)) - s.board.space,
    "space": lambda s: s.board.space,
    "standing": lambda s: len(s.board.houses) - len(s.board.kneeling),
    "kneeling": lambda s: len(s.board.kneeling),
    "lead": lambda s: s.totals[s.me] - max(s.totals[house] for house in s.others),
    "reward": _reward,
    "ally-power": lambda s: _power(s, s.ally),
    "ally-tokens": lambda s: s.board.tokens_on_current,
    "next-ally-power": lambda s: _power(s, s.next_ally),
    "cards-left": lambda s: s.board.cards_left,
    "allies-left": lambda s: s.board.allies_left,
    "tokens-left": lambda s: s.board.tokens_left,
    "dead": lambda s: len(s.board.dead),
}


class TableNumber(Fact):
    """A number that belongs to nobody; `lead` is my total less the best of the others."""

    of: Annotated[OfTable, Slot(words=TABLE)]
    forms = ("{of}",)

    def number(self, scene: Scene) -> int:
        return _OF_TABLE[self.of](scene)


class CouncilNumber(Fact):
    """A council's visible power, its allies, its tokens, or token numbers I have seen."""

    of: OfCouncil
    council: Council
    forms = (Form("power (of|in) {council}", of="power"), "{of} (in|of) {council}")

    def number(self, scene: Scene) -> int:
        """Return a council's power, allies or tokens, or the sum of numbers seen."""
        council = scene.council(self.council)
        if self.of == "power":
            return scene.power[council]
        if self.of == "seen":
            return sum(scene.view.seen.get(council, ()))
        lying = scene.board.councils[council]
        return len(lying.allies) if self.of == "allies" else lying.tokens


class Count(Fact):
    """How many cards of a sort or a name are in my hand, or in somebody's pile."""

    what: Card
    place: Literal["hand", "pile"] = "hand"
    who: Who = "me"
    forms = (
        Form("{what} in (my hand|hand)", who="me"),
        Form("{what} in my pile", place="pile", who="me"),
        Form("{what} in pile of {who}", place="pile"),
        Form("{what} in {who} pile", place="pile"),
    )

    def typed(self) -> str:
        # Whose hand it is is not asked: none but the own one is seen.
        """Return the count as text, which `FactTable.read` reads back."""
        return f"{self.what} in my hand" if self.place == "hand" else super().typed()

    def number(self, scene: Scene) -> int:
        if self.what not in scene.edition.influence and self.what not in SORTS:
            raise Inapplicable(f"there is no card {self.what}")
        pile = scene.board.piles[scene.leader(self.who)] if self.place == "pile" else ()
        cards = scene.view.hand if self.place == "hand" else [lying.card for lying in pile]
        return sum(is_sort(scene.edition.influence[card], self.what) for card in cards)


class Extreme(Fact):
    """The printed value of the lowest or highest card in my hand; 0 for none."""

    of: Literal["lowest", "highest"]
    forms = ("{of} in (my hand|hand)",)

    def number(self, scene: Scene) -> int:
        pick = min if self.of == "lowest" else max
        return pick((scene.edition.influence[card].value for card in scene.view.hand), default=0)


Term = TableNumber | Extreme | Count | CouncilNumber | LeaderNumber


class Share(FrozenStruct, forbid_unknown_fields=True, omit_defaults=True):
    """So many times a number."""

    term: Term
    times: Small = 1


class Sum(Fact):
    """All these and `plus` together."""

    of: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1, max_length=MAX_SHARES)]
    plus: Small = 0

    def number(self, scene: Scene) -> int:
        return self.plus + sum(share.times * number_of(share.term, scene) for share in self.of)

    def typed(self) -> str:
        """Return the sum as text: its terms, then the constant `plus`."""
        return sum_text(self.of, self.plus)


Amount = Small | Term | Sum


class AllOf(Every, tag="all"):
    """Each of them holds."""

    of: tuple[AnyCondition, ...]


class AnyOf(Some, tag="any"):
    """One of them at least holds."""

    of: tuple[AnyCondition, ...]


class Not(Negation):
    """It does not hold."""

    of: AnyCondition


class Compare(Comparison):
    """Two amounts stand so to each other."""

    left: Amount
    op: Operator
    right: Amount


def _leaders(who: str, scene: Scene) -> list[str]:
    return scene.others if who == "others" else [scene.leader(who)]


class Kneels(Fact):
    """A leader kneels, or all others do."""

    who: WhoOrOthers
    forms = (
        Form("I kneel", who="me"),
        Form("all others kneel", who="others"),
        "{who} (kneels|kneel|knelt)",
        "{who} is kneeling",
    )

    def holds(self, scene: Scene) -> bool:
        return all(house in scene.board.kneeling for house in _leaders(self.who, scene))


class Stands(Fact):
    """A leader stands, or all others do."""

    who: WhoOrOthers
    forms = (
        Form("I stand", who="me"),
        Form("all others stand", who="others"),
        "{who} (stands|stand)",
        "{who} is standing",
    )

    def holds(self, scene: Scene) -> bool:
        return all(house not in scene.board.kneeling for house in _leaders(self.who, scene))


class AllyIs(Fact):
    """The ally in question has this id; with `next` the one that lies next in the row."""

    ally: Ally
    next: Next = False
    forms = ("[{next} ]ally is[ (a|an)] {ally}",)

    def holds(self, scene: Scene) -> bool:
        return (scene.next_ally if self.next else scene.ally) == self.ally


class AllyOf(Fact):
    """The ally in question has this tag; `next`: the next ally in the row."""

    tag: Tag
    next: Next = False
    forms = ("[{next} ]ally is of {tag}",)

    def holds(self, scene: Scene) -> bool:
        ally = scene.next_ally if self.next else scene.ally
        return bool(ally) and self.tag in scene.edition.allies[ally].tags


class AllyThere(Fact):
    """There is an ally to be claimed."""

    forms = (
        "there is (an ally|a ally|the ally|ally)",
        "[current ]ally is (alive|there)",
        Form("there is no ally", negated=True),
        Form("[current ]ally is (dead|gone)", negated=True),
    )

    def holds(self, scene: Scene) -> bool:
        return bool(scene.board.current)


class Holds(Fact):
    """I hold such a card."""

    what: Card
    forms = ("I (hold|has) {what}", "{what} is in (my hand|hand)")

    def holds(self, scene: Scene) -> bool:
        return any(is_sort(scene.edition.influence[card], self.what) for card in scene.view.hand)


def _pile_has(scene: Scene, house: str, what: str) -> bool:
    """Return whether a leader's pile has a card of this id or sort."""
    influence = scene.edition.influence
    return any(is_sort(influence[lying.card], what) for lying in scene.board.piles[house])


class PileHas(Fact):
    """Such a card lies in somebody's pile."""

    who: Who
    what: Card
    forms = (
        Form("my pile has {what}", who="me"),
        "pile of {who} has {what}",
        "{who} pile has {what}",
        "{what} is in pile of {who}",
        "{what} is in {who} pile",
    )

    def holds(self, scene: Scene) -> bool:
        return _pile_has(scene, scene.leader(self.who), self.what)


class Played(Fact):
    """Such a card lies in a pile."""

    what: Card
    forms = ("{what} is played",)

    def holds(self, scene: Scene) -> bool:
        return any(_pile_has(scene, house, self.what) for house in scene.board.houses)


class FirstPlayer(Fact):
    """Who is the first player of this round."""

    who: Who
    forms = ("first player is {who}", "{who} is[ the] (first player|first)")

    def holds(self, scene: Scene) -> bool:
        return scene.leader(self.who) == scene.board.first


_SEASON = Slot(
    words={season: season for season in SEASONS},
    mistake=Mistake("unknown-season", "is not a season", "summer, autumn or winter"),
    hints=((), SEASONS),
)


class SeasonIs(Fact, tag="season"):
    """Which season it is."""

    season: Annotated[Season, _SEASON]
    forms = ("season is {season}",)

    def holds(self, scene: Scene) -> bool:
        return self.season == scene.board.season


class IsDead(Fact, tag="dead"):
    """An ally is on the dead pile."""

    ally: Ally
    forms = ("{ally} is dead",)

    def holds(self, scene: Scene) -> bool:
        return self.ally in scene.board.dead


class LiesIn(Fact):
    """An ally lies in a council, or (`mine`) in one of mine."""

    ally: Ally
    council: Councils
    forms = ("{ally} is in {council}",)

    def holds(self, scene: Scene) -> bool:
        among = scene.my_councils if self.council == "mine" else (scene.council(self.council),)
        return any(self.ally in scene.board.councils[council].allies for council in among)


class InRow(Fact):
    """An ally lies in the row of those to come."""

    ally: Ally
    forms = ("{ally} is in[ the] row",)

    def holds(self, scene: Scene) -> bool:
        return self.ally in scene.board.row


class Won(Fact):
    """A leader has won the bid of this round."""

    who: Who
    forms = (Form("I won", who="me"), "{who} (won|wins)", "{who} is[ the] winner")

    def holds(self, scene: Scene) -> bool:
        return scene.board.won is not None and scene.board.won.house == scene.leader(self.who)


class Leads(Fact):
    """A leader would win if all knelt now, ties counted."""

    who: Who
    forms = (Form("I lead", who="me"), "{who} (leads|lead)", "{who} is leading")

    def holds(self, scene: Scene) -> bool:
        return scene.leading == scene.leader(self.who)


class Tied(Fact):
    """A leader has the best total, and another has the same."""

    who: Who
    forms = (Form("I (am|is) tied", who="me"), "{who} is tied")

    def holds(self, scene: Scene) -> bool:
        best, house = max(scene.totals.values()), scene.leader(self.who)
        return scene.totals[house] == best and list(scene.totals.values()).count(best) > 1


_Cards = Holds | PileHas | Played
_Allies = AllyThere | AllyOf | AllyIs | IsDead | InRow | LiesIn
_Fact = Constant | FirstPlayer | SeasonIs | Kneels | Stands | Leads | Tied | Won | _Cards | _Allies
AnyCondition = AllOf | AnyOf | Not | Compare | _Fact


class Else(Otherwise):
    """`else`: no earlier condition in its row holds, and its own does, if any."""

    of: AnyCondition | None = None


# The condition of a rule.
When = AnyCondition | Else
JUNCTIONS = Junctions(AllOf, AnyOf, Not, Else)
depth, size = JUNCTIONS.depth, JUNCTIONS.size
NUMBERS, FACTS = FactTable(get_args(Term)), FactTable(get_args(_Fact))


def terms(amount: Amount) -> tuple[Term, ...]:
    """The numbers that an amount is made of; none of a plain number."""
    if isinstance(amount, int):
        return ()
    return tuple(share.term for share in amount.of) if isinstance(amount, Sum) else (amount,)


def parts(condition: AnyCondition) -> Iterator[AnyCondition | Term]:
    """Yield a condition, all conditions in it and compared numbers, without recursion."""
    for here in JUNCTIONS.within(condition):
        yield here
        if isinstance(here, Compare):
            yield from (*terms(here.left), *terms(here.right))
