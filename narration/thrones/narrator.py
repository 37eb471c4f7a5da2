"""The narrator of the Westeros games; see `narration.narrator.Narrator`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.engine import Decided
from adjudicator.thrones.sheets.resolver import kinds_asked
from adjudicator.thrones.state import Board, Edition
from adjudicator.thrones.state.events import Standing
from narration.narrator import Narrator
from narration.paragraph import Figures
from narration.plain import Block
from narration.thrones import voice
from narration.thrones.board_words import board_blocks, reference_blocks
from narration.thrones.condition_phrases import CONDITIONS
from narration.thrones.differences import change_words
from narration.thrones.notation.statements import NOTATION
from narration.thrones.questions import (
    NO_ORDER_NAMED,
    foreseen_blocks,
    place_in_sheet,
    question,
    refusal_words,
    with_names,
)
from narration.thrones.sentences import event_of, override_words, sentence
from narration.thrones.sheet_outline import outline
from narration.thrones.sheet_words import INSTRUCTIONS, answer_phrase, bot_orders, default_orders, sheet_in_words
from narration.thrones.summary import changes, headline, standing_notes, standing_rows
from narration.thrones.tell import tell
from narration.thrones.typed_examples import typed_examples
from narration.thrones.voice import (
    MAP,
    MODULES,
    Voice,
    counted_name,
    houses_among,
    houses_words,
    loyalty_words,
    players_words,
    rounds_words,
    vassals_words,
    winning_words,
)
from narration.words import C_, N_, Words

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
    return Figures((counted_name(v), *map(v.say, columns.values())), tuple(lines))


class ThronesNarrator(Narrator):
    """Tells the Westeros board games."""

    mail_words = MAP
    module_table = MODULES
    texts = staticmethod(voice.texts)
    tell = staticmethod(tell)
    headline = staticmethod(headline)
    changes = staticmethod(changes)
    difference = staticmethod(change_words)
    standing_notes = staticmethod(standing_notes)
    board = staticmethod(board_blocks)
    board_reference = staticmethod(reference_blocks)
    question = staticmethod(question)
    outline = staticmethod(outline)
    examples = staticmethod(typed_examples)
    answer = staticmethod(answer_phrase)
    choice = staticmethod(INSTRUCTIONS.choice)
    asked_name = staticmethod(INSTRUCTIONS.asked_name)
    kinds_asked = staticmethod(kinds_asked)
    filled_in = staticmethod(default_orders)
    bot_filled = staticmethod(bot_orders)
    with_names = staticmethod(with_names)
    conditions = CONDITIONS
    notation = NOTATION
    override = staticmethod(override_words)
    sheet = staticmethod(sheet_in_words)
    unplayed = staticmethod(vassals_words)
    players = staticmethod(players_words)
    rounds = staticmethod(rounds_words)
    houses_among = staticmethod(houses_among)
    houses = staticmethod(houses_words)
    refusal = staticmethod(refusal_words)
    place = staticmethod(place_in_sheet)

    def voice(self, edition: Edition, words: Words, seat: str | None = None) -> Voice:
        """The voice that knows houses, areas, cards and tracks."""
        return Voice(edition, words, seat)

    def figures(self, board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
        """Settlements, supply, Power, and the places on the tracks."""
        tracks = {"throne": N_("Throne"), "fiefdoms": C_("column", "Fiefdoms"), "court": N_("Court")}
        return _figures(board, standings, v, tracks)

    def round_figures(self, board: Board, standings: Sequence[Standing], v: Voice) -> Figures:
        """Settlements, supply, Power and units."""
        return _figures(board, standings, v, {"units": N_("Units")})

    def sentence(self, event: Any, v: Voice) -> str:
        """One event in words."""
        return sentence(event_of(event), v)

    def goal(self, players: int, houses: Sequence[str], v: Voice) -> str:
        """How many castles win, and for whom something else counts."""
        winning_text = winning_words(v.edition.setups[players].victory, v)
        return " ".join((winning_text, *loyalty_words(houses, v)))

    def foreseen(self, window: str, board: Board, seat: str, v: Voice) -> list[Block]:
        """Return the orders to be asked while vassals are chosen, and the vassals."""
        return list(foreseen_blocks(window, board, seat, v))

    def turn_name(self, window: str, round_number: int, words: Words) -> str:
        """`round 3, planning`."""
        named = (text for ending, text in TURNS.items() if window.endswith(ending))
        return words.say(next(named, N_("round {n}")), n=round_number)

    def passed_over(self, event: Decided, v: Voice) -> list[str]:
        """Describe passed-over instructions, except areas for which no order was named."""
        return INSTRUCTIONS.passed_over(event, v, (NO_ORDER_NAMED,))


THRONES = ThronesNarrator()
