"""Warnings about support, House cards, losses, retreats, choices, and hostages."""

from __future__ import annotations

from adjudicator.engine import Refusals
from adjudicator.thrones.sheets.battle import AvoidRule, CardRule, SupportRule
from adjudicator.thrones.sheets.choices import OfferRule, ReplyRule
from adjudicator.thrones.sheets.effects.table import EFFECTS, QuestionSource, question_sources, sorts_offered
from adjudicator.thrones.sheets.fields import HOME, SAFEST, WHOEVER
from adjudicator.thrones.sheets.losses import LossRule, RetreatRule
from adjudicator.thrones.sheets.name_book import name_book
from adjudicator.thrones.sheets.turn_sections import COMES_BACK, Prospect
from adjudicator.thrones.sheets.warnings.words import warn
from adjudicator.thrones.state import VASSAL, Edition

# With so few cards in hand the last of them may be played, and all come back.
FEW_CARDS = 2
# Where units of a terrain can stand.
STANDS = {"land": {"land"}, "sea": {"sea", "port"}}


def support_warnings(ahead: Prospect) -> Refusals:
    """Rules for areas where no support order of the house lies or can come to lie."""
    for where, rule in ahead.rules(SupportRule):
        for area in rule.areas:
            if not ahead.may_do(area, "support"):
                yield warn("support-without-order", f"{where}.areas", area=area)
        if rule.whom == WHOEVER and not rule.against:
            yield warn("whoever-fights-nobody", where)
    yield from _support_withheld(ahead)


def _support_withheld(ahead: Prospect) -> Refusals:
    """Warn of a nobody rule that keeps an unnamed area from helping own battles."""
    tokens = ahead.edition.orders
    bare = [area for area, order in ahead.orders.items() if order in tokens and tokens[order].does("support")]
    for where, rule in ahead.rules(SupportRule):
        if rule.whom == "me" and not rule.areas:
            return
        if rule.when is None and rule.decides():
            for area in bare[:1]:
                yield warn("support-withheld", where, area=area, house=ahead.house)
            return
        bare = [area for area in bare if area not in rule.areas]


def card_warnings(ahead: Prospect) -> Refusals:
    """Cards of other houses, and used ones that cannot be back in time."""
    everywhere = (ban for _, ban in ahead.rules(AvoidRule) if ban.when is None and ban.role == "any")
    always = {card for ban in everywhere if not ban.opponents and not ban.battles for card in ban.cards}
    both: list[tuple[str, CardRule | AvoidRule]] = [*ahead.rules(CardRule), *ahead.rules(AvoidRule)]
    for place, rule in both:
        where, played = f"{place}.cards", isinstance(rule, CardRule)
        for card in rule.cards:
            card_facts = ahead.edition.cards.get(card)
            if card_facts is None or card_facts.house == VASSAL:
                continue
            if card_facts.house != ahead.house:
                yield warn("card-of-another", where, card=card, house=ahead.house)
            elif played and card in always:
                yield warn("card-avoided", where, card=card)
            elif played and _used_up(ahead, card):
                yield warn("card-discarded", where, card=card)


def _used_up(ahead: Prospect, card: str) -> bool:
    board = ahead.board
    if ahead.lasting or ahead.has_text(*COMES_BACK) or len(board.hands.get(ahead.house, ())) <= FEW_CARDS:
        return False
    return card in board.discards.get(ahead.house, ())


def loss_warnings(ahead: Prospect) -> Refusals:
    """Kinds of units that can stand in none of the areas that their rule is for."""
    edition = ahead.edition
    for where, rule in ahead.rules(LossRule):
        kinds = {edition.areas[area].kind for area in rule.areas if area in edition.areas}
        # Ships that lie in a port may be named by its land.
        kinds |= {"port"} if set(rule.areas) & set(edition.ports.values()) else set()
        for unit in rule.units if kinds else ():
            if unit in edition.units and not kinds & STANDS[edition.units[unit].terrain]:
                yield warn("unit-never-there", f"{where}.units", unit=unit, areas=", ".join(rule.areas))


def retreat_warnings(ahead: Prospect) -> Refusals:
    """Places that no unit reaches from the battles that a rule is for."""
    if ahead.vassals or ahead.has_text("choose-retreat"):
        return
    for where, rule in ahead.rules(RetreatRule):
        battles = [area for area in rule.battles if area in ahead.edition.areas]
        near = {to for area in battles for to in ahead.reach(area)}
        for to in rule.areas if battles else ():
            if to not in near and to not in (HOME, SAFEST):
                yield warn("retreat-out-of-reach", f"{where}.areas", to=to, area=battles[0])


RAVEN, LOOKED_AT = "messenger-raven", ("bottom", "top")
# Of what a card offers, so many are named.
MAX_NAMED = 8

# The statement that answers what a card asks, by its effect.
ANSWERED_BY = {
    **dict.fromkeys(("remove-loser-order", "remove-adjacent-order", "remove-near-order"), "REMOVE"),
    **dict.fromkeys(("discard-from-hand", "look-and-discard"), "DISCARD"),
    **dict.fromkeys(("take-back-card", "recover-card", "buy-back"), "TAKEBACK"),
    **dict.fromkeys(("kill-unit", "kill-anywhere", "kill"), "LOSE kill"),
    "knight-footman": "KNIGHT",
}


def choice_warnings(ahead: Prospect) -> Refusals:
    """Warn of choices that never apply: answered elsewhere, or never offered."""
    for key, rules in ahead.sheet.choices.items():
        effects = _effects(ahead.edition, key) if rules else ()
        statements = [ANSWERED_BY[effect] for effect in effects if effect in ANSWERED_BY and effect not in EFFECTS]
        if statements and len(statements) == len(effects):
            yield warn("choice-said-elsewhere", f"choices.{key}", card=key, statement=statements[0])
        elif rules and key in ahead.edition.cards and EFFECTS.keys().isdisjoint(effects) and not statements:
            yield warn("card-asks-nothing", f"choices.{key}", card=key)
    yield from pick_warnings(ahead)


def pick_warnings(ahead: Prospect) -> Refusals:
    """Warn of picks never offered; the board changes offers, not their sorts."""
    edition, asking = ahead.edition, dict[str, list[QuestionSource]]()
    for prompt in question_sources(ahead.board, edition, ahead.house) if ahead.sheet.choices else ():
        asking.setdefault(prompt.because, []).append(prompt)
    for key, rules in ahead.sheet.choices.items():
        if key not in asking or key in edition.loans:
            continue
        if key in edition.westeros and (edition.loans or not edition.westeros[key].options):
            # More is asked by these, or of them, than their own choices.
            continue
        offered = tuple(dict.fromkeys(c for prompt in asking[key] for offer in prompt.offers.values() for c in offer))
        able = {*offered, *name_book(edition).ids_of_sorts(sorts_offered(edition, key))}
        named = ", ".join(offered[:MAX_NAMED]) + ("..." if len(offered) > MAX_NAMED else "")
        for number, rule in enumerate(rules):
            for pick in dict.fromkeys(rule.pick):
                if pick not in able and not pick.isdecimal():
                    yield warn("never-offered", f"choices.{key}[{number}]", card=key, pick=pick, offered=named)


def look_warnings(ahead: Prospect) -> Refusals:
    """Warn of choices that need a look at a wildling card when no look is planned."""
    edition, raven_rules = ahead.edition, (*ahead.sheet.raven, *ahead.standing.raven)
    if ahead.lasting or not edition.ravens_look or ahead.board.phase not in ("planning", "raven"):
        return
    if ahead.holds_raven and (ahead.swaps_later or any(rule.look for rule in raven_rules)):
        return
    for key, rules in ahead.sheet.choices.items():
        picks = {pick for rule in rules for pick in rule.pick}
        if picks and (key == RAVEN or key in edition.wildling_cards) and picks.issubset(LOOKED_AT):
            yield warn(
                "choice-needs-look" if ahead.holds_raven else "raven-not-held", f"choices.{key}", house=ahead.house
            )


def hostage_warnings(ahead: Prospect) -> Refusals:
    """Warn of offers for others' leaders and of own leaders given as hostages."""
    facts = ahead.edition.leaders
    own = {leader_id for leader_id in facts if facts[leader_id].house == ahead.house and not facts[leader_id].allied}
    others = {leader_id for leader_id in facts if leader_id not in own and not facts[leader_id].allied}
    checks: list[tuple[str, tuple[str, ...], set[str], str]] = []
    for where, rule in ahead.rules(OfferRule):
        checks.append((f"{where}.leaders", rule.leaders, own, "offer-not-own"))
        checks.append((f"{where}.hostages", rule.hostages, others, "hostage-of-own"))
    for where, reply in ahead.rules(ReplyRule):
        checks.append((f"{where}.leaders", reply.leaders, others, "hostage-of-own"))
    for where, leaders, able, code in checks:
        for leader in dict.fromkeys(leaders):
            if leader not in able:
                yield warn(code, where, leader=leader, house=ahead.house)


def _effects(edition: Edition, key: str) -> tuple[str, ...]:
    """What a House card, or a loan, does; nothing for any other key."""
    if key in edition.loans:
        return tuple(str(part["does"]) for part in edition.loans[key].parts)
    return (edition.cards[key].effect,) if key in edition.cards else ()
