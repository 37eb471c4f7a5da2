"""What A Storm of Swords adds inside steps that all editions share, collected from the modules of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine.asking import Asks
from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.rules import card_texts, step_cleanup
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm import (
    allied,
    escorts,
    hostages,
    house_cards,
    kept,
    lasting_alliances,
    lasting_tactics,
    leaders,
    tactics,
    ways,
    westeros_cards,
)
from adjudicator.thrones.rules.storm.beginnings import lay_out
from adjudicator.thrones.rules.text_table import joined
from adjudicator.thrones.state.answers import March
from adjudicator.thrones.state.board import Battle, Board
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import Item

TEXTS = joined(card_texts.TEXTS, house_cards.TEXTS)


def _settle(game: Game) -> Asks[None]:
    """What stands alone, and orders without units, leave the board."""
    allied.remove_alone(game)
    yield from step_cleanup.settle(game)
    escorts.gather(game)


def _battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> Sequence[Item]:
    tactical = lasting_tactics.battle_items(board, edition, battle, house)
    return [*tactical, *leaders.battle_items(board, edition, battle, house)]


def _battle_icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    swords, towers = lasting_tactics.battle_icons(board, edition, battle, house)
    return swords + leaders.battle_swords(board, edition, battle, house), towers


def _march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[Item]:
    tactical = lasting_tactics.march_items(board, edition, house, answer, to)
    return [*tactical, *leaders.march_items(board, edition, house, answer, to)]


def _refuse_march(board: Board, edition: Edition, house: str, answer: March) -> Refusal | None:
    refusal = allied.refuse_march(board, edition, house, answer)
    return refusal or leaders.refuse_march(board, edition, house, answer)


STORM_HOOKS = Hooks(
    texts=TEXTS,
    after_set_up=lay_out,
    after_step=_settle,
    bid_bonus=westeros_cards.bid_bonus,
    more_ways=ways.more_ways,
    ways_to_come=ways.ways_to_come,
    more_stars=lasting_tactics.more_stars,
    orders_to_come=lasting_tactics.orders_to_come,
    more_barrels=lasting_alliances.more_barrels,
    raid_beyond=lasting_alliances.raid_beyond,
    refuse_raid=lasting_alliances.refuse_raid,
    raided=lasting_alliances.raided,
    battle_items=_battle_items,
    battle_icons=_battle_icons,
    march_items=_march_items,
    after_march=lasting_tactics.after_march,
    round_ends=tactics.round_ends,
    support_beyond=ways.support_beyond,
    refuse_march=_refuse_march,
    removable=allied.removable,
    may_retreat=allied.may_retreat,
    broken=kept.broken,
    beside_units=leaders.beside_units,
    completed=leaders.completed,
    more_marches=leaders.more_marches,
    leading=leaders.leading,
    marched=leaders.marched,
    set_out=leaders.set_out,
    destroyed=escorts.destroyed,
    won=hostages.won,
    retreated=hostages.retreated,
    after_edict=escorts.take_in,
)
