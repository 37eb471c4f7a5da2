"""Parts of a battle from support to decision (1e rules: battle, phases 1 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.engine import Asks, Law, Refusal
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import (
    besieges,
    casualties,
    final_items,
    icons,
    overwritten,
    strength_items,
    support_strength,
    supporters,
    total,
)
from adjudicator.thrones.state import Battle, Position, Side, decisions as d, events as e
from adjudicator.thrones.state.decisions import Pledges


def current(game: Game) -> Battle:
    """The battle on the board; AssertionError if there is none."""
    battle = game.board.battle
    if battle is None:
        raise AssertionError("no battle is being fought")
    return battle


# The sides by their words in answers.
SIDES: Mapping[str, Side] = {"attacker": "attacker", "defender": "defender", "none": "none"}
Part = Callable[[Game, Battle], Asks[None]]


def fight(game: Game) -> Asks[None]:
    """Fight the battle that has just started, part by part as the edition has them."""
    battle = current(game)
    for part in game.edition.battle:
        yield from part(game, battle)
    game.tell(e.BattleEnded(area=battle.area), "battle")


def call_support(game: Game, battle: Battle) -> Asks[None]:
    """Phase 1: ask houses with adjacent Support orders, in turn order, whom to help."""
    board, edition = game.board, game.edition
    by_house: dict[str, list[str]] = {}
    for area in supporters(board, edition, battle.area):
        by_house.setdefault(board.orders[area].house, []).append(area)
    for house, areas in by_house.items():
        sides = _sides(game, battle, house)
        answer = yield from game.ask(
            d.GiveSupport(
                **game.seat_of(house),
                area=battle.area,
                attacker=battle.attacker,
                defender=battle.defender,
                areas=tuple(areas),
                sides=sides,
            )
        )
        pledged = yield from _ask_to_accept_support(game, battle, house, answer.sides)
        for area in areas:
            side = pledged[area]
            siege = side == "attacker" and besieges(board, edition, battle.area)
            value = support_strength(board, edition, area, siege=siege) if side != "none" else 0
            game.tell(e.SupportGiven(house=house, area=area, side=side, strength=value), "battle.support")


def _sides(game: Game, battle: Battle, house: str) -> tuple[Side, ...]:
    """Return whom a house may support: fighters themselves, others no family enemy."""
    role, family = battle.role(house), game.board.family(house)
    if role != "none":
        return role, "none"
    barred = {
        "defender" if fighter == battle.attacker else "attacker" for fighter in family if battle.role(fighter) != "none"
    }
    every: tuple[Side, ...] = ("attacker", "defender", "none")
    return tuple(side for side in every if side not in barred)


def _ask_to_accept_support(game: Game, battle: Battle, house: str, sides: Mapping[str, str]) -> Asks[dict[str, Side]]:
    """Ask fighters to accept support if they may refuse it; return what is left.
    A refused area supports nobody (`none`). Source: R-49; 2e rules: combat."""
    pledges = {area: SIDES[side] for area, side in sides.items()}
    if not game.edition.variant.support_refusable or battle.role(house) != "none":
        return pledges
    for fighter in (battle.attacker, battle.defender):
        helped = [area for area, side in pledges.items() if side == battle.role(fighter)]
        if not helped:
            continue
        answer = yield from game.pick(fighter, "support", ("refuse", "accept"), house)
        if answer == "refuse":
            refused = e.EffectChosen(house=fighter, card="support", choice="refuse", subject=house)
            game.tell(refused, "battle.support")
            for area in helped:
                pledges[area] = "none"
    return pledges


@quiet
def declare(game: Game, battle: Battle) -> None:
    """Phase 2: both sides declare their strength so far."""
    attacker = strength_items(game.board, game.edition, battle, battle.attacker)
    defender = strength_items(game.board, game.edition, battle, battle.defender)
    game.tell(
        e.StrengthsDeclared(
            attacker=total(attacker),
            defender=total(defender),
            attacker_items=attacker,
            defender_items=defender,
        ),
        "battle.strength",
    )


def play_cards(game: Game, battle: Battle) -> Asks[None]:
    """Phase 3: both houses choose a House card in secret; they are turned up together."""
    questions = [
        d.ChooseHouseCard(
            **game.seat_of(house),
            area=battle.area,
            role=battle.role(house),
            opponent=battle.opponent(house),
            choices=tuple(game.hand(house)),
        )
        for house in (battle.attacker, battle.defender)
        if game.hand(house)
    ]
    answers = yield from game.ask_together(questions)
    cards = {decision.house: answer.chosen for decision, answer in zip(questions, answers, strict=True)}
    game.tell(e.CardsRevealed(cards=cards), "battle.cards")


def _remaining_units(game: Game, battle: Battle, house: str) -> int:
    """Count a fighting house's units, routed ones too; a garrison counts as one."""
    if house == battle.attacker:
        return sum(battle.troop.values())
    force, garrison = game.board.force_of(house, battle.area), game.board.garrisons.get(battle.area)
    guards = garrison is not None and garrison.house == house
    return guards + (force.size() if force is not None else 0)


@quiet
def end_if_destroyed(game: Game, battle: Battle) -> None:
    """End the battle if a card text took a side's last unit; the other wins (FAQ-08)."""
    left = {house: _remaining_units(game, battle, house) for house in (battle.attacker, battle.defender)}
    if not all(left.values()):
        _tell_winner(game, battle, battle.attacker if left[battle.attacker] else battle.defender, "destroyed")


def blade(game: Game, battle: Battle) -> Asks[None]:
    """Phase 4: let the blade's fighting holder add 1, once a round (RULE-08)."""
    board = game.board
    fighter = blade_house(game, battle)
    if battle.winner is not None or fighter is None or "valyrian-blade" in board.spent:
        return
    mine = total(final_items(board, game.edition, battle, fighter))
    # A strength may be so far below 0 that 1 more leaves it at 0.
    sunk = total(strength_items(board, game.edition, battle, fighter)) < mine
    if sunk or overwritten(board, game.edition, battle, fighter):
        return  # it would add nothing
    theirs = total(final_items(board, game.edition, battle, battle.opponent(fighter)))
    answer = yield from game.ask(d.UseBlade(**game.seat_of(fighter), area=battle.area, lead=mine - theirs))
    if answer.yes:
        game.tell(e.BladeUsed(house=fighter), "battle.blade")


def blade_house(game: Game, battle: Battle) -> str | None:
    """Return the house the blade serves: its holder or their vassal (MoD: combat)."""
    holder = game.board.holders.get("valyrian-blade", "")
    served = (house for house in (battle.attacker, battle.defender) if house == holder or game.seat(house) == holder)
    return next(served, None)


@quiet
def compare(game: Game, battle: Battle) -> None:
    """Phase 5: the stronger wins; ties go to the higher on the Fiefdoms (RULE-07)."""
    board, edition = game.board, game.edition
    if battle.winner is not None:
        return
    attack = total(final_items(board, edition, battle, battle.attacker))
    defence = total(final_items(board, edition, battle, battle.defender))
    if attack != defence:
        _tell_winner(game, battle, battle.attacker if attack > defence else battle.defender, "strength")
        return
    better = min((battle.attacker, battle.defender), key=board.tracks["fiefdoms"].index)
    _tell_winner(game, battle, better, "tie")


def _tell_winner(game: Game, battle: Battle, winner: str, by: str) -> None:
    """Tell who won the battle, with strengths and losses; note the margin.
    `by` is the reason, such as `strength` or `tie`."""
    board, edition = game.board, game.edition
    loser = battle.opponent(winner)
    attacker = final_items(board, edition, battle, battle.attacker)
    defender = final_items(board, edition, battle, battle.defender)
    game.margin = abs(total(attacker) - total(defender))
    swords, towers = icons(board, edition, battle, winner)[0], icons(board, edition, battle, loser)[1]
    game.tell(
        e.BattleWon(
            area=battle.area,
            winner=winner,
            loser=loser,
            by=by,
            attacker=total(attacker),
            defender=total(defender),
            attacker_items=attacker,
            defender_items=defender,
            swords=swords,
            fortifications=towers,
            losses=casualties(board, edition, battle, winner),
        ),
        "battle.resolution",
    )


def _refuse_pledges(position: Position, decision: d.GiveSupport, answer: Pledges) -> Refusal | None:
    """Return why an answer on support is illegal; None if it is legal.
    Codes: `support-areas`, `support-side`."""
    if set(answer.sides) != set(decision.areas):
        return Refusal("support-areas", f"answer for exactly: {', '.join(decision.areas)}", "sides")
    for area, side in answer.sides.items():
        if side not in decision.sides:
            return Refusal("support-side", f"{area} may help {', '.join(decision.sides)}, not {side}", area)
    return None


def _every_pledge(position: Position, decision: d.GiveSupport) -> Iterator[Pledges]:
    """Yield every legal answer: each combination of sides for the areas."""

    def fill(areas: tuple[str, ...]) -> Iterator[dict[str, str]]:
        if not areas:
            yield {}
            return
        for side in decision.sides:
            for rest in fill(areas[1:]):
                yield {areas[0]: side, **rest}

    return (Pledges(sides) for sides in fill(decision.areas))


PLEDGES = Law(Pledges, _refuse_pledges, _every_pledge)
