"""Whether abilities make sense where they stand: what the rules read, and can find out, at each moment.

What passes here never makes the rules stumble, and nothing in it is without any effect for good.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.btwixt.editions import selector_check
from adjudicator.btwixt.rules.abilities import ACTS
from adjudicator.btwixt.state import cards as c
from adjudicator.engine.refusal import Refusal

ON_PLAY, PRE, POST, CLAIMED, OFFER = "on-play", "triumph-pre", "triumph-post", "when-claimed", "offer"
PILE, ROUND, COUNCIL, END = "in-pile", "during-round", "in-council", "end-game"
# The moments of each sort of card; `offer` is a `during-round` that is offered to leaders.
OF_INFLUENCE = frozenset({ON_PLAY, PILE, PRE, POST})
OF_ALLIES = frozenset({CLAIMED, ROUND, OFFER, COUNCIL, END})
CARRIED_OUT = frozenset({ON_PLAY, PRE, POST, CLAIMED, OFFER})
# While an ally lies on the table that nobody has claimed yet.
BEFORE_CLAIM = frozenset({ON_PLAY, PRE, OFFER})
# When each operation is read; those that are not named here at any moment when abilities are carried out.
MOMENTS: dict[type[c.Op], frozenset[str]] = {
    c.AddValue: frozenset({PILE, ROUND}),
    c.VoteCouncil: frozenset({PILE, PRE}),
    c.WinReward: frozenset({ROUND, PRE}),
    c.TokenOnCurrent: BEFORE_CLAIM,
    c.AddAlly: CARRIED_OUT - {ON_PLAY},
    c.ReplaceCurrent: BEFORE_CLAIM,
    c.SetKneel: frozenset({ON_PLAY}),
    c.PlaceSelf: frozenset({CLAIMED}),
    c.ScoreBonus: frozenset({END}),
}
BANS: dict[c.Ban, frozenset[str]] = {
    "immovable": frozenset({PILE}),
    "pile-locked": frozenset({PILE}),
    "untargetable": CARRIED_OUT - {POST},
    "piles-closed": frozenset({ROUND}),
    "max-cards": frozenset({ROUND}),
    "protected": frozenset({COUNCIL}),
    "current-protected": BEFORE_CLAIM,
}
WON = frozenset({"you-won", "you-lost", "won-by-neighbor"})
SEASONAL = frozenset({"summer", "autumn", "winter"})
NOW = frozenset({"current-alive", "last-to-kneel", "lowest-total"}) | SEASONAL
CONDITIONS: dict[str, frozenset[str]] = {
    ON_PLAY: NOW,
    PRE: WON | NOW,
    POST: WON | NOW,
    CLAIMED: WON | NOW,
    OFFER: WON | NOW,
    END: frozenset({"council-most-allies", "tokens-in-council-at-least"}),
}
# Of what lasts while a card lies in a pile: nothing else is asked about than this.
IN_PILE: dict[type[c.Op], frozenset[str]] = {
    c.AddValue: frozenset({"last-to-kneel"}) | SEASONAL,
    c.VoteCouncil: frozenset({"won-by-neighbor"}),
}
NONE: frozenset[str] = frozenset()


def moment_of(ability: c.Ability) -> str:
    """The moment at which an ability is read or carried out."""
    return OFFER if ability.when == ROUND and ability.offer is not None else ability.when


def moments_of(op: c.Op) -> frozenset[str]:
    """The moments at which an operation is read."""
    if isinstance(op, c.Restrict):
        return BANS[op.rule]
    if isinstance(op, c.KillAlly) and op.ally == "current":
        return BEFORE_CLAIM
    return MOMENTS.get(type(op), CARRIED_OUT)


def faults(card: c.Ally | c.Influence, where: str) -> Iterator[Refusal]:
    """What is wrong with the abilities of a card; `where` is its place in the files."""
    own = OF_ALLIES if isinstance(card, c.Ally) else OF_INFLUENCE
    placing = 0
    for number, ability in enumerate(card.abilities):
        at = f"{where}, abilities[{number}]"
        if moment_of(ability) not in own:
            known = ", ".join(sorted(own - {OFFER}))
            yield Refusal("wrong-window", f"{ability.when!r} is not for this sort of card; for it are {known}", at)
            continue
        placing += sum(isinstance(op, c.PlaceSelf) for op in ability.do)
        yield from _of_ability(ability, at)
        yield from selector_check.faults(ability, moment_of(ability), isinstance(card, c.Ally), at)
    if placing > 1:
        yield Refusal("wrong-op", "'place-self' can be said once", where)


def _of_ability(ability: c.Ability, at: str) -> Iterator[Refusal]:
    moment = moment_of(ability)
    if not ability.do:
        yield Refusal("no-ops", "it does nothing: `do` is empty", at)
    if ability.offer is not None and moment != OFFER:
        yield Refusal("wrong-control", "'offer' goes with 'during-round' alone", at)
    if ability.may and moment not in CARRIED_OUT:
        yield Refusal("wrong-control", f"'may' is for what is carried out; {moment!r} lasts, and nobody is asked", at)
    first = True
    for number, op in enumerate(ability.do):
        place, name = f"{at}.do[{number}]", str(op.__struct_config__.tag)
        if moment not in moments_of(op):
            said = f"{name!r} with {op.rule!r}" if isinstance(op, c.Restrict) else repr(name)
            known = ", ".join(sorted(moments_of(op)))
            yield Refusal("wrong-op", f"{said} does nothing in {moment!r}; it is for {known}", place)
        acts = type(op) in ACTS and moment in CARRIED_OUT
        if op.if_done and (first or not acts):
            yield Refusal(
                "wrong-control", "'if-done' asks about an operation before this one, and there is none", place
            )
        first = first and not acts
    yield from _conditions(ability, at)
    if any(isinstance(op, c.PlaceSelf) for op in ability.do):
        yield from _placing(ability, at)


def _placing(ability: c.Ability, at: str) -> Iterator[Refusal]:
    """What an ally does before it lies anywhere: it still is the next of the deck, or among the dead."""
    for number, op in enumerate(ability.do):
        if isinstance(op, c.AddAlly | c.ArrangeAllies) or (isinstance(op, c.KillAlly) and op.ally == "this"):
            words = "it does not stand beside 'place-self', which comes before the ally lies anywhere"
            yield Refusal("wrong-op", words, f"{at}.do[{number}]")


def _conditions(ability: c.Ability, at: str) -> Iterator[Refusal]:
    moment = moment_of(ability)
    known = CONDITIONS.get(moment, NONE)
    if moment == PILE:
        each = [IN_PILE.get(type(op), NONE) for op in ability.do]
        known = frozenset.intersection(*each) if each else NONE
    if any(isinstance(op, c.PlaceSelf) for op in ability.do):
        known = NONE
    for condition in ability.conditions:
        name = condition if isinstance(condition, str) else "tokens-in-council-at-least"
        if name not in known:
            can = ", ".join(sorted(known)) or "none at all"
            yield Refusal("wrong-condition", f"{name!r} is not asked here; what is: {can}", at)
