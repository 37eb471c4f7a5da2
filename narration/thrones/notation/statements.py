"""Typed orders of the Westeros games: statement code beyond the data, and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import partial
from typing import Any

from adjudicator.engine import once_per_edition
from adjudicator.thrones.rules.control import flown, reach
from adjudicator.thrones.rules.marches import may_do, raid_goals
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.sheets.battle import CardRule, KnightRule, RemoveOrderRule, SupportRule, TakeBackRule
from adjudicator.thrones.sheets.choices import BidRule, ChoiceRule, OfferRule, ReplyRule
from adjudicator.thrones.sheets.conditions.tree import (
    Else,
    Sum,
    When,
    format_condition,
    format_sum,
    parse_amount,
    parse_condition,
)
from adjudicator.thrones.sheets.effects.table import question_sources, sorts_offered
from adjudicator.thrones.sheets.fields import ASKING, PICKED, WHOEVER, Count
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.losses import LossRule
from adjudicator.thrones.sheets.marches import MarchPlan, TroopsRule, Wish
from adjudicator.thrones.sheets.muster import LoanRule, MusterRule
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.orders import RaidRule, RavenRule, VassalOrder
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet, read_sheet, write_sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state import Board, Edition
from adjudicator.thrones.state.decisions import AnyAnswer
from narration.notation.amounts import Price
from narration.notation.cursor import Tongue
from narration.notation.entries import Filling
from narration.notation.grammar import Notation, SeatFacts
from narration.notation.statement_data import Vocabulary
from narration.notation.values import Apart, Free, Json, Listed, Name, Pairs, WordChoice
from narration.notation.words import COMMON, Names, spelt, wording
from narration.thrones.notation.rows import DATA, OF_VASSALS, STAR, Choice, Kind, Moves, Order, VassalToken, Wants
from narration.thrones.voice import has_leaders, has_loans, has_tactics, has_vassals

# Letters for a kind of order; behind longer words an `s` is no star.
MAX_LETTERS = 3
_SAID = {
    "area": "areas",
    "card": "cards",
    "westeros": "westeros",
    "wildling": "wildling_cards",
    "order": "orders",
    OF_VASSALS: "orders",
    "unit": "units",
    "loan": "loans",
    "leader": "leaders",
    "tactic": "tactics",
    "alliance": "alliances",
}


def tongue(edition: Edition, modules: Collection[str] = ()) -> Tongue:
    """The words of games of an edition with these modules; put together once."""
    return _build_tongue(edition, tuple(module for module in edition.modules if module in modules))


@once_per_edition
def _build_tongue(edition: Edition, modules: tuple[str, ...]) -> Tongue:
    """Put together the words of games of an edition with these modules."""
    book = name_book(edition, modules)

    def called(sort: str, item_id: str, language: str) -> str:
        entries = getattr(edition, _SAID.get(sort, ""), {})
        return str(entries[item_id].name.say(language)) if item_id in entries else item_id

    # Vassals have tokens of their own, meant by the same words.
    of_vassals = {token.id for token in edition.orders.values() if token.vassal}
    names = {
        **book.names,
        "order-type": {
            kind: {*map(spelt, (*_spellings("order-letters", kind), *_spellings("order-verbs", kind), kind))}
            for kind in book.names["type"]
        },
        OF_VASSALS: {token_id: spelled for token_id, spelled in book.names["order"].items() if token_id in of_vassals},
    }
    shorts, besides = (
        {
            "order": _short_orders(edition, f"order-{table}"),
            OF_VASSALS: _short_orders_of_vassals(edition, f"order-{table}"),
            "unit": {spelt(text): kind for kind in edition.units for text in _spellings(f"unit-{table}", kind)},
        }
        for table in ("letters", "words")
    )
    shorts["area"] = book.codes
    nicknames = {text: token_id for text, token_id in book.besides["order"].items() if token_id in of_vassals}
    for sort, spelled in {**book.besides, OF_VASSALS: nicknames}.items():
        besides[sort] = {**besides.get(sort, {}), **spelled}
    return Tongue(
        names=Names(names, called, shorts, book.later, besides),
        parse_condition=lambda text: parse_condition(text, edition, modules),
        write_condition=format_condition,
        parse_amount=lambda text: parse_amount(text, edition, modules),
        write_amount=format_sum,
        condition_type=When,
        otherwise=Else,
        amount_type=_AMOUNT,
        in_turn={"bids": edition.tracks},
        sequences={"marches.areas": ("marches.sequence", edition.area_order)},
        among=lambda path, key: sorts_offered(edition, key),
    )


_AMOUNT: Any = Count | Sum


def _spellings(table: str, name: str) -> tuple[str, ...]:
    """The words of a table for something; none that it does not have."""
    words = DATA.words.get(table, {}).get(name)
    return words.every() if words is not None else ()


def _short_orders(edition: Edition, table: str) -> dict[str, str]:
    """Return short forms (`M+1`, `D+2`, `S`, `R`, `C`, `RS`, `CS`), one token each."""
    short_forms: dict[str, str] = {}
    plain = [order for order in edition.orders.values() if not (order.vassal or order.special) and order.copies]
    of_type = Counter(order.type for order in plain)
    stars = [spelt(star) for star in STAR.every()]
    for token in edition.orders.values():
        if token.vassal or not token.id.startswith(token.type):
            continue
        numbered = any(order.type == token.type and order.modifier for order in edition.orders.values())
        for letters in map(spelt, _spellings(table, token.type)):
            texts = _numbered_spellings(letters, token.modifier) if numbered else []
            if token.special and not token.modifier:
                # "Raids" are no special one.
                texts = [f"{letters} +1", *([f"{letters}s"] if len(letters) <= MAX_LETTERS else [])]
            # A kind of order alone is its plain one, where there are no two of it: `D` is `D+1`.
            if not (token.modifier or token.special) or token in plain and of_type[token.type] == 1:
                texts.append(letters)
            if token.special:
                base_texts = texts if table == "order-letters" else texts[:3]
                texts += [f"{text} {star}" for star in stars for text in (letters, *base_texts)]
                texts += [f"{star} {text}" for star in stars for text in (letters, texts[0])]
            for text in texts:
                short_forms.setdefault(text, token.id)
    return short_forms


def _numbered_spellings(letters: str, number: int) -> list[str]:
    """Return spellings of a numbered order: `m+1`, `m1`, `m 1`, `m plus one`."""
    size = str(abs(number))
    signs = [f"{spelt(sign)} " for sign in _spellings("plus", "minus" if number < 0 else "plus")]
    digits = (size, *map(spelt, COMMON["numbers"][size].every()))
    texts = [f"{letters} {sign}{digit}" for sign in (signs if number < 0 else ["", *signs]) for digit in digits]
    return [f"{letters} {number:+d}", *([] if number < 0 else [f"{letters}{size}"]), *texts]


def _short_orders_of_vassals(edition: Edition, table: str) -> dict[str, str]:
    """`M`, `march`, `R`, `D+3`: each meant of one token alone."""
    ids_by_text: dict[str, set[str]] = {}
    for token in edition.orders.values():
        if not token.vassal:
            continue
        for kind in (token.type, *token.uses):
            for letters in map(spelt, _spellings(table, kind) or (kind,)):
                for text in (letters, *_numbered_spellings(letters, token.modifier)):
                    ids_by_text.setdefault(text, set()).add(token.id)
    return {text: token_id for text, (token_id, *more) in ids_by_text.items() if not more}


def _who_marches(plan: MarchPlan) -> Any:
    """What a plan says besides where units go; nothing where all stay."""
    units = [(move.units, move.keep) for move in plan.moves]
    return (units, plan.leave_token, plan.wait, plan.leaders) if units else None


_PRICE = Price(
    wording(
        "power/power tokens",
        "potere/poteri/punti potere/segnalini potere/gettoni potere",
        "poder/puntos de poder/fichas de poder",
    )
)
_GOES = Name("area", also={"stays": DATA.words["names"]["stays"]}, around=True)
_USE = {meant == "true": words for meant, words in DATA.words["yes-no"].items()}
VOCABULARY = Vocabulary(
    DATA,
    sorts={
        ("order",): lambda also: Order("order", also=also),
        ("type", "order"): lambda also: Kind("type", "order"),
        PICKED: lambda also: Choice(*PICKED, also=DATA.words["picks"]),
    },
    keys={
        ("area",): Name("area", own=True),
        ("auction",): Name("auction", also=DATA.words["auctions"]),
        ASKING: Name(*ASKING, also=DATA.words["asking"]),
        (): Free(),
    },
    fields={
        (MarchPlan, "moves"): Moves(),
        (MarchPlan, "leave_token"): Apart(DATA.words["leave-token"], bare="if-possible"),
        (MarchPlan, "leaders"): Pairs(Name("leader"), _GOES, wording("to/>/=", "a", "a")),
        (RemoveOrderRule, "types"): Listed(Name("type", "order")),
        (KnightRule, "use"): WordChoice(_USE),
        (BotRule, "may_attack"): Listed(Name("house", also=DATA.words["foes"])),
        (MusterRule, "wants"): Wants(),
        (VassalOrder, "order"): VassalToken("order", also={"none": DATA.words["names"]["none"]}),
        (OfferRule, "power"): _PRICE,
        (ReplyRule, "power"): _PRICE,
        ("answers", ""): Json(AnyAnswer),
    },
    rivals={
        (TakeBackRule, "because"): ("card",),
        (RemoveOrderRule, "areas"): ("order", "type"),
        (LossRule, "areas"): ("unit",),
    },
    rules={
        MarchPlan: {"aside": _who_marches},
        RavenRule: {"half": lambda values: ("area" in values) != ("order" in values)},
        Wish: {"half": lambda values: not values.keys() & {"take", "prefer", "avoid", "stay"}},
        SupportRule: {
            "half": lambda values: "whom" not in values or values["whom"] == WHOEVER and "against" not in values
        },
        RemoveOrderRule: {"half": lambda values: "types" not in values and "decline" not in values},
        BidRule: {
            "half": lambda values: "amount" not in values and values.get("how") not in ("all", "rest"),
            "implied": lambda values: {"how": "up-to", **values} if "keep" in values else values,
        },
        LoanRule: {"half": lambda values: "loan" not in values},
        TroopsRule: {"half": lambda values: "units" not in values and "because" not in values},
    },
)


def _seat(edition: Edition, house: str, board: Board | None) -> SeatFacts:
    """Return a house's cards, areas with its units or tokens, and areas nearby."""
    cards = {card.id for card in edition.cards.values() if card.house == house}
    if board is None or not house:
        return SeatFacts(house, frozenset(cards))
    areas = {area for area, force in board.forces.items() if force.house == house}
    areas |= {area for area, owner in board.tokens.items() if owner == house}
    near = frozenset(beside for area in areas for beside in edition.neighbours[area]) - areas
    units = {area: force.units for area, force in board.forces.items() if force.house == house}
    turn = turn_sections(board, edition, house)
    return SeatFacts(
        house,
        frozenset(cards | areas),
        near,
        frozenset(board.hands.get(house, ())),
        units,
        board.phase,
        lambda filling: _allows(edition, house, board, filling),
        lambda path: turn.touches(path.partition(".")[0]),
        openings=tuple(f"CHOOSE {card}:" for card in _open_cards(edition, house, board)),
        others={name: partial(_seat, edition, name, board) for name in board.vassals if house not in board.vassals},
    )


def _open_cards(edition: Edition, house: str, board: Board) -> set[str]:
    """The Westeros cards that lie open and may ask a house for a choice."""
    shown = {*board.revealed.values()} if board.phase == "westeros" else set()
    return {item.because for item in question_sources(board, edition, house)} & shown if shown else shown


def _allows(edition: Edition, house: str, board: Board, filling: Filling) -> bool:
    """Whether an entry is possible on this board, by geography and cards in hand."""
    area, kind, rules = filling.key or "", filling.statement.kind, filling.value
    mine = {area for area, force in board.forces.items() if force.house == house}
    if filling.behalf:
        # Which vassals there will be, and what they may do, is not known ahead.
        ships = {want.at for rule in rules for want in rule.wants if want.at} if kind is MusterRule else set()
        return ships <= {*edition.neighbours.get(area, ())}
    if kind is ChoiceRule and filling.key in edition.westeros:
        asking = (item for item in question_sources(board, edition, house) if item.because == filling.key)
        offered = {choice for item in asking for every in item.offers.values() for choice in every}
        return offered.issuperset(choice for rule in rules for choice in rule.pick)
    if kind is ChoiceRule and not filling.statement.fixed:
        picked = {choice for rule in rules for choice in rule.pick}
        return filling.key not in edition.areas and picked.isdisjoint(edition.orders)
    if filling.statement.details:
        tokens = [edition.orders[item] for item in rules if item in edition.orders]
        ground = edition.areas[area].kind if area in edition.areas else ""
        return area in mine and all(
            token.vassal == (house in board.vassals) and (not token.terrains or ground in token.terrains)
            for token in tokens
        )
    if kind is RaidRule:
        goals = {item for rule in rules for item in rule.targets if item in edition.areas}
        return area in mine and goals <= set(raid_goals(board, edition, house, area)) - mine
    if kind is MarchPlan:
        able = may_do(board, edition, house, area, "march")
        return able and all(_reaches(edition, house, board, area, plan) for plan in rules)
    if kind is BidRule:
        return all(rule.how not in ("all", "rest") or rule.amount == 0 for rule in rules)
    if kind in (OfferRule, ReplyRule):
        captive = {who for who, item in board.leaders.items() if item.house == house and item.cell}
        hostages = {who for who, item in board.leaders.items() if item.cell == house}
        choices = (captive, hostages) if kind is OfferRule else (hostages, captive)
        named = {item for rule in rules for item in rule.leaders}, {item for rule in rules for item in rule.hostages}
        return all(item.intersection(edition.leaders) <= able for item, able in zip(named, choices, strict=True))
    if kind is MusterRule:
        places = {want.at for rule in rules for want in rule.wants if want.at}
        waters = {item for item in edition.neighbours[area] if edition.areas[item].kind != "land"}
        return area in mustering_places(board, edition, house) and places <= waters
    if kind is RavenRule:
        return all(not rule.area or rule.area in mine for rule in rules)
    if kind is SupportRule:
        able = all(may_do(board, edition, house, area, "support") for rule in rules for area in rule.areas)
        # Of one's own areas those are meant by name for which areas beside them are to support.
        defended = [(rule, item) for rule in rules for item in mine.intersection(rule.battles)]
        return able and all(rule.areas and {*rule.areas} <= {*edition.neighbours[item]} for rule, item in defended)
    if kind is CardRule:
        cards = {card for rule in rules for card in rule.cards if card in edition.cards}
        return cards <= set(board.hands.get(house, cards)) and all(rule.cards for rule in rules)
    return True


def _reaches(edition: Edition, house: str, board: Board, area: str, plan: MarchPlan) -> bool:
    """Whether the units of a plan stand in the area and reach their goals."""
    counts: Counter[str] = Counter()
    for move in plan.moves:
        counts.update(move.units if isinstance(move.units, dict) else {})
    goals = {move.to for move in plan.moves}
    if len(goals) > 1 and any(move.units == "all" for move in plan.moves):
        # "1 footman to Pyke, Harlaw" does not say who goes there.
        return False
    led = {who for who, leader in board.leaders.items() if leader.area == area and leader.house == house}
    if not led.issuperset(plan.leaders):
        return False
    able = counts <= Counter(board.forces[area].units)
    return able and goals <= {*reach(board, edition, house, area), *flown(board, edition, house, area)}


STATEMENTS = VOCABULARY.statements(Sheet)
NOTATION = Notation(
    DATA,
    Sheet,
    STATEMENTS,
    tongue,
    read_sheet,
    write_sheet,
    behalf=VOCABULARY.behalf(VassalSheet, Name("house", also=DATA.words["any-vassal"])),
    silent=frozenset({"areas"}),
    seat=_seat,
    editions={
        "leaders": has_leaders,
        "loans": has_loans,
        "ravens-look": lambda edition: edition.ravens_look,
        "tactics": has_tactics,
        "vassals": has_vassals,
    },
)
