"""Sentences for the round, the Westeros phase and what it brings: supply, mustering, bids, wildlings."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.edition import VASSALS
from narration.thrones.edition_words import deck_name, settled_with_cities
from narration.thrones.loyalty_sentences import WON
from narration.thrones.sentences import tells
from narration.thrones.voice import AUCTIONS, Voice
from narration.words import N_

VASSAL_CARDS = N_("The vassals' cards are shuffled.")


@tells(e.RoundStarted)
def round_started(event: e.RoundStarted, v: Voice) -> str:
    return v.say("Round {n}", n=event.round)


@tells(e.PhaseStarted)
def phase_started(event: e.PhaseStarted, v: Voice) -> str:
    return v.phase(event.phase)


@tells(e.DeckShuffled)
def deck_shuffled(event: e.DeckShuffled, v: Voice) -> str:
    if event.deck == VASSALS:
        return v.say(VASSAL_CARDS)
    if event.deck not in v.edition.westeros_decks:
        return v.say("{deck}: the deck is shuffled.", deck=deck_name(event.deck, v))
    return v.say("Westeros deck {deck} is shuffled.", deck=event.deck)


@tells(e.WesterosRevealed)
def westeros_revealed(event: e.WesterosRevealed, v: Voice) -> str:
    text = v.edition.westeros[event.card].text if event.card in v.edition.westeros else ""
    told = v.say(
        "Westeros deck {deck}: {card}. {text}", deck=event.deck, card=v.card(event.card), text=v.words.gettext(text)
    )
    return told.strip() + (" " + v.say("It carries a wildling.") if event.wildlings else "")


@tells(e.WesterosReturned)
def westeros_returned(event: e.WesterosReturned, v: Voice) -> str:
    return v.say("{card} goes to the bottom of deck {deck}.", card=v.card(event.card), deck=event.deck)


@tells(e.WesterosResolved)
def westeros_resolved(event: e.WesterosResolved, v: Voice) -> str:
    return v.say("{card} is carried out.", card=v.card(event.card))


@tells(e.OrdersBanned)
def orders_banned(event: e.OrdersBanned, v: Voice) -> str:
    card = v.card(event.card)
    if "footman-support" in event.bans:
        return v.say("{card}: footmen add nothing when they support this round.", card=card)
    return v.say("{card}: no {orders} this round.", card=card, orders=v.either(v.ban(b) for b in event.bans))


@tells(e.WildlingsMoved)
def wildlings_moved(event: e.WildlingsMoved, v: Voice) -> str:
    if event.after > event.before:
        return v.say("The wildlings grow from {before} to {after}.", before=event.before, after=event.after)
    return v.say("The wildlings fall back from {before} to {after}.", before=event.before, after=event.after)


@tells(e.SupplyChanged)
def supply_changed(event: e.SupplyChanged, v: Voice) -> str:
    limits = "/".join(str(n) for n in event.limits)
    house = v.house(event.house)
    if event.before == event.after:
        return v.say("{house} keeps supply {after} (armies {limits}).", house=house, after=event.after, limits=limits)
    return v.say(
        "{house}'s supply goes from {before} to {after} (armies {limits}).",
        house=house,
        before=event.before,
        after=event.after,
        limits=limits,
    )


@tells(e.PowerGained)
def power_gained(event: e.PowerGained, v: Voice) -> str:
    values = {"house": v.house(event.house), "power": v.power(event.amount), "reason": v.reason(event.because)}
    if event.area:
        told = v.say("{house} takes {power} ({reason}, {area}).", area=v.area(event.area), **values)
    else:
        told = v.say("{house} takes {power} ({reason}).", **values)
    if event.wanted > event.amount:
        told += " " + v.say("{n} were due, but no more tokens were left.", n=event.wanted)
    return told


@tells(e.PowerSpent)
def power_spent(event: e.PowerSpent, v: Voice) -> str:
    house, power = v.house(event.house), v.power(event.amount)
    return v.say("{house} pays {power} ({reason}).", house=house, power=power, reason=v.reason(event.because))


def bid_list(bids: dict[str, int], bonus: Mapping[str, int], v: Voice) -> str:
    """`Stark 3 +1, Tyrell 2`, highest first; what counts more than was paid stands apart."""
    ranked = sorted(bids.items(), key=lambda pair: -pair[1] - bonus.get(pair[0], 0))
    more = {house: f" {v.sign(value)}" for house, value in bonus.items()}
    return ", ".join(f"{v.house(house)} {amount}{more.get(house, '')}" for house, amount in ranked)


@tells(e.BidsRevealed)
def bids_revealed(event: e.BidsRevealed, v: Voice) -> str:
    bids = bid_list(event.bids, event.bonus or {}, v)
    if event.auction == "wildlings":
        return v.say("Bids for the Watch: {bids}; {total} together.", bids=bids, total=event.total)
    if event.auction in AUCTIONS:
        return v.say("{auction}, the bids: {bids}.", auction=v.track(event.auction), bids=bids)
    return v.say("Bids for the {track}: {bids}.", track=v.track(event.auction), bids=bids)


@tells(e.TrackSet)
def track_set(event: e.TrackSet, v: Voice) -> str:
    order = ", ".join(f"{n} {v.house(house)}" for n, house in enumerate(event.houses, 1))
    told = v.say("{track}: {order}.", track=v.track(event.track), order=order)
    for tied in event.tied:
        told += " " + v.say("{houses} were tied; the Iron Throne's holder put them in order.", houses=v.houses(tied))
    return told


@tells(e.BadgeTaken)
def badge_taken(event: e.BadgeTaken, v: Voice) -> str:
    values = {"house": v.house(event.house), "badge": v.badge(event.badge)}
    if event.before and event.before != event.house:
        return v.say("{house} takes {badge} from {before}.", before=v.house(event.before), **values)
    return v.say("{house} holds {badge}.", **values)


@tells(e.WildlingsFought)
def wildlings_fought(event: e.WildlingsFought, v: Voice) -> str:
    values = {"total": event.total, "strength": event.strength, "house": v.house(event.singled_out)}
    if event.watch_won:
        return v.say(
            "The Watch holds: {total} against wildlings of {strength}. {house} bid highest and is rewarded.", **values
        )
    return v.say(
        "The wildlings break through: {total} against {strength}. {house} bid lowest and suffers most.", **values
    )


@tells(e.CardTakenBack)
def card_taken_back(event: e.CardTakenBack, v: Voice) -> str:
    values = {"house": v.house(event.house), "card": v.card(event.card), "reason": v.reason(event.because)}
    return v.say("{house} takes {card} back into the hand ({reason}).", **values)


@tells(e.UnitMustered)
def unit_mustered(event: e.UnitMustered, v: Voice) -> str:
    values = {"house": v.house(event.house), "unit": v.a_unit(event.unit), "at": v.area(event.at)}
    if event.area != event.at:
        return v.say("{house} musters {unit} in {at} (from {area}).", area=v.area(event.area), **values)
    return v.say("{house} musters {unit} in {at}.", **values)


@tells(e.UnitUpgraded)
def unit_upgraded(event: e.UnitUpgraded, v: Voice) -> str:
    return v.say(
        "In {area} {before} of {house} becomes {after} ({reason}).",
        area=v.area(event.area),
        before=v.a_unit(event.before),
        house=v.house(event.house),
        after=v.a_unit(event.after),
        reason=v.reason(event.because),
    )


@tells(e.GameEnded)
def game_ended(event: e.GameEnded, v: Voice) -> str:
    houses = v.houses(event.winners)
    if len(event.winners) > 1:
        return v.say("The game is over and drawn between {houses}.", houses=houses)
    if event.reason == "settlements":
        if v.edition.claimed:
            return v.say("{house} has enough claim and wins the game.", house=houses)
        if settled_with_cities(v):
            return v.say("{house} controls enough cities and strongholds and wins the game.", house=houses)
        return v.say("{house} controls enough castles and strongholds and wins the game.", house=houses)
    if event.reason == "loyalty":
        return v.say(WON, house=houses)
    if event.reason == "edict":
        return v.say("The game is over; {house} wins.", house=houses)
    return v.say("The last round is over and {house} wins the game.", house=houses)
