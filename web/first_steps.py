"""A step of a first game, as the panel beside its pages shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FirstStep:
    """What to do, in a line and with why; whether it is done, and the parts of it with whether each is. `link` leads to
    where it is done, with the words `way`."""

    what: str
    why: str = ""
    done: bool = False
    parts: tuple[tuple[str, bool], ...] = ()
    link: str = ""
    way: str = ""
