"""What a decision asks, in words: one question for each kind, with what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from adjudicator.kernel.decision import Decision
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.board import Board
from narration.question import Question
from narration.thrones.bank_sentences import marks_phrase
from narration.thrones.choice_words import card_title, choice_phrase
from narration.thrones.voice import Voice
from narration.words import N_

Asker = Callable[[Any, Board, Voice], Question]
ASKERS: dict[type[Decision], Asker] = {}


def asks(kind: type[Decision]) -> Callable[[Asker], Asker]:
    """Register a function as the asker of a kind of decision."""

    def register(function: Asker) -> Asker:
        ASKERS[kind] = function
        return function

    return register


def question(decision: Decision, board: Board, voice: Voice) -> Question:
    """One decision in words; about a vassal it says which. Raises KeyError for a kind that nobody asks; a test keeps
    that from happening."""
    asked = ASKERS[type(decision)](decision, board, voice)
    if decision.house == decision.seat:
        return asked
    return Question(voice.say(ABOUT_VASSAL, house=voice.house(decision.house), question=asked.text), asked.choices)


def unasked() -> list[str]:
    """Kinds of decisions without a question."""
    return [kind.__name__ for kind in get_args(d.AnyDecision) if kind not in ASKERS]


def area_with_units(area: str, board: Board, v: Voice) -> str:
    """`Winterfell (1 footman and 1 knight)`."""
    force = board.forces.get(area)
    if force is None:
        return v.area(area)
    standing = v.units(force.units)
    routed = v.say("{units} routed", units=v.units(force.routed)) if force.routed else ""
    return f"{v.area(area)} ({', '.join(part for part in (standing, routed) if part)})"


def pieces_named(pieces: Iterable[Piece], v: Voice) -> tuple[str, ...]:
    """Units to choose from, one a line."""
    return tuple(v.say("{unit} in {at}", unit=v.a_unit(piece.unit), at=v.area(piece.area)) for piece in pieces)


def _options(options: Mapping[str, tuple[str, ...]], none: str, v: Voice) -> tuple[str, ...]:
    return tuple(
        f"{v.area(area)} \u2192 {', '.join(v.area(to) for to in found) or none}" for area, found in options.items()
    )


@asks(d.DisbandForSupply)
def _disband(ask: d.DisbandForSupply, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Your armies exceed what supply feeds. Which unit is disbanded?"), pieces_named(ask.choices, v)
    )


@asks(d.LoseToWildlings)
def _lose(ask: d.LoseToWildlings, board: Board, v: Voice) -> Question:
    text = v.say_n(
        "The wildlings take {n} mustering point of units. Which unit goes?",
        "The wildlings take {n} mustering points of units. Which unit goes first?",
        ask.owed,
    )
    return Question(text, pieces_named(ask.choices, v))


@asks(d.TakeCasualty)
def _casualty(ask: d.TakeCasualty, board: Board, v: Voice) -> Question:
    return Question(
        v.say("The battle for {area} is lost. Which unit falls?", area=v.area(ask.area)), pieces_named(ask.choices, v)
    )


@asks(d.AbandonUnit)
def _abandon(ask: d.AbandonUnit, board: Board, v: Voice) -> Question:
    text = v.say("Supply does not feed all who retreat to {area}. Which unit is lost?", area=v.area(ask.destination))
    return Question(text, pieces_named(ask.choices, v))


@asks(d.KillFootman)
def _kill(ask: d.KillFootman, board: Board, v: Voice) -> Question:
    return Question(v.say("{card}: which footman falls?", card=v.card(ask.card)), pieces_named(ask.choices, v))


@asks(d.PlaceBid)
def _bid(ask: d.PlaceBid, board: Board, v: Voice) -> Question:
    power = v.power(ask.up_to)
    if ask.auction == "wildlings":
        return Question(v.say("How much do you bid for the Watch? You have {power}.", power=power))
    return Question(
        v.say("How much do you bid for the {track}? You have {power}.", track=v.track(ask.auction), power=power)
    )


@asks(d.SettleTie)
def _tie(ask: d.SettleTie, board: Board, v: Voice) -> Question:
    text = v.say(
        "You hold the Iron Throne: in which order do the tied houses stand on the {track}?", track=v.track(ask.auction)
    )
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.PickTied)
def _pick(ask: d.PickTied, board: Board, v: Voice) -> Question:
    if ask.what == "highest":
        text = v.say("You hold the Iron Throne: which tied house counts as the highest bidder?")
    else:
        text = v.say("You hold the Iron Throne: which tied house counts as the lowest bidder?")
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.TakeBackCard)
def _take_back(ask: d.TakeBackCard, board: Board, v: Voice) -> Question:
    text = v.say("Which House card do you take back, if any? ({reason})", reason=v.reason(ask.because))
    return Question(text, tuple(v.card(card) for card in ask.choices))


@asks(d.MusterUnits)
def _muster(ask: d.MusterUnits, board: Board, v: Voice) -> Question:
    lines = tuple(
        v.say_n("{area}: {n} point", "{area}: {n} points", points, area=area_with_units(area, board, v))
        for area, points in ask.places.items()
    )
    return Question(v.say("What do you muster?"), lines)


@asks(d.PlaceOrders)
def _orders(ask: d.PlaceOrders, board: Board, v: Voice) -> Question:
    text = v.say_n("Place an order in {n} area.", "Place an order in each of {n} areas.", len(ask.areas))
    if ask.stars:
        text += " " + v.say_n("At most {n} order with a star.", "At most {n} orders with a star.", ask.stars)
    else:
        text += " " + v.say("No order with a star.")
    bans = [ban for ban in ask.bans if ban != "footman-support"]
    if bans:
        text += " " + v.say("Not this round: {orders}.", orders=v.both(v.ban(ban) for ban in bans))
    if "footman-support" in ask.bans or "footman-support" in board.bans:
        text += " " + v.say("Footmen add nothing when they support this round.")
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))


@asks(d.UseRaven)
def _raven(ask: d.UseRaven, board: Board, v: Voice) -> Question:
    lines = tuple(
        f"{v.area(area)}: {v.order(board.orders[area].order)}" if area in board.orders else v.area(area)
        for area in ask.areas
    )
    if v.edition.wildling_cards:
        text = v.say("You hold the Messenger Raven: do you exchange one of your orders, or look at a wildling card?")
        return Question(text, lines)
    return Question(v.say("You hold the Messenger Raven: do you exchange one of your orders?"), lines)


@asks(d.ResolveRaid)
def _raid(ask: d.ResolveRaid, board: Board, v: Voice) -> Question:
    return Question(v.say("Which raid is carried out, against what?"), _options(ask.options, v.say("no target"), v))


@asks(d.ResolveMarch)
def _march(ask: d.ResolveMarch, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Which march is carried out, and who goes where?"), _options(ask.options, v.say("nowhere"), v)
    )


@asks(d.GiveSupport)
def _support(ask: d.GiveSupport, board: Board, v: Voice) -> Question:
    if ask.defender:
        text = v.say(
            "{attacker} attacks {defender} in {area}: whom do you support?",
            attacker=v.house(ask.attacker),
            defender=v.house(ask.defender),
            area=v.area(ask.area),
        )
    else:
        text = v.say(
            "{attacker} meets the neutral force in {area}: do you support the attack?",
            attacker=v.house(ask.attacker),
            area=v.area(ask.area),
        )
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))


@asks(d.ChooseHouseCard)
def _card(ask: d.ChooseHouseCard, board: Board, v: Voice) -> Question:
    values = {"opponent": v.house(ask.opponent), "area": v.area(ask.area)}
    if ask.role == "attacker":
        text = v.say("You attack {opponent} in {area}: which House card do you play?", **values)
    else:
        text = v.say("{opponent} attacks you in {area}: which House card do you play?", **values)
    return Question(text, tuple(v.card(card) for card in ask.choices))


@asks(d.UseBlade)
def _blade(ask: d.UseBlade, board: Board, v: Voice) -> Question:
    values = {"area": v.area(ask.area), "lead": v.sign(ask.lead)}
    return Question(v.say("Do you use the Valyrian steel blade in {area}? Without it you stand at {lead}.", **values))


@asks(d.RetreatTo)
def _retreat(ask: d.RetreatTo, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Where do you retreat from {area}?", area=v.area(ask.area)), tuple(v.area(area) for area in ask.choices)
    )


@asks(d.RemoveOrder)
def _remove(ask: d.RemoveOrder, board: Board, v: Voice) -> Question:
    card = v.card(ask.card)
    if ask.optional:
        text = v.say("{card}: which order is removed, if any?", card=card)
    else:
        text = v.say("{card}: which order is removed?", card=card)
    return Question(text, tuple(v.area(area) for area in ask.choices))


@asks(d.KnightFootman)
def _knight(ask: d.KnightFootman, board: Board, v: Voice) -> Question:
    return Question(
        v.say("{card}: does a footman in {area} become a knight?", card=v.card(ask.card), area=v.area(ask.area))
    )


@asks(d.DiscardFromHand)
def _discard(ask: d.DiscardFromHand, board: Board, v: Voice) -> Question:
    text = v.say(
        "{card}: for {power}, which card does {victim} lose, if any?",
        card=v.card(ask.card),
        power=v.power(ask.cost),
        victim=v.house(ask.victim),
    )
    return Question(text, tuple(v.card(card) for card in ask.choices))


ABOUT_VASSAL = N_("For your vassal {house}: {question}")
CHOOSE_VASSAL = N_("Which vassal do you command this round, or do you pass the set of orders on?")
MORE_SETS = N_("You have {n} sets, one for each vassal that you take.")
VASSAL_ORDERS = N_("Place at most {n} of these orders, each in one area: {orders}.")


@asks(d.ChooseVassal)
def _choose_vassal(ask: d.ChooseVassal, board: Board, v: Voice) -> Question:
    told = [v.say(CHOOSE_VASSAL)]
    if ask.sets > 1:
        told.append(v.say(MORE_SETS, n=ask.sets))
    return Question(" ".join(told), tuple(v.house(house) for house in ask.choices))


@asks(d.PlaceVassalOrders)
def _vassal_orders(ask: d.PlaceVassalOrders, board: Board, v: Voice) -> Question:
    text = v.say(VASSAL_ORDERS, n=ask.most, orders=", ".join(v.order(order) for order in ask.orders))
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))


SPREAD_BID = N_("How do your {power} bid for the {track} go to the others?")
CANCEL_MOVE = N_("{card}: {mover} moves a loyalty token from {area} to {to}. Do you pay {power} to put it back?")


@asks(d.SpreadBid)
def _spread_bid(ask: d.SpreadBid, board: Board, v: Voice) -> Question:
    text = v.say(SPREAD_BID, power=v.power(ask.amount), track=v.track(ask.auction))
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.CancelMove)
def _cancel_move(ask: d.CancelMove, board: Board, v: Voice) -> Question:
    values = {"mover": v.house(ask.mover), "area": v.area(ask.area), "to": v.area(ask.to)}
    return Question(v.say(CANCEL_MOVE, card=card_title(ask.because, v), power=v.power(ask.cost), **values))


TAKE_LOAN = N_("Iron Bank, with the order in {area}: which loan do you take, if any?")
LOAN_FOR = N_("{loan} for {power}")
IMPROVE = N_("{loan}: where do you lay {mark}?")
PLACE_UNITS = N_("{loan}: where do {units} appear? Where you rule or have units: {areas}.")
DESTROY = N_("{loan}: which unit is destroyed? Still to name: {n}.")
DESTROY_FOR_INTEREST = N_(
    "{house} cannot pay the interest on its loans: which of its units is destroyed? Still to name: {n}."
)


@asks(d.TakeLoan)
def _take_loan(ask: d.TakeLoan, board: Board, v: Voice) -> Question:
    choices = tuple(
        v.say(LOAN_FOR, loan=v.card(choice), power=v.power(ask.costs[choice]))
        if choice in ask.costs
        else choice_phrase(choice, v)
        for choice in ask.choices
    )
    return Question(v.say(TAKE_LOAN, area=v.area(ask.area)), choices)


@asks(d.ImproveArea)
def _improve(ask: d.ImproveArea, board: Board, v: Voice) -> Question:
    text = v.say(IMPROVE, loan=v.card(ask.loan), mark=marks_phrase((ask.mark,), v))
    return Question(text, tuple(v.area(area) for area in ask.choices))


@asks(d.PlaceUnits)
def _place_units(ask: d.PlaceUnits, board: Board, v: Voice) -> Question:
    return Question(v.say(PLACE_UNITS, loan=v.card(ask.loan), units=v.units(ask.units), areas=v.areas(ask.areas)))


@asks(d.DestroyUnit)
def _destroy(ask: d.DestroyUnit, board: Board, v: Voice) -> Question:
    if ask.victim:
        return Question(
            v.say(DESTROY_FOR_INTEREST, house=v.house(ask.victim), n=ask.owed), pieces_named(ask.choices, v)
        )
    return Question(v.say(DESTROY, loan=v.card(ask.because), n=ask.owed), pieces_named(ask.choices, v))
