"""What the steward wishes for when cards ask: councils, leaders, cards, allies, and what it uses."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.btwixt.rules import bans
from adjudicator.btwixt.rules.scoring import UNSEEN
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.sheets.conditions import tree as c
from adjudicator.btwixt.sheets.sheet import ChoiceRule, UseRule
from adjudicator.btwixt.state import cards as k
from adjudicator.btwixt.state import decisions as d
from adjudicator.btwixt.state.answers import AllyChoice
from adjudicator.btwixt.steward import stakes
from adjudicator.btwixt.steward.bidding import Bid
from adjudicator.btwixt.steward.cards import keeping, leader
from adjudicator.btwixt.steward.deeds import AN_ALLY, killing, moving, worth
from adjudicator.btwixt.steward.outlook import Outlook

LISTED = 30
TAKING: tuple[d.CardUse, ...] = ("discard", "move", "take")
LEADER_USES: tuple[d.LeaderUse, ...] = ("take-card", "discard-card", "move-here", "give-card", "draw", "look")


def write_councils(outlook: Outlook) -> tuple[ChoiceRule, ...]:
    """Where allies and tokens go."""
    found = []
    current = outlook.board.current
    if current:
        ranked = sorted(outlook.mine, key=lambda name: (-stakes.claimed(outlook, name), name))
        found.append(ChoiceRule(use=("claim",), choose=tuple(ranked)))
        for name in outlook.mine:
            then = outlook.changed({name: outlook.gained_by(current, name)})
            best = _best_for_token(outlook, then)
            found.append(ChoiceRule(when=c.LiesIn(current, name), use=("token", "put-token"), choose=best))
    found.append(ChoiceRule(use=("token", "put-token"), choose=_best_for_token(outlook, outlook.powers)))
    power = outlook.edition.allies[current].power if current else AN_ALLY
    found.append(ChoiceRule(use=("vote", "place", "move-ally"), choose=_ranked(outlook, power)))
    found.append(ChoiceRule(use=("take-token", "return-token"), choose=_ranked(outlook, -float(UNSEEN))))
    found.append(ChoiceRule(use=("look",), choose=("more-tokens",)))
    return tuple(found)


def _ranked(outlook: Outlook, power: float) -> tuple[str, ...]:
    """All councils, where so much more (or less) power is best for the leader first."""
    return tuple(sorted(outlook.powers, key=lambda name: (-outlook.better_by({name: power}), name)))


def _best_for_token(outlook: Outlook, powers: dict[str, float]) -> tuple[str, ...]:
    def good(name: str) -> float:
        return outlook.weighed({**powers, name: powers[name] + UNSEEN})

    return tuple(sorted(powers, key=lambda name: (-good(name), name)))


def write_leaders(outlook: Outlook) -> tuple[ChoiceRule, ...]:
    """Whom cards strike or favour."""
    found = [ChoiceRule(use=("kneel",), choose=("leader",))]
    for use in LEADER_USES:
        left = [one for one in outlook.board.houses if one != outlook.house]
        ranked = []
        while left:
            asked = d.ChooseLeader(seat=outlook.house, house=outlook.house, source="", use=use, choices=tuple(left))
            ranked.append(leader(outlook, asked).leader)
            left.remove(ranked[-1])
        choose = (*(f"kneeling {one}" for one in ranked), *ranked) if use == "move-here" else tuple(ranked)
        found.append(ChoiceRule(use=(use,), choose=choose))
    return tuple(found)


def write_cards(outlook: Outlook) -> tuple[ChoiceRule, ...]:
    """Which cards are given up, and which are taken."""
    held = set(outlook.view.hand)
    known = [one.id for one in outlook.edition.influence.values() if one.group == "standard" or one.id in held]
    worst = sorted(known, key=lambda card: (keeping(outlook, card), card))
    others = [one for one in outlook.board.houses if one != outlook.house]
    taken = (ChoiceRule(when=c.Leads(one), use=TAKING, choose=(f"of-{one} highest",)) for one in others)
    return (
        *taken,
        ChoiceRule(use=TAKING, choose=("not-mine highest",)),
        ChoiceRule(use=("discard", "give"), choose=tuple(f"{card} mine" for card in worst)),
        ChoiceRule(use=("move", "give"), choose=("mine lowest",)),
        ChoiceRule(choose=("highest",)),
    )


def write_allies(outlook: Outlook) -> tuple[ChoiceRule, ...]:
    """Who dies, moves or comes."""
    lying = [AllyChoice(ally, name) for name, held in outlook.board.councils.items() for ally in held.allies]
    kill = [one for one in lying if not bans.ally_safe(outlook.edition, one.ally)]
    kill.sort(key=lambda one: (-killing(outlook, one), one.ally))
    mine = [one for one in lying if one.council in outlook.mine]
    mine.sort(key=lambda one: (-moving(outlook, one, _other(outlook, one.council)), one.ally))
    dead = sorted(outlook.board.dead, key=lambda one: (-max(outlook.gained_by(one, to) for to in outlook.mine), one))
    return (
        ChoiceRule(use=("kill",), choose=(*_names(kill), "not-mine highest", "lowest")),
        ChoiceRule(use=("move",), choose=(*_names(mine), "lowest")),
        ChoiceRule(use=("add",), choose=(*dead[:LISTED], "highest")),
    )


def _names(choices: Iterable[AllyChoice]) -> tuple[str, ...]:
    return tuple(one.ally for one in choices)[:LISTED]


def _other(outlook: Outlook, council: str) -> str:
    return outlook.mine[council == outlook.mine[0]]


def write_abilities(bid: Bid) -> tuple[UseRule, ...]:
    """What is used that may be left: of cards in hand, of the ally of the round, of any other ally."""
    outlook = bid.outlook
    found = [_taking_back(bid)]
    hand = [card for card in sorted({*outlook.view.hand}) if card not in TAKING_BACK]
    for card in hand:
        for ability in outlook.edition.influence[card].abilities:
            if ability.may:
                found.append(UseRule(source=(card,), use=_of_card(outlook, card, ability)))
    for ally in outlook.edition.allies.values():
        for ability in ally.abilities:
            if ability.may and ability.offer is None:
                found.append(
                    UseRule(source=(ally.id,), use=worth(outlook, ability, Acting(ally.id, bid.house, True)) > 0)
                )
            elif ability.may and ally.id == outlook.board.current:
                found += _of_offer(outlook, ally.id)
    return tuple(found)


TAKING_BACK = ("feint", "breaking-chains")


def _taking_back(bid: Bid) -> UseRule:
    """A card is taken back where the bid is as good as lost, or won without it."""
    lead, best = c.TableNumber("lead"), c.LeaderNumber("total", "best")
    limit = max(0, int(bid.limit))
    when = c.AnyOf((c.Compare(lead, ">=", 9), c.Compare(lead, "<", -9), c.Compare(best, ">=", min(limit, 1000))))
    return UseRule(when=when, source=TAKING_BACK, use=True)


def _of_card(outlook: Outlook, card: str, ability: k.Ability) -> bool:
    if any(isinstance(op, k.KillAlly) and op.ally == "current" for op in ability.do):
        powers = [outlook.edition.allies[one].power for one in outlook.board.dead]
        current = outlook.board.current
        return max(powers, default=0) > (outlook.edition.allies[current].power if current else 0)
    return worth(outlook, ability, Acting(card, outlook.house, False)) > 0


def _of_offer(outlook: Outlook, ally: str) -> list[UseRule]:
    """By who has won: whether it is better that the ally dies."""
    found = []
    for house in outlook.board.houses:
        if house != outlook.house:
            lost = stakes.theirs(outlook, house)
            without = outlook.best_place(float(UNSEEN), house)[1]
            use = outlook.best_place(2.0 * UNSEEN, outlook.house)[1] + without > lost
            found.append(UseRule(when=c.Won(house), source=(ally,), use=use))
    return found
