"""docker-compose.yml as data: merged, its variables filled in, to be looked at or to be run without containers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
_VARIABLE = re.compile(r"\$\{(?P<name>[A-Z_]+)(?:(?P<sign>:-|:\?)(?P<rest>[^}]*))?\}")


class Unset(KeyError):
    """A variable that the file insists on is not set; says what it says."""


def raw() -> dict[str, Any]:
    """The file as it stands, with its anchors merged."""
    found = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert isinstance(found, dict)
    return found


def filled(environ: Mapping[str, str]) -> dict[str, Any]:
    """The file with its variables filled in, as Compose does it. Raises Unset."""
    found = _fill(raw(), environ)
    assert isinstance(found, dict)
    return found


def variables() -> dict[str, str | None]:
    """The variables that the file asks for, with what they are without being set (None: it insists)."""
    text = (ROOT / "docker-compose.yml").read_text()
    return {match["name"]: match["rest"] if match["sign"] == ":-" else None for match in _VARIABLE.finditer(text)}


def _fill(value: Any, environ: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _fill(inner, environ) for key, inner in value.items()}
    if isinstance(value, list):
        return [_fill(inner, environ) for inner in value]
    return _VARIABLE.sub(lambda match: _said(match, environ), value) if isinstance(value, str) else value


def _said(match: re.Match[str], environ: Mapping[str, str]) -> str:
    found = environ.get(match["name"], "")
    if not found and match["sign"] == ":?":
        raise Unset(match["rest"])
    return found or (match["rest"] or "" if match["sign"] == ":-" else "")
