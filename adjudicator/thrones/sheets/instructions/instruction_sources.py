"""Who speaks for a seat (its sheet, then its standing instructions), what they offer, and what was passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from adjudicator.engine.decision import Answer, By, Weighed
from adjudicator.engine.sheet import trail
from adjudicator.engine.sheet.trail import Choice as Choice
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, Condition, When


class Voice(NamedTuple):
    """A sheet, of whatever class, and in whose name it speaks; `prefix` goes before its places where they are not those
    of the sheet of a call. `orders` are a vassal's."""

    by: By
    sheet: Any
    prefix: str = ""
    orders: Sequence[Any] = ()


Voices = Sequence[Voice]


class Trail(trail.Trail):
    """The notes about one question; of a march plan for the attack that is weighed."""

    def __init__(self, scene: Scene, *, careful: bool = False) -> None:
        """`careful`: the bot makes unsaid choices in the game."""
        super().__init__()
        self.scene, self.careful = scene, careful
        self._attempts: dict[str, Attempt | None] = {}

    def judge(self, when: Condition) -> bool:
        """Whether a condition holds now; Inapplicable if it asks for something that does not exist."""
        return when.holds(self.scene)

    def reasons(self, when: Condition) -> tuple[Weighed, ...]:
        """By what numbers a condition holds or fails."""
        return JUNCTIONS.reasons(when, self.scene)

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide; what was noted already is not noted again."""
        if all((note.where, note.code, note.words) != (where, code, words) for note in self.skipped):
            super().skip(where, code, words, numbers)

    def proposed(self, voice: Voice, where: str, answer: Answer | None, code: str, words: str) -> Iterator[Choice]:
        """The answer of an instruction; None is noted as one that did not decide."""
        if answer is None:
            self.skip(where, code, words)
        else:
            yield Choice(voice.by, where, answer)

    def held(self, where: str, when: When) -> None:
        """Note that a condition held, for the attack that is weighed, if there is one."""
        super().held(where, when)
        self._attempts[where] = self.scene.attempt

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """By what numbers the condition of a deciding instruction held (of several the first), and what it weighed."""
        place = where.partition(", ")[0]
        if not self.noted(place):
            return ()
        self.scene.attempt, before = self._attempts.get(place), self.scene.attempt
        try:
            return super().numbers(place)
        finally:
            self.scene.attempt = before


def standing(voices: Voices, trail: Trail, part: str, key: str | None = None) -> Iterator[tuple[Voice, str, Any]]:
    """The rules of a part of each sheet that count now, of a mapping those under a key, with whose and where they
    are."""
    said, place = attrgetter(part), part if key is None else f"{part}.{key}"
    for voice in voices:
        rules = said(voice.sheet) if key is None else said(voice.sheet).get(key, ())
        for where, rule in trail.standing(f"{voice.prefix}{place}", rules):
            yield voice, where, rule


def in_sequence(known: Iterable[str], *wishes: Iterable[str]) -> list[str]:
    """The known things in the wished order, each once; those nobody wished for follow in their own order."""
    all_known = list(known)
    wished = dict.fromkeys(one for wish in wishes for one in wish if one in all_known)
    return [*wished, *(one for one in all_known if one not in wished)]
