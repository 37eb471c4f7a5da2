"""Whom and what an ability may choose among, and what nobody may do now.

An ally's ability is stronger than an influence card's (rules 7): what an influence card forbids does not stop it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from adjudicator.btwixt.rules.scoring import fits, lowest
from adjudicator.btwixt.rules.seasons import Game
from adjudicator.btwixt.state import (
    Ability,
    AllyFilter,
    Ban,
    Board,
    Edition,
    Hidden,
    LeaderFilter,
    PickAlly,
    PickCard,
    PickLeader,
    Piled,
    Restrict,
    SomeCouncils,
    SomeLeaders,
    clockwise,
    council_leaders,
    councils_of,
    decisions as d,
    edition as c,
    left_of,
    neighbors,
    own_councils,
)
from adjudicator.btwixt.state.decisions import AllyChoice, CardChoice
from adjudicator.engine import Asks, shuffle

# So many cards a leader may play in a round, whatever comes back to a hand: so that every bid ends.
MAX_PLAYS = 30


def _bans(abilities: tuple[Ability, ...], when: str) -> dict[Ban, int]:
    """What abilities of this moment forbid."""
    return {op.rule: op.n for skill in abilities if skill.when == when for op in skill.do if isinstance(op, Restrict)}


def is_pile_closed(board: Board, edition: Edition, owner: str, card: Piled, actor: str) -> bool:
    """Whether a leader's card cannot move, return or discard this card of a pile."""
    if owner == actor:
        return False
    if any("piles-closed" in _bans(edition.allies[ally].abilities, "during-round") for ally in board.active):
        return True
    if is_shielded(board, owner):
        return True
    if "immovable" in _bans(edition.influence[card.card].abilities, "in-pile"):
        return True
    return any("pile-locked" in _bans(edition.influence[item.card].abilities, "in-pile") for item in board.piles[owner])


def is_shielded(board: Board, house: str) -> bool:
    """Return whether other leaders' cards cannot choose a leader.

    Nor can they make it kneel; this lasts for the round."""
    return any(ban.rule == "untargetable" and ban.house == house for ban in board.lasting)


def is_current_safe(board: Board, by_ally: bool) -> bool:
    """Whether the current ally is safe; an ally's ability kills it all the same."""
    return not by_ally and any(ban.rule == "current-protected" for ban in board.lasting)


def most_cards(board: Board, edition: Edition) -> int:
    """How many cards a leader may play in this round."""
    limits = [
        bans["max-cards"]
        for ally in board.active
        if "max-cards" in (bans := _bans(edition.allies[ally].abilities, "during-round"))
    ]
    return min([MAX_PLAYS, *limits])


class Acting(msgspec.Struct):
    """An ability in progress: its card, owner (`you` throughout) and number in a pile.

    Also the leader chosen last, whether the last operation had an effect, and where an ally was killed. `council` is
    where the acting ally lies; `chain` counts the allies that brought each other before it.
    """

    source: str
    you: str
    by_ally: bool
    number: int = 0
    council: str = ""
    targeted: str = ""
    changed: bool = False
    killed_in: str = ""
    killed: str = ""
    chain: int = 0


def some_leaders(board: Board, acting: Acting, who: SomeLeaders) -> list[str]:
    """The leaders that an ability names, clockwise from the first player."""
    you = acting.you
    won = board.won.house if board.won else ""
    groups = {
        "you": {you},
        "winner": {won} - {""},
        "targeted": {acting.targeted} - {""},
        "each-neighbor": set(neighbors(board, you)),
        "each-other": set(board.houses) - {you},
        "each-loser": set(board.houses) - {won},
        "each": set(board.houses),
    }
    if who in ("neighbor-sharing", "neighbor-not-sharing"):
        at = acting.council or (board.won.council if board.won else "")
        shared = set(council_leaders(board, at)) - {you} if at else set()
        groups[who] = shared if who == "neighbor-sharing" else set(neighbors(board, you)) - shared
    return [house for house in clockwise(board, board.first) if house in groups[who]]


def pickable_leaders(board: Board, edition: Edition, acting: Acting, pick: PickLeader) -> list[str]:
    """Return the leaders that may be chosen, without those immune to others' cards."""
    among = neighbors(board, acting.you) if pick.pick == "neighbor" else set(board.houses) - {acting.you}
    return [
        house
        for house in clockwise(board, left_of(board, acting.you))
        if house in among
        and (acting.by_ally or not is_shielded(board, house))
        and all(_meets(board, edition, house, acting.you, condition) for condition in pick.where)
    ]


def _meets(board: Board, edition: Edition, house: str, you: str, condition: LeaderFilter) -> bool:
    """Return whether a leader meets one condition of a selector.

    `you` is the leader whose card or ally acts."""
    match condition:
        case "standing":
            return house not in board.kneeling
        case "kneeling":
            return house in board.kneeling
        case "has-hand":
            return board.hands[house] > 0
        case "has-pile":
            return bool(board.piles[house])
        case "no-fewer-cards-than-you":
            return len(board.piles[house]) >= len(board.piles[you])
        case "lowest-total":
            return house in lowest(board, edition)


def pile_cards(board: Board, edition: Edition, acting: Acting, pick: PickCard, owner: str) -> list[CardChoice]:
    """The cards of one pile that may be chosen, one of each name."""
    choices: dict[str, CardChoice] = {}
    for card in board.piles[owner]:
        if pick.where.not_this and card.number == acting.number:
            continue
        closed = not acting.by_ally and is_pile_closed(board, edition, owner, card, acting.you)
        if not closed and fits(pick.where, edition, card.card):
            choices.setdefault(card.card, CardChoice(card.card, owner, card.number))
    return list(choices.values())


def loose_cards(
    board: Board, hidden: Hidden, edition: Edition, pick: PickCard, owner: str, taken: Sequence[CardChoice] = ()
) -> list[CardChoice]:
    """Return cards of a hand (`owner`) or the discard pile not yet taken."""
    left = Counter(hidden.hands[owner] if pick.zone == "hand" else board.discard)
    left.subtract(choice.card for choice in taken)
    of = owner if pick.zone == "hand" else ""
    return [CardChoice(card, of) for card, copies in left.items() if copies > 0 and fits(pick.where, edition, card)]


def extreme_cards(edition: Edition, choices: list[CardChoice], how: str) -> list[CardChoice]:
    """Return the cards of lowest or highest printed value; all for a free choice."""
    if how not in ("lowest", "highest") or not choices:
        return choices
    target_value = (min if how == "lowest" else max)(edition.influence[choice.card].value for choice in choices)
    return [choice for choice in choices if edition.influence[choice.card].value == target_value]


def councils(board: Board, edition: Edition, acting: Acting, which: SomeCouncils) -> list[str]:
    """The councils among which `which` chooses, or all that it names."""
    you, won = acting.you, board.won
    mine = list(own_councils(board, you))
    same = acting.council or (won.council if won else "")
    match which:
        case "own-choice" | "own-both" | "each-own":
            return mine
        case "own-opposite":
            raise AssertionError("which council is opposite depends on the ally")
        case "own-fewer-allies":
            fewest = min(len(board.councils[name].allies) for name in mine)
            return [name for name in mine if len(board.councils[name].allies) == fewest]
        case "with-highest-own-ally":
            # Both where neither holds any (rules 8.16).
            allies = {name: board.councils[name].allies for name in mine}
            best = {name: max((edition.allies[ally].power for ally in lie), default=0) for name, lie in allies.items()}
            return [name for name in mine if best[name] == max(best.values())]
        case "same":
            return [same] if same else mine
        case "own-other-of-same":
            return [name for name in mine if name != same]
        case "of-killed-or-own-choice":
            return [acting.killed_in] if acting.killed_in else mine
        case "of-winner" | "winner-choice-by-you":
            return list(own_councils(board, won.house)) if won else []
        case "shared-with-winner":
            theirs = own_councils(board, won.house) if won else ()
            return [name for name in mine if name in theirs]
        case "any" | "each":
            return councils_of(board.houses)
        case "any-not-own":
            return [name for name in councils_of(board.houses) if name not in mine]


def council_allies(board: Board, edition: Edition, acting: Acting, pick: PickAlly, kill: bool) -> list[AllyChoice]:
    """The allies in councils that may be chosen; for killing those that may be killed."""
    return [
        AllyChoice(ally, council)
        for council in councils(board, edition, acting, pick.inside)
        if len(board.councils[council].allies) >= pick.where.council_min_allies
        for ally in board.councils[council].allies
        if ally_matches(edition, acting, pick.where, ally)
        and not (kill and "protected" in _bans(edition.allies[ally].abilities, "in-council"))
    ]


def ally_matches(edition: Edition, acting: Acting, where: AllyFilter, ally: str) -> bool:
    """Whether an ally is as asked for, by what is printed on it."""
    printed_ally = edition.allies[ally]
    return (
        (where.max_power is None or printed_ally.power <= where.max_power)
        and (where.min_power is None or printed_ally.power >= where.min_power)
        and (where.tag is None or where.tag in printed_ally.tags)
        and not (where.not_this and ally == acting.source)
        and not (where.not_just_killed and ally == acting.killed)
    )


def weakest(edition: Edition, choices: list[AllyChoice], how: str) -> list[AllyChoice]:
    """Return the allies of lowest or highest printed power; all for a free choice."""
    if how == "choice" or not choices:
        return choices
    target_power = (min if how == "lowest" else max)(edition.allies[choice.ally].power for choice in choices)
    return [choice for choice in choices if edition.allies[choice.ally].power == target_power]


def leaders(game: Game, acting: Acting, who: c.Leaders, use: d.LeaderUse) -> Asks[list[str]]:
    """Return the leaders selected, clockwise from the first player; store a pick."""
    if not isinstance(who, c.PickLeader):
        return some_leaders(game.board, acting, who)
    among = tuple(pickable_leaders(game.board, game.edition, acting, who))
    if not among:
        return []
    you = acting.you
    question = d.ChooseLeader(seat=you, house=you, source=acting.source, use=use, choices=among)
    acting.targeted = (yield from game.ask(question)).leader
    return [acting.targeted]


def choose_council(
    game: Game, among: tuple[str, ...], use: d.CouncilUse, seat: str, source: str, ally: str = ""
) -> Asks[str]:
    """Ask a leader for one of these councils; empty if there is none."""
    if not among:
        return ""
    question = d.ChooseCouncil(seat=seat, house=seat, source=source, use=use, choices=among, ally=ally)
    return (yield from game.ask(question)).council


def picked_cards(game: Game, acting: Acting, pick: c.PickCard, use: d.CardUse) -> Asks[list[CardChoice]]:
    """Return the selected cards: of each leader, as many as asked for and available.

    If the leader is picked too, a card from a pile chooses both at once; for a hand, or where you choose not just one
    card of a pile, the leader is picked first.
    """
    one_of_yours = (pick.n, pick.how, pick.by) == (1, "choice", "you")
    if isinstance(pick.of, c.PickLeader) and pick.zone == "pile" and one_of_yours:
        return (yield from _choose_from_piles(game, acting, pick, use))
    owners = [""]
    if pick.zone != "discard":
        doing: d.LeaderUse = "take-card" if use in ("take", "move") else "discard-card"
        owners = yield from leaders(game, acting, pick.of, doing)
    if pick.how == "random":
        seed, lying = game.hidden.seed, game.hidden.hands
        mixed = ((owner, shuffle(seed, game.purpose("random-card"), sorted(lying[owner]))) for owner in owners)
        return [CardChoice(card, owner) for owner, cards in mixed for card in cards[: pick.n]]
    if pick.how == "all":
        hands = ((owner, card) for owner in owners for card in sorted(game.hidden.hands[owner]))
        return [CardChoice(card, owner) for owner, card in hands if fits(pick.where, game.edition, card)]
    turns = [owner for owner in owners for _ in range(pick.n)]
    answers: list[CardChoice | None] = []
    for owner in turns:
        chosen = _chosen(game, acting, pick, turns, answers)
        among = _choosable(game, acting, pick, owner, chosen)
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
    """Ask for one card of each leader in `turns`; None if there is no choice.

    Choices are looked up after each answer: in a what-if the hands may change after the first one.
    """
    choices: list[CardChoice] = []
    for owner, answer in zip(turns, answers, strict=False):
        among = _choosable(game, acting, pick, owner, choices)
        if among:
            choices.append(answer if answer in among else among[0])
    return choices


def _choose_from_piles(game: Game, acting: Acting, pick: c.PickCard, use: d.CardUse) -> Asks[list[CardChoice]]:
    """Ask for one card from the piles of all leaders that may be picked.

    Notes whose pile it is in `acting.targeted`; returns no card if none may be chosen."""
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


def _choosable(
    game: Game, acting: Acting, pick: c.PickCard, owner: str, taken: Sequence[CardChoice]
) -> list[CardChoice]:
    """Return the cards of a leader or the discard pile that may be chosen now."""
    if pick.zone == "pile":
        among = pile_cards(game.board, game.edition, acting, pick, owner)
        among = [card for card in among if card not in taken]
    else:
        of_owner = [card for card in taken if card.of == owner]
        among = loose_cards(game.board, game.hidden, game.edition, pick, owner, of_owner)
    return extreme_cards(game.edition, among, pick.how)
