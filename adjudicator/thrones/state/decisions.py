"""Every kind of decision, and the answers that they take."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.engine import Answer, Question


class Piece(Answer, omit_defaults=True):
    """One unit: its kind, its area, and whether it is routed."""

    area: str
    unit: str
    routed: bool = False


class Amount(Answer):
    """A bid in Power tokens."""

    power: int


class Ranked(Answer):
    """Tied houses from best to worst place."""

    houses: tuple[str, ...]


class HouseChoice(Answer, tag="named"):
    """One house picked among several."""

    house: str


class CardChoice(Answer, tag="card"):
    """A House card, or None to decline."""

    card: str | None

    @property
    def chosen(self) -> str:
        """The card, where none is not to be had; AssertionError if there is none."""
        if self.card is None:
            raise AssertionError("no card was chosen")
        return self.card


class AreaChoice(Answer, tag="area"):
    """An area, or None to decline."""

    area: str | None

    @property
    def chosen(self) -> str:
        """The area, where none is not to be had; AssertionError if there is none."""
        if self.area is None:
            raise AssertionError("no area was chosen")
        return self.area


class YesNo(Answer):
    """Yes or no."""

    yes: bool


class Pledges(Answer):
    """For each supporting area asked about: `attacker`, `defender` or `none`."""

    sides: dict[str, str]


class Orders(Answer):
    """Orders by area."""

    orders: dict[str, str] = {}


class Swap(Answer):
    """The raven's swap (area, new order), or both None; `look`: see the top wildling."""

    area: str | None = None
    order: str | None = None
    # Left out where it is unset: journals of editions without wildling cards stay the same, byte for byte.
    look: bool | UnsetType = UNSET


class Pick(Answer):
    """One of the choices that a card leaves."""

    choice: str


class Raid(Answer):
    """A raid: area and targets; no target removes the raid order without effect."""

    area: str
    targets: tuple[str, ...] = ()


class March(Answer):
    """A march: its area, units by kind per destination, and whether a token stays.

    `leaders`: where leaders go (leader -> destination); unset, as `rules.storm.leaders` has it.
    """

    area: str
    moves: dict[str, dict[str, int]] = {}
    leave_token: bool = False
    # Left out where it is unset: journals of editions without leaders stay the same, byte for byte.
    leaders: dict[str, str] | UnsetType = UNSET


class Recruit(Answer, omit_defaults=True):
    """A thing mustered with the points of `area`.
    A unit put at `at` (the area itself unless a ship), or an upgrade there."""

    area: str
    unit: str
    at: str
    upgrade: bool = False


class Recruits(Answer):
    """Everything a house musters, in order."""

    wants: tuple[Recruit, ...] = ()


class Spread(Answer):
    """How many tokens go to each house; none are kept."""

    gifts: dict[str, int]


class Offer(Answer, omit_defaults=True):
    """An offer for hostages: leaders wanted (none: no offer), Power, hostages given."""

    leaders: tuple[str, ...] = ()
    power: int = 0
    hostages: tuple[str, ...] = ()


_Choice = Piece | Amount | Ranked | HouseChoice | CardChoice | AreaChoice | YesNo
_Plan = Pledges | Orders | Swap | Raid | March | Recruits
AnyAnswer = _Choice | _Plan | Pick | Spread | Offer


class PieceDecision(Question[Piece]):
    """Which of `choices` is destroyed? Answer: Piece."""

    choices: tuple[Piece, ...]


class DisbandForSupply(PieceDecision):
    """The armies exceed the supply limits: which unit goes?"""


class LoseToWildlings(PieceDecision):
    """The wildlings won: which unit goes, of `owed` mustering points still to lose?"""

    owed: int


class TakeCasualty(PieceDecision):
    """The battle for `area` is lost: which unit falls, of `owed`?"""

    area: str
    owed: int


class AbandonUnit(PieceDecision):
    """Retreating to `destination` would exceed supply: which unit is destroyed?"""

    destination: str


class KillFootman(PieceDecision):
    """A card text kills one enemy footman: which?"""

    card: str


class PickUnit(PieceDecision):
    """A card takes or changes units of the house: which, of `owed` still to name?"""

    because: str
    owed: int


class PickEffect(Question[Pick]):
    """Which of its `choices` does a card or a rule have? Answer: Pick.

    `because`: what asks, a card, a badge, `port` or `support`; `subject`: what it is about, if that is not plain (an
    area, a house, or the wildling card that the raven shows). Choices are ids, numbers, or plain words; the last of
    them changes least. `nth`: how many questions that are asked together with this one come before it.
    """

    because: str
    choices: tuple[str, ...]
    subject: str = ""
    nth: int = 0


class PlaceBid(Question[Amount]):
    """How much for this auction (track, `wildlings`)? Answer: Amount, 0 to `up_to`."""

    auction: str
    up_to: int


class SettleTie(Question[Ranked]):
    """In which order do tied bidders stand? Answer: Ranked, a permutation of `houses`."""

    auction: str
    houses: tuple[str, ...]


class PickTied(Question[HouseChoice]):
    """Who counts as `what` bidder (wildlings, or `auction`)? Answer: Named."""

    what: Literal["highest", "lowest"]
    houses: tuple[str, ...]
    auction: str | UnsetType = UNSET


class TakeBackCard(Question[CardChoice]):
    """Which used House card returns to the hand?
    Answer: CardChoice, None to decline. `because`: `wildlings` or a card's id."""

    because: str
    choices: tuple[str, ...]


class MusterUnits(Question[Recruits]):
    """What is mustered with each place's points (area -> points)? Answer: Recruits."""

    places: dict[str, int]


class PlaceOrders(Question[Orders]):
    """Which orders lie where? Answer: Orders.
    `areas` may take one each; `stars` special orders at most; `bans` order types not allowed this round."""

    areas: tuple[str, ...]
    stars: int
    bans: tuple[str, ...]


class ChooseVassal(Question[Pick]):
    """Which vassal takes one of `sets` sets? Answer: Pick of `choices`, or `pass`."""

    choices: tuple[str, ...]
    sets: int


class PlaceVassalOrders(Question[Orders]):
    """Which orders of a set lie where? Answer: Orders, at most `most` areas.

    Each token of `orders` once, one for an area. `bans` are order types not allowed this round.
    """

    areas: tuple[str, ...]
    orders: tuple[str, ...]
    most: int
    bans: tuple[str, ...]


class UseRaven(Question[Swap]):
    """Swap a placed order for an unused one, or look at a wildling card?

    The look only where there is such a deck. Answer: Swap.
    """

    areas: tuple[str, ...]


class ResolveRaid(Question[Raid]):
    """Which raid order is resolved and against what? Answer: Raid.
    `options` maps each raiding area to its possible targets."""

    options: dict[str, tuple[str, ...]]


class ResolveMarch(Question[March]):
    """Which march order is resolved, and how? Answer: March.
    `options` maps each marching area to its reachable areas. With a `leader` it is the march order of his own token."""

    options: dict[str, tuple[str, ...]]
    leader: str | UnsetType = UNSET


class GiveSupport(Question[Pledges]):
    """Whom do these areas support in `area`? Answer: Pledges, one of `sides` each."""

    area: str
    attacker: str
    defender: str
    areas: tuple[str, ...]
    sides: tuple[str, ...]


class ChooseHouseCard(Question[CardChoice]):
    """Which House card is played for `area`? Answer: CardChoice, one of `choices`."""

    area: str
    role: str
    opponent: str
    choices: tuple[str, ...]


class UseBlade(Question[YesNo]):
    """Use the Valyrian steel blade for +1? `lead`: own minus other. Answer: YesNo."""

    area: str
    lead: int


class RetreatTo(Question[AreaChoice]):
    """Where do the losing defenders go? Answer: AreaChoice, one of `choices`."""

    area: str
    choices: tuple[str, ...]


class RemoveOrder(Question[AreaChoice]):
    """Where does a card remove an order? Answer: AreaChoice; None if `optional`."""

    card: str
    choices: tuple[str, ...]
    optional: bool


class KnightFootman(Question[YesNo]):
    """A card text turns a footman in `area` into a knight: do it? Answer: YesNo."""

    card: str
    area: str


class DiscardFromHand(Question[CardChoice]):
    """Discard which card of `victim` for `cost` Power? Answer: CardChoice or None."""

    card: str
    victim: str
    cost: int
    choices: tuple[str, ...]


class SpreadBid(Question[Spread]):
    """How do `amount` tokens for a track go to other `houses`? Answer: Spread."""

    auction: str
    amount: int
    houses: tuple[str, ...]


class CancelMove(Question[YesNo]):
    """Pay `cost` Power to undo `mover`'s loyalty move `area`-`to`? Answer: YesNo."""

    because: str
    cost: int
    mover: str
    area: str
    to: str


class TakeLoan(Question[Pick]):
    """Which loan does the order in `area` take? Answer: Pick of `costs`, or a word.
    `decline`: the order brings nothing; `wait`: other orders of the house go first, offered while it has any."""

    area: str
    costs: dict[str, int]
    choices: tuple[str, ...]


class ImproveArea(Question[AreaChoice]):
    """On which of `choices` goes a loan's token (AreaImproved)? Answer: AreaChoice."""

    loan: str
    mark: str
    choices: tuple[str, ...]


class PlaceUnits(Question[Recruits]):
    """Where do the units of a loan or an alliance appear? Answer: Recruits.

    As many of `units` as can be had, on `areas` to choose from. `area` and `at` of each are the same.
    """

    loan: str
    units: dict[str, int]
    areas: tuple[str, ...]


class DestroyUnit(PieceDecision):
    """Which unit is destroyed, mostly another's, of `owed` still to name?
    `because`: a loan, or `interest`, owed by `victim`."""

    because: str
    owed: int
    victim: str = ""


class MoveTroops(Question[March]):
    """A card lets units go on: from where to where? Answer: March.
    No moves: leave it. `options` maps each area to its reachable areas; `because`: the card; `most`: the units that
    may go, where those are not all."""

    because: str
    options: dict[str, tuple[str, ...]]
    most: dict[str, int] = {}


class Negotiate(Question[Offer]):
    """What is offered to `holder` for own leaders in his cell? Answer: Offer.

    `leaders` are the own ones he holds, `hostages` those that may be given, `up_to` the Power; leaders that come back
    stand in `area`.
    """

    area: str
    holder: str
    leaders: tuple[str, ...]
    hostages: tuple[str, ...]
    up_to: int


class AcceptOffer(Question[YesNo]):
    """Let `leaders` go for `power` and `given` of `offerer`? Answer: YesNo."""

    offerer: str
    leaders: tuple[str, ...]
    given: tuple[str, ...]
    power: int


# In the order in which a round comes to them.
_Losing = DisbandForSupply | LoseToWildlings | TakeCasualty | AbandonUnit | KillFootman
_Bidding = PlaceBid | SettleTie | PickTied | TakeBackCard
_Planning = MusterUnits | PlaceOrders | ChooseVassal | PlaceVassalOrders | UseRaven
_Acting = ResolveRaid | ResolveMarch | GiveSupport | ChooseHouseCard | UseBlade | RetreatTo
_OfCards = RemoveOrder | KnightFootman | DiscardFromHand | PickUnit | SpreadBid | CancelMove | PickEffect
_OfBank = TakeLoan | ImproveArea | PlaceUnits | DestroyUnit
AnyDecision = _Losing | _Bidding | _Planning | _Acting | _OfCards | _OfBank | MoveTroops | Negotiate | AcceptOffer
