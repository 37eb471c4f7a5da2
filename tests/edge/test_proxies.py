"""Who asks, as the whole site sees it behind the edge: forged, doubled and strange headers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, request

from correspondence.settings import Settings
from correspondence.store import Store
from tests.edge.outpost import ask, serving
from web import create_app
from worker.edge.connection import Limits

PEER = "127.0.0.1"
FORGED = {
    "one": "X-Forwarded-For: 6.6.6.6\r\n",
    "two": "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 7.7.7.7\r\n",
    "a list": "X-Forwarded-For: 6.6.6.6, 7.7.7.7\r\n",
    "in capitals": "X-FORWARDED-FOR: 6.6.6.6\r\n",
    "with an underscore": "X_Forwarded_For: 6.6.6.6\r\n",
    "others": "Forwarded: for=6.6.6.6;proto=https\r\nX-Real-IP: 6.6.6.6\r\nClient-IP: 6.6.6.6\r\n"
    "True-Client-IP: 6.6.6.6\r\nCF-Connecting-IP: 6.6.6.6\r\n"
    "X-Forwarded-Host: evil.example\r\nX-Forwarded-Prefix: /evil\r\n",
    "the variable itself": "Remote-Addr: 6.6.6.6\r\nREMOTE_ADDR: 6.6.6.6\r\n",
    "no address": "X-Forwarded-For: <script>\r\n",
    "nothing": "X-Forwarded-For: ,,\r\n",
    "a scheme": "X-Forwarded-Proto: https\r\n",
}


# Behind one known proxy: what the site believes of these.
BELIEVED = {
    "one": "6.6.6.6 http ",
    "two": "7.7.7.7 http ",
    "a list": "7.7.7.7 http ",
    "with an underscore": f"{PEER} http ",
    "others": f"{PEER} http ",
    "the variable itself": f"{PEER} http ",
    "no address": f"{PEER} http ",
    "nothing": f"{PEER} http ",
    "a scheme": f"{PEER} https ",
}


def told(app: Flask, folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The address and scheme that the site believes of each forgery."""
    app.add_url_rule("/asker", "asker", lambda: f"{request.remote_addr} {request.scheme} {request.script_root}")
    found = {}
    with serving(app, folder, Limits()) as port:
        for name in names:
            answer = ask(port, f"GET /asker HTTP/1.1\r\nHost: 127.0.0.1\r\n{FORGED[name]}\r\n".encode())
            assert answer.startswith(b"HTTP/1.1 200 "), (name, answer)
            found[name] = answer.partition(b"\r\n\r\n")[2].decode()
    return found


def test_without_a_proxy_nobody_is_somebody_else(settings: Settings, store: Store, tmp_path: Path) -> None:
    assert told(create_app(settings, store), tmp_path, FORGED) == dict.fromkeys(FORGED, f"{PEER} http ")


@pytest.mark.parametrize("networks", [("127.0.0.0/8",), ()])
def test_known_proxy_is_believed_for_one_header_from_its_end(
    networks: tuple[str, ...], settings: Settings, store: Store, tmp_path: Path
) -> None:
    given = replace(settings, trusted_proxies=1, proxy_networks=networks)
    assert told(create_app(given, store), tmp_path, BELIEVED) == BELIEVED
