"""The questions of decisions: one row for each kind, with possible answers.
Also what a planning turn will ask while others choose vassals or tactics cards first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from adjudicator.engine import Decision
from adjudicator.engine.sheet import sections_of
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.planning import own_areas
from adjudicator.thrones.rules.storm.tactics import stars_by_card
from adjudicator.thrones.rules.vassals import MAX_ORDERS, foreseen, order_set, order_sets
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.warnings.words import WORDS
from adjudicator.thrones.state import Board, Leader, decisions as d
from narration.faults import condition_fault, read_back
from narration.instruction_words import LEFT_OPEN, LEFT_OPEN_WORDS
from narration.paragraph import Question
from narration.phrase_table import Ask, Plural, QuestionTable, Sentence, asks_of, each, fill
from narration.plain import Block, Points
from narration.thrones.battle_sentences import card_with_text
from narration.thrones.voice import FORMS, RULES, SLOTS, TRACKS, Voice
from narration.words import N_, capital, word_tables

LOAN_FOR = N_("{loan} for {power}")


def _pieces(ask: d.PieceDecision, board: Board, v: Voice) -> Iterable[str]:
    return (v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area)) for piece in ask.choices)


def _areas_with_units(ask: d.GiveSupport | d.PlaceVassalOrders, board: Board, v: Voice) -> Iterable[str]:
    return (v.area_with_units(area, board) for area in ask.areas)


def _goals(ask: d.ResolveMarch | d.MoveTroops, board: Board, v: Voice) -> Iterable[str]:
    return v.options_named(ask.options, v.say("nowhere"))


def _later_bids(ask: d.PlaceBid, board: Board, v: Voice) -> Iterable[str]:
    """A Clash of Kings, and nothing else, is for the tracks, one after the other."""
    tracks = v.edition.tracks
    later = tracks[tracks.index(ask.auction) + 1 :] if ask.auction in tracks else ()
    return (
        v.say("After that, how much of your remaining Power for the {track}?", track=v.track(track)) for track in later
    )


def _points(ask: d.MusterUnits, board: Board, v: Voice) -> Iterable[str]:
    for area, points in ask.places.items():
        yield v.say_n("{area}: {n} point", "{area}: {n} points", points, area=v.area_with_units(area, board))


def _orders_placed(ask: d.UseRaven, board: Board, v: Voice) -> Iterable[str]:
    for area in ask.areas:
        placed = board.orders.get(area)
        yield f"{v.area(area)}: {v.order(placed.order)}" if placed is not None else v.area(area)


def _loans(ask: d.TakeLoan, board: Board, v: Voice) -> Iterable[str]:
    """Yield the choices of a loan question; loans with their cost and text."""
    for choice in ask.choices:
        if choice in ask.costs:
            offer = v.say(LOAN_FOR, loan=v.card(choice), power=v.power(ask.costs[choice]))
            yield f"{offer}: {v.card_text(choice)}"
        else:
            yield v.choice_phrase(choice)


def _hint(ask: d.PickUnit | d.PickEffect, v: Voice) -> str:
    """What the card says that asks, in brackets."""
    hint = v.asking_hint(ask.because)
    return f"({hint})" if hint else ""


def _orders(ask: d.PlaceOrders, board: Board, v: Voice) -> Question:
    """Return the question for orders: areas, special orders and what is forbidden."""
    text = v.say_n("Place an order in {n} area.", "Place an order in each of {n} areas.", len(ask.areas))
    text += " " + _stars(ask, board, v)
    bans = [ban for ban in ask.bans if not v.supporting(ban)]
    if bans:
        text += " " + capital(v.say("not this round: {orders}", orders=v.both(v.ban(ban) for ban in bans))) + "."
    if "footman-support" in ask.bans or "footman-support" in board.bans:
        text += " " + v.say("Footmen add nothing when they support this round.")
    return Question(text, tuple(v.area_with_units(area, board) for area in ask.areas))


def _stars(ask: d.PlaceOrders, board: Board, v: Voice) -> str:
    """Return the number of special orders; while tactics cards are chosen,
    the certain number and the card that adds more."""
    cards = {} if ask.id else stars_by_card(board, v.edition, ask.house)
    most, least = max(cards.values(), default=0), min(cards.values(), default=0)
    if most > least:
        sure, named = ask.stars - most + least, v.either(v.card(card) for card in cards if cards[card] == most)
        return v.say(
            "Orders with a star: {n}, or {more} more if your tactics card is {cards}. Without "
            "that card, any extra one is replaced by an order chosen for you.",
            n=sure,
            more=most - least,
            cards=named,
        )
    if not ask.stars:
        return v.say("No order with a star.")
    return v.say_n("At most {n} order with a star.", "At most {n} orders with a star.", ask.stars)


def _effect_on_other(ask: d.PickEffect, v: Voice) -> str:
    """Describe what a card asks of another house or a raided order; else empty."""
    edition, of_house, first = v.edition, ask.subject in v.edition.houses, ask.choices[0]
    if of_house and ask.because in edition.alliances:
        text = N_("{card}: which token of {house} leaves the claim track? The oldest is on space 6.")
    elif ask.because not in edition.tactics:
        return ""
    elif ask.subject in edition.areas and first == "pay":
        text = N_("{card}: do you pay for a Support −1 order in {area}, in place of the raided one?")
    elif not of_house:
        return ""
    elif first == "take-power":
        text = N_("{card}: do you take Power tokens from {house} for its leaders in your cell?")
    elif first in edition.tracks:
        text = N_("{card}: on which track do you swap places with {house}, if any?")
    else:
        text = N_("{card}: which leader do you take out of the cell of {house}, if any?")
    return v.say(text, card=v.card(ask.because), house=v.house(ask.subject), area=v.area(ask.subject))


def _effect(ask: d.PickEffect, board: Board, v: Voice) -> Question:
    """Which effect a card or rule has; the card's own text stands beside it."""
    choices = tuple(_choice(choice, ask.because, board, v) for choice in ask.choices)
    if ask.because in RULES:
        return Question(v.rule_question(ask.because, ask.subject), choices)
    title = v.asking_title(ask.because)
    about = _effect_on_other(ask, v)
    if about:
        text = about
    elif not ask.subject:
        text = v.say("{card}: which one?", card=title)
    else:
        text = v.say("{card} ({subject}): which one?", card=title, subject=v.card_title(ask.subject))
    return Question(f"{text} {_hint(ask, v)}".rstrip(), choices)


def _choice(choice: str, because: str, board: Board, v: Voice) -> str:
    """Describe a choice; with a card's effect, or a deck's face-up card, if relevant."""
    name = v.choice_phrase(choice, because)
    leader = board.leaders.get(choice) if choice in v.edition.leaders else None
    if leader is not None:
        return _leader(name, leader, because, board, v)
    if choice in v.edition.tactics:
        return f"{name}. {v.card_text(choice)}".strip()
    top = board.realm.tops.get(choice) if board.realm is not None and choice in v.edition.alliance_decks else None
    return f"{name}: {v.card(top)}. {v.card_text(top)}".strip() if top else name


def _leader(name: str, leader: Leader, because: str, board: Board, v: Voice) -> str:
    """A leader as a choice: whose he is, or the order that he would be turned for."""
    placed = board.orders.get(leader.area) if because == "activate" else None
    if placed is not None:
        return v.say(
            "{leader}, in place of the {order} order in {area}",
            leader=name,
            order=v.order(placed.order),
            area=v.area(leader.area),
        )
    return f"{name} ({v.house(leader.house)})"


# What may be answered, where no field of the decision lists it.
CHOICES: Mapping[type[Any], Callable[[Any, Board, Voice], Iterable[str]]] = {
    **{kind: _pieces for kind in get_args(d.AnyDecision) if issubclass(kind, d.PieceDecision)},
    d.GiveSupport: _areas_with_units,
    d.ChooseHouseCard: each("choices", lambda v, card: card_with_text(card, v)),
    d.PlaceBid: _later_bids,
    d.MusterUnits: _points,
    d.ResolveRaid: lambda ask, board, v: v.options_named(ask.options, v.say("no target")),
    d.ResolveMarch: _goals,
    d.TakeLoan: _loans,
    d.PlaceVassalOrders: _areas_with_units,
    d.MoveTroops: _goals,
}
# What a function asks, or a part of it; the other questions stand in `words.toml`.
ASKS: Mapping[type[Any], Ask] = {
    d.PlaceOrders: Ask(N_("orders"), whole=_orders),
    d.UseRaven: Ask(
        N_("raven"),
        lambda ask, v: v.say(
            N_("You hold the Messenger Raven: do you exchange one of your orders, or look at a wildling card?")
            if v.edition.ravens_look
            else N_("You hold the Messenger Raven: do you exchange one of your orders?")
        ),
        _orders_placed,
    ),
    d.PickUnit: Ask(
        N_("unit chosen"),
        Sentence(
            Plural(
                "{card}: which of your units? {n} left to choose.",
                "{card}: which of your units? {n} left to choose.",
            ),
            {"": _hint},
            slots={"card": "because:title", "n": "owed"},
        ),
        _pieces,
    ),
    d.PickEffect: Ask(N_("choice"), whole=_effect),
    d.ImproveArea: Ask(
        N_("area improved or degraded"),
        fill(N_("{loan}: where do you put {mark}?"), mark=lambda ask, v: v.marks_phrase((ask.mark,))),
        each("choices", Voice.area),
    ),
    d.AcceptOffer: Ask(
        N_("answer to an offer"),
        fill(
            N_("{offerer} asks you for {leaders} and offers {price}. Do you accept?"),
            price=lambda ask, v: v.price_phrase(ask.power, ask.given),
        ),
    ),
}
TABLES = word_tables(__name__)
QUESTIONS = QuestionTable({**asks_of(TABLES["asks"], get_args(d.AnyDecision), CHOICES, FORMS), **ASKS}, FORMS, SLOTS)
# What was asked, in a word or two, by the tag of the decision: `House card`.
ASKED = {str(kind.__struct_config__.tag): ask.words for kind, ask in QUESTIONS.asks.items()}


def question(decision: Decision, board: Board, v: Voice) -> Question:
    """Return a decision's question, naming its vassal. Raises KeyError if unknown."""
    ask = QUESTIONS.question(decision, board, v)
    if decision.house == decision.seat:
        return ask
    return Question(
        v.say("For your vassal {house}: {question}", house=v.house(decision.house), question=ask.text), ask.choices
    )


def foreseen_blocks(window: str, board: Board, seat: str, v: Voice) -> Iterator[Block]:
    """Return the orders this reader will be asked for, and vassals to be commanded."""
    if not window.endswith("-planning"):
        return
    for decision in foreseen(board, v.edition, seat):
        ask = question(decision, board, v)
        yield Points(text=ask.text, points=ask.choices)
        if board.vassals:
            yield _vassals(board, seat, v)


def _vassals(board: Board, seat: str, v: Voice) -> Block:
    """How many the reader may command, and where the units of each stand."""
    players = players_of(board)
    sets = order_sets(len(players), len(board.vassals))[players.index(seat)]
    number = v.say("Vassals: you have no set of orders, unless another player passes you one.")
    if sets:
        number = v.say_n(
            "Vassals: you have {n} set of orders. Use it to command one, or pass it on.",
            "Vassals: you have {n} sets of orders. Use each to command one, or pass it on.",
            sets,
        )
    orders = ", ".join(v.order(order) for order in order_set(v.edition))
    none = v.say("no units")
    areas = {house: own_areas(board, v.edition, house) for house in board.vassals}
    points = tuple(
        f"{v.house(house)}: {', '.join(v.area_with_units(area, board) for area in own) or none}"
        for house, own in areas.items()
    )
    return Points(
        text=" ".join(
            (
                number,
                v.say("Vassals are chosen in turn order."),
                v.say(
                    "Each vassal gets at most {n} of these orders, in its own areas: {orders}. Available vassals:",
                    n=MAX_ORDERS,
                    orders=orders,
                ),
            )
        ),
        points=points,
    )


SECTIONS = {**{name: section.name for name, section in sections_of(Sheet).items()}, **TABLES["sections"]}
# Fields of rules, where a place names them.
FIELDS = TABLES["fields"]
UNSAID = ("rules", "areas")
NO_ORDER_NAMED, ORDER_LEFT, KEPT_BACK = "no-order-named", "left-to-the-steward", "kept-back"
# Why an instruction was passed over, for readers of other languages; in English the resolver's own words say more.
REASONS = TABLES["reasons"]
_ID = re.compile(r"[a-z0-9]+(?:[-+][a-z0-9]+)*")


def _place_part_words(part: str, first: bool, v: Voice) -> str:
    """Return one part of a place in a sheet in words.
    `first`: whether it begins the place, and so names a section and no field or track."""
    if part.startswith("["):
        return v.say("rule {n}", n=int(part[1:-1]) + 1)
    if part in v.edition.areas:
        return v.area(part)
    if part in v.edition.houses:
        return v.house(part)
    if part in TRACKS and not first:
        return v.track(part)
    if not first and (asking_name := v.named_asking(part)):
        return asking_name
    if not first and part in FIELDS:
        return v.say(FIELDS[part])
    return v.say(SECTIONS[part]) if part in SECTIONS else part.replace("_", " ").replace("-", " ")


def place_in_sheet(where: str, v: Voice) -> str:
    """Return `marches.stoney-sept[1]` as `marches, Stoney Sept, rule 2`."""
    return "; ".join(_place_words(place, v) for place in where.split(", "))


def _place_words(rule: str, v: Voice) -> str:
    """Return one place in a sheet in words: `marches, Stoney Sept, rule 2`."""
    if rule.startswith(LEFT_OPEN):
        return v.say(LEFT_OPEN_WORDS)
    parts = [p for p in re.findall(r"[^.\[\]]+|\[\d+\]", rule) if p not in UNSAID]
    if "orders" in parts[:2] and parts[-1].startswith("["):
        last = v.say("choice {n}", n=int(parts[-1][1:-1]) + 1)
        return ", ".join([*(_place_part_words(part, number == 0, v) for number, part in enumerate(parts[:-1])), last])
    return ", ".join(_place_part_words(part, number == 0, v) for number, part in enumerate(parts))


def with_names(text: str, v: Voice) -> str:
    """Return a text of the adjudicator with names in place of ids."""

    def name(match: re.Match[str]) -> str:
        word = match.group()
        if word in v.edition.areas:
            return v.area(word)
        data = v.edition
        if any(word in cards for cards in (data.cards, data.leaders, data.tactics, data.alliances, data.loans)):
            return v.card(word)
        if word in v.edition.houses:
            return v.house(word)
        # `support` and `raid` are ids and words alike.
        known_order = word in v.edition.orders and not word.isalpha()
        return v.order(word) if known_order else word

    return _ID.sub(name, text)


def unnamed_areas(source: Mapping[str, Any], code: str = NO_ORDER_NAMED) -> list[str]:
    """Return areas without an order on the sheet, filled by the published default
    or (`ORDER_LEFT`) by the bot."""
    return [skipped["where"].rpartition(".")[2] for skipped in source.get("skipped", ()) if skipped["code"] == code]


# Of orders, bids and vassals that cannot be; the values are named as in the words of the adjudicator.
OF_RULES = TABLES["of-rules"]
# Of fields of a form that cannot be read.
OF_FORMS = TABLES["of-forms"]
REFUSALS = (*OF_RULES, *OF_FORMS, *TABLES["of-earlier"])


def _translate_by_template(words: str, templates: Iterable[str], v: Voice) -> str | None:
    """Translate words by the template that they fill; None if none fits."""
    match = read_back(words, templates)
    if match is None:
        return None
    template, values = match
    says = {
        "pieces": lambda text: _count_words(text, v),
        "type": v.ban,
        "unit": v.kind,
        "auction": v.track,
        "part": v.say,
    }
    named = {slot: says[slot](value) if slot in says else with_names(value, v) for slot, value in values.items()}
    return v.say(template, **named)


def _count_words(text: str, v: Voice) -> str:
    """Return a count and a kind of unit, `3 knight`, in words."""
    count, _, unit = text.partition(" ")
    return v.unit(unit, int(count))


def refusal_words(words: str, v: Voice) -> str:
    """Translate the adjudicator's words about a sheet where possible, ids as names."""
    if v.words.language == "en":
        return _translate_by_template(words, WORDS.values(), v) or with_names(words, v)
    translation = (
        _translate_by_template(words, WORDS.values(), v)
        or condition_fault(words, v)
        or _translate_by_template(words, REFUSALS, v)
    )
    return translation or with_names(words, v)
