"""Sentences for events and overrides by kind; for battles see `battle_sentences`.

The modules `*_sentences` have the events by topic; `narration.phrase_table` fills them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, get_args

import msgspec

from adjudicator.engine import COMMON, Decided, Event
from adjudicator.thrones.state import VASSALS, Placed, events as e, overrides as x
from narration.common_overrides import common_words, override_sentence, override_sentence_parts
from narration.paragraph import Part, Row
from narration.phrase_table import PhraseTable, Rows, Sentence, fill, rows_of
from narration.thrones import battle_sentences
from narration.thrones.questions import ASKED
from narration.thrones.sheet_words import INSTRUCTIONS
from narration.thrones.voice import AUCTIONS, FORMS, SLOTS, Voice, deck_name
from narration.words import N_, capital, word_tables


def orders_by_house(orders: dict[str, Placed], v: Voice) -> list[Row]:
    """Return one row for each house with orders, sorted by the map's data."""
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
        return v.say("The vassals' cards are shuffled.")
    if event.deck not in v.edition.westeros_decks:
        return v.say("{deck}: the deck is shuffled.", deck=deck_name(event.deck, v))
    return v.say("Westeros deck {deck} is shuffled.", deck=event.deck)


def _orders_banned(event: e.OrdersBanned, v: Voice) -> str:
    card = v.card(event.card)
    if "footman-support" in event.bans:
        return v.say("{card}: footmen add nothing when they support this round.", card=card)
    return v.say("{card}: no {orders} this round.", card=card, orders=v.either(v.ban(b) for b in event.bans))


def _bids_revealed(event: e.BidsRevealed, v: Voice) -> str:
    # Highest first, with bonuses apart: `Stark 3 +1, Tyrell 2`.
    """Describe the revealed bids, the highest first, with bonuses apart."""
    bonus = event.bonus or {}
    ranked = sorted(event.bids.items(), key=lambda pair: -pair[1] - bonus.get(pair[0], 0))
    more = {house: f" {v.sign(value)}" for house, value in bonus.items()}
    bids = ", ".join(f"{v.house(house)} {amount}{more.get(house, '')}" for house, amount in ranked)
    if event.auction == "wildlings":
        return v.say("Bids for the Night's Watch: {bids}; total {total}.", bids=bids, total=event.total)
    if event.auction in AUCTIONS:
        return v.say("{auction}: the bids are {bids}.", auction=v.track(event.auction), bids=bids)
    return v.say("Bids for the {track}: {bids}.", track=v.track(event.auction), bids=bids)


def _track_set(event: e.TrackSet, v: Voice) -> str:
    """Describe a track's new order, and the ties that the Iron Throne settled."""
    order = ", ".join(f"{n} {v.house(house)}" for n, house in enumerate(event.houses, 1))
    text = v.say("{track}: {order}.", track=v.track(event.track), order=order)
    for tied in event.tied:
        text += " " + v.say(
            "{houses} were tied; the holder of the Iron Throne put them in order.", houses=v.houses(tied)
        )
    return text


def _game_ended(event: e.GameEnded, v: Voice) -> str:
    """Describe who has won the game and why, or which houses share a draw."""
    houses = v.houses(event.winners)
    if len(event.winners) > 1:
        return v.say("The game ends in a draw between {houses}", houses=houses) + "."
    if event.reason == "settlements":
        if v.edition.claimed:
            return v.say("{house} has enough claim and wins the game.", house=houses)
        if v.settled_with_cities():
            return v.say("{house} controls enough cities and strongholds and wins the game.", house=houses)
        return v.say("{house} controls enough castles and strongholds and wins the game.", house=houses)
    if event.reason == "loyalty":
        return v.say("{house} has gained enough loyalty and wins the game.", house=houses)
    if event.reason == "edict":
        return v.say("The game is over; {house} wins.", house=houses)
    return v.say("The last round is over and {house} wins the game.", house=houses)


ROWS: Rows = {
    e.GameEnded: _game_ended,
    e.DeckShuffled: _deck_shuffled,
    e.OrdersBanned: _orders_banned,
    e.BidsRevealed: _bids_revealed,
    e.TrackSet: _track_set,
    e.EffectChosen: fill(
        {
            "card=support": fill(N_("{house} refuses the support of {other}."), other="subject:house"),
            "": N_("{card}: {house} chooses: {choice}."),
        },
        card="card:title",
        choice=lambda event, v: v.choice_phrase(event.choice, event.card),
    ),
    e.OrdersRevealed: fill(
        N_("All orders are revealed: {n} orders from {houses} houses."),
        n="orders:count",
        houses=lambda event, v: len({placed.house for placed in event.orders.values()}),
    ),
    e.RavenLooked: Sentence(
        {
            "buried": N_("{house} looks at the top wildling card and puts it under the deck."),
            "": N_("{house} looks at the top wildling card and leaves it on top."),
        },
        {"card": "{told} ({card})"},
        slots={"card": "card:title"},
    ),
    e.ShipsSeized: fill(
        N_("{house} takes over {units} in {area}."), units=lambda event, v: v.units({event.unit: event.count})
    ),
}


IMPROVED = {
    "barrel": N_("{card}: {area} has one more barrel."),
    "crown": N_("{card}: {area} has one more crown."),
    "stronghold": N_("{card}: the castle of {area} becomes a stronghold."),
    "ruin": N_("{card}: the castle of {area} is removed."),
}
LOAN_FOR_COST = N_("{loan} for {cost}")
GREW = N_("Every {unit} now counts {strength}.")


def _offers(event: e.LoansMoved, v: Voice) -> str:
    """What can be had: ` To be had: ...`, or nothing."""
    rules = v.edition.bank
    costs = rules.costs if rules is not None else ()
    offered = zip(event.slots, costs, strict=False)
    offers = ", ".join(v.say(LOAN_FOR_COST, loan=v.card(loan), cost=cost) for loan, cost in offered if loan)
    return v.say("Available: {offers}.", offers=offers) if offers else ""


DRAGONS: Rows = {
    e.AreaImproved: lambda event, v: v.say(IMPROVED[event.mark], card=v.reason(event.because), area=v.area(event.area)),
    e.LoansMoved: Sentence(
        N_("The Iron Bank's loans move on."),
        {
            "returned": fill(N_("{loan} goes under the deck."), loan="returned:card"),
            "revealed": fill(N_("New loan: {loan}. {text}"), loan="revealed:card", text="revealed:text"),
            "": _offers,
        },
    ),
    e.BankTokenTaken: fill(
        {
            "house": N_("{house} holds the token of Braavos: loans cost {n} less."),
            "": N_("The token of Braavos is set to one side."),
        },
        n=lambda event, v: v.edition.bank.discount if v.edition.bank is not None else 0,
    ),
    e.BidsGivenAway: fill(
        N_("{house} gives away its bid for the {track}: {gifts}."),
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


GAINS = {
    "strength": N_("strength {figure}"),
    "swords": N_("swords {figure}"),
    "fortifications": N_("fortifications {figure}"),
}


def tactics_rows(event: e.TacticsRevealed, v: Voice) -> list[Row]:
    """Each house's tactics card; what it does is said once."""
    first = {card: house for house, card in reversed(event.cards.items())}
    return [
        Row(v.house(house), _card_and_text(card, v) if first[card] == house else v.card(card))
        for house, card in event.cards.items()
    ]


def turned_tops(events: Sequence[e.AllianceTurned], v: Voice) -> tuple[str, list[Row]]:
    """The cards that were turned up together: a heading, and a row for each deck."""
    return v.say("Now on top of the alliance decks:"), [
        Row(v.alliance(event.deck), _card_and_text(event.card, v)) for event in events
    ]


def _card_and_text(card: str, v: Voice) -> str:
    """Return the name of a tactics or alliance card, with its text behind it."""
    return f"{v.card(card)}. {v.card_text(card)}".strip()


def _alliance_deck_name(event: e.AllianceTaken, v: Voice) -> str:
    """Return the name of the deck of a taken alliance card; empty if unknown."""
    alliance = v.edition.alliances.get(event.card)
    return v.alliance(alliance.deck) if alliance else ""


def _gains(event: e.BonusGained, v: Voice) -> str:
    """What a card's text gives a side, or takes."""
    figures = {name: getattr(event, name) for name in GAINS}
    return ", ".join(v.say(GAINS[name], figure=v.sign(figure)) for name, figure in figures.items() if figure)


STORM: Rows = {
    e.OfferMade: fill(
        N_("{house} asks {to} for {leaders} and offers {price}."),
        to="to:house",
        price=lambda event, v: v.price_phrase(event.power, event.hostages),
    ),
    e.AllianceTaken: fill(
        {
            "victim": N_("{house} takes {card} from {victim} ({reason}). {text}"),
            "unseen": N_(
                "{house} takes the face-down top card of the alliance deck of {deck}: {card} ({reason}). {text}"
            ),
            "": N_("{house} takes {card} from the alliance deck of {deck} ({reason}). {text}"),
        },
        deck=_alliance_deck_name,
    ),
    e.BonusGained: fill(N_("{house} has {gains} in this battle ({card})."), gains=_gains),
}


TABLES = word_tables(__name__)

WEATHER = TABLES["weather"]
# What the service decrees by itself, and why: the player of a house is gone.
SERVICE = "service"
GONE = TABLES["gone"]


def _units(override: x.SetUnits, v: Voice) -> str:
    """Describe the units, standing and routed, that an override leaves in an area."""
    standing, routed = any(override.units.values()), any(override.routed.values())
    if override.house is None or not (standing or routed):
        return v.say("there are no units in {area}.", area=v.area(override.area))
    values = {"area": v.area(override.area), "house": v.house(override.house)}
    values |= {"units": v.units(override.units), "routed": v.units(override.routed)}
    if not routed:
        return v.say("{house} has {units} in {area}.", **values)
    if not standing:
        return v.say("{house} has {routed} (routed) in {area}.", **values)
    return v.say("{house} has {units} and {routed} (routed) in {area}.", **values)


def _flags(override: x.SetFlags, v: Voice) -> str:
    """Describe the forbidden orders and used dominance tokens of an override."""
    parts = []
    if override.bans is not None:
        bans = v.both(v.ban(ban) for ban in override.bans)
        parts.append(
            v.say("forbidden this round: {what}.", what=bans) if bans else v.say("this round no orders are forbidden.")
        )
    if override.spent is not None:
        spent = v.both(v.badge(badge) for badge in override.spent)
        parts.append(
            v.say("dominance tokens used this round: {what}.", what=spent)
            if spent
            else v.say("no dominance token was used this round.")
        )
    return " ".join(parts) or v.say("nothing changes.")


def _or_none(field: str) -> Callable[[Any, Voice], str]:
    """A slot that shows cards of a house, or that it has none."""
    return lambda override, v: v.cards(getattr(override, field)) or v.say_in("cards, areas, rules", "none")


OVERRIDES = PhraseTable(
    {
        **rows_of(TABLES["overrides"], get_args(x.AnyOverride)),
        x.SetUnits: _units,
        x.SetLoans: fill(N_("the loans of {house}: {loans}."), loans=_or_none("loans")),
        x.SetAlliances: fill(N_("the alliance cards of {house}: {cards}."), cards=_or_none("alliances")),
        x.SetTactics: fill(N_("the tactics cards of {house} that stay in force: {cards}."), cards=_or_none("tactics")),
        x.SetWeather: lambda override, v: v.say(WEATHER[v.edition.weather[override.place]]),
        x.SetDeck: fill(
            {
                "order": N_("{deck}: the next cards are {cards}."),
                "": N_("{deck}: the next cards have been set."),
            },
            deck=lambda override, v: deck_name(override.deck, v),
            cards="order:card-list",
        ),
        x.SetFlags: _flags,
    },
    FORMS,
    SLOTS,
)


def override_words(override: x.AnyOverride, v: Voice) -> str:
    """What an override does, as a sentence."""
    return (
        common_words(override, ASKED, v) if isinstance(override, COMMON) else add_full_stop(OVERRIDES.say(override, v))
    )


def add_full_stop(text: str) -> str:
    """Return a sentence with a full stop at its end, added if it has none."""
    return text if text.endswith(".") else f"{text}."


def override_issued(event: e.OverrideIssued, v: Voice) -> str:
    """Who decreed it, what it does, and why."""
    if event.by == SERVICE and event.reason in GONE:
        return v.say(
            "{what} Reason: {reason}.", what=override_words(event.override, v), reason=v.say(GONE[event.reason])
        )
    return override_sentence(event, override_words(event.override, v), v)


def override_parts(event: e.OverrideIssued, v: Voice) -> tuple[Part, ...]:
    """Return the override's sentence in parts, people's words apart; or none."""
    if event.by == SERVICE and event.reason in GONE:
        return ()
    return override_sentence_parts(event, override_words(event.override, v), v)


SENTENCES = PhraseTable(
    {
        Decided: INSTRUCTIONS.decided,
        e.OverrideIssued: override_issued,
        **rows_of(TABLES["events"], get_args(e.AnyEvent)),
        **ROWS,
        **battle_sentences.ROWS,
        **DRAGONS,
        **STORM,
    },
    FORMS,
    SLOTS,
)


def to_typed_event(event: Any) -> Event:
    """Return the typed event, converted if it was read from JSON as plain data."""
    return msgspec.convert(event, e.AnyEvent) if isinstance(event, dict) else event  # type: ignore[no-any-return]


def sentence(event: Any, v: Voice) -> str:
    """Describe one event, typed or plain data.
    Raises KeyError if it has no row, which a test prevents."""
    return capital(SENTENCES.say(to_typed_event(event), v))
