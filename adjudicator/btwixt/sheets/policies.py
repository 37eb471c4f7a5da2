"""Published defaults: what is done for a leader when neither sheet nor standing instructions decide.

Each gives the choices of a question, the best first; wishes pick from them in this order. They keep harm away from
who wrote nothing, and never gain anything that somebody would have had to write.
"""

from __future__ import annotations

from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.instructions.wishes import ally_worth, card_worth, small
from adjudicator.btwixt.state import answers as a
from adjudicator.btwixt.state import decisions as d

DEFAULTS: dict[str, str] = {
    "play-or-kneel": "Kneel.",
    "use-ability": "The ability is not used.",
    "choose-council": "An ally or a token goes to the weaker of the own councils. A token is taken from the strongest "
    "council of others, else given up from the stronger of the own. A vote goes to a council shared with the winner.",
    "choose-leader": "The leader with the highest total kneels; cards are taken from the largest hand, and given to "
    "whoever has the weakest small council; a card moves to the lowest total.",
    "choose-card": "Of the own cards the lowest is given up and the highest comes back; of others' the highest is "
    "taken or discarded.",
    "choose-ally": "The strongest ally outside the own councils dies, else the weakest of the own; the weakest moves; "
    "of the dead the strongest comes.",
    "arrange-top": "The allies lie as they lay.",
    "order-abilities": "The cards act in the order in which they came to lie in the pile.",
    "keep-card": "The card of the highest value is kept.",
}


def councils(scene: Scene, asked: d.ChooseCouncil) -> list[str]:
    """The councils of a question, the one of the default first."""
    mine, power = scene.mine, scene.power
    if asked.use in ("take-token", "return-token"):
        return sorted(asked.choices, key=lambda one: (one in mine, -power[one]))
    return sorted(asked.choices, key=lambda one: (one not in mine, power[one]))


def leaders(scene: Scene, asked: d.ChooseLeader) -> list[str]:
    """The leaders of a question, the one of the default first."""
    board = scene.board
    match asked.use:
        case "kneel":
            return sorted(asked.choices, key=lambda one: -scene.totals[one])
        case "take-card" | "discard-card" | "look":
            return sorted(asked.choices, key=lambda one: -board.hands[one])
        case "move-here":
            return sorted(asked.choices, key=lambda one: scene.totals[one])
        case "give-card" | "draw":
            return sorted(asked.choices, key=lambda one: small(scene, one))


def cards(scene: Scene, asked: d.ChooseCard) -> list[a.CardChoice]:
    """The cards of a question, the one of the default first."""

    def key(card: a.CardChoice) -> tuple[bool, int]:
        worth = card_worth(scene, card)
        gives = card.of == scene.me and asked.use != "return"
        return gives, worth if gives else -worth

    return sorted(asked.choices, key=key)


def allies(scene: Scene, asked: d.ChooseAlly) -> list[a.AllyChoice]:
    """The allies of a question, the one of the default first."""

    def key(one: a.AllyChoice) -> tuple[bool, int]:
        worth, mine = ally_worth(scene, one.ally), one.council in scene.mine
        return (mine, worth if mine else -worth) if asked.use == "kill" else (False, worth)

    if asked.use == "add":
        return sorted(asked.choices, key=lambda one: -ally_worth(scene, one.ally))
    return sorted(asked.choices, key=key)


def kept(scene: Scene, asked: d.KeepCard) -> list[a.CardChoice]:
    """The cards of a packet, the one of the default first."""
    known = scene.edition.influence
    names = sorted(dict.fromkeys(asked.packet), key=lambda one: -known[one].value)
    return [a.CardChoice(card, asked.seat) for card in names]
