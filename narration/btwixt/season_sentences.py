"""Seasons, rounds, the claim and the end of the game, in words."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.state import events as e
from narration.btwixt.card_sentences import with_cards
from narration.btwixt.sentences import tells
from narration.btwixt.voice import Voice
from narration.words import N_

BEGINS = {
    "summer": N_("Summer begins: all hands are discarded, and everything is shuffled into the influence deck."),
    "autumn": N_("Autumn begins: all hands are discarded, and everything is shuffled into the influence deck."),
    "winter": N_("Winter begins: all hands are discarded, and everything is shuffled into the influence deck."),
}
HAND, HAND_OF = N_("Your hand: {cards}."), N_("Hand of {house}: {cards}.")
OWN, OWN_OF = N_("Your own card among them: {card}."), N_("Own card of {house} among them: {card}.")
KEEP, KEEPS = N_("You keep {card}."), N_("{house} keeps {card}.")
PASSED = {
    "left": N_("Each leader keeps a card and passes the others on to the left."),
    "right": N_("Each leader keeps a card and passes the others on to the right."),
}
DRAFTED = {
    "left": N_("The draft: each leader keeps a card at a time and passes the others on to the left."),
    "right": N_("The draft: each leader keeps a card at a time and passes the others on to the right."),
}


@tells(e.SeasonBegan)
def _season(event: e.SeasonBegan, v: Voice) -> str:
    told = v.say(BEGINS[event.season])
    if event.added:
        told += " " + v.say_n("{n} event is shuffled in.", "{n} events are shuffled in.", event.added)
    return with_cards(told, event.events, v)


@tells(e.CardsShuffled)
def _shuffled(event: e.CardsShuffled, v: Voice) -> str:
    if event.what == "supply":
        return v.say("The supply of tokens is mixed.")
    if event.discard:
        return v.say("The discard pile is shuffled into the influence deck.")
    return v.say("The influence deck is shuffled.")


@tells(e.HandsDealt)
def _dealt(event: e.HandsDealt, v: Voice) -> str:
    if event.packets:
        told = v.say_n(
            "Each leader is dealt {n} card for the draft.", "Each leader is dealt {n} cards for the draft.", event.count
        )
    else:
        told = v.say_n("Each leader is dealt {n} card.", "Each leader is dealt {n} cards.", event.count)
    parts = [told]
    for house, hand in event.hands.items():
        cards = (*hand, *((event.own[house],) if house in event.own and not event.packets else ()))
        parts.append(v.say(HAND if house == v.seat else HAND_OF, house=v.house(house), cards=v.cards(sorted(cards))))
    for house, card in event.own.items():
        parts.append(v.say(OWN if house == v.seat else OWN_OF, house=v.house(house), card=v.card_value(card)))
    return " ".join(parts)


@tells(e.CardsKept)
def _kept(event: e.CardsKept, v: Voice) -> str:
    parts = [v.say(PASSED[event.direction])]
    for house, card in event.kept.items():
        parts.append(v.say(KEEP if house == v.seat else KEEPS, house=v.house(house), card=v.card_value(card)))
    return " ".join(parts)


def draft_words(events: Sequence[e.CardsKept], v: Voice) -> str:
    """A draft in one piece: which way cards went, and who kept what, as far as the reader knows."""
    if len(events) == 1:
        return _kept(events[0], v)
    parts = [v.say(DRAFTED[events[0].direction])]
    kept: dict[str, list[str]] = {}
    for event in events:
        for house, card in event.kept.items():
            kept.setdefault(house, []).append(card)
    for house, cards in kept.items():
        parts.append(v.say(KEEP if house == v.seat else KEEPS, house=v.house(house), card=v.cards(cards)))
    return " ".join(parts)


@tells(e.RoundBegan)
def _round(event: e.RoundBegan, v: Voice) -> str:
    return v.say("Round {n}. First player: {house}", n=event.round, house=v.house(event.first))


@tells(e.BidWon)
def _won(event: e.BidWon, v: Voice) -> str:
    totals = ", ".join(f"{v.house(house)} {total}" for house, total in event.totals.items() if house != event.house)
    names = {"house": v.house(event.house), "n": event.totals.get(event.house, 0), "totals": totals}
    told = v.say("{house} wins the bid with a total influence of {n} ({totals}).", **names)
    return f"{told} {level_words(event, v)}".rstrip()


def level_words(event: e.BidWon, v: Voice) -> str:
    """Who was level with the winner, and why the winner won; empty where nobody was."""
    if not event.tied:
        return ""
    if len(event.tied) == 1:
        text = N_("{tied} has as much, but {house} comes first clockwise from the first player.")
    else:
        text = N_("{tied} have as much, but {house} comes first clockwise from the first player.")
    return v.say(text, tied=v.houses(event.tied), house=v.house(event.house))


@tells(e.RewardChanged)
def _reward(event: e.RewardChanged, v: Voice) -> str:
    if event.amount < 0:
        return v.say_n("the win brings {n} token less.", "the win brings {n} tokens less.", -event.amount)
    return v.say_n("the win brings {n} token more.", "the win brings {n} tokens more.", event.amount)


@tells(e.VoteCast)
def _vote(event: e.VoteCast, v: Voice) -> str:
    names = {"house": v.house(event.house), "council": v.council(event.council)}
    return v.say("{house} adds a vote for the {council} council.", **names)


@tells(e.AllyClaimed)
def _claimed(event: e.AllyClaimed, v: Voice) -> str:
    names = {"house": v.house(event.house), "ally": v.ally_power(event.ally), "council": v.council(event.council)}
    if event.by == "votes":
        told = v.say("{house} claims {ally}, which votes send to the {council} council.", **names)
    elif event.by in v.edition.allies:
        told = v.say("{house} claims {ally}, whose own text says where: to the {council} council.", **names)
    else:
        told = v.say("{house} claims {ally} for the {council} council.", **names)
    if event.tokens:
        told += " " + v.say_n(
            "The {n} token on this ally goes along.", "The {n} tokens on this ally go along.", event.tokens
        )
    return told


@tells(e.NothingClaimed)
def _nothing(event: e.NothingClaimed, v: Voice) -> str:
    return v.say("There is no ally left for {house} to claim.", house=v.house(event.house))


@tells(e.RoundEnded)
def _ended(event: e.RoundEnded, v: Voice) -> str:
    told = v.say(
        "All bid piles are discarded. {house} is the first player of the next round.", house=v.house(event.first)
    )
    if event.removed:
        told += " " + v.say("Out of the game: {cards}.", cards=v.cards(event.removed))
    return told


@tells(e.Scored)
def _scored(event: e.Scored, v: Voice) -> str:
    powers = ", ".join(f"{v.council(one.council)} {one.power}" for one in event.councils)
    return v.say("All tokens are turned up. Power of the councils: {powers}.", powers=powers)


def council_sum(scored: e.CouncilScored, v: Voice) -> str:
    """How a council's power adds up: each ally as it counts, and the numbers on its tokens."""
    parts = []
    for ally, counts in scored.allies.items():
        known = v.edition.allies.get(ally)
        printed = known.power if known else counts
        if counts != printed:
            parts.append(v.say("{ally} {n} (printed: {printed})", ally=v.ally(ally), n=counts, printed=printed))
        else:
            parts.append(f"{v.ally(ally)} {counts}")
    if scored.tokens:
        parts.append(v.say("tokens {numbers}", numbers=" + ".join(map(str, scored.tokens))))
    return ", ".join(parts) or v.say("empty")


@tells(e.GameEnded)
def _over(event: e.GameEnded, v: Voice) -> str:
    winners = v.houses(event.winners)
    small = next((row.small for row in event.standings if row.house in event.winners), None)
    if not event.winners:
        return v.say("The game ends as it stands.")
    if len(event.winners) > 1:
        return v.say("The game ends: {houses} share the victory.", houses=winners)
    if small is None or event.reason == "edict":
        return v.say("The game ends: {house} wins.", house=winners)
    return v.say("The game ends: {house} wins with a small council of {n}.", house=winners, n=small)


def standing_line(row: e.Standing, v: Voice) -> str:
    """A leader's figures at the end."""
    return v.say_n(
        "small council {small}, other council {other}, {n} ally",
        "small council {small}, other council {other}, {n} allies",
        row.allies,
        small=row.small,
        other=row.other,
    )
