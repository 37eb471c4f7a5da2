"""Building a position: the start of a game with a patch laid over it, and the steps to come."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.rules.game import REVISION, edition_at
from adjudicator.btwixt.rules.invariants import broken
from adjudicator.btwixt.rules.seasons import (
    EVENTS,
    FEW,
    HAND,
    check_modules,
    check_players,
    first_season,
    laid_out,
    rounds_in_season,
    seats,
)
from adjudicator.btwixt.scenario.form import Patch, Scenario, setup_faults
from adjudicator.btwixt.scenario.naming import numbers, piled, strangers
from adjudicator.btwixt.scenario.steps import BEFORE, BIDDING, agenda_faults, first_step, read_step
from adjudicator.btwixt.state.edition import REVEALED_ALLIES, Edition, Restrict
from adjudicator.btwixt.state.position import SEASONS, Lasting, Piled, Position, Season
from adjudicator.engine.chance import shuffle
from adjudicator.engine.data_files import base_of
from adjudicator.engine.decision import Illegal, Refusal
from adjudicator.engine.step import Step

COUNT_OF_EVENTS, OWN_CARDS = 11, 4


def build(scenario: Scenario, revision: int = REVISION) -> Position:
    """The position that a scenario describes, resting before the first step of its agenda.

    Raises Illegal with every reason found: for the edition, players, leaders and modules as a new game does; with
    `bad-scenario` and the field for all that means nothing there, or that no position of the rules can be.
    """
    if base_of(scenario.edition) != HOUSE.id and (
        reasons := list(strangers("edition", [scenario.edition], [HOUSE.id], "edition"))
    ):
        raise Illegal(*reasons)
    edition = edition_at(scenario.edition, revision)
    check_players(edition, scenario.players)
    check_modules(edition, scenario.modules)
    drawn = seats(edition, scenario.players, scenario.seed, scenario.houses)
    circle = list(scenario.houses) or drawn
    position = laid_out(edition, circle, scenario.seed, scenario.modules, revision)
    begins = first_step(scenario.agenda)
    reasons = [*setup_faults(scenario.setup, position, edition, begins), *agenda_faults(scenario.agenda, circle)]
    if reasons:
        raise Illegal(*reasons)
    _lay(position, edition, scenario.setup, begins)
    if wrong := broken(position):
        raise Illegal(*(Refusal("bad-scenario", words, "setup") for words in wrong))
    first = [Step("turn", {"house": position.board.first})]
    position.progress.agenda = [read_step(text) for text in scenario.agenda] or first
    return position


def _lay(position: Position, edition: Edition, patch: Patch, begins: str) -> None:
    _time(position, patch, begins)
    _piles(position, edition, patch)
    _allies(position, edition, patch, begins)
    _tokens(position, patch)
    _cards(position, patch, begins)
    board, hidden = position.board, position.hidden
    board.hands = {house: len(cards) for house, cards in hidden.hands.items()}
    board.allies_left, board.cards_left = len(hidden.allies), len(hidden.deck)
    board.tokens_left, board.tokens_on_current = len(hidden.supply), len(hidden.on_current)


def _time(position: Position, patch: Patch, begins: str) -> None:
    board = position.board
    earliest = first_season(len(board.houses), board.modules)
    board.season = next((one for one in SEASONS if one == patch.season), earliest)
    board.space = patch.space if patch.space is not None else int(begins not in BEFORE)
    seasons = SEASONS.index(board.season) - SEASONS.index(earliest)
    board.round = seasons * rounds_in_season(len(board.houses)) + board.space
    board.first = patch.first or board.first


def _piles(position: Position, edition: Edition, patch: Patch) -> None:
    board, number = position.board, 0
    for house in board.houses:
        for card, by in piled(patch.piles.get(house, ""), house):
            number += 1
            board.piles[house].append(Piled(number, card, by))
            board.plays[by] += 1
    board.plays.update(patch.plays)
    board.kneeling = patch.kneeling.split()
    for house, text in patch.lasting.items():
        for card in text.split():
            rules = (op for one in edition.influence[card].abilities for op in one.do if isinstance(op, Restrict))
            board.lasting += [Lasting(op.rule, house, card) for op in rules]


def _out_of(pile: list[str], names: Iterable[str]) -> list[str]:
    """These names, taken out of a pile."""
    found = list(names)
    for name in found:
        pile.remove(name)
    return found


def _allies(position: Position, edition: Edition, patch: Patch, begins: str) -> None:
    board, deck = position.board, position.hidden.allies
    for name, text in patch.councils.items():
        board.councils[name].allies = _out_of(deck, text.split())
    board.dead = _out_of(deck, patch.dead.split())
    top = _out_of(deck, patch.allies.split())
    named = "" if patch.current in (None, "none") else str(patch.current)
    row = (patch.row or "").split()
    _out_of(deck, [*([named] if named else []), *row])
    if patch.allies_left is not None:
        board.dead += deck[patch.allies_left - len(top) :]
        del deck[patch.allies_left - len(top) :]
    deck[:0] = top
    if begins in BIDDING:
        board.current = named
        if patch.current is None and deck:
            board.current = deck.pop(0)
    board.row = row
    if patch.row is None and REVEALED_ALLIES in board.modules and begins != "deal":
        board.row = [deck.pop(0) for _ in range(min(len(deck), rounds_in_season(len(board.houses)) - board.space))]
    if board.current and any(one.when == "during-round" for one in edition.allies[board.current].abilities):
        board.active = [board.current]


def _tokens(position: Position, patch: Patch) -> None:
    board, hidden = position.board, position.hidden
    for name, text in patch.tokens.items():
        hidden.tokens[name] = numbers(text)
        board.councils[name].tokens = len(hidden.tokens[name])
    hidden.on_current, top = numbers(patch.on_current), numbers(patch.supply)
    for number in (*(one for held in hidden.tokens.values() for one in held), *hidden.on_current, *top):
        hidden.supply.remove(number)
    hidden.supply[:0] = top
    for house, councils in patch.seen.items():
        hidden.seen[house] = {council: numbers(text) for council, text in councils.items()}


def _cards(position: Position, patch: Patch, begins: str) -> None:
    board, hidden = position.board, position.hidden
    lying = [card.card for pile in board.piles.values() for card in pile]
    board.discard, board.removed = patch.discard.split(), patch.removed.split()
    top = patch.deck.split()
    hidden.hands.update({house: text.split() for house, text in patch.hands.items()})
    for card in [*lying, *board.discard, *board.removed, *top, *_all(patch.hands)]:
        next(pile for pile in (hidden.deck, hidden.events, *hidden.own.values()) if card in pile).remove(card)
    for house, text in patch.own.items():
        board.removed += [card for card in hidden.own[house] if card not in text.split()]
        hidden.own[house] = text.split()
    _events(position)
    if begins not in ("deal", "season", "score"):
        _fill_hands(position, patch)
    _own_cards_gone(position, patch, begins)
    if patch.cards_left is not None:
        left = max(0, patch.cards_left - len(top))
        board.discard += hidden.deck[left:]
        del hidden.deck[left:]
    hidden.deck[:0] = top


def _seasons_begun(position: Position) -> list[Season]:
    board = position.board
    earliest = first_season(len(board.houses), board.modules)
    return list(SEASONS[SEASONS.index(earliest) : SEASONS.index(board.season) + 1])


def _events(position: Position) -> None:
    """In the advanced game the events that came in with each season are in the deck, if they are not named."""
    board, hidden = position.board, position.hidden
    if not hidden.events:
        return
    by_season = EVENTS[len(board.houses) <= FEW]
    aside = COUNT_OF_EVENTS - sum(by_season.get(one, 0) for one in _seasons_begun(position)[1:])
    drawn = shuffle(hidden.seed, "events/scenario", sorted(hidden.events))
    hidden.events, added = drawn[:aside], drawn[aside:]
    if added:
        hidden.deck = shuffle(hidden.seed, "deck/scenario", sorted([*hidden.deck, *added]))


def _own_cards_gone(position: Position, patch: Patch, begins: str) -> None:
    """Of their own cards leaders have had one each season; what is not named of it has left the game."""
    board, hidden = position.board, position.hidden
    had = len(_seasons_begun(position)) - (begins == "deal")
    for house, cards in hidden.own.items():
        while house not in patch.own and len(cards) > OWN_CARDS - had:
            board.removed.append(cards.pop())


def _all(texts: dict[str, str]) -> list[str]:
    return [card for text in texts.values() for card in text.split()]


def _fill_hands(position: Position, patch: Patch) -> None:
    """Hands of which nothing is said are dealt, less what their leaders have played this round."""
    board, hidden = position.board, position.hidden
    for house in board.houses:
        if house not in patch.hands:
            count = max(0, HAND - board.plays[house])
            if hidden.own.get(house) and house not in patch.own and count:
                hidden.hands[house].append(hidden.own[house].pop(0))
                count -= 1
            hidden.hands[house] += hidden.deck[:count]
            del hidden.deck[:count]
