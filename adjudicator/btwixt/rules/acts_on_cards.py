"""What abilities do to influence cards: move, return, discard, draw, give, look at."""

from __future__ import annotations

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.choosing import leaders, picked_cards
from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.selecting import Acting, councils, some_leaders
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state import events as e
from adjudicator.btwixt.state.answers import CardChoice
from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle

RULE = "abilities"


def _this(game: Game, acting: Acting) -> CardChoice | None:
    """The card that acts, where it lies now; nothing if another leader's ban holds it there."""
    for owner, pile in game.board.piles.items():
        for card in pile:
            if card.number == acting.number:
                closed = bans.pile_closed(game.board, game.edition, owner, card, acting.you)
                return None if closed else CardChoice(card.card, owner, card.number)
    return None


def _meant(game: Game, acting: Acting, cards: c.Cards, use: d.CardUse) -> Asks[list[CardChoice]]:
    if cards == "this":
        this = _this(game, acting)
        return [this] if this else []
    assert isinstance(cards, c.PickCard)
    return (yield from picked_cards(game, acting, cards, use))


def move_card(game: Game, acting: Acting, op: c.MoveCard) -> Asks[bool]:
    """From pile to pile. A moved card does not act again as it did when it was played (rules 8.1)."""
    found = yield from _meant(game, acting, op.card, "move")
    for card in found:
        to = yield from leaders(game, acting, op.to, "move-here")
        if not to or to[0] == card.of:
            return False
        moved = e.CardMoved(source=acting.source, card=card.card, number=card.number, of=card.of, to=to[0])
        game.tell(moved, RULE)
    return bool(found)


def return_card(game: Game, acting: Acting, op: c.ReturnCard) -> Asks[bool]:
    """From a pile, or the discard pile, to a hand."""
    found = yield from _meant(game, acting, op.card, "return" if op.to == "you" else "take")
    for card in found:
        to = yield from leaders(game, acting, op.to, "give-card")
        if not to:
            return False
        back = e.CardReturned(source=acting.source, card=card.card, number=card.number, of=card.of, to=to[0])
        game.tell(back, RULE)
    return bool(found)


def discard_card(game: Game, acting: Acting, op: c.DiscardCard) -> Asks[bool]:
    """From a pile or a hand to the discard pile."""
    found = yield from _meant(game, acting, op.card, "discard")
    for card in found:
        gone = e.CardDiscarded(source=acting.source, card=card.card, number=card.number, of=card.of)
        game.tell(gone, RULE)
    return bool(found)


def draw_cards(game: Game, acting: Acting, op: c.DrawCards) -> Asks[bool]:
    """From the influence deck to hands, clockwise from the first player."""
    who = yield from leaders(game, acting, op.who, "draw")
    drawn = [game.draw_cards(house, op.n, acting.source, RULE) for house in who]
    return any(drawn)


def give_card(game: Game, acting: Acting, op: c.GiveCard) -> Asks[bool]:
    """From hand to hand: by chance, or as the giver says."""
    givers = yield from leaders(game, acting, op.giver, "take-card")
    given = 0
    for giver in givers:
        if not game.hidden.hands[giver]:
            continue
        to = yield from leaders(game, acting, op.to, "give-card")
        for _ in range(min(op.n, len(game.hidden.hands[giver])) if to else 0):
            hand = sorted(game.hidden.hands[giver])
            if op.how == "random":
                card = shuffle(game.hidden.seed, game.purpose("random-card"), hand)[0]
            else:
                choices = tuple(CardChoice(one, giver) for one in dict.fromkeys(hand))
                question = d.ChooseCard(seat=giver, house=giver, source=acting.source, use="give", choices=choices)
                card = (yield from game.ask(question)).card
            game.tell(e.CardGiven(source=acting.source, house=giver, to=to[0], card=card), RULE)
            given += 1
    return given > 0


def peek(game: Game, acting: Acting, op: c.Peek) -> Asks[bool]:
    """A secret look at tokens of councils (by chance, if not all of them), or at a hand."""
    if op.what == "hand":
        return (yield from _show_hand(game, acting, op))
    looked = False
    for council in councils(game.board, game.edition, acting, op.of):  # type: ignore[arg-type]
        values = game.hidden.tokens[council]
        shown = shuffle(game.hidden.seed, game.purpose("looked-at"), sorted(values))[: op.n]
        if shown:
            looked = True
            seen = e.TokensSeen(
                source=acting.source, house=acting.you, council=council, count=len(shown), values=tuple(sorted(shown))
            )
            game.tell(seen, RULE)
    return looked


def _show_hand(game: Game, acting: Acting, op: c.Peek) -> Asks[bool]:
    by = tuple(some_leaders(game.board, acting, op.by))
    of = yield from leaders(game, acting, op.of, "look")  # type: ignore[arg-type]
    for house in of:
        cards = tuple(sorted(game.hidden.hands[house]))
        game.tell(e.HandSeen(source=acting.source, house=house, by=by, cards=cards), RULE)
    return bool(by) and (bool(of) or not isinstance(op.of, c.PickLeader))
