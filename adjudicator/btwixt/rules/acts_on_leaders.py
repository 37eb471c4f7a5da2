"""What abilities do to leaders and to the bid: kneeling, bans, votes, the reward."""

from __future__ import annotations

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.choosing import council, leaders
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state import events as e
from adjudicator.engine.asking import Asks

RULE = "abilities"


def set_kneel(game: Game, acting: Acting, op: c.SetKneel) -> Asks[bool]:
    """Leaders kneel or stand up; whom other leaders' cards cannot make kneel stays as it is."""
    who = yield from leaders(game, acting, op.who, "kneel")
    changed = False
    for house in who:
        kneels = house in game.board.kneeling
        if op.state == "stand" and kneels:
            game.tell(e.Stood(house=house, source=acting.source), RULE)
        elif op.state == "kneel" and not kneels:
            if house != acting.you and not acting.by_ally and bans.shielded(game.board, house):
                continue
            game.tell(e.Knelt(house=house, source=acting.source), RULE)
        else:
            continue
        changed = True
    return changed


def restrict(game: Game, acting: Acting, op: c.Restrict) -> Asks[bool]:
    """A ban for the rest of the round."""
    yield from ()
    game.tell(e.Forbidden(source=acting.source, house=acting.you, rule=op.rule), RULE)
    return True


def vote_council(game: Game, acting: Acting, op: c.VoteCouncil) -> Asks[bool]:
    """A vote for one of the winner's councils."""
    where = yield from council(game, acting, op.council, "vote")
    if where:
        game.tell(e.VoteCast(source=acting.source, house=acting.you, council=where), RULE)
    return bool(where)


def win_reward(game: Game, acting: Acting, op: c.WinReward) -> Asks[bool]:
    """More or fewer tokens for the win."""
    yield from ()
    game.tell(e.RewardChanged(source=acting.source, amount=op.amount), RULE)
    return True
