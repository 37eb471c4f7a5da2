"""Text description of a map, inside the drawing, for people who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.control import fair
from adjudicator.thrones.state import CLOSED
from atlas.thrones.chart import CLAIM_PLACES
from atlas.thrones.scene import Scene


def lines(scene: Scene) -> list[str]:
    """Describe the board: tracks, houses with areas, unowned areas, the Iron Bank.

    Tells nothing that the drawing of the same scene does not show.
    """
    board, edition = scene.board, scene.edition
    holders = {area: control.controller(board, edition, area) for area in edition.areas}
    threat = f" {scene.say('wildlings')}: {board.wildlings}." if len(edition.wildling_track) > 1 else ""
    sentences = [f"{scene.say('round')} {board.round}.{threat}", *_realm(scene)]
    for track in edition.tracks:
        sentences.append(f"{scene.say(track)}: {', '.join(map(scene.house, board.tracks.get(track, [])))}.")
    for house in board.houses:
        sentences += [_house_description(house, scene), *_cards(house, scene)]
        sentences += _lands(house, [area for area, holder in holders.items() if holder == house], scene)
    sentences += _nobodys([area for area, holder in holders.items() if holder is None], scene)
    sentences += _decks(scene)
    if board.points:
        sentences.append(f"{scene.say('dragons')}: {max(board.growth.values(), default=0)}.")
    return [*sentences, *_loans(scene)]


def _realm(scene: Scene) -> Iterator[str]:
    """Yield the weather, its effect on fords, and the claim track, highest first."""
    realm = scene.board.realm
    if realm is None:
        return
    if scene.edition.weather:
        now, fords = ("fair", "fords-open") if fair(scene.edition, scene.board) else ("storm", "fords-closed")
        yield f"{scene.say('weather')}: {scene.say(now)} ({scene.say(fords)})."
    places = ", ".join(f"{CLAIM_PLACES - n} {scene.house(house)}" for n, house in enumerate(realm.claim))
    yield f"{scene.say('claim-track')}: {places or scene.say('nobody')}."


def _cards(house: str, scene: Scene) -> Iterator[str]:
    """Yield a house's tactics, captive leaders and alliances, if any."""
    board, edition = scene.board, scene.edition
    tactics: list[str] = []
    if board.tactics is not None:
        if board.tactics.laid and board.tactics.decks.get(house):
            tactics.append(scene.say("face-down"))
        tactics += (scene.name(edition.tactics, card) for card in board.tactics.open.get(house, ()))
    cards = board.realm.alliances.get(house, []) if board.realm else []
    names_by_kind = {
        "tactics": tactics,
        "cells": map(scene.leader, scene.captives(house)),
        "alliances": (scene.name(edition.alliances, card) for card in cards),
    }
    for what, names in names_by_kind.items():
        if joined := ", ".join(names):
            yield f"{scene.say(what)}: {joined}."


def _decks(scene: Scene) -> Iterator[str]:
    """The alliance decks: what lies on top, and who alone may draw."""
    realm = scene.board.realm
    if realm is None:
        return
    for deck in scene.edition.alliance_decks:
        top, friend = realm.tops.get(deck), realm.permanent.get(deck)
        shown = scene.name(scene.edition.alliances, top) if top else scene.say("face-down")
        bound = f" {scene.say('permanent')}: {scene.house(friend)}." if friend else ""
        yield f"{scene.say('alliances')}, {scene.say(deck)}: {shown}.{bound}"


def _house_description(house: str, scene: Scene) -> str:
    """Describe a house: victory progress, Power and supply; a vassal's commander."""
    board, name = scene.board, scene.house(house)
    supply = f"{scene.say('supply')}: {board.supply.get(house, 0)}"
    if house in board.vassals:
        commander = board.commanders.get(house)
        chief = scene.house(commander) if commander else scene.say("nobody")
        return f"{name} ({scene.say('vassal')}). {scene.say('commander')}: {chief}. {supply}."
    settlements, power = control.settlements(board, scene.edition, house), board.power.get(house, 0)
    goal = scene.say("claim" if scene.edition.claimed else "victory")
    return f"{name}. {goal}: {settlements}/{board.victory}. {scene.say('power')}: {power}. {supply}."


def _lands(house: str, areas: list[str], scene: Scene) -> Iterator[str]:
    """Yield a house's areas in data order with their contents; ports only with ships."""
    board, edition = scene.board, scene.edition
    for area in areas:
        force, order, garrison = board.forces.get(area), board.orders.get(area), board.garrisons.get(area)
        if edition.areas[area].kind == "port" and not force:
            continue
        parts = [scene.units(force)] if force else []
        parts += map(scene.leader, scene.leaders_in(area))
        if order:
            parts.append(scene.name(edition.orders, order.order if order.order in edition.orders else "sealed"))
        if garrison:
            parts.append(f"{scene.say('garrison')} {garrison.strength}")
        if board.tokens.get(area) == house:
            parts.append(scene.say("token"))
        parts += _marks(area, scene)
        yield f"{scene.area(area)}: {', '.join(parts)}." if parts else f"{scene.area(area)}."


def _marks(area: str, scene: Scene) -> list[str]:
    """Tokens that lie on an area whoever holds it."""
    marks = [scene.say(mark) for mark in scene.board.improvements.get(area, [])]
    loyal = scene.board.loyalty.get(area, 0)
    return [*marks, *([f"{loyal} × {scene.say('loyalty')}"] if loyal else [])]


def _nobodys(free: list[str], scene: Scene) -> Iterator[str]:
    """Areas that no house holds, if anything lies there."""
    for area in free:
        strength = scene.board.neutral.get(area, 0)
        parts = [f"{scene.say('neutral')} {strength}"] if 0 < strength < CLOSED else []
        parts += _marks(area, scene)
        if parts:
            yield f"{scene.area(area)}: {', '.join(parts)}."


def _loans(scene: Scene) -> Iterator[str]:
    """The loans that can be had and their prices, and what each house owes."""
    bank, rules, loans = scene.board.bank, scene.edition.bank, scene.edition.loans
    if bank is None or rules is None:
        return
    slots = zip(bank.slots, rules.costs, strict=False)
    offers = ", ".join(f"{scene.name(loans, loan)} ({cost})" for loan, cost in slots if loan)
    yield f"{scene.say('iron-bank')}: {offers or '–'}."
    for house, taken in bank.loans.items():
        yield f"{scene.house(house)}: {', '.join(scene.name(loans, loan) for loan in taken)}."
