"""Free-form marches: units that go are counted as in the documented form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from narration.notation.free_order import BARS, COMMA, OTHERS, WITHOUT
from narration.notation.free_words import ANSWERS, BEHIND, LEAVES, TAKES, Item, idle
from narration.notation.words import IF, LISTS

# What words are, a letter each: u unit, n number, o others, d leader, s stays, z the rest stays, l leave, w without,
# q nobody, b behind, r all, t to, g area, j and, c comma, p if, k token, x something else; others say nothing.
_UNITS = "(?:n?u|n)"
_SOME = f"(?:(?:dj)*o?{_UNITS}(?:j(?:{_UNITS}|d))*|o|q)"
_STAY = re.compile(f"[cj]?(?:w?l+{_SOME}s?b*|(?<=r)w{_UNITS}b*|(?<![tgwnp]){_SOME}(?:sb*|b+(?!t?g))|zb*)")
_SET_OFF = re.compile(f"(?:^|[cp])[^cpunr]*g(c)(?={_UNITS}(?:j{_UNITS})*(?:$|[ckp])|r(?:$|[ckp]))")
_LETTERS = re.compile(r"([0-9]{1,2})([^\W\d]+)")
_JOINS = frozenset(("and", "e", "y", "ed", "&", "+", "/"))
_ONE = frozenset(("a", "an", "un", "una", "uno"))
_OF = frozenset(("of", "di", "dei", "delle", "degli", "de"))
_WHOLE = frozenset(("all", "rest"))
_STAYS = "stays"


def marching(items: Sequence[Item], army: Mapping[str, int], kind_of: Callable[[str], str]) -> list[Item]:
    """Return a march with counted units, without those that stay anyway.
    Empty if those who go and those who stay do not match the army in the area."""
    read: list[Item] = []
    counted = _counted(items, army, kind_of)
    for bar, words in groupby(counted, key=lambda item: item.spelt in BARS):
        every = list(words)
        way = every if bar else _alternative(every, Counter(army), first=not read)
        if way is None:
            return []
        read += way
    return read


def _alternative(items: list[Item], army: Counter[str], *, first: bool) -> list[Item] | None:
    """Read one alternative; after the `first` it may only say that its units stay."""
    letters, places = _letters(items)
    spans = [(places[match.start()], places[match.end() - 1] + 1) for match in _STAY.finditer(letters)]
    going = [item for at, item in enumerate(items) if not any(begin <= at < end for begin, end in spans)]
    staying = [item for begin, end in spans for item in items[begin:end]]
    goes, stay, goals = _count(going), _count(staying), [at for at, item in enumerate(going) if "area" in item.ids]
    if not spans or goes and any(item.spelt in _WHOLE for item in going):
        # So it is documented: `searoad 1F + stoney rest keep 1K`.
        return _unparted(items)
    if not goals:
        return items if first else [Item(_STAYS, _STAYS, {})]
    led = [word for item in staying if "leader" in item.ids for word in (COMMA, item, Item(_STAYS, _STAYS, {}))]
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
        return _unparted([*going, *led]) if fits else None
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


def _counted(items: Sequence[Item], army: Mapping[str, int], kind_of: Callable[[str], str]) -> list[Item]:
    """Put a number before each unit and a unit behind each number; all is `all`."""
    result: list[Item] = []
    condition = False
    items = _of_them(items, army)
    for at, item in enumerate(items):
        condition = (condition or item.spelt in IF.known) and item.spelt != "," and item.spelt not in BARS
        after = next((word for word in items[at + 1 :] if not idle(word)), COMMA)
        joined = _LETTERS.fullmatch(item.spelt)
        kind = kind_of(joined[2]) if joined and not item.ids else ""
        if joined and kind:
            result += (Item(joined[1], joined[1], {}), Item(joined[2], joined[2], {"unit": (kind,)}))
        elif item.spelt in _ONE and "unit" in after.ids:
            result.append(Item("1", "1", {}))
        elif not item.spelt.isdecimal() or item.ids or condition or "unit" in after.ids or item.spelt == "0":
            result.append(item)
        elif len(army) == 1:
            result += (item, *(Item(kind, kind, {"unit": (kind,)}) for kind in army))
        elif int(item.spelt) == sum(army.values()):
            result.append(Item("all", "all", {}))
        else:
            result.append(item)
    return result


def _of_them(items: Sequence[Item], army: Mapping[str, int]) -> list[Item]:
    """Drop the total beside a number of units: `2 of the 3 footmen`, `all 3`."""
    remaining_items: list[Item] = []
    for item in items:
        before = [word.spelt for word in remaining_items if word.spelt not in LISTS["articles"]][-2:]
        if item.spelt.isdecimal() and before[-1:] == ["all"]:
            remaining_items = remaining_items[: -1 if remaining_items[-1].spelt == "all" else -2]
        whole = item.spelt.isdecimal() and int(item.spelt) in (*army.values(), sum(army.values()))
        if whole and before[1:] and before[0].isdecimal() and before[1] in _OF:
            del remaining_items[max(at for at, word in enumerate(remaining_items) if word.spelt in _OF) :]
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


def _unparted(items: list[Item]) -> list[Item]:
    """Drop commas between destination and units (`to Pyke, both knights`), and
    read an area that units take as their destination."""
    items = [Item("to", "to", {}) if item.spelt in TAKES else item for item in items]
    letters, places = _letters(items)
    commas = {places[match.start(1)] for match in _SET_OFF.finditer(letters)}
    return [item for at, item in enumerate(items) if at not in commas]


def _letters(items: Sequence[Item]) -> tuple[str, list[int]]:
    """What words are in letters, and at which places, without those that say nothing."""
    letters = [_letter(item) for item in items]
    return "".join(letters), [at for at, letter in enumerate(letters) if letter]


def _letter(item: Item) -> str:
    sorts = {"unit": "u", "area": "g", "leader": "d"}
    tables = {"l": LEAVES, "w": WITHOUT, "q": ANSWERS["no"], "r": _WHOLE, "p": IF.known, "j": _JOINS}
    words = {
        OTHERS: "o",
        _STAYS: "s",
        "rest stays": "z",
        ",": "c",
        ":": "c",
        "while": "c",
        "token": "k",
        "leave token": "k",
    }
    if item.spelt in BEHIND:
        return "b"
    if letter := next((letter for sort, letter in sorts.items() if sort in item.ids), words.get(item.spelt, "")):
        return letter
    if item.spelt.isdecimal():
        return "n"
    table = next((letter for letter, table in tables.items() if item.spelt in table), "")
    towards = "t" if item.spelt in LISTS["towards"] else ""
    return table or towards or ("" if idle(item) else "x")
