"""Clauses of orders by the roles of their words: area, order, units, goal.

In whatever order they stand, they are put as documented: area, order, goal, units. What has no role makes no clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from narration.notation.free_order import SUPPORT
from narration.notation.free_words import (
    PAIRS,
    SEAS,
    Item,
    Tagger,
    idle,
    make_item,
)
from narration.notation.grammar import Statement
from narration.notation.words import LISTS, MIN_BEGINNING, spelt

# Words that lead to an area or a unit.
_LEADS = LISTS["from"] | LISTS["towards"] | LISTS["at"] | LISTS["with"] | LISTS["of"] | {"by", "using", "out", "out of"}
_WITH = LISTS["from"] - LISTS["of"] | {"with", "con", "by", "using"}
# Signs between clauses.
_ENDS = frozenset(",;:|(/")
# Letters of a shortened word.
MAX_STEM = 5
# Units or areas that are `both`.
PAIR = 2
# What cards do in a battle, and words between cards.
_ROLES = {"attacker": re.compile("att|atac|assal"), "defender": re.compile("def|dif")}
_OR = LISTS["or"] | {"|"}
_LINKS = _OR | LISTS["articles"] | {",", "else"}
# Between areas of which the same is said.
_LISTED = LISTS["both"] | LISTS["articles"] | {",", "both"}
_NUMBER = re.compile(r"[+-][0-3]")
_COUNTS = frozenset(("all", "rest"))


class Place(NamedTuple):
    """An area of a clause, the word that leads to it, and its place."""

    area: Item
    lead: str
    at: int


def supports(items: Sequence[Item], units: Mapping[str, Mapping[str, int]]) -> list[Item]:
    """Put clauses of support in order, such as `support Myr with Pentos`.
    What is supported is named behind the order; of a battle elsewhere nothing is left."""
    at = next((at for at, item in enumerate(items) if item.only("order-type") == SUPPORT), len(items))
    end = next((end for end in range(at, len(items)) if items[end].spelt in _ENDS), len(items))
    rest = [item for item in items[at + 1 : end] if item.ids or not idle(item) or item.spelt in _LEADS]
    if at == len(items):
        return list(items)
    more = [*items[end : end + 1], *supports(items[end + 1 :], units)]
    article = items[at + 1].spelt in LISTS["articles"] | LISTS["for"] if at + 1 < len(items) else False
    areas = [place for place, item in enumerate(rest) if item.only("area")]
    battle = article and any("order-type" in item.ids for item in rest)
    if (
        battle
        and len(areas) == 1
        and all(item.ids.keys() & {"area", "order-type"} or item.spelt in _LEADS for item in rest)
    ):
        own = [rest[place] for place in areas if rest[place].only("area") in units]
        return [*items[: at + 1], *own, *more]
    first = all(map(idle, items[:at]))
    if (
        first
        and [item.ids.keys() >= {"area"} or item.spelt in _WITH for item in rest] == [True] * 3
        and areas == [0, 2]
    ):
        return [*items[:at], rest[2], items[at], rest[0], *more]
    return [*items[:end], *more]


def each_supporter(items: Sequence[Item], units: Mapping[str, Mapping[str, int]]) -> list[Item]:
    """Repeat what is supported for each own area before it: `A and B support me`."""
    at = next((at for at, item in enumerate(items) if item.only("order-type") == SUPPORT), len(items))
    end = next((end for end in range(at, len(items)) if items[end].spelt in _ENDS), len(items))
    begin = at
    while begin and (items[begin - 1].only("area") in units or items[begin - 1].spelt in _LISTED):
        begin -= 1
    areas = [item for item in items[begin:at] if item.ids]
    if len(areas) < PAIR or at + 1 >= end:
        return list(items)
    clauses = [word for area in areas for word in (make_item(","), area, *items[at:end])]
    return [*items[:begin], *clauses[1:], *each_supporter(items[end:], units)]


def each_sea(items: Sequence[Item], units: Mapping[str, Mapping[str, int]]) -> list[Item]:
    """Name the seas with own ships for `both seas`, unless others are counted."""
    seas = [area for area, troop in units.items() if {*troop} == {"ship"} and not area.startswith("port-of-")]
    ready: list[Item] = []
    for item in items:
        if item.ids or item.spelt not in SEAS:
            ready.append(item)
            continue
        counted = ready[-1].spelt if ready else ""
        if counted.isdecimal() and int(counted) != len(seas) or counted in PAIRS and len(seas) != PAIR:
            return list(items)
        while ready and (ready[-1].spelt in PAIRS | LISTS["articles"] | {"all", "my"} or ready[-1].spelt.isdecimal()):
            ready.pop()
        ready += [word for area in seas for word in (make_item("and"), make_item(area, area=area))][1:]
    return ready


def in_roles(items: Sequence[Item], units: Mapping[str, Mapping[str, int]]) -> list[Item]:
    """Return area, order, goal and units in this order; empty if a word has no role.
    `units` are those in own areas."""
    places: list[Place] = []
    orders: list[Item] = []
    troops: list[Item] = []
    lead, stays = "", False
    for at, item in enumerate(items):
        if not item.ids and (item.spelt in _ENDS or item.spelt in "-=>"):
            return []
        if "order-type" in item.ids:
            orders.append(item)
        elif "area" in item.ids:
            places.append(Place(item, lead, at))
        elif "unit" in item.ids or item.spelt in _COUNTS or item.spelt.isdecimal():
            troops += [make_item("and")] * (bool(troops) and not troops[-1].spelt.isdecimal()) + [item]
        elif item.spelt == "stays":
            stays = True
        elif not idle(item) and item.spelt not in _LEADS:
            return []
        if item.ids or item.spelt not in LISTS["articles"] - LISTS["towards"]:
            lead = item.spelt if item.spelt in _LEADS and not item.ids else ""
    if len(orders) != 1 or stays and orders[0].only("order-type") in ("march", "raid"):
        return []
    return _placed(places, orders[0], troops, units)


def _placed(
    places: Sequence[Place], order: Item, troops: list[Item], units: Mapping[str, Mapping[str, int]]
) -> list[Item]:
    """Return the order at the only own area it may be for, with its goal; or nothing."""
    own = [place for place in places if place.area.only("area") in units]
    led = [place for place in own if place.lead in LISTS["from"] | LISTS["with"] | {"by", "out", "out of"}]
    plain = [place for place in own if place.lead not in LISTS["towards"]]
    origin = next((way[0] for way in (led, plain, own) if len(way) == 1), None)
    others = [place for place in places if place is not origin]
    if origin is None or len(others) > 1:
        return []
    goal = others[0] if others else None
    planned = origin.lead in LISTS["from"] | {"out", "out of"} and not any(map(str.isdigit, order.spelt))
    # `march from Pyke` tells the march of an order that lies.
    clause = [order, make_item("from"), origin.area] if planned else [origin.area, order]
    goes = order.only("order-type") == "march"
    if goal is None:
        return [] if troops and goes else clause
    if order.only("order-type") == SUPPORT:
        return [] if troops else [*clause, goal.area] if goal in own else clause
    if goal in own and goal.lead not in LISTS["towards"]:
        return []
    return [*clause, *([make_item("to")] if goes else []), goal.area, *(troops if goes else ())]


def cards_in_roles(items: Sequence[Item]) -> list[Item]:
    """Say what cards are for as documented: `Ned attacks`, `..., else Roose`."""
    ready: list[Item] = []
    for item, after in pairwise([*items, make_item(",")]):
        ends = not after.ids and (after.spelt in _ENDS or after.spelt in LISTS["both"] or after.spelt in _OR)
        role = next((role for role, verb in _ROLES.items() if verb.match(item.spelt)), "")
        if role and ends and "order-type" in item.ids and ready and {*ready[-1].ids} == {"card"}:
            ready.append(make_item(role))
            continue
        links: list[str] = []
        while "card" in item.ids and ends and ready and ready[-1].spelt in _LINKS:
            links.append(ready.pop().spelt)
        in_role = any(word.spelt in _ROLES for word in ready)
        if in_role and _OR.intersection(links) and "card" in ready[-1].ids:
            ready += [make_item(","), item]
        elif in_role and "else" in links:
            ready += [make_item(","), item, make_item("card")]
        else:
            ready += [*map(make_item, reversed(links)), item]
    return ready


def possessive_item(item: Item, statement: Statement) -> Item:
    meant = "leader" in item.ids and item.ids.keys().isdisjoint(statement.name_sorts)
    of = f"of-{item.of(('leader',))[0]}" if meant else ""
    return make_item(of, of=of) if of else item


def begins_entry(items: Sequence[Item], at: int) -> bool:
    """Whether a name before a colon begins a new entry: not all before it are areas."""
    colon = at + 1 < len(items) and items[at + 1].spelt == ":"
    return colon and not all(idle(item) or "area" in item.ids for item in items[:at])


class Roles(Tagger):
    """Puts orders and their numbers together."""

    def _tag(self, sentence: str) -> list[Item]:
        """Return a sentence's words; names, and orders with numbers, are put together."""
        return self._number_orders(cards_in_roles(self._name_ports(super()._tag(sentence))))

    def _name_ports(self, items: Sequence[Item]) -> list[Item]:
        """Name the port of a clause's first area: `Volantis: a ship in the port`."""
        ready: list[Item] = []
        area = ""
        for item in items:
            port = f"port-of-{area}"
            led = item.ids or ready and ready[-1].spelt in LISTS["at"]
            if area and led and item.spelt in LISTS["ports"] and port in self.tongue.names.spellings["area"]:
                item = Item(item.typed, item.spelt, {"area": (port,)})
            area = "" if not item.ids and item.spelt in ",;|/" else area or item.only("area")
            ready.append(item)
        return ready

    def _number_orders(self, items: Sequence[Item]) -> list[Item]:
        """Put orders and numbers together: `attack Pyke, march +1`."""
        ready: list[Item] = []
        bare: int | None = None
        owned, placed = 0, False
        for at, item in enumerate(items):
            kind = item.only("order-type")
            number = next(iter(_NUMBER.findall(item.spelt)), "")
            before = [word.spelt for word in ready if word.spelt not in LISTS["articles"]][-1:]
            ends = at + 1 == len(items) or not items[at + 1].spelt[:1].isalnum() or idle(items[at + 1])
            if not number and item.spelt in ("1", "2", "3") and ends and before and before[0] in LISTS["beside"]:
                number = f"+{item.spelt}" if bare is not None and not ready[bare].spelt.startswith("march") else ""
            same = bare is not None and number and kind in ("", ready[bare].ids["order-type"][0])
            if same and bare is not None and (order := self._numbered(ready[bare], number)):
                ready[bare], bare = order, None
                while ready[-1].spelt in ("(", ",", "with", "using", "the"):
                    ready.pop()
                continue
            aims = before and before[0] in LISTS["towards"]
            if not item.ids and item.spelt in _ENDS:
                owned = 0
            if kind:
                bare, placed = None if any(map(str.isdigit, item.spelt)) else len(ready), owned > 0
            elif "area" in item.ids and not aims and self.seat.own.issuperset(item.ids["area"]):
                owned += 1
                bare, placed = (None if placed else bare), True
            ready.append(item)
        return ready

    def _numbered(self, order: Item, number: str) -> Item | None:
        """An order of the kind of another, with a number, if there is one."""
        kind = order.ids["order-type"][0]
        orders = self.tongue.names.matches(f"{kind}{number}", ("order",))
        text = f"{order.spelt} {number}"
        return Item(text, text, {"order": (orders[0],), "order-type": (kind,)}) if len(orders) == 1 else None

    def _drop_dots(self, line: str) -> str:
        """Drop dots of abbreviations: `def. +1`, `Shiv. Sea`, `Dornish M. support`."""
        words = line.split()
        for at, word in enumerate(words):
            stem, ahead = spelt(word[:-1]), [*words[at + 1 : at + 2], ""][0]
            abbreviates = word.endswith(".") and 0 < len(stem) <= MAX_STEM and stem.isalpha()
            if not abbreviates or len(stem) >= MIN_BEGINNING and stem in self.lexicon.whole_words:
                continue
            before = words[at - 1] if at else ""
            orders = "order" in self.lexicon.exact.get(stem, {})
            kind = "order" in self.lexicon.exact.get(spelt(ahead.rstrip(".,;")), {})
            if ahead[:1] in ("+", "-") and ahead[1:2].isdecimal() or f"{stem} {spelt(ahead)}" in self.lexicon.exact:
                words[at] = stem
            elif self._begins_area_name(stem, spelt(ahead)) or (
                (not orders or kind and ahead.islower()) and self._begins_area_name(spelt(before), stem)
            ):
                words[at] = ""
        return line if "" not in words and words == line.split() else " ".join(filter(None, words))

    def _begins_area_name(self, word: str, stem: str) -> bool:
        """Whether two words begin an area's name, own or near: `Dornish M.`, `W. Harbor`."""
        near = self.seat.own | self.seat.near
        names = [parts[:2] for parts, ids in self.lexicon.long["area"] if len(parts) > 1 and near.intersection(ids)]
        begun = [name for name in names if word and stem and name[0].startswith(word) and name[1].startswith(stem)]
        whole = any(first == word or after == stem and len(stem) >= MIN_BEGINNING for first, after in begun)
        return whole and [word, stem] not in names
