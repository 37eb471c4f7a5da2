"""Building a position: the start of a game with a patch laid over it, and the steps to come."""

from __future__ import annotations

from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.scenario import unknown
from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.rules.control import controller, ordered
from adjudicator.thrones.rules.invariants import broken
from adjudicator.thrones.rules.iron_bank import token_goes_to
from adjudicator.thrones.rules.registry import REVISION, edition_at, edition_of
from adjudicator.thrones.rules.round import set_up
from adjudicator.thrones.scenario.form import BankPatch, Patch, Scenario, lay_storm, read_force, setup_faults
from adjudicator.thrones.scenario.steps import agenda_faults, read_step
from adjudicator.thrones.state.board import Bank, Board, Placed, Position
from adjudicator.thrones.state.edition import LOANS, Edition


def build(scenario: Scenario, revision: int = REVISION) -> Position:
    """The position that a scenario describes, resting before the first step of its agenda; the rules are those of a
    `revision`.

    Raises Illegal with every reason found: for the edition, players, houses, modules and seed as a new game does; for
    a field that names what is not in this game (`unknown-area` and the like, the field as place); for steps that are
    none; and `unsound` for each thing that no position of the rules can be (`rules.invariants`).
    """
    if reasons := list(unknown("edition", [scenario.edition], EDITIONS, "edition")):
        raise Illegal(*reasons)
    edition = edition_at(scenario.edition, revision)
    position = set_up(edition, scenario.players, scenario.seed, scenario.modules, scenario.houses, revision)
    edition = edition_of(position)
    if reasons := list(setup_faults(scenario.setup, position, edition)):
        raise Illegal(*reasons)
    _lay(position, edition, scenario.setup)
    reasons = list(agenda_faults(scenario.agenda, position, edition))
    reasons += [Refusal("unsound", words, "setup") for words in broken(position)]
    if reasons:
        raise Illegal(*reasons)
    position.progress.agenda = [read_step(text, position, edition) for text in scenario.agenda]
    return position


def _lay(position: Position, edition: Edition, patch: Patch) -> None:
    _pieces(position.board, patch)
    _tracks(position.board, edition, patch)
    _rounds(position.board, edition, patch)
    _homes(position.board, edition, patch)
    _cards(position, edition, patch)
    if patch.bank is not None:
        _bank(position, edition, patch.bank)
    if patch.storm is not None:
        lay_storm(position, edition, patch.storm)


def _pieces(board: Board, patch: Patch) -> None:
    if patch.clear:
        board.forces.clear()
        board.leaders = {name: leader for name, leader in board.leaders.items() if leader.cell}
    for area in patch.empty:
        board.forces.pop(area, None)
    for house, by_area in patch.units.items():
        for area, text in by_area.items():
            board.neutral.pop(area, None)
            board.forces[area] = read_force(house, text)
    for area, value in patch.neutral.items():
        board.neutral.pop(area, None)
        if value:
            board.neutral[area] = value
    for area in patch.no_garrison:
        del board.garrisons[area]
    board.tokens.update(patch.tokens)
    board.commanders.update(patch.commanders)
    board.improvements.update({area: ordered(text.split()) for area, text in patch.improvements.items()})
    for house, by_area in patch.orders.items():
        board.orders.update({area: Placed(house, order) for area, order in by_area.items()})


def _tracks(board: Board, edition: Edition, patch: Patch) -> None:
    board.vassals += [house for house in patch.vassals if house not in board.vassals]
    board.power.update(dict.fromkeys(patch.vassals, 0))
    for house in patch.vassals:
        board.hands[house], board.discards[house] = [], []
    board.power.update(patch.power)
    board.supply.update(patch.supply)
    for track, houses in patch.tracks.items():
        board.tracks[track] = houses.split()
        board.holders[edition.badges[track]] = board.tracks[track][0]
    board.holders.update(patch.holders)
    board.bans, board.spent = list(patch.bans), list(patch.spent)


def _rounds(board: Board, edition: Edition, patch: Patch) -> None:
    """The round, the wildlings, and what a house that wins by loyalty has come to by then."""
    board.round = patch.round
    board.wildlings = board.wildlings if patch.wildlings is None else patch.wildlings
    before = len(board.growing)
    board.growing = list(patch.growing) or [number for number in board.growing if number > patch.round]
    grown = before - len(board.growing)
    board.growth = dict(patch.growth) or ({cause.grows: grown for cause in edition.causes.values()} if grown else {})
    if patch.loyalty is not None:
        board.loyalty = dict(patch.loyalty)


def _homes(board: Board, edition: Edition, patch: Patch) -> None:
    """Points of houses that win by loyalty; a home that is another's has cost its own by then, so no step takes it."""
    for house in board.points:
        if controller(board, edition, edition.houses[house].home) != house:
            board.lost_homes.append(house)
            board.points[house] -= 1
    board.points.update(patch.points)


def _cards(position: Position, edition: Edition, patch: Patch) -> None:
    board = position.board
    for house, text in patch.hands.items():
        board.hands[house] = text.split()
        board.discards[house] = [card for card in edition.hands(board.modules)[house] if card not in board.hands[house]]
    board.revealed = dict(patch.revealed)
    for deck, card in patch.revealed.items():
        position.hidden.decks[deck].remove(card)
    for deck, text in patch.decks.items():
        cards = position.hidden.decks[deck]
        for card in text.split():
            cards.remove(card)
        cards[:0] = text.split()


def _bank(position: Position, edition: Edition, patch: BankPatch) -> None:
    """The loans as the patch says; those that it does not name follow in the deck in the order of the data."""
    slots = ["" if loan == "none" else loan for loan in patch.slots.split()]
    loans = {house: text.split() for house, text in patch.loans.items()}
    out = [*slots, *(loan for taken in loans.values() for loan in taken)]
    named = patch.deck.split()
    rest = [loan for loan in edition.loans if loan not in (*out, *named)]
    position.board.bank = Bank(slots, loans)
    position.board.bank.token = token_goes_to(position.board, edition)
    position.hidden.decks[LOANS] = [*named, *rest]
