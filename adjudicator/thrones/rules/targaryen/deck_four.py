"""The fourth Westeros deck: where its tokens lie, and what each card lets be done besides, by its `effect`.

Source: MoD rules: placing loyalty tokens; the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.engine.asking import Asks
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.ahead import Ahead, may_ask
from adjudicator.thrones.rules.control import controller, players_of, turn_order
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.rules.targaryen.dragons import take_token
from adjudicator.thrones.rules.targaryen.loyalty import place
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Piece
from adjudicator.thrones.state.components import WesterosCard

DECLINE = "decline"


class Plot:
    """A card of the deck being carried out for the house whose deck it is."""

    def __init__(self, game: Game, deck: str) -> None:
        self.game, self.deck = game, deck
        self.card: WesterosCard = game.edition.westeros[game.board.revealed[deck]]
        self.rule = f"westeros.{self.card.id}"
        self.house, self.cause = next((h, c) for h, c in game.edition.causes.items() if c.deck == deck)

    def pick(self, choices: Sequence[str], *, house: str = "", subject: str = "") -> Asks[str]:
        """One of the choices, asked of a house (none named: whose deck it is) unless there is only one."""
        asked = house or self.house
        question = d.PickEffect(
            seat=self.game.seat(asked), house=asked, because=self.card.id, choices=tuple(choices), subject=subject
        )
        answer = yield from self.game.ask_or_force(question)
        return answer.choice

    def affords(self, cost: int) -> bool:
        """Whether the house can pay, and a token is left to lay."""
        return self.game.board.power[self.house] >= cost and self.left > 0

    @property
    def left(self) -> int:
        """Loyalty tokens that do not lie on the board."""
        return self.cause.tokens - sum(self.game.board.loyalty.values())

    def pay(self, cost: int) -> None:
        """The house pays Power for the card."""
        if cost:
            self.game.tell(e.PowerSpent(house=self.house, amount=cost, because=self.card.id), self.rule)

    def lay(self, area: str) -> None:
        """A loyalty token goes to an area."""
        place(self.game, self.cause, area, self.card.id, self.rule)

    def westeros(self) -> list[str]:
        """Every land area of Westeros, in the order of the data."""
        return [area.id for area in self.game.edition.areas.values() if area.kind == "land" and not area.only_with]

    def others(self) -> list[str]:
        """The other players, in turn order."""
        return [house for house in players_of(self.game.board) if house != self.house]


Effect = Callable[[Plot], Asks[list[Step]]]


def _plotter(ahead: Ahead, deck: str) -> list[str]:
    """Whose deck it is, if the house may be able to pay for what the card lets be done."""
    card = ahead.edition.westeros[ahead.board.revealed[deck]]
    owner = next(house for house, cause in ahead.edition.causes.items() if cause.deck == deck)
    able = owner in ahead.board.vassals or owner in ahead.able_to_pay(int(card.values.get("cost", 0)))
    return [owner] if able else []


def _own_ahead(ahead: Ahead, deck: str) -> None:
    ahead.pick(_plotter(ahead, deck))


def _others_ahead(ahead: Ahead, deck: str) -> None:
    """Whose deck it is names one of the others, who is asked then."""
    ahead.pick(house for able in _plotter(ahead, deck) for house in (able, *ahead.players))


@may_ask(lambda ahead, deck: ahead.follow([Step("loyalty-text", {"deck": deck})]))
def loyalty(game: Game, deck: str) -> list[Step]:
    """The tokens that the card names are laid; then comes the rest of it."""
    plot = Plot(game, deck)
    for area in plot.card.loyalty:
        plot.lay(area)
    return [Step("loyalty-text", {"deck": deck})]


def _text_ahead(ahead: Ahead, deck: str) -> None:
    card = ahead.edition.westeros[ahead.board.revealed[deck]]
    ahead.come_to(EFFECTS[card.effect], deck=deck)


@may_ask(_text_ahead)
def loyalty_text(game: Game, deck: str) -> Play:
    """What the card says below its areas."""
    plot = Plot(game, deck)
    return (yield from EFFECTS[plot.card.effect](plot))


@may_ask(_own_ahead)
def _homes(plot: Plot) -> Asks[list[Step]]:
    """For Power: a token to the homes of a few other houses, vassals too."""
    cost, most = int(plot.card.values["cost"]), int(plot.card.values["houses"])
    houses = [house for house in turn_order(plot.game.board) if house != plot.house]
    if not plot.affords(cost):
        return []
    for number in range(min(most, plot.left)):
        chosen = yield from plot.pick((*houses, DECLINE))
        if chosen == DECLINE:
            break
        if not number:
            plot.pay(cost)
        houses.remove(chosen)
        plot.lay(plot.game.edition.houses[chosen].home)
    return []


@may_ask(_own_ahead)
def _one_of(plot: Plot) -> Asks[list[Step]]:
    """For Power: a token to one of the areas named."""
    cost = int(plot.card.values["cost"])
    if plot.affords(cost):
        area = yield from plot.pick((*plot.card.values["areas"], DECLINE))
        if area != DECLINE:
            plot.pay(cost)
            plot.lay(area)
    return []


def _flesh_ahead(ahead: Ahead, deck: str) -> None:
    _own_ahead(ahead, deck)
    ahead.ask(_plotter(ahead, deck), d.PickUnit)


@may_ask(_flesh_ahead)
def _flesh(plot: Plot) -> Asks[list[Step]]:
    """A dragon is given up and the others grow at once, or a lost one comes back home."""
    game, unit = plot.game, plot.cause.grows
    board, home = game.board, game.edition.houses[plot.house].home
    there = [area for area, force in board.forces.items() if force.house == plot.house and force.units.get(unit)]
    choices = ["destroy-dragon"] if there and board.growing else []
    lost = piece_count(board, plot.house, unit) < game.edition.limit(plot.house, unit)
    if (
        lost
        and controller(board, game.edition, home) == plot.house
        and fits(board, game.edition, plot.house, {home: 1})
    ):
        choices.append("return-dragon")
    if not choices:
        return []
    chosen = yield from plot.pick((*choices, DECLINE))
    if chosen == "return-dragon":
        game.tell(e.UnitPlaced(house=plot.house, area=home, unit=unit, because=plot.card.id), plot.rule)
    elif chosen == "destroy-dragon":
        yield from _give_up(plot, sorted(there, key=game.edition.area_order.__getitem__))
    return []


def _give_up(plot: Plot, there: Sequence[str]) -> Asks[None]:
    """One dragon goes for a strength token of the house's choice."""
    game, unit = plot.game, plot.cause.grows
    pieces = tuple(Piece(area, unit) for area in there)
    question = d.PickUnit(seat=game.seat(plot.house), house=plot.house, choices=pieces, because=plot.card.id, owed=1)
    piece = yield from game.ask_or_force(question)
    game.destroy(plot.house, piece, plot.card.id, plot.rule)
    rounds = [str(number) for number in game.board.growing]
    chosen = yield from plot.pick(rounds, subject=unit)
    take_token(game, plot.cause, int(chosen), plot.card.id, plot.rule)


@may_ask(_others_ahead)
def _hold(plot: Plot) -> Asks[list[Step]]:
    """For Power: a token to an area of nobody's, and a unit of another player with it."""
    game, cost = plot.game, int(plot.card.values["cost"])
    board, edition = game.board, game.edition
    areas = [a for a in plot.westeros() if a not in board.neutral and controller(board, edition, a) is None]
    free = {
        house: [
            unit.id
            for unit in edition.units.values()
            if unit.terrain == "land"
            and unit.mustered
            and piece_count(board, house, unit.id) < edition.limit(house, unit.id)
        ]
        for house in plot.others()
    }
    players = [house for house, units in free.items() if units]
    if not (plot.affords(cost) and areas and players):
        return []
    area = yield from plot.pick((*areas, DECLINE))
    if area == DECLINE:
        return []
    player = yield from plot.pick(players, subject=area)
    plot.pay(cost)
    plot.lay(area)
    unit = yield from plot.pick(free[player], house=player, subject=area)
    game.tell(e.UnitPlaced(house=player, area=area, unit=unit, because=plot.card.id), plot.rule)
    return []


@may_ask(_others_ahead)
def _two_by_another(plot: Plot) -> Asks[list[Step]]:
    """For Power: another player lays two tokens in different areas of Westeros, where he likes."""
    cost = int(plot.card.values["cost"])
    if not plot.affords(cost):
        return []
    player = yield from plot.pick((*plot.others(), DECLINE))
    if player == DECLINE:
        return []
    plot.pay(cost)
    areas = plot.westeros()
    for _ in range(min(2, plot.left)):
        area = yield from plot.pick(areas, house=player)
        areas.remove(area)
        plot.lay(area)
    return []


@may_ask(_own_ahead)
def _rivers(plot: Plot) -> Asks[list[Step]]:
    """For as much Power as the house has points: a token to each of two areas by a river that it does not control."""
    board, edition = plot.game.board, plot.game.edition
    cost = max(0, board.points[plot.house])
    areas = [a for a in plot.card.values["areas"] if controller(board, edition, a) != plot.house]
    if not (plot.affords(cost) and areas):
        return []
    first = yield from plot.pick((*areas, DECLINE))
    if first == DECLINE:
        return []
    plot.pay(cost)
    plot.lay(first)
    areas.remove(first)
    if areas and plot.left:
        second = yield from plot.pick(areas)
        plot.lay(second)
    return []


def _moves_ahead(ahead: Ahead, deck: str) -> None:
    ahead.follow(Step("loyalty-move", {"deck": deck, "house": house}) for house in ahead.players)


@may_ask(_moves_ahead)
@quiet
def _everybody_moves(plot: Plot) -> list[Step]:
    """Each player in turn order, or in its reverse, moves a token."""
    players = players_of(plot.game.board)
    if plot.card.values["reversed"]:
        players = players[::-1]
    return [Step("loyalty-move", {"deck": plot.deck, "house": house}) for house in players]


def _move_ahead(ahead: Ahead, deck: str, house: str) -> None:
    ahead.pick([house])
    ahead.ask((owner for owner in _plotter(ahead, deck) if owner != house), d.CancelMove)


@may_ask(_move_ahead)
def loyalty_move(game: Game, deck: str, house: str) -> Play:
    """A player moves a token to an area beside it; whose deck it is may pay to put it back."""
    plot = Plot(game, deck)
    lands = {area: game.edition.areas[area].land for area in game.board.loyalty}
    origins = sorted((area for area, near in lands.items() if near), key=game.edition.area_order.__getitem__)
    if not origins:
        return []
    area = yield from plot.pick(origins, house=house)
    to = yield from plot.pick(lands[area], house=house, subject=area)
    game.tell(e.LoyaltyMoved(house=house, area=area, to=to, because=plot.card.id), plot.rule)
    cost = int(plot.card.values["cost"])
    if house == plot.house or game.board.power[plot.house] < cost:
        return []
    answer = yield from game.ask(
        d.CancelMove(
            seat=game.seat(plot.house), house=plot.house, because=plot.card.id, cost=cost, mover=house, area=area, to=to
        )
    )
    if answer.yes:
        plot.pay(cost)
        back = e.LoyaltyMoved(house=plot.house, area=to, to=area, because=plot.card.id, cancelled=True)
        game.tell(back, plot.rule)
    return []


EFFECTS: Mapping[str, Effect] = {
    "token-to-homes": _homes,
    "token-to-one-of": _one_of,
    "give-up-or-return": _flesh,
    "token-and-unit": _hold,
    "two-by-another": _two_by_another,
    "two-by-rivers": _rivers,
    "everybody-moves": _everybody_moves,
}
