"""Building a position: a started game, a patch over it, and the steps to come."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from adjudicator.engine import FrozenStruct, Illegal, Refusal, Step, Unreadable, name_suggestions, unknown
from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.rules.control import controller, sort_marks
from adjudicator.thrones.rules.invariants import broken
from adjudicator.thrones.rules.iron_bank import token_receiver
from adjudicator.thrones.rules.registry import REVISION, edition_at, edition_of
from adjudicator.thrones.rules.round import set_up
from adjudicator.thrones.scenario.form import BankPatch, Patch, Scenario, lay_storm, read_force, setup_faults
from adjudicator.thrones.state import LOANS, Bank, Board, Edition, Placed, Position

# What the arguments of steps mean; which steps have which, their functions say.
ARGUMENTS = {
    "after": "the house that acted last; unsaid: nobody yet",
    "deck": "a Westeros deck; unsaid: the first one with a card that starts the step",
    "house": "whose step it is",
    "kept": "areas, with commas, whose orders of two uses are kept for the other",
    "strength": "of the wildlings; unsaid: where they stand",
    "track": "the track that is bid for",
    "without": "a house that takes no part; unsaid: all do",
}
REVEALING = "reveal-westeros"
# These carry out the card of their deck that lies open.
OF_OPEN_CARD = frozenset(("westeros-card", "choose-effect", "loyalty", "loyalty-text", "loyalty-move"))


class StepInWords(FrozenStruct):
    """A step of an edition: name, required and optional arguments, and what it does."""

    name: str
    needed: tuple[str, ...]
    optional: tuple[str, ...]
    words: str


def steps(edition: Edition) -> tuple[StepInWords, ...]:
    """Return every step of an edition in order, described by its function."""
    descriptions = []
    for name, function in edition.functions.items():
        needed = [argument for argument in _parameters(function) if _unsaid(edition, function, name, argument) is None]
        optional = [argument for argument in _parameters(function) if argument not in needed]
        # The first paragraph of its docstring on one line.
        words = " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())
        descriptions.append(StepInWords(name, tuple(needed), tuple(optional), words))
    return tuple(descriptions)


def read_step(text: str, position: Position, edition: Edition) -> Step:
    """A step from `westeros-card deck=III`, with what it leaves unsaid filled in.

    Raises Unreadable (`unknown-step`, `unknown-argument`, `argument-missing`, `argument-twice`, `bad-argument`).
    """
    name, *pairs = text.split() or [""]
    function = edition.functions.get(name)
    if function is None:
        raise Unreadable(
            Refusal("unknown-step", f"there is no step {name!r}; {name_suggestions(name, edition.functions)}")
        )
    arguments: dict[str, Any] = {}
    parameters = _parameters(function)
    for pair in pairs:
        argument, sign, value = pair.partition("=")
        if not sign or argument not in parameters:
            names = ", ".join(f"{parameter}=" for parameter in parameters) or "none"
            raise Unreadable(Refusal("unknown-argument", f"{name} has no argument {pair!r}; its arguments: {names}"))
        if argument in arguments:
            raise Unreadable(Refusal("argument-twice", f"{argument} is said twice in {text!r}"))
        arguments[argument] = _value(argument, value, position, edition)
    for argument in parameters:
        if argument not in arguments:
            unsaid = _unsaid(edition, function, name, argument)
            if unsaid is None:
                words = f"{name} needs {argument}: {ARGUMENTS[argument].partition(';')[0]}"
                raise Unreadable(Refusal("argument-missing", words))
            arguments |= unsaid
    return Step(name, arguments)


def agenda_faults(texts: Collection[str], position: Position, edition: Edition) -> Iterator[Refusal]:
    """Report faults in coming steps; steps of an open card need one revealed by then."""
    revealed = set(position.board.revealed)
    for place, text in enumerate(texts):
        where = f"agenda[{place}]"
        try:
            step = read_step(text, position, edition)
        except Unreadable as unreadable:
            yield from (replace(reason, where=where) for reason in unreadable.reasons)
            continue
        if step.name == REVEALING:
            revealed.update(_played_decks(position, edition))
        elif step.name in OF_OPEN_CARD and step.args["deck"] not in revealed:
            words = f"{text} carries out the open card of deck {step.args['deck']}: name it in setup.revealed"
            yield Refusal("no-open-card", words, where)


def _played_decks(position: Position, edition: Edition) -> list[str]:
    """The Westeros decks of this game."""
    return [deck for deck in edition.westeros_decks if deck in position.hidden.decks]


def _parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """What a step is given besides the game."""
    return dict(list(inspect.signature(function).parameters.items())[1:])


def _unsaid(edition: Edition, function: Callable[..., Any], step: str, argument: str) -> dict[str, str] | None:
    """Return what stands for an argument not given; None if it is required."""
    if _parameters(function)[argument].default is not inspect.Parameter.empty:
        return {}
    if argument == "after":
        return {"after": ""}
    deck = _deck_starting(edition, step) if argument == "deck" else ""
    return {"deck": deck} if deck else None


def _deck_starting(edition: Edition, step: str) -> str:
    """Return the first Westeros deck with a card that starts a step, else ""."""
    for deck in edition.westeros_decks:
        for card in (edition.westeros[entry.card] for entry in edition.decks[deck]):
            if step in (card.step, *(option.step for option in card.options)):
                return deck
    return ""


def _value(argument: str, text: str, position: Position, edition: Edition) -> Any:
    """What an argument is given, as the step takes it; Unreadable (`bad-argument`)."""
    if argument == "strength":
        if not text.isdecimal() or len(text) > 3:
            raise Unreadable(Refusal("bad-argument", f"strength= takes a number, not {text!r}"))
        return int(text)
    choices = {
        "deck": _played_decks(position, edition),
        "track": edition.tracks,
        "kept": edition.areas,
    }
    values = text.split(",") if argument == "kept" else [text]
    for value in values:
        there = choices.get(argument, position.board.houses)
        if value not in there:
            raise Unreadable(
                Refusal("bad-argument", f"{argument}= cannot be {value!r}; {name_suggestions(value, there)}")
            )
    return values if argument == "kept" else text


def build(scenario: Scenario, revision: int = REVISION) -> Position:
    """Return the position of a scenario, before the first step of its agenda.

    The rules are those of `revision`. Raises Illegal with every reason: edition, players, houses, modules and seed as
    for a new game; ids that are not in this game (`unknown-area` and the like, the field as place); unknown steps;
    `unsound` for each violation of `rules.invariants`.
    """
    if reasons := list(unknown("edition", [scenario.edition], EDITIONS, "edition")):
        raise Illegal(*reasons)
    edition = edition_at(scenario.edition, revision)
    position = set_up(edition, scenario.players, scenario.seed, scenario.modules, scenario.houses, revision)
    edition = edition_of(position)
    if reasons := list(setup_faults(scenario.setup, position, edition)):
        raise Illegal(*reasons)
    _apply_patch(position, edition, scenario.setup)
    reasons = list(agenda_faults(scenario.agenda, position, edition))
    reasons += [Refusal("unsound", words, "setup") for words in broken(position)]
    if reasons:
        raise Illegal(*reasons)
    position.progress.agenda = [read_step(text, position, edition) for text in scenario.agenda]
    return position


def _apply_patch(position: Position, edition: Edition, patch: Patch) -> None:
    """Change a set-up position as the scenario's patch says."""
    _lay_pieces(position.board, patch)
    _set_tracks(position.board, edition, patch)
    _rounds(position.board, edition, patch)
    # Points of houses that win by loyalty; a home that is another's has cost its own by then, so no step takes it.
    for house in position.board.points:
        if controller(position.board, edition, edition.houses[house].home) != house:
            position.board.lost_homes.append(house)
            position.board.points[house] -= 1
    position.board.points.update(patch.points)
    _lay_cards(position, edition, patch)
    if patch.bank is not None:
        _bank(position, edition, patch.bank)
    if patch.storm is not None:
        lay_storm(position, edition, patch.storm)


def _lay_pieces(board: Board, patch: Patch) -> None:
    """Lay the patch's units, tokens, improvements and orders; remove garrisons.
    Areas named as empty or by `clear` lose their units first."""
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
    board.improvements.update({area: sort_marks(text.split()) for area, text in patch.improvements.items()})
    for house, by_area in patch.orders.items():
        board.orders.update({area: Placed(house, order) for area, order in by_area.items()})


def _set_tracks(board: Board, edition: Edition, patch: Patch) -> None:
    """Set vassals, Power, supply, tracks, badges and bans as the patch says."""
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
    """Set the round, wildlings, and growth and loyalty points of loyalty houses."""
    board.round = patch.round
    board.wildlings = board.wildlings if patch.wildlings is None else patch.wildlings
    before = len(board.growing)
    board.growing = list(patch.growing) or [number for number in board.growing if number > patch.round]
    grown = before - len(board.growing)
    board.growth = dict(patch.growth) or ({cause.grows: grown for cause in edition.causes.values()} if grown else {})
    if patch.loyalty is not None:
        board.loyalty = dict(patch.loyalty)


def _lay_cards(position: Position, edition: Edition, patch: Patch) -> None:
    """Deal hands, reveal cards and put cards on top of decks as the patch says.
    House cards that a hand does not name lie among the discards."""
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
    """Set the loans; those that the patch does not name follow in data order."""
    slots = ["" if loan == "none" else loan for loan in patch.slots.split()]
    loans = {house: text.split() for house, text in patch.loans.items()}
    out = [*slots, *(loan for taken in loans.values() for loan in taken)]
    named = patch.deck.split()
    rest = [loan for loan in edition.loans if loan not in (*out, *named)]
    position.board.bank = Bank(slots, loans)
    position.board.bank.token = token_receiver(position.board, edition)
    position.hidden.decks[LOANS] = [*named, *rest]
