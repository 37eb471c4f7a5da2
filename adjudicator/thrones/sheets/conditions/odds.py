"""What a battle or an attack promises: leads, odds, cards that win, and threats."""

from __future__ import annotations

from adjudicator.thrones.rules.card_odds import Duel, Side, blade, by_strength, chance, duel_at_hand, helpers, needed
from adjudicator.thrones.rules.geography import reach
from adjudicator.thrones.rules.hooks import hooks_of
from adjudicator.thrones.rules.strength import besieges, support_strength, supporters, total, unit_items
from adjudicator.thrones.sheets.conditions.context import Attempt, Inapplicable, Scene
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition


def lead(scene: Scene, lent: str = "") -> int:
    """Own strength less the enemy's, with all that others could lend to `me` or to the `enemy`, if so wished."""
    found = scene.strength("me") - scene.strength("enemy")
    if not lent:
        return found
    return found + (_lent(scene) if lent == "me" else -_lent(scene))


def _lent(scene: Scene) -> int:
    """What the Support orders of houses that do not fight could add to either side, as far as they are not pledged."""
    board, edition, battle = scene.board, scene.edition, scene.battle
    area = scene.attempt.to if scene.attempt is not None else scene.area
    pledged = battle.pledges if scene.attempt is None and battle is not None else {}
    fighting = {scene.me, scene.opponent, *((battle.attacker, battle.defender) if pledged and battle else ())}
    siege = besieges(board, edition, area)
    free = (a for a in supporters(board, edition, area) if a not in pledged and board.orders[a].house not in fighting)
    return sum(support_strength(board, edition, a, siege=siege) for a in free)


def odds(scene: Scene) -> int:
    """The chance to win, in percent. Inapplicable without a battle or attack."""
    margin, foe = lead(scene), scene.opponent
    if scene.attempt is not None:
        if scene.attempt.to in scene.board.neutral:
            return 100 if margin >= 0 else 0
        if foe is None or _deserted(scene, scene.attempt):
            return 100
    if foe is None:
        raise Inapplicable("there is no battle or attack at hand")
    return round(100 * chance(scene.board, scene.edition, scene.me, foe, margin))


def _deserted(scene: Scene, attempt: Attempt) -> bool:
    """Whether nobody who can fight stands where the attack goes."""
    force = scene.board.forces.get(attempt.to)
    guarded = attempt.to in scene.board.garrisons and scene.board.garrisons[attempt.to].house != scene.me
    return not guarded and (force is None or force.house == scene.me or not force.units)


def beaten(scene: Scene, how: str) -> int:
    """How much of what the other can play the best own card beats, in percent: `surely` even with all support that
    others could lend him. Inapplicable without a battle or attack."""
    attempt = scene.attempt
    if attempt is not None and (attempt.to in scene.board.neutral or _deserted(scene, attempt)):
        return 100 * (attempt.to not in scene.board.neutral or lead(scene) >= 0)
    return odds_of_best(duel(scene, "" if how == "likely" else "enemy"))


def odds_of_best(weighed: Duel) -> int:
    """How much of what the other can play the best own card beats, in percent."""
    best = weighed.best(weighed.hand)
    return weighed.share(best) if best is not None else 0


def duel(scene: Scene, lent: str = "") -> Duel:
    """Own cards against those of the other in the battle or attack at hand; Inapplicable without one."""
    board, edition, foe = scene.board, scene.edition, scene.opponent
    if scene.attempt is None:
        battle = scene.battle
        if battle is None or foe is None:
            raise Inapplicable("there is no battle or attack at hand")
        hand = board.hands.get(scene.me, ())
        return duel_at_hand(board, edition, battle, scene.me, hand, _lent(scene) if lent else 0)
    if foe is None:
        raise Inapplicable(f"nobody holds {scene.attempt.to}")
    hands = board.hands.get(scene.me, ()), edition.vassal_cards if foe in board.vassals else board.hands.get(foe, ())
    margin = lead(scene, lent) + blade(board, scene.me, foe)
    return Duel(edition, hands, _sides(scene, scene.attempt, foe), margin, needed(board, scene.me, foe))


def _sides(scene: Scene, attempt: Attempt, foe: str) -> tuple[Side, Side]:
    """The two sides of an attack before cards, each with its own support."""
    board, edition = scene.board, scene.edition
    beside = supporters(board, edition, attempt.to)
    force, placed = board.forces.get(attempt.to), board.orders.get(attempt.to)
    token = edition.orders[placed.order] if placed is not None else None
    defense = token.modifier if token is not None and token.type == "defense" else 0
    mine = helpers(board, edition, (area for area in beside if board.orders[area].house == scene.me))
    theirs = helpers(board, edition, (area for area in beside if board.orders[area].house == foe))
    standing = force.units if force is not None and force.house == foe else {}
    return Side("attacker", attempt.units, 0, mine), Side("defender", standing, defense, theirs)


def card_strength(scene: Scene, of: str, who: str) -> int:
    """The number of the best, worst or middling card in a hand; a vassal's are all those of the deck of vassals."""
    house, edition = scene.sure_house(who), scene.edition
    hand = edition.vassal_cards if house in scene.board.vassals else scene.board.hands[house]
    ordered = by_strength(edition, hand)
    if not ordered:
        return 0
    place = {"best": 0, "middling": len(ordered) // 2, "worst": -1}[of]
    return edition.cards[ordered[place]].strength


def threatened(scene: Scene, area: str) -> bool:
    """Whether a march of another house could bring as much strength into an area as defends it."""
    strongest = _strongest_march(scene, area)
    return strongest is not None and strongest >= _held(scene, area)


def danger(scene: Scene, area: str) -> int:
    """How much stronger than what defends an area the strongest march is that another house could make into it: 1 where
    both are equal, 0 where it is weaker or there is none."""
    # The march from which the battle at hand comes has no units any more.
    strongest = _strongest_march(scene, area, besides=scene.battle.origin if scene.battle is not None else "")
    return 0 if strongest is None else max(0, strongest - scene.defence(area) + 1)


def _strongest_march(scene: Scene, area: str, besides: str = "") -> int | None:
    """The most that a march order of another house, but for that in one area, could bring into an area; None if none
    reaches it."""
    board, edition, family = scene.board, scene.edition, scene.board.family(scene.me)
    return max(
        (
            _strength_of_march(board, edition, origin, area)
            for origin, placed in board.orders.items()
            if placed.house not in family
            and origin != besides
            and edition.orders[placed.order].type == "march"
            and area in reach(board, edition, placed.house, origin)
        ),
        default=None,
    )


def _held(scene: Scene, area: str) -> int:
    """What will defend an area once the march that is weighed was made."""
    held, attempt = scene.defence(area), scene.attempt
    if attempt is not None and area in (attempt.origin, attempt.to):
        strength = total(unit_items(scene.edition, attempt.units, scene.me, growth=scene.board.growth))
        force = scene.board.forces.get(area)
        enemy = area in scene.board.neutral or (force is not None and force.house != scene.me)
        arriving = attempt.to == area and not enemy
        held = held - strength if attempt.origin == area else strength if not arriving else held + strength
    return held


def _strength_of_march(board: Board, edition: Edition, origin: str, to: str) -> int:
    """What a march order could bring into an area: all its units, the order, the support of its house beside."""
    placed = board.orders[origin]
    force = board.forces.get(origin)
    siege = besieges(board, edition, to)
    value = edition.orders[placed.order].modifier
    if force is not None:
        value += total(unit_items(edition, force.units, placed.house, siege=siege, growth=board.growth))
        beside = hooks_of(edition).beside_units
        value += beside(board, edition, origin) if beside is not None else 0
    helping = (a for a in supporters(board, edition, to) if board.orders[a].house == placed.house)
    return value + sum(support_strength(board, edition, a, siege=siege) for a in helping)
