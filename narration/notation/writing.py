"""An order sheet as text, which reads back as the same sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from adjudicator.engine.decision import Refused
from adjudicator.engine.sheet.conditions import Otherwise, bound_by_row, own_condition
from narration.notation.cursor import Tongue
from narration.notation.grammar import Notation, Statement
from narration.notation.values import Json, Value
from narration.notation.words import BAR, COMMON, ELSE_WORDS, IF, spelt
from narration.words import Words, translator

# Mail programs break lines at 72 to 78 letters.
WIDTH = 72
INDENT, PLUS = "    ", "+"


def broken(line: str, begins: Collection[str]) -> Iterator[str]:
    """Split a long line where it plainly goes on: after a comma or a sum's sign,
    or before `if`; never within quotes or before what may begin a new entry."""
    if len(line) <= WIDTH or not set('"{').isdisjoint(line):
        yield line
        return
    words, text = line.split(" "), ""
    begun = 0
    for number in range(1, len(words) + 1):
        if number < len(words) and not _may_part(words[number - 1], words[number], begins):
            continue
        piece = " ".join(words[begun:number])
        begun = number
        if text and len(text) + 1 + len(piece) > WIDTH:
            yield text
            text = INDENT + piece
        else:
            text = f"{text} {piece}" if text else piece
    yield text


def _may_part(last: str, following: str, begins: Collection[str]) -> bool:
    """Return whether a line may break between two words and still read on.
    `begins` are words that may begin a new entry: none of them may follow a comma."""
    if last.endswith(","):
        return following[:1].isalpha() and spelt(following.rstrip(":;,")) not in begins
    return (last == PLUS and following.rstrip(",").isdecimal()) or spelt(following) in IF.known


CLEAR, WHEN = COMMON["command"]["clear"], COMMON["condition"]["if"]


def write_text(sheet: Any, notation: Notation, edition: Any, modules: Collection[str], language: str) -> str:
    """Return the whole sheet as text; its first word discards earlier orders."""
    writer = Writer(notation, notation.tongue(edition, modules), translator(language).of_edition(edition.id))
    lines = [piece for line in writer.lines(sheet) for piece in broken(line, notation.beginnings)]
    return "\n".join([CLEAR.write(language).upper(), *lines]) + "\n"


class Writer:
    """Writes sheets of one game for one reader."""

    def __init__(self, notation: Notation, tongue: Tongue, words: Words) -> None:
        self.notation, self.tongue = notation, replace(tongue, language=words.language)
        self.words, self.language = words, words.language
        behalf = notation.behalf.statements if notation.behalf is not None else ()
        # Keys that have statements of their own.
        self._apart = {(statement.path, statement.fixed) for statement in (*notation.statements, *behalf)}

    def lines(self, sheet: Any) -> Iterator[str]:
        """All of a sheet, line by line."""
        for statement in self.notation.statements:
            yield from self._statement_lines(statement, sheet, "")
        behalf = self.notation.behalf
        if behalf is None:
            return
        for key, inner in attrgetter(behalf.path)(sheet).items():
            name = self._value(behalf.key, key)
            prefix = f"{behalf.words.write(self.language).upper()} {name}: "
            lines = [line for part in behalf.statements for line in self._statement_lines(part, inner, prefix)]
            yield from lines or ["", prefix.strip(), ""]

    def _value(self, value: Value, what: Any) -> str:
        return value.write(what, self.tongue)

    def _statement_lines(self, statement: Statement, sheet: Any, prefix: str) -> Iterator[str]:
        """Yield the lines of a statement for all its fields of the sheet that are set.
        Each begins with `prefix`. Sets the words that names in it must not look like."""
        self.tongue = replace(self.tongue, guard=statement.guard)
        keyword = prefix + (statement.heading or statement.words).in_book(self.words).upper()
        variants = {path: f"{keyword} {words.in_book(self.words)}" for path, words in statement.variants.items()}
        for path, begin in {statement.path: keyword, **variants}.items():
            value = attrgetter(path)(sheet) if path else None
            if value is not None and (value or statement.shape == "condition"):
                colon = ":" * (path in variants and not statement.subject)
                yield from self._value_lines(statement, value, begin, colon)

    def _value_lines(self, statement: Statement, value: Any, keyword: str, colon: str) -> Iterator[str]:
        """Yield the lines of one value of a statement, each behind the keyword.
        `colon` stands between the keyword and rules of a list."""
        match statement.shape:
            case "condition":
                yield f"{keyword} {self._when(value)}"
            case "row":
                yield f"{keyword} {self._value(statement.value, value)}"
            case "rules":
                yield from self._rules(statement, value, f"{keyword}{colon}")
            case _:
                _, places = self.tongue.sequences.get(statement.path, ("", {}))
                for key, inner in sorted(value.items(), key=lambda item: places.get(item[0], len(places))):
                    if statement.fixed == (key if (statement.path, key) in self._apart else ""):
                        yield from self._key_lines(statement, key, inner, keyword)

    def _key_lines(self, statement: Statement, key: str, value: Any, keyword: str) -> Iterator[str]:
        """Yield the lines of what a statement says of one key, such as an area."""
        begin = keyword if statement.fixed else f"{keyword} {self._value(statement.key, key)}"
        if statement.kind is None:
            joint = ":" if isinstance(statement.value, Json) else ""
            yield f"{begin}{joint} {self._write_statement(statement, value)}"
            return
        begin += "" if statement.fixed else ":"
        yield from join_alternatives(begin, self._alternatives(statement, value, ()) or [(BAR, "()")])

    def _write_statement(self, statement: Statement, value: Any) -> str:
        if not isinstance(value, tuple):
            return self._value(statement.value, value)
        wishes = [self._value(statement.value, item) for item in value]
        return " | ".join(wishes) + " |" * (len(wishes) == 1) if wishes else "()"

    def _rules(self, statement: Statement, rules: Any, keyword: str) -> Iterator[str]:
        """Write the rules of a list; those with one subject become alternatives."""
        if statement.single:
            yield from (f"{keyword} {self._rule(statement, rule, rule.when, ())}" for rule in rules)
            return
        for subject, group in groupby(rules, lambda rule: self._subject(statement, rule)):
            yield from join_alternatives(
                f"{keyword}{subject}", self._alternatives(statement, [*group], statement.subject)
            )

    def _alternatives(self, statement: Statement, rules: Sequence[Any], apart: Sequence[str]) -> list[tuple[str, str]]:
        """Write rules without the fields `apart`, each with its joining word."""
        conditions = [rule.when for rule in rules]
        alternatives = []
        for number, (rule, when) in enumerate(zip(rules, conditions, strict=True)):
            strict = isinstance(when, Otherwise) and bound_by_row(conditions[:number])
            joint = ELSE_WORDS.write(self.language) if strict else BAR
            alternatives.append((joint, self._rule(statement, rule, own_condition(when) if strict else when, apart)))
        return alternatives

    def _subject(self, statement: Statement, rule: Any) -> str:
        fields = [name for name in statement.subject if _is_stated(statement, rule, name)]
        text = self._fields(statement, rule, fields, statement.subject[:1])
        return f" {text}:" if text else ""

    def _rule(self, statement: Statement, rule: Any, condition: Any, apart: Sequence[str]) -> str:
        """A rule with this condition, without what stands `apart` before the colon."""
        names = dict.fromkeys((*statement.run, *statement.fields))
        fields = [name for name in names if name not in apart and _is_stated(statement, rule, name)]
        run = () if statement.single else statement.run
        text = self._fields(statement, rule, fields, run) or statement.empty.write(self.language)
        if text == "()":
            text = self._fields(statement, rule, fields, ())
        if condition is None:
            return text
        return f"{text} {WHEN.write(self.language)} {self._when(condition)}"

    def _fields(self, statement: Statement, rule: Any, fields: list[str], run: tuple[str, ...]) -> str:
        """Write fields in order; those of the run without words while in sequence."""
        text, loose, open_run = "", False, True
        for name in fields:
            kind = statement.values[name]
            value = self._value(kind, getattr(rule, name))
            # Every field of the run before it that could be taken for it is said too.
            before = run[: run.index(name)] if name in run else ()
            in_order = all(earlier_name in fields for earlier_name in before if statement.values[earlier_name].greedy)
            bare = name in run and (not kind.greedy or open_run and in_order)
            if not bare:
                open_run = open_run and not kind.greedy
                word = statement.fields[name].in_book(self.words)
                value = f"{word}{' ' * word[-1].isalnum()}{value}".strip()
            joint = ", " if loose and name not in statement.close and not bare else " "
            text = f"{text}{joint}{value}" if text else value
            loose = kind.loose
        return text

    def _when(self, condition: Any) -> str:
        """A condition; as JSON if its text would be read otherwise."""
        text = self.tongue.write_condition(condition)
        try:
            if self.tongue.parse_condition(text) == condition and not set('|;"#{\n') & set(text):
                return text
        except Refused:
            pass
        return Json(self.tongue.condition_type).write(condition, self.tongue)


def _is_stated(statement: Statement, rule: Any, name: str) -> bool:
    """Whether a field differs from its default and from what the others imply."""
    defaults, value = statement.defaults, getattr(rule, name)
    if name not in defaults or value != defaults[name]:
        return True
    others = {field: getattr(rule, field) for field, usual in defaults.items() if getattr(rule, field) != usual}
    return bool(statement.implied(others).get(name, value) != value)


def join_alternatives(begin: str, alternatives: list[tuple[str, str]]) -> Iterator[str]:
    """Yield alternatives joined on one line, or on several if it gets too long.
    Each comes with the word or sign that joins it to the one before; `begin` starts the first line."""
    line = begin
    for number, (joint, alternative) in enumerate(alternatives):
        if not number:
            line = f"{line} {alternative}"
        elif len(line) + len(alternative) + len(joint) + 2 > WIDTH:
            yield line
            line = f"  {joint} {alternative}"
        else:
            line = f"{line} {joint} {alternative}"
    yield line
