"""The first edition (2003), base game: the shared steps in its order, over its data."""

from __future__ import annotations

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import first_options
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import (
    aftermath,
    battle,
    bidding,
    card_moments,
    march_step,
    mustering,
    planning,
    power,
    raids,
    westeros,
    wildlings,
)
from adjudicator.thrones.rules import round as rounds
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.storm.hooks import TEXTS
from adjudicator.thrones.state.edition import Edition

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
    "marches": quiet(march_step.marches_begin),
    "march": march_step.march,
    "power": quiet(power.consolidate),
    "end-round": quiet(rounds.end_round),
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    battle.play_cards,
    card_moments.reveal_texts,
    battle.end_if_destroyed,
    battle.blade,
    battle.compare,
    card_moments.after_texts,
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
        option=first_options.option,
    )
    return bind(edition, {**STEPS, **first_options.STEPS})
