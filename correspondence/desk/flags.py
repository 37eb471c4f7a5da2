"""Flags: what about a draft a game master should look at before it is published.

The list is all there is; `flagged` review holds a call exactly when it has one of them:

- `default-used`: an asked house sent no sheet, and published defaults decided for it
- `edict`: an edict changed what came out
- `close-battle`: a battle was decided by one point or by a tie, and an instruction was passed over in it
- `illegal-instruction`: an instruction was passed over because the rules forbade it
- `home-taken`: a house lost its home
- `wiped-out`: a house has no unit left
- `game-over`: the game ends
- `evaluation-differs`: the last independent evaluation of the game did not agree
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import face
from adjudicator.kernel.event import Decided, Record
from adjudicator.kernel.step import Outcome
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.state.board import Board, Position
from correspondence.desk.battles import Fought, battles
from correspondence.evaluations.models import Evaluation
from correspondence.games.models import Game
from narration.words import N_

# An instruction passed over so was never meant for the moment.
NOT_MEANT = frozenset(
    (
        "no-order-named",
        "left-to-the-steward",
        "not-this-battle",
        "not-this-auction",
        "not-this-text",
        "not-the-tied-houses",
        "waits",
        "kept-back",
    )
)
# Passed over so, it gave way to the next of its list, as lists of preferences do.
GAVE_WAY = NOT_MEANT | {
    "condition-false",
    "condition-not-applicable",
    "nothing-moves",
    "no-units-there",
    "card-not-in-hand",
    "card-not-discarded",
    "no-such-order",
    "no-such-unit",
    "no-retreat-there",
    "not-a-raid-target",
}
WORDS = {
    "default-used": N_("{house} sent nothing; published defaults decided {n} times"),
    "edict": N_("Edict {n} changed what came out"),
    "close-battle": N_("The battle for {area} was close ({figures}), and an instruction was passed over in it"),
    "illegal-instruction": N_("An instruction of {house} was passed over because the rules forbid it: {why}"),
    "home-taken": N_("{house} lost its home, {area}"),
    "wiped-out": N_("{house} has no unit left"),
    "game-over": N_("The game ends with this call"),
    "evaluation-differs": N_("The last independent evaluation of this game did not agree"),
}


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to look at. `decision` is the id of the decision it is about; `n` a count or number; `why` are the
    adjudicator's words, `figures` a battle's sums."""

    kind: str
    house: str = ""
    area: str = ""
    decision: str = ""
    n: int = 0
    why: str = ""
    figures: str = ""


_flags = msgspec.json.Decoder(tuple[Flag, ...])


def read_flags(text: str) -> tuple[Flag, ...]:
    """The flags of a draft as they were kept."""
    return _flags.decode(text)


def flags_of(
    before: Board, outcome: Outcome[Position], *, asked: Sequence[str], sent: Iterable[str], edicts: Sequence[int] = ()
) -> tuple[Flag, ...]:
    """Everything to look at in what a call came to. `asked` houses were waited for, `sent` handed in a sheet;
    `edicts` are the numbers of those in force."""
    return (
        *(Flag("edict", n=number) for number in edicts),
        *_silent(outcome, [house for house in asked if house not in set(sent)]),
        *_close(battles(outcome.records)),
        *_illegal(outcome.records),
        *_losses(before, outcome),
    )


def _silent(outcome: Outcome[Position], houses: Sequence[str]) -> Iterator[Flag]:
    for house in houses:
        decided = [entry for entry in outcome.answers if entry.seat == house and entry.source.by == "default"]
        if decided:
            yield Flag("default-used", house, n=len(decided))


def _close(fought: Sequence[Fought]) -> Iterator[Flag]:
    for battle in fought:
        won = battle.won
        if won is None or won.by == "destroyed" or abs(won.attacker - won.defender) > 1:
            continue
        for decided in battle.decided:
            if any(skipped["code"] not in NOT_MEANT for skipped in decided.source.get("skipped", ())):
                figures = f"{won.attacker} : {won.defender}"
                yield Flag("close-battle", decided.seat, battle.area, decided.decision, figures=figures)
                break


def _illegal(records: Sequence[Record]) -> Iterator[Flag]:
    for record in records:
        event = record.event
        if not isinstance(event, Decided):
            continue
        for skipped in event.source.get("skipped", ()):
            if skipped["code"] not in GAVE_WAY:
                why = f"{skipped['where']}: {skipped.get('words', '') or skipped['code']}"
                yield Flag("illegal-instruction", event.seat, decision=event.decision, why=why)


def _losses(before: Board, outcome: Outcome[Position]) -> Iterator[Flag]:
    board = outcome.showing.board
    edition = face.edition_under(outcome.showing.edition, outcome.showing.revision)
    for name, area in edition.areas.items():
        home_of = area.home_of
        if home_of and controller(before, edition, name) == home_of != controller(board, edition, name):
            yield Flag("home-taken", home_of, name)
    for house in board.houses:
        if _fights(before, house) and not _fights(board, house):
            yield Flag("wiped-out", house)
    if board.ending is not None:
        yield Flag("game-over")


def _fights(board: Board, house: str) -> bool:
    return any(force.house == house for force in board.forces.values())


def evaluation_flags(session: Session, game: Game) -> tuple[Flag, ...]:
    """`evaluation-differs` if the last evaluation that was made did not agree."""
    query = select(Evaluation.agrees).where(Evaluation.game_id == game.id, Evaluation.at.is_not(None))
    agrees = session.scalar(query.order_by(Evaluation.at.desc()).limit(1))
    return (Flag("evaluation-differs"),) if agrees is False else ()
