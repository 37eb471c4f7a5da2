"""Where a rule stands in the rulebook, in the reader's language: `1e rules p.13: battle, phase 1; FAQ 7`."""

from __future__ import annotations

import re

from adjudicator.thrones.state.edition import Edition
from narration.words import N_, Words

_PHRASES = frozenset(
    (
        N_("1e rules"),
        N_("2e rules"),
        N_("MoD rules"),
        N_("MoD Westeros cards"),
        N_("Storm of Swords rules"),
        N_("sheet or default"),
        N_("FAQ on the order of texts"),
        N_("FAQ 2.0 on ties"),
        N_("official FAQ on the order of card texts"),
        N_("improvement and degradation"),
        N_("House cards"),
        N_("Tides of Battle"),
        N_("Valyrian steel blade"),
        N_("Westeros cards"),
        N_("Westeros phase"),
        N_("action phase"),
        N_("alliance cards"),
        N_("allied units"),
        N_("assign orders"),
        N_("at any moment"),
        N_("battle"),
        N_("bidding"),
        N_("bids"),
        N_("call for support"),
        N_("casualties"),
        N_("choice cards"),
        N_("choosing vassals"),
        N_("clean-up"),
        N_("combat"),
        N_("combat clean up"),
        N_("combat with vassals"),
        N_("consolidate power"),
        N_("control of Braavos"),
        N_("determine victor"),
        N_("dragons"),
        N_("effects of loans"),
        N_("end of the action phase"),
        N_("establishing control"),
        N_("gaining loyalty tokens"),
        N_("garrisons"),
        N_("gifts of Power"),
        N_("hostages"),
        N_("initial combat strength"),
        N_("last card"),
        N_("leaders"),
        N_("march orders"),
        N_("mustering"),
        N_("negotiating for hostages"),
        N_("neutral forces"),
        N_("obtaining loans"),
        N_("orders in a conquered area"),
        N_("paying interest"),
        N_("pillage"),
        N_("planning phase"),
        N_("ports"),
        N_("raid orders"),
        N_("resolution"),
        N_("resolve Consolidate Power orders"),
        N_("resolve march orders"),
        N_("resolve raid orders"),
        N_("retreats"),
        N_("reveal orders"),
        N_("rewards of Power"),
        N_("routed units"),
        N_("routed units and siege engines"),
        N_("sea order tokens on land"),
        N_("sequence of the round"),
        N_("seven castles and strongholds"),
        N_("ship transport"),
        N_("special Consolidate Power"),
        N_("supply"),
        N_("tactics cards"),
        N_("taking control of enemy ports"),
        N_("the Iron Bank of Braavos"),
        N_("the Messenger Raven"),
        N_("the growing threat"),
        N_("the track of loans"),
        N_("the weather marker"),
        N_("towns"),
        N_("used House cards"),
        N_("victory"),
        N_("wildling attack"),
        N_("wildling cards"),
        N_("winning"),
        N_("winning the game"),
    )
)
_NUMBERED = (
    (re.compile(r"phase (\w+)"), N_("phase {n}")),
    (re.compile(r"step (\w+)"), N_("step {n}")),
    (re.compile(r"option (\w+)"), N_("option {n}")),
    (re.compile(r"end of round (\w+)"), N_("end of round {n}")),
)
_STEPS = re.compile(r"steps (\w+) and (\w+)")
_PAGE = re.compile(r" p\.[\d-]+$")


def told(citation: str, edition: Edition, words: Words) -> str:
    """A citation of an edition in a language; numbers and what has no other name stay as they are."""
    if words.language == "en":
        return citation
    return "; ".join(_piece(piece, edition, words) for piece in citation.split("; "))


def _piece(piece: str, edition: Edition, words: Words) -> str:
    source, colon, topics = piece.partition(": ")
    page = _PAGE.search(source)
    named = _topic(source[: page.start()] if page else source, edition, words) + (page.group() if page else "")
    if not colon:
        return named
    # A card may have a comma in its name.
    first, _, rest = topics.partition(", ")
    whole = _card(rest, edition, words)
    parts = [_topic(first, edition, words), whole] if whole else _topics(topics, edition, words)
    return f"{named}: {', '.join(parts)}"


def _topics(topics: str, edition: Edition, words: Words) -> list[str]:
    return [_topic(one, edition, words) for one in topics.split(", ")]


def _topic(topic: str, edition: Edition, words: Words) -> str:
    if topic in _PHRASES:
        return words.gettext(topic)
    for pattern, said in _NUMBERED:
        found = pattern.fullmatch(topic)
        if found:
            return words.say(said, n=found[1])
    both = _STEPS.fullmatch(topic)
    if both:
        return words.say(N_("steps {a} and {b}"), a=both[1], b=both[2])
    return _card(topic, edition, words) or topic


def _card(name: str, edition: Edition, words: Words) -> str:
    """The name of a Westeros card that is called so in English; empty if there is none."""
    cards = edition.westeros.values()
    return next((card.name.say(words.language) for card in cards if card.name.say("en") == name), "")
