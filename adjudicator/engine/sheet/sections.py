"""Sections of a sheet, as its classes declare them, and parts a turn may ask for.

- `class RavenRule(Rule): section: ClassVar = Section("raven", Occasions(("raven-held",), ("round",)))`

Where a class serves several sections, or none does, the section is an annotation of the sheet's field. A part is named
as in a sheet: `raven`, `losses.supply`, `bids.fiefdoms`. A game's `turn_sections.py` defines its occasions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from adjudicator.engine.sheet.conditions import Otherwise
from adjudicator.engine.sheet.fields import Phrase

# What a slot of a phrase shows; its words for an empty list are told.
_SLOT = re.compile(r"\{[^{}|]*")


class Occasions(NamedTuple):
    """Occasions of a game that need a sheet's part: `likely` now, `possible` ever.

    Without others only the likely ones are possible.
    """

    likely: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """The occasions after which nobody can be sure that it is not asked."""
        return self.possible or self.likely


@dataclass(frozen=True, eq=False)
class Section:
    """What a section of a sheet is: messages for people, and when it is asked.

    `name` stands in sentences, `title` above it and `short` in lists of sections (if they are other words); `help` says
    what it is for. `when` says when all of it is asked, `parts` when fields or keys of it are asked apart. `moment`
    is a word of a game for what is sure when it answers, `moments` are words for what is sure besides when a part does.
    """

    name: str = ""
    when: Occasions = Occasions()
    parts: Mapping[str, Occasions] = field(default_factory=dict)
    title: str = ""
    short: str = ""
    help: str = ""
    moment: str = ""
    moments: Mapping[str, str] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """What stands above it, with a small first letter if it is its name."""
        return self.title or self.name

    @property
    def label(self) -> str:
        """Its heading in lists of sections."""
        return self.short or self.heading

    def sure(self, part: str) -> tuple[str, str]:
        """What is sure when a part of it answers."""
        return self.moment, self.moments.get(part, "")

    @property
    def all(self) -> frozenset[str]:
        """The occasions that may ask for anything of it."""
        return frozenset(occasion for when in (self.when, *self.parts.values()) for occasion in when.all)


@cache
def sections_of(kind: type[msgspec.Struct]) -> dict[str, Section]:
    """The sections of a class of sheets by the names of their fields."""
    hints = get_type_hints(kind, include_extras=True)
    pairs = ((name, _section_of(hints[name])) for name in kind.__struct_fields__)
    return {name: section for name, section in pairs if section is not None}


def _section_of(hint: Any) -> Section | None:
    """The section that is said of a type, or by the first class in it that says one."""
    own = (*getattr(hint, "__metadata__", ()), getattr(hint, "section", None))
    inner = (_section_of(part) for part in get_args(hint))
    return next((candidate for candidate in (*own, *inner) if isinstance(candidate, Section)), None)


def messages(kind: type[msgspec.Struct], part: type[Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of sheets' sections and `part` phrases, each with a file."""
    for section in sections_of(kind).values():
        for text in filter(None, (section.title, section.name, section.short, section.help)):
            yield text, _file_of(kind)
    yield from _phrases(part)


def _phrases(part: type[Any]) -> Iterator[tuple[str, str]]:
    for inner in part.__subclasses__():
        phrase = vars(inner).get("phrase", Phrase())
        for text in (*phrase.either.values(), *phrase.parts.values()):
            if any(letter.isalpha() for letter in _SLOT.sub("", text)):
                yield text, _file_of(inner)
        yield from _phrases(inner)


def _file_of(kind: type[Any]) -> str:
    return f"{kind.__module__.replace('.', '/')}.py"


class Parts:
    """The parts of a sheet that a turn asks for; `comes`: whether an occasion arises."""

    def __init__(self, sections: Mapping[str, Section], comes: Callable[[str], bool]) -> None:
        self.sections, self.comes = sections, comes

    def may(self, part: str) -> bool:
        """Whether all of a part may be asked before the turn ends; True if uncertain."""
        name, _, below = part.partition(".")
        section = self.sections.get(name, Section())
        return self._any(section.when.all, section.parts.get(below, Occasions()).all)

    def likely(self, part: str) -> bool:
        """Whether a part, or anything of a section, is asked as things stand."""
        name, _, below = part.partition(".")
        section = self.sections[name]
        parts = [section.parts.get(below, Occasions())] if below else section.parts.values()
        return self._any(section.when.likely, *(when.likely for when in parts))

    def touches(self, name: str) -> bool:
        """Whether a section may be asked; never for other fields, such as direct answers."""
        return name in self.sections and self._any(self.sections[name].all)

    def _any(self, *occasions: Iterable[str]) -> bool:
        return any(self.comes(occasion) for several in occasions for occasion in several)

    def restrict(self, sheet: Any) -> Any:
        """Return a sheet, or a part with the same sections, without what is not asked."""
        nothing, changes = type(sheet)(), dict[str, Any]()
        for name in sheet.__struct_fields__:
            value, empty = getattr(sheet, name), getattr(nothing, name)
            if name not in self.sections or value == empty or self.may(name):
                continue
            if isinstance(value, dict):
                changes[name] = {key: rules for key, rules in value.items() if self.may(f"{name}.{key}")}
            elif isinstance(value, msgspec.Struct):
                dropped = (part for part in value.__struct_fields__ if not self.may(f"{name}.{part}"))
                changes[name] = replace(value, **{part: getattr(empty, part) for part in dropped})
            else:
                changes[name] = empty
        return replace(sheet, **changes) if changes else sheet


def restrict_bot(
    rules: Sequence[Any], field_name: str, parts: Collection[str], also: Collection[str] = ()
) -> tuple[Any, ...]:
    """Restrict rules that leave parts to the bot to these parts.

    A rule that names none means whatever is asked. Beside some of these parts those named in `also` stay.
    """
    if any(isinstance(rule.when, Otherwise) for rule in rules):
        # What stands behind `else` means the rules before it.
        return tuple(rules)
    changed = []
    for rule in rules:
        names = getattr(rule, field_name)
        if not names or any(name in parts for name in names):
            rest = tuple(name for name in names if name in parts or name in also)
            changed.append(replace(rule, **{field_name: rest}))
    return tuple(changed)
