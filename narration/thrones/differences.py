"""Differences between two boards, for override previews and comparing rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from adjudicator.thrones.state import Ending, Force, Leader, Tactics, visibility as c
from narration.phrase_table import PhraseTable, fill, rows_of
from narration.thrones.voice import FORMS, SLOTS, Voice
from narration.words import N_, capital, word_tables

TABLES = word_tables(__name__)

DEEDS = TABLES["deeds"]
# What lists of words on the board are called.
WORDS = TABLES["words"]


def _force(force: Force, v: Voice) -> str:
    """`1 knight and 2 footmen of Stark`, with the routed ones named."""
    values = {"units": v.units(force.units), "house": v.house(force.house), "routed": v.units(force.routed)}
    if not force.routed:
        return v.say("{units} of {house}", **values)
    if not force.units:
        return v.say("{routed} (routed) of {house}", **values)
    return v.say("{units} and {routed} (routed) of {house}", **values)


def _leader(leader: Leader, v: Voice) -> str:
    """Where a leader is, and whose he is."""
    house = v.house(leader.house)
    if leader.cell:
        return v.say("in the cell of {cell} ({house})", cell=v.house(leader.cell), house=house)
    return v.say(
        N_("in {area}, turned ({house})") if leader.active else N_("in {area} ({house})"),
        area=v.area(leader.area),
        house=house,
    )


def _card_list(cards: Iterable[str] | None, v: Voice) -> str:
    return v.cards(cards or ()) or v.say_in("cards, areas, rules", "none")


def _tactics(tactics: Tactics, v: Voice) -> str:
    """Only what can differ: the cards of each house, and what is barred."""
    parts = [
        v.say("{house} has chosen {cards}", house=v.house(h), cards=_card_list(cards, v))
        for h, cards in tactics.open.items()
    ]
    parts += [
        v.say("{house} can choose {cards}", house=v.house(h), cards=_card_list(cards, v))
        for h, cards in tactics.decks.items()
    ]
    parts += [v.say("there are face-down cards")] if tactics.laid else []
    parts += [v.say("may not choose next time: {houses}", houses=v.houses(tactics.barred))] if tactics.barred else []
    parts += [v.say("not this round: {cards}", cards=_card_list(tactics.forbidden, v))] if tactics.forbidden else []
    return "; ".join(parts)


def _top(lies: tuple[str, str], v: Voice) -> str:
    card, alone = lies
    top = v.say("{card} on top", card=v.card(card)) if card else v.say("all face down")
    return ", ".join((top, *([v.say("only {house} draws", house=v.house(alone))] if alone else [])))


def _battlefield(change: c.BattleChange, v: Voice) -> str:
    battle = change.after or change.before
    return v.area(battle.area) if battle is not None else ""


# How the value before and after is said; what differs stands in `words.toml`.
CHANGES: Mapping[type[c.Change], Callable[[Any, Voice], str]] = {
    **dict.fromkeys(
        (c.NeutralChange, c.LoyaltyChange, c.PointsChange, c.GrowthChange, c.PowerChange, c.SupplyChange),
        lambda number, v: str(number),
    ),
    **dict.fromkeys((c.CommanderChange, c.ControlChange, c.BadgeChange), lambda house, v: v.house(house)),
    c.UnitsChange: _force,
    c.GarrisonChange: lambda garrison, v: str(garrison.strength),
    c.ImprovementChange: lambda marks, v: v.marks_phrase(marks),
    c.BankChange: lambda bank, v: v.bank_phrase(bank),
    c.LeaderChange: _leader,
    c.TacticsChange: _tactics,
    c.AlliancesChange: _card_list,
    c.AllianceDeckChange: _top,
    c.OrderChange: lambda placed, v: f"{v.order(placed.order)} ({v.house(placed.house)})",
    c.TrackChange: lambda houses, v: ", ".join(map(v.house, houses)),
    c.BidsChange: lambda bids, v: ", ".join(f"{v.house(house)} {bid}" for house, bid in bids.items()),
    c.RevealedChange: lambda card, v: v.card(card),
    c.BattleChange: lambda battle, v: v.say(
        "{attacker} against {defender}", attacker=v.house(battle.attacker), defender=v.house(battle.defender)
    ),
    c.EndingChange: lambda ending, v: v.houses(ending.winners),
}
EMPTY: tuple[object, ...] = (None, (), {}, "")
# What is said where there is nothing, if not "none".
NOTHING = {c.UnitsChange: N_("no units"), c.LeaderChange: N_("out of the game")}
SUBJECTS = PhraseTable(
    {
        **rows_of(TABLES["subjects"], get_args(c.AnyChange)),
        c.BattleChange: fill(N_("Battle for {area}"), area=_battlefield),
    },
    FORMS,
    SLOTS,
)


def change_words(change: c.AnyChange, v: Voice) -> str:
    """Return one change as a sentence: what changed, from what, to what."""
    match change:
        case c.CardsChange():
            return _cards(change, v)
        case c.NumberChange():
            return _numbers(change, v)
        case c.WordsChange():
            return _word_list_change(change, v)
        case c.EndingChange(after=Ending(winners=(_, _, *_) as winners)):
            return v.say("The game ends: {houses} share the victory.", houses=v.houses(winners))
        case c.EndingChange(after=Ending(winners=winners)):
            return v.say("The game ends: {house} wins.", house=v.houses(winners))
    say = CHANGES[type(change)]
    nothing = v.say(NOTHING.get(type(change), N_("none")))
    before, after = (nothing if value in EMPTY else say(value, v) for value in (change.before, change.after))
    return v.from_to(capital(SUBJECTS.say(change, v)), before, after)


def _cards(change: c.CardsChange, v: Voice) -> str:
    """Which cards came into the hand and which left it."""
    parts = []
    came = [card for card in change.after[0] if card not in change.before[0]]
    went = [card for card in change.before[0] if card not in change.after[0]]
    used = [card for card in change.after[1] if card not in change.before[1] and card not in went]
    house = v.house(change.house)
    if came:
        parts.append(v.say("{house} holds again: {cards}.", house=house, cards=v.cards(came)))
    if went:
        parts.append(v.say("{house} no longer holds: {cards}.", house=house, cards=v.cards(went)))
    if used or not parts:
        cards = v.cards(change.after[1]) or v.say_in("cards, areas, rules", "none")
        parts.append(v.say("Used cards of {house}: {cards}.", house=house, cards=cards))
    return " ".join(parts)


def _numbers(change: c.NumberChange, v: Voice) -> str:
    if change.what == "weather":
        return v.from_to(v.say("Weather"), v.weather_phrase(change.before), v.weather_phrase(change.after))
    names = {"round": v.say("Round"), "wildlings": v.say("Strength of the wildlings")}
    goal = v.say("Claim needed to win") if v.edition.claimed else v.say("Settlements needed to win")
    return v.from_to(names.get(change.what) or goal, str(change.before), str(change.after))


def _word_list_change(change: c.WordsChange, v: Voice) -> str:
    """Return a change of a list of words as a sentence, with names for ids."""
    names = {
        **dict.fromkeys(("removed", "spent-cards", "wildling_card"), v.card),
        **dict.fromkeys(("vassals", "lost_homes", "houses", "claim"), v.house),
        **dict.fromkeys(("deeds", "last_deeds"), lambda deed: _deed_words(deed, v)),
        "modules": v.module_name,
        "phase": v.phase,
        "bans": v.ban,
        "spent": v.badge,
    }
    name = names.get(change.what, str)
    before, after = (", ".join(map(name, words)) for words in (change.before, change.after))
    return v.from_to(v.say(WORDS[change.what]), before or v.say("none"), after or v.say("none"))


def _deed_words(deed: str, v: Voice) -> str:
    """Return a deed such as `stark attacked tyrell oldtown` in words."""
    house, what, other, area = deed.split(" ")
    return v.say(DEEDS[what], house=v.house(house), other=v.house(other), area=v.area(area))
