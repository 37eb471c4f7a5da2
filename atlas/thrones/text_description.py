"""What a map shows, said in lines of text: for people who cannot see it, inside the drawing."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.control import fair
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state.board import CLOSED, Board, View
from adjudicator.thrones.state.edition import Edition
from atlas.thrones import pieces
from atlas.thrones.chart import CLAIM_PLACES
from atlas.thrones.pieces import told_units
from atlas.thrones.symbols import known, say


def heading(board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The weather and what it makes of the fords, and the claim track from its highest number down."""
    if board.realm is None:
        return
    if edition.weather:
        open_ = fair(edition, board)
        now, fords = ("fair", "fords-open") if open_ else ("storm", "fords-closed")
        yield f"{say('weather', language)}: {say(now, language)} ({say(fords, language)})."
    places = (f"{CLAIM_PLACES - n} {_any_house(house, edition, language)}" for n, house in enumerate(board.realm.claim))
    yield f"{say('claim-track', language)}: {', '.join(places) or say('nobody', language)}."


def leaders_in(area: str, board: Board, edition: Edition, language: str) -> list[str]:
    """The leaders who stand in an area."""
    here = [leader for leader, facts in board.leaders.items() if facts.area == area]
    return [pieces.told(leader, board, edition, language) for leader in here]


def of_house(house: str, board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The tactics of a house, the leaders in its cells, and its alliances; what it has none of is left out."""
    if board.tactics is not None:
        names = [
            edition.tactics[card].name.say(language) if card in edition.tactics else say(card, language)
            for card in board.tactics.open.get(house, ())
        ]
        chosen = board.tactics.laid and board.tactics.decks.get(house)
        hidden = [say("face-down", language)] if chosen else []
        if hidden or names:
            yield f"{say('tactics', language)}: {', '.join(hidden + names)}."
    captive = pieces.held(board, house)
    if captive:
        names = [pieces.told(leader, board, edition, language) for leader in captive]
        yield f"{say('cells', language)}: {', '.join(names)}."
    cards = board.realm.alliances.get(house, []) if board.realm else []
    if cards:
        yield f"{say('alliances', language)}: {', '.join(_card(card, edition, language) for card in cards)}."


def decks(board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The alliance decks: what lies on top, and who alone may draw."""
    if board.realm is None:
        return
    for deck in edition.alliance_decks:
        top = board.realm.tops.get(deck)
        shown = _card(top, edition, language) if top else say("face-down", language)
        friend = board.realm.permanent.get(deck)
        bound = f" {say('permanent', language)}: {_any_house(friend, edition, language)}." if friend else ""
        yield f"{say('alliances', language)}, {say(deck, language)}: {shown}.{bound}"


def _any_house(house: str, edition: Edition, language: str) -> str:
    return edition.houses[house].name.say(language) if house in edition.houses else say(house, language)


def _card(card: str, edition: Edition, language: str) -> str:
    return edition.alliances[card].name.say(language) if card in edition.alliances else say(card, language)


def lines(view: View, language: str = "en") -> list[str]:
    """The board in words: tracks, then each house with its areas, then what belongs to nobody, and the Iron Bank.

    `language` is en, it or es; others give English. Nothing is told that the drawing of the same view does not show.
    """
    edition, language = edition_of(view), known(language)
    board = view.board
    holders = {area: control.controller(board, edition, area) for area in edition.areas}
    threat = f" {say('wildlings', language)}: {board.wildlings}." if len(edition.wildling_track) > 1 else ""
    found = [f"{say('round', language)} {board.round}.{threat}", *heading(board, edition, language)]
    for track in edition.tracks:
        places = ", ".join(_house(house, edition, language) for house in board.tracks.get(track, []))
        found.append(f"{say(track, language)}: {places}.")
    for house in board.houses:
        found.append(_standing(house, board, edition, language))
        found += of_house(house, board, edition, language)
        held = [area for area, holder in holders.items() if holder == house]
        found += _lands(house, held, board, edition, language)
    found += _nobodys([area for area, holder in holders.items() if holder is None], board, edition, language)
    found += decks(board, edition, language)
    if board.points:
        found.append(f"{say('dragons', language)}: {max(board.growth.values(), default=0)}.")
    return [*found, *_loans(board, edition, language)]


def _house(house: str, edition: Edition, language: str) -> str:
    return edition.houses[house].name.say(language)


def _standing(house: str, board: Board, edition: Edition, language: str) -> str:
    """A house's line: how near it is to victory, its Power and supply; of a vassal who commands it."""
    name, held = _house(house, edition, language), control.settlements(board, edition, house)
    supply = f"{say('supply', language)}: {board.supply.get(house, 0)}"
    if house in board.vassals:
        commander = board.commanders.get(house)
        chief = _house(commander, edition, language) if commander else say("nobody", language)
        return f"{name} ({say('vassal', language)}). {say('commander', language)}: {chief}. {supply}."
    power = f"{say('power', language)}: {board.power.get(house, 0)}"
    goal = say("claim" if edition.claimed else "victory", language)
    return f"{name}. {goal}: {held}/{board.victory}. {power}. {supply}."


def _lands(house: str, held: list[str], board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The areas that a house holds, in the order of the data, with all that lies there; of ports those with ships."""
    for area in held:
        facts = edition.areas[area]
        force, order, garrison = board.forces.get(area), board.orders.get(area), board.garrisons.get(area)
        if facts.kind == "port" and not force:
            continue
        parts = [told_units(force, edition, language)] if force else []
        parts += leaders_in(area, board, edition, language)
        if order:
            token = edition.orders.get(order.order)
            parts.append(token.name.say(language) if token else say("sealed", language))
        if garrison:
            parts.append(f"{say('garrison', language)} {garrison.strength}")
        if board.tokens.get(area) == house:
            parts.append(say("token", language))
        parts += _marks(area, board, language)
        name = facts.name.say(language)
        yield f"{name}: {', '.join(parts)}." if parts else f"{name}."


def _marks(area: str, board: Board, language: str) -> list[str]:
    """Tokens that lie on an area whoever holds it."""
    marks = [say(mark, language) for mark in board.improvements.get(area, [])]
    loyal = board.loyalty.get(area, 0)
    return [*marks, *([f"{loyal} × {say('loyalty', language)}"] if loyal else [])]


def _nobodys(free: list[str], board: Board, edition: Edition, language: str) -> Iterator[str]:
    """Areas that no house holds, if anything lies there."""
    for area in free:
        strength = board.neutral.get(area, 0)
        parts = [f"{say('neutral', language)} {strength}"] if 0 < strength < CLOSED else []
        parts += _marks(area, board, language)
        if parts:
            yield f"{edition.areas[area].name.say(language)}: {', '.join(parts)}."


def _loans(board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The loans that can be had and their prices, and what each house owes."""
    if board.bank is None or edition.bank is None:
        return
    offers = [
        f"{edition.loans[loan].name.say(language)} ({cost})"
        for loan, cost in zip(board.bank.slots, edition.bank.costs, strict=False)
        if loan
    ]
    yield f"{say('iron-bank', language)}: {', '.join(offers) or '–'}."
    for house, taken in board.bank.loans.items():
        names = ", ".join(edition.loans[loan].name.say(language) for loan in taken)
        yield f"{_house(house, edition, language)}: {names}."
