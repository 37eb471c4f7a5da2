"""What a game master looks at in a call: its battles, what was lost by them, and what everybody has seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.engine.desk import Fought, Loss, Revealed
from adjudicator.engine.journal import Decided, Record
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def battles(records: Sequence[Record]) -> tuple[Fought, ...]:
    """The battles that records tell, in order."""
    found: list[Fought] = []
    started: Record | None = None
    won: e.BattleWon | None = None
    decided: list[Decided] = []

    def ended() -> None:
        if started is not None:
            battle = started.event.battle
            close, figures = _close(won)
            found.append(
                Fought(
                    started.number,
                    battle.area,
                    battle.attacker,
                    battle.defender,
                    won,
                    tuple(decided),
                    close,
                    figures,
                )
            )

    for record in records:
        event = record.event
        if isinstance(event, e.BattleStarted):
            ended()
            started, won, decided = record, None, []
        elif started is None:
            continue
        elif isinstance(event, Decided):
            decided.append(event)
        elif isinstance(event, e.BattleWon):
            won = event
        elif isinstance(event, e.BattleEnded):
            ended()
            started = None
    ended()
    return tuple(found)


def _close(won: e.BattleWon | None) -> tuple[bool, str]:
    """Whether a battle was decided by one point or by a tie, and its sums."""
    if won is None or won.by == "destroyed" or abs(won.attacker - won.defender) > 1:
        return False, ""
    return True, f"{won.attacker} : {won.defender}"


def losses(before: Board, after: Board, edition: Edition) -> Iterator[Loss]:
    """Houses that lost their home, and those that have no unit left."""
    for name, area in edition.areas.items():
        home_of = area.home_of
        if home_of and controller(before, edition, name) == home_of != controller(after, edition, name):
            yield Loss("home-taken", home_of, name)
    for house in after.houses:
        if _fights(before, house) and not _fights(after, house):
            yield Loss("wiped-out", house)


def _fights(board: Board, house: str) -> bool:
    return any(force.house == house for force in board.forces.values())


def revealed(records: Iterable[Record]) -> Revealed:
    """What these records showed everybody."""
    events = [record.event for record in records]
    return Revealed(
        westeros=tuple(event.card for event in events if isinstance(event, e.WesterosRevealed)),
        cards=tuple(card for event in events if isinstance(event, e.CardsRevealed) for card in event.cards.values()),
        orders=sum(isinstance(event, e.OrdersRevealed) for event in events),
        auctions=sum(isinstance(event, e.BidsRevealed) for event in events),
        battles=sum(isinstance(event, e.BattleStarted) for event in events),
    )
