"""Entries of statements: the rules that each says, put where it belongs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Refused
from adjudicator.engine.sheet.conditions import bound_by_row
from narration.notation.cursor import Cursor, Fault, Source, Token, Tongue, shown, split_at_phrases
from narration.notation.grammar import Notation, Statement
from narration.notation.values import Listed, Name, Value, convert_plain_data, fault_of_whole_text
from narration.notation.words import BAR, COMMON, ELSE, IF, LISTS, UNLESS, phrases, spelt


def read_condition(c: Cursor) -> Any:
    """The condition that the rest says, with or without a word that begins it."""
    unless = c.phrase(IF) == UNLESS
    if c.done:
        raise c.refuse("condition-missing", "a condition is missing", "lead >= 2, AREA is empty, ...")
    if c.value is not None:
        condition = convert_plain_data(c, c.take().value, c.tongue.condition_type)
        if not c.done:
            raise c.refuse("unexpected-word", f'"{c.sign()}" does not fit here', '";" or the end')
        return condition
    begin, c.at = c.at, c.end
    # Conditions are English in every language.
    before = f"{UNLESS} " if unless else ""
    try:
        return c.tongue.parse_condition(before + c.text(begin, c.end))
    except Refused as refused:
        raise fault_of_whole_text(refused, c.tokens[begin].start - len(before)) from refused


def read_leading(c: Cursor, statement: Statement) -> dict[str, Any]:
    """Read a subject that stands first without a colon, as a whole name."""
    field = statement.subject[0]
    for end in range(c.span(), c.at, -1):
        name = c.part(c.at, end)
        if end < c.end and statement.values[field].whole(name):
            c.at = end
            return {field: statement.values[field].read(name)}
    return {}


def read_rules(c: Cursor, statement: Statement, shared_values: dict[str, Any]) -> list[Any]:
    """The rules of one alternative: one, or several where a comma parts them."""
    # Words of its own may sound like a condition: `only if needed`.
    where = c.condition_at(max((statement.values[name].reach(c) for name in statement.run), default=0))
    whole, c.end = c.end, where
    rules = []
    while True:
        values = dict(shared_values)
        if empty := _is_empty(c, statement):
            c.phrase(statement.empties)
            # Lists that must be said have nothing in them.
            listed = (name for name, value in statement.values.items() if isinstance(value, Listed))
            values = {**{name: () for name in listed if name not in statement.defaults}, **values}
        field_values = _fill(c, statement, statement.run, (*statement.subject, *statement.bare))
        values |= field_values
        if not (field_values or empty) or not (c.loud or empty) and statement.half(values):
            raise c.refuse("value-missing", "this instruction is empty", _possible(statement))
        if c.done:
            break
        rules.append(_build_rule(c, statement, values, None))
    condition = None
    if where < whole:
        c.end, c.at = whole, where
        _refuse_clause(c, statement)
        condition = read_condition(c)
    return [*rules, _build_rule(c, statement, values, condition)]


def _refuse_clause(c: Cursor, statement: Statement) -> None:
    """Raise Fault for a clause behind the condition: `if lead >= 1, token`."""
    for place in range(c.at + 1, c.end - 1):
        if c.tokens[place].spelt == "," and c.past(statement.clauses, place + 1):
            clause, condition = c.text(place + 1, c.end), c.text(c.at, place)
            words = f'put "{shown(clause)}" before the condition'
            # With a condition of its own it would have two.
            if c.part(place + 1, c.end).condition_at() == c.end - place - 1:
                words += f'; did you mean "{shown(clause)} {shown(condition)}"?'
            raise Fault("unexpected-word", words, c.tokens[place + 1].start)


def _is_empty(c: Cursor, statement: Statement) -> bool:
    """Whether the words for nothing stand alone, or before a clause."""
    after = c.past(statement.empties)
    if not after:
        return False
    return after >= c.end or c.tokens[after].spelt == "," or c.past(statement.clauses, after) > 0


def _build_rule(c: Cursor, statement: Statement, values: dict[str, Any], condition: Any) -> Any:
    """Build a statement's rule from its fields, with those that they imply.
    Raises Fault `value-missing` if a field without default is not among them."""
    values = statement.implied({**statement.assumed, **values})
    missing = [name for name in statement.fields if name not in values and name not in statement.defaults]
    if missing:
        raise c.refuse("value-missing", f'"{missing[0]}" is missing', _possible(statement))
    if condition is not None:
        values["when"] = condition
    return statement.kind(**values)


def _fill(c: Cursor, statement: Statement, run: tuple[str, ...], others: tuple[str, ...] = ()) -> dict[str, Any]:
    """Read fields to the end, or until a comma begins the next alternative.
    Fields of the `run` and the `others` may stand without their keywords."""
    c.clauses = (statement.clauses,)
    values: dict[str, Any] = {}
    begun = c.at
    while not c.done:
        comma = c.at > begun and c.take_if(",")
        if c.done:
            break
        match = c.match_phrase(statement.clauses)
        # `any orders support | any orders raid`: what is raided is said, and "raid" is a kind of orders.
        again = _bare(c, statement, values, statement.bare, ()) if match is not None and match[0] in values else None
        name = again
        if match is not None and again is None:
            name = match[0] if match[0] not in statement.shared else _match_field(c, statement, match[1])
            if name in values:
                raise c.refuse("said-twice", f'"{name.replace("_", " ")}" is given twice')
            c.at = match[1]
        elif match is None:
            name = _bare(c, statement, values, (*run, *others), run)
        if name is None:
            if comma and statement.comma and values:
                break
            words = f'"{shown(c.text(c.at, c.at + 1))}" does not fit here'
            raise c.refuse("unexpected-word", words, _possible(statement))
        values[name] = statement.values[name].read(c)
    return values


def _match_field(c: Cursor, statement: Statement, after: int) -> str:
    """Return the first field with the words up to `after` whose value can be read.
    If none can, it is the last field that shares these words."""
    words = " ".join(token.spelt for token in c.tokens[c.at : after])
    *able, last = (name for name, phrase in statement.fields.items() if words in map(spelt, phrase.every()))
    return next((name for name in able if reads(statement.values[name], c.part(after, c.end))), last)


def reads(value: Value, c: Cursor) -> bool:
    """Whether words can be read as a value."""
    try:
        value.read(c)
    except Fault:
        return False
    return True


def _bare(
    c: Cursor, statement: Statement, filled_fields: Collection[str], names: tuple[str, ...], run: tuple[str, ...]
) -> str | None:
    """The field that the coming words can be without a word of its own."""
    left = [name for name in names if name not in filled_fields]
    for name in left:
        if not statement.values[name].greedy and statement.values[name].ahead(c):
            return name
    return next((name for name in left if statement.values[name].greedy and name in run), None)


def _possible(statement: Statement) -> str:
    """The words that may come, for a refusal."""
    bare = [name.replace("_", " ") for name in statement.run]
    return ", ".join(dict.fromkeys([*bare, *(phrase.en[0] for phrase in statement.fields.values()), "if"]))


class Filling(NamedTuple):
    """What an entry sets: for whom, the path, and a value or rules (under its `key`)."""

    statement: Statement
    behalf: str
    path: str
    value: Any
    key: str | None = None


class Changes:
    """What was read for one sheet, by the path that it fills."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.found: dict[tuple[str, str], Any] = {}
        self.behalves: dict[str, None] = {}
        # Places of which two entries say different things, so that one of them would be passed over.
        self.contradicted: list[str] = []

    def apply_filling(self, filling: Filling) -> list[str]:
        """Let an entry fill its path; the places that it filled."""
        value, once = filling.value, filling.statement.once
        place = self.notation.place(filling.path, filling.behalf)
        under: dict[Any, Any] = self.found
        key: Any = (filling.behalf, filling.path)
        if filling.key is not None:
            place = f"{place}.{filling.key}"
            under, key = under.setdefault(key, {}), filling.key
        if filling.statement.kind is None:
            if under.setdefault(key, value) != value:
                self.contradicted.append(place)
            return [place]
        before = under.get(key, ())
        under[key] = (*before, *value)
        rules = [f"{place}[{number}]" for number in range(len(before), len(under[key]))]
        certain = before and before[-1].when is None
        if filling.key is not None:
            if certain and list(before) != value:
                self.contradicted.append(place)
            return [place, *rules]
        if certain and filling.statement.ends and getattr(before[-1], filling.statement.ends):
            self.contradicted.append(f"{place}[{len(before) - 1}]")
        elif certain and once is not None and before[-1] != value[0]:
            about = [[getattr(rule, name) for name in once] for rule in (before[-1], value[0])]
            if about[0] == about[1]:
                self.contradicted.append(f"{place}[{len(before) - 1}]")
        return rules

    def in_sequence(self, sequences: Mapping[str, tuple[str, Mapping[str, int]]]) -> None:
        """Record the naming order of keys where it differs from the usual sequence."""
        for (behalf, path), under in list(self.found.items()):
            sequence, places = sequences.get(path, ("", {}))
            if sequence and list(under) != sorted(under, key=lambda key: places.get(key, len(places))):
                self.found.setdefault((behalf, sequence), tuple(under))

    def onto(self, sheet: Any) -> Any:
        """The sheet with all of it; what it does not mention stays."""
        behalf: Any = self.notation.behalf
        sheet = self._fill_sheet(sheet, "")
        for whose in self.behalves:
            inner = attrgetter(behalf.path)(sheet).get(whose) or behalf.kind()
            sheet = _replace_at_path(sheet, behalf.path, {whose: self._fill_sheet(inner, whose)})
        return sheet

    def _fill_sheet(self, sheet: Any, behalf: str) -> Any:
        """Return a sheet with the changes on `behalf` of a house (empty: the writer)."""
        for (whose, path), value in self.found.items():
            if whose == behalf:
                sheet = _replace_at_path(sheet, path, value)
        return sheet


def _replace_at_path(part: Any, path: str, value: Any) -> Any:
    """A struct with a value at a path; mappings are laid over what stands there."""
    if not path:
        return {**part, **value} if isinstance(value, dict) and isinstance(part, dict) else value
    step, _, rest = path.partition(".")
    return msgspec.structs.replace(part, **{step: _replace_at_path(getattr(part, step), rest, value)})


NONE_OR_ALL = phrases(COMMON["quantity"]).known
MAX_KEYWORD = 24
# More words than the name of a place has.
MAX_KEY_WORDS = 5
# So many alternatives may be parted by `or`.
MAX_EITHER = 8


@dataclass(frozen=True)
class Entry:
    """An entry of a text, in the `sheet` or `standing` orders (`scope`).
    `soft`: it may continue the line before; `begin`: where its keyword stands; `tail`: applies to all alternatives."""

    scope: str
    behalf: str
    statement: Statement
    tokens: tuple[Token, ...]
    soft: bool
    begin: int
    tail: tuple[Token, ...] = ()

    @property
    def start(self) -> int:
        """Where its words begin, or its keyword where it has no words."""
        return self.tokens[0].start if self.tokens else self.begin

    def going_on(self, tokens: Sequence[Token]) -> Entry:
        """Return the entry with more words behind it; behind its tail, if it has one."""
        return self.with_tail(tokens) if self.tail else replace(self, tokens=(*self.tokens, *tokens))

    def with_tail(self, tokens: Sequence[Token]) -> Entry:
        """Return the entry with more words that apply to all its alternatives."""
        return replace(self, tail=(*self.tail, *tokens))


class Reader:
    """Reads entries of one text."""

    def __init__(self, source: Source, notation: Notation, tongue: Tongue) -> None:
        self.source, self.notation, self.tongue = source, notation, tongue
        # What was read last, or refused: that to which its words led.
        self.statement = notation.statements[0]

    def cursor(self, tokens: Sequence[Token], over: int = 0) -> Cursor:
        """A reading of some words; without any, of what is over at a place."""
        return Cursor(self.source, tokens, self.tongue, tokens[-1].end if tokens else over)

    def read(self, entry: Entry) -> Filling:
        """What an entry says. Raises Fault."""
        filling = self._read_filling(entry)
        for token in entry.tokens:
            if token.text.endswith("?") and token.quoted is None:
                text = shown(self.source.line_text(token.start))
                raise Fault("question", f'"{text}" is a question, not an instruction', entry.tokens[0].start)
        return filling

    def _read_filling(self, entry: Entry) -> Filling:
        """Return what an entry fills, and set `statement` to the one that it leads to.
        Raises Fault."""
        self.statement = statement = entry.statement
        c = self.cursor(self._key_first(entry, self._pair(entry)), entry.begin)
        c.loud = self.keyword(entry).isupper()
        opened = c.match_phrase(statement.opens)
        other = c.phrase(statement.leads) or (opened[0] if opened is not None else "")
        if other:
            behalf = self.notation.behalf if entry.behalf else None
            every = behalf.statements if behalf is not None else self.notation.statements
            self.statement = statement = next(candidate for candidate in every if candidate.path == other)
        path = c.phrase(statement.chosen)
        if path is not None and (statement.shape == "row" or c.sign() == ":"):
            c.take_if(":")
        path = path or statement.path
        if not path:
            expected = ", ".join(words.en[0] for words in statement.variants.values())
            raise c.refuse("unknown-word", "which of them?", expected)
        if c.done:
            raise c.refuse("value-missing", f"something is missing after {statement.keyword}", "")
        match statement.shape:
            case "rules":
                return Filling(statement, entry.behalf, path, self._read_rules(c, statement, entry))
            case "condition":
                return Filling(statement, entry.behalf, path, read_condition(c))
            case "row":
                value = statement.value.read(c)
                self._check_all_read(c)
                return Filling(statement, entry.behalf, path, value)
        key = statement.fixed
        if not key:
            c.skip(statement.before_key)
            key = str(statement.key.read(c))
        c.take_if(":", ">", "=", "-")
        return Filling(statement, entry.behalf, path, self._read_under_key(c, statement, key), key)

    def keyword(self, entry: Entry) -> str:
        """Return the first word of an entry's keyword as typed, else its first word."""
        word = self.source.text[entry.begin : entry.begin + MAX_KEYWORD].split(maxsplit=1)[0]
        return word.rstrip(":,")

    def number_first(self, statement: Statement, tokens: Sequence[Token]) -> int:
        """Return where the key ends behind a leading number, or a word for none or all.
        It follows a linking word, or at once as a whole name; 0 for other words."""
        key, joints = statement.key, statement.value_first.known
        if len(tokens) < 2 or key is None or not joints or any(token.quoted is not None for token in tokens[:2]):
            return 0
        decimal = tokens[0].spelt.isdecimal()
        if len(tokens) > 2 and (decimal or tokens[0].spelt in NONE_OR_ALL) and tokens[1].spelt in joints:
            return 2
        return int(decimal and self.whole_key(key, tokens[1:MAX_KEY_WORDS]) > 0)

    def whole_key(self, key: Value, tokens: Sequence[Token]) -> int:
        """Return how many of the first words form the longest whole key; 0 if none."""
        ends = range(min(len(tokens), MAX_KEY_WORDS), 0, -1)
        return next((end for end in ends if key.whole(self.cursor(tokens[:end]))), 0)

    def _pair(self, entry: Entry) -> tuple[Token, ...]:
        """Return the words; of `wf-mc` and the like, the key and what follows it."""
        tokens, key = entry.tokens, entry.statement.key
        if not entry.statement.before_key.known or key is None:
            return tokens
        for number, token in enumerate(tokens[:MAX_KEY_WORDS]):
            whole = self.cursor(tokens[: number + 1])
            if token.quoted is not None or token.value is not None or key.whole(whole):
                break
            for at in range(token.start + 1, token.end - 1):
                left = (*tokens[:number], Token(self.source.text[token.start : at], token.start, at))
                if self.source.text[at] == "-" and key.whole(self.cursor(left)):
                    right = Token(self.source.text[at + 1 : token.end], at + 1, token.end)
                    return (*left, Token("-", at, at + 1), right, *tokens[number + 1 :])
        return tokens

    def _key_first(self, entry: Entry, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """The words; of `3 on the throne` the key, and then the number."""
        begin = self.number_first(entry.statement, tokens)
        if not begin:
            return tokens
        key = entry.statement.key
        rest = tokens[begin:]
        article = len(rest) > 1 and rest[0].spelt in LISTS["articles"]
        end = self.whole_key(key, rest)
        behind = self.whole_key(key, rest[1:MAX_KEY_WORDS]) if article else 0
        if behind >= max(end, 1):
            return (*rest[1 : behind + 1], tokens[0], *rest[behind + 1 :])
        # Something else than a whole name: it is what the reader looks at.
        return (*rest[:end], tokens[0], *rest[end:]) if end else (*rest[article:], tokens[0])

    def _read_rules(self, c: Cursor, statement: Statement, entry: Entry) -> list[Any]:
        """Read an entry's rules; fields before a colon or in its tail apply to all."""
        shared_values: dict[str, Any] = {}
        colon = self._colon(c) if statement.subject else None
        if colon is not None:
            shared_values = _fill(c.part(c.at, colon), statement, statement.subject)
            c.at = colon + 1
        elif statement.leading:
            shared_values = read_leading(c, statement)
        if entry.tail:
            shared_values |= _fill(self.cursor(entry.tail), statement, ())
        return self._read_alternatives(c, statement, shared_values)

    @staticmethod
    def _colon(c: Cursor) -> int | None:
        """Where the subject ends, if there is one."""
        for sign in (":", ">"):
            for place in range(c.at, c.condition_at()):
                token = c.tokens[place]
                if token.spelt == "|":
                    break
                if token.spelt == sign and token.quoted is None:
                    return place
        return None

    def _read_alternatives(self, c: Cursor, statement: Statement, shared_values: dict[str, Any]) -> list[Any]:
        """Read the rules between words such as `else`, by preference. Raises Fault.
        Those behind `else` may be bound to the failure of the conditions before."""
        alternatives: list[Any] = []
        for begin, end in split_at_phrases(c.tokens[c.at : c.end], ELSE):
            # What goes on with "else" may have a comma before it.
            over = end - (end - begin > 1 and c.at + end < c.end and c.tokens[c.at + end - 1].spelt == ",")
            rules = _either(c.part(c.at + begin, c.at + over), statement, shared_values)
            strict = begin and c.tokens[c.at + begin - 1].spelt != BAR
            if strict and bound_by_row(rule.when for rule in alternatives):
                rules = [msgspec.structs.replace(rule, when=self.tongue.otherwise(rule.when)) for rule in rules]
            alternatives += rules
        return alternatives

    def _read_under_key(self, c: Cursor, statement: Statement, key: str) -> Any:
        """Read a value or rules behind a key; two brackets make them empty.
        Raises Fault."""
        if statement.kind is not None:
            c.among = self.tongue.among(statement.path, key)
        if c.empty():
            self._check_all_read(c)
            return () if statement.kind is None else []
        return (
            self._read_key_value(c, statement) if statement.kind is None else self._read_alternatives(c, statement, {})
        )

    def _read_key_value(self, c: Cursor, statement: Statement) -> Any:
        """Read the value behind a key; words that cannot begin it belong to the key.
        Of "white cliffs support" the fault is the unknown area, not an unknown order."""
        begin = c.at
        try:
            return self._read_values(c, statement)
        except Fault as fault:
            key, whole = statement.key, self.cursor(c.tokens[:begin])
            at = c.tokens[begin].start if begin < c.end else -1
            if fault.at != at or not isinstance(key, Name) or key.whole(whole):
                raise
            for place in range(begin + 1, min(c.end, begin + MAX_KEY_WORDS)):
                if reads(statement.value, c.part(place, c.end)):
                    raise key.fault(c, c.text(0, place), [], c.tokens[0].start) from fault
            raise

    def _read_values(self, c: Cursor, statement: Statement) -> Any:
        """Read one value, or a tuple of several by preference. Raises Fault.
        A bar behind a single value makes it a tuple as well."""
        pieces = [c.part(c.at + begin, c.at + end) for begin, end in split_at_phrases(c.tokens[c.at : c.end], ELSE)]
        listed = len(pieces) > 1
        if listed and pieces[-1].done:
            pieces.pop()
        values = []
        for piece in pieces:
            values.append(statement.value.read(piece))
            self._check_all_read(piece)
        return tuple(values) if listed else values[0]

    @staticmethod
    def _check_all_read(c: Cursor) -> None:
        """Raise Fault `unexpected-word` if words are left."""
        if not c.done:
            raise Fault("unexpected-word", f'"{c.text(c.at, c.at + 1)}" does not fit here', c.place, '";" or the end')


def _either(c: Cursor, statement: Statement, shared_values: dict[str, Any], left: int = MAX_EITHER) -> list[Any]:
    """Read one rule, or alternatives parted by `or`. Raises Fault if ambiguous."""
    try:
        return read_rules(c.part(c.at, c.end), statement, shared_values)
    except Fault as fault:
        until = next((at for at in range(c.at, c.end) if c.tokens[at].start > fault.at), c.end)
        at = next((at for at in range(until - 1, c.at, -1) if c.tokens[at].spelt in LISTS["or"]), c.at)
        here = c.at < at < c.end - 1 and c.tokens[at].start == fault.at
        if not left or not here and not c.condition_at() < at < c.end - 1:
            raise
        try:
            rules = read_rules(c.part(c.at, at), statement, shared_values)
            rules += _either(c.part(at + 1, c.end), statement, shared_values, left - 1)
        except Fault as inner:
            raise (inner if here else fault) from fault
        if not statement.either(rules):
            word = c.tokens[at].text
            words = (
                f'with "{word}" it is unclear whether the rest applies to both: '
                "separate them with | and write each in full"
            )
            raise Fault("unexpected-word", words, c.tokens[at].start, "|") from fault
        return rules
