"""The ledger in words: a template for each kind of entry that anything writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from correspondence.desk.phrases import edict_kind
from narration.voice import Voice
from narration.words import N_

# What the values of an entry are called in its template; a kind without a template is shown by its name.
WORDS = {
    "held": N_("Call {call} was adjudicated and held for the game master."),
    "review-skipped": N_("Call {call} was not held, for no game master could look at it without playing."),
    "published": N_("Draft {draft} of call {call} was published."),
    "looked-at-draft": N_("Looked at draft {draft} of call {call}."),
    "looked-ahead": N_("Looked ahead: what if call {call} closed now? How many had handed in by then: {n}."),
    "edict-asked": N_("Asked others to agree ({what}): {reason}"),
    "edict": N_("Edict {number} about call {call} ({what}): {reason}"),
    "rolled-back": N_("Rolled the game back to call {to_call}, undoing {undone} calls: {reason}"),
    "draft-dropped": N_("The draft of call {call} was dropped: the game ended by a vote."),
    "reopened": N_("Call {call} takes sheets again: {reason}"),
    "evaluation-asked": N_("Asked for an independent evaluation."),
    "evaluation-differs": N_("An independent evaluation did not agree."),
    "tried-again": N_("Took the game up again after it had been set aside."),
    "set-aside": N_("Call {call} could not be adjudicated; the game was set aside."),
    "restored": N_("Brought the game back from a backup."),
    "deadline-moved": N_("Moved the deadline of call {call}: {reason}"),
    "closed-now": N_("Closed call {call} before its deadline: {reason}"),
    "paused": N_("Paused the game: {reason}"),
    "resumed": N_("Resumed the game."),
    "settings-changed": N_("Changed the settings of the game."),
    "game-made": N_("Made the game."),
    "game-cancelled": N_("The game was cancelled before it began."),
    "game-imported": N_("Brought the game in from a file."),
    "houses-dealt": N_("The houses were dealt."),
    "muster-missed": N_("Somebody did not confirm before the game began, and lost their place."),
    "seat-freed": N_("A place in the game is free again."),
    "seat-surrendered": N_("Gave up the seat of {house}."),
    "seat-returned": N_("Came back to the seat of {house}."),
    "seat-taken-over": N_("Took over the seat of {house}."),
    "seat-replaced": N_("{house} has another player."),
    "seats-swapped": N_("{houses} changed places."),
    "seat-offered": N_("A substitute is wanted for {house}."),
    "seat-vassal": N_("{house} is a vassal; until vassals are chosen again {other} decides for it."),
    "gift": N_("Gave {n} Power of {house} to {other}."),
    "seat-offer": N_("Looks for a substitute for {house}: {reason}"),
    "seat-retire": N_("Retired the player of {house}: {reason}"),
    "seat-replace": N_("Gave the seat of {house} to somebody else: {reason}"),
    "seat-invite": N_("Invited somebody to take over the seat of {house}: {reason}"),
    "seat-swap": N_("Let {house} and {other} change places: {reason}"),
    "seat-delegated": N_("Let somebody act for {house} for a time."),
    "delegation-revoked": N_("Nobody acts for {house} any more."),
    "delegation-over": N_("The time in which somebody else acted for {house} is over."),
    "master-asked": N_("Asked somebody to master the game, too."),
    "master-accepted": N_("Masters the game now."),
    "master-left": N_("Masters the game no longer."),
    "press-listed": N_("Looked at the list of all letters."),
    "press-read": N_("Read letters between players."),
    "press-reported-read": N_("Looked at letters that were reported."),
    "press-removed": N_("Removed a letter: {reason}"),
    "press-let-stand": N_("Left a reported letter as it is."),
    "vote-opened": N_("Asked the players to vote."),
    "vote-closed": N_("A vote was closed."),
    "game-ended": N_("The players ended the game."),
    "host-named": N_("An account was made a host."),
    "host-ended": N_("An account is a host no longer."),
    "second-factor-off": N_("The second factor of an account was turned off by a host."),
    "account-deleted": N_("An account was deleted."),
    "outage": N_("The service stood still for a time; deadlines were moved."),
    "clock-confirmed": N_("The clock was confirmed after it had jumped."),
}
# Why a deadline was moved or a game paused, where nobody wrote a reason of their own.
WHY = {
    "asked": N_("somebody with the right to do so asked for it"),
    "vote": N_("the players voted for it"),
    "emergency": N_("an emergency of a player"),
    "everybody": N_("nobody handed anything in"),
    "nobody": N_("nobody is left to play"),
}


# Said instead once it may be told who had.
LOOKED_AHEAD = N_("Looked ahead: what if call {call} closed now? By then had handed in: {houses}.")


def entry_phrase(kind: str, values: Mapping[str, Any], v: Voice) -> str:
    """An entry in words; its kind for one that has no words, or whose values do not fill them."""
    known = {name: _named(name, value, v) for name, value in values.items()}
    template = LOOKED_AHEAD if kind == "looked-ahead" and values.get("houses") else WORDS.get(kind)
    known["reason"] = values.get("note") or known.get("reason") or "–"
    try:
        return v.say(WORDS[kind] if template is None else template, **known)
    except (KeyError, IndexError):
        # A kind of long ago, or an older entry that does not say what today's words want.
        return kind.replace("-", " ")


def _named(name: str, value: Any, v: Voice) -> Any:
    if name in ("house", "other") and value:
        return v.house(value)
    if name == "houses" and value:
        return v.houses(value.split(",") if isinstance(value, str) else value)
    if name == "what":
        return edict_kind(value, v.words)
    if name == "reason" and value in WHY:
        return v.say(WHY[value])
    return value
