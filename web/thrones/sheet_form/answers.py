"""Direct answers to open questions: one family of fields for each kind of answer.

A field says the kind: `answers.<decision id>.kind`; without any other field filled nothing is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state.answers import AnyAnswer
from web.form_fields import Reader, Writer
from web.form_structs import Structs

# How the fields of a kind of answer are read, None where nothing is answered, and written.
AnswerFields = tuple[Callable[[Reader, str], AnyAnswer | None], Callable[[Writer, str, Any], None]]
_STRUCTS = Structs({}, {})

NOTHING = "-"
YES, NO = "yes", "no"
LOOK = "look"


def read_answers(form: Reader) -> dict[str, AnyAnswer]:
    """The questions that were answered."""
    found: dict[str, AnyAnswer] = {}
    for name in form.keys("answers"):
        place = f"answers.{name}"
        kind = form.one(f"{place}.kind")
        if kind not in FIELDS:
            form.fault("unknown-choice", "this question is not known", place)
            continue
        answer = FIELDS[kind][0](form, place)
        if answer is not None:
            found[name] = answer
    return found


def write_answers(out: Writer, answers: Mapping[str, AnyAnswer]) -> None:
    """The fields of direct answers."""
    for name, answer in answers.items():
        place = f"answers.{name}"
        kind = str(answer.__struct_config__.tag)
        out.one(f"{place}.kind", kind)
        FIELDS[kind][1](out, place, answer)


def piece_word(piece: a.Piece) -> str:
    """One unit as a choice in a form: `moat-cailin/knight` or `moat-cailin/knight/routed`."""
    return f"{piece.area}/{piece.unit}" + ("/routed" if piece.routed else "")


def _piece(form: Reader, place: str) -> AnyAnswer | None:
    text = form.one(f"{place}.piece")
    if not text:
        return None
    area, _, rest = text.partition("/")
    unit, _, routed = rest.partition("/")
    return a.Piece(area, unit, routed == "routed")


def _write_piece(out: Writer, place: str, answer: a.Piece) -> None:
    out.one(f"{place}.piece", piece_word(answer))


def _single(kind: Any, field: str) -> AnswerFields:
    """Answers that are one value, which must be filled."""
    codec = _STRUCTS.codec(kind, field)

    def read(form: Reader, place: str) -> AnyAnswer | None:
        value = codec.read(form, f"{place}.{field}", None)
        answer: AnyAnswer | None = None if value in (None, "", (), {}) else kind(value)
        return answer

    return read, lambda out, place, answer: codec.write(out, f"{place}.{field}", getattr(answer, field))


def _optional(kind: type[a.CardChoice | a.AreaChoice], field: str) -> AnswerFields:
    """Answers that are one name, or none."""

    def read(form: Reader, place: str) -> AnyAnswer | None:
        name = form.one(f"{place}.{field}")
        return kind(None if name == NOTHING else name) if name else None

    return read, lambda out, place, answer: out.one(f"{place}.{field}", getattr(answer, field) or NOTHING)


def _yes_no(form: Reader, place: str) -> AnyAnswer | None:
    word = form.among(f"{place}.yes", (YES, NO), "")
    return a.YesNo(word == YES) if word else None


def _write_yes_no(out: Writer, place: str, answer: a.YesNo) -> None:
    out.one(f"{place}.yes", YES if answer.yes else NO)


def _orders(form: Reader, place: str) -> AnyAnswer | None:
    orders = {area: form.one(f"{place}.orders.{area}") for area in form.keys(f"{place}.orders")}
    return a.Orders(orders) if orders or form.one(f"{place}.nothing") else None


def _swap(form: Reader, place: str) -> AnyAnswer | None:
    area, order = form.one(f"{place}.area"), form.one(f"{place}.order")
    if area == LOOK:
        return a.Swap(look=True)
    if NOTHING in (area, order):
        return a.Swap()
    return a.Swap(area or None, order or None) if area or order else None


def _raid(form: Reader, place: str) -> AnyAnswer | None:
    area = form.one(f"{place}.area")
    return a.Raid(area, form.many(f"{place}.targets")) if area else None


def _march(form: Reader, place: str) -> AnyAnswer | None:
    area = form.one(f"{place}.area")
    if not area:
        return None
    moves: dict[str, dict[str, int]] = {}
    for row in form.rows(f"{place}.moves"):
        goal, units = form.one(f"{row}.to"), form.counts(f"{row}.units")
        if not goal:
            form.fault("missing", "units need somewhere to go", f"{row}.to")
        elif goal in moves:
            form.fault("twice", "name each destination once", f"{row}.to")
        else:
            moves[goal] = units
    leaders = {leader: form.one(f"{place}.leaders.{leader}") for leader in form.keys(f"{place}.leaders")}
    led = leaders if leaders or form.one(f"{place}.led") else UNSET
    return a.March(area, moves, bool(form.one(f"{place}.leave_token")), led)


def _recruits(form: Reader, place: str) -> AnyAnswer | None:
    wants = form.read_rows(f"{place}.wants", _recruit)
    if not wants and form.one(f"{place}.nothing"):
        return a.Recruits()
    return a.Recruits(wants) if wants else None


def _recruit(form: Reader, row: str) -> a.Recruit | None:
    area, unit = form.one(f"{row}.area"), form.one(f"{row}.unit")
    if not area or not unit:
        form.fault("missing", "a place and a unit are needed", row)
        return None
    upgrade = unit.startswith("upgrade:")
    return a.Recruit(area, unit.removeprefix("upgrade:"), form.one(f"{row}.at") or area, upgrade)


def _spread(form: Reader, place: str) -> AnyAnswer | None:
    gifts = {house: count for house, count in form.counts(f"{place}.gifts").items() if count}
    return a.Spread(gifts) if gifts else None


def _offer(form: Reader, place: str) -> AnyAnswer | None:
    leaders = form.many(f"{place}.leaders")
    if not leaders:
        return a.Offer() if form.one(f"{place}.nothing") else None
    return a.Offer(leaders, form.count(f"{place}.power") or 0, form.many(f"{place}.hostages"))


def _write_march(out: Writer, place: str, answer: a.March) -> None:
    out.one(f"{place}.area", answer.area)
    out.one(f"{place}.leave_token", "1" if answer.leave_token else None)
    for number, (goal, units) in enumerate(answer.moves.items()):
        out.one(f"{place}.moves[{number}].to", goal)
        out.counts(f"{place}.moves[{number}].units", units)
    if answer.leaders is not UNSET:
        out.one(f"{place}.led", "1")
        for leader, goal in answer.leaders.items():
            out.one(f"{place}.leaders.{leader}", goal)


def _write_offer(out: Writer, place: str, answer: a.Offer) -> None:
    if not answer.leaders:
        out.one(f"{place}.nothing", "1")
        return
    out.many(f"{place}.leaders", answer.leaders)
    out.one(f"{place}.power", answer.power or None)
    out.many(f"{place}.hostages", answer.hostages)


def _write_orders(out: Writer, place: str, answer: a.Orders) -> None:
    if not answer.orders:
        out.one(f"{place}.nothing", "1")
    for area, order in answer.orders.items():
        out.one(f"{place}.orders.{area}", order)


def _write_recruits(out: Writer, place: str, answer: a.Recruits) -> None:
    if not answer.wants:
        out.one(f"{place}.nothing", "1")
    for number, want in enumerate(answer.wants):
        row = f"{place}.wants[{number}]"
        out.one(f"{row}.area", want.area)
        out.one(f"{row}.unit", f"{'upgrade:' if want.upgrade else ''}{want.unit}")
        out.one(f"{row}.at", want.at if want.at != want.area else None)


def _write_swap(out: Writer, place: str, answer: a.Swap) -> None:
    if answer.look is True:
        out.one(f"{place}.area", LOOK)
        return
    out.one(f"{place}.area", answer.area or (NOTHING if answer.order is None else None))
    out.one(f"{place}.order", answer.order)


FIELDS: dict[str, AnswerFields] = {
    "piece": (_piece, _write_piece),
    "amount": _single(a.Amount, "power"),
    "ranked": _single(a.Ranked, "houses"),
    "named": _single(a.Named, "house"),
    "card": _optional(a.CardChoice, "card"),
    "area": _optional(a.AreaChoice, "area"),
    "yes-no": (_yes_no, _write_yes_no),
    "pledges": _single(a.Pledges, "sides"),
    "orders": (_orders, _write_orders),
    "swap": (_swap, _write_swap),
    "raid": (_raid, _STRUCTS.write),
    "march": (_march, _write_march),
    "recruits": (_recruits, _write_recruits),
    "pick": _single(a.Pick, "choice"),
    "spread": (_spread, _STRUCTS.write),
    "offer": (_offer, _write_offer),
}
