"""Checks a sheet before its turn closes: errors refuse it, warnings are printed.

A warning is never wrong: it is given only where the thing cannot matter, or where its words say that it holds as things
stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import get_args

from adjudicator.btwixt.rules.legality import check, complete_answer
from adjudicator.btwixt.rules.seasons import edition_of
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets import sheet as s, wishes as w
from adjudicator.btwixt.sheets.choices import BidRule, ChoiceRule, RankRule, UseRule
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.conditions.scene import SORTS, WITH, find_council, total_if_played
from adjudicator.btwixt.sheets.conditions.tree import COUNCILS
from adjudicator.btwixt.sheets.sheet import KINDS, SHEETS, Sheet
from adjudicator.btwixt.sheets.wishes import ORDERING, Rule
from adjudicator.btwixt.state import (
    DRAFT,
    DRAFT_OF_KINGS,
    Board,
    Edition,
    Position,
    View,
    council_leaders,
    decisions as d,
    edition as k,
    own_councils,
)
from adjudicator.engine import (
    Decision,
    Pace,
    Refusal,
    Refusals,
    SheetReport,
    kind_of,
    once_per_edition,
    spelling_hint,
    word_tables,
)
from adjudicator.engine.sheet import Inapplicable, answer_faults, names_of, own_condition, warner


def check_sheet(
    showing: Position,
    seat: str,
    sheet: Sheet,
    waiting: Sequence[Decision],
    *,
    pace: Pace = "bulk",
    standing: Sheet | None = None,
    lasting: bool = False,
) -> SheetReport:
    """Check a leader's sheet against the position as shown and its open decisions.

    Returns every warning and the first MAX_FAULTS errors. `lasting`: the sheet is the leader's standing orders. `pace`
    and `standing` have no effect. Looks only at what the leader sees.
    """
    edition, seen = edition_of(showing), view(showing, seat)
    prompts = {question.id: question for question in waiting}
    answers = {
        name: complete_answer(prompts[name], answer) if name in prompts else answer
        for name, answer in sheet.answers.items()
    }
    direct = answer_faults(check, showing, seat, answers, waiting)
    errors = chain(unknown_ids(sheet, seen.board, edition, seat), direct)
    return SHEETS.report(sheet, errors, warnings_of(sheet, seen, edition, lasting))


WHO = ("me", "left", "right", "winner", "first-player")
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
_PLAIN = [word for word in w.CARD_WORDS if word in (*SORTS, "lowest", "highest")]
SECTION_WORDS: Mapping[str, tuple[str, Collection[str]]] = {
    "bid": ("card", w.BID_WORDS),
    "cards": ("card", w.CARD_WORDS),
    "keep": ("card", _PLAIN),
    "order": ("card", _PLAIN),
    "councils": ("council", w.COUNCIL_WORDS),
    "leaders": ("leader", w.LEADER_WORDS),
    "allies": ("ally", w.ALLY_WORDS),
    "arrange": ("ally", ("lowest", "highest")),
}
EVERY_WORD = frozenset(word for _, words in SECTION_WORDS.values() for word in words)
KIND_NAMES = (*(name for name in s.SECTIONS if name != "steward"), *map(kind_of, KINDS))


@once_per_edition
def _own_uses(edition: Edition) -> frozenset[str]:
    return frozenset(("claim", "place", "token", "return-token")) - frozenset(_foreign_uses(edition))


def _foreign_uses(edition: Edition) -> Iterator[str]:
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
        there = {candidate.replace("-", " "): candidate for candidate in (*self.known[sort], *others)}
        shown = name[:80]
        return Refusal(
            f"unknown-{sort}", f"there is no {sort} {shown!r} in this game{spelling_hint(shown, there)}", where
        )

    def name(self, sort: str, name: str, where: str) -> Refusals:
        """What is wrong with a name of a sort."""
        if name not in self.known[sort]:
            yield self.unknown(sort, name, where)

    def who(self, who: str, where: str) -> Refusals:
        """Yield a refusal if a leader in a wish is neither a word nor a name of one."""
        if who not in WHO:
            yield from self.name("leader", who, where)

    def council(self, which: str, where: str) -> Refusals:
        """What is wrong with a council of a condition or a wish."""
        if which in COUNCILS:
            return
        if which.startswith(WITH):
            yield from self._shared_council_faults(which.removeprefix(WITH), where)
            return
        try:
            find_council(self.board, which)
        except Inapplicable:
            yield self.unknown("council", which, where, COUNCILS)

    def _shared_council_faults(self, other: str, where: str) -> Refusals:
        """Yield why the seat shares no council with a leader; nothing if it does.

        `other` is what names the leader; an unknown name is the only fault then."""
        refusals = list(self.name("leader", other, where))
        yield from refusals
        mine = {
            leader for council in own_councils(self.board, self.seat) for leader in council_leaders(self.board, council)
        }
        if not refusals and (other == self.seat or other not in mine):
            yield Refusal("council-not-shared", f"{self.seat} shares no council with {other}", where)


def unknown_ids(sheet: s.Sheet, board: Board, edition: Edition, seat: str) -> Refusals:
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


def _part(part: c.AnyCondition | c.Term, names: Names, where: str) -> Refusals:
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


def _lists(section: str, rule: Rule, names: Names, where: str) -> Refusals:
    """What is wrong with the lists of a rule."""
    edition = names.edition
    for number, source in enumerate(getattr(rule, "source", ())):
        if source not in edition.influence and source not in edition.allies:
            there = {card_id.replace("-", " "): card_id for card_id in (*edition.influence, *edition.allies)}
            words = f"there is no card or ally {source[:80]!r}{spelling_hint(source, there)}"
            yield Refusal("unknown-source", words, f"{where}.source[{number}]")
    if isinstance(rule, ChoiceRule):
        for number, use in enumerate(rule.use):
            if use not in USES[section]:
                words = f"{use[:80]!r} is not one of these uses: {', '.join(USES[section])}"
                yield Refusal("unknown-use", words, f"{where}.use[{number}]")
    if isinstance(rule, s.BotRule):
        for number, kind in enumerate(rule.kinds):
            if kind not in KIND_NAMES:
                words = f"there is no kind of question {kind[:80]!r}; known: {', '.join(KIND_NAMES)}"
                yield Refusal("unknown-kind", words, f"{where}.kinds[{number}]")
    for field in ("play", "without", "choose", "avoid", "first", "last"):
        for number, wish in enumerate(getattr(rule, field, ())):
            yield from _wish(section, rule, wish, names, f"{where}.{field}[{number}]")


def _wish(section: str, rule: Rule, wish: str, names: Names, where: str) -> Refusals:
    """Yield faults in the words of one wish of a section's rule.

    `where` is the place of the wish."""
    sort, words = SECTION_WORDS[section]
    if not wish.split():
        yield Refusal("empty-wish", f"a {sort}, or a word for one, is missing", where)
    for word in wish.split():
        first, name = w.split(word)
        if first in words:
            # What is wrong with what follows `of-`, `in-` or `with-`.
            if first == "of-":
                yield from names.who(name, where)
            elif first == "in-":
                yield from names.council(name, where)
            elif first == "with-":
                yield from names.council(WITH + name, where)
        elif word in names.known[sort] or (sort == "ally" and word in names.tags):
            yield from _own(section, rule, word, names, where)
        elif first in EVERY_WORD:
            yield Refusal("word-means-nothing", f"{word[:80]!r} is not a word for a {sort}", where)
        elif sort == "council" and not list(names.council(word, where)):
            yield from _own(section, rule, word, names, where)
        else:
            yield names.unknown(sort, word, where, words)


def _own(section: str, rule: Rule, word: str, names: Names, where: str) -> Refusals:
    """A council of others where only an own one can be chosen."""
    if section != "councils" or not isinstance(rule, ChoiceRule) or not rule.use:
        return
    if not _own_uses(names.edition).issuperset(rule.use):
        return
    if find_council(names.board, word) not in own_councils(names.board, names.seat):
        words = f"{word} is not a council of {names.seat}; only an own council fits {', '.join(rule.use)}"
        yield Refusal("council-not-own", words, where)


# Whatever a choice leaves, one of these is the first.
ALWAYS = ORDERING - {"enough", "stay", "leader"}
# Conditions that hold whatever happens.
ALWAYS_TRUE = (None, c.Constant(True))
WORDS: Mapping[str, str] = word_tables(__name__)
warn = warner(WORDS)


def warnings_of(sheet: s.Sheet, view: View, edition: Edition, lasting: bool) -> Refusals:
    """Yield a sheet's warnings; with `lasting`, none that depend on today's position."""
    for section in s.SECTIONS:
        yield from _rows(section, getattr(sheet, section), edition)
    for where, rule in SHEETS.rules(sheet):
        yield from _contradictions(where, rule)
        if isinstance(rule, BidRule) and not lasting and view.board.phase == "bidding":
            yield from _hand_warnings(where, rule, view, edition)
    if sheet.keep and not {DRAFT, DRAFT_OF_KINGS}.intersection(view.board.modules):
        yield warn("no-draft", "keep")


def _rows(section: str, rules: Sequence[Rule], edition: Edition) -> Refusals:
    """Rules that never decide, and programmes without an end."""
    ends = False
    for number, rule in enumerate(rules):
        where = f"{section}[{number}]"
        if own_condition(rule.when) == c.Constant(False):
            yield warn("condition-never", where)
            continue
        warnings = list(_silent(where, rule, edition))
        yield from warnings
        before = next((place for place in range(number) if _covers(rules[place], rule)), None)
        if before is not None:
            yield warn("never-reached", where, place=f"{section}[{before}]")
        elif isinstance(rule, BidRule):
            # It goes on when all others kneel.
            if not ends and rule.when in ALWAYS_TRUE and _always_plays(rule):
                yield warn("plays-every-card", where)
            # A rule that kneels may do so before a later one plays on.
            ends = ends or rule.kneel


def _silent(where: str, rule: Rule, edition: Edition) -> Refusals:
    """A rule that does nothing whatever happens."""
    match rule:
        case BidRule(play=(), kneel=False) | ChoiceRule(choose=(), avoid=()) | RankRule(first=(), last=()):
            yield warn("rule-says-nothing", where)
        case BidRule(cards=int(most), kneel=False) if most < 1:
            yield warn("nothing-fits", f"{where}.cards")
        case UseRule(source=source) if source:
            cards = {card: edition.influence.get(card) or edition.allies[card] for card in source}
            never = [
                card for card, entry in cards.items() if not any(a.may or a.offer is not None for a in entry.abilities)
            ]
            if len(never) == len(cards):
                yield warn("never-offered", where, card=never[0])


def _covers(earlier: Rule, later: Rule) -> bool:
    """Whether a rule always decides where a later one could."""
    if isinstance(earlier.when, c.Else) or (earlier.when not in ALWAYS_TRUE and earlier.when != later.when):
        return False
    match earlier:
        case BidRule():
            return earlier.kneel or _always_plays(earlier)
        case ChoiceRule() if isinstance(later, ChoiceRule):
            meant = _is_within(later.source, earlier.source) and _is_within(later.use, earlier.use)
            return meant and not earlier.avoid and any(wish in ALWAYS for wish in earlier.choose)
        case UseRule() if isinstance(later, UseRule):
            return _is_within(later.source, earlier.source)
        case RankRule():
            return True
        case s.BotRule() if isinstance(later, s.BotRule):
            return _is_within(later.kinds, earlier.kinds)
    return False


def _is_within(narrow: Collection[str], wide: Collection[str]) -> bool:
    """Return whether a list names nothing that another one does not.

    An empty list names everything."""
    return not wide or (bool(narrow) and set(narrow) <= set(wide))


def _always_plays(rule: BidRule) -> bool:
    """Whether a programme's rule finds a card in any hand; empty hands are not asked."""
    bound = any(limit is not None for limit in (rule.up_to, rule.at_least, rule.cards))
    return not bound and not rule.without and any(wish in ("lowest", "highest") for wish in rule.play)


def _contradictions(where: str, rule: Rule) -> Refusals:
    """What a rule wishes for and avoids."""
    match rule:
        case ChoiceRule(choose=chosen, avoid=avoided):
            code, field = "chosen-and-avoided", "choose"
        case BidRule(play=chosen, without=avoided):
            code, field = "played-and-kept", "play"
        case _:
            return
    for number, wish in enumerate(chosen):
        if wish in avoided:
            yield warn(code, f"{where}.{field}[{number}]", wish=wish)


def _hand_warnings(where: str, rule: BidRule, view: View, edition: Edition) -> Refusals:
    """Warn of cards that are not in hand now, and limits that no card keeps."""
    seat = view.seat or ""
    for number, wish in enumerate(rule.play):
        for card in wish.split():
            if card in edition.influence and card not in view.hand:
                yield warn("card-not-in-hand", f"{where}.play[{number}]", card=card)
    if isinstance(rule.up_to, int) and view.hand and rule.play and not rule.kneel:
        least = min(total_if_played(view.board, edition, seat, card) for card in set(view.hand))
        if least > rule.up_to:
            yield warn("no-card-fits-now", f"{where}.up-to", limit=rule.up_to)
