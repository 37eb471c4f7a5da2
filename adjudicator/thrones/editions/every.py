"""The editions: their steps, battle and hooks, and those with faulty data.

Every option of the first edition is a module; `rules.registry` puts its data in play without code here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.engine import Asks, DataFiles, FrozenStruct, Names, Refusal, Unreadable, base_of, raise_all
from adjudicator.thrones.editions import data_check, loading
from adjudicator.thrones.editions.loading import Texts, build
from adjudicator.thrones.rules import (
    aftermath,
    alternate_cards,
    battle,
    bidding,
    card_texts,
    iron_bank,
    marches,
    mustering,
    planning,
    round,
    round as rounds,
    step_context,
    supply,
    targaryen,
    vassals,
    wildlings,
)
from adjudicator.thrones.rules.hooks import Hooks, merge_texts
from adjudicator.thrones.rules.registry import register
from adjudicator.thrones.rules.round import make_vassals
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.storm import hooks, hostages, tactics
from adjudicator.thrones.rules.storm.hooks import STORM_HOOKS, TEXTS
from adjudicator.thrones.rules.storm.westeros import claim_westeros, hidden_schemes, reveal_westeros
from adjudicator.thrones.sheets import resolver  # noqa: F401  (a game asks kinds that are registered)
from adjudicator.thrones.state import Board, Edition, Hidden, Setup

# In the place of the first edition's where leaders or tactics cards are in the game.
WITH_LEADERS: dict[str, StepFunction] = {
    **hooks.STEPS,
    "planning": tactics.planning,
    "tactics": quiet(tactics.tactics),
    "tactic": tactics.tactic,
    "choose-effect": round.choose_effect,
    "swing-the-sword": hostages.swing_the_sword,
}
STORM_BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    tactics.turn_cards,
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
    step_context.last_texts,
)


# What cards of the options start, in any game that has them.
OPTION_STEPS: dict[str, StepFunction] = {
    "choose-effect": round.choose_effect,
    "swing-the-sword": hostages.swing_the_sword,
}


def house_cards(game: Edition) -> Edition:
    """Some of the new House cards do something when all is over."""
    return replace(game, battle=(*game.battle, step_context.last_texts))


def sequence(game: Edition) -> Edition:
    """Return the edition with the rounds, battles and hooks of A Storm of Swords.
    These serve games with leaders or tactics cards on the usual board."""
    functions = {**game.functions, **WITH_LEADERS}
    return replace(game, functions=functions, battle=STORM_BATTLE, hooks=STORM_HOOKS)


def wildling_cards(game: Edition) -> Edition:
    """Return the edition with wildling cards open beforehand and their texts used."""
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
    for needed_modules, change in CHANGES:
        if needed_modules.intersection(modules):
            game = change(game)
    return game


FIRST_STEPS: dict[str, StepFunction] = {
    "begin-round": quiet(rounds.begin_round),
    "reveal-westeros": quiet(round.reveal_westeros),
    "westeros-card": quiet(round.westeros_card),
    "supply": round.supply,
    "mustering": mustering.mustering,
    "clash-of-kings": quiet(bidding.clash_of_kings),
    "auction": bidding.auction,
    "game-of-thrones": quiet(bidding.game_of_thrones),
    "wildling-attack": wildlings.wildling_attack,
    "return-westeros": quiet(round.return_westeros),
    "planning": planning.planning,
    "raven": planning.raven,
    "raids": quiet(marches.raids_begin),
    "raid": marches.raid,
    "marches": quiet(marches.marches_begin),
    "march": marches.march,
    "power": quiet(bidding.consolidate),
    "end-round": quiet(rounds.end_round),
}
FIRST_BATTLE: tuple[battle.Part, ...] = (
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
FIRST_HOOKS = Hooks(texts=TEXTS)


SECOND_STEPS: dict[str, StepFunction] = {
    **FIRST_STEPS,
    "early-muster": quiet(rounds.early_muster),
    "choose-effect": round.choose_effect,
    "wildling-attack": wildlings.attack_with_card,
    "power": quiet(bidding.collecting_begins),
    "collect": bidding.collect,
}
SECOND_BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    battle.play_cards,
    step_context.reveal_texts,
    step_context.blade_texts,
    alternate_cards.draw_tides,
    battle.blade,
    battle.compare,
    step_context.after_texts,
    aftermath.losses,
    alternate_cards.skulls,
    aftermath.retreat,
    aftermath.put_cards_away,
    step_context.last_texts,
)
SECOND_TEXTS = merge_texts(card_texts.TEXTS, alternate_cards.ALTERNATE_TEXTS)
SECOND_HOOKS = Hooks(texts=SECOND_TEXTS, after_step=supply.settle)


STORM_STEPS: dict[str, StepFunction] = {
    **FIRST_STEPS,
    **WITH_LEADERS,
    "claim-westeros": claim_westeros,
    "hidden-schemes": quiet(hidden_schemes),
}


DRAGON_STEPS: dict[str, StepFunction] = {
    **SECOND_STEPS,
    "mustering": vassals.mustering,
    "planning": quiet(vassals.planning_begins),
    "choose-vassals": vassals.choose_vassals,
    "place-orders": vassals.plan,
    "bluffs": quiet(vassals.remove_bluffs),
    "dragons": quiet(targaryen.grow),
    "loyalty": quiet(targaryen.loyalty),
    "loyalty-text": targaryen.loyalty_text,
    "loyalty-move": targaryen.loyalty_move,
    "move-loans": quiet(iron_bank.move_loans),
    "interest": quiet(iron_bank.interest),
    "pay-interest": iron_bank.pay_interest,
    "collect": iron_bank.collect,
}
DRAGON_BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    vassals.draw_hands,
    battle.play_cards,
    step_context.reveal_texts,
    step_context.blade_texts,
    alternate_cards.draw_tides,
    battle.blade,
    battle.compare,
    step_context.after_texts,
    aftermath.losses,
    vassals.own_loss,
    alternate_cards.skulls,
    aftermath.retreat,
    vassals.put_cards_away,
    targaryen.last_texts,
    vassals.reward,
)
DRAGON_ROUND = (
    "move-loans",
    "dragons",
    "interest",
    "reveal-westeros",
    "planning",
    "bluffs",
    "raids",
    "marches",
    "power",
    "end-round",
)


def lay_out(edition: Edition, setup: Setup, players: Sequence[str], board: Board, hidden: Hidden) -> None:
    """Set up vassals, houses with a cause and the Iron Bank (MoD rules: set-up)."""
    make_vassals(board, edition, setup, players)
    targaryen.prepare(board, edition)
    iron_bank.open_bank(edition, board, hidden)


def settle(game: step_context.Game) -> Asks[None]:
    """What a step leaves to be put right, and then the token of Braavos."""
    yield from targaryen.settle_loyalty(game)
    iron_bank.pass_token(game)


DRAGON_TEXTS = merge_texts(
    card_texts.TEXTS, alternate_cards.TEXTS, targaryen.TEXTS, vassals.TEXTS, alternate_cards.ALTERNATE_TEXTS
)
DRAGON_HOOKS = Hooks(
    texts=DRAGON_TEXTS,
    before_set_up=targaryen.add_joining_houses,
    after_set_up=lay_out,
    after_bids=targaryen.spread_bids,
    leaves_token=vassals.leaves_token,
    after_step=settle,
)


class Recipe(FrozenStruct):
    """The code added to an edition's data; `basis` lies below, `option` adds modules."""

    name: Names
    steps: Mapping[str, StepFunction]
    battle: tuple[Callable[..., Any], ...]
    hooks: Hooks
    round_steps: tuple[str, ...] = ROUND
    basis: str = ""
    option: Callable[[Edition, Collection[str]], Edition] | None = None


RECIPES = {
    "first-edition": Recipe(
        Names(
            en="A Game of Thrones: the Board Game, first edition",
            it="Il Trono di Spade: il gioco da tavolo, prima edizione",
            es="Juego de Tronos: el juego de tablero, primera edición",
        ),
        {**FIRST_STEPS, **OPTION_STEPS},
        FIRST_BATTLE,
        FIRST_HOOKS,
        option=option,
    ),
    "second-edition": Recipe(
        Names(
            en="A Game of Thrones: the Board Game, second edition",
            it="Il Trono di Spade: il gioco da tavolo, seconda edizione",
            es="Juego de Tronos: el juego de tablero, segunda edición",
        ),
        SECOND_STEPS,
        SECOND_BATTLE,
        SECOND_HOOKS,
    ),
    "mother-of-dragons": Recipe(
        Names(
            en="A Game of Thrones: the Board Game, second edition, Mother of Dragons",
            it="Il Trono di Spade: il gioco da tavolo, seconda edizione, Madre dei Draghi",
            es="Juego de Tronos: el juego de tablero, segunda edición, Madre de Dragones",
        ),
        DRAGON_STEPS,
        DRAGON_BATTLE,
        DRAGON_HOOKS,
        DRAGON_ROUND,
        basis="second-edition",
    ),
    "storm-of-swords": Recipe(
        Names(
            en="A Game of Thrones: the Board Game, A Storm of Swords",
            it="Il Trono di Spade: il gioco da tavolo, Tempesta di Spade",
            es="Juego de Tronos: el juego de tablero, Tormenta de espadas",
        ),
        STORM_STEPS,
        STORM_BATTLE,
        STORM_HOOKS,
    ),
}


def build_edition(edition: str, texts: Texts | None = None) -> Edition:
    """An edition as a value, of the program's own data files or of others; Unreadable."""
    code = msgspec.structs.asdict(RECIPES[edition])
    steps, basis = code.pop("steps"), code.pop("basis")
    return bind(build(edition, basis, texts, **code), steps)


EDITIONS: dict[str, Edition] = {}
# Editions of the program that cannot be played, with what is wrong with their files: all others can.
FAULTY: dict[str, tuple[Refusal, ...]] = {}


def register_all(names: Iterable[str] = tuple(RECIPES)) -> None:
    """Build and register the program's editions; faulty ones are noted in `FAULTY`."""
    for name in names:
        try:
            edition = build_edition(name)
            raise_all([*data_check.map_faults(edition), *data_check.faults_beside_map(edition)])
            EDITIONS[name] = register(edition)
        except Unreadable as fault:
            FAULTY[name] = fault.reasons


register_all()


# How the name of an edition goes on whose files a host brought.
BROUGHT = Names(
    en=" with this host's own corrections",
    it=" con le correzioni di chi ospita",
    es=" con las correcciones propias del anfitrión",
)


class ThronesFiles(DataFiles):
    """Files of built-in editions; of hosts' files only A Storm of Swords is playable."""

    base = "storm-of-swords"
    faults = staticmethod(data_check.faults)
    warnings = staticmethod(data_check.warnings)
    counted = staticmethod(data_check.count_parts)

    def names(self, edition: str) -> tuple[str, ...]:
        """Return the names of the files in the edition's folder."""
        return tuple(self.own(edition))

    def own(self, edition: str) -> Mapping[str, str]:
        """The files that come with the program."""
        return loading.own_texts(base_of(edition) or edition)

    def read(self, edition: str, texts: Mapping[str, str]) -> Edition:
        """The edition that these files make; Unreadable."""
        base = base_of(edition)
        loaded_edition = build_edition(base or edition, texts)
        if base:
            loaded_edition.name = loaded_edition.name.followed(BROUGHT)
            # Which of them are offered, the host says.
            loaded_edition.id, loaded_edition.offered = edition, False
        return loaded_edition

    def keep(self, edition: Edition) -> None:
        """Make it one of those that positions can name."""
        EDITIONS[edition.id] = register(edition)


DATA = ThronesFiles()
