"""Words of free-form lines: the names, orders and numbers they may mean."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from narration.notation.cursor import Token, Tongue, tokens
from narration.notation.grammar import Notation, SeatFacts
from narration.notation.words import (
    COMMON,
    IF,
    LISTS,
    MIN_BEGINNING,
    MIN_MISSPELT,
    Names,
    agree,
    alike,
    begin,
    exact_name_matches,
    first_letters,
    is_shortened_or_misspelt,
    matches_name,
    spelt,
)

_DATA = tomllib.loads(Path(__file__).with_name("free_text.toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(spelt(word) for text in _DATA[name].values() for word in text.split())


def _split_phrases(table: dict[str, str]) -> list[list[str]]:
    texts = (text.replace("\n", "/").split("/") for text in table.values())
    return [spelt(phrase).split() for every in texts for phrase in every if phrase.strip()]


FILLERS, BLOCKERS, CONTENT, TALK, WISHES = (
    _words(name) for name in ("fillers", "blockers", "content", "talk", "wishes")
)
# Words of an answer to one question, by what they say; `words` say nothing besides what is picked.
ANSWERS = {
    name: frozenset(spelt(word) for text in table.values() for word in text.split())
    for name, table in _DATA["replies"].items()
}
POSSESSIVES, LEAVES, BEHIND, TAKES, SEAS = (
    _words(name) for name in ("possessives", "leaves", "behind", "takes", "seas")
)
CORRECTIONS = sorted(_split_phrases(_DATA["corrections"]), key=len, reverse=True)
# What is written in the place of words that people use.
SAID_OTHERWISE = {tuple(words): meant for meant, table in _DATA["otherwise"].items() for words in _split_phrases(table)}
SAID_OTHERWISE |= {tuple(text.split()): text for text in IF.known if " " in text}
# Words around others, and what is written in the place of them all.
AROUND = [
    (re.compile(rf"(?<!\S){pattern}(?![\w'])", re.IGNORECASE), meant)
    for meant, table in _DATA["around"].items()
    for patterns in table.values()
    for pattern in patterns.strip().replace("...", "([^,;.]{2,30}?)").replace("<units>", _DATA["units"]).split("/")
]
_LANGUAGES = ("en", "it", "es")


class Weighty(NamedTuple):
    """Words that change the meaning, and what shows them in lines of a keyword."""

    words: re.Pattern[str]
    shown: re.Pattern[str] | None
    keyword: re.Pattern[str]


WEIGHTY = [
    Weighty(
        re.compile(rf"(?<!\S)(?:{'|'.join(table[language] for language in _LANGUAGES if language in table)})(?!\S)"),
        re.compile(table["shown"]) if "shown" in table else None,
        re.compile(table.get("keyword", "")),
    )
    for table in _DATA["weighty"].values()
]
NUMBERS = {spelt(word): digit for digit, entry in COMMON.get("numbers", {}).items() for word in entry.every()}
EMPTY = "is empty"
PAIRS = frozenset(("both", "entrambi", "entrambe", "entrambi i", "entrambe le", "ambos", "ambas", "los dos", "las dos"))
# Words of a name; letters of one that may be misspelt once, and twice.
MAX_NAME, MIN_TWICE = 6, 9
# Sorts of names that one of their words means, too.
BEGUN = ("area", "card", "ally", "leader")
# An order with its number: `m0`, `d+1`.
_JOINED = re.compile(r"([^\W\d]+) ?([+-]?[0-3])")
_SPLIT = re.compile(r"(?<=[^\W\d])-(?=[^\W\d])")
# A sign between names, in games that have no orders with numbers.
_ALSO = re.compile(r" ?[+] ?(?=[^\W\d])")
_WITH = re.compile(r"(?<!\S)w/ ?", re.IGNORECASE)
# Words that are set off by stars or lines.
_EMPHASIS = re.compile(r"(?<![\w*])[*_]{1,2}([^\W\d_][^*_]*)[*_]{1,2}(?!\w)")
# A letter that is drawn out: `ciaooo`.
_DRAWN = re.compile(r"([^\W\d_])\1{2,}", re.IGNORECASE)
# An article of Italian before a vowel.
_ELIDED = re.compile(r"(?<!\w)((?:d|n|s|a|qu)?[ae]?l{1,2})'(\w+)", re.IGNORECASE)
# Before names, and within them.
_OF_NAMES = LISTS["from"] | LISTS["towards"] | LISTS["at"] | LISTS["articles"] | LISTS["inner"]
# The mark or number of a list before a line.
MARK = re.compile(r"^[ \t]*(?:[*\u2022-][ \t]+|\(?[0-9]{1,2}(?:[.)](?=[^\d.])|-(?=[ \t]+[^\W\d]))[ \t]*)")


# Ids by the sort of name.
Ids = dict[str, tuple[str, ...]]


class Item(NamedTuple):
    """Words of a line as `typed` and normalized, with possible ids by sort of name.
    `firm`: they mean something in this game although they are filler elsewhere."""

    typed: str
    spelt: str
    ids: Ids
    firm: bool = False

    def of(self, sorts: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the first of these sorts that has any; empty if none has."""
        return next((self.ids[sort] for sort in sorts if self.ids.get(sort)), ())

    def only(self, *sorts: str) -> str:
        """The one id of the first of these sorts of which there are any; else empty."""
        ids = self.of(sorts)
        return ids[0] if len(ids) == 1 else ""


def words_in(items: Iterable[Item]) -> set[str]:
    """Return the single words of items."""
    return {word for item in items for word in item.spelt.split()}


def make_item(text: str, **ids: str) -> Item:
    """Make an item of a word, or of an id for each sort that is named."""
    return Item(text, text, {sort: (item_id,) for sort, item_id in ids.items()})


def index_of_words(items: Sequence[Item], words: Collection[str]) -> int:
    """Return the index of the first item that is one of these words, else the end."""
    return next((at for at, item in enumerate(items) if item.spelt in words), len(items))


class Lexicon:
    """What words mean by sort of name, in the games of a tongue."""

    def __init__(self, names: Names) -> None:
        self.exact: dict[str, Ids] = {}
        self.kinds = sorted(names.spellings.get("order-type", ()), key=len, reverse=True)
        for sort in names.spellings:
            for text, ids in names.index((sort,)).whole.items():
                if not text.isdecimal():
                    self._add(text, sort, tuple(ids))
        for table in (names.shorts, names.besides):
            for sort, shorts in table.items():
                for text, name_id in shorts.items():
                    self._add(text, sort, (name_id,))
        self.words = frozenset(word for text in self.exact for word in text.split())
        # Words of areas' full names, which are no abbreviations.
        self.whole_words = frozenset(word for text in names.index(("area",)).whole for word in text.split())
        # Names that may be misspelt.
        self.distinct = [text for text in self.exact if len(text) >= MIN_MISSPELT]
        # Names that a beginning or one of their words means, too.
        self.long = {
            sort: [(text.split(), ids[sort]) for text, ids in self.exact.items() if sort in ids and len(text) > 3]
            for sort in BEGUN
        }

        self.initials: dict[str, set[str]] = {}
        for parts, every in self.long["area"]:
            for name_id in every:
                for text in (first_letters(parts), first_letters(name_id.split("-"))):
                    self.initials.setdefault(text, set()).add(name_id)

    def _add(self, text: str, sort: str, ids: tuple[str, ...]) -> None:
        """Add a name's ids, also by its text without little words or leading article."""
        self.exact.setdefault(text, {}).setdefault(sort, ids)
        # Little words within a name may be left out: `mare tramonto`.
        first, *rest = text.split()
        word_options = [(word, "") if word in LISTS["little"] | LISTS["inner"] else (word,) for word in rest]
        for left in product(*word_options):
            if " " in (plain := " ".join(filter(None, (first, *left)))):
                self.exact.setdefault(plain, {}).setdefault(sort, ids)
        # `A special` are letters for an order.
        if "order" not in sort and first in LISTS["articles"] and len(bare := " ".join(rest)) > MIN_MISSPELT:
            self.exact.setdefault(bare, {}).setdefault(sort, ids)


@lru_cache(maxsize=32)
def lexicon(names: Names) -> Lexicon:
    """The lexicon of some names; made once."""
    return Lexicon(names)


class Tagger:
    """Puts the words of lines together that name something, in a game and for a seat."""

    def __init__(self, notation: Notation, tongue: Tongue, seat: SeatFacts) -> None:
        self.notation, self.tongue, self.seat = notation, tongue, seat
        self.lexicon = lexicon(tongue.names)
        # Where a footman may become a siege engine he is not said to become a knight.
        sieges = "siege-engine" in tongue.names.spellings.get("unit", ())
        self.around = [(pattern, meant) for pattern, meant in AROUND if not (sieges and meant.endswith(" to knight"))]
        self.otherwise = {**SAID_OTHERWISE, **notation.otherwise}
        self.longest = max(map(len, self.otherwise))
        self.meanings = frozenset(filter(None, notation.otherwise.values()))
        self.elided = self.lexicon.words.union(*self.otherwise)
        # What was looked for once in all lines, and the words of texts that are looked at from several sides.
        self.tagged: dict[str, list[Item]] = {}
        self.misspelt: dict[str, Ids] = {}
        self.alike: dict[tuple[str, bool], Ids] = {}

    def items(self, sentence: str) -> list[Item]:
        """The words of a sentence, those that name something put together."""
        if sentence not in self.tagged:
            self.tagged[sentence] = self._tag(sentence)
        return list(self.tagged[sentence])

    def _tag(self, sentence: str) -> list[Item]:
        """Return a sentence's words, putting those together that name something."""
        for pattern, meant in self.around:
            sentence = pattern.sub(meant.replace("...", r"\1"), sentence)
        plain = _WITH.sub("with ", sentence).replace("&", " and ").replace("/", " / ").replace("@", " at ")
        text = " ".join(self._split_hyphens(word) if "-" in word else word for word in plain.split(" "))
        if self.meanings:
            text = _ALSO.sub(" and ", text)
        text = _EMPHASIS.sub(r" \1 ", _DRAWN.sub(r"\1", text))
        text = _ELIDED.sub(
            lambda match: match[0] if spelt(match[0]) in self.elided else f"{match[1]}a {match[2]}", text
        )
        words = [token for token in tokens(text.replace("{", " "), 0) if token.text not in ("!", "[", "]", ")")]
        items: list[Item] = []
        at = 0
        while at < len(words):
            item, at = self._item(words, at)
            if self.meanings and "card" in item.ids and items and items[-1].spelt in ANSWERS["no"]:
                # `up to 12, no Feint`
                items[-1] = Item("without", "without", {}, firm=True)
            if "unit" in item.ids and items and items[-1].typed in PAIRS:
                items[-1] = make_item("2")
            three = next((at for at in range(len(items) - 1, -1, -1) if items[at].spelt not in LISTS["articles"]), 0)
            if "unit" in item.ids and items and items[three].spelt == "each track":
                items[three] = make_item("3")
            if item.spelt == "=" and items and items[-1].spelt == ">":
                item = make_item(">=")
                items.pop()
            items.append(item)
        return items

    def _split_hyphens(self, word: str) -> str:
        halves = [spelt(half.strip(".,:;!()")) for half in _SPLIT.split(word)]
        parted = " ".join(halves) not in self.lexicon.exact and (
            len(halves) == 1
            or all(
                not half.isalpha() or half in self.lexicon.exact or self._is_known_word(half) or self._misspelt(half)
                for half in halves
            )
        )
        return _SPLIT.sub(" - ", word) if parted else word

    def _phrase(self, words: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """The longest phrase at a place for documented words, and where it ends.
        An article before a longer one belongs to it."""
        phrase: tuple[Item, int] | None = None
        for count in range(min(self.longest, len(words) - at), 0, -1):
            typed = " ".join(token.spelt for token in words[at : at + count])
            meant = self.otherwise.get(tuple(typed.split()))
            if self.meanings and count > 1 and typed in self.lexicon.exact:
                break
            if meant is not None:
                phrase = Item(typed if meant == "all" else meant, meant, {}, meant in self.meanings), at + count
                break
        behind = self._phrase(words, at + 1) if words[at].spelt in LISTS["articles"] and at + 1 < len(words) else None
        return behind if behind and phrase and behind[1] > phrase[1] else phrase

    def _item(self, words: Sequence[Token], at: int) -> tuple[Item, int]:
        """The longest item that begins at a place, and where it ends."""
        if phrase := self._phrase(words, at):
            return phrase
        if name := self._area_before_order(words, at):
            return self._item_from_tokens(words[at : at + 1], {"area": (name,)}), at + 1
        order = self._order(words, at)
        for count in range(min(MAX_NAME, len(words) - at), 0, -1):
            text = " ".join(token.spelt for token in words[at : at + count])
            if order is not None and order[1] >= at + count:
                break
            ids = self.lexicon.exact.get(text)
            keyword = text.partition(" ")[2] if words[at].spelt in LISTS["articles"] else text
            if count > 1 and keyword in self.notation.keywords.known and (ids is None or keyword != text):
                if keyword != text:
                    # Of `la spada` the article says nothing.
                    break
                return self._item_from_tokens(words[at : at + count], {}), at + count
            after = at + count
            if count > 1 and words[after - 1].text.isdecimal() and self._counts(words, after):
                continue
            if count > 1 and self._order_kind(words[after - 1].spelt) and self._order_number(words, after)[1] > after:
                # `Searoad march 0` is the area and its order.
                continue
            ahead = words[after].spelt if after < len(words) else ""
            last = ahead[:1].isalpha() and not self._is_known_word(ahead) and ahead not in self.lexicon.words
            if ids and count == 1 and last and (longer := self._misspelt(f"{text} {ahead}")):
                # `Stoney Spet`
                return self._item_from_tokens(words[at : after + 1], longer), after + 1
            if ids and not (count == 1 and (self._pronoun(words[at]) or text in self.stars)):
                ids = self._orders_first(words, at, ids)
                return self._item_from_tokens(words[at : at + count], self._nearest(ids, text)), at + count
        if order is not None:
            return order
        for count in range(min(3, len(words) - at), 0, -1):
            piece = words[at : at + count]
            text = " ".join(token.spelt for token in piece)
            if any(not token.spelt[:1].isalpha() for token in piece) or self._cuts(words, at, count):
                continue
            if ids := self._like(text, capital=piece[0].text[0].isupper()):
                return self._item_from_tokens(piece, ids), at + count
        word = words[at]
        if ids := self._initials(
            word, ordered=self.seat.planning and at + 1 < len(words) and self._is_order_at(words, at + 1)
        ):
            return self._item_from_tokens([word], ids), at + 1
        return Item(word.text, NUMBERS.get(word.spelt, word.spelt), {}, word.spelt in self.meanings), at + 1

    def _cuts(self, words: Sequence[Token], at: int, count: int) -> bool:
        """Whether a name overlaps the end of the words: `banco de hierro` behind `puerto`."""
        ends = range(at + count + 1, min(len(words), at + count + MAX_NAME) + 1)
        pieces = (words[begin:end] for begin in range(at + 1, at + count) for end in ends)
        return any(" ".join(word.spelt for word in piece) in self.lexicon.exact for piece in pieces)

    def _area_before_order(self, words: Sequence[Token], at: int) -> str:
        """Return the own area named by one word before an order, or behind an article,
        despite another meaning: `porto CP`, `inv m+1`, `nave del porto`; empty for none."""
        text = words[at].spelt
        little = text in FILLERS
        if len(text) < MIN_BEGINNING or text in _OF_NAMES or not (little or self._order_begun(text)):
            return ""
        after = at + 1
        while after < len(words) and words[after].spelt in LISTS["has"]:
            after += 1
        ordered = self.seat.planning and after < len(words) and self._is_order_at(words, after)
        if not ordered and not (little and at and words[at - 1].spelt in LISTS["before-nouns"]):
            return ""
        begun = [(parts, area) for parts, area in self._own_areas if any(part.startswith(text) for part in parts)]
        own = {area for parts, area in begun if text in parts or not little}
        return own.pop() if len(own) == 1 else ""

    def _is_order_at(self, words: Sequence[Token], at: int) -> bool:
        texts = (" ".join(word.spelt for word in words[at:end]) for end in range(at + 1, min(len(words), at + 4) + 1))
        long = (text for text in texts if len(text) >= MIN_BEGINNING)
        return self._order(words, at) is not None or any("order" in self.lexicon.exact.get(text, {}) for text in long)

    def _initials(self, word: Token, *, ordered: bool) -> Ids:
        """Return the one area, own before near, with these initials: `TDP`.
        Two small letters count only where an order follows (`ordered`)."""
        text = word.spelt
        letters = len(text) >= MIN_BEGINNING or len(text) > 1 and (ordered or word.text.isupper())
        little = text in FILLERS or text in BLOCKERS or text in NUMBERS
        if not (letters and text.isalpha()) or little or self._is_known_word(text) and not word.text.isupper():
            return {}
        named = self.lexicon.initials.get(text, set())
        areas = next(filter(None, (named & pool for pool in (self.seat.own, self.seat.near))), set())
        return {"area": tuple(areas)} if len(areas) == 1 else {}

    def _like(self, text: str, *, capital: bool) -> Ids:
        """What begins so, or is spelt nearly so; looked for once in all lines."""
        if (text, capital) not in self.alike:
            own = capital and any(text in parts for parts, _ in self._own_areas)
            ids = {} if self._little(text) and not own else self._begun(text)
            self.alike[text, capital] = ids or self._misspelt(text) or self._abbreviated_area(text)
        return self.alike[text, capital]

    @staticmethod
    def _item_from_tokens(words: Sequence[Token], ids: Ids) -> Item:
        return Item(" ".join(token.text for token in words), " ".join(token.spelt for token in words), ids)

    @cached_property
    def _own_areas(self) -> list[tuple[list[str], str]]:
        every = ((parts, area) for parts, ids in self.lexicon.long["area"] for area in ids)
        return [(parts, area) for parts, area in every if area in self.seat.own]

    def _pronoun(self, word: Token) -> bool:
        """Whether a word that may be a name or its letters is a function word here."""
        plainly = word.text[1:].islower() or word.text.islower() or word.text == "I" or len(word.text) > 3
        little = plainly and word.spelt in FILLERS | BLOCKERS | IF.begins
        return little and (len(word.spelt) < MIN_MISSPELT or not self._order_kind(word.spelt))

    def _little(self, text: str) -> bool:
        """Whether the first word is one that no name is meant by."""
        word = text.split()[0]
        begins = word in self.notation.beginnings or word in self.stars or self._order_kind(word)
        return bool(begins or word in FILLERS or word in BLOCKERS or word in NUMBERS)

    def _is_known_word(self, text: str) -> bool:
        """Whether words have another meaning, so that they are no name misspelt."""
        return any(
            word in FILLERS or word in BLOCKERS or word in self.notation.every_word or word in NUMBERS
            for word in text.split()
        )

    def _order(self, words: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """An order: its kind, as a verb too, with a number or a star beside it."""
        end = at
        number, after = self._order_number(words, at) if words[at].spelt not in ("+", "-") else ("", at)
        if after > at and (words[at].spelt[0] in "+-" or number == "+0" or after > at + 1):
            # `the -1 march`, `zero march`
            kind, end = self._kind(words, after) if after < len(words) else ("", after)
            orders = self.tongue.names.matches(f"{kind}{number}", ("order",)) if kind else []
            whole = len(orders) == 1 and len(words[after].spelt) > 1
            return (
                (self._item_from_tokens(words[at:end], {"order": (orders[0],), "order-type": (kind,)}), end)
                if whole
                else None
            )
        star = ""
        if words[end].spelt in self.stars and end + 1 < len(words):
            star, end = f" {self._stars[0]}", end + 1
        if self._pronoun(words[end]):
            return None
        joined = _JOINED.fullmatch(words[end].spelt)
        kind, after = self._kind(words, end) if joined is None else (self._order_kind(joined[1]), end + 1)
        if not kind:
            return None
        if joined:
            number, end = joined[2] if joined[2][0] in "+-" else f"+{joined[2]}", after
        else:
            number, end = self._order_number(words, after)
        if end < len(words) and words[end].spelt in self.stars:
            star, end = f" {self._stars[0]}", end + 1
        orders = self.tongue.names.matches(f"{kind}{number}{star}", ("order",))
        if len(orders) != 1:
            return None
        ids = self._orders_first(words, at, self.lexicon.exact.get(" ".join(word.spelt for word in words[at:end]), {}))
        return self._item_from_tokens(words[at:end], {**ids, "order": (orders[0],), "order-type": (kind,)}), end

    def _orders_first(self, words: Sequence[Token], at: int, ids: Ids) -> Ids:
        """Return a word's meanings, orders first; a single letter is an order: `WH S`."""
        kind = next((name for name in self.lexicon.kinds if "order" in ids and ids["order"][0].startswith(name)), "")
        ids = {"order-type": (kind,), **ids} if kind else ids
        letter = len(words[at].text) == 1 and "order" in ids and not (at and words[at - 1].text.isdecimal())
        return {sort: every for sort, every in ids.items() if not (letter and self.seat.planning and sort == "unit")}

    def _order_kind(self, text: str) -> str:
        return next(iter(self.lexicon.exact.get(text, {}).get("order-type", ())), "")

    def _kind(self, words: Sequence[Token], at: int) -> tuple[str, int]:
        """Return the order kind of the longest matching words, and where they end."""
        for count in range(min(3, len(words) - at), 0, -1):
            if kind := self._order_kind(" ".join(word.spelt for word in words[at : at + count])):
                return kind, at + count
        text = words[at].spelt
        is_name = text in self.lexicon.exact
        return "" if is_name else self._order_begun(text), at + 1

    def _order_begun(self, text: str) -> str:
        """The one kind of order whose word begins so, such as `supp`."""
        if len(text) < MIN_BEGINNING or not text.isalpha() or self._is_known_word(text):
            return ""
        kinds = self.tongue.names.spellings.get("order-type", {})
        begun = [kind for kind, texts in kinds.items() if any(spelling.startswith(text) for spelling in texts)]
        return begun[0] if len(begun) == 1 else ""

    @cached_property
    def stars(self) -> frozenset[str]:
        """The words and the sign for special orders."""
        return frozenset(("*", *map(spelt, self._stars)))

    @property
    def _stars(self) -> tuple[str, ...]:
        rows = self.notation.data.words.get("rows", {})
        return rows["star"].every() if "star" in rows else ("*",)

    def _counts(self, words: Sequence[Token], at: int) -> bool:
        """Whether the number before a place counts units: `march 1 knight`."""
        return at < len(words) and "unit" in self.lexicon.exact.get(words[at].spelt, {}) and len(words[at].spelt) > 1

    def _order_number(self, words: Sequence[Token], at: int) -> tuple[str, int]:
        """Return an order's number (`+1`, `- 1`, `plus one`, `0`), and where it ends."""
        end, sign = at, "+"
        if end < len(words) and words[end].spelt in ("+", "-", "plus", "minus", "piu", "meno", "mas", "menos"):
            sign = "-" if words[end].spelt in ("-", "minus", "meno", "menos") else "+"
            end += 1
        if end >= len(words):
            return "", at
        text = NUMBERS.get(words[end].spelt, words[end].spelt)
        if not re.fullmatch(r"[+-]?[0-3]", text):
            return "", at
        if end == at and self._counts(words, end + 1):
            return "", at
        number = text if text[0] in "+-" else f"{sign}{text}"
        return number, end + 1

    def _nearest(self, ids: Ids, text: str = "") -> Ids:
        """Return the ids in hand, own or near; also an own area with these initials."""
        ids_by_sort = {}
        whole = len(text) > MIN_BEGINNING and text in self.tongue.names.index(("area",)).whole
        if text and not (whole or "unit" in ids or self.seat.own.intersection(ids.get("area", ())) or " " in text):
            own = {name_id for parts, name_id in self._own_areas if matches_name(text, parts)}
            if len(own) == 1:
                ids = {**ids, "area": tuple(own)}
        for sort, every in ids.items():
            nearest = every
            for pool in (self.seat.hand, self.seat.own, self.seat.near) if len(every) > 1 else ():
                if within := tuple(name_id for name_id in every if name_id in pool):
                    nearest = exact_name_matches(within, text)
                    break
            ids_by_sort[sort] = nearest
        return ids_by_sort

    def _begun(self, text: str) -> Ids:
        """Return areas that begin so, own, then near, then all; and cards in hand."""
        words = text.split()
        if len(words[0]) < MIN_BEGINNING:
            return {}
        ids_by_sort = {}
        for sort in BEGUN:
            firmly = len(text) > MIN_BEGINNING or self.meanings
            near = (self.seat.hand, self.seat.near) if sort == "card" else (self.seat.near,)
            pools = (*((self.seat.own,) if sort != "card" else ()), *(near if firmly else ()))
            matches = [(parts, ids) for parts, ids in self.lexicon.long[sort] if begin(words, parts)]
            every = tuple(dict.fromkeys(name for _, ids in matches for name in ids))
            whole = tuple(dict.fromkeys(name for parts, ids in matches if words[0] in parts for name in ids))
            named = tuple(name for name in whole if words[0] in name.split("-"))
            nearest = (tuple(name for name in each if name in pool) for pool in pools for each in (named, whole, every))
            hits = next(filter(None, nearest), ())
            # Of several ports those of areas of one's own.
            if self.seat.own.isdisjoint(hits):
                hits = tuple(port for port in hits if any(port.endswith(f"-{own}") for own in self.seat.own)) or hits
            every = whole if sort == "leader" and not self.meanings else every
            if (
                hits
                or len(every) == 1
                and len(text) > MIN_BEGINNING
                and not (self.meanings and self._is_known_word(text))
            ):
                ids_by_sort[sort] = exact_name_matches(hits or every, words[0])
        if not ids_by_sort and self.meanings and text.endswith("s"):
            ids_by_sort = self.lexicon.exact.get(text[:-1]) or self._begun(text[:-1])
        # A leader's name means more than the leader.
        for name in ids_by_sort.get("leader", ())[:1]:
            ids_by_sort = {**self.lexicon.exact.get(spelt(name), {}), **ids_by_sort}
        return ids_by_sort

    def _misspelt(self, text: str) -> Ids:
        """Return the only near spelling; known words are not misspelt."""
        words = text.split()
        well = {at: word for at, word in enumerate(words) if self._is_known_word(word)}
        little = any(len(word) < MIN_BEGINNING for at, word in well.items() if at in (0, len(words) - 1))
        if len(text) < MIN_MISSPELT or len(well) == len(words) or little:
            return {}
        if text in self.misspelt:
            return self.misspelt[text]
        most = 1 + (len(text) >= MIN_TWICE)
        best: dict[int, Ids] = {}
        for spelling, distance, _ in process.extract(
            text, self.lexicon.distinct, scorer=OSA.distance, score_cutoff=most, limit=None
        ):
            parts = spelling.split()
            if alike(words, parts) and (not well or agree(well, parts)):
                for sort, every in self.lexicon.exact[spelling].items():
                    before = best.setdefault(distance, {}).get(sort, ())
                    best[distance][sort] = tuple(dict.fromkeys((*before, *every)))
        nearest = self._nearest(best[min(best)]) if best else {}
        self.misspelt[text] = nearest if all(len(ids) == 1 for ids in nearest.values()) else {}
        return self.misspelt[text]

    def _abbreviated_area(self, text: str) -> Ids:
        """Return the only own area abbreviated or misspelt so: `LPort`, `Pike`."""
        areas = {
            area
            for parts, area in self._own_areas
            if not self._is_known_word(text) and is_shortened_or_misspelt(text, parts)
        }
        return {"area": tuple(areas)} if len(areas) == 1 else {}


def idle(item: Item) -> bool:
    """Whether an item says nothing."""
    return not (item.ids or item.firm) and (item.spelt in FILLERS or not any(letter.isalnum() for letter in item.spelt))


def hides(items: Iterable[Item], texts: Iterable[str]) -> bool:
    """Whether documented lines do not show a word that changes what is meant."""
    plain, shown = " ".join("_" if item.ids else item.spelt for item in items), "; ".join(texts)
    return any(
        rule.keyword.match(shown) and rule.words.search(plain) and not (rule.shown and rule.shown.search(shown))
        for rule in WEIGHTY
    )
