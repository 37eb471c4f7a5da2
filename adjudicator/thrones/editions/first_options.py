"""What the five options of A Storm of Swords make of the first edition (Storm of Swords rules: the original board).

Every option is a module of its own; what its data brings is in play without a word here (`rules.modules`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from adjudicator.thrones.editions import storm_steps
from adjudicator.thrones.rules import card_moments, westeros, wildlings
from adjudicator.thrones.rules.step_context import StepFunction, quiet
from adjudicator.thrones.rules.storm import executions
from adjudicator.thrones.rules.storm.hooks import STORM_HOOKS
from adjudicator.thrones.rules.storm.wildling_cards import reveal_westeros
from adjudicator.thrones.state.edition import Edition

# What cards of the options start, in any game that has them.
STEPS: dict[str, StepFunction] = {
    "choose-effect": westeros.choose_effect,
    "swing-the-sword": executions.swing_the_sword,
}


def house_cards(game: Edition) -> Edition:
    """Some of the new House cards do something when all is over."""
    return replace(game, battle=(*game.battle, card_moments.last_texts))


def sequence(game: Edition) -> Edition:
    """With leaders or tactics cards the round goes as on the other board."""
    functions = {**game.functions, **storm_steps.STEPS}
    return replace(game, functions=functions, battle=storm_steps.BATTLE, hooks=STORM_HOOKS)


def wildling_cards(game: Edition) -> Edition:
    """A wildling card lies open before the attack, and its text is what the attack does."""
    mine = {"reveal-westeros": quiet(reveal_westeros), "wildling-attack": wildlings.attack_with_card}
    return replace(game, functions={**game.functions, **mine})


# What is done for the modules, in this order; once, whichever of several it is for.
CHANGES: tuple[tuple[frozenset[str], Callable[[Edition], Edition]], ...] = (
    (frozenset({"storm-cards"}), house_cards),
    (frozenset({"tactics", "leaders"}), sequence),
    (frozenset({"wildling-cards"}), wildling_cards),
)


def option(game: Edition, modules: Collection[str]) -> Edition:
    """The first edition as a game with these modules has it."""
    for wanted, change in CHANGES:
        if wanted.intersection(modules):
            game = change(game)
    return game
