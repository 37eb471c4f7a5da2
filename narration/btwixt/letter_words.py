"""What letters call the things of B'Twixt: leaders, and a table where other games have a map."""

from __future__ import annotations

from narration.letter_words import LetterWords
from narration.words import N_

TABLE = LetterWords(
    seats=N_("Leader"),
    board=N_("The table in words"),
    would_stand=N_("The table as it would stand, in words"),
    reference=N_("What the cards say"),
    map_brings=N_("MAP brings the table as it lies and every card's text."),
    map_tells=N_("the table as it lies and every card's text, in a letter of its own"),
    map_sent=N_("The table comes in a letter of its own."),
    picture=N_("The table as it stands in round {n}"),
    picture_begins=N_("The table as the game begins"),
    picture_would=N_("The table as it would stand"),
    form=N_("Your sheet at the table"),
)
