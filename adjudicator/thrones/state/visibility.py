"""What a seat may see: views of a position and of an event, and how they differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from adjudicator.engine import Decided, Decision, Event, KeywordStruct, StoredBoard, tag_of
from adjudicator.thrones.state.board import (
    Bank,
    Battle,
    Board,
    Deed,
    Ending,
    Force,
    Garrison,
    Leader,
    Placed,
    Position,
    Realm,
    Tactics,
    View,
)
from adjudicator.thrones.state.events import DeckSearched, DeckShuffled, OverrideIssued, RavenLooked, VassalHandDrawn
from adjudicator.thrones.state.overrides import openly

# The events of which not everybody sees the same; all others are seen as they are.
HIDDEN = (Decided, OverrideIssued, DeckSearched, RavenLooked, VassalHandDrawn, DeckShuffled)


def view(showing: Position, seat: str | None, waiting: Sequence[Decision] = ()) -> View:
    """Return what a seat (None: spectators) may know. The board is not copied."""
    seen = view_of_board(showing, seat)
    seen.deck_sizes = {deck: len(cards) for deck, cards in showing.hidden.decks.items()}
    seen.waiting = [decision for decision in waiting if decision.seat == seat]
    return seen


def view_of_board(snapshot: StoredBoard | Position, seat: str | None) -> View:
    """Return a view of a past board, without questions; its decks are not told."""
    return View(
        snapshot.edition, snapshot.players, snapshot.commitment, seat, snapshot.board, {}, revision=snapshot.revision
    )


def visible_event(event: Event, seat: str | None) -> Event | None:
    """Return an event as a seat may see it while the game runs, or None.
    Hidden: decisions of others, deck orders, new seeds, and cards that others look at."""
    # Most events are none of these, and each is asked about for every reader.
    if not isinstance(event, HIDDEN):
        return event
    if isinstance(event, Decided):
        return event if event.seat == seat else None
    if isinstance(event, OverrideIssued):
        return replace(event, override=openly(event.override))
    if isinstance(event, DeckSearched) and event.house != seat:
        return replace(event, top=(), bottom=())
    if isinstance(event, RavenLooked) and event.house != seat:
        return replace(event, card="")
    if isinstance(event, VassalHandDrawn) and event.commander != seat:
        return replace(event, cards=())
    if isinstance(event, DeckShuffled):
        return replace(event, order=())
    return event


T = TypeVar("T")


class Change(KeywordStruct, tag_field="kind", tag=lambda name: tag_of(name.removesuffix("Change"))):
    """A difference; `before` or `after` is None where there was or is nothing."""


class _GameChange(Change, Generic[T]):
    before: T
    after: T


class _AreaChange(Change, Generic[T]):
    area: str
    before: T
    after: T


class _HouseChange(Change, Generic[T]):
    house: str
    before: T
    after: T


class _DeckChange(Change, Generic[T]):
    deck: str
    before: T
    after: T


class _ListedChange(Change, Generic[T]):
    what: str
    before: T
    after: T


class UnitsChange(_AreaChange[Force | None]):
    """The units in an area."""


class NeutralChange(_AreaChange[int | None]):
    """The neutral force in an area."""


class GarrisonChange(_AreaChange[Garrison | None]):
    """The garrison in an area."""


class CommanderChange(_HouseChange[str | None]):
    """Who decides for a house without a player."""


class ImprovementChange(_AreaChange[tuple[str, ...] | None]):
    """The tokens that change what an area offers."""


class LoyaltyChange(_AreaChange[int | None]):
    """The loyalty tokens in an area."""


class PointsChange(_HouseChange[int | None]):
    """The points of a house that wins by loyalty."""


class GrowthChange(Change):
    """How much more than printed a kind of unit counts."""

    unit: str
    before: int | None
    after: int | None


class BankChange(_GameChange[Bank | None]):
    """The Iron Bank: its slots, the loans that houses took, who holds its token."""


class LeaderChange(Change):
    """A leader: his house, place or captor, and whether his token is turned."""

    leader: str
    before: Leader | None
    after: Leader | None


class TacticsChange(_GameChange[Tactics | None]):
    """Tactics cards: those to choose from, those open, and who or what is barred."""


class AlliancesChange(_HouseChange[tuple[str, ...] | None]):
    """The alliance cards that a house has, sorted."""


class AllianceDeckChange(_DeckChange[tuple[str, str]]):
    """An alliance deck's open card, and the house that alone draws from it, if any."""


class ControlChange(_AreaChange[str | None]):
    """The control token in an area: whose it is."""


class OrderChange(_AreaChange[Placed | None]):
    """The order in an area."""


class PowerChange(_HouseChange[int | None]):
    """The Power that a house has at hand."""


class SupplyChange(_HouseChange[int | None]):
    """A house's place on the supply track."""


class CardsChange(_HouseChange[tuple[tuple[str, ...], tuple[str, ...]]]):
    """A house's cards: in hand and used, both sorted."""


class TrackChange(Change):
    """The houses on a track."""

    track: str
    before: tuple[str, ...] | None
    after: tuple[str, ...] | None


class BadgeChange(Change):
    """Who holds a badge."""

    badge: str
    before: str | None
    after: str | None


class BidsChange(Change):
    """The revealed bids of an auction of this round."""

    auction: str
    before: dict[str, int] | None
    after: dict[str, int] | None


class RevealedChange(_DeckChange[str | None]):
    """The Westeros card turned up from a deck."""


class NumberChange(_ListedChange[int]):
    """The `round`, `wildlings`, `victory` or `weather`.
    That is: strength of the wildlings, settlements needed, place of the weather marker."""


class WordsChange(_ListedChange[tuple[str, ...]]):
    """A changed value made of words; lists are sorted but for the `claim` track.
    The `phase` (one word), this round's `bans`, badges `spent`, the `houses` or `modules` that play, House cards
    `removed`, `vassals`, houses with `lost_homes`, rounds still `growing` dragons, `deeds` of the round or
    `last_deeds` of the one before (house, what, other house, area), the `claim` track from the highest number down,
    used alliance cards (`spent-cards`), or the open wildling card (`wildling_card`)."""


class BattleChange(_GameChange[Battle | None]):
    """The battle being fought."""


class EndingChange(_GameChange[Ending | None]):
    """Whether and how the game has ended."""


_Areas = UnitsChange | NeutralChange | GarrisonChange | CommanderChange | ImprovementChange | LoyaltyChange
_Later = PointsChange | GrowthChange | BankChange | LeaderChange | TacticsChange | AlliancesChange | AllianceDeckChange
_Houses = ControlChange | OrderChange | PowerChange | SupplyChange | CardsChange | TrackChange | BadgeChange
AnyChange = (
    _Areas | _Later | _Houses | BidsChange | RevealedChange | NumberChange | WordsChange | BattleChange | EndingChange
)

# Parts of the board with entries by key, and the kind of change.
_KEYED: tuple[tuple[str, Any], ...] = (
    ("forces", UnitsChange),
    ("neutral", NeutralChange),
    ("garrisons", GarrisonChange),
    ("commanders", CommanderChange),
    ("improvements", ImprovementChange),
    ("loyalty", LoyaltyChange),
    ("points", PointsChange),
    ("growth", GrowthChange),
    ("leaders", LeaderChange),
    ("tokens", ControlChange),
    ("orders", OrderChange),
    ("power", PowerChange),
    ("supply", SupplyChange),
    ("tracks", TrackChange),
    ("holders", BadgeChange),
    ("bids", BidsChange),
    ("revealed", RevealedChange),
)
_NUMBERS = ("round", "wildlings", "victory")
_LISTS = ("bans", "spent", "houses", "modules", "removed", "vassals", "lost_homes")
Order = Mapping[str, int]


def difference(before: Board, after: Board, area_order: Order) -> tuple[AnyChange, ...]:
    """Return everything that differs between two boards; areas in `area_order`.
    The order in which cards lie in a hand, or keys stand in a mapping, is no difference."""
    changes: list[AnyChange] = []
    # In a game that has just ended the phase says nothing.
    if before.ending != after.ending:
        changes.append(EndingChange(before=before.ending, after=after.ending))
    else:
        changes += _change_if_any(WordsChange, "phase", (before.phase,), (after.phase,))
    for what in _NUMBERS:
        changes += _change_if_any(NumberChange, what, getattr(before, what), getattr(after, what))
    shown = (tuple(card for card in (board.wildling_card,) if card) for board in (before, after))
    changes += _change_if_any(WordsChange, "wildling_card", *shown)
    for field, kind in _KEYED:
        key, old, new = kind.__struct_fields__[0], getattr(before, field), getattr(after, field)
        for name in _keys(old, new, area_order):
            entry, other = _snapshot(old.get(name)), _snapshot(new.get(name))
            if entry != other:
                changes.append(kind(**{key: name}, before=entry, after=other))
    for house in _keys({**before.hands, **before.discards}, {**after.hands, **after.discards}, {}):
        cards, later = _cards(before, house), _cards(after, house)
        if cards != later:
            changes.append(CardsChange(house=house, before=cards, after=later))
    for what in _LISTS:
        changes += _change_if_any(
            WordsChange, what, tuple(sorted(getattr(before, what))), tuple(sorted(getattr(after, what)))
        )
    for what in ("deeds", "last_deeds"):
        logs: list[list[Deed]] = [getattr(board, what) for board in (before, after)]
        rows = (tuple(sorted(f"{deed.house} {deed.what} {deed.other} {deed.area}" for deed in deeds)) for deeds in logs)
        changes += _change_if_any(WordsChange, what, *rows)
    rounds = (tuple(str(number) for number in board.growing) for board in (before, after))
    changes += _change_if_any(WordsChange, "growing", *rounds)
    if _sorted_battle(before.battle) != _sorted_battle(after.battle):
        changes.append(BattleChange(before=before.battle, after=after.battle))
    if before.bank != after.bank:
        changes.append(BankChange(before=_copy_bank(before.bank), after=_copy_bank(after.bank)))
    if _sorted_tactics(before.tactics) != _sorted_tactics(after.tactics):
        changes.append(TacticsChange(before=_sorted_tactics(before.tactics), after=_sorted_tactics(after.tactics)))
    changes += _storm_changes(before.realm or Realm(), after.realm or Realm())
    return tuple(changes)


def _storm_changes(old: Realm, new: Realm) -> list[AnyChange]:
    """What lies beside the board of A Storm of Swords."""
    changes = _change_if_any(NumberChange, "weather", old.weather, new.weather)
    changes += _change_if_any(WordsChange, "claim", tuple(old.claim), tuple(new.claim))
    for house in _keys(old.alliances, new.alliances, {}):
        old_cards, new_cards = (tuple(sorted(realm.alliances.get(house, ()))) or None for realm in (old, new))
        if old_cards != new_cards:
            changes.append(AlliancesChange(house=house, before=old_cards, after=new_cards))
    for deck in _keys({**old.tops, **old.permanent}, {**new.tops, **new.permanent}, {}):
        old_deck, new_deck = ((realm.tops.get(deck, ""), realm.permanent.get(deck, "")) for realm in (old, new))
        if old_deck != new_deck:
            changes.append(AllianceDeckChange(deck=deck, before=old_deck, after=new_deck))
    return changes + _change_if_any(WordsChange, "spent-cards", tuple(sorted(old.spent)), tuple(sorted(new.spent)))


def _sorted_tactics(tactics: Tactics | None) -> Tactics | None:
    """A copy in which the order of cards and houses says nothing."""
    if tactics is None:
        return None
    decks, lying = ({h: sorted(k) for h, k in sorted(d.items()) if k} for d in (tactics.decks, tactics.open))
    return Tactics(decks, lying, sorted(tactics.barred), sorted(tactics.forbidden), tactics.laid)


def _change_if_any(kind: Any, what: str, before: Any, after: Any) -> list[AnyChange]:
    """Return a change of the kind with both values, or nothing if they are equal."""
    return [] if before == after else [kind(what=what, before=before, after=after)]


def _keys(old: Iterable[str], new: Iterable[str], order: Order) -> list[str]:
    names = dict.fromkeys((*old, *new))
    return sorted(names, key=lambda name: (order.get(name, len(order)), "" if name in order else name))


def _snapshot(value: Any) -> Any:
    """Return a copy that later changes of the board leave alone; lists as tuples."""
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, Force):
        return Force(value.house, dict(value.units), dict(value.routed))
    if isinstance(value, Leader):
        return replace(value)
    return dict(value) if isinstance(value, dict) else value


def _copy_bank(bank: Bank | None) -> Bank | None:
    """Return a copy of the Iron Bank, safe from later changes; None stays None."""
    return None if bank is None else Bank(list(bank.slots), {h: list(k) for h, k in bank.loans.items()}, bank.token)


def _cards(board: Board, house: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(sorted(board.hands.get(house, ()))), tuple(sorted(board.discards.get(house, ())))


def _sorted_battle(battle: Battle | None) -> Any:
    if battle is None:
        return None
    return replace(battle, silenced=sorted(battle.silenced), used_up=sorted(battle.used_up))
