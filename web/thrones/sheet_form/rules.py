"""The whole sheet as fields, direct answers too, and back.

`answers.<decision id>.kind` says the kind; without any other field filled nothing is answered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, cast, get_args, get_type_hints

from msgspec import UNSET, UnsetType

from adjudicator.engine import kind_of
from adjudicator.thrones.sheets.battle import (
    AvoidRule,
    BladeRule,
    CardRule,
    DiscardRule,
    KnightRule,
    RemoveOrderRule,
    SupportRule,
    TakeBackRule,
)
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, OfferRule, ReplyRule, TieRule
from adjudicator.thrones.sheets.conditions.tree import (
    format_condition,
    format_sum,
    parse_amount,
    parse_condition,
    parse_when,
)
from adjudicator.thrones.sheets.fields import NO_ORDER
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import LossRule, RetreatRule
from adjudicator.thrones.sheets.marches import MarchPlan, Move, TroopsRule, Wish
from adjudicator.thrones.sheets.muster import LoanRule, MusterRule, Want
from adjudicator.thrones.sheets.orders import ClaimRule, Order, RaidRule, RavenRule, VassalOrder, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import Edition, decisions as a
from adjudicator.thrones.state.decisions import AnyAnswer
from web.forms.drafts import SheetForm
from web.forms.structs import COUNTS, WORDS, Codec, Do, FieldIndex, Reader, Row, Structs, Typed, Writer, codec_by_key

NOTHING = "-"
YES, NO = "yes", "no"
LOOK = "look"
# What a field holds where nobody has said anything; None is a choice.
_BLANK: tuple[Any, ...] = ("", (), {})
# Answers by which expressly nothing is done.
_EMPTY = (a.Orders, a.Recruits, a.Offer)
UPGRADE = "upgrade:"


def _yes(form: Reader, at: str, usual: Any) -> bool | str:
    word = form.among(at, (YES, NO), "")
    return word and word == YES


def _moves(form: Reader, at: str, usual: Any) -> dict[str, dict[str, int]]:
    """Read moves from rows: units by kind for each destination.
    Records a fault for a row without destination, and for a destination named twice."""
    moves: dict[str, dict[str, int]] = {}
    for row in form.rows(at):
        goal, units = form.read_value(f"{row}.to"), form.counts(f"{row}.units")
        if not goal:
            form.fault("missing", "units need somewhere to go", f"{row}.to")
        elif goal in moves:
            form.fault("twice", "name each destination once", f"{row}.to")
        else:
            moves[goal] = units
    return moves


def _write_moves(out: Writer, at: str, moves: Mapping[str, Mapping[str, int]]) -> None:
    for number, (goal, units) in enumerate(moves.items()):
        out.write_value(f"{at}[{number}].to", goal)
        out.counts(f"{at}[{number}].units", units)


def _leaders_field(at: str) -> str:
    """The field beside leaders that says whether anything is said of them."""
    return at.removesuffix("leaders") + "led"


def _leaders(form: Reader, at: str, usual: Any) -> Any:
    leaders = WORDS.read(form, at, {})
    return leaders if leaders or form.read_value(_leaders_field(at)) else UNSET


def _write_leaders(out: Writer, at: str, leaders: Mapping[str, str]) -> None:
    out.write_value(_leaders_field(at), "1")
    WORDS.write(out, at, leaders)


def _recruit(form: Reader, row: str) -> a.Recruit | None:
    area, unit = form.read_value(f"{row}.area"), form.read_value(f"{row}.unit")
    if not area or not unit:
        form.fault("missing", "a place and a unit are needed", row)
        return None
    return a.Recruit(area, unit.removeprefix(UPGRADE), form.read_value(f"{row}.at") or area, unit.startswith(UPGRADE))


def unit_choice(want: a.Recruit | Want) -> str:
    """A unit that is wanted as a choice in a form: `knight` or `upgrade:knight`."""
    return f"{UPGRADE if want.upgrade else ''}{want.unit}"


def _write_recruit(out: Writer, row: str, want: a.Recruit) -> None:
    out.write_value(f"{row}.area", want.area)
    out.write_value(f"{row}.unit", unit_choice(want))
    out.write_value(f"{row}.at", want.at if want.at != want.area else None)


def piece_word(piece: a.Piece) -> str:
    """Return a unit as a choice: `moat-cailin/knight` or `moat-cailin/knight/routed`."""
    return f"{piece.area}/{piece.unit}" + ("/routed" if piece.routed else "")


def _piece(form: Reader, place: str) -> a.Piece | None:
    """Read a unit chosen as `area/unit` or `area/unit/routed`; None if blank.
    `place` is the name of the row."""
    text = form.read_value(f"{place}.piece")
    area, _, rest = text.partition("/")
    unit, _, routed = rest.partition("/")
    return a.Piece(area, unit, routed == "routed") if text else None


def _swap(form: Reader, place: str) -> a.Swap | None:
    """Read an answer for the raven: an area and its new order; None if blank.
    It may also be to look at the wildling card, or to do nothing. `place` is the row's name."""
    area, order = form.read_value(f"{place}.area"), form.read_value(f"{place}.order")
    if area == LOOK:
        return a.Swap(look=True)
    if NOTHING in (area, order):
        return a.Swap()
    return a.Swap(area or None, order or None) if area or order else None


def _write_swap(out: Writer, place: str, answer: a.Swap) -> None:
    """Write an answer for the raven into the fields of a row named `place`."""
    if answer.look is True:
        out.write_value(f"{place}.area", LOOK)
        return
    out.write_value(f"{place}.area", answer.area or (NOTHING if answer.order is None else None))
    out.write_value(f"{place}.order", answer.order)


_STRUCTS = Structs(
    {
        a.Piece: Row(own=(_piece, lambda out, at, answer: out.write_value(f"{at}.piece", piece_word(answer)))),
        a.Swap: Row(own=(_swap, _write_swap)),
        a.Recruit: Row(own=(_recruit, _write_recruit)),
    },
    {
        "yes": Codec(_yes, lambda out, at, value: out.write_value(at, YES if value else NO)),
        "gifts": Codec(lambda form, at, usual: {k: n for k, n in form.counts(at).items() if n}, COUNTS.write),
    },
    {
        str | None: Codec(
            lambda form, at, usual: None if form.read_value(at) == NOTHING else form.read_value(at),
            lambda out, at, value: out.write_value(at, value or NOTHING),
        ),
        dict[str, dict[str, int]]: Codec(_moves, _write_moves),
        dict[str, str] | UnsetType: Codec(_leaders, _write_leaders),
    },
)
# The kinds of answers by their words.
FIELDS: Mapping[str, Any] = {kind_of(kind): kind for kind in get_args(AnyAnswer)}


def _write_answer(out: Writer, place: str, answer: AnyAnswer) -> None:
    """Write a direct answer into the fields of a row named `place`.
    An answer that expressly does nothing is marked in its field `nothing`."""
    kind = type(answer)
    out.write_value(f"{place}.kind", kind_of(answer))
    if kind in _EMPTY and answer == kind():
        out.write_value(f"{place}.nothing", "1")
    _STRUCTS.write_row(out, place, answer)


def _answer(form: Reader, place: str) -> AnyAnswer | None:
    """Read the direct answer in the row named `place`; None if it is blank.
    A filled `nothing` gives an empty answer where that is legal. Faults if the kind is unknown."""
    kind = FIELDS.get(form.read_value(f"{place}.kind"))
    if kind is None:
        form.fault("unknown-choice", "this question is not known", place)
        return None
    if kind in (a.Piece, a.Swap):
        return _STRUCTS.read_row(kind, form, place)  # type: ignore[no-any-return]
    values = _STRUCTS.values(kind, form, f"{place}.")
    if values[kind.__struct_fields__[0]] not in _BLANK:
        return kind(**values)  # type: ignore[no-any-return]
    return kind() if kind in _EMPTY and form.read_value(f"{place}.nothing") else None


# The area in whose card a row of support stands: it says nothing by itself.
HERE = "here"
_NOWHERE = "units need somewhere to go"
# What is done with the raven.
EXCHANGE, LOOK_ON, LOOK_AT = "exchange", "look-on", "look-at"
_ALL, _REST, _COUNTED = "all", "rest", "these"
# Bids that say an amount.
_EXACT = ("exactly", "up-to")


def _condition_syntax(edition: Edition | None = None, modules: Collection[str] = ()) -> Typed:
    """Return how conditions and sums are typed in an edition with these modules."""

    def read(parse: Callable[..., Any]) -> Callable[[str], Any]:
        return lambda text: parse(text, edition, modules)

    return Typed(read(parse_when), read(parse_condition), read(parse_amount), format_condition, format_sum)


def _orders(form: Reader, at: str, usual: Any) -> dict[str, Order]:
    """`orders.<area>`: an order token or `none`, or several by liking."""
    wishes_by_area = {area: form.many(f"{at}.{area}") for area in form.keys(at)}
    return {area: wishes[0] if len(wishes) == 1 else wishes for area, wishes in wishes_by_area.items()}


def _write_orders(out: Writer, at: str, orders: Mapping[str, Order]) -> None:
    for area, order in orders.items():
        out.many(f"{at}.{area}", wishes_of(order))


def _raven(form: Reader, row: str) -> RavenRule:
    """Read a rule for the raven: an exchange, no change, or to look at a card.
    Records a fault for an exchange without area or order."""
    when, area, order = form.when(f"{row}.when"), form.read_value(f"{row}.area"), form.read_value(f"{row}.order")
    do = form.among(f"{row}.do", (EXCHANGE, LOOK_ON, LOOK_AT), EXCHANGE)
    if do != EXCHANGE:
        return RavenRule(when=when, look=do == LOOK_AT)
    for field, value in (("area", area), ("order", order)):
        if not value:
            form.fault("missing", "an exchange needs an area and its new order", f"{row}.{field}")
    return RavenRule(when=when, area=area or None, order=order or None)


def _write_raven(out: Writer, row: str, rule: RavenRule) -> None:
    idle = LOOK_AT if rule.look else LOOK_ON
    out.write_value(f"{row}.do", idle if rule.area is None and rule.order is None else EXCHANGE)
    out.write_value(f"{row}.area", rule.area)
    out.write_value(f"{row}.order", rule.order)
    out.when(f"{row}.when", rule.when)


def _move(form: Reader, row: str) -> Move | None:
    """Read a move: `to`, `who` (all, the rest, these), numbers that go, and that stay.
    Whatever `who` says, numbers that go are exactly these."""
    goal, numbers = form.read_value(f"{row}.to"), form.counts(f"{row}.units")
    who = form.among(f"{row}.who", (_ALL, _REST, _COUNTED), _COUNTED if numbers else _ALL)
    if not goal:
        form.fault("missing", _NOWHERE, f"{row}.to")
        return None
    if who == _COUNTED or numbers:
        return Move(to=goal, units=numbers, keep=form.counts(f"{row}.keep"))
    return Move(to=goal, units=cast(Literal["all", "rest"], who), keep=form.counts(f"{row}.keep"))


def _write_move(out: Writer, row: str, move: Move) -> None:
    """Write a move into a row: `to`, `who` (all, the rest, these) and numbers."""
    out.write_value(f"{row}.to", move.to)
    out.write_value(f"{row}.who", move.units if isinstance(move.units, str) else _COUNTED)
    if not isinstance(move.units, str):
        out.counts(f"{row}.units", move.units)
    out.counts(f"{row}.keep", move.keep)


def _want(form: Reader, row: str) -> Want | None:
    unit, at = form.read_value(f"{row}.unit"), form.read_value(f"{row}.at")
    if not unit:
        form.fault("missing", "which unit?", f"{row}.unit")
        return None
    return Want(unit=unit.removeprefix(UPGRADE), at=at, upgrade=unit.startswith(UPGRADE))


def _write_want(out: Writer, row: str, want: Want) -> None:
    out.write_value(f"{row}.unit", unit_choice(want))
    out.write_value(f"{row}.at", want.at)


def _bid(form: Reader, row: str, values: dict[str, Any]) -> None:
    if values["how"] in _EXACT and not form.read_value(f"{row}.amount"):
        form.fault("missing", "how much?", f"{row}.amount")


def _vassal_order(form: Reader, row: str, values: dict[str, Any]) -> None:
    if not form.read_value(f"{row}.order"):
        form.fault("missing", "which order?", f"{row}.order")
    elif not values["area"] and values["order"] != NO_ORDER:
        form.fault("missing", "an order needs an area", f"{row}.area")


def _support(form: Reader, row: str, values: dict[str, Any]) -> None:
    here = form.read_value(f"{row}.{HERE}")
    values["areas"] += (here,) if here and here not in values["areas"] else ()


def without_blank(fields: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Drop rows that name only their card's area; else add it to the rule's areas."""
    index, remaining_fields = FieldIndex(fields, filled=True), {name: list(values) for name, values in fields.items()}
    for name in fields:
        row = re.fullmatch(r"((?:vassals\.[^.\[\]]+\.)?support\[\d+\])\.here", name)
        if row is None:
            continue
        here = remaining_fields.pop(name)
        if set(index.keys(row[1])) - {HERE}:
            areas = remaining_fields.setdefault(f"{row[1]}.areas", [])
            areas += [area for area in here if area not in areas]
    return remaining_fields


ROWS: dict[type, Row] = {
    RavenRule: Row(own=(_raven, _write_raven)),
    RaidRule: Row(do=Do("targets", "targets", "none", "wait", "what is to be raided?")),
    MarchPlan: Row(do=Do("moves", "go", "stay", "wait", _NOWHERE, "moves[0].to")),
    Move: Row(own=(_move, _write_move)),
    Wish: Row(needs=("take", "origins", "prefer", "avoid", "stay"), asks="a wish needs an area"),
    MusterRule: Row(do=Do("wants", "some", "nothing", "", "which unit?", "wants[0].unit")),
    Want: Row(own=(_want, _write_want)),
    SupportRule: Row(always=("whom",), bare=HERE, finish=_support),
    CardRule: Row(always=("role",)),
    AvoidRule: Row(always=("role",)),
    BladeRule: Row(always=("use",)),
    TakeBackRule: Row(do=Do("cards", "do", "decline")),
    DiscardRule: Row(do=Do("cards", "do", "decline")),
    RemoveOrderRule: Row(words={"decline": ("do", "decline", "do")}),
    KnightRule: Row(words={"use": ("use", "yes", "no")}),
    ChoiceRule: Row(needs=("pick",), asks="which of the choices?"),
    LossRule: Row(always=("keep",)),
    RetreatRule: Row(needs=("areas",), asks="a retreat needs somewhere to go"),
    BidRule: Row(always=("how",), also=lambda rule: ("amount",) * (rule.how in _EXACT), finish=_bid),
    TieRule: Row(needs=("houses",), asks="in which order?"),
    LoanRule: Row(do=Do("loan", "take", "none", "wait"), always=("most",)),
    ClaimRule: Row(needs=("pick",), asks="which vassals?"),
    VassalOrder: Row(always=("order",), finish=_vassal_order),
    TroopsRule: Row(do=Do("to", "move", "stay", "", _NOWHERE)),
    OfferRule: Row(words={"decline": ("do", "nothing", "offer")}),
    ReplyRule: Row(words={"accept": ("do", "accept", "refuse")}),
    BotRule: Row(mark="leave"),
}
STRUCTS = Structs(
    ROWS,
    {"answers": codec_by_key(_answer, _write_answer)},
    {get_type_hints(Sheet)["orders"]: Codec(_orders, _write_orders)},
)

FORM = SheetForm(Sheet, STRUCTS, _condition_syntax, without_blank)
