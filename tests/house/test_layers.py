"""Arrows run down only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.house.rooms import ROOT


def test_layers() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([str(lint), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
