"""Shared handling of condition trees: depth, size, and the deciding parts.

A family defines its facts and the three conditions that hold others (`Junctions`) with its own types; everything
independent of the facts is done here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar, Literal, NamedTuple

from adjudicator.engine.decision import Refusal, Weighed
from adjudicator.engine.sheet.facts import Fact, Form

DEEPEST, MAX_BYTES = 20, 100
# So many parts of a condition are given as reasons.
MAX_REASONS = 4
Operator = Literal["<", "<=", "=", "!=", ">=", ">"]
COMPARED: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def too_deep(where: str = "") -> Refusal:
    """What a condition is refused for that is nested deeper than DEEPEST."""
    return Refusal("condition-too-deep", f"conditions can be nested at most {DEEPEST} deep", where)


class Inapplicable(Exception):
    """A condition needs something that does not exist now; the rule is skipped."""


class Constant(Fact):
    """Always (true) or never (false)."""

    value: bool
    forms = (Form("always", value=True), Form("never", value=False))

    def holds(self, scene: Any) -> bool:
        return self.value


class Every(Fact):
    """All these conditions hold; a game's class gives their type, as for others here."""

    of: Any

    def holds(self, scene: Any) -> bool:
        return all(part.holds(scene) for part in self.of)

    def typed(self) -> str:
        """Return the parts as text with `and` between them, in brackets as needed."""
        return " and ".join(map(_bracketed_text, self.of))


class Some(Fact):
    """One of these conditions holds at least."""

    of: Any

    def holds(self, scene: Any) -> bool:
        return any(part.holds(scene) for part in self.of)

    def typed(self) -> str:
        """Return the parts as text with `or` between them, in brackets as needed."""
        return " or ".join(map(_bracketed_text, self.of))


class Negation(Fact):
    """This condition does not hold."""

    of: Any

    def holds(self, scene: Any) -> bool:
        return not self.of.holds(scene)

    def typed(self) -> str:
        """Return the condition as text with `not` before it, in brackets."""
        return f"not ({self.of.typed()})"


def _bracketed_text(condition: Any) -> str:
    """Return a condition's text, in brackets if it joins several conditions."""
    text: str = condition.typed()
    return f"({text})" if isinstance(condition, Every | Some) else text


class Comparison(Fact):
    """A comparison of two numbers; `plus`, if there is one, is added to the right one."""

    left: Any
    op: Any
    right: Any
    numeric: ClassVar[bool] = True

    def holds(self, scene: Any) -> bool:
        return COMPARED[self.op](number_of(self.left, scene), self._against(scene))

    def typed(self) -> str:
        """Return the comparison as text: number, operator, number, `plus`."""
        plus = getattr(self, "plus", 0)
        added = f" {'+' if plus > 0 else '-'} {abs(plus)}" if plus else ""
        return f"{number_text(self.left)} {self.op} {number_text(self.right)}{added}"

    def weighed(self, scene: Any, positive: bool) -> Weighed:
        """Return both numbers with the operator, negated unless `positive`."""
        against = number_text(self.right)
        of = "" if against.lstrip("-").isdecimal() else against
        op = self.op if positive else NEGATED[self.op]
        return Weighed(number_text(self.left), number_of(self.left, scene), op, self._against(scene), of)

    def _against(self, scene: Any) -> int:
        return number_of(self.right, scene) + int(getattr(self, "plus", 0))


def number_of(amount: Any, scene: Any) -> int:
    """Return what a number, plain or not, is now; Inapplicable if there is none."""
    return amount if isinstance(amount, int) else int(amount.number(scene))


def number_text(amount: Any) -> str:
    """A number, plain or not, on one line."""
    return str(amount if isinstance(amount, int) else amount.typed())


class Otherwise(Fact):
    """`else` before a rule: it counts only if no earlier condition in its row held.

    `of` is the rule's own condition, or None. A row is a rule without `else` and the following ones with it; if no
    earlier rule in it has a condition, `else` adds nothing.
    """

    of: Any = None

    def typed(self) -> str:
        """Return `else` as text, with its own condition if there is one."""
        return "else" if self.of is None else f"else if {self.of.typed()}"


def own_condition(when: Any) -> Any:
    """The condition of a rule without `else` before it; None for none."""
    return when.of if isinstance(when, Otherwise) else when


def bound_by_row(conditions: Iterable[Any]) -> bool:
    """Whether `else` after these rules would refer to one: their last row has one."""
    bound = False
    for when in conditions:
        bound = (isinstance(when, Otherwise) and bound) or own_condition(when) is not None
    return bound


class Junctions(NamedTuple):
    """The conditions that hold others: all `of`, any `of`, not `of`; and `else`."""

    all_of: type[Any]
    any_of: type[Any]
    negation: type[Any]
    otherwise: type[Otherwise]

    def children(self, condition: Any) -> tuple[Any, ...]:
        """The conditions directly inside this one."""
        if isinstance(condition, Every | Some):
            return tuple(condition.of)
        if isinstance(condition, Otherwise):
            return () if condition.of is None else (condition.of,)
        return (condition.of,) if isinstance(condition, Negation) else ()

    def within(self, condition: Any) -> Iterator[Any]:
        """Yield the condition and all inside it, left to right, without recursion."""
        front = [condition]
        while front:
            here = front.pop()
            yield here
            front.extend(reversed(self.children(here)))

    def depth(self, condition: Any) -> int:
        """Return the nesting depth, 1 for a plain fact; safe on hostile input."""
        deepest, front = 0, [(condition, 1)]
        while front:
            here, level = front.pop()
            deepest = max(deepest, level)
            front.extend((inner, level + 1) for inner in self.children(here))
        return deepest

    def size(self, condition: Any) -> int:
        """How many conditions there are in the tree."""
        return sum(1 for _ in self.within(condition))

    def outgrown(self, condition: Any, where: str = "") -> Refusal | None:
        """Return a refusal (`condition-too-deep`, `condition-too-large`) or None."""
        if self.depth(condition) > DEEPEST:
            return too_deep(where)
        if self.size(condition) > MAX_BYTES:
            return Refusal("condition-too-large", f"a condition has at most {MAX_BYTES} parts", where)
        return None

    def deciding(
        self, condition: Any, holds: Callable[[Any], bool], *, positive: bool = True
    ) -> Iterator[tuple[Any, bool]]:
        """Return deciding facts of success (or failure), with whether each had to hold."""
        if isinstance(condition, Negation):
            yield from self.deciding(condition.of, holds, positive=not positive)
        elif isinstance(condition, Every | Some):
            together = isinstance(condition, Every) == positive
            # Where all parts are needed, the first that fails decides; where one is enough, the first that holds.
            decisive = next((part for part in condition.of if (holds(part) == positive) != together), None)
            for part in condition.of if decisive is None else (decisive,):
                yield from self.deciding(part, holds, positive=positive)
        else:
            yield condition, positive

    def reasons(self, condition: Any, scene: Any) -> tuple[Weighed, ...]:
        """Return up to MAX_REASONS deciding parts; none for a single plain fact."""
        if not condition.numeric and not isinstance(condition, Every | Some | Negation):
            return ()
        decided = self.deciding(condition, lambda part: part.holds(scene))
        try:
            return tuple(islice((fact.weighed(scene, positive) for fact, positive in decided), MAX_REASONS))
        except Inapplicable:
            return ()
