"""Facts and numbers of what was done in this round or the last, as everybody has seen it."""

from __future__ import annotations

from typing import Annotated, Literal

from adjudicator.engine.sheet.facts import Fact, Form, Slot
from adjudicator.thrones.sheets.conditions import slots
from adjudicator.thrones.sheets.conditions.context import Inapplicable, Scene
from adjudicator.thrones.sheets.conditions.slots import Area
from adjudicator.thrones.state.board import Deed

DEEDS = {deed: deed for deed in ("attacked", "raided", "supported", "opposed", "beat")} | {"helped": "supported"}
_FOUGHT = {"took": "took", "conquered": "took", "lost": "lost"}


def _deeds(last_round: bool, scene: Scene) -> list[Deed]:
    """The deeds of the round that is asked about; Inapplicable in games from before they were kept."""
    if scene.edition.variant.deeds_kept < 1 + last_round:
        which = "the last" if last_round else "a"
        raise Inapplicable(f"in games that began under earlier rules nobody notes what is done in {which} round")
    return scene.board.last_deeds if last_round else scene.board.deeds


class Battles(Fact, frozen=True, tag="battles"):
    """How many battles of this round, or of the last one, a house has won, or lost."""

    how: Literal["won", "lost"]
    who: slots.Who = "me"
    last_round: slots.LastRound = False
    forms = ("[{who} ]battles {how}[ {last_round}]",)

    def number(self, scene: Scene) -> int:
        house = scene.sure_house(self.who)
        won = (deed for deed in _deeds(self.last_round, scene) if deed.what == "beat")
        return sum((deed.house if self.how == "won" else deed.other) == house for deed in won)


class Did(Fact, frozen=True, tag="did"):
    """What a house (`any`, `me`, `enemy`, `opponent` or an id) did to another this round, or in the last one:
    attacked or raided it, supported it in a battle that is decided, supported its enemy there (`opposed`), or beat
    it."""

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


class Fought(Fact, frozen=True, tag="fought"):
    """A house (`any`, `me`, `enemy`, `opponent` or an id) took an area in a battle of this round, or of
    the last one, or lost it in one."""

    how: Annotated[Literal["took", "lost"], Slot(words=_FOUGHT)]
    area: Area
    who: slots.Doer = "me"
    last_round: slots.LastRound = False
    forms = ("{who} {how} {area}[ {last_round}]", "{how} {area}[ {last_round}]")

    def holds(self, scene: Scene) -> bool:
        deeds = _deeds(self.last_round, scene)
        # Whoever attacked there and won took it.
        attacks = {(deed.house, deed.other) for deed in deeds if (deed.what, deed.area) == ("attacked", self.area)}
        won = (deed for deed in deeds if (deed.what, deed.area) == ("beat", self.area))
        taken = (deed for deed in won if (deed.house, deed.other) in attacks)
        return any(scene.is_who(deed.house if self.how == "took" else deed.other, self.who) for deed in taken)
