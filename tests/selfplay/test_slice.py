"""A slice of the self-play that `rookery selfplay` runs by the thousand, and whole games adjudicated in bulk."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator import documents, game_file, games, selfplay
from adjudicator.engine.bulk import Pace, TurnInput
from adjudicator.thrones.game import THRONES
from tests.slices import IN_FULL, in_turn, its_turn, often

EDITION = "first-edition"
# The smallest table of each edition and the largest; by night those between as well.
TABLES = [("first-edition", 3), ("first-edition", 5), ("second-edition", 3), ("second-edition", 6)]
TABLES += [("mother-of-dragons", 7), ("mother-of-dragons", 8), ("storm-of-swords", 3), ("storm-of-swords", 4)]
TABLES += [("first-edition", 4), ("second-edition", 4), ("second-edition", 5)][: often(0, 3)]
MAX_TURNS = 3000
EVERY = THRONES.editions["first-edition"].modules
TOGETHER = tuple(part for part in EVERY if part not in ("tactics", "wildling-cards"))


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize(("bots", "games"), [("random", often(2, 10)), ("steward", often(1, 3))])
def test_games_end_and_break_nothing(edition: str, players: int, bots: str, games: int) -> None:
    for number in range(games):
        played = selfplay.play(edition, players, f"slice-{number}", bots)
        assert played.finished
        assert played.winners
        assert played.violations == ()


@pytest.mark.parametrize("bots", ["random", "steward"])
def test_optional_parts_of_the_rules_break_nothing(bots: str) -> None:
    """By day bots, who think for long, sit at the smallest table and the others at the largest; by night all do."""
    players = min if bots == "steward" and not IN_FULL else max
    for edition in games.ALL_EDITIONS.values():
        needs = THRONES.editions[edition.id].needs if edition.id in THRONES.editions else {}
        for module in edition.modules:
            parts = (*needs.get(module, ()), module)
            counts = games.of_edition(edition.id).setup_modules(edition).get(module, edition.player_counts)
            played = selfplay.play(edition.id, players(counts), "a slice", bots, modules=parts)
            assert (played.finished, played.violations) == (True, ())


def test_mixed_games_break_nothing() -> None:
    met: set[str] = set()
    for number in range(2, 6):
        seed = f"mixed-{number}"
        modules, houses = selfplay.mixture("mother-of-dragons", 5, seed)
        played = selfplay.play("mother-of-dragons", 5, seed, modules=modules, houses=houses)
        assert (played.finished, played.violations) == (True, ())
        met |= set(played.happened)
    assert {"module-alternate", "with-targaryen", "vassals", "loyalty-gained", "loan-taken", "vassal-claimed"} <= met


@pytest.mark.parametrize(("players", "parts"), [(3, ("tactics", "wildling-cards")), (4, TOGETHER), (5, EVERY)])
def test_options_of_the_first_edition_go_together(players: int, parts: tuple[str, ...]) -> None:
    for number in range(2):
        played = selfplay.play("first-edition", players, f"options-{number}", modules=parts)
        assert (played.finished, played.violations) == (True, ())
        assert {f"module-{part}" for part in parts} <= set(played.happened)


def adjudicated(players: int, seed: str, pace: Pace, *, bots: bool, edition: str = EDITION) -> game_file.GameFile:
    """A whole game, call by turn, stored and read back between turns; nobody sends a sheet."""
    game = game_file.new(edition, players, seed)
    for _ in range(MAX_TURNS):
        assert game.position is not None
        stored = documents.encode(game.position)
        position = documents.decode(stored)
        shown = games.of(position).resume(position)
        if shown.showing.board.ending is not None:
            return game
        assert games.of(shown.showing).broken(shown.showing, shown.waiting) == []
        turn = TurnInput(
            window=games.of(shown.showing).window(shown.showing, shown.waiting[0], pace),
            bots=frozenset(shown.showing.board.houses if bots else ()),
            pace=pace,
        )
        outcome = games.of(position).resolve(documents.decode(stored), turn)
        assert outcome.entries, f"the call {turn.window} answers nothing"
        game_file.add(game, outcome)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("edition", "players", "pace"),
    [(*table, pace) for number, table in enumerate(TABLES) for pace in in_turn(number, ("bulk", "raven", "stepwise"))],
)
def test_a_game_without_any_sheet_ends_by_defaults(edition: str, players: int, pace: Pace) -> None:
    """By day each table has one pace, which is another for the next table; by night all three."""
    game = adjudicated(players, "nobody writes", pace, bots=False, edition=edition)
    assert game_file.verify(game) == []
    assert {entry.source.by for entry in game.journal} <= {"default", "forced"}


@pytest.mark.parametrize("edition", games.ALL_EDITIONS)
def test_pace_changes_nothing_for_constant_answers(edition: str) -> None:
    """By day the first pace is compared with every second of the others, which are others for the next edition."""
    kinds = ("choose-house-card", "retreat-to", "choose-council")
    players, own = min(games.edition(edition).player_counts), list(games.ALL_EDITIONS).index(edition)
    first, *others = (*games.of_edition(edition).named_paces, kinds)
    paces = [first, *(pace for number, pace in enumerate(others) if its_turn(number + own, of=2))]
    assert len(paces) > 1
    played = [adjudicated(players, "any pace", pace, bots=True, edition=edition) for pace in paces]
    assert len({msgspec.json.encode(game.journal) for game in played}) == 1
    assert len({msgspec.json.encode(game.rounds) for game in played}) == 1


def test_a_game_file_keeps_its_optional_parts() -> None:
    game = game_file.new("second-edition", 3, "modules", modules=("tides",))
    read = game_file.decode(game_file.encode(game))
    assert read.modules == ("tides",)
    assert game_file.verify(read) == []
    assert game_file.verify(msgspec.structs.replace(read, modules=())) != []


def test_a_game_file_is_the_same_read_and_written() -> None:
    game = adjudicated(3, "files", "bulk", bots=True)
    data = game_file.encode(game)
    assert game_file.encode(game_file.decode(data)) == data
