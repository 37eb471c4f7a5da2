"""The process list of docker-compose.yml, run for real without containers: its commands, its settings, its health
checks, on PostgreSQL and Redis; a turn is played until the email lies at a mail server; everything stops in order."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import services
from tests.e2e.house_turn import House, eventually, stop
from tests.e2e.players import Player
from tests.e2e.post import Post, post_office, text_of
from tests.operations.composition import filled

STOP_SECONDS = 30.0


@dataclass
class Composition:
    """The services of the file as processes of this machine; a name that is an address there is one here."""

    folder: Path
    port: int
    addresses: dict[str, str]
    post: Post
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        given = {"SECRET_KEY": "k" * 64, "POSTGRES_PASSWORD": "unused", "BASE_URL": self.url}
        every: dict[str, Any] = filled(given | {"SMTP_URL": self.post.url})["services"]
        # Those of a profile start only for who asks for it.
        self.services = {name: service for name, service in every.items() if "profiles" not in service}

    @property
    def url(self) -> str:
        """Where the site answers."""
        return f"http://127.0.0.1:{self.port}"

    def command(self, words: list[str]) -> list[str]:
        """A command line of the file, with this machine's port and only for this machine."""
        here = {"8000": str(self.port), "0.0.0.0": "127.0.0.1"}
        assert words[0] == "rookery"
        return [sys.executable, "-m", "worker", *(here.get(word, word) for word in words[1:])]

    def environment(self, name: str) -> dict[str, str]:
        """The settings that the file gives a service; only the addresses of other services are those of here."""
        said = {key: str(value) for key, value in self.services[name]["environment"].items()}
        said |= self.addresses | {"ROOKERY_DATA": str(self.folder / "data"), "SWEEP_SECONDS": "1"}
        return {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ} | said

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """Start a service, as a container with `init` would run it."""
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                self.command(self.services[name]["command"]),
                env=self.environment(name),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        return self.running[name]

    def answers(self) -> bool:
        """Whether somebody listens where the site will be."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=5):
            return True
        return False

    def healthy(self, name: str) -> bool:
        """What the service's own health check says."""
        test = self.services[name]["healthcheck"]["test"]
        assert test[0] == "CMD"
        asked = subprocess.run(
            self.command(test[1:]), env=self.environment(name), capture_output=True, check=False, timeout=60
        )
        return asked.returncode == 0

    def lines(self, name: str) -> list[dict[str, Any]]:
        """What a service logged: JSON, every line of it."""
        written = (self.folder / f"{name}.log").read_text().splitlines()
        # Celery's farewell is the one line that goes round every log.
        return [json.loads(line) for line in written if line and not line.startswith("worker: Warm shutdown")]


@pytest.fixture
def composition(tmp_path: Path, postgres_url: str, redis_url: str) -> Iterator[Composition]:
    """Everything of ours that lasts, started in the order of the file."""
    with ExitStack() as stack:
        post = stack.enter_context(post_office())
        made = Composition(
            tmp_path, services.free_port(), {"DATABASE_URL": postgres_url, "BROKER_URL": redis_url}, post
        )
        assert made.start("migrate").wait(timeout=60) == 0
        for name, service in made.services.items():
            if service["image"] == "rookery" and service["restart"] != "no":
                stack.callback(stop, made.start(name))
        yield made


def test_the_process_list_plays_a_turn_and_stops(composition: Composition) -> None:
    house = House(composition.url, {}, composition.folder)
    try:
        lasting = [name for name in composition.running if name != "migrate"]
        assert sorted(lasting) == ["adjudicators", "beat", "mailers", "others", "searchers", "web"]
        # Each health check is a process of its own: none is asked as long as the site is still starting.
        eventually(composition.answers, "the site to answer", house)
        for name in lasting:
            eventually(lambda name=name: composition.healthy(name), f"{name} to be healthy", house)
        play(composition, house)
        stop_in_order(composition, lasting)
    except AssertionError as failure:
        failure.add_note(house.log())
        raise
    told = [line for line in composition.lines("adjudicators") if line["event"] == "turn adjudicated"]
    assert len(told) == 1
    assert {"task", "task_id", "turn", "game", "timestamp", "level"} <= set(told[0])
    for name in lasting:
        assert all(line["event"] for line in composition.lines(name)), name
    everything = house.log()
    assert "players.example" not in everything, "a log has no address"
    assert "k" * 64 not in everything


def play(composition: Composition, house: House) -> None:
    """Three people from signing in by email to the results of the first turn, in the post."""

    def mails(address: str) -> list[str]:
        return [text_of(mail) for mail in composition.post.to(address)]

    ada = Player(house, "ada", mails)
    ada.sign_in()
    page = ada.browser.submit(
        ada.browser.get("/games/new"),
        "/games/new",
        **{
            "title": "Composed",
            "players": "3",
            "hold_minutes": "0",
            "deadline": "none",
            "early_close": "yes",
            "muster_hours": "0",
            "seat.stark": "me",
            "seat.lannister": "steward",
            "seat.baratheon": "steward",
        },
    )
    game = page.url.rsplit("/", 1)[1]
    turn = eventually(lambda: ada.open_turn(game), "an open call", house)
    ada.write_sheet(turn)
    eventually(lambda: ada.browser.get(f"/games/{game}/turns/1").status == 200, "results on the page", house)
    eventually(lambda: [text for text in mails(ada.address) if "/turns/1" in text], "the letter", house)


def stop_in_order(composition: Composition, names: list[str]) -> None:
    """As `docker compose stop` does: asked by SIGTERM, all end by themselves within their grace."""
    for name in names:
        composition.running[name].send_signal(signal.SIGTERM)
    until = time.monotonic() + STOP_SECONDS
    for name in names:
        grace = float(composition.services[name]["stop_grace_period"].removesuffix("s"))
        left = min(grace, max(1.0, until - time.monotonic()))
        assert composition.running[name].wait(timeout=left) == 0, f"{name} ended in another way"
