"""Reading an edition's data files into an Edition value; a fault in a file is named with file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable
from adjudicator.thrones.card_texts import EFFECTS
from adjudicator.thrones.edition import (
    Area,
    DeckEntry,
    Edition,
    House,
    HouseCard,
    OrderToken,
    Setup,
    UnitKind,
    WesterosCard,
)

T = TypeVar("T")


def read_table(edition: str, name: str) -> dict[str, Any]:
    """One TOML data file of an edition."""
    path = files("adjudicator.editions").joinpath("data", edition, f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _rows(rows: Iterable[dict[str, Any]], kind: type[T], where: str) -> dict[str, T]:
    found: dict[str, T] = {}
    for row in rows:
        try:
            value = msgspec.convert(row, kind)
        except msgspec.ValidationError as fault:
            raise Unreadable(Refusal("bad-data", str(fault), f"{where}: {row.get('id')}")) from fault
        found[row["id"]] = value
    return found


def _setups(rows: Iterable[dict[str, Any]]) -> dict[int, Setup]:
    return {row["players"]: msgspec.convert({k: v for k, v in row.items() if k != "players"}, Setup) for row in rows}


def check_data(edition: Edition) -> None:
    """Cross-check the data: neighbours symmetric, names known, effects written. Raises Unreadable naming the fault."""
    for area in edition.areas.values():
        for near in (*area.land, *area.sea):
            if near not in edition.areas or area.id not in edition.neighbours[near]:
                raise Unreadable(Refusal("one-sided-border", f"{area.id} borders {near}, not the reverse", area.id))
    for card in edition.cards.values():
        if card.effect and card.effect not in EFFECTS:
            raise Unreadable(Refusal("unknown-effect", f"{card.effect!r}", card.id))
    for deck, entries in edition.decks.items():
        for entry in entries:
            if entry.card not in edition.westeros:
                raise Unreadable(Refusal("unknown-card", f"{entry.card!r}", f"deck {deck}"))


def load(folder: str, **code: Any) -> Edition:
    """Build an Edition from its data folder; `code` gives its name, steps and round."""
    board, game = read_table(folder, "map"), read_table(folder, "setup")
    westeros = read_table(folder, "westeros")
    edition = Edition(
        id=folder,
        rounds=game["rounds"],
        areas=_rows(board["area"], Area, "map"),
        orders=_rows(read_table(folder, "orders")["order"], OrderToken, "orders"),
        units=_rows(game["unit"], UnitKind, "setup"),
        houses=_rows(game["house"], House, "setup"),
        cards=_rows(read_table(folder, "cards")["card"], HouseCard, "cards"),
        westeros=_rows(westeros["card"], WesterosCard, "westeros"),
        decks={deck: msgspec.convert(rows, tuple[DeckEntry, ...]) for deck, rows in westeros["deck"].items()},
        tracks=tuple(game["tracks"]),
        badges=game["badges"],
        stars=tuple(game["stars"]),
        supply_limits=msgspec.convert(game["supply_limits"], tuple[tuple[int, ...], ...]),
        wildling_track=tuple(game["wildling_track"]),
        power_tokens=game["power_tokens"],
        setups=_setups(game["setup"]),
        citations=read_table(folder, "rules")["rule"],
        reconstructions=tuple(read_table(folder, "rules")["reconstructions"]),
        **code,
    )
    check_data(edition)
    return edition
