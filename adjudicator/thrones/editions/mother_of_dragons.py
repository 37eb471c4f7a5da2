"""Mother of Dragons on the second edition: seven houses of Westeros, vassals, and Targaryen."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.names import Names
from adjudicator.thrones.editions import second
from adjudicator.thrones.editions.loading import Texts, load
from adjudicator.thrones.rules import (
    aftermath,
    arryn_cards,
    battle,
    card_moments,
    card_texts,
    power,
    sea_orders,
    tides,
    vassal_battle,
    vassals,
)
from adjudicator.thrones.rules.alternate_cards import texts as alternate_cards
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.iron_bank.interest import interest, pay_interest
from adjudicator.thrones.rules.iron_bank.lending import with_loans
from adjudicator.thrones.rules.iron_bank.track import move_loans, open_bank, with_token
from adjudicator.thrones.rules.seating import make_vassals
from adjudicator.thrones.rules.step_context import StepFunction, bind, quiet
from adjudicator.thrones.rules.targaryen import beginnings, cards, deck_four, dragons, gifts, loyalty
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
    "dragons": quiet(dragons.grow),
    "loyalty": quiet(deck_four.loyalty),
    "loyalty-text": deck_four.loyalty_text,
    "loyalty-move": deck_four.loyalty_move,
    "move-loans": quiet(move_loans),
    "interest": quiet(interest),
    "pay-interest": pay_interest,
    "collect": with_loans(power.collect),
}
BATTLE: tuple[battle.Part, ...] = (
    battle.call_support,
    battle.declare,
    vassal_battle.draw_hands,
    battle.play_cards,
    card_moments.reveal_texts,
    card_moments.blade_texts,
    tides.draw_tides,
    battle.blade,
    battle.compare,
    card_moments.after_texts,
    aftermath.losses,
    vassal_battle.own_loss,
    tides.skulls,
    aftermath.retreat,
    vassal_battle.put_cards_away,
    cards.last_texts,
    vassal_battle.reward,
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
    beginnings.prepare(board, edition)
    open_bank(edition, board, hidden)


TEXTS = joined(card_texts.TEXTS, arryn_cards.TEXTS, cards.TEXTS, vassal_battle.TEXTS, alternate_cards.TEXTS)
HOOKS = Hooks(
    texts=TEXTS,
    before_set_up=beginnings.joined,
    after_set_up=lay_out,
    after_bids=gifts.given_away,
    leaves_token=vassals.leaves_token,
    after_step=with_token(loyalty.settle),
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
