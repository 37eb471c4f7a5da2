"""Each mended rule has a case of the suite that holds in new games alone: older ones go on as they began."""

from __future__ import annotations

import pytest

from adjudicator.engine.decision import Illegal
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.scenario.building import build
from adjudicator.thrones.state.board import Position
from tests.adjudicator import case_runner
from tests.adjudicator.case_file import Case, read_cases

# By switch the case that shows the rule as mended.
MENDED = {
    "disband_freely": "2E-WEST-supply-from-any-army",
    "routed_promoted": "2E-RULE-routed-footman-promoted",
    "turn_by_name": "2E-FAQ-doran-and-the-turn",
    "tokens_beside_units": "MOD-RULE-vassal-attacks-with-a-part",
    "strength_below_zero": "2E-RULE-strength-not-below-zero",
    "tides_face_up": "2E-RULE-tides-face-down",
    "own_loss_last": "MOD-CARD-beric-dondarrion-before-the-conquest",
    "attackers_only_go_home": "2E-CARD-robb-stark-attackers",
    "retreat_saves_most": "1E-EDGE-retreat-saves-all",
    "support_refusable": "1E-EDGE-support-declined",
    "troops_go_on_by_ship": "1E-TACTICS-go-on-not-by-ship",
    "oldest_claim_lost": "SOS-ALLIANCE-filthy-accusations",
    "void_units_stay_void": "2E-CARD-salladhor-saan-before-victarion",
    "commanders_pay": "MOD-CARD-bronn-between-vassals",
    "used_cards_in_decks": "2E-CARD-rodrik-the-reader-used",
}
CASES = {case.id: case for edition in THRONES.editions for case in read_cases(edition)}


def of_before(case: Case) -> Position:
    """Where the case starts, in a game that began before there were revisions."""
    position = build(case)
    position.revision = 0
    return position


@pytest.mark.parametrize("name", MENDED.values())
def test_an_older_game_keeps_its_rule(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert case_runner.run(CASES[name]).wrong == []
    monkeypatch.setattr(case_runner, "build", of_before)
    try:
        wrong = case_runner.run(CASES[name]).wrong
    except Illegal as refused:
        wrong = [str(refused)]
    assert wrong != []
