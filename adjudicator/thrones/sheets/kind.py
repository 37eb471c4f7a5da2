"""What is registered of a kind of decision, and what answers of all kinds need.

`KINDS` of the module of its topic registers a kind. Every answer needs who speaks for a seat, and which of its rules
count now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.engine import Answer, Decision, FrozenStruct, Law, Weighed, kind_of
from adjudicator.engine.sheet import Choice, Proposals, trail
from adjudicator.thrones.bot.player import Habit, Variations
from adjudicator.thrones.rules.driver import Together
from adjudicator.thrones.rules.legality import Single, never_single
from adjudicator.thrones.sheets.conditions.context import Attempt, Scene
from adjudicator.thrones.sheets.conditions.tree import JUNCTIONS, When
from adjudicator.thrones.state import Edition, Position


class Voice(trail.Voice):
    """A sheet and in whose name it speaks; `orders` are a vassal's."""

    orders: Sequence[Any] = ()


Voices = Sequence[Voice]


class Trail(trail.Trail):
    """The notes about one question; of a march plan for the attack that is weighed."""

    def __init__(self, scene: Scene, *, careful: bool = False) -> None:
        """`careful`: the bot makes unsaid choices in the game."""
        super().__init__(scene, JUNCTIONS)
        self.careful = careful
        self._attempts: dict[str, Attempt | None] = {}

    def skip(self, where: str, code: str, words: str, numbers: tuple[Weighed, ...] = ()) -> None:
        """Note an instruction that did not decide, once."""
        if all((note.where, note.code, note.words) != (where, code, words) for note in self.skipped):
            super().skip(where, code, words, numbers)

    def note_condition(self, where: str, when: When) -> None:
        """Note that a condition held, for the attack that is weighed, if there is one."""
        super().note_condition(where, when)
        self._attempts[where] = self.scene.attempt

    def numbers(self, where: str) -> tuple[Weighed, ...]:
        """Return the numbers by which the deciding condition held, and those weighed."""
        place = where.partition(", ")[0]
        if not self.noted(place):
            return ()
        self.scene.attempt, before = self._attempts.get(place), self.scene.attempt
        try:
            return super().numbers(place)
        finally:
            self.scene.attempt = before


def in_sequence(items: Iterable[str], *wishes: Iterable[str]) -> list[str]:
    """Return the known things, each once: the wished first, then in their own order."""
    all_known = list(items)
    wished = dict.fromkeys(item for wish in wishes for item in wish if item in all_known)
    return [*wished, *(item for item in all_known if item not in wished)]


def by_several(deciding: Mapping[str, Voice], answer: Answer) -> Proposals:
    """Yield one answer by several rules, credited to the first; none without rules."""
    if deciding:
        yield Choice(next(iter(deciding.values())).by, ", ".join(deciding), answer)


Instruction = Callable[[Voices, Scene, Any, Trail], Proposals]
Default = Callable[[Position, Any], Answer]
Known = Callable[[Edition], bool]


class SheetDefault(NamedTuple):
    """A default for who has written a sheet: its name in journals, and what it does."""

    name: str
    default: Default


def everywhere(edition: Edition) -> bool:
    """Asked in every edition."""
    return True


class Kind(FrozenStruct):
    """A kind of decision: everything that this room says of it.

    `part` of a sheet answers it, by `instruction`; `bot` is what it proposes, `variations` what a maester tries;
    `default` is published in the words of `words.toml`, for a seat that wrote a sheet perhaps another (`written`), in
    editions of which `varied` holds in other words. `law` says what is legal, `forced` where one answer alone is,
    `together` which kinds are asked at once; `known`, which editions ask it.
    """

    decision: type[Decision]
    part: str
    law: Law
    instruction: Instruction
    bot: Habit
    default: Default
    variations: Variations | None = None
    written: SheetDefault | None = None
    varied: Known | None = None
    forced: Single = never_single
    together: Together | None = None
    known: Known = everywhere

    @property
    def tag(self) -> str:
        """Its name in documents."""
        return kind_of(self.decision)
