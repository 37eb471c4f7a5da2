"""What is wrong with a gift of Power, and when none can be made (MoD rules: gifts of Power, M-25)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.decision import Decision
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.step import resting
from adjudicator.thrones.rules.control import free_tokens
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import edicts as x
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition


def refuse_gift(position: Position, edition: Edition, edict: x.GivePower) -> Iterator[Refusal]:
    """A gift is open, of available Power, between players."""
    board = position.board
    if not edition.variant.gifts:
        yield Refusal("no-gifts", "Power cannot be given away in this game", "amount")
        return
    for field, house in (("house", edict.house), ("to", edict.to)):
        if house in board.vassals:
            yield Refusal("vassals-have-no-power", f"{house} is a vassal and has no Power", field)
    if edict.to == edict.house:
        yield Refusal("gift-to-oneself", "name another player", "to")
    elif not 0 < edict.amount <= board.power[edict.house]:
        words = f"{edict.house} has {board.power[edict.house]} Power: not {edict.amount} to give"
        yield Refusal("not-enough-power", words, "amount")
    elif edict.amount > free_tokens(board, edition, edict.to):
        words = f"{edict.to} has {free_tokens(board, edition, edict.to)} Power tokens left"
        yield Refusal("no-token-left", words, "amount")
    moment = no_gifts_now(position)
    if moment is not None:
        yield moment


def no_gifts_now(position: Position) -> Refusal | None:
    """Why nobody may give Power now: not while secret bids lie on the table, and in a battle only until the call for
    support is over (M-25).
    """
    edition = edition_of(position)
    if not edition.variant.gifts:
        return Refusal("no-gifts", "Power cannot be given away in this game", "amount")
    given = {entry.asked for entry in position.progress.pending.values()}
    if given & {"place-bid", "spread-bid"}:
        return Refusal("bids-under-way", "secret bids have been made", "amount")
    fighting = "choose-house-card" in given
    if not fighting and not edition.variant.gifts_until_cards:
        now = resting(StepRules(edition), position)
        fighting = now.showing.board.battle is not None and not any(map(_calls_support, now.waiting))
    return Refusal("battle-under-way", "a battle is being fought", "amount") if fighting else None


def _calls_support(decision: Decision) -> bool:
    """Whether a question belongs to the call for support in a battle."""
    accepted = isinstance(decision, d.PickEffect) and decision.because == "support"
    return accepted or isinstance(decision, d.GiveSupport)
