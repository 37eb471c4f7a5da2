"""The board in words, for whoever reads the plain text and has not seen the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.documents import view_with
from adjudicator.engine.values import Board, BoardKept
from correspondence.letters.payload import GameFacts
from narration.narrators import narrator_of
from narration.plain import Block, Folded
from narration.voice import Voice


def board_section(
    game: GameFacts, board: Board, own: Mapping[str, Any], voice: Voice, *, would_stand: bool = False
) -> list[Block]:
    """Everything that the reader may see of the board, `own` being what only they may; nothing where the family has no
    more to say than its questions do. `would_stand`: it is what a what-if came to."""
    kept = BoardKept(game.edition, game.players, game.commitment, 0, board)
    narrator = narrator_of(voice.edition)
    told, words = narrator.board(view_with(kept, voice.seat, own), voice), narrator.letter_words
    title = words.would_stand if would_stand else words.board
    return [Folded(text=voice.say(title), blocks=tuple(told))] if told else []


def reference_section(game: GameFacts, board: Board, voice: Voice) -> list[Block]:
    """What does not change from call to call and stands on the board and the cards themselves, for a letter that is
    kept: that in which a game begins, and those that are asked for."""
    narrator = narrator_of(voice.edition)
    told = narrator.board_reference(board, game.edition, voice)
    return [Folded(text=voice.say(narrator.letter_words.reference), blocks=tuple(told))] if told else []
