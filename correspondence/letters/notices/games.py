"""The words of notices about games."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

_LOOK = N_("Look at the game")

NOTICES: dict[str, NoticeWords] = {
    "muster": NoticeWords(
        stream="games",
        subject=N_("{title}: are you there?"),
        paragraphs=(
            N_("All seats are taken. Before the first call everybody says that they are there."),
            N_("Please confirm by {until}. Whoever does not is replaced before the game begins."),
        ),
        button=N_("I am there"),
        urgent=True,
    ),
    "muster-missed": NoticeWords(
        stream="games",
        subject=N_("{title}: your seat is free again"),
        paragraphs=(
            N_("You did not confirm that you are there, so the game looks for somebody else before it begins."),
            N_("If that was a mistake: as long as a seat is free you can take it again."),
        ),
        button=_LOOK,
    ),
    "muster-seats-free": NoticeWords(
        stream="games",
        subject=N_("{title}: the game waits for players once more"),
        paragraphs=(
            N_("Not everybody was there, so the game has not begun yet. Seats that are free now: {n}."),
            N_("It begins when they are taken. Perhaps you know somebody who would like to play."),
        ),
        button=_LOOK,
    ),
    "seat-freed-you": NoticeWords(
        stream="games",
        subject=N_("{title}: your seat is free again"),
        paragraphs=(N_("Whoever looks after the game has given your seat back before it began."),),
    ),
    "game-cancelled": NoticeWords(
        stream="games",
        subject=N_("{title} was called off"),
        paragraphs=(N_("Whoever made the game has called it off before it began."),),
    ),
    "game-expired": NoticeWords(
        stream="games",
        subject=N_("{title} was called off"),
        paragraphs=(N_("The game did not find enough players in thirty days. You can make a new one at any time."),),
    ),
    "master-asked": NoticeWords(
        stream="gm",
        subject=N_("{title}: will you be a game master?"),
        paragraphs=(
            N_("{who} asks you to master this game: to look after deadlines, players and disputes."),
            N_("On the game's page you can say yes or no. If you do not want to, you need do nothing."),
        ),
        button=_LOOK,
    ),
    "master-new": NoticeWords(
        stream="games",
        subject=N_("{title} has another game master"),
        paragraphs=(N_("{who} looks after this game from now on."),),
        button=_LOOK,
    ),
    "seat-offered": NoticeWords(
        stream="games",
        subject=N_("{title}: somebody is looked for to play {house}"),
        paragraphs=(
            N_("{house} looks for a new player. Until one is found, a bot plays: a careful program."),
            N_("Perhaps you know somebody who would like to take the seat."),
        ),
        button=_LOOK,
    ),
    "seat-offered-defaults": NoticeWords(
        stream="games",
        subject=N_("{title}: somebody is looked for to play {house}"),
        paragraphs=(
            N_("{house} looks for a new player. Until one is found, the published defaults decide for it."),
            N_("Perhaps you know somebody who would like to take the seat."),
        ),
        button=_LOOK,
    ),
    "seat-offered-you": NoticeWords(
        stream="games",
        subject=N_("{title}: your seat is offered to others"),
        paragraphs=(
            N_("Nothing has come from you for some calls, so that somebody is looked for to play {house}."),
            N_("Until then the seat is yours: on the game's page you can say that you are back."),
        ),
        button=N_("I am back"),
        urgent=True,
    ),
    "seat-left-you": NoticeWords(
        stream="games",
        subject=N_("{title}: you have left your seat"),
        paragraphs=(N_("You do not play {house} any more. Thank you for the time you played."),),
    ),
    "seat-removed-you": NoticeWords(
        stream="games",
        subject=N_("{title}: you do not play {house} any more"),
        paragraphs=(N_("It was decided that somebody else is looked for to play {house}."),),
        button=_LOOK,
    ),
    "seat-lost-you": NoticeWords(
        stream="games",
        subject=N_("{title}: somebody else plays {house} now"),
        paragraphs=(N_("Your seat has a new player. You can look on from outside, as anybody may."),),
        button=_LOOK,
    ),
    "seat-taken": NoticeWords(
        stream="games",
        subject=N_("{title}: {house} has a new player"),
        paragraphs=(N_("Somebody new plays {house} from now on."),),
        button=_LOOK,
    ),
    "seat-taken-you": NoticeWords(
        stream="games",
        subject=N_("{title}: you play {house} now"),
        paragraphs=(
            N_("You have taken over {house}, with everything that the house knows: its cards, its history."),
            N_("The open call waits for you until {until}."),
            N_("Sheets and standing instructions handed in before hold until you replace them: look at them first."),
            N_("A second letter brings the map, the story of the last call and what is asked of you."),
        ),
        button=_LOOK,
        urgent=True,
    ),
    "seat-returned": NoticeWords(
        stream="games",
        subject=N_("{title}: the player of {house} is back"),
        paragraphs=(N_("{house} is played by its player again, and no substitute is looked for any more."),),
        button=_LOOK,
    ),
    "gift": NoticeWords(
        stream="games",
        subject=N_("{title}: {house} gives Power to {to_house}"),
        paragraphs=(N_("{house} has given {n} Power to {to_house}."),),
        button=_LOOK,
    ),
    "gift-you": NoticeWords(
        stream="games",
        subject=N_("{title}: {house} gives Power to {to_house}"),
        paragraphs=(
            N_("{house} has given {n} Power to {to_house}, at once and for good."),
            N_("If you were ready, you are asked again: a bid or a price may be another one now."),
        ),
        button=_LOOK,
        urgent=True,
    ),
    "seat-vassal": NoticeWords(
        stream="games",
        subject=N_("{title}: {house} is a vassal now"),
        paragraphs=(
            N_("Nobody plays {house} any more: the house became a vassal."),
            N_("Until vassals are chosen again {commander_house} decides for it."),
            N_("Whoever was ready is asked again, for what was asked may have changed."),
        ),
        button=_LOOK,
    ),
    "seat-vassal-you": NoticeWords(
        stream="games",
        subject=N_("{title}: you do not play {house} any more"),
        paragraphs=(
            N_("{house} became a vassal: other players decide for it from now on. Thank you for the time you played."),
        ),
        button=_LOOK,
    ),
    "seats-swapped": NoticeWords(
        stream="games",
        subject=N_("{title}: two players have exchanged their houses"),
        paragraphs=(N_("The players of {houses} have exchanged their seats."),),
        button=_LOOK,
    ),
    "settings-changed": NoticeWords(
        stream="games",
        subject=N_("{title}: its settings were changed"),
        paragraphs=(
            N_("Rules for deadlines that were changed: {deadlines}."),
            N_("Rules for absence that were changed: {absence}."),
            N_("Other settings that were changed: {others}."),
            N_("What was changed holds from the next call on. The page of settings says what it was before."),
        ),
        button=N_("Look at the settings"),
    ),
}
