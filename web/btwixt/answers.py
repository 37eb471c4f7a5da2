"""Direct answers to open questions: one of the legal answers, written as itself, or an order of several things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import decisions as d
from narration.btwixt.voice import Voice
from web.form_fields import Reader, Writer

Option = tuple[str, str]
_answers: msgspec.json.Decoder[a.AnyAnswer] = msgspec.json.Decoder(a.AnyAnswer)
# Answers that put several things in order have fields of their own.
ORDERS = {"ally-order": ("top", "bottom"), "card-order": ("numbers",)}


def read_answers(form: Reader) -> dict[str, a.AnyAnswer]:
    """The questions that were answered. The fields of one say its sort: `answers.<id>.kind`."""
    found: dict[str, a.AnyAnswer] = {}
    for name in form.keys("answers"):
        place = f"answers.{name}"
        answer = _read(form, place)
        if answer is not None:
            found[name] = answer
    return found


def _read(form: Reader, place: str) -> a.AnyAnswer | None:
    kind = form.one(f"{place}.kind")
    if kind in ORDERS:
        said: dict[str, Any] = {"kind": kind}
        for part in ORDERS[kind]:
            typed = form.many(f"{place}.{part}")
            said[part] = [int(one) for one in typed if one.isascii() and one.isdigit()] if part == "numbers" else typed
        if not any(said[part] for part in ORDERS[kind]):
            return None
        return _decoded(form, place, msgspec.json.encode(said))
    choice = form.one(f"{place}.choice")
    return _decoded(form, f"{place}.choice", choice.encode()) if choice else None


def _decoded(form: Reader, place: str, document: bytes) -> a.AnyAnswer | None:
    try:
        return _answers.decode(document)
    except (msgspec.MsgspecError, RecursionError):
        form.fault("unknown-choice", "this is none of the choices", place)
        return None


def write_answers(out: Writer, answers: Mapping[str, a.AnyAnswer]) -> None:
    """The fields of direct answers."""
    for name, answer in answers.items():
        place = f"answers.{name}"
        match answer:
            case a.AllyOrder(top=top, bottom=bottom):
                out.one(f"{place}.kind", "ally-order")
                out.many(f"{place}.top", top)
                out.many(f"{place}.bottom", bottom)
            case a.CardOrder(numbers=numbers):
                out.one(f"{place}.kind", "card-order")
                out.many(f"{place}.numbers", map(str, numbers))
            case _:
                out.one(f"{place}.choice", msgspec.json.encode(answer).decode())


def arranged(asked: d.ArrangeTop, v: Voice) -> list[Option]:
    """The allies to put in order."""
    return [(ally, v.ally_power(ally)) for ally in asked.allies]


def numbered(asked: d.OrderAbilities, v: Voice) -> list[Option]:
    """The cards to put in order."""
    pairs: Sequence[tuple[int, str]] = tuple(zip(asked.numbers, asked.cards, strict=True))
    return [(str(number), v.card(card)) for number, card in pairs]
