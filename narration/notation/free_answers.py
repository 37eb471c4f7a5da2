"""Answers to the only question that is asked, in people's own words: one of its choices, yes or no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from narration.notation.free_instructions import Instructions, Part
from narration.notation.free_words import ANSWERS, BLOCKERS, FILLERS, Item, idle
from narration.notation.grammar import Prompt, Statement
from narration.notation.words import IF, LISTS, spelt

# Signs between what is answered and what is said besides.
_SIGN = re.compile(r"[,.;!:](?=\s|$)|\s[-–—]+\s")
# Parts of an answer; more are a letter.
MAX_SAID = 5
# What stands for yes and no where a question has such answers, and choices that are a no.
_YES = ("accept", "yes")
_NO = ("refuse", "decline", "none", "no", "pass")


class Answers(Instructions):
    """Reads a line as the answer to the only question."""

    def answer(self, line: str) -> Part | None:
        """The answer to the only question, if a part of the line says nothing else, and no other part speaks of the
        game: one of its choices, or yes or no."""
        if len(self.seat.questions) != 1:
            return None
        question = self.seat.questions[0]
        pieces = [piece for piece in map(self.items, _SIGN.split(line)) if _speaks(piece)]
        if len(pieces) > MAX_SAID:
            return None
        answers = [self._picked(piece, question) for piece in pieces]
        spoken = list(dict.fromkeys(answer for answer in answers if answer))
        declined, named = [], set[str]()
        for piece, answer in zip(pieces, answers, strict=True):
            if answer == "no":
                declined.append(self._choices(piece, question))
            else:
                named |= self._choices(piece, question)
        if len(named) > 1:
            # They are ranked, or one of them is spoken of besides.
            return None
        if spoken == ["no"] and any(declined) and len(question.options) != 2:
            # `not Tywin` says nothing of the others.
            return None
        if "no" in spoken and len(spoken) > 1 and all(declined) and spoken[0] not in set().union(*declined):
            # `Greyjoy, not me`
            spoken.remove("no")
        if len(spoken) > 1:
            spoken = [answer for answer in spoken if answer != "yes"]
        besides = (piece for piece, answer in zip(pieces, answers, strict=True) if not answer)
        if len(spoken) != 1 or any(self._matters(piece, question) for piece in besides):
            return None
        return self._answer_part(spoken[0], question)

    def agree(self, parts: Sequence[Part]) -> bool:
        """Whether instructions do not say parts of the one answer to a question: `OFFER 2; OFFER eddard-stark`."""
        fills = [one for part in parts for one in part.fills if self.seat.questions and one[2] is None]
        said = {(path, tuple(sorted(rule))) for _, path, _, value in fills for rule in _rules(value)}
        return len(said) == len({path for path, _ in said})

    def items(self, sentence: str) -> list[Item]:
        """The words of a sentence, with the writer's own house where it is meant as one of several."""
        items = super().items(sentence)
        if not any(self.seat.house in question.options for question in self.seat.questions):
            return items
        own: dict[str, tuple[str, ...]] = {"house": (self.seat.house,)}
        return [item._replace(ids=own) if item.spelt in ANSWERS["me"] and not item.ids else item for item in items]

    def _answers(self, items: Sequence[Item]) -> set[tuple[Part, ...]]:
        """The readings of some words as the answer to a question; none for what is none of its choices."""
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
        lead = next((at for at, item in enumerate(items) if not idle(item) or item.spelt in LISTS["towards"]), 0)
        return super()._answers(items) or (super()._answers(items[lead:]) if lead else set())

    def _answer_part(self, answer: str, question: Prompt) -> Part | None:
        """The documented line for a choice, or for `yes` or `no`."""
        # Of what may be picked alone an id may be quoted.
        alone = len(self._statement(question).values) == 1
        texts: Sequence[str] = (answer, f'"={answer}"') if alone else (answer,)
        if answer not in question.options:
            refusals = [choice for choice in question.options if choice in _NO]
            if question.options and not refusals:
                return None
            accepted = [choice for choice in question.options if choice not in refusals]
            if answer == "yes" and question.options:
                texts = accepted if len(accepted) == 1 else ()
            else:
                texts = _YES if answer == "yes" else refusals or _NO[:-1]
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
        named = {one for item in items for each in item.ids.values() for one in each}.intersection(question.options)
        words = [word for item in items for word in item.spelt.split()]
        for text, choice in self._texts_of(question).items():
            phrase = text.split()
            plain = [word for word in words if word in phrase or not (word in FILLERS or word.isdecimal())]
            if any(plain[at : at + len(phrase)] == phrase for at in range(len(plain))):
                named.add(choice)
        return named

    def _texts_of(self, question: Prompt) -> dict[str, str]:
        """The choices that are no names by the words for them."""
        statement = self._statement(question)
        known = {text: one for value in statement.values.values() for text, one in value.own_words.known.items()}
        spelled = {text: str(one) for text, one in known.items() if str(one) in question.options}
        return spelled | {spelt(choice).replace("-", " "): choice for choice in question.options}

    def _picked(self, items: Sequence[Item], question: Prompt) -> str:
        """The choice that some words name, or `yes` or `no`; empty if they say something else, or nothing."""
        first = next((item.spelt for item in items if item.spelt in ANSWERS["no"] or not idle(item)), "")
        choices = self._choices(items, question)
        texts = {
            word for text, choice in self._texts_of(question).items() if choice in choices for word in text.split()
        }
        if not all(self._belongs(item, question, texts) for item in items):
            return ""
        if first in ANSWERS["no"]:
            unsure = any(item.spelt in ANSWERS["unsure"] for item in items)
            if first in ANSWERS["leave"]:
                return "no" if len(items) > 1 and not unsure else ""
            return "no" if not choices else ""
        if len(choices) == 1 and not self._to_somebody(items):
            return next(iter(choices))
        return "yes" if not choices and any(item.spelt in ANSWERS["yes"] for item in items) else ""

    def _to_somebody(self, items: Sequence[Item]) -> bool:
        """Whether some words are a salutation, or a signature."""
        spoken = [item for item in items if not idle(item)]
        own = len(spoken) == 1 and self.seat.house in spoken[0].of(("house",)) and spoken[0].spelt not in ANSWERS["me"]
        return own or any("house" in item.ids for item in items) and items[0].spelt in ANSWERS["hello"]

    def _belongs(self, item: Item, question: Prompt, texts: set[str]) -> bool:
        """Whether a word belongs to an answer: a choice, what asks or is asked about, or a word that says no more."""
        about = {word for one in question.about for word in one.split("-")}
        ids = {one for each in item.ids.values() for one in each}
        if ids.intersection(question.options) or any(about.intersection(one.split("-")) for one in ids):
            return True
        statement = self._statement(question)
        words = {word for text in statement.words.every() for word in spelt(text).split()} | about | texts
        known = (*ANSWERS["words"], *ANSWERS["no"], *ANSWERS["yes"], *words)
        return idle(item) or all(word in known or word in FILLERS or word.isdecimal() for word in item.spelt.split())

    def _matters(self, items: Sequence[Item], question: Prompt) -> bool:
        """Whether words beside an answer may alter it, or speak of something else in the game."""
        words = {word for item in items for word in item.spelt.split()} - ANSWERS["words"]
        # With these the answer is bound to something, or another comes.
        bound = words & {*IF.begins, *LISTS["or"], "|", "but", "ma", "pero"}
        return bool(bound or words & BLOCKERS) or any(
            item.ids and not self._belongs(item, question, set()) for item in items
        )


def _rules(value: bytes) -> list[Any]:
    plain = msgspec.json.decode(value)
    return [rule for rule in plain if isinstance(rule, dict)] if isinstance(plain, list) else []


def _speaks(items: Sequence[Item]) -> bool:
    """Whether some words say anything."""
    return any(not idle(item) or item.spelt in ANSWERS["yes"] for item in items)
