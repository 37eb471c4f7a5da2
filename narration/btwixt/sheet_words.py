"""Programmes of B'Twixt in words: for receipts, and which sections a turn asks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from adjudicator.btwixt.rules.seasons import HAND
from adjudicator.btwixt.sheets.choices import ChoiceRule, UseRule
from adjudicator.btwixt.sheets.conditions.tree import Amount
from adjudicator.btwixt.sheets.sheet import KINDS, SECTIONS, BotRule, turn_sections
from adjudicator.btwixt.state import ADVANCED, DRAFT_OF_KINGS, Board
from adjudicator.btwixt.state.decisions import PlayOrKneel
from adjudicator.engine import Decision
from adjudicator.engine.sheet import number_text
from narration.btwixt.board_words import drafted_blocks
from narration.btwixt.condition_phrases import CONDITIONS, WHOLE, wish
from narration.btwixt.notation.statements import NOTATION, STATEMENTS
from narration.btwixt.questions import answer_phrase
from narration.btwixt.voice import ASKED, Voice
from narration.paragraph import Row
from narration.plain import Block, Prose
from narration.sheet.words import ANSWERS, SheetWords, Value, likely_sections
from narration.words import capital, word_tables

TABLES = word_tables(__name__)

USES = TABLES["uses"]
# Direct answers stand before what is left to the bot, which is the last section.
_FIRST = (*(name for name in SECTIONS if name != "steward"), ANSWERS)


def _rule_scope(v: Voice, value: Value) -> str:
    """Say for which cards and which questions a rule is meant."""
    sources = v.either(v.source(code) for code in value.rule.source)
    uses = v.either(v.say(USES[code]) if code in USES else code for code in value.rule.use)
    return ", ".join(part for part in (sources, uses) if part)


def _kind(v: Voice, kind: str) -> str:
    """A kind of question, or a part of the sheet; what is neither stays as it is."""
    label = ASKED.get(kind) or WHOLE.get(kind)
    return v.say(label) if label else kind


class _Words(SheetWords):
    """The sheets of B'Twixt."""

    first, conditions, numbered = _FIRST, CONDITIONS, frozenset({"bid"})
    slots = {
        (ChoiceRule, "about"): _rule_scope,
        (UseRule, "source"): lambda v, value: v.either(v.source(one) for one in value.rule.source),
        (BotRule, "kinds"): lambda v, value: v.both(_kind(v, kind) for kind in value.rule.kinds),
    }

    def amount(self, v: Voice, amount: Amount) -> str:
        """A number, or a sum as it is written."""
        return CONDITIONS.fact(number_text(amount), v)

    def answer(self, v: Voice, answer: Any) -> str:
        """A direct answer."""
        return answer_phrase(msgspec.to_builtins(answer), v)

    def plain(self, v: Voice, text: str, value: Value) -> str:
        """A wish."""
        return wish(value.key, text, v)


WORDS = _Words()
sheet_in_words = WORDS.sheet


ABOUTS = {statement.path: statement for statement in STATEMENTS}
# The part that plays or kneels.
PROGRAMME = KINDS[PlayOrKneel].part


def outline(window: str, has_questions: bool, board: Board, seat: str, pace: str, v: Voice) -> list[Row]:
    """Return the turn's sheet sections; empty where the questions suffice."""
    if board.ending is not None or seat not in board.houses:
        return []
    draft = window.endswith("-draft")
    if not draft and not window.endswith("-bidding") and (pace == "stepwise" or "-play-or-kneel-" not in window):
        return []
    rows = {name: v.say(ABOUTS[name].outline or text) for name, text in _sections("draft" if draft else board.phase)}
    if "play-or-kneel" in pace.split(","):
        rows.pop(PROGRAMME, None)
    if PROGRAMME in rows and {ADVANCED, DRAFT_OF_KINGS} & set(board.modules):
        own = v.say("you can name red, green and purple cards, events and leaders' own cards, or lowest and highest")
        rows[PROGRAMME] += f"; {own}"
    return [Row(capital(v.say(SECTIONS[name].label)), text) for name, text in rows.items()]


def typed_examples(
    window: str, questions: Collection[Decision], board: Board, seat: str, pace: str, v: Voice
) -> tuple[str, ...]:
    """Return example lines in English for each part or question of the sheet."""
    if window.endswith(("-bidding", "-draft")):
        return tuple(ABOUTS[name].line for name, _ in _sections(window.rpartition("-")[2]))
    lines = {
        beginning: ABOUTS[KINDS[type(ask)].part].line for ask in questions for beginning in NOTATION.prompts([ask])
    }
    return tuple(
        f"{beginning} {line.partition(': ')[2] if beginning.endswith(':') else line.partition(' ')[2]}"
        for beginning, line in lines.items()
    )


def _sections(phase: str) -> Iterator[tuple[str, str]]:
    return likely_sections(turn_sections(phase))


def foreseen(window: str, board: Board, seat: str, v: Voice) -> list[Block]:
    """Explain that a bidding turn is for everybody; the first player is asked at once.
    What the turn will ask stands among the questions. Of a draft: which cards later hands may bring."""
    if window.endswith("-draft") and board.phase == "draft":
        later = v.say(
            "You keep {n} cards in this draft, one from each hand that comes to you. Nobody "
            "knows yet which cards the others will pass on to you. So your programme ranks all "
            "cards, and you keep the highest-ranked card of each hand.",
            n=HAND,
        )
        return [Prose(text=later), *drafted_blocks(board, v)]
    is_first_bidder = seat == board.first and not board.kneeling and not any(board.piles.values())
    if is_first_bidder or not window.endswith("-bidding") or seat in board.kneeling or board.phase != "bidding":
        return []
    turn = v.say(
        "Your turn comes when the leaders before you have played. Your programme says what you do on each turn."
    )
    return [Prose(text=turn)]
