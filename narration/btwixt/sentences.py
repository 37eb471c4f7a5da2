"""B'Twixt events in words: a sentence or two for each kind, for any reader.

Whose ability it was precedes the sentence. What is hidden from the reader is not in the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from adjudicator.btwixt.state import events as e
from adjudicator.engine import Decided, Event
from narration.btwixt.questions import INSTRUCTIONS
from narration.btwixt.voice import ASKED, FORMS, Voice
from narration.common_overrides import common_words, override_sentence, override_sentence_parts
from narration.paragraph import Part
from narration.phrase_table import PhraseTable, Plural, Rows, Sentence, fill, rows_of
from narration.words import N_, capital, word_tables

TABLES = word_tables(__name__)

PASSED = TABLES["passed"]
DRAFTED = TABLES["drafted"]
FORBIDS = TABLES["forbids"]


def _hands_dealt(event: e.HandsDealt, v: Voice) -> str:
    """Say how many cards each leader is dealt, and list the hands that are known."""
    if event.packets:
        text = v.say_n(
            "Each leader is dealt {n} card for the draft.", "Each leader is dealt {n} cards for the draft.", event.count
        )
    else:
        text = v.say_n("Each leader is dealt {n} card.", "Each leader is dealt {n} cards.", event.count)
    parts = [text]
    for house, hand in event.hands.items():
        cards = (*hand, *((event.own[house],) if house in event.own and not event.packets else ()))
        text = N_("Your hand: {cards}.") if house == v.seat else N_("Hand of {house}: {cards}.")
        parts.append(v.say(text, house=v.house(house), cards=v.cards(sorted(cards))))
    for house, card in event.own.items():
        text = N_("This includes the own card of {house}: {card}.")
        if house == v.seat:
            text = N_("This includes your own card: {card}.")
        parts.append(v.say(text, house=v.house(house), card=v.card_value(card)))
    return " ".join(parts)


def draft_words(events: Sequence[e.CardsKept], v: Voice) -> str:
    """Describe a draft: direction of passing, and who kept what if the reader knows."""
    parts = [v.say((PASSED if len(events) == 1 else DRAFTED)[events[0].direction])]
    cards: dict[str, list[str]] = {}
    for event in events:
        for house, card in event.kept.items():
            cards.setdefault(house, []).append(card)
    for house, own in cards.items():
        text = N_("You keep {card}.") if house == v.seat else N_("{house} keeps {card}.")
        parts.append(v.say(text, house=v.house(house), card=v.cards(own)))
    return " ".join(parts)


def level_words(event: e.BidWon, v: Voice) -> str:
    """Who was level with the winner, and why the winner won; empty where nobody was."""
    if not event.tied:
        return ""
    if len(event.tied) == 1:
        text = N_("{tied} has the same total, but {house} comes first clockwise from the first player.")
    else:
        text = N_("{tied} have the same total, but {house} comes first clockwise from the first player.")
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
        return v.say("{house} claims {ally}. By its own text it goes to the {council} council.", **names)
    return v.say("{house} claims {ally} for the {council} council.", **names)


def _card_discarded(event: e.CardDiscarded, v: Voice) -> str:
    """Say that a card leaves a hand or pile; a leader's card is out of the game."""
    names = {"card": v.card_value(event.card), "of": v.house(event.of)}
    card = v.edition.influence.get(event.card)
    if card is not None and card.group == "leader":
        if event.number:
            return v.say("{card} leaves the bid pile of {of} and is out of the game.", **names)
        return v.say("{card} leaves the hand of {of} and is out of the game.", **names)
    if event.number:
        return v.say("{card} is discarded from the bid pile of {of}.", **names)
    return v.say("{card} is discarded from the hand of {of}.", **names)


def council_sum(scored: e.CouncilScored, v: Voice) -> str:
    """Explain a council's power: each ally as it counts, and the tokens' numbers."""
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
    return ", ".join(parts) or v.say_in("council", "empty")


def _game_ended(event: e.GameEnded, v: Voice) -> str:
    """Say who wins the game or shares the victory, and with which small council."""
    winners = v.houses(event.winners)
    small = next((row.small for row in event.standings if row.house in event.winners), None)
    if not event.winners:
        return v.say("The game ends with the current standings.")
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


ROWS: Rows = {
    e.HandsDealt: _hands_dealt,
    e.CardsKept: lambda event, v: draft_words([event], v),
    e.BidWon: Sentence(
        N_("{house} wins the bid with a total influence of {n} ({totals})."),
        {"": level_words},
        slots={"n": lambda event, v: event.totals.get(event.house, 0), "totals": _totals},
    ),
    e.RewardChanged: _reward,
    e.AllyClaimed: Sentence(
        {
            "by=votes": N_("{house} claims {ally}. The votes send it to the {council} council."),
            "": _ally_claimed,
        },
        {
            "tokens": fill(
                Plural("{n} token on this ally goes with it.", "{n} tokens on this ally go with it."), n="tokens"
            )
        },
    ),
    e.Scored: fill(
        N_("All tokens are revealed. Power of the councils: {powers}."),
        powers=lambda event, v: ", ".join(f"{v.council(scored.council)} {scored.power}" for scored in event.councils),
    ),
    e.GameEnded: _game_ended,
    e.CardDiscarded: _card_discarded,
    e.Forbidden: lambda event, v: v.say(FORBIDS[event.rule], house=v.house(event.house)),
}
OVERRIDES = PhraseTable(rows_of(TABLES["overrides"], get_args(e.AnyOverride)), FORMS)


def override_words(override: Any, v: Voice) -> str:
    """What an override does, as a sentence."""
    return OVERRIDES.say(override, v) if type(override) in OVERRIDES else common_words(override, ASKED, v)


def override_issued(event: e.OverrideIssued, v: Voice) -> str:
    """Who decreed it, what it does, and why."""
    return override_sentence(event, override_words(event.override, v), v)


def override_parts(event: e.OverrideIssued, v: Voice) -> tuple[Part, ...]:
    """Return the sentence about an override in parts, those typed by people apart."""
    return override_sentence_parts(event, override_words(event.override, v), v)


SENTENCES = PhraseTable(
    {
        Decided: INSTRUCTIONS.decided,
        e.OverrideIssued: override_issued,
        **rows_of(TABLES["events"], get_args(e.AnyEvent)),
        **ROWS,
    },
    FORMS,
)


def typed_event(event: Any) -> Event:
    """Return an event as its class, also if it is plain data read from JSON."""
    return msgspec.convert(event, e.AnyEvent) if isinstance(event, dict) else event  # type: ignore[no-any-return]


def sentence(event: Any, v: Voice, shown: str = "") -> str:
    """Return an event in words, after its ability's card unless `shown` already.
    It may be plain data. Raises KeyError for an event without a row; a test prevents that."""
    event = typed_event(event)
    what = SENTENCES.say(event, v)
    source = getattr(event, "source", "")
    if isinstance(source, str) and source and source != shown:
        return v.say("{source}: {what}", source=v.source(source), what=what)
    return capital(what)
