"""Sheets of up to 256 KB that are as dear to read and check as we can think of, for tests and benchmarks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from adjudicator.engine.sheet.document import MAX_BYTES, MAX_LISTED, MAX_NAME, MAX_NAMES, MAX_RULES

FACT = {"kind": "compare", "left": {"kind": "round"}, "op": "=", "right": {"kind": "number", "value": 1}}
# Spaces, marks, what grows when it is taken apart, emoji, fillers, quoting, signs before digits, odd cases, digits.
LETTERS = (" ", "\u0301\u0316", "\ufdfa", "\U0001f600", "\u1160", '"', "\\", "a ", "-", "+1", "\u2028", "\u00df")
LETTERS += ("\u0130", "\u0663", ".", "a\u200d", "\uff21", "[", "winterfell ")


def filled(make: Callable[[int], Any]) -> bytes:
    """The largest document of its kind that is read: `make` gives one with so many of something, or its text."""
    few, most = 1, 2
    while most < MAX_BYTES and len(written(make(most))) <= MAX_BYTES:
        few, most = most, 2 * most
    while few < most:
        middle = (few + most + 1) // 2
        few, most = (middle, most) if len(written(make(middle))) <= MAX_BYTES else (few, middle - 1)
    return written(make(few))


def written(document: Any) -> bytes:
    """A document as bytes; text is one already."""
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return text.encode()


def _named(name: str, count: int) -> dict[str, Any]:
    return {"orders": {f"{name}{n}": f"{name}{n}" for n in range(count)}}


def _bids(rules: list[Any]) -> dict[str, Any]:
    return {"bids": {"iron-throne": rules}}


def _deep(depth: int) -> str:
    return '{"kind":"not","of":' * depth + json.dumps(FACT) + "}" * depth


def _plans(plan: dict[str, Any], count: int) -> dict[str, Any]:
    return {"marches": {"areas": {"winterfell": [plan] * count}}}


def _moves(count: int, name: str = "karhol") -> list[dict[str, Any]]:
    return [{"to": f"{name}{n}", "units": {"footman": 1}} for n in range(count)]


def _texts(text: str, count: int) -> dict[str, Any]:
    return {"blade": [{"when": text}] * count}


def worst_sheets() -> Iterator[tuple[str, bytes]]:
    """Each with its name."""
    for letters in LETTERS:
        yield f"an area of {letters!a}", filled(lambda n, some=letters: {"orders": {some * n: "march+0"}})
        yield f"an order of {letters!a}", filled(lambda n, some=letters: {"orders": {"winterfell": some * n}})
        name = (letters * MAX_NAME)[: MAX_NAME - 4]
        yield f"areas and orders of {letters!a}", filled(lambda n, some=name: _named(some, min(n, MAX_NAMES)))
    yield from _counts()
    yield from _at_the_limits()
    for text in (
        "round = 1 and " * 98 + "round = 1",
        "not " * 50,
        "blckwater is empty",
        "st is empty",
        "tyrell's " * 400 + "bid > 1",
    ):
        yield (
            f"conditions as text: {text[:12]}",
            filled(lambda n, some=text: _texts(some[:4000], min(n, 200, 65_000 // len(some)))),
        )
    yield from _depths()
    yield from _numbers()


def _counts() -> Iterator[tuple[str, bytes]]:
    """Too many of everything."""
    yield "areas", filled(lambda n: {"orders": {f"winterfel{i}": "march+0" for i in range(n)}})
    yield "instructions", filled(lambda n: _bids([{"amount": 1, "when": FACT}] * n))
    yield "parts of a condition", filled(lambda n: _bids([{"amount": 1, "when": {"kind": "all", "of": [FACT] * n}}]))
    yield "answers", filled(lambda n: {"answers": {f"q{i}": {"kind": "amount", "amount": 1} for i in range(n)}})
    yield (
        "names in an answer",
        filled(lambda n: {"answers": {"q": {"kind": "ranked", "names": [f"x{i}" for i in range(n)]}}}),
    )
    yield "sequence", filled(lambda n: {"marches": {"sequence": [f"winterfel{i}" for i in range(n)]}})
    yield "units", filled(lambda n: _plans({"moves": [{"to": "karhold", "units": {f"x{i}": 1 for i in range(n)}}]}, 1))
    yield "moves", filled(lambda n: _plans({"moves": _moves(n)}, 1))
    yield "vassals", filled(lambda n: {"vassals": {f"stark{i}": {} for i in range(n)}})
    yield "sections", filled(lambda n: {f"k{i}": 1 for i in range(n)})
    yield "the same section", filled(lambda n: "{" + ",".join(['"orders":{"winterfell":"march+0"}'] * n) + "}")
    yield "the same area", filled(lambda n: '{"orders":{' + ",".join(['"winterfell":"march+0"'] * n) + "}}")


def _at_the_limits() -> Iterator[tuple[str, bytes]]:
    """As many as are let in, all of them wrong, or all of them right."""
    when = {"kind": "all", "of": [FACT] * 14}
    yield "instructions at the limit", written(_bids([{"amount": 1, "when": when}] * 120))
    yield "wrong moves at the limit", filled(lambda n: _plans({"moves": _moves(MAX_LISTED)}, min(n, MAX_RULES)))
    yield "wrong areas at the limit", written({"orders": {f"winterfel{n}": "marsh" for n in range(MAX_NAMES)}})
    raid = {"targets": [f"karhol{n}" for n in range(MAX_LISTED)]}
    yield "targets at the limit", filled(lambda n: {"raids": {"areas": {"winterfell": [raid] * min(n, MAX_RULES)}}})
    plan = {"moves": [{"to": "karhold", "units": {"footman": 1}}] * MAX_LISTED, "when": FACT}
    yield "right moves at the limit", filled(lambda n: _plans(plan, min(n, MAX_RULES)))
    areas = {name: ["any-land"] * MAX_LISTED for name in ("take", "prefer", "avoid")}
    wish = {**areas, "stay": ["winterfell"] * MAX_LISTED, "when": FACT}
    yield "wishes at the limit", filled(lambda n: {"marches": {"wishes": [wish] * min(n, MAX_RULES)}})
    goal = {"take": ["any-land"] * MAX_LISTED, "hold": ["winterfell"] * MAX_LISTED, "units": "enough", "when": FACT}
    yield "goals of before", filled(lambda n: {"marches": {"goals": [goal] * min(n, MAX_RULES)}})
    moving = {"origins": ["winterfell"] * MAX_LISTED, "moves": [{"to": "karhold"}]}
    yield "goals of before that only move", filled(lambda n: {"marches": {"goals": [moving] * n}})
    worth = {"areas": ["any-land"] * MAX_LISTED, "worth": 9}
    yield "worths of before", filled(lambda n: {"marches": {"worths": [worth] * n}})
    yield "conditional worths of before", filled(lambda n: {"marches": {"worths": [{**worth, "when": FACT}] * n}})
    cards = {"cards": ["strongest"] * MAX_LISTED, "battles": ["winterfell"] * MAX_LISTED, "when": FACT}
    yield "cards at the limit", filled(lambda n: {"cards": {"rules": [cards] * min(n, MAX_RULES)}})


def _depths() -> Iterator[tuple[str, bytes]]:
    yield "a deep condition", filled(lambda n: f'{{"bids":{{"iron-throne":[{{"amount":1,"when":{_deep(n)}}}]}}}}')
    one = f'{{"amount":1,"when":{_deep(180)}}}'
    yield "deep conditions", filled(lambda n: f'{{"bids":{{"iron-throne":[{",".join([one] * n)}]}}}}')
    yield "deep lists", b"[" * MAX_BYTES
    yield "deep lists in their place", b'{"orders":{"a":' + b"[" * (MAX_BYTES - 20)
    yield "deep sections", b'{"a":' * (MAX_BYTES // 5)


def _numbers() -> Iterator[tuple[str, bytes]]:
    room = MAX_BYTES - 60
    for name, number in (("digits", "9" * room), ("parts", "0." + "9" * room), ("powers", "1e" + "9" * room)):
        yield f"a number of {name}", f'{{"bids":{{"iron-throne":[{{"amount":{number}}}]}}}}'.encode()
    yield "spaces", b" " * (MAX_BYTES - 2) + b"{}"
