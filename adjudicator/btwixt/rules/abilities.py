"""Carry out abilities, ask for choices, claim allies (rules 3.2, 3.3, 7.1, 8.7).

An operation with nothing to do does nothing and says so; what depends on it (`if_done`) is skipped too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules import acts, selecting
from adjudicator.btwixt.rules.scoring import lowest
from adjudicator.btwixt.rules.seasons import Game, next_ally
from adjudicator.btwixt.rules.selecting import (
    Acting,
    ally_matches,
    choose_council,
    council_allies,
    councils,
    loose_cards,
    pickable_leaders,
    pile_cards,
    some_leaders,
)
from adjudicator.btwixt.state import Edition, decisions as d, edition as c, events as e, left_of, right_of
from adjudicator.engine import Asks, kind_of


def possible(game: Game, acting: Acting, op: c.Op) -> bool:
    """Whether the operation could do anything now."""
    board, edition = game.board, game.edition
    match op:
        case c.KillAlly(ally="current"):
            return bool(board.current) and not selecting.is_current_safe(board, acting.by_ally)
        case c.KillAlly(ally=c.PickAlly() as pick):
            return bool(council_allies(board, edition, acting, pick, True))
        case c.MoveAlly(ally=pick):
            return bool(council_allies(board, edition, acting, pick, False))
        case c.MoveToken(source=source):
            return any(board.councils[council].tokens for council in councils(board, edition, acting, source))
        case c.ReturnCard(card=c.PickCard() as pick) | c.DiscardCard(card=c.PickCard() as pick):
            return _cards(game, acting, pick)
        case c.MoveCard(card=c.PickCard() as pick):
            return _cards(game, acting, pick)
    return True


def _cards(game: Game, acting: Acting, pick: c.PickCard) -> bool:
    board, edition = game.board, game.edition
    if pick.zone == "discard":
        return bool(loose_cards(board, game.hidden, edition, pick, ""))
    if isinstance(pick.of, c.PickLeader):
        owners = pickable_leaders(board, edition, acting, pick.of)
    else:
        owners = some_leaders(board, acting, pick.of)
    if pick.zone == "pile":
        return any(pile_cards(board, edition, acting, pick, owner) for owner in owners)
    return any(loose_cards(board, game.hidden, edition, pick, owner) for owner in owners)


Act = Callable[[Game, Acting, Any], Asks[bool]]
JOINING = "claim.additional"
# So many allies may bring each other, one after another: so that every claim ends, whatever is on the cards.
MAX_IN_CHAIN = 20


def conditions_hold(game: Game, ability: c.Ability, you: str) -> bool:
    """Whether everything is so that an ability which is carried out asks for."""
    board = game.board
    won = board.won.house if board.won else ""
    states: dict[c.State, Callable[[], bool]] = {
        "you-won": lambda: won == you,
        "you-lost": lambda: bool(won) and won != you,
        "won-by-neighbor": lambda: won in (left_of(board, you), right_of(board, you)),
        "current-alive": lambda: bool(board.current),
        "last-to-kneel": lambda: bool(board.kneeling) and board.kneeling[-1] == you,
        "lowest-total": lambda: you in lowest(board, game.edition),
        "summer": lambda: board.season == "summer",
        "autumn": lambda: board.season == "autumn",
        "winter": lambda: board.season == "winter",
    }
    for condition in ability.conditions:
        if not isinstance(condition, str) or condition not in states:
            raise AssertionError(f"an ability that is carried out cannot ask {condition!r}")
        if not states[condition]():
            return False
    return True


def carry_out(game: Game, acting: Acting, ability: c.Ability, rule: str) -> Asks[None]:
    """Carry out an ability in order; ask first if it is optional and has an effect."""
    if not conditions_hold(game, ability, acting.you):
        return
    doing = [op for op in ability.do if type(op) in ACTS]
    if not doing:
        return
    if ability.may:
        if not possible(game, acting, doing[0]):
            return
        question = d.UseAbility(seat=acting.you, house=acting.you, source=acting.source)
        if not (yield from game.ask(question)).yes:
            return
    for op in doing:
        if op.if_done and not acting.changed:
            continue
        acting.changed = yield from ACTS[type(op)](game, acting, op)
        if not acting.changed:
            game.tell(e.AbilityIdle(source=acting.source, house=acting.you, op=kind_of(op)), rule)


def places_itself(edition: Edition, ally: str) -> c.Ability | None:
    """The ability by which an ally says where it goes, whatever else demands a place."""
    for ability in edition.allies[ally].abilities:
        if ability.when == "when-claimed" and any(isinstance(op, c.PlaceSelf) for op in ability.do):
            return ability
    return None


def own_place(game: Game, ally: str, house: str, chain: int = 0) -> Asks[str]:
    """Return where an ally places itself, or ""; carry out its other effects first."""
    ability = places_itself(game.edition, ally)
    if ability is None:
        return ""
    acting = Acting(ally, house, True, chain=chain)
    yield from carry_out(game, acting, ability, JOINING)
    where = next(op.council for op in ability.do if isinstance(op, c.PlaceSelf))
    among = tuple(councils(game.board, game.edition, acting, where))
    return (yield from choose_council(game, among, "place", house, ally, ally))


def act_on_claim(game: Game, ally: str, house: str, council: str, chain: int = 0) -> Asks[None]:
    """What an ally does when it was claimed and lies in its council."""
    for ability in game.edition.allies[ally].abilities:
        if ability.when == "when-claimed" and not any(isinstance(op, c.PlaceSelf) for op in ability.do):
            acting = Acting(ally, house, True, council=council, chain=chain)
            yield from carry_out(game, acting, ability, "claim.when-claimed")


def add_ally(game: Game, acting: Acting, op: c.AddAlly) -> Asks[bool]:
    """Claim another ally, the next or a dead one, without a token and without votes."""
    joined, chain = False, acting.chain + 1
    named = isinstance(op.who, str) and chain <= MAX_IN_CHAIN
    for house in some_leaders(game.board, acting, op.who) if named else ():  # type: ignore[arg-type]
        ally = yield from _who_comes(game, acting, op, house)
        if not ally:
            continue
        council = yield from own_place(game, ally, house, chain)
        if not council:
            own = Acting(acting.source, house, acting.by_ally, council=acting.council, killed_in=acting.killed_in)
            among = tuple(councils(game.board, game.edition, own, op.to))
            council = yield from choose_council(game, among, "place", house, acting.source, ally)
        if not council:
            continue
        game.tell(
            e.AllyJoined(source=acting.source, house=house, ally=ally, council=council, dead=op.source == "dead-pile"),
            JOINING,
        )
        joined = True
        yield from act_on_claim(game, ally, house, council, chain)
    return joined


def _who_comes(game: Game, acting: Acting, op: c.AddAlly, house: str) -> Asks[str]:
    """The ally that comes; empty if there is none."""
    if op.source == "deck-top":
        return next_ally(game)
    dead = [ally for ally in game.board.dead if ally_matches(game.edition, acting, op.where, ally)]
    if not dead:
        return ""
    choices = tuple(d.AllyChoice(ally) for ally in dead)
    question = d.ChooseAlly(seat=house, house=house, source=acting.source, use="add", choices=choices)
    return (yield from game.ask(question)).ally


# What lasts, or is read when it matters, is not carried out here.
ACTS: dict[type[c.Op], Act] = {
    c.MoveCard: acts.move_card,
    c.ReturnCard: acts.return_card,
    c.DiscardCard: acts.discard_card,
    c.DrawCards: acts.draw_cards,
    c.GiveCard: acts.give_card,
    c.VoteCouncil: acts.vote_council,
    c.GainToken: acts.gain_token,
    c.WinReward: acts.win_reward,
    c.TokenOnCurrent: acts.token_on_current,
    c.MoveToken: acts.move_token,
    c.ReturnToken: acts.return_token,
    c.Peek: acts.peek,
    c.ArrangeAllies: acts.arrange_allies,
    c.KillAlly: acts.kill_ally,
    c.MoveAlly: acts.move_ally,
    c.AddAlly: add_ally,
    c.ReplaceCurrent: acts.replace_current,
    c.SetKneel: acts.set_kneel,
    c.Restrict: acts.restrict,
}
