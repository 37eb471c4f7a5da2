"""The table of what the conformance cases cover; `python -m tests.adjudicator.coverage_table` writes it anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, get_args

from adjudicator import face
from adjudicator.thrones.rules.revisions import REVISION
from adjudicator.thrones.state.decisions import AnyDecision
from adjudicator.thrones.state.events import AnyEvent
from tests.adjudicator.case_file import Case, read_cases
from tests.adjudicator.case_runner import Ran, run

DOCS = Path(__file__).parents[2] / "docs"
SHOWN = 4
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
# A Storm of Swords, on its own board and as options of the first edition: its own suite covers them.
STORM = (
    "move-troops",
    "negotiate",
    "accept-offer",
    "wildling-card-shown",
    "leader-turned",
    "leader-moved",
    "leader-taken",
    "hostage-moved",
    "leader-killed",
    "offer-made",
    "offer-answered",
    "tactics-laid",
    "tactics-revealed",
    "tactic-added",
    "tactic-removed",
    "tactics-barred",
    "order-placed",
    "alliance-turned",
    "alliance-taken",
    "alliance-lost",
    "alliance-made",
    "alliance-ended",
    "aid-given",
    "bonus-gained",
    "card-spent",
    "claim-gained",
    "claim-lost",
    "weather-changed",
    "loss-spared",
)

Results = list[tuple[Case, Ran]]


class Suite(NamedTuple):
    """The cases of one edition: what they must cover, and the page that says it. `without` are questions and events
    that this edition does not know; `examples` counts worked examples and answers by kind. What an edition has from its
    `basis` is covered by the cases of that one, cards of `modules` by those of the edition that they come from.
    """

    edition: str
    prefix: str
    title: str
    page: Path
    examples: dict[str, int]
    without: tuple[str, ...] = ()
    basis: str = ""
    modules: tuple[str, ...] = ()


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
        modules=("storm-cards",),
    ),
    Suite(
        "second-edition",
        "2E",
        "the second edition",
        DOCS / "rules-coverage-second-edition.md",
        {},
        ("lose-to-wildlings", "text-silenced", "card-removed", *BANK, *LOYAL, *VASSALS, *ALTERNATE, *STORM),
    ),
    Suite(
        "mother-of-dragons",
        "MOD",
        "Mother of Dragons",
        DOCS / "rules-coverage-mother-of-dragons.md",
        {},
        STORM,
        basis="second-edition",
    ),
    Suite(
        "storm-of-swords",
        "SOS",
        "A Storm of Swords",
        DOCS / "rules-coverage-storm-of-swords.md",
        {},
        (*BANK, *LOYAL, *VASSALS, *ALTERNATE),
        basis="first-edition",
    ),
)


class Own(NamedTuple):
    """What an edition has of its own: cards and citations."""

    cards: list[str]
    westeros: list[str]
    wildling_cards: list[str]
    citations: dict[str, str]


def of(suite: Suite) -> Own:
    """What the cases of an edition must cover; without what it has from its basis."""
    edition = face.edition_under(suite.edition, REVISION, ())
    below = face.edition_under(suite.basis, REVISION, ()) if suite.basis else None

    def new(mine: Iterable[str], theirs: Iterable[str] | None) -> list[str]:
        return [name for name in mine if theirs is None or name not in theirs]

    cards = [name for name, card in edition.cards.items() if card.module not in suite.modules]
    if below is not None:
        cards = [name for name in cards if below.cards.get(name) != edition.cards[name]]
    return Own(
        cards,
        new(edition.westeros, below and below.westeros),
        new(edition.wildling_cards, below and below.wildling_cards),
        {key: edition.citations[key] for key in new(edition.citations, below and below.citations)},
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
    names += [f"{prefix}-CARD-{card}" for card in edition.cards]
    names += [f"{prefix}-WEST-{card}" for card in edition.westeros]
    names += [f"{prefix}-WILD-{card}" for card in edition.wildling_cards]
    missing = [name for name in names if name not in {case.id for case, _ in ran}]
    for kind in _tags(AnyDecision, suite) if not suite.basis else ():
        if not any(_asks(one, kind) for _, one in ran):
            missing.append(f"question {kind}")
    for kind in _tags(AnyEvent, suite) if not suite.basis else ():
        if not any(_tells(one, kind) for _, one in ran):
            missing.append(f"event {kind}")
    cited = {record.rule for _, one in ran for record in one.records}
    return missing + [f"rule {key}" for key in edition.citations if key not in cited]


def _tags(union: object, suite: Suite) -> list[str]:
    tags = (str(kind.__struct_config__.tag) for kind in get_args(union))
    return [tag for tag in tags if tag not in DECREED and tag not in suite.without]


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
    decks = [("House cards", "CARD", edition.cards), ("Westeros cards", "WEST", edition.westeros)]
    decks.append(("Wildling cards", "WILD", edition.wildling_cards))
    for heading, kind, names in decks:
        if not names:
            continue
        lines += ["", f"## {heading}", "", "| card | cases |", "|---|---|"]
        for name in names:
            lines.append(_row(name, (case.id for case, _ in ran if _belongs(case, f"{prefix}-{kind}-{name}"))))
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
