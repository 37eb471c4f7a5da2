"""Reading an edition's data files into an Edition value; a fault in a file is named with file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.refusal import Refusal, Unreadable
from adjudicator.thrones.rules.card_texts import effects
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.targaryen.deck_four import EFFECTS as PLOTS
from adjudicator.thrones.state.components import (
    Area,
    HouseCard,
    Loan,
    OrderToken,
    TideCard,
    UnitKind,
    WesterosCard,
    WildlingCard,
)
from adjudicator.thrones.state.edition import BankRules, DeckEntry, Edition, House, Setup, Variant

T = TypeVar("T")
FILES = ("map", "setup", "orders", "cards", "westeros", "rules")


def read_table(edition: str, name: str) -> dict[str, Any]:
    """One TOML data file of an edition."""
    path = files("adjudicator.thrones.editions").joinpath("data", edition, f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """A table with another laid over it: rows with an id replace those of the same id or follow; tables are joined."""
    found = dict(below)
    for key, value in above.items():
        under = below.get(key)
        if (
            isinstance(value, list)
            and isinstance(under, list)
            and value
            and isinstance(value[0], dict)
            and "id" in value[0]
        ):
            rows = {row["id"]: row for row in under}
            found[key] = list({**rows, **{row["id"]: row for row in value}}.values())
        elif isinstance(value, dict) and isinstance(under, dict):
            found[key] = {**under, **value}
        else:
            found[key] = value
    return found


def read_tables(edition: str, basis: str = "") -> dict[str, dict[str, Any]]:
    """All data files of an edition by name; with a `basis`, whose files they are laid over."""
    if not basis:
        return {name: read_table(edition, name) for name in FILES}
    below = read_tables(basis)
    folder = files("adjudicator.thrones.editions").joinpath("data", edition)
    own = {name for name in FILES if folder.joinpath(f"{name}.toml").is_file()}
    return {name: _laid_over(below[name], read_table(edition, name)) if name in own else below[name] for name in FILES}


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
    """Set-ups by number of players; one row may serve several numbers."""
    found: dict[int, Setup] = {}
    for row in rows:
        setup = msgspec.convert({k: v for k, v in row.items() if k != "players"}, Setup)
        for players in row["players"] if isinstance(row["players"], list) else (row["players"],):
            found[players] = setup
    return dict(sorted(found.items()))


def _house_cards(folder: str, table: dict[str, Any], modules: Iterable[str]) -> dict[str, HouseCard]:
    """The House cards of an edition: its own, and those of modules that bring others (`cards-MODULE.toml`)."""
    found = _rows(table["card"], HouseCard, "cards")
    for module in modules:
        name = f"cards-{module}"
        if files("adjudicator.thrones.editions").joinpath("data", folder, f"{name}.toml").is_file():
            rows = read_table(folder, name)["card"]
            found |= _rows([{**row, "module": module} for row in rows], HouseCard, name)
    return found


def check_data(edition: Edition) -> None:
    """Cross-check the data: neighbours symmetric, names known, effects written. Raises Unreadable naming the fault."""
    for area in edition.areas.values():
        for near in (*area.land, *area.sea, *area.port):
            if near not in edition.areas or area.id not in edition.neighbours[near]:
                raise Unreadable(Refusal("one-sided-border", f"{area.id} borders {near}, not the reverse", area.id))
    known = effects(hooks_of(edition).texts)
    for card in edition.cards.values():
        if card.effect and card.effect not in known:
            raise Unreadable(Refusal("unknown-effect", f"{card.effect!r}", card.id))
    for plot in edition.westeros.values():
        if plot.step == "loyalty" and (plot.effect not in PLOTS or any(a not in edition.areas for a in plot.loyalty)):
            raise Unreadable(Refusal("unknown-effect", f"{plot.effect!r}, or an area of its loyalty", plot.id))
    for deck, entries in edition.decks.items():
        for entry in entries:
            if not any(entry.card in cards for cards in (edition.westeros, edition.wildling_cards, edition.tide_cards)):
                raise Unreadable(Refusal("unknown-card", f"{entry.card!r}", f"deck {deck}"))


def load_bank(folder: str) -> BankRules:
    """The rules and loans of the Iron Bank from an edition's data folder."""
    table = read_table(folder, "bank")
    loans = _rows(table.pop("loan"), Loan, "bank")
    return msgspec.convert({**table, "loans": loans}, BankRules)


def load(folder: str, basis: str = "", **code: Any) -> Edition:
    """Build an Edition from its data folder, laid over that of its `basis`; `code` gives its name, steps and round."""
    tables = read_tables(folder, basis)
    board, game, westeros, rules = (tables[name] for name in ("map", "setup", "westeros", "rules"))
    edition = Edition(
        id=folder,
        rounds=game["rounds"],
        areas=_rows(board["area"], Area, "map"),
        orders=_rows(tables["orders"]["order"], OrderToken, "orders"),
        units=_rows(game["unit"], UnitKind, "setup"),
        houses=_rows(game["house"], House, "setup"),
        cards=_house_cards(folder, tables["cards"], rules.get("modules", ())),
        westeros=_rows(westeros["card"], WesterosCard, "westeros"),
        decks={deck: msgspec.convert(rows, tuple[DeckEntry, ...]) for deck, rows in westeros["deck"].items()},
        tracks=tuple(game["tracks"]),
        badges=game["badges"],
        stars=tuple(game["stars"]),
        supply_limits=msgspec.convert(game["supply_limits"], tuple[tuple[int, ...], ...]),
        wildling_track=tuple(game["wildling_track"]),
        power_tokens=game["power_tokens"],
        setups=_setups(game["setup"]),
        citations=rules["rule"],
        reconstructions=tuple(rules["reconstructions"]),
        variant=msgspec.convert(rules.get("variant", {}), Variant),
        offered=rules.get("offered", True),
        wildling_cards=_rows(westeros.get("wildling", ()), WildlingCard, "westeros"),
        tide_cards=_rows(westeros.get("tide", ()), TideCard, "westeros"),
        modules=tuple(rules.get("modules", ())),
        wildlings_start=game.get("wildlings_start", 0),
        port_limit=game.get("port_limit", 0),
        improvement_tokens=game.get("improvement_tokens", 0),
        **code,
    )
    check_data(edition)
    return edition
