"""Help: what a sheet can say and what is played otherwise, edition by edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from flask import render_template

from adjudicator import games
from adjudicator.engine.sheet import Section, sections_of
from adjudicator.thrones.editions.loading import rulings as rulings_of, rulings_base
from adjudicator.thrones.sheets.battle import SupportRule
from adjudicator.thrones.sheets.choices import ChoiceRule, Hostages, Ties
from adjudicator.thrones.sheets.effects.cards import Moment
from adjudicator.thrones.sheets.effects.table import QuestionSource, question_sources
from adjudicator.thrones.sheets.losses import Losses
from adjudicator.thrones.sheets.marches import Marches, TroopsRule
from adjudicator.thrones.sheets.muster import LoanRule, Muster
from adjudicator.thrones.sheets.orders import ClaimRule, Raids, RavenRule
from adjudicator.thrones.sheets.resolver import KINDS, default_policies
from adjudicator.thrones.sheets.sheet import Sheet, VassalSheet
from adjudicator.thrones.state import Edition
from narration.thrones import voice
from narration.thrones.battle_sentences import icons
from narration.thrones.summary import leader_figures
from narration.thrones.voice import has_causes, has_leaders, has_loans, has_tactics, has_vassals
from narration.words import N_

Known = Callable[[Edition], bool]


@dataclass(frozen=True)
class Part:
    """A part of the order sheet: its texts, and the decisions that it answers.

    Their defaults hold without it; `otherwise` adds what those do not tell. `module` is the optional part of the rules
    that brings it, where an edition has it as one. Without own texts and kinds, those of its section apply; without
    `known`, editions that ask any of its kinds have it.
    """

    title: str = ""
    text: str = ""
    kinds: tuple[str, ...] = ()
    known: Known | None = None
    otherwise: str = ""
    module: str = ""


# Sections whose titles on the form say which of their fields stand there, and not in the cards of areas.
_LABELLED = (Raids.section, Marches.section, SupportRule.section, ChoiceRule.section, Ties.section, LoanRule.section)
# Sections of which there is more to tell, or something else, than their help and the defaults of all their kinds.
OF_SECTIONS: Mapping[Section, tuple[Part, ...]] = {
    RavenRule.section: (
        Part(known=lambda edition: not edition.ravens_look),
        Part(
            text=N_(
                "For its holder: exchange an order or look at the top wildling card, with conditions, or do nothing."
            ),
            known=lambda edition: edition.ravens_look,
        ),
    ),
    Losses.section: (Part(kinds=("take-casualty",)),),
    Muster.section: (
        Part(),
        Part(
            N_("Mustering by an order"),
            N_("A special Consolidate Power order in a castle or stronghold musters the units that you choose there."),
            known=lambda edition: any(order.musters for order in edition.orders.values()),
            otherwise=N_("The order brings its Power."),
        ),
    ),
    ChoiceRule.section: (
        Part(kinds=("pick-effect",), known=lambda edition: edition.variant.support_refusable),
        Part(
            N_("tactics card"),
            N_("Choose a card together with your orders: list your wishes by preference, with conditions."),
            known=has_tactics,
            otherwise=N_("The last card of those in hand."),
            module="tactics",
        ),
        Part(
            N_("activated leaders"),
            N_("Among the choices: which leaders march in place of an order, and on what condition."),
            known=has_leaders,
            otherwise=N_("Orders are carried out as placed."),
            module="leaders",
        ),
        Part(
            N_("Bids given away"),
            N_("For the house that wins by loyalty: who gets the tokens bid for a track, one by one."),
            ("spread-bid",),
            has_causes,
        ),
    ),
    LoanRule.section: (Part(kinds=("take-loan", "improve-area", "place-units", "destroy-unit"), known=has_loans),),
    ClaimRule.section: (Part(kinds=("choose-vassal",), known=has_vassals),),
    VassalSheet.section: (Part(N_("Orders of vassals"), kinds=("place-vassal-orders",)),),
    TroopsRule.section: (Part(module="tactics"),),
    Hostages.section: (Part(module="leaders"),),
}


def parts(edition: Edition, sheet: type[Sheet] = Sheet) -> Iterator[Part]:
    """Return an edition's parts of a sheet in order, with all their texts and kinds."""
    for name, section in sections_of(sheet).items():
        kinds = [kind for kind in KINDS.values() if kind.part == name]
        # What answers no decision by itself is there for all.
        played = not kinds or any(kind.known(edition) for kind in kinds)
        for part in OF_SECTIONS.get(section, (Part(),)) if section.help else ():
            if part.known(edition) if part.known is not None else played:
                yield replace(
                    part,
                    title=part.title or (section.label if section in _LABELLED else section.heading),
                    text=part.text or section.help,
                    kinds=part.kinds or tuple(kind.tag for kind in kinds),
                )


def guide(v: Any) -> str:
    """The page of one edition: players, sheet, choices, orders, units, cards."""
    edition = v.edition
    pieces = (edition.cards, edition.leaders, edition.tactics, edition.alliances, edition.wildling_cards)
    return render_template(
        "thrones/guide_edition.html",
        v=v,
        known=voice,
        leader_figures=leader_figures,
        parts_of_sheet=parts(edition),
        defaults=default_policies(edition),
        choices=_choices(v),
        icons=icons,
        reconstructed=any(piece.reconstruction for catalog in pieces for piece in catalog.values()),
    )


def rulings(v: Any) -> str:
    """The page of what the program does where the rules of one edition are silent."""
    also = rulings_base(v.edition.id)
    parts = [(part, list(group)) for part, group in groupby(rulings_of(v.edition.id), key=attrgetter("part"))]
    return render_template("guide_rulings.html", v=v, parts_of_rules=parts, also=games.EDITIONS.get(also))


@cache
def _kinds_that_ask(edition_id: str) -> tuple[tuple[str, QuestionSource], ...]:
    """Return what asks in a game with all modules, with the first house it asks."""
    rules: Any = games.edition(edition_id)
    asking_by_reason: dict[str, tuple[str, QuestionSource]] = {}
    for modules in ((), games.of_edition(edition_id).compatible_modules(rules)):
        board: Any = games.start(edition_id, max(rules.setups), "0" * 64, modules).board
        for house in board.tracks["iron-throne"]:
            for asking in question_sources(board, rules, house):
                asking_by_reason.setdefault(asking.because, (house, asking))
    moments = list(get_args(Moment))
    return tuple(sorted(asking_by_reason.values(), key=lambda pair: moments.index(pair[1].moment)))


def _choices(v: Any) -> list[dict[str, Any]]:
    """What leaves a choice: who is asked, among what, what happens without a wish."""
    rules, lines = v.edition, []
    for house, asking in _kinds_that_ask(rules.id):
        because = asking.because
        who = v.house(house) if asking.moment == "card" else v.badge(asking.badge) if asking.badge else ""
        # A raven shows every wildling card; that stands in the raven's own line.
        offers = {name: choices for name, choices in asking.offers.items() if name != "raven"}
        named = dict.fromkeys(c for choices in offers.values() for c in choices)
        led = named.keys() & rules.leaders.keys() if asking.moment == "leaders" else set()
        cards = (named.keys() & rules.cards.keys()) - led
        others = (c for c in named if c not in rules.areas and c not in cards and c not in led)
        words = [v.choice_phrase(c, because) for c in others]
        if led:
            words.insert(0, v.say("a leader"))
        if named.keys() & rules.areas.keys():
            words.insert(0, v.say("an area that is offered"))
        if cards:
            words.insert(0, v.say("a card in hand"))
        if offers:
            default_text = v.asking_default(QuestionSource(because=because, moment=asking.moment, offers=offers))
            open_ended = cards or (asking.moment == "leaders" and named.keys() <= rules.areas.keys())
            default_text = v.say("the last that is offered") if open_ended else default_text
            title, hint = v.asking_title(because), v.asking_hint(because)
            lines.append({"title": title, "text": hint, "asked": who, "choices": words, "otherwise": default_text})
    return lines
