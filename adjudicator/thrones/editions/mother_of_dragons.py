"""Mother of Dragons on the second edition: seven houses of Westeros, vassals, and Targaryen."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import second
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import (
    aftermath,
    alternate_cards,
    battle,
    card_texts,
    power,
    sea_orders,
    step_context,
    targaryen,
    tides,
    vassals,
)
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.iron_bank import interest, move_loans, open_bank, pay_interest, with_loans, with_token
from adjudicator.thrones.rules.round import make_vassals
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.text_table import joined
from adjudicator.thrones.state.board import Board, Hidden
from adjudicator.thrones.state.edition import Edition, Setup

STEPS: dict[str, StepFunction] = {
    **second.STEPS,
    "mustering": vassals.mustering,
    "planning": quiet(vassals.planning_begins),
    "choose-vassals": vassals.choose_vassals,
    "place-orders": vassals.plan,
    "bluffs": quiet(sea_orders.remove_bluffs),
    "dragons": quiet(targaryen.grow),
    "loyalty": quiet(targaryen.loyalty),
    "loyalty-text": targaryen.loyalty_text,
    "loyalty-move": targaryen.loyalty_move,
    "move-loans": quiet(move_loans),
    "interest": quiet(interest),
    "pay-interest": pay_interest,
    "collect": with_loans(power.collect),
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    vassals.draw_hands,
    battle.play_cards,
    step_context.reveal_texts,
    step_context.blade_texts,
    tides.draw_tides,
    battle.blade,
    battle.compare,
    step_context.after_texts,
    aftermath.losses,
    vassals.own_loss,
    tides.skulls,
    aftermath.retreat,
    vassals.put_cards_away,
    targaryen.last_texts,
    vassals.reward,
)
ROUND = (
    "move-loans",
    "dragons",
    "interest",
    "reveal-westeros",
    "planning",
    "bluffs",
    "raids",
    "marches",
    "power",
    "end-round",
)


def lay_out(edition: Edition, setup: Setup, players: Sequence[str], board: Board, hidden: Hidden) -> None:
    """Vassals, the pieces of a house with a cause, and the Iron Bank come to the board (MoD rules: set-up)."""
    make_vassals(board, edition, setup, players)
    targaryen.prepare(board, edition)
    open_bank(edition, board, hidden)


TEXTS = joined(card_texts.TEXTS, alternate_cards.TEXTS, targaryen.TEXTS, vassals.TEXTS, alternate_cards.ALTERNATE_TEXTS)
HOOKS = Hooks(
    texts=TEXTS,
    before_set_up=targaryen.joined,
    after_set_up=lay_out,
    after_bids=targaryen.given_away,
    leaves_token=vassals.leaves_token,
    after_step=with_token(targaryen.settle_loyalty),
)


def build(texts: Texts | None = None) -> Edition:
    """The edition as a value, of the program's own data files or of others; Unreadable."""
    names = Names(
        en="A Game of Thrones: the Board Game, second edition, Mother of Dragons",
        it="Il Trono di Spade: il gioco da tavolo, seconda edizione, Madre dei Draghi",
        es="Juego de Tronos: el juego de tablero, segunda edición, Madre de Dragones",
    )
    edition = load(
        "mother-of-dragons",
        "second-edition",
        texts=texts,
        name=names,
        round_steps=ROUND,
        battle=BATTLE,
        hooks=HOOKS,
    )
    return bind(edition, STEPS)
