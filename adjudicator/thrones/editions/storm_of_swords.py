"""A Storm of Swords (2006) on its own board: the first edition's steps with leaders, tactics and alliances."""

from __future__ import annotations

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import first, storm_steps
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.storm.hooks import STORM_HOOKS
from adjudicator.thrones.rules.storm.westeros import claim_westeros, hidden_schemes
from adjudicator.thrones.state.edition import Edition

STEPS: dict[str, StepFunction] = {
    **first.STEPS,
    **storm_steps.STEPS,
    "claim-westeros": claim_westeros,
    "hidden-schemes": quiet(hidden_schemes),
}


def build(texts: Texts | None = None) -> Edition:
    """The edition as a value, of the program's own data files or of others; Unreadable."""
    names = Names(
        en="A Game of Thrones: the Board Game, A Storm of Swords",
        it="Il Trono di Spade: il gioco da tavolo, Tempesta di Spade",
        es="Juego de Tronos: el juego de tablero, Tormenta de espadas",
    )
    edition = load(
        "storm-of-swords", texts=texts, name=names, round_steps=first.ROUND, battle=storm_steps.BATTLE, hooks=STORM_HOOKS
    )
    return bind(edition, STEPS)
