"""The narrator of the Westeros games; see `narration.narrator.Narrator`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.engine import Decided
from adjudicator.thrones.sheets.resolver import decision_kinds
from adjudicator.thrones.state import Board
from adjudicator.thrones.state.events import Standing
from narration.narrator import Narrator
from narration.paragraph import Figures
from narration.plain import Block
from narration.thrones import questions, voice
from narration.thrones.board_words import board_blocks, reference_blocks
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.differences import change_words
from narration.thrones.notation.statements import NOTATION
from narration.thrones.sentences import override_words, sentence
from narration.thrones.sheet_outline import outline
from narration.thrones.sheet_words import (
    INSTRUCTIONS,
    answer_phrase,
    bot_orders,
    default_orders,
    sheet_in_words,
    suggestion_words,
)
from narration.thrones.summary import changes, headline, standing_notes, standing_rows
from narration.thrones.tell import tell
from narration.thrones.typed_examples import typed_examples
from narration.thrones.voice import Voice
from narration.words import C_, N_, Words, capital

TURNS = {
    "-westeros": N_("round {n}, Westeros phase"),
    "-planning": N_("round {n}, planning"),
    "-raven": N_("round {n}, after orders are revealed"),
}


def _figures(board: Board, standings: Sequence[Standing], v: Voice, more: Mapping[str, str]) -> Figures:
    """Return the standings: settlements, supply, Power and `more`, with headings."""
    columns = {"supply": C_("column", "Supply"), "power": N_("Power"), **more}
    rows = standing_rows(board, standings)
    lines = ((row.house, tuple(str(getattr(row, name)) for name in ("settlements", *columns))) for row in rows)
    return Figures((voice.counted_name(v), *(capital(v.say(name)) for name in columns.values())), tuple(lines))


class ThronesNarrator(Narrator):
    """Tells the Westeros board games."""

    mail_words = voice.MAP
    voice_type = voice.Voice
    sentence = staticmethod(sentence)
    texts = staticmethod(voice.texts)
    tell = staticmethod(tell)
    headline = staticmethod(headline)
    changes = staticmethod(changes)
    difference = staticmethod(change_words)
    standing_notes = staticmethod(standing_notes)
    board = staticmethod(board_blocks)
    board_reference = staticmethod(reference_blocks)
    question = staticmethod(questions.question)
    outline = staticmethod(outline)
    examples = staticmethod(typed_examples)
    answer = staticmethod(answer_phrase)
    choice = staticmethod(INSTRUCTIONS.choice)
    decision_kind_name = staticmethod(INSTRUCTIONS.decision_kind_name)
    decision_kinds = staticmethod(decision_kinds)
    filled_in = staticmethod(default_orders)
    bot_filled = staticmethod(bot_orders)
    with_names = staticmethod(questions.with_names)
    conditions = CONDITIONS
    notation = NOTATION
    override = staticmethod(override_words)
    sheet = staticmethod(sheet_in_words)
    suggestion = staticmethod(suggestion_words)
    unplayed = staticmethod(voice.vassals_words)
    rounds = staticmethod(voice.rounds_words)
    houses_among = staticmethod(voice.houses_among)
    houses = staticmethod(voice.houses_words)
    refusal = staticmethod(questions.refusal_words)
    place = staticmethod(questions.place_in_sheet)

    def figures(self, board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
        """Settlements, supply, Power, and the places on the tracks."""
        tracks = {"throne": N_("Throne"), "fiefdoms": C_("column", "Fiefdoms"), "court": N_("Court")}
        return _figures(board, standings, v, tracks)

    def round_figures(self, board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
        """Settlements, supply, Power and units."""
        return _figures(board, standings, v, {"units": N_("units")})

    def goal(self, players: int, houses: Sequence[str], v: Voice) -> str:
        """How many castles win, and for whom something else counts."""
        winning_text = v.winning_words(v.edition.setups[players].victory)
        return " ".join((winning_text, *v.loyalty_words(houses)))

    def foreseen(self, window: str, board: Board, seat: str, v: Voice) -> list[Block]:
        """Return the orders to be asked while vassals are chosen, and the vassals."""
        return list(questions.foreseen_blocks(window, board, seat, v))

    def turn_name(self, window: str, round_number: int, words: Words) -> str:
        """`round 3, planning`."""
        named = (text for ending, text in TURNS.items() if window.endswith(ending))
        return words.say(next(named, N_("round {n}")), n=round_number)

    def passed_over(self, event: Decided, v: Voice) -> list[str]:
        """Describe passed-over instructions, except areas for which no order was named."""
        return INSTRUCTIONS.passed_over(event, v, (questions.NO_ORDER_NAMED,))


THRONES = ThronesNarrator()
