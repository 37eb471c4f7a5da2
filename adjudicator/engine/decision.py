"""Decisions, answers and their sources, legality and reasons for refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, dataclass_transform

import msgspec


def tag_of(name: str) -> str:
    """Return a struct's default tag from its class name: `battle-won` of `BattleWon`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name.rpartition(".")[2]).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class FrozenStruct(msgspec.Struct, frozen=True):
    """A value that never changes; whatever derives from it is frozen too."""


class _ByKeyword(msgspec.StructMeta):
    """Makes fields keyword-only by default; msgspec asks for it class by class."""

    def __new__(cls, *args: Any, kw_only: bool = True, **config: Any) -> _ByKeyword:
        return super().__new__(cls, *args, kw_only=kw_only, **config)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class KeywordStruct(FrozenStruct, metaclass=_ByKeyword):
    """A value whose fields are given by name."""


class Refusal(FrozenStruct, omit_defaults=True):
    """One reason why an answer, sheet or file is not accepted.

    `code` is stable and machine-readable (`area-not-adjacent`), `words` are for people, `where` names the part at
    fault.
    """

    code: str
    words: str
    where: str = ""

    @classmethod
    def of_data(cls, code: str, fault: Exception) -> Refusal:
        """Make a refusal from msgspec's error, with the place that it names."""
        words, _, place = str(fault).partition(" - at ")
        return cls(code, words[:1].lower() + words[1:], place.strip("`").removeprefix("$."))


# Refusals one after the other, as they are found.
Refusals = Iterator[Refusal]


class Refused(ValueError):
    """Base of the three kinds of refusal; carries every reason found."""

    def __init__(self, *reasons: Refusal) -> None:
        self.reasons = reasons
        super().__init__("; ".join(f"{r.code}: {r.words}" + (f" [{r.where}]" if r.where else "") for r in reasons))


class Unreadable(Refused):
    """The text or document cannot be understood at all."""


class Ambiguous(Refused):
    """It can be understood in more than one way."""


class Illegal(Refused):
    """It is understood, and the rules forbid it."""


def unknown_edition(name: str, valid_names: Iterable[str]) -> Illegal:
    """What the name of no edition is refused with."""
    return Illegal(
        Refusal("unknown-edition", f"there is no edition {name!r}; known: {', '.join(sorted(valid_names))}", "edition")
    )


def refuse_revision(revision: int, newest: int) -> None:
    """Raises Illegal (`unknown-revision`) for a revision that the rules never had."""
    if not 0 <= revision <= newest:
        words = f"there is no revision {revision} of the rules here; known: 0 to {newest}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))


By = Literal["player", "sheet", "standing", "forced", "default", "steward", "gm", "edict"]


class Decision(KeywordStruct, tag_field="kind"):
    """A decision that the rules ask of one player; subclasses carry its choices.

    The driver sets `id`, unique in the game; `seat` decides, `house` is whose pieces it is about.
    """

    id: str = ""
    seat: str
    house: str


def kind_of(value: Any) -> str:
    """Return the kind of a decision, event or the like, or of its class, in documents."""
    return str(value.__struct_config__.tag)


class Answer(FrozenStruct, tag_field="kind", tag=tag_of):
    """A choice for a decision; subclasses carry the choice itself."""


A = TypeVar("A", bound=Answer)


class Question(Decision, Generic[A], tag=tag_of):
    """A decision with its answer's type: `class NameAPrice(Question[Amount], ...)`."""


class Forced(Generic[A]):
    """A question with one legal answer: recorded like any other, but nobody is asked."""

    def __init__(self, decision: Question[A], answer: A) -> None:
        self.decision, self.answer = decision, answer


class Together:
    """Questions asked at once and in secret; their answers come in the same order."""

    def __init__(self, decisions: Sequence[Question[Any] | Forced[Any]]) -> None:
        self.decisions = tuple(decisions)


class Weighed(FrozenStruct, array_like=True):
    """What a condition asked for and what it found, as a number or a fact.

    `what` (as written) `was` so much; `op` relates it to `needed`, perhaps the number of `of`. No `op`: 1 if true.
    """

    what: str
    was: int
    op: str = ""
    needed: int = 0
    of: str = ""


class Skipped(FrozenStruct, omit_defaults=True):
    """A skipped instruction: its place in the sheet, and why (code, words, numbers)."""

    where: str
    code: str
    words: str = ""
    numbers: tuple[Weighed, ...] = ()


class Source(FrozenStruct, omit_defaults=True):
    """Who decided, by which instruction, and which instructions were passed over.

    An instruction is a place such as `marches.lannisport[1]`. `reason` is the game master's, for an override's answer.
    `numbers` are those by which the deciding instruction's condition held.
    """

    by: By
    rule: str = ""
    skipped: tuple[Skipped, ...] = ()
    reason: str = ""
    numbers: tuple[Weighed, ...] = ()


class SourcedAnswer(FrozenStruct):
    """An answer with its source, from an oracle: an :class:`Answer` of the game."""

    answer: Any
    source: Source


Check = Callable[[Any, Any, Any], Refusal | None]
Listing = Callable[[Any, Any], Iterator[Answer]]
Pick = Callable[[int], int]
Sampler = Callable[[Any, Any, Pick], Answer]
Asked = Callable[[Any], bool]


class Law(NamedTuple):
    """Legal answers of a kind of decision: type, check, lazy listing, sampler, `none`."""

    answer: type[Answer]
    check: Check
    listing: Listing
    sampler: Sampler | None = None
    optional: Asked = lambda decision: False


class LegalAnswers:
    """A decision's legal answers: lazily iterable, testable by `in`, with `sample`.

    `pick(bound)` must return an integer in 0..bound-1; large decisions are sampled part by part, not uniformly.
    """

    def __init__(self, law: Law, position: Any, decision: Decision) -> None:
        self.law, self.position, self.decision = law, position, decision

    def __iter__(self) -> Iterator[Answer]:
        return self.law.listing(self.position, self.decision)

    def __contains__(self, answer: object) -> bool:
        return type(answer) is self.law.answer and self.law.check(self.position, self.decision, answer) is None

    def sample(self, pick: Pick) -> Answer:
        """Return one legal answer, chosen by `pick`."""
        if self.law.sampler is not None:
            return self.law.sampler(self.position, self.decision, pick)
        everything = list(self)
        return everything[pick(len(everything))]


class Laws(dict[type[Decision], Law]):
    """What is legal in a game, by kind of decision."""

    def check(self, position: Any, decision: Decision, answer: Any) -> Refusal | None:
        """Why the answer is not legal for the decision now, or None if it is."""
        law = self[type(decision)]
        if type(answer) is not law.answer:
            kind, got = kind_of(law.answer), type(answer).__name__
            return Refusal("wrong-kind-of-answer", f"this question takes a {kind!r} answer, not {got}", decision.id)
        return law.check(position, decision, answer)

    def answers(self, position: Any, decision: Decision) -> LegalAnswers:
        """The legal answers of a decision in this position."""
        return LegalAnswers(self[type(decision)], position, decision)
