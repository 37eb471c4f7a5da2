"""The texts of the alternate House cards, by the moment at which they are carried out."""

from __future__ import annotations

from adjudicator.thrones.rules.alternate_cards import afterwards, before_blade, decided
from adjudicator.thrones.rules.text_table import Texts

TEXTS = Texts(
    immediate={
        "clear-support": before_blade.clear_support,
        "fetch-card": before_blade.fetch_card,
    },
    before_blade={
        "copy-card": before_blade.copy_card,
        "buy-strength": before_blade.buy_strength,
        "turn-support": before_blade.turn_support,
    },
    after_win={
        "kill-anywhere": decided.kill_anywhere,
        "move-wildlings": decided.move_wildlings,
        "search-deck": decided.search_deck,
        "up-a-track": decided.up_a_track,
        "empty-the-purse": decided.empty_the_purse,
    },
    after_loss={
        "power-if-beaten": decided.power_if_beaten,
        "recover-card": decided.recover_card,
    },
    after_battle={
        "fine-by-difference": afterwards.fine_by_difference,
        "power-by-card": afterwards.power_by_card,
        "power-if-poorer": afterwards.power_if_poorer,
        "buy-back": afterwards.buy_back,
    },
)
