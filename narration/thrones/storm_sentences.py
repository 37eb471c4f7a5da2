"""Sentences of A Storm of Swords: leaders and hostages, tactics, alliances, claim, the weather."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.thrones.state import events as e
from narration.paragraph import Row
from narration.thrones.choice_words import card_text
from narration.thrones.sentences import tells
from narration.thrones.voice import Voice
from narration.words import N_

TURNED = N_("{house} gives up the {order} in {area} for {leader}, who marches at once.")
TURNED_BY_NOTHING = N_("{house} turns {leader} in {area} face down.")
TURNED_BACK = N_("{leader} is turned face up again.")
WENT_ALONG = N_("{leader} goes with them from {before} to {area}.")
RETREATED = N_("{leader} retreats from {before} to {area}.")
WENT = N_("{leader} goes from {before} to {area} ({reason}).")
JOINED = N_("{leader} joins {house} in {area} ({reason}).")
TAKEN_FOR_A_UNIT = N_("{house} takes {leader} of {victim} hostage in the place of a unit.")
TAKEN_AT_BAY = N_("{leader} of {victim} cannot retreat and is a hostage of {house} now.")
TAKEN = N_("{house} takes {leader} of {victim} hostage ({reason}).")
CHANGED_SIDES = N_("{leader} leaves {victim} for {house}, with the card {card}, and stands in {area}.")
FREED = N_("{leader} is free of {victim}'s cell and stands in {area} ({reason}).")
PASSED_ON = N_("{leader} goes from {victim}'s cell to that of {house} ({reason}).")
EXECUTED = N_("{by} executes {leader} of {house}. The leader and the card of that name leave the game for good.")
DIED = N_("{leader} of {house} dies ({reason}). The leader and the card of that name leave the game for good.")
DEMANDED = N_("{house} asks {to} for {leaders} and offers {price}.")
AGREED, REFUSED = N_("{to} accepts what {house} offers."), N_("{to} refuses what {house} offers.")
FACE_DOWN = N_("The tactics cards for this round lie face down; those of the last hold no more.")
REVEALED = N_("The tactics cards are turned up:")
ADDED = N_("{house} plays {card} as well ({reason}). {text}")
USED_UP = N_("{house}'s {card} is used up and leaves the game.")
REACHED = N_("{house} has done what {card} asks for; the card leaves the game.")
NO_TACTICS = N_("{house} chooses no tactics card this round ({reason}).")
FORBIDDEN = N_("Nobody chooses {card} this round ({reason}).")
LAID = N_("{house} lays {order} in {area} ({reason}).")
GAINED = N_("{house} has {gains} in this battle ({card}).")
GAIN_STRENGTH, GAIN_SWORDS = N_("strength {figure}"), N_("swords {figure}")
GAIN_TOWERS = N_("fortifications {figure}")
TOPS = N_("On top of the alliance decks lie now:")
TOP = N_("{deck}: {card}. {text}")
DRAWN = N_("{house} takes {card} from the alliance deck of {deck} ({reason}). {text}")
DRAWN_UNSEEN = N_("{house} takes the face-down top card of {deck}: {card} ({reason}). {text}")
STOLEN = N_("{house} takes {card} from {victim} ({reason}). {text}")
UNDER = N_("{house}'s {card} goes under the deck of {deck} ({reason}).")
GONE = N_("{house}'s {card} leaves the game ({reason}).")
ALLIED = N_("{house} holds three cards of {deck}: nobody else draws from that deck while this alliance lasts.")
ALLIANCE_OVER = N_("The alliance of {house} with {deck} is over; everybody may draw from that deck again.")
AID_ATTACKER = N_("{house}'s {card} helps the attacker ({figure}).")
AID_DEFENDER = N_("{house}'s {card} helps the defender ({figure}).")
AID_NOBODY = N_("{house}'s {card} helps nobody.")
SPENT = N_("{house} has used {card}, which goes once a round.")
CLAIMED = N_("{house} gains 1 claim: a token of its pool goes on the claim track ({reason}).")
CLAIMED_FOR_POWER = N_("{house} gains 1 claim: a token of its Power goes on the claim track ({reason}).")
PUSHED_OUT = N_("The track is full: a token of {house} drops out of it.")
CLAIM_LOST = N_("{by} takes a token of {house} off the claim track ({reason}).")
CLAIM_LOST_AT = N_("{by} takes the token of {house} on space {space} off the claim track ({reason}).")
FAIR = N_("The weather marker moves on: fair weather, the fords are open.")
STORM = N_("The weather marker moves on: a storm, the fords are closed.")
SPARED = N_("{leader} is taken in the place of a unit: one less falls.")


def price_phrase(power: int, hostages: Iterable[str], v: Voice) -> str:
    """What is offered for leaders: `4 power and Balon Greyjoy`, or nothing."""
    parts = [v.power(power)] if power else []
    return v.both([*parts, *(v.leader(one) for one in hostages)]) or v.say("nothing")


@tells(e.LeaderTurned)
def leader_turned(event: e.LeaderTurned, v: Voice) -> str:
    values = {"house": v.house(event.house), "leader": v.leader(event.leader), "area": v.area(event.area)}
    if not event.active:
        return v.say(TURNED_BACK, **values)
    return v.say(TURNED, order=v.order(event.order), **values) if event.order else v.say(TURNED_BY_NOTHING, **values)


@tells(e.LeaderMoved)
def leader_moved(event: e.LeaderMoved, v: Voice) -> str:
    values = {"house": v.house(event.house), "leader": v.leader(event.leader), "area": v.area(event.area)}
    if not event.before:
        return v.say(JOINED, reason=v.reason(event.because), **values)
    template = {"march": WENT_ALONG, "retreat": RETREATED}.get(event.because, WENT)
    return v.say(template, before=v.area(event.before), reason=v.reason(event.because), **values)


@tells(e.LeaderTaken)
def leader_taken(event: e.LeaderTaken, v: Voice) -> str:
    values = {"house": v.house(event.house), "leader": v.leader(event.leader), "victim": v.house(event.victim)}
    if event.joins:
        return v.say(CHANGED_SIDES, card=v.card(event.joins), area=v.area(event.area), **values)
    template = {"losses": TAKEN_FOR_A_UNIT, "no-retreat": TAKEN_AT_BAY}.get(event.because, TAKEN)
    return v.say(template, reason=v.reason(event.because), **values)


@tells(e.HostageMoved)
def hostage_moved(event: e.HostageMoved, v: Voice) -> str:
    values = {"house": v.house(event.house), "leader": v.leader(event.leader), "victim": v.house(event.victim)}
    template = FREED if event.area else PASSED_ON
    return v.say(template, area=v.area(event.area), reason=v.reason(event.because), **values)


@tells(e.LeaderKilled)
def leader_killed(event: e.LeaderKilled, v: Voice) -> str:
    values = {"house": v.house(event.house), "leader": v.leader(event.leader)}
    if event.by:
        return v.say(EXECUTED, by=v.house(event.by), **values)
    return v.say(DIED, reason=v.reason(event.because), **values)


@tells(e.OfferMade)
def offer_made(event: e.OfferMade, v: Voice) -> str:
    price = price_phrase(event.power, event.hostages, v)
    values = {"house": v.house(event.house), "to": v.house(event.to)}
    return v.say(DEMANDED, leaders=v.leaders(event.leaders), price=price, **values)


@tells(e.OfferAnswered)
def offer_answered(event: e.OfferAnswered, v: Voice) -> str:
    return v.say(AGREED if event.accepted else REFUSED, house=v.house(event.to), to=v.house(event.house))


def tactics_rows(event: e.TacticsRevealed, v: Voice) -> list[Row]:
    """Each house's tactics card; what it does is said once."""
    first = {card: house for house, card in reversed(event.cards.items())}
    return [
        Row(v.house(house), _with_text(card, v) if first[card] == house else v.card(card))
        for house, card in event.cards.items()
    ]


def _with_text(card: str, v: Voice) -> str:
    return f"{v.card(card)}. {card_text(card, v)}".strip()


@tells(e.TacticsLaid)
def tactics_laid(event: e.TacticsLaid, v: Voice) -> str:
    return v.say(FACE_DOWN)


@tells(e.TacticsRevealed)
def tactics_revealed(event: e.TacticsRevealed, v: Voice) -> str:
    return v.say(REVEALED) if event.cards else v.say("Nobody has chosen a tactics card.")


@tells(e.TacticAdded)
def tactic_added(event: e.TacticAdded, v: Voice) -> str:
    values = {"house": v.house(event.house), "card": v.card(event.card), "text": card_text(event.card, v)}
    return v.say(ADDED, reason=v.reason(event.because), **values).strip()


@tells(e.TacticRemoved)
def tactic_removed(event: e.TacticRemoved, v: Voice) -> str:
    template = REACHED if event.because == "objective" else USED_UP
    return v.say(template, house=v.house(event.house), card=v.card(event.card))


@tells(e.TacticsBarred)
def tactics_barred(event: e.TacticsBarred, v: Voice) -> str:
    reason = v.reason(event.because)
    if event.house:
        return v.say(NO_TACTICS, house=v.house(event.house), reason=reason)
    return v.say(FORBIDDEN, card=v.card(event.card), reason=reason)


@tells(e.OrderPlaced)
def order_placed(event: e.OrderPlaced, v: Voice) -> str:
    values = {"house": v.house(event.house), "order": v.order(event.order), "area": v.area(event.area)}
    return v.say(LAID, reason=v.reason(event.because), **values)


@tells(e.AllianceTurned)
def alliance_turned(event: e.AllianceTurned, v: Voice) -> str:
    values = {"deck": v.alliance(event.deck), "card": v.card(event.card), "text": card_text(event.card, v)}
    return v.say(TOP, **values).strip()


def tops_told(events: Sequence[e.AllianceTurned], v: Voice) -> tuple[str, list[Row]]:
    """The cards that were turned up together: a heading, and a row for each deck."""
    return v.say(TOPS), [Row(v.alliance(event.deck), _with_text(event.card, v)) for event in events]


@tells(e.AllianceTaken)
def alliance_taken(event: e.AllianceTaken, v: Voice) -> str:
    known = v.edition.alliances.get(event.card)
    values = {"house": v.house(event.house), "card": v.card(event.card), "text": card_text(event.card, v)}
    values |= {"reason": v.reason(event.because), "deck": v.alliance(known.deck) if known else ""}
    if event.victim:
        return v.say(STOLEN, victim=v.house(event.victim), **values).strip()
    return v.say(DRAWN_UNSEEN if event.unseen else DRAWN, **values).strip()


@tells(e.AllianceLost)
def alliance_lost(event: e.AllianceLost, v: Voice) -> str:
    values = {"house": v.house(event.house), "card": v.card(event.card), "reason": v.reason(event.because)}
    return v.say(GONE, **values) if event.removed else v.say(UNDER, deck=v.alliance(event.deck), **values)


@tells(e.AllianceMade)
def alliance_made(event: e.AllianceMade, v: Voice) -> str:
    return v.say(ALLIED, house=v.house(event.house), deck=v.alliance(event.deck))


@tells(e.AllianceEnded)
def alliance_ended(event: e.AllianceEnded, v: Voice) -> str:
    return v.say(ALLIANCE_OVER, house=v.house(event.house), deck=v.alliance(event.deck))


@tells(e.AidGiven)
def aid_given(event: e.AidGiven, v: Voice) -> str:
    template = {"attacker": AID_ATTACKER, "defender": AID_DEFENDER}.get(event.side, AID_NOBODY)
    values = {"house": v.house(event.house), "card": v.card(event.card)}
    return v.say(template, figure=v.sign(event.strength), **values)


@tells(e.BonusGained)
def bonus_gained(event: e.BonusGained, v: Voice) -> str:
    """What a card's text gives a side, or takes."""
    parts = [v.say(GAIN_STRENGTH, figure=v.sign(event.strength))] if event.strength else []
    parts += [v.say(GAIN_SWORDS, figure=v.sign(event.swords))] if event.swords else []
    parts += [v.say(GAIN_TOWERS, figure=v.sign(event.fortifications))] if event.fortifications else []
    return v.say(GAINED, house=v.house(event.house), gains=", ".join(parts), card=v.card(event.card))


@tells(e.CardSpent)
def card_spent(event: e.CardSpent, v: Voice) -> str:
    return v.say(SPENT, house=v.house(event.house), card=v.card(event.card))


@tells(e.ClaimGained)
def claim_gained(event: e.ClaimGained, v: Voice) -> str:
    template = CLAIMED_FOR_POWER if event.paid else CLAIMED
    told = v.say(template, house=v.house(event.house), reason=v.reason(event.because))
    return told + (" " + v.say(PUSHED_OUT, house=v.house(event.out)) if event.out else "")


@tells(e.ClaimLost)
def claim_lost(event: e.ClaimLost, v: Voice) -> str:
    values = {"house": v.house(event.house), "by": v.house(event.by), "reason": v.reason(event.because)}
    return v.say(CLAIM_LOST_AT, space=event.space, **values) if event.space else v.say(CLAIM_LOST, **values)


@tells(e.WeatherChanged)
def weather_changed(event: e.WeatherChanged, v: Voice) -> str:
    fair = event.weather == "fair"
    return v.say(FAIR) if fair else v.say(STORM)


@tells(e.LossSpared)
def loss_spared(event: e.LossSpared, v: Voice) -> str:
    return v.say(SPARED, leader=v.leader(event.leader))
