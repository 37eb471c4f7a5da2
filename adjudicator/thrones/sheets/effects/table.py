"""Everything that leaves a choice among effects, by its name, and what the steward chooses of it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.sheets.effects import (
    alternate_cards,
    house_cards,
    loans,
    loyalty_cards,
    rules_asking,
    storm_alliances,
    storm_cards,
    storm_leaders,
    storm_tactics,
    vassal_cards,
    westeros_cards,
    wildling_cards,
)
from adjudicator.thrones.sheets.effects.effect import Effect
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Pick
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.steward.choices import Liking, by_kind
from adjudicator.thrones.steward.habits import Proposal
from adjudicator.thrones.steward.sight import Sight

REGISTERED: tuple[Effect, ...] = (
    *rules_asking.EFFECTS,
    *westeros_cards.EFFECTS,
    *loyalty_cards.EFFECTS,
    *wildling_cards.EFFECTS,
    *house_cards.EFFECTS,
    *alternate_cards.EFFECTS,
    *vassal_cards.EFFECTS,
    *loans.EFFECTS,
    *storm_tactics.EFFECTS,
    *storm_leaders.EFFECTS,
    *storm_alliances.EFFECTS,
    *storm_cards.EFFECTS,
)
EFFECTS: dict[str, Effect] = {effect.name: effect for effect in REGISTERED}


def pick(sight: Sight, decision: d.PickEffect) -> Iterator[Proposal]:
    """The choice that helps most; where nothing is known of it, the last, which changes least."""
    liking = liking_of(sight.edition, decision.because)
    best = max(reversed(decision.choices), key=lambda choice: liking(sight, decision, choice))
    yield Pick(best), f"{best} suits us best"


def _effect_of(edition: Edition, because: str) -> Effect | None:
    """The effect of what asks: a card, a badge or a rule."""
    card = edition.cards.get(because) or edition.wildling_cards.get(because)
    plot = edition.westeros.get(because)
    beside = edition.tactics.get(because) or edition.alliances.get(because)
    asks = next((known.effect for known in (card, plot, beside) if known is not None), "")
    return EFFECTS.get(asks or because)


def liking_of(edition: Edition, because: str) -> Liking:
    """How choices are liked that a card or a badge asks for."""
    effect = _effect_of(edition, because)
    return by_kind if effect is None else effect.liking


def sorts_offered(edition: Edition, because: str) -> tuple[str, ...]:
    """The sorts of names among which a card, a badge or a rule asks for a choice; none: any."""
    card = edition.wildling_cards.get(because)
    reward = EFFECTS.get(str(card.values.get("reward", ""))) if card is not None else None
    found = (effect for effect in (_effect_of(edition, because), reward) if effect is not None)
    return tuple(dict.fromkeys(sort for effect in found for sort in effect.names))
