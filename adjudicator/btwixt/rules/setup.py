"""A new game, set up (rules 2, 9, 10)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.btwixt.rules.seasons import first_season
from adjudicator.btwixt.rules.seating import councils_of
from adjudicator.btwixt.state import edition as ed
from adjudicator.btwixt.state.edition import CardSet, Edition
from adjudicator.btwixt.state.position import Board, Council, Hidden, Position
from adjudicator.engine.chance import commitment, shuffle
from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.engine.step import Progress, Step


def check_modules(edition: Edition, modules: Sequence[str]) -> None:
    """Raises Illegal for parts of the rules there are not (`unknown-module`), or that exclude each other
    (`modules-exclude-each-other`): one draft of two, and the Draft of Kings in place of the advanced game (rules
    10.5)."""
    for one in modules:
        if one not in edition.modules:
            known = ", ".join(edition.modules)
            raise Illegal(Refusal("unknown-module", f"there is no part {one!r}; known: {known}", "modules"))
    for one in (ed.DRAFT, ed.ADVANCED):
        if ed.DRAFT_OF_KINGS in modules and one in modules:
            words = f"{ed.DRAFT_OF_KINGS} takes the place of {one}: choose one of the two"
            raise Illegal(Refusal("modules-exclude-each-other", words, "modules"))


def check_players(edition: Edition, players: int) -> None:
    """Raises Illegal (`players-not-supported`)."""
    if players not in edition.player_counts:
        known = ", ".join(map(str, edition.player_counts))
        raise Illegal(
            Refusal("players-not-supported", f"{edition.id} is for {known} players, not {players}", "players")
        )


def seats(edition: Edition, players: int, seed: str, houses: Sequence[str]) -> list[str]:
    """The leaders as they sit, clockwise: those named, else drawn; who sits beside whom is drawn by the seed.

    Raises Illegal (`bad-houses`).
    """
    chosen = list(houses) or shuffle(seed, "leaders/start", sorted(edition.houses))[:players]
    if len(chosen) != players or len(set(chosen)) != players or not set(chosen) <= set(edition.houses):
        words = f"name {players} of {', '.join(edition.houses)}, each once"
        raise Illegal(Refusal("bad-houses", words, "houses"))
    return shuffle(seed, "seats/start", sorted(chosen))


def influence_deck(cards: CardSet, modules: Sequence[str]) -> list[str]:
    """The cards of the influence deck at the start, each as often as there are copies."""
    kings = ed.DRAFT_OF_KINGS in modules
    return [one.id for one in cards.influence.values() if kings or one.group == "standard" for _ in range(one.copies)]


def set_up(
    edition: Edition, players: int, seed: str, modules: Sequence[str], houses: Sequence[str], revision: int
) -> Position:
    """The position before the first deal. The first in the circle is the first player.

    Raises Illegal for a number of players, modules or leaders that cannot be played.
    """
    check_players(edition, players)
    check_modules(edition, modules)
    return laid_out(edition, seats(edition, players, seed, houses), seed, modules, revision)


def laid_out(edition: Edition, circle: list[str], seed: str, modules: Sequence[str], revision: int) -> Position:
    """The position before the first deal of these leaders, who sit so, clockwise."""
    chosen = [one for one in edition.modules if one in modules]
    hidden = _face_down(edition, seed, circle, chosen)
    board = Board(
        season=first_season(len(circle), chosen),
        houses=circle,
        modules=chosen,
        first=circle[0],
        councils={one: Council() for one in hidden.tokens},
        hands=dict.fromkeys(circle, 0),
        piles={house: [] for house in circle},
        plays=dict.fromkeys(circle, 0),
        allies_left=len(hidden.allies),
        cards_left=len(hidden.deck),
        tokens_left=len(hidden.supply),
    )
    return Position(
        edition=edition.id,
        players=len(circle),
        commitment=commitment(seed),
        revision=revision,
        board=board,
        hidden=hidden,
        progress=Progress([Step("deal")]),
    )


def _face_down(edition: Edition, seed: str, circle: Sequence[str], modules: Sequence[str]) -> Hidden:
    """Decks, tokens, leaders' own cards and events, shuffled by the seed; nobody holds anything yet."""
    cards, advanced = edition.cards, ed.ADVANCED in modules
    tokens = [number for number, count in cards.tokens.items() for _ in range(count)]
    events = [one.id for one in edition.influence.values() if one.group == "event" for _ in range(one.copies)]
    own = {house: shuffle(seed, f"own/{house}", sorted(edition.own_cards.get(house, ()))) for house in circle}
    return Hidden(
        seed=seed,
        allies=shuffle(seed, "allies/start", sorted(edition.allies)),
        deck=shuffle(seed, "deck/start", sorted(influence_deck(cards, modules))),
        supply=shuffle(seed, "supply/start", tokens),
        tokens={one: [] for one in councils_of(circle)},
        hands={house: [] for house in circle},
        own=own if advanced else {},
        events=events if advanced else [],
    )
