"""What A Storm of Swords adds inside steps that all editions share, collected from the modules of its rules."""

from __future__ import annotations

from adjudicator.kernel.asking import Asks
from adjudicator.thrones.rules import card_texts, step_cleanup
from adjudicator.thrones.rules.hooks import Hooks
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm import (
    allied,
    house_cards,
    kept,
    lasting_alliances,
    lasting_tactics,
    tactics,
    ways,
    westeros_cards,
)
from adjudicator.thrones.rules.storm.beginnings import lay_out
from adjudicator.thrones.rules.storm.leader_hooks import with_leaders
from adjudicator.thrones.rules.text_table import joined

TEXTS = joined(card_texts.TEXTS, house_cards.TEXTS)


def _settle(game: Game) -> Asks[None]:
    """What stands alone, and orders without units, leave the board."""
    allied.remove_alone(game)
    yield from step_cleanup.settle(game)


STORM_HOOKS = with_leaders(
    Hooks(
        texts=TEXTS,
        after_set_up=lay_out,
        after_step=_settle,
        bid_bonus=westeros_cards.bid_bonus,
        more_ways=ways.more_ways,
        more_stars=lasting_tactics.more_stars,
        orders_to_come=lasting_tactics.orders_to_come,
        more_barrels=lasting_alliances.more_barrels,
        raid_beyond=lasting_alliances.raid_beyond,
        refuse_raid=lasting_alliances.refuse_raid,
        raided=lasting_alliances.raided,
        battle_items=lasting_tactics.battle_items,
        battle_icons=lasting_tactics.battle_icons,
        march_items=lasting_tactics.march_items,
        after_march=lasting_tactics.after_march,
        round_ends=tactics.round_ends,
        support_beyond=ways.support_beyond,
        refuse_march=allied.refuse_march,
        removable=allied.removable,
        may_retreat=allied.may_retreat,
        broken=kept.broken,
    )
)
