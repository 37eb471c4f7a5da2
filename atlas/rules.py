"""The facts the map is drawn from: an edition of the adjudicator."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from adjudicator.thrones.edition import Area, Edition, House, Names, OrderToken, Setup, WesterosCard


@cache
def edition(name: str) -> Edition:
    data: dict[str, Any] = {}
    for file in ("map", "orders", "setup", "westeros"):
        data |= tomllib.loads((files("adjudicator") / "editions" / "data" / name / f"{file}.toml").read_text())
    areas = msgspec.convert(data["area"], list[Area])
    orders = msgspec.convert(data["order"], list[OrderToken])
    houses = msgspec.convert(data["house"], list[House])
    setups = {s["players"]: s for s in data["setup"]}
    for s in setups.values():
        s.pop("players")
    cards = data.get("card", data.get("westeros", []))
    return Edition(
        id=name, name=Names(en=name), rounds=data["rounds"], areas={a.id: a for a in areas}, orders={o.id: o for o in orders},
        units={}, houses={h.id: h for h in houses}, cards={}, westeros={c["id"]: msgspec.convert(c, WesterosCard) for c in cards},
        decks={}, tracks=tuple(data["tracks"]),
        badges=data["badges"], stars=tuple(data["stars"]), supply_limits=tuple(map(tuple, data["supply_limits"])),
        wildling_track=tuple(data["wildling_track"]), power_tokens=data["power_tokens"],
        setups={n: msgspec.convert(s, Setup, strict=False) for n, s in setups.items() if True}, citations={},
    )
