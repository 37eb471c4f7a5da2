"""Positions of B'Twixt put together by hand, and answers as short texts."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.bidding import StepRules
from adjudicator.btwixt.rules.seasons import set_up
from adjudicator.btwixt.rules.visibility import broken
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, KINDS, Sheet, resolve
from adjudicator.btwixt.state import decisions as a
from adjudicator.btwixt.state.position import Council, Piled, Position, councils_of
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.step import Decided, Outcome, Step, advance

RULES = StepRules(HOUSE)
CIRCLE = ["cersei", "euron", "melisandre", "doran", "jon"]


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table: `turn` is whose turn it is; what is not named is as at the start, with nobody holding a card.

    `tokens` are the numbers on the tokens of councils, `seen` those that the seat has looked at; `step` begins
    something other than a turn.
    """

    houses: list[str] = msgspec.field(default_factory=CIRCLE.copy)
    seat: str = "cersei"
    turn: str = ""
    first: str = ""
    hand: list[str] = []
    hands: dict[str, list[str]] = {}
    piles: dict[str, list[str]] = {}
    kneeling: list[str] = []
    ally: str = ""
    councils: dict[str, list[str]] = {}
    tokens: dict[str, list[int]] = {}
    seen: dict[str, list[int]] = {}
    dead: list[str] = []
    row: list[str] = []
    next: list[str] = []
    discard: list[str] = []
    packets: dict[str, list[str]] = {}
    modules: list[str] = []
    season: str = "autumn"
    space: int = 1
    round: int = 1
    step: str = ""


def build(setup: Setup) -> Position:
    """The position, with everything taken from its deck, so that nothing is there twice."""
    position = set_up(HOUSE, len(setup.houses), "plans", setup.modules, setup.houses, 0)
    board, hidden = position.board, position.hidden
    circle = list(setup.houses)
    names = councils_of(circle)
    board.houses, board.first = circle, setup.first or setup.turn or setup.seat
    board.councils = {one: Council() for one in names}
    board.piles, board.plays = {one: [] for one in circle}, dict.fromkeys(circle, 0)
    board.hands = dict.fromkeys(circle, 0)
    hidden.tokens, hidden.hands = {one: [] for one in names}, {one: [] for one in circle}
    hidden.deck += [one.id for one in HOUSE.influence.values() if one.group != "standard" and one.id not in hidden.deck]
    _cards(setup, position)
    _allies(setup, position)
    for council, numbers in setup.tokens.items():
        for number in numbers:
            hidden.supply.remove(number)
        hidden.tokens[council], board.councils[council].tokens = list(numbers), len(numbers)
    hidden.seen = {setup.seat: {council: list(numbers) for council, numbers in setup.seen.items()}}
    board.kneeling, board.round, board.space = list(setup.kneeling), setup.round, setup.space
    board.season = setup.season  # type: ignore[assignment]
    board.allies_left, board.cards_left, board.tokens_left = map(len, (hidden.allies, hidden.deck, hidden.supply))
    position.progress.agenda = [_step(setup, position)]
    assert broken(position) == []
    return position


def _step(setup: Setup, position: Position) -> Step:
    if setup.packets:
        position.board.phase = "draft"
        return Step("draft")
    return Step(setup.step) if setup.step else Step("turn", {"house": setup.turn or setup.seat})


def _cards(setup: Setup, position: Position) -> None:
    board, hidden = position.board, position.hidden
    number = 0
    for house, cards in {**setup.hands, setup.seat: setup.hand}.items():
        for card in cards:
            hidden.deck.remove(card)
            hidden.hands[house].append(card)
        board.hands[house] = len(cards)
    for house, cards in setup.piles.items():
        for card in cards:
            number += 1
            hidden.deck.remove(card)
            board.piles[house].append(Piled(number, card, house))
            board.plays[house] += 1
    for card in setup.discard:
        hidden.deck.remove(card)
        board.discard.append(card)
    if setup.packets:
        hidden.packets = {house: list(setup.packets.get(house, ())) for house in board.houses}
        for cards in setup.packets.values():
            for card in cards:
                hidden.deck.remove(card)
    # Only what is in the deck by the rules stays there.
    if not setup.modules:
        hidden.deck = [card for card in hidden.deck if HOUSE.influence[card].group == "standard"]


def _allies(setup: Setup, position: Position) -> None:
    board, hidden = position.board, position.hidden
    named = [ally for allies in setup.councils.values() for ally in allies]
    for ally in (*named, *setup.dead, *setup.row, *setup.next, *([setup.ally] if setup.ally else [])):
        hidden.allies.remove(ally)
    hidden.allies = [*setup.next, *hidden.allies]
    for council, allies in setup.councils.items():
        board.councils[council].allies = list(allies)
    board.dead, board.row, board.current = list(setup.dead), list(setup.row), setup.ally
    if setup.ally and any(one.when == "during-round" for one in HOUSE.allies[setup.ally].abilities):
        board.active = [setup.ally]


def said(answer: Any) -> str:
    """An answer as a short text: `play betrayal`, `kneel`, `use`, `leave`, or what was chosen."""
    match answer:
        case a.Play(card=card):
            return f"play {card}" if card else "kneel"
        case a.YesNo(yes=yes):
            return "use" if yes else "leave"
        case a.LeaderChoice(leader=leader):
            return str(leader)
        case a.CardChoice(card=card, of=of):
            return f"{card} of {of}" if of else str(card)
        case a.AllyChoice(ally=ally):
            return str(ally)
        case a.CouncilChoice(council=council):
            return str(council)
        case a.AllyOrder(top=top, bottom=bottom):
            return " ".join(top) + (f" | {' '.join(bottom)}" if bottom else "")
        case a.CardOrder(numbers=numbers):
            return " ".join(map(str, numbers))
    raise AssertionError(answer)


class Players:
    """Answers for everybody: the seat by its sheet, the others play the cards of their script, then by default."""

    def __init__(
        self, seat: str, sheet: Sheet, script: dict[str, list[str]] | None = None, standing: Sheet | None = None
    ) -> None:
        self.seat, self.sheet, self.standing = seat, sheet, standing
        self.script = {house: list(cards) for house, cards in (script or {}).items()}
        self.given: list[tuple[Decision, SourcedAnswer]] = []

    def __call__(self, position: Position, decision: Decision) -> SourcedAnswer:
        if decision.seat == self.seat:
            given = resolve(position, decision, self.sheet, self.standing)
            self.given.append((decision, given))
            return given
        cards = self.script.get(decision.seat)
        if cards and KINDS[type(decision)].part == "bid":
            return SourcedAnswer(a.Play(cards.pop(0)), Source("player"))
        return resolve(position, decision, EMPTY_SHEET)


def play(setup: Setup, sheet: Sheet, script: dict[str, list[str]] | None = None) -> tuple[list[str], Players]:
    """A round played on from a table to its end: what the seat decided, in order (of what was forced, that it knelt),
    and the players."""
    players = Players(setup.seat, sheet, script)
    position = build(setup)
    outcome = one_round(position, players, position.board.round)
    does = []
    for event in (record.event for record in outcome.records):
        if isinstance(event, Decided) and event.seat == setup.seat:
            answer = msgspec.convert(event.answer, a.AnyAnswer)
            if event.source["by"] != "forced" or answer == a.Play(None):
                does.append(said(answer))
    return does, players


def one_round(position: Position, oracle: Any, goal: int) -> Outcome[Position]:
    """The game up to the next round."""

    def stop(at: Position, decision: Decision) -> SourcedAnswer | None:
        given: SourcedAnswer | None = oracle(at, decision) if at.board.round <= goal else None
        return given

    return advance(RULES, position, stop)


def asked(setup: Setup) -> tuple[Position, Decision]:
    """The position with the first question that waits in it."""
    outcome = advance(RULES, build(setup), lambda position, decision: None)
    return outcome.showing, outcome.waiting[0]
