"""The Iron Bank: loans, interest and effects (MoD rules: Iron Bank of Braavos)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.engine import Asks, Law, Pick, Play, Refusal, Step, shuffle
from adjudicator.thrones.rules import bidding
from adjudicator.thrones.rules.bidding import CARRIED_OUT
from adjudicator.thrones.rules.control import (
    BARREL,
    CROWN,
    RUIN,
    controller,
    places_for,
    players_of,
    remaining_tokens,
    turn_order,
)
from adjudicator.thrones.rules.marches import next_house, orders_of
from adjudicator.thrones.rules.mustering import Booking, every_booking, refuse_in_turn
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.round import remaining_cards, set_supply, used_below
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.state import LOANS, Bank, Board, Edition, Hidden, Loan, Position, decisions as d, events as e
from adjudicator.thrones.state.decisions import Piece, Recruit, Recruits

TRACK_RULE, TOKEN_RULE = "bank.track", "bank.braavos"


def open_bank(edition: Edition, board: Board, hidden: Hidden) -> None:
    """Set up the bank if its house plays: shuffle loans, first on the dearest slot."""
    rules = edition.bank
    if rules is None or rules.house not in board.houses:
        return
    deck = shuffle(hidden.seed, f"deck-{LOANS}/start", list(rules.loans))
    board.bank = Bank([*[""] * (len(rules.costs) - 1), deck[0]])
    hidden.decks[LOANS] = deck[1:]


def move_loans(game: Game) -> None:
    """Move loans a slot left from round 2: the last under its deck, a new one added."""
    bank = game.board.bank
    if bank is None or game.board.round == 1:
        return
    gone, deck = bank.slots[0], list(game.position.hidden.decks[LOANS])
    deck += [gone] if gone else []
    new = deck[0] if deck else ""
    game.tell(e.LoansMoved(slots=(*bank.slots[1:], new), returned=gone, revealed=new), TRACK_RULE)


def offers(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """The loans to be had and what each costs the house now, the cheapest slot first."""
    bank, rules = board.bank, edition.bank
    if bank is None or rules is None:
        return {}
    less = rules.discount if bank.token == house else 0
    return {loan: max(0, cost - less) for loan, cost in zip(bank.slots, rules.costs, strict=True) if loan}


def token_receiver(board: Board, edition: Edition) -> str:
    """Return the player who controls Braavos and so gets its token; empty if none.
    Nobody gets it while the neutral force stands."""
    rules = edition.bank
    if rules is None or rules.area not in edition.areas or rules.area in board.neutral:
        return ""
    owner = controller(board, edition, rules.area)
    return "" if owner is None or owner in board.vassals else owner


def pass_token(game: Game) -> None:
    """Move the token of Braavos with control of Braavos; lay it aside if uncontrolled."""
    bank = game.board.bank
    if bank is None:
        return
    house = token_receiver(game.board, game.edition)
    if house != bank.token:
        game.tell(e.BankTokenTaken(house=house, before=bank.token), TOKEN_RULE)


def hiring_areas(board: Board, edition: Edition, house: str) -> tuple[str, ...]:
    """Return areas the house controls or has units in, ports too, in data order."""
    return tuple(
        area for area in edition.areas if area not in board.neutral and controller(board, edition, area) == house
    )


class Hiring(Booking):
    """The placement so far in a decision: units left, pieces and armies changed."""

    def __init__(self, board: Board, edition: Edition, decision: d.PlaceUnits) -> None:
        super().__init__(board, edition, decision.house)
        self.decision, self.left = decision, dict(decision.units)

    def refuse(self, want: Recruit) -> Refusal | None:
        """Why this unit cannot appear there on top of what was placed so far."""
        where = f"loans.{self.decision.loan}"
        if want.upgrade or want.area != want.at or not self.left.get(want.unit):
            return Refusal("not-in-the-loan", f"this card places no more {want.unit} in {want.at}", where)
        if want.at not in self.decision.areas:
            return Refusal("not-yours", f"{self.house} neither controls {want.at} nor has units there", where)
        kind, unit = self.edition.areas[want.at].kind, self.edition.units[want.unit]
        if unit.terrain != ("sea" if kind == "port" else kind):
            return Refusal("wrong-terrain", f"a {want.unit} cannot stand in {want.at}", where)
        return self._refuse_piece(want.unit, where) or self._refuse_place(want.at, where)

    def book(self, want: Recruit) -> None:
        """Count this unit as placed."""
        self.left[want.unit] -= 1
        super().book(want)

    def possible(self, unit: str) -> list[Recruit]:
        """Where one more unit of a kind may appear, in the order of the data."""
        wants = (Recruit(area, unit, area) for area in self.decision.areas)
        return [want for want in wants if self.refuse(want) is None]

    def place(self, choose: Callable[[str], Recruit | None]) -> Recruits:
        """Place the units one by one where `choose` says; None: nowhere."""
        wants = []
        for unit in (unit for unit, count in self.decision.units.items() for _ in range(count)):
            want = choose(unit)
            if want is not None:
                wants.append(want)
                self.book(want)
        return Recruits(tuple(wants))


def check_hired(position: Position, decision: d.PlaceUnits, answer: Recruits) -> Refusal | None:
    """Why these units cannot be placed in this order."""
    return refuse_in_turn(Hiring(position.board, edition_of(position), decision), answer.wants)


def every_hired(position: Position, decision: d.PlaceUnits) -> Iterator[Recruits]:
    """Yield each placement, kind by kind; those lacking some units come last."""
    board, edition = position.board, edition_of(position)
    return every_booking(lambda: Hiring(board, edition, decision), list(decision.units), shorter_first=False)


def sample_hired(position: Position, decision: d.PlaceUnits, pick: Pick) -> Recruits:
    """Return a random placement: each unit somewhere, or now and then nowhere."""
    hiring = Hiring(position.board, edition_of(position), decision)

    def choose(unit: str) -> Recruit | None:
        possible = [*hiring.possible(unit), None]
        return possible[pick(len(possible))]

    return hiring.place(choose)


def default_hired(position: Position, decision: d.PlaceUnits) -> Recruits:
    """Place as many as possible, each at home or else in the first area of the data."""
    board, edition = position.board, edition_of(position)
    hiring, home = Hiring(board, edition, decision), edition.houses[decision.house].home
    return hiring.place(lambda unit: min(hiring.possible(unit), key=lambda want: want.at != home, default=None))


HIRED = Law(Recruits, check_hired, every_hired, sample_hired)


EFFECT_RULE = "bank.effect"
Effect = Callable[[Game, str, Loan, Mapping[str, Any]], Asks[None]]


@quiet
def _gain_power(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> None:
    game.gain_power(house, int(part["power"]), loan.id, EFFECT_RULE)


@quiet
def _more_supply(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> None:
    most = len(game.edition.supply_limits) - 1
    set_supply(game, house, min(most, game.board.supply[house] + int(part["supply"])), EFFECT_RULE)


def _lay(game: Game, house: str, loan: Loan, area: str, mark: str) -> None:
    game.tell(e.AreaImproved(house=house, area=area, mark=mark, because=loan.id), EFFECT_RULE)


def _choose_area(game: Game, house: str, loan: Loan, mark: str, without: Sequence[str]) -> Asks[str]:
    """An area for a token, or nothing where none can lie."""
    if remaining_tokens(game.board, game.edition) <= 0:
        return ""
    choices = tuple(area for area in places_for(game.board, game.edition, mark) if area not in without)
    if not choices:
        return ""
    answer = yield from game.ask(d.ImproveArea(**game.seat_of(house), loan=loan.id, mark=mark, choices=choices))
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
    if remaining_tokens(game.board, game.edition) > 0:
        answer = yield from game.pick(house, loan.id, (CROWN, BARREL), area)
        _lay(game, house, loan, area, answer)


def _place_units(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """Place units in own areas, as far as pieces and supply allow; lose the rest."""
    question = d.PlaceUnits(
        **game.seat_of(house),
        loan=loan.id,
        units=dict(part["units"]),
        areas=hiring_areas(game.board, game.edition, house),
    )
    hiring = Hiring(game.board, game.edition, question)
    if not any(hiring.possible(unit) for unit in question.units):
        return
    answer = yield from game.ask(question)
    for want in answer.wants:
        game.tell(e.UnitHired(house=house, unit=want.unit, at=want.at, loan=loan.id), EFFECT_RULE)


def _look_at_deck(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """Show the house alone the deck's top cards, to go back on top or bottom."""
    seat = game.seat(house)
    decks = tuple(deck for deck in game.edition.westeros_decks if remaining_cards(game, deck))
    answer = yield from game.ask(d.PickEffect(seat=seat, house=house, because=loan.id, choices=decks))
    deck = answer.choice
    piles: dict[str, list[str]] = {"top": [], "bottom": []}
    seen = remaining_cards(game, deck)[: int(part["cards"])]
    # Asked together, so that all cards are seen before one is put anywhere.
    places = ("bottom", "top")
    questions = [
        d.PickEffect(seat=seat, house=house, because=loan.id, subject=card, choices=places, nth=nth)
        for nth, card in enumerate(seen)
    ]
    answers = yield from game.ask_together(questions)
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
        EFFECT_RULE,
    )


def pieces_of(board: Board, edition: Edition, units: Sequence[str] = (), house: str = "") -> tuple[Piece, ...]:
    """Return units on the board by area and kind, standing and routed ones apart.
    `units` (kinds) and `house` narrow the list; empty: all."""
    return tuple(
        Piece(area, unit, routed)
        for area, force in sorted(board.forces.items(), key=lambda pair: edition.area_order[pair[0]])
        if not house or force.house == house
        for routed, pile in ((False, force.units), (True, force.routed))
        for unit in sorted(pile)
        if not units or unit in units
    )


def destroy_and_settle(game: Game, house: str, piece: Piece, because: str, rule: str) -> Asks[None]:
    """Destroy a unit and settle its order and the ships in its land's port at once."""
    game.destroy(house, piece, because, rule)
    yield from game.hooks.after_step(game)


def _kill(game: Game, house: str, loan: Loan, part: Mapping[str, Any]) -> Asks[None]:
    """Let the house destroy one unit of each kind of a loan, each in another area.
    The units may be those of any house."""
    struck: list[str] = []
    kinds = part["units"]
    for number, unit in enumerate(kinds):
        pieces = pieces_of(game.board, game.edition, (unit,))
        choices = tuple(piece for piece in pieces if piece.area not in struck)
        if not choices:
            continue
        piece = yield from game.ask(
            d.DestroyUnit(**game.seat_of(house), because=loan.id, owed=len(kinds) - number, choices=choices)
        )
        struck.append(piece.area)
        yield from destroy_and_settle(game, game.board.forces[piece.area].house, piece, loan.id, EFFECT_RULE)


LOAN_EFFECTS: Mapping[str, Effect] = {
    "gain-power": _gain_power,
    "more-supply": _more_supply,
    "improve": _improve,
    "burn-castle": _burn_castle,
    "place-units": _place_units,
    "look-at-deck": _look_at_deck,
    "kill": _kill,
}


INTEREST_RULE = "bank.interest"


def interest(game: Game) -> list[Step]:
    """Begin the interest phase; return a payment for each player with loans.
    They follow in turn order; nobody pays in the first round. Tells nothing if nobody has a loan."""
    bank = game.board.bank
    owing = [house for house in players_of(game.board) if bank is not None and bank.loans.get(house)]
    if owing:
        game.tell(e.PhaseStarted(phase="interest"), INTEREST_RULE)
    return [Step("pay-interest", {"house": house}) for house in owing]


def collector_for(board: Board, debtor: str) -> str | None:
    """Return who chooses the units a debtor loses: the holder of the blade.
    If that is the debtor, it is the next player on the Fiefdoms; None if there is none."""
    holder = board.holders["valyrian-blade"]
    if holder != debtor:
        return holder
    track = [house for house in board.tracks["fiefdoms"] if house not in board.vassals]
    return next(iter(track[track.index(debtor) + 1 :]), None)


def pay_interest(game: Game, house: str) -> Play:
    """Pay 1 Power per loan of a house; it loses a unit for each Power missing."""
    bank = game.board.bank
    owed = len(bank.loans.get(house, ())) if bank is not None else 0
    paid = min(owed, game.board.power[house])
    game.tell(e.InterestPaid(house=house, owed=owed, paid=paid), INTEREST_RULE)
    collector = collector_for(game.board, house)
    for left in range(owed - paid, 0, -1):
        choices = pieces_of(game.board, game.edition, house=house)
        if not choices or collector is None:
            break
        question = d.DestroyUnit(
            **game.seat_of(collector),
            because="interest",
            owed=left,
            victim=house,
            choices=choices,
        )
        piece = yield from game.ask_or_force(question)
        yield from destroy_and_settle(game, house, piece, "interest", INTEREST_RULE)
    return []


ORDER, POWER = "iron-bank", "consolidate-power"
LOAN_RULE = "bank.loan"


def collect(game: Game, after: str) -> Play:
    """Carry out one order of the next house: a loan, Power or mustering.
    `after` is the house to go on after in turn order; empty at the start."""
    house = _next_collector(game.board, game.edition, after)
    if house is not None and game.board.bank is not None and orders_of(game.board, game.edition, house, ORDER):
        done = yield from _order(game, house)
        if done:
            return [Step("collect", {"after": game.turn_of(house)})]
    return (yield from bidding.collect(game, after))


def _next_collector(board: Board, edition: Edition, after: str) -> str | None:
    """Return the next house in turn order with an order to carry out, or None.
    `after` is the house to go on after; empty: begin with the first."""
    order = turn_order(board)
    start = order.index(after) + 1 if after else 0
    houses = {next_house(board, edition, kind, after) for kind in (*CARRIED_OUT, ORDER)}
    return next((house for house in order[start:] + order[:start] if house in houses), None)


def _order(game: Game, house: str) -> Asks[bool]:
    """Carry out an Iron Bank order, or leave it for later: whether it is done."""
    board, edition = game.board, game.edition
    area = orders_of(board, edition, house, ORDER)[0]
    costs = {loan: cost for loan, cost in offers(board, edition, house).items() if cost <= board.power[house]}
    later = bool(orders_of(board, edition, house, POWER))
    choice = "wait" if later else "decline"
    if costs:
        choices = (*costs, "decline", "wait") if later else (*costs, "decline")
        answer = yield from game.ask(d.TakeLoan(**game.seat_of(house), area=area, costs=costs, choices=choices))
        choice = answer.choice
    if choice == "wait":
        return False
    if choice in costs:
        game.tell(e.LoanTaken(house=house, loan=choice, area=area, cost=costs[choice]), LOAN_RULE)
        loan = edition.loans[choice]
        for part in loan.parts:
            yield from LOAN_EFFECTS[part["does"]](game, house, loan, part)
    # A loan may have cost the house the ships, or the port, where its order lay.
    game.remove_order(area, "spent", LOAN_RULE)
    return True
