"""Free-form answers to the only question, and lines that are no instruction."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import dropwhile, pairwise
from typing import Any

import msgspec

from narration.notation.free_instructions import Instructions, Part, Parts
from narration.notation.free_order import only_asks
from narration.notation.free_pieces import length, without
from narration.notation.free_words import (
    ANSWERS,
    BLOCKERS,
    CONTENT,
    FILLERS,
    TALK,
    WISHES,
    Ids,
    Item,
    hides,
    idle,
    words_in,
)
from narration.notation.grammar import Prompt, Statement
from narration.notation.remarks import WORDS, Place, Remark, Verdict
from narration.notation.words import IF, LISTS, spelt

# Signs between what is answered and what is said besides.
SIGN = re.compile(r"[,.;!:](?=\s|$)|\s[-–—]+\s")
# Parts of an answer; more are a letter.
MAX_SAID = 5
# Fewer choices are not ranked.
MIN_RANKED = 2
# What stands for yes and no where a question has such answers, and choices that are a no.
_YES = ("accept", "yes")
_NO = ("decline", "refuse", "none", "no", "nothing", "pass")
# Sorts of names of whom people speak beside an answer.
PERSONS = frozenset(("house", "card", "leader", "ally"))


class Answers(Instructions):
    """Reads a line as the answer to the only question."""

    def answer(self, line: str) -> list[Part]:
        """Read the answer to the only question, if the rest of the line is unrelated.
        It is one of its choices, yes or no, or ranked choices; with it whether the writer is ready."""
        if len(self.seat.questions) != 1:
            return []
        question = self.seat.questions[0]
        pieces = [piece for piece in map(self.items, SIGN.split(line)) if speaks(piece)]
        ready = [word for piece in pieces if (word := sole_command(piece))]
        pieces = [piece for piece in pieces if not sole_command(piece)]
        if len(pieces) > MAX_SAID or len(ready) > 1:
            return []
        spared = [self._spares(piece, question) for piece in pieces]
        answers = [
            "" if spares else self._picked_choice(piece, question) for piece, spares in zip(pieces, spared, strict=True)
        ]
        pairs = zip(pieces, answers, strict=True)
        besides = [piece for piece, answer in pairs if not (answer or self._addresses_somebody(piece))]
        part = self._read_ranking(pieces, question)
        if part is None and not any(self.matters(piece, question) for piece in besides):
            answer = self._only(pieces, answers, spared, question)
            part = self._answer_part(answer, question) if answer else None
        return [part, *(Part(word.upper(), ()) for word in ready)] if part is not None else []

    def _only(
        self, pieces: Sequence[Sequence[Item]], answers: Sequence[str], spared: Sequence[bool], question: Prompt
    ) -> str:
        """Return the answer common to all pieces; empty if they differ or say nothing."""
        spoken = list(dict.fromkeys(answer for answer in answers if answer))
        declined, named = [], set[str]()
        for piece, answer, spares in zip(pieces, answers, spared, strict=True):
            if answer == "no":
                declined.append(self._choices(piece, question) - {*_NO})
            elif not spares:
                named |= self._choices(piece, question)
        if len(named) > 1:
            # One of them is spoken of besides.
            return ""
        if spoken == ["no"] and any(declined) and {*question.options} - {*_NO}.union(*declined):
            # `not Tywin` says nothing of the others.
            return ""
        if "no" in spoken and len(spoken) > 1 and all(declined) and spoken[0] not in set().union(*declined):
            # `Greyjoy, not me`
            spoken.remove("no")
        if len(spoken) > 1:
            spoken = [answer for answer in spoken if answer != "yes"]
        return spoken[0] if len(spoken) == 1 else ""

    def _read_ranking(self, pieces: Sequence[Sequence[Item]], question: Prompt) -> Part | None:
        """Read ranked choices, as `Arryn over Greyjoy` or `prima Arryn, poi Stark`.
        Returns their instruction; None if there is no clear order."""
        chosen = [bool(self._choices(piece, question)) for piece in pieces]
        items = [item for piece, choice in zip(pieces, chosen, strict=True) for item in piece if choice]
        besides = [piece for piece, choice in zip(pieces, chosen, strict=True) if not choice]
        names = [{pick for each in item.ids.values() for pick in each}.intersection(question.options) for item in items]
        places = [at for at, choices in enumerate(names) if choices]
        numbers = [item.spelt for item in items if item.spelt.isdecimal()]
        ordinals = [str(number) for number in range(1, len(places) + 1)]
        # The first may have been taken for the mark of a list.
        counted = numbers in (ordinals, ordinals[1:])
        ranks = [item.spelt for item in items if not (item.ids or idle(item) or counted and item.spelt.isdecimal())]
        several = any(len(choices) > 1 for choices in names) or any(self.matters(piece, question) for piece in besides)
        if len(places) < MIN_RANKED or several or not (ranks or counted) or not ANSWERS["ranks"].issuperset(ranks):
            return None
        first, last = (
            [at for at, item in enumerate(items) if item.spelt in ANSWERS[name]] for name in ("first", "last")
        )
        if any(at > places[1] for at in first) or any(at < places[-2] for at in last):
            return None
        apart = "last " if last and "last" in self._statement(question).fields else ""
        *better, worst = (next(iter(names[at])) for at in places)
        return self._part(f"{question.text} {', '.join(better)}, {apart}{worst}")

    def agree(self, parts: Sequence[Part]) -> bool:
        """Whether instructions agree on one answer; not `OFFER 2; OFFER eddard-stark`."""
        fills = [fill for part in parts for fill in part.fills if self.seat.questions and fill[2] is None]
        path_rules = {(path, tuple(sorted(rule))) for _, path, _, value in fills for rule in _rules(value)}
        return len(path_rules) == len({path for path, _ in path_rules})

    def items(self, sentence: str) -> list[Item]:
        """Split a sentence into words, with the writer's house where it is listed."""
        items = super().items(sentence)
        if not any(self.seat.house in question.options for question in self.seat.questions):
            return items
        own: Ids = {"house": (self.seat.house,)}
        return [item._replace(ids=own) if item.spelt in ANSWERS["me"] and not item.ids else item for item in items]

    def _answers(self, items: Sequence[Item]) -> set[Parts]:
        """Return the readings of words as an answer; none if they name no choice."""
        items = [item for item in items if item.ids or item.spelt not in ANSWERS["objects"]]
        for question in self.seat.questions:
            named = any(item.ids for item in items)
            if (
                self._addresses_somebody(items)
                or named
                and question.options
                and not self.meanings
                and not self._choices(items, question)
            ):
                return set()
        apart = any(
            connective.spelt in LISTS["but"] and (of.ids or of.spelt.isdecimal()) for connective, of in pairwise(items)
        )
        spare_words = [item.spelt for item in items if item.spelt in ANSWERS["spare"]]
        if apart or len(self.seat.questions) != 1:
            return set() if apart else super()._answers(items)
        lead = next((at for at, item in enumerate(items) if not idle(item) or item.spelt in LISTS["towards"]), 0)
        readings = super()._answers(items) or (super()._answers(items[lead:]) if lead else set())
        # What is kept is no answer, but where a clause says so.
        return {parts for parts in readings if {*spare_words}.issubset(parts[0].text.split())}

    def answers_partly(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether some words name a choice of a question, or add to an answer to it."""
        words = words_in(items)
        guard_words = words & self._statement(question).guard - (FILLERS - CONTENT)
        return bool(guard_words or self._choices(items, question)) and not self._addresses_somebody(items)

    def _answer_part(self, answer: str, question: Prompt) -> Part | None:
        """The documented line for a choice, or for `yes` or `no`."""
        # Of what may be picked alone an id may be quoted.
        alone = len(self._statement(question).values) == 1
        texts: Sequence[str] = (answer, f'"={answer}"') if alone else (answer,)
        statement = self._statement(question)
        if answer in _NO:
            texts = (answer, statement.declined)
        if answer not in question.options:
            refusals = [choice for choice in (*question.options, statement.declined) if choice in _NO]
            accepted = [choice for choice in question.options if choice not in refusals]
            if not question.options:
                phrase, usual = (statement.accepted, _YES) if answer == "yes" else (statement.declined, _NO[:-1])
                texts = (phrase,) if phrase else usual
            elif not refusals:
                return None
            else:
                texts = refusals if answer != "yes" else accepted if len(accepted) == 1 else ()
        parts = (self._part(f"{question.text} {text}") for text in texts)
        return next((part for part in parts if part is not None), None)

    def _statement(self, question: Prompt) -> Statement:
        """The statement whose entry answers a question."""
        behalf, _, line = (
            question.text.rpartition(": ") if question.text.startswith("FOR ") else ("", "", question.text)
        )
        table = self.notation.behalf_keywords if behalf else self.notation.keywords
        return table.known[line.split()[0].rstrip(":").lower()]

    def _choices(self, items: Sequence[Item], question: Prompt) -> set[str]:
        """The choices of a question that are named among some words."""
        named = {name for item in items for each in item.ids.values() for name in each}.intersection(question.options)
        words = [word for item in items for word in item.spelt.split()]
        for text, choice in self._choice_texts(question).items():
            phrase = text.split()
            plain = [word for word in words if word in phrase or not (word in FILLERS or word.isdecimal())]
            if any(plain[at : at + len(phrase)] == phrase for at in range(len(plain))):
                named.add(choice)
        # `No defense` is no nothing.
        return named - {*_NO} or named

    def _choice_texts(self, question: Prompt) -> dict[str, str]:
        """Return a question's choices by the words for them, which may be their ids."""
        statement = self._statement(question)
        values = [getattr(value, "of", value) for value in statement.values.values()]
        meanings = {text: meaning for value in values for text, meaning in value.own_words.known.items()}
        spelled = {text: str(meaning) for text, meaning in meanings.items() if str(meaning) in question.options}
        return spelled | {spelt(choice).replace("-", " "): choice for choice in question.options}

    def _picked_choice(self, items: Sequence[Item], question: Prompt) -> str:
        """Return the choice that words name, or `yes` or `no`; empty if unclear."""
        first = self._first(items, question)
        choices = self._choices(items, question)
        texts = {
            word for text, choice in self._choice_texts(question).items() if choice in choices for word in text.split()
        }
        statement = self._statement(question)
        asks = {about_id for about_id in question.about if "source" in statement.subject and statement.key is None}
        if not all(self._belongs(item, question, texts) and not _names(item, asks) for item in items):
            return ""
        words = words_in(items)
        if first in ANSWERS["no"]:
            if self._denies(items, statement):
                return ""
            if choices and first not in ANSWERS["leave"]:
                # `No defense orders` is the choice that no such orders may lie.
                bans = choices.intersection(self.tongue.names.spellings.get("ban", ()))
                return next(iter(bans)) if len(bans) == len(choices) == 1 else ""
            spoken = [item.spelt for item in items if not idle(item) or item.spelt in ANSWERS["unsure"]]
            unsure = spoken[1:2] and spoken[1] in ANSWERS["unsure"]
            alone = first in ANSWERS["leave"] - ANSWERS["alone"] and len(items) == 1
            return "" if unsure or alone else "no"
        if choices:
            extra_words = (
                words
                & (statement.guard - FILLERS | ANSWERS["no"] | LISTS["but"])
                - texts
                - _words_of_ids(question.about)
                - ANSWERS["words"]
            )
            return (
                next(iter(choices))
                if len(choices) == 1 and not (extra_words or self._addresses_somebody(items))
                else ""
            )
        return "yes" if not choices and any(item.spelt in ANSWERS["yes"] for item in items) else ""

    def _first(self, items: Sequence[Item], question: Prompt) -> str:
        """The first word that says something besides what the question is about."""
        statement, keywords = self._statement(question), self.notation.keywords.known
        content_items = (item for item in items if item.spelt in ANSWERS["no"] or not idle(item))
        return next((item.spelt for item in content_items if not only_asks(item, statement, keywords)), "")

    def _denies(self, items: Sequence[Item], statement: Statement) -> bool:
        """Whether a negation excludes one possible answer: `not 3`, `not me`."""
        if self.seat.questions[0].options:
            return False
        me = items[0].spelt in ANSWERS["leave"] and any(item.spelt in ANSWERS["me"] for item in items)
        keys = self.notation.keywords.known
        words = [word for word in items if word.spelt not in LISTS["articles"] and not only_asks(word, statement, keys)]
        counted = (item.spelt.isdecimal() and before.spelt not in LISTS["part-of"] for before, item in pairwise(words))
        named = (item.ids.keys() & {*statement.name_sorts} and "order" not in item.ids for item in words)
        return me or any(counted) or any(named)

    def _addresses_somebody(self, items: Sequence[Item]) -> bool:
        """Whether some words are only a salutation, or a signature."""
        spoken = [item for item in items if not idle(item)]
        own = len(spoken) == 1 and self.seat.house in spoken[0].of(("house",)) and spoken[0].spelt not in ANSWERS["me"]
        named = any(item.ids.keys() & {"house", "leader"} for item in items)
        return own or named and items[0].spelt in ANSWERS["hello"]

    def _belongs(self, item: Item, question: Prompt, texts: set[str]) -> bool:
        """Whether a word belongs to an answer: a choice, a part of the question, filler."""
        about = _words_of_ids(question.about)
        ids = {name_id for each in item.ids.values() for name_id in each}
        if ids.intersection(question.options) or any(about.intersection(name_id.split("-")) for name_id in ids):
            return True
        statement = self._statement(question)
        words = {word for text in statement.words.every() for word in spelt(text).split()} | about | texts
        lexicon = (*ANSWERS["words"], *ANSWERS["no"], *ANSWERS["yes"], *words)
        return idle(item) or all(word in lexicon or word in FILLERS or word.isdecimal() for word in item.spelt.split())

    def _spares(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether words exempt what they name: `the footman is needed`."""
        words = words_in(items)
        if self._first(items, question) in ANSWERS["no"] - ANSWERS["spare"] or not any(item.ids for item in items):
            return False
        return not words.isdisjoint(
            ANSWERS["spare"].difference(self._choice_texts(question), question.text.lower().split())
        )

    def matters(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether words beside an answer may alter it, or concern the game otherwise."""
        words = words_in(items) - ANSWERS["words"]
        # With these the answer is bound to something, or another comes.
        bound = words & {*IF.begins, *LISTS["or"], "|", *LISTS["but"]}
        doubted = words & BLOCKERS - ANSWERS["beside"]
        statement, spares = self._statement(question), self._spares(items, question)
        counts = not question.options and any(item.spelt.isdecimal() for item in items)
        relevance = counts or words & statement.guard - (FILLERS - CONTENT) - ANSWERS["spare"]
        # Of people who are no answer somebody only speaks.
        talk = PERSONS.difference(statement.name_sorts)
        named = (item for item in items if item.ids and not item.ids.keys() <= talk)
        return (
            bool(bound or doubted)
            or not spares
            and (bool(relevance) or not all(self._belongs(item, question, set()) for item in named))
        )


def _rules(value: bytes) -> list[Any]:
    plain = msgspec.json.decode(value)
    return [rule for rule in plain if isinstance(rule, dict)] if isinstance(plain, list) else []


def _words_of_ids(ids: Iterable[str]) -> set[str]:
    """Return the words that ids are put together from by hyphens."""
    return {word for name_id in ids for word in name_id.split("-")}


def _names(item: Item, ids: Collection[str]) -> bool:
    """Whether an item means one of some ids."""
    return any(name_id in ids for each in item.ids.values() for name_id in each)


def sole_command(items: Sequence[Item]) -> str:
    """The command that is all that some words say: `ready` or `wait`."""
    spoken = [item for item in items if not idle(item)]
    commands = [item.spelt for item in spoken if item.spelt in ("ready", "wait") and not item.ids]
    return commands[0] if len(commands) == len(spoken) == 1 else ""


def speaks(items: Sequence[Item]) -> bool:
    """Whether some words say anything."""
    return any(not idle(item) or item.spelt in ANSWERS["yes"] for item in items)


# Words and signs of a line that is read; a longer one is prose.
MAX_WORDS = 100
_WHOSE = LISTS["from"] | LISTS["to"]
# Where a sentence without a reading stands among instructions.
WITHIN = Place(beside=True, above=False, near=False)
# Shorter parts of names are too often something else.
MIN_CERTAIN = 6
# Words of a clause that says nothing of the game; fewer may be one that is not known.
MIN_TALK = 3
# Words of a line that may be an instruction where it stands alone.
MAX_ALONE = 10
# What a bid names.
BID = frozenset(("track", "number"))
# A greeting before what is said.
_GREETED = re.compile(r"\s*(\w+) (\w+)\s*[,!.:]+\s+(?=\w)")
# Between clauses.
CLAUSE = re.compile(r"[,;(](?=\s|\w)|\s[-–—]+\s")
# With one of these a clause may alter what stands beside it.
DOUBTS = BLOCKERS - TALK | WORDS["changing"] | WORDS["wavering"] | ANSWERS["no"] | ANSWERS["unsure"] | LISTS["or"]


class Prose(Answers):
    """Judges lines of one text that have no reading."""

    def _without_greeting(self, line: str) -> str:
        """Drop whom a line greets, if the name is of nobody in the game: `Hi Tom,`."""
        match = _GREETED.match(line)
        greets = match and spelt(match[1]) in ANSWERS["hello"] and not any(item.ids for item in self.items(match[2]))
        return line[match.end() :] if match and greets else line

    def _without_talk(self, sentence: str) -> str:
        """Drop clauses that concern nothing in the game and change nothing."""
        signs = [0, *(match.end() for match in CLAUSE.finditer(sentence)), len(sentence)]
        clauses = [span for span in pairwise(signs) if self._is_talk_alone(sentence[slice(*span)])]
        return without(sentence, clauses) if len(clauses) < len(signs) - 1 else sentence

    def _is_talk_alone(self, clause: str) -> bool:
        """Whether a clause concerns nothing in the game and changes nothing."""
        items = [item for item in self.items(clause) if any(letter.isalnum() for letter in item.spelt)]
        says = any(item.ids or item.firm or item.spelt.isdecimal() or item.spelt in DOUBTS for item in items)
        remark = self._remark(clause)
        alters = says or hides(items, ("",)) or remark.revokes or remark.disowns
        return len(items) >= MIN_TALK and not alters

    def _is_unrelated(self, sentence: str) -> bool:
        """Whether a sentence without a reading is unrelated and withdraws nothing."""
        items = [item for item in self.items(sentence) if item.ids.get("house") != (self.seat.house,)]
        names = any(item.ids or item.spelt in self.blockers - WISHES - TALK for item in items)
        return not names and not self._remark(sentence).verdict(WITHIN)

    def _remark(self, line: str) -> Remark:
        """A line that was read as prose."""
        items = [item._replace(ids=self._certain(item)) for item in self.items(line)]
        begins = len(items) > 1 and "area" in items[0].ids and self._is_whole(items[0], "area")
        return Remark(line, [item.ids for item in items if item.ids], self.notation.data.vocabulary, begins)

    def _is_whole(self, item: Item, sort: str) -> bool:
        """Whether an item is a whole name of a sort, or the code of an area."""
        names, text = self.tongue.names, item.spelt.rstrip(" :")
        if len(text) == 1:
            return False
        return text in names.index((sort,)).whole or sort == "area" and text in names.shorts.get(sort, {})

    def _certain(self, item: Item) -> Ids:
        """Return the certain meanings: whole names, codes, long parts; no common words."""
        if item.spelt in WORDS["everyday"] and item.typed[1:].islower():
            return {}
        order = "order-type" in item.ids and len(item.spelt.split()[0]) > 1
        part = len(item.spelt) >= MIN_CERTAIN and bool(self.tongue.names.index(("area",)).matches(item.spelt))
        sure = {
            *filter(None, ("area" * part, "order" * order)),
            *(name_sort for name_sort in item.ids if self._is_whole(item, name_sort)),
        }
        return {sort: ids for sort, ids in item.ids.items() if sort in sure}

    def verdict(self, line: str, place: Place) -> Verdict:
        """Judge what may be lost if a line at a place is passed over; empty: nothing."""
        quoted = line.lstrip().startswith(">")
        return "" if quoted else self._remark(line).verdict(place)

    def altered(self, line: str, place: Place, others: Mapping[int, str]) -> set[int] | None:
        """Return numbers of those `others` (lines by number) that a line may alter.
        None if it concerns only itself. `place` is where the line stands."""
        remark = self._remark(line)
        same = {at for at, other in others.items() if remark.named & self._remark(other).named}
        alone = (
            remark.begins or not remark.revokes and (remark.instructs or remark.kinds - {"house"} != set() and not same)
        )
        return None if alone or not (remark.revokes or place.above and remark.disowns) else same

    def may_order(self, line: str, *, answered: bool) -> bool:
        """Whether a line without a reading may be an order: it mentions orders in
        an area of the writer's own, or the only question while it is not `answered`."""
        items = self.items(line)
        if "?" in line or line.lstrip().startswith(">") or self.of_others(items) or length(line) > MAX_WORDS:
            return False
        remark = self._remark(line)
        own = any(not self.seat.own.isdisjoint(item.ids.get("area", ())) for item in items)
        headed = bool(items) and items[0].spelt in LISTS["headers"]
        is_talk = headed or remark.kindly or any(item.spelt in self.blockers for item in items)
        if own and remark.speaks_of_orders and not is_talk and self.seat.planning:
            return True
        spoken = () if answered or all(map(idle, items)) else self.seat.questions
        return any(self.answers_partly(items, question) for question in spoken)

    def may_mean(self, line: str) -> bool:
        """Whether a single line may be an instruction: short, no negation, on topic."""
        items, remark, keywords = self.items(line), self._remark(line), self.notation.keywords.known
        is_talk = any(item.spelt in self.blockers for item in items) and not remark.kinds >= BID
        spoken = [item for item in items if item.spelt in (",", ":") or not idle(item)]
        is_talk = is_talk or any("house" in word.ids and of.spelt in (",", ":") for word, of in pairwise(spoken[:2]))
        if not items or is_talk or items[0].spelt in LISTS["headers"] or remark.kindly or self.of_others(items):
            return False
        if len(remark.plain) > MAX_ALONE or "?" in line or line.lstrip().startswith(">"):
            return False
        return remark.instructs or any(
            item.ids.keys() - {"house", "leader"}
            and item.spelt not in WORDS["everyday"]
            or item.spelt in keywords
            and self.seat.asks_for(keywords[item.spelt])
            and not idle(item)
            for item in items
        )

    def says_nothing(self, line: str) -> bool:
        """Whether a line says nothing of the game."""
        return all(idle(item) or item.ids.get("house") == (self.seat.house,) for item in self.items(line))

    def of_others(self, items: Sequence[Item]) -> bool:
        """Whether a line concerns another house: its actions (`greyjoy raids winterfell`),
        words addressed to it (`greyjoy, I raid pyke`), or a heading for its orders."""
        first = next((at for at, item in enumerate(items) if not idle(item)), len(items))
        other = first + 1 < len(items) and items[first].ids.keys() == {"house"}
        behalf = first and items[first - 1].spelt in self.notation.behalf_words.known
        if other and not behalf and items[first].ids["house"] != (self.seat.house,):
            next_items = list(dropwhile(lambda item: idle(item) and item.spelt not in ",:", items[first + 1 :]))[:1]
            does = any(item.ids.keys() & {"order", "order-type"} or item.spelt in self.blockers for item in next_items)
            spoken_to = items[first + 1].spelt in (",", ":") and any(
                item.ids.keys() & {"area", "order"} for item in items[first + 2 :]
            )
            return does or spoken_to
        leader = items[first].of(("leader",)) if first + 1 < len(items) else ()
        chosen = {entry for question in self.seat.questions for entry in question.options}
        if (
            leader
            and not chosen.intersection(leader)
            and leader != (self.seat.house,)
            and items[first + 1].spelt in self.uses
        ):
            return True
        words = self.notation.keywords.known
        heads = (
            words[head.spelt].bare_lines and of.spelt in _WHOSE for head, of in pairwise(items) if head.spelt in words
        )
        return any(heads) and items[-1].ids.keys() == {"house"}
