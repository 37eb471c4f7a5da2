"""A battle from the call for support to the cards' return (1e rules: battle, phases 1 to 5)."""

from __future__ import annotations

from adjudicator.kernel.decision import Together
from adjudicator.thrones import decisions as d
from adjudicator.thrones import events as e
from adjudicator.thrones.aftermath import losses_and_retreat, put_cards_away
from adjudicator.thrones.board import Battle
from adjudicator.thrones.card_texts import after_texts, reveal_texts
from adjudicator.thrones.game import Asks, Game
from adjudicator.thrones.strength import strength_items, support_strength, supporters, total


def current(game: Game) -> Battle:
    """The battle on the board; AssertionError if there is none."""
    battle = game.board.battle
    if battle is None:
        raise AssertionError("no battle is being fought")
    return battle


def fight(game: Game) -> Asks[None]:
    """Fight the battle that has just started."""
    battle = current(game)
    yield from _call_support(game, battle)
    _declare(game, battle)
    yield from _play_cards(game, battle)
    yield from reveal_texts(game, battle)
    if not _one_side_destroyed(game, battle):
        yield from _blade(game, battle)
        _compare(game, battle)
    yield from after_texts(game, battle)
    yield from losses_and_retreat(game, battle)
    put_cards_away(game, battle)
    game.tell(e.BattleEnded(area=battle.area), "battle")


def _call_support(game: Game, battle: Battle) -> Asks[None]:
    """Phase 1: in turn order every house with Support orders next to the battle says whom each helps."""
    board, edition = game.board, game.edition
    by_house: dict[str, list[str]] = {}
    for area in supporters(board, edition, battle.area):
        by_house.setdefault(board.orders[area].house, []).append(area)
    for house, areas in by_house.items():
        role = battle.role(house)
        sides = ("attacker", "defender", "none") if role == "none" else (role, "none")
        answer = yield d.GiveSupport(
            seat=house,
            house=house,
            area=battle.area,
            attacker=battle.attacker,
            defender=battle.defender,
            areas=tuple(areas),
            sides=sides,
        )
        for area in areas:
            side = answer.sides[area]
            value = support_strength(board, edition, area) if side != "none" else 0
            game.tell(e.SupportGiven(house=house, area=area, side=side, strength=value), "battle.support")


def _declare(game: Game, battle: Battle) -> None:
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


def _play_cards(game: Game, battle: Battle) -> Asks[None]:
    """Phase 3: both houses choose a House card in secret; they are turned up together."""
    board = game.board
    asked = [
        d.ChooseHouseCard(
            seat=house,
            house=house,
            area=battle.area,
            role=battle.role(house),
            opponent=battle.opponent(house),
            choices=tuple(board.hands[house]),
        )
        for house in (battle.attacker, battle.defender)
        if board.hands[house]
    ]
    answers = yield Together(asked)
    cards = {decision.house: answer.card for decision, answer in zip(asked, answers, strict=True)}
    game.tell(e.CardsRevealed(cards=cards), "battle.cards")


def _units_left(game: Game, battle: Battle, house: str) -> int:
    """Units of a fighting house that take part, routed ones too."""
    if house == battle.attacker:
        return sum(battle.troop.values())
    force = game.board.forces.get(battle.area)
    return force.size() if force is not None and force.house == house else 0


def _one_side_destroyed(game: Game, battle: Battle) -> bool:
    """A card text took the last unit of a side: the other wins at once, strengths do not matter (FAQ-08)."""
    left = {house: _units_left(game, battle, house) for house in (battle.attacker, battle.defender)}
    if all(left.values()):
        return False
    winner = battle.attacker if left[battle.attacker] else battle.defender
    _tell_winner(game, battle, winner, "destroyed")
    return True


def _blade(game: Game, battle: Battle) -> Asks[None]:
    """Phase 4: the holder of the Valyrian steel blade may add 1 if fighting and not used this round (RULE-08)."""
    board = game.board
    holder = board.holders.get("valyrian-blade", "")
    if battle.role(holder) == "none" or "valyrian-blade" in board.spent:
        return
    mine = total(strength_items(board, game.edition, battle, holder))
    theirs = total(strength_items(board, game.edition, battle, battle.opponent(holder)))
    answer = yield d.UseBlade(seat=holder, house=holder, area=battle.area, lead=mine - theirs)
    if answer.yes:
        game.tell(e.BladeUsed(house=holder), "battle.blade")


def _compare(game: Game, battle: Battle) -> None:
    """Phase 5: the stronger side wins; a tie goes to the better place on the Fiefdoms track (RULE-07)."""
    board, edition = game.board, game.edition
    attack = total(strength_items(board, edition, battle, battle.attacker))
    defence = total(strength_items(board, edition, battle, battle.defender))
    if attack != defence:
        _tell_winner(game, battle, battle.attacker if attack > defence else battle.defender, "strength")
        return
    better = min((battle.attacker, battle.defender), key=board.tracks["fiefdoms"].index)
    _tell_winner(game, battle, better, "tie")


def _tell_winner(game: Game, battle: Battle, winner: str, by: str) -> None:
    board, edition = game.board, game.edition
    loser = battle.opponent(winner)
    attacker = strength_items(board, edition, battle, battle.attacker)
    defender = strength_items(board, edition, battle, battle.defender)
    swords = edition.cards[battle.cards[winner]].swords if winner in battle.cards else 0
    towers = edition.cards[battle.cards[loser]].fortifications if loser in battle.cards else 0
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
            losses=max(0, swords - towers),
        ),
        "battle.resolution",
    )
