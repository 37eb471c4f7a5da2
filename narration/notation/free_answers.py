"""Free-form answers to the only open question: a choice, yes or no."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from narration.notation.free_instructions import Instructions, Part
from narration.notation.free_order import only_asks
from narration.notation.free_words import ANSWERS, BLOCKERS, CONTENT, FILLERS, Item, idle
from narration.notation.grammar import Prompt, Statement
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
_OF = frozenset(("of", "dei", "delle", "de"))
BUT = frozenset(("but", "ma", "pero", "except", "tranne", "salvo"))
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
            "" if spares else self._picked(piece, question) for piece, spares in zip(pieces, spared, strict=True)
        ]
        pairs = zip(pieces, answers, strict=True)
        besides = [piece for piece, answer in pairs if not (answer or self._to_somebody(piece))]
        part = self._ranked(pieces, question)
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

    def _ranked(self, pieces: Sequence[Sequence[Item]], question: Prompt) -> Part | None:
        """Return ranked choices: `Arryn over Greyjoy`, `prima Arryn, poi Stark`."""
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
        own: dict[str, tuple[str, ...]] = {"house": (self.seat.house,)}
        return [item._replace(ids=own) if item.spelt in ANSWERS["me"] and not item.ids else item for item in items]

    def _answers(self, items: Sequence[Item]) -> set[tuple[Part, ...]]:
        """Return the readings of words as an answer; none if they name no choice."""
        items = [item for item in items if item.ids or item.spelt not in ANSWERS["objects"]]
        for question in self.seat.questions:
            named = any(item.ids for item in items)
            if (
                self._to_somebody(items)
                or named
                and question.options
                and not self.meanings
                and not self._choices(items, question)
            ):
                return set()
        apart = any(connective.spelt in BUT and (of.ids or of.spelt.isdecimal()) for connective, of in pairwise(items))
        spare_words = [item.spelt for item in items if item.spelt in ANSWERS["spare"]]
        if apart or len(self.seat.questions) != 1:
            return set() if apart else super()._answers(items)
        lead = next((at for at, item in enumerate(items) if not idle(item) or item.spelt in LISTS["towards"]), 0)
        readings = super()._answers(items) or (super()._answers(items[lead:]) if lead else set())
        # What is kept is no answer, but where a clause says so.
        return {parts for parts in readings if {*spare_words}.issubset(parts[0].text.split())}

    def answers_partly(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether some words name a choice of a question, or add to an answer to it."""
        words = {word for item in items for word in item.spelt.split()}
        guard_words = words & self._statement(question).guard - (FILLERS - CONTENT)
        return bool(guard_words or self._choices(items, question)) and not self._to_somebody(items)

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
        for text, choice in self._texts_of(question).items():
            phrase = text.split()
            plain = [word for word in words if word in phrase or not (word in FILLERS or word.isdecimal())]
            if any(plain[at : at + len(phrase)] == phrase for at in range(len(plain))):
                named.add(choice)
        # `No defense` is no nothing.
        return named - {*_NO} or named

    def _texts_of(self, question: Prompt) -> dict[str, str]:
        """The choices that are no names by the words for them."""
        statement = self._statement(question)
        values = [getattr(value, "of", value) for value in statement.values.values()]
        meanings = {text: meaning for value in values for text, meaning in value.own_words.known.items()}
        spelled = {text: str(meaning) for text, meaning in meanings.items() if str(meaning) in question.options}
        return spelled | {spelt(choice).replace("-", " "): choice for choice in question.options}

    def _picked(self, items: Sequence[Item], question: Prompt) -> str:
        """Return the choice that words name, or `yes` or `no`; empty if unclear."""
        first = self._first(items, question)
        choices = self._choices(items, question)
        texts = {
            word for text, choice in self._texts_of(question).items() if choice in choices for word in text.split()
        }
        statement = self._statement(question)
        asks = {about_id for about_id in question.about if "source" in statement.subject and statement.key is None}
        if not all(self._belongs(item, question, texts) and not _names(item, asks) for item in items):
            return ""
        words = {word for item in items for word in item.spelt.split()}
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
                & (statement.guard - FILLERS | ANSWERS["no"] | BUT)
                - texts
                - _words_of(question.about)
                - ANSWERS["words"]
            )
            return next(iter(choices)) if len(choices) == 1 and not (extra_words or self._to_somebody(items)) else ""
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
        counted = (item.spelt.isdecimal() and before.spelt not in _OF for before, item in pairwise(words))
        named = (item.ids.keys() & {*statement.name_sorts} and "order" not in item.ids for item in words)
        return me or any(counted) or any(named)

    def _to_somebody(self, items: Sequence[Item]) -> bool:
        """Whether some words are a salutation, or a signature."""
        spoken = [item for item in items if not idle(item)]
        own = len(spoken) == 1 and self.seat.house in spoken[0].of(("house",)) and spoken[0].spelt not in ANSWERS["me"]
        named = any(item.ids.keys() & {"house", "leader"} for item in items)
        return own or named and items[0].spelt in ANSWERS["hello"]

    def _belongs(self, item: Item, question: Prompt, texts: set[str]) -> bool:
        """Whether a word belongs to an answer: a choice, a part of the question, filler."""
        about = _words_of(question.about)
        ids = {name_id for each in item.ids.values() for name_id in each}
        if ids.intersection(question.options) or any(about.intersection(name_id.split("-")) for name_id in ids):
            return True
        statement = self._statement(question)
        words = {word for text in statement.words.every() for word in spelt(text).split()} | about | texts
        lexicon = (*ANSWERS["words"], *ANSWERS["no"], *ANSWERS["yes"], *words)
        return idle(item) or all(word in lexicon or word in FILLERS or word.isdecimal() for word in item.spelt.split())

    def _spares(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether words exempt what they name: `the footman is needed`."""
        words = {word for item in items for word in item.spelt.split()}
        if self._first(items, question) in ANSWERS["no"] - ANSWERS["spare"] or not any(item.ids for item in items):
            return False
        return not words.isdisjoint(
            ANSWERS["spare"].difference(self._texts_of(question), question.text.lower().split())
        )

    def matters(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether words beside an answer may alter it, or concern the game otherwise."""
        words = {word for item in items for word in item.spelt.split()} - ANSWERS["words"]
        # With these the answer is bound to something, or another comes.
        bound = words & {*IF.begins, *LISTS["or"], "|", *BUT}
        doubted = words & BLOCKERS - ANSWERS["beside"]
        statement, spares = self._statement(question), self._spares(items, question)
        counts = not question.options and any(item.spelt.isdecimal() for item in items)
        relevance = counts or words & statement.guard - (FILLERS - CONTENT) - ANSWERS["spare"]
        return bool(bound or doubted or relevance and not spares) or any(
            item.ids and not self._belongs(item, question, set()) and not self._is_talk(item, statement, spares)
            for item in items
        )

    @staticmethod
    def _is_talk(item: Item, statement: Statement, spares: bool) -> bool:
        """Whether words name something that is no answer, or that `spares` exempts."""
        answers = not item.ids.keys().isdisjoint(statement.name_sorts)
        return spares or not answers and item.ids.keys() <= PERSONS


def _rules(value: bytes) -> list[Any]:
    plain = msgspec.json.decode(value)
    return [rule for rule in plain if isinstance(rule, dict)] if isinstance(plain, list) else []


def _words_of(ids: Iterable[str]) -> set[str]:
    """The words of some ids."""
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
