"""The words of notices about games, their seats and delegations, and for results in a digest."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords, notice
from narration.words import N_

_LOOK = N_("Look at the game")
_NEXT = N_("The open call waits for you until {due}.")
_BRIEF = N_("{brief}.")
_READ = N_("Read the whole story")

NOTICES: dict[str, NoticeWords] = {
    "muster": notice(
        "games",
        N_("{title}: are you there?"),
        N_("All seats are taken. Before the first call everybody says that they are there."),
        N_("Please confirm by {until}. Whoever does not is replaced before the game begins."),
        button=N_("I am there"),
        urgent=True,
    ),
    "muster-missed": notice(
        "games",
        N_("{title}: your seat is free again"),
        N_("You did not confirm that you are there, so the game looks for somebody else before it begins."),
        N_("If that was a mistake: as long as a seat is free you can take it again."),
        button=_LOOK,
    ),
    "muster-seats-free": notice(
        "games",
        N_("{title}: the game waits for players once more"),
        N_("Not everybody was there, so the game has not begun yet. Seats that are free now: {n}."),
        N_("It begins when they are taken. Perhaps you know somebody who would like to play."),
        button=_LOOK,
    ),
    "seat-freed-you": notice(
        "games",
        N_("{title}: your seat is free again"),
        N_("Whoever looks after the game has given your seat back before it began."),
    ),
    "game-cancelled": notice(
        "games", N_("{title} was called off"), N_("Whoever made the game has called it off before it began.")
    ),
    "game-expired": notice(
        "games",
        N_("{title} was called off"),
        N_("The game did not find enough players in thirty days. You can make a new one at any time."),
    ),
    "master-asked": notice(
        "gm",
        N_("{title}: will you be a game master?"),
        N_("{who} asks you to master this game: to look after deadlines, players and disputes."),
        N_("On the game's page you can say yes or no. If you do not want to, you need do nothing."),
        button=_LOOK,
    ),
    "master-new": notice(
        "games", N_("{title} has another game master"), N_("{who} looks after this game from now on."), button=_LOOK
    ),
    "seat-offered": notice(
        "games",
        N_("{title}: somebody is looked for to play {house}"),
        N_("{house} looks for a new player. Until one is found, a bot plays: a careful program."),
        N_("Perhaps you know somebody who would like to take the seat."),
        button=_LOOK,
    ),
    "seat-offered-defaults": notice(
        "games",
        N_("{title}: somebody is looked for to play {house}"),
        N_("{house} looks for a new player. Until one is found, the published defaults decide for it."),
        N_("Perhaps you know somebody who would like to take the seat."),
        button=_LOOK,
    ),
    "seat-offered-you": notice(
        "games",
        N_("{title}: your seat is offered to others"),
        N_("Nothing has come from you for some calls, so that somebody is looked for to play {house}."),
        N_("Until then the seat is yours: on the game's page you can say that you are back."),
        button=N_("I am back"),
        urgent=True,
    ),
    "seat-left-you": notice(
        "games",
        N_("{title}: you have left your seat"),
        N_("You do not play {house} any more. Thank you for the time you played."),
    ),
    "seat-removed-you": notice(
        "games",
        N_("{title}: you do not play {house} any more"),
        N_("It was decided that somebody else is looked for to play {house}."),
        button=_LOOK,
    ),
    "seat-lost-you": notice(
        "games",
        N_("{title}: somebody else plays {house} now"),
        N_("Your seat has a new player. You can look on from outside, as anybody may."),
        button=_LOOK,
    ),
    "seat-taken": notice(
        "games", N_("{title}: {house} has a new player"), N_("Somebody new plays {house} from now on."), button=_LOOK
    ),
    "seat-taken-you": notice(
        "games",
        N_("{title}: you play {house} now"),
        N_("You have taken over {house}, with everything that the house knows: its cards, its history."),
        N_("The open call waits for you until {until}."),
        N_("Sheets and standing instructions handed in before hold until you replace them: look at them first."),
        N_("A second letter brings the map, the story of the last call and what is asked of you."),
        button=_LOOK,
        urgent=True,
    ),
    "seat-returned": notice(
        "games",
        N_("{title}: the player of {house} is back"),
        N_("{house} is played by its player again, and no substitute is looked for any more."),
        button=_LOOK,
    ),
    "gift": notice(
        "games",
        N_("{title}: {house} gives Power to {to_house}"),
        N_("{house} has given {n} Power to {to_house}."),
        button=_LOOK,
    ),
    "gift-you": notice(
        "games",
        N_("{title}: {house} gives Power to {to_house}"),
        N_("{house} has given {n} Power to {to_house}, at once and for good."),
        N_("If you were ready, you are asked again: a bid or a price may be another one now."),
        button=_LOOK,
        urgent=True,
    ),
    "seat-vassal": notice(
        "games",
        N_("{title}: {house} is a vassal now"),
        N_("Nobody plays {house} any more: the house became a vassal."),
        N_("Until vassals are chosen again {commander_house} decides for it."),
        N_("Whoever was ready is asked again, for what was asked may have changed."),
        button=_LOOK,
    ),
    "seat-vassal-you": notice(
        "games",
        N_("{title}: you do not play {house} any more"),
        N_("{house} became a vassal: other players decide for it from now on. Thank you for the time you played."),
        button=_LOOK,
    ),
    "seats-swapped": notice(
        "games",
        N_("{title}: two players have exchanged their houses"),
        N_("The players of {houses} have exchanged their seats."),
        button=_LOOK,
    ),
    "settings-changed": notice(
        "games",
        N_("{title}: its settings were changed"),
        N_("Rules for deadlines that were changed: {deadlines}."),
        N_("Rules for absence that were changed: {absence}."),
        N_("Other settings that were changed: {others}."),
        N_("What was changed holds from the next call on. The page of settings says what it was before."),
        button=N_("Look at the settings"),
    ),
    "delegation-granted": notice(
        "games",
        N_("{title}: you may act for {house}"),
        N_("{who} asks you to look after {house}, from {from} until {until}."),
        N_("They say: {words}"),
        N_("In that time you can write its sheets and say that it is ready, and you see what its player sees."),
        N_("You need not say yes. If you do not want to, give the right back on the game's page."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-revoked": notice(
        "games",
        N_("{title}: you act for {house} no more"),
        N_("{who} has ended your right to act for {house}. Thank you for looking after it."),
    ),
    "delegation-returned": notice(
        "games",
        N_("{title}: nobody acts for {house} any more"),
        N_("{who} has given back the right to act for {house}. It is up to you again."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over": notice(
        "games",
        N_("{title}: nobody acts for {house} any more"),
        N_("The time in which {who} acted for {house} is over. It is up to you again."),
        button=_LOOK,
        urgent=True,
    ),
    "delegation-over-you": notice(
        "games",
        N_("{title}: you act for {house} no more"),
        N_("Your time of acting for {house} is over. Thank you for looking after it."),
    ),
    "delegation-call": notice(
        "reminders",
        N_("{title}: a call waits for {house}, for whom you act"),
        N_("Call {n} is open until {due}. You act for {house} until {until}."),
        N_("Its player's sheets and standing instructions hold as far as you do not replace them."),
        button=N_("Write the sheet"),
    ),
    "game-begun-brief": notice("results", N_("{title} has begun"), _NEXT, button=_LOOK),
    "results-brief": notice("results", N_("{title}: what call {n} brought"), _BRIEF, _NEXT, button=_READ),
    "game-over-brief": notice("results", N_("{title} is over"), _BRIEF, button=_READ),
}
