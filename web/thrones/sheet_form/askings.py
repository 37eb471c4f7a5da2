"""The choices that cards and rules leave, as the form shows them: those that this call can ask this seat, in groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import msgspec

from adjudicator.thrones.sheets.effects.effect import Moment
from adjudicator.thrones.sheets.effects.table import Asking, askings
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.sheets.turn_sections import turn_sections
from adjudicator.thrones.state.board import View
from narration.thrones.phrases import OCCASIONS, asking_default, asking_hint, asking_title, choice_phrase
from narration.thrones.voice import Voice
from narration.words import N_

GROUPS: dict[Moment, str] = {
    "westeros": N_("Westeros cards"),
    "raven": N_("The raven"),
    "wildlings": N_("Wildling cards"),
    "card": N_("House cards"),
    "support": N_("Help of others"),
    "blade": N_("Tides of Battle"),
    "port": N_("Ports"),
    "power": N_("Power"),
    "loan": N_("Loans"),
    "tactics": N_("Tactics"),
    "alliances": N_("Alliance cards"),
    "leaders": N_("Leaders"),
}
MOST_OTHERS = 40


@dataclass(frozen=True)
class Offer:
    """One thing that asks: its key in `choices`, its words, its options in groups, how many wishes make sense."""

    key: str
    title: str
    hint: str
    options: list[tuple[str, list[tuple[str, str]]]]
    slots: int
    default: str


@dataclass(frozen=True)
class Offers:
    """What asks on one kind of occasion; `folded`: shown only when somebody wants it; `houses`: so are all but
    the first offer, which are about one house each."""

    title: str
    offers: list[Offer]
    folded: bool = False
    houses: bool = False


def offered(
    view: View, house: str, v: Voice, window: str, also: Sheet, moments: Collection[Moment] = tuple(GROUPS)
) -> list[Offers]:
    """What may ask the house in a call (an empty `window`: at any time) on some occasions, and whatever the sheet has
    wishes for."""
    known = [asking for asking in askings(view.board, v.edition, house) if asking.moment in moments]
    known = [asking for asking in known if asking.because != "tactics"]
    turn = turn_sections(view.board, v.edition, house)
    found = [(asking, now) for asking in known if (now := turn.offers(asking) if window else asking.offers)]
    groups = []
    for moment, title in GROUPS.items():
        offers = [_offer(asking, v, occasions) for asking, occasions in found if asking.moment == moment]
        if moment == "support" and offers:
            offers += [_offer(_from(other), v) for other in view.board.houses if other != house]
        if offers:
            folded = moment == "wildlings" and not window.endswith("-westeros")
            groups.append(Offers(v.say(title), offers, folded, moment == "support"))
    # Gifts of bids stand beside the bids.
    elsewhere = {*v.edition.tracks} if house in view.board.points else set()
    elsewhere |= {"tactics"} if view.board.tactics is not None else set()
    elsewhere |= {offer.key for group in groups for offer in group.offers}
    others = [key for key in also.choices if key not in elsewhere][:MOST_OTHERS]
    if others:
        groups.append(Offers(v.say("Others"), [_offer(_unknown(key, also), v) for key in others]))
    return groups


def _from(other: str) -> Asking:
    """Help that one house offers."""
    return Asking(because=other, moment="support", offers={"": ("refuse", "accept")})


def _unknown(key: str, also: Sheet) -> Asking:
    """Something that the sheet has wishes for, and that nothing here asks."""
    picks = tuple(dict.fromkeys(pick for rule in also.choices[key] for pick in rule.pick))
    return Asking(because=key, moment="card", offers={"": picks[:MOST_OTHERS]})


def _offer(asking: Asking, v: Voice, occasions: Mapping[str, tuple[str, ...]] | None = None) -> Offer:
    """What asks, with what it offers on these occasions (None: on all)."""
    occasions = asking.offers if occasions is None else occasions
    options = [
        (
            v.say(OCCASIONS[name]) if name in OCCASIONS else "",
            [(c, choice_phrase(c, v, asking.because)) for c in choices],
        )
        for name, choices in occasions.items()
    ]
    most = max((len(choices) for choices in occasions.values()), default=1)
    return Offer(
        key=asking.because,
        title=asking_title(asking.because, v),
        hint=asking_hint(asking.because, v),
        options=options,
        slots=max(len(occasions), min(3, most - 1), 1),
        default=asking_default(msgspec.structs.replace(asking, offers=occasions), v),
    )
