"""Flags, one by one: each says what a master should look at, and nothing else does."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator import games
from adjudicator.engine.decision import Source
from adjudicator.engine.step import Answered, Decided, Outcome, Record
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Battle, Ending, Force, Position
from correspondence.review.audit import flag_phrase
from correspondence.review.pending_results import TABLES, flags_of
from narration.thrones.voice import Voice
from narration.words import translator

SKIPPED = {"where": "cards[0]", "code": "card-not-in-hand", "words": "none of its cards is in hand"}
ILLEGAL = {"where": "orders.winterfell", "code": "too-many-stars", "words": "more stars than allowed"}


def _outcome(*told: Any) -> Outcome[Position]:
    outcome = THRONES.resume(games.start("first-edition", 5, "flags"))
    records = [Record(number, 1, "march", "", event) for number, event in enumerate(told, 1)]
    return msgspec.structs.replace(outcome, records=records, entries=[])


def _decided(skipped: dict[str, str] | None = None, by: str = "sheet") -> Decided:
    source = {"by": by, "skipped": [skipped] if skipped else []}
    return Decided(decision="d9-x-stark", seat="stark", asked="use-blade", answer={}, source=source)


def _battle(attack: int, defence: int, skipped: dict[str, str] | None, by: str = "strength") -> Outcome[Position]:
    started = e.BattleStarted(
        battle=Battle(area="moat-cailin", attacker="greyjoy", defender="stark", origin="seagard", order="march+0")
    )
    sides = {"attacker_items": (), "defender_items": (), "swords": 0, "fortifications": 0, "losses": 0}
    won = e.BattleWon(
        area="moat-cailin",
        winner="greyjoy",
        loser="stark",
        by=by,
        attacker=attack,
        defender=defence,
        **sides,  # type: ignore[arg-type]
    )
    return _outcome(started, _decided(skipped), won)


def _kinds(outcome: Outcome[Position], **said: Any) -> list[str]:
    before = THRONES.resume(games.start("first-edition", 5, "flags")).showing.board
    return [flag.kind for flag in flags_of(before, outcome, **({"awaited_houses": (), "sender_houses": ()} | said))]


def test_battle_is_close_by_one_point_and_an_ignored_line() -> None:
    assert _kinds(_battle(4, 3, SKIPPED)) == ["close-battle"]
    assert _kinds(_battle(3, 3, SKIPPED, "tie")) == ["close-battle"]
    assert _kinds(_battle(5, 3, SKIPPED)) == []
    assert _kinds(_battle(4, 3, None)) == []
    assert _kinds(_battle(4, 4, SKIPPED, "destroyed")) == []
    assert _kinds(_battle(4, 3, SKIPPED | {"code": "not-this-battle"})) == []


def test_forbidden_instructions_are_flagged_without_fallbacks() -> None:
    assert _kinds(_outcome(_decided(ILLEGAL))) == ["illegal-instruction"]
    assert _kinds(_outcome(_decided(SKIPPED))) == []


def test_defaults_count_for_those_asked_who_sent_nothing() -> None:
    outcome = _outcome()
    entry = Answered("d1", "stark", "use-blade", None, Source("default"))
    outcome.entries.append(entry)
    assert _kinds(outcome, awaited_houses=("stark", "tyrell")) == ["default-used"]
    assert _kinds(outcome, awaited_houses=("stark",), sender_houses=("stark",)) == []
    assert _kinds(outcome) == []


def test_homes_units_overrides_and_the_end() -> None:
    outcome = _outcome()
    board = outcome.showing.board
    board.forces = {area: force for area, force in board.forces.items() if force.house != "stark"}
    board.forces["winterfell"] = Force("greyjoy", {"footman": 1})
    board.ending = Ending(("greyjoy",), "settlements", 1)
    assert _kinds(outcome, overrides=(3,)) == ["edict", "home-taken", "wiped-out", "game-over"]


def test_every_flag_has_words() -> None:
    v = Voice(games.edition("first-edition"), translator("en"))
    outcome = _battle(4, 3, SKIPPED)
    before = outcome.showing.board
    told = [flag_phrase(flag, v) for flag in flags_of(before, outcome, awaited_houses=(), sender_houses=())]
    assert told == [("The battle for Moat Cailin was close (4 : 3), and an instruction for it was skipped")]
    assert set(TABLES["flags"]) >= {"default-used", "edict", "illegal-instruction", "evaluation-differs"}
