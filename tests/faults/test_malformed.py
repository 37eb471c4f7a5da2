"""F13: bodies that nobody's browser would send, at every door, with good ones among them."""

from __future__ import annotations

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache

import pytest
from sqlalchemy import func, select

from adjudicator import game_file, games, selfplay
from correspondence.models.archive import Import
from correspondence.models.games import Game, Message
from correspondence.models.turns import Turn
from tests.faults.doors import Answer, Door
from tests.faults.nemesis import settle
from tests.faults.player import Players, modest
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import size
from tests.faults.tables import Player, Table, lay, visitor
from tests.security.bodies import doors_of_play, fresh, other_doors
from tests.security.hostile import Body, Door as Place, hostile_bodies, written

pytestmark = pytest.mark.services
AT_ONE_TABLE, TOGETHER = 250, 2
MAX_MORE_MEMORY = 100 * 1024**2
# Doors of people, not of games: what is changed there would keep players' emails back.
OF_NOBODY = ("/account", "/sign-in", "/lobby", "/games/new", "/import", "/api/v1/me", "/api/v1/games/import")


@cache
def whole_game() -> bytes:
    """A game that is over, as a file."""
    game = game_file.new("first-edition", 3, "from afar")
    assert game.position is not None
    game_file.add(game, games.of(game.position).advance(game.position, selfplay.find_oracle("random", "from afar")))
    return game_file.encode(game)


@dataclass
class Flood:
    """Who sends, to which table, and what came of it."""

    realm: Realm
    table: Table
    turn_id: str
    lobby: str
    guest: Player
    mails: set[int] = field(default_factory=set)
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def run(self, seed: int, count: int) -> None:
        """Send so many bodies, one in twenty of them good; then let the turn close."""
        door, player, other = Door(self.realm.url), self.table.players[0], self.table.players[1]
        play = [place for place in self._play(other.house) if "standing" not in place.path]
        places = play * 3 + [Place("POST", "/import", "file", whole_game(), {"title": "A game from afar"})]
        places += [place for place in other_doors(self.table.game_id, self.lobby) if place.path != "/import"]
        for body in itertools.islice(hostile_bodies(seed, places, fresh=fresh), count):
            self._send(door, player, body, body.door in play)
        players = Players(self.realm, [self.table])
        for one in self.table.players:
            answer = players.hand_in(door, one, self.turn_id, modest(one.house, players.chance), True)
            if not answer.accepted:
                self.wrong.append(f"{one.house} could not close the call: {answer.status} {answer.codes()}")

    def _play(self, other: str) -> list[Place]:
        return [place for place in doors_of_play(self.table.game_id, self.turn_id, other) if place.kind != "file"]

    def _send(self, door: Door, player: Player, body: Body, needed: bool) -> None:
        place, history = body.door, self.realm.history
        of_nobody = place.path.startswith(OF_NOBODY) or place.path == "/api/v1/games"
        who = self.guest if of_nobody else player
        number = history.sent("sheet", turn=self.turn_id, house=player.house, document="{}") if is_sheet(body) else 0
        if place.path.startswith("/api/"):
            answer = door.raw(place.method, place.path, body.data, body.content_type, token=who.token)
        else:
            answer = door.raw(place.method, place.path, body.data, body.content_type, cookie=who.cookie)
        self.answers[str(answer.status)] += 1
        if number:
            self._keep(door, player, number, answer)
        if place.path.endswith("/messages") and answer.status in (200, 201, 303):
            self._keep_mail(body)
        if body.good and needed and not answer.accepted:
            self.wrong.append(f"good {place.method} {place.path}: {answer.status} {answer.body[:300]!r}")
        if not answer.accepted and not clear(answer, place):
            self.wrong.append(f"{body.how} {place.method} {place.path}: {answer.status} {answer.body[:300]!r}")

    def _keep(self, door: Door, player: Player, number: int, answer: Answer) -> None:
        """Write down the version that was taken, as its player reads it afterwards."""
        if answer.status not in (200, 303):
            self.realm.history.told(number, "refused", status=answer.status)
            return
        got = door.api(player.token, "GET", f"/turns/{self.turn_id}/sheet").json()
        self.realm.history.told(
            number, "acked", number=got["number"], digest=got["digest"], kept=got["document"], document=got["document"]
        )
        self.answers["sheets"] += 1

    def _keep_mail(self, body: Body) -> None:
        """Write down the email that was taken: a good one as it was sent, another as it was understood."""
        with self.realm.store.read() as session:
            query = select(Message).join(Game, Game.id == Message.game_id)
            last = session.scalars(
                query.where(Game.public_id == self.table.game_id).order_by(Message.id.desc()).limit(1)
            ).one()
        # The same words twice within minutes are one email.
        if last.id not in self.mails:
            self.mails.add(last.id)
            said = f"good letter {body.number}" if body.good else last.body
            self.realm.history.told(self.realm.history.sent("press", body=said), "acked")
            self.answers["letters"] += 1


def bring_in(realm: Realm, player: Player) -> None:
    """Somebody else sends the good file twice, and each time it is checked to the end; the second is known already."""
    place = Place("POST", "/import", "file", whole_game(), {"title": "A game from afar"})
    content_type, data = written(place, place.sample)
    for _ in range(2):
        answer = Door(realm.url).raw(place.method, place.path, data, content_type, cookie=player.cookie)
        assert answer.accepted, f"the good file: {answer.status} {answer.body[:300]!r}"
        realm.until(lambda: not _waiting(realm), "every file is checked", 300)


def _waiting(realm: Realm) -> int:
    with realm.store.read() as session:
        return session.scalar(select(func.count()).where(Import.at.is_(None))) or 0


def is_sheet(body: Body) -> bool:
    """Whether it goes where sheets are handed in."""
    return body.door.path.startswith(("/turns/", "/api/v1/turns/"))


def clear(answer: Answer, place: Place) -> bool:
    """Whether a refusal says by its status that it is the sender's to mend, and in its body what."""
    if not 400 <= answer.status < 500 or b"Traceback" in answer.body or b'File "/' in answer.body:
        return False
    return bool(answer.codes()) if place.path.startswith("/api/") else b"<h1" in answer.body


@pytest.mark.experiment("malformed")
def test_f13_bodies_that_nobody_sends_hinder_no_good_one(realm: Realm) -> None:
    count = size("malformed")
    tables = lay(realm.store, -(-count // AT_ONE_TABLE), messages=("private", "public"), window_hours=700)
    guest, lobby = visitor(realm.store, datetime.now(UTC))
    with realm.store.read() as session:
        query = select(Game.public_id, Turn.public_id).join(Turn, Turn.game_id == Game.id)
        turns = {row[0]: row[1] for row in session.execute(query)}
    site, crew = realm.site(), realm.crew()
    before = site.memory()
    floods = [Flood(realm, table, turns[table.game_id], lobby, guest) for table in tables]
    with ThreadPoolExecutor(TOGETHER) as pool:
        for end in [pool.submit(flood.run, seed, AT_ONE_TABLE) for seed, flood in enumerate(floods)]:
            end.result()
    settle(realm)
    # One file of an account waits at a time, so among so many bad ones the good file may have been sent away.
    bring_in(realm, tables[0].players[1])
    grown = site.memory() - before
    answers, wrong = sum((f.answers for f in floods), Counter[str]()), [what for f in floods for what in f.wrong]
    with realm.store.read() as session:
        imported = session.scalar(select(func.count()).where(Game.imported_at.is_not(None))) or 0
    refused = sum(number for status, number in answers.items() if status.startswith("4"))
    tell("F13", judged(realm), bodies=count, refused=refused, imported=imported, grown_mb=round(grown / 1024**2))
    assert not wrong, "\n".join(wrong[:10])
    assert site.alive
    assert crew.alive
    assert refused > count // 3
    assert imported == 1, "the good file was taken, and kept once however often it came"
    assert grown < MAX_MORE_MEMORY
