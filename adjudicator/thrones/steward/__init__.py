"""The steward: a careful bot that answers every decision through the same legal answers as everybody else."""

from adjudicator.thrones.steward import (
    bank,
    battle,
    bids,
    choices,
    losses,
    loyalty,
    marches,
    mustering,
    planning,
    raids,
    vassals,
)
from adjudicator.thrones.steward.habits import HABITS, habit
from adjudicator.thrones.steward.player import random_player, steward

HABIT_MODULES = (bank, battle, bids, choices, losses, loyalty, marches, mustering, planning, raids, vassals)

__all__ = ["HABITS", "HABIT_MODULES", "habit", "random_player", "steward"]
