"""Carry out abilities, ask for choices, claim allies (rules 3.2, 3.3, 7.1, 8.7).

What they do: to allies, cards, leaders, the bid, and power tokens. An operation with nothing to do does nothing and
says so; what depends on it (`if_done`) is skipped too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.btwixt.rules import selecting
from adjudicator.btwixt.rules.scoring import lowest
from adjudicator.btwixt.rules.seasons import Game, next_ally, reveal
from adjudicator.btwixt.rules.selecting import (
    Acting,
    ally_matches,
    choose_council,
    council_allies,
    councils,
    leaders,
    loose_cards,
    pickable_leaders,
    picked_cards,
    pile_cards,
    some_leaders,
    weakest,
)
from adjudicator.btwixt.state import (
    Edition,
    decisions as d,
    edition as c,
    events as e,
    left_of,
    other_council,
    right_of,
)
from adjudicator.btwixt.state.decisions import CardChoice
from adjudicator.engine import Asks, kind_of, shuffle

RULE = "abilities"


def kill_ally(game: Game, acting: Acting, op: c.KillAlly) -> Asks[bool]:
    """Kill an ally: the current, this one, a chosen one, or one of each council."""
    if op.ally == "current":
        return _kill_current(game, acting)
    if op.ally == "this":
        places = [name for name, council in game.board.councils.items() if acting.source in council.allies]
        return bool(places) and _kill(game, acting, d.AllyChoice(acting.source, places[0]))
    assert isinstance(op.ally, c.PickAlly)
    if op.ally.inside == "each":
        killed = False
        for name in list(game.board.councils):
            among = council_allies(game.board, game.edition, acting, op.ally, True)
            killed |= yield from _kill_chosen_ally(
                game, acting, op.ally, [choice for choice in among if choice.council == name]
            )
        return killed
    among = council_allies(game.board, game.edition, acting, op.ally, True)
    return (yield from _kill_chosen_ally(game, acting, op.ally, among))


def _kill_chosen_ally(game: Game, acting: Acting, pick: c.PickAlly, among: list[d.AllyChoice]) -> Asks[bool]:
    """Ask which of these allies dies, and kill it.

    Returns whether one died: False if there is none to choose."""
    among = weakest(game.edition, among, pick.how)
    if not among:
        return False
    you = acting.you
    question = d.ChooseAlly(seat=you, house=you, source=acting.source, use="kill", choices=tuple(among))
    return _kill(game, acting, (yield from game.ask(question)))


def _kill(game: Game, acting: Acting, chosen: d.AllyChoice) -> bool:
    game.tell(e.AllyKilled(source=acting.source, ally=chosen.ally, council=chosen.council), RULE)
    acting.killed, acting.killed_in = chosen.ally, chosen.council
    return True


def _kill_current(game: Game, acting: Acting) -> bool:
    """The current ally dies; the winner of the bid claims nothing (rules 8.4)."""
    ally = game.board.current
    if not ally or selecting.is_current_safe(game.board, acting.by_ally):
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
        targets = tuple(goal for goal in councils(game.board, game.edition, acting, op.to) if goal != chosen.council)
        to = yield from choose_council(game, targets, "move-ally", you, acting.source, chosen.ally)
    if not to:
        return False
    game.tell(e.AllyMoved(source=acting.source, ally=chosen.ally, of=chosen.council, to=to), RULE)
    return True


def arrange_allies(game: Game, acting: Acting, op: c.ArrangeAllies) -> Asks[bool]:
    """Let a leader look at the next allies and reorder them, some under the deck.

    In a game with a row its next ally counts as the first (rules 10.3): an ally laid on top goes there.
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
    """Replace the current ally with the next; its tokens return to the supply."""
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


def _acting_card(game: Game, acting: Acting) -> CardChoice | None:
    """Return the acting card where it lies; None if another leader's ban holds it."""
    for owner, pile in game.board.piles.items():
        for card in pile:
            if card.number == acting.number:
                closed = selecting.is_pile_closed(game.board, game.edition, owner, card, acting.you)
                return None if closed else CardChoice(card.card, owner, card.number)
    return None


def _select_cards(game: Game, acting: Acting, cards: c.Cards, use: d.CardUse) -> Asks[list[CardChoice]]:
    if cards == "this":
        this = _acting_card(game, acting)
        return [this] if this else []
    assert isinstance(cards, c.PickCard)
    return (yield from picked_cards(game, acting, cards, use))


def move_card(game: Game, acting: Acting, op: c.MoveCard) -> Asks[bool]:
    """Move a card between piles; it does not act again as when played (rules 8.1)."""
    cards = yield from _select_cards(game, acting, op.card, "move")
    for card in cards:
        to = yield from leaders(game, acting, op.to, "move-here")
        if not to or to[0] == card.of:
            return False
        moved = e.CardMoved(source=acting.source, card=card.card, number=card.number, of=card.of, to=to[0])
        game.tell(moved, RULE)
    return bool(cards)


def return_card(game: Game, acting: Acting, op: c.ReturnCard) -> Asks[bool]:
    """Move the selected cards from piles or the discard pile to a hand.

    Returns whether it did: False without a card, or a leader to receive it."""
    cards = yield from _select_cards(game, acting, op.card, "return" if op.to == "you" else "take")
    for card in cards:
        to = yield from leaders(game, acting, op.to, "give-card")
        if not to:
            return False
        back = e.CardReturned(source=acting.source, card=card.card, number=card.number, of=card.of, to=to[0])
        game.tell(back, RULE)
    return bool(cards)


def discard_card(game: Game, acting: Acting, op: c.DiscardCard) -> Asks[bool]:
    """Discard the selected cards of piles or hands; return whether any was."""
    cards = yield from _select_cards(game, acting, op.card, "discard")
    for card in cards:
        gone = e.CardDiscarded(source=acting.source, card=card.card, number=card.number, of=card.of)
        game.tell(gone, RULE)
    return bool(cards)


def draw_cards(game: Game, acting: Acting, op: c.DrawCards) -> Asks[bool]:
    """Draw influence cards to hands, clockwise from the first player.

    Returns whether any leader drew one."""
    who = yield from leaders(game, acting, op.who, "draw")
    drawn = [game.draw_cards(house, op.n, acting.source, RULE) for house in who]
    return any(drawn)


def give_card(game: Game, acting: Acting, op: c.GiveCard) -> Asks[bool]:
    """Give cards from hand to hand, by chance or as the giver chooses.

    Returns whether any card was given."""
    givers = yield from leaders(game, acting, op.giver, "take-card")
    count = 0
    for giver in givers:
        if not game.hidden.hands[giver]:
            continue
        to = yield from leaders(game, acting, op.to, "give-card")
        for _ in range(min(op.n, len(game.hidden.hands[giver])) if to else 0):
            hand = sorted(game.hidden.hands[giver])
            if op.how == "random":
                card = shuffle(game.hidden.seed, game.purpose("random-card"), hand)[0]
            else:
                choices = tuple(CardChoice(card_id, giver) for card_id in dict.fromkeys(hand))
                question = d.ChooseCard(seat=giver, house=giver, source=acting.source, use="give", choices=choices)
                card = (yield from game.ask(question)).card
            game.tell(e.CardGiven(source=acting.source, house=giver, to=to[0], card=card), RULE)
            count += 1
    return count > 0


def peek(game: Game, acting: Acting, op: c.Peek) -> Asks[bool]:
    """Show a leader tokens of councils (drawn by chance if not all) or a hand."""
    if op.what == "hand":
        by = tuple(some_leaders(game.board, acting, op.by))
        of = yield from leaders(game, acting, op.of, "look")  # type: ignore[arg-type]
        for house in of:
            cards = tuple(sorted(game.hidden.hands[house]))
            game.tell(e.HandSeen(source=acting.source, house=house, by=by, cards=cards), RULE)
        return bool(by) and (bool(of) or not isinstance(op.of, c.PickLeader))
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


def set_kneel(game: Game, acting: Acting, op: c.SetKneel) -> Asks[bool]:
    """Make leaders kneel or stand, except those immune to other leaders' cards."""
    who = yield from leaders(game, acting, op.who, "kneel")
    changed = False
    for house in who:
        kneels = house in game.board.kneeling
        if op.state == "stand" and kneels:
            game.tell(e.Stood(house=house, source=acting.source), RULE)
        elif op.state == "kneel" and not kneels:
            if house != acting.you and not acting.by_ally and selecting.is_shielded(game.board, house):
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
    among = tuple(councils(game.board, game.edition, acting, op.council))
    where = yield from choose_council(game, among, "vote", acting.you, acting.source)
    if where:
        game.tell(e.VoteCast(source=acting.source, house=acting.you, council=where), RULE)
    return bool(where)


def win_reward(game: Game, acting: Acting, op: c.WinReward) -> Asks[bool]:
    """More or fewer tokens for the win."""
    yield from ()
    game.tell(e.RewardChanged(source=acting.source, amount=op.amount), RULE)
    return True


def draw_token(game: Game, council: str) -> int:
    """The number on a token of a council, drawn by the seed."""
    return shuffle(game.hidden.seed, game.purpose("token"), sorted(game.hidden.tokens[council]))[0]


def gain_token(game: Game, acting: Acting, op: c.GainToken) -> Asks[bool]:
    """Move tokens from the supply to councils; the gainer chooses for each token."""
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
                where = yield from choose_council(game, among, "token", house, acting.source)
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
    """Lay tokens from the supply on the current ally.

    Returns whether any was laid: False without an ally or a token."""
    yield from ()
    laid = 0
    for _ in range(min(op.n, len(game.hidden.supply)) if game.board.current else 0):
        game.tell(e.TokenLaid(source=acting.source, value=game.hidden.supply[0]), RULE)
        laid += 1
    return laid > 0


def move_token(game: Game, acting: Acting, op: c.MoveToken) -> Asks[bool]:
    """Move tokens from one chosen council to another.

    Returns whether it did: False without a council with tokens, or another one."""
    board, edition, you = game.board, game.edition, acting.you
    sources = tuple(name for name in councils(board, edition, acting, op.source) if board.councils[name].tokens)
    source = yield from choose_council(game, sources, "take-token", you, acting.source)
    targets = tuple(name for name in councils(board, edition, acting, op.to) if name != source)
    if not source or not targets:
        return False
    to = yield from choose_council(game, targets, "put-token", you, acting.source)
    for _ in range(min(op.n, board.councils[source].tokens)):
        value = draw_token(game, source)
        game.tell(e.TokenMoved(source=acting.source, of=source, to=to, value=value), RULE)
    return True


def return_token(game: Game, acting: Acting, op: c.ReturnToken) -> Asks[bool]:
    """Return tokens from a chosen council to the supply, and mix the supply.

    Returns whether it did: False without a council with tokens."""
    board, edition = game.board, game.edition
    sources = tuple(key for key in councils(board, edition, acting, op.source) if board.councils[key].tokens)
    source = yield from choose_council(game, sources, "return-token", acting.you, acting.source)
    if not source:
        return False
    for _ in range(min(op.n, board.councils[source].tokens)):
        value = draw_token(game, source)
        game.tell(e.TokenReturned(source=acting.source, of=source, value=value), RULE)
    game.mix_supply()
    return True


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
            return _has_pickable_card(game, acting, pick)
        case c.MoveCard(card=c.PickCard() as pick):
            return _has_pickable_card(game, acting, pick)
    return True


def _has_pickable_card(game: Game, acting: Acting, pick: c.PickCard) -> bool:
    """Return whether a selector finds any card that may be chosen now."""
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
    c.MoveCard: move_card,
    c.ReturnCard: return_card,
    c.DiscardCard: discard_card,
    c.DrawCards: draw_cards,
    c.GiveCard: give_card,
    c.VoteCouncil: vote_council,
    c.GainToken: gain_token,
    c.WinReward: win_reward,
    c.TokenOnCurrent: token_on_current,
    c.MoveToken: move_token,
    c.ReturnToken: return_token,
    c.Peek: peek,
    c.ArrangeAllies: arrange_allies,
    c.KillAlly: kill_ally,
    c.MoveAlly: move_ally,
    c.AddAlly: add_ally,
    c.ReplaceCurrent: replace_current,
    c.SetKneel: set_kneel,
    c.Restrict: restrict,
}
