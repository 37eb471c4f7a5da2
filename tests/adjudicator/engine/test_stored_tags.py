"""Tags and fields of stored documents, which follow from the names of classes, stay what they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from adjudicator import games
from adjudicator.engine.decision import Answer, Decision, kind_of
from adjudicator.engine.overrides import Override
from adjudicator.engine.step import Event

# Of each base and game: the tags, each with the fields that documents have. A new class gets its row; a row of a class
# that is renamed stays, and the class says `tag=` and `rename=` for itself.
RECORDED = Path(__file__).with_name("stored_tags.json")
BASES = (Answer, Decision, Override, Event)
FAMILIES = ("thrones", "btwixt")


def concrete(kind: type) -> Iterator[type]:
    """The classes below a base that have no others below them."""
    below = kind.__subclasses__()
    for one in below:
        yield from concrete(one)
    if not below:
        yield kind


def tags_of(base: type, family: str) -> dict[str, list[str]]:
    """The tag of each class of a game, with the names of its fields in documents."""
    rooms = (f"adjudicator.{family}.", "adjudicator.engine.")
    classes = [kind for kind in concrete(base) if kind.__module__.startswith(rooms)]
    return {kind_of(kind): [field.encode_name for field in msgspec.structs.fields(kind)] for kind in classes}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("base", BASES)
def test_stored_tags_and_fields_stay(base: type, family: str) -> None:
    assert games.EDITIONS  # Both games are loaded.
    recorded: dict[str, list[str]] = json.loads(RECORDED.read_text())[f"{family}.{base.__name__}"]

    assert tags_of(base, family) == recorded
