"""What A Storm of Swords adds to the board in words: weather, claim, leaders, tactics and alliances."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.thrones.rules.weather import fair
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from atlas.thrones import leaders
from atlas.thrones.realm_tracks import CLAIM_PLACES
from atlas.thrones.words import say


def heading(board: Board, edition: Edition, language: str) -> Iterator[str]:
    """The weather and what it makes of the fords, and the claim track from its highest number down."""
    if board.realm is None:
        return
    if edition.weather:
        open_ = fair(edition, board)
        now, fords = ("fair", "fords-open") if open_ else ("storm", "fords-closed")
        yield f"{say('weather', language)}: {say(now, language)} ({say(fords, language)})."
    places = (f"{CLAIM_PLACES - n} {_house(house, edition, language)}" for n, house in enumerate(board.realm.claim))
    yield f"{say('claim-track', language)}: {', '.join(places) or say('nobody', language)}."


def leaders_in(area: str, board: Board, edition: Edition, language: str) -> list[str]:
    """The leaders who stand in an area."""
    here = [leader for leader, facts in board.leaders.items() if facts.area == area]
    return [leaders.told(leader, board, edition, language) for leader in here]


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
    captive = leaders.held(board, house)
    if captive:
        names = [leaders.told(leader, board, edition, language) for leader in captive]
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
        bound = f" {say('permanent', language)}: {_house(friend, edition, language)}." if friend else ""
        yield f"{say('alliances', language)}, {say(deck, language)}: {shown}.{bound}"


def _house(house: str, edition: Edition, language: str) -> str:
    return edition.houses[house].name.say(language) if house in edition.houses else say(house, language)


def _card(card: str, edition: Edition, language: str) -> str:
    return edition.alliances[card].name.say(language) if card in edition.alliances else say(card, language)
