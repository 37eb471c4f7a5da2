"""The steward: a careful bot that answers every question by what its seat sees."""

from adjudicator.btwixt.steward.player import HABITS, random_player, steward

__all__ = ["HABITS", "random_player", "steward"]
