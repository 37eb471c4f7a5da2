"""Parts of the rules: which go together, and what a game has of the edition."""

from __future__ import annotations

from itertools import combinations

import pytest

from adjudicator import games
from adjudicator.engine.decision import Illegal
from adjudicator.selfplay import play
from adjudicator.thrones.editions.every import EDITIONS
from adjudicator.thrones.rules.registry import REVISION, check_modules, edition_of, plays, with_modules
from adjudicator.thrones.rules.round import full_deck
from adjudicator.thrones.rules.step_context import last_texts
from adjudicator.thrones.state.board import Position

FIRST, SECOND, STORM_OF_SWORDS = (EDITIONS[name] for name in ("first-edition", "second-edition", "storm-of-swords"))
OLD = {"I": 10, "II": 10, "III": 10}


def begun(*modules: str, edition: str = "first-edition", players: int = 5) -> Position:
    position = games.start(edition, players, "a seed", modules)
    assert isinstance(position, Position)
    return position


def test_leaders_need_the_new_cards_and_the_blue_decks() -> None:
    for modules in (("leaders",), ("storm-cards", "leaders"), ("storm-westeros", "leaders", "tactics")):
        with pytest.raises(Illegal) as refused:
            begun(*modules)
        assert (refused.value.reasons[0].code, refused.value.reasons[0].where) == ("module-needs-others", "modules")
        with pytest.raises(Illegal, match="module-needs-others"):
            games.of_edition("first-edition").check_modules(games.edition("first-edition"), modules)
    with pytest.raises(Illegal, match="only together with storm-cards and storm-westeros"):
        check_modules(FIRST, ("leaders",))


def test_all_others_are_free_to_combine() -> None:
    free = [module for module in FIRST.modules if module != "leaders"]
    for count in range(len(free) + 1):
        for modules in combinations(free, count):
            games.of_edition("first-edition").check_modules(games.edition("first-edition"), modules)
            assert begun(*modules).board.modules == list(modules)
    games.of_edition("first-edition").check_modules(games.edition("first-edition"), FIRST.modules)


def test_a_part_that_there_is_not_is_refused() -> None:
    with pytest.raises(Illegal, match="unknown-module"):
        games.of_edition("first-edition").check_modules(games.edition("first-edition"), ("tides",))
    with pytest.raises(Illegal, match="unknown-module"):
        games.of_edition("storm-of-swords").check_modules(games.edition("storm-of-swords"), ("leaders",))


@pytest.mark.parametrize(
    ("modules", "players"),
    [
        (("a-dance-with-dragons", "rumble-in-the-south"), 6),
        (("victory-6", "victory-9"), 6),
        (("a-dance-with-dragons",), 5),
        (("teach-the-game",), 3),
    ],
)
def test_set_ups_and_targets_exclude_one_another(modules: tuple[str, ...], players: int) -> None:
    with pytest.raises(Illegal) as refused:
        begun(*modules, edition="second-edition", players=players)
    (reason,) = refused.value.reasons
    assert (reason.code in ("modules-exclude", "players-not-supported"), reason.where) == (True, "modules")


@pytest.mark.parametrize(
    ("modules", "size"),
    [
        (("tides",), 24),
        (("tides-without-3",), 22),
        (("tides-without-skulls",), 22),
        (("tides-two-2s",), 22),
        (("tides-without-3", "tides-without-skulls", "tides-two-2s"), 18),
    ],
)
def test_changes_of_the_tides_leave_cards_out(modules: tuple[str, ...], size: int) -> None:
    position = begun(*modules, edition="second-edition")
    assert "tides" in position.board.modules
    assert len(full_deck(edition_of(position), "tides")) == size


def test_a_set_up_brings_its_rounds_and_house_cards() -> None:
    position = begun("a-dance-with-dragons", "victory-8", edition="second-edition", players=6)
    edition = edition_of(position)
    assert position.board.modules == ["alternate", "victory-8", "a-dance-with-dragons"]
    assert (edition.rounds, position.board.victory, edition.setups[6].victory) == (6, 8, 8)
    assert (SECOND.rounds, SECOND.setups[6].victory) == (10, 7)


def test_a_game_without_parts_has_nothing_of_them() -> None:
    position = begun()
    edition, board = edition_of(position), position.board
    assert {deck: len(cards) for deck, cards in position.hidden.decks.items()} == OLD
    assert (edition.leaders, edition.tactics, edition.wildling_cards) == ({}, {}, {})
    assert "a-throne-of-blades" not in edition.westeros
    assert "a-throne-of-blades" in FIRST.westeros
    assert (board.leaders, board.tactics, board.realm, board.modules) == ({}, None, None, [])
    assert edition.battle == FIRST.battle
    assert edition.hooks == FIRST.hooks
    assert edition.functions == FIRST.functions
    assert not edition.ravens_look


def test_an_edition_without_options_is_itself() -> None:
    assert with_modules(SECOND, ("tides",)) is SECOND
    assert with_modules(STORM_OF_SWORDS, ()) is STORM_OF_SWORDS
    assert SECOND.ravens_look


def test_the_edition_of_a_game_is_made_once() -> None:
    assert edition_of(begun("tactics")) is edition_of(begun("tactics"))
    assert edition_of(begun("tactics")) is not edition_of(begun())
    assert games.of_edition("first-edition").edition_under("first-edition", REVISION, ("tactics",)) is edition_of(
        begun("tactics")
    )
    assert games.of_edition("first-edition").edition_under("first-edition", REVISION) is FIRST


def test_blue_decks_take_the_place_of_the_others() -> None:
    position = begun("storm-westeros")
    assert {deck: len(cards) for deck, cards in position.hidden.decks.items()} == OLD
    assert position.hidden.decks["I"].count("supply") == 3
    assert begun().hidden.decks["I"].count("supply") == 4
    assert "claim-westeros" not in position.hidden.decks["III"]


def test_wildling_cards_lie_there_with_their_part_alone() -> None:
    position = begun("wildling-cards")
    assert sorted(position.hidden.decks["wildlings"]) == [f"wildling-{number}" for number in range(1, 6)]
    assert not edition_of(position).ravens_look
    assert "wildlings" not in begun("storm-westeros").hidden.decks


def test_tactics_cards_are_six_of_each_house() -> None:
    tactics = begun("tactics").board.tactics
    assert tactics is not None
    assert {len(cards) for cards in tactics.decks.values()} == {6}
    assert {"support-allies", "forge-alliances"} & set(tactics.decks["stark"]) == {"support-allies"}
    storm = begun(edition="storm-of-swords", players=4).board.tactics
    assert storm is not None
    assert {len(cards) for cards in storm.decks.values()} == {7}
    assert "support-allies" not in storm.decks["greyjoy"]
    assert storm.decks["greyjoy"][-1] == "we-do-not-sow"


def test_texts_at_the_end_of_a_battle_come_with_the_new_cards() -> None:
    assert edition_of(begun("storm-cards")).battle[-1] is last_texts
    assert last_texts not in edition_of(begun("wildling-cards")).battle


def test_whether_a_part_is_played() -> None:
    assert plays(FIRST, ("tactics",), "tactics")
    assert not plays(FIRST, ("tactics",), "leaders")
    assert plays(STORM_OF_SWORDS, (), "leaders")


@pytest.mark.parametrize("edition", ["first-edition", "storm-of-swords"])
def test_alliance_decks_lack_the_starting_cards(edition: str) -> None:
    position = begun(edition=edition, players=4)
    if edition == "first-edition":
        assert "frey" not in position.hidden.decks
        return
    sizes = {deck: len(position.hidden.decks[deck]) for deck in STORM_OF_SWORDS.alliance_decks}
    assert sizes == {"arryn": 6, "frey": 5, "tyrell": 6, "mercenaries": 6}
    again = begun(edition=edition, players=4)
    assert again.hidden.decks == position.hidden.decks
    other = games.start(edition, 4, "another seed", ())
    assert isinstance(other, Position)
    assert other.hidden.decks != position.hidden.decks


@pytest.mark.parametrize("players", [3, 5])
@pytest.mark.parametrize(
    "modules",
    [("tactics",), ("storm-cards", "storm-westeros", "leaders"), FIRST.modules, ("storm-westeros", "wildling-cards")],
    ids="+".join,
)
def test_games_with_parts_are_sound(players: int, modules: tuple[str, ...]) -> None:
    played = play("first-edition", players, "parts", modules=modules)
    assert played.violations == ()
    assert played.finished
