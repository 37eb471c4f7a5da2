"""What happens in B'Twixt, in words: one row for each kind of event, a sentence or two, whoever reads them.

Whose ability it was is put before the sentence. What is hidden from the reader is not in the event, and is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.btwixt.state import events as e
from adjudicator.engine.journal import Decided, Event
from narration.btwixt.choices import decided
from narration.btwixt.voice import ASKED, FORMS, Voice
from narration.common_edicts import common_words, decreed, decreed_parts
from narration.paragraph import Part
from narration.phrase_table import PhraseTable, Plural, Rows, Sentence, fill
from narration.words import N_, word_tables

TABLES = word_tables(__file__)

BY = N_("{source}: {what}")
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
FORBIDS = TABLES["forbids"]


def _hands_dealt(event: e.HandsDealt, v: Voice) -> str:
    if event.packets:
        text = v.say_n(
            "Each leader is dealt {n} card for the draft.", "Each leader is dealt {n} cards for the draft.", event.count
        )
    else:
        text = v.say_n("Each leader is dealt {n} card.", "Each leader is dealt {n} cards.", event.count)
    parts = [text]
    for house, hand in event.hands.items():
        cards = (*hand, *((event.own[house],) if house in event.own and not event.packets else ()))
        parts.append(v.say(HAND if house == v.seat else HAND_OF, house=v.house(house), cards=v.cards(sorted(cards))))
    for house, card in event.own.items():
        parts.append(v.say(OWN if house == v.seat else OWN_OF, house=v.house(house), card=v.card_value(card)))
    return " ".join(parts)


def draft_words(events: Sequence[e.CardsKept], v: Voice) -> str:
    """A draft in one piece: which way cards went, and who kept what, as far as the reader knows."""
    parts = [v.say((PASSED if len(events) == 1 else DRAFTED)[events[0].direction])]
    cards: dict[str, list[str]] = {}
    for event in events:
        for house, card in event.kept.items():
            cards.setdefault(house, []).append(card)
    for house, own in cards.items():
        parts.append(v.say(KEEP if house == v.seat else KEEPS, house=v.house(house), card=v.cards(own)))
    return " ".join(parts)


def level_words(event: e.BidWon, v: Voice) -> str:
    """Who was level with the winner, and why the winner won; empty where nobody was."""
    if not event.tied:
        return ""
    if len(event.tied) == 1:
        text = N_("{tied} has as much, but {house} comes first clockwise from the first player.")
    else:
        text = N_("{tied} have as much, but {house} comes first clockwise from the first player.")
    return v.say(text, tied=v.houses(event.tied), house=v.house(event.house))


def _totals(event: e.BidWon, v: Voice) -> str:
    return ", ".join(f"{v.house(house)} {total}" for house, total in event.totals.items() if house != event.house)


def _reward(event: e.RewardChanged, v: Voice) -> str:
    if event.amount < 0:
        return v.say_n("the win brings {n} token less.", "the win brings {n} tokens less.", -event.amount)
    return v.say_n("the win brings {n} token more.", "the win brings {n} tokens more.", event.amount)


def _ally_claimed(event: e.AllyClaimed, v: Voice) -> str:
    names = {"house": v.house(event.house), "ally": v.ally_power(event.ally), "council": v.council(event.council)}
    if event.by in v.edition.allies:
        return v.say("{house} claims {ally}, whose own text says where: to the {council} council.", **names)
    return v.say("{house} claims {ally} for the {council} council.", **names)


def _card_discarded(event: e.CardDiscarded, v: Voice) -> str:
    names = {"card": v.card_value(event.card), "of": v.house(event.of)}
    card = v.edition.influence.get(event.card)
    if card is not None and card.group == "leader":
        if event.number:
            return v.say("{card} goes from the bid pile of {of} out of the game.", **names)
        return v.say("{card} goes from the hand of {of} out of the game.", **names)
    if event.number:
        return v.say("{card} is discarded from the bid pile of {of}.", **names)
    return v.say("{card} is discarded from the hand of {of}.", **names)


def council_sum(scored: e.CouncilScored, v: Voice) -> str:
    """How a council's power adds up: each ally as it counts, and the numbers on its tokens."""
    parts = []
    for ally, counts in scored.allies.items():
        card = v.edition.allies.get(ally)
        printed = card.power if card else counts
        if counts != printed:
            parts.append(v.say("{ally} {n} (printed: {printed})", ally=v.ally(ally), n=counts, printed=printed))
        else:
            parts.append(f"{v.ally(ally)} {counts}")
    if scored.tokens:
        parts.append(v.say("tokens {numbers}", numbers=" + ".join(map(str, scored.tokens))))
    return ", ".join(parts) or v.say("empty")


def _game_ended(event: e.GameEnded, v: Voice) -> str:
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


def _which(field: str) -> Mapping[str, Sentence]:
    """Which cards they were, if the reader knows."""
    cards = f"{field}:cards"
    templates = {f"{field}=1": N_("{told} It is {card}."), "": N_("{told} These are: {cards}.")}
    return {field: fill(templates, card=cards, cards=cards)}


NUMBER = {"value": fill(N_("{told} Its number is {n}."), n="value")}
BACK = {
    "tokens": fill(
        Plural(
            "The {n} token on this ally goes back to the supply.",
            "The {n} tokens on this ally go back to the supply.",
        ),
        n="tokens",
    )
}
SEASONS: Rows = {
    e.SeasonBegan: Sentence(
        {
            "season=summer": N_(
                "Summer begins: all hands are discarded, and everything is shuffled into the influence deck."
            ),
            "season=autumn": N_(
                "Autumn begins: all hands are discarded, and everything is shuffled into the influence deck."
            ),
            "": N_("Winter begins: all hands are discarded, and everything is shuffled into the influence deck."),
        },
        {
            "added": fill(Plural("{n} event is shuffled in.", "{n} events are shuffled in."), n="added"),
            **_which("events"),
        },
    ),
    e.CardsShuffled: {
        "what=supply": N_("The supply of tokens is mixed."),
        "discard": N_("The discard pile is shuffled into the influence deck."),
        "": N_("The influence deck is shuffled."),
    },
    e.HandsDealt: _hands_dealt,
    e.CardsKept: lambda event, v: draft_words([event], v),
    e.RoundBegan: fill(N_("Round {n}. First player: {house}"), n="round", house="first:house"),
    e.BidWon: Sentence(
        N_("{house} wins the bid with a total influence of {n} ({totals})."),
        {"": level_words},
        slots={"n": lambda event, v: event.totals.get(event.house, 0), "totals": _totals},
    ),
    e.RewardChanged: _reward,
    e.VoteCast: N_("{house} adds a vote for the {council} council."),
    e.AllyClaimed: Sentence(
        {
            "by=votes": N_("{house} claims {ally}, which votes send to the {council} council."),
            "": _ally_claimed,
        },
        {
            "tokens": fill(
                Plural("The {n} token on this ally goes along.", "The {n} tokens on this ally go along."), n="tokens"
            )
        },
    ),
    e.NothingClaimed: N_("There is no ally left for {house} to claim."),
    e.RoundEnded: Sentence(
        N_("All bid piles are discarded. {house} is the first player of the next round."),
        {"removed": fill(N_("Out of the game: {cards}."), cards="removed:cards")},
        slots={"house": "first:house"},
    ),
    e.Scored: fill(
        N_("All tokens are turned up. Power of the councils: {powers}."),
        powers=lambda event, v: ", ".join(f"{v.council(scored.council)} {scored.power}" for scored in event.councils),
    ),
    e.GameEnded: _game_ended,
}
ALLIES: Rows = {
    e.AllyRevealed: Sentence(N_("the current ally is {ally}."), {"": "{text}"}, slots={"text": "ally:text"}),
    e.NoAlly: N_("No ally is left: the bid is for a power token alone."),
    e.RowLaid: fill(
        {
            "allies=1": N_("{ally} is laid open at the end of the row."),
            "": N_("These allies are laid open in the row: {allies}."),
        },
        ally="allies",
    ),
    e.AllyKilled: {
        "council": N_("{ally} dies in the {council} council."),
        "": Sentence(N_("{ally}, the current ally, dies."), BACK),
    },
    e.AllyMoved: fill(N_("{ally} moves from the {of} council to the {to} council."), of="of:council", to="to:council"),
    e.AllyLeft: Sentence(N_("{ally}, the current ally, goes under the ally deck."), BACK),
    e.AllyJoined: Sentence(
        {
            "dead": N_("{house} also claims {ally}, from the dead, for the {council} council."),
            "": N_("{house} also claims the next ally, {ally}, for the {council} council."),
        },
        {"": "{text}"},
        slots={"text": "ally:text"},
    ),
    e.AlliesArranged: Sentence(
        fill(
            Plural(
                "{house} looks at the next ally.",
                "{house} looks at the next {n} allies and lays them back in an order of choice.",
            ),
            n="count",
        ),
        {
            "under": fill(Plural("{n} of them goes under the deck.", "{n} of them go under the deck."), n="under"),
            "top": fill(N_("From the top: {allies}."), allies="top:ally-list"),
            "bottom": fill(N_("Under the deck: {allies}."), allies="bottom:ally-list"),
            "row_top": fill(N_("{ally} now lies first in the row."), ally="row_top:ally"),
        },
    ),
    e.TokenGained: Sentence(
        {
            "source": N_("{house} gains a token, in the {council} council."),
            "": N_("{house} takes a token for the win, into the {council} council."),
        },
        NUMBER,
    ),
    e.TokenLaid: Sentence(N_("a token from the supply is put on the current ally."), NUMBER),
    e.TokenMoved: Sentence(
        N_("a token moves from the {of} council to the {to} council."),
        NUMBER,
        slots={"of": "of:council", "to": "to:council"},
    ),
    e.TokenReturned: Sentence(
        N_("a token of the {council} council goes back to the supply."), NUMBER, slots={"council": "of:council"}
    ),
    e.TokensSeen: fill(
        {
            "values": Plural(
                "{house} looks at {n} token of the {council} council: {values}.",
                "{house} looks at {n} tokens of the {council} council: {values}.",
            ),
            "": Plural(
                "{house} looks at {n} token of the {council} council.",
                "{house} looks at {n} tokens of the {council} council.",
            ),
        },
        n="count",
        values="values:numbers",
    ),
}
CARDS: Rows = {
    e.CardPlayed: N_("{house} plays {card}."),
    e.Knelt: N_("{house} kneels."),
    e.Stood: N_("{house} stands up again."),
    e.PlaysEnded: fill(
        Plural(
            "{house} has played {n} card and may play no more this round.",
            "{house} has played {n} cards and may play no more this round.",
        ),
        n="count",
    ),
    e.CardMoved: N_("{card} moves from the bid pile of {of} to that of {to}."),
    e.CardReturned: {
        "!of": N_("{card} goes from the discard pile to the hand of {to}."),
        "of==to": N_("{card} goes from the bid pile of {of} back to hand."),
        "": N_("{card} goes from the bid pile of {of} to the hand of {to}."),
    },
    e.CardDiscarded: _card_discarded,
    e.CardsDrawn: Sentence(
        fill(Plural("{house} draws {n} card.", "{house} draws {n} cards."), n="count"), _which("cards")
    ),
    e.CardGiven: Sentence(
        N_("a card goes from the hand of {house} to the hand of {to}."), {"card": N_("{told} It is {card}.")}
    ),
    e.HandSeen: Sentence(
        {
            "by=1": N_("{by} looks at the hand of {house}."),
            "": N_("{by} look at the hand of {house}."),
        },
        _which("cards"),
        slots={"by": "by:houses"},
    ),
    e.Forbidden: lambda event, v: v.say(FORBIDS[event.rule], house=v.house(event.house)),
    e.AbilityIdle: N_("no effect."),
}
EDICTS = PhraseTable(
    {
        e.PlaceAlly: {
            "council": N_("{ally} lies in the {council} council."),
            "": N_("{ally} is among the dead."),
        },
        e.SetTokens: fill(
            Plural("{n} token lies in the {council} council.", "{n} tokens lie in the {council} council."), n="tokens"
        ),
        e.GiveInfluence: N_("{house} takes {card} into the hand."),
        e.SetFirstPlayer: N_("{house} is the first player."),
    },
    FORMS,
)


def edict_words(edict: Any, v: Voice) -> str:
    """What an edict does, as a sentence."""
    return EDICTS.say(edict, v) if type(edict) in EDICTS else common_words(edict, ASKED, v)


def edict_issued(event: e.EdictIssued, v: Voice) -> str:
    """Who decreed it, what it does, and why."""
    return decreed(event, edict_words(event.edict, v), v)


def edict_parts(event: e.EdictIssued, v: Voice) -> tuple[Part, ...]:
    """The same sentence in parts, those that people wrote apart."""
    return decreed_parts(event, edict_words(event.edict, v), v)


SENTENCES = PhraseTable({Decided: decided, e.EdictIssued: edict_issued, **SEASONS, **ALLIES, **CARDS}, FORMS)


def event_of(event: Any) -> Event:
    """The typed event, also of one that was read from JSON and is still plain data."""
    return msgspec.convert(event, e.AnyEvent) if isinstance(event, dict) else event  # type: ignore[no-any-return]


def sentence(event: Event, v: Voice, shown: str = "") -> str:
    """One event in words, begun by the card whose ability it was, but for one that is `shown` already. Raises KeyError
    for an event without a row; a test keeps that from happening."""
    what = SENTENCES.say(event, v)
    source = getattr(event, "source", "")
    if isinstance(source, str) and source and source != shown:
        return v.say(BY, source=v.source(source), what=what)
    return capital(what)


def capital(text: str) -> str:
    """The text with a large first letter."""
    return text[:1].upper() + text[1:]
