"""Values of sheet fields, each read and written by one description."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from adjudicator.engine.decision import Ambiguous, Refused
from narration.notation.cursor import ENDS, Cursor, Fault, Tongue, shown
from narration.notation.words import (
    AND,
    FIRST,
    LISTS,
    MIN_BEGINNING,
    NO_WORDS,
    NONE,
    OTHERS,
    Phrases,
    Sorts,
    Wording,
    phrases,
    spelt,
)

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_.-]*")
_EMPTY = phrases({"none": NONE})


class Value(ABC):
    """A sort of value; `options` are its own words by meaning, besides names.
    `greedy`: its first word can be anything."""

    options: Mapping[Any, Wording] = {}
    own_words: Phrases[Any] = NO_WORDS
    greedy = True
    # Whether what follows it is parted from it by a comma.
    loose = False

    @abstractmethod
    def read(self, c: Cursor) -> Any:
        """The value that the coming words say. Raises Fault."""

    @abstractmethod
    def write(self, value: Any, tongue: Tongue) -> str:
        """The value in words."""

    def ahead(self, c: Cursor) -> bool:
        """Whether the coming words can be such a value, for those that are not greedy."""
        return not self.greedy

    def knows(self, options: Mapping[Any, Wording]) -> None:
        """Set its own words."""
        self.options, self.own_words = options, phrases(options)

    def reach(self, c: Cursor) -> int:
        """Where words end that are its own, and no name; 0 if none come."""
        return c.past(self.own_words)

    def whole(self, c: Cursor) -> bool:
        """Whether all the words are a whole name of its sort, or a code."""
        return False

    def words(self) -> list[Wording]:
        """The words that it knows besides names."""
        return list(self.options.values())

    def every_sort(self) -> Iterator[str]:
        """The sorts of all names in it."""
        yield from getattr(self, "sorts", ())
        for inner in vars(self).values():
            if isinstance(inner, Value):
                yield from inner.every_sort()


def verbatim(text: str) -> str:
    """A text in quotes, letter by letter."""
    return json.dumps(f"={text}")


class Name(Value):
    """An id of certain sorts, or a word of `also`.
    `own`: prefers the writer's own, then what is adjacent; `around`: both before anything else."""

    def __init__(
        self, *sorts: str, also: Mapping[str, Wording] | None = None, own: bool = False, around: bool = False
    ) -> None:
        self.sorts: Sorts = sorts
        self.own, self.around = own, around
        self.knows(also or {})

    def read(self, c: Cursor) -> str:
        """The name that the longest run of words is."""
        if c.at < c.end and (quoted := c.tokens[c.at].quoted) is not None:
            return self._read_quoted(c, quoted)
        self._pass_article(c)
        word, named = c.match_phrase(self.own_words), self._match_name(c)
        if word is not None and (named is None or word[1] >= named[1]):
            c.at = word[1]
            return str(word[0])
        if named is None:
            raise self._name_fault(c)
        c.at = named[1]
        return named[0]

    def _pass_article(self, c: Cursor) -> None:
        """Skip an article before a name or word, unless a whole name begins with it."""
        if c.sign() not in LISTS["articles"] or c.at + 1 >= c.end or c.tokens[c.at + 1].spelt in ENDS:
            return
        names = c.tongue.names
        if any(names.exact(c.text(c.at, end), self.sorts) for end in range(c.span(), c.at, -1)):
            return
        after = c.part(c.at + 1, c.end)
        try:
            if not c.past(self.own_words) and (after.past(self.own_words) or self._match_name(after)):
                c.at += 1
        except Fault:
            return

    def whole(self, c: Cursor) -> bool:
        """Whether all the words are a whole name of its sorts, or a code."""
        text = c.text(c.at, c.end)
        return spelt(text) in self.own_words.known or c.tongue.names.exact(text, self.sorts)

    def _read_quoted(self, c: Cursor, quoted: str) -> str:
        """Read a quoted name and return its id; `"=` takes the id letter by letter.
        Moves the cursor. Raises Fault for a name that means none or several ids."""
        token = c.take()
        if quoted.startswith("="):
            return quoted[1:]
        meaning = self.own_words.known.get(spelt(quoted))
        ids = [meaning] if meaning is not None else self._matches(c, quoted)
        if len(ids) != 1:
            raise self.fault(c, quoted, ids, token.start)
        return ids[0]

    def _match_name(self, c: Cursor) -> tuple[str, int] | None:
        """Return the longest name here and its end. Raises Fault if ambiguous."""
        names, several = c.tongue.names, None
        for end in range(c.span(), c.at, -1):
            text = c.text(c.at, end)
            if c.tokens[end - 1].spelt in ENDS:
                continue
            # `stoney S` is a place and its order, and no beginning of `Stoney Sept`.
            if end > c.at + 1 and len(c.tokens[end - 1].spelt) < 3 and not names.exact(text, self.sorts):
                continue
            ids = self._matches(c, text)
            if len(ids) == 1:
                return ids[0], end
            if ids and several is None:
                several = (text, ids)
        if several is not None and not c.past(self.own_words):
            raise self.fault(c, *several, c.place)
        return None

    def _matches(self, c: Cursor, text: str) -> list[str]:
        """The ids that a text can mean."""
        ids, tongue = c.tongue.names.matches(text, self.sorts), c.tongue
        if len(ids) > 1 and (self.own or self.around) and (c.loud or len(text) >= MIN_BEGINNING):
            for nearest in (tongue.mine, tongue.near) if self.own else (tongue.mine | tongue.near,):
                if mine := [name_id for name_id in ids if name_id in nearest]:
                    return mine
        return ids

    def _name_fault(self, c: Cursor) -> Fault:
        """Return the fault for a name at the cursor that is missing or unknown."""
        end = c.at + 1
        while end < c.span() and not c.clause_ahead(end):
            end += 1
        text = c.text(c.at, min(end, c.end))
        if c.done or c.sign() in ENDS:
            words = f'a name is needed here, not "{c.sign()}"' if not c.done else "a name is missing"
            return c.refuse("name-missing", words, self._examples(c))
        # Of a longer text the first word may be meant.
        first = c.text(c.at, c.at + 1)
        return self.fault(c, text if self._hint(c, text) else first, [], c.place)

    def _hint(self, c: Cursor, text: str) -> str:
        every = [word for option in self.options.values() for word in option.every()]
        return c.tongue.names.hint(text, self.sorts, every)

    def fault(self, c: Cursor, text: str, ids: list[str], at: int) -> Fault:
        """Return the fault for a text at `at` that means several `ids`, or none.
        Its code is `ambiguous-<sort>`, else `unknown-<sort>` with the nearest name."""
        sort = self.sorts[0] if self.sorts else "word"
        if ids:
            return Fault(f"ambiguous-{sort}", f'"{shown(text)}" may be {", ".join(ids)}', at, ambiguous=True)
        # The nearest name is not what "never tyrell" means.
        hint = self._hint(c, text) if spelt(text).split(" ")[0] not in LISTS["negations"] else ""
        return Fault(f"unknown-{sort}", f'there is no {sort} "{shown(text)}"{hint}', at)

    def _examples(self, c: Cursor) -> str:
        sorts = " or ".join(sort for sort in self.sorts[:3])
        words = ", ".join(option.en[0] for option in list(self.options.values())[:6] if option.en)
        return " or ".join(filter(None, (sorts, words)))

    def write(self, value: str, tongue: Tongue) -> str:
        """The name, in the language if it is found again."""
        if value in self.options and self.options[value].en:
            return self.options[value].write(tongue.language)
        spoken = tongue.names.spoken(value, self.sorts, tongue.language) if value else ""
        if not spoken or spelt(spoken) in self.own_words.known:
            return verbatim(value)
        return f'"{spoken}"' if spelt(spoken) in tongue.guard else spoken


class Free(Value):
    """Any word, or what stands in quotes."""

    def read(self, c: Cursor) -> str:
        """The word, as it is written."""
        if c.done or c.sign() in ENDS:
            raise c.refuse("name-missing", "a name is missing")
        token = c.take()
        return token.text if token.quoted is None else token.quoted.removeprefix("=")

    def write(self, value: str, tongue: Tongue) -> str:
        """The word; in quotes, letter by letter, if it is none."""
        return value if _PLAIN.fullmatch(value) else verbatim(value)


class Listed(Value):
    """A tuple of values parted by commas; empty: `none`.
    `rivals` are sorts of names with which the next alternative may begin behind a comma."""

    loose = True

    def __init__(self, of: Value, rivals: Sorts = ()) -> None:
        self.of, self.greedy, self.rivals = of, of.greedy, rivals

    def ahead(self, c: Cursor) -> bool:
        """Return whether the coming words can begin one of the listed values."""
        return self.of.ahead(c)

    def whole(self, c: Cursor) -> bool:
        """Return whether all the words are a whole name of a listed value, or a code."""
        return self.of.whole(c)

    def read(self, c: Cursor) -> tuple[Any, ...]:
        """All of them, up to a comma after which something else begins."""
        none = c.past(_EMPTY)
        if self.of.reach(c) < none and (none >= c.end or c.clause_ahead(none)):
            c.at = none
            return ()
        if c.empty():
            return ()
        values = [self._read_item(c)]
        while joint := c.past(AND):
            if joint >= c.end or c.clause_ahead(joint) and not self._is_value_ahead(c, joint):
                break
            c.at = joint
            # `, then`, `and then`
            if c.sign() != ",":
                c.skip(AND)
            if c.past(OTHERS) >= c.end:
                c.at = c.end
                break
            self._refuse_rival(c, joint - 1)
            values.append(self._read_item(c))
        return tuple(values)

    def _refuse_rival(self, c: Cursor, joint: int) -> None:
        """Raise Fault where a name of the `rivals` may be meant, but is not whole:
        of `F in winterfell, S` the last is no beginning of an area."""
        if not self.rivals or not isinstance(self.of, Name):
            return
        names, texts = c.tongue.names, [c.text(c.at, end) for end in range(c.span(), c.at, -1)]
        if any(names.exact(text, self.of.sorts) for text in texts):
            return
        matcher = names.matches if set(self.rivals) & set(self.of.sorts) else names.exact
        text = next((text for text in texts if matcher(text, self.rivals)), "")
        if text:
            meant = shown(f"{c.text(0, joint)} | {text}")
            words = (
                f'it is unclear whether "{shown(text)}" belongs to this list or is the next choice; '
                f'did you mean "{meant}"?'
            )
            raise Fault(f"ambiguous-{self.of.sorts[0]}", words, c.place, ambiguous=True)

    def _is_value_ahead(self, c: Cursor, at: int) -> bool:
        """Return whether a word at `at` that begins another clause is a value here.
        In a list of kinds of orders it is: `support, raid`."""
        return not self.of.greedy and self.of.ahead(c.part(at, c.end))

    def _read_item(self, c: Cursor) -> Any:
        """Read one listed value, and a word beside it that says it comes first.
        Raises Fault, also (`unexpected-word`) where words for everyone else do not end the list."""
        c.skip(FIRST)
        others, at = c.past(OTHERS), c.at
        try:
            value = self.of.read(c)
        except Fault as fault:
            if not others or fault.at != c.tokens[at].start:
                raise
            words = f'"{shown(c.text(at, others))}" means everyone else and goes at the end of a list'
            raise Fault("unexpected-word", words, fault.at) from fault
        after = c.past(FIRST)
        if after and (after >= c.end or c.past(AND, after)):
            c.at = after
        return value

    def write(self, value: tuple[Any, ...], tongue: Tongue) -> str:
        """All of them; two brackets for none."""
        if not value:
            return "()"
        return ", ".join(self.of.write(item, tongue) for item in value)

    def words(self) -> list[Wording]:
        """Return the words that the listed values know besides names."""
        return self.of.words()


class WordChoice(Value):
    """One of some words. `bare`: what is meant where none of them follows."""

    greedy = False
    bare: Any = None

    def __init__(self, words: Mapping[Any, Wording]) -> None:
        self.knows(words)

    def ahead(self, c: Cursor) -> bool:
        """Whether one of the words comes."""
        return c.past(self.own_words) > 0

    def read(self, c: Cursor) -> Any:
        """What the word means."""
        meaning = c.phrase(self.own_words)
        if meaning is not None:
            return meaning
        if self.bare is not None:
            return self.bare
        every = ", ".join(option.en[0] for option in self.options.values())
        raise c.refuse("unknown-word", f'"{c.sign()}" does not fit here' if c.sign() else "a word is missing", every)

    def write(self, value: Any, tongue: Tongue) -> str:
        """The word; none where it is meant without."""
        if self.bare is not None and value == self.bare:
            return ""
        return self.options[value].write(tongue.language) if value in self.options else verbatim(str(value))


class Apart(WordChoice):
    """The same with a bare meaning, parted by a comma from what follows."""

    loose = True

    def __init__(self, words: Mapping[Any, Wording], bare: Any) -> None:
        super().__init__(words)
        self.bare = bare


class Flag(Value):
    """Something that is so because its clause is said."""

    greedy = False

    def ahead(self, c: Cursor) -> bool:
        """Never: it has no words of its own."""
        return False

    def read(self, c: Cursor) -> bool:
        """Always: its clause was said."""
        return True

    def write(self, value: bool, tongue: Tongue) -> str:
        """Nothing more."""
        return ""


class Pairs(Value):
    """Something said of each of several: `jaime to stoney, tywin stays`."""

    loose = True

    def __init__(self, key: Value, value: Value, joint: Wording) -> None:
        self.key, self.value, self.joint = key, value, joint
        self._joint: Phrases[str] = phrases({"to": joint})

    def read(self, c: Cursor) -> dict[str, Any]:
        """All of them, up to a comma after which something else begins."""
        if c.take_if("("):
            c.take_if(")")
            return {}
        pairs: dict[str, Any] = {}
        clauses = c.clauses
        while True:
            c.clauses = (*clauses, self._joint)
            key = self.key.read(c)
            c.phrase(self._joint)
            c.clauses = clauses
            pairs[key] = self.value.read(c)
            if c.sign() != "," or c.at + 1 >= c.end or c.clause_ahead(c.at + 1):
                return pairs
            c.at += 1

    def write(self, value: dict[str, Any], tongue: Tongue) -> str:
        """All of them."""
        pairs = (
            f"{self.key.write(key, tongue)} {self.joint.write(tongue.language)} {self.value.write(item, tongue)}"
            for key, item in value.items()
        )
        return ", ".join(pairs) or "()"

    def words(self) -> list[Wording]:
        """Return the joining word, and the words that keys and values know."""
        return [self.joint, *self.key.words(), *self.value.words()]


class Json(Value):
    """A piece of JSON, of this type."""

    greedy = False

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def ahead(self, c: Cursor) -> bool:
        """Whether it begins with a bracket."""
        return c.value is not None

    def read(self, c: Cursor) -> Any:
        """Read JSON at the cursor as a value of this type. Raises Fault (`bad-json`)."""
        if not self.ahead(c):
            raise c.refuse("bad-json", "an answer must be JSON", '{"kind": ...}')
        token = c.take()
        return convert_plain_data(c, token.value, self.kind, token.start)

    def write(self, value: Any, tongue: Tongue) -> str:
        """Write the value as JSON on one line."""
        return json.dumps(msgspec.to_builtins(value))


def convert_plain_data(c: Cursor, value: Any, kind: Any, at: int | None = None) -> Any:
    """Convert plain data to a type. Raises Fault (`bad-json`) if it does not fit.
    `at` is the place in the text for the fault."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise c.refuse("bad-json", f"this is not JSON: {shown(str(fault))}", at=at) from fault


_COLUMN = re.compile(r"column ([0-9]+)(?:: )?")
_SO_FAR = re.compile(r' \(understood so far: "[^\n]*"\)(?=;|$)')


def fault_of_whole_text(refused: Refused, begin: int) -> Fault:
    """Convert a family's refusal of a piece of text to a fault of the whole text.
    `begin` is where the piece begins in it."""
    reason = refused.reasons[0]
    column = _COLUMN.match(reason.where)
    at = begin + (int(column[1]) - 1 if column else 0)
    words = _COLUMN.sub("", reason.words, count=1) if reason.words.startswith("column ") else reason.words
    before, _, expected = _SO_FAR.sub("", words).partition("; expected ")
    return Fault(reason.code, before, at, expected, ambiguous=isinstance(refused, Ambiguous))
