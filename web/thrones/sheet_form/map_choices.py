"""What the selects of the form offer of areas: where units stand, march, raid and help."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from adjudicator.thrones.rules.geography import flown, reach
from adjudicator.thrones.rules.raids import raid_goals
from adjudicator.thrones.rules.strength import can_support
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition
from narration.thrones.voice import Voice
from narration.words import N_

MOST_STRANGE = 20
FLYING = N_("dragons alone, flying")

Option = tuple[str, str]
Group = tuple[str, list[Option]]


class MapChoices:
    """The areas of a house on a board; `own` are the houses whose units these are, more than one where instructions
    hold for any vassal."""

    board: Board
    house: str
    own: tuple[str, ...]
    v: Voice
    edition: Edition

    def _owner(self, area: str) -> str:
        """Whose units an area may send out: the house of these that stands there."""
        force = self.board.forces.get(area)
        return force.house if force is not None and force.house in self.own else self.house

    def sorted(self, areas: Iterable[str]) -> list[str]:
        """In the order of the data; of words that are no areas only some, so that no page grows without end."""
        place, named = self.edition.area_order, dict.fromkeys(areas)
        strange = [area for area in named if area not in place]
        return [*sorted((a for a in named if a in place), key=place.__getitem__), *strange[:MOST_STRANGE]]

    def areas(self, areas: Iterable[str]) -> list[Option]:
        """Areas as options, in the order of the data."""
        return [(area, self.v.area(area)) for area in self.sorted(areas)]

    @cached_property
    def with_units(self) -> list[str]:
        """Areas with units of the house."""
        return self.sorted(area for area, force in self.board.forces.items() if force.house in self.own)

    def counts(self, area: str) -> dict[str, int]:
        """The standing units of the house in an area."""
        force = self.board.forces.get(area)
        return dict(force.units) if force is not None and force.house in self.own else {}

    def marches_to(self, area: str) -> tuple[list[str], list[str], list[str]]:
        """Where units may march: within reach now, where dragons alone may fly, and what ships that move first could
        open."""
        if area not in self.edition.areas:
            return list(self.edition.areas), [], []
        now = reach(self.board, self.edition, self._owner(area), area)
        far = [goal for goal in flown(self.board, self.edition, self._owner(area), area) if goal not in now]
        later = [goal for goal in self._with_other_ships(area) if goal not in now and goal != area]
        return list(now), far, [goal for goal in later if goal not in far]

    def destinations(self, area: str) -> list[Group]:
        """The same as options."""
        now, far, later = self.marches_to(area)
        groups: list[Group] = [(self.v.say("within reach"), self.areas(now))]
        groups += [(self.v.say(FLYING), self.areas(far))] if far else []
        return [*groups, (self.v.say("with other ships"), self.areas(later))] if later else groups

    def _with_other_ships(self, area: str) -> set[str]:
        """Coasts of the seas that own ships hold or could sail to at once."""
        if self.edition.areas[area].kind != "land":
            return set()
        fleet = [sea for sea in self.with_units if self._owner(sea) == self._owner(area)]
        held = [sea for sea in fleet if self.edition.areas[sea].kind == "sea"]
        seas = {near for sea in held for near in (sea, *self.edition.areas[sea].sea)}
        return {coast for sea in seas for coast in self.edition.areas[sea].land}

    def raid_targets(self, area: str) -> list[Option]:
        """Areas that a raid there reaches."""
        if area not in self.edition.areas:
            return []
        return self.areas(raid_goals(self.board, self.edition, self.house, area))

    def helped(self, area: str) -> list[Option]:
        """Areas where support from there may count."""
        near = self.edition.neighbours.get(area, frozenset())
        return self.areas(goal for goal in near if can_support(self.edition, area, goal))

    @cached_property
    def near(self) -> list[Option]:
        """Areas where the house may fight: its own, and those beside or within reach."""
        own = self.with_units
        around = [a for area in own for a in (*reach(self.board, self.edition, self._owner(area), area), area)]
        beside = [n for area in own for n in self.edition.neighbours[area]]
        return self.areas([*around, *beside])

    @cached_property
    def everywhere(self) -> list[Option]:
        """All areas."""
        return self.areas(self.edition.areas)

    @cached_property
    def lands(self) -> list[Option]:
        """All land."""
        return self.areas(area.id for area in self.edition.areas.values() if area.kind == "land")

    def harbours(self, area: str) -> list[Option]:
        """Seas and the port where ships mustered in an area may go."""
        facts = self.edition.areas.get(area)
        return self.areas(facts.sea + facts.port if facts else ())
