"""Questions of a round outside battle: bids and ties, mustering, orders, the raven, raids and marches; and what a
planning call will ask although nobody can be asked yet, because others choose vassals or tactics cards first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.planning import own_areas
from adjudicator.thrones.rules.storm.lasting_tactics import stars_by_card
from adjudicator.thrones.rules.vassals import MOST_ORDERS, foreseen, order_set, order_sets
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.blocks import Block, Points
from narration.paragraph import Question
from narration.thrones.questions import area_with_units, asks, question
from narration.thrones.voice import AUCTIONS, Voice
from narration.words import N_

BID = N_("{auction}: how much do you bid? You have {power}.")
NEXT_BID = N_("After that, from what you have left: how much for the {track}?")
STARS_BY_CARD = N_(
    "Orders with a star: {n} for certain, and {more} more only if your tactics card is {cards}; without that card one "
    "too many gives way to an order that is chosen for you."
)
LEADERS_MARCH = N_("{leader} has been turned and marches now: who goes where?")
NO_SET = N_("Vassals: you have no set of orders for one, unless another player passes a set on to you.")
CHOSEN = N_("They are chosen in turn order.")
FREE = N_("Each gets at most {n} of these orders, in areas of its own: {orders}. To be had:")


def options_named(options: Mapping[str, tuple[str, ...]], none: str, v: Voice) -> tuple[str, ...]:
    """Where units may go from each area, one area a line."""
    return tuple(
        f"{v.area(area)} \u2192 {', '.join(v.area(to) for to in found) or none}" for area, found in options.items()
    )


@asks(d.PlaceBid, N_("bid"))
def _bid(ask: d.PlaceBid, board: Board, v: Voice) -> Question:
    power = v.power(ask.up_to)
    if ask.auction == "wildlings":
        return Question(v.say("How much do you bid for the Watch? You have {power}.", power=power))
    if ask.auction in AUCTIONS:
        return Question(v.say(BID, auction=v.track(ask.auction), power=power))
    # A Clash of Kings, and nothing else, is for the tracks, one after the other.
    later = v.edition.tracks[v.edition.tracks.index(ask.auction) + 1 :]
    return Question(
        v.say("How much do you bid for the {track}? You have {power}.", track=v.track(ask.auction), power=power),
        tuple(v.say(NEXT_BID, track=v.track(track)) for track in later),
    )


@asks(d.SettleTie, N_("order of the tied houses"))
def _tie(ask: d.SettleTie, board: Board, v: Voice) -> Question:
    text = v.say(
        "You hold the Iron Throne: in which order do the tied houses stand on the {track}?", track=v.track(ask.auction)
    )
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.PickTied, N_("choice among the tied"))
def _pick(ask: d.PickTied, board: Board, v: Voice) -> Question:
    if ask.what == "highest":
        text = v.say("You hold the Iron Throne: which tied house counts as the highest bidder?")
    else:
        text = v.say("You hold the Iron Throne: which tied house counts as the lowest bidder?")
    return Question(text, tuple(v.house(house) for house in ask.houses))


@asks(d.TakeBackCard, N_("card taken back"))
def _take_back(ask: d.TakeBackCard, board: Board, v: Voice) -> Question:
    text = v.say("Which House card do you take back, if any? ({reason})", reason=v.reason(ask.because))
    return Question(text, tuple(v.card(card) for card in ask.choices))


@asks(d.MusterUnits, N_("mustering"))
def _muster(ask: d.MusterUnits, board: Board, v: Voice) -> Question:
    lines = tuple(
        v.say_n("{area}: {n} point", "{area}: {n} points", points, area=area_with_units(area, board, v))
        for area, points in ask.places.items()
    )
    return Question(v.say("What do you muster?"), lines)


@asks(d.PlaceOrders, N_("orders"))
def _orders(ask: d.PlaceOrders, board: Board, v: Voice) -> Question:
    text = v.say_n("Place an order in {n} area.", "Place an order in each of {n} areas.", len(ask.areas))
    text += " " + _stars(ask, board, v)
    bans = [ban for ban in ask.bans if not v.supporting(ban)]
    if bans:
        text += " " + v.say("Not this round: {orders}.", orders=v.both(v.ban(ban) for ban in bans))
    if "footman-support" in ask.bans or "footman-support" in board.bans:
        text += " " + v.say("Footmen add nothing when they support this round.")
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))


def _stars(ask: d.PlaceOrders, board: Board, v: Voice) -> str:
    """How many special orders there may be; while tactics cards are chosen, how many are sure and which card adds
    more."""
    cards = {} if ask.id else stars_by_card(board, v.edition, ask.house)
    most, least = max(cards.values(), default=0), min(cards.values(), default=0)
    if most > least:
        sure, named = ask.stars - most + least, v.either(v.card(card) for card in cards if cards[card] == most)
        return v.say(STARS_BY_CARD, n=sure, more=most - least, cards=named)
    if not ask.stars:
        return v.say("No order with a star.")
    return v.say_n("At most {n} order with a star.", "At most {n} orders with a star.", ask.stars)


@asks(d.UseRaven, N_("raven"))
def _raven(ask: d.UseRaven, board: Board, v: Voice) -> Question:
    lines = tuple(
        f"{v.area(area)}: {v.order(board.orders[area].order)}" if area in board.orders else v.area(area)
        for area in ask.areas
    )
    if v.edition.ravens_look:
        text = v.say("You hold the Messenger Raven: do you exchange one of your orders, or look at a wildling card?")
        return Question(text, lines)
    return Question(v.say("You hold the Messenger Raven: do you exchange one of your orders?"), lines)


@asks(d.ResolveRaid, N_("raid"))
def _raid(ask: d.ResolveRaid, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Which raid is carried out, against what?"), options_named(ask.options, v.say("no target"), v)
    )


@asks(d.ResolveMarch, N_("march"))
def _march(ask: d.ResolveMarch, board: Board, v: Voice) -> Question:
    choices = options_named(ask.options, v.say("nowhere"), v)
    if ask.leader:
        return Question(v.say(LEADERS_MARCH, leader=v.leader(ask.leader)), choices)
    return Question(v.say("Which march is carried out, and who goes where?"), choices)


def foreseen_blocks(window: str, board: Board, seat: str, v: Voice) -> Iterator[Block]:
    """The orders that this reader will be asked for, and the vassals whom somebody will command."""
    if not window.endswith("-planning"):
        return
    for asked in foreseen(board, v.edition, seat):
        put = question(asked, board, v)
        yield Points(text=put.text, points=put.choices)
        if board.vassals:
            yield _vassals(board, seat, v)


def _vassals(board: Board, seat: str, v: Voice) -> Block:
    """How many the reader may command, and where the units of each stand."""
    players = players_of(board)
    sets = order_sets(len(players), len(board.vassals))[players.index(seat)]
    told = v.say(NO_SET)
    if sets:
        told = v.say_n(
            "Vassals: you have {n} set of orders, with which you command one or which you pass on.",
            "Vassals: you have {n} sets of orders, with each of which you command one or which you pass on.",
            sets,
        )
    orders = ", ".join(v.order(order) for order in order_set(v.edition))
    none = v.say("no units")
    areas = {house: own_areas(board, v.edition, house) for house in board.vassals}
    points = tuple(
        f"{v.house(house)}: {', '.join(area_with_units(area, board, v) for area in held) or none}"
        for house, held in areas.items()
    )
    return Points(text=" ".join((told, v.say(CHOSEN), v.say(FREE, n=MOST_ORDERS, orders=orders))), points=points)
