"""Who speaks for a seat (its sheet, then its standing instructions), what they offer, and what was passed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.kernel.decision import Answer, By, Skipped, Weighed
from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheets.conditions.context import Attempt, Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.reasons import reasons
from adjudicator.thrones.sheets.conditions.tree import Condition
from adjudicator.thrones.sheets.conditions.truth import holds
from adjudicator.thrones.sheets.sheet import Rule, Sheet, VassalOrder

R = TypeVar("R", bound=Rule)


class Voice(NamedTuple):
    """A sheet and in whose name it speaks; `prefix` goes before its places where they are not those of the sheet of a
    call. `orders` are a vassal's."""

    by: By
    sheet: Sheet
    prefix: str = ""
    orders: tuple[VassalOrder, ...] = ()


class Choice(NamedTuple):
    """An answer that an instruction proposes, and the instruction's place."""

    by: By
    where: str
    answer: Answer


Voices = Sequence[Voice]


class Trail:
    """What was passed over on the way to an answer, and why; conditions are judged here."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.skipped: list[Skipped] = []
        self._held: dict[str, tuple[Condition, Attempt | None]] = {}
        self._weighed: dict[str, tuple[Weighed, ...]] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide; what was noted already is not noted again."""
        if all((note.where, note.code, note.words) != (where, code, words) for note in self.skipped):
            self.skipped.append(Skipped(where, code, words, numbers))

    def weighed(self, where: str, numbers: tuple[Weighed, ...]) -> None:
        """Note what an instruction weighed besides its condition."""
        self._weighed[where] = numbers

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """By what numbers the condition of a deciding instruction held (of several the first), and what it weighed."""
        place = where.partition(", ")[0]
        when, attempt = self._held.get(place, (None, None))
        if when is None:
            return self._weighed.get(place, ())
        self.scene.attempt, before = attempt, self.scene.attempt
        try:
            return (*reasons(when, self.scene), *self._weighed.get(place, ()))
        finally:
            self.scene.attempt = before

    def refused(self, where: str, refusal: Refusal) -> None:
        """Note an instruction whose choice is not legal."""
        self.skip(where, refusal.code, refusal.words)

    def holds(self, where: str, when: Condition | None) -> bool:
        """Whether a condition holds (None: always); notes it if not."""
        if when is None:
            return True
        try:
            if holds(when, self.scene):
                self.held(where, when)
                return True
        except Inapplicable as fault:
            self.skip(where, "condition-not-applicable", str(fault))
            return False
        self.skip(where, "condition-false", "its condition did not hold", reasons(when, self.scene))
        return False

    def held(self, where: str, when: Condition) -> None:
        """Note that a condition held, for the attack that is weighed, if there is one."""
        self._held[where] = when, self.scene.attempt

    def is_true(self, when: Condition) -> bool:
        """Whether a condition holds, without a note: one of many marches that a goal might mean."""
        try:
            return holds(when, self.scene)
        except Inapplicable:
            return False

    def standing(self, where: str, rules: Iterable[R]) -> Iterator[tuple[str, R]]:
        """The rules of a list whose condition holds, in order, each with its place."""
        for number, rule in enumerate(rules):
            place = f"{where}[{number}]"
            if self.holds(place, rule.when):
                yield place, rule


def in_sequence(known: Iterable[str], *wishes: Iterable[str]) -> list[str]:
    """The known things in the wished order, each once; those nobody wished for follow in their own order."""
    all_known = list(known)
    wished = dict.fromkeys(one for wish in wishes for one in wish if one in all_known)
    return [*wished, *(one for one in all_known if one not in wished)]
