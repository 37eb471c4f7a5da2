"""What a process of the site holds from its start: nothing that only some services, or only some requests, need."""

from __future__ import annotations

import subprocess
import sys

# With what each takes: nine megabytes, six, five, three, two.
SELDOM = ("psycopg", "cryptography", "redis", "icalendar", "css_inline", "alembic", "fontTools", "weasyprint")


def test_libraries_that_few_need_come_when_they_are_needed() -> None:
    code = f"import sys, worker.cli, worker.serving, web; print([m for m in {SELDOM} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
