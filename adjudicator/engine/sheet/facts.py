"""Facts of conditions: a class each, with its text forms, from which all follows.

A form is a line with slots: `{area} is held by {who}`. `(in|for)` are synonyms, the first of them written; `[{who} ]`
is optional, with the field's default; `{state!}` takes words alone, no name. A slot takes what its field's annotation
says (`Slot`), or the words of a Literal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.engine.decision import FrozenStruct, Refusal, Refused, Unreadable, Weighed, tag_of
from adjudicator.engine.names import NameBook
from adjudicator.engine.sheet.fields import Ids, Node

_TYPED = re.compile(r"\(|\)|<=|>=|!=|==|[<>=≤≥≠]|[^\s()<>=!≤≥≠]+|!")
_SAME = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
# Letters at either end of a text that a refusal repeats.
SHOWN = 200
OPERATORS = ("<", "<=", "=", "!=", ">=", ">")


class Word:
    """A word of the text: as written, in lower case, and its first column, from 1."""

    def __init__(self, text: str, column: int) -> None:
        self.text, self.column = text, column
        self.low = _SAME.get(text, text).casefold().replace("'", "").replace("’", "")


class Words:
    """Words of a text, read left to right; `stops` have a meaning of their own."""

    def __init__(self, text: str, stops: Collection[str]) -> None:
        self.text, self.stops = text, stops
        self._words = [Word(match.group(), match.start() + 1) for match in _TYPED.finditer(text)]
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        """A coming word in lower case; empty at the end."""
        place = self._next + ahead
        return self._words[place].low if place < len(self._words) else ""

    def take(self) -> Word:
        """The next word; its text is empty at the end."""
        if self._next >= len(self._words):
            return Word("", len(self.text) + 1)
        self._next += 1
        return self._words[self._next - 1]

    def take_if(self, *words: str) -> bool:
        """Take these words if they come next."""
        if all(self.peek(place) == word for place, word in enumerate(words)):
            self._next += len(words)
            return True
        return False

    def take_any(self, *words: str) -> str:
        """Take the next word if it is one of these; the word, or an empty string."""
        return self.take().low if self.peek() in words else ""

    def phrase(self) -> list[Word]:
        """All words up to the next one with a meaning of its own, or the end."""
        begin = self._next
        while self._next < len(self._words) and self.peek() not in self.stops:
            self._next += 1
        return self._words[begin : self._next]

    def rest(self) -> list[Word]:
        """All words that are left."""
        begin, self._next = self._next, len(self._words)
        return self._words[begin:]

    def column(self) -> int:
        """The column of the next word."""
        return self._words[self._next].column if self._next < len(self._words) else len(self.text) + 1

    def refuse(self, code: str, words: str, expected: str, column: int | None = None) -> Unreadable:
        """Return an error with column, what was understood, what is wrong and expected."""
        at = self.column() if column is None else column
        before, words = _short(self.text[: at - 1].strip()), _short(words)
        understood = f' (understood so far: "{before}")' if before else ""
        expectation = f"; expected {expected}" if expected else ""
        return Unreadable(Refusal(code, f"column {at}: {words}{understood}{expectation}", f"column {at}"))

    def placed(self, fault: Refused, column: int) -> Refused:
        """Add to a refused name the fact's column and what was understood before it."""
        placed = [r if r.where else self.refuse(r.code, r.words, "", column).reasons[0] for r in fault.reasons]
        return type(fault)(*placed)


def join_words(words: list[Word]) -> str:
    """Return the words as one text with spaces between."""
    return " ".join(word.text for word in words)


def _short(text: str) -> str:
    """A text as a refusal can repeat it: the beginning and the end of a long one."""
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]} ... {text[-SHOWN:]}"


_PARTS = {"half": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_TIMES = {"twice": 2, "double": 2, "thrice": 3}


def require_bounded(number: int) -> int:
    """Return the number if conditions allow it: from -1000 to 1000.

    Raises Unreadable `number-too-large` for others."""
    if abs(number) > 1000:
        raise Unreadable(Refusal("number-too-large", "numbers go from -1000 to 1000"))
    return number


def plain_number(phrase: list[Word]) -> int | None:
    """Return the number of a single word of digits, signed or not; else None."""
    if len(phrase) != 1 or not re.fullmatch(r"[+-]?\d+", phrase[0].low):
        return None
    return int(phrase[0].low[:9])


def split_offset(phrase: list[Word]) -> tuple[list[Word], int]:
    """Split a constant from a number: `enemy + 1` and `enemy+1` give `enemy` and 1."""
    if len(phrase) >= 3 and phrase[-2].text in ("+", "-") and phrase[-1].text.isdecimal():
        return phrase[:-2], require_bounded(int((phrase[-2].text + phrase[-1].text)[:9]))
    # Digits with a sign are a word of their own, or hang on a name.
    signed = re.search(r"[+-]\d+$", phrase[-1].text) if phrase else None
    name = phrase[-1].text[: signed.start()] if signed else ""
    if signed and (len(phrase) > 1 if not name else any(letter.isalpha() for letter in name)):
        rest = [Word(name, phrase[-1].column)] if name else []
        return [*phrase[:-1], *rest], require_bounded(int(signed[0][:9]))
    return phrase, 0


def signed_parts(phrase: list[Word]) -> Iterator[tuple[int, list[Word]]]:
    """What stands between the signs, each with its sign."""
    sign, part, begun = 1, list[Word](), False
    for word in phrase:
        if word.text[0] in "+-" and (word.text in "+-" or not part or word.text[1:2].isalnum()):
            if begun and part:
                yield sign, part
            sign, begun = (-1 if word.text[0] == "-" else 1), True
            part = [Word(word.text[1:], word.column + 1)] if len(word.text) > 1 else []
        else:
            part, begun = [*part, word], True
    yield sign, part


def split_share(phrase: list[Word]) -> tuple[int, int, list[Word]]:
    """Split a share from a number: `half of power` gives 1, 2 and `power`."""
    low = [word.low for word in phrase]
    times, over, prefix_length = 1, 1, 0
    fraction = re.fullmatch(r"([0-9]{1,3})(?:/([0-9]{1,3})|%)", low[0]) if low else None
    if fraction:
        times, over, prefix_length = int(fraction[1]), int(fraction[2] or 100), 1
    elif low and low[0] in _TIMES:
        times, prefix_length = _TIMES[low[0]], 1
    elif low and low[0] in _PARTS:
        over, prefix_length = _PARTS[low[0]], 1
    elif len(low) > 1 and low[0] in _COUNTS and low[1] in _PARTS:
        times, over, prefix_length = _COUNTS[low[0]], _PARTS[low[1]], 2
    elif len(low) > 2 and low[1] in ("times", "*", "x") and re.fullmatch(r"[0-9]{1,9}", low[0]):
        times, prefix_length = int(low[0]), 2
    if prefix_length and low[prefix_length : prefix_length + 1] == ["of"]:
        prefix_length += 1
    return times, over, phrase[prefix_length:]


def sum_text(shares: Iterable[Any], plus: int) -> str:
    """Write a sum with ids for names; shares have `times`, `term`, perhaps `over`."""
    text = ""
    for share in shares:
        count, over = abs(share.times), getattr(share, "over", 1)
        much = f"{count}/{over} of " if over != 1 else f"{count} times " if count != 1 else ""
        text += f" {'-' if share.times < 0 else '+'} {much}{share.term.typed()}"
    if plus:
        text += f" {'+' if plus > 0 else '-'} {abs(plus)}"
    return text.strip().removeprefix("+ ")


# What conditions count with.
Small = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
# Words of the longest name that stands beside another without a word between them, and some; of any name.
MAX_WORDS, MAX_NAME_WORDS = 6, 24
# No abbreviations of names, though some name begins so.
NO_NAMES = frozenset(("a", "an", "the", "no", "i", "my"))
_TOKEN = re.compile(r"\{(\w+)(!?)\}|\(([^)]*)\)|([^\s{}()]+)")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_POSSESSIVE = re.compile(r"(['’]s|['’])$")


class Mistake(NamedTuple):
    """How a slot refuses unknown input: code, fault, expected words, fault if empty."""

    code: str
    what: str
    expected: str
    nothing: str = "something is missing here"


class Slot:
    """What a fact's field takes: names of these sorts, and words with their values.

    The first of several words for a value is written. `also`: further values in stored facts; `hints`: sorts and words
    in which a refusal looks for similar ones.
    """

    def __init__(
        self,
        *sorts: str,
        words: Mapping[str, Any] | None = None,
        also: Iterable[str] = (),
        mistake: Mistake | None = None,
        hints: tuple[Sequence[str], Sequence[str]] = ((), ()),
    ) -> None:
        """Take names of `sorts`, and `words` with the values that they mean.

        `also`: further stored values; `mistake`: how to refuse; `hints`: where to look for similar ones."""
        words = words or {}
        self.mistake, self.hints = mistake, hints
        self.values = {word.casefold(): value for word, value in words.items()}
        meant = (value for value in words.values() if isinstance(value, str))
        self.ids = Ids(sorts, tuple(dict.fromkeys((*meant, *also))))
        self._typed = {value: word for word, value in reversed(list(words.items()))}

    @property
    def closed(self) -> bool:
        """Return whether nothing but the words fits, so that others fit another form."""
        return not self.ids.sorts and self.mistake is None

    def write(self, value: Any) -> str:
        """A value as it is typed."""
        return str(self._typed.get(value, value))

    def name(self, phrase: list[Word]) -> list[Word]:
        """Return the words of a phrase that are the name; by default all."""
        return phrase

    def meaning(self, phrase: list[Word], book: NameBook) -> Any:
        """Return the value that a phrase means; None if it is not known."""
        low = " ".join(word.low for word in phrase).removeprefix("the ")
        if low in self.values:
            return self.values[low]
        if low in NO_NAMES:
            return None
        text = join_words(self.name(phrase))
        for sort in self.ids.sorts:
            for name in dict.fromkeys((text, _POSSESSIVE.sub("", text))):
                if len(meant := book.matches(name, sort)) == 1:
                    return meant[0]
        return None

    def refuse(self, phrase: list[Word], book: NameBook, words: Words) -> None:
        """Raises Refused for what is not known."""
        wrong, text = self.mistake, join_words(self.name(phrase))
        if wrong is not None and not text:
            raise words.refuse(wrong.code, wrong.nothing, wrong.expected)
        if wrong is not None and wrong.what:
            got = f'"{text}" {wrong.what}{book.hint(text, *self.hints)}'
            raise words.refuse(wrong.code, got, wrong.expected, phrase[0].column)
        book.find(_POSSESSIVE.sub("", text), self.ids.sorts[-1])


class Form:
    """A text form of a fact: `fixed` field values, `negated`, `compared` numbers."""

    def __init__(
        self, text: str, *, negated: bool = False, compared: tuple[str, int] | None = None, **fixed: Any
    ) -> None:
        self.text, self.negated, self.compared, self.fixed = text, negated, compared, fixed

    def lines(self) -> Iterator[str]:
        """The form with and without each part that may be missing, the shortest first."""
        yield from _expand_optional(self.text)


def _expand_optional(text: str) -> Iterator[str]:
    """Yield a text without and with each part in square brackets.

    The shortest comes first."""
    optional = _OPTIONAL.search(text)
    if optional is None:
        yield text
        return
    for inner in ("", optional[1]):
        yield from _expand_optional(text[: optional.start()] + inner + text[optional.end() :])


class Fact(FrozenStruct, tag_field="kind", tag=tag_of, forbid_unknown_fields=True, omit_defaults=True):
    """A fact of a condition, or a number to compare; `forms` are its text forms.

    `numeric`: it holds by a number; `of_battle`: its words where it has no meaning without a battle.
    """

    forms: ClassVar[tuple[str | Form, ...]] = ()
    numeric: ClassVar[bool] = False
    of_battle: ClassVar[str] = ""

    def holds(self, scene: Any) -> bool:
        """Whether the fact holds now; raises Inapplicable if it needs what does not exist."""
        raise TypeError(f"{self!r} is no fact")

    def number(self, scene: Any) -> int:
        """The number now; Inapplicable if there is none."""
        raise TypeError(f"{self!r} is no number")

    def weighed(self, scene: Any, positive: bool) -> Weighed:
        """Return the text and value by which the fact holds (`positive`) or fails."""
        return Weighed(self.typed(), int(self.holds(scene)))

    def typed(self) -> str:
        """Return the fact as text with ids for names; `FactTable.read` reads it back."""
        for line in lines_of(type(self)):
            text = line.write(self)
            if text is not None:
                return text
        raise TypeError(f"no form says {self!r}")


@cache
def slots_of(fact: type[Fact]) -> dict[str, Slot]:
    """Return the slots of a fact's fields by their names."""
    hints = get_type_hints(fact, include_extras=True)
    return {name: _slot(hints[name]) for name in fact.__struct_fields__}


def _slot(hint: Any) -> Slot:
    for annotation in getattr(hint, "__metadata__", ()):
        if isinstance(annotation, Slot):
            return annotation
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    return Slot(words={choice: choice for choice in choices})


def names_of(fact: Fact, where: str) -> Iterator[Node]:
    """Yield the names in a fact, as nodes at a place."""
    for field, slot in slots_of(type(fact)).items():
        if slot.ids.sorts:
            yield Node(where, slot.ids, (getattr(fact, field),))


class _Token(NamedTuple):
    """Piece of a line: a slot, words, or words of slot values (`phrases`, or None)."""

    field: str
    phrases: dict[tuple[str, ...], Any] | None
    typed: str = ""


Spans = list[tuple[_Token, int, int]]


class Line:
    """One way to type a fact: a form with or without each part that may be missing."""

    def __init__(self, fact: type[Fact], form: Form, text: str) -> None:
        self.fact, self.form = fact, form
        self.tokens = tuple(self._tokens(text))
        self.fields = frozenset((*(token.field for token in self.tokens), *form.fixed))
        self.weight = sum(token.phrases is not None for token in self.tokens)

    def _tokens(self, text: str) -> Iterator[_Token]:
        """Yield the tokens of the line's text: its slots, words and word choices."""
        slots = slots_of(self.fact)
        for field, closed, among, word in _TOKEN.findall(text):
            if field:
                slot = slots[field]
                phrases = {tuple(typed.split()): value for typed, value in slot.values.items()}
                yield _Token(field, phrases if closed or slot.closed else None)
            else:
                choices = (among or word).split("|")
                yield _Token("", {tuple(choice.casefold().split()): None for choice in choices}, choices[0])

    def firsts(self) -> list[str]:
        """Words of which the line has one: those that its first words may begin with."""
        closed = next((token.phrases for token in self.tokens if token.phrases is not None), {})
        return [phrase[0] for phrase in closed or {}]

    def write(self, fact: Fact) -> str | None:
        """The fact as this line says it, or None if it does not say all of it."""
        if self.form.negated or self.form.compared:
            return None
        for field in msgspec.structs.fields(self.fact):
            value = getattr(fact, field.name)
            if field.name not in self.fields and value != field.default:
                return None
            if field.name in self.form.fixed and value != self.form.fixed[field.name]:
                return None
        slots = slots_of(self.fact)
        return " ".join(slots[t.field].write(getattr(fact, t.field)) if t.field else t.typed for t in self.tokens)

    def spans(self, low: Sequence[str], at: int = 0, number: int = 0) -> Iterator[Spans]:
        """Yield every match of the words with the line: start and end of each token."""
        if number == len(self.tokens):
            if at == len(low) or list(low[at:]) == [""]:
                yield []
            return
        token, last = self.tokens[number], number == len(self.tokens) - 1
        for end in self._ends(token, low, at, number, last):
            for rest in self.spans(low, end, number + 1):
                yield [(token, at, end), *rest]

    def _ends(self, token: _Token, low: Sequence[str], at: int, number: int, last: bool) -> Iterable[int]:
        """Return the places where a token that begins at `at` may end.

        `low`: the words in small letters; `number`, `last`: which token it is, and whether the last."""
        if token.phrases is not None:
            return [at + len(p) for p in token.phrases if tuple(low[at : at + len(p)]) == p]
        # Of two names side by side the second is short: a text of a thousand words is not tried at every place.
        beside = number > 0 and self.tokens[number - 1].phrases is None
        most = at + (MAX_WORDS if beside else MAX_NAME_WORDS)
        if last:
            return [len(low)] if at < len(low) <= most + 1 else []
        # After a word a name may be missing, and is asked for.
        least = at + 1 if number == 0 or self.tokens[number - 1].phrases is None else at
        return range(least, min(len(low), most + 1))

    def read(self, spans: Spans, phrase: Sequence[Word], book: NameBook) -> tuple[Fact | None, int]:
        """The fact that these words say, or None; and how many of its names are known."""
        values, slots, names = dict(self.form.fixed), slots_of(self.fact), dict[str, Any]()
        for token, begin, end in spans:
            if token.field and token.phrases is not None:
                values[token.field] = token.phrases[tuple(word.low for word in phrase[begin:end])]
            elif token.field:
                names[token.field] = slots[token.field].meaning(_drop_end_word(phrase[begin:end]), book)
        known_count = sum(value is not None for value in names.values())
        return (self.fact(**values, **names) if known_count == len(names) else None), known_count

    def refuse(self, spans: Spans, phrase: Sequence[Word], book: NameBook, words: Words) -> None:
        """Raises Refused for the first name that is not known."""
        slots = slots_of(self.fact)
        for token, begin, end in spans:
            name = _drop_end_word(phrase[begin:end])
            if token.field and token.phrases is None and slots[token.field].meaning(name, book) is None:
                slots[token.field].refuse(name, book, words)


def _drop_end_word(phrase: Iterable[Word]) -> list[Word]:
    """Return the words without the empty one that marks the end."""
    return [word for word in phrase if word.text]


@cache
def lines_of(fact: type[Fact]) -> tuple[Line, ...]:
    """Return a fact's text forms, those written before those only read."""
    forms = [Form(form) if isinstance(form, str) else form for form in fact.forms]
    return tuple(Line(fact, form, text) for form in forms for text in form.lines())


class FactTable:
    """A game's facts of conditions, or its numbers to compare, in order of matching."""

    def __init__(self, facts: Iterable[type[Fact]], numbers: Iterable[type[Fact]] = ()) -> None:
        """`numbers` are those of which the forms that compare them are facts."""
        compared = [line for number in numbers for line in lines_of(number) if line.form.compared]
        self._by_word: dict[str, list[tuple[int, Line]]] = {}
        lines = (*(line for fact in facts for line in lines_of(fact)), *compared)
        for place, line in enumerate(lines):
            for word in line.firsts():
                self._by_word.setdefault(word, []).append((place, line))

    def read(self, phrase: Sequence[Word], book: NameBook, words: Words) -> tuple[Fact, Form] | None:
        """Return the fact that these words say, with its form; None if no form fits.

        Raises Refused for an unknown name, in the form of which most words fit.
        """
        low = [word.low for word in phrase]
        near = {place: line for word in set(low) for place, line in self._by_word.get(word, ())}
        rank, nearest = (-1, -1, False), None
        for _, line in sorted(near.items()):
            for spans in line.spans(low):
                fact, known_count = line.read(spans, phrase, book)
                if fact is not None:
                    return fact, line.form
                # Of forms of one fact the first, of those of several the last.
                here = (line.weight, known_count, line.form.compared is None)
                if nearest is None or here > rank or (here == rank and line.fact is not nearest[0].fact):
                    rank, nearest = here, (line, spans)
        if nearest is not None:
            nearest[0].refuse(nearest[1], phrase, book, words)
        return None
