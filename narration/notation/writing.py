"""A sheet as text: every statement on lines of its own, so that what is read back is the same sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.engine.decision import Refused
from adjudicator.engine.sheet.conditions import Otherwise, bound_by_row, own_condition
from narration.notation.cursor import Tongue
from narration.notation.grammar import Field, Layout, Notation, Statement, Variant
from narration.notation.values import Json
from narration.notation.words import BAR, COMMANDS, ELSE_WORDS, IF, STANDING, said, spelt

# Mail programs break lines at 72 to 78 letters.
WIDTH = 72
INDENT, PLUS = "    ", "+"


def beginnings(notation: Notation) -> frozenset[str]:
    """Words with which a line begins something new, so that none that goes on may."""
    tables = (notation.keywords, notation.behalf_keywords, COMMANDS, STANDING)
    every = [word for table in tables for word in table.known]
    if notation.behalf is not None:
        every += map(spelt, notation.behalf.words.every())
    words = [one.split() for one in every]
    return frozenset(" ".join(one[:count]) for one in words for count in range(1, len(one) + 1))


def broken(line: str, begins: Collection[str]) -> Iterator[str]:
    """The line, in several if it is long, each of which says plainly that it goes on: behind a comma or a sign of a
    sum, or before an `if`. What is quoted stays in one piece, and so does what nobody could tell from something new."""
    if len(line) <= WIDTH or not set('"{').isdisjoint(line):
        yield line
        return
    words, text = line.split(" "), ""
    begun = 0
    for number in range(1, len(words) + 1):
        if number < len(words) and not _parts(words[number - 1], words[number], begins):
            continue
        piece = " ".join(words[begun:number])
        begun = number
        if text and len(text) + 1 + len(piece) > WIDTH:
            yield text
            text = INDENT + piece
        else:
            text = f"{text} {piece}" if text else piece
    yield text


def _parts(last: str, following: str, begins: Collection[str]) -> bool:
    """Whether a line may end with one word and the next begin with the following, and is read on."""
    if last.endswith(","):
        return following[:1].isalpha() and spelt(following.rstrip(":;,")) not in begins
    return (last == PLUS and following.rstrip(",").isdecimal()) or spelt(following) in IF.known


CLEAR = said("clear", "azzera", "borrar")
WHEN = said("if", "se", "si")


def write_text(sheet: Any, notation: Notation, edition: Any, modules: Collection[str], language: str) -> str:
    """The whole sheet in words of a language, beginning with the word that forgets what was sent before."""
    writer = Writer(notation, notation.tongue(edition, modules), language)
    begins = beginnings(notation)
    lines = [piece for line in writer.lines(sheet) for piece in broken(line, begins)]
    return "\n".join([CLEAR.write(language).upper(), *lines]) + "\n"


class Writer:
    """Writes sheets of one game for one reader."""

    def __init__(self, notation: Notation, tongue: Tongue, language: str) -> None:
        self.notation, self.tongue, self.language = notation, tongue, language
        # Keys that have statements of their own.
        self._apart: dict[tuple[str, ...], set[str]] = {one.path: set() for one in self._every()}
        for one in self._every():
            self._apart[one.path] |= {one.fixed} - {""}

    def _every(self) -> tuple[Statement, ...]:
        behalf = self.notation.behalf
        return (*self.notation.statements, *(behalf.statements if behalf else ()))

    def lines(self, sheet: Any) -> Iterator[str]:
        """All of a sheet, line by line."""
        for statement in self.notation.statements:
            yield from self._statement(statement, sheet, "")
        behalf = self.notation.behalf
        if behalf is None:
            return
        for whose, inner in _at(sheet, behalf.path).items():
            name = behalf.key.write(whose, self.tongue, self.language)
            prefix = f"{behalf.words.write(self.language).upper()} {name}: "
            lines = [line for one in behalf.statements for line in self._statement(one, inner, prefix)]
            yield from lines or ["", prefix.strip(), ""]

    def _statement(self, statement: Statement, sheet: Any, prefix: str) -> Iterator[str]:
        self.tongue = replace(self.tongue, guard=statement.guard)
        keyword = prefix + (statement.heading or statement.words).write(self.language).upper()
        if statement.path:
            yield from self._at_path(statement, _at(sheet, statement.path), keyword)
        for variant in statement.variants:
            yield from self._at_path(statement, _at(sheet, variant.path), keyword, variant)

    def _at_path(self, statement: Statement, value: Any, keyword: str, variant: Variant | None = None) -> Iterator[str]:
        if value is None or not value and statement.shape != "condition":
            return
        if variant is not None:
            keyword = f"{keyword} {variant.words.write(self.language)}"
        if statement.shape == "condition":
            yield f"{keyword} {self._when(value)}"
        elif statement.shape == "row":
            assert statement.value is not None
            yield f"{keyword} {statement.value.write(value, self.tongue, self.language)}"
        elif statement.shape == "rules":
            assert statement.layout is not None
            colon = variant is not None and not statement.layout.subject
            yield from self._rules(statement.layout, value, f"{keyword}{':' if colon else ''}")
        else:
            apart = self._apart[statement.path]
            _, places = self.tongue.sequences.get(statement.path, ((), {}))
            for key, inner in sorted(value.items(), key=lambda item: places.get(item[0], len(places))):
                if statement.fixed == (key if key in apart else ""):
                    yield from self._keyed(statement, key, inner, keyword)

    def _keyed(self, statement: Statement, key: str, value: Any, keyword: str) -> Iterator[str]:
        if statement.fixed:
            begin = keyword
        else:
            assert statement.key is not None
            begin = f"{keyword} {statement.key.write(key, self.tongue, self.language)}"
        if statement.shape == "one-by-key":
            joint = ":" if isinstance(statement.value, Json) else ""
            yield f"{begin}{joint} {self._one(statement, value)}"
            return
        layout = statement.layout
        assert layout is not None
        begin += "" if statement.fixed else ":"
        if not value:
            yield f"{begin} ()"
            return
        yield from wrapped(begin, self._alternatives(layout, value, ()))

    def _one(self, statement: Statement, value: Any) -> str:
        assert statement.value is not None
        if not isinstance(value, tuple):
            return statement.value.write(value, self.tongue, self.language)
        wishes = [statement.value.write(one, self.tongue, self.language) for one in value]
        return " | ".join(wishes) + " |" * (len(wishes) == 1) if wishes else "()"

    def _rules(self, layout: Layout, rules: Any, keyword: str) -> Iterator[str]:
        """Rules of a list; those with the same subject one after the other as alternatives."""
        if layout.single:
            yield from (f"{keyword} {self._rule(layout, rule, getattr(rule, layout.when), ())}" for rule in rules)
            return
        group: list[Any] = []
        for rule in rules:
            if group and self._subject(layout, rule) != self._subject(layout, group[-1]):
                yield from self._group(layout, group, keyword)
                group = []
            group.append(rule)
        yield from self._group(layout, group, keyword)

    def _group(self, layout: Layout, rules: list[Any], keyword: str) -> Iterator[str]:
        subject = self._subject(layout, rules[0])
        yield from wrapped(f"{keyword}{subject}", self._alternatives(layout, rules, layout.subject))

    def _alternatives(self, layout: Layout, rules: Sequence[Any], apart: tuple[str, ...]) -> list[tuple[str, str]]:
        """Rules without what stands `apart` before the colon, each with the word between it and the one before."""
        conditions = [getattr(rule, layout.when) for rule in rules]
        found = []
        for number, (rule, when) in enumerate(zip(rules, conditions, strict=True)):
            strict = isinstance(when, Otherwise) and bound_by_row(conditions[:number])
            joint = ELSE_WORDS.write(self.language) if strict else BAR
            found.append((joint, self._rule(layout, rule, own_condition(when) if strict else when, apart)))
        return found

    def _subject(self, layout: Layout, rule: Any) -> str:
        fields = [layout.by_name[name] for name in layout.subject if _said(layout, rule, name)]
        bare = tuple(one.name for one in fields if one.words is None) or layout.subject[:1]
        text = self._fields(layout, rule, fields, bare)
        return f" {text}:" if text else ""

    def _rule(self, layout: Layout, rule: Any, condition: Any, apart: tuple[str, ...]) -> str:
        """A rule with this condition, without what stands `apart` before the colon."""
        names = [*layout.run, *(one.name for one in layout.fields if one.name not in layout.run)]
        fields = [layout.by_name[name] for name in names if name not in apart and _said(layout, rule, name)]
        run = () if layout.single else layout.run
        text = self._fields(layout, rule, fields, run) or layout.empty.write(self.language)
        if text == "()":
            text = self._fields(layout, rule, fields, ())
        if condition is None:
            return text
        return f"{text} {WHEN.write(self.language)} {self._when(condition)}"

    def _fields(self, layout: Layout, rule: Any, fields: list[Field], run: tuple[str, ...]) -> str:
        """Fields one after the other: those of the run without words as long as they are in order."""
        text, loose = "", False
        open_run = True
        for one in fields:
            value = one.value.write(getattr(rule, one.name), self.tongue, self.language)
            bare = one.name in run and (not one.value.greedy or open_run and self._in_order(layout, run, one, fields))
            if not bare:
                open_run = open_run and not one.value.greedy
                assert one.words is not None, one.name
                word = one.words.write(self.language)
                value = f"{word}{' ' * word[-1].isalnum()}{value}".strip()
            joint = ", " if loose and not one.close and not bare else " "
            text = f"{text}{joint}{value}" if text else value
            loose = one.value.loose
        return text

    @staticmethod
    def _in_order(layout: Layout, run: tuple[str, ...], one: Field, fields: list[Field]) -> bool:
        """Whether every field of the run before it that could be taken for it is said too."""
        names = {field.name for field in fields}
        before = run[: run.index(one.name)]
        return all(name in names for name in before if layout.by_name[name].value.greedy)

    def _when(self, condition: Any) -> str:
        """A condition; as JSON if its text would be read otherwise."""
        text = self.tongue.write_condition(condition)
        try:
            if self.tongue.parse_condition(text) == condition and not set('|;"#{\n') & set(text):
                return text
        except Refused:
            pass
        return Json(self.tongue.condition_type).write(condition, self.tongue, self.language)


def _at(part: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        part = getattr(part, step)
    return part


def _said(layout: Layout, rule: Any, name: str) -> bool:
    """Whether a field says anything: it is not as by default, or not as the others imply."""
    if name not in layout.defaults or getattr(rule, name) != layout.defaults[name]:
        return True
    others = {one: getattr(rule, one) for one, usual in layout.defaults.items() if getattr(rule, one) != usual}
    return name in layout.by_name and layout.implied(others).get(name, layout.defaults[name]) != getattr(rule, name)


def wrapped(begin: str, alternatives: list[tuple[str, str]]) -> Iterator[str]:
    """Alternatives, each with the word before it, on one line, or on several that begin with that word, if the line
    would be too long."""
    line = begin
    for number, (joint, one) in enumerate(alternatives):
        if not number:
            line = f"{line} {one}"
        elif len(line) + len(one) + len(joint) + 2 > WIDTH:
            yield line
            line = f"  {joint} {one}"
        else:
            line = f"{line} {joint} {one}"
    yield line
