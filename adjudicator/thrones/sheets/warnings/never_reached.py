"""Rules that come after one which always decides."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.conditions.tree import Else
from adjudicator.thrones.sheets.sheet_reading import rules
from adjudicator.thrones.sheets.warnings.telling import warn

# Wishes that always name a card, as long as there is one in hand.
ALWAYS = ("strongest", "weakest", "best")

# Of these a second one of the same words counts as well.
AGAIN = (s.Wish, s.LoanRule, s.VassalOrder, s.OfferRule, s.TroopsRule)


def final(rule: s.Rule) -> bool:
    """Whether a rule decides whatever happens, so that none after it is ever reached."""
    if rule.when is not None:
        return False
    match rule:
        case s.RavenRule():
            # A look at a wildling card is possible only where there are such cards.
            return rule.area is None and rule.order is None and not rule.look
        case s.RaidRule():
            return not rule.wait and not rule.targets
        case s.MarchPlan():
            # A token that must be left is no way to stay.
            return not rule.wait and not rule.moves and rule.leave_token != "must"
        case s.SupportRule():
            return rule.whom == "nobody" and not (rule.areas or rule.against or rule.battles)
        case s.CardRule():
            fits_all = rule.role == "any" and not (rule.opponents or rule.battles or rule.exclude)
            return fits_all and any(card in rule.cards for card in ALWAYS)
        case s.TakeBackRule():
            return not rule.cards and not rule.because
        case s.DiscardRule():
            return not rule.cards
        case s.KnightRule():
            return not rule.areas
        case s.BladeRule():
            return True
        case s.BidRule():
            return rule.how != "exactly" or rule.amount == 0
        case s.MusterRule():
            return not rule.wants
        case s.LoanRule():
            return not rule.loan and not rule.wait
    return False


def never_reached(sheet: s.Sheet) -> Iterator[Refusal]:
    """Every rule after one that always decides, and every one that says what another before it in its list says."""
    ended: dict[str, str] = {}
    said: dict[tuple[str, str], str] = {}
    for where, rule in rules(sheet):
        group = where.rpartition("[")[0]
        if group in ended:
            yield warn("never-reached", where, place=ended[group])
            continue
        if final(rule):
            ended[group] = where
        if isinstance(rule, AGAIN) or isinstance(rule.when, Else):
            continue
        before = said.setdefault((group, str(rule)), where)
        if before != where:
            yield warn("said-before", where, place=before)
