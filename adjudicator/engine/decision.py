"""Decisions and answers, where answers come from, what is legal, and why something was refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, dataclass_transform

import msgspec


def tag_of(name: str) -> str:
    """The tag of a struct that says none itself, from the name of its class: `battle-won` of `BattleWon`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name.rpartition(".")[2]).lower()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class FrozenStruct(msgspec.Struct, frozen=True):
    """A value that never changes; whatever derives from it is frozen too."""


class _ByKeyword(msgspec.StructMeta):
    """Fields are given by keyword unless a class says otherwise, which msgspec asks for class by class."""

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
        """What msgspec says is wrong with data, and the place it names: `... - at `$.journal[3].answer``."""
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


By = Literal["player", "sheet", "standing", "forced", "default", "steward", "gm", "edict"]


class Decision(KeywordStruct, tag_field="kind"):
    """What the rules ask of one player. Subclasses are named by the question and carry its choices.

    `id` is given by the driver and unique in the game; `seat` decides, `house` is whose pieces it is about.
    """

    id: str = ""
    seat: str
    house: str


def kind_of(value: Any) -> str:
    """The kind of a decision, an event or the like, or of a class of them, as documents name it."""
    return str(value.__struct_config__.tag)


class Answer(FrozenStruct, tag_field="kind", tag=tag_of):
    """A choice for a decision; subclasses carry the choice itself."""


A = TypeVar("A", bound=Answer)


class Question(Decision, Generic[A], tag=tag_of):
    """A decision that says of what type its answer is: `class NameAPrice(Question[Amount], ...)`."""


class Forced(Generic[A]):
    """A question that leaves one legal answer: it is told like any other, and nobody is asked."""

    def __init__(self, decision: Question[A], answer: A) -> None:
        self.decision, self.answer = decision, answer


class Together:
    """Several questions asked at once and in secret; the step receives their answers in the same order."""

    def __init__(self, decisions: Sequence[Question[Any] | Forced[Any]]) -> None:
        self.decisions = tuple(decisions)


class Weighed(FrozenStruct, array_like=True):
    """What a condition asked for and what it found: `what`, as it is written, `was` so much and had to stand in
    relation `op` to `needed`, which is the number of `of` where that is another such thing. Without `op` it is a plain
    fact, 1 if it held.
    """

    what: str
    was: int
    op: str = ""
    needed: int = 0
    of: str = ""


class Skipped(FrozenStruct, omit_defaults=True):
    """An instruction that was passed over: where it stands in the sheet and why (a code, words, and the numbers of
    its condition)."""

    where: str
    code: str
    words: str = ""
    numbers: tuple[Weighed, ...] = ()


class Source(FrozenStruct, omit_defaults=True):
    """Who decided, by which instruction (`marches.lannisport[1]`), and which instructions were passed over.

    `reason` is the game master's, for an answer that an override put in place. `numbers` are those by which the
    condition of the deciding instruction held.
    """

    by: By
    rule: str = ""
    skipped: tuple[Skipped, ...] = ()
    reason: str = ""
    numbers: tuple[Weighed, ...] = ()


class Given(FrozenStruct):
    """An answer with its source, as an oracle hands it over. `answer` is an :class:`Answer` of the game."""

    answer: Any
    source: Source


Check = Callable[[Any, Any, Any], Refusal | None]
Listing = Callable[[Any, Any], Iterator[Answer]]
Pick = Callable[[int], int]
Sampler = Callable[[Any, Any, Pick], Answer]
Asked = Callable[[Any], bool]


class Law(NamedTuple):
    """What is legal for one kind of decision: the answer's type, a check, a lazy listing, a sampler for large choices,
    and whether `none` is an answer too.
    """

    answer: type[Answer]
    check: Check
    listing: Listing
    sampler: Sampler | None = None
    optional: Asked = lambda decision: False


class LegalAnswers:
    """The legal answers of a decision: lazily iterable, testable with `in`, and `sample(pick)` draws one.

    `pick(bound)` must return an integer in 0..bound-1; large decisions are sampled part by part, not uniformly.
    """

    def __init__(self, law: Law, position: Any, decision: Decision) -> None:
        self.law, self.position, self.decision = law, position, decision

    def __iter__(self) -> Iterator[Answer]:
        return self.law.listing(self.position, self.decision)

    def __contains__(self, answer: object) -> bool:
        return type(answer) is self.law.answer and self.law.check(self.position, self.decision, answer) is None

    def sample(self, pick: Pick) -> Answer:
        """One legal answer."""
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
            wanted, got = kind_of(law.answer), type(answer).__name__
            return Refusal("wrong-kind-of-answer", f"this question takes a {wanted!r} answer, not {got}", decision.id)
        return law.check(position, decision, answer)

    def answers(self, position: Any, decision: Decision) -> LegalAnswers:
        """The legal answers of a decision in this position."""
        return LegalAnswers(self[type(decision)], position, decision)
