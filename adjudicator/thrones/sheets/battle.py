"""Rules of a sheet about battles: support, House cards, their texts, the blade, losses, retreats."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from adjudicator.engine.sheet.fields import N_, Ids, Phrase, phrase
from adjudicator.thrones.sheets.fields import (
    HOME,
    LADDER,
    PICKED,
    SAFEST,
    SIDES,
    Count,
    Entry,
    HouseId,
    NearArea,
    OrderKind,
    OwnArea,
    OwnCard,
    OwnerId,
    RankedCard,
    Role,
    Rule,
    UnitId,
    WeighedCard,
)
from adjudicator.thrones.sheets.name_book import AUCTION


class SupportRule(Rule, frozen=True, kw_only=True):
    """Whom supporting `areas` (empty: all) help, in which `battles` (empty: all), only `against` these houses
    (empty: any).

    `whom` is `me`, `nobody`, `attacker`, `defender`, a house, or `whoever` fights one of `against`; a rule for a house
    that does not fight here is passed over.
    """

    phrase: ClassVar = phrase(N_("[{areas:and}: ]help {whom}[ against {against:or}][ in battles for {battles:or}]"))

    whom: Annotated[str, Ids(("house",), SIDES)] = "me"
    areas: tuple[OwnArea, ...] = ()
    against: tuple[HouseId, ...] = ()
    battles: tuple[NearArea, ...] = ()


class BattleRule(Rule, frozen=True, kw_only=True):
    """A rule for battles in a role, against some houses (empty: all), for some areas (empty: all)."""

    role: Role = "any"
    opponents: tuple[HouseId, ...] = ()
    battles: tuple[NearArea, ...] = ()


class CardRule(BattleRule, frozen=True, kw_only=True):
    """Play the first of `cards` that is in hand. Never one of `exclude`.

    Among them may stand `strongest`, `weakest`; `enough`, the weakest that beats whatever the other can play; `likely`,
    the weakest that beats half of it at least; `best`, what beats most of it. Texts that change numbers are counted.
    """

    phrase: ClassVar = phrase(
        N_("{role}[ in {battles:or}][ against {opponents:or}]: {cards:else|any card}[, never {exclude:or}]")
    )

    cards: tuple[WeighedCard, ...] = ()
    exclude: tuple[OwnCard, ...] = ()


class AvoidRule(BattleRule, frozen=True, kw_only=True):
    """Do not play these cards then, by any rule or default, unless nothing else is in hand."""

    phrase: ClassVar = phrase(N_("avoid {role}[ in {battles:or}][ against {opponents:or}]: {cards:else|any card}"))

    cards: tuple[OwnCard, ...] = ()


class Cards(Entry, frozen=True, kw_only=True):
    """Which House cards to play, and which to avoid."""

    rules: tuple[CardRule, ...] = ()
    avoid: tuple[AvoidRule, ...] = ()


class TakeBackRule(Rule, frozen=True, kw_only=True):
    """Take back the first of `cards` that is discarded (`strongest`, `weakest` allowed); none named: decline.

    `because`: only for `wildlings` or for these cards' texts; empty: always.
    """

    phrase: ClassVar = Phrase(
        {
            "cards": N_("take back {cards:else}[ ({because:or})]"),
            "": N_("take no card back[ ({because:or})]"),
        }
    )

    cards: tuple[Annotated[str, Ids(("card",), LADDER, near="own")], ...] = ()
    because: tuple[Annotated[str, Ids(("card",), (AUCTION,))], ...] = ()


class RemoveOrderRule(Rule, frozen=True, kw_only=True):
    """Remove an order by a card's text: the first area of `areas`, or of any area if empty, with an order of
    `types` (in that
    order of liking, types or tokens; empty: any) of one of `owners` (in that order; empty: any). `decline`: none
    at all."""

    phrase: ClassVar = Phrase(
        {
            "decline": N_("remove no order"),
            "": N_("remove an order[ in {areas:or}][: {types:else}][: {owners:else}]"),
        }
    )

    areas: tuple[NearArea, ...] = ()
    types: tuple[OrderKind, ...] = ()
    owners: tuple[OwnerId, ...] = ()
    decline: bool = False


class DiscardRule(Rule, frozen=True, kw_only=True):
    """Discard the first of `cards` that the victim holds (`strongest`, `weakest` allowed); none named: decline."""

    phrase: ClassVar = Phrase({"cards": N_("discard {cards:else}"), "": N_("discard nothing")})

    cards: tuple[RankedCard, ...] = ()


class KnightRule(Rule, frozen=True, kw_only=True):
    """Turn a footman into a knight by a card's text, or do not; only in `areas`, if any are named."""

    phrase: ClassVar = Phrase(
        {
            "use": N_("make the footman a knight[ in {areas:or}]"),
            "": N_("the footman stays a footman[ in {areas:or}]"),
        }
    )

    use: bool = True
    areas: tuple[OwnArea, ...] = ()


class ChoiceRule(Rule, frozen=True, kw_only=True):
    """Choose the first of `pick` that is offered: an id, a number, or a plain word as the question has it."""

    phrase: ClassVar = phrase("{pick:else}")

    pick: tuple[Annotated[str, Ids(PICKED, numbers=True)], ...]


class Texts(Entry, frozen=True, kw_only=True):
    """Answers to House card texts that ask something (and the card returned after the wildlings)."""

    take_back: tuple[TakeBackRule, ...] = ()
    remove_order: tuple[RemoveOrderRule, ...] = ()
    discard: tuple[DiscardRule, ...] = ()
    knight: tuple[KnightRule, ...] = ()


class BladeRule(Rule, frozen=True, kw_only=True):
    """Use the Valyrian steel blade: always, never, or only if it turns defeat into victory."""

    phrase: ClassVar = phrase("{use}")

    use: Literal["always", "never", "if-decisive"] = "if-decisive"


Liking = Literal[
    "cheapest", "dearest", "farthest-from-home", "nearest-home", "smallest-army", "largest-army", "routed", "standing"
]


class LossRule(Rule, frozen=True, kw_only=True):
    """Lose a unit in one of `areas` (in that order; empty: anywhere), of one of `units` (in that order; empty: any
    kind).

    Among several, the likings decide in order. The rule counts only while more than `keep` of that kind stand in
    the area.
    """

    phrase: ClassVar = phrase(
        N_("{units:else|any unit}[ in {areas:or}][, {likings:list}][, while more than {keep} stand there]")
    )

    areas: tuple[OwnArea, ...] = ()
    units: tuple[UnitId, ...] = ()
    likings: tuple[Liking, ...] = ()
    keep: Count = 0


class Losses(Entry, frozen=True, kw_only=True):
    """Which units to lose: for supply, to the wildlings, in battle, on a retreat; which enemy unit a card
    or the bank kills; then
    `general` for all of one's own losses."""

    supply: tuple[LossRule, ...] = ()
    wildlings: tuple[LossRule, ...] = ()
    casualties: tuple[LossRule, ...] = ()
    abandon: tuple[LossRule, ...] = ()
    kill: tuple[LossRule, ...] = ()
    general: tuple[LossRule, ...] = ()


class RetreatRule(Rule, frozen=True, kw_only=True):
    """Retreat from battles for one of `battles` (empty: any) to the first possible of `areas`; among them may stand
    `home`, what is nearest to the house's home, and `safest`, where marches of others threaten least."""

    phrase: ClassVar = phrase(N_("[from {battles:or}: ]{areas:else}"))

    areas: tuple[Annotated[str, Ids(("area",), (HOME, SAFEST), near="around")], ...]
    battles: tuple[NearArea, ...] = ()
