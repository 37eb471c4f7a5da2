"""Facts and numbers of the battle at hand, of House cards and of deeds.

In a march plan they are about the attack that it describes. Deeds are what was done in this round or the last, as
everybody has seen it.
"""

from __future__ import annotations

from itertools import product
from typing import Annotated, Literal

from adjudicator.engine import Weighed
from adjudicator.engine.sheet import Fact, Form, Mistake, Slot
from adjudicator.thrones.rules.card_odds import LIKELY
from adjudicator.thrones.sheets.conditions import context, slots
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.slots import Area, Card
from adjudicator.thrones.state import Deed

_ALL = ("all", "everyones", "every", "any")
_LENT = {f"{how} {of} support": side for (how, side), of in product((("with", "me"), ("against", "enemy")), _ALL)}
DEEDS = {deed: deed for deed in ("attacked", "raided", "supported", "opposed", "beat")} | {"helped": "supported"}
_FOUGHT = {"took": "took", "conquered": "took", "lost": "lost"}
_SIDE = Slot(
    words={side: side for side in ("me", "enemy", "attacker", "defender")}
    | dict.fromkeys(("opponent", "my enemy", "my opponent"), "enemy"),
    mistake=Mistake("unknown-side", "is not a side in a battle", "me, enemy, attacker or defender"),
)


class Lead(Fact):
    """Own strength minus the enemy's, in the battle or the planned attack.

    `lent`: with all support that others could lend to `me`, or to the `enemy`; empty: without.
    """

    lent: Annotated[Literal["", "me", "enemy"], Slot(words=_LENT)] = ""
    forms = ("lead[ {lent}]",)
    of_battle = "lead"

    def number(self, scene: Scene) -> int:
        return context.lead(scene, self.lent)


class Odds(Fact):
    """The chance in percent to win the battle at hand or the planned attack.

    Counts both hands by card numbers alone, strong cards as likelier, and the blade; of support that of the two houses,
    in a battle what was pledged.
    """

    forms = ("odds",)
    of_battle = "odds"

    def number(self, scene: Scene) -> int:
        return context.odds(scene)


class CardStrength(Fact):
    """The number of the best, worst or middling House card in hand; 0 if empty."""

    of: Literal["best", "worst", "middling"]
    who: slots.Whose = "opponent"
    forms = ("{who} {of} card", "{who} {of}")

    def number(self, scene: Scene) -> int:
        return context.card_strength(scene, self.of, self.who)


class Strength(Fact):
    """Strength so far of one side of the battle at hand.

    In a march plan `me` is what the plan's attack would count (units, march order, own support beside the target),
    `enemy`
    what stands against it (units or neutral force, Defense order, its owner's support beside).
    """

    of: slots.Combatant = "me"
    forms = ("[{of} ]strength", Form("(enemy|theirs|their)", of="enemy"))
    of_battle = "strength"

    def number(self, scene: Scene) -> int:
        return scene.strength(self.of)


class Fighters(Fact):
    """The number of standing units of a side in the battle or planned attack.
    Of one kind, or (empty) of any. Routed units do not count."""

    of: slots.Combatant = "me"
    unit: slots.Unit = ""
    forms = ("[{of} ]fighters", "[{of} ]fighting {unit}")
    of_battle = "fighters"

    def number(self, scene: Scene) -> int:
        units = scene.fighters(self.of)
        return units.get(self.unit, 0) if self.unit else sum(units.values())


class Tide(Fact):
    """The number on the card a house drew from the Tides of Battle in this battle."""

    who: slots.Who = "me"
    forms = ("[{who} ]tide",)
    of_battle = "tide"

    def number(self, scene: Scene) -> int:
        house, battle = scene.sure_house(self.who), scene.battle
        card = scene.edition.tide_cards.get(battle.tides.get(house, "")) if battle is not None else None
        if card is None:
            raise Inapplicable(f"{house} has no face-up Tides of Battle card")
        return card.strength


class HoldsCard(Fact):
    """A house has a House card in hand (and so can play it)."""

    who: slots.Who
    card: Card
    forms = (Form("I hold {card}", who="me"), "{who} (holds|can play) {card}")

    def holds(self, scene: Scene) -> bool:
        house = scene.house(self.who)
        return house is not None and self.card in scene.board.hands.get(house, ())


class Discarded(Fact):
    """A House card lies on its owner's discard pile."""

    card: Card
    forms = ("{card} is discarded",)

    def holds(self, scene: Scene) -> bool:
        return any(self.card in pile for pile in scene.board.discards.values())


class Played(Fact):
    """A House card was turned up in the battle at hand."""

    card: Card
    forms = ("{card} is played",)
    of_battle = "played"

    def holds(self, scene: Scene) -> bool:
        return scene.battle is not None and self.card in scene.battle.cards.values()


class Fighter(Fact):
    """The attacker, the defender or my opponent in the battle at hand is this house."""

    role: Literal["attacker", "defender", "opponent"]
    who: slots.Who
    forms = (
        "[(my|the) ]{role} is {who}",
        Form("(attacking|i attack)", role="attacker", who="me"),
        Form("(defending|i defend)", role="defender", who="me"),
    )

    def holds(self, scene: Scene) -> bool:
        fighter = {"attacker": scene.attacker, "defender": scene.defender, "opponent": scene.opponent}[self.role]
        return bool(fighter) and fighter == scene.house(self.who)


class BattleIn(Fact):
    """The battle at hand is for this area."""

    area: Area
    forms = ("battle (in|for) {area}",)
    of_battle = "battle in"

    def holds(self, scene: Scene) -> bool:
        return bool(scene.area) and scene.area == self.area


class Winning(Fact):
    """The battle at hand, or the attack that a march plan describes, is won.

    `surely`: one of my cards wins against every card that the other can hold, texts that change numbers counted, even
    with all the support that others could lend him; `likely`: it wins against half of them at least, by what the two
    houses have themselves.
    """

    how: Annotated[Literal["surely", "likely"], Slot(words={"sure": "surely", "likely": "likely"})]
    forms = ("{how}",)
    of_battle = "sure or likely"
    numeric = True

    def holds(self, scene: Scene) -> bool:
        return context.beaten(scene, self.how) >= self._min_percent()

    def weighed(self, scene: Scene, positive: bool) -> Weighed:
        """Return the percentage of the other's cards beaten, and the one needed."""
        return Weighed(self.typed(), context.beaten(scene, self.how), ">=" if positive else "<", self._min_percent())

    def _min_percent(self) -> int:
        """Return the percentage of the other's cards that must be beaten."""
        return 100 if self.how == "surely" else LIKELY


class Threatened(Fact):
    """Whether another house's march could match the strength defending the area.

    In a march plan, units leaving the area do not defend it; units coming do.
    """

    area: Area
    forms = ("{area} is threatened",)

    def holds(self, scene: Scene) -> bool:
        return context.is_threatened(scene, scene.existing(self.area))


class Pledged(Fact):
    """Whether a house outside the battle at hand has pledged support to a side."""

    who: slots.Doer
    side: Annotated[Literal["me", "enemy", "attacker", "defender"], _SIDE] = "me"
    forms = ("{who} supports {side}", Form("(nobody|noone) supports {side}", who="any", negated=True))
    of_battle = "supports"

    def holds(self, scene: Scene) -> bool:
        """Return whether it supports the side; Inapplicable without such a battle."""
        battle, board = scene.battle, scene.board
        if battle is None:
            raise Inapplicable("there is no battle at hand")
        sides = {"me": battle.role(scene.me), "enemy": battle.role(scene.opponent or "")}
        side = sides.get(self.side, self.side)
        if side == "none":
            raise Inapplicable("this house is not fighting in the battle at hand")
        houses = {board.orders[area].house for area, helped in battle.pledges.items() if helped == side}
        return any(battle.role(house) == "none" and scene.is_who(house, self.who) for house in houses)


def _deeds(last_round: bool, scene: Scene) -> list[Deed]:
    """Return the deeds of that round; Inapplicable in games that keep none."""
    if scene.edition.variant.deeds_kept < 1 + last_round:
        which = "the last" if last_round else "a"
        raise Inapplicable(f"games begun under earlier rules keep no record of {which} round")
    return scene.board.last_deeds if last_round else scene.board.deeds


class Battles(Fact):
    """How many battles of this round, or of the last one, a house has won, or lost."""

    how: Literal["won", "lost"]
    who: slots.Who = "me"
    last_round: slots.LastRound = False
    forms = ("[{who} ]battles {how}[ {last_round}]",)

    def number(self, scene: Scene) -> int:
        house = scene.sure_house(self.who)
        won = (deed for deed in _deeds(self.last_round, scene) if deed.what == "beat")
        return sum((deed.house if self.how == "won" else deed.other) == house for deed in won)


class Did(Fact):
    """What a house did to another in this round or the last.
    Attacked, raided, supported it in a battle that is decided, supported its enemy there (`opposed`), or beat it.
    The house is `any`, `me`, `enemy`, `opponent` or an id."""

    who: slots.Doer
    deed: Annotated[Literal["attacked", "raided", "supported", "opposed", "beat"], Slot(words=DEEDS)]
    whom: slots.Whom = "me"
    last_round: slots.LastRound = False
    forms = (
        "{who} {deed} {whom}[ {last_round}]",
        Form("{who} (supported|helped) against {whom}[ {last_round}]", deed="opposed"),
    )

    def holds(self, scene: Scene) -> bool:
        return any(
            deed.what == self.deed and scene.is_who(deed.house, self.who) and scene.is_who(deed.other, self.whom)
            for deed in _deeds(self.last_round, scene)
        )


class Fought(Fact):
    """Whether a house took or lost an area in a battle of this or the last round.
    The house is `any`, `me`, `enemy`, `opponent` or an id."""

    how: Annotated[Literal["took", "lost"], Slot(words=_FOUGHT)]
    area: Area
    who: slots.Doer = "me"
    last_round: slots.LastRound = False
    forms = ("{who} {how} {area}[ {last_round}]", "{how} {area}[ {last_round}]")

    def holds(self, scene: Scene) -> bool:
        """Return whether the area was taken or lost so; Inapplicable if not recorded."""
        deeds = _deeds(self.last_round, scene)
        # Whoever attacked there and won took it.
        attacks = {(deed.house, deed.other) for deed in deeds if (deed.what, deed.area) == ("attacked", self.area)}
        won = (deed for deed in deeds if (deed.what, deed.area) == ("beat", self.area))
        taken = (deed for deed in won if (deed.house, deed.other) in attacks)
        return any(scene.is_who(deed.house if self.how == "took" else deed.other, self.who) for deed in taken)
