"""What the reader's next sheet can say: the sections that a call takes, with what they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.btwixt.rules.seasons import HAND
from adjudicator.btwixt.sheets.resolver import KINDS, turn_sections
from adjudicator.btwixt.sheets.sheet import SECTIONS
from adjudicator.btwixt.state.decisions import PlayOrKneel
from adjudicator.btwixt.state.edition import ADVANCED, DRAFT_OF_KINGS
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.decision import Decision
from narration.blocks import Block, Prose
from narration.btwixt.card_lists import drafted_blocks
from narration.btwixt.notation.statements import STATEMENTS
from narration.btwixt.voice import Voice
from narration.paragraph import Row
from narration.sheet.words import likely_sections
from narration.words import N_

ABOUTS = {one.path[0]: one.about for one in STATEMENTS if one.about is not None}
# The part that plays or kneels.
PROGRAMME = KINDS[PlayOrKneel].part
WITH_OWN = N_("red, green and purple cards, events and leaders' own cards can be named, or lowest and highest")
YOUR_TURN = N_("Your turn comes when the leaders before you have played: your sheet says what you do on each turn.")

LATER = N_(
    "You keep {n} cards of this draft, one of each hand that comes to you. What comes after this hand is what others "
    "pass on to you, which nobody can know yet: your sheet ranks all cards, and of each hand the one ranked first is "
    "kept."
)


def outline(window: str, asked: bool, board: Board, seat: str, pace: str, v: Voice) -> list[Row]:
    """The sections of the sheet that this call takes; empty where the questions say it all."""
    if board.ending is not None or seat not in board.houses:
        return []
    draft = window.endswith("-draft")
    if not draft and not window.endswith("-bidding") and (pace == "stepwise" or "-play-or-kneel-" not in window):
        return []
    rows = {name: v.say(ABOUTS[name].outline or text) for name, text in _sections("draft" if draft else board.phase)}
    if "play-or-kneel" in pace.split(","):
        rows.pop(PROGRAMME, None)
    if PROGRAMME in rows and {ADVANCED, DRAFT_OF_KINGS} & set(board.modules):
        rows[PROGRAMME] += f"; {v.say(WITH_OWN)}"
    return [Row(v.say(SECTIONS[name].label), text) for name, text in rows.items()]


def typed_examples(
    window: str, questions: Collection[Decision], board: Board, seat: str, pace: str, v: Voice
) -> tuple[str, ...]:
    """Lines in English: an example of each part of a sheet that the call takes."""
    if window.endswith(("-bidding", "-draft")):
        parts = [name for name, _ in _sections(window.rpartition("-")[2])]
    else:
        parts = [KINDS[type(ask)].part for ask in questions]
    return tuple(ABOUTS[part].line for part in dict.fromkeys(parts))


def _sections(phase: str) -> Iterator[tuple[str, str]]:
    return likely_sections(turn_sections(phase))


def foreseen(window: str, board: Board, seat: str, v: Voice) -> list[Block]:
    """That a call about a bid is for everybody, whoever's turn it is; the first player is asked at once. What the turn
    will ask stands among the questions. Of a draft: which cards later hands may bring."""
    if window.endswith("-draft") and board.phase == "draft":
        return [Prose(text=v.say(LATER, n=HAND)), *drafted_blocks(board, v)]
    asked = seat == board.first and not board.kneeling and not any(board.piles.values())
    if asked or not window.endswith("-bidding") or seat in board.kneeling or board.phase != "bidding":
        return []
    return [Prose(text=v.say(YOUR_TURN))]
