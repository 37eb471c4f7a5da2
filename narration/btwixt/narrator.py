"""The narrator of B'Twixt: each method as `narration.narrator.Narrator` says."""

from __future__ import annotations

from typing import Any

from narration.btwixt import questions, sheet_words, summary, voice
from narration.btwixt.board_words import board_blocks, reference_blocks
from narration.btwixt.condition_phrases import CONDITIONS, place_in_sheet, with_names
from narration.btwixt.notation.statements import NOTATION
from narration.btwixt.questions import INSTRUCTIONS, answer_phrase, refusal_words
from narration.btwixt.sentences import override_words, sentence
from narration.btwixt.summary import tell
from narration.btwixt.voice import ASKED
from narration.narrator import Narrator
from narration.words import Words


class BtwixtNarrator(Narrator):
    """Tells games of B'Twixt."""

    notation = NOTATION
    mail_words = voice.TABLE
    voice_type = voice.Voice
    sentence = staticmethod(sentence)
    texts = staticmethod(voice.texts)
    tell = staticmethod(tell)
    headline = staticmethod(summary.headline)
    changes = staticmethod(summary.changes)
    figures = staticmethod(summary.figures)
    round_figures = staticmethod(summary.figures)
    standing_notes = staticmethod(summary.standing_notes)
    board = staticmethod(board_blocks)
    board_reference = staticmethod(reference_blocks)
    difference = staticmethod(summary.change_words)
    question = staticmethod(questions.question)
    outline = staticmethod(sheet_words.outline)
    examples = staticmethod(sheet_words.typed_examples)
    foreseen = staticmethod(sheet_words.foreseen)
    answer = staticmethod(answer_phrase)
    choice = staticmethod(INSTRUCTIONS.choice)
    passed_over = staticmethod(INSTRUCTIONS.passed_over)
    decision_kind_name = staticmethod(INSTRUCTIONS.decision_kind_name)
    with_names = staticmethod(with_names)
    conditions = CONDITIONS
    override = staticmethod(override_words)
    sheet = staticmethod(sheet_words.sheet_in_words)
    rounds = staticmethod(voice.rounds_words)
    goal = staticmethod(voice.goal_words)
    houses_among = staticmethod(voice.houses_among)
    houses = staticmethod(voice.houses_words)
    refusal = staticmethod(refusal_words)
    place = staticmethod(place_in_sheet)

    def turn_name(self, window: str, round_number: int, words: Words) -> str:
        """`round 3, bids`."""
        round_number = self.round_of(window, round_number)
        if window.endswith("-draft"):
            return words.say("round {n}, draft", n=round_number)
        if window.endswith("-bidding"):
            return words.say("round {n}, bids", n=round_number)
        kind = window.partition("-")[2].rpartition("-")[0]
        if kind in ASKED:
            return words.say("round {n}, {asked}", n=round_number, asked=words.say(ASKED[kind]))
        return words.say("round {n}", n=round_number)

    def round_of(self, window: str, round_number: int) -> int:
        """Return the round in a window's name (`r3-bidding`), else `round_number`.
        A draft is named by the round that comes after it."""
        number = window[1:].partition("-")[0]
        return int(number) if window.startswith("r") and number.isdigit() else round_number

    def decision_kinds(self, edition: Any) -> tuple[str, ...]:
        """The kinds of questions, in the order in which a round comes to them."""
        return tuple(ASKED)


BTWIXT = BtwixtNarrator()
