"""Stops of games played choice by choice: a conformance case up to a question, everybody else answering as it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator import documents, games
from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.scenario.building import build
from tests.adjudicator import case_file, case_script
from tests.adjudicator.btwixt import case_file as btwixt_file, case_script as btwixt_script
from tests.correspondence.people import People
from tests.e2e.phases import BTWIXT, DRAGONS, FIRST, SECOND, STORM

# What a case says besides the scenario it is.
BESIDES = ("id", "title", "source", "ruling", "decrees", "script", "waits", "expect", "rest")
MAX_STEPS = 30


@dataclass(frozen=True)
class Stop:
    """A question of a case, as cases name it (`retreat-to`, `claim`), and whose."""

    edition: str
    case: str
    seat: str
    asks: str

    def __str__(self) -> str:
        return f"{self.edition}, {self.asks} of {self.case}"


STOPS = (
    Stop(FIRST, "1E-EDGE-an-area-may-go-without-order", "stark", "place-orders"),
    Stop(FIRST, "1E-EDGE-raven-star-free", "lannister", "use-raven"),
    Stop(FIRST, "1E-EDGE-raid-special-two-targets", "lannister", "resolve-raid"),
    Stop(FIRST, "1E-EX-18", "baratheon", "resolve-march"),
    Stop(FIRST, "1E-CARD-robb-stark", "stark", "give-support"),
    Stop(FIRST, "1E-EX-17", "tyrell", "choose-house-card"),
    Stop(FIRST, "1E-RULE-08", "greyjoy", "use-blade"),
    Stop(FIRST, "1E-EX-17", "tyrell", "take-casualty"),
    Stop(FIRST, "1E-EX-17", "tyrell", "retreat-to"),
    Stop(FIRST, "1E-CARD-maester-luwin", "stark", "take-back-card"),
    Stop(FIRST, "1E-EX-02", "lannister", "disband-for-supply"),
    Stop(FIRST, "1E-EDGE-muster-tenth-footman", "lannister", "muster-units"),
    Stop(FIRST, "1E-EX-04", "lannister", "place-bid"),
    Stop(FIRST, "1E-EX-04", "greyjoy", "settle-tie"),
    Stop(FIRST, "1E-RULE-04", "baratheon", "pick-tied"),
    Stop(FIRST, "1E-RULE-04", "stark", "lose-to-wildlings"),
    Stop(FIRST, "1E-EDGE-blue-icons", "baratheon", "pick-effect"),
    Stop(SECOND, "2E-RULE-raven-looks", "lannister", "use-raven"),
    Stop(SECOND, "2E-RULE-ships-into-ports", "greyjoy", "muster-units"),
    Stop(SECOND, "2E-WILD-crow-killers-chosen", "stark", "pick-unit"),
    Stop(DRAGONS, "MOD-RULE-two-sets", "lannister", "choose-vassal"),
    Stop(DRAGONS, "MOD-RULE-vassal-orders", "stark", "place-vassal-orders"),
    Stop(DRAGONS, "MOD-LOAN-expert-artificer", "stark", "take-loan"),
    Stop(DRAGONS, "MOD-LOAN-expert-artificer", "stark", "improve-area"),
    Stop(DRAGONS, "MOD-LOAN-full-host", "stark", "place-units"),
    Stop(DRAGONS, "MOD-EX-06", "targaryen", "spread-bid"),
    Stop(DRAGONS, "MOD-RULE-fourth-deck", "targaryen", "pick-effect"),
    Stop(DRAGONS, "MOD-WEST-word-spreads-quickly", "targaryen", "cancel-move"),
    Stop(STORM, "SOS-TACTICS-together-in-secret", "stark", "pick-effect"),
    Stop(STORM, "SOS-EX-asos-05", "stark", "negotiate"),
    Stop(STORM, "SOS-EX-asos-05", "lannister", "accept-offer"),
    Stop(STORM, "SOS-TACTICS-manage-troops", "lannister", "move-troops"),
    Stop(STORM, "SOS-EX-claim-overflow", "stark", "place-bid"),
    Stop(STORM, "SOS-EDGE-claim-paid", "lannister", "pick-tied"),
    Stop(BTWIXT, "BT-CARD-betrayal", "cersei", "plays"),
    Stop(BTWIXT, "BT-ALLY-davos-seaworth", "cersei", "uses"),
    Stop(BTWIXT, "BT-ALLY-margaery-tyrell", "cersei", "claim"),
    Stop(BTWIXT, "BT-CARD-betrayal", "cersei", "move"),
    Stop(BTWIXT, "BT-CARD-demand-fealty", "cersei", "kneel"),
    Stop(BTWIXT, "BT-ALLY-gregor-clegane", "cersei", "kill"),
    Stop(BTWIXT, "BT-ALLY-bran-stark", "cersei", "arranges"),
    Stop(BTWIXT, "BT-RULE-8.2-order", "doran", "orders"),
    Stop(BTWIXT, "BT-ALLY-myrcella-baratheon", "cersei", "token"),
)


@dataclass(frozen=True)
class Asked:
    """A game that waits for an answer of ada's: the open turn, the question, and what the case answers."""

    game: str
    turn: str
    edition: str
    decision: Decision
    answer: Answer

    @property
    def sheet(self) -> Any:
        """The sheet that says nothing else."""
        return answering(self.edition, self.decision, self.answer)


def answering(edition: str, decision: Decision, answer: Answer) -> Any:
    """A sheet with one direct answer."""
    return msgspec.structs.replace(games.of_edition(edition).empty_sheet, answers={decision.id: answer})


def _case(stop: Stop) -> Any:
    cases: list[Any] = btwixt_file.read_cases() if stop.edition == BTWIXT else case_file.read_cases(stop.edition)  # type: ignore[assignment]
    return next(case for case in cases if case.id == stop.case)


def _question(stop: Stop, decision: Decision) -> str:
    if stop.edition == BTWIXT:
        return btwixt_script.question(decision)
    return f"{decision.seat} {decision.__struct_config__.tag}"


def _lines(stop: Stop, script: list[str]) -> list[tuple[str, str]]:
    """Every answer of a script with its question, in order."""
    read: Callable[[str], Any] = btwixt_script.read_line if stop.edition == BTWIXT else case_script.read_line
    lines = [read(text) for text in script]
    return [(f"{line.seat} {line[1]}", line.text) for line in lines if not line.verb]


def _answer(stop: Stop, decision: Decision, text: str) -> Answer:
    if stop.edition == BTWIXT:
        return btwixt_script.read_answer(decision, text)
    return case_script.read_answer(decision, text)


def asked_at(people: People, stop: Stop) -> Asked:
    """Play a game from a case's position until the question comes; ada leads whom it is put to."""
    case = _case(stop)
    plain = {name: value for name, value in msgspec.to_builtins(case).items() if name not in BESIDES}
    seats = games.of_edition(stop.edition).played(build(case).board) if stop.edition != BTWIXT else case.houses
    humans = {stop.seat: "ada", **{seat: f"{seat}-plays" for seat in seats if seat != stop.seat}}
    game = people.game(
        humans,
        edition=stop.edition,
        players=case.players,
        scenario=msgspec.json.encode(plain).decode(),
        pace="stepwise",
        # One hand after the other is ready.
        early_close=False,
        title=str(stop),
    )
    lines, before = _lines(stop, case.script), people.now
    for _ in range(MAX_STEPS):
        for name, seat, decision in list(_waiting(people, game, humans)):
            question = _question(stop, decision)
            place = next((n for n, (about, _) in enumerate(lines) if about == question), None)
            if place is None:
                continue
            answer = _answer(stop, decision, lines[place][1])
            if (seat, question) == (stop.seat, f"{stop.seat} {stop.asks}"):
                # Games that wait since are not to run out of time.
                people.now = before
                return Asked(game, people.turn(game), stop.edition, decision, answer)
            lines.pop(place)
            people.submit(game, name, documents.encode(answering(stop.edition, decision, answer)))
        people.adjudicate(game)
    raise AssertionError(f"{stop} does not come")


def _waiting(people: People, game: str, humans: dict[str, str]) -> Iterator[tuple[str, str, Decision]]:
    for seat, name in humans.items():
        view = people.page(game, name).view
        assert view is not None
        for decision in view.waiting:
            if decision.seat == seat:
                yield name, seat, decision
