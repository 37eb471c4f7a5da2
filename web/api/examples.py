"""Examples of the API that run as they stand: for the page about it, and for the test that runs each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from narration.words import N_


@dataclass(frozen=True)
class Example:
    """A request: what it is for, its method, its path below `/api/v1` with `$GAME` and `$CALL`, its body; `token`: it
    needs one."""

    what: str
    method: str
    path: str
    body: Any = None
    token: bool = True

    def curl(self, base_url: str) -> str:
        """The request as a command of a shell."""
        parts = ["curl -sS"] if self.method == "GET" else [f"curl -sS -X {self.method}"]
        parts += ['-H "Authorization: Bearer $TOKEN"'] if self.token else []
        if self.body is not None:
            parts += ['-H "Content-Type: application/json"', f"-d '{json.dumps(self.body)}'"]
        return " \\\n  ".join([*parts, f'"{base_url}/api/v1{self.path}"'])


EXAMPLES = (
    Example(N_("Games that look for players; no token is needed"), "GET", "/lobby?kind=open", token=False),
    Example(N_("Whose token it is"), "GET", "/me"),
    Example(N_("Your games, and whether a sheet of yours is awaited"), "GET", "/games"),
    Example(N_("A game as you may see it, with its open call"), "GET", "/games/$GAME"),
    Example(N_("What a call asks of you, and the board it is asked on"), "GET", "/calls/$CALL"),
    Example(
        N_("Hand in a sheet; what is wrong with it is told place by place"),
        "PUT",
        "/calls/$CALL/sheet",
        {"orders": {"winterfell": "march+0", "white-harbor": "defense+1"}},
    ),
    Example(N_("Read it back, as it was understood"), "GET", "/calls/$CALL/sheet"),
    Example(N_("Play it against what the others might do, before it counts"), "POST", "/calls/$CALL/what-if", {}),
    Example(N_("Say that you are ready"), "PUT", "/calls/$CALL/ready"),
    Example(N_("The map, as a drawing"), "GET", "/games/$GAME/map.svg?theme=night"),
    Example(
        N_("Make a game against bots, which begins at once"),
        "POST",
        "/games",
        {"title": "By a program", "players": 3, "steward_houses": ["lannister", "baratheon"], "house": "stark"},
    ),
)
