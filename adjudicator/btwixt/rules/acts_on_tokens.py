"""What abilities do to power tokens; nobody sees the numbers on them."""

from __future__ import annotations

from adjudicator.btwixt.rules.choosing import leaders, one_council
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.selecting import Acting, councils, some_leaders
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state import events as e
from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle

RULE = "abilities"


def drawn_token(game: Game, council: str) -> int:
    """The number on a token of a council, drawn by the seed."""
    return shuffle(game.hidden.seed, game.purpose("token"), sorted(game.hidden.tokens[council]))[0]


def gain_token(game: Game, acting: Acting, op: c.GainToken) -> Asks[bool]:
    """From the supply to a council; whoever gains it says to which of the own two, for each token anew."""
    who = some_leaders(game.board, acting, op.who) if isinstance(op.who, str) else None
    if who is None:
        who = yield from leaders(game, acting, op.who, "look")
    gained = 0
    for house in who:
        own = Acting(acting.source, house, acting.by_ally, council=acting.council)
        among = tuple(councils(game.board, game.edition, own, op.council))
        for place in range(op.n * (len(among) if op.council == "each-own" else 1)):
            if not game.hidden.supply:
                break
            if op.council == "each-own":
                where = among[place % len(among)]
            else:
                where = yield from one_council(game, among, "token", house, acting.source)
            if not where:
                break
            take_token(game, house, where, acting.source, RULE)
            gained += 1
    return gained > 0


def take_token(game: Game, house: str, council: str, source: str, rule: str) -> None:
    """The next token of the supply goes to a council."""
    value = game.hidden.supply[0]
    game.tell(e.TokenGained(house=house, council=council, source=source, value=value), rule)


def token_on_current(game: Game, acting: Acting, op: c.TokenOnCurrent) -> Asks[bool]:
    """From the supply to the current ally."""
    yield from ()
    laid = 0
    for _ in range(min(op.n, len(game.hidden.supply)) if game.board.current else 0):
        game.tell(e.TokenLaid(source=acting.source, value=game.hidden.supply[0]), RULE)
        laid += 1
    return laid > 0


def move_token(game: Game, acting: Acting, op: c.MoveToken) -> Asks[bool]:
    """From one council to one other."""
    board, edition, you = game.board, game.edition, acting.you
    sources = tuple(one for one in councils(board, edition, acting, op.source) if board.councils[one].tokens)
    source = yield from one_council(game, sources, "take-token", you, acting.source)
    targets = tuple(one for one in councils(board, edition, acting, op.to) if one != source)
    if not source or not targets:
        return False
    to = yield from one_council(game, targets, "put-token", you, acting.source)
    for _ in range(min(op.n, board.councils[source].tokens)):
        value = drawn_token(game, source)
        game.tell(e.TokenMoved(source=acting.source, of=source, to=to, value=value), RULE)
    return True


def return_token(game: Game, acting: Acting, op: c.ReturnToken) -> Asks[bool]:
    """From a council to the supply, which is mixed."""
    board, edition = game.board, game.edition
    sources = tuple(one for one in councils(board, edition, acting, op.source) if board.councils[one].tokens)
    source = yield from one_council(game, sources, "return-token", acting.you, acting.source)
    if not source:
        return False
    for _ in range(min(op.n, board.councils[source].tokens)):
        value = drawn_token(game, source)
        game.tell(e.TokenReturned(source=acting.source, of=source, value=value), RULE)
    game.mix_supply()
    return True
