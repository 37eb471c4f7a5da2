"""Webhooks reach the open internet and nothing else."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from correspondence.input_validation import Invalid
from correspondence.posting import exchange
from correspondence.posting.exchange import PostFailed, Unsafe, is_open, read_new_url, read_url, resolve
from correspondence.webhooks.use_cases import Post, send

CLOSED = (
    "127.0.0.1 127.8.8.8 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.8 "
    "198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16 192.0.2.1 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 "
    "::ffff:169.254.169.254 ::7f00:1 fc00::1 fd12::1 fe80::1 ff02::1 2001:db8::1 64:ff9b::7f00:1 64:ff9b::a00:1 "
    "2002:7f00:1:: 2002:a9fe:a9fe:: 2001:0:a00:1::"
)
OPEN = "1.1.1.1 93.184.216.34 2606:4700:4700::1111 ::ffff:1.1.1.1"


def test_which_numbers_are_open() -> None:
    for number in CLOSED.split():
        assert not is_open(ipaddress.ip_address(number)), number
    for number in OPEN.split():
        assert is_open(ipaddress.ip_address(number)), number


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://user:word@example.org/",
        "https://example.org@127.0.0.1/",
        "https:///path",
        "https://exa mple.org/",
        "https://example.org/\r\nHost: other",
        "https://ex\u00e4mple.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://[::1",
        "javascript:alert(1)",
        "https://example.org/" + "a" * 500,
        "",
    ],
)
def test_what_is_no_address_to_post_to(url: str) -> None:
    with pytest.raises(Invalid, match="bad-url"):
        read_url(url, loopback=False)


def test_an_address_in_its_parts() -> None:
    read = read_url(" https://Hooks.Example.org:8443/a/b?c=d#e ", loopback=False)
    assert (read.host, read.port, read.path, read.host_header) == (
        "hooks.example.org",
        8443,
        "/a/b?c=d",
        "hooks.example.org:8443",
    )


CLOSED_HOSTS = [
    *("localhost", "a.localhost", "localhost.", "127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0"),
    *("10.0.0.1", "192.168.1.1", "169.254.169.254", "[::1]", "[::ffff:10.0.0.1]", "[fd12::1]"),
]


@pytest.mark.parametrize("host", CLOSED_HOSTS)
def test_closed_numbers_are_refused_when_typed(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange.socket, "getaddrinfo", None)

    with pytest.raises(Invalid, match="bad-url"):
        read_new_url(f"https://{host}/", loopback=False)


@pytest.mark.parametrize("host", ["hooks.example.org", "1.1.1.1", "127.0.0.1.example.org", "[2606:4700:4700::1111]"])
def test_open_numbers_and_names_are_taken(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange.socket, "getaddrinfo", None)

    assert read_new_url(f"https://{host}/", loopback=False).host == host.strip("[]")


def test_loopback_setting_opens_this_machine_alone() -> None:
    assert read_new_url("http://127.0.0.1:9000/", loopback=True).port == 9000

    for url in ("http://10.0.0.1/", "https://10.0.0.1/", "http://1.1.1.1/"):
        with pytest.raises(Invalid, match="bad-url"):
            read_new_url(url, loopback=True)


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f000001", "2130706433", "[::1]", "[::ffff:10.0.0.1]"])
def test_other_writings_of_closed_numbers(host: str) -> None:
    with pytest.raises((Unsafe, OSError)):
        resolve(read_url(f"https://{host}/", loopback=False), loopback=False)
    with pytest.raises(PostFailed):
        send(Post(f"https://{host}/", "s", "id", "test", b"{}"), 0, loopback=False)


def test_one_closed_number_among_open_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*numbers: str) -> None:
        entries = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443)) for number in numbers]
        monkeypatch.setattr(exchange.socket, "getaddrinfo", lambda *_, **__: entries)

    target = read_url("https://hooks.example.org/", loopback=False)
    found("1.1.1.1")
    assert resolve(target, loopback=False) == ["1.1.1.1"]
    for numbers in (("1.1.1.1", "10.0.0.1"), ("169.254.169.254",)):
        found(*numbers)
        with pytest.raises(Unsafe):
            resolve(target, loopback=False)
    # A host that tries programs out reaches this machine so, and no other without TLS.
    with pytest.raises(Unsafe):
        resolve(read_url("http://hooks.example.org/", loopback=True), loopback=True)
