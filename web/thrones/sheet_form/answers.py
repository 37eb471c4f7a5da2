"""Direct answers to open questions: the fields of their structs, beside the kind of answer.

`answers.<decision id>.kind` says the kind; without any other field filled nothing is answered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import UNSET, UnsetType

from adjudicator.thrones.state import answers as a
from adjudicator.thrones.state.answers import AnyAnswer
from web.forms.fields import Reader, Writer
from web.forms.structs import COUNTS, WORDS, Codec, Row, Structs

NOTHING = "-"
YES, NO = "yes", "no"
LOOK = "look"
# What a field holds where nobody has said anything; None is a choice.
_BLANK: tuple[Any, ...] = ("", (), {})
# Answers by which expressly nothing is done.
_EMPTY = (a.Orders, a.Recruits, a.Offer)
UPGRADE = "upgrade:"


def _optional(form: Reader, at: str, usual: Any) -> str | None:
    name = form.one(at)
    return None if name == NOTHING else name


def _yes(form: Reader, at: str, usual: Any) -> bool | str:
    word = form.among(at, (YES, NO), "")
    return word and word == YES


def _gifts(form: Reader, at: str, usual: Any) -> dict[str, int]:
    return {house: count for house, count in form.counts(at).items() if count}


def _moves(form: Reader, at: str, usual: Any) -> dict[str, dict[str, int]]:
    moves: dict[str, dict[str, int]] = {}
    for row in form.rows(at):
        goal, units = form.one(f"{row}.to"), form.counts(f"{row}.units")
        if not goal:
            form.fault("missing", "units need somewhere to go", f"{row}.to")
        elif goal in moves:
            form.fault("twice", "name each destination once", f"{row}.to")
        else:
            moves[goal] = units
    return moves


def _write_moves(out: Writer, at: str, moves: Mapping[str, Mapping[str, int]]) -> None:
    for number, (goal, units) in enumerate(moves.items()):
        out.one(f"{at}[{number}].to", goal)
        out.counts(f"{at}[{number}].units", units)


def _led(at: str) -> str:
    """The field beside leaders that says whether anything is said of them."""
    return at.removesuffix("leaders") + "led"


def _leaders(form: Reader, at: str, usual: Any) -> Any:
    leaders = WORDS.read(form, at, {})
    return leaders if leaders or form.one(_led(at)) else UNSET


def _write_leaders(out: Writer, at: str, leaders: Mapping[str, str]) -> None:
    out.one(_led(at), "1")
    WORDS.write(out, at, leaders)


def _recruit(form: Reader, row: str) -> a.Recruit | None:
    area, unit = form.one(f"{row}.area"), form.one(f"{row}.unit")
    if not area or not unit:
        form.fault("missing", "a place and a unit are needed", row)
        return None
    upgrade = unit.startswith(UPGRADE)
    return a.Recruit(area, unit.removeprefix(UPGRADE), form.one(f"{row}.at") or area, upgrade)


def _write_recruit(out: Writer, row: str, want: a.Recruit) -> None:
    out.one(f"{row}.area", want.area)
    out.one(f"{row}.unit", f"{UPGRADE if want.upgrade else ''}{want.unit}")
    out.one(f"{row}.at", want.at if want.at != want.area else None)


def piece_word(piece: a.Piece) -> str:
    """One unit as a choice in a form: `moat-cailin/knight` or `moat-cailin/knight/routed`."""
    return f"{piece.area}/{piece.unit}" + ("/routed" if piece.routed else "")


def _piece(form: Reader, place: str) -> a.Piece | None:
    text = form.one(f"{place}.piece")
    area, _, rest = text.partition("/")
    unit, _, routed = rest.partition("/")
    return a.Piece(area, unit, routed == "routed") if text else None


def _write_piece(out: Writer, place: str, answer: a.Piece) -> None:
    out.one(f"{place}.piece", piece_word(answer))


def _swap(form: Reader, place: str) -> a.Swap | None:
    area, order = form.one(f"{place}.area"), form.one(f"{place}.order")
    if area == LOOK:
        return a.Swap(look=True)
    if NOTHING in (area, order):
        return a.Swap()
    return a.Swap(area or None, order or None) if area or order else None


def _write_swap(out: Writer, place: str, answer: a.Swap) -> None:
    if answer.look is True:
        out.one(f"{place}.area", LOOK)
        return
    out.one(f"{place}.area", answer.area or (NOTHING if answer.order is None else None))
    out.one(f"{place}.order", answer.order)


_STRUCTS = Structs(
    {
        a.Piece: Row(own=(_piece, _write_piece)),
        a.Swap: Row(own=(_swap, _write_swap)),
        a.Recruit: Row(own=(_recruit, _write_recruit)),
    },
    {
        "yes": Codec(_yes, lambda out, at, value: out.one(at, YES if value else NO)),
        "gifts": Codec(_gifts, COUNTS.write),
    },
    {
        str | None: Codec(_optional, lambda out, at, value: out.one(at, value or NOTHING)),
        dict[str, dict[str, int]]: Codec(_moves, _write_moves),
        dict[str, str] | UnsetType: Codec(_leaders, _write_leaders),
    },
)
# The kinds of answers by their words.
FIELDS: Mapping[str, Any] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyAnswer)}


def read_answers(form: Reader) -> dict[str, AnyAnswer]:
    """The questions that were answered."""
    answers: dict[str, AnyAnswer] = {}
    for name in form.keys("answers"):
        place = f"answers.{name}"
        kind = FIELDS.get(form.one(f"{place}.kind"))
        if kind is None:
            form.fault("unknown-choice", "this question is not known", place)
            continue
        answer = _read(kind, form, place)
        if answer is not None:
            answers[name] = answer
    return answers


def write_answers(out: Writer, answers: Mapping[str, AnyAnswer]) -> None:
    """The fields of direct answers."""
    for name, answer in answers.items():
        place, kind = f"answers.{name}", type(answer)
        out.one(f"{place}.kind", str(answer.__struct_config__.tag))
        if kind in _EMPTY and answer == kind():
            out.one(f"{place}.nothing", "1")
        _STRUCTS.write_row(out, place, answer)


def _read(kind: Any, form: Reader, place: str) -> AnyAnswer | None:
    """An answer; without its first field it says nothing, or expressly `nothing` where that can be answered."""
    if kind in (a.Piece, a.Swap):
        return _STRUCTS.read_row(kind, form, place)  # type: ignore[no-any-return]
    values = _STRUCTS.values(kind, form, f"{place}.")
    if values[kind.__struct_fields__[0]] not in _BLANK:
        return kind(**values)  # type: ignore[no-any-return]
    return kind() if kind in _EMPTY and form.one(f"{place}.nothing") else None
