"""Differences between boards: complete, empty only for boards that say the same, and in words."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

import narration.thrones.tell  # noqa: F401
from adjudicator import documents, games
from adjudicator.engine.chance import Picker
from adjudicator.thrones.state import visibility as c
from adjudicator.thrones.state.board import (
    Bank,
    Battle,
    Board,
    Deed,
    Ending,
    Force,
    Garrison,
    Leader,
    Placed,
    Realm,
    Tactics,
)
from narration.thrones.differences import change_words
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, translator
from tests.adjudicator.overrides.tables import FIRST, at_most

GAMES = [f"difference {number}" for number in range(6)]


def boards(seed: str) -> list[Board]:
    """Boards of a random game at some moments, the waiting step included."""
    position, pick, found = games.start("first-edition", 5, seed), Picker(seed, "players"), []
    for _ in range(12):
        outcome = games.of(position).advance(position, at_most(pick(40), pick))
        found.append(documents.decode(documents.encode(outcome.showing)).board)
        position = documents.decode(documents.encode(outcome.position))
    return found


def canonical(board: Board) -> Any:
    """The board without the order of cards in hands and of names in sets, which say nothing."""
    plain = msgspec.to_builtins(board)
    for pile in (plain["hands"], plain["discards"]):
        for cards in pile.values():
            cards.sort()
    for name in ("bans", "spent", "houses"):
        plain[name].sort()
    for name in ("silenced", "used_up"):
        if plain["battle"]:
            plain["battle"].get(name, []).sort()
    return plain


@pytest.mark.parametrize("seed", GAMES)
def test_nothing_differs_only_between_boards_that_say_the_same(seed: str) -> None:
    moments = boards(seed)
    for one in moments:
        copy = msgspec.json.decode(msgspec.json.encode(one), type=Board)
        assert games.of(one).difference(one, copy) == ()
        for other in moments:
            changes = games.of(one).difference(one, other, FIRST)
            assert (changes == ()) == (canonical(one) == canonical(other))
            assert len(games.of(other).difference(other, one, FIRST)) == len(changes)


def changed(value: Any) -> Any:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case list():
            return [*value, "something"]
        case dict():
            return {**value, "somewhere": _like(next(filter(None, value.values()), "something"))}
        case None:
            return None
    raise AssertionError(value)


def _like(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=type(value))


@pytest.mark.parametrize("field", Board.__struct_fields__)
def test_no_part_of_the_board_is_forgotten(field: str) -> None:
    board = boards(GAMES[0])[5]
    other = _like(board)
    value = getattr(other, field)
    if field == "battle":
        value = Battle("pyke", "stark", "greyjoy", "winterfell", "march+1")
    elif field == "ending":
        value = Ending(("stark",), "settlements", 3)
    elif field == "bank":
        value = Bank(["", "a loan"])
    elif field == "tactics":
        value = Tactics({"stark": ["a tactic"]})
    elif field == "realm":
        value = Realm(claim=["stark"])
    elif field == "leaders":
        value = {"robb-stark": Leader("stark", "winterfell")}
    elif field in ("deeds", "last_deeds"):
        value = [*value, Deed("stark", "raided", "greyjoy", "pyke")]
    elif field in ("garrisons", "commanders"):
        value = {"garrisons": {"pyke": Garrison("greyjoy", 2)}, "commanders": {"greyjoy": "stark"}}[field]
    elif field in ("bids", "revealed", "orders", "tokens", "neutral") and not value:
        value = {"pyke": {"bids": {"stark": 1}, "orders": Placed("stark", "raid"), "neutral": 3}.get(field, "stark")}
    else:
        value = changed(value)
    setattr(other, field, value)
    assert len(games.of(board).difference(board, other, FIRST)) == 1, field


def test_areas_come_in_the_order_of_the_data() -> None:
    one, other = boards(GAMES[0])[0], boards(GAMES[1])[9]
    areas = [change.area for change in games.of(one).difference(one, other, FIRST) if isinstance(change, c.UnitsChange)]
    assert areas == sorted(areas, key=FIRST.area_order.__getitem__)
    assert len(areas) > 3


BATTLE = Battle("moat-cailin", "stark", "greyjoy", "winterfell", "march+1")
CHANGES: tuple[c.AnyChange, ...] = (
    c.UnitsChange(area="moat-cailin", before=None, after=Force("stark", {"knight": 1}, {"footman": 1})),
    c.UnitsChange(area="moat-cailin", before=Force("stark", {}, {"footman": 1}), after=Force("stark", {"footman": 1})),
    c.NeutralChange(area="the-eyrie", before=6, after=None),
    c.GarrisonChange(area="winterfell", before=Garrison("stark", 2), after=None),
    c.CommanderChange(house="greyjoy", before=None, after="stark"),
    c.ControlChange(area="moat-cailin", before=None, after="stark"),
    c.OrderChange(area="moat-cailin", before=Placed("stark", "march+1"), after=None),
    c.PowerChange(house="stark", before=5, after=4),
    c.SupplyChange(house="stark", before=1, after=2),
    c.CardsChange(
        house="stark", before=(("eddard-stark",), ("robb-stark",)), after=(("robb-stark",), ("eddard-stark",))
    ),
    c.CardsChange(house="stark", before=(("eddard-stark",), ()), after=(("eddard-stark",), ("robb-stark",))),
    c.TrackChange(track="iron-throne", before=("stark", "tyrell"), after=("tyrell", "stark")),
    c.BadgeChange(badge="iron-throne", before="stark", after="tyrell"),
    c.BidsChange(auction="wildlings", before=None, after={"stark": 3}),
    c.RevealedChange(deck="I", before=None, after="winter-is-coming"),
    c.LoyaltyChange(area="moat-cailin", before=None, after=2),
    c.PointsChange(house="stark", before=1, after=2),
    c.GrowthChange(unit="footman", before=None, after=1),
    c.WordsChange(what="growing", before=("2", "4"), after=("4",)),
    c.WordsChange(what="lost_homes", before=(), after=("stark",)),
    *(
        c.WordsChange(what=when, before=(), after=(f"stark {what} tyrell moat-cailin",))
        for when in ("deeds", "last_deeds")
        for what in ("attacked", "raided", "beat", "supported", "opposed")
    ),
    c.ImprovementChange(area="moat-cailin", before=None, after=("barrel", "stronghold")),
    c.BankChange(before=None, after=Bank(["", "a loan"], {"stark": ["another"]}, "stark")),
    *(c.NumberChange(what=what, before=1, after=2) for what in ("round", "wildlings", "victory")),
    c.WordsChange(what="phase", before=("planning",), after=("raids",)),
    c.WordsChange(what="bans", before=(), after=("footman-support",)),
    c.WordsChange(what="spent", before=("messenger-raven",), after=()),
    c.WordsChange(what="removed", before=(), after=("eddard-stark",)),
    c.WordsChange(what="vassals", before=(), after=("tyrell",)),
    c.WordsChange(what="modules", before=(), after=("tides",)),
    c.WordsChange(what="houses", before=("stark",), after=("stark", "tyrell")),
    c.LeaderChange(leader="robb", before=Leader("stark", "moat-cailin", active=True), after=Leader("stark", "pyke")),
    c.LeaderChange(leader="robb", before=Leader("stark", cell="tyrell"), after=None),
    c.TacticsChange(before=None, after=Tactics({"stark": ["one"]}, {"stark": ["two"]}, ["tyrell"], ["one"])),
    c.AlliancesChange(house="stark", before=None, after=("a pact",)),
    c.AllianceDeckChange(deck="arryn", before=("", ""), after=("a pact", "stark")),
    c.AllianceDeckChange(deck="mercenaries", before=("a pact", ""), after=("", "")),
    c.NumberChange(what="weather", before=0, after=2),
    c.WordsChange(what="claim", before=("stark", "stark"), after=("tyrell",)),
    c.WordsChange(what="wildling_card", before=(), after=("a wildling",)),
    c.WordsChange(what="spent-cards", before=(), after=("a pact",)),
    c.BattleChange(before=None, after=BATTLE),
    c.EndingChange(before=None, after=Ending(("stark",), "settlements", 3)),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_has_words_with_names(language: str) -> None:
    assert {type(change) for change in CHANGES} == set(get_args(c.AnyChange))
    voice = Voice(FIRST, translator(language))
    known = [i for i in (*FIRST.areas, *FIRST.cards, *FIRST.westeros, *FIRST.orders, *FIRST.tracks) if "-" in i]
    for change in CHANGES:
        told = change_words(change, voice)
        assert "{" not in told
        assert [i for i in known if i in told] == [], told


def test_lists_are_called_in_the_language_of_the_reader() -> None:
    change = c.WordsChange(what="last_deeds", before=(), after=("stark raided tyrell oldtown",))
    assert change_words(change, Voice(FIRST, translator("it"))).startswith("Eventi del round scorso: ")


def test_changes_read_plainly() -> None:
    voice = Voice(FIRST, translator("en"))
    assert change_words(CHANGES[0], voice) == "Moat Cailin: no units \u2192 1 knight and 1 footman (routed) of Stark"
    assert change_words(CHANGES[7], voice) == "Power of Stark: 5 \u2192 4"
    assert change_words(CHANGES[9], voice) == ("Stark holds again: Robb Stark. Stark no longer holds: Eddard Stark.")


def test_an_end_is_a_sentence_and_no_change_of_phase() -> None:
    before, voice = boards(GAMES[0])[-1], Voice(FIRST, translator("en"))
    for winners, words in (
        (("stark",), "The game ends: Stark wins."),
        (("stark", "tyrell"), "The game ends: Stark and Tyrell share the victory."),
    ):
        after = msgspec.structs.replace(before, phase="raids", ending=Ending(winners, "edict", 3))
        assert [change_words(change, voice) for change in c.difference(before, after, {})] == [words]
