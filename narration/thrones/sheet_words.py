"""A sheet in words, for its receipt: every section as lines, each rule with its condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.sheet import NO_ORDER
from narration.thrones.choice_words import asking_title, choice_phrase
from narration.thrones.choices import answer_phrase
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.sheet_rule_words import (
    BLADES,
    bid_words,
    card_words,
    discard_words,
    knight_words,
    loss_words,
    plan_words,
    raid_words,
    remove_words,
    retreat_words,
    steward_words,
    support_words,
    take_back_words,
    tie_words,
    wants_words,
    wish_words,
)
from narration.thrones.storm_rule_words import offer_words, reply_words, troops_words
from narration.thrones.voice import Voice
from narration.words import N_

Told = list[tuple[str, list[str]]]
CLAIMS, VASSAL, ANY = N_("Vassals to command"), N_("Vassal {house}"), N_("Any vassal")
NO_MORE, PASS_ON = N_("no more orders"), N_("none: pass the set of orders on")
LOANS, NO_LOAN, LATER, AT_MOST = N_("Loans"), N_("no loan"), N_("other orders first"), N_("for {power} at most")
TROOPS, HOSTAGES = N_("Units moved by cards"), N_("Hostages")
OCCASIONS = {
    "supply": N_("for supply"),
    "wildlings": N_("to the wildlings"),
    "casualties": N_("in battle"),
    "abandon": N_("on a retreat"),
    "kill": N_("enemy footmen, by a card"),
    "general": N_("in general"),
}
TIES = {"tracks": N_("on the tracks"), "highest": N_("as highest bidder"), "lowest": N_("as lowest bidder")}


def sheet_in_words(sheet: s.Sheet, v: Voice) -> Told:
    """The sections in which something stands, with a title and lines; last those of each vassal, under its name."""
    told = [
        (v.say("Orders"), _orders(sheet.orders, v)),
        (v.say("Raven"), list(_ruled(sheet.raven, _raven, v))),
        *_shared(sheet, v),
        (v.say("Card texts"), _texts(sheet.texts, v)),
        (v.say("Bids"), list(_bids(sheet.bids, v))),
        (v.say("Ties"), _named(sheet.ties, TIES, tie_words, v)),
        (v.say(LOANS), list(_ruled(sheet.loans, _loan, v))),
        (v.say(TROOPS), list(_ruled(sheet.troops, troops_words, v))),
        (v.say(HOSTAGES), _hostages(sheet.hostages, v)),
        (v.say("Direct answers"), [answer_phrase(_plain(answer), v) for answer in sheet.answers.values()]),
        (v.say(CLAIMS), list(_ruled(sheet.claims, _claim, v))),
        *(pair for house, part in sheet.vassals.items() for pair in _vassal(house, part, v)),
        (v.say("Left to the bot"), list(_ruled(sheet.steward, steward_words, v))),
    ]
    return [(title, lines) for title, lines in told if lines]


def _shared(part: s.Sheet | s.VassalSheet, v: Voice) -> Told:
    """What a house's own sheet and a vassal's part have alike."""
    return [
        (v.say("Raids"), [*_sequence(part.raids.sequence, v), *_by_area(part.raids.areas, raid_words, v)]),
        (v.say("Marches"), _marches(part.marches, v)),
        (v.say("Support"), list(_ruled(part.support, support_words, v))),
        (v.say("Cards"), _cards(part.cards, v)),
        (v.say("Blade"), list(_ruled(part.blade, lambda rule, v: v.say(BLADES[rule.use]), v))),
        (v.say("Losses"), _named(part.losses, OCCASIONS, loss_words, v)),
        (v.say("Retreat"), list(_ruled(part.retreat, retreat_words, v))),
        (v.say("Muster"), [*_sequence(part.muster.sequence, v), *_by_area(part.muster.areas, wants_words, v)]),
        (v.say("Choices"), _choices(part.choices, v)),
    ]


def _vassal(house: str, part: s.VassalSheet, v: Voice) -> Told:
    """`Vassal Tyrell: Marches` and the like."""
    name = v.say(ANY) if house == s.ANY_VASSAL else v.say(VASSAL, house=v.house(house))
    sections = [(v.say("Orders"), list(_ruled(part.orders, _vassal_order, v))), *_shared(part, v)]
    return [(f"{name}: {title}", lines) for title, lines in sections]


def _vassal_order(rule: s.VassalOrder, v: Voice) -> str:
    if not rule.area:
        return v.say(NO_MORE) if rule.order == NO_ORDER else v.order(rule.order)
    return f"{v.area(rule.area)}: {_order(rule.order, v)}"


def _claim(rule: s.ClaimRule, v: Voice) -> str:
    return v.say(", else ").join(v.say(PASS_ON) if one == PASS else v.house(one) for one in rule.pick)


def condition_words(condition: Condition | None, v: Voice) -> str:
    """A condition in words; empty for none."""
    return CONDITIONS.tell(condition, v) if condition is not None else ""


def _plain(answer: object) -> Mapping[str, object]:
    import msgspec

    found: Mapping[str, object] = msgspec.to_builtins(answer)
    return found


def _order(order: str, v: Voice) -> str:
    return v.say("no order") if order == NO_ORDER else v.order(order)


def _orders(orders: Mapping[str, s.Order], v: Voice) -> list[str]:
    wishes = ((area, s.wishes_of(order)) for area, order in orders.items())
    return [
        f"{v.area(area)}: {v.say(', else ').join(_order(one, v) for one in liked)}" for area, liked in wishes if liked
    ]


def _when(rule: s.Rule, text: str, v: Voice) -> str:
    return CONDITIONS.rule(rule.when, text, v)


def _ruled(rules: Iterable[s.Rule], words: Callable[..., str], v: Voice) -> Iterator[str]:
    for rule in rules:
        yield _when(rule, words(rule, v), v)


def _by_area(areas: Mapping[str, Iterable[s.Rule]], words: Callable[..., str], v: Voice) -> Iterator[str]:
    for area, rules in areas.items():
        for line in _ruled(rules, words, v):
            yield f"{v.area(area)}: {line}"


def _sequence(areas: tuple[str, ...], v: Voice) -> Iterator[str]:
    if areas:
        yield v.say("In this order: {areas}", areas=", ".join(v.area(area) for area in areas))


def _choices(choices: Mapping[str, Iterable[s.ChoiceRule]], v: Voice) -> list[str]:
    lines = []
    for asking, rules in choices.items():
        for rule in rules:
            wishes = v.say(", else ").join(choice_phrase(one, v, asking) for one in rule.pick)
            lines.append(f"{asking_title(asking, v)}: {_when(rule, wishes, v)}")
    return lines


def _loan(rule: s.LoanRule, v: Voice) -> str:
    if not rule.loan:
        return v.say(LATER if rule.wait else NO_LOAN)
    parts = [v.card(rule.loan)]
    if rule.most < s.LoanRule().most:
        parts.append(v.say(AT_MOST, power=v.power(rule.most)))
    parts += [v.areas(rule.areas)] if rule.areas else []
    parts += [", ".join(choice_phrase(one, v, rule.loan) for one in rule.pick)] if rule.pick else []
    return "; ".join(parts)


def _hostages(part: s.Hostages, v: Voice) -> list[str]:
    return [*_ruled(part.offers, offer_words, v), *_ruled(part.replies, reply_words, v)]


def _raven(rule: s.RavenRule, v: Voice) -> str:
    if rule.look:
        return v.say("look at the top wildling card")
    if rule.area is None or rule.order is None:
        return v.say("look on")
    return v.say("{order} in {area}", order=v.order(rule.order), area=v.area(rule.area))


def _marches(marches: s.Marches, v: Voice) -> list[str]:
    lines = [*_sequence(marches.sequence, v), *_by_area(marches.areas, plan_words, v)]
    lines += _ruled(marches.wishes, wish_words, v)
    if marches.stop is not None:
        lines.append(v.say("No more marches once {condition}", condition=condition_words(marches.stop, v)))
    return lines


def _cards(cards: s.Cards, v: Voice) -> list[str]:
    avoid = (v.say("avoid {rule}", rule=line) for line in _ruled(cards.avoid, card_words, v))
    return [*_ruled(cards.rules, card_words, v), *avoid]


def _texts(texts: s.Texts, v: Voice) -> list[str]:
    return [
        *_ruled(texts.take_back, take_back_words, v),
        *_ruled(texts.remove_order, remove_words, v),
        *_ruled(texts.discard, discard_words, v),
        *_ruled(texts.knight, knight_words, v),
    ]


def _named(part: object, names: Mapping[str, str], words: Callable[..., str], v: Voice) -> list[str]:
    return [
        v.say("{occasion}: {rule}", occasion=v.say(title), rule=line)
        for name, title in names.items()
        for line in _ruled(getattr(part, name), words, v)
    ]


def _bids(bids: Mapping[str, Iterable[s.BidRule]], v: Voice) -> Iterator[str]:
    for auction, rules in bids.items():
        for line in _ruled(rules, bid_words, v):
            yield f"{v.track(auction)}: {line}"
