"""Sentences for a round outside battle: Westeros, bids, orders, the raven, raids, marches, control, the end."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Placed
from adjudicator.thrones.state.edition import VASSALS
from narration.paragraph import Row
from narration.phrase_table import Rows, Sentence, fill
from narration.thrones.edition_words import deck_name, settled_with_cities
from narration.thrones.phrases import choice_phrase
from narration.thrones.voice import AUCTIONS, Voice
from narration.words import N_

VASSAL_CARDS = N_("The vassals' cards are shuffled.")
WON_BY_LOYALTY = N_("{house} has gained enough loyalty and wins the game.")
LOST_WITH_AREA = N_("{house}'s {order} in {area} is lost with the area.")
WILDLING_CARD = Sentence(
    N_("The wildling card is {card}."), {"": "{text}"}, slots={"card": "card:title", "text": "card:text"}
)


def orders_by_house(orders: dict[str, Placed], v: Voice) -> list[Row]:
    """One row for each house: its orders by area, in the order of the map's data."""
    places = v.edition.area_order
    rows = []
    for house in v.edition.houses:
        mine = sorted((a for a, p in orders.items() if p.house == house), key=lambda a: places.get(a, 0))
        if mine:
            text = "; ".join(f"{v.area(a)}: {v.order(orders[a].order)}" for a in mine)
            rows.append(Row(v.house(house), text))
    return rows


def _deck_shuffled(event: e.DeckShuffled, v: Voice) -> str:
    if event.deck == VASSALS:
        return v.say(VASSAL_CARDS)
    if event.deck not in v.edition.westeros_decks:
        return v.say("{deck}: the deck is shuffled.", deck=deck_name(event.deck, v))
    return v.say("Westeros deck {deck} is shuffled.", deck=event.deck)


def _orders_banned(event: e.OrdersBanned, v: Voice) -> str:
    card = v.card(event.card)
    if "footman-support" in event.bans:
        return v.say("{card}: footmen add nothing when they support this round.", card=card)
    return v.say("{card}: no {orders} this round.", card=card, orders=v.either(v.ban(b) for b in event.bans))


def _bid_list(bids: dict[str, int], bonus: Mapping[str, int], v: Voice) -> str:
    """`Stark 3 +1, Tyrell 2`, highest first; what counts more than was paid stands apart."""
    ranked = sorted(bids.items(), key=lambda pair: -pair[1] - bonus.get(pair[0], 0))
    more = {house: f" {v.sign(value)}" for house, value in bonus.items()}
    return ", ".join(f"{v.house(house)} {amount}{more.get(house, '')}" for house, amount in ranked)


def _bids_revealed(event: e.BidsRevealed, v: Voice) -> str:
    bids = _bid_list(event.bids, event.bonus or {}, v)
    if event.auction == "wildlings":
        return v.say("Bids for the Watch: {bids}; {total} together.", bids=bids, total=event.total)
    if event.auction in AUCTIONS:
        return v.say("{auction}, the bids: {bids}.", auction=v.track(event.auction), bids=bids)
    return v.say("Bids for the {track}: {bids}.", track=v.track(event.auction), bids=bids)


def _track_set(event: e.TrackSet, v: Voice) -> str:
    order = ", ".join(f"{n} {v.house(house)}" for n, house in enumerate(event.houses, 1))
    text = v.say("{track}: {order}.", track=v.track(event.track), order=order)
    for tied in event.tied:
        text += " " + v.say("{houses} were tied; the Iron Throne's holder put them in order.", houses=v.houses(tied))
    return text


def _game_ended(event: e.GameEnded, v: Voice) -> str:
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
        return v.say(WON_BY_LOYALTY, house=houses)
    if event.reason == "edict":
        return v.say("The game is over; {house} wins.", house=houses)
    return v.say("The last round is over and {house} wins the game.", house=houses)


ROUND: Rows = {
    e.RoundStarted: fill(N_("Round {n}"), n="round"),
    e.PhaseStarted: "{phase}",
    e.OrdersCleared: N_("The remaining orders are taken up."),
    e.UnitsRallied: N_("Routed units stand up again in {areas}."),
    e.GameEnded: _game_ended,
    e.CardTakenBack: N_("{house} takes {card} back into the hand ({reason})."),
    e.PowerSpent: N_("{house} pays {power} ({reason})."),
    e.PowerGained: Sentence(
        {
            "area": N_("{house} takes {power} ({reason}, {area})."),
            "": N_("{house} takes {power} ({reason})."),
        },
        {"wanted>amount": fill(N_("{n} were due, but no more tokens were left."), n="wanted")},
    ),
}
WESTEROS: Rows = {
    e.DeckShuffled: _deck_shuffled,
    e.WesterosRevealed: Sentence(
        N_("Westeros deck {deck}: {card}. {text}"), {"wildlings": N_("It carries a wildling.")}
    ),
    e.WesterosReturned: N_("{card} goes to the bottom of deck {deck}."),
    e.WesterosResolved: N_("{card} is carried out."),
    e.OrdersBanned: _orders_banned,
    e.WildlingsMoved: {
        "after>before": N_("The wildlings grow from {before} to {after}."),
        "": N_("The wildlings fall back from {before} to {after}."),
    },
    e.SupplyChanged: {
        "before==after": N_("{house} keeps supply {after} (armies {limits})."),
        "": N_("{house}'s supply goes from {before} to {after} (armies {limits})."),
    },
    e.BidsRevealed: _bids_revealed,
    e.TrackSet: _track_set,
    e.BadgeTaken: fill(
        {
            "before,before!=house": N_("{house} takes {badge} from {before}."),
            "": N_("{house} holds {badge}."),
        },
        before="before:house",
    ),
    e.WildlingCardShown: WILDLING_CARD,
    e.WildlingCardDrawn: WILDLING_CARD,
    e.WildlingsFought: fill(
        {
            "watch_won": N_(
                "The Watch holds: {total} against wildlings of {strength}. {house} bid highest and is rewarded."
            ),
            "": N_("The wildlings break through: {total} against {strength}. {house} bid lowest and suffers most."),
        },
        house="singled_out:house",
    ),
    e.EffectChosen: fill(
        {
            "card=support": fill(N_("{house} refuses the support of {other}."), other="subject:house"),
            "": N_("{card}: {house} chooses: {choice}."),
        },
        card="card:title",
        choice=lambda event, v: choice_phrase(event.choice, v, event.card),
    ),
    e.UnitMustered: {
        "area!=at": N_("{house} musters {unit} in {at} (from {area})."),
        "": N_("{house} musters {unit} in {at}."),
    },
    e.UnitUpgraded: fill(
        N_("In {area} {before} of {house} becomes {after} ({reason})."), before="before:unit", after="after:unit"
    ),
}
ACTIONS: Rows = {
    e.OrdersRevealed: fill(
        N_("All orders are turned up: {n} orders of {houses} houses."),
        n="orders:count",
        houses=lambda event, v: len({placed.house for placed in event.orders.values()}),
    ),
    e.RavenUsed: fill(
        {
            "area": N_("{house}'s raven exchanges the order in {area}: {before} becomes {after}."),
            "": N_("{house} leaves the orders as they are."),
        },
        before="before:order",
        after="after:order",
    ),
    e.RavenLooked: Sentence(
        {
            "buried": N_("{house} looks at the top wildling card and puts it under the deck."),
            "": N_("{house} looks at the top wildling card and leaves it on top."),
        },
        {"card": "{told} ({card})"},
        slots={"card": "card:title"},
    ),
    e.OrderRaided: Sentence(
        N_("{house} raids from {area} and removes {victim}'s {order} in {target}."),
        {"pillage": N_("That is pillage.")},
    ),
    e.OrderRemoved: {
        "because=spent": N_("{house}'s {order} in {area} is spent."),
        "because=stayed": N_("{house}'s {order} in {area} moves nobody."),
        "because=without-target": N_("{house}'s {order} in {area} finds no target."),
        "because=cleared": N_("{house}'s {order} in {area} is taken up at the end of the round."),
        "because=conquered": LOST_WITH_AREA,
        "because=moved-out": LOST_WITH_AREA,
        "": N_("{house}'s {order} in {area} is removed ({reason})."),
    },
    e.OrderMoved: N_("{card}: {house}'s {order} moves along to {to} and may be used again."),
    e.UnitsMoved: {
        "flew": N_("{house} flies {units} from {origin} to {to}."),
        "by_ship": N_("{house} ships {units} from {origin} to {to}."),
        "": N_("{house} marches {units} from {origin} to {to}."),
    },
    e.ShipsSeized: fill(
        N_("{house} takes {units} over in {area}."), units=lambda event, v: v.units({event.unit: event.count})
    ),
    e.TokenPlaced: N_("{house} leaves a power token in {area}."),
    e.TokenRemoved: {
        "by,by!=house": N_("{house}'s token in {area} is removed by {by}."),
        "": N_("{house}'s token in {area} goes back to the pool."),
    },
}
ROWS: Rows = {**ROUND, **WESTEROS, **ACTIONS}
