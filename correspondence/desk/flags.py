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

from adjudicator import games
from adjudicator.engine.game import Game as Rules
from adjudicator.engine.journal import Decided, Record
from adjudicator.engine.step import Outcome
from adjudicator.engine.values import Board, Position
from correspondence.models.calls import Evaluation
from correspondence.models.games import Game
from narration.words import N_

WORDS = {
    "default-used": N_("{house} sent nothing; decided by published defaults: {n}"),
    "edict": N_("Edict {n} changed what came out"),
    "close-battle": N_("The battle for {area} was close ({figures}), and an instruction was passed over in it"),
    "illegal-instruction": N_("An instruction of {house} was passed over because the rules forbid it: {why}"),
    "home-taken": N_("{house} lost its home, {area}"),
    "wiped-out": N_("{house} has no unit left"),
    "game-over": N_("The game ends with this call"),
    "evaluation-differs": N_("The last independent evaluation of this game did not agree"),
}


class Flag(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to look at in a draft; `kind` says what. `decision` is the id of the decision it is about; `n` a
    count or number; `why` are the adjudicator's words, `figures` a battle's sums."""

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
    family = games.of_edition(outcome.showing.edition)
    return (
        *(Flag("edict", n=number) for number in edicts),
        *_silent(outcome, [house for house in asked if house not in set(sent)]),
        *_close(family, outcome.records),
        *_illegal(family, outcome.records),
        *_losses(before, outcome),
    )


def _silent(outcome: Outcome[Position], houses: Sequence[str]) -> Iterator[Flag]:
    for house in houses:
        decided = [entry for entry in outcome.answers if entry.seat == house and entry.source.by == "default"]
        if decided:
            yield Flag("default-used", house, n=len(decided))


def _close(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    for battle in family.fights(records):
        if not battle.close:
            continue
        for decided in battle.decided:
            if any(skipped["code"] not in family.not_meant for skipped in decided.source.get("skipped", ())):
                yield Flag("close-battle", decided.seat, battle.area, decided.decision, figures=battle.figures)
                break


def _illegal(family: Rules, records: Sequence[Record]) -> Iterator[Flag]:
    for record in records:
        event = record.event
        if not isinstance(event, Decided):
            continue
        for skipped in event.source.get("skipped", ()):
            if skipped["code"] not in family.gave_way:
                why = f"{skipped['where']}: {skipped.get('words', '') or skipped['code']}"
                yield Flag("illegal-instruction", event.seat, decision=event.decision, why=why)


def _losses(before: Board, outcome: Outcome[Position]) -> Iterator[Flag]:
    showing = outcome.showing
    rules = games.of_edition(showing.edition).edition_under(showing.edition, showing.revision)
    for loss in games.of_edition(rules.id).losses(before, showing.board, rules):
        yield Flag(loss.kind, loss.house, loss.area)
    if showing.board.ending is not None:
        yield Flag("game-over")


def evaluation_flags(session: Session, game: Game) -> tuple[Flag, ...]:
    """`evaluation-differs` if the last evaluation that was made did not agree."""
    query = select(Evaluation.agrees).where(Evaluation.game_id == game.id, Evaluation.at.is_not(None))
    agrees = session.scalar(query.order_by(Evaluation.at.desc()).limit(1))
    return (Flag("evaluation-differs"),) if agrees is False else ()
