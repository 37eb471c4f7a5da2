"""Grouping of lines into statements: keywords, addressees, continuations, prose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import pairwise

from narration.notation.cursor import (
    Cursor,
    Fault,
    Source,
    Token,
    Tongue,
    join_name_tokens,
    shown,
    split_at_phrases,
    tokens,
)
from narration.notation.entries import MAX_KEYWORD, Entry, Reader
from narration.notation.grammar import Notation, Statement
from narration.notation.remarks import WORDS
from narration.notation.words import AND, COMMANDS, ELSE, IF, LISTS, STANDING, Phrases, is_past, spelt, wording

_SEMICOLON: Phrases[str] = Phrases([("", wording(";"))])
# Words and signs with which a line goes on the one before, or leaves something for the next.
_JOINTS = LISTS["joined"].union(ELSE.known, IF.known)
_OPEN = LISTS["open"].union(_JOINTS)
# Before the entries of a numbered list: `1. winterfell march`, `2) karhold support`, `(3) ...`.
_NUMBERED = re.compile(r"(?:[0-9]{1,2}\.|\(?[0-9]{1,2}\))")
# So many words and signs say that what begins with a keyword goes on what stands before it.
MAX_KEPT_WORDS = 5
# So many keywords are named where one is missing or misspelt.
MAX_NAMED = 4


# For what text a line is: `sheet` or `standing`, and for which vassal, if any.
Whose = tuple[str, str]


def not_read(source: Source, begin: int) -> Fault:
    """What to raise for a line that was not read and may be more than prose."""
    text = shown(source.line_text(begin))
    return Fault("not-read", f'"{text}" was not understood, but looks like an order or a change', begin)


class Lines(Reader):
    """Reads lines of one text: its entries, and what else they say."""

    def __init__(self, source: Source, notation: Notation, tongue: Tongue) -> None:
        super().__init__(source, notation, tongue)
        self.entries: list[Entry] = []
        self.behalves: list[Whose] = []
        self.faults: list[Fault] = []
        self.unread: list[tuple[int, str]] = []
        self.ready: bool | None = None
        self.cleared = self.has_standing = False
        # The prefix that counts until a blank line, and the statement that goes on.
        self._lasting: Whose = ("sheet", "")
        self._current: Entry | None = None
        # Where keywords stand.
        self._begun: list[int] = []
        # Whether the text ends.
        self._ended = False
        # Whether the line before left something open.
        self._open = False
        # Where READY or WAIT, and CLEAR, were said.
        self.said_at = self.cleared_at = -1
        # Where a word for END was said in small letters, which may be none: "Fine."
        self.ended_at = -1

    def read_lines(self) -> None:
        """All lines, to the end of what is said."""
        for start, line in zip(self.source.starts, self.source.lines, strict=True):
            if line.rstrip() == "--":
                break
            try:
                words = join_name_tokens(tokens(line, start), self.tongue.whole)
            except Fault as fault:
                self.faults.append(fault)
                continue
            words = _without_marks(words)
            if not words:
                if not line.strip():
                    self._lasting, self._current, self._open = ("sheet", ""), None, False
                continue
            self._read_line(words)
            if self._ended:
                break
            last = words[-1]
            self._open = last.quoted is None and last.spelt in _OPEN
            if self.source.line(start) in self.source.closed:
                self._current = None
        self.entries = [part for entry in self.entries for part in self._split_entry(entry)]
        entry_starts = {entry.begin for entry in self.entries}
        for begin in self._begun:
            if begin not in entry_starts:
                self.pass_over(begin)
        self.unread.sort()

    def pass_over(self, at: int) -> None:
        """Note the line at a place as one that was read as prose."""
        number, text = self.source.line(at), self.source.line_text(at)
        if (number, text) not in self.unread:
            self.unread.append((number, text))

    def _read_line(self, words: Sequence[Token]) -> None:
        """Read a line's prefixes and the pieces between semicolons; notes faults."""
        try:
            whose, rest = self._prefixes(words)
        except Fault as fault:
            self.faults.append(fault)
            return
        if not rest:
            self._lasting, self._current = whose, None
            return
        first = True
        for begin, end in split_at_phrases(rest, _SEMICOLON):
            if begin < end and not self._ended:
                try:
                    piece = rest[begin:end]
                    # `VASSAL stark; FOR stark: ORDERS ...`
                    behalf = self._behalf(self.cursor(piece)) if begin else None
                    if behalf is not None:
                        whose, piece = (whose[0], behalf[0]), piece[behalf[1] :]
                        self.behalves += [whose] if whose not in self.behalves else []
                    self._read_piece(piece, whose, first=first, prefixed=rest is not words or behalf is not None)
                except Fault as fault:
                    self.faults.append(fault)
            # Behind prose, a command or what is refused a statement may begin.
            first = first and self._current is None

    def _prefixes(self, words: Sequence[Token]) -> tuple[Whose, Sequence[Token]]:
        """Return for whom a line is, by its prefixes, and the words behind them.
        Raises Fault."""
        whose = self._lasting
        while words:
            c = self.cursor(words)
            end = c.past(STANDING)
            if end and (end >= len(words) or words[end].spelt == ":"):
                whose, self.has_standing = ("standing", ""), True
                words = words[end + 1 :]
                continue
            behalf = self._behalf(c)
            if behalf is None:
                break
            whose = whose[0], behalf[0]
            if whose not in self.behalves:
                self.behalves.append(whose)
            words = words[behalf[1] :]
        return whose, words

    def _behalf(self, c: Cursor) -> tuple[str, int] | None:
        """Read a leading `FOR name:` in capitals and its end. Raises Fault."""
        table, begin = self.notation.behalf, c.past(self.notation.behalf_words)
        if table is None or not begin or not c.tokens[0].text.isupper():
            return None
        colon = next((place for place, token in enumerate(c.tokens[:8]) if token.spelt == ":"), 0)
        if colon <= begin:
            return None
        name = c.part(begin, colon)
        whose = table.key.read(name)
        if not name.done:
            raise Fault("unexpected-word", f'"{name.sign()}" does not fit here', name.place, '":"')
        return whose, colon + 1

    def _read_piece(self, words: Sequence[Token], whose: Whose, *, first: bool, prefixed: bool) -> None:
        """Read what stands between two semicolons. Raises Fault.
        `first`: nothing of the line was read before; `prefixed`: behind words such as `FOR martell:`."""
        command = self._command(words)
        if command is not None:
            self._current = None
            self._obey_command(command, words[0])
            return
        retired = self.cursor(words).phrase(self.notation.data.retired)
        if retired is not None and words[0].text.isupper():
            text = f'"{words[0].text}" is an old keyword that is no longer read'
            raise Fault("keyword-retired", text, words[0].start, retired)
        match = self._keyword(words, whose[1])
        current = self._current
        is_continuation = (
            not first
            and current is not None
            and any(
                spelt(" ".join(token.spelt for token in words[:count])) in current.statement.kept
                for count in range(1, MAX_KEPT_WORDS + 1)
            )
        )
        if match is not None and not is_continuation:
            statement, end = match
            end += end < len(words) and words[end].spelt == ":"
            self._current = Entry(*whose, statement, (), False, words[0].start)
            self._begun.append(words[0].start)
            if end < len(words):
                self.entries.append(replace(self._current, tokens=tuple(words[end:])))
        elif current is None or prefixed and first:
            # Behind `FOR martell:` stands no prose.
            if prefixed:
                raise not_read(self.source, words[0].start)
            self._prose(words)
        elif not self._continue_entry(words, current.statement, first=first):
            self.entries.append(replace(current, tokens=tuple(words), soft=first))

    def _continue_entry(self, words: Sequence[Token], statement: Statement, *, first: bool) -> bool:
        """Put words behind the entry before if they continue it; return whether.
        `first`: no entry of the line comes before them."""
        if not self.entries or self.entries[-1].statement is not statement or words[0].quoted is not None:
            return False
        before = self.entries[-1]
        after = self.cursor(words).past(statement.going_on) > 0
        if after and not first:
            self.entries[-1] = before.with_tail(words)
        elif after or first and (self._open or words[0].spelt in _JOINTS):
            self.entries[-1] = before.going_on(words)
        else:
            return False
        return True

    def _begins(self, words: Sequence[Token], statement: Statement) -> bool:
        """Whether words begin with a statement's key, whole or by a word, and go on."""
        key = statement.key
        if self.number_first(statement, words):
            return True
        if key is None and statement.subject:
            first = statement.values[statement.subject[0]]
            return not first.greedy and first.ahead(self.cursor(words))
        return key is not None and self.whole_key(key, words[:-1]) > 0

    def _split_entry(self, entry: Entry) -> list[Entry]:
        """Split an entry at commas where each part begins with a key."""
        if in_turn := self._split_in_turn(entry):
            return in_turn
        tokens = entry.tokens
        if not entry.statement.commas or not tokens:
            return [entry]
        until = self.cursor(tokens).condition_at()
        begins = [0]
        # Within one order stands no comma; in other entries it may be one of a list.
        always = entry.statement.shape == "one-by-key"
        for place in range(1, until - 1):
            if tokens[place].spelt not in AND.known or tokens[place].quoted is not None:
                continue
            if always and tokens[place].spelt == "," or self._begins(tokens[place + 1 :], entry.statement):
                begins.append(place + 1)
        if len(begins) == 1:
            return [entry]
        parts = [tokens[begin : end - 1] for begin, end in pairwise([*begins, len(tokens) + 1])]
        return [replace(entry, tokens=part) for part in parts]

    def _split_in_turn(self, entry: Entry) -> list[Entry]:
        """Split bare numbers into entries, one for each possible key; empty if not so."""
        keys = self.tongue.in_turn.get(entry.statement.path, ())
        numbers = [token for token in entry.tokens if token.spelt not in AND.known]
        if len(numbers) != len(keys) or entry.tail or not all(token.text.isdecimal() for token in numbers):
            return []
        named = zip(keys, numbers, strict=True)
        return [replace(entry, tokens=(Token(name, value.start, value.start, name), value)) for name, value in named]

    def _keyword(self, words: Sequence[Token], behalf: str) -> tuple[Statement, int] | None:
        """Return the statement that begins here, and where its keyword ends, or None.
        `behalf` is the house that the words are for, if not the writer's."""
        table = self.notation.behalf_keywords if behalf else self.notation.keywords
        c = self.cursor(words)
        match = c.match_phrase(table)
        if match is not None and is_past(words[0].text) and not words[0].text.isupper():
            return None
        if match is None or words[0].text.isupper() or not (firm := match[0].needs.known):
            return match
        # "A knight to Winterfell" answers no question of a card.
        after = match[1] + (match[1] < len(words) and words[match[1]].spelt == ":")
        return match if after < len(words) and words[after].spelt in firm else None

    def _command(self, words: Sequence[Token]) -> str | None:
        """The command that these words are, and nothing besides."""
        left = [token for token in words if token.spelt not in (".", "!", ":", ",")]
        if not left or len(left) > COMMANDS.longest or any(token.quoted is not None for token in left):
            return None
        return COMMANDS.known.get(" ".join(token.spelt for token in left))

    def _obey_command(self, command: str, first: Token) -> None:
        """Note READY, WAIT, CLEAR or END; `first` is the first word of the command.
        Notes a fault for a question or a contradiction."""
        at, text = first.start, self.source.line_text(first.start)
        if command == "end":
            self._ended = first.text.isupper()
            self.ended_at = -1 if self._ended else at
            return
        if "?" in text:
            self.faults.append(Fault("question", f'"{shown(text)}" is a question, not an instruction', at))
        if command == "clear":
            self.cleared, self.cleared_at = True, at
            return
        if self.ready is not None and self.ready != (command == "ready"):
            self.faults.append(self.contradiction(at, self.said_at))
        self.ready, self.said_at = command == "ready", at

    def contradiction(self, at: int, before: int) -> Fault:
        """Return the fault for an entry that contradicts an earlier one; it names both."""
        line, number = self.source.line(at), self.source.line(before)
        begin, texts = self.source.starts[line - 1], self.source.typed
        if line == number and before < at:
            # The same line twice would say nothing: its two parts are named.
            parts = self.source.text[at:], self.source.text[before:at]
            text, other = (shown(re.split("[;\n]", part)[0].strip(" ,")) for part in parts)
        else:
            text, other = (shown(texts.get(row, self.source.lines[row - 1])) for row in (line, number))
        return Fault("said-otherwise", f'"{text}" contradicts line {number}, "{other}": which one counts?', begin)

    def _prose(self, words: Sequence[Token]) -> None:
        """Ignore a line without a keyword. Raises Fault if capitals suggest a keyword."""
        first, self._current = words[0], None
        hint = _close_keywords(first.spelt, self.notation.keywords) if len(words) > 1 and first.text.isupper() else ()
        if hint:
            meant = f'"{shown(first.text)}" is not a keyword; did you mean "{hint[0]}"?'
            raise Fault("unknown-keyword", meant, first.start, ", ".join(hint[1:]))
        self.pass_over(first.start)


def _without_marks(words: Sequence[Token]) -> Sequence[Token]:
    """Drop a leading list mark or number and trailing exclamation marks."""
    if len(words) > 1 and words[0].spelt in LISTS["bullets"] and words[0].quoted is None:
        words = words[1:]
    for count in range(min(len(words) - 1, 3), 0, -1):
        if _NUMBERED.fullmatch("".join(token.text for token in words[:count])):
            words = words[count:]
            break
    end = len(words)
    while end > 1 and words[end - 1].text in ("!", "."):
        end -= 1
    return words[:end]


def _close_keywords(word: str, table: Phrases[Statement]) -> tuple[str, ...]:
    """Return close keywords, nearest first; very close only, as people write prose."""
    if not 2 < len(word) <= MAX_KEYWORD or word in WORDS["common"] or word in table.known:
        return ()
    close = get_close_matches(word, table.known, MAX_NAMED, 0.75)
    return tuple(dict.fromkeys(keyword.upper() for keyword in close))
