"""Overrides and gifts: checks, events, and shuffles repeated from the seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.engine import (
    Decreed,
    Illegal,
    OverrideReport as OverrideReport,
    Record,
    Refusal,
    Table,
    at_rest_view,
    commitment,
    refuse_long_reason,
    refuse_reason,
    shuffle,
)
from adjudicator.thrones.rules import control
from adjudicator.thrones.rules.driver import StepRules
from adjudicator.thrones.rules.override_effects import garrison_house, take_effect
from adjudicator.thrones.rules.planning import refuse_counts, refuse_order, stars
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.supply import piece_count, units_over_supply
from adjudicator.thrones.state import (
    CLAIM_SPACES,
    VASSALS,
    Board,
    Edition,
    Position,
    decisions as d,
    events as e,
    overrides as x,
)
from adjudicator.thrones.state.events import DeckShuffled, OverrideIssued
from adjudicator.thrones.state.overrides import Reseed


def refuse_leader(position: Position, edition: Edition, override: x.SetLeader) -> Iterator[Refusal]:
    """A leader stands beside units of his house, or is in the cell of another."""
    board, token = position.board, edition.leaders[override.leader]
    leader = board.leaders.get(override.leader)
    house = token.house if leader is None else leader.house
    if override.area is not None and override.house is not None:
        yield Refusal("area-or-cell", "a leader is in an area or in a cell, not in both", "house")
    elif override.area is not None:
        force = board.forces.get(override.area)
        if force is None or (force.house != house and not token.allied):
            words = f"no units of {'a house' if token.allied else house} stand in {override.area}"
            yield Refusal("leader-alone", words, "area")
    elif override.house is not None and (token.allied or override.house == house):
        words = (
            f"{override.leader} is no hostage of {override.house}: allied leaders change sides, nobody holds his own"
        )
        yield Refusal("no-hostage", words, "house")


def refuse_alliances(position: Position, edition: Edition, override: x.SetAlliances) -> Iterator[Refusal]:
    """Check alliance cards: the game has them, each once, and still in the game."""
    removed = [card for card in override.alliances if card in position.board.removed]
    if position.board.realm is None:
        yield Refusal("no-alliances-here", "there are no alliances in this game", "alliances")
    elif len(set(override.alliances)) != len(override.alliances):
        yield Refusal("named-twice", "name each card once", "alliances")
    elif removed:
        yield Refusal("card-out-of-game", f"{', '.join(removed)} left the game for good", "alliances")


def refuse_tactics(position: Position, edition: Edition, override: x.SetTactics) -> Iterator[Refusal]:
    """Only cards that the house has can lie open."""
    tactics = position.board.tactics
    if tactics is None:
        yield Refusal("no-tactics-here", "there are no tactics cards in this game", "tactics")
        return
    for card in override.tactics:
        if card not in tactics.decks.get(override.house, ()):
            yield Refusal("not-their-card", f"{card} is not a tactics card of {override.house}", "tactics")
    if len(set(override.tactics)) != len(override.tactics):
        yield Refusal("named-twice", "name each card once", "tactics")


NO_GIFTS = Refusal("no-gifts", "Power cannot be given away in this game", "amount")


def refuse_gift(position: Position, edition: Edition, override: x.GivePower) -> Iterator[Refusal]:
    """A gift is open, of available Power, between players."""
    board = position.board
    if not edition.variant.gifts:
        yield NO_GIFTS
        return
    for field, house in (("house", override.house), ("to", override.to)):
        if house in board.vassals:
            yield Refusal("vassals-have-no-power", f"{house} is a vassal and has no Power", field)
    if override.to == override.house:
        yield Refusal("gift-to-oneself", "name another player", "to")
    elif not 0 < override.amount <= board.power[override.house]:
        words = f"{override.house} has {board.power[override.house]} Power: not {override.amount} to give"
        yield Refusal("not-enough-power", words, "amount")
    elif override.amount > (left := control.free_tokens(board, edition, override.to)):
        words = f"{override.to} has {left} Power tokens left"
        yield Refusal("no-token-left", words, "amount")
    moment = no_gifts_now(position)
    if moment is not None:
        yield moment


def no_gifts_now(position: Position) -> Refusal | None:
    """Return why no Power may be given: secret bids, or a battle past support (M-25)."""
    edition = edition_of(position)
    if not edition.variant.gifts:
        return NO_GIFTS
    pending_kinds = {entry.asked for entry in position.progress.pending.values()}
    if pending_kinds & {"place-bid", "spread-bid"}:
        return Refusal("bids-under-way", "secret bids have been made", "amount")
    fighting = "choose-house-card" in pending_kinds
    if not fighting and not edition.variant.gifts_until_cards:
        now = at_rest_view(StepRules(edition), position)
        calling = any(
            isinstance(choice, d.GiveSupport) or (isinstance(choice, d.PickEffect) and choice.because == "support")
            for choice in now.waiting
        )
        fighting = now.showing.board.battle is not None and not calling
    return Refusal("battle-under-way", "a battle is being fought", "amount") if fighting else None


MIN_PLAYERS = 2
MAX_RULING_LENGTH, MAX_SEED_LENGTH, MAX_LIST_LENGTH = 4000, 200, 200
# Orders lie on the board between the end of planning and the end of the round.
WITHOUT_ORDERS = ("set-up", "interest", "westeros", "planning")


def check_override(position: Position, override: x.AnyOverride) -> OverrideReport:
    """Report on an override in a position without changing the position.

    An override applies to the stored position. The game as shown (inside a waiting step) gives the same answer except
    for units in a battle and orders used in that step.
    """
    edition = edition_of(position)
    errors = tuple(_errors(position, edition, override))
    if errors:
        return OverrideReport(errors)
    after = msgspec.msgpack.decode(msgspec.msgpack.encode(position), type=Position)
    take_effect(after, override)
    board, running = after.board, position.board.ending is None
    enough = (house for house in board.houses if control.settlements(board, edition, house) >= board.victory)
    winners = tuple(enough) if running else ()
    ends = isinstance(override, x.EndGame) or bool(winners)
    warnings = list(_warnings(position, after, edition, override))
    if ends:
        words = f"the game ends by this: {', '.join(winners)}" if winners else "the game ends by this"
        warnings.append(Refusal("ends-game", words))
    return OverrideReport((), tuple(warnings), ends)


def _errors(position: Position, edition: Edition, override: x.AnyOverride) -> Iterator[Refusal]:
    """Yield why an override cannot be issued; after the end only a ruling can.
    Unknown ids are looked for first, the checks of its kind only where there are none."""
    board = position.board
    if board.ending is not None and not isinstance(override, x.WORDS_ONLY):
        yield Refusal("game-over", "the game is over; only a ruling can be added")
        return
    unknown = list(_unknown(board, edition, override))
    yield from unknown
    if not unknown:
        yield from _CHECKS.get(type(override), _small)(position, edition, override)


def _valid_ids(board: Board, edition: Edition, override: x.AnyOverride) -> dict[str, tuple[Collection[str], str]]:
    """What the ids in each field of an override may be, and what they are called."""
    houses, units = (board.houses, "house"), (edition.units, "unit")
    orders: tuple[Collection[str], str] = (edition.orders, "order")
    if isinstance(override, x.SetDeck):
        orders = ({*edition.westeros, *edition.wildling_cards, *edition.loans}, "card")
    return {
        "area": (edition.areas, "area"),
        **dict.fromkeys(("house", "to", "commander"), houses),
        "order": orders,
        "track": (board.tracks, "track"),
        **dict.fromkeys(("houses", "winners"), houses),
        "hand": (edition.cards, "card"),
        "deck": (edition.every_deck, "deck"),
        **dict.fromkeys(("units", "routed"), units),
        "loans": (edition.loans, "loan"),
        "leader": (edition.leaders, "leader"),
        "alliances": (edition.alliances, "alliance"),
        "tactics": (edition.tactics, "tactic"),
    }


def _unknown(board: Board, edition: Edition, override: x.AnyOverride) -> Iterator[Refusal]:
    """Ids that mean nothing in this game."""
    for field, (valid_names, sort) in _valid_ids(board, edition, override).items():
        value: Any = getattr(override, field, None)
        if value is None:
            continue
        words = [value] if isinstance(value, str) else list(value)
        if len(words) > MAX_LIST_LENGTH:
            yield Refusal("list-too-long", f"at most {MAX_LIST_LENGTH} entries", field)
            continue
        for word in words:
            if word not in valid_names:
                yield Refusal(f"unknown-{sort}", f"there is no {sort} {word[:60]!r} in this game", field)


def _units(position: Position, edition: Edition, override: x.SetUnits) -> Iterator[Refusal]:
    """Refuse units without a house, beside neutrals, on wrong terrain or too many."""
    board, kind = position.board, edition.areas[override.area].kind
    unit_counts = Counter(override.units) + Counter(override.routed)
    if unit_counts and override.house is None:
        yield Refusal("whose-units", "say whose units these are", "house")
        return
    if unit_counts and override.area in board.neutral:
        words = f"a neutral force stands in {override.area}; remove it first"
        yield Refusal("neutral-force-there", words, "area")
    force = board.force_of(str(override.house), override.area)
    for unit, count in unit_counts.items():
        terrain, limit = edition.units[unit].terrain, edition.limit(str(override.house), unit)
        if terrain != ("sea" if kind == "port" else kind):
            yield Refusal("wrong-terrain", f"a {unit} cannot stand in {override.area}", "units")
        house = str(override.house)
        total = piece_count(board, house, unit) - (force.count(unit) if force is not None else 0) + count
        if total > limit:
            words = f"{house} would have {total} of {unit}, and the box holds {limit}"
            yield Refusal("no-piece-left", words, "units")


def _control(position: Position, edition: Edition, override: x.SetControl) -> Iterator[Refusal]:
    """Refuse a control token where none can lie, under others, or if none is left."""
    board, facts = position.board, edition.areas[override.area]
    if override.house is None:
        return
    force = board.forces.get(override.area)
    if facts.kind != "land" or facts.home_of == override.house or override.area in board.neutral:
        where = "only on land, not at home, not beside a neutral force"
        words = f"no token of {override.house} lies in {override.area}: {where}"
        yield Refusal("token-not-allowed", words, "area")
    if force is not None and force.house != override.house:
        yield Refusal("others-stand-there", f"{force.house} has units in {override.area}", "house")
    yield from _tokens(board, edition, override.house, {override.area}, board.power[override.house])


def _tokens(board: Board, edition: Edition, house: str, also: set[str], power: int) -> Iterator[Refusal]:
    """Refuse more Power tokens, at hand and on the board, than a house has.
    `also` are areas where one will lie besides those on the board; `power` is what is at hand."""
    laid = len({area for area, owner in board.tokens.items() if owner == house} | also)
    if power + laid > edition.power_tokens:
        words = f"{house} has {edition.power_tokens} Power tokens: not {power} at hand and {laid} on the board"
        yield Refusal("no-token-left", words, "house")


def _improvements(position: Position, edition: Edition, override: x.SetImprovements) -> Iterator[Refusal]:
    """Refuse improvement tokens that game or area do not allow, or too many."""
    board = position.board
    fault = control.improvement_fault(edition.areas[override.area], override.marks)
    if not edition.improvement_tokens:
        yield Refusal("no-improvements-here", "no tokens improve areas in this game", "marks")
    elif fault:
        yield Refusal("improvement-not-allowed", fault, "marks")
    elif len(override.marks) > control.remaining_tokens(board, edition) + len(
        board.improvements.get(override.area, ())
    ):
        yield Refusal("no-token-left", f"the box holds {edition.improvement_tokens} such tokens", "marks")


def _loans(position: Position, edition: Edition, override: x.SetLoans) -> Iterator[Refusal]:
    """Refuse loans without an Iron Bank, for a vassal, or named twice."""
    if position.board.bank is None:
        yield Refusal("no-bank-here", "there is no Iron Bank in this game", "loans")
    elif override.house in position.board.vassals:
        yield Refusal("no-player", f"{override.house} has no player and takes no loan", "house")
    elif len(set(override.loans)) != len(override.loans):
        yield Refusal("named-twice", "name each loan once", "loans")


def _loyalty(position: Position, edition: Edition, override: x.SetLoyalty) -> Iterator[Refusal]:
    """Refuse loyalty tokens in a game without them, off land, or too many."""
    board = position.board
    causes = [cause for house, cause in edition.causes.items() if house in board.points]
    elsewhere = sum(count for area, count in board.loyalty.items() if area != override.area)
    if not causes or edition.areas[override.area].kind != "land":
        yield Refusal("no-loyalty-there", f"no loyalty token lies in {override.area} in this game", "area")
    elif elsewhere + override.tokens > causes[0].tokens:
        words = f"the box holds {causes[0].tokens} loyalty tokens, and {elsewhere} lie elsewhere"
        yield Refusal("no-token-left", words, "tokens")


def _order(position: Position, edition: Edition, override: x.SetOrder) -> Iterator[Refusal]:
    """Refuse an order when none lie, without units there, or against the rules."""
    board, force = position.board, position.board.forces.get(override.area)
    if not board.orders and board.phase in WITHOUT_ORDERS:
        yield Refusal("no-orders-now", "no orders lie on the board now", "order")
    elif override.order is not None:
        if force is None:
            yield Refusal("no-units-there", f"no units stand in {override.area}", "area")
            return
        refusal = refuse_order(edition, override.area, override.order, ())
        mine = {area: placed.order for area, placed in board.orders.items() if placed.house == force.house}
        mine[override.area] = override.order
        refusal = refusal or refuse_counts(edition, mine, len(mine))
        if refusal is not None:
            yield replace(refusal, where="order")


def _neutral(position: Position, edition: Edition, override: x.SetNeutral) -> Iterator[Refusal]:
    """Refuse neutrals beside a house; a garrison needs the control of its house."""
    board, area = position.board, override.area
    garrison = garrison_house(board, edition, area)
    if garrison is not None:
        if override.strength is not None and control.controller(board, edition, area) != garrison:
            yield Refusal("house-holds-it", f"{area} is not under control of {garrison}", "area")
    elif override.strength is not None and (area in board.forces or area in board.tokens):
        yield Refusal("house-holds-it", f"units or a token of a house are in {area}; remove them first", "area")


def _track(position: Position, edition: Edition, override: x.SetTrack) -> Iterator[Refusal]:
    """Refuse a track without every house once, or with no loyalty house last."""
    if sorted(override.houses) != sorted(position.board.houses):
        words = f"name each house once: {', '.join(position.board.houses)}"
        yield Refusal("not-every-house", words, "houses")
    elif position.board.points and override.houses[-1] not in position.board.points:
        words = f"{', '.join(position.board.points)} stands last on every track"
        yield Refusal("stands-last", words, "houses")


def _hand(position: Position, edition: Edition, override: x.SetHand) -> Iterator[Refusal]:
    """Refuse an empty hand, a repeated card, and cards of others or removed."""
    own = edition.hands(position.board.modules)[override.house]
    for card in override.hand:
        if card not in own or card in position.board.removed:
            yield Refusal("not-their-card", f"{card} is not a card of {override.house}", "hand")
    if not override.hand or len(set(override.hand)) != len(override.hand):
        yield Refusal("bad-hand", "name at least one card, each once", "hand")


def _deck(position: Position, edition: Edition, override: x.SetDeck) -> Iterator[Refusal]:
    """Refuse an empty list of next cards, and cards that the deck does not hold."""
    missing = Counter(override.order) - Counter(position.hidden.decks.get(override.deck, ()))
    if missing:
        words = f"deck {override.deck} does not hold {', '.join(sorted(missing))} (so many times)"
        yield Refusal("not-in-the-deck", words, "order")
    if not override.order:
        yield Refusal("no-cards", "name at least the next card", "order")


def _flags(position: Position, edition: Edition, override: x.SetFlags) -> Iterator[Refusal]:
    """Refuse unknown or repeated bans of orders and used badges."""
    bans = set(edition.bans)
    for field, words, flags in (("bans", override.bans, bans), ("spent", override.spent, set(edition.badges.values()))):
        for word in words or ():
            if word not in flags:
                yield Refusal("unknown-flag", f"{word[:60]!r} is none of {', '.join(sorted(flags))}", field)
        if len(set(words or ())) != len(words or ()):
            yield Refusal("named-twice", "name each once", field)


def _vassal(position: Position, edition: Edition, override: x.MakeVassal) -> Iterator[Refusal]:
    """Refuse a vassal where none can be, or with a commander who is no player."""
    board = position.board
    if not edition.vassal_cards or override.house in edition.causes:
        yield Refusal("never-a-vassal", f"{override.house} never becomes a vassal in this game", "house")
    elif override.house in board.vassals:
        yield Refusal("vassal-already", f"{override.house} is a vassal already", "house")
    elif len(control.players_of(board)) <= MIN_PLAYERS:
        yield Refusal("too-few-players", f"fewer than {MIN_PLAYERS} players would be left", "house")
    elif override.commander is not None and (
        override.commander == override.house or override.commander in board.vassals
    ):
        yield Refusal("no-commander", f"{override.commander} is no other player", "commander")


def _small(position: Position, edition: Edition, override: x.AnyOverride) -> Iterator[Refusal]:
    """What is wrong with overrides that one thing may be wrong with."""
    board = position.board
    match override:
        case x.SetClaim():
            if board.realm is None:
                yield Refusal("no-claim-here", "there is no claim track in this game", "houses")
            elif len(override.houses) > CLAIM_SPACES:
                yield Refusal("no-room-on-the-track", f"the claim track has {CLAIM_SPACES} places", "houses")
        case x.SetWeather() if override.place >= len(edition.weather):
            last = len(edition.weather) - 1
            words = f"the weather's track has the places 0 to {last}" if edition.weather else "none here"
            yield Refusal("not-on-the-track", words, "place")
        case x.SetPoints(house=house):
            if house not in board.points:
                yield Refusal("no-points-kept", f"{house} wins by settlements, which nobody sets", "house")
            elif override.points < 1 and house not in board.lost_homes:
                home = edition.houses[house].home
                yield Refusal("home-counts", f"{home} counts as one point of {house}", "points")
        case x.SetPower():
            yield from _tokens(board, edition, override.house, set(), override.power)
        case x.SetSupply() if override.supply >= len(edition.supply_limits):
            words = f"the supply track goes from 0 to {len(edition.supply_limits) - 1}"
            yield Refusal("supply-out-of-range", words, "supply")
        case x.SetWildlings() if override.strength not in edition.wildling_track:
            steps = ", ".join(map(str, edition.wildling_track))
            yield Refusal("not-on-the-track", f"the wildlings stand at one of {steps}", "strength")
        case x.Ruling() if not override.text.strip() or len(override.text) > MAX_RULING_LENGTH:
            yield Refusal("bad-ruling", f"a ruling has 1 to {MAX_RULING_LENGTH} characters", "text")
        case x.Reseed():
            if not override.seed or len(override.seed) > MAX_SEED_LENGTH:
                yield Refusal("seed-empty", f"a seed has 1 to {MAX_SEED_LENGTH} characters", "seed")
            elif commitment(override.seed) != override.commitment:
                yield Refusal("seed-not-committed", "the seed does not fit its commitment", "seed")
        case x.EndGame() if len(set(override.winners)) != len(override.winners):
            yield Refusal("named-twice", "name each winner once", "winners")


_CHECKS: dict[type[Any], Callable[[Position, Edition, Any], Iterator[Refusal]]] = {
    x.SetUnits: _units,
    x.SetControl: _control,
    x.SetOrder: _order,
    x.SetNeutral: _neutral,
    x.SetImprovements: _improvements,
    x.SetLoans: _loans,
    x.SetLoyalty: _loyalty,
    x.SetLeader: refuse_leader,
    x.SetAlliances: refuse_alliances,
    x.SetTactics: refuse_tactics,
    x.MakeVassal: _vassal,
    x.GivePower: refuse_gift,
    x.SetTrack: _track,
    x.SetHand: _hand,
    x.SetDeck: _deck,
    x.SetFlags: _flags,
}


def _warnings(before: Position, after: Position, edition: Edition, override: x.AnyOverride) -> Iterator[Refusal]:
    """Warn of effects of an override that the game master may not have meant.
    `before` and `after` are the position without and with the override."""
    old, new = before.board, after.board
    for house in new.houses:
        over = units_over_supply(new, edition, house)
        if over > units_over_supply(old, edition, house):
            words = f"{house} has {over} unit(s) more than supply {new.supply[house]} allows"
            yield Refusal("supply-exceeded", words)
    for area, placed in old.orders.items():
        if area not in new.orders and not isinstance(override, x.SetOrder):
            yield Refusal("order-lost", f"the order of {placed.house} in {area} leaves the board")
    for area, house in old.tokens.items():
        if area not in new.tokens and not isinstance(override, x.SetControl):
            yield Refusal("token-lost", f"the control token of {house} in {area} goes back to the pool")
    if isinstance(override, x.SetOrder) and override.order is not None:
        yield from _unusual_order(new, edition, override.area, override.order)
    if not isinstance(override, (*x.WORDS_ONLY, x.EndGame)) and before == after:
        yield Refusal("changes-nothing", "this is so already")


def _unusual_order(board: Board, edition: Edition, area: str, order: str) -> Iterator[Refusal]:
    """Warn of more special orders than a house has stars, and of a banned order."""
    house = board.forces[area].house
    special = sum(
        1 for placed in board.orders.values() if placed.house == house and edition.orders[placed.order].special
    )
    if special > stars(board, edition, house):
        yield Refusal("too-many-special-orders", f"{house} has {special} special orders")
    if edition.orders[order].type in board.bans:
        yield Refusal("order-banned", f"{edition.orders[order].type} orders are forbidden this round")


OVERRIDE_RULE = "edict"


def decree(table: Table[Position], decreed: Decreed[Any]) -> None:
    """Record the override; a house that now holds enough wins (1e rules: winning).

    Raises Illegal with all faults of the override, `reason-empty` or `reason-too-long`.
    """
    override = decreed.override
    # A gift is a player's own act: words are optional.
    (refuse_long_reason if isinstance(override, x.GivePower) else refuse_reason)(decreed.reason)
    errors = check_override(table.position, override).errors
    if errors:
        raise Illegal(*errors)
    if isinstance(override, x.GivePower):
        table.tell(e.PowerGiven(house=override.house, to=override.to, amount=override.amount), "power.gifts")
        return
    over = table.position.board.ending is not None
    table.tell(e.OverrideIssued(override=override, reason=decreed.reason, by=decreed.by), OVERRIDE_RULE)
    if over or isinstance(override, x.WORDS_ONLY):
        return
    game = Game(table, edition_of(table.position))
    if isinstance(override, x.EndGame):
        if override.winners:
            rows = control.standings(game.board, game.edition)
            game.tell(e.GameEnded(winners=override.winners, reason="edict", standings=rows), OVERRIDE_RULE)
        else:
            game.finish("edict", OVERRIDE_RULE)
    else:
        game.won()


def wrong_shuffles(edition: Edition, seed: str, records: Iterable[Record]) -> Iterator[str]:
    """Describe each recorded shuffle that neither `seed` nor a later reseed gives."""
    decks = {deck: [row.card for row in entries for _ in range(row.copies)] for deck, entries in edition.decks.items()}
    decks[VASSALS] = list(edition.vassal_cards)
    for record in records:
        event = record.event
        if isinstance(event, OverrideIssued) and isinstance(event.override, Reseed):
            seed = event.override.seed
            if commitment(seed) != event.override.commitment:
                place = f"round {record.round}, event {record.number}"
                yield f"{place}: the new seed does not fit the commitment published with it"
        if not isinstance(event, DeckShuffled):
            continue
        # Of alliance decks only those cards are shuffled that no house has.
        whole = decks.get(event.deck) or [c for c in edition.alliance_decks.get(event.deck, ()) if c in event.order]
        if whole and list(event.order) != _expected_order(seed, event, whole, edition):
            yield (
                f"round {record.round}, event {record.number}: the seed shuffles deck {event.deck} "
                f"({event.purpose}) into another order"
            )


def _expected_order(seed: str, event: DeckShuffled, whole: list[str], edition: Edition) -> list[str]:
    """Return the order that the seed gives to a deck at a recorded shuffle.
    After a search by a House card, the first card of `event` stays on top."""
    if not event.order or not any(part in edition.cards for part in event.purpose.split("/")):
        return shuffle(seed, event.purpose, whole)
    top_card, *rest = event.order
    place = {card: number for number, card in enumerate(dict.fromkeys(whole))}
    return [top_card, *shuffle(seed, event.purpose, sorted(rest, key=lambda card: place.get(card, len(place))))]
