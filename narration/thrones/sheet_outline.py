"""What the reader's next sheet can say: its sections, filled with what they have, in the order play will ask."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.thrones.rules.ahead import whole_westeros
from adjudicator.thrones.rules.iron_bank.track import offers
from adjudicator.thrones.rules.modules import in_play
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.storm.activation import free_leaders
from adjudicator.thrones.rules.storm.executions import CARD as EXECUTIONS
from adjudicator.thrones.sheets.offered_choices import Asking, askings
from adjudicator.thrones.sheets.steps_ahead import steps_ahead
from adjudicator.thrones.state.board import Board
from narration.paragraph import Row
from narration.thrones.choice_words import asking_title, choice_phrase
from narration.thrones.dragons_questions import LOAN_FOR
from narration.thrones.voice import Voice
from narration.words import N_

LOANS = N_("Loans")
LOANS_WANTED = N_("by preference, each with a highest price and what it is for; to be had: {loans}")
Section = Callable[[str, Board, Voice], Row | None]


def _orders(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say("Orders"), v.say("one for each area named above"))


def _raven(seat: str, board: Board, v: Voice) -> Row | None:
    if board.holders.get("messenger-raven") != seat:
        return None
    if v.edition.ravens_look:
        text = v.say("exchange one of your orders once all are turned up, look at the top wildling card, or neither")
        return Row(v.say("Raven"), text)
    return Row(v.say("Raven"), v.say("exchange one of your orders once all are turned up, on conditions, or look on"))


VASSALS = N_("Vassals")
VASSALS_SHEET = N_(
    "which to command, by preference, or pass; for each, or for any, its orders and what follows: {houses}"
)


def _vassals(seat: str, board: Board, v: Voice) -> Row | None:
    if not board.vassals:
        return None
    return Row(v.say(VASSALS), v.say(VASSALS_SHEET, houses=v.houses(board.vassals)))


DECIDED_FOR = N_("what you decide for those you command: {houses}")


def _commanded(seat: str, board: Board, v: Voice) -> Row | None:
    """The vassals that the reader commands, each with its orders, or where it may muster."""
    mine = [house for house in board.vassals if board.commanders.get(house) == seat]
    if not mine:
        return None
    houses = "; ".join(
        f"{v.house(house)} ({has})" if (has := _has(house, board, v)) else v.house(house) for house in mine
    )
    return Row(v.say(VASSALS), v.say(DECIDED_FOR, houses=houses))


def _has(vassal: str, board: Board, v: Voice) -> str:
    if board.phase != "westeros":
        placed = ((area, one.order) for area, one in board.orders.items() if one.house == vassal)
        return ", ".join(f"{v.area(area)}: {v.order(order)}" for area, order in placed)
    places = mustering_places(board, v.edition, vassal) if "mustering" in steps_ahead(board, v.edition) else {}
    return ", ".join(_points(area, points, v) for area, points in places.items())


def _points(area: str, points: int, v: Voice) -> str:
    return v.say_n("{area}: {n} point", "{area}: {n} points", points, area=v.area(area))


def _may_do(kind: str, seat: str, board: Board, v: Voice) -> bool:
    """Whether an order that does this lies for the reader, or for a vassal of theirs, or may come to: while none lie at
    all, and until its holder has used the raven."""
    waiting = board.phase == "raven" and board.holders.get("messenger-raven") == seat
    if not board.orders or waiting:
        return True
    mine = {seat, *(vassal for vassal in board.vassals if board.commanders.get(vassal) == seat)}
    orders = v.edition.orders
    return any(orders[placed.order].does(kind) for placed in board.orders.values() if placed.house in mine)


def _raids(seat: str, board: Board, v: Voice) -> Row | None:
    if "raid" in board.bans or not _may_do("raid", seat, board, v):
        return None
    return Row(v.say("Raids"), v.say("in which order; for each area its targets by preference, or none"))


def _marches(seat: str, board: Board, v: Voice) -> Row | None:
    if not (_may_do("march", seat, board, v) or free_leaders(board, seat)):
        return None
    return Row(
        v.say("Marches"),
        v.say("in which order; for each area plans with conditions: who goes where, whether a power token stays"),
    )


def _support(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say("Support"), v.say("for each supporting area: for whom, against whom, or nobody"))


def _cards(seat: str, board: Board, v: Voice) -> Row | None:
    hand = ", ".join(f"{v.card(card)} ({v.edition.cards[card].strength})" for card in board.hands.get(seat, []))
    if not hand:
        return Row(v.say("Cards"), v.say("you have no House card in hand"))
    return Row(v.say("Cards"), v.say("by opponent, role and condition; in hand: {cards}", cards=hand))


def _blade(seat: str, board: Board, v: Voice) -> Row | None:
    if board.holders.get("valyrian-blade") != seat:
        return None
    return Row(v.say("Blade"), v.say("always, never, or only if it turns the battle"))


def _losses(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say("Losses"), v.say("which units fall first; where to retreat, in order of preference"))


def _bids(seat: str, board: Board, v: Voice) -> Row | None:
    power = v.power(board.power.get(seat, 0))
    tracks = ", ".join(v.track(track) for track in v.edition.tracks)
    return Row(v.say("Bids"), v.say("one for each of {tracks}, from your {power}", tracks=tracks, power=power))


def _watch(seat: str, board: Board, v: Voice) -> Row | None:
    text = v.say(
        "a bid against wildlings of {strength}, from what is left of your {power}; which units go if they win",
        strength=board.wildlings,
        power=v.power(board.power.get(seat, 0)),
    )
    return Row(v.say("Wildlings"), text)


def _ties(seat: str, board: Board, v: Voice) -> Row | None:
    if board.holders.get("iron-throne") == seat:
        return Row(v.say("Ties"), v.say("you hold the Iron Throne: the order of tied houses"))
    judges = whole_westeros(board, v.edition).judges
    return Row(v.say("Ties"), v.say(TIES_THEN)) if seat in judges else None


def _disband(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say("Disband"), v.say("which units go first if supply does not feed your armies"))


def _muster(seat: str, board: Board, v: Voice) -> Row | None:
    places = mustering_places(board, v.edition, seat)
    if not places:
        return None
    points = "; ".join(_points(area, points, v) for area, points in places.items())
    return Row(v.say("Muster"), v.say("what you want by preference, upgrades included. {places}", places=points))


def _loans(seat: str, board: Board, v: Voice) -> Row | None:
    found = offers(board, v.edition, seat)
    if not found or not _may_do("iron-bank", seat, board, v):
        return None
    listed = ", ".join(v.say(LOAN_FOR, loan=v.card(loan), power=v.power(cost)) for loan, cost in found.items())
    return Row(v.say(LOANS), v.say(LOANS_WANTED, loans=listed))


TIES_THEN = N_("if you hold the Iron Throne by then: the order of tied houses")
CHOICES_THEN = N_("{card}, if you hold {badge} by then: {choices}")
GIFTS = N_("Gifts")
GIFTS_TEXT = N_("by track, the houses that get what you bid for it, one token after the other")
LOYALTY = N_("Loyalty")
PLOT = N_("{card}: what you pay for, in order of preference, or decline")
MOVE = N_("{card}: which loyalty token you move, and where")
CANCELLED = N_("{card}: which token you move, and where; whose moves you cancel, or from which areas")
NAMED = N_("{card}: what you do if you are named")


TACTICS, LEADERS, HOSTAGES = N_("Tactics"), N_("Leaders"), N_("Hostages")
TROOPS = N_("Units moved by cards")
TACTICS_CARD = N_("which card you choose with the orders, by preference, on conditions")
TURNED = N_("whose orders are given up for a march of their own: {leaders}")
TROOPS_SHEET = N_("which units a card moves, from where to where")
HOSTAGES_SHEET = N_("what you offer for leaders of yours, and which offers you accept for those you hold: {held}")
CLAIM = N_("{auction}: a bid from your {power}")


def _tactics(seat: str, board: Board, v: Voice) -> Row | None:
    if board.tactics is None or seat in board.tactics.barred:
        return None
    return Row(v.say(TACTICS), v.say(TACTICS_CARD))


def _leaders(seat: str, board: Board, v: Voice) -> Row | None:
    mine = [name for name, leader in board.leaders.items() if leader.house == seat and leader.area]
    return Row(v.say(LEADERS), v.say(TURNED, leaders=", ".join(map(v.leader, mine)))) if mine else None


def _troops(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say(TROOPS), v.say(TROOPS_SHEET)) if board.tactics is not None else None


def _hostages(seat: str, board: Board, v: Voice) -> Row | None:
    if not any(leader.cell for leader in board.leaders.values()):
        return None
    held = v.leaders(name for name, leader in board.leaders.items() if leader.cell == seat) or v.say("none")
    return Row(v.say(HOSTAGES), v.say(HOSTAGES_SHEET, held=held))


def _claim(seat: str, board: Board, v: Voice) -> Row | None:
    power = v.power(board.power.get(seat, 0))
    return Row(v.say("Bids"), v.say(CLAIM, auction=v.track("claim"), power=power))


def _gifts(seat: str, board: Board, v: Voice) -> Row | None:
    return Row(v.say(GIFTS), v.say(GIFTS_TEXT)) if seat in board.points else None


def _loyalty(seat: str, board: Board, v: Voice) -> Row | None:
    cards = (v.edition.westeros[card] for card in board.revealed.values() if card in v.edition.westeros)
    card = next((card for card in cards if card.effect), None)
    if card is None:
        return None
    mine = seat in board.points
    if card.effect == "everybody-moves":
        text = CANCELLED if mine else MOVE
    elif mine:
        text = PLOT
    elif card.effect in ("two-by-another", "token-and-unit"):
        text = NAMED
    else:
        return None
    return Row(v.say(LOYALTY), v.say(text, card=v.card(card.id)))


def _choosers(seat: str, board: Board, v: Voice) -> Row | None:
    """The revealed cards that leave this house a choice."""
    known = v.edition.westeros
    cards = {card for card in board.revealed.values() if card in known and known[card].options}
    if not cards:
        return None
    choosers = whole_westeros(board, v.edition).choosers
    asked = [a for a in askings(board, v.edition, seat) if a.because in cards and seat in choosers[a.because]]
    told = "; ".join(
        v.say(
            "{card}: {choices}" if a.asks(board, seat) else CHOICES_THEN,
            card=v.card(a.because),
            badge=v.badge(a.badge),
            choices=v.either(_offered(a, v)),
        )
        for a in asked
    )
    return Row(v.say("Choices"), told) if told else None


def _executions(seat: str, board: Board, v: Voice) -> Row | None:
    """Whom the house may execute, where a card lets it."""
    asked = [one for one in askings(board, v.edition, seat) if one.because == EXECUTIONS]
    told = "; ".join(
        v.say("{card}: {choices}", card=v.card(one.because), choices=v.either(_offered(one, v))) for one in asked
    )
    return Row(v.say("Choices"), told) if told else None


def _offered(asking: Asking, v: Voice) -> list[str]:
    return [choice_phrase(one, v, asking.because) for choices in asking.offers.values() for one in choices]


def _wildling_cards(seat: str, board: Board, v: Voice) -> Row | None:
    if not in_play(v.edition, board.modules).wildling_cards:
        return None
    text = v.say(
        "what you choose if the wildling card leaves it to you: tracks, units or places, cards, a place to muster"
    )
    return Row(v.say("Wildling cards"), text)


def _card_choices(seat: str, board: Board, v: Voice) -> Row | None:
    """House cards and rules of the action phase that leave this house a choice."""
    moments = ("card", "support", "blade", "port", "power")
    asked = [a for a in askings(board, v.edition, seat) if a.moment in moments and a.asks(board, seat)]
    if not asked:
        return None
    return Row(v.say("Choices"), v.say("of {cards}", cards="; ".join(asking_title(a.because, v) for a in asked)))


def _special_muster(seat: str, board: Board, v: Voice) -> Row | None:
    """Places where an order can muster instead."""
    places = mustering_places(board, v.edition, seat)
    orders = [order for order in v.edition.orders.values() if order.musters]
    if not places or not orders:
        return None
    return Row(v.say("Muster"), v.say("what you want where {order} lies", order=v.order(orders[0].id)))


ACTION: dict[str, Section] = {
    "resolve-raid": _raids,
    "resolve-march": _marches,
    "give-support": _support,
    "choose-house-card": _cards,
    "use-blade": _blade,
    "retreat-to": _losses,
    "take-loan": _loans,
    "muster-units": _special_muster,
    "pick-effect": _card_choices,
    "move-troops": _troops,
    "negotiate": _hostages,
}
WESTEROS: dict[str, tuple[Section, ...]] = {
    "supply": (_disband, _commanded),
    "mustering": (_muster, _commanded),
    "clash-of-kings": (_bids, _gifts, _ties),
    "loyalty": (_loyalty,),
    "claim-westeros": (_claim, _ties),
    EXECUTIONS: (_executions,),
    "wildling-attack": (_watch, _wildling_cards, _ties),
}


SECTION_NAMES: dict[Section, str] = {
    _orders: "orders",
    _tactics: "tactics",
    _leaders: "leaders",
    _vassals: "vassals",
    _commanded: "commanded",
    _raven: "raven",
    _raids: "raids",
    _marches: "marches",
    _support: "support",
    _cards: "cards",
    _blade: "blade",
    _losses: "losses",
    _loans: "loans",
    _special_muster: "muster",
    _card_choices: "choices",
    _choosers: "choices",
    _executions: "choices",
    _troops: "troops",
    _hostages: "hostages",
    _disband: "disband",
    _muster: "muster",
    _bids: "bids",
    _gifts: "gifts",
    _ties: "ties",
    _loyalty: "loyalty",
    _claim: "claim",
    _watch: "watch",
    _wildling_cards: "wildling-cards",
}


def _action(pace: str) -> list[Section]:
    """What is asked after the orders, but for the kinds at which the game stops."""
    stops = set(pace.split(","))
    return [section for kind, section in ACTION.items() if kind not in stops]


def _sections(window: str, board: Board, pace: str, v: Voice) -> list[Section]:
    stepwise = pace == "stepwise"
    if window.endswith("-westeros") or (board.phase == "westeros" and not stepwise):
        asked = [section for step in steps_ahead(board, v.edition) for section in WESTEROS.get(step, ())]
        return [_choosers, *dict.fromkeys(asked)]
    if window.endswith("-raven"):
        return [_raven, _commanded, *_action(pace)]
    if not window.endswith("-planning") and (stepwise or "-place-orders-" not in window):
        return []
    if pace == "raven":
        return [_orders, _tactics, _vassals]
    return [
        _orders,
        _tactics,
        _leaders,
        _vassals,
        *([] if "use-raven" in pace.split(",") else [_raven]),
        *_action(pace),
    ]


def outline(window: str, asked: bool, board: Board, seat: str, pace: str, v: Voice) -> list[Row]:
    """The sections of the sheet that this call takes, for this reader; empty where the questions say it all.

    `window` is the call's, `asked`: whether it has put a question to the reader. A window for a whole phase takes a
    sheet from everybody, whoever is asked first.
    """
    return [row for _, row in _shown(window, asked, board, seat, pace, v)]


def sections_asked(window: str, asked: bool, board: Board, seat: str, pace: str, voice: Voice) -> list[str]:
    """The sections that the outline has, by their names."""
    return [SECTION_NAMES[section] for section, _ in _shown(window, asked, board, seat, pace, voice)]


def _shown(window: str, asked: bool, board: Board, seat: str, pace: str, v: Voice) -> list[tuple[Section, Row]]:
    if not any(force.house == seat for force in board.forces.values()) and not asked:
        return []
    rows = ((section, section(seat, board, v)) for section in _sections(window, board, pace, v))
    return [(section, row) for section, row in rows if row is not None]
