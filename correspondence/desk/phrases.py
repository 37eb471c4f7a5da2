"""The desk in words: flags, edicts, and what differs between two drafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from adjudicator.engine.journal import Decided
from correspondence.desk.drafts import outcome_of
from correspondence.desk.flags import WORDS, Flag
from correspondence.desk.queries import DraftPage
from correspondence.edicts.documents import Decree, NewAnswer, NewPosition, NewSheet, WentBack
from narration.narrators import narrator_of
from narration.voice import Voice
from narration.words import N_, Words


def flag_phrase(flag: Flag, v: Voice) -> str:
    """A flag as a sentence without its stop."""
    narrator = narrator_of(v.edition)
    return v.say(
        WORDS[flag.kind],
        house=v.house(flag.house),
        area=narrator.with_names(flag.area, v),
        n=flag.n,
        why=narrator.with_names(flag.why, v),
        figures=flag.figures,
    )


def decision_phrase(decided: Decided, v: Voice) -> str:
    """Who decided what, by which instruction."""
    return narrator_of(v.edition).choice(decided, v)


def skipped_phrases(decided: Decided, v: Voice) -> list[str]:
    """The instructions that were passed over for a decision, and why."""
    return narrator_of(v.edition).passed_over(decided, v)


def what_was_asked(kind: str, v: Voice) -> str:
    """A kind of decision by name."""
    return v.say(narrator_of(v.edition).asked_name(kind))


def choices_that_differ(old: Sequence[Decided], new: Sequence[Decided], v: Voice) -> list[str]:
    """What was decided otherwise, is asked no more or is asked now, in the order of the new draft."""
    before = {decided.decision: decided for decided in old}
    after = {decided.decision: decided for decided in new}
    told = []
    for name, decided in after.items():
        earlier = before.get(name)
        what = f"{v.house(decided.seat)}, {what_was_asked(decided.asked, v)}"
        if earlier is None:
            told.append(
                v.say("{what}: now {answer}", what=what, answer=narrator_of(v.edition).answer(decided.answer, v))
            )
        elif earlier.answer != decided.answer:
            told.append(
                v.say(
                    "{what}: {answer} instead of {earlier}",
                    what=what,
                    answer=narrator_of(v.edition).answer(decided.answer, v),
                    earlier=narrator_of(v.edition).answer(earlier.answer, v),
                )
            )
    for name, decided in before.items():
        if name not in after:
            what = f"{v.house(decided.seat)}, {what_was_asked(decided.asked, v)}"
            told.append(v.say("{what}: not asked any more", what=what))
    return told


EDICTS = {
    "sheet": N_("sheet replaced"),
    "answer": N_("answer replaced"),
    "roll-back": N_("game taken back"),
    "set-units": N_("units"),
    "set-control": N_("power token on the board"),
    "set-order": N_("order on the board"),
    "set-neutral": N_("neutral force"),
    "set-improvements": N_("tokens on an area"),
    "set-loans": N_("loans of a house"),
    "set-loyalty": N_("loyalty tokens"),
    "set-points": N_("victory track"),
    "make-vassal": N_("a house becomes a vassal"),
    "set-power": N_("power of a house"),
    "set-track": N_("influence track"),
    "set-supply": N_("supply"),
    "set-wildlings": N_("wildlings"),
    "set-hand": N_("House cards"),
    "set-deck": N_("draw: the next Westeros cards"),
    "set-flags": N_("what the round forbids"),
    "ruling": N_("ruling"),
    "reseed": N_("new seed"),
    "end-game": N_("end of the game"),
}


def edict_kind(kind: str, v: Words) -> str:
    """A kind of edict by name."""
    return v.say(EDICTS[kind]) if kind in EDICTS else kind.replace("-", " ")


DECKS = {"keep": N_("The decks stay as they were."), "reseed": N_("The decks are shuffled anew.")}


def decree_phrase(decree: Decree, v: Voice) -> str:
    """What an edict decrees."""
    match decree:
        case NewSheet():
            return v.say("The sheet of {house} is replaced.", house=v.house(decree.house))
        case NewAnswer():
            what = f"{v.house(decree.house)}, {what_was_asked(decree.asked, v)}"
            answer = narrator_of(v.edition).answer(msgspec.to_builtins(decree.answer), v)
            return v.say("{what}: {answer}", what=what, answer=answer)
        case NewPosition():
            return narrator_of(v.edition).edict(decree.edict, v)
        case WentBack():
            told = v.say("The game goes back to call {n}.", n=decree.to)
            return f"{told} {v.say(DECKS[decree.chance])}"


@dataclass(frozen=True)
class Compared:
    """`number` is the earlier draft's; `board` says for each house what is different on the board afterwards, `choices`
    what was decided otherwise."""

    number: int
    board: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        """Whether the two come to the same."""
        return not self.board and not self.choices


def compared(page: DraftPage, v: Voice) -> Compared:
    """A draft against the one before it. ValueError if there is none before it."""
    if page.earlier is None:
        raise ValueError("there is no earlier draft")
    earlier = outcome_of(page.earlier)
    decided = [record.event for record in earlier.records if isinstance(record.event, Decided)]
    told = [
        (change.house, change.phrase)
        for change in narrator_of(v.edition).changes(earlier.showing.board, page.after, v)
        if not change.nothing
    ]
    return Compared(page.earlier.number, tuple(told), tuple(choices_that_differ(decided, page.decided, v)))
