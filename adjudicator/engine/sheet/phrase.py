"""How a rule of a sheet is phrased: a template in English, to be translated whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


def N_(message: str) -> str:
    """Mark a message of a sheet's classes for the catalogs."""
    return message


class Phrase(NamedTuple):
    """The words of a rule without its condition.

    `either` are templates by the fields that must be filled, as `units,to` or `how=all`, of which the first counts;
    "" needs none. Of `parts`, by the field that must be filled, all are added.

    A template has slots: `{whom}`; of a list joined, `{cards:else}` (else, or, and, list, then); for an empty one,
    `{cards:else|any card}`; `{most:power}` an amount of Power; `{kneel?}` shows nothing. What stands in brackets is
    left out unless each of its slots says something else than its default: `[ against {opponents:or}]`.
    """

    either: Mapping[str, str] = {}
    parts: Mapping[str, str] = {}


def phrase(template: str) -> Phrase:
    """The phrase of a rule that has one template."""
    return Phrase({"": template})
