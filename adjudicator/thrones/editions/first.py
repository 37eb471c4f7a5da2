"""The first edition (2003): the shared steps in its order, over its data, with the options of A Storm of Swords.

Every option is a module of its own; what its data brings is in play without a word here (`rules.registry`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import storm_steps
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import (
    aftermath,
    battle,
    bidding,
    marches,
    mustering,
    planning,
    power,
    raids,
    step_context,
    westeros,
    wildlings,
)
from adjudicator.thrones.rules import round as rounds
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.storm import hostages
from adjudicator.thrones.rules.storm.hooks import STORM_HOOKS, TEXTS
from adjudicator.thrones.rules.storm.westeros import reveal_westeros
from adjudicator.thrones.state.edition import Edition

# What cards of the options start, in any game that has them.
OPTION_STEPS: dict[str, StepFunction] = {
    "choose-effect": westeros.choose_effect,
    "swing-the-sword": hostages.swing_the_sword,
}


def house_cards(game: Edition) -> Edition:
    """Some of the new House cards do something when all is over."""
    return replace(game, battle=(*game.battle, step_context.last_texts))


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


STEPS: dict[str, StepFunction] = {
    "begin-round": quiet(rounds.begin_round),
    "reveal-westeros": quiet(westeros.reveal_westeros),
    "westeros-card": quiet(westeros.westeros_card),
    "supply": westeros.supply,
    "mustering": mustering.mustering,
    "clash-of-kings": quiet(bidding.clash_of_kings),
    "auction": bidding.auction,
    "game-of-thrones": quiet(power.game_of_thrones),
    "wildling-attack": wildlings.wildling_attack,
    "return-westeros": quiet(westeros.return_westeros),
    "planning": planning.planning,
    "raven": planning.raven,
    "raids": quiet(raids.raids_begin),
    "raid": raids.raid,
    "marches": quiet(marches.marches_begin),
    "march": marches.march,
    "power": quiet(power.consolidate),
    "end-round": quiet(rounds.end_round),
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    battle.play_cards,
    step_context.reveal_texts,
    battle.end_if_destroyed,
    battle.blade,
    battle.compare,
    step_context.after_texts,
    aftermath.losses,
    aftermath.retreat,
    aftermath.put_cards_away,
)
ROUND = ("reveal-westeros", "planning", "raids", "marches", "power", "end-round")
HOOKS = Hooks(texts=TEXTS)


def build(texts: Texts | None = None) -> Edition:
    """The edition as a value, of the program's own data files or of others; Unreadable."""
    names = Names(
        en="A Game of Thrones: the Board Game, first edition",
        it="Il Trono di Spade: il gioco da tavolo, prima edizione",
        es="Juego de Tronos: el juego de tablero, primera edición",
    )
    edition = load(
        "first-edition",
        texts=texts,
        name=names,
        round_steps=ROUND,
        battle=BATTLE,
        hooks=HOOKS,
        option=option,
    )
    return bind(edition, {**STEPS, **OPTION_STEPS})
