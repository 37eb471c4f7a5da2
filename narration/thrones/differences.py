"""Differences between two boards in words, for previews of edicts and for comparing rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.thrones.state import difference as c
from adjudicator.thrones.state.board import Battle, Force, Placed
from narration.thrones.bank_sentences import bank_phrase, marks_phrase
from narration.thrones.edition_words import module_name
from narration.thrones.storm_differences import (
    CLAIM_TRACK,
    SPENT_CARDS,
    WEATHER,
    from_to,
    storm_difference,
    weather_phrase,
)
from narration.thrones.voice import Voice
from narration.words import N_

BANK = N_("Iron Bank")
MARKS_ON = N_("Tokens on {area}")
COMMANDER_OF = N_("Commander of {house}")
LOYALTY_IN = N_("Loyalty tokens in {area}")
POINTS_OF = N_("Victory points of {house}")
GROWTH_OF = N_("What {unit} counts")
DEEDS = {
    "attacked": N_("{house} attacked {other} in {area}"),
    "raided": N_("{house} raided {other} in {area}"),
    "beat": N_("{house} beat {other} in {area}"),
    "supported": N_("{house} supported {other} in {area}"),
    "opposed": N_("{house} supported the enemy of {other} in {area}"),
}
# What lists of words on the board are called.
WORDS = {
    "phase": N_("Phase"),
    "bans": N_("Forbidden this round"),
    "spent": N_("Badges used this round"),
    "houses": N_("Houses that play"),
    "modules": N_("Optional rules"),
    "removed": N_("House cards out of the game"),
    "vassals": N_("Houses without a player"),
    "lost_homes": N_("Houses whose home is lost"),
    "growing": N_("Rounds in which dragons grow"),
    "deeds": N_("Done this round"),
    "last_deeds": N_("Done in the last round"),
    "claim": CLAIM_TRACK,
    "spent-cards": SPENT_CARDS,
    "wildling_card": N_("Wildling card that lies open"),
}


def change_words(change: c.AnyChange, v: Voice) -> str:
    """One change as a sentence: what, from, to."""
    match change:
        case c.UnitsChange(before=before, after=after):
            return from_to(v.area(change.area), _force(before, v), _force(after, v), v)
        case c.NeutralChange() | c.GarrisonChange() | c.CommanderChange() | c.ImprovementChange() | c.BankChange():
            return _later(change, v)
        case c.LoyaltyChange() | c.PointsChange() | c.GrowthChange():
            return _loyal(change, v)
        case c.LeaderChange() | c.TacticsChange() | c.AlliancesChange() | c.AllianceDeckChange():
            return storm_difference(change, v)
        case c.ControlChange(before=before, after=after):
            what = v.say("Power token in {area}", area=v.area(change.area))
            return from_to(what, _house(before, v), _house(after, v), v)
        case c.OrderChange(before=before, after=after):
            what = v.say("Order in {area}", area=v.area(change.area))
            return from_to(what, _order(before, v), _order(after, v), v)
        case c.PowerChange(before=before, after=after):
            what = v.say("Power of {house}", house=v.house(change.house))
            return from_to(what, _number(before, v), _number(after, v), v)
        case c.SupplyChange(before=before, after=after):
            what = v.say("Supply of {house}", house=v.house(change.house))
            return from_to(what, _number(before, v), _number(after, v), v)
        case c.CardsChange():
            return _cards(change, v)
        case c.TrackChange(before=before, after=after):
            return from_to(v.track(change.track), _row(before or (), v), _row(after or (), v), v)
        case c.BadgeChange(before=before, after=after):
            return from_to(v.badge(change.badge), _house(before, v), _house(after, v), v)
        case c.BidsChange(before=before, after=after):
            what = v.say("Bids for {what}", what=v.track(change.auction))
            return from_to(what, _bids(before, v), _bids(after, v), v)
        case c.RevealedChange(before=before, after=after):
            what = v.say("Westeros deck {deck}", deck=change.deck)
            return from_to(what, _card(before, v), _card(after, v), v)
        case c.NumberChange() | c.WordsChange():
            return _whole_game(change, v)
        case c.BattleChange() | c.EndingChange():
            return _moment(change, v)


Later = c.NeutralChange | c.GarrisonChange | c.CommanderChange | c.ImprovementChange | c.BankChange


def _later(change: Later, v: Voice) -> str:
    """Neutral forces, and what only later editions know."""
    if isinstance(change, c.NeutralChange):
        what = v.say("Neutral force in {area}", area=v.area(change.area))
        return from_to(what, _number(change.before, v), _number(change.after, v), v)
    if isinstance(change, c.BankChange):
        return from_to(v.say(BANK), bank_phrase(change.before, v), bank_phrase(change.after, v), v)
    if isinstance(change, c.ImprovementChange):
        lay, lie = (marks_phrase(marks or (), v) or v.say("none") for marks in (change.before, change.after))
        return from_to(v.say(MARKS_ON, area=v.area(change.area)), lay, lie, v)
    if isinstance(change, c.CommanderChange):
        what = v.say(COMMANDER_OF, house=v.house(change.house))
        return from_to(what, _house(change.before, v), _house(change.after, v), v)
    was, now = (_number(garrison.strength if garrison else None, v) for garrison in (change.before, change.after))
    return from_to(v.say("Garrison in {area}", area=v.area(change.area)), was, now, v)


def _loyal(change: c.LoyaltyChange | c.PointsChange | c.GrowthChange, v: Voice) -> str:
    """What only a house that wins by loyalty brings."""
    match change:
        case c.LoyaltyChange():
            what = v.say(LOYALTY_IN, area=v.area(change.area))
        case c.PointsChange():
            what = v.say(POINTS_OF, house=v.house(change.house))
        case c.GrowthChange():
            what = v.say(GROWTH_OF, unit=v.a_unit(change.unit))
    return from_to(what, _number(change.before, v), _number(change.after, v), v)


def _number(value: int | None, v: Voice) -> str:
    return v.say("none") if value is None else str(value)


def _house(house: str | None, v: Voice) -> str:
    return v.say("none") if not house else v.house(house)


def _card(card: str | None, v: Voice) -> str:
    return v.say("none") if card is None else v.card(card)


def _order(placed: Placed | None, v: Voice) -> str:
    return v.say("none") if placed is None else f"{v.order(placed.order)} ({v.house(placed.house)})"


def _force(force: Force | None, v: Voice) -> str:
    """`1 knight and 2 footmen of Stark`, with the routed ones named."""
    if force is None:
        return v.say("no units")
    values = {"units": v.units(force.units), "house": v.house(force.house), "routed": v.units(force.routed)}
    if not force.routed:
        return v.say("{units} of {house}", **values)
    if not force.units:
        return v.say("{routed} (routed) of {house}", **values)
    return v.say("{units} and {routed} (routed) of {house}", **values)


def _row(houses: Iterable[str], v: Voice) -> str:
    return ", ".join(v.house(house) for house in houses) or v.say("none")


def _bids(bids: Mapping[str, int] | None, v: Voice) -> str:
    return ", ".join(f"{v.house(house)} {bid}" for house, bid in (bids or {}).items()) or v.say("none")


def _cards(change: c.CardsChange, v: Voice) -> str:
    """Which cards came into the hand and which left it."""
    parts = []
    came = [card for card in change.after[0] if card not in change.before[0]]
    went = [card for card in change.before[0] if card not in change.after[0]]
    used = [card for card in change.after[1] if card not in change.before[1] and card not in went]
    house = v.house(change.house)
    if came:
        parts.append(v.say("{house} holds again: {cards}.", house=house, cards=v.both(v.card(card) for card in came)))
    if went:
        parts.append(
            v.say("{house} no longer holds: {cards}.", house=house, cards=v.both(v.card(card) for card in went))
        )
    if used or not parts:
        cards = v.both(v.card(card) for card in change.after[1]) or v.say("none")
        parts.append(v.say("Used cards of {house}: {cards}.", house=house, cards=cards))
    return " ".join(parts)


def _whole_game(change: c.NumberChange | c.WordsChange, v: Voice) -> str:
    if isinstance(change, c.NumberChange):
        names = {"round": v.say("Round"), "wildlings": v.say("Strength of the wildlings")}
        if change.what == "weather":
            return from_to(v.say(WEATHER), weather_phrase(change.before, v), weather_phrase(change.after, v), v)
        goal = v.say("Claim needed to win") if v.edition.claimed else v.say("Settlements needed to win")
        what = names.get(change.what) or goal
        return from_to(what, str(change.before), str(change.after), v)
    called: dict[str, Callable[[str], str]] = {
        "removed": v.card,
        "modules": lambda module: module_name(module, v),
        "vassals": v.house,
        "lost_homes": v.house,
        "phase": v.phase,
        "bans": v.ban,
        "spent": v.badge,
        "houses": v.house,
        "deeds": lambda deed: _deed(deed, v),
        "last_deeds": lambda deed: _deed(deed, v),
        "claim": v.house,
        "spent-cards": v.card,
        "wildling_card": v.card,
    }
    says = called.get(change.what, str)
    before, after = (", ".join(says(word) for word in words) for words in (change.before, change.after))
    return from_to(v.say(WORDS[change.what]), before or v.say("none"), after or v.say("none"), v)


def _deed(deed: str, v: Voice) -> str:
    """`stark attacked tyrell oldtown` in words."""
    house, what, other, area = deed.split(" ")
    return v.say(DEEDS[what], house=v.house(house), other=v.house(other), area=v.area(area))


def _fight(battle: Battle | None, v: Voice) -> str:
    if battle is None:
        return v.say("none")
    return v.say("{attacker} against {defender}", attacker=v.house(battle.attacker), defender=v.house(battle.defender))


def _moment(change: c.BattleChange | c.EndingChange, v: Voice) -> str:
    if isinstance(change, c.EndingChange):
        was, now = (v.houses(ending.winners) if ending else v.say("none") for ending in (change.before, change.after))
        return from_to(v.say("Winner"), was, now, v)
    was, now = (_fight(battle, v) for battle in (change.before, change.after))
    battle = change.after or change.before
    area = v.area(battle.area) if battle is not None else ""
    return from_to(v.say("Battle for {area}", area=area), was, now, v)
