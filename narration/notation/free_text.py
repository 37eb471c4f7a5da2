"""Lines as people type them, taken to mean the one documented instruction that is possible there.

A line is put into documented form: names by their ids, the keyword and what the entry is about first, words that say
nothing left out. What the documented reader then reads, and the position allows, is a reading. A line is taken if it
has one reading; it is never guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rapidfuzz.distance import OSA

from adjudicator.engine.decision import Refused
from narration.notation.cursor import Fault, Source, Token, Tongue, tokens
from narration.notation.entries import Filling
from narration.notation.grammar import Notation, SeatFacts, Statement
from narration.notation.lines import Lines
from narration.notation.words import COMMON, IF, LISTS, Names, spelt

_DATA = tomllib.loads(Path(__file__).with_name("free_text.toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(spelt(word) for text in _DATA[name].values() for word in text.split())


def _phrases_of(table: dict[str, str]) -> list[list[str]]:
    texts = (text.replace("\n", "/").split("/") for text in table.values())
    return [spelt(one).split() for every in texts for one in every if one.strip()]


FILLERS, BLOCKERS = _words("fillers"), _words("blockers")
CORRECTIONS = sorted(_phrases_of(_DATA["corrections"]), key=len, reverse=True)
# What is written in the place of words that people use.
SAID_OTHERWISE = {tuple(words): meant for meant, table in _DATA["otherwise"].items() for words in _phrases_of(table)}
NUMBERS = {spelt(word): digit for digit, said in COMMON.get("numbers", {}).items() for word in said.every()}
EMPTY = "is empty"
PAIRS = frozenset(("both", "entrambi", "entrambe", "ambos", "ambas"))
# Words of a line that is read so; a longer one is prose.
MAX_WORDS = 60
# Words of a name; letters of one that may be misspelt once, and twice.
MAX_NAME, MIN_MISSPELT, MIN_TWICE = 5, 5, 9
# The shortest beginning of a name that means it, where it is somebody's own or next to it.
MIN_BEGINNING = 3
# Pieces of a line that one instruction may be made of.
MAX_PIECES = 8
# An order with its number: `m0`, `d+1`.
_JOINED = re.compile(r"([^\W\d]+) ?([+-]?[0-3])")
_SPLIT = re.compile(r"(?<=[^\W\d])-(?=[^\W\d])")
# Words that are set off by stars or lines.
_EMPHASIS = re.compile(r"(?<![\w*])[*_]{1,2}([^\W\d_][^*_]*)[*_]{1,2}(?!\w)")
# An article of Italian before a vowel.
_ELIDED = re.compile(r"(?<!\w)((?:d|n|s|a|qu)?[ae]?l{1,2})'(\w+)", re.IGNORECASE)
# The mark or number of a list before a line.
MARK = re.compile(r"^[ \t]*(?:[*\u2022-][ \t]+|\(?[0-9]{1,2}[.)](?=[ \t\D])[ \t]*)")
# Several numbers in a row: `4-3-2`.
_DASHED = re.compile(r"(?<!\S)[0-9]{1,2}(?:-[0-9]{1,2}){2,}(?!\S)")
_SENTENCE = re.compile(r"[.;](?=\s|$)|[.](?=[^\W\d])")
_SOFT = frozenset((",", "/", "|", "-", ":", "=", ">", "&", "and", "e", "y", "ed"))
# Sorts of names with which an instruction may begin.
BEGINNINGS = frozenset(("area", "auction", "order", "card"))
# Signs and words before another part of what one instruction says.
_PARTS = frozenset((",", "+", "and", "e", "y", "&", "-", "/"))
_SIGNS = frozenset((",", "+", ":", ">", "|", "and", "e", "y"))


class Item(NamedTuple):
    """Some words of a line: as `typed`, spelt plainly, and the ids that they may mean by sort of name."""

    typed: str
    spelt: str
    ids: dict[str, tuple[str, ...]]

    def of(self, sorts: Iterable[str]) -> tuple[str, ...]:
        """The ids of the first of these sorts of which there are any."""
        return next((self.ids[sort] for sort in sorts if self.ids.get(sort)), ())


class Part(NamedTuple):
    """A documented instruction and what it fills."""

    text: str
    fills: tuple[tuple[str, str, str | None, bytes], ...]

    @property
    def places(self) -> frozenset[tuple[str, str, str | None]]:
        """For whom, which path and which key."""
        return frozenset(one[:3] for one in self.fills)


class Lexicon:
    """What words mean by sort of name, in the games of a tongue."""

    def __init__(self, names: Names) -> None:
        self.exact: dict[str, dict[str, tuple[str, ...]]] = {}
        for sort in names.spellings:
            for text, ids in names.index((sort,)).whole.items():
                if not text.isdecimal():
                    self._add(text, sort, tuple(ids))
        for table in (names.shorts, names.besides):
            for sort, shorts in table.items():
                for text, one in shorts.items():
                    self._add(text, sort, (one,))
        self.words = frozenset(word for text in self.exact for word in text.split())
        # Names that a beginning or one of their words means, too.
        self.long = {
            sort: [(text.split(), ids[sort]) for text, ids in self.exact.items() if sort in ids and len(text) > 3]
            for sort in ("area", "card")
        }

    def _add(self, text: str, sort: str, ids: tuple[str, ...]) -> None:
        self.exact.setdefault(text, {}).setdefault(sort, ids)
        article, _, rest = text.partition(" ")
        if article in LISTS["articles"] and len(rest) > MIN_MISSPELT:
            self.exact.setdefault(rest, {}).setdefault(sort, ids)


@lru_cache(maxsize=32)
def lexicon(names: Names) -> Lexicon:
    """The lexicon of some names; made once."""
    return Lexicon(names)


class FreeText:
    """Reads lines of one text in words of people's own."""

    def __init__(self, notation: Notation, tongue: Tongue, seat: SeatFacts) -> None:
        self.notation, self.tongue, self.seat = notation, tongue, seat
        self.lexicon = lexicon(tongue.names)

    def parts(self, line: str) -> list[Part]:
        """The instructions that a line means; none if it has no reading, or several."""
        if "?" in line or line.lstrip().startswith(">") or len(line.split()) > MAX_WORDS:
            return []
        parts: list[Part] = []
        topic: str | None = None
        for sentence in _SENTENCE.split(_DASHED.sub(lambda match: match[0].replace("-", " "), line)):
            if not sentence.strip():
                continue
            read, topic = self._sentence(sentence, topic)
            if read is None:
                return []
            parts += read
        return parts

    @staticmethod
    def correction(line: str) -> str | None:
        """What stands beside words that take back what was said before; None for a line without such."""
        words = [word for word in re.split(r"[\s,:;.!]+", line.strip()) if word]
        plain = [spelt(word) for word in words]
        begin, end = 0, len(words)
        while begin < end:
            first = next((text for text in CORRECTIONS if plain[begin : begin + len(text)] == text), None)
            if first is None:
                break
            begin += len(first)
        last = next((text for text in CORRECTIONS if plain[max(begin, end - len(text)) :] == text), None)
        if last is not None:
            end -= len(last)
        return " ".join(words[begin:end]) if begin or end < len(words) else None

    def _sentence(self, sentence: str, topic: str | None) -> tuple[list[Part] | None, str | None]:
        """The instructions of a sentence, none if it is only polite, None if it has no reading, or several; and the
        area of which it spoke, or the one before it (`topic`)."""
        items = self.items(sentence)
        if any(not item.ids and item.spelt in BLOCKERS for item in items) or self._of_others(items):
            return None, None
        pieces = [piece for piece in _pieces(self._prepared(items)) if any(not _idle(item) for item in piece[1])]
        topics = [topic]
        for _, piece in pieces:
            topics.append(self._topic(piece) or topics[-1])
        return self._best(pieces, topics), topics[-1]

    def _prepared(self, items: list[Item]) -> list[Item]:
        """The items without the seas that units go by, with the unit where a number alone counts it, and the area where
        units stand that are said to have an order."""
        ready: list[Item] = []
        unit: Item | None = None
        for at, item in enumerate(items):
            unit = item if "unit" in item.ids else unit
            if ready and ready[-1].spelt in LISTS["ways"] and "area" in item.ids:
                ready.pop()
                continue
            ready.append(item)
            goes = at + 1 < len(items) and items[at + 1].spelt in LISTS["towards"]
            if unit is not None and goes and item.spelt.isdecimal():
                ready.append(unit)
            orders = at + 1 < len(items) and "order" in items[at + 1].ids and item.ids.keys() == {"unit"}
            areas = self.seat.units.get(item.of(("unit",))[0], ()) if orders else ()
            if len(areas) == 1 and not (ready[:-1] and any("area" in one.ids for one in ready[-3:-1])):
                ready.append(Item(areas[0], areas[0], {"area": tuple(areas)}))
        return ready

    def _topic(self, items: Sequence[Item]) -> str | None:
        """The first area of one's own among some words, of which more may be said behind them."""
        for at, item in enumerate(items):
            area = item.of(("area",))
            if len(area) == 1 and area[0] in self.seat.own and not (at and items[at - 1].spelt in LISTS["towards"]):
                return area[0]
        return None

    def idle(self, line: str) -> bool:
        """Whether a line says nothing of the game."""
        return all(map(_idle, self.items(line)))

    def _of_others(self, items: Sequence[Item]) -> bool:
        """Whether a house is said to do something: `greyjoy raids winterfell`."""
        first = next((at for at, item in enumerate(items) if not _idle(item)), len(items))
        after = first + 1 < len(items) and bool(items[first + 1].ids.keys() & {"order", "order-type"})
        return after and items[first].ids.keys() == {"house"} and items[first].ids["house"] != (self.seat.house,)

    def _best(self, pieces: list[tuple[str, list[Item]]], topics: Sequence[str | None]) -> list[Part] | None:
        """The instructions of pieces that signs may part, in the fewest that read all of them; before each piece an
        area may have been spoken of."""
        best: dict[int, tuple[int, set[tuple[Part, ...]]]] = {len(pieces): (0, {()})}
        for begin in range(len(pieces) - 1, -1, -1):
            for end in range(begin + 1, min(len(pieces), begin + MAX_PIECES) + 1):
                if end not in best or begin in best and best[end][0] + 1 > best[begin][0]:
                    continue
                readings = self._readings(_joined(pieces[begin:end]), topics[begin])
                if not readings:
                    continue
                count = best[end][0] + 1
                ways = {(*reading, *rest) for reading in readings for rest in best[end][1]}
                if begin in best and best[begin][0] == count:
                    ways |= best[begin][1]
                best[begin] = count, ways
        ways = best.get(0, (0, set()))[1]
        different = {tuple((part.fills, part.fills or part.text) for part in way): way for way in ways}
        if len(different) != 1:
            return None
        return list(next(iter(different.values())))

    # Tagging

    def items(self, sentence: str) -> list[Item]:
        """The words of a sentence, those that name something put together."""
        text = _SPLIT.sub(self._parted, sentence).replace("/", " / ").replace("(", " ").replace(")", " ")
        text = _EMPHASIS.sub(r" \1 ", text)
        text = _ELIDED.sub(
            lambda match: match[0] if spelt(match[0]) in self.lexicon.words else f"{match[1]} {match[2]}", text
        )
        words = [token for token in tokens(text.replace("{", " "), 0) if token.text not in ("!", "[", "]")]
        items: list[Item] = []
        at = 0
        while at < len(words):
            item, at = self._item(words, at)
            if "unit" in item.ids and items and items[-1].typed in PAIRS:
                items[-1] = Item("2", "2", {})
            items.append(item)
        return items

    def _parted(self, match: re.Match[str]) -> str:
        """A hyphen between letters, with blanks around it unless it stands in a name."""
        begin, end = match.start(), match.end()
        left = re.search(r"[\w'-]*$", match.string[:begin])
        right = re.match(r"[\w'-]*", match.string[end:])
        word = f"{left[0] if left else ''}-{right[0] if right else ''}"
        return "-" if spelt(word) in self.lexicon.exact else " - "

    def _item(self, words: Sequence[Token], at: int) -> tuple[Item, int]:
        """The longest item that begins at a place, and where it ends."""
        for count in range(min(MAX_NAME, len(words) - at), 0, -1):
            meant = SAID_OTHERWISE.get(tuple(" ".join(token.spelt for token in words[at : at + count]).split()))
            if meant is not None:
                typed = " ".join(token.spelt for token in words[at : at + count])
                return Item(typed if meant == "all" else meant, meant, {}), at + count
        order = self._order(words, at)
        for count in range(min(MAX_NAME, len(words) - at), 0, -1):
            text = " ".join(token.spelt for token in words[at : at + count])
            if order is not None and order[1] >= at + count:
                break
            ids = self.lexicon.exact.get(text)
            after = at + count
            if count > 1 and self._kind_of(words[after - 1].spelt) and self._signed(words, after)[1] > after:
                # `Searoad march 0` is the area and its order.
                continue
            if ids and not (count == 1 and self._pronoun(words[at])):
                return self._made(words[at : at + count], self._nearest(ids, text)), at + count
        if order is not None:
            return order
        for count in range(min(3, len(words) - at), 0, -1):
            piece = words[at : at + count]
            text = " ".join(token.spelt for token in piece)
            if any(not token.spelt[:1].isalpha() for token in piece):
                continue
            own = piece[0].text[0].isupper() and any(text in parts for parts, _ in self._own_areas)
            ids = {} if self._little(text) and not own else self._begun(text)
            if ids := ids or ({} if self._known(text) else self._misspelt(text)):
                return self._made(piece, ids), at + count
        word = words[at]
        return Item(word.text, NUMBERS.get(word.spelt, word.spelt), {}), at + 1

    @staticmethod
    def _made(words: Sequence[Token], ids: dict[str, tuple[str, ...]]) -> Item:
        return Item(" ".join(token.text for token in words), " ".join(token.spelt for token in words), ids)

    @cached_property
    def _own_areas(self) -> list[tuple[list[str], str]]:
        every = ((parts, one) for parts, ids in self.lexicon.long["area"] for one in ids)
        return [(parts, one) for parts, one in every if one in self.seat.own]

    def _pronoun(self, word: Token) -> bool:
        """Whether a word that may be a name or letters for one is a little word of people's language here."""
        little = word.spelt in FILLERS | BLOCKERS and (word.text.islower() or word.text == "I" or len(word.text) > 3)
        return little and (len(word.spelt) < MIN_MISSPELT or not self._kind_of(word.spelt))

    def _little(self, text: str) -> bool:
        """Whether the first word is one that no name is meant by."""
        word = text.split()[0]
        begins = word in self.notation.beginnings or self._kind_of(word)
        return bool(begins or word in FILLERS or word in BLOCKERS or word in NUMBERS)

    def _known(self, text: str) -> bool:
        """Whether words mean something besides names, so that they are no beginning or misspelling of one."""
        return any(
            word in FILLERS or word in BLOCKERS or word in self.notation.every_word or word in NUMBERS
            for word in text.split()
        )

    def _order(self, words: Sequence[Token], at: int) -> tuple[Item, int] | None:
        """An order: its kind, as a verb too, with a number or a star beside it."""
        end = at
        star = ""
        stars = {"*", *map(spelt, self._stars)}
        if words[end].spelt in stars and end + 1 < len(words):
            star, end = f" {self._stars[0]}", end + 1
        if self._pronoun(words[end]):
            return None
        joined = _JOINED.fullmatch(words[end].spelt)
        kind, after = self._kind(words, end) if joined is None else (self._kind_of(joined[1]), end + 1)
        if not kind:
            return None
        if joined:
            number, end = joined[2] if joined[2][0] in "+-" else f"+{joined[2]}", after
        else:
            number, end = self._signed(words, after)
        if end < len(words) and words[end].spelt in stars:
            star, end = f" {self._stars[0]}", end + 1
        orders = self.tongue.names.matches(f"{kind}{number}{star}", ("order",))
        if len(orders) != 1:
            return None
        ids = self.lexicon.exact.get(" ".join(word.spelt for word in words[at:end]), {})
        return self._made(words[at:end], {**ids, "order": (orders[0],), "order-type": (kind,)}), end

    def _kind_of(self, text: str) -> str:
        """The kind of order that a text means whole."""
        return next(iter(self.lexicon.exact.get(text, {}).get("order-type", ())), "")

    def _kind(self, words: Sequence[Token], at: int) -> tuple[str, int]:
        """The kind of order that words mean, the most of them, and where they end; nothing if they mean none."""
        for count in range(min(3, len(words) - at), 0, -1):
            if kind := self._kind_of(" ".join(word.spelt for word in words[at : at + count])):
                return kind, at + count
        text = words[at].spelt
        known = text in self.lexicon.exact
        return "" if known else self._order_begun(text), at + 1

    def _order_begun(self, text: str) -> str:
        """The one kind of order whose word begins so, such as `supp`."""
        if len(text) < MIN_BEGINNING or not text.isalpha() or self._known(text):
            return ""
        kinds = self.tongue.names.spellings.get("order-type", {})
        begun = [kind for kind, texts in kinds.items() if any(one.startswith(text) for one in texts)]
        return begun[0] if len(begun) == 1 else ""

    @property
    def _stars(self) -> tuple[str, ...]:
        rows = self.notation.data.words.get("rows", {})
        return rows["star"].every() if "star" in rows else ("*",)

    @staticmethod
    def _signed(words: Sequence[Token], at: int) -> tuple[str, int]:
        """A number of an order (`+1`, `- 1`, `plus one`, `0`), and where it ends; nothing where units are counted."""
        end, sign = at, "+"
        if end < len(words) and words[end].spelt in ("+", "-", "plus", "minus", "piu", "meno", "mas", "menos"):
            sign = "-" if words[end].spelt in ("-", "minus", "meno", "menos") else "+"
            end += 1
        if end >= len(words):
            return "", at
        text = NUMBERS.get(words[end].spelt, words[end].spelt)
        if not re.fullmatch(r"[+-]?[0-3]", text):
            return "", at
        number = text if text[0] in "+-" else f"{sign}{text}"
        return number, end + 1

    def _nearest(self, ids: dict[str, tuple[str, ...]], text: str = "") -> dict[str, tuple[str, ...]]:
        """Of several ids those that are in hand, one's own, or near; an own area of these initials, too."""
        found = {}
        if text and not self.seat.own.intersection(ids.get("area", ())) and " " not in text:
            own = {one for parts, one in self._own_areas if _named_by(text, parts)}
            if len(own) == 1:
                ids = {**ids, "area": tuple(own)}
        for sort, every in ids.items():
            nearest = every
            for pool in (self.seat.hand, self.seat.own, self.seat.near) if len(every) > 1 else ():
                if within := tuple(one for one in every if one in pool):
                    nearest = tuple(one for one in within if text in one.split("-")) or within
                    break
            found[sort] = nearest
        return found

    def _begun(self, text: str) -> dict[str, tuple[str, ...]]:
        """The areas whose words begin so, of one's own, then near, then of all; the cards in hand."""
        words = text.split()
        if len(words[0]) < MIN_BEGINNING:
            return {}
        found = {}
        for sort, pools in (("area", (self.seat.own, self.seat.near)), ("card", (self.seat.hand,))):
            matches = [(parts, ids) for parts, ids in self.lexicon.long[sort] if _begin(words, parts)]
            every = tuple(dict.fromkeys(one for _, ids in matches for one in ids))
            whole = tuple(dict.fromkeys(one for parts, ids in matches if words[0] in parts for one in ids))
            within = next(
                filter(None, (tuple(one for one in each if one in pool) for pool in pools for each in (whole, every))),
                (),
            )
            if within or len(every) == 1 and len(text) > MIN_BEGINNING:
                found[sort] = within or every
        return found

    def _misspelt(self, text: str) -> dict[str, tuple[str, ...]]:
        """What is spelt nearly so, if only that is."""
        if len(text) < MIN_MISSPELT:
            return {}
        most = 1 + (len(text) >= MIN_TWICE)
        best: dict[int, dict[str, tuple[str, ...]]] = {}
        for known, ids in self.lexicon.exact.items():
            if abs(len(known) - len(text)) > most or len(known) < MIN_MISSPELT:
                continue
            distance = OSA.distance(text, known, score_cutoff=most)
            if distance <= most:
                for sort, every in ids.items():
                    before = best.setdefault(distance, {}).get(sort, ())
                    best[distance][sort] = tuple(dict.fromkeys((*before, *every)))
        if not best:
            return {}
        nearest = self._nearest(best[min(best)])
        return nearest if all(len(ids) == 1 for ids in nearest.values()) else {}

    # Reading

    def _readings(self, items: list[Item], topic: str | None) -> set[tuple[Part, ...]]:
        """All readings of some words as one instruction, or as an order and what more is said of it; of the `topic`
        where they name no area that they are about."""
        items = _without_stays(items)
        spoken = [item for item in items if not _idle(item)]
        if len(spoken) == 1 and spoken[0].spelt in ("ready", "wait") and not spoken[0].ids:
            return {(Part(spoken[0].spelt.upper(), ()),)}
        about = [items]
        if topic and self._topic(items) is None:
            about.append([Item(topic, topic, {"area": (topic,)}), *items])
        if answers := self._answers(items):
            return answers
        for words in about:
            for statements in self._statements(words):
                readings: dict[Any, tuple[Part, ...]] = {}
                for statement, cue in statements:
                    for parts in self._as(statement, words, cue):
                        readings[tuple(part.fills for part in parts)] = parts
                if readings:
                    return set(readings.values())
        return set()

    def _answers(self, items: Sequence[Item]) -> set[tuple[Part, ...]]:
        """The readings of some words as the answer to a question that is asked."""
        readings: dict[Any, tuple[Part, ...]] = {}
        for prompt in self.seat.prompts:
            *behalf, line = re.split(r"(?<=:) ", prompt, maxsplit=1) if prompt.startswith("FOR ") else [prompt]
            table = self.notation.behalf_keywords if behalf else self.notation.keywords
            statement = table.known[line.partition(" ")[0].lower()]
            for text in self._texts(statement, items):
                part = self._part(f"{prompt} {text}")
                if part is not None:
                    readings[part.fills] = (part,)
                    break
        return set(readings.values())

    def _statements(self, items: Sequence[Item]) -> Iterator[list[tuple[Statement, int | None]]]:
        """The statements that words may be an entry of, the likelier first: those whose keyword stands at a place among
        them, then those that the turn asks and that names of some sort make evident."""
        cues = {at: self.notation.keywords.known.get(item.spelt) for at, item in enumerate(items)}
        # An order that is placed is no keyword of what is said of one that lies.
        cues = {at: one for at, one in cues.items() if not (self.seat.orders and "order" in items[at].ids)}
        if cued := [(one, at) for at, one in cues.items() if one is not None]:
            yield cued
        sorts = {sort for item in items for sort in item.ids}
        if any("area" in item.ids and items[at].spelt in LISTS["towards"] for at, item in enumerate(items[1:])):
            sorts.add("goal")
        for statement in self.notation.statements:
            alone = len([item for item in items if not _idle(item)]) == 1
            if not (alone or sorts.isdisjoint(statement.evident)) and self.seat.asks(statement.path):
                yield [(statement, None)]

    def _as(self, statement: Statement, items: list[Item], cue: int | None) -> Iterator[tuple[Part, ...]]:
        """The readings of words as an entry of a statement."""
        if cue is not None:
            rest = [*items[:cue], *items[cue + 1 :]]
            yield from self._entry(statement, rest)
        if statement.details:
            items = self._without_units(items)
        yield from self._entry(statement, items)
        if statement.details or statement.value_first.known:
            yield from self._shared(statement, items if cue is None else rest)
        for at, item in enumerate(items):
            path = _detail(statement, item)
            other = next((one for one in self.notation.statements if path and one.path == path), None)
            others = [*items[:at], *items[at + 1 :]]
            if other is None or any("order" in one.ids and len(one.ids["order"]) == 1 for one in others):
                continue
            for more in self._entry(other, others):
                orders = self._order_parts(statement, items, at, more)
                if orders is not None:
                    yield (*orders, *more)

    @staticmethod
    def _without_units(items: list[Item]) -> list[Item]:
        """The words without units that stand before an order: `the knight in winterfell marches`."""
        order = next((at for at, item in enumerate(items) if "order" in item.ids), 0)
        units = [at for at, item in enumerate(items[:order]) if "unit" in item.ids]
        counts = [at - 1 for at in units if at and items[at - 1].spelt.isdecimal()]
        return [item for at, item in enumerate(items) if at not in (*units, *counts)]

    def _shared(self, statement: Statement, items: Sequence[Item]) -> Iterator[tuple[Part, ...]]:
        """The same said of several things: `power on pyke and seagard`."""
        keys = self._keys(statement, items)
        others = [item for at, item in enumerate(items) if at not in keys]
        between = items[keys[0] + 1 : keys[-1]] if len(keys) > 1 else []
        if not between or not all(_idle(item) for at, item in enumerate(between, keys[0] + 1) if at not in keys):
            return
        for text in self._texts(statement, others):
            ids = [self._key_id(statement.key, items[at]) for at in keys]
            parts = [self._part(f"{statement.words.en[0].upper()} {one}: {text}") for one in ids]
            if all(parts):
                yield tuple(part for part in parts if part is not None)
                return

    def _order_parts(
        self, statement: Statement, items: Sequence[Item], at: int, more: Collection[Part]
    ) -> tuple[Part, ...] | None:
        """The order of the area of which more is said; none where orders lie already, or it is only a plan for one."""
        key = next((at for at in self._keys(statement, items) if at and items[at - 1].spelt in LISTS["from"]), None)
        plan = key is not None and not any(letter.isdigit() for letter in items[at].spelt)
        if plan or not self.seat.orders:
            return ()
        area = next((one[2] for part in more for one in part.fills if one[2]), None) or self._first_key(
            statement, items
        )
        part = self._part(f"{statement.words.en[0].upper()} {area}: {items[at].ids['order'][0]}") if area else None
        return (part,) if part is not None else None

    def _first_key(self, statement: Statement, items: Sequence[Item]) -> str | None:
        keys = self._keys(statement, items)
        return self._key_id(statement.key, items[keys[0]]) if keys else None

    def _entry(self, statement: Statement, items: list[Item]) -> Iterator[tuple[Part, ...]]:
        keyword = statement.words.en[0].upper()
        value = self._about(statement)
        keys = self._keys(statement, items)
        for at in keys if value is not None else []:
            rest = [*items[:at], *items[at + 1 :]]
            for text in self._texts(statement, rest):
                part = self._part(f"{keyword} {self._key_id(value, items[at])}: {text}")
                if part is not None:
                    yield (part,)
                    return
        if statement.key is None or statement.fixed:
            for text in self._texts(statement, items):
                part = self._part(f"{keyword} {text}")
                if part is not None:
                    yield (part,)
                    return

    @staticmethod
    def _about(statement: Statement) -> Any:
        """How what an entry is about is typed: its key, or the areas before a colon."""
        if statement.key is not None and not statement.fixed:
            return statement.key
        return statement.values[statement.subject[0]] if statement.leading else None

    @staticmethod
    def _key_id(value: Any, item: Item) -> str:
        """The id that words before an entry mean; empty if they mean none, or several."""
        own = value.own_words.known.get(item.spelt)
        if own is not None:
            return str(own)
        ids = item.of(tuple(value.every_sort()))
        return ids[0] if len(ids) == 1 else ""

    def _keys(self, statement: Statement, items: Sequence[Item]) -> list[int]:
        """The items that an entry may be about: behind a word such as `from` first, none behind one such as `to`."""
        value = self._about(statement)
        others = [one for one in (statement.value, *statement.values.values()) if one not in (None, value)]
        goals = any("area" in one.every_sort() for one in others)
        places = []
        for at, item in enumerate(items if value is not None else ()):
            if not self._key_id(value, item):
                continue
            before = items[at - 1].spelt if at else ""
            if before in LISTS["from"]:
                return [at]
            if not goals or before not in LISTS["towards"]:
                places.append(at)
        return places

    def _texts(self, statement: Statement, items: Sequence[Item]) -> Iterator[str]:
        """The words behind the key in documented form: with the little words of the statement, and without."""
        for little, joined in ((True, False), (False, False), (False, True)):
            pieces: list[str] = []
            goal, condition, before = "", False, None
            for item in items:
                piece = self._piece(item, statement, little=little, condition=condition)
                if piece is None:
                    break
                if condition and piece == EMPTY and pieces[-1] in IF.begins:
                    piece = f"{goal} {EMPTY}"
                goal = "" if piece == "|" else item.ids["area"][0] if len(item.of(("area",))) == 1 else goal
                condition = piece != "|" and (condition or bool(pieces) and item.spelt in IF.begins)
                if joined and "unit" in item.ids and before is not None and "unit" in before.ids:
                    pieces.append("+")
                before = item if piece else before
                pieces += [piece] if piece else []
            else:
                text = " ".join(pieces).strip(" ,:>-|+")
                if text:
                    yield re.sub(r",? (?=\|)", " ", re.sub(r" ([,:])", r"\1", text))

    def _piece(self, item: Item, statement: Statement, *, little: bool, condition: bool) -> str | None:
        """An item as the documented form has it; empty for what says nothing, None for what does not belong there."""
        ids = item.of(statement.name_sorts)
        if len(ids) == 1 and item.spelt not in statement.clauses.known:
            battle = "area" in item.ids and "battles" in statement.fields and not condition
            return f"@ {ids[0]}" if battle else ids[0]
        if item.ids.get("house") == (self.seat.house,):
            return ""
        if item.spelt == ">" and little:
            return "to"
        if condition:
            every = [one for each in item.ids.values() for one in each]
            return every[0] if len(every) == 1 else "" if item.spelt in FILLERS - statement.single_words else item.typed
        if item.ids:
            words = item.spelt.split()
            if all(word in statement.single_words for word in words):
                return item.typed
            return "" if all(word in FILLERS for word in words) else None
        if item.spelt.isdecimal() or re.fullmatch(r"[0-9]+[a-z]+", item.spelt):
            return item.spelt
        if item.spelt in SAID_OTHERWISE.values() and item.spelt not in FILLERS:
            return item.spelt if set(item.spelt.split()) <= statement.single_words | IF.begins | {"|"} else None
        if item.spelt in IF.begins or item.spelt in statement.single_words and (little or item.spelt not in FILLERS):
            return item.typed
        if item.spelt in FILLERS:
            return ""
        if item.spelt in _SIGNS or not any(letter.isalnum() for letter in item.spelt):
            return item.spelt if little and item.spelt in _SIGNS or item.spelt in (",", "+", "|") else ""
        return None

    def _part(self, text: str) -> Part | None:
        """A documented instruction, if it is read and can be done."""
        # In small letters too little is refused.
        keyword, _, rest = text.partition(" ")
        small = text if keyword == "FOR" else f"{keyword.lower()} {rest}"
        reading = Lines(Source(small), self.notation, self.tongue)
        try:
            reading.read_lines()
            if reading.faults or reading.unread or not reading.entries:
                return None
            fillings = [reading.read(entry) for entry in reading.entries]
        except (Fault, Refused):
            return None
        if not all(map(self.seat.allows, fillings)):
            return None
        return Part(text, tuple(_fill(one) for one in fillings))


def _fill(filling: Filling) -> tuple[str, str, str | None, bytes]:
    return filling.behalf, filling.path, filling.key, msgspec.json.encode(filling.value)


def _without_stays(items: list[Item]) -> list[Item]:
    """The words without a last part that only says which units do not go: `..., F stays`."""
    begin = next((at for at in range(len(items) - 1, 0, -1) if items[at].spelt in _PARTS), 0)
    stays = next((at for at in range(begin + 1, len(items)) if items[at].spelt == "stays"), 0) if begin else 0
    before = (item for item in items[begin + 1 : stays] if not _idle(item))
    units = all("unit" in item.ids or item.spelt.isdecimal() for item in before)
    return items[:begin] if stays and units and begin > 1 else items


def _detail(statement: Statement, item: Item) -> str:
    """The path of the statement that says more of an order such as this; empty for none."""
    kind = next(iter(item.ids.get("order-type", ())), "")
    return statement.details.get(kind, "") if "order" in item.ids else ""


def _named_by(text: str, parts: Sequence[str]) -> bool:
    """Whether a word is one of a name, or its initials."""
    return (
        text in parts if len(text) > MIN_BEGINNING - 1 and text in parts else text == "".join(one[0] for one in parts)
    )


def _begin(words: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether words are beginnings of words of a name, in its order."""
    places = iter(parts)
    most = MIN_BEGINNING if len(words) == 1 else MIN_BEGINNING + 1
    return all(any(part.startswith(word) and len(word) >= most or part == word for part in places) for word in words)


def _idle(item: Item) -> bool:
    """Whether an item says nothing."""
    return not item.ids and (item.spelt in FILLERS or not any(letter.isalnum() for letter in item.spelt))


def _pieces(items: Iterable[Item]) -> list[tuple[str, list[Item]]]:
    """The items between signs and words that may part instructions, each with the sign before it."""
    pieces: list[tuple[str, list[Item]]] = [("", [])]
    for item in items:
        if not item.ids and item.spelt in _SOFT:
            pieces.append((item.spelt, []))
            continue
        if item.ids.keys() & BEGINNINGS and any(not _idle(one) for one in pieces[-1][1]):
            # Instructions may stand beside each other without any sign.
            pieces.append(("", []))
        pieces[-1][1].append(item)
    return pieces


def _joined(pieces: Sequence[tuple[str, list[Item]]]) -> list[Item]:
    """The items of some pieces, with the signs between them."""
    items = list(pieces[0][1])
    for sign, piece in pieces[1:]:
        items += [Item(sign, sign, {}), *piece] if sign else piece
    return items


def documented(
    source: Source, numbers: Iterable[int], at_fault: Collection[int], free: FreeText
) -> dict[int, tuple[Part, ...]]:
    """What lines of a text mean, by number, of those that have one reading; a line without parts was taken back, or is
    one of those `at_fault` and says nothing."""
    meant: dict[int, tuple[Part, ...]] = {}
    for number in sorted(numbers):
        line = MARK.sub("", source.lines[number - 1], count=1)
        rest = free.correction(line)
        if rest is not None:
            meant |= _corrected(source, number, rest, meant, free)
        elif parts := free.parts(line):
            meant[number] = tuple(parts)
        elif number in at_fault and free.idle(line):
            meant[number] = ()
    return meant


def _corrected(
    source: Source, number: int, rest: str, meant: dict[int, tuple[Part, ...]], free: FreeText
) -> dict[int, tuple[Part, ...]]:
    """What changes by a line that takes the place of what an earlier one says of the same; nothing if none does."""
    before = {at: meant.get(at) or tuple(free.parts(source.lines[at - 1])) for at in range(1, number)}
    spoken = [at for at, parts in before.items() if parts]
    if not spoken:
        return {}
    keys = [place[2] for part in before[spoken[-1]] for place in part.places if place[2]]
    parts = free.parts(rest) or (free.parts(f"{keys[-1]} {rest}") if keys else [])
    places = frozenset(place for part in parts for place in part.places)
    changed = {
        at: tuple(part for part in before[at] if places.isdisjoint(part.places))
        for at in spoken
        if any(not places.isdisjoint(part.places) for part in before[at])
    }
    return {**changed, number: tuple(parts)} if changed else {}
