"""What loans do, part by part: one small function for each, named by the data (MoD rules: effects of loans)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.engine.asking import Asks
from adjudicator.thrones.rules.improvements import BARREL, CROWN, RUIN, places_for, tokens_left
from adjudicator.thrones.rules.iron_bank.hiring import Hiring, hiring_areas
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.westeros import set_supply, still_to_come, used_below
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.components import Loan
from adjudicator.thrones.state.edition import Edition

RULE = "bank.effect"
Effect = Callable[[Game, str, Loan, Mapping[str, Any]], Asks[None]]


def carry_out(game: Game, house: str, loan: Loan) -> Asks[None]:
    """Everything a loan does for the house that took it."""
    for part in loan.parts:
        yield from EFFECTS[part["does"]](game, house, loan, part)


@quiet
def _gain_power(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> None:
    game.gain_power(house, int(part["power"]), loan.id, RULE)


@quiet
def _more_supply(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> None:
    most = len(game.edition.supply_limits) - 1
    set_supply(game, house, min(most, game.board.supply[house] + int(part["supply"])), RULE)


def _lay(game: Game, house: str, loan: Loan, area: str, mark: str) -> None:
    game.tell(e.AreaImproved(house=house, area=area, mark=mark, because=loan.id), RULE)


def _choose_area(game: Game, house: str, loan: Loan, mark: str, without: Sequence[str]) -> Asks[str]:
    """An area for a token, or nothing where none can lie."""
    if tokens_left(game.board, game.edition) <= 0:
        return ""
    choices = tuple(area for area in places_for(game.board, game.edition, mark) if area not in without)
    if not choices:
        return ""
    answer = yield from game.ask(
        d.ImproveArea(seat=game.seat(house), house=house, loan=loan.id, mark=mark, choices=choices)
    )
    return answer.chosen


def _improve(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """Tokens of a kind on so many different areas."""
    chosen: list[str] = []
    for _ in range(int(part["areas"])):
        area = yield from _choose_area(game, house, loan, part["mark"], chosen)
        if area:
            _lay(game, house, loan, area, part["mark"])
            chosen.append(area)


def _burn_castle(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """A castle is gone; a crown or a barrel is laid in its area."""
    area = yield from _choose_area(game, house, loan, RUIN, ())
    if not area:
        return
    _lay(game, house, loan, area, RUIN)
    if tokens_left(game.board, game.edition) > 0:
        answer = yield from game.pick(house, loan.id, (CROWN, BARREL), area)
        _lay(game, house, loan, area, answer)


def _place_units(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """Units where the house rules or has units, as far as pieces and supply allow; the others are lost."""
    question = d.PlaceUnits(
        seat=game.seat(house),
        house=house,
        loan=loan.id,
        units=dict(part["units"]),
        areas=hiring_areas(game.board, game.edition, house),
    )
    hiring = Hiring(game.board, game.edition, question)
    if not any(hiring.possible(unit) for unit in question.units):
        return
    answer = yield from game.ask(question)
    for want in answer.wants:
        game.tell(e.UnitHired(house=house, unit=want.unit, at=want.at, loan=loan.id), RULE)


def _look_at_deck(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """The top cards of a Westeros deck, seen by this house alone, go back on its top or bottom in any order."""
    seat = game.seat(house)
    decks = tuple(deck for deck in game.edition.westeros_decks if still_to_come(game, deck))
    answer = yield from game.ask(d.PickEffect(seat=seat, house=house, because=loan.id, choices=decks))
    deck = answer.choice
    piles: dict[str, list[str]] = {"top": [], "bottom": []}
    seen = still_to_come(game, deck)[: int(part["cards"])]
    # Asked together, so that all cards are seen before one is put anywhere.
    places = ("bottom", "top")
    asked = [
        d.PickEffect(seat=seat, house=house, because=loan.id, subject=card, choices=places, nth=nth)
        for nth, card in enumerate(seen)
    ]
    answers = yield from game.ask_together(asked)
    for card, put in zip(seen, answers, strict=True):
        piles[put.choice].append(card)
    for cards in piles.values():
        if len(set(cards)) > 1:
            first = yield from game.ask(
                d.PickEffect(seat=seat, house=house, because=loan.id, choices=tuple(reversed(cards)))
            )
            cards.remove(first.choice)
            cards.insert(0, first.choice)
    top, bottom = tuple(piles["top"]), tuple(piles["bottom"])
    buried, below = len(bottom), used_below(game, deck)
    game.tell(
        e.DeckSearched(house=house, deck=deck, buried=buried, because=loan.id, top=top, bottom=bottom, below=below),
        RULE,
    )


def pieces_of(board: Board, edition: Edition, units: Sequence[str] = (), house: str = "") -> tuple[Piece, ...]:
    """Units on the board by area and kind, standing and routed apart; only of some kinds, or of one house."""
    return tuple(
        Piece(area, unit, routed)
        for area, force in sorted(board.forces.items(), key=lambda pair: edition.area_order[pair[0]])
        if not house or force.house == house
        for routed, pile in ((False, force.units), (True, force.routed))
        for unit in sorted(pile)
        if not units or unit in units
    )


def destroy_and_settle(game: Game, house: str, piece: Piece, because: str, rule: str) -> Asks[None]:
    """Destroy a unit and put right at once what that leaves: its order, ships in the port of its land."""
    game.destroy(house, piece, because, rule)
    yield from game.hooks.after_step(game)


def _kill(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """One unit of each kind, each in another area, whoever's they are."""
    struck: list[str] = []
    kinds = part["units"]
    for number, unit in enumerate(kinds):
        pieces = pieces_of(game.board, game.edition, (unit,))
        choices = tuple(piece for piece in pieces if piece.area not in struck)
        if not choices:
            continue
        piece = yield from game.ask(
            d.DestroyUnit(
                seat=game.seat(house), house=house, because=loan.id, owed=len(kinds) - number, choices=choices
            )
        )
        struck.append(piece.area)
        yield from destroy_and_settle(game, game.board.forces[piece.area].house, piece, loan.id, RULE)


EFFECTS: Mapping[str, Effect] = {
    "gain-power": _gain_power,
    "more-supply": _more_supply,
    "improve": _improve,
    "burn-castle": _burn_castle,
    "place-units": _place_units,
    "look-at-deck": _look_at_deck,
    "kill": _kill,
}
