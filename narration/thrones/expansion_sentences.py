"""Sentences of Mother of Dragons and of A Storm of Swords."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.thrones.state import events as e
from narration.paragraph import Row
from narration.phrase_table import Rows, Sentence, fill
from narration.thrones.phrases import card_text, price_phrase
from narration.thrones.voice import Voice
from narration.words import N_

IMPROVED = {
    "barrel": N_("{card}: {area} has one more barrel."),
    "crown": N_("{card}: {area} has one more crown."),
    "stronghold": N_("{card}: the castle of {area} becomes a stronghold."),
    "ruin": N_("{card}: the castle of {area} is gone."),
}
LOAN_FOR_COST = N_("{loan} for {cost}")
GREW = N_("Every {unit} counts {strength} now.")


def _offers(event: e.LoansMoved, v: Voice) -> str:
    """What can be had: ` To be had: ...`, or nothing."""
    rules = v.edition.bank
    costs = rules.costs if rules is not None else ()
    offered = zip(event.slots, costs, strict=False)
    offers = ", ".join(v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost) for loan, cost in offered if loan)
    return v.say("To be had: {offers}.", offers=offers) if offers else ""


BANK: Rows = {
    e.AreaImproved: lambda event, v: v.say(IMPROVED[event.mark], card=v.reason(event.because), area=v.area(event.area)),
    e.LoansMoved: Sentence(
        N_("The Iron Bank's loans move on."),
        {
            "returned": fill(N_("{loan} goes under the deck."), loan="returned:card"),
            "revealed": fill(N_("{loan} is new: {text}"), loan="revealed:card", text="revealed:text"),
            "": _offers,
        },
    ),
    e.BankTokenTaken: fill(
        {
            "house": N_("{house} holds the token of Braavos: loans cost {n} less."),
            "": N_("The token of Braavos is laid aside."),
        },
        n=lambda event, v: v.edition.bank.discount if v.edition.bank is not None else 0,
    ),
    e.LoanTaken: fill(
        N_("{house} takes a loan of the Iron Bank, {loan}, for {power}. {text}"), power="cost:power", text="loan:text"
    ),
    e.UnitHired: N_("{loan}: {house} puts {unit} in {at}."),
    e.DeckSearched: Sentence(
        N_("{card}: {house} looks at the top of Westeros deck {deck} and puts {n} of its cards under it."),
        {
            "top": fill(N_("On top now: {cards}."), cards="top:card-list"),
            "bottom": fill(N_("Under it: {cards}."), cards="bottom:card-list"),
        },
        slots={"n": "buried"},
    ),
    e.InterestPaid: fill(
        {
            "paid==owed": N_("{house} pays {power} of interest, 1 for each loan."),
            "": N_(
                "{house} owes {owed} of interest, 1 for each loan, and pays {power}. For each that is missing a unit "
                "is destroyed."
            ),
        },
        power="paid:power",
        owed="owed:power",
    ),
}
LOYALTY: Rows = {
    e.LoyaltyPlaced: N_("A loyalty token is laid in {area} ({reason})."),
    e.LoyaltyMoved: {
        "cancelled": N_("{house} cancels the move: the token goes back from {area} to {to}."),
        "": N_("{house} moves a loyalty token from {area} to {to} ({reason})."),
    },
    e.LoyaltyGained: fill(
        {
            "tokens=1": N_("{house} gains the loyalty token in {area} and stands at {points} on the victory track."),
            "": N_("{house} gains {n} loyalty tokens in {area} and stands at {points} on the victory track."),
        },
        n="tokens",
    ),
    e.HomeLost: N_("{house} has lost {area} and falls back to {points} on the victory track."),
    e.HomeRegained: fill(
        N_(
            "{house} holds {area} again: its garrison ({strength}) comes back, and it stands at {points} on the "
            "victory track."
        ),
        strength="garrison",
    ),
    e.UnitGrew: fill(
        {
            "because=round": GREW,
            "": N_("{card}: the token of round {n} is taken. Every {unit} counts {strength} now."),
        },
        unit="unit:kind",
        card="because:reason",
        n="round",
    ),
    e.UnitPlaced: fill(N_("{card}: {house} puts {unit} in {area}."), card="because:reason"),
    e.BidsGivenAway: fill(
        N_("{house} gives its bid for the {track} away: {gifts}."),
        track="auction:track",
        gifts=lambda event, v: ", ".join(f"{v.house(house)} {amount}" for house, amount in event.gifts.items()),
    ),
    e.CardAdded: fill(
        N_("{card}: {house} gives up {added} and adds its {strength}."),
        card="because:card",
        added="card:card",
        strength=lambda event, v: v.edition.cards[event.card].strength,
    ),
}
VASSALS: Rows = {
    e.VassalsReleased: fill(N_("Nobody commands the vassals any more: {houses}."), houses="vassals:houses"),
    e.VassalClaimed: {
        "left_over": N_("{house} is left over and falls to {commander}."),
        "": N_("{commander} commands {house} this round."),
    },
    e.VassalPassed: fill(N_("{house} passes a set of vassal orders on to {to}."), to="to:house"),
    e.VassalHandDrawn: {
        "cards": N_("{commander} draws {cards} for {house}."),
        "": N_("{commander} draws three cards for {house}."),
    },
    e.CardWeakened: N_("{by} pays, and {house}'s {card} counts 0."),
    e.PowerGiven: fill(N_("{house} gives {to} {power}."), to="to:house"),
}
DRAGONS: Rows = {**BANK, **LOYALTY, **VASSALS}


TOPS = N_("On top of the alliance decks lie now:")
GAINS = {
    "strength": N_("strength {figure}"),
    "swords": N_("swords {figure}"),
    "fortifications": N_("fortifications {figure}"),
}


def tactics_rows(event: e.TacticsRevealed, v: Voice) -> list[Row]:
    """Each house's tactics card; what it does is said once."""
    first = {card: house for house, card in reversed(event.cards.items())}
    return [
        Row(v.house(house), _with_text(card, v) if first[card] == house else v.card(card))
        for house, card in event.cards.items()
    ]


def turned_tops(events: Sequence[e.AllianceTurned], v: Voice) -> tuple[str, list[Row]]:
    """The cards that were turned up together: a heading, and a row for each deck."""
    return v.say(TOPS), [Row(v.alliance(event.deck), _with_text(event.card, v)) for event in events]


def _with_text(card: str, v: Voice) -> str:
    return f"{v.card(card)}. {card_text(card, v)}".strip()


def _deck_of(event: e.AllianceTaken, v: Voice) -> str:
    alliance = v.edition.alliances.get(event.card)
    return v.alliance(alliance.deck) if alliance else ""


def _gains(event: e.BonusGained, v: Voice) -> str:
    """What a card's text gives a side, or takes."""
    figures = {name: getattr(event, name) for name in GAINS}
    return ", ".join(v.say(GAINS[name], figure=v.sign(figure)) for name, figure in figures.items() if figure)


LEADERS: Rows = {
    e.LeaderTurned: {
        "!active": N_("{leader} is turned face up again."),
        "order": N_("{house} gives up the {order} in {area} for {leader}, who marches at once."),
        "": N_("{house} turns {leader} in {area} face down."),
    },
    e.LeaderMoved: fill(
        {
            "!before": N_("{leader} joins {house} in {area} ({reason})."),
            "because=march": N_("{leader} goes with them from {before} to {area}."),
            "because=retreat": N_("{leader} retreats from {before} to {area}."),
            "": N_("{leader} goes from {before} to {area} ({reason})."),
        },
        before="before:area",
    ),
    e.LeaderTaken: fill(
        {
            "joins": N_("{leader} leaves {victim} for {house}, with the card {card}, and stands in {area}."),
            "because=losses": N_("{house} takes {leader} of {victim} hostage in the place of a unit."),
            "because=no-retreat": N_("{leader} of {victim} cannot retreat and is a hostage of {house} now."),
            "": N_("{house} takes {leader} of {victim} hostage ({reason})."),
        },
        card="joins:card",
    ),
    e.HostageMoved: {
        "area": N_("{leader} is free of {victim}'s cell and stands in {area} ({reason})."),
        "": N_("{leader} goes from {victim}'s cell to that of {house} ({reason})."),
    },
    e.LeaderKilled: {
        "by": N_("{by} executes {leader} of {house}. The leader and the card of that name leave the game for good."),
        "": N_("{leader} of {house} dies ({reason}). The leader and the card of that name leave the game for good."),
    },
    e.OfferMade: fill(
        N_("{house} asks {to} for {leaders} and offers {price}."),
        to="to:house",
        price=lambda event, v: price_phrase(event.power, event.hostages, v),
    ),
    e.OfferAnswered: fill(
        {
            "accepted": N_("{to} accepts what {house} offers."),
            "": N_("{to} refuses what {house} offers."),
        },
        house="to:house",
        to="house:house",
    ),
    e.LossSpared: N_("{leader} is taken in the place of a unit: one less falls."),
}
TACTICS: Rows = {
    e.TacticsLaid: N_("The tactics cards for this round lie face down; those of the last hold no more."),
    e.TacticsRevealed: {
        "cards": N_("The tactics cards are turned up:"),
        "": N_("Nobody has chosen a tactics card."),
    },
    e.TacticAdded: N_("{house} plays {card} as well ({reason}). {text}"),
    e.TacticRemoved: {
        "because=objective": N_("{house} has done what {card} asks for; the card leaves the game."),
        "": N_("{house}'s {card} is used up and leaves the game."),
    },
    e.TacticsBarred: {
        "house": N_("{house} chooses no tactics card this round ({reason})."),
        "": N_("Nobody chooses {card} this round ({reason})."),
    },
    e.OrderPlaced: N_("{house} lays {order} in {area} ({reason})."),
}
ALLIANCES: Rows = {
    e.AllianceTurned: fill(N_("{deck}: {card}. {text}"), deck="deck:alliance"),
    e.AllianceTaken: fill(
        {
            "victim": N_("{house} takes {card} from {victim} ({reason}). {text}"),
            "unseen": N_("{house} takes the face-down top card of {deck}: {card} ({reason}). {text}"),
            "": N_("{house} takes {card} from the alliance deck of {deck} ({reason}). {text}"),
        },
        deck=_deck_of,
    ),
    e.AllianceLost: fill(
        {
            "removed": N_("{house}'s {card} leaves the game ({reason})."),
            "": N_("{house}'s {card} goes under the deck of {deck} ({reason})."),
        },
        deck="deck:alliance",
    ),
    e.AllianceMade: fill(
        N_("{house} holds three cards of {deck}: nobody else draws from that deck while this alliance lasts."),
        deck="deck:alliance",
    ),
    e.AllianceEnded: fill(
        N_("The alliance of {house} with {deck} is over; everybody may draw from that deck again."),
        deck="deck:alliance",
    ),
    e.AidGiven: {
        "side=attacker": N_("{house}'s {card} helps the attacker ({figure})."),
        "side=defender": N_("{house}'s {card} helps the defender ({figure})."),
        "": N_("{house}'s {card} helps nobody."),
    },
    e.BonusGained: fill(N_("{house} has {gains} in this battle ({card})."), gains=_gains),
    e.CardSpent: N_("{house} has used {card}, which goes once a round."),
}
CLAIM_AND_WEATHER: Rows = {
    e.ClaimGained: Sentence(
        {
            "paid": N_("{house} gains 1 claim: a token of its Power goes on the claim track ({reason})."),
            "": N_("{house} gains 1 claim: a token of its pool goes on the claim track ({reason})."),
        },
        {"out": fill(N_("The track is full: a token of {house} drops out of it."), house="out:house")},
    ),
    e.ClaimLost: {
        "space": N_("{by} takes the token of {house} on space {space} off the claim track ({reason})."),
        "": N_("{by} takes a token of {house} off the claim track ({reason})."),
    },
    e.WeatherChanged: {
        "weather=fair": N_("The weather marker moves on: fair weather, the fords are open."),
        "": N_("The weather marker moves on: a storm, the fords are closed."),
    },
}
STORM: Rows = {**LEADERS, **TACTICS, **ALLIANCES, **CLAIM_AND_WEATHER}
