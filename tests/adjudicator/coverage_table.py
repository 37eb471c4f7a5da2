"""The table of what the conformance cases cover; `python -m tests.adjudicator.coverage_table` writes it anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple, get_args

from adjudicator.engine.step import Event
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.registry import with_modules
from adjudicator.thrones.state.components import HouseCard
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.state.events import AnyEvent, storm
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import Ran, run

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = 4
LEADERS = "Leaders"


# Told by game masters, not by rules.
DECREED = ("edict-issued",)
# The Iron Bank of Braavos: questions and events of Mother of Dragons alone.
BANK = (
    "take-loan",
    "improve-area",
    "place-units",
    "destroy-unit",
    "area-improved",
    "bank-token-taken",
    "deck-searched",
    "interest-paid",
    "loans-moved",
    "loan-taken",
    "unit-hired",
)
# Asked and told only with a house that wins by loyalty.
LOYAL = (
    "spread-bid",
    "cancel-move",
    "loyalty-placed",
    "loyalty-moved",
    "loyalty-gained",
    "home-lost",
    "home-regained",
    "unit-grew",
    "unit-placed",
    "bids-given-away",
    "card-added",
)
# What alternate House cards bring.
ALTERNATE = ("card-copied", "strength-bought")
# Vassals and gifts of Power are of that edition too.
VASSALS = (
    "choose-vassal",
    "place-vassal-orders",
    "vassals-released",
    "vassal-claimed",
    "vassal-passed",
    "vassal-hand-drawn",
    "card-weakened",
    "power-given",
)
# What leaders, tactics and alliances ask and tell.
STORM = (
    "move-troops",
    "negotiate",
    "accept-offer",
    *(str(kind.__struct_config__.tag) for kind in get_args(storm.StormEvent)),
)
# What only an option of the first edition tells.
OPTIONS = ("wildling-card-shown",)
STORM_RULES = ("westeros.swing-the-sword", "leaders", "hostages", "hostages.negotiation", "tactics")
# What the first edition adds to the name of a card of that set, where it has one of that name.
TWIN = "-storm"
# The worked examples of its rulebook, in their order, and the cases that it implies; those of the options are the first
# edition's.
STORM_EXAMPLES = (
    "SOS-EX-claim-overflow",
    "SOS-EX-asos-02",
    "SOS-EX-asos-03",
    "SOS-EX-asos-04",
    "SOS-EX-asos-05",
    "SOS-EX-asos-06",
    "SOS-EX-asos-08",
    "SOS-EX-asos-10",
    "SOS-EX-asos-11",
    "SOS-EX-throne-of-blades",
    "SOS-EX-weather-of-a-choice",
    "SOS-EX-asos-i1",
    "SOS-EX-garrison-alone",
    "SOS-EX-kings-landing-keeps-control",
    "SOS-EDGE-ford-in-storm",
    "SOS-EDGE-ford-with-transport",
    "SOS-EDGE-rivers-with-galleys",
    "SOS-EDGE-arrow",
    "SOS-EDGE-arrow-carries-no-raid",
    "SOS-EDGE-arrow-carries-no-support",
    "SOS-RULE-asos-i6",
    "SOS-RULE-asos-i6-allied",
    "SOS-RULE-asos-i7",
    "SOS-RULE-asos-i8",
    "SOS-EX-asos-i9",
    "SOS-EX-asos-i10",
    "SOS-EX-asos-i11",
    "SOS-RULE-asos-i12-own-march",
    "SOS-RULE-asos-i12-march-order",
    "SOS-EX-asos-i13",
    "SOS-EX-asos-i14",
    "SOS-EDGE-last-round-places",
)

Results = list[tuple[Case, Ran]]


class Suite(NamedTuple):
    """The cases of one edition: what they must cover, and the page that says it. `without` are questions and events
    that this edition does not know; `examples` counts worked examples and answers by kind, `named` says others by the
    names of their cases. What an edition has from its `basis` is covered by the cases of that one, questions and events
    but for its `own`, too; what options bring from another edition, by the cases of that (`lent`).
    """

    edition: str
    prefix: str
    title: str
    page: Path
    examples: dict[str, int]
    without: tuple[str, ...] = ()
    basis: str = ""
    named: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    lent: str = ""


SUITES = (
    Suite(
        "first-edition",
        "1E",
        "the first edition",
        DOCS / "rules-coverage.md",
        {"EX": 29, "FAQ": 12, "RULE": 14},
        (
            "pick-unit",
            "pick-effect",
            "card-substituted",
            "attackers-returned",
            "garrison-removed",
            "raven-looked",
            "order-moved",
            "ships-seized",
            "effect-chosen",
            "wildling-card-drawn",
            "tide-drawn",
            "card-removed",
            *BANK,
            *LOYAL,
            *VASSALS,
            *ALTERNATE,
            *STORM,
        ),
        named=("1E-EX-asos-07", "1E-EX-asos-09"),
        lent="storm-of-swords",
    ),
    Suite(
        "second-edition",
        "2E",
        "the second edition",
        DOCS / "rules-coverage-second-edition.md",
        {},
        (
            "lose-to-wildlings",
            "text-silenced",
            "card-removed",
            *OPTIONS,
            *BANK,
            *LOYAL,
            *VASSALS,
            *STORM,
        ),
    ),
    Suite(
        "mother-of-dragons",
        "MOD",
        "Mother of Dragons",
        DOCS / "rules-coverage-mother-of-dragons.md",
        {},
        without=(*OPTIONS, *STORM),
        basis="second-edition",
    ),
    Suite(
        "storm-of-swords",
        "SOS",
        "A Storm of Swords",
        DOCS / "rules-coverage-storm-of-swords.md",
        {},
        without=(*OPTIONS, *BANK, *LOYAL, *VASSALS, *ALTERNATE),
        basis="first-edition",
        named=STORM_EXAMPLES,
        own=STORM,
    ),
)


class Own(NamedTuple):
    """What an edition has of its own: House cards with the beginning of the names of their cases, other cards, and
    citations."""

    cards: dict[str, str]
    westeros: list[str]
    wildling_cards: list[str]
    citations: dict[str, str]
    leaders: list[str]
    tactics: list[str]
    alliances: list[str]


def of(suite: Suite) -> Own:
    """What the cases of an edition must cover; without what it has from its basis or lends to it as options."""
    edition = THRONES.editions[suite.edition]
    below = with_modules(THRONES.editions[suite.basis], ()) if suite.basis else None
    lent = THRONES.editions[suite.lent] if suite.lent else None
    plain = with_modules(edition, ()) if lent is not None else edition

    def new(mine: Iterable[str], theirs: Collection[str] | None) -> list[str]:
        return [name for name in mine if theirs is None or name not in theirs]

    def about(card: HouseCard) -> str:
        """The cards of an option are told apart from others of their name."""
        of_option = lent is not None and card.module
        return f"{suite.prefix}-STORM-{card.id.removesuffix(TWIN)}" if of_option else f"{suite.prefix}-CARD-{card.id}"

    cards = [
        card
        for card in edition.cards.values()
        if suite.own
        or not (
            (below is not None and card.id in below.cards)
            or (lent is not None and card.module and card.id.removesuffix(TWIN) in lent.cards)
        )
    ]
    citations = new(edition.citations, below and below.citations)
    citations = [*citations, *STORM_RULES] if suite.own else new(citations, STORM_RULES if lent is not None else ())
    return Own(
        {card.id: about(card) for card in cards},
        new(plain.westeros, below and below.westeros),
        new(edition.wildling_cards, below and below.wildling_cards),
        {key: edition.citations[key] for key in citations},
        list(edition.leaders) if suite.own else [],
        [card.id for card in edition.tactics.values() if card.board != "throne"] if suite.own else [],
        list(edition.alliances) if suite.own else [],
    )


def results(suite: Suite) -> Results:
    """Every case of an edition with what it did."""
    return [(case, run(case)) for case in read_cases(suite.edition)]


def _row(what: str, cases: Iterable[str]) -> str:
    """A line of the table: the first few cases, and how many more there are."""
    found = list(dict.fromkeys(cases))
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"| {what} | {', '.join(found[:SHOWN])}{more} |"


def _belongs(case: Case, name: str) -> bool:
    return case.id == name or case.id.startswith(f"{name}-")


def uncovered(suite: Suite, ran: Results) -> list[str]:
    """What no case covers: examples, answers, rules, cards, questions, events and citations that must have one."""
    edition, prefix = of(suite), suite.prefix
    names = [f"{prefix}-{kind}-{number:02}" for kind, count in suite.examples.items() for number in range(1, count + 1)]
    names += suite.named
    names += edition.cards.values()
    names += [f"{prefix}-WEST-{card}" for card in edition.westeros]
    names += [f"{prefix}-WILD-{card}" for card in edition.wildling_cards]
    missing = [name for name in names if not any(_belongs(case, name) for case, _ in ran)]
    for heading, cards in _beside(edition):
        missing += [f"{heading} {card}" for card in cards if not _about(heading, card, ran)]
    for kind in _required(AnyDecision, suite):
        if not any(_asks(one, kind) for _, one in ran):
            missing.append(f"question {kind}")
    for kind in _required(AnyEvent, suite):
        if not any(_tells(one, kind) for _, one in ran):
            missing.append(f"event {kind}")
    cited = {record.rule for _, one in ran for record in one.records}
    return missing + [f"rule {key}" for key in edition.citations if key not in cited]


def _tags(union: object, suite: Suite) -> list[str]:
    tags = (str(kind.__struct_config__.tag) for kind in get_args(union))
    return [tag for tag in tags if tag not in DECREED and tag not in suite.without]


def _required(union: object, suite: Suite) -> list[str]:
    """The questions or events that cases must show: all, or on a basis those that are its own."""
    return [tag for tag in _tags(union, suite) if not suite.basis or tag in suite.own]


def _beside(edition: Own) -> list[tuple[str, list[str]]]:
    """The tokens and cards that lie beside the board."""
    return [
        (LEADERS, edition.leaders),
        ("Tactics cards", edition.tactics),
        ("Alliance cards", edition.alliances),
    ]


def _about(heading: str, name: str, ran: Results) -> list[str]:
    """The cases about a leader, by their names; about a card, those in which it lies or an event names it."""
    if heading == LEADERS:
        return [case.id for case, _ in ran if _belongs(case, f"SOS-LEADER-{name}")]
    return [case.id for case, one in ran if _uses(case, one, name)]


def _uses(case: Case, ran: Ran, card: str) -> bool:
    patch = case.setup.storm
    held = [*patch.tactics.values(), *patch.alliances.values()] if patch is not None else []
    return card in " ".join(held).split() or any(card in _names(record.event) for record in ran.records)


def _names(event: Event) -> list[str]:
    """The names in an event that stand alone or in a mapping."""
    found = []
    for value in (getattr(event, field) for field in event.__struct_fields__):
        found += list(value.values()) if isinstance(value, dict) else [value] if isinstance(value, str) else []
    return found


def _asks(ran: Ran, kind: str) -> bool:
    return any(question.split()[1] == kind for question in ran.asked)


def _tells(ran: Ran, kind: str) -> bool:
    return any(record.event.__struct_config__.tag == kind for record in ran.records)


def page(suite: Suite, ran: Results) -> str:
    """The whole page in Markdown."""
    edition, prefix = of(suite), suite.prefix
    lines = [f"# What the cases of {suite.title} cover", ""]
    lines += [
        f"{len(ran)} cases in `tests/cases/{suite.edition}`. Written by `python -m tests.adjudicator.coverage_table`."
    ]
    for heading, kind in (("Worked examples", "EX"), ("Questions and answers", "FAQ"), ("Rules restated", "RULE")):
        told_of = [f"| {case.id} | {case.title} |" for case, _ in ran if case.id.startswith(f"{prefix}-{kind}-")]
        lines += ["", f"## {heading}", "", "| case | what it shows |", "|---|---|", *told_of] if told_of else []
    decks = [("House cards", edition.cards)]
    decks.append(("Westeros cards", {card: f"{prefix}-WEST-{card}" for card in edition.westeros}))
    decks.append(("Wildling cards", {card: f"{prefix}-WILD-{card}" for card in edition.wildling_cards}))
    for heading, cards in decks:
        lines += ["", f"## {heading}", "", "| card | cases |", "|---|---|"] if cards else []
        lines += [_row(name, (case.id for case, _ in ran if _belongs(case, about))) for name, about in cards.items()]
    for heading, names in _beside(edition):
        lines += ["", f"## {heading}", "", "| name | cases |", "|---|---|"] if names else []
        lines += [_row(name, _about(heading, name, ran)) for name in names]
    lines += ["", "## Rules cited by events", "", "| rule | cases |", "|---|---|"]
    for key, words in edition.citations.items():
        told = (case.id for case, one in ran if any(record.rule == key for record in one.records))
        lines.append(_row(f"`{key}` {words}", told))
    for heading, union, has in (("Questions asked", AnyDecision, _asks), ("Events told", AnyEvent, _tells)):
        lines += ["", f"## {heading}", "", "| kind | cases |", "|---|---|"]
        lines += [_row(f"`{kind}`", (case.id for case, one in ran if has(one, kind))) for kind in _tags(union, suite)]
    lines += ["", "## Edge cases", "", "| case | what it shows | ruling |", "|---|---|---|"]
    lines += [
        f"| {case.id} | {case.title} | {case.ruling} |" for case, _ in ran if case.id.startswith(f"{prefix}-EDGE-")
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for each in SUITES:
        each.page.write_text(page(each, results(each)), encoding="utf-8")
