"""The second edition (2011), base game: the shared steps over its data, with ports, garrisons and wildling cards."""

from __future__ import annotations

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import first
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import (
    aftermath,
    battle,
    card_texts,
    power,
    step_context,
    supply,
    tides,
    westeros,
    wildlings,
)
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.state.edition import Edition

STEPS: dict[str, StepFunction] = {
    **first.STEPS,
    "choose-effect": westeros.choose_effect,
    "wildling-attack": wildlings.attack_with_card,
    "power": quiet(power.collecting_begins),
    "collect": power.collect,
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    battle.play_cards,
    step_context.reveal_texts,
    tides.draw_tides,
    battle.blade,
    battle.compare,
    step_context.after_texts,
    aftermath.losses,
    tides.skulls,
    aftermath.retreat,
    aftermath.put_cards_away,
    step_context.last_texts,
)
HOOKS = Hooks(texts=card_texts.TEXTS, after_step=supply.settle)


def build(texts: Texts | None = None) -> Edition:
    """The edition as a value, of the program's own data files or of others; Unreadable."""
    names = Names(
        en="A Game of Thrones: the Board Game, second edition",
        it="Il Trono di Spade: il gioco da tavolo, seconda edizione",
        es="Juego de Tronos: el juego de tablero, segunda edición",
    )
    edition = load("second-edition", texts=texts, name=names, round_steps=first.ROUND, battle=BATTLE, hooks=HOOKS)
    return bind(edition, STEPS)
