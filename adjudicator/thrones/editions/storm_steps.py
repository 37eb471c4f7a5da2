"""The steps and the battle of A Storm of Swords, as its own board and the options of the first edition's share them."""

from __future__ import annotations

from adjudicator.thrones.rules import aftermath, battle, step_context, westeros
from adjudicator.thrones.rules.step_context import StepFunction, quiet
from adjudicator.thrones.rules.storm import actions, battle_cards, hostages, tactics

# In the place of the first edition's where leaders or tactics cards are in the game.
STEPS: dict[str, StepFunction] = {
    **actions.STEPS,
    "planning": tactics.planning,
    "tactics": quiet(tactics.tactics),
    "tactic": tactics.tactic,
    "choose-effect": westeros.choose_effect,
    "swing-the-sword": hostages.swing_the_sword,
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle_cards.call_cards,
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
