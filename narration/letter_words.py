"""What letters call the things of a family's game: in English, to be translated."""

from __future__ import annotations

from typing import NamedTuple

from narration.words import N_


class LetterWords(NamedTuple):
    """Words of a family for its letters.

    `seats`: the head of a column of seats. `board`, `would_stand`, `reference`: titles over the board in words, as it
    is and after a what-if, and over what it says in every call. `map_brings`, `map_tells`, `map_sent`: what MAP does,
    as a sentence, as what is told beside the word, and once it is done. `picture` (of round `{n}`), `picture_begins`,
    `picture_would`: what the drawing of the board is called. `form`: the button to a sheet on the site. `left_to_bot`:
    what the bot chooses where a sheet leaves it open. `news`: what is new for players of games that ran before.
    """

    seats: str
    board: str
    would_stand: str
    reference: str
    map_brings: str
    map_tells: str
    map_sent: str
    picture: str
    picture_begins: str
    picture_would: str
    form: str
    left_to_bot: str = N_("The bot makes every choice but bids.")
    news: tuple[str, ...] = ()


PLAIN = LetterWords(
    seats=N_("Seat"),
    board=N_("The board in words"),
    would_stand=N_("The board as it would stand, in words"),
    reference=N_("What the board and the cards say"),
    map_brings=N_("MAP brings the board as it lies."),
    map_tells=N_("the board as it lies, in a letter of its own"),
    map_sent=N_("The board comes in a letter of its own."),
    picture=N_("The board as it stands in round {n}"),
    picture_begins=N_("The board as the game begins"),
    picture_would=N_("The board as it would stand"),
    form=N_("Your sheet on its page"),
)
