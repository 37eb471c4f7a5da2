"""Games go on under the rules they began under; `kept/` holds games that were played before there were revisions."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from adjudicator import documents, game_file, games
from adjudicator.engine.decision import Illegal
from adjudicator.engine.step import advance
from adjudicator.game_file import GameFile
from adjudicator.selfplay import find_oracle
from adjudicator.thrones.bot.sight import bot_answer
from adjudicator.thrones.game import THRONES, ThronesRules
from adjudicator.thrones.rules import registry
from adjudicator.thrones.rules.registry import EARLIER, REVISION, Earlier, at_revision, switches
from adjudicator.thrones.rules.step_context import Game, bind, quiet
from adjudicator.thrones.state.edition import Variant
from adjudicator.thrones.state.events import DeckShuffled

KEPT = sorted((Path(__file__).parent / "kept").glob("*.json.gz"))


# Editions that came when rules had revisions already: no game of theirs was begun under an earlier one.
LATER = {"storm-of-swords"}


def kept(path: Path) -> GameFile:
    return game_file.decode(gzip.decompress(path.read_bytes()))


def test_games_of_every_edition_are_kept() -> None:
    assert {kept(path).edition for path in KEPT} == set(THRONES.editions) - LATER


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.split(".")[0])
def test_a_kept_game_is_read_and_replayed_byte_for_byte(path: Path) -> None:
    data = gzip.decompress(path.read_bytes())
    game = game_file.decode(data)
    assert b'"revision"' not in data
    assert game.position is not None
    assert (game.revision, game.position.revision) == (0, 0)
    assert msgspec.json.encode(game) == data
    assert game_file.verify(game) == []


def test_a_kept_game_goes_on_under_the_rules_it_began_under() -> None:
    game = next(game for game in map(kept, KEPT) if game.position and not game.position.board.ending)
    assert game.position is not None
    outcome = THRONES.advance(game.position, bot_answer)
    game_file.add(game, outcome)
    assert outcome.entries
    assert outcome.showing.board.ending is not None
    assert THRONES.view(outcome.showing, None).revision == 0
    assert b'"revision"' not in documents.encode(outcome.position)
    assert game_file.verify(game) == []


def test_a_new_game_begins_under_the_latest_rules() -> None:
    game = game_file.new("first-edition", 5, "a seed")
    assert game.position is not None
    assert (game.revision, game.position.revision) == (REVISION, REVISION)
    assert THRONES.view(game.position, "stark").revision == REVISION
    again = game_file.decode(game_file.encode(game))
    assert again.revision == REVISION
    assert game_file.verify(again) == []
    assert documents.decode(documents.encode(game.position)).revision == REVISION


@pytest.mark.parametrize("revision", [-1, REVISION + 1])
def test_a_revision_that_there_is_not_is_refused_by_name(revision: int) -> None:
    data = game_file.encode(msgspec.structs.replace(game_file.new("first-edition", 5, "a seed"), revision=revision))
    position = games.start("first-edition", 5, "a seed")
    position.revision = revision
    for ask in (
        lambda: game_file.decode(data),
        lambda: documents.decode(documents.encode(position)),
        lambda: games.start("first-edition", 5, "a seed", revision=revision),
        lambda: games.of_edition("first-edition").edition_under("first-edition", revision),
    ):
        with pytest.raises(Illegal) as refused:
            ask()
        assert refused.value.reasons[0].code == "unknown-revision"


def test_every_row_names_a_switch_that_differs_today() -> None:
    for row in EARLIER:
        assert row.switch in Variant.__struct_fields__, row
        assert 0 <= row.until < REVISION, row
        assert row.reason, row
        now = [getattr(edition.variant, row.switch) for edition in THRONES.editions.values()]
        assert any(value != row.value for value in now), row


def test_of_a_rule_mended_twice_older_games_have_the_older_value() -> None:
    rows = (Earlier("wildlings_retreat", 1, 0, "once"), Earlier("wildlings_retreat", 2, 1, "again"))
    assert [switches(number, rows) for number in (0, 1, 2)] == [{"wildlings_retreat": 1}, {"wildlings_retreat": 2}, {}]


def test_steps_of_an_earlier_revision_read_its_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "EARLIER", (Earlier("wildlings_retreat", 5, 0, "a trial"),))
    seen = []

    def look(game: Game) -> None:
        seen.append(game.edition.variant.wildlings_retreat)

    edition = bind(msgspec.structs.replace(games.edition("first-edition")), {"begin-round": quiet(look)})
    for revision in (0, REVISION):
        rules = ThronesRules(at_revision(edition, revision))
        position = games.start("first-edition", 5, "a seed", revision=revision)
        advance(rules, position, bot_answer)
    assert seen == [5, 0]


def test_position_and_view_find_their_revision() -> None:
    old, new = (games.start("second-edition", 6, "a seed", revision=revision) for revision in (0, REVISION))
    assert (
        registry.edition_of(old)
        is registry.edition_of(THRONES.view(old, None))
        is games.of_edition(old.edition).edition_under(old.edition, 0)
    )
    assert registry.edition_of(new) is registry.edition_of(THRONES.view(new, None)) is games.edition("second-edition")
    assert registry.edition_of(old) is not registry.edition_of(new)
    assert registry.edition_of(old).areas is registry.edition_of(new).areas


def test_a_deck_that_a_card_searched_is_verified_too() -> None:
    """Rodrik the Reader puts a card on top of those that were still in the deck, and shuffles these alone."""
    searched = 0
    for number in range(12):
        seed = f"searched {number}"
        game = game_file.new("mother-of-dragons", 8, seed, modules=("alternate",))
        assert game.position is not None
        game_file.add(game, THRONES.advance(game.position, find_oracle("random", seed)))
        shuffles = [r for r in game.records() if isinstance(r.event, DeckShuffled) and "rodrik" in r.event.purpose]
        if not shuffles:
            continue
        searched += 1
        assert game_file.verify(game) == []
        event = shuffles[0].event
        swapped = msgspec.structs.replace(event, order=(*event.order[:-2], event.order[-1], event.order[-2]))
        at = game.rounds[shuffles[0].round]
        place = next(n for n, record in enumerate(at) if record.number == shuffles[0].number)
        at[place] = msgspec.structs.replace(at[place], event=swapped)
        assert any("into another order" in line for line in game_file.verify(game))
        break
    assert searched
