"""Which vassals to command, where their orders lie, and whose instructions speak for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decision import By, Decision
from adjudicator.thrones.rules.vassals import PASS, refuse_vassal_order
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.instructions.instruction_sources import Choice, Trail, Voice, Voices
from adjudicator.thrones.sheets.instructions.planning import NO_ORDER
from adjudicator.thrones.sheets.sheet import ANY_VASSAL, Sheet, VassalOrder
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.answers import Orders, Pick


def voices_for(decision: Decision, speakers: Sequence[tuple[By, Sheet, str]]) -> list[Voice]:
    """Who speaks: for a vassal first what is written for it, then for any vassal, then what is written in general."""
    found = []
    if decision.house != decision.seat:
        for name in (decision.house, ANY_VASSAL):
            for by, sheet, prefix in speakers:
                part = sheet.vassals.get(name)
                if part is not None:
                    found.append(Voice(by, part.as_sheet(), f"{prefix}vassals.{name}.", part.orders))
    return [*found, *(Voice(by, sheet, prefix) for by, sheet, prefix in speakers)]


def choose_vassal(voices: Voices, scene: Scene, decision: d.ChooseVassal, trail: Trail) -> Iterator[Choice]:
    """The first vassal named that is free, or pass."""
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}claims", voice.sheet.claims):
            wish = next((wish for wish in rule.pick if wish in decision.choices or wish == PASS), None)
            if wish is None:
                trail.skip(where, "not-a-free-vassal", "none of the vassals it names is free")
            else:
                yield Choice(voice.by, where, Pick(wish))


def place_vassal_orders(voices: Voices, scene: Scene, decision: d.PlaceVassalOrders, trail: Trail) -> Iterator[Choice]:
    """The first orders named that can be laid, as many as a vassal may have; `none` ends the list."""
    orders: dict[str, str] = {}
    deciding: dict[str, Voice] = {}
    for where, voice, rule in _wishes(voices, trail):
        if rule.order == NO_ORDER:
            deciding[where] = voice
            break
        refusal = refuse_vassal_order(scene.edition, decision, orders, rule.area, rule.order)
        if refusal is None and rule.area in orders:
            trail.skip(where, "order-there-already", f"an order lies in {rule.area} already")
        elif refusal is not None:
            trail.refused(where, refusal)
        else:
            orders[rule.area] = rule.order
            deciding[where] = voice
    if deciding:
        first = next(iter(deciding.values()))
        yield Choice(first.by, ", ".join(deciding), Orders(orders))


def _wishes(voices: Voices, trail: Trail) -> Iterator[tuple[str, Voice, VassalOrder]]:
    for voice in voices:
        for where, rule in trail.standing(f"{voice.prefix}orders", voice.orders):
            yield where, voice, rule
