"""The sections of the reader's next order sheet, in the order of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.registry import with_modules
from adjudicator.thrones.rules.storm.hostages import SWING_THE_SWORD, hostages_of
from adjudicator.thrones.sheets.effects.table import QuestionSource, question_sources
from adjudicator.thrones.sheets.turn_sections import TurnSections, turn_sections
from adjudicator.thrones.state import Board
from narration.paragraph import Row
from narration.sheet.words import likely_sections
from narration.thrones.questions import LOAN_FOR
from narration.thrones.voice import Voice
from narration.words import N_, capital

Text = Callable[[TurnSections, Voice], str]


class Line(NamedTuple):
    """A line of the outline: name, text (empty: omitted) and section.

    `title` replaces the section's label; `also` is another section that it covers; `stop` is the kind of decision asked
    separately by a game that stops there.
    """

    name: str
    text: str | Text
    title: str = ""
    about: str = ""
    also: str = ""
    stop: str = ""

    @property
    def section(self) -> str:
        """The section of a sheet that it is about."""
        return self.about or self.name


def _raven(turn: TurnSections, v: Voice) -> str:
    if v.edition.ravens_look:
        return v.say("exchange one of your orders once all are revealed, look at the top wildling card, or do neither")
    return v.say("exchange one of your orders once all are revealed, if you like with conditions, or do nothing")


def _commanded_vassals(turn: TurnSections, v: Voice) -> str:
    """Return the reader's vassals, each with its orders or where it may muster."""
    board = turn.board
    mine = [house for house in board.vassals if board.commanders.get(house) == turn.house]
    houses = "; ".join(
        f"{v.house(house)} ({has})" if (has := _has(house, turn, v)) else v.house(house) for house in mine
    )
    return v.say("what you decide for the vassals you command: {houses}", houses=houses) if mine else ""


def _has(vassal: str, turn: TurnSections, v: Voice) -> str:
    if not turn.westeros:
        orders = ((area, token.order) for area, token in turn.board.orders.items() if token.house == vassal)
        return ", ".join(f"{v.area(area)}: {v.order(order)}" for area, order in orders)
    places = mustering_places(turn.board, v.edition, vassal) if "mustering" in turn.steps else {}
    return ", ".join(_points(area, points, v) for area, points in places.items())


def _points(area: str, points: int, v: Voice) -> str:
    return v.say_n("{area}: {n} point", "{area}: {n} points", points, area=v.area(area))


def _cards(turn: TurnSections, v: Voice) -> str:
    """Describe rules for House cards, with the reader's hand and its strengths."""
    cards = turn.board.hands.get(turn.house, [])
    hand = ", ".join(f"{v.card(card)} ({v.edition.cards[card].strength})" for card in cards)
    text = (
        N_("by opponent, role and condition; in your hand: {cards}") if hand else N_("you have no House card in hand")
    )
    return v.say(text, cards=hand)


def _power(turn: TurnSections, v: Voice) -> str:
    return v.power(turn.board.power.get(turn.house, 0))


def _watch(turn: TurnSections, v: Voice) -> str:
    """Describe the bid against the wildlings and the losses if they win."""
    return v.say(
        "your bid against wildlings of strength {strength}, from the rest of your {power}; "
        "which units you lose if they win",
        strength=turn.board.wildlings,
        power=_power(turn, v),
    )


def _ties(turn: TurnSections, v: Voice) -> str:
    if not turn.judges:
        return ""
    if turn.board.holders.get("iron-throne") == turn.house:
        return v.say("you hold the Iron Throne: the order of tied houses")
    return v.say("if you hold the Iron Throne by then: the order of tied houses")


def _muster(turn: TurnSections, v: Voice) -> str:
    places = mustering_places(turn.board, v.edition, turn.house)
    points = "; ".join(_points(area, points, v) for area, points in places.items())
    return v.say("what you want in order of preference, upgrades included. {places}", places=points) if places else ""


def _loans(turn: TurnSections, v: Voice) -> str:
    prices = offers(turn.board, v.edition, turn.house).items()
    listed = ", ".join(v.say(LOAN_FOR, loan=v.card(loan), power=v.power(cost)) for loan, cost in prices)
    return v.say("in order of preference, each with a highest price and its use; available: {loans}", loans=listed)


def _tactics(turn: TurnSections, v: Voice) -> str:
    tactics = turn.board.tactics
    chooses = tactics is not None and turn.house not in tactics.barred
    return v.say("which card you choose with your orders, by preference and with conditions") if chooses else ""


def _leaders(turn: TurnSections, v: Voice) -> str:
    mine = [name for name, leader in turn.board.leaders.items() if leader.house == turn.house and leader.area]
    text = N_("for which leaders you give up an order so that they march on their own: {leaders}")
    return v.say(text, leaders=", ".join(map(v.leader, mine))) if mine else ""


def _hostages(turn: TurnSections, v: Voice) -> str:
    hostages = v.leaders(hostages_of(turn.board, turn.house)) or v.say_in("allies, loans, hostages", "none")
    text = N_("what you offer for your leaders, and which offers you accept for your hostages: {held}")
    return v.say(text, held=hostages)


def _gifts(turn: TurnSections, v: Voice) -> str:
    if turn.house not in turn.board.points:
        return ""
    return v.say("for each track, the houses that get the tokens of your bid, one by one")


def _loyalty(turn: TurnSections, v: Voice) -> str:
    """Describe what the revealed loyalty card asks of the reader; may be empty."""
    cards = (v.edition.westeros[card] for card in turn.board.revealed.values() if card in v.edition.westeros)
    card = next((card for card in cards if card.effect), None)
    mine, text = turn.house in turn.board.points, ""
    if card is None:
        return ""
    if card.effect == "everybody-moves":
        text = N_("{card}: which loyalty token you move, and where")
        if mine:
            text = N_("{card}: which token you move, and where; whose moves you cancel, or from which areas")
    elif mine:
        text = N_("{card}: what you pay for, in order of preference, or decline")
    elif card.effect in ("two-by-another", "token-and-unit"):
        text = N_("{card}: what you do if you are chosen")
    return v.say(text, card=v.card(card.id)) if text else ""


def _askings(turn: TurnSections, v: Voice) -> Iterable[QuestionSource]:
    """What is likely to ask the reader for choices."""
    return (asking for asking in question_sources(turn.board, v.edition, turn.house) if turn.offers(asking))


def _choosers(turn: TurnSections, v: Voice) -> str:
    """The revealed cards that leave this house a choice."""
    cards = {card.id for card in v.edition.westeros.values() if card.options}
    return "; ".join(
        v.say(
            CHOICES if asking.asks(turn.board, turn.house) else N_("{card}, if you hold {badge} by then: {choices}"),
            card=v.card(asking.because),
            badge=v.badge(asking.badge),
            choices=v.either(_offered_choices(asking, v)),
        )
        for asking in _askings(turn, v)
        if asking.because in cards
    )


def _executions(turn: TurnSections, v: Voice) -> str:
    """Whom the house may execute, where a card lets it."""
    able = (
        asking for asking in question_sources(turn.board, v.edition, turn.house) if asking.because == SWING_THE_SWORD
    )
    return "; ".join(
        v.say(CHOICES, card=v.card(SWING_THE_SWORD), choices=v.either(_offered_choices(asking, v))) for asking in able
    )


def _offered_choices(asking: QuestionSource, v: Voice) -> list[str]:
    """Return the choices that a card or rule offers, in words."""
    return [v.choice_phrase(choice, asking.because) for choices in asking.offers.values() for choice in choices]


def _wildling_cards(turn: TurnSections, v: Voice) -> str:
    if not with_modules(v.edition, turn.board.modules).wildling_cards:
        return ""
    return v.say("what you choose if the wildling card lets you: tracks, units or places, cards, a place to muster")


def _card_choices(turn: TurnSections, v: Voice) -> str:
    """House cards and rules of the action phase that leave this house a choice."""
    moments = ("card", "support", "blade", "port", "power")
    able = (asking for asking in _askings(turn, v) if asking.moment in moments)
    cards = "; ".join(v.asking_title(asking.because) for asking in able if asking.asks(turn.board, turn.house))
    return v.say("for {cards}", cards=cards) if cards else ""


CHOICES = N_("{card}: {choices}")

COMMANDED = Line("commanded", _commanded_vassals, about="vassals")
TIES = Line("ties", _ties)
CHOOSERS = Line("choices", _choosers)
LEADERS = Line("leaders", _leaders, N_("leaders"), about="choices")
# What is asked with the orders of a round, and after them.
PLANNING = (
    Line("orders", N_("one for each area named above")),
    Line("tactics", _tactics, N_("Tactics"), about="choices"),
    LEADERS,
    Line(
        "vassals",
        lambda turn, v: v.say(
            "which to command, by preference, or pass; for each, or for any, its orders and "
            "other instructions: {houses}",
            houses=v.houses(turn.board.vassals),
        ),
        also="claims",
    ),
)
AFTER_ORDERS = (
    Line("raven", _raven, stop="use-raven"),
    COMMANDED,
    Line("raids", N_("in which sequence; for each area its targets by preference, or none"), stop="resolve-raid"),
    Line(
        "marches",
        N_("in which sequence; for each area, plans with conditions: who goes where, and whether a Power token stays"),
        stop="resolve-march",
    ),
    Line("support", N_("for each supporting area: for whom, against whom, or for nobody"), stop="give-support"),
    Line("cards", _cards, stop="choose-house-card"),
    Line("blade", N_("always, never, or only if it decides the battle"), stop="use-blade"),
    Line(
        "losses",
        N_("which units you lose first; where you retreat, in order of preference"),
        also="retreat",
        stop="retreat-to",
    ),
    Line("loans", _loans, stop="take-loan"),
    Line(
        "muster",
        # Where an order can muster instead.
        lambda turn, v: v.say(
            "what you muster where {order} lies",
            order=v.order(next(order.id for order in v.edition.orders.values() if order.musters)),
        ),
        stop="muster-units",
    ),
    Line("choices", _card_choices, stop="pick-effect"),
    Line("troops", N_("which units a card moves, from where to where"), stop="move-troops"),
    Line("hostages", _hostages, stop="negotiate"),
)
# What the steps of the Westeros phase ask.
WESTEROS = {
    "supply": (
        Line(
            "disband",
            N_("which units you lose first if your armies exceed the supply limit"),
            N_("Disband"),
            about="losses",
        ),
        COMMANDED,
    ),
    "mustering": (Line("muster", _muster), COMMANDED),
    "clash-of-kings": (
        Line(
            "bids",
            lambda turn, v: v.say(
                "one for each of {tracks}, from your {power}",
                tracks=", ".join(map(v.track, v.edition.tracks)),
                power=_power(turn, v),
            ),
        ),
        Line("gifts", _gifts, N_("Gifts"), about="choices"),
        TIES,
    ),
    "loyalty": (Line("loyalty", _loyalty, N_("Loyalty"), about="choices"),),
    "claim-westeros": (
        Line(
            "claim",
            lambda turn, v: v.say(
                "{auction}: a bid from your {power}", auction=v.track("claim"), power=_power(turn, v)
            ),
            about="bids",
        ),
        TIES,
    ),
    SWING_THE_SWORD: (Line("choices", _executions),),
    "wildling-attack": (
        Line("watch", _watch, N_("wildlings"), about="bids", also="texts"),
        Line("wildling-cards", _wildling_cards, N_("wildling cards"), about="choices"),
        TIES,
    ),
}

_EVERY = (CHOOSERS, *PLANNING, *AFTER_ORDERS, *(line for lines in WESTEROS.values() for line in lines))
# Sections of which a line speaks; of any other its help stands there.
SPOKEN_OF = frozenset(name for line in _EVERY for name in (line.section, line.also))


def outline(window: str, has_questions: bool, board: Board, seat: str, pace: str, v: Voice) -> list[Row]:
    """Return the sheet's sections for this reader; empty if the questions suffice.

    `window` is the turn's; `has_questions`: whether it has put a question to the reader. A window for a whole phase
    takes a sheet from everybody, whoever is asked first.
    """
    return [row for _, row in outline_with_names(window, has_questions, board, seat, pace, v)]


def outline_with_names(
    window: str, has_questions: bool, board: Board, seat: str, pace: str, v: Voice
) -> list[tuple[str, Row]]:
    """Return the sheet's sections for a reader, each with the name of its line.
    `window` is the turn's; `has_questions`: whether it has put a question to the reader; `pace`:
    which decisions are asked apart. Empty for a reader without units and questions."""
    if not any(force.house == seat for force in board.forces.values()) and not has_questions:
        return []
    westeros = window.endswith("-westeros") or (board.phase == "westeros" and pace != "stepwise")
    turn = turn_sections(board, v.edition, seat, westeros=westeros)
    if westeros:
        lines = [CHOOSERS, *(line for step in turn.steps for line in WESTEROS.get(step, ()))]
    else:
        # Of choices, each line says itself whether there are any.
        always = CHOOSERS.section
        lines = [line for line in _round_lines(window, pace) if line.section == always or turn.likely(line.section)]
    if lines:
        lines += [Line(name, text) for name, text in likely_sections(turn, SPOKEN_OF)]
    rows = []
    for line in dict.fromkeys(lines):
        if text := v.say(line.text) if isinstance(line.text, str) else line.text(turn, v):
            rows.append((line.name, Row(capital(v.say(line.title or turn.sections[line.section].label)), text)))
    return rows


def _round_lines(window: str, pace: str) -> Iterable[Line]:
    """Return lines after the Westeros phase, except those asked at later stops."""
    after = [line for line in AFTER_ORDERS if line.stop not in pace.split(",")]
    if window.endswith("-raven"):
        return after
    if not window.endswith("-planning") and (pace == "stepwise" or "-place-orders-" not in window):
        return ()
    if pace == "raven":
        return (line for line in PLANNING if line is not LEADERS)
    return (*PLANNING, *(line for line in after if line is not COMMANDED))
