"""The Tides of Battle, and card texts of alternate and House Arryn's House cards.

The tides are an optional deck drawn after the House cards (2e rules); the cards are of Mother of Dragons.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine import Asks, shuffle
from adjudicator.thrones.rules.aftermath import fall, winner_and_loser
from adjudicator.thrones.rules.battle import blade_house
from adjudicator.thrones.rules.bidding import set_track
from adjudicator.thrones.rules.card_texts import power_by_card, take_back_card
from adjudicator.thrones.rules.control import controller
from adjudicator.thrones.rules.hooks import Texts
from adjudicator.thrones.rules.iron_bank import pieces_of
from adjudicator.thrones.rules.round import full_deck, remaining_cards, used_below
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.strength import active_text, besieges, is_supported, support_strength
from adjudicator.thrones.state import TIDES, Battle, HouseCard, decisions as d, events as e
from adjudicator.thrones.state.decisions import Piece

TIDES_RULE = "battle.tides"


def draw_tides(game: Game, battle: Battle) -> Asks[None]:
    """Draw cards face down; the blade's holder may redraw; then turn them up."""
    position = game.position
    if TIDES not in game.board.modules:
        return
    game.shuffle_deck(TIDES, game.purpose(f"deck-{TIDES}"), full_deck(game.edition, TIDES), TIDES_RULE)
    fighters = (battle.attacker, battle.defender)
    drawn = dict(zip(fighters, position.hidden.decks[TIDES], strict=False))
    if game.edition.variant.tides_face_up:
        _turn_up(game, drawn)
    another = yield from _redraws(game, battle, drawn)
    if not game.edition.variant.tides_face_up:
        # Read anew: nothing that lies face down is kept over a question.
        drawn = dict(zip(fighters, position.hidden.decks[TIDES], strict=False))
        _turn_up(game, drawn)
    if another is not None:
        card = position.hidden.decks[TIDES][0]
        game.tell(e.TideDrawn(house=another, card=card, replaces=drawn[another]), TIDES_RULE)


def _turn_up(game: Game, drawn: Mapping[str, str]) -> None:
    """What was drawn is open to all."""
    for house, card in drawn.items():
        game.tell(e.TideDrawn(house=house, card=card), TIDES_RULE)


def _redraws(game: Game, battle: Battle, drawn: Mapping[str, str]) -> Asks[str | None]:
    """Return the house that redraws with the blade, if any; it sees its own card only."""
    holder = blade_house(game, battle)
    if holder is None or "valyrian-blade" in game.board.spent:
        return None
    answer = yield from game.pick(holder, "valyrian-blade", ("redraw", "keep"), drawn[holder])
    return holder if answer == "redraw" else None


def skulls(game: Game, battle: Battle) -> Asks[None]:
    """A skull on a tide costs the opponent a unit, whoever has won."""
    winner, loser = winner_and_loser(battle)
    for house in (loser, winner):
        tide = game.edition.tide_cards.get(battle.tides.get(battle.opponent(house), ""))
        text = active_text(battle, game.edition, house)
        if tide is not None and tide.skull and (text is None or text.effect != "no-losses"):
            yield from fall(game, battle, house, 1, tide.id, TIDES_RULE)


RULE = "cards.text"


@quiet
def clear_support(game: Game, battle: Battle, card: HouseCard) -> None:
    """Remove all Support orders beside the battle, if the house has no support."""
    board, edition = game.board, game.edition
    if is_supported(battle, card.house):
        return
    for area in edition.in_order(area for area in edition.neighbours[battle.area] if area in board.orders):
        if edition.orders[board.orders[area].order].does("support"):
            game.remove_order(area, card.id, RULE)


@quiet
def fetch_card(game: Game, battle: Battle, card: HouseCard) -> None:
    """A certain used card comes back to the hand."""
    card_id = str(card.values["card"])
    if card_id in game.board.discards[card.house]:
        game.tell(e.CardTakenBack(house=card.house, card=card_id, because=card.id), RULE)


def copy_card(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Pay Power to add the number and icons of any used card to this one."""
    me, cost, board = card.house, int(card.values["cost"]), game.board
    used = {card_id for cards in board.discards.values() for card_id in cards}
    if not used or board.power[me] < cost:
        return
    choices = (card_id for card_id in game.edition.cards if card_id in used)
    answer = yield from game.pick_or_decline(me, card.id, choices)
    if answer:
        game.spend_power(me, cost, card.id, RULE)
        game.tell(e.CardCopied(house=me, card=answer, because=card.id), RULE)


def buy_strength(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the house pay any amount of its Power for as much strength."""
    me, power = card.house, game.board.power[card.house]
    if not power:
        return
    choices = tuple(str(amount) for amount in range(power, -1, -1))
    answer = yield from game.pick(me, card.id, choices)
    if int(answer):
        game.tell(e.StrengthBought(house=me, power=int(answer), because=card.id), RULE)


@quiet
def turn_support(game: Game, battle: Battle, card: HouseCard) -> None:
    """What others than the opponent lend the opponent helps the card's house instead."""
    board, edition = game.board, game.edition
    victim, side = battle.opponent(card.house), battle.role(card.house)
    siege = side == "attacker" and besieges(board, edition, battle.area)
    for area, helped in list(battle.pledges.items()):
        owner = board.forces[area].house
        if helped == battle.role(victim) and owner != victim:
            value = support_strength(board, edition, area, siege=siege)
            turned = e.SupportGiven(house=owner, area=area, side=side, strength=value, because=card.id)
            game.tell(turned, RULE)


def _standing_and_routed(game: Game, battle: Battle, house: str, unit: str) -> list[Piece]:
    """Return a house's units of a kind; attackers count at the battle's area."""
    troop = [Piece(battle.area, unit)] if house == battle.attacker and battle.troop.get(unit) else []
    return [*troop, *pieces_of(game.board, game.edition, (unit,), house)]


def kill_anywhere(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A unit of the beaten opponent is destroyed, wherever it is."""
    me, victim = card.house, battle.opponent(card.house)
    pieces = _standing_and_routed(game, battle, victim, str(card.values["unit"]))
    if not pieces:
        return
    areas = tuple(dict.fromkeys(piece.area for piece in pieces))
    answer = yield from game.pick_or_decline(me, card.id, areas)
    there = tuple(piece for piece in pieces if piece.area == answer)
    if not there:
        return
    piece = yield from game.ask_or_force(d.KillFootman(**game.seat_of(me), choices=there, card=card.id))
    attacking = victim == battle.attacker and piece.area == battle.area
    game.destroy(victim, piece, card.id, RULE, attacking=attacking)
    if piece.area not in (battle.area, battle.origin, *game.board.forces):
        game.remove_order(piece.area, "no-units", "battle.conquest")


def move_wildlings(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """The wildlings a step up or down, never to the end of their track."""
    me, track, now = card.house, game.edition.wildling_track, game.board.wildlings
    place = track.index(now)
    goals = {"up": place + 1, "down": place - 1}
    able = tuple(way for way, goal in goals.items() if 0 <= goal < len(track) - 1)
    answer = yield from game.pick_or_decline(me, card.id, able)
    if answer in able:
        game.tell(e.WildlingsMoved(before=now, after=track[goals[answer]]), RULE)


def search_deck(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Put a secretly chosen Westeros card on top; shuffle the rest of the deck (S-24)."""
    me = card.house
    decks = tuple(deck for deck in game.edition.westeros_decks if remaining_cards(game, deck))
    deck = yield from game.pick_or_decline(me, card.id, decks)
    if not deck:
        return
    order = list(game.edition.every_deck[deck])
    rest, below = remaining_cards(game, deck), used_below(game, deck)
    picked = yield from game.pick(me, card.id, tuple(card_id for card_id in order if card_id in rest), deck)
    purpose = game.purpose(f"deck-{deck}/{card.id}")
    rest.sort(key=order.index)
    rest.remove(picked)
    shuffled = (picked, *shuffle(game.position.hidden.seed, purpose, rest))
    game.tell(e.DeckShuffled(deck=deck, purpose=purpose, order=shuffled, below=below), RULE)
    game.tell(e.DeckSearched(house=me, deck=deck, buried=0, because=card.id, top=(picked,), below=below), RULE)


def up_a_track(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A place up on a track."""
    me, tracks = card.house, game.board.tracks
    lower = tuple(track for track in game.edition.tracks if tracks[track][0] != me)
    if not lower:
        return
    answer = yield from game.pick_or_decline(me, card.id, lower)
    if not answer:
        return
    places = list(tracks[answer])
    place = places.index(me)
    places[place - 1 : place + 1] = [me, places[place - 1]]
    set_track(game, answer, places, RULE)


def empty_the_purse(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Pay, while holding a certain area, to make the loser lose all Power."""
    me, victim, cost, board = card.house, battle.opponent(card.house), int(card.values["cost"]), game.board
    able = controller(board, game.edition, card.values["area"]) == me and board.power[me] >= cost
    if not able or not board.power[victim]:
        return
    answer = yield from game.pick(me, card.id, ("pay", "decline"))
    if answer == "pay":
        game.spend_power(me, cost, card.id, RULE)
        game.spend_power(victim, board.power[victim], card.id, RULE)


@quiet
def power_if_beaten(game: Game, battle: Battle, card: HouseCard) -> None:
    """A beaten attacker takes Power."""
    if card.house == battle.attacker:
        game.gain_power(card.house, int(card.values["power"]), card.id, RULE)


@quiet
def fine_by_difference(game: Game, battle: Battle, card: HouseCard) -> None:
    """Make the opponent lose Power equal to the difference of final strengths."""
    victim = battle.opponent(card.house)
    game.spend_power(victim, min(game.margin, game.board.power[victim]), card.id, RULE)


@quiet
def power_if_poorer(game: Game, battle: Battle, card: HouseCard) -> None:
    """Gain Power if the house has less than its opponent; never against a vassal."""
    power = game.board.power
    if power[battle.opponent(card.house)] > power[card.house]:
        game.gain_power(card.house, int(card.values["power"]), card.id, RULE)


def buy_back(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """A used card, this one among them, comes back for as much Power as its number."""
    me, cards, board = card.house, game.edition.cards, game.board
    choices = tuple(card_id for card_id in board.discards[me] if cards[card_id].strength <= board.power[me])
    if not choices:
        return
    answer = yield from game.ask(d.TakeBackCard(**game.seat_of(me), because=card.id, choices=choices))
    if answer.card is None:
        return
    game.spend_power(me, cards[answer.card].strength, card.id, RULE)
    game.tell(e.CardTakenBack(house=me, card=answer.card, because=card.id), RULE)


ALTERNATE_TEXTS = Texts(
    immediate={
        "clear-support": clear_support,
        "fetch-card": fetch_card,
    },
    before_blade={
        "copy-card": copy_card,
        "buy-strength": buy_strength,
        "turn-support": turn_support,
    },
    after_win={
        "kill-anywhere": kill_anywhere,
        "move-wildlings": move_wildlings,
        "search-deck": search_deck,
        "up-a-track": up_a_track,
        "empty-the-purse": empty_the_purse,
    },
    after_loss={
        "power-if-beaten": power_if_beaten,
        "recover-card": take_back_card,
    },
    after_battle={
        "fine-by-difference": fine_by_difference,
        "power-by-card": power_by_card,
        "power-if-poorer": power_if_poorer,
        "buy-back": buy_back,
    },
)


@quiet
def power_for_helpers(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner and every other house that supported him take Power."""
    role, forces = battle.role(card.house), game.board.forces
    helpers = (forces[area].house for area, side in battle.pledges.items() if side == role and area in forces)
    for house in dict.fromkeys((card.house, *helpers)):
        game.gain_power(house, int(card.values["power"]), card.id, RULE)


def remove_cards(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Remove the card and the foe's weakest used card after a defence, if wished."""
    me, victim, cards = card.house, battle.opponent(card.house), game.edition.cards
    if me != battle.defender or card.id not in game.board.discards[me]:
        return
    answer = yield from game.pick(me, card.id, ("remove", "decline"))
    if answer != "remove":
        return
    used = game.board.discards[victim]
    least = min((cards[card_id].strength for card_id in used), default=0)
    weakest = tuple(card_id for card_id in used if cards[card_id].strength == least)
    game.tell(e.CardRemoved(house=me, card=card.id, because=card.id), RULE)
    if not weakest:
        return
    lost = yield from game.pick_or_force(me, card.id, weakest, victim)
    game.tell(e.CardRemoved(house=victim, card=lost, because=card.id), RULE)


TEXTS = Texts(
    after_win={"power-for-helpers": power_for_helpers},
    after_battle={"remove-cards": remove_cards},
)
