"""Who speaks for a leader (its sheet, then its standing instructions), what they offer, and what was passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from adjudicator.btwixt.sheets.conditions.reasons import reasons
from adjudicator.btwixt.sheets.conditions.scene import Inapplicable, Scene
from adjudicator.btwixt.sheets.conditions.tree import AnyCondition
from adjudicator.btwixt.sheets.conditions.truth import holds
from adjudicator.btwixt.sheets.sheet import Rule, Sheet
from adjudicator.kernel.decision import Answer, By, Skipped, Weighed
from adjudicator.kernel.refusal import Refusal

R = TypeVar("R", bound=Rule)


class Voice(NamedTuple):
    """A sheet and in whose name it speaks; `prefix` goes before its places where they are not those of the sheet of a
    call."""

    by: By
    sheet: Sheet
    prefix: str = ""


class Choice(NamedTuple):
    """An answer that a rule proposes, and the rule's place."""

    by: By
    where: str
    answer: Answer


class Trail:
    """What was passed over on the way to an answer, and why; conditions are judged here."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.skipped: list[Skipped] = []
        self._held: dict[str, AnyCondition] = {}
        self._weighed: dict[str, tuple[Weighed, ...]] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note a rule that did not decide."""
        self.skipped.append(Skipped(where, code, words, numbers))

    def weighed(self, where: str, numbers: tuple[Weighed, ...]) -> None:
        """Note what a rule weighed besides its condition."""
        self._weighed[where] = numbers

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """By what numbers the condition of a deciding rule held, and what it weighed."""
        when = self._held.get(where)
        told = reasons(when, self.scene) if when is not None else ()
        return (*told, *self._weighed.get(where, ()))

    def refused(self, where: str, refusal: Refusal) -> None:
        """Note an answer that is not legal."""
        self.skip(where, refusal.code, refusal.words)

    def holds(self, where: str, when: AnyCondition | None) -> bool:
        """Whether a condition holds (None: always); notes it if not."""
        if when is None:
            return True
        try:
            if holds(when, self.scene):
                self._held[where] = when
                return True
        except Inapplicable as fault:
            self.skip(where, "condition-not-applicable", str(fault))
            return False
        self.skip(where, "condition-false", "its condition did not hold", reasons(when, self.scene))
        return False

    def standing(self, where: str, rules: Iterable[R]) -> Iterator[tuple[str, R]]:
        """The rules of a list whose condition holds, in order, each with its place."""
        for number, rule in enumerate(rules):
            place = f"{where}[{number}]"
            if self.holds(place, rule.when):
                yield place, rule
