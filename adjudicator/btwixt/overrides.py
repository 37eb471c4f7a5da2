"""Overrides of a game master: check, apply, and repeat shuffles from the seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.btwixt.rules.scoring import standings
from adjudicator.btwixt.rules.seasons import edition_of
from adjudicator.btwixt.state import Position, events as e
from adjudicator.btwixt.state.events import CardsShuffled, OverrideIssued
from adjudicator.engine import (
    WORDS_ONLY,
    Decreed,
    EndGame,
    Illegal,
    OverrideReport,
    Record,
    Refusal,
    Reseed,
    Ruling,
    Table,
    commitment,
    refuse_reason,
    shuffle,
)

RULE = "edict"
MAX_RULING_LENGTH, MAX_SEED_LENGTH = 4000, 200


def check_override(position: Position, override: e.AnyOverride) -> OverrideReport:
    """Everything to say about a decree in a position; the position is left as it is."""
    return OverrideReport(tuple(_errors(position, override)), (), isinstance(override, EndGame))


def _errors(position: Position, override: e.AnyOverride) -> Iterator[Refusal]:
    """Yield why an override cannot be applied; nothing if it can."""
    board = position.board
    match override:
        case e.PlaceAlly(ally=ally, council=council):
            if ally not in edition_of(position).allies:
                yield Refusal("unknown-ally", f"there is no ally {ally!r}", "ally")
            elif ally == board.current:
                yield Refusal("ally-is-bid-for", "this is the current ally", "ally")
            if council and council not in board.councils:
                yield _unknown("council", council, board.councils)
        case e.SetTokens(council=council, tokens=tokens):
            if council not in board.councils:
                yield _unknown("council", council, board.councils)
            elif not 0 <= tokens <= board.councils[council].tokens + board.tokens_left:
                most = board.councils[council].tokens + board.tokens_left
                yield Refusal("too-many-tokens", f"there can be 0 to {most} tokens, not {tokens}", "tokens")
        case e.GiveInfluence(house=house, card=card):
            if house not in board.houses:
                yield _unknown("house", house, board.houses)
            open_ = {*board.discard, *(entry.card for pile in board.piles.values() for entry in pile)}
            if card not in open_:
                yield Refusal("card-not-there", f"{card!r} is not in a bid pile or the discard pile", "card")
        case e.SetFirstPlayer(house=house):
            if house not in board.houses:
                yield _unknown("house", house, board.houses)
        case Ruling(text=text):
            if not text.strip() or len(text) > MAX_RULING_LENGTH:
                yield Refusal("bad-ruling", f"a ruling has 1 to {MAX_RULING_LENGTH} characters", "text")
        case Reseed(seed=seed, commitment=new_commitment):
            if not 1 <= len(seed) <= MAX_SEED_LENGTH:
                yield Refusal("bad-seed", f"a seed has 1 to {MAX_SEED_LENGTH} characters", "seed")
            elif commitment(seed) != new_commitment:
                yield Refusal("commitment-mismatch", "the commitment does not match the seed", "commitment")
        case EndGame(winners=winners):
            yield from (_unknown("winners", entry, board.houses) for entry in winners if entry not in board.houses)
    if board.ending is not None and not isinstance(override, WORDS_ONLY):
        yield Refusal("game-over", "the game has ended")


def _unknown(where: str, name: str, names: Any) -> Refusal:
    return Refusal("unknown-place", f"{name!r} is not among {', '.join(names)}", where)


def decree(table: Table[Position], decreed: Decreed[Any]) -> None:
    """Apply an override, or raise Illegal (`reason-empty`, `reason-too-long`, others)."""
    override, reason = decreed.override, decreed.reason
    refuse_reason(reason)
    errors = check_override(table.position, override).errors
    if errors:
        raise Illegal(*errors)
    table.tell(e.OverrideIssued(override=override, reason=reason, by=decreed.by), RULE)
    if isinstance(override, EndGame):
        rows = tuple(standings(table.position.board, edition_of(table.position)))
        table.tell(e.GameEnded(winners=override.winners, reason="edict", standings=rows), RULE)


def wrong_shuffles(rules: object, seed: str, records: Iterable[Record]) -> Iterator[str]:
    """Describe each recorded shuffle that the seed in force does not reproduce."""
    for record in records:
        event, place = record.event, f"round {record.round}, event {record.number}"
        if isinstance(event, OverrideIssued) and isinstance(event.override, Reseed):
            seed = event.override.seed
            if commitment(seed) != event.override.commitment:
                yield f"{place}: the new seed does not fit the commitment published with it"
        if isinstance(event, CardsShuffled) and event.order:
            whole: list[str] | list[int] = sorted(event.order)
            if event.what == "supply":
                whole = sorted(map(int, event.order))
            if [str(item) for item in shuffle(seed, event.purpose, whole)] != list(event.order):
                yield f"{place}: the seed mixes the {event.what} ({event.purpose}) into another order"
