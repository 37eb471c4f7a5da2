"""Revisions of the rules: what was otherwise before a rule was mended, so that older games go on as they began.

A mended rule that changes which events are told or which questions are asked gets a switch in `Variant`, whose default
(or whose value in the editions' data) is the rule as mended, and a row in `EARLIER`. Rules read the switch, never the
revision. A mend that only makes more answers legal needs neither: every kept journal still fits (ADR 15).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.engine.data_files import base_of
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.thrones.rules.step_context import bind
from adjudicator.thrones.state.edition import Edition

# New games begin under this one. It rises when a release mends rules again.
REVISION = 4


class Earlier(msgspec.Struct, frozen=True):
    """A switch of `Variant` as games had it up to revision `until`, and why it was mended.

    `editions`: those whose games had it so; none named: all.
    """

    switch: str
    value: Any
    until: int
    reason: str
    editions: tuple[str, ...] = ()


FIRST = ("first-edition", "storm-of-swords")

EARLIER: tuple[Earlier, ...] = (
    Earlier("disband_freely", False, 0, "the second edition lets units of any army go (S-16), where one was not asked"),
    Earlier("routed_promoted", False, 0, "routed footmen may be promoted (S-18), where one was not asked"),
    Earlier("turn_by_name", True, 0, "the place on the Iron Throne says whose turn it is (S-19)"),
    Earlier("tokens_beside_units", True, 0, "a vassal lays a token only where nobody of it stays"),
    Earlier("strength_below_zero", True, 0, "a final strength is never below 0"),
    Earlier("tides_face_up", True, 0, "tides lie face down until the blade's holder has chosen (S-13)"),
    Earlier("gifts_until_cards", True, 0, "gifts in a battle end with the call for support (M-25)"),
    Earlier("own_loss_last", True, 0, "Beric takes his unit before anybody moves (M-32)"),
    Earlier("attackers_only_go_home", True, 0, "Robb says where beaten attackers go (S-05)"),
    Earlier("forced_told", False, 0, "a choice that the engine made alone could not be told from one that nobody has"),
    Earlier("idle_orders_asked", False, 0, "of raids without a target, or marches that cannot move, the first went"),
    Earlier("demotion_chosen", False, 0, "the data's order said which knights die when Crow Killers wins"),
    Earlier("attackers_have_left", False, 0, "attackers held what they had left when a winner was looked for (R-35)"),
    Earlier("consolidation_chosen", False, 0, "the data's order said which Consolidate Power order came first (S-21)"),
    Earlier("deeds_kept", 0, 1, "conditions ask who attacked, raided, beat and supported whom in a round"),
    Earlier("retreat_saves_most", False, 2, "a beaten defender retreats where fewest are lost (R-27)", FIRST),
    Earlier("support_refusable", False, 2, "help that others offer may be declined (R-49)", FIRST),
    Earlier("used_cards_in_decks", True, 2, "Rodrik the Reader finds no Westeros card that was used (M-28)"),
    Earlier("troops_go_on_by_ship", True, 2, "Manage Troops goes on by an adjacent area or an arrow (T-27)"),
    Earlier("oldest_claim_lost", True, 2, "any token of the claim track may be the one that goes (T-37)"),
    Earlier("void_units_stay_void", True, 2, "Salladhor Saan against Victarion goes by the Iron Throne (S-22)"),
    Earlier("commanders_pay", False, 2, "for a vassal its commander may pay against Bronn (M-35)"),
    Earlier("deeds_kept", 1, 3, "conditions ask what was done in the last round too"),
)


def check_revision(revision: int) -> None:
    """Raises Illegal (`unknown-revision`) for a revision of the rules that there is not."""
    if not 0 <= revision <= REVISION:
        words = f"there is no revision {revision} of the rules here; known: 0 to {REVISION}"
        raise Illegal(Refusal("unknown-revision", words, "revision"))


def switches(revision: int, rows: Sequence[Earlier], edition: str = "") -> dict[str, Any]:
    """The switches that an edition had otherwise under a revision: of a rule mended twice, the older value for older
    games."""
    mended = [row for row in rows if revision <= row.until and (not row.editions or edition in row.editions)]
    later_first = sorted(mended, key=lambda row: -row.until)
    return {row.switch: row.value for row in later_first}


def at_revision(edition: Edition, revision: int) -> Edition:
    """The edition as its rules were at a revision: the same board and cards, other switches, its steps bound to it.

    Raises Illegal (`unknown-revision`).
    """
    check_revision(revision)
    if revision == REVISION:
        return edition
    variant = msgspec.structs.replace(edition.variant, **switches(revision, EARLIER, base_of(edition.id) or edition.id))
    return bind(msgspec.structs.replace(edition, variant=variant), edition.functions)
