"""What the reader's next sheet can say: the sections that a call takes, with what they are about."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.btwixt.rules.seasons import HAND
from adjudicator.btwixt.sheets.resolver import KINDS, turn_sections
from adjudicator.btwixt.sheets.sheet import SECTIONS
from adjudicator.btwixt.state.edition import ADVANCED, DRAFT_OF_KINGS
from adjudicator.btwixt.state.position import Board
from adjudicator.engine.decision import Decision
from narration.blocks import Block, Prose
from narration.btwixt.card_lists import drafted_blocks
from narration.btwixt.notation.statements import STATEMENTS
from narration.btwixt.voice import Voice
from narration.paragraph import Row
from narration.words import N_

# What a section says, by the sections in the order in which they are listed.
TEXTS = {
    "bid": N_("what to do on each turn: rules in order, each with a condition, cards to play or kneeling, and limits"),
    "councils": N_("where allies and tokens go, and for what cards make you choose a council"),
    "leaders": N_("whom your cards are aimed at"),
    "cards": N_("which cards of bid piles, hands or the discard pile are taken, moved or discarded"),
    "allies": N_("which allies die, move or come back from the dead"),
    "abilities": N_("what is used of what cards offer"),
    "arrange": N_("how the allies that you may look at lie on the deck"),
    "order": N_("in which order cards of your bid pile act once the bid is won"),
    "keep": N_("cards from the dearest to you down: of each hand that comes to you, the first of them is kept"),
}
# A line of each part, of words and cards that say what it is about.
TYPED = {
    "bid": "BID enough, stay upto 12 if ally power >= 3 | kneel",
    "councils": "COUNCILS claim: weaker",
    "leaders": "LEADERS kneel: leader",
    "cards": "CARDS give, discard: mine lowest",
    "allies": "ALLIES kill: not-mine highest",
    "abilities": "USE feint: no",
    "arrange": "ARRANGE highest",
    "order": "ORDER courtly-favor, last sellsword-contract",
    "keep": "KEEP highest red, lowest",
}
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
    turn = turn_sections("draft" if draft else board.phase)
    stopped = "play-or-kneel" in pace.split(",")
    names = (name for name in TEXTS if turn.likely(name) and not (name == "bid" and stopped))
    return [Row(v.say(SECTIONS[name].label), _text(name, board, v)) for name in names]


def typed_examples(
    window: str, questions: Collection[Decision], board: Board, seat: str, pace: str, v: Voice
) -> tuple[str, ...]:
    """Lines in English: an example of each part of a sheet that the call takes."""
    if window.endswith(("-bidding", "-draft")):
        drafts = window.endswith("-draft")
        parts = [one.path[0] for one in STATEMENTS if (one.path == ("keep",)) == drafts]
    else:
        parts = [KINDS[type(ask)].part for ask in questions]
    return tuple(TYPED[part] for part in dict.fromkeys(parts) if part in TYPED)


def _text(name: str, board: Board, v: Voice) -> str:
    text = v.say(TEXTS[name])
    own = name == "bid" and {ADVANCED, DRAFT_OF_KINGS} & set(board.modules)
    return f"{text}; {v.say(WITH_OWN)}" if own else text


def foreseen(window: str, board: Board, seat: str, v: Voice) -> list[Block]:
    """That a call about a bid is for everybody, whoever's turn it is; the first player is asked at once. What the turn
    will ask stands among the questions. Of a draft: which cards later hands may bring."""
    if window.endswith("-draft") and board.phase == "draft":
        return [Prose(text=v.say(LATER, n=HAND)), *drafted_blocks(board, v)]
    asked = seat == board.first and not board.kneeling and not any(board.piles.values())
    if asked or not window.endswith("-bidding") or seat in board.kneeling or board.phase != "bidding":
        return []
    return [Prose(text=v.say(YOUR_TURN))]
