"""Health checks: what they say of what does not live, and how little they load to say it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from correspondence.settings import Settings
from tests import services
from worker import liveness

# Every container asks once or twice a minute; with all of the program that is two seconds of a core each time.
LARGE = ("alembic", "celery.app.base", "correspondence.store", "flask", "sqlalchemy", "worker.tasks")
ASK = f"""
import sys
from worker.cli import main
status = 0
try:
    main()
except SystemExit as ended:
    status = ended.code
print(*(name for name in {LARGE} if name in sys.modules))
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("what", "says", "loads"),
    [
        ("web", "the site does not answer", set()),
        ("worker", "answers", {"celery.app.base"}),
        ("mail-in", "mail-in does not answer", set()),
        ("beat", "the database does not answer", {"correspondence.store", "sqlalchemy"}),
    ],
)
def test_a_check_loads_only_what_it_asks_with(what: str, says: str, loads: set[str], tmp_path: Path) -> None:
    env = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    env |= {"ROOKERY_DATA": str(tmp_path)}
    command = [sys.executable, "-c", ASK, "alive", what, "--port", str(services.free_port())]
    asked = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert asked.returncode == 1
    assert says in asked.stderr
    assert set(asked.stdout.split()) == loads


def test_mail_is_taken_where_a_mail_server_would_be_greeted() -> None:
    """Somebody else at that port is not enough."""
    settings = Settings(data_dir=Path(), database_url="sqlite://", secret_key="a key")
    for greeting, found in (
        (b"220 rookery LMTP\r\n", ""),
        (b"HTTP/1.1 400\r\n", "the program at that port accepts no mail"),
    ):
        with socket.create_server(("127.0.0.1", 0)) as server:
            thread = threading.Thread(target=lambda server=server, greeting=greeting: server.accept()[0].send(greeting))
            thread.start()
            assert liveness.trouble(settings, "mail-in", server.getsockname()[1]) == found
            thread.join()
