"""Sentences about the Iron Bank of Braavos, and about areas improved or degraded for good.

Their templates are not marked for the catalogs while no such edition is offered to people.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones import events as e
from correspondence.story.sentences import tells
from correspondence.story.voice import Voice

MARKS = {"barrel": "a barrel", "crown": "a crown", "stronghold": "a stronghold", "ruin": "a ruin"}
IMPROVED = {
    "barrel": "{card}: {area} has one more barrel.",
    "crown": "{card}: {area} has one more crown.",
    "stronghold": "{card}: the castle of {area} becomes a stronghold.",
    "ruin": "{card}: the castle of {area} is gone.",
}


def marks_phrase(marks: Iterable[str], v: Voice) -> str:
    """Tokens on an area: `a barrel and a crown`."""
    return v.both(v.say(MARKS.get(mark, mark)) for mark in marks)


@tells(e.AreaImproved)
def area_improved(event: e.AreaImproved, v: Voice) -> str:
    return v.say(IMPROVED[event.mark], card=v.reason(event.because), area=v.area(event.area))
