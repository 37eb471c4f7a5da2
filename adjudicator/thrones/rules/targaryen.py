"""House Targaryen: start, loyalty, dragons, cards, gifts, Westeros deck (MoD)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.engine import Asks, Illegal, Law, Pick, Play, Refusal, Step
from adjudicator.thrones.rules import step_context, supply
from adjudicator.thrones.rules.card_texts import power_by_difference
from adjudicator.thrones.rules.control import controller, players_of, turn_order
from adjudicator.thrones.rules.hooks import Texts
from adjudicator.thrones.rules.round import Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import active_text
from adjudicator.thrones.rules.supply import fits, piece_count
from adjudicator.thrones.state import (
    CLOSED,
    Battle,
    Board,
    Cause,
    Edition,
    HouseCard,
    Position,
    Setup,
    WesterosCard,
    decisions as d,
    events as e,
)
from adjudicator.thrones.state.decisions import Piece, Spread


def add_joining_houses(edition: Edition, setup: Setup, players: int, houses: Sequence[str]) -> Setup:
    """Return the set-up with houses that join if named, or all others are taken.
    Raises Illegal (`bad-houses`) with too few players. Source: MoD rules: set-up, step 1."""
    for house, cause in edition.causes.items():
        if house not in houses and (houses or players <= len(setup.houses)):
            continue
        if players < cause.players:
            words = f"{house} is played by {cause.players} players or more"
            raise Illegal(Refusal("bad-houses", words, "houses"))
        setup = replace(
            setup,
            houses=(*setup.houses, house),
            units={**setup.units, house: cause.units},
            supply={**setup.supply, house: cause.supply},
            tracks={track: (*places, house) for track, places in setup.tracks.items()},
        )
    return setup


def prepare(board: Board, edition: Edition) -> None:
    """Close areas of houses not in play; lay out causes (MoD: set-up 3, 7, 13, 14)."""
    for area in edition.areas.values():
        if area.only_with and area.only_with not in board.houses and area.kind != "port":
            board.neutral[area.id] = CLOSED
    for house, cause in edition.causes.items():
        if house in board.houses:
            board.points[house] = cause.points
            board.loyalty.update(cause.loyalty)
            board.neutral.update(cause.neutral)
            board.growing = list(cause.rounds)
            for track, places in board.tracks.items():
                board.tracks[track] = [*(other_house for other_house in places if other_house != house), house]


def settle_loyalty(game: Game) -> Asks[None]:
    """Settle orders and ports, then homes lost or regained, then tokens gained."""
    yield from supply.settle(game)
    for house in game.board.points:
        _look_home(game, house)
        _gain(game, house)


def _look_home(game: Game, house: str) -> None:
    """Count the home as a point while controlled; its garrison returns on regaining."""
    board, facts = game.board, game.edition.houses[house]
    home_control, lost = controller(board, game.edition, facts.home) == house, house in board.lost_homes
    points = board.points[house]
    if lost and home_control:
        back = e.HomeRegained(house=house, area=facts.home, points=points + 1, garrison=facts.garrison)
        game.tell(back, "pentos")
    elif not lost and not home_control:
        game.tell(e.HomeLost(house=house, area=facts.home, points=points - 1), "pentos")


def _gain(game: Game, house: str) -> None:
    """All tokens in areas that the house controls."""
    board = game.board
    areas = [area for area in board.loyalty if controller(board, game.edition, area) == house]
    for area in game.edition.in_order(areas):
        tokens = board.loyalty[area]
        gained = e.LoyaltyGained(house=house, area=area, tokens=tokens, points=board.points[house] + tokens)
        game.tell(gained, "loyalty")


def grow(game: Game) -> list[Step]:
    """The round marker reaches a strength token, if one lies there."""
    for cause in game.edition.causes.values():
        if game.board.round in game.board.growing:
            grow_unit(game, cause, game.board.round, "round", "dragons")
    return []


def grow_unit(game: Game, cause: Cause, round_number: int, because: str, rule: str) -> None:
    """Move a strength token from the round track; all units of the kind count 1 more."""
    strength = game.board.growth.get(cause.grows, 0) + 1
    game.tell(e.UnitGrew(unit=cause.grows, strength=strength, round=round_number, because=because), rule)


CARD_RULE = "cards.text"


def add_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house discard another card of its hand to add its printed strength."""
    me, hand = card.house, tuple(game.board.hands[card.house])
    if not hand:
        return
    answer = yield from game.pick_or_decline(me, card.id, hand)
    if answer:
        game.tell(e.CardAdded(house=me, card=answer, because=card.id), CARD_RULE)


def last_texts(game: Game, battle: Battle) -> Asks[None]:
    """Run texts as cards are put away; a card that says so then leaves the game."""
    for house in step_context.fighters_in_text_order(game, battle):
        yield from step_context.run_text(game, battle, house, game.hooks.texts.after_battle)
        card = active_text(battle, game.edition, house)
        if card is not None:
            leave_game(game, battle, card)


def leave_game(game: Game, battle: Battle, card: HouseCard) -> None:
    """Remove a card after battle: `always`, when `lost`, or if its house is `rich`."""
    board, when = game.board, card.values.get("leaves")
    lost = battle.winner != card.house
    rich = when == "rich" and board.power[card.house] >= int(card.values["power"])
    if card.id in board.discards[card.house] and (when == "always" or (when == "lost" and lost) or rich):
        game.tell(e.CardRemoved(house=card.house, card=card.id, because=card.id), CARD_RULE)


TEXTS = Texts(immediate={"add-card": add_card}, after_battle={"power-by-difference": power_by_difference})


GIFT_RULE = "bids.given-away"


@may_ask(
    lambda ahead: ahead.ask((bidder for bidder in ahead.able_to_pay() if bidder in ahead.board.points), d.SpreadBid)
)
def spread_bids(game: Game, track: str, bids: Mapping[str, int]) -> Asks[Mapping[str, int]]:
    """Return the bids that count: the giver's is spread over the others as he likes."""
    giver = next((house for house in bids if house in game.board.points), None)
    counted = {house: bid for house, bid in bids.items() if house != giver}
    if giver is None or not bids[giver]:
        return counted
    answer = yield from game.ask(
        d.SpreadBid(**game.seat_of(giver), auction=track, amount=bids[giver], houses=tuple(counted))
    )
    game.tell(e.BidsGivenAway(house=giver, auction=track, gifts=dict(answer.gifts)), GIFT_RULE)
    return {house: bid + answer.gifts.get(house, 0) for house, bid in counted.items()}


def even_shares(houses: Sequence[str], amount: int) -> dict[str, int]:
    """Share tokens one by one along a list of houses, starting over at its end."""
    return dict(Counter(houses[number % len(houses)] for number in range(amount)))


def _refuse_shares(position: Position, decision: d.SpreadBid, answer: Spread) -> Refusal | None:
    """Refuse gifts that are not legal shares of a house's bid; None if legal.
    Codes: `house-not-a-choice`, `gift-too-small`, `not-all-given`."""
    where = f"gifts.{decision.auction}"
    for house, gift in answer.gifts.items():
        if house not in decision.houses:
            return Refusal("house-not-a-choice", f"{house} is not among {', '.join(decision.houses)}", where)
        if gift < 1:
            return Refusal("gift-too-small", f"name only houses that get something, not {house}", where)
    total = sum(answer.gifts.values())
    if total != decision.amount:
        return Refusal("not-all-given", f"give away exactly {decision.amount}, not {total}", where)
    return None


def _every_split(position: Position, decision: d.SpreadBid) -> Iterator[Spread]:
    """Yield every way to share the whole amount among the houses."""

    def shares(houses: tuple[str, ...], left: int) -> Iterator[dict[str, int]]:
        if len(houses) == 1:
            yield {houses[0]: left} if left else {}
            return
        for first in range(left, -1, -1):
            for rest in shares(houses[1:], left - first):
                yield {houses[0]: first, **rest} if first else rest

    return (Spread(gifts) for gifts in shares(decision.houses, decision.amount))


def _sample(position: Position, decision: d.SpreadBid, pick: Pick) -> Spread:
    drawn = [decision.houses[pick(len(decision.houses))] for _ in range(decision.amount)]
    return Spread({house: drawn.count(house) for house in decision.houses if house in drawn})


SHARES = Law(Spread, _refuse_shares, _every_split, _sample)


DECLINE = "decline"


class Plot:
    """A card of the deck being carried out for the house whose deck it is."""

    def __init__(self, game: Game, deck: str) -> None:
        self.game, self.deck = game, deck
        self.card: WesterosCard = game.edition.westeros[game.board.revealed[deck]]
        self.rule = f"westeros.{self.card.id}"
        self.house, self.cause = next((h, c) for h, c in game.edition.causes.items() if c.deck == deck)

    def pick(self, choices: Sequence[str], *, house: str = "", subject: str = "") -> Asks[str]:
        """Ask a house, by default the deck's owner, to choose, if there is a choice."""
        return (yield from self.game.pick_or_force(house or self.house, self.card.id, choices, subject))

    def affords(self, cost: int) -> bool:
        """Whether the house can pay, and a token is left to lay."""
        return self.game.board.power[self.house] >= cost and self.remaining_tokens > 0

    @property
    def remaining_tokens(self) -> int:
        """Loyalty tokens that do not lie on the board."""
        return self.cause.tokens - sum(self.game.board.loyalty.values())

    def pay(self, cost: int) -> None:
        """The house pays Power for the card."""
        self.game.spend_power(self.house, cost, self.card.id, self.rule)

    def lay(self, area: str) -> None:
        """A loyalty token goes to an area, if one is left (M-11)."""
        if self.remaining_tokens > 0:
            self.game.tell(e.LoyaltyPlaced(area=area, because=self.card.id), self.rule)

    def westeros(self) -> list[str]:
        """Every land area of Westeros, in the order of the data."""
        return [area.id for area in self.game.edition.areas.values() if area.kind == "land" and not area.only_with]

    def others(self) -> list[str]:
        """The other players, in turn order."""
        return [house for house in players_of(self.game.board) if house != self.house]


Effect = Callable[[Plot], Asks[list[Step]]]


def _plotter(ahead: Ahead, deck: str) -> list[str]:
    """Return the owner of a deck, if it may afford what the card offers."""
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
    ahead.declare_questions(PLOTS[card.effect], deck=deck)


@may_ask(_text_ahead)
def loyalty_text(game: Game, deck: str) -> Play:
    """What the card says below its areas."""
    plot = Plot(game, deck)
    return (yield from PLOTS[plot.card.effect](plot))


@may_ask(_own_ahead)
def _buy_home_tokens(plot: Plot) -> Asks[list[Step]]:
    """Lay a token, for Power, in the homes of a few other houses, vassals too.
    The owner pays once, with the first home; it may stop or decline."""
    cost, most = int(plot.card.values["cost"]), int(plot.card.values["houses"])
    houses = [house for house in turn_order(plot.game.board) if house != plot.house]
    if not plot.affords(cost):
        return []
    for number in range(min(most, plot.remaining_tokens)):
        chosen = yield from plot.pick((*houses, DECLINE))
        if chosen == DECLINE:
            break
        if not number:
            plot.pay(cost)
        houses.remove(chosen)
        plot.lay(plot.game.edition.houses[chosen].home)
    return []


@may_ask(_own_ahead)
def _buy_token(plot: Plot) -> Asks[list[Step]]:
    """Lay a token, for Power, in one of the areas the card names, unless declined."""
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
        yield from _trade_dragon(plot, game.edition.in_order(there))
    return []


def _trade_dragon(plot: Plot, there: Sequence[str]) -> Asks[None]:
    """Destroy one dragon; the others take a strength token of the house's choice."""
    game, unit = plot.game, plot.cause.grows
    pieces = tuple(Piece(area, unit) for area in there)
    question = d.PickUnit(**game.seat_of(plot.house), choices=pieces, because=plot.card.id, owed=1)
    piece = yield from game.ask_or_force(question)
    game.destroy(plot.house, piece, plot.card.id, plot.rule)
    rounds = [str(number) for number in game.board.growing]
    chosen = yield from plot.pick(rounds, subject=unit)
    grow_unit(game, plot.cause, int(chosen), plot.card.id, plot.rule)


@may_ask(_others_ahead)
def _lay_token_and_unit(plot: Plot) -> Asks[list[Step]]:
    """Pay Power for a token and another player's unit in an area nobody controls.
    The deck's owner chooses area and player, or declines; that player chooses the kind of unit."""
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
def _let_another_lay_two(plot: Plot) -> Asks[list[Step]]:
    """Pay Power to let another player lay tokens in two areas of Westeros."""
    cost = int(plot.card.values["cost"])
    if not plot.affords(cost):
        return []
    player = yield from plot.pick((*plot.others(), DECLINE))
    if player == DECLINE:
        return []
    plot.pay(cost)
    areas = plot.westeros()
    for _ in range(min(2, plot.remaining_tokens)):
        area = yield from plot.pick(areas, house=player)
        areas.remove(area)
        plot.lay(area)
    return []


@may_ask(_own_ahead)
def _rivers(plot: Plot) -> Asks[list[Step]]:
    """Pay the house's points in Power to place tokens at two uncontrolled river areas."""
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
    if areas and plot.remaining_tokens:
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
    """Move a token to an adjacent area; the deck's owner may pay to put it back."""
    plot = Plot(game, deck)
    lands = {area: game.edition.areas[area].land for area in game.board.loyalty}
    origins = game.edition.in_order(area for area, near in lands.items() if near)
    if not origins:
        return []
    area = yield from plot.pick(origins, house=house)
    to = yield from plot.pick(lands[area], house=house, subject=area)
    game.tell(e.LoyaltyMoved(house=house, area=area, to=to, because=plot.card.id), plot.rule)
    cost = int(plot.card.values["cost"])
    if house == plot.house or game.board.power[plot.house] < cost:
        return []
    answer = yield from game.ask(
        d.CancelMove(**game.seat_of(plot.house), because=plot.card.id, cost=cost, mover=house, area=area, to=to)
    )
    if answer.yes:
        plot.pay(cost)
        back = e.LoyaltyMoved(house=plot.house, area=to, to=area, because=plot.card.id, cancelled=True)
        game.tell(back, plot.rule)
    return []


PLOTS: Mapping[str, Effect] = {
    "token-to-homes": _buy_home_tokens,
    "token-to-one-of": _buy_token,
    "give-up-or-return": _flesh,
    "token-and-unit": _lay_token_and_unit,
    "two-by-another": _let_another_lay_two,
    "two-by-rivers": _rivers,
    "everybody-moves": _everybody_moves,
}


def plot_offers(board: Board, edition: Edition, house: str, card: WesterosCard) -> tuple[str, ...]:
    """Return choices a card may leave a house, the default last; none: not asked."""
    lands = tuple(area.id for area in edition.areas.values() if area.kind == "land" and not area.only_with)
    if house not in board.points:
        units = tuple(unit.id for unit in edition.units.values() if unit.terrain == "land" and unit.mustered)
        return {"everybody-moves": lands, "two-by-another": lands, "token-and-unit": units}.get(card.effect, ())
    players = tuple(other for other in players_of(board) if other != house)
    others = tuple(other for other in board.houses if other != house)
    areas = tuple(card.values.get("areas", ()))
    rounds = tuple(str(number) for number in board.growing)
    return {
        "token-to-homes": (*others, DECLINE),
        "token-to-one-of": (*areas, DECLINE),
        "two-by-rivers": (*areas, DECLINE),
        "give-up-or-return": (*rounds, "destroy-dragon", "return-dragon", DECLINE),
        "token-and-unit": (*lands, *players, DECLINE),
        "two-by-another": (*players, DECLINE),
        "everybody-moves": (*lands, "cancel", "allow"),
    }.get(card.effect, ())
