"""The answers that decisions of the Westeros board games take."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from adjudicator.engine.decision import Answer


class Piece(Answer, frozen=True, tag="piece", omit_defaults=True):
    """One unit: its kind, its area, and whether it is routed."""

    area: str
    unit: str
    routed: bool = False


class Amount(Answer, frozen=True, tag="amount"):
    """A bid in Power tokens."""

    power: int


class Ranked(Answer, frozen=True, tag="ranked"):
    """Tied houses from best to worst place."""

    houses: tuple[str, ...]


class Named(Answer, frozen=True, tag="named"):
    """One house picked among several."""

    house: str


class CardChoice(Answer, frozen=True, tag="card"):
    """A House card, or None to decline."""

    card: str | None

    @property
    def chosen(self) -> str:
        """The card, where none is not to be had; AssertionError if there is none."""
        if self.card is None:
            raise AssertionError("no card was chosen")
        return self.card


class AreaChoice(Answer, frozen=True, tag="area"):
    """An area, or None to decline."""

    area: str | None

    @property
    def chosen(self) -> str:
        """The area, where none is not to be had; AssertionError if there is none."""
        if self.area is None:
            raise AssertionError("no area was chosen")
        return self.area


class YesNo(Answer, frozen=True, tag="yes-no"):
    """Yes or no."""

    yes: bool


class Pledges(Answer, frozen=True, tag="pledges"):
    """For each supporting area asked about: `attacker`, `defender` or `none`."""

    sides: dict[str, str]


class Orders(Answer, frozen=True, tag="orders"):
    """Orders by area."""

    orders: dict[str, str] = {}


class Swap(Answer, frozen=True, tag="swap"):
    """The raven's exchange: the area and the new order, or both None to leave it; `look`: see the top wildling card."""

    area: str | None = None
    order: str | None = None
    # Left out where it is unset: journals of editions without wildling cards stay the same, byte for byte.
    look: bool | UnsetType = UNSET


class Pick(Answer, frozen=True, tag="pick"):
    """One of the choices that a card leaves."""

    choice: str


class Raid(Answer, frozen=True, tag="raid"):
    """The raiding area and its targets; no target removes the raid order without effect."""

    area: str
    targets: tuple[str, ...] = ()


class March(Answer, frozen=True, tag="march"):
    """The marching area, how many units of each kind go to each destination, and whether a Power token stays behind.

    `leaders` says where leaders go (leader -> destination); unset, they go as `rules.storm.leaders` has it.
    """

    area: str
    moves: dict[str, dict[str, int]] = {}
    leave_token: bool = False
    # Left out where it is unset: journals of editions without leaders stay the same, byte for byte.
    leaders: dict[str, str] | UnsetType = UNSET


class Recruit(Answer, frozen=True, tag="recruit", omit_defaults=True):
    """One thing mustered with the points of `area`: a unit put at `at` (the area itself unless a ship), or an upgrade
    there.
    """

    area: str
    unit: str
    at: str
    upgrade: bool = False


class Recruits(Answer, frozen=True, tag="recruits"):
    """Everything a house musters, in order."""

    wants: tuple[Recruit, ...] = ()


class Spread(Answer, frozen=True, tag="spread"):
    """How many tokens go to each house; none are kept."""

    gifts: dict[str, int]


class Offer(Answer, frozen=True, tag="offer", omit_defaults=True):
    """What is offered for hostages: the leaders asked for (none: no offer), and the Power and hostages given."""

    leaders: tuple[str, ...] = ()
    power: int = 0
    hostages: tuple[str, ...] = ()


AnyAnswer = (
    Piece
    | Amount
    | Ranked
    | Named
    | CardChoice
    | AreaChoice
    | YesNo
    | Pledges
    | Orders
    | Swap
    | Raid
    | March
    | Recruits
    | Pick
    | Spread
    | Offer
)
