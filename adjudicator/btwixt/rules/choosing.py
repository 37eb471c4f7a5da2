"""Asking for what an ability chooses."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from adjudicator.btwixt.rules.game import Game
from adjudicator.btwixt.rules.selecting import (
    Acting,
    councils,
    extreme,
    loose_cards,
    pickable_leaders,
    pile_cards,
    some_leaders,
)
from adjudicator.btwixt.rules.totals import fits
from adjudicator.btwixt.state import cards as c
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.answers import CardChoice
from adjudicator.engine.asking import Asks
from adjudicator.engine.chance import shuffle


def leaders(game: Game, acting: Acting, who: c.Leaders, use: d.LeaderUse) -> Asks[list[str]]:
    """The leaders meant, clockwise from the first player; one that is picked is remembered."""
    if not isinstance(who, c.PickLeader):
        return some_leaders(game.board, acting, who)
    among = tuple(pickable_leaders(game.board, game.edition, acting, who))
    if not among:
        return []
    you = acting.you
    question = d.ChooseLeader(seat=you, house=you, source=acting.source, use=use, choices=among)
    acting.targeted = (yield from game.ask(question)).leader
    return [acting.targeted]


def council(
    game: Game, acting: Acting, which: c.SomeCouncils, use: d.CouncilUse, *, seat: str = "", ally: str = ""
) -> Asks[str]:
    """One of the councils that `which` leaves open; `seat` asks where it is not `you`. Empty where there is none."""
    among = tuple(councils(game.board, game.edition, acting, which))
    return (yield from one_council(game, among, use, seat or acting.you, acting.source, ally))


def one_council(
    game: Game, among: tuple[str, ...], use: d.CouncilUse, seat: str, source: str, ally: str = ""
) -> Asks[str]:
    """One of these councils; empty where there is none."""
    if not among:
        return ""
    question = d.ChooseCouncil(seat=seat, house=seat, source=source, use=use, choices=among, ally=ally)
    return (yield from game.ask(question)).council


def picked_cards(game: Game, acting: Acting, pick: c.PickCard, use: d.CardUse) -> Asks[list[CardChoice]]:
    """The cards that are meant: of each leader named, as many as asked for and as there are.

    With a leader to be picked a card of your choice says whose pile it is, so that both are one question; a hand is
    picked first, and so is a pile of which you do not choose one card.
    """
    one_of_yours = (pick.n, pick.how, pick.by) == (1, "choice", "you")
    if isinstance(pick.of, c.PickLeader) and pick.zone == "pile" and one_of_yours:
        return (yield from _of_any_pile(game, acting, pick, use))
    owners = [""]
    if pick.zone != "discard":
        doing: d.LeaderUse = "take-card" if use in ("take", "move") else "discard-card"
        owners = yield from leaders(game, acting, pick.of, doing)
    if pick.how == "random":
        return [card for owner in owners for card in _drawn(game, pick, owner)]
    if pick.how == "all":
        hands = ((owner, card) for owner in owners for card in sorted(game.hidden.hands[owner]))
        return [CardChoice(card, owner) for owner, card in hands if fits(pick.where, game.edition, card)]
    turns = [owner for owner in owners for _ in range(pick.n)]
    answers: list[CardChoice | None] = []
    for owner in turns:
        chosen = _chosen(game, acting, pick, turns, answers)
        among = _left(game, acting, pick, owner, chosen)
        answer = None
        if among:
            chooser = owner if pick.by == "owner" else acting.you
            taken = sum(card.of == owner for card in chosen if pick.zone == "hand") or UNSET
            question = d.ChooseCard(
                seat=chooser, house=chooser, source=acting.source, use=use, choices=tuple(among), taken=taken
            )
            answer = yield from game.ask(question)
        answers.append(answer if len(among) > 1 else None)
    return _chosen(game, acting, pick, turns, answers)


def _chosen(
    game: Game, acting: Acting, pick: c.PickCard, turns: Sequence[str], answers: Sequence[CardChoice | None]
) -> list[CardChoice]:
    """The cards that answers choose, one of each leader in `turns`; None where there was nothing to choose.

    Looked up after each answer: in a what-if the hands are others after the first one.
    """
    found: list[CardChoice] = []
    for owner, answer in zip(turns, answers, strict=False):
        among = _left(game, acting, pick, owner, found)
        if among:
            found.append(answer if answer in among else among[0])
    return found


def _of_any_pile(game: Game, acting: Acting, pick: c.PickCard, use: d.CardUse) -> Asks[list[CardChoice]]:
    assert isinstance(pick.of, c.PickLeader)
    owners = pickable_leaders(game.board, game.edition, acting, pick.of)
    among = [card for owner in owners for card in pile_cards(game.board, game.edition, acting, pick, owner)]
    if not among:
        return []
    you = acting.you
    question = d.ChooseCard(seat=you, house=you, source=acting.source, use=use, choices=tuple(among))
    chosen = yield from game.ask(question)
    acting.targeted = chosen.of
    return [chosen]


def _drawn(game: Game, pick: c.PickCard, owner: str) -> list[CardChoice]:
    """Cards of a hand, by chance."""
    hand = sorted(game.hidden.hands[owner])
    drawn = shuffle(game.hidden.seed, game.purpose("random-card"), hand)
    return [CardChoice(card, owner) for card in drawn[: pick.n]]


def _left(game: Game, acting: Acting, pick: c.PickCard, owner: str, taken: Sequence[CardChoice]) -> list[CardChoice]:
    """The cards of one leader, or of the discard pile, among which there is to choose now."""
    if pick.zone == "pile":
        among = pile_cards(game.board, game.edition, acting, pick, owner)
        among = [card for card in among if card not in taken]
    else:
        of_owner = [card for card in taken if card.of == owner]
        among = loose_cards(game.board, game.hidden, game.edition, pick, owner, of_owner)
    return extreme(game.edition, among, pick.how)
