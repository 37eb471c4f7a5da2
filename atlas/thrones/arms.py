"""How the houses of Westeros are told apart."""

from __future__ import annotations

from collections.abc import Mapping

from atlas.theme import DIAMOND, HEXAGON, KITE, ROSE, ROUND, SHIELD, SQUARE, TRIANGLE, Arms, plain_arms

ARMS: Mapping[str, Arms] = {
    "stark": Arms("#eef0f0", "#2b3742", "#46535e", "#66779f", SHIELD, "S"),
    "lannister": Arms("#c23b22", "#fff3d6", "#6d1708", "#d2573d", SQUARE, "L"),
    "baratheon": Arms("#f2c230", "#231a08", "#7c5a00", "#efb91a", HEXAGON, "B"),
    "greyjoy": Arms("#163f4d", "#e9f3f2", "#051d26", "#23686b", ROUND, "G"),
    "tyrell": Arms("#2f9468", "#f6fff0", "#0d4a31", "#46a577", ROSE, "T"),
    "martell": Arms("#dd7a1c", "#2b1400", "#7a3d00", "#e3923f", DIAMOND, "M"),
    "arryn": Arms("#79b7e6", "#0b2740", "#235a86", "#8cc0e8", KITE, "A"),
    "targaryen": Arms("#7d3a8c", "#fbe7f2", "#321040", "#8249a8", TRIANGLE, "D"),
}


def arms(house: str) -> Arms:
    """The arms of a house; a house without any gets a grey diamond and its initial."""
    return ARMS.get(house) or plain_arms(house)
