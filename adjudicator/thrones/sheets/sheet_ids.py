"""Every id in a sheet with its place and sort, and which of them the edition does not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules.vassals import PASS
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.instructions.wishes import ANY_OF
from adjudicator.thrones.sheets.name_book import AUCTION, NameBook, name_book
from adjudicator.thrones.sheets.sheet_reading import conditions_of, rules, sums_of
from adjudicator.thrones.state.edition import Edition

_LADDER = ("strongest", "weakest")
_WEIGHED = (*_LADDER, "enough", "likely", "best")
_SIDES = ("me", "nobody", "attacker", "defender", s.WHOEVER)
_STATES = ("empty", "neutral", "uncontrolled", "mine", "enemy", "opponent")
_ANYONE = ("any", "me", "enemy", "opponent")
_HERSELF = ("me", "opponent")
_CHOICES = (
    *("choice", "area", "track", "card", "order", "type", "auction", "house", "unit", "deck", "westeros", "leader"),
    *("tactic", "alliance", "ally"),
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


class _Names(NamedTuple):
    """What the names in a field may be: their sorts, and words besides; what the values of a mapping may be; whether
    numbers are meant as they are."""

    sorts: tuple[str, ...]
    also: tuple[str, ...] = ()
    values: _Names | None = None
    numbers: bool = False


def _all(where: str, texts: Iterable[str], names: _Names) -> Iterator[Mention]:
    for text in texts:
        if not (names.numbers and text.isdecimal()):
            yield Mention(where, text, names.sorts, names.also)


_AREA, _HOUSE, _UNIT, _CARD, _LEADER = (_Names((sort,)) for sort in ("area", "house", "unit", "card", "leader"))
# An area that need not be named, and areas of wishes.
_ANY_AREA, _WISHED = _Names(("area",), ("",)), _Names(("area",), tuple(ANY_OF))
_ORDERS, _LADDERED = _Names(("type", "order")), _Names(("card",), _LADDER)
_PICKS, _BATTLE = _Names(_CHOICES), {"opponents": _HOUSE, "battles": _AREA}
# What the fields of rules name, and of the rows in them.
_RULES: Mapping[type[s.Entry], Mapping[str, _Names]] = {
    s.CardRule: {**_BATTLE, "cards": _Names(("card",), _WEIGHED), "exclude": _CARD},
    s.AvoidRule: {**_BATTLE, "cards": _CARD},
    s.RavenRule: {"area": _ANY_AREA, "order": _Names(("order",), ("",))},
    s.RaidRule: {"targets": _Names(("area", "house"), (s.ANY_TARGET,)), "types": _ORDERS},
    s.MarchPlan: {"leaders": _Names(("leader",), (), _Names(("area",), (s.STAYS,)))},
    s.Move: {"to": _AREA, "units": _UNIT, "keep": _UNIT},
    s.Wish: {"take": _WISHED, "prefer": _WISHED, "avoid": _WISHED, "origins": _AREA, "stay": _AREA},
    s.SupportRule: {"whom": _Names(("house",), _SIDES), "areas": _AREA, "battles": _AREA, "against": _HOUSE},
    s.TakeBackRule: {"cards": _LADDERED, "because": _Names(("card",), (AUCTION,))},
    s.RemoveOrderRule: {"areas": _AREA, "owners": _Names(("house",), _HERSELF), "types": _ORDERS},
    s.DiscardRule: {"cards": _LADDERED},
    s.LossRule: {"areas": _AREA, "units": _UNIT},
    s.RetreatRule: {"areas": _Names(("area",), (s.HOME, s.SAFEST)), "battles": _AREA},
    s.TieRule: {"houses": _Names(("house",), ("me",)), "auctions": _Names(("auction",))},
    s.Want: {"unit": _UNIT, "at": _ANY_AREA},
    s.KnightRule: {"areas": _AREA},
    s.ChoiceRule: {"pick": _Names(_CHOICES, numbers=True)},
    s.LoanRule: {"loan": _Names(("loan",), ("",)), "areas": _AREA, "units": _UNIT, "pick": _PICKS},
    s.ClaimRule: {"pick": _Names(("house",), (PASS,))},
    s.VassalOrder: {"area": _ANY_AREA, "order": _Names(("order",), (NO_ORDER,))},
    s.TroopsRule: {"area": _ANY_AREA, "to": _ANY_AREA, "units": _UNIT, "because": _Names(("tactic",), ("",))},
    s.OfferRule: {"holders": _HOUSE, "leaders": _LEADER, "hostages": _LEADER},
    s.ReplyRule: {"offerers": _HOUSE, "leaders": _LEADER, "hostages": _LEADER},
    s.StewardRule: {
        "never_empty": _AREA,
        "never_attack": _HOUSE,
        "may_attack": _Names(("house",), (s.ANYBODY, s.NOBODY, s.ATTACKERS)),
        "never_play": _CARD,
    },
}


def _rule(where: str, rule: s.Entry) -> Iterator[Mention]:
    """What a rule names, and the rows in it."""
    for field in ("moves", "wants"):
        for number, row in enumerate(getattr(rule, field, ())):
            yield from _rule(f"{where}.{field}[{number}]", row)
    for field, names in _RULES.get(type(rule), {}).items():
        value = getattr(rule, field)
        if isinstance(value, str):
            # Units of a move may be all, or the rest.
            value = () if field == "units" else (value,)
        yield from _all(f"{where}.{field}", value or (), names)
        if names.values is not None:
            yield from _all(f"{where}.{field}", value.values(), names.values)


_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{sort: ((sort,), ()) for sort in ("area", "track", "auction", "badge", "leader", "tactic", "alliance", "ally")},
    "unit": (("unit",), ("",)),
    "order": (("type", "order"), ("order", "special", "raidable")),
    "who": (("house",), _ANYONE),
    "card": (("card",), ()),
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
            if known is not None:
                yield Mention(where, getattr(part, name), *known)


def _sections(part: s.Sheet | s.VassalSheet, prefix: str = "") -> Iterator[Mention]:
    """Ids that are keys in a sheet, or in a vassal's part of it."""
    sections: tuple[tuple[str, s.Raids | s.Marches | s.Muster], ...]
    sections = (("raids", part.raids), ("marches", part.marches), ("muster", part.muster))
    for name, section in sections:
        yield from _all(f"{prefix}{name}.sequence", section.sequence, _AREA)
        yield from _all(f"{prefix}{name}", section.areas, _AREA)
    for asking in part.choices:
        yield Mention(f"{prefix}choices", asking, _ASKING, BY_RULES)


def mentions(sheet: s.Sheet) -> Iterator[Mention]:
    """Every id of a sheet, with its place."""
    yield from _all("orders", sheet.orders, _AREA)
    for area, order in sheet.orders.items():
        yield from _all(f"orders.{area}", s.wishes_of(order), _Names(("order",), (NO_ORDER,)))
    yield from _sections(sheet)
    yield from _all("bids", sheet.bids, _Names(("auction",)))
    for house, part in sheet.vassals.items():
        yield Mention("vassals", house, ("house",), (s.ANY_VASSAL,))
        yield from _sections(part, f"vassals.{house}.")
    for where, rule in rules(sheet):
        yield from _rule(where, rule)
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
