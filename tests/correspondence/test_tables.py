"""Whoever asks for the tables gets all of them, whatever else is imported."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

from correspondence import models
from correspondence.tables import METADATA


def test_tables_alone_know_every_model() -> None:
    for module in iter_modules(models.__path__, f"{models.__name__}."):
        import_module(module.name)

    script = "from correspondence.tables import METADATA; print(*METADATA.tables)"
    alone = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert set(alone.stdout.split()) == set(METADATA.tables)
