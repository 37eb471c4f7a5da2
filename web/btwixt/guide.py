"""Help about B'Twixt: how a programme works, and every card of the set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import render_template

from adjudicator.btwixt.rules.seasons import rounds, rounds_in_season
from adjudicator.btwixt.sheets.sheet import DEFAULTS, SECTIONS
from adjudicator.btwixt.state.edition import Ally, Influence
from narration.btwixt.voice import ASKED, Voice
from narration.words import N_

GROUPS = {
    "standard": N_("Influence cards"),
    "event": N_("Events (advanced game)"),
    "leader": N_("Leaders' own cards (advanced game)"),
}


@dataclass(frozen=True)
class CardRow:
    """A card in a list: its name, its figure, copies, of what sort, its text, and whether its text is our own."""

    name: str
    figure: int
    copies: int
    sort: str
    text: str
    ours: bool


def guide(v: Any) -> str:
    """The page of one edition: seasons, the programme, allies, influence cards."""
    edition = v.edition
    return render_template(
        "btwixt/guide_edition.html",
        v=v,
        lengths=[(n, rounds_in_season(n), rounds(n, ()), rounds(n, ("short-game",))) for n in edition.player_counts],
        parts_of_sheet=[(part.title, part.help) for part in SECTIONS.values()],
        defaults=[(ASKED[kind], words) for kind, words in DEFAULTS.items()],
        allies=sorted((_ally(one, v) for one in edition.allies.values()), key=lambda row: (-row.figure, row.name)),
        groups=[(words, _group(group, v)) for group, words in GROUPS.items()],
        open_points=[v.words.gettext(point) for point in edition.reconstructions],
    )


def _ally(ally: Ally, v: Voice) -> CardRow:
    return CardRow(v.ally(ally.id), ally.power, 1, "", v.text_of(ally.id), ally.basis.effect != "box")


def _group(group: str, v: Voice) -> list[CardRow]:
    found = [card for card in v.edition.influence.values() if card.group == group]
    return [_card(card, v) for card in sorted(found, key=lambda one: (one.leader, -one.value, one.id))]


def _card(card: Influence, v: Voice) -> CardRow:
    sort = v.house(card.leader) if card.leader else v.sort(card.id) if card.color else ""
    return CardRow(v.card(card.id), card.value, card.copies, sort, v.text_of(card.id), card.basis.effect != "box")
