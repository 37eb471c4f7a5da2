"""Warnings about choices for cards that ask something else than CHOOSE answers."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheets.effects.table import EFFECTS
from adjudicator.thrones.sheets.warnings.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn
from adjudicator.thrones.state.edition import Edition

# The statement that answers what a card asks, by its effect.
ANSWERED_BY = {
    **dict.fromkeys(("remove-loser-order", "remove-adjacent-order", "remove-near-order"), "REMOVE"),
    **dict.fromkeys(("discard-from-hand", "look-and-discard"), "DISCARD"),
    **dict.fromkeys(("take-back-card", "recover-card", "buy-back"), "TAKEBACK"),
    **dict.fromkeys(("kill-unit", "kill-anywhere", "kill"), "LOSE kill"),
    "knight-footman": "KNIGHT",
}


def choice_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Choices that never apply, as another statement answers what the card asks."""
    for key, rules in ahead.sheet.choices.items():
        effects = _effects(ahead.edition, key) if rules else ()
        known = [ANSWERED_BY[effect] for effect in effects if effect in ANSWERED_BY and effect not in EFFECTS]
        if known and len(known) == len(effects):
            yield warn("choice-said-elsewhere", f"choices.{key}", card=key, statement=known[0])
        elif rules and key in ahead.edition.cards and EFFECTS.keys().isdisjoint(effects) and not known:
            yield warn("card-asks-nothing", f"choices.{key}", card=key)


def _effects(edition: Edition, key: str) -> tuple[str, ...]:
    """What a House card, or a loan, does; nothing for any other key."""
    if key in edition.loans:
        return tuple(str(part["does"]) for part in edition.loans[key].parts)
    return (edition.cards[key].effect,) if key in edition.cards else ()
