"""The wildling attack (1e rules: wildling attack; RULE-03, RULE-04, EX-23, FAQ-03, FAQ-12)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET

from adjudicator.engine.asking import Asks
from adjudicator.engine.refusal import Refusal
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.ahead import UNITS, Ahead, may_ask
from adjudicator.thrones.rules.bidding import bids_ahead, collect_bids
from adjudicator.thrones.rules.control import players_of, turn_order
from adjudicator.thrones.rules.legality import Law
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.wildling_cards import (
    CARD_RULE,
    LOSSES,
    brings_another,
    card_ahead,
    lose_worth,
    punish,
    reward,
)
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.answers import Named
from adjudicator.thrones.state.board import Position

RULE = "westeros.wildling-attack"
LOSS, EXTRA_LOSS = 2, 2


def singled_out(game: Game, bids: Mapping[str, int], *, highest: bool, auction: str = "") -> Asks[str]:
    """The highest or lowest bidder; the Throne's holder decides a tie."""
    edge = max(bids.values()) if highest else min(bids.values())
    tied = tuple(house for house in turn_order(game.board) if bids.get(house) == edge)
    if len(tied) == 1:
        return tied[0]
    judge = game.board.holders["iron-throne"]
    answer = yield from game.ask(
        d.PickTied(
            seat=game.seat(judge),
            house=judge,
            what="highest" if highest else "lowest",
            houses=tied,
            auction=auction or UNSET,
        )
    )
    return answer.house


def ties_ahead(ahead: Ahead) -> None:
    """Who of equal bidders is singled out, the holder of the Iron Throne may be asked."""
    ahead.judge(d.PickTied)


def _attack_ahead(ahead: Ahead, deck: str) -> None:
    bids_ahead(ahead)
    ties_ahead(ahead)
    ahead.ask(ahead.players, d.TakeBackCard)
    ahead.come_to(LOSSES["lose-worth"])
    ahead.changed.add(UNITS)


@may_ask(_attack_ahead)
def wildling_attack(game: Game, deck: str) -> Play:
    """All bid for the Night's Watch; equal strength is enough. The threat returns to its start either way."""
    strength = game.board.wildlings
    bids = yield from collect_bids(game, "wildlings", RULE, list(turn_order(game.board)))
    total = sum(bids.values())
    watch_won = total >= strength
    singled = yield from singled_out(game, bids, highest=watch_won)
    game.tell(e.WildlingsFought(strength=strength, total=total, watch_won=watch_won, singled_out=singled), RULE)
    if watch_won:
        choices = tuple(game.board.discards[singled])
        if choices:
            answer = yield from game.ask(
                d.TakeBackCard(seat=game.seat(singled), house=singled, because="wildlings", choices=choices)
            )
            if answer.card is not None:
                game.tell(e.CardTakenBack(house=singled, card=answer.card, because="wildlings"), RULE)
    else:
        for house in list(turn_order(game.board)):
            owed = LOSS + (EXTRA_LOSS if house == singled else 0)
            yield from lose_worth(game, house, owed, "wildlings", RULE)
    if strength:
        game.tell(e.WildlingsMoved(before=strength, after=game.edition.wildling_track[0]), RULE)
    return []


def _card_ahead(ahead: Ahead, deck: str, strength: int = -1, without: str = "") -> None:
    """The card is hidden, but where it lies open: any of the deck may come, or follow one that brings another.

    No tie is decided after a card has changed anything: it brings another only where it does nothing else.
    """
    cards = ahead.edition.wildling_cards
    shown = cards.get(ahead.board.wildling_card)
    bids_ahead(ahead)
    ties_ahead(ahead)
    ahead.changed.update((UNITS, *ahead.edition.badges.values()))
    for card in cards.values() if shown is None or brings_another(shown) else (shown,):
        card_ahead(ahead, card)


@may_ask(_card_ahead)
def attack_with_card(game: Game, deck: str, strength: int = -1, without: str = "") -> Play:
    """All bid for the Night's Watch; equal strength is enough. A wildling card says what it costs or brings.

    `strength` (-1: where they stand) and `without`, who takes no part, are given by a card that makes them come again.
    Source: 2e rules: wildling attack.
    """
    edition = game.edition
    threat = game.board.wildlings if strength < 0 else strength
    bidders = [house for house in players_of(game.board) if house != without]
    bids = yield from collect_bids(game, "wildlings", RULE, bidders)
    total = sum(bids.values())
    watch_won = total >= threat
    singled = yield from singled_out(game, bids, highest=watch_won)
    game.tell(e.WildlingsFought(strength=threat, total=total, watch_won=watch_won, singled_out=singled), RULE)
    card = edition.wildling_cards[game.position.hidden.decks["wildlings"][0]]
    game.tell(e.WildlingCardDrawn(card=card.id, watch_won=watch_won), CARD_RULE)
    followers: list[Step] = []
    if watch_won:
        followers = yield from reward(game, card, singled, bids)
    else:
        others = [house for house in turn_order(game.board) if house != singled and house in bids]
        yield from punish(game, card, singled, others)
    track, before = edition.wildling_track, game.board.wildlings
    back = len(track) if watch_won or not edition.variant.wildlings_retreat else edition.variant.wildlings_retreat
    after = track[max(0, track.index(before) - back)]
    if after != before:
        game.tell(e.WildlingsMoved(before=before, after=after), RULE)
    return followers


def _refuse_named(position: Position, decision: d.PickTied, answer: Named) -> Refusal | None:
    if answer.house in decision.houses:
        return None
    return Refusal("not-the-tied-houses", f"choose one of {', '.join(decision.houses)}", "house")


NAMED = Law(Named, _refuse_named, lambda p, q: (Named(house) for house in q.houses))
