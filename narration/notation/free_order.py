"""Reordering of free-form words: conditions and numbers; units of marches counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from narration.notation.free_words import (
    ANSWERS,
    BEHIND,
    LEAVES,
    NUMBERS,
    TAKES,
    Ids,
    Item,
    idle,
    index_of_words,
    make_item,
)
from narration.notation.grammar import SeatFacts, Statement
from narration.notation.words import ELSE, IF, LISTS, is_plural

SUPPORT = "support"
COMMA = Item(",", ",", {})
# Words behind the condition, where no comma stands, that are looked at.
MAX_BEHIND = 16
# An area and its order.
MAX_ABOUT = 2
# Before what is done otherwise.
BARS = frozenset(("|", *ELSE.known))
OTHERS = "others"
_EACH = "each track"
_AND, _ME = make_item("and"), make_item("me")


def condition_last(items: Sequence[Item]) -> list[list[Item]]:
    """Return the ways to move a leading condition behind what it is for.
    The first comma ends it, or any word if there is none. Empty if no condition leads."""
    first = index_of_words(items, IF.known)
    about = [item for item in items[:first] if not (idle(item) or item.spelt in LISTS["from"])]
    if (
        first == len(items)
        or not all("area" in word.ids or "order" in word.ids for word in about)
        or len(about) > MAX_ABOUT
    ):
        return []
    until = index_of_words(items, BARS)
    comma = next((at for at in range(first, until) if items[at].spelt in (",", ":")), until)
    end = until - (items[until - 1].spelt == ",")
    ends = [comma] if comma < end else [*range(max(first + 2, end - MAX_BEHIND), end)]
    ways = [(items[at + (at == comma) : end], items[first:at]) for at in ends]
    return [
        [
            *items[: first * bool(about)],
            *main,
            *_goal_there(main, condition),
            *condition,
            *_who_else(main, items[until:]),
        ]
        for main, condition in ways
    ]


def _who_else(main: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    """Add the units that go to an alternative that names none: `else to Pyke`."""
    units = [at for at, item in enumerate(main) if "unit" in item.ids]
    if not goes(others) or not units or any("unit" in item.ids or item.spelt in ("all", "rest") for item in others):
        return [*others]
    before = main[units[0] - 1].spelt if units[0] else ""
    counted = units[0] - (NUMBERS.get(before, before).isdecimal() or before in LISTS["one"])
    return [others[0], *main[counted : units[-1] + 1], *others[1:]]


def _goal_there(main: Sequence[Item], condition: Sequence[Item]) -> list[Item]:
    """Return the destination words for "there", the area of a condition, or nothing."""
    areas = [item for item in condition if "area" in item.ids]
    words = {item.spelt for item in main}
    there = words & LISTS["there"] or condition[-1].spelt == "is empty" and any("unit" in word.ids for word in main)
    there = there or "all" in words
    return [make_item("to"), *areas] if len(areas) == 1 and there and not goes(main) else []


def goes(items: Sequence[Item]) -> bool:
    """Whether some words say to which area somebody goes."""
    return any("area" in item.ids and before.spelt in LISTS["towards"] for before, item in pairwise(items))


def _place_bracketed_order(items: list[Item]) -> list[Item]:
    """Move an order in brackets to its place: `Pyke attacks Seagard (march +1)`."""
    at = next((at for at, item in enumerate(items[:-1]) if item.spelt == "(" and "order" in items[at + 1].ids), 0)
    begin = next((place + 1 for place in range(at - 1, -1, -1) if items[place].spelt == ","), 0)
    kinds = [item.ids.get("order-type") for item in items[begin:at]]
    areas = [place for place in range(begin, at) if "area" in items[place].ids]
    if at and any(kinds):
        verbs = [place for place, kind in enumerate(kinds, begin) if kind == items[at + 1].ids["order-type"]]
        moved = [*items[: verbs[0]], items[at + 1], *items[verbs[0] + 1 : at]] if len(verbs) == 1 else items[: at + 2]
    elif len(areas) > 1:
        moved = [*items[: areas[0] + 1], items[at + 1], *items[areas[0] + 1 : at]]
    else:
        return items
    return [*moved, *_place_bracketed_order(items[at + 2 :])]


def amounts_last(items: Sequence[Item]) -> list[Item]:
    """Move numbers behind what they are for: `1 throne 2 court`."""
    spoken = [item for item in items if not idle(item)]
    lead = spoken[:1] if spoken and not (spoken[0].spelt.isdecimal() or "auction" in spoken[0].ids) else []
    rest = spoken[len(lead) :]
    pairs = list(zip(rest[::2], rest[1::2], strict=False))
    if len(pairs) < 2 or len(rest) % 2 or not all(bid.spelt.isdecimal() and "auction" in of.ids for bid, of in pairs):
        return list(items)
    return [*lead, *(word for number, auction in pairs for word in (auction, number, COMMA))][:-1]


def expand_others(items: Sequence[Item], rows: Iterable[Sequence[str]]) -> list[Item]:
    """Replace "the others" or "all tracks" by the names: `5 throne, 0 the others`."""
    named = {entry for item in items for entry in item.of(("auction",))[:1]}
    row = next((row for row in rows if named <= {*row}), ())
    result: list[Item] = []
    for at, item in enumerate(items):
        left = [entry for entry in row if item.spelt == _EACH or entry not in named]
        if at and items[at - 1].spelt == OTHERS and NUMBERS.get(item.spelt, item.spelt) == str(len(left)):
            # `the other two`
            continue
        amount = next((entry.spelt for entry in items[at + 1 : at + 2]), "")
        others = item.spelt == OTHERS or item.spelt == "rest" and (amount.isdecimal() or amount in ("nothing", "none"))
        meant = item.spelt == _EACH or others and named
        every = [word for entry in left for word in (_AND, make_item(entry, auction=entry))]
        result += every[1:] if meant and every else [item]
    return result


def normalize_unit_commas(items: Sequence[Item]) -> list[Item]:
    """Normalize commas between destinations and units: `march to Pyke, both knights`.
    One is added where some go and others do: `knight to Pyke footman to Seagard`."""
    result: list[Item] = []
    items = _place_bracketed_order([item for item in items if item.spelt != "please"])
    for at, item in enumerate(items):
        clause = next((place + 1 for place in range(at - 1, -1, -1) if items[place].spelt in (",", "(")), 0)
        before = items[clause:at]
        aims = at and "area" in items[at - 1].ids and any(word.spelt in LISTS["towards"] for word in before[-3:])
        named = any("unit" in word.ids for word in before)
        until = next((place for place in range(at + 1, len(items)) if not _counts(items[place])), len(items))
        units = any("unit" in word.ids for word in items[at + 1 : until])
        ends = until == len(items) or items[until].spelt in (",", "(", "token", "leave token", *BARS, *IF.begins)
        unit = next((place for place in range(at, min(len(items) - 1, at + 3)) if "unit" in items[place].ids), 0)
        others = unit > 0 and items[unit + 1].spelt in LISTS["towards"]
        if not (item.spelt == "," and aims and not named and units and ends):
            result += [COMMA, item] if aims and named and others and item.spelt not in LISTS["parts"] else [item]
    return result


def plurals_counted(items: Sequence[Item], units: Mapping[str, Mapping[str, int]], topic: str | None) -> list[Item]:
    """Put a number before plural units: `all footmen from Pyke to Harlaw`.
    It counts those in the last origin area named, the first behind them, or the `topic`."""
    places = {at: area for at, item in enumerate(items) if (area := item.only("area"))}
    goals = {at for at in places if at and items[at - 1].spelt in LISTS["towards"]}
    homes = {at: area for at, area in places.items() if at not in goals and area in units}
    until = index_of_words(items, IF.begins) if goals else 0
    ready: list[Item] = []
    for at, item in enumerate(items):
        before = next((entry.spelt for entry in reversed(items[:at]) if entry.spelt not in LISTS["articles"]), "")
        if at < until and "unit" in item.ids and is_plural(item.spelt) and not before.isdecimal():
            home = max((entry for entry in homes if entry < at), default=min(homes, default=-1))
            count = units.get(homes.get(home, topic or ""), {}).get(item.ids["unit"][0], 0)
            if count:
                while ready and ready[-1].spelt in ("all", *LISTS["articles"]):
                    ready.pop()
                ready.append(make_item(str(count)))
        ready.append(item)
    return ready


def _counts(item: Item) -> bool:
    """Whether a word may stand in an amount: a unit, number, article or joining word."""
    joins = item.spelt in LISTS["beside"] or item.spelt in LISTS["articles"]
    return "unit" in item.ids or item.spelt.isdecimal() or joins or item.spelt == "only"


def goal_of(items: Sequence[Item], at: int) -> str:
    """Return the destination of an item: the only area named near it, or of all.
    Empty if there is none, or several."""
    commas = [-1, *(place for place, item in enumerate(items) if item.spelt == ","), len(items)]
    begin, end = max(comma for comma in commas if comma < at), min(comma for comma in commas if comma > at)
    goals = {place: area for place, item in enumerate(items) if (area := item.only("area"))}
    beside = [goal for place, goal in goals.items() if begin < place < end] or list(goals.values())
    return beside[0] if len(beside) == 1 else ""


def only_asks(item: Item, statement: Statement, keywords: Mapping[str, Statement]) -> bool:
    """Whether words only name a statement: keyword, verb or longer name."""
    words = item.spelt.split() if "auction" in item.ids else item.ids.get("order-type", ())
    return any(keywords.get(text) is statement for text in (item.spelt, *words))


def origins(items: Sequence[Item], seat: SeatFacts) -> list[str]:
    """Return own areas whose units are said to move, or where a leader may be."""
    plain = [item for item in items if item.spelt not in LISTS["articles"] - LISTS["towards"]]
    goal = any("area" in item.ids and before.spelt in LISTS["towards"] for before, item in pairwise(plain))
    units = {unit for item in items for unit in item.of(("unit",))[:1]}
    if not goal or not (units or any("leader" in item.ids for item in items)):
        return []
    return sorted(area for area in seat.own if all(seat.units.get(area, {}).get(unit) for unit in units))


def mark_own_supported(items: Sequence[Item], own: frozenset[str]) -> list[Item]:
    """Put `me` before an own area that another one of the writer supports.
    As in `Winterfell supports Moat Cailin`; not where more is said of it, as its attack may be
    supported."""
    result: list[Item] = []
    for at, item in enumerate(items):
        before = [word for word in result if word.spelt not in LISTS["articles"] | LISTS["for"]][-2:]
        kinds = [word.of(("order-type", "area")) for word in before if len(word.spelt) > 1]
        ends = [word.spelt for word in items[at + 1 : at + 2]] in ([], [","])
        area = item.of(("area",))
        mine = not own.isdisjoint(area) and ends and kinds[1:] == [(SUPPORT,)]
        mine = mine and [word.of(("area",)) for word in items].count(area) == 1
        result += [_ME, item] if mine and not own.isdisjoint(kinds[0]) else [item]
    return result


def strip_filler_end(items: Sequence[Item]) -> Sequence[Item]:
    """Return words without the signs and filler at their end."""
    end = len(items)
    while end and (items[end - 1].spelt in LISTS["signs"] or idle(items[end - 1])):
        end -= 1
    return items[:end]


# What words are, a letter each: u unit, n number, o others, d leader, s stays, z the rest stays, l leave, w without,
# q nobody, b behind, r all, t to, g area, j and, c comma, p if, k token, x something else; others say nothing.
_UNITS = "(?:n?u|n)"
_SOME = f"(?:(?:dj)*o?{_UNITS}(?:j(?:{_UNITS}|d))*|o|q)"
_STAY = re.compile(f"[cj]?(?:w?l+{_SOME}s?b*|(?<=r)w{_UNITS}b*|(?<![tgwnp]){_SOME}(?:sb*|b+(?!t?g))|zb*)")
_SET_OFF = re.compile(f"(?:^|[cp])[^cpunr]*g(c)(?={_UNITS}(?:j{_UNITS})*(?:$|[ckp])|r(?:$|[ckp]))")
_LETTERS = re.compile(r"([0-9]{1,2})([^\W\d]+)")
_WHOLE = frozenset(("all", "rest"))
_STAYS = "stays"


def counted_march(items: Sequence[Item], army: Mapping[str, int], exact: Mapping[str, Ids]) -> list[Item]:
    """Return a march with counted units, without those that stay anyway.
    Empty if those who go and stay do not match the `army`, the units in the area by kind.
    `exact` are ids by whole word."""
    read: list[Item] = []
    counted = _pair_counts_and_units(items, army, exact)
    for bar, words in groupby(counted, key=lambda item: item.spelt in BARS):
        every = list(words)
        way = every if bar else _read_alternative(every, Counter(army), first=not read)
        if way is None:
            return []
        read += way
    return read


def _read_alternative(items: list[Item], army: Counter[str], *, first: bool) -> list[Item] | None:
    """Read one alternative of a march; None if it does not match the `army`.
    Alternatives after the `first` may only say that their units stay."""
    letters, places = _letters(items)
    spans = [(places[match.start()], places[match.end() - 1] + 1) for match in _STAY.finditer(letters)]
    going = [item for at, item in enumerate(items) if not any(begin <= at < end for begin, end in spans)]
    staying = [item for begin, end in spans for item in items[begin:end]]
    goes, stay, goals = _count(going), _count(staying), [at for at, item in enumerate(going) if "area" in item.ids]
    if not spans or goes and any(item.spelt in _WHOLE for item in going):
        # So it is documented: `searoad 1F + stoney rest keep 1K`.
        return _drop_commas(items)
    if not goals:
        return items if first else [make_item(_STAYS)]
    led = [word for item in staying if "leader" in item.ids for word in (COMMA, item, make_item(_STAYS))]
    others = any(item.spelt in (OTHERS, "rest stays") for item in staying)
    counted = not others and any(item.spelt.isdecimal() for item in staying)
    if goes.keys() == {""} and (goes + stay).total() == army.total() and "" not in stay:
        # `to Pyke with three, footman stays`
        going, goes = [item for item in going if not item.spelt.isdecimal()], Counter()
    if goes or not (stay or others):
        before = [letters[match.start() - 1 : match.start() + 1] for match in _STAY.finditer(letters)]
        # Of `1 knight, 1 footman stay` the first may stay, too.
        beside = not others and not {"nc", "uc"}.isdisjoint(before)
        fits = not army or _fits(goes, stay, army, counted=counted, whole=beside)
        return _drop_commas([*going, *led]) if fits else None
    unambiguous = all(count <= army[kind] and (counted or army[kind] == 1) for kind, count in stay.items())
    if others or not unambiguous or len(goals) != 1 or sum(stay.values()) >= sum(army.values()):
        return None
    stay_words = [word for kind, count in stay.items() for word in (str(count), kind)]
    words = [Item(word, word, {"unit": (word,)} if word in army else {}) for word in ("rest", "keep", *stay_words)]
    ready = [*going[: goals[0] + 1], *words, *going[goals[0] + 1 :], *led]
    return [item for item in ready if item.spelt not in _WHOLE or item in words]


def _fits(goes: Counter[str], stay: Counter[str], army: Counter[str], *, counted: bool, whole: bool) -> bool:
    """Whether those who go and stay fit the army, or make it up if `counted`.
    With `whole`, also when they are counted without their kind."""
    if whole or counted and (goes[""] or stay[""]):
        return army.total() == (goes + stay).total()
    if goes[""]:
        return goes.total() < army.total()
    return all(army[kind] == goes[kind] + count if counted else goes[kind] < army[kind] for kind, count in stay.items())


def _pair_counts_and_units(items: Sequence[Item], army: Mapping[str, int], exact: Mapping[str, Ids]) -> list[Item]:
    """Put a number before each unit and a unit behind each number; all is `all`."""
    result: list[Item] = []
    condition = False
    items = _drop_totals(items, army)
    for at, item in enumerate(items):
        condition = (condition or item.spelt in IF.known) and item.spelt != "," and item.spelt not in BARS
        after = next((word for word in items[at + 1 :] if not idle(word)), COMMA)
        joined = _LETTERS.fullmatch(item.spelt)
        kind = next(iter(exact.get(joined[2], {}).get("unit", ())), "") if joined and not item.ids else ""
        if joined and kind:
            result += (make_item(joined[1]), make_item(joined[2], unit=kind))
        elif item.spelt in LISTS["single"] and "unit" in after.ids:
            result.append(make_item("1"))
        elif not item.spelt.isdecimal() or item.ids or condition or "unit" in after.ids or item.spelt == "0":
            result.append(item)
        elif len(army) == 1:
            result += (item, *(make_item(kind, unit=kind) for kind in army))
        elif int(item.spelt) == sum(army.values()):
            result.append(make_item("all"))
        else:
            result.append(item)
    return result


def _drop_totals(items: Sequence[Item], army: Mapping[str, int]) -> list[Item]:
    """Drop the total beside a number of units: `2 of the 3 footmen`, `all 3`."""
    remaining_items: list[Item] = []
    for item in items:
        before = [word.spelt for word in remaining_items if word.spelt not in LISTS["articles"]][-2:]
        if item.spelt.isdecimal() and before[-1:] == ["all"]:
            remaining_items = remaining_items[: -1 if remaining_items[-1].spelt == "all" else -2]
        whole = item.spelt.isdecimal() and int(item.spelt) in (*army.values(), sum(army.values()))
        if whole and before[1:] and before[0].isdecimal() and before[1] in LISTS["counted-of"]:
            del remaining_items[
                max(at for at, word in enumerate(remaining_items) if word.spelt in LISTS["counted-of"]) :
            ]
        else:
            remaining_items.append(item)
    return remaining_items


def _count(items: Sequence[Item]) -> Counter[str]:
    """Return the units counted by kind; the empty kind counts unnamed units."""
    counts = Counter[str]()
    number = ""
    for item in (*(word for word in items if not idle(word)), COMMA):
        if "unit" in item.ids:
            counts[item.ids["unit"][0]] += int(number or 1)
        elif number:
            counts[""] += int(number)
        number = item.spelt if item.spelt.isdecimal() else ""
        if item.spelt in IF.known:
            break
    return counts


def _drop_commas(items: list[Item]) -> list[Item]:
    """Drop commas between destination and units, as in `to Pyke, both knights`.
    Reads an area that units take as their destination."""
    items = [make_item("to") if item.spelt in TAKES else item for item in items]
    letters, places = _letters(items)
    commas = {places[match.start(1)] for match in _SET_OFF.finditer(letters)}
    return [item for at, item in enumerate(items) if at not in commas]


def _letters(items: Sequence[Item]) -> tuple[str, list[int]]:
    """What words are in letters, and at which places, without those that say nothing."""
    letters = [_letter(item) for item in items]
    return "".join(letters), [at for at, letter in enumerate(letters) if letter]


_SORTS = {"unit": "u", "area": "g", "leader": "d"}
_TABLES = {
    "o": (OTHERS,),
    "s": (_STAYS,),
    "z": ("rest stays",),
    "c": (",", ":", "while"),
    "k": ("token", "leave token"),
    "l": LEAVES,
    "w": LISTS["without"],
    "q": ANSWERS["no"],
    "r": _WHOLE,
    "p": IF.known,
    "j": LISTS["joins"],
    "t": LISTS["towards"],
}


def _letter(item: Item) -> str:
    named = next((letter for sort, letter in _SORTS.items() if sort in item.ids), "")
    if named or item.spelt in BEHIND or item.spelt.isdecimal():
        return "b" if item.spelt in BEHIND else named or "n"
    table = next((letter for letter, words in _TABLES.items() if item.spelt in words), "")
    return table or ("" if idle(item) else "x")
