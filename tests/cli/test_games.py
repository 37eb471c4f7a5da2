"""Games as files: begun, adjudicated, verified, drawn, by the command that scripts use."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudicator import documents, game_file, games, selfplay
from adjudicator.engine.chance import commitment
from adjudicator.thrones.state.overrides import Reseed, SetPower
from narration.typed_sheets import read_sheet_text
from worker import game_files
from worker.cli import main


def run(*arguments: object, code: int = 0) -> Result:
    """Run the command and expect an exit code."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output + repr(result.exception)
    return result


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A new game of five."""
    path = tmp_path / "game.json"
    run("new", "--seed", "cli", "-o", path)
    return path


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A whole game of random players, with its log."""
    game = game_file.new("first-edition", 3, "over")
    assert game.position is not None
    game_file.add(game, games.of(game.position).advance(game.position, selfplay.find_oracle("random", "over")))
    path = tmp_path / "finished.json"
    path.write_bytes(game_file.encode(game))
    return path


def edit(path: Path, change: Any) -> None:
    """Change a game file's document in place."""
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document))


def test_new_is_the_same_for_the_same_seed(tmp_path: Path, game: Path) -> None:
    run("new", "--seed", "cli", "-o", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == game.read_bytes()
    document = json.loads(game.read_bytes())
    assert document["format"] == game_file.FORMAT
    assert document["commitment"]
    assert document["rounds"]["1"]


SEATED = ["--edition", "btwixt", "--players", "3", "--house", "jon", "--house", "euron", "--house", "doran", "--seated"]


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_new_seats_leaders_as_they_are_named(tmp_path: Path, seed: str) -> None:
    path = tmp_path / "seated.json"
    run("new", *SEATED, "--module", "draft", "--seed", seed, "-o", path)
    position = json.loads(path.read_bytes())["position"]
    assert position["board"]["houses"] == ["jon", "euron", "doran"]
    assert position["board"]["phase"] == "draft"
    run("verify", path)
    run("adjudicate", path, "-o", tmp_path / "next.json")
    run("verify", tmp_path / "next.json")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([*SEATED, "--players", "4"], "bad-houses"),
        ([*SEATED, "--house", "stark", "--players", "4"], "bad-houses"),
        (["--players", "3", "--house", "stark", "--seated"], "seats-not-chosen"),
        (["--edition", "third"], "unknown-edition"),
        (["--players", "9"], "players-not-supported"),
        (["--steward", "mormont"], "unknown-house"),
        (["--pace", "swift"], "unknown-pace"),
    ],
)
def test_new_refuses_what_the_rules_do_not_know(tmp_path: Path, options: list[str], words: str) -> None:
    result = run("new", *options, "-o", tmp_path / "no.json", code=2)
    assert words in result.output
    assert len(result.output.splitlines()) == 1
    assert not (tmp_path / "no.json").exists()


def test_turns_without_sheets_play_a_whole_game(tmp_path: Path, game: Path) -> None:
    for number in range(60):
        if json.loads(game.read_bytes())["position"]["board"]["ending"]:
            break
        out = tmp_path / f"{number}.json"
        run("adjudicate", game, "-o", out)
        game = out
    else:
        pytest.fail("sixty calls do not end a game of ten rounds")
    assert "verified" in run("verify", game).output


def test_adjudicate_tells_the_story_and_the_records(tmp_path: Path, game: Path) -> None:
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "stark.json").write_text('{"orders": {"winterfell": "march+0"}, "blade": [{"when": "if round > 3"}]}')
    text = run("adjudicate", game, "--sheets", sheets, "-o", tmp_path / "out.json").output
    assert "Next call: r2-" in text
    records = json.loads(run("adjudicate", game, "--sheets", sheets, "-o", tmp_path / "b.json", "--log", "json").output)
    revealed = next(r["event"]["orders"] for r in records if r["event"]["kind"] == "orders-revealed")
    assert revealed["winterfell"] == {"house": "stark", "order": "march+0"}
    assert (tmp_path / "out.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_typed_orders_are_read_as_json_is(tmp_path: Path, game: Path) -> None:
    typed, plain = tmp_path / "typed", tmp_path / "plain"
    for folder in (typed, plain):
        folder.mkdir()
    (typed / "stark.txt").write_text("ORDERS winterfell march, white harbor support\n\nGood luck to all of you!\n")
    (plain / "stark.json").write_text('{"orders": {"winterfell": "march+0", "white-harbor": "support"}}')

    result = run("adjudicate", game, "--sheets", typed, "-o", tmp_path / "typed.json")
    run("adjudicate", game, "--sheets", plain, "-o", tmp_path / "plain.json")

    assert (tmp_path / "typed.json").read_bytes() == (tmp_path / "plain.json").read_bytes()
    assert "stark.txt: line 3: not read: Good luck to all of you!" in result.output
    (typed / "stark.json").write_text("{}")
    assert "two-sheets" in run("adjudicate", game, "--sheets", typed, "-o", tmp_path / "x.json", code=2).output


def test_words_of_ones_own_in_a_file_are_told_as_they_were_taken(
    tmp_path: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood = {1: "ORDERS winterfell march"}
    monkeypatch.setattr(
        game_files,
        "read_sheet_text",
        lambda *text, **how: replace(read_sheet_text(*text, **how), understood=understood),
    )
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "stark.txt").write_text("ORDERS winterfell march\n")

    result = run("adjudicate", game, "--sheets", tmp_path / "sheets", "-o", tmp_path / "out.json")

    assert "stark.txt: line 1: read as: ORDERS winterfell march" in result.output


@pytest.mark.parametrize("command", [("adjudicate", "-o", "out.json"), ("what-if", "--seat", "stark")])
def test_files_that_are_passed_over_are_named(tmp_path: Path, game: Path, command: tuple[str, ...]) -> None:
    sheets, (name, *more) = tmp_path / "sheets", command
    sheets.mkdir()
    (sheets / "stark.txt").write_text("ORDERS winterfell march")
    (sheets / "notes.md").write_text("ORDERS winterfell march")
    (sheets / "TYRELL.TXT").write_text("ORDERS highgarden march")
    (sheets / "tyrell.txt").write_text("")
    (sheets / ".hidden").write_text("")
    more = [str(tmp_path / one) if one.endswith(".json") else one for one in more]

    told = run(name, game, "--sheets", sheets, *more).output

    said = {line for line in told.splitlines() if line.startswith("rookery: ")}
    assert said == {
        f"rookery: {sheets / 'notes.md'}: skipped: order sheets are HOUSE.json or HOUSE.txt",
        f"rookery: {sheets / 'TYRELL.TXT'}: skipped: order sheets are HOUSE.json or HOUSE.txt",
        f"rookery: {sheets / 'tyrell.txt'}: this file has no orders",
    }
    assert "Winterfell: March +0" in told


def test_sheets_of_houses_without_a_player_are_named(tmp_path: Path) -> None:
    path, sheets = tmp_path / "game.json", tmp_path / "sheets"
    sheets.mkdir()
    run("new", "--seed", "s", "--edition", "mother-of-dragons", "--players", 4, "--steward", "tyrell", "-o", path)
    vassal = json.loads(path.read_bytes())["position"]["board"]["vassals"][0]
    for house in ("tyrell", vassal):
        (sheets / f"{house}.txt").write_text("BLADE never")

    told = run("adjudicate", path, "--sheets", sheets, "-o", tmp_path / "out.json").output

    assert f"rookery: {sheets / 'tyrell.txt'}: skipped: a bot plays tyrell" in told
    assert f"rookery: {sheets / vassal}.txt: skipped: nobody plays {vassal}" in told


@pytest.mark.parametrize(("unsaid", "by"), [("bot", "steward"), ("defaults", "default")])
def test_who_makes_unsaid_choices(tmp_path: Path, unsaid: str, by: str) -> None:
    path, out, sheets = tmp_path / "game.json", tmp_path / "out.json", tmp_path / "sheets"
    sheets.mkdir()
    (sheets / "stark.txt").write_text("ORDERS winterfell march, white harbor march +1")
    run("new", "--seed", "s", "--unsaid", unsaid, "-o", path)

    run("adjudicate", path, "--sheets", sheets, "-o", out)

    journal = json.loads(out.read_bytes())["journal"]
    marches = {one["source"]["by"] for one in journal if one["decision"].endswith("resolve-march-stark")}
    assert by in marches


def test_a_bot_plays_for_its_house(tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "out.json"
    run("new", "--seed", "s", "--steward", "lannister", "-o", path)
    run("adjudicate", path, "-o", out)
    by = {entry["seat"]: set() for entry in json.loads(out.read_bytes())["journal"]}
    for entry in json.loads(out.read_bytes())["journal"]:
        by[entry["seat"]].add(entry["source"]["by"])
    assert by["lannister"] <= {"steward", "forced"}
    assert "steward" not in by["stark"]


def test_a_maester_plays_for_its_house(tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "out.json"
    run("new", "--seed", "s", "--steward", "lannister:maester", "--steward", "stark", "-o", path)
    options = json.loads(path.read_bytes())["options"]
    assert (options["stewards"], options["levels"]) == (["lannister", "stark"], {"lannister": "maester"})

    run("adjudicate", path, "-o", out)

    journal = json.loads(out.read_bytes())["journal"]
    rules = {one["seat"]: one["source"].get("rule") for one in journal if one["asked"] == "place-orders"}
    assert (rules["lannister"], rules["stark"]) == ("searched", "orders by need")
    assert "searched" not in run("adjudicate", path, "--log", "json", "-o", out).output
    run("verify", out)


def test_a_bot_of_no_known_level(tmp_path: Path) -> None:
    result = run("new", "--steward", "stark:king", "-o", tmp_path / "game.json", code=2)

    assert "there is no level 'king'; use squire, steward, maester" in result.output


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("mormont.json", "{}", "unknown-house"),
        ("stark.json", "{", "bad-json"),
        ("stark.json", '{"orders": 3}', "bad-sheet"),
        ("stark.json", '{"orders": {"atlantis": "march+0"}}', "atlantis"),
        ("stark.json", '{"blade": [{"when": "rond > 3"}]}', "blade[0].when: column 1"),
        ("stark.txt", "ORDERS atlantis march", "line 1, column 8"),
        ("stark.txt", "ORDERS highgarden raid", "orders.highgarden"),
        ("mormont.txt", "", "unknown-house"),
        ("stark.docx", "", "order sheet stark.json or stark.txt"),
    ],
)
def test_bad_sheets_are_refused_and_nothing_is_written(
    tmp_path: Path, game: Path, file: str, text: str, words: str
) -> None:
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    (sheets / file).write_text(text)
    result = run("adjudicate", game, "--sheets", sheets, "-o", tmp_path / "out.json", code=2)
    assert words in result.output
    assert file in result.output
    assert not (tmp_path / "out.json").exists()


def test_a_finished_game_verifies_and_is_not_adjudicated(tmp_path: Path, finished: Path) -> None:
    assert "verified" in run("verify", finished).output
    assert "game-over" in run("adjudicate", finished, "-o", tmp_path / "x.json", code=2).output
    assert json.loads(run("verify", "--json", finished).output)["differences"] == []


def test_verify_finds_a_changed_board(finished: Path) -> None:
    def richer(document: dict[str, Any]) -> None:
        document["position"]["board"]["power"]["stark"] += 1

    edit(finished, richer)
    assert "position.board.power.stark" in run("verify", finished, code=1).output


def test_verify_finds_a_changed_answer(finished: Path) -> None:
    def bolder(document: dict[str, Any]) -> None:
        entry = next(e for e in document["journal"] if e["asked"] == "place-bid")
        entry["answer"]["power"] += 1

    edit(finished, bolder)
    assert run("verify", finished, code=1).output


@pytest.mark.parametrize(("field", "value"), [("seat", "lannister"), ("asked", "choose-house-card")])
def test_verify_finds_an_answer_under_another_name(finished: Path, field: str, value: str) -> None:
    game = json.loads(finished.read_text())
    entry = next(entry for entry in game["journal"] if entry["asked"] == "place-orders" and entry["seat"] == "stark")
    entry[field] = value
    finished.write_text(json.dumps(game))
    assert f"than was asked, first {entry['decision']}" in run("verify", finished, code=1).output


def test_verify_finds_another_seed_and_says_which_shuffle(finished: Path) -> None:
    edit(finished, lambda document: document.update(seed="mine"))
    output = run("verify", finished, code=1).output
    assert "commitment" in output


def test_verify_finds_a_missing_event(finished: Path) -> None:
    edit(finished, lambda document: document["rounds"]["3"].pop(4))
    assert "missing or out of order" in run("verify", finished, code=1).output


def test_an_export_without_seed_is_in_order_but_not_proven(finished: Path, tmp_path: Path) -> None:
    def withheld(document: dict[str, Any]) -> None:
        del document["seed"], document["position"]

    edit(finished, withheld)
    assert "cannot be checked" in run("verify", finished).output
    assert "no-position" in run("adjudicate", finished, "-o", tmp_path / "x.json", code=2).output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "bad-game-file"),
        (b"{}", "format"),
        (b"\xff\xfe", "bad-game-file"),
        (b'{"format": "rookery-game/9", "edition": "x", "players": 3, "commitment": ""}', "format"),
        (b'{"format": "rookery-game/1", "edition": "x", "players": 3, "commitment": ""}', "unknown-edition"),
        (b"[" * 100_000, "bad-game-file"),
    ],
)
def test_what_is_no_game_file_is_said_in_one_line(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    for command in (
        ["verify", path],
        ["map", path, "-o", tmp_path / "x.svg"],
        ["adjudicate", path, "-o", tmp_path / "x"],
    ):
        result = run(*command, code=2)
        assert words in result.output
        assert "bad.json" in result.output
        assert len(result.output.splitlines()) == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "none.json" in run("verify", tmp_path / "none.json", code=2).output


def test_map_as_svg_and_png_for_a_seat_and_a_round(tmp_path: Path, finished: Path) -> None:
    run("map", finished, "-o", tmp_path / "map.svg", "--seat", "stark")
    assert (tmp_path / "map.svg").read_text().startswith("<svg")
    run("map", finished, "-o", tmp_path / "map.png", "--round", "2")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert "unknown-round" in run("map", finished, "-o", tmp_path / "x.svg", "--round", "11", code=2).output
    assert "unknown-house" in run("map", finished, "-o", tmp_path / "x.svg", "--seat", "arryn", code=2).output
    assert "unknown-format" in run("map", finished, "-o", tmp_path / "x.gif", code=2).output


@pytest.mark.parametrize("players", [3, 6])
def test_a_game_of_the_second_edition_has_a_map(tmp_path: Path, players: int) -> None:
    path = tmp_path / "second.json"
    run("new", "--edition", "second-edition", "--players", players, "--module", "tides", "--seed", "cli", "-o", path)
    assert json.loads(path.read_bytes())["modules"] == ["tides"]
    run("map", path, "-o", tmp_path / "map.svg")
    assert 'id="area-port-of-sunspear"' in (tmp_path / "map.svg").read_text(encoding="utf-8")
    run("map", path, "-o", tmp_path / "map.png")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_the_map_of_the_last_round_is_the_map_of_the_end(tmp_path: Path, finished: Path) -> None:
    last = max(map(int, json.loads(finished.read_bytes())["rounds"]))
    run("map", finished, "-o", tmp_path / "a.svg", "--round", last)
    run("map", finished, "-o", tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_schema_names_every_kind() -> None:
    schema = json.loads(run("schema").output)
    assert set(schema["properties"]) >= {"position", "sheet", "record", "decision", "game", "edict", "change"}
    assert "BattleWon" in schema["$defs"]
    assert "March" in schema["$defs"]


def test_a_game_with_overrides_and_a_new_seed_verifies(tmp_path: Path) -> None:
    game = game_file.new("first-edition", 3, "edicts")
    assert game.position is not None
    for override in (
        SetPower(house="stark", power=9),
        Reseed(commitment=commitment("a new seed"), seed="a new seed"),
    ):
        game_file.add(game, games.of(game.position).issue(game.position, override, "a mistake", "gm"))
    game_file.add(game, games.of(game.position).advance(game.position, selfplay.find_oracle("random", "edicts")))
    path = tmp_path / "overrides.json"
    path.write_bytes(game_file.encode(game))
    assert "2 overrides, all shuffles" in run("verify", path).output

    def another(document: dict[str, Any]) -> None:
        document["journal"][0]["reason"] = "no mistake"

    edit(path, another)
    assert "record.event.reason" in run("verify", path, code=1).output


SCENARIO = """
edition = "first-edition"
players = 5
agenda = ["march", "power", "end-round"]
seed = "a position"

[setup]
clear = true
round = 4
units = { stark = { winterfell = "K2 F1" }, greyjoy = { moat-cailin = "K1" } }
orders = { stark = { winterfell = "march+0" } }
"""


def test_a_game_begins_from_a_scenario_and_is_proven_by_it(tmp_path: Path) -> None:
    text, path, after = tmp_path / "here.toml", tmp_path / "game.json", tmp_path / "after.json"
    text.write_text(SCENARIO)
    run("begin", text, "-o", path)
    begun = game_file.decode(path.read_bytes())
    assert (begun.seed, "seed" in begun.scenario) == ("a position", False)
    assert begun.position is not None
    assert begun.position.board.round == 4
    assert "verified" in run("verify", path).output
    run("adjudicate", path, "-o", after)
    run("verify", after)
    assert run("map", after, "--round", "4", "-o", tmp_path / "map.svg").output == ""
    edit(after, lambda document: document["scenario"]["setup"].update(round=5))
    assert "round" in run("verify", after, code=1).output
    edit(after, lambda document: document.update(players=4))
    assert "not-its-scenario" in run("verify", after, code=1).output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"xx", "bad-scenario"),
        (b"\xff", "bad-scenario"),
        (b'{"edition": "first-edition", "players": 5, "agenda": ["fly"]}', "agenda[0]"),
        (b'{"edition": "no such"}', "unknown-edition"),
        (b'{"edition": "first-edition", "players": 5}', "nothing-to-decide"),
    ],
)
def test_what_is_no_scenario_is_said(tmp_path: Path, content: bytes, words: str) -> None:
    text = tmp_path / "here.toml"
    text.write_bytes(content)
    assert words in run("begin", text, "-o", tmp_path / "game.json", code=2).output
    assert not (tmp_path / "game.json").exists()


def test_a_scenario_has_no_unknown_bot(tmp_path: Path) -> None:
    text = tmp_path / "here.toml"
    text.write_text(SCENARIO)
    assert "unknown-house" in run("begin", text, "--steward", "frey", "-o", tmp_path / "g.json", code=2).output


def test_the_next_turn_names_whoever_may_be_asked(tmp_path: Path) -> None:
    """Planning asks all, whatever waits first; a bot's house is not asked."""
    path, out = tmp_path / "game.json", tmp_path / "out.json"
    run("new", "--edition", "mother-of-dragons", "--players", "3", "--seed", "s", "-o", path)
    line = next(one for one in run("status", path).output.splitlines() if one.startswith("Current turn: "))
    position = documents.decode(json.dumps(json.loads(path.read_bytes())["position"]).encode())
    played = sorted(games.of(position).played(games.of(position).resume(position).showing.board))
    assert line == f"Current turn: r1-planning, for {', '.join(played)}."
    run("new", "--seed", "cli", "--steward", "stark", "-o", path)
    text = run("adjudicate", path, "-o", out).output
    assert "stark" not in text.splitlines()[-1]
    assert "unknown-house" in run("status", path, "--seat", "frey", code=2).output


def test_a_draft_tells_each_house_its_own_cards_alone(tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "out.json"
    run("new", "--edition", "btwixt", "--players", "3", "--module", "draft", "--seed", "s", "-o", path)
    run("adjudicate", path, "-o", out)
    mine, *others = documents.decode(json.dumps(json.loads(out.read_bytes())["position"]).encode()).board.houses
    seen = {
        seat: run("adjudicate", path, *(["--seat", seat] if seat else []), "--log", "json", "-o", out).output
        for seat in ("", mine)
    }
    kept = {
        seat: [r["event"] for r in json.loads(text) if r["event"]["kind"] == "cards-kept"]
        for seat, text in seen.items()
    }
    assert [one["kept"].keys() for one in kept[mine]] == [{mine}] * len(kept[mine])
    assert not any(one["kept"] for one in kept[""])
    assert "decided" not in seen[""]
    text = run("status", out, "--seat", mine).output
    hand = text[text.index("Your hand:") :]
    assert len(hand.splitlines()) > len(kept[mine]) > 3
    assert "Your hand:" not in run("status", out).output
