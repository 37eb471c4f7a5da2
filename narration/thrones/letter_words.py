"""What letters call the things of the Westeros board games."""

from __future__ import annotations

from narration.letter_words import LetterWords
from narration.words import N_

MAP = LetterWords(
    seats=N_("House"),
    board=N_("The board in words"),
    would_stand=N_("The board as it would stand, in words"),
    reference=N_("What the board and the cards say"),
    map_brings=N_("MAP brings the board with every border and every card's text."),
    map_tells=N_("the board as it lies, every border and every card's text, in a letter of its own"),
    map_sent=N_("The board with its map comes in a letter of its own."),
    picture=N_("Map of the board as it stands in round {n}"),
    picture_begins=N_("Map of the board as the game begins"),
    picture_would=N_("Map of the board as it would stand"),
    form=N_("Your sheet on the map"),
    left_to_bot=N_(
        "The bot makes every choice but orders and bids, and attacks nobody unless you say whom it may attack."
    ),
    news=(
        N_(
            "Marches are said by wishes now: MARCH: take riverrun if sure; prefer seagard; never leave winterfell. "
            "Goals and worths that you wrote before are read as the nearest wishes; please look them over."
        ),
        N_("The order of your MARCH lines is the order of your marches."),
        N_(
            "What stands behind “else” counts only if the condition before it does not hold; what stands behind the "
            "bar | counts also if what stands before it cannot be done."
        ),
    ),
)
