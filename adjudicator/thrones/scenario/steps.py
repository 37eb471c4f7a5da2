"""The steps that a scenario's agenda can name: what they are called, what they are given, and what they do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator
from typing import Any

import msgspec

from adjudicator.engine.decision import Refusal, Unreadable
from adjudicator.engine.scenario import known_words
from adjudicator.engine.step import Step
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition

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


class StepInWords(msgspec.Struct, frozen=True):
    """A step of an edition: its name, the arguments that must be given and those that can be, and what it does."""

    name: str
    needed: tuple[str, ...]
    optional: tuple[str, ...]
    words: str


def steps(edition: Edition) -> tuple[StepInWords, ...]:
    """Every step of an edition in its order, described from the functions that carry it out."""
    found = []
    for name, function in edition.functions.items():
        needed = [argument for argument in _parameters(function) if _unsaid(edition, function, name, argument) is None]
        optional = [argument for argument in _parameters(function) if argument not in needed]
        found.append(StepInWords(name, tuple(needed), tuple(optional), _words(function)))
    return tuple(found)


def read_step(text: str, position: Position, edition: Edition) -> Step:
    """A step from `westeros-card deck=III`, with what it leaves unsaid filled in.

    Raises Unreadable (`unknown-step`, `unknown-argument`, `argument-missing`, `argument-twice`, `bad-argument`).
    """
    name, *pairs = text.split() or [""]
    function = edition.functions.get(name)
    if function is None:
        raise Unreadable(Refusal("unknown-step", f"there is no step {name!r}; {known_words(name, edition.functions)}"))
    given: dict[str, Any] = {}
    parameters = _parameters(function)
    for pair in pairs:
        argument, sign, value = pair.partition("=")
        if not sign or argument not in parameters:
            known = ", ".join(f"{one}=" for one in parameters) or "none"
            raise Unreadable(Refusal("unknown-argument", f"{name} has no argument {pair!r}; its arguments: {known}"))
        if argument in given:
            raise Unreadable(Refusal("argument-twice", f"{argument} is said twice in {text!r}"))
        given[argument] = _value(argument, value, position, edition)
    for argument in parameters:
        if argument not in given:
            unsaid = _unsaid(edition, function, name, argument)
            if unsaid is None:
                words = f"{name} needs {argument}: {ARGUMENTS[argument].partition(';')[0]}"
                raise Unreadable(Refusal("argument-missing", words))
            given |= unsaid
    return Step(name, given)


def agenda_faults(texts: Collection[str], position: Position, edition: Edition) -> Iterator[Refusal]:
    """What is wrong with the steps to come; those of an open card need one, unless cards are turned up before."""
    revealed = set(position.board.revealed)
    for place, text in enumerate(texts):
        where = f"agenda[{place}]"
        try:
            step = read_step(text, position, edition)
        except Unreadable as unreadable:
            yield from (msgspec.structs.replace(reason, where=where) for reason in unreadable.reasons)
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


def _words(function: Callable[..., Any]) -> str:
    """The first paragraph of a function's docstring on one line."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())


def _unsaid(edition: Edition, function: Callable[..., Any], step: str, argument: str) -> dict[str, str] | None:
    """What stands for an argument that is not given: a value, nothing at all, or None if it must be given."""
    if _parameters(function)[argument].default is not inspect.Parameter.empty:
        return {}
    if argument == "after":
        return {"after": ""}
    deck = _deck_of(edition, step) if argument == "deck" else ""
    return {"deck": deck} if deck else None


def _deck_of(edition: Edition, step: str) -> str:
    """The first deck with a card that starts a step, empty if there is none."""
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
    known: dict[str, Collection[str]] = {
        "deck": _played_decks(position, edition),
        "track": edition.tracks,
        "kept": edition.areas,
    }
    values = text.split(",") if argument == "kept" else [text]
    for value in values:
        there = known.get(argument, position.board.houses)
        if value not in there:
            raise Unreadable(Refusal("bad-argument", f"{argument}= cannot be {value!r}; {known_words(value, there)}"))
    return values if argument == "kept" else text
