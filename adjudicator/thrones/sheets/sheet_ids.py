"""Every id in a sheet with its place and sort, and which of them the edition does not know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.instructions.wishes import ANY_OF
from adjudicator.thrones.sheets.name_book import AUCTION, NameBook, name_book
from adjudicator.thrones.sheets.sheet_marches import STAYS
from adjudicator.thrones.sheets.sheet_reading import conditions_of, rules, sums_of
from adjudicator.thrones.state.edition import Edition

_LADDER = ("strongest", "weakest")
_WEIGHED = (*_LADDER, "enough", "likely", "best")
_SIDES = ("me", "nobody", "attacker", "defender", s.WHOEVER)
_STATES = ("empty", "neutral", "uncontrolled", "mine", "enemy", "opponent")
_ANYONE = ("any", "me", "enemy", "opponent")
_HERSELF = ("me", "opponent")
_CHOICES = (
    "choice",
    "area",
    "track",
    "card",
    "order",
    "type",
    "auction",
    "house",
    "unit",
    "deck",
    "westeros",
    "leader",
    "tactic",
    "alliance",
    "ally",
)
_ASKING = ("card", "westeros", "wildling", "badge", "area", "house", "track", "loan", "tactic", "alliance", "leader")


# What rules ask.
BY_RULES = ("port", "support", "consolidate-power", "tactics", "activate", "hostage", "negotiation")


class Mention(NamedTuple):
    """An id at a place; `sorts` are what it may be, `also` words that are allowed besides."""

    where: str
    text: str
    sorts: tuple[str, ...]
    also: tuple[str, ...] = ()


def _all(where: str, texts: Iterable[str], sort: str, *also: str) -> Iterator[Mention]:
    for text in texts:
        yield Mention(where, text, (sort,), also)


def _battle(where: str, rule: s.BattleRule) -> Iterator[Mention]:
    yield from _all(f"{where}.opponents", rule.opponents, "house")
    yield from _all(f"{where}.battles", rule.battles, "area")


def _card_rule(where: str, rule: s.CardRule) -> Iterator[Mention]:
    yield from _battle(where, rule)
    yield from _all(f"{where}.cards", rule.cards, "card", *_WEIGHED)
    yield from _all(f"{where}.exclude", rule.exclude, "card")


def _avoid(where: str, rule: s.AvoidRule) -> Iterator[Mention]:
    yield from _battle(where, rule)
    yield from _all(f"{where}.cards", rule.cards, "card")


def _raven(where: str, rule: s.RavenRule) -> Iterator[Mention]:
    yield from _all(f"{where}.area", [rule.area] if rule.area else [], "area")
    yield from _all(f"{where}.order", [rule.order] if rule.order else [], "order")


def _wish(where: str, rule: s.Wish) -> Iterator[Mention]:
    for name in ("take", "prefer", "avoid"):
        yield from _all(f"{where}.{name}", getattr(rule, name), "area", *ANY_OF)
    yield from _all(f"{where}.origins", rule.origins, "area")
    yield from _all(f"{where}.stay", rule.stay, "area")


def _plan(where: str, rule: s.MarchPlan) -> Iterator[Mention]:
    for number, move in enumerate(rule.moves):
        place = f"{where}.moves[{number}]"
        yield Mention(f"{place}.to", move.to, ("area",))
        yield from _all(f"{place}.units", move.units if isinstance(move.units, dict) else (), "unit")
        yield from _all(f"{place}.keep", move.keep, "unit")
    yield from _all(f"{where}.leaders", rule.leaders, "leader")
    yield from _all(f"{where}.leaders", rule.leaders.values(), "area", STAYS)


def _support(where: str, rule: s.SupportRule) -> Iterator[Mention]:
    yield Mention(f"{where}.whom", rule.whom, ("house",), _SIDES)
    yield from _all(f"{where}.areas", rule.areas, "area")
    yield from _all(f"{where}.battles", rule.battles, "area")
    yield from _all(f"{where}.against", rule.against, "house")


def _raid(where: str, rule: s.RaidRule) -> Iterator[Mention]:
    for text in rule.targets:
        yield Mention(f"{where}.targets", text, ("area", "house"), (s.ANY_TARGET,))
    for text in rule.types:
        yield Mention(f"{where}.types", text, ("type", "order"))


def _take_back(where: str, rule: s.TakeBackRule) -> Iterator[Mention]:
    yield from _all(f"{where}.cards", rule.cards, "card", *_LADDER)
    yield from _all(f"{where}.because", rule.because, "card", AUCTION)


def _remove(where: str, rule: s.RemoveOrderRule) -> Iterator[Mention]:
    yield from _all(f"{where}.areas", rule.areas, "area")
    yield from _all(f"{where}.owners", rule.owners, "house", *_HERSELF)
    for text in rule.types:
        yield Mention(f"{where}.types", text, ("type", "order"))


def _loss(where: str, rule: s.LossRule) -> Iterator[Mention]:
    yield from _all(f"{where}.areas", rule.areas, "area")
    yield from _all(f"{where}.units", rule.units, "unit")


def _retreat(where: str, rule: s.RetreatRule) -> Iterator[Mention]:
    yield from _all(f"{where}.areas", rule.areas, "area", s.HOME, s.SAFEST)
    yield from _all(f"{where}.battles", rule.battles, "area")


def _tie(where: str, rule: s.TieRule) -> Iterator[Mention]:
    yield from _all(f"{where}.houses", rule.houses, "house", "me")
    yield from _all(f"{where}.auctions", rule.auctions, "auction")


def _muster(where: str, rule: s.MusterRule) -> Iterator[Mention]:
    for number, want in enumerate(rule.wants):
        yield Mention(f"{where}.wants[{number}].unit", want.unit, ("unit",))
        yield from _all(f"{where}.wants[{number}].at", [want.at] if want.at else [], "area")


def _choice(where: str, rule: s.ChoiceRule) -> Iterator[Mention]:
    for text in rule.pick:
        if not text.isdecimal():
            yield Mention(f"{where}.pick", text, _CHOICES)


def _loan(where: str, rule: s.LoanRule) -> Iterator[Mention]:
    yield from _all(f"{where}.loan", [rule.loan] if rule.loan else [], "loan")
    yield from _all(f"{where}.areas", rule.areas, "area")
    yield from _all(f"{where}.units", rule.units, "unit")
    for text in rule.pick:
        yield Mention(f"{where}.pick", text, _CHOICES)


def _troops(where: str, rule: s.TroopsRule) -> Iterator[Mention]:
    yield from _all(f"{where}.area", [rule.area] if rule.area else [], "area")
    yield from _all(f"{where}.to", [rule.to] if rule.to else [], "area")
    yield from _all(f"{where}.units", rule.units, "unit")
    yield from _all(f"{where}.because", [rule.because] if rule.because else [], "tactic")


def _offer(where: str, rule: s.OfferRule | s.ReplyRule) -> Iterator[Mention]:
    others = rule.holders if isinstance(rule, s.OfferRule) else rule.offerers
    yield from _all(f"{where}.{'holders' if isinstance(rule, s.OfferRule) else 'offerers'}", others, "house")
    yield from _all(f"{where}.leaders", rule.leaders, "leader")
    yield from _all(f"{where}.hostages", rule.hostages, "leader")


def _vassal_order(where: str, rule: s.VassalOrder) -> Iterator[Mention]:
    yield from _all(f"{where}.area", [rule.area] if rule.area else [], "area")
    yield Mention(f"{where}.order", rule.order, ("order",), (NO_ORDER,))


def _steward(where: str, rule: s.StewardRule) -> Iterator[Mention]:
    yield from _all(f"{where}.never_empty", rule.never_empty, "area")
    yield from _all(f"{where}.never_attack", rule.never_attack, "house")
    foes = [foe for foe in rule.may_attack if foe not in (s.ANYBODY, s.NOBODY, s.ATTACKERS)]
    yield from _all(f"{where}.may_attack", foes, "house")
    yield from _all(f"{where}.never_play", rule.never_play, "card")


_RULES: dict[type[s.Rule], Callable[[str, Any], Iterator[Mention]]] = {
    s.CardRule: _card_rule,
    s.AvoidRule: _avoid,
    s.RavenRule: _raven,
    s.RaidRule: _raid,
    s.MarchPlan: _plan,
    s.Wish: _wish,
    s.SupportRule: _support,
    s.TakeBackRule: _take_back,
    s.RemoveOrderRule: _remove,
    s.DiscardRule: lambda where, rule: _all(f"{where}.cards", rule.cards, "card", *_LADDER),
    s.LossRule: _loss,
    s.RetreatRule: _retreat,
    s.TieRule: _tie,
    s.MusterRule: _muster,
    s.KnightRule: lambda where, rule: _all(f"{where}.areas", rule.areas, "area"),
    s.ChoiceRule: _choice,
    s.LoanRule: _loan,
    s.ClaimRule: lambda where, rule: _all(f"{where}.pick", rule.pick, "house", PASS),
    s.VassalOrder: _vassal_order,
    s.TroopsRule: _troops,
    s.OfferRule: _offer,
    s.ReplyRule: _offer,
    s.StewardRule: _steward,
}

_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "area": (("area",), ()),
    "unit": (("unit",), ("",)),
    "track": (("track",), ()),
    "auction": (("auction",), ()),
    "badge": (("badge",), ()),
    "order": (("type", "order"), ("order", "special", "raidable")),
    "leader": (("leader",), ()),
    "tactic": (("tactic",), ()),
    "alliance": (("alliance",), ()),
    "ally": (("ally",), ()),
}
_SPECIAL: dict[tuple[type[Any], str], tuple[tuple[str, ...], tuple[str, ...]]] = {
    (c.AreaIs, "what"): (("house",), _STATES),
    (c.Banned, "what"): (("ban",), ()),
    (c.Revealed, "card"): (("westeros",), ()),
    (c.OrdersLying, "who"): (("house",), (*_ANYONE, "others")),
    (c.Did, "whom"): (("house",), _ANYONE),
    (c.Commands, "vassal"): (("house",), ()),
    (c.Holding, "who"): (("house",), (*_ANYONE, "others", "best-other")),
}


def _parts(where: str, parts: Iterable[c.Condition | c.Term]) -> Iterator[Mention]:
    for part in parts:
        for name in part.__struct_fields__:
            known = _SPECIAL.get((type(part), name)) or _FIELDS.get(name)
            if name == "who" and known is None:
                known = (("house",), _ANYONE)
            elif name == "card" and known is None:
                known = (("card",), ())
            if known is not None:
                yield Mention(where, getattr(part, name), *known)


def _sections(part: s.Sheet | s.VassalSheet, prefix: str = "") -> Iterator[Mention]:
    """Ids that are keys in a sheet, or in a vassal's part of it."""
    sections: tuple[tuple[str, s.Raids | s.Marches | s.Muster], ...]
    sections = (("raids", part.raids), ("marches", part.marches), ("muster", part.muster))
    for name, section in sections:
        yield from _all(f"{prefix}{name}.sequence", section.sequence, "area")
        yield from _all(f"{prefix}{name}", section.areas, "area")
    for asking in part.choices:
        yield Mention(f"{prefix}choices", asking, _ASKING, BY_RULES)


def mentions(sheet: s.Sheet) -> Iterator[Mention]:
    """Every id of a sheet, with its place."""
    yield from _all("orders", sheet.orders, "area")
    for area, order in sheet.orders.items():
        yield from _all(f"orders.{area}", s.wishes_of(order), "order", NO_ORDER)
    yield from _sections(sheet)
    yield from _all("bids", sheet.bids, "auction")
    for house, part in sheet.vassals.items():
        yield Mention("vassals", house, ("house",), (s.ANY_VASSAL,))
        yield from _sections(part, f"vassals.{house}.")
    for where, rule in rules(sheet):
        if type(rule) in _RULES:
            yield from _RULES[type(rule)](where, rule)
    for where, condition in conditions_of(sheet):
        yield from _parts(where if where.endswith("marches.stop") else f"{where}.when", c.parts(condition))
    for where, amount in sums_of(sheet):
        yield from _parts(where, (share.term for share in amount.of))


def unknown_ids(sheet: s.Sheet, edition: Edition) -> Iterator[Refusal]:
    """Every id that the edition does not know, each place once, with the nearest legal word, which is looked for when
    the refusal is taken."""
    book = name_book(edition)
    known = {sort: set(book.known([sort])) for sort in book.sorts}
    told: set[tuple[str, str]] = set()
    for mention in mentions(sheet):
        if mention.text in mention.also or any(mention.text in known[sort] for sort in mention.sorts):
            continue
        if (mention.where, mention.text) not in told:
            told.add((mention.where, mention.text))
            yield _refuse(mention, book)


def _refuse(mention: Mention, book: NameBook) -> Refusal:
    hint = book.hint(mention.text, mention.sorts, [word for word in mention.also if word])
    return Refusal(
        f"unknown-{mention.sorts[0]}", f'there is no {mention.sorts[0]} "{mention.text}"{hint}', mention.where
    )
