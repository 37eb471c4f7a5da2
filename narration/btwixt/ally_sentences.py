"""What happens to allies and power tokens, in words."""

from __future__ import annotations

from adjudicator.btwixt.state import events as e
from narration.btwixt.sentences import tells
from narration.btwixt.voice import Voice
from narration.words import N_

NUMBER = N_("{told} Its number is {n}.")


def _with_number(told: str, value: int, v: Voice) -> str:
    return v.say(NUMBER, told=told, n=value) if value else told


def _lost_tokens(told: str, tokens: int, v: Voice) -> str:
    """What was told, and that the tokens on the ally went back."""
    if not tokens:
        return told
    back = v.say_n(
        "The {n} token on this ally goes back to the supply.",
        "The {n} tokens on this ally go back to the supply.",
        tokens,
    )
    return f"{told} {back}"


@tells(e.AllyRevealed)
def _revealed(event: e.AllyRevealed, v: Voice) -> str:
    told = v.say("the current ally is {ally}.", ally=v.ally_power(event.ally))
    return f"{told} {v.text_of(event.ally)}".rstrip()


@tells(e.NoAlly)
def _no_ally(event: e.NoAlly, v: Voice) -> str:
    return v.say("No ally is left: the bid is for a power token alone.")


@tells(e.RowLaid)
def _row(event: e.RowLaid, v: Voice) -> str:
    if len(event.allies) == 1:
        return v.say("{ally} is laid open at the end of the row.", ally=v.ally_power(event.allies[0]))
    return v.say("These allies are laid open in the row: {allies}.", allies=v.allies(event.allies))


@tells(e.AllyKilled)
def _killed(event: e.AllyKilled, v: Voice) -> str:
    ally = v.ally_power(event.ally)
    if event.council:
        return v.say("{ally} dies in the {council} council.", ally=ally, council=v.council(event.council))
    return _lost_tokens(v.say("{ally}, the current ally, dies.", ally=ally), event.tokens, v)


@tells(e.AllyMoved)
def _moved(event: e.AllyMoved, v: Voice) -> str:
    names = {"ally": v.ally_power(event.ally), "of": v.council(event.of), "to": v.council(event.to)}
    return v.say("{ally} moves from the {of} council to the {to} council.", **names)


@tells(e.AllyLeft)
def _left(event: e.AllyLeft, v: Voice) -> str:
    told = v.say("{ally}, the current ally, goes under the ally deck.", ally=v.ally_power(event.ally))
    return _lost_tokens(told, event.tokens, v)


@tells(e.AllyJoined)
def _joined(event: e.AllyJoined, v: Voice) -> str:
    names = {"ally": v.ally_power(event.ally), "house": v.house(event.house), "council": v.council(event.council)}
    if event.dead:
        told = v.say("{house} also claims {ally}, from the dead, for the {council} council.", **names)
    else:
        told = v.say("{house} also claims the next ally, {ally}, for the {council} council.", **names)
    return f"{told} {v.text_of(event.ally)}".rstrip()


@tells(e.AlliesArranged)
def _arranged(event: e.AlliesArranged, v: Voice) -> str:
    house = v.house(event.house)
    parts = [
        v.say_n(
            "{house} looks at the next ally.",
            "{house} looks at the next {n} allies and lays them back in an order of choice.",
            event.count,
            house=house,
        )
    ]
    if event.under:
        parts.append(v.say_n("{n} of them goes under the deck.", "{n} of them go under the deck.", event.under))
    if event.top:
        parts.append(v.say("From the top: {allies}.", allies=", ".join(map(v.ally_power, event.top))))
    if event.bottom:
        parts.append(v.say("Under the deck: {allies}.", allies=", ".join(map(v.ally_power, event.bottom))))
    if event.row_top:
        parts.append(v.say("{ally} now lies first in the row.", ally=v.ally_power(event.row_top)))
    return " ".join(parts)


@tells(e.TokenGained)
def _gained(event: e.TokenGained, v: Voice) -> str:
    names = {"house": v.house(event.house), "council": v.council(event.council)}
    if event.source:
        told = v.say("{house} gains a token, in the {council} council.", **names)
    else:
        told = v.say("{house} takes a token for the win, into the {council} council.", **names)
    return _with_number(told, event.value, v)


@tells(e.TokenLaid)
def _laid(event: e.TokenLaid, v: Voice) -> str:
    return _with_number(v.say("a token from the supply is put on the current ally."), event.value, v)


@tells(e.TokenMoved)
def _token_moved(event: e.TokenMoved, v: Voice) -> str:
    names = {"of": v.council(event.of), "to": v.council(event.to)}
    return _with_number(v.say("a token moves from the {of} council to the {to} council.", **names), event.value, v)


@tells(e.TokenReturned)
def _token_returned(event: e.TokenReturned, v: Voice) -> str:
    told = v.say("a token of the {council} council goes back to the supply.", council=v.council(event.of))
    return _with_number(told, event.value, v)


@tells(e.TokensSeen)
def _seen(event: e.TokensSeen, v: Voice) -> str:
    names = {"house": v.house(event.house), "council": v.council(event.council)}
    if not event.values:
        return v.say_n(
            "{house} looks at {n} token of the {council} council.",
            "{house} looks at {n} tokens of the {council} council.",
            event.count,
            **names,
        )
    return v.say_n(
        "{house} looks at {n} token of the {council} council: {values}.",
        "{house} looks at {n} tokens of the {council} council: {values}.",
        event.count,
        values=", ".join(map(str, event.values)),
        **names,
    )
