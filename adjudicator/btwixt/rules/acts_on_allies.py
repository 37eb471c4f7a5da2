"""What abilities do to allies: kill, move, look at those to come, replace the current one."""

from __future__ import annotations

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.choosing import one_council
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.revealing import next_ally, reveal
from adjudicator.btwixt.rules.seating import other_council
from adjudicator.btwixt.rules.selecting import Acting, council_allies, councils, weakest
from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state import events as e
from adjudicator.engine.asking import Asks

RULE = "abilities"


def kill_ally(game: Game, acting: Acting, op: c.KillAlly) -> Asks[bool]:
    """An ally dies: the current one, this one, one that is chosen, or one of each council."""
    if op.ally == "current":
        return _kill_current(game, acting)
    if op.ally == "this":
        places = [name for name, held in game.board.councils.items() if acting.source in held.allies]
        return bool(places) and _kill(game, acting, a.AllyChoice(acting.source, places[0]))
    assert isinstance(op.ally, c.PickAlly)
    if op.ally.inside == "each":
        killed = False
        for name in list(game.board.councils):
            among = council_allies(game.board, game.edition, acting, op.ally, True)
            killed |= yield from _one(game, acting, op.ally, [one for one in among if one.council == name])
        return killed
    among = council_allies(game.board, game.edition, acting, op.ally, True)
    return (yield from _one(game, acting, op.ally, among))


def _one(game: Game, acting: Acting, pick: c.PickAlly, among: list[a.AllyChoice]) -> Asks[bool]:
    """One of these allies dies."""
    among = weakest(game.edition, among, pick.how)
    if not among:
        return False
    you = acting.you
    question = d.ChooseAlly(seat=you, house=you, source=acting.source, use="kill", choices=tuple(among))
    return _kill(game, acting, (yield from game.ask(question)))


def _kill(game: Game, acting: Acting, chosen: a.AllyChoice) -> bool:
    game.tell(e.AllyKilled(source=acting.source, ally=chosen.ally, council=chosen.council), RULE)
    acting.killed, acting.killed_in = chosen.ally, chosen.council
    return True


def _kill_current(game: Game, acting: Acting) -> bool:
    """The current ally dies; the winner of the bid claims nothing (rules 8.4)."""
    ally = game.board.current
    if not ally or bans.current_safe(game.board, acting.by_ally):
        return False
    acting.killed = ally
    lay = game.board.tokens_on_current
    game.tell(e.AllyKilled(source=acting.source, ally=ally, tokens=lay), RULE)
    if lay:
        game.mix_supply()
    return True


def move_ally(game: Game, acting: Acting, op: c.MoveAlly) -> Asks[bool]:
    """An ally goes to another council."""
    among = tuple(council_allies(game.board, game.edition, acting, op.ally, False))
    if not among:
        return False
    you = acting.you
    question = d.ChooseAlly(seat=you, house=you, source=acting.source, use="move", choices=among)
    chosen = yield from game.ask(question)
    if op.to == "own-opposite":
        to = other_council(game.board, you, chosen.council)
    else:
        targets = tuple(one for one in councils(game.board, game.edition, acting, op.to) if one != chosen.council)
        to = yield from one_council(game, targets, "move-ally", you, acting.source, chosen.ally)
    if not to:
        return False
    game.tell(e.AllyMoved(source=acting.source, ally=chosen.ally, of=chosen.council, to=to), RULE)
    return True


def arrange_allies(game: Game, acting: Acting, op: c.ArrangeAllies) -> Asks[bool]:
    """A look at the next allies, which are laid back in any order, some under the deck.

    Where allies lie in a row the next of it counts as the first (rules 10.3): what is laid on top lies there then.
    """
    row = bool(game.board.row)
    seen = game.board.row[:1] + game.hidden.allies[: op.n - row]
    if not seen:
        return False
    most = min(op.bottom_max, len(seen) - 1)
    you = acting.you
    question = d.ArrangeTop(seat=you, house=you, source=acting.source, allies=tuple(seen), bottom_max=most)
    answer = yield from game.ask(question)
    arranged = e.AlliesArranged(
        source=acting.source,
        house=you,
        count=len(seen),
        under=len(answer.bottom),
        top=answer.top,
        bottom=answer.bottom,
        row=row,
        row_top=answer.top[0] if row else "",
    )
    game.tell(arranged, RULE)
    return True


def replace_current(game: Game, acting: Acting, op: c.ReplaceCurrent) -> Asks[bool]:
    """The current ally leaves, tokens on it go back to the supply, and the next one becomes current."""
    yield from ()
    ally, lay = game.board.current, game.board.tokens_on_current
    if op.fate == "dead":
        if not _kill_current(game, acting):
            return False
    elif not ally:
        return False
    else:
        game.tell(e.AllyLeft(source=acting.source, ally=ally, tokens=lay), RULE)
        if lay:
            game.mix_supply()
    if next_ally(game):
        reveal(game, acting.source)
    return True
