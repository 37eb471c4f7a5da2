"""Instructions in people's own words, put into documented form and read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from adjudicator.engine.decision import Refused
from narration.notation.cursor import Fault, Source, Tongue
from narration.notation.entries import Filling
from narration.notation.free_order import BARS, counted_march, goal_of, only_asks, strip_filler_end
from narration.notation.free_roles import Roles, begins_entry, in_roles, possessive_item
from narration.notation.free_words import (
    ANSWERS,
    BLOCKERS,
    CONTENT,
    EMPTY,
    FILLERS,
    SAID_OTHERWISE,
    Item,
    idle,
    index_of_words,
    make_item,
)
from narration.notation.grammar import BehalfData, Notation, SeatFacts, Statement
from narration.notation.lines import Lines
from narration.notation.values import Pairs
from narration.notation.words import AND, FIRST, IF, LISTS, NONE, Wording, spelt

# Shorter words for units are letters.
MIN_UNIT = 3
# Fewer numbers may be one that is counted twice.
MIN_IN_TURN = 2
ARTICLES = LISTS["articles"] - LISTS["towards"]
# The battle that all alternatives are for.
_SUBJECT = re.compile(r"^((?:from|da|de|desde|@) [\w-]+) ?,? (?=.* (?:\||else) )")

NOTHING = frozenset(map(spelt, NONE.every()))
# Between a card and what it is aimed at.
BEHIND_CARDS = {":", "with", "con", "for", "per", "para"} | LISTS["towards"] - {">"} | LISTS["at"] | LISTS["from"]
BEFORE_AREAS = LISTS["from"] | LISTS["towards"] | LISTS["at"]


class Part(NamedTuple):
    """A documented instruction and what it fills."""

    text: str
    fills: tuple[tuple[str, str, str | None, bytes], ...]

    @property
    def places(self) -> frozenset[tuple[str, str, str | None]]:
        """Return the places that it fills: for whom, which path and which key."""
        return frozenset(fill[:3] for fill in self.fills)


Parts = tuple[Part, ...]


class Instructions(Roles):
    """Reads words that are put together as one instruction."""

    def __init__(self, notation: Notation, tongue: Tongue, seat: SeatFacts) -> None:
        super().__init__(notation, tongue, seat)
        self.uses = frozenset().union(*(statement.subject_words for statement in notation.statements))
        self.leads = frozenset().union(*(statement.leads.known for statement in notation.statements))
        # What ends with one choice is said in one instruction.
        self.single = frozenset(statement.path for statement in notation.statements if statement.ends)
        self.behalf = notation.data.behalf or BehalfData(Wording(()))
        self.headings = frozenset(map(spelt, self.behalf.headings.every()))
        self.blockers = BLOCKERS - IF.begins if self.meanings else BLOCKERS

    def _topic(self, items: Sequence[Item]) -> str | None:
        """Return the first of the writer's own areas, the topic of what follows."""
        for at, item in enumerate(items):
            area = item.only("area")
            if area in self.seat.own and not (at and items[at - 1].spelt in LISTS["towards"]):
                return area
        return None

    def _readings(self, items: list[Item], topic: str | None, *, by_role: bool = False) -> tuple[set[Parts], bool]:
        """Return all readings of words as one instruction, or an order with details;
        and whether they concern the `topic`, where the words name no area."""
        spoken = [item for item in items if not idle(item)]
        if len(spoken) == 1 and spoken[0].spelt in ("ready", "wait", "clear") and not spoken[0].ids:
            return {(Part(spoken[0].spelt.upper(), ()),)}, False
        if in_turn := self._read_numbers_in_turn(spoken):
            return {in_turn}, False
        about = [items]
        if topic and self._topic(items) is None:
            about.append([make_item(topic, area=topic), *items])
        if answers := self._answers(items):
            return answers, False
        if chosen := [part for opening in self.seat.openings if (part := self._completed(opening, spoken))]:
            return {(part,) for part in chosen}, False
        for words in about:
            for statements in self._statements(words, topic):
                readings: dict[Any, Parts] = {}
                for statement, cue in statements:
                    if words is not items and (statement.key is None or "area" not in statement.key.every_sort()):
                        continue
                    for parts in self._entry_readings(statement, words, cue):
                        if all(len(part.fills) == 1 for part in parts):
                            readings[tuple(part.fills for part in parts)] = parts
                if readings:
                    return set(readings.values()), words is not items
        clause = in_roles(items, self.seat.units) if self.seat.planning and not by_role else []
        return self._readings(clause, None, by_role=True) if clause else (set(), False)

    def _completed(self, opening: str, spoken: Sequence[Item]) -> Part | None:
        """Read a name alone as the end of a documented line, such as `mustering`."""
        if len(spoken) != 1 or spoken[0].spelt in NOTHING or spoken[0].ids.keys() & {"area", "card", "house"}:
            return None
        keyword = any(spoken[0].typed == statement.keyword for statement in self.notation.statements)
        return None if keyword else self._part(f"{opening} {spoken[0].spelt}")

    def _read_numbers_in_turn(self, spoken: Sequence[Item]) -> Parts:
        """Read bare numbers, one for each thing asked in turn: `bids 3 / 0 / 2`."""
        statement = self.notation.keywords.known.get(spoken[0].spelt) if spoken else None
        numbers = [item.spelt for item in spoken[statement is not None :]]
        if len(numbers) < MIN_IN_TURN or not all(map(str.isdecimal, numbers)):
            return ()
        paths = [statement.path] if statement else filter(self.seat.asks, self.tongue.in_turn)
        path = next((option for option in paths if len(self.tongue.in_turn.get(option, ())) == len(numbers)), None)
        keyword = next((entry.keyword for entry in self.notation.statements if entry.path == path), "")
        keys = self.tongue.in_turn[path] if path else ()
        parts = [self._part(f"{keyword} {key} {number}") for key, number in zip(keys, numbers, strict=False)]
        return tuple(part for part in parts if part is not None) if all(parts) else ()

    def _answers(self, items: Sequence[Item]) -> set[Parts]:
        """The readings of some words as the answer to a question that is asked."""
        readings: dict[Any, Parts] = {}
        abouts = [prompt.rpartition(" ")[2][:-1] for prompt in self.seat.prompts if prompt.endswith(":")]
        named = [at for at, item in enumerate(items) if any({*ids} & {*abouts} for ids in item.ids.values())]
        for prompt in self.seat.prompts:
            words = items
            if named and prompt.endswith(":"):
                about = prompt.rpartition(" ")[2][:-1]
                if not any(about in ids for ids in items[named[0]].ids.values()) or begins_entry(items, named[0]):
                    continue
                words = [*items[: named[0]], *items[named[0] + 1 :]]
            *behalf, line = re.split(r"(?<=:) ", prompt, maxsplit=1) if prompt.startswith("FOR ") else [prompt]
            table = self.notation.behalf_keywords if behalf else self.notation.keywords
            statement = table.known[line.partition(" ")[0].lower()]
            words = [item for item in words if not only_asks(item, statement, table.known)]
            if self.meanings and len(words) > 1:
                words = [item for item in words if item.spelt not in abouts]
            for text in self._texts(statement, words):
                part = self._part(self.notation.rephrase(f"{prompt} {text}"))
                if part is not None and not self._answers_unasked(statement, part):
                    readings[part.fills] = (part,)
                    break
            else:
                # `White Harbor supports Baratheon` says what it is about first.
                leading = statement.leading and not behalf
                readings |= {
                    parts[0].fills: parts for parts in (self._first_entry_reading(statement, words) if leading else ())
                }
        return set(readings.values())

    def _answers_unasked(self, statement: Statement, part: Part) -> bool:
        apart = {word for fields in statement.decisions.values() for word in fields}
        topics = {prompt.rpartition(" ")[2][:-1] for prompt in self.seat.prompts if prompt.endswith(":")}
        words = {path: every.en[0] for path, every in statement.variants.items()}
        return any(words.get(fill[1], "") in apart - topics for fill in part.fills)

    def _statements(self, items: Sequence[Item], topic: str | None) -> Iterator[Sequence[tuple[Statement, int | None]]]:
        """Return the statements that words may belong to, likelier ones first:
        those whose keyword stands among them, then those that the turn asks and that certain names indicate."""
        cues = {at: self.notation.keywords.known.get(item.spelt) or self._verb(item) for at, item in enumerate(items)}
        # An order that is placed is no keyword of what is said of one that lies.
        placed = self.seat.planning and (topic is not None or any("area" in item.ids for item in items))
        cues = {at: cue for at, cue in cues.items() if not (placed and "order" in items[at].ids)}
        if cued := [(cue, at) for at, cue in cues.items() if cue is not None and not cue.everyday]:
            yield cued
        sorts = {sort for item in items for sort in item.ids}
        if any(item.spelt in NOTHING for item in items):
            sorts.add("order" if self.seat.planning else "unit")
        spoken = [spelt(item.spelt) for item in items if not item.ids]
        words = {*spoken, *(word for text in spoken for word in text.split())}
        if any("area" in item.ids and items[at].spelt in LISTS["towards"] for at, item in enumerate(items[1:])):
            sorts.add("goal")
        for statement in self.notation.statements:
            alone = len([item for item in items if item.spelt in CONTENT or not idle(item)]) == 1
            lone = alone and not self.meanings
            evident = not (lone or sorts.isdisjoint(statement.evident)) or any(
                self._uses(item, statement) for item in items
            )
            asking = statement.key is not None and not words.isdisjoint(statement.key.own_words.known)
            spoken_of = evident or asking or not words.isdisjoint(statement.cue_words)
            # In a game with words of its own they answer the only question.
            question_texts = [question.text.lower() for question in self.seat.questions if self.meanings]
            answers = not question_texts or question_texts[0].startswith(statement.words.en[0])
            if spoken_of and answers and self.seat.asks_for(statement):
                yield [(statement, None)]

    def _verb(self, item: Item) -> Statement | None:
        """The statement that says more of an order such as a word means: `attacks`."""
        paths = {path for statement in self.notation.statements if (path := _detail(statement, item))}
        return next((statement for statement in self.notation.statements if statement.path in paths), None)

    def _entry_readings(self, statement: Statement, items: list[Item], cue: int | None) -> Iterator[Parts]:
        """Yield readings of words as an entry of a statement, or an order with it."""
        if cue is not None:
            rest = [*items[:cue], *items[cue + 1 :]]
            yield from self._first_entry_reading(statement, rest)
        has_order_reading = False
        for at, item in enumerate(items):
            path = _detail(statement, item)
            other = next((candidate for candidate in self.notation.statements if path and candidate.path == path), None)
            others = [*items[:at], *items[at + 1 :]]
            area_ahead = any("area" in word.ids for word in items[at + 2 : at + 3])
            if area_ahead and items[at + 1].spelt in LISTS["both"]:
                # `March and Pyke`: of the second area more is said.
                continue
            # In a condition an order is one that lies.
            until = index_of_words(others, IF.begins)
            several = any("order" in word.ids and len(word.ids["order"]) == 1 for word in others[:until])
            if other is None or several or at > until:
                continue
            for more in self._first_entry_reading(other, others):
                orders = self._order_parts(statement, items, at, more)
                if orders is not None:
                    # Units before it may be those that stand there.
                    has_order_reading = has_order_reading or not any("unit" in word.ids for word in items[:at])
                    yield (*orders, *more)
        if not has_order_reading:
            yield from self._first_entry_reading(statement, items)
        if statement.details or statement.value_first.known:
            yield from self._shared_readings(statement, items if cue is None else rest)

    @staticmethod
    def _without_units(items: list[Item]) -> list[Item]:
        """Drop units that are given an order: `the knight in winterfell raids`."""
        order = next((at for at, item in enumerate(items) if "order" in item.ids), 0)
        places = [{sort for neighbour in items[at + 1 : at + 3] for sort in neighbour.ids} for at in range(len(items))]
        units = [at for at, item in enumerate(items) if "unit" in item.ids and (at < order or "area" in places[at])]
        units = [at for at in units if at < order or items[at + 1].spelt in LISTS["from"] | LISTS["at"]]
        counts = [at - 1 for at in units if at and items[at - 1].spelt.isdecimal()]
        return [item for at, item in enumerate(items) if at not in (*units, *counts)]

    def _shared_readings(self, statement: Statement, items: Sequence[Item]) -> Iterator[Parts]:
        keys = self._keys(statement, items, every=True)
        others = [item for at, item in enumerate(items) if at not in keys]
        between = items[keys[0] + 1 : keys[-1]] if len(keys) > 1 else []
        # What follows "to" was the aim of something before it.
        aim = keys and keys[0] and items[keys[0] - 1].spelt in LISTS["towards"] and all(map(idle, items[: keys[0]]))
        aims = any(items[at - 1].spelt in LISTS["towards"] for at in keys[1:])
        if (
            not between
            or aim
            or aims
            or not all(idle(item) for at, item in enumerate(between, keys[0] + 1) if at not in keys)
        ):
            return
        for text in self._texts(statement, others):
            ids = [self._key_id(statement.key, items[at]) for at in keys]
            parts = [self._part(f"{statement.keyword} {key_id}: {text}") for key_id in ids]
            if all(parts):
                yield tuple(part for part in parts if part is not None)
                return

    def _order_parts(
        self, statement: Statement, items: Sequence[Item], at: int, more: Collection[Part]
    ) -> Parts | None:
        """Return the order whose area the details concern; none if already placed."""
        keys = self._keys(statement, items)
        key = next((at for at in keys if at and items[at - 1].spelt in LISTS["from"]), None)
        plan = key is not None and not any(letter.isdigit() for letter in items[at].spelt)
        if plan or not self.seat.planning:
            return ()
        areas = [fill[2] for part in more for fill in part.fills if fill[2]]
        areas += [self._key_id(statement.key, items[at]) for at in keys[:1]]
        keyword, order = statement.keyword, items[at].ids["order"][0]
        part = self._part(f"{keyword} {areas[0]}: {order}") if areas else None
        return (part,) if part is not None else None

    def _first_entry_reading(self, statement: Statement, items: list[Item]) -> Iterator[Parts]:
        keyword = statement.keyword
        value = self._subject_value(statement)
        items = items if "unit" in statement.name_sorts else self._without_units(items)
        keys = self._keys(statement, items)
        for at in keys if value is not None else []:
            little = bool(at) and not items[at - 1].ids and items[at - 1].spelt in BEFORE_AREAS
            others = [*items[: at - little], *items[at + 1 :]]
            if "goal" in statement.evident:
                others = counted_march(
                    others, self.seat.units.get(self._key_id(value, items[at]), {}), self.lexicon.exact
                )
            rest, clause = self._companions(statement, others)
            for text in self._texts(statement, rest):
                main, condition, more = text.partition(" if ")
                part = self._part(f"{keyword} {self._key_id(value, items[at])}: {main}{clause}{condition}{more}")
                if part is not None:
                    yield (part,)
                    return
        if statement.key is None or statement.fixed:
            for subject, words in self._reorder(statement, items):
                for text in self._texts(statement, words, subject):
                    part = self._part(f"{keyword} {text}")
                    if part is not None:
                        yield (part,)
                        return

    def _reorder(self, statement: Statement, items: Sequence[Item]) -> Iterator[tuple[str, Sequence[Item]]]:
        first = next((at for at, item in enumerate(items) if item.spelt in IF.begins or not idle(item)), 0)
        orders = [items]
        if items and statement.cues and items[first].spelt in IF.begins:
            until = index_of_words(items, ("|", "else"))
            ends = range(first + 2, until)
            orders = [
                [*strip_filler_end(items[end:until]), *strip_filler_end(items[first:end]), *items[until:]]
                for end in ends
            ]
        for words in orders:
            if statement.subject_words:
                yield from self._subject_first(statement, words)
            else:
                yield "", words
                yield from (("", rest) for _, rest in self._card_first(statement, words))

    def _uses(self, item: Item, statement: Statement) -> list[str]:
        """What is done with what is chosen where a card asks for it that an item names."""
        cards = self.seat.uses.keys() & item.ids.get("card", ())
        return [use for card in cards for path, use in self.seat.uses[card] if path == statement.path]

    def _subject_first(self, statement: Statement, items: Sequence[Item]) -> Iterator[tuple[str, Sequence[Item]]]:
        """Split off an entry's key: the action, preceded by cards used for it."""
        over = next((at for at, item in enumerate(items) if at and item.spelt in ("|", "else", *IF.begins)), len(items))
        uses = [at for at in range(over) if not items[at].ids and spelt(items[at].spelt) in statement.subject_words]
        named = list(dict.fromkeys(items[at].spelt for at in uses))
        if not uses and any(map(self._topical, items)):
            # "Robb to Doran" says where he goes, "great for Doran" does not.
            led = (before.typed.split()[-1:] for before, item in pairwise(items) if "leader" in item.ids)
            named = [statement.topic] * (statement.topic != "" and all(map(LISTS["towards"].issuperset, led)))
        before, after = (uses[0], uses[-1]) if uses else (over, over)
        between = (item for at, item in enumerate(items[:after]) if at > before and at not in uses)
        if not named:
            yield from self._card_first(statement, items)
        if not named or uses and "," in (item.spelt for item in items[:before]) or not all(map(self._silent, between)):
            return
        sorts = {name: statement.values[name].every_sort() for name in (*statement.subject, *statement.run)}
        asking = [sort for name in statement.subject for sort in sorts[name]]
        chosen = [sort for name in statement.run for sort in sorts[name]]
        named_at = [at for at in range(before) if items[at].of(asking) and not self._topical(items[at])]
        sources = [at for at in named_at if all(map(idle, items[:at])) or not items[at].of(chosen)]
        if source_uses := {use for at in sources for use in self._uses(items[at], statement)}:
            # What no card asks for is another word for what this one asks.
            seat_uses = {use for every in self.seat.uses.values() for _, use in every}
            named = named if source_uses.issuperset(named) else [*source_uses] if seat_uses.isdisjoint(named) else []
        if not named:
            return
        origin = f" from {', '.join(items[at].of(asking)[0] for at in sources)}" if sources else ""
        rest = [item for at, item in enumerate(items) if at not in (*uses, *sources)]
        yield (
            f"{', '.join(named)}{origin}: ",
            [item for item in rest if not (statement.topic and self._topical(item))],
        )

    def _card_first(self, statement: Statement, items: Sequence[Item]) -> Iterator[tuple[str, Sequence[Item]]]:
        """Split a card from the words behind its sign or verb: `Demand Fealty on Doran`."""
        at = next((at for at, item in enumerate(items) if not idle(item)), len(items))
        # `Feint goes on Doran`
        then = next((then for then in range(at + 1, len(items)) if items[then].spelt in BEHIND_CARDS), len(items))
        if then < len(items) and all(map(idle, items[at + 1 : then])):
            # `Skirmish on Doran` is aimed at a card of his.
            owned = "of" in statement.name_sorts and items[then].spelt not in LISTS["to"] - LISTS["towards"]
            aims = [possessive_item(item, statement) if owned else item for item in items[then:]]
            for use in dict.fromkeys(self._uses(items[at], statement)):
                yield f"{use} from {items[at].of(('card',))[0]}: ", aims

    def _topical(self, item: Item) -> bool:
        """Whether an item names what everybody speaks of."""
        return any(set(ids) == self.seat.topic for ids in item.ids.values())

    def _silent(self, item: Item) -> bool:
        """Whether an item orders nothing: filler, common topics, the writer's own name."""
        return idle(item) or self._topical(item) or item.ids.get("leader") == (self.seat.house,)

    @staticmethod
    def _companions(statement: Statement, items: list[Item]) -> tuple[list[Item], str]:
        """Split off companions and the clause that says it: `Robb + knight to Kingsroad`."""
        clauses = ((name, value) for name, value in statement.values.items() if isinstance(value, Pairs))
        name, pairs = next(clauses, ("", None))
        sorts = tuple(pairs.key.every_sort()) if pairs else ()
        who = [at for at, item in enumerate(items) if item.only(*sorts)]
        stay = {at: at + 1 for at in who if at + 1 < len(items) and items[at + 1].spelt == "stays"}
        stay |= {at: at - 1 for at in who if at and items[at - 1].spelt in LISTS["without"]}
        go = any("unit" in item.ids or item.spelt in ("all", "rest") for item in items) or len(stay) == len(who)
        goals = {at: goal_of(items, at) for at in who if at not in stay}
        go = go or all(at and items[at - 1].spelt in LISTS["with"] - LISTS["parts"] for at in who)
        over = index_of_words(items, BARS)
        # Who stays with others, or goes elsewhere?
        several = not all(goals.values()) or any(
            item.spelt == "stays" and at not in stay.values() for at, item in enumerate(items[:over])
        )
        if not who or not go or several:
            return items, ""
        dropped, ways = {*who, *stay.values()}, []
        for at in who:
            way = "stays" if at in stay else f"to {goals[at]}"
            ways.append(f"{items[at].of(sorts)[0]} {way}")
            beside = (at - 1, at + 1) if at not in stay else (at - 1,)
            beside = beside[::-1] if at and items[at - 1].spelt == "," else beside
            joined = [index for index in beside if 0 <= index < len(items) and items[index].spelt in LISTS["with"]]
            dropped.update(joined[:1])
        rest = [item for at, item in enumerate(items) if at not in dropped]
        return rest, f", {statement.fields[name].en[0]} {', '.join(ways)}"

    @staticmethod
    def _subject_value(statement: Statement) -> Any:
        if statement.key is not None and not statement.fixed:
            return statement.key
        return statement.values[statement.subject[0]] if statement.leading else None

    @staticmethod
    def _key_id(value: Any, item: Item) -> str:
        """The id that words before an entry mean; empty if they mean none, or several."""
        own = value.own_words.known.get(item.spelt)
        return str(own) if own is not None else item.only(*value.every_sort())

    def _keys(self, statement: Statement, items: Sequence[Item], *, every: bool = False) -> list[int]:
        """Return the items that may be the key: only those behind `from` and the like,
        unless `every` may be; none behind `to` and the like."""
        value = self._subject_value(statement)
        others = [other for other in (statement.value, *statement.values.values()) if other not in (None, value)]
        goals = any("area" in other.every_sort() for other in others)
        places: list[int] = []
        aims: list[int] = []
        for at, item in enumerate(items if value is not None else ()):
            # What stands before a colon begins something new.
            headed = (
                at + 1 < len(items)
                and items[at + 1].spelt == ":"
                and items[at - 1].spelt not in LISTS["from"]
                and not all(idle(entry) or "area" in entry.ids for entry in items[:at])
            )
            before = items[at - 1].spelt if at else ""
            if headed and before not in LISTS["from"] or not self._key_id(value, item):
                continue
            if before in LISTS["from"] and not every:
                return [at]
            (aims if goals and before in LISTS["towards"] else places).append(at)
        return places or aims

    def _texts(self, statement: Statement, items: Sequence[Item], subject: str = "") -> Iterator[str]:
        """Return the words behind the key in documented form, with and without filler."""
        plain = [item for item in items if item.ids or item.spelt not in ARTICLES]
        for words, little, joined in (
            (items, True, False),
            (plain, True, False),
            (items, False, False),
            (items, False, True),
        ):
            pieces: list[str] = []
            goal, condition, before = "", False, None
            for item in words:
                piece = self._piece(item, statement, little=little, condition=condition)
                if piece is None:
                    break
                if condition and item.spelt in (EMPTY, "has") and spelt(pieces[-1]) in IF.known:
                    piece = f"{goal} {item.spelt}"
                if piece == "all" and pieces and pieces[-1] == ",":
                    pieces.pop()
                goal = "" if piece in BARS else item.only("area") or goal
                condition = piece not in BARS and (condition or bool(pieces) and item.spelt in IF.known)
                counts, number = bool(pieces) and pieces[-1].isdecimal(), piece.isdecimal()
                if joined and "unit" in item.ids and before is not None:
                    pieces.insert(len(pieces) - counts, "+")
                if piece and not (number and before) or item.spelt in LISTS["towards"]:
                    before = item if "unit" in item.ids else None
                pieces += [piece] if piece else []
            else:
                text = " ".join(pieces).strip(" ,:>-|+")
                text = _SUBJECT.sub(r"\1: ", text)
                if text and spelt(pieces[-1]) not in IF.known:
                    text = re.sub(r",? (?=\||else )", " ", re.sub(r" ([,:])", r"\1", text))
                    yield self.notation.rephrase(subject + text)

    def _condition_word(self, item: Item, statement: Statement) -> str:
        """Return an item of a condition in documented form; empty for filler."""
        if not item.spelt.isalnum() and not item.ids and not item.firm:
            return item.typed
        if item.firm or item.spelt.isdecimal() or item.spelt in AND.known:
            return "and" if item.spelt in AND.known else item.spelt
        every = [name_id for each in item.ids.values() for name_id in each]
        if len(every) == 1:
            return every[0]
        says = self.meanings or item.spelt not in FILLERS - statement.single_words
        return item.typed.rstrip(".") if says else ""

    def _piece(self, item: Item, statement: Statement, *, little: bool, condition: bool) -> str | None:
        """Return an item in documented form; empty for filler, None if out of place."""
        ids = item.of(statement.name_sorts)
        if len(ids) == 1 and item.spelt not in statement.clauses.known:
            goes = statement.run and "area" in statement.values[statement.run[0]].every_sort()
            battle = "area" in item.ids and "battles" in statement.fields and not (goes or condition)
            whole = self.tongue.names.index(("unit",)).whole
            singular = " " in item.spelt and item.spelt in whole and not item.spelt.endswith("s")
            if "unit" in self.lexicon.exact.get(item.spelt, {}) and len(item.spelt) > MIN_UNIT and not singular:
                # Of "knights" is not known how many they are.
                return item.spelt
            return f"@ {ids[0]}" if battle else ids[0]
        own = item.ids.get("house") == (self.seat.house,)
        if own and not statement.single_words.issuperset(item.spelt.split()):
            return ""
        if item.spelt == ">" and little and not condition:
            return "to"
        if not item.ids and item.spelt in CONTENT and not (condition and self.meanings):
            every = statement.guard if self.meanings else statement.single_words
            idly = item.spelt in ANSWERS["me"] if self.meanings else item.spelt in ("all", *LISTS["always"])
            return item.spelt if item.spelt in every else "" if idly else None
        if item.spelt == "else" or item.spelt == "+" and little:
            return item.spelt
        if condition:
            return self._condition_word(item, statement)
        if item.ids and self._silent(item):
            return ""
        if item.ids:
            plain = item.spelt.split()
            if all(word in statement.single_words for word in plain):
                return item.typed
            return "" if all(word in FILLERS for word in plain) else None
        if item.spelt in LISTS["from"] and item.spelt in statement.clauses.known:
            return item.typed
        if item.spelt in IF.known or item.spelt not in FILLERS and re.fullmatch(r"[0-9]+[a-z]*", item.spelt):
            return item.spelt
        if item.firm or item.spelt in SAID_OTHERWISE.values() and item.spelt not in FILLERS:
            words = [word for word in re.split(r"[ ,-]+", item.spelt) if word.isalpha()]
            in_vocabulary = statement.single_words.union(IF.begins, FIRST.begins).issuperset(words)
            return item.spelt if in_vocabulary or self._amount(item.spelt) else None
        firm = item.spelt not in FILLERS or item.spelt in statement.firm_words
        if item.spelt in statement.single_words and (little or firm):
            return item.typed
        if item.spelt in FILLERS and item.spelt not in self.uses:
            return ""
        if item.spelt == "/" and statement.cues:
            return ","
        if item.spelt in LISTS["signs"] or not any(letter.isalnum() for letter in item.spelt):
            return item.spelt if little and item.spelt in LISTS["signs"] or item.spelt in (",", "+", "|") else ""
        return "" if item.spelt in LISTS["towards"] else None

    def _amount(self, text: str) -> bool:
        """Whether words are an amount of this game, or what stands behind a number in one."""
        try:
            self.tongue.parse_amount(text.removeprefix("times "))
        except Refused:
            return False
        return True

    def _part(self, text: str) -> Part | None:
        """Documented instructions of a line, if they are read and can be done."""
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
        return Part(text, tuple(_fill(filling) for filling in fillings))

    def _each(self, part: Part) -> list[Part]:
        """The instructions of a line one by one, so that one may be taken back."""
        if len(part.fills) < MIN_IN_TURN or part.text.startswith("FOR "):
            return [part]
        reading = Lines(Source(part.text), self.notation, self.tongue)
        reading.read_lines()
        keyword = part.text.partition(" ")[0]
        places = [(entry.tokens[0].start, entry.tokens[-1].end) for entry in reading.entries]
        texts = [f"{keyword} {part.text[begin:end]}" for begin, end in places]
        return [Part(text, (fill,)) for text, fill in zip(texts, part.fills, strict=True)]


def _fill(filling: Filling) -> tuple[str, str, str | None, bytes]:
    return filling.behalf, filling.path, filling.key, msgspec.json.encode(filling.value)


def _detail(statement: Statement, item: Item) -> str:
    """Return the statement's path for details of such an order; empty for none."""
    order = next(iter(item.ids.get("order", ())), "")
    every = statement.details.items()
    return next((path for kind, path in every if order.startswith(kind) or f"-{kind}" in order), "")


def keyword_of(parts: Sequence[Part]) -> str:
    """Return the last instruction's keyword, which may govern the next; `?` for none."""
    return parts[-1].text.partition(" ")[0] if parts and parts[-1].fills else "?"
