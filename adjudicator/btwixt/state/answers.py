"""What is answered to the questions of B'Twixt."""

from __future__ import annotations

from adjudicator.engine.decision import Answer


class Play(Answer, frozen=True, tag="play"):
    """The influence card to play; None to kneel."""

    card: str | None


class YesNo(Answer, frozen=True, tag="use"):
    """Whether an ability is used."""

    yes: bool


class LeaderChoice(Answer, frozen=True, tag="leader"):
    """A leader."""

    leader: str


class CardChoice(Answer, frozen=True, tag="influence"):
    """A card: of whose pile or hand (empty: the discard pile), and which in a pile (0: hands have no numbers)."""

    card: str
    of: str = ""
    number: int = 0


class AllyChoice(Answer, frozen=True, tag="ally"):
    """An ally, and in which council it lies (empty: among the dead)."""

    ally: str
    council: str = ""


class CouncilChoice(Answer, frozen=True, tag="council"):
    """A council."""

    council: str


class AllyOrder(Answer, frozen=True, tag="ally-order"):
    """Allies as they shall lie from the top, and those that go under the deck."""

    top: tuple[str, ...]
    bottom: tuple[str, ...] = ()


class CardOrder(Answer, frozen=True, tag="card-order"):
    """Cards of a pile in the order in which they act, by their numbers."""

    numbers: tuple[int, ...]


AnyAnswer = Play | YesNo | LeaderChoice | CardChoice | AllyChoice | CouncilChoice | AllyOrder | CardOrder
