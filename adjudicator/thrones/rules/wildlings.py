"""The wildling attack and its cards: one function per effect, by the card data.

The lowest bidder goes first. 1e rules: wildling attack; RULE-03, RULE-04, EX-23, FAQ-03, FAQ-12; 2e rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import UNSET

from adjudicator.engine import Asks, Law, Play, Refusal, Step, shuffle
from adjudicator.thrones.rules.bidding import bids_ahead, collect_bids, set_track
from adjudicator.thrones.rules.control import last_for_good, players_of, settled_areas, turn_order
from adjudicator.thrones.rules.mustering import MusterBudget, muster_with, mustering, mustering_places
from adjudicator.thrones.rules.round import UNITS, Ahead, may_ask, reduce_armies, set_supply
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.supply import piece_count
from adjudicator.thrones.state import Position, WildlingCard, decisions as d, events as e
from adjudicator.thrones.state.decisions import HouseChoice, Piece

CARD_RULE = "westeros.wildling-card"
Loss = Callable[[Game, WildlingCard, str, bool], Asks[None]]
Reward = Callable[[Game, WildlingCard, str, Mapping[str, int]], Asks[list[Step]]]


def own_pieces(game: Game, house: str) -> tuple[Piece, ...]:
    """Return one piece per standing unit kind and area of the house, in data order."""
    forces = game.board.forces
    own = game.edition.in_order(game.board.areas_of(house))
    return tuple(Piece(area, unit) for area in own for unit in sorted(forces[area].units))


def _pick_piece(game: Game, card: WildlingCard, house: str, choices: tuple[Piece, ...], owed: int) -> Asks[Piece]:
    """Ask a house which piece it gives up; `owed`: how many are still to lose."""
    question = d.PickUnit(**game.seat_of(house), choices=choices, because=card.id, owed=owed)
    return (yield from game.ask_or_force(question))


@quiet
def _do_nothing(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> None:
    """Do nothing: the card changes nothing for anybody."""


def _amount_owed(card: WildlingCard, is_lowest: bool) -> int:
    """Return how much (units, Power, supply) the card takes of a house; else 0."""
    return int(card.values.get("lowest" if is_lowest else "others", 0))


@may_ask(lambda ahead: ahead.ask(ahead.players, d.PickUnit))
def _lose_units(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """Lose units of the owner's choice; `together`: from one settlement if possible."""
    owed = _amount_owed(card, is_lowest)
    forces = game.board.forces
    sites = settled_areas(game.board, game.edition)
    places = [a for a in sites if a in forces and forces[a].house == house and sum(forces[a].units.values()) >= owed]
    together = is_lowest and bool(card.values.get("together")) and bool(places)
    for left in range(owed, 0, -1):
        choices = own_pieces(game, house)
        if together:
            choices = tuple(piece for piece in choices if piece.area in places)
        if not choices:
            return
        piece = yield from _pick_piece(game, card, house, choices, left)
        places = [piece.area]
        game.destroy(house, piece, card.id, CARD_RULE)


@may_ask(lambda ahead: ahead.pick(ahead.players))
def _lower_on_tracks(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """Move the house to the end of all tracks, or of one it picks if not lowest.
    A house that is last for good is spared."""
    tracks = list(game.edition.tracks)
    if house in last_for_good(game.board):
        return
    if not is_lowest:
        choices = tuple(card.values["others"])
        answer = yield from game.pick(house, card.id, choices)
        tracks = [answer]
    for track in tracks:
        set_track(game, track, [*(h for h in game.board.tracks[track] if h != house), house], CARD_RULE)


def _units_or_places_ahead(ahead: Ahead) -> None:
    ahead.pick(ahead.players)
    ahead.declare_questions(_lose_units)


@may_ask(_units_or_places_ahead)
def _units_or_places(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """The lowest bidder loses units, or places on the track where he stands best."""
    if not is_lowest:
        return
    able = {"units": bool(own_pieces(game, house)), "places": house not in last_for_good(game.board)}
    choices = tuple(choice for choice, possible in able.items() if possible)
    if not choices:
        return  # no units, and no place to lose
    answer = yield from game.pick(house, card.id, choices)
    game.tell(e.EffectChosen(house=house, card=card.id, choice=answer), CARD_RULE)
    if answer == "units":
        yield from _lose_units(game, card, house, is_lowest)
        return
    track = yield from _best_track(game, card, house)
    places = [h for h in game.board.tracks[track] if h != house]
    down = game.board.tracks[track].index(house) + int(card.values["places"])
    places.insert(min(down, len(places)), house)
    set_track(game, track, places, CARD_RULE)


def _best_track(game: Game, card: WildlingCard, house: str) -> Asks[str]:
    """Return the track where a house stands best; ties go to the Throne's holder."""
    tracks = game.board.tracks
    best = min(tracks[track].index(house) for track in game.edition.tracks)
    tied = tuple(track for track in game.edition.tracks if tracks[track].index(house) == best)
    if len(tied) == 1:
        return tied[0]
    judge = game.board.holders["iron-throne"]
    answer = yield from game.pick(judge, card.id, tied, house)
    return answer


@may_ask(lambda ahead: ahead.ask(ahead.players, d.PickUnit))
def _demote(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """Demote units, or destroy those without a piece; the owner chooses (S-20)."""
    before = str(card.values["from"])
    if is_lowest and game.edition.variant.demotion_chosen:
        yield from _demote_all(game, card, house)
        return
    owed = piece_count(game.board, house, before) if is_lowest else _amount_owed(card, is_lowest)
    for left in range(owed, 0, -1):
        choices = tuple(piece for piece in own_pieces(game, house) if piece.unit == before)
        if not choices:
            return
        piece = choices[0] if is_lowest else (yield from _pick_piece(game, card, house, choices, left))
        _demote_unit(game, card, house, piece)


def _demote_all(game: Game, card: WildlingCard, house: str) -> Asks[None]:
    """Demote all units of a kind; with pieces short the owner names those that die."""
    before, after = str(card.values["from"]), str(card.values["to"])
    pieces = [piece for piece in own_pieces(game, house) if piece.unit == before]
    room = game.edition.limit(house, after) - piece_count(game.board, house, after)
    dying = piece_count(game.board, house, before) - room
    for left in range(dying if room > 0 else 0, 0, -1):
        choices = tuple(piece for piece in own_pieces(game, house) if piece.unit == before)
        game.destroy(house, (yield from _pick_piece(game, card, house, choices, left)), card.id, CARD_RULE)
    for piece in pieces:
        for _ in range(game.board.forces[piece.area].units.get(before, 0) if piece.area in game.board.forces else 0):
            _demote_unit(game, card, house, piece)


def _demote_unit(game: Game, card: WildlingCard, house: str, piece: Piece) -> None:
    """A unit becomes a lesser one, or is destroyed if no piece is left."""
    after = str(card.values["to"])
    if piece_count(game.board, house, after) < game.edition.limit(house, after):
        changed = e.UnitUpgraded(house=house, area=piece.area, before=piece.unit, after=after, because=card.id)
        game.tell(changed, CARD_RULE)
    else:
        game.destroy(house, piece, card.id, CARD_RULE)


@quiet
def _lose_power(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> None:
    power = game.board.power[house]
    amount = power if is_lowest else min(power, _amount_owed(card, is_lowest))
    game.spend_power(house, amount, card.id, CARD_RULE)


@may_ask(lambda ahead: ahead.ask(ahead.players, d.DisbandForSupply))
def _lose_supply(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    set_supply(game, house, max(0, game.board.supply[house] - _amount_owed(card, is_lowest)), CARD_RULE)
    yield from reduce_armies(game, house)


@may_ask(lambda ahead: ahead.pick(ahead.players))
def _lose_cards(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """Discard a card of choice, or the lowest bidder's strongest; the last stays."""
    hand, cards = list(game.board.hands[house]), game.edition.cards
    if len(hand) < 2:
        return
    if is_lowest:
        most = max(cards[card_id].strength for card_id in hand)
        lost = [card_id for card_id in hand if cards[card_id].strength == most]
        if len(lost) == len(hand):
            return
    else:
        answer = yield from game.pick(house, card.id, tuple(hand))
        lost = [answer]
    for card_id in lost:
        game.tell(e.CardDiscarded(house=house, card=card_id, because=card.id), CARD_RULE)


def lose_mustering_points(game: Game, house: str, owed: int, because: str, rule: str) -> Asks[None]:
    """Lose units worth `owed` mustering points, or all; a knight may overpay."""
    while owed > 0:
        choices = own_pieces(game, house)
        if not choices:
            return
        question = d.LoseToWildlings(**game.seat_of(house), choices=choices, owed=owed)
        piece = yield from game.ask_or_force(question)
        game.destroy(house, piece, because, rule)
        owed -= game.edition.units[piece.unit].cost


@may_ask(lambda ahead: ahead.ask(ahead.players, d.LoseToWildlings))
def _lose_mustering_points(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    yield from lose_mustering_points(game, house, _amount_owed(card, is_lowest), card.id, CARD_RULE)


@may_ask(lambda ahead: ahead.pick(ahead.players))
def _lose_cards_by_chance(game: Game, card: WildlingCard, house: str, is_lowest: bool) -> Asks[None]:
    """Discard a random card, or the lowest bidder's strongest; the last card stays."""
    hand, cards = list(game.board.hands[house]), game.edition.cards
    if len(hand) < 2:
        return
    lost = shuffle(game.position.hidden.seed, f"cards-{house}/{card.id}/round-{game.board.round}", sorted(hand))[0]
    if is_lowest:
        most = max(cards[card_id].strength for card_id in hand)
        strongest = tuple(card_id for card_id in hand if cards[card_id].strength == most)
        lost = strongest[0] if len(strongest) == 1 else (yield from game.pick(house, card.id, strongest))
    game.tell(e.CardDiscarded(house=house, card=lost, because=card.id), CARD_RULE)


LOSSES: Mapping[str, Loss] = {
    "nothing": _do_nothing,
    "lose-units": _lose_units,
    "down-the-tracks": _lower_on_tracks,
    "units-or-places": _units_or_places,
    "demote": _demote,
    "lose-power": _lose_power,
    "lose-supply": _lose_supply,
    "lose-cards": _lose_cards,
    "lose-cards-by-chance": _lose_cards_by_chance,
    "lose-worth": _lose_mustering_points,
}


@may_ask(lambda ahead: ahead.ask(ahead.players, d.TakeBackCard))
def _take_back_card(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> Asks[list[Step]]:
    yield from game.take_back_card(house, "wildlings", card.id, CARD_RULE)
    return []


@may_ask(lambda ahead: ahead.pick(ahead.players))
def _raise_on_track(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> Asks[list[Step]]:
    """Move the house to the top of an influence track of its choice.
    A house that is last for good stays there."""
    if house in last_for_good(game.board):
        return []
    answer = yield from game.pick(house, card.id, game.edition.tracks)
    others = [h for h in game.board.tracks[answer] if h != house]
    set_track(game, answer, [house, *others], CARD_RULE)
    return []


@quiet
def _attack_again(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> list[Step]:
    strength = int(card.values["strength"])
    return [Step("wildling-attack", {"deck": "", "strength": strength, "without": house})]


@may_ask(lambda ahead: ahead.ask(ahead.players, d.KnightFootman))
def _promote(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> Asks[list[Step]]:
    """Promote footmen to knights, asking area by area, until there are enough."""
    before, after, left = str(card.values["to"]), str(card.values["from"]), int(card.values["others"])
    for piece in [piece for piece in own_pieces(game, house) if piece.unit == before]:
        while left and game.board.forces[piece.area].units.get(before):
            if piece_count(game.board, house, after) >= game.edition.limit(house, after):
                return []
            answer = yield from game.ask(d.KnightFootman(**game.seat_of(house), card=card.id, area=piece.area))
            if not answer.yes:
                break
            changed = e.UnitUpgraded(house=house, area=piece.area, before=before, after=after, because=card.id)
            game.tell(changed, CARD_RULE)
            left -= 1
    return []


def _muster_ahead(ahead: Ahead) -> None:
    ahead.pick(ahead.players)
    ahead.declare_questions(mustering, deck="")


@may_ask(_muster_ahead)
def _muster(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> Asks[list[Step]]:
    """The house musters in one of its settlements."""
    points = mustering_places(game.board, game.edition, house)
    places = tuple(area for area in points if MusterBudget(game.board, game.edition, house, points).possible(area))
    if places:
        answer = yield from game.pick_or_decline(house, card.id, places)
        if answer:
            yield from muster_with(game, house, {answer: points[answer]}, CARD_RULE)
    return []


@quiet
def _bid_back(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> list[Step]:
    if bids[house]:
        game.gain_power(house, bids[house], card.id, CARD_RULE)
    return []


@quiet
def _more_supply(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> list[Step]:
    most = len(game.edition.supply_limits) - 1
    set_supply(game, house, min(most, game.board.supply[house] + int(card.values["others"])), CARD_RULE)
    return []


@quiet
def _all_cards_back(game: Game, card: WildlingCard, house: str, bids: Mapping[str, int]) -> list[Step]:
    for card_id in list(game.board.discards[house]):
        game.tell(e.CardTakenBack(house=house, card=card_id, because=card.id), CARD_RULE)
    return []


REWARDS: Mapping[str, Reward] = {
    "take-back-card": _take_back_card,
    "top-of-a-track": _raise_on_track,
    "attack-again": _attack_again,
    "promote": _promote,
    "muster": _muster,
    "bid-back": _bid_back,
    "more-supply": _more_supply,
    "all-cards-back": _all_cards_back,
}


ATTACK_RULE = "westeros.wildling-attack"
LOSS, EXTRA_LOSS = 2, 2


def singled_out(game: Game, bids: Mapping[str, int], *, highest: bool, auction: str = "") -> Asks[str]:
    """The highest or lowest bidder; the Throne's holder decides a tie."""
    edge = max(bids.values()) if highest else min(bids.values())
    tied = tuple(house for house in turn_order(game.board) if bids.get(house) == edge)
    if len(tied) == 1:
        return tied[0]
    judge = game.board.holders["iron-throne"]
    answer = yield from game.ask(
        d.PickTied(
            **game.seat_of(judge),
            what="highest" if highest else "lowest",
            houses=tied,
            auction=auction or UNSET,
        )
    )
    return answer.house


def _attack_ahead(ahead: Ahead, deck: str) -> None:
    bids_ahead(ahead)
    ahead.judge(d.PickTied)
    ahead.ask(ahead.players, d.TakeBackCard)
    ahead.declare_questions(LOSSES["lose-worth"])
    ahead.changed.add(UNITS)


@may_ask(_attack_ahead)
def wildling_attack(game: Game, deck: str) -> Play:
    """Bid for the Night's Watch (ties suffice); the threat returns to its start."""
    strength = game.board.wildlings
    bids = yield from collect_bids(game, "wildlings", ATTACK_RULE, list(turn_order(game.board)))
    total = sum(bids.values())
    watch_won = total >= strength
    singled = yield from singled_out(game, bids, highest=watch_won)
    game.tell(e.WildlingsFought(strength=strength, total=total, watch_won=watch_won, singled_out=singled), ATTACK_RULE)
    if watch_won:
        yield from game.take_back_card(singled, "wildlings", "wildlings", ATTACK_RULE)
    else:
        for house in list(turn_order(game.board)):
            owed = LOSS + (EXTRA_LOSS if house == singled else 0)
            yield from lose_mustering_points(game, house, owed, "wildlings", ATTACK_RULE)
    if strength:
        game.tell(e.WildlingsMoved(before=strength, after=game.edition.wildling_track[0]), ATTACK_RULE)
    return []


def _card_ahead(ahead: Ahead, deck: str, strength: int = -1, without: str = "") -> None:
    """Foresee the hidden card, known if open: any of its deck may come or follow.

    No tie is decided after a card has changed anything: it brings another only where it does nothing else.
    """
    cards = ahead.edition.wildling_cards
    shown = cards.get(ahead.board.wildling_card)
    bids_ahead(ahead)
    ahead.judge(d.PickTied)
    ahead.changed.update((UNITS, *ahead.edition.badges.values()))
    again = shown is not None and shown.values.get("reward") == "attack-again"
    for card in cards.values() if shown is None or again else (shown,):
        ahead.declare_questions(LOSSES[card.effect])
        ahead.declare_questions(REWARDS.get(card.values.get("reward", ""), _do_nothing))


@may_ask(_card_ahead)
def attack_with_card(game: Game, deck: str, strength: int = -1, without: str = "") -> Play:
    """Bid for the Night's Watch, where equal strength suffices; then use a card.

    `strength` (-1: the current one) and `without`, who takes no part, come from a card that makes the wildlings attack
    again. Source: 2e rules: wildling attack.
    """
    edition = game.edition
    threat = game.board.wildlings if strength < 0 else strength
    bidders = [house for house in players_of(game.board) if house != without]
    bids = yield from collect_bids(game, "wildlings", ATTACK_RULE, bidders)
    total = sum(bids.values())
    watch_won = total >= threat
    singled = yield from singled_out(game, bids, highest=watch_won)
    game.tell(e.WildlingsFought(strength=threat, total=total, watch_won=watch_won, singled_out=singled), ATTACK_RULE)
    card = edition.wildling_cards[game.position.hidden.decks["wildlings"][0]]
    game.tell(e.WildlingCardDrawn(card=card.id, watch_won=watch_won), CARD_RULE)
    followers: list[Step] = []
    if watch_won and card.values.get("reward"):
        followers = yield from REWARDS[card.values["reward"]](game, card, singled, bids)
    elif not watch_won:
        others = [house for house in turn_order(game.board) if house != singled and house in bids]
        for house in (singled, *others):
            yield from LOSSES[card.effect](game, card, house, house == singled)
    track, before = edition.wildling_track, game.board.wildlings
    back = len(track) if watch_won or not edition.variant.wildlings_retreat else edition.variant.wildlings_retreat
    after = track[max(0, track.index(before) - back)]
    if after != before:
        game.tell(e.WildlingsMoved(before=before, after=after), ATTACK_RULE)
    return followers


def _refuse_house_choice(position: Position, decision: d.PickTied, answer: HouseChoice) -> Refusal | None:
    if answer.house in decision.houses:
        return None
    return Refusal("not-the-tied-houses", f"choose one of {', '.join(decision.houses)}", "house")


NAMED = Law(HouseChoice, _refuse_house_choice, lambda p, q: (HouseChoice(house) for house in q.houses))
