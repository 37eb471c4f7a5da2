"""Free-form lines, read as the one documented instruction possible there.

A line is put into documented form: ids for names, keyword and key first, filler dropped. A reading is what the
documented reader then accepts and the position allows. A line is taken only if it has one reading; it is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from narration.notation.free_answers import MAX_SAID, MAX_WORDS, SIGN, Prose, speaks
from narration.notation.free_instructions import ARTICLES, BEFORE_AREAS, NOTHING, Part, Parts, keyword_of
from narration.notation.free_order import (
    BARS,
    COMMA,
    OTHERS,
    amounts_last,
    condition_last,
    expand_others,
    goes,
    mark_own_supported,
    normalize_unit_commas,
    origins,
    plurals_counted,
)
from narration.notation.free_pieces import (
    WORD,
    Piece,
    count_described,
    is_area,
    join_pieces,
    length,
    nonempty_pieces,
    parts_agree,
    retracted_spans,
    split_pieces,
    without,
)
from narration.notation.free_roles import each_sea, each_supporter, in_roles, supports
from narration.notation.free_words import (
    ANSWERS,
    CONTENT,
    MARK,
    POSSESSIVES,
    Ids,
    Item,
    hides,
    idle,
    index_of_words,
    make_item,
)
from narration.notation.remarks import Place
from narration.notation.words import IF, LISTS, is_past, spelt

# Pieces of a line that one instruction may be made of.
MAX_PIECES = 8
# Lines below a heading.
MAX_BELOW = 12
# Readings that are told of a line that has several, or none; words of such a line.
MAX_POSSIBLE, MAX_NEAR = 3, 16
# Several numbers in a row: `4-3-2`.
_DASHED = re.compile(r"(?<!\S)[0-9]{1,2}(?:-[0-9]{1,2}){2,}(?!\S)")
# Points between an area and its order.
_LEADER = re.compile(r"(?<![.\s])\s+(?:(?:\.\s+){2,}|\.{4,}\s*)(?=\w)")
_SENTENCE = re.compile(r"(?<![.;!])[.;!]+(?=\s|$)|[.](?=[^\W\d])")
# Words of a march for units that are not named.
_WHOLE = frozenset(("all", "rest", "stays", "stay", "keep", "token"))
_ALONE = frozenset(("tactic", "loan"))
# The first cell of a table's row.
_CELL = re.compile(r"\W*(\w+)\s*[|]\s*")
LIMITS = frozenset(("upto", "cards", "atleast", ","))
INSTEAD = "instead of"
THEY, STAYS = "they", frozenset(("stays", "rest stays"))
# Behind what was said before.
_NO = re.compile(r"\s*(?:h?mm+,? |u+h+,? |oh,? |eh,? )?(?:no|nah|nope),", re.IGNORECASE)
# Behind the last word.
MISSING = make_item("")


# Instructions (None: no reading), and the area that they concern.
Instructed = tuple[list[Part] | None, str | None]
# Lines that may be remarks: what they say besides a keyword, and where.
Asides = dict[int, tuple[str, Place]]


class FreeText(Prose):
    """Reads lines of one text in words of people's own."""

    def parts(self, line: str) -> list[Part]:
        """Return the instructions of a line; none if unread, or ambiguous (`possible`)."""
        self.possible: tuple[str, ...] = ()
        heading = line.rstrip().endswith(":")
        greeting = line.rstrip().endswith(",") and self.says_nothing(line)
        if heading or greeting or "?" in line or line.lstrip().startswith(">") or length(line) > MAX_WORDS:
            return []
        table = _CELL.match(line)
        if table and spelt(table[1]) in self.uses.union(self.notation.keywords.known):
            line = f"{table[1]}: {line[table.end() :]}"
        answer = self.answer(line)
        if not answer and (parts := self._read_sentences(line)):
            return parts
        return self._shown(self.items(line), answer or self._besides(line)) or []

    def has_readings(self, line: str) -> bool:
        """Whether a line not taken has several readings, or one that is incomplete."""
        return not self.parts(line) and bool(self.possible)

    def _read_sentences(self, line: str) -> list[Part]:
        """Read all sentences of a line; no instructions if one of them is unclear."""
        parts: list[Part] = []
        topic: str | None = None
        back = ""
        line = self._without_greeting(_LEADER.sub(" ", line))
        heading, _, body = line.partition(":")
        introduces = self.introduces(f"{heading}:") or self.says_nothing(heading) and len(heading.split()) > 1
        if body.strip() and introduces and not self.behalf_of(heading):
            line = body
        vassal_reader: FreeText | None = None
        plain = self._drop_dots(_DASHED.sub(lambda match: match[0].replace("-", " "), line))
        sentences = self._sentences(plain)
        for sentence in sentences:
            sentence, back = f"{back}{sentence}", ""
            heading, _, body = sentence.partition(":")
            vassal_reader = body and self.behalf_of(heading) or vassal_reader
            if vassal_reader is not None:
                others = vassal_reader.parts(body if self.behalf_of(heading) else sentence)
                if not others:
                    return []
                parts += others
                continue
            if not parts and self.introduces(f"{sentence}:") and self.behalf_of(sentence) is None:
                continue
            if (spans := retracted_spans(sentence)) and self.says_nothing(without(sentence, spans)):
                back = f"{sentence}, "
                continue
            before, (sentence_parts, topic) = topic, self._sentence(sentence, topic)
            if sentence_parts is None and (part := self._documented(sentence, line)):
                sentence_parts = [part]
            if sentence_parts is None and (short := self._without_talk(sentence)) != sentence:
                sentence_parts, topic = self._sentence(short, before)
            if sentence_parts is None and (instead := self._instead(sentence, before, parts)) is not None:
                sentence_parts, parts = instead, []
            if (
                sentence_parts is None
                and not self._is_unrelated(sentence)
                or not parts_agree(parts, sentence_parts or (), ())
            ):
                self.possible += self._readable(sentences)
                return []
            parts += sentence_parts or []
        # Behind the bot's parts a keyword may be one of them.
        parts.sort(key=lambda part: part.text.startswith("BOT"))
        return [] if back or not self.agree(parts) else parts

    def _readable(self, sentences: Sequence[str]) -> tuple[str, ...]:
        """What some of several sentences say, in documented form; empty for nothing."""
        several = sentences if len(sentences) > 1 else ()
        texts = [part.text for sentence in several for part in self._sentence(sentence, None)[0] or ()]
        return ("; ".join(texts),) if texts else ()

    def _documented(self, sentence: str, line: str) -> Part | None:
        """Read a part of a line in documented form, without a comma and filler at its end."""
        head, _, tail = sentence.strip().rpartition(",")
        text = head if head and self.says_nothing(tail) else sentence.strip()
        if text == line.strip():
            return None
        keyword, _, rest = text.partition(" ")
        keyword = keyword.rstrip(":").upper()
        return self._part(f"{keyword} {rest}") if spelt(keyword) in self.notation.keywords.known else None

    def _sentences(self, line: str) -> list[str]:
        """Split a line into sentences; exceptions and additions join the one before."""
        sentences: list[str] = []
        excepts = False
        for text in filter(str.strip, _SENTENCE.split(line)):
            items = self.items(text)
            before, first = excepts, next((item for item in items if item.spelt in BARS or not idle(item)), MISSING)
            excepts = bool(self.meanings) and first.firm and first.spelt == "without"
            units = ("unit" in first.ids or first.spelt.isdecimal()) and goes(items) and self._topic(items) is None
            # With words of its own for limits and `then` a game says more of what stands before.
            barred = first.spelt.split(" ")[0] in BARS and not text.lstrip().startswith("|")
            more = barred or first.spelt == OTHERS or first.firm and first.spelt in LIMITS
            goes_on = units or more or self.only_stays(text)
            last = self.items(sentences[-1]) if sentences else []
            if last and (before or excepts or goes_on or is_area(last) and self._topic(last) is not None):
                sentences[-1] += f", {text}"
            else:
                sentences.append(text)
        return sentences

    def only_stays(self, sentence: str) -> bool:
        """Whether a sentence only says who does not go."""
        spoken = [item for item in self.items(sentence) if not idle(item)]
        others = [item for item in spoken if item.spelt not in (*STAYS, OTHERS)]
        who = all(item.ids.keys() & {"unit", "leader"} or item.spelt.isdecimal() for item in others)
        return len(others) < len(spoken) and who

    def _besides(self, line: str) -> list[Part]:
        """Return the answer in one part of a line, if the other parts are remarks."""
        pieces = [piece for piece in SIGN.split(line) if speaks(self.items(piece))]
        if len(self.seat.questions) != 1 or not 1 < len(pieces) <= MAX_SAID:
            return []
        question = self.seat.questions[0]
        read = {piece: self._sentence(piece, None)[0] for piece in pieces}
        answers = {tuple(part.fills for part in parts): parts for parts in read.values() if parts}
        besides = [self.items(piece) for piece, parts in read.items() if not parts]
        if len(answers) != 1 or any(self.matters(items, question) for items in besides):
            return []
        return next(iter(answers.values()))

    def _instead(self, sentence: str, topic: str | None, before: list[Part]) -> list[Part] | None:
        """Return all instructions after a sentence withdraws some; else None.
        It may withdraw its own beginning (`raid, no wait, march`)."""
        taken_back = retracted_spans(sentence) or ([match.span()] if before and (match := _NO.match(sentence)) else [])
        if not taken_back:
            return None
        first, *others = taken_back
        left = sentence[: first[0]].rstrip()
        read = self._sentence(left, topic)[0] if left and left[-1] in ",:-(" else None
        if left and not read:
            return None
        before = [*before, *(read or ())]
        topic = next((place[2] for part in reversed(before) for place in part.places if place[2]), topic)
        right = without(sentence, [(0, first[1]), *others])
        if sentence[first[1] :][:1] != "," and self.names_houses(right):
            return None
        keyword = keyword_of(before)
        kinds = [item.only("order-type") for item in self.items(left) if "order-type" in item.ids] or [""]
        texts = (
            (right,)
            if self._topic(self.items(right))
            else (right, f"{topic} {right}", f"{keyword} from {topic} {right}", f"{topic} {kinds[-1]} {right}")
        )
        for text in () if self.says_nothing(right) or not right.strip(" ,.") else texts:
            parts = self._sentence(text, topic)[0] or []
            places = {place for part in parts for place in part.places}
            rest = [part for part in before if places.isdisjoint(part.places)]
            if len(rest) < len(before) and all(places.issuperset(part.places) for part in before if part not in rest):
                return [*rest, *parts]
        return None

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return likely documented lines for an unread or ambiguous line.
        These are its readings, or what is read without one of its words."""
        plain = MARK.sub("", line, count=1)
        if self.parts(plain) or self.possible or "?" in plain or length(plain) > MAX_NEAR:
            return self.possible
        items = self.items(plain)
        texts: dict[str, None] = {}
        for at, item in enumerate(items):
            parts = [] if idle(item) else self._read_items([*items[:at], *items[at + 1 :]], None)[0]
            texts |= {"; ".join(part.text for part in parts): None} if parts else {}
        return tuple(texts)[:MAX_POSSIBLE]

    def under(self, keyword: str, line: str) -> list[Part]:
        """Read a line as another entry of a keyword; nothing if it would be an order."""
        return [] if self.seat.planning and self._order_kind(spelt(keyword)) else self.parts(f"{keyword} {line}")

    def singly(self, parts: Iterable[Part]) -> Parts:
        """Split instructions joined by commas: `ORDERS pyke raid, seagard support`."""
        single: list[Part] = []
        for part in parts:
            keyword, _, rest = part.text.partition(" ")
            entries = [self._part(f"{keyword} {entry.strip()}") for entry in rest.split(",")]
            every = [instruction for instruction in entries if instruction is not None]
            single += every if len(every) == len(entries) == len(part.fills) else [part]
        return tuple(single)

    def read_lone_name(self, line: str) -> list[Part]:
        """Read a line that is only a name known to one statement: a tactics card, a loan."""
        ids = [item.ids for item in self.items(line) if not idle(item)]
        evident = [(kind, sort) for kind in self.notation.statements for sort in _ALONE.intersection(kind.evident)]
        named = [
            (kind, ids[0][sort][0])
            for kind, sort in evident
            if len(ids) == 1 and sort in ids[0] and self.seat.asks_for(kind)
        ]
        parts = [self._part(f"{kind.keyword} {name}") for kind, name in named]
        return [part for part in parts if part is not None] if len(parts) == 1 else []

    def about(self, line: str) -> str | None:
        """Return the only own area a line concerns, if it names one as no destination."""
        return self._topic(self.items(line))

    def behalf_of(self, heading: str) -> FreeText | None:
        """Return the reader for a heading's vassal: `For my vassal Stark:`; else None."""
        items = self.items(heading) if self.seat.others else []
        named = [house for item in items if (house := item.only("house"))]
        is_heading = all("house" in item.ids or idle(item) or item.spelt in self.headings for item in items)
        if not is_heading or len(named) != 1 or named[0] not in self.seat.others:
            return None
        return OnBehalf(self, named[0])

    def below(self, above: Sequence[str], line: str) -> list[Part]:
        """Read a line for the vassal of a heading above it, up to a blank line."""
        for text in reversed(above[-MAX_BELOW:] if self.seat.others else ()):
            if not text.strip():
                break
            if (reader := self.behalf_of(text)) is not None:
                return reader.parts(line)
        return []

    def passes(self, line: str, *, fault: bool, aside: tuple[str, Place]) -> bool:
        """Whether to ignore a line: a heading, about others, or without meaning.
        `fault`: it was refused, so it may be empty; `aside`: text and place of a remark in it, or empty."""
        nothing = fault and self.says_nothing(line) or self.introduces(line)
        return nothing or aside[0] != "" and not self.verdict(*aside) or self.of_others(self.items(line))

    def introduces(self, line: str) -> bool:
        """Whether a line is a heading for own or vassal orders: `Orders Martell, turn 1:`."""
        items = self.items(line)
        own = {"house": (self.seat.house,)}
        mine = any(item.ids == own for item in items)
        plain = all(item.ids == own or idle(item) or item.spelt.isdecimal() for item in items)
        return line.rstrip().endswith(":") and (mine and plain or self.behalf_of(line) is not None)

    def correction(self, line: str) -> str | None:
        """Return the text beside words of correction at an end of the line, or None."""
        spans = retracted_spans(line)
        if not spans and (match := _NO.match(line)):
            # `hmm no, +1`
            items = [item for item in self.items(line[match.end() :]) if not idle(item)]
            orders = all("order-type" in item.ids or item.spelt[:1] in ("+", "-") for item in items)
            return line[match.end() :].strip() if items and orders else None
        before = line[: spans[-1][0]].rstrip() if spans else ""
        first = bool(spans) and not WORD.search(line[: spans[0][0]])
        # `Pyke raid. Scratch that.` does not say what is meant instead.
        last = bool(spans) and not WORD.search(line[spans[-1][1] :]) and before[-1:] not in set(".!;")
        rest = without(line, spans)
        greets = first and line[spans[0][1] :][:1] != "," and self.names_houses(rest)
        return rest if (first or last) and not greets else None

    def names_houses(self, text: str) -> bool:
        """Whether a text is only names of houses: `Sorry Greyjoy` addresses one."""
        items = self.items(text)
        return any("house" in item.ids for item in items) and all("house" in item.ids or idle(item) for item in items)

    def _sentence(self, sentence: str, topic: str | None) -> Instructed:
        """Read a sentence: its instructions, and the area it concerns, else the `topic`.
        The instructions are empty for mere politeness, None without exactly one reading."""
        return self._read_items(self.items(sentence), topic)

    def _read_items(self, items: list[Item], topic: str | None) -> Instructed:
        """Read a sentence's items: instructions, and the area they concern or `topic`.
        Instructions are empty for mere politeness, None without exactly one reading."""
        if topic and items and items[0].spelt == THEY:
            items = [make_item(topic, area=topic), *items[1:]]
        answered = self._answer_negations(items)
        blocked = any(
            self._blocks(item, after) and at not in answered
            for at, (item, after) in enumerate(pairwise([*items, MISSING]))
        )
        none = any(
            word.spelt in NOTHING and "order" in of.ids
            for word, of in pairwise(item for item in items if not idle(item))
        )
        if blocked or none or self.of_others(items):
            return None, None
        if not self.meanings:
            key_rows = [keys for path, keys in self.tongue.in_turn.items() if self.seat.asks(path)]
            items = amounts_last(expand_others(items, key_rows))
            if ways := self._conditional(items, topic):
                return self._shown(items, ways[0] if len(ways) == 1 else None), topic
        parts, after = self._read_instructions(items, topic)
        if self.lacks_units(items, parts or ()):
            clause = in_roles(items, self.seat.units)
            parts = self._read_instructions(clause, None)[0] if clause else None
        if parts is None and not topic and self._topic(items) is None:
            # `a knight to Moat Cailin, march +1`
            areas = (Item(f"{area}:", area, {"area": (area,)}) for area in origins(items, self.seat))
            ways = [way for area in areas if (way := self._read_instructions([area, *items], None)[0])]
            parts = ways[0] if len(ways) == 1 else None
        return self._shown(items, parts), after

    def _shown(self, items: Iterable[Item], parts: list[Part] | None) -> list[Part] | None:
        """Return instructions that show all that matters; else they are `possible`."""
        texts = [part.text for part in parts or ()]
        if not (texts and hides(items, texts)) and not self._contrary(parts or ()):
            return parts
        self.possible += ("; ".join(texts),)
        return None

    def _read_instructions(self, items: list[Item], topic: str | None) -> Instructed:
        """Read items in which nothing forbids an instruction, piece by piece.
        Returns instructions (empty for filler, None if unclear) and the area they concern, or `topic`."""
        units = self.seat.units
        items = self._normalize_items(plurals_counted(each_supporter(each_sea(items, units), units), units, topic))
        pieces = nonempty_pieces(split_pieces(items, signs=bool(self.meanings)))
        if all(self._silent(item) and item.spelt not in CONTENT for _, piece in pieces for item in piece):
            return [], topic
        topics = [topic]
        for _, piece in pieces:
            topics.append(self._topic(piece) or topics[-1])
        return self._best(pieces, topics), topics[-1]

    def lacks_units(self, items: Iterable[Item], parts: Iterable[Part]) -> bool:
        """Whether a march shows none of the units that are named, where others could go."""
        marches = [part for part in parts if part.text.startswith("MARCH ")]
        armies = (self.seat.units.get(fill[2] or "", {}) for part in marches for fill in part.fills)
        words = {word for part in marches for word in re.findall(r"\w+", part.text)}
        shown = {unit for word in words for unit in self.lexicon.exact.get(spelt(word), {}).get("unit", ())}
        named = {unit for item in items for unit in item.of(("unit",))[:1]}
        several = any(sum(army.values()) > 1 for army in armies)
        return several and named != set() and named.isdisjoint(shown) and words.isdisjoint(_WHOLE)

    def _contrary(self, parts: Iterable[Part]) -> bool:
        """Whether details contradict an alternative order: `Pyke to Harlaw, defend`."""
        fills = {fill[1:3]: fill[3].decode() for part in parts for fill in part.fills}
        placed = [
            (statement.details, order, area)
            for statement in self.notation.statements
            for (path, area), order in fills.items()
            if statement.details and statement.path == path
        ]
        return any(
            (path, area) in fills and kind not in order
            for details, order, area in placed
            for kind, path in details.items()
        )

    def _blocks(self, item: Item, after: Item) -> bool:
        """Whether a word, with the one `after` it, makes a sentence no order.
        Such are past tenses, blocking words, and what belongs to somebody else."""
        stranger = item.spelt in POSSESSIVES and not after.ids and after.spelt not in LISTS["articles"]
        answers = len(self.seat.questions) == 1 and item.spelt in ANSWERS["objects"]
        past = "order-type" in item.ids and is_past(item.typed)
        return past or not (item.ids or answers) and (item.spelt in self.blockers or stranger)

    def _conditional(self, items: Sequence[Item], topic: str | None) -> list[list[Part]]:
        """Return the possible instructions for words behind a leading condition.
        Each stands beside an order before the condition, which would apply to others too."""
        ways: dict[object, list[Part]] = {}
        first = index_of_words(items, IF.known)
        most = 1 + any("order" in item.ids for item in items[:first])
        for words in condition_last(items):
            parts = self._read_instructions(words, topic)[0]
            if parts and len(parts) <= most:
                ways[tuple(part.fills for part in parts)] = parts
        return list(ways.values())

    def _answer_negations(self, items: Sequence[Item]) -> set[int]:
        """Return where negations have a keyword or card: `blade never`, `Cersei never`."""
        words = self.notation.keywords.known
        cued = [words[item.spelt] for item in items if item.spelt in words and not words[item.spelt].needs.known]
        positions: set[int] = set()
        for at, item in enumerate(items):
            before, after = (items[at - 1] if at else MISSING), (*items[at + 1 :], MISSING)[0]
            card = "card" in after.ids or "card" in before.ids and after.spelt in ("", ",")
            first = all(map(idle, items[:at])) and after.spelt == ","
            says = any(item.spelt in statement.guard for statement in cued) and not first
            if item.spelt in ANSWERS["no"] and (says or card and item.spelt in self.leads):
                positions.add(at)
        return positions

    def _normalize_items(self, items: list[Item]) -> list[Item]:
        """Normalize items: drop seas passed, name units of numbers, add areas of units."""
        ready: list[Item] = []
        unit: Item | None = None
        items = mark_own_supported(normalize_unit_commas(supports(items, self.seat.units)), self.seat.own)
        description_end = count_described(items)
        for at, item in enumerate(items):
            if self._adds_nothing(item, ready):
                continue
            ends = items[at + 1 : at + 2] in ([], [COMMA])
            if item.spelt in LISTS["tokens"] and ready[-1:] == [COMMA] and ends:
                # `Winterfell to Moat Cailin, token`
                item = Item(item.typed, "leave token", {})
            if item.spelt in self.leads and ready and "card" in ready[-1].ids and ends:
                # `Cersei never`
                ready.insert(-1, item)
                continue
            unit = item if "unit" in item.ids else unit
            if at < description_end:
                continue
            if item.spelt == "(":
                if ready and "unit" in ready[-1].ids and at + 1 < len(items) and "area" in items[at + 1].ids:
                    ready.append(make_item("in"))
                continue
            way = [word for word in ready[-2:] if word.spelt not in LISTS["articles"]]
            if way and way[-1].spelt in LISTS["ways"] and "area" in item.ids:
                del ready[ready.index(way[-1]) :]
                continue
            ready.append(item)
            goes = at + 1 < len(items) and items[at + 1].spelt in LISTS["towards"]
            if unit is not None and goes and item.spelt.isdecimal():
                ready.append(unit)
            orders = next((word for word in items[at + 1 :] if not idle(word)), None)
            if orders is not None and "order" in orders.ids and item.ids.keys() == {"unit"}:
                standing = self._areas_of_units(item, ready)
                if len(standing) > 1:
                    del ready[-2:]
                ready += standing
        return ready

    @staticmethod
    def _adds_nothing(item: Item, ready: list[Item]) -> bool:
        """Whether an item adds nothing; drops a last item that only leads to it."""
        before = ready[-1] if ready else MISSING
        recent_items = [word for word in ready[-2:] if word.spelt not in ARTICLES]
        if item.ids and recent_items and recent_items[-1].spelt == INSTEAD:
            del ready[ready.index(recent_items[-1]) :]
            return True
        if "order" in item.ids and before.spelt in LISTS["from"] - LISTS["of"]:
            # What lay there before: `from march to defense`.
            ready.pop()
            return True
        behind = [word.spelt for word in ready if word.spelt not in ARTICLES][-2:]
        if item.ids.keys() == {"area"} and behind[:1] == ["leave token"] and behind[-1] in BEFORE_AREAS:
            # Where the token is left is where units come from.
            ready.pop()
            return True
        # `the march token` is the order; `Pyke support: supports Baratheon`
        again = [word.ids.get("order-type") for word in (*ready[-2:-1], item)]
        twice = before.spelt == ":" and again[0] == again[-1] is not None and "order" in item.ids
        token = item.spelt in LISTS["tokens"] and "order" in before.ids
        return twice or token or item == COMMA and before.spelt in BARS

    def _areas_of_units(self, item: Item, before: Sequence[Item]) -> list[Item]:
        """Return the areas of all units of a kind, or of a number: `both ships`."""
        areas = [area for area, counts in self.seat.units.items() if counts.get(item.of(("unit",))[0])]
        counted = before[-2].spelt if len(before) > 1 else ""
        if any("area" in word.ids for word in before[-3:-1]) or str(len(areas)) != (
            counted if counted.isdecimal() else "1"
        ):
            return []
        every = [make_item(area, area=area) for area in areas]
        return [word for area in every for word in (make_item("and"), area)][1:]

    def _best(self, pieces: list[Piece], topics: Sequence[str | None]) -> list[Part] | None:
        """Return the instructions that read all pieces, with the fewest parts and commas.
        Of these the fewest documented lines; a topic may stand before each piece."""
        best: dict[int, tuple[tuple[int, int, int, int], set[Parts]]] = {len(pieces): ((0, 0, 0, 0), {()})}
        for begin in range(len(pieces) - 1, -1, -1):
            for end in range(begin + 1, min(len(pieces), begin + MAX_PIECES) + 1):
                # What stands before a colon is no instruction of its own in a game with words of its own, nor is what
                # is done otherwise.
                sign = pieces[end][0] if end < len(pieces) else ""
                if sign in ("else", ">") or sign == ":" and self.meanings:
                    continue
                # Nor is an area before one.
                if end < len(pieces) and pieces[end][0] == ":" and is_area(pieces[end - 1][1]) and end - begin > 1:
                    continue
                if end not in best or begin in best and best[end][0][0] + 1 > best[begin][0][0]:
                    continue
                commas = sum(sign == "," for sign, _ in pieces[begin + 1 : end])
                readings, of_topic = self._readings(join_pieces(pieces[begin:end]), topics[begin])
                for reading in readings:
                    piece_count, within, lines, topical = best[end][0]
                    count = piece_count + 1, within + commas, lines + len(reading), topical + of_topic
                    ways = {(*reading, *rest) for rest in best[end][1] if parts_agree(reading, rest, self.single)}
                    if not ways or begin in best and best[begin][0] < count:
                        continue
                    same = begin in best and best[begin][0] == count
                    best[begin] = count, ways | best[begin][1] if same else ways
        ways = best.get(0, ((0, 0, 0, 0), set()))[1]
        different = {tuple((part.fills, part.fills or part.text) for part in way): way for way in ways}
        if len(different) != 1:
            texts = sorted("; ".join(part.text for part in way) for way in different.values())
            self.possible += tuple(texts[:MAX_POSSIBLE])
            return None
        every = [instruction for part in next(iter(different.values())) for instruction in self._each(part)]
        # What is said twice is said once.
        return [*{part.fills or part.text: part for part in reversed(every)}.values()][::-1]


class OnBehalf(FreeText):
    """Reads lines for a vassal, in which words for orders mean its tokens."""

    def __init__(self, whole: FreeText, whom: str) -> None:
        super().__init__(whole.notation, whole.tongue, whole.seat.others[whom]())
        self.whole, self.whom = whole, whom

    def parts(self, line: str) -> list[Part]:
        """The instructions that a line means for the vassal, in documented form."""
        heading = f"{self.behalf.keyword} {self.whom}:"
        # Behind what its own statements are about stands no colon.
        ways = [(part.text, part.text.replace(":", "", 1)) for part in super().parts(line)]
        parts = [next(filter(None, (self.whole._part(f"{heading} {text}") for text in every)), None) for every in ways]
        return [part for part in parts if part is not None] if all(parts) else []

    def items(self, sentence: str) -> list[Item]:
        """The words of a sentence, in which names of some sorts mean others."""
        return [item._replace(ids=self._ids_for_vassal(item.ids)) for item in super().items(sentence)]

    def _ids_for_vassal(self, ids: Ids) -> Ids:
        """Return ids in which sorts for the writer's orders mean a vassal's tokens."""
        sorts = self.behalf.sorts
        own_ids = {sort: every for sort, every in ids.items() if sort not in sorts}
        return own_ids | {sort: ids[other] for sort, other in sorts.items() if other in ids}
