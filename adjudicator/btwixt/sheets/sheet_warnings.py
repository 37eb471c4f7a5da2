"""Things in a sheet that are allowed and yet probably not meant.

A warning is never wrong: it is given only where the thing cannot matter, or where its words say that it holds as things
stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.instructions.wishes import ORDERING
from adjudicator.btwixt.sheets.sheet_reading import SHEETS
from adjudicator.btwixt.sheets.weighing import total_with
from adjudicator.btwixt.state.edition import DRAFT, DRAFT_OF_KINGS, Edition
from adjudicator.btwixt.state.position import View
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.sheet.conditions import own_condition

# Whatever a choice leaves, one of these is the first.
ALWAYS = ORDERING - {"enough", "stay", "leader"}
# What is told of a rule that certainly never decides; other warnings are about how things stand.
POINTLESS = frozenset(("never-reached", "condition-never", "rule-says-nothing", "nothing-fits", "never-offered"))
WORDS: Mapping[str, str] = {
    "never-reached": "{place} always decides before it",
    "condition-never": "its condition never holds",
    "rule-says-nothing": "it says nothing: name what to do",
    "nothing-fits": "no pile is that small",
    "chosen-and-avoided": "{wish} is avoided by the same rule, so that it is not chosen",
    "played-and-kept": "{wish} is kept in hand by the same rule, so that it is not played",
    "card-not-in-hand": "{card} is not in your hand as things stand",
    "no-card-fits-now": "as things stand every card of this rule makes more than {limit}",
    "plays-every-card": "no rule before it kneels, and it finds a card in any hand: where you alone stand it plays on "
    "as long as you may",
    "never-offered": "{card} offers no choice whether to use it",
    "no-draft": "cards are not drafted in this game",
}


def warn(code: str, where: str, **values: object) -> Refusal:
    """A warning in the words of its code."""
    return Refusal(code, WORDS[code].format(**values), where)


def warnings_of(sheet: s.Sheet, view: View, edition: Edition, lasting: bool) -> Iterator[Refusal]:
    """Every warning about a sheet whose names are known to be right. `lasting`: it is for later rounds too, so that how
    things stand today does not count."""
    for section in s.SECTIONS:
        yield from _rows(section, getattr(sheet, section), edition)
    for where, rule in SHEETS.rules(sheet):
        yield from _twice(where, rule)
        if isinstance(rule, s.BidRule) and not lasting and view.board.phase == "bidding":
            yield from _as_things_stand(where, rule, view, edition)
    if sheet.keep and not {DRAFT, DRAFT_OF_KINGS}.intersection(view.board.modules):
        yield warn("no-draft", "keep")


def _rows(section: str, rules: Sequence[s.Rule], edition: Edition) -> Iterator[Refusal]:
    """Rules that never decide, and programmes without an end."""
    ends = False
    for number, rule in enumerate(rules):
        where = f"{section}[{number}]"
        if own_condition(rule.when) == c.Constant(False):
            yield warn("condition-never", where)
            continue
        said = list(_silent(where, rule, edition))
        yield from said
        before = next((place for place in range(number) if _covers(rules[place], rule)), None)
        if before is not None:
            yield warn("never-reached", where, place=f"{section}[{before}]")
        elif isinstance(rule, s.BidRule):
            if not ends and _endless(rule):
                yield warn("plays-every-card", where)
            # A rule that kneels may do so before a later one plays on.
            ends = ends or rule.kneel


def _silent(where: str, rule: s.Rule, edition: Edition) -> Iterator[Refusal]:
    """A rule that does nothing whatever happens."""
    match rule:
        case s.BidRule(play=(), kneel=False) | s.ChoiceRule(choose=(), avoid=()) | s.RankRule(first=(), last=()):
            yield warn("rule-says-nothing", where)
        case s.BidRule(cards=int(most), kneel=False) if most < 1:
            yield warn("nothing-fits", f"{where}.cards")
        case s.UseRule(source=source) if source:
            never = [card for card in source if not _offers(edition, card)]
            if len(never) == len(source):
                yield warn("never-offered", where, card=never[0])


def _offers(edition: Edition, card: str) -> bool:
    """Whether a card ever asks whether it shall be used."""
    found = edition.influence.get(card) or edition.allies[card]
    return any(ability.may or ability.offer is not None for ability in found.abilities)


def _holds_with(earlier: s.Rule, later: s.Rule) -> bool:
    """Whether a rule's condition holds whenever another's does."""
    if isinstance(earlier.when, c.Else):
        return False
    return earlier.when in (None, c.Constant(True)) or earlier.when == later.when


def _covers(earlier: s.Rule, later: s.Rule) -> bool:
    """Whether a rule always decides where a later one could."""
    if not _holds_with(earlier, later):
        return False
    match earlier:
        case s.BidRule():
            return earlier.kneel or _always_plays(earlier)
        case s.ChoiceRule() if isinstance(later, s.ChoiceRule):
            meant = _within(later.source, earlier.source) and _within(later.use, earlier.use)
            return meant and not earlier.avoid and any(wish in ALWAYS for wish in earlier.choose)
        case s.UseRule() if isinstance(later, s.UseRule):
            return _within(later.source, earlier.source)
        case s.RankRule():
            return True
        case s.StewardRule() if isinstance(later, s.StewardRule):
            return _within(later.kinds, earlier.kinds)
    return False


def _within(narrow: Collection[str], wide: Collection[str]) -> bool:
    """Whether a list names only what another does; an empty one means everything."""
    return not wide or (bool(narrow) and set(narrow) <= set(wide))


def _always_plays(rule: s.BidRule) -> bool:
    """Whether a programme's rule finds a card in any hand. Nobody with an empty hand is asked."""
    bound = any(limit is not None for limit in (rule.up_to, rule.at_least, rule.cards))
    return not bound and not rule.without and any(wish in ("lowest", "highest") for wish in rule.play)


def _endless(rule: s.BidRule) -> bool:
    """Whether a rule goes on when all others kneel."""
    return rule.when in (None, c.Constant(True)) and _always_plays(rule)


def _twice(where: str, rule: s.Rule) -> Iterator[Refusal]:
    """What a rule wishes for and avoids."""
    match rule:
        case s.ChoiceRule(choose=chosen, avoid=avoided):
            code, field = "chosen-and-avoided", "choose"
        case s.BidRule(play=chosen, without=avoided):
            code, field = "played-and-kept", "play"
        case _:
            return
    for number, wish in enumerate(chosen):
        if wish in avoided:
            yield warn(code, f"{where}.{field}[{number}]", wish=wish)


def _as_things_stand(where: str, rule: s.BidRule, view: View, edition: Edition) -> Iterator[Refusal]:
    """Cards that are not in hand, and limits that no card keeps."""
    seat = view.seat or ""
    for number, wish in enumerate(rule.play):
        for card in wish.split():
            if card in edition.influence and card not in view.hand:
                yield warn("card-not-in-hand", f"{where}.play[{number}]", card=card)
    if isinstance(rule.up_to, int) and view.hand and rule.play and not rule.kneel:
        least = min(total_with(view.board, edition, seat, card) for card in set(view.hand))
        if least > rule.up_to:
            yield warn("no-card-fits-now", f"{where}.up-to", limit=rule.up_to)
