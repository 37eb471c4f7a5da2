"""Entries of statements: the rules that each says, put where it belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Refused
from adjudicator.engine.sheet.conditions import bound_by_row
from narration.notation.cursor import Cursor, Fault, Source, Token, Tongue, parted, refuse, shown
from narration.notation.grammar import Field, Layout, Notation, Statement
from narration.notation.values import Listed, Name, decoded, shifted
from narration.notation.words import ARTICLES, BAR, ELSE, EVERY, IF, NONE, OR, UNLESS, spelt


def read_condition(c: Cursor) -> Any:
    """The condition that the rest says, with or without a word that begins it."""
    unless = c.phrase(IF) == UNLESS
    if c.done:
        raise c.refuse("condition-missing", "a condition is missing", "lead >= 2, AREA is empty, ...")
    if c.tokens[c.at].value is not None:
        found = decoded(c, c.take().value, c.tongue.condition_type)
        if not c.done:
            raise c.refuse("unexpected-word", f'"{c.sign()}" does not fit here', '";" or the end')
        return found
    begin, c.at = c.at, c.end
    # Conditions are English in every language.
    before = f"{UNLESS} " if unless else ""
    try:
        return c.tongue.parse_condition(before + c.text(begin, c.end))
    except Refused as refused:
        raise shifted(refused, c.tokens[begin].start - len(before)) from refused


def read_subject(c: Cursor, layout: Layout) -> dict[str, Any]:
    """What is said before a colon, for every alternative."""
    values: dict[str, Any] = {}
    _fill(c, layout, values, layout.subject, part=True)
    return values


def read_leading(c: Cursor, layout: Layout) -> dict[str, Any]:
    """The subject where it stands first without a colon, a whole name with something behind it; else nothing."""
    field = layout.by_name[layout.subject[0]]
    for end in range(c.span(), c.at, -1):
        if end < c.end and field.value.whole(c.part(c.at, end)):
            name = c.part(c.at, end)
            c.at = end
            return {field.name: field.value.read(name)}
    return {}


def read_tail(c: Cursor, layout: Layout) -> dict[str, Any]:
    """What is said behind a semicolon, for every alternative."""
    values: dict[str, Any] = {}
    _fill(c, layout, values, (), part=True)
    return values


def read_rules(c: Cursor, layout: Layout, given: dict[str, Any]) -> list[Any]:
    """The rules of one alternative: one, or several where a comma parts them."""
    values = dict(given)
    # Words of its own may sound like a condition: `only if needed`.
    where = c.condition_at(max((layout.by_name[name].value.reach(c) for name in layout.run), default=0))
    whole, c.end = c.end, where
    found = []
    while True:
        said = _is_empty(c, layout) and c.phrase(layout.empties) is not None
        if said:
            # Lists that must be said have nothing in them.
            listed = (one.name for one in layout.fields if isinstance(one.value, Listed))
            values = {**{name: () for name in listed if name not in layout.defaults}, **values}
        empty, said = said, _fill(c, layout, values, layout.run, part=False) or said
        if not said or not (c.loud or empty) and layout.half(values):
            raise c.refuse("value-missing", "nothing is said", _possible(layout))
        if c.done:
            break
        found.append(_made(c, layout, values, None))
        values = dict(given)
    condition = None
    if where < whole:
        c.end, c.at = whole, where
        _refuse_clause(c, layout)
        condition = read_condition(c)
    return [*found, _made(c, layout, values, condition)]


def _refuse_clause(c: Cursor, layout: Layout) -> None:
    """Raises Fault for a clause that stands behind the condition: `if lead >= 1, token`."""
    for place in range(c.at + 1, c.end - 1):
        if c.tokens[place].spelt == "," and c.meant(layout.clauses, place + 1) is not None:
            clause, condition = c.text(place + 1, c.end), c.text(c.at, place)
            words = f'"{shown(clause)}" stands before the condition'
            # With a condition of its own it would have two.
            if c.part(place + 1, c.end).condition_at() == c.end - place - 1:
                words += f'; did you mean "{shown(clause)} {shown(condition)}"?'
            raise refuse("unexpected-word", words, c.tokens[place + 1].start)


def _is_empty(c: Cursor, layout: Layout) -> bool:
    """Whether the words for nothing stand alone, or before a clause."""
    found = c.meant(layout.empties)
    if found is None:
        return False
    after = found[1]
    return after >= c.end or c.tokens[after].spelt == "," or c.meant(layout.clauses, after) is not None


def _made(c: Cursor, layout: Layout, values: dict[str, Any], condition: Any) -> Any:
    values = layout.implied({**layout.assumed, **values})
    missing = [one.name for one in layout.fields if one.name not in values and one.name not in layout.defaults]
    if missing:
        raise c.refuse("value-missing", f'"{missing[0]}" is not said', _possible(layout))
    if condition is not None:
        values[layout.when] = condition
    return layout.kind(**values)


def _fill(c: Cursor, layout: Layout, values: dict[str, Any], run: tuple[str, ...], *, part: bool) -> bool:
    """Read fields until nothing is left, or, where commas part alternatives, until one begins; whether any was said."""
    c.clauses = (layout.clauses,)
    said: set[str] = set()
    begun = c.at
    while not c.done:
        comma = c.at > begun and c.take_if(",")
        if c.done:
            break
        found = c.meant(layout.clauses)
        again = _bare(c, layout, said, layout.bare, ()) if found is not None and found[0] in said else None
        if again is not None:
            # `any orders support | any orders raid`: what is raided is said, and "raid" is a kind of orders.
            one = again
        elif found is not None:
            one = layout.by_name[found[0]] if found[0] not in layout.shared else _meant_by(c, layout, found[1])
            if one.name in said:
                raise c.refuse("said-twice", f'"{one.name.replace("_", " ")}" is said twice', "")
            c.at = found[1]
        else:
            bare = _bare(c, layout, said, run if part else (*run, *layout.subject, *layout.bare), run)
            if bare is None:
                if comma and layout.comma and said:
                    return True
                raise c.refuse(
                    "unexpected-word", f'"{shown(c.text(c.at, c.at + 1))}" does not fit here', _possible(layout)
                )
            one = bare
        values[one.name] = one.value.read(c)
        said.add(one.name)
    return bool(said)


def _meant_by(c: Cursor, layout: Layout, after: int) -> Field:
    """Which field the coming words begin of those that share them: the first that can be read from what follows."""
    words = " ".join(token.spelt for token in c.tokens[c.at : after])
    able = [one for one in layout.fields if one.words is not None and words in map(spelt, one.words.every())]
    for one in able[:-1]:
        probe = c.part(after, c.end)
        try:
            one.value.read(probe)
        except Fault:
            continue
        return one
    return able[-1]


def _bare(c: Cursor, layout: Layout, said: set[str], names: tuple[str, ...], run: tuple[str, ...]) -> Field | None:
    """The field that the coming words can be without a word of its own."""
    left = [layout.by_name[name] for name in names if name not in said]
    for one in left:
        if not one.value.greedy and one.value.ahead(c):
            return one
    return next((one for one in left if one.value.greedy and one.name in run), None)


def _possible(layout: Layout) -> str:
    """The words that may come, for a refusal."""
    bare = [name.replace("_", " ") for name in layout.run]
    clauses = [one.words.en[0] for one in layout.fields if one.words is not None]
    return ", ".join(dict.fromkeys([*bare, *clauses, "if"]))


Path = tuple[str, ...]


class Filling(NamedTuple):
    """What an entry says, for whom, and the path that it fills: there, or under its `key`, a value, or rules of a
    `layout`; `place` is its name in the sheet."""

    behalf: str
    path: Path
    place: str
    value: Any
    key: str | None = None
    layout: Layout | None = None


class Changes:
    """What was read for one sheet, by the path that it fills."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.found: dict[tuple[str, Path], Any] = {}
        self.behalves: dict[str, None] = {}
        # Places of which two entries say different things, so that one of them would be passed over.
        self.contradicted: list[str] = []

    def put(self, filling: Filling) -> list[str]:
        """Let an entry fill its path; the places that it filled."""
        place, value, layout = filling.place, filling.value, filling.layout
        under: dict[Any, Any] = self.found
        key: Any = (filling.behalf, filling.path)
        if filling.key is not None:
            under, key = under.setdefault(key, {}), filling.key
        if layout is None:
            if under.setdefault(key, value) != value:
                self.contradicted.append(place)
            return [place]
        before = under.get(key, ())
        under[key] = (*before, *value)
        if filling.key is not None:
            if before and getattr(before[-1], layout.when) is None and list(before) != value:
                self.contradicted.append(place)
        elif before and layout.once is not None and getattr(before[-1], layout.when) is None and before[-1] != value[0]:
            about = [[getattr(rule, name) for name in layout.once] for rule in (before[-1], value[0])]
            if about[0] == about[1]:
                self.contradicted.append(f"{place}[{len(before) - 1}]")
        rules = [f"{place}[{len(before) + number}]" for number in range(len(value))]
        return [place, *rules] if filling.key is not None else rules

    def in_sequence(self, sequences: Mapping[Path, tuple[Path, Mapping[str, int]]]) -> None:
        """Keys that were named in another order than they have anyway follow each other so, unless it is said how."""
        for (behalf, path), under in list(self.found.items()):
            sequence, places = sequences.get(path, ((), {}))
            if sequence and list(under) != sorted(under, key=lambda key: places.get(key, len(places))):
                self.found.setdefault((behalf, sequence), tuple(under))

    def onto(self, sheet: Any) -> Any:
        """The sheet with all of it; what it does not mention stays."""
        behalf = self.notation.behalf
        for (whose, path), value in self.found.items():
            if not whose:
                sheet = _put(sheet, path, value)
        for whose in self.behalves if behalf is not None else ():
            assert behalf is not None
            inner = _at(sheet, behalf.path).get(whose) or behalf.kind()
            for (one, path), value in self.found.items():
                if one == whose:
                    inner = _put(inner, path, value)
            sheet = _put(sheet, behalf.path, {whose: inner})
        return sheet


def _at(part: Any, path: Path) -> Any:
    for step in path:
        part = getattr(part, step)
    return part


def _put(part: Any, path: Path, value: Any) -> Any:
    """A struct with a value at a path; mappings are laid over what stands there."""
    if not path:
        return {**part, **value} if isinstance(value, dict) and isinstance(part, dict) else value
    return msgspec.structs.replace(part, **{path[0]: _put(getattr(part, path[0]), path[1:], value)})


NONE_OR_ALL = frozenset(map(spelt, (*NONE.every(), *EVERY.every())))
MAX_KEYWORD = 24
# More words than the name of a place has.
MAX_KEY_WORDS = 5
# So many alternatives may be parted by `or`.
MAX_EITHER = 8


class Entry(NamedTuple):
    """An entry: its statement, for whom it is, and its words. `soft`: a line of its own, which may as well go on the
    one before; `begin` is where its keyword stands; `tail` is said of all its alternatives."""

    statement: Statement
    behalf: str
    tokens: tuple[Token, ...]
    soft: bool
    begin: int
    tail: tuple[Token, ...] = ()

    def going_on(self, tokens: Sequence[Token]) -> Entry:
        """The same with more words behind it."""
        if self.tail:
            return self.with_tail(tokens)
        return Entry(self.statement, self.behalf, (*self.tokens, *tokens), self.soft, self.begin)

    def with_tail(self, tokens: Sequence[Token]) -> Entry:
        """The same with more words that are said of all its alternatives."""
        return Entry(self.statement, self.behalf, self.tokens, self.soft, self.begin, (*self.tail, *tokens))


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
        filling = self._read(entry)
        for token in entry.tokens:
            if token.text.endswith("?") and token.quoted is None:
                text = shown(self.source.line_text(token.start))
                raise refuse("question", f'"{text}" is a question, and no instruction', entry.tokens[0].start)
        return filling

    def _read(self, entry: Entry) -> Filling:
        self.statement = statement = entry.statement
        tokens = self._key_first(entry, self._pair(entry))
        c = self.cursor(tokens, entry.begin)
        c.loud = self.keyword(entry).isupper()
        path, led = statement.path, c.meant(statement.leads)
        if led is not None:
            statement = self._statement(entry, led[0])
            path, c.at, self.statement = statement.path, led[1], statement
        opened = c.meant(statement.opens)
        if opened is not None:
            self.statement = statement = self._statement(entry, opened[0])
            path = statement.path
        chosen = c.meant(statement.chosen)
        if chosen is not None:
            path, c.at = chosen[0], chosen[1]
            if statement.shape == "row" or c.sign() == ":":
                c.take_if(":")
        if not path:
            expected = ", ".join(one.words.en[0] for one in statement.variants)
            raise c.refuse("unknown-word", "which of them?", expected)
        if c.done:
            raise c.refuse("value-missing", f"nothing follows {statement.words.en[0].upper()}", "")
        shape = statement.shape
        if shape == "rules":
            return self._rules(c, statement, entry, path)
        if shape == "condition":
            return Filling(entry.behalf, path, self.notation.place(path, entry.behalf), read_condition(c))
        if shape == "row":
            assert statement.value is not None
            value = statement.value.read(c)
            self._over(c)
            return Filling(entry.behalf, path, self.notation.place(path, entry.behalf), value)
        return self._by_key(c, statement, entry.behalf, path)

    def keyword(self, entry: Entry) -> str:
        """The first word of the keyword of an entry, as it was typed; where it has none, its own first word."""
        word = self.source.text[entry.begin : entry.begin + MAX_KEYWORD].split(maxsplit=1)[0]
        return word.rstrip(":,")

    def number_first(self, statement: Statement, tokens: Sequence[Token]) -> int:
        """Where words that begin with a number, or a word for none or all, say what it is for: behind a word that leads
        on to it, or at once, by a whole name; 0 for other words."""
        key, joints = statement.key, statement.value_first.known
        if len(tokens) < 2 or key is None or not joints or any(token.quoted is not None for token in tokens[:2]):
            return 0
        decimal = tokens[0].spelt.isdecimal()
        if len(tokens) > 2 and (decimal or tokens[0].spelt in NONE_OR_ALL) and tokens[1].spelt in joints:
            return 2
        ends = range(2, min(len(tokens), MAX_KEY_WORDS) + 1) if decimal else ()
        return int(any(key.whole(self.cursor(tokens[1:end])) for end in ends))

    def _pair(self, entry: Entry) -> tuple[Token, ...]:
        """The words; of `wf-mc` and its like, where words may stand before the key, the key and what follows it."""
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
        assert key is not None
        rest = tokens[begin:]
        for end in range(min(len(rest), MAX_KEY_WORDS), 0, -1):
            for begin in (0, 1) if rest[0].spelt in ARTICLES and end > 1 else (0,):
                if key.whole(self.cursor(rest[begin:end])):
                    return (*rest[begin:end], tokens[0], *rest[end:])
        # Something else than a whole name: it is what the reader looks at.
        return (*rest[rest[0].spelt in ARTICLES and len(rest) > 1 :], tokens[0])

    def _statement(self, entry: Entry, path: tuple[str, ...]) -> Statement:
        every = self.notation.statements
        if entry.behalf and self.notation.behalf is not None:
            every = self.notation.behalf.statements
        return next(one for one in every if one.path == path)

    def _rules(self, c: Cursor, statement: Statement, entry: Entry, path: tuple[str, ...]) -> Filling:
        assert statement.layout is not None
        layout = statement.layout
        given: dict[str, Any] = {}
        colon = self._colon(c, layout)
        if colon is not None:
            given = read_subject(c.part(c.at, colon), layout)
            c.at = colon + 1
        elif layout.leading:
            given = read_leading(c, layout)
        if entry.tail:
            given |= read_tail(self.cursor(entry.tail), layout)
        rules = self._alternatives(c, layout, given)
        return Filling(entry.behalf, path, self.notation.place(path, entry.behalf), rules, layout=layout)

    def _colon(self, c: Cursor, layout: Layout) -> int | None:
        """Where the subject ends, if there is one."""
        if not layout.subject:
            return None
        for signs in ((":",), (">",)):
            for place in range(c.at, c.condition_at()):
                token = c.tokens[place]
                if token.spelt == "|" or (token.spelt in signs and token.quoted is None):
                    if token.spelt == "|":
                        break
                    return place
        return None

    def _alternatives(self, c: Cursor, layout: Layout, given: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        for begin, end in parted(c.tokens[c.at : c.end], ELSE):
            # What goes on with "else" may have a comma before it.
            over = end - (end - begin > 1 and c.at + end < c.end and c.tokens[c.at + end - 1].spelt == ",")
            rules = _either(c.part(c.at + begin, c.at + over), layout, given)
            strict = begin and c.tokens[c.at + begin - 1].spelt != BAR
            if strict and bound_by_row(getattr(rule, layout.when) for rule in found):
                rules = [
                    msgspec.structs.replace(rule, **{layout.when: self.tongue.otherwise(getattr(rule, layout.when))})
                    for rule in rules
                ]
            found += rules
        return found

    def _by_key(self, c: Cursor, statement: Statement, behalf: str, path: tuple[str, ...]) -> Filling:
        key = statement.fixed or self._key(c, statement)
        c.take_if(":", ">", "=", "-")
        place = f"{self.notation.place(path, behalf)}.{key}"
        layout = statement.layout
        if layout is None:
            return Filling(behalf, path, place, self._value_of(c, statement), key)
        c.among = self.tongue.among(statement.path, key)
        rules = [] if self._nothing(c) else self._alternatives(c, layout, {})
        return Filling(behalf, path, place, rules, key, layout)

    @staticmethod
    def _key(c: Cursor, statement: Statement) -> str:
        """The key, behind words that may stand before it."""
        assert statement.key is not None
        before = c.meant(statement.before_key)
        if before is not None and before[1] < c.end:
            c.at = before[1]
        return str(statement.key.read(c))

    def _nothing(self, c: Cursor) -> bool:
        """Whether two brackets stand for no rules at all."""
        if c.sign() == "(" and c.sign(1) == ")":
            c.at += 2
            self._over(c)
            return True
        return False

    def _value_of(self, c: Cursor, statement: Statement) -> Any:
        """What stands behind a key. Where the key was read from a beginning only, and words come before what may stand
        there, they belong to the key: of "white cliffs support" there is no such area, and not no such order."""
        begin, value = c.at, statement.value
        try:
            return self._values(c, statement)
        except Fault as fault:
            key, whole = statement.key, self.cursor(c.tokens[:begin])
            at = c.tokens[begin].start if begin < c.end else -1
            if fault.at != at or not isinstance(key, Name) or key.whole(whole):
                raise
            for place in range(begin + 1, min(c.end, begin + MAX_KEY_WORDS)):
                if self._reads(value, c.part(place, c.end)):
                    raise key.fault(c, c.text(0, place), [], c.tokens[0].start) from fault
            raise

    @staticmethod
    def _reads(value: Any, c: Cursor) -> bool:
        try:
            value.read(c)
        except Fault:
            return False
        return True

    def _values(self, c: Cursor, statement: Statement) -> Any:
        """One value, or several by liking; with a bar behind it a single one is a list."""
        assert statement.value is not None
        if self._nothing(c):
            return ()
        pieces = [c.part(c.at + begin, c.at + end) for begin, end in parted(c.tokens[c.at : c.end], ELSE)]
        listed = len(pieces) > 1
        if listed and pieces[-1].done:
            pieces.pop()
        found = []
        for piece in pieces:
            found.append(statement.value.read(piece))
            self._over(piece)
        return tuple(found) if listed else found[0]

    @staticmethod
    def _over(c: Cursor) -> None:
        if not c.done:
            raise refuse("unexpected-word", f'"{c.text(c.at, c.at + 1)}" does not fit here', c.place, '";" or the end')


def _either(c: Cursor, layout: Layout, given: dict[str, Any], left: int = MAX_EITHER) -> list[Any]:
    """The rules of one alternative, or of several parted by `or`, which is the bar where no list and no condition has
    it. Raises Fault where something is said of one of them that may be meant of all."""
    try:
        return read_rules(c.part(c.at, c.end), layout, given)
    except Fault as fault:
        until = next((at for at in range(c.at, c.end) if c.tokens[at].start > fault.at), c.end)
        at = next((at for at in range(until - 1, c.at, -1) if c.tokens[at].spelt in OR), c.at)
        here = c.at < at < c.end - 1 and c.tokens[at].start == fault.at
        if not left or not here and not c.condition_at() < at < c.end - 1:
            raise
        try:
            rules = read_rules(c.part(c.at, at), layout, given)
            rules += _either(c.part(at + 1, c.end), layout, given, left - 1)
        except Fault as inner:
            raise (inner if here else fault) from fault
        if not layout.either(rules):
            word = c.tokens[at].text
            words = f'"{word}" may mean that what stands beside it is said of both: part them by | and say all of each'
            raise refuse("unexpected-word", words, c.tokens[at].start, "|") from fault
        return rules
