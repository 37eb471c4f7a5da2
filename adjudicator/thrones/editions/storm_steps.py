"""The steps and the battle of A Storm of Swords, as its own board and the options of the first edition's share them."""

from __future__ import annotations

from adjudicator.thrones.rules import aftermath, battle, card_moments, westeros
from adjudicator.thrones.rules.step_context import StepFunction, quiet
from adjudicator.thrones.rules.storm import actions, battle_cards, executions, planning, tactics

# In the place of the first edition's where leaders or tactics cards are in the game.
STEPS: dict[str, StepFunction] = {
    **actions.STEPS,
    "planning": planning.planning,
    "tactics": quiet(tactics.tactics),
    "tactic": tactics.tactic,
    "choose-effect": westeros.choose_effect,
    "swing-the-sword": executions.swing_the_sword,
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle_cards.call_cards,
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
