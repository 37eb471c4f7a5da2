"""Ratings: who counts in a game, and figures that are always those of working through all games from the first."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from correspondence.archive.statistics import keep_missing
from correspondence.games.options import NewGame, validate_terms
from correspondence.input_validation import Invalid, NotFound
from correspondence.models.accounts import Account
from correspondence.models.archive import (
    HouseResult,
    PlayerRating,
    RatedGame,
    RatingBand,
    RatingChange,
    StoredStatistics,
)
from correspondence.models.games import Game, SeatHolder
from correspondence.models.turns import Turn
from correspondence.personal_data import delete_by_link, export_account, request_deletion
from correspondence.ratings import (
    BEST,
    NEWCOMER,
    SETTLED,
    Counted,
    follow_changes,
    hide_ratings,
    leaderboard,
    players_counted,
    rate_missing,
    rate_players,
    ratings_of,
)
from correspondence.rows import new_id
from correspondence.seats import surrender
from correspondence.store import Store
from correspondence.votes.rules import end_game
from tests.correspondence.people import HOUSES, People, link_in

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
Held = dict[str, Any]
SCENARIO = """
edition = "first-edition"
players = 5
agenda = ["march", "power", "end-round"]

[setup]
clear = true
round = 4
units = { stark = { winterfell = "K2 F1" }, greyjoy = { moat-cailin = "K1" } }
"""


class Table:
    """Games that are over, written as rows: only their ends matter here."""

    def __init__(self, session: Session, people: People) -> None:
        self.session, self.people = session, people
        self.accounts = [people.account_in(session, name) for name in ("ada", "bo", "cy", "dee", "eve")]
        session.flush()

    def game(self, *held: Held, at: int = 0, turns: int = 10, winners: int = 1, **options: Any) -> Game:
        """A rated game whose houses ended in the order of HOUSES, held as said (`who`, `house`, `ended`, ...)."""
        game = Game(
            public_id=new_id(), join_code=new_id(), title="A game", edition="first-edition", players=5, pace="bulk",
            window_seconds=0.0, hold_seconds=0.0, seat_choice="choose", visibility="link", bots_fill_seats=False,
            rated=options.pop("rated", True), status="finished", creator_id=self.accounts[0].id, created_at=NOW,
            started_at=NOW, finished_at=NOW + timedelta(hours=at), seats=[], **options,
        )  # fmt: skip
        self.session.add(game)
        self.session.flush()
        for number in range(1, turns + 1):
            turn = Turn(
                public_id=new_id(), game_id=game.id, number=number, window="round.planning", round=number, asked="",
                status="closed", opened_at=NOW, due_at=NOW, closes_at=NOW, closed_at=NOW,
            )  # fmt: skip
            self.session.add(turn)
        for one in held:
            row = {"kind": "human", "began": "joined", "from_turn": 1, "seat_id": 1, **one}
            row["account_id"] = self.accounts[row.pop("who")].id
            if "ended" in row:
                row |= {"until": NOW, "to_turn": row.get("to_turn", turns - 1)}
            self.session.add(SeatHolder(game_id=game.id, since=NOW, **row))
        self.count(game, winners)
        return game

    def count(self, game: Game, winners: int = 1, at: int = 0, order: Mapping[str, int] | None = None) -> None:
        """Keep the places of a game's houses, anew if they are."""
        for table in (HouseResult, StoredStatistics):
            self.session.execute(delete(table).where(table.game_id == game.id))
        counted_at = (game.finished_at or NOW) + timedelta(minutes=at)
        self.session.add(StoredStatistics(game_id=game.id, version=1, counted_at=counted_at, document=b"{}"))
        for number, house in enumerate(HOUSES, start=1):
            place = (order or {}).get(house, number)
            self.session.add(HouseResult(game_id=game.id, house=house, place=place, won=place <= winners))
        self.session.flush()

    def found(self, game: Game) -> dict[int, Counted]:
        """Who counts, by their numbers."""
        numbers = {account.id: number for number, account in enumerate(self.accounts)}
        return {numbers[account]: one for account, one in players_counted(self.session, game).items()}


def all_play(*order: int) -> tuple[Held, ...]:
    """Everybody has a house from the first to the last: the first of the order that which won."""
    return tuple({"who": who, "house": house} for who, house in zip(order, HOUSES, strict=False))


def kept(session: Session) -> list[tuple[Any, ...]]:
    """Everything that is kept of ratings."""
    changes = select(
        RatingChange.game_id, RatingChange.account_id, RatingChange.number, RatingChange.rank, RatingChange.house,
        RatingChange.mu_before, RatingChange.mu, RatingChange.sigma,
    )  # fmt: skip
    games = select(RatedGame.game_id, RatedGame.ended_at, RatedGame.counted_at)
    return sorted(tuple(row) for row in session.execute(changes)) + sorted(tuple(row) for row in session.execute(games))


def latest(session: Session) -> list[tuple[Any, ...]]:
    """What follows from that: everybody's rating as it is now, and how many players each band has."""
    ratings = select(
        PlayerRating.account_id, PlayerRating.number, PlayerRating.mu, PlayerRating.sure, PlayerRating.band
    )
    bands = select(RatingBand.edition, RatingBand.band, RatingBand.players).where(RatingBand.players != 0)
    # Whoever is on no board has no band.
    return [row for query in (ratings, bands) for row in sorted(map(tuple, session.execute(query)), key=repr)]


def rated_afresh(session: Session) -> None:
    """Work out all ratings from the first game on."""
    for table in (RatingChange, RatedGame, PlayerRating, RatingBand):
        session.execute(delete(table))
    session.expire_all()
    rate_missing(session, NOW)


@pytest.fixture
def table(people: People, store: Store, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session to write games into; keys of seats are not looked at."""
    with store.begin() as session:
        if session.get_bind().dialect.name == "postgresql":
            session.execute(text("alter table seat_holders drop constraint fk_seat_holders_seat_id"))
        else:
            session.connection().exec_driver_sql("pragma defer_foreign_keys = on")
        yield Table(session, people)
        session.rollback()


def test_earlier_enders_gain_and_shared_places_are_even() -> None:
    after = rate_players({}, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5})
    points = [after[player].mu for player in range(1, 6)]
    assert points == sorted(points, reverse=True)
    assert points[0] > NEWCOMER.mu > points[-1]
    assert all(one.sigma < NEWCOMER.sigma for one in after.values())
    shared = rate_players({}, {1: 1, 2: 1, 3: 2, 4: 3})
    assert shared[1] == shared[2]
    assert NEWCOMER.mu < shared[2].mu < points[0]
    assert shared[2].mu > shared[3].mu > shared[4].mu
    drawn = rate_players({}, dict.fromkeys(range(1, 6), 1))
    assert {one.mu for one in drawn.values()} == {NEWCOMER.mu}
    with pytest.raises(ValueError):
        rate_players({}, {1: 1})


def test_the_order_in_which_players_are_named_changes_nothing() -> None:
    draw = random.Random(4)
    ranks = {player: player // 2 + 1 for player in range(8)}
    before = rate_players({}, {player: draw.randint(1, 8) for player in range(8)})
    expected = rate_players(before, ranks)
    for _ in range(30):
        named = list(ranks.items())
        draw.shuffle(named)
        assert rate_players(before, dict(named)) == expected


def test_places_count_without_gaps_and_winners_share_the_first(table: Table) -> None:
    game = table.game(*all_play(0, 1, 2), winners=2)
    assert table.found(game) == {0: Counted(1, "stark"), 1: Counted(1, "lannister"), 2: Counted(2, "baratheon")}
    drawn = table.game(*all_play(0, 1, 2), ended_by="draw")
    assert {one.rank for one in table.found(drawn).values()} == {1}


def test_a_seat_led_by_the_bot_counts_for_nobody(table: Table) -> None:
    away: Held = {"who": 1, "house": "lannister", "ended": "replaced"}
    game = table.game({"who": 0, "house": "stark"}, away, {"who": 2, "house": "tyrell"})
    assert table.found(game) == {0: Counted(1, "stark"), 2: Counted(2, "tyrell")}
    assert table.found(table.game({"who": 0, "house": "stark"}, away)) == {}, "nobody to compare with"


@pytest.mark.parametrize(
    ("ended", "counts"), [("missed", True), ("retired", True), ("vassal", True), ("deleted", False)]
)
def test_whoever_leaves_comes_behind_all_who_stayed(table: Table, ended: str, counts: bool) -> None:
    left: Held = {"who": 1, "house": "stark", "ended": ended}
    late: Held = {"who": 3, "house": "stark", "began": "substitute", "from_turn": 10}
    found = table.found(table.game(left, late, {"who": 0, "house": "lannister"}, {"who": 2, "house": "tyrell"}))
    expected = {0: Counted(1, "lannister"), 2: Counted(2, "tyrell")}
    assert found == (expected | {1: Counted(3, "")} if counts else expected)


@pytest.mark.parametrize(("first", "counts"), [(6, True), (7, False)])
def test_a_substitute_counts_who_led_in_half_of_the_turns(table: Table, first: int, counts: bool) -> None:
    late: Held = {"who": 3, "house": "stark", "began": "substitute", "from_turn": first}
    found = table.found(table.game(late, {"who": 0, "house": "lannister"}, {"who": 2, "house": "tyrell"}, turns=10))
    assert (found.get(3) == Counted(1, "stark")) == counts
    quit_too = table.game({**late, "from_turn": 2, "ended": "retired"}, *all_play(0, 1), turns=10)
    assert 3 not in table.found(quit_too)


def test_games_are_rated_by_their_end_if_rated(table: Table) -> None:
    session = table.session
    later, first = table.game(*all_play(0, 1, 2), at=5), table.game(*all_play(2, 1, 0), at=1)
    table.game(*all_play(0, 1, 2), rated=False)
    table.game(*all_play(0, 1, 2), imported_at=NOW)
    assert rate_missing(session, NOW) == 2
    numbers = dict(session.execute(select(RatingChange.game_id, RatingChange.number)).all())
    assert numbers == {first.id: 1, later.id: 2}
    assert rate_missing(session, NOW) == 0
    table.game(*all_play(1, 0, 2), at=3)
    assert rate_missing(session, NOW) == 2, "it ended before the last, which comes after it again"


@pytest.mark.parametrize("seed", range(6))
def test_figures_do_not_depend_on_the_order_of_arrival(table: Table, seed: int) -> None:
    draw, session, games = random.Random(seed), table.session, list[Game]()
    for step in range(30):
        match draw.choice(("new", "new", "new", "back", "again", "counted", "hide", "rate", "rate")):
            case "new":
                players = draw.sample(range(5), draw.randint(1, 5))
                games.append(table.game(*all_play(*players), at=draw.randint(0, 40), winners=draw.randint(0, 3)))
            case "back" if games:
                game = draw.choice(games)
                game.status, game.finished_at = "running", None
                for kind in (HouseResult, StoredStatistics):
                    session.execute(delete(kind).where(kind.game_id == game.id))
            case "again" if games:
                game = draw.choice(games)
                game.status, game.finished_at = "finished", NOW + timedelta(hours=draw.randint(0, 60))
                table.count(game, at=step)
            case "hide":
                hide_ratings(session, table.accounts[draw.randint(0, 4)], draw.random() < 0.5)
            case "counted":
                game = next((one for one in games if one.status == "finished"), None)
                if game is not None:
                    places = draw.sample(range(1, 6), 5)
                    table.count(game, at=step + 1, order=dict(zip(HOUSES, places, strict=True)))
            case "rate":
                session.flush()
                rate_missing(session, NOW)
    session.flush()
    rate_missing(session, NOW)
    found = kept(session) + latest(session)
    rated_afresh(session)
    assert found == kept(session) + latest(session)
    assert any(one.status == "finished" for one in games)


def test_leaderboards_list_settled_players_and_no_hidden_ones(table: Table) -> None:
    session = table.session
    for number in range(SETTLED):
        table.game(*all_play(0, 1, 2), at=number)
    table.game(*all_play(3, 0), at=9)
    rate_missing(session, NOW)
    lines = leaderboard(session, "first-edition").lines
    assert [(line.name, line.place, line.provisional) for line in lines] == [
        ("Ada", 1, False), ("Bo", 2, False), ("Cy", 3, False), ("Dee", 0, True),
    ]  # fmt: skip
    ada, bo = table.accounts[:2]
    mine = ratings_of(session, bo.public_id, None)
    assert (mine.ratings[0].place, len(mine.games), mine.games[0].players) == (2, SETTLED, 3)
    hide_ratings(session, ada, True)
    assert [line.name for line in leaderboard(session, "first-edition").lines] == ["Bo", "Cy", "Dee"]
    assert ratings_of(session, bo.public_id, None).ratings[0].place == 1
    assert ratings_of(session, ada.public_id, bo).ratings == ()
    assert ratings_of(session, ada.public_id, ada).ratings[0].games == SETTLED + 1
    for page in (0, 2):
        with pytest.raises(NotFound) as missing:
            leaderboard(session, "first-edition", page)
        assert missing.value.code == "no-such-page"
    with pytest.raises(NotFound) as nobody:
        ratings_of(session, "nobody", None)
    assert nobody.value.code == "no-such-person"


def _crowd(session: Session, players: int) -> list[Account]:
    """So many more players with ratings in an edition, the best first; every seventh is provisional, some hide."""
    crowd = []
    for number in range(players):
        account = Account(
            public_id=new_id(), email=f"{number}@crowd.example", name=f"P{number}", language="en", zone="UTC",
            created_at=NOW, ratings_hidden=number % 11 == 10,
        )  # fmt: skip
        session.add(account)
        crowd.append(account)
    session.flush()
    game = session.scalars(select(Game)).first()
    assert game is not None
    for number, account in enumerate(crowd):
        change = RatingChange(
            game_id=game.id, account_id=account.id, edition="first-edition", rank=1, mu_before=1500.0, sigma=50.0,
            number=1 if number % 7 == 6 else SETTLED, mu=2000.0 - number // 3 * 0.7,
        )  # fmt: skip
        session.add(change)
    follow_changes(session, "first-edition", [account.id for account in crowd])
    return crowd


def test_pages_of_a_leaderboard_go_on_where_the_last_one_ended(table: Table) -> None:
    session = table.session
    table.game(*all_play(0, 1), rated=False)
    crowd = _crowd(session, 180)
    shown = [(number, one) for number, one in enumerate(crowd) if number % 11 != 10]
    settled = [one.name for number, one in shown if number % 7 != 6]
    provisional = [one.name for number, one in shown if number % 7 == 6]
    pages = [leaderboard(session, "first-edition", page) for page in range(1, 5)]
    lines = [line for page in pages for line in page.lines]
    assert [line.name for line in lines] == settled + provisional
    assert [line.place for line in lines] == [*range(1, len(settled) + 1), *[0] * len(provisional)]
    assert [page.later for page in pages] == [True, True, True, False]
    with pytest.raises(NotFound):
        leaderboard(session, "first-edition", 5)
    for line in lines[: len(settled)]:
        # Those who are even share the place of the first of them.
        place = ratings_of(session, line.person, None).ratings[0].place
        assert place <= line.place <= place + 2
    assert [line.name for line in leaderboard(session, "first-edition", size=BEST).lines] == settled[:BEST]


def test_no_game_that_begins_elsewhere_is_rated() -> None:
    with pytest.raises(Invalid) as refused:
        validate_terms(NewGame(title="A game", scenario=SCENARIO, rated=True))
    assert (refused.value.code, refused.value.field) == ("rated-scenario", "rated")


def test_a_game_played_here_is_rated_and_told_to_its_players(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo", "greyjoy": "cy"}, rated=True)
    people.adjudicate(game_id)
    with store.begin() as session:
        surrender(session, people.account_in(session, "cy"), game_id, people.now)
    with store.begin() as session:
        end_game(session, session.scalars(select(Game)).one(), "vote", people.now)
    with store.begin() as session:
        keep_missing(session, people.now)
        assert rate_missing(session, people.now) == 1
        ranks = dict(session.execute(select(Account.name, RatingChange.rank).join(RatingChange)).all())
        assert ranks["Cy"] == 3
        assert {ranks["Ada"], ranks["Bo"]} == {1, 2}
        document = json.loads(export_account(session, people.account_in(session, "cy"), people.now))
    assert [(one["game"], one["rank"], one["house"]) for one in document["ratings"]] == [(game_id, 3, "")]
    assert document["account"]["ratings_hidden"] is False


def test_deleted_player_is_on_no_board_and_changes_no_figures(people: People, store: Store) -> None:
    game_id = people.game({"stark": "ada", "tyrell": "bo"}, rated=True)
    people.adjudicate(game_id)
    with store.begin() as session:
        end_game(session, session.scalars(select(Game)).one(), "draw", people.now)
    with store.begin() as session:
        keep_missing(session, people.now)
        rate_missing(session, people.now)
        request_deletion(session, people.account_in(session, "bo"), people.now)
    people.deliver()
    token = link_in(people.mails("bo")[-1], "account/delete/")
    with store.begin() as session:
        before = kept(session)
        delete_by_link(session, token, people.now)
        session.flush()
        assert [line.name for line in leaderboard(session, "first-edition").lines] == ["Ada"]
        assert kept(session) == before
        shown = latest(session)
        rated_afresh(session)
        assert kept(session) == before
        assert latest(session) == shown


def test_a_winner_by_override_ranks_before_the_leader(table: Table) -> None:
    game = table.game(*all_play(0, 1, 2))
    table.session.execute(update(HouseResult).where(HouseResult.game_id == game.id).values(won=False))
    second = HouseResult.game_id == game.id, HouseResult.house == HOUSES[1]
    table.session.execute(update(HouseResult).where(*second).values(won=True))
    assert {who: one.rank for who, one in table.found(game).items()} == {1: 1, 0: 2, 2: 3}
