"""Warnings about choices for cards that ask something else than CHOOSE answers."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.refusal import Refusal
from adjudicator.thrones.sheets.effects.table import EFFECTS, sorts_offered
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.offered_choices import Asking, askings
from adjudicator.thrones.sheets.prospects import Prospect
from adjudicator.thrones.sheets.warnings.telling import warn
from adjudicator.thrones.state.edition import Edition

RAVEN, LOOKED_AT = "messenger-raven", ("bottom", "top")
# Of what a card offers, so many are named.
MOST_NAMED = 8

# The statement that answers what a card asks, by its effect.
ANSWERED_BY = {
    **dict.fromkeys(("remove-loser-order", "remove-adjacent-order", "remove-near-order"), "REMOVE"),
    **dict.fromkeys(("discard-from-hand", "look-and-discard"), "DISCARD"),
    **dict.fromkeys(("take-back-card", "recover-card", "buy-back"), "TAKEBACK"),
    **dict.fromkeys(("kill-unit", "kill-anywhere", "kill"), "LOSE kill"),
    "knight-footman": "KNIGHT",
}


def choice_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Choices that never apply: another statement answers what the card asks, or it never offers them."""
    for key, rules in ahead.sheet.choices.items():
        effects = _effects(ahead.edition, key) if rules else ()
        known = [ANSWERED_BY[effect] for effect in effects if effect in ANSWERED_BY and effect not in EFFECTS]
        if known and len(known) == len(effects):
            yield warn("choice-said-elsewhere", f"choices.{key}", card=key, statement=known[0])
        elif rules and key in ahead.edition.cards and EFFECTS.keys().isdisjoint(effects) and not known:
            yield warn("card-asks-nothing", f"choices.{key}", card=key)
    yield from pick_warnings(ahead)


def pick_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Picks that what asks never offers. What is offered may change with the board, the sorts of it do not."""
    edition, asking = ahead.edition, dict[str, list[Asking]]()
    for one in askings(ahead.board, edition, ahead.house) if ahead.sheet.choices else ():
        asking.setdefault(one.because, []).append(one)
    for key, rules in ahead.sheet.choices.items():
        if key not in asking or key in edition.loans:
            continue
        if key in edition.westeros and (edition.loans or not edition.westeros[key].options):
            # More is asked by these, or of them, than their own choices.
            continue
        offered = tuple(dict.fromkeys(c for one in asking[key] for found in one.offers.values() for c in found))
        able = {*offered, *name_book(edition).known(sorts_offered(edition, key))}
        named = ", ".join(offered[:MOST_NAMED]) + ("..." if len(offered) > MOST_NAMED else "")
        for number, rule in enumerate(rules):
            for pick in dict.fromkeys(rule.pick):
                if pick not in able and not pick.isdecimal():
                    yield warn("never-offered", f"choices.{key}[{number}]", card=key, pick=pick, offered=named)


def look_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Choices that only a look at a wildling card with the raven asks for, and no look is planned."""
    edition, said = ahead.edition, (*ahead.sheet.raven, *ahead.standing.raven)
    if ahead.lasting or not edition.ravens_look or ahead.board.phase not in ("planning", "raven"):
        return
    if ahead.holds_raven and (ahead.swaps_later or any(rule.look for rule in said)):
        return
    for key, rules in ahead.sheet.choices.items():
        picks = {one for rule in rules for one in rule.pick}
        if picks and (key == RAVEN or key in edition.wildling_cards) and picks.issubset(LOOKED_AT):
            yield warn(
                "choice-needs-look" if ahead.holds_raven else "raven-not-held", f"choices.{key}", house=ahead.house
            )


def hostage_warnings(ahead: Prospect) -> Iterator[Refusal]:
    """Offers for leaders of other houses, and own leaders as hostages of one's own: allied ones are in no cell."""
    hostages, known = ahead.sheet.hostages, ahead.edition.leaders
    own = {one for one in known if known[one].house == ahead.house and not known[one].allied}
    others = {one for one in known if one not in own and not known[one].allied}
    wanted: list[tuple[str, tuple[str, ...], set[str], str]] = []
    for number, rule in enumerate(hostages.offers):
        where = f"hostages.offers[{number}]"
        wanted.append((f"{where}.leaders", rule.leaders, own, "offer-not-own"))
        wanted.append((f"{where}.hostages", rule.hostages, others, "hostage-of-own"))
    for number, reply in enumerate(hostages.replies):
        wanted.append((f"hostages.replies[{number}].leaders", reply.leaders, others, "hostage-of-own"))
    for where, leaders, able, code in wanted:
        for leader in dict.fromkeys(leaders):
            if leader not in able:
                yield warn(code, where, leader=leader, house=ahead.house)


def _effects(edition: Edition, key: str) -> tuple[str, ...]:
    """What a House card, or a loan, does; nothing for any other key."""
    if key in edition.loans:
        return tuple(str(part["does"]) for part in edition.loans[key].parts)
    return (edition.cards[key].effect,) if key in edition.cards else ()
