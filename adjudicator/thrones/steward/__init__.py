"""The steward: a careful bot that answers every decision through the same legal answers as everybody else."""

from adjudicator.thrones.steward.player import HABITS, random_player, steward

__all__ = ["HABITS", "random_player", "steward"]
