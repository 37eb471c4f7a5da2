"""A webhook's name stands for one number at the look and another at the post: it goes where was looked."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from correspondence.posting import exchange
from correspondence.posting.exchange import PostFailed
from correspondence.webhooks.use_cases import Post, send

POST = Post("https://hooks.example.org/in", "a secret", "id", "test", b"{}")


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Any]]:
    """What names stand for, one answer after the other, and what was asked and connected to."""
    seen: dict[str, list[Any]] = {"asked": [], "connected": [], "answers": []}

    def found(host: str, port: int, **_: Any) -> list[Any]:
        seen["asked"].append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in seen["answers"].pop(0)]

    def connected(target: tuple[str, int], **_: Any) -> socket.socket:
        seen["connected"].append(target)
        raise ConnectionRefusedError("nobody is there")

    monkeypatch.setattr(exchange.socket, "getaddrinfo", found)
    monkeypatch.setattr(exchange.socket, "create_connection", connected)
    return seen


def test_the_number_that_was_looked_at_is_the_one_posted_to(numbers: dict[str, list[Any]]) -> None:
    numbers["answers"] = [["93.184.216.34"], ["127.0.0.1"], ["10.0.0.1"]]
    with pytest.raises(PostFailed, match="ConnectionRefusedError"):
        send(POST, 0, loopback=False)
    assert numbers["asked"] == ["hooks.example.org"], "asked once"
    assert numbers["connected"] == [("93.184.216.34", 443)]


@pytest.mark.parametrize(
    "answer", [["127.0.0.1"], ["93.184.216.34", "169.254.169.254"], ["::ffff:10.0.0.1"], ["fe80::1%eth0"], ["0.0.0.0"]]
)
def test_nothing_is_connected_to_in_the_hosts_own_rooms(answer: list[str], numbers: dict[str, list[Any]]) -> None:
    numbers["answers"] = [answer]
    with pytest.raises(PostFailed) as told:
        send(POST, 0, loopback=False)
    assert told.value.for_good
    assert numbers["connected"] == []
