"""A Storm of Swords (2006) on its own board: the first edition's steps with leaders, tactics and alliances."""

from __future__ import annotations

from adjudicator.kernel.names import Names
from adjudicator.thrones.editions import first
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import aftermath, battle, card_moments, power, westeros
from adjudicator.thrones.rules.registry import register
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.storm import westeros_cards
from adjudicator.thrones.rules.storm.hooks import STORM_HOOKS
from adjudicator.thrones.state.edition import Edition

STEPS: dict[str, StepFunction] = {
    **first.STEPS,
    "choose-effect": westeros.choose_effect,
    "claim-westeros": westeros_cards.claim_westeros,
    "hidden-schemes": quiet(westeros_cards.hidden_schemes),
    "power": quiet(power.collecting_begins),
    "collect": power.collect,
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
    card_moments.last_texts,
)
ROUND = ("reveal-westeros", "planning", "raids", "marches", "power", "end-round")


def build(texts: Texts | None = None) -> Edition:
    """The edition as a value, of the program's own data files or of others; Unreadable."""
    names = Names(
        en="A Game of Thrones: the Board Game, A Storm of Swords",
        it="Il Trono di Spade: il gioco da tavolo, Tempesta di Spade",
        es="Juego de Tronos: el juego de tablero, Tormenta de espadas",
    )
    edition = load("storm-of-swords", texts=texts, name=names, round_steps=ROUND, battle=BATTLE, hooks=STORM_HOOKS)
    return bind(edition, STEPS)


STORM_OF_SWORDS = register(build())
