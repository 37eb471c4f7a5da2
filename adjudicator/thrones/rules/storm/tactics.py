"""Tactics cards, and cards in battles: at call for support, and House cards.

Storm of Swords rules: tactics cards, battles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.engine import Asks, Forced, Play, Refusal, Step
from adjudicator.thrones.rules import planning as usual
from adjudicator.thrones.rules.aftermath import fall
from adjudicator.thrones.rules.card_texts import (
    power_by_card,
    power_by_difference,
    remove_opponents_order,
    take_back_card,
)
from adjudicator.thrones.rules.control import controller, players_of, reach, turn_order
from adjudicator.thrones.rules.hooks import Texts
from adjudicator.thrones.rules.marches import carry_out, options, raid_reach
from adjudicator.thrones.rules.planning import refuse_order
from adjudicator.thrones.rules.step_context import Game, quiet
from adjudicator.thrones.rules.storm import alliances
from adjudicator.thrones.rules.storm.alliances import draw, open_decks, owned_alliances, turn_up, use_up
from adjudicator.thrones.rules.storm.westeros import gain_claim
from adjudicator.thrones.rules.strength import active_text, besieges, casualties
from adjudicator.thrones.state import (
    AllianceCard,
    Battle,
    Board,
    Edition,
    HouseCard,
    Placed,
    TacticsCard,
    decisions as d,
    events as e,
)
from adjudicator.thrones.state.decisions import March, Pick, Raid
from adjudicator.thrones.state.events import Item

# What asks for a tactics card, and the rule that its events follow.
TACTICS = "tactics"
TAKE, DECLINE = "take-power", "decline"


def open_cards(board: Board, edition: Edition, house: str, effect: str = "") -> list[TacticsCard]:
    """The open tactics cards of a house, all or those with an effect."""
    tactics = board.tactics
    cards = [edition.tactics[card] for card in tactics.open.get(house, ())] if tactics is not None else []
    return [card for card in cards if effect in ("", card.effect)]


def has_lasting_effect(board: Board, edition: Edition, house: str, effect: str) -> bool:
    """Whether a tactics card's lasting effect holds for a house, until cards change."""
    return bool(open_cards(board, edition, house, effect))


def choosable_cards(board: Board, house: str) -> tuple[str, ...]:
    """Return the tactics cards a house may choose now; none if it is barred."""
    tactics = board.tactics
    if tactics is None or house in tactics.barred:
        return ()
    return tuple(card for card in tactics.decks.get(house, ()) if card not in tactics.forbidden)


def choosers(board: Board) -> list[str]:
    """Return houses that choose a tactics card, in turn order; single cards last."""
    houses = [house for house in players_of(board) if choosable_cards(board, house)]
    return sorted(houses, key=lambda house: len(choosable_cards(board, house)) == 1)


def tactics(game: Game) -> list[Step]:
    """Begin the tactics phase; return a step for each house that chose a card.
    The steps, in turn order, do what the cards do at once."""
    board = game.board
    game.tell(e.PhaseStarted(phase="tactics"), TACTICS)
    chosen = board.tactics.open if board.tactics is not None else {}
    return [Step("tactic", {"house": house}) for house in turn_order(board) if house in chosen]


def tactic(game: Game, house: str) -> Play:
    """A house does what its tactics card does at once."""
    for card in open_cards(game.board, game.edition, house):
        yield from _resolve_card(game, house, card)
    return []


def _resolve_card(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Do what a tactics card does at once, if anything."""
    effect = AT_ONCE.get(card.effect)
    if effect is not None:
        yield from effect(game, house, card)


def _careful_planning(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Gain Power, or pay to use another card as if chosen, none forbidden (T-25)."""
    board, cost = game.board, int(card.values["cost"])
    open_ = board.tactics.open[house] if board.tactics is not None else []
    more = (
        tuple(extra for extra in choosable_cards(board, house) if extra not in open_)
        if board.power[house] >= cost
        else ()
    )
    answer = yield from game.pick_or_force(house, card.id, (*more, TAKE))
    if answer == TAKE:
        game.gain_power(house, int(card.values["power"]), card.id, TACTICS)
        return
    game.spend_power(house, cost, card.id, TACTICS)
    game.tell(e.TacticAdded(house=house, card=answer, because=card.id), TACTICS)
    yield from _resolve_card(game, house, game.edition.tactics[answer])


def _forge_alliances(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Let the house pay Power for the top card of an alliance deck, as it lies."""
    cost = int(card.values["cost"])
    decks = open_decks(game.position, game.edition, house)
    if not decks or game.board.power[house] < cost:
        return
    deck = yield from game.pick_or_decline(house, card.id, decks)
    if deck:
        game.spend_power(house, cost, card.id, TACTICS)
        yield from draw(game, house, deck, card.id)


def _manage_troops(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Move units and leaders to an adjacent own area; remove an order left unmanned."""
    board, edition = game.board, game.edition
    destinations = {
        area: tuple(to for to in options(board, edition, house, area) if controller(board, edition, to) == house)
        for area in edition.in_order(board.forces)
        if board.forces[area].house == house
    }
    goals = {area: to for area, to in destinations.items() if to}
    if not goals:
        return
    answer = yield from game.ask(d.MoveTroops(**game.seat_of(house), because=card.id, options=goals))
    yield from carry_out(game, house, answer)
    if answer.area not in board.forces:
        game.remove_order(answer.area, card.id, TACTICS)


def _secure_hostages(game: Game, house: str, card: TacticsCard) -> Asks[None]:
    """Take Power for each hostage from its owner, as far as the owner has some."""
    board = game.board
    for owner in list(turn_order(board)):
        hostages = sum(leader.cell == house and leader.house == owner for leader in board.leaders.values())
        amount = min(int(card.values["power"]) * hostages, board.power[owner])
        if amount < 1:
            continue
        answer = yield from game.pick(house, card.id, (TAKE, DECLINE), owner)
        if answer == TAKE:
            game.spend_power(owner, amount, card.id, TACTICS)
            game.gain_power(house, amount, card.id, TACTICS)


AT_ONCE: Mapping[str, Callable[[Game, str, TacticsCard], Asks[None]]] = {
    "careful-planning": _careful_planning,
    "forge-alliances": _forge_alliances,
    "manage-troops": _manage_troops,
    "secure-hostages": _secure_hostages,
}


def round_ends(game: Game) -> None:
    """Give claim for met objectives in turn order; remove those and used-up cards."""
    board, edition = game.board, game.edition
    for house in list(turn_order(board)):
        for card in open_cards(board, edition, house):
            if card.effect == "objective" and met(board, edition, house, card):
                game.tell(e.TacticRemoved(house=house, card=card.id, because="objective"), TACTICS)
                gain_claim(game, house, int(card.values.get("claim", 1)), card.id, TACTICS)
            elif card.values.get("used_up"):
                game.tell(e.TacticRemoved(house=house, card=card.id, because="used"), TACTICS)
            if board.ending is not None:
                return


def met(board: Board, edition: Edition, house: str, card: TacticsCard) -> bool:
    """Whether what an objective asks for has been done."""
    areas = tuple(card.values.get("areas", ())) or (str(card.values.get("area", "")),)
    return OBJECTIVES[card.values["kind"]](board, edition, house, areas)


def _control_any(board: Board, edition: Edition, house: str, areas: tuple[str, ...]) -> bool:
    return any(controller(board, edition, area) == house for area in areas)


def _won_as_attacker(board: Board, edition: Edition, house: str, areas: tuple[str, ...]) -> bool:
    """A battle won this round by an attack, in one of the areas, if any are named."""
    attacked = {(deed.other, deed.area) for deed in board.deeds if deed.house == house and deed.what == "attacked"}
    beaten = {(deed.other, deed.area) for deed in board.deeds if deed.house == house and deed.what == "beat"}
    return any(areas in (("",), ()) or area in areas for _, area in attacked & beaten)


# By kind of objective, as the data name it.
OBJECTIVES: Mapping[str, Callable[[Board, Edition, str, tuple[str, ...]], bool]] = {
    "control-area": _control_any,
    "control-any-of": _control_any,
    "win-battle-as-attacker": _won_as_attacker,
}


# The order that only cards lay, and how many of them there are.
SUPPORT, SUPPORT_TOKENS = "support-1", 6
PAY = "pay"


def more_stars(board: Board, edition: Edition, house: str) -> int:
    """Special orders of careful planning."""
    return sum(int(card.values["stars"]) for card in open_cards(board, edition, house, "careful-planning"))


def stars_of(edition: Edition, card: str) -> int:
    """Return how many more special orders a card allows in the round it is chosen."""
    return int(edition.tactics[card].values.get("stars", 0))


def most_stars(board: Board, edition: Edition, house: str) -> int:
    """How many more special orders the choice of a card may bring a house."""
    return max((stars_of(edition, card) for card in choosable_cards(board, house)), default=0)


def stars_by_card(board: Board, edition: Edition, house: str) -> dict[str, int]:
    """Return special orders each choosable card adds, only while cards are chosen."""
    tactics = board.tactics
    if board.phase != "planning" or tactics is None or tactics.laid:
        return {}
    return {card: stars_of(edition, card) for card in choosable_cards(board, house)}


def possible_special_orders(board: Board, edition: Edition, house: str) -> int | None:
    """Return special orders a tactics card may still add before orders, or None."""
    tactics = board.tactics
    if tactics is None or tactics.laid:
        return None
    # What lasts of the round before ends with the choice.
    return most_stars(board, edition, house) - more_stars(board, edition, house)


def _against(board: Board, edition: Edition, house: str, area: str) -> Iterator[Item]:
    """What counts for marches of a house against cities and strongholds."""
    for card in open_cards(board, edition, house, "control-westeros") if besieges(board, edition, area) else ():
        yield Item("tactics", int(card.values["strength"]), card.id, house=house)


def battle_items(board: Board, edition: Edition, battle: Battle, house: str) -> Sequence[Item]:
    """Return the strength that tactics and alliances add to a fighting house."""
    role = battle.role(house)
    items = [Item("aid", aid.strength, aid.card, house=aid.house) for aid in battle.aid if aid.side == role]
    if house == battle.attacker:
        return [*_against(board, edition, house, battle.area), *items]
    which = "settled" if besieges(board, edition, battle.area) else "strength"
    tactics_items = [
        Item("tactics", int(card.values[which]), card.id, house=house)
        for card in open_cards(board, edition, house, "hold-territory")
    ]
    return [*tactics_items, *items]


def battle_icons(board: Board, edition: Edition, battle: Battle, house: str) -> tuple[int, int]:
    """A fortification where a Defense order lies in the battle."""
    placed = board.orders.get(battle.area)
    if house != battle.defender or placed is None or edition.orders[placed.order].type != "defense":
        return 0, 0
    cards = open_cards(board, edition, house, "hold-territory")
    return 0, sum(int(card.values["fortifications"]) for card in cards)


def march_items(board: Board, edition: Edition, house: str, answer: March, to: str) -> Sequence[Item]:
    """What tactics cards add to a march against a neutral force."""
    return list(_against(board, edition, house, to))


def replace_support(game: Game, removed: Sequence[tuple[str, Placed]]) -> Asks[None]:
    """Let the owner of a raided Support order pay for a Support -1 in its place."""
    board, edition = game.board, game.edition
    for area, lost in removed:
        card = next((card for card in open_cards(board, edition, lost.house) if "replace" in card.values), None)
        laid = sum(placed.order == SUPPORT for placed in board.orders.values())
        if card is None or edition.orders[lost.order].type != "support" or laid >= SUPPORT_TOKENS:
            continue
        cost = int(card.values["replace"])
        if board.power[lost.house] < cost or area in board.orders:
            continue
        answer = yield from game.pick(lost.house, card.id, (PAY, DECLINE), area)
        if answer == PAY:
            game.spend_power(lost.house, cost, card.id, TACTICS)
            game.tell(e.OrderPlaced(house=lost.house, area=area, order=SUPPORT, because=card.id), TACTICS)


def after_march(game: Game, house: str, answer: March, entered: Sequence[str]) -> Asks[None]:
    """Let units in a free area go on by land or arrow (Storm of Swords rules p.10)."""
    board, edition = game.board, game.edition
    shipped = edition.variant.troops_go_on_by_ship
    card = next(iter(open_cards(board, edition, house, "manage-troops")), None)
    for area in entered if card is not None else ():
        by_ship = {} if shipped else reach(board, edition, house, area)
        goals = tuple(
            to
            for to in options(board, edition, house, area)
            if to not in board.neutral and controller(board, edition, to) in (None, house) and not by_ship.get(to)
        )
        if card is None or not goals or board.ending is not None:
            continue
        onward = yield from game.ask(
            d.MoveTroops(
                **game.seat_of(house),
                because=card.id,
                options={area: goals},
                most=dict(answer.moves[area]),
            )
        )
        yield from carry_out(game, house, onward)


def support_allies(game: Game, battle: Battle, house: str) -> Asks[None]:
    """Let a house outside the battle give strength to a side anywhere, as support."""
    cards = open_cards(game.board, game.edition, house, "support-allies")
    if not cards:
        return
    card = cards[0]
    helped = yield from game.pick_or_decline(house, card.id, (battle.attacker, battle.defender), battle.area)
    if helped:
        event = e.AidGiven(house=house, side=battle.role(helped), card=card.id, strength=int(card.values["strength"]))
        game.tell(event, "battle.support")


def planning(game: Game) -> Play:
    """Choose tactics cards, then orders, secretly; without tactics cards only orders."""
    if game.board.tactics is None:
        turn_up(game)
        return (yield from usual.planning(game))
    game.tell(e.PhaseStarted(phase="planning"), "planning")
    turn_up(game)
    chosen = yield from _choose(game)
    game.tell(e.TacticsLaid(houses=tuple(chosen)), TACTICS)
    more = {house: stars_of(game.edition, card) for house, card in chosen.items()}
    placed = yield from usual.place_orders(game, more)
    following = usual.reveal_orders(game, placed)
    game.tell(e.TacticsRevealed(cards=dict(chosen)), TACTICS)
    return [*following, Step("tactics")]


def _choose(game: Game) -> Asks[Mapping[str, str]]:
    """The tactics card of each house that may choose one, in turn order."""
    board = game.board
    houses = choosers(board)
    questions = [_question(game, house, nth) for nth, house in enumerate(houses)]
    answers = yield from game.ask_together(questions)
    choices = {house: answer.choice for house, answer in zip(houses, answers, strict=True)}
    return {house: choices[house] for house in board.tracks["iron-throne"] if house in choices}


def _question(game: Game, house: str, nth: int) -> d.PickEffect | Forced[Pick]:
    """The question for a card; of one card alone there is no choice."""
    choices = choosable_cards(game.board, house)
    question = d.PickEffect(**game.seat_of(house), because=TACTICS, choices=choices, nth=nth)
    return question if len(choices) > 1 else Forced(question, Pick(choices[0]))


# What lets a raid reach further.
RAIDERS = "raiders"


def more_barrels(board: Board, edition: Edition, house: str) -> int:
    """Barrels that come with cards."""
    return sum(int(card.values["barrels"]) for card in owned_alliances(board, edition, house, "supplies"))


def income_barred(board: Board, edition: Edition, house: str, area: str) -> bool:
    """Whether allied units of another house nearby bar an area's Power income."""
    barring = {
        other
        for other in board.houses
        if other != house
        and any(card.values.get("blocks_power") for card in owned_alliances(board, edition, other, "army"))
    }
    near = [board.forces.get(to) for to in edition.neighbours[area]] if barring else []
    return any(
        force is not None
        and force.house in barring
        and any(edition.units[unit].allied for unit in (*force.units, *force.routed))
        for force in near
    )


def _usual_reach(board: Board, edition: Edition, house: str, area: str) -> tuple[str, ...]:
    """Where a raid reaches without the raiders."""
    return (*raid_reach(edition, area), *alliances.raid_beyond(board, edition, house, area))


def raid_beyond(board: Board, edition: Edition, house: str, area: str) -> Sequence[str]:
    """Return a raid's extra reach: fords in storms, two spaces or arrows by raiders."""
    further = alliances.raid_beyond(board, edition, house, area)
    if not owned_alliances(board, edition, house, RAIDERS):
        return further
    near = _usual_reach(board, edition, house, area)
    beyond = [to for neighbour in near for to in _usual_reach(board, edition, house, neighbour)]
    facts = edition.areas[area]
    arrows = {*facts.arrows, *(to for _, to in facts.house_arrows)}
    beyond += [to for to in alliances.more_ways(board, edition, house, area) if to in arrows]
    return (*further, *(to for to in dict.fromkeys(beyond) if to != area and to not in near))


def _targets_of_raiders(board: Board, edition: Edition, house: str, answer: Raid) -> list[str]:
    """Return the targets of a raid that only the raiders reach."""
    near = _usual_reach(board, edition, house, answer.area)
    return [target for target in answer.targets if target not in near]


def refuse_raid(board: Board, edition: Edition, house: str, answer: Raid) -> Refusal | None:
    """Refuse a raid that needs the raiders for several targets (`raiders-go-once`)."""
    if board.realm is None or len(_targets_of_raiders(board, edition, house, answer)) < 2:
        return None
    words = f"the raiders can reach only one area in a raid, not {' and '.join(answer.targets)}"
    return Refusal("raiders-go-once", words, f"raids.{answer.area}")


def raided(game: Game, house: str, answer: Raid, removed: Sequence[tuple[str, Placed]]) -> Asks[None]:
    """Use up raiders if needed; let owners of a raided Support order replace it."""
    if game.board.realm is not None and _targets_of_raiders(game.board, game.edition, house, answer):
        use_up(game, house, owned_alliances(game.board, game.edition, house, RAIDERS)[0])
    yield from replace_support(game, removed)


RULE = "battle.support"
USE = "use"


def turn_cards(game: Game, battle: Battle) -> Asks[None]:
    """Ask fighters for alliance cards and others for tactics cards, in turn order."""
    for house in list(turn_order(game.board)):
        if battle.role(house) == "none":
            yield from support_allies(game, battle, house)
            continue
        for card in owned_alliances(game.board, game.edition, house):
            effect = IN_BATTLE.get(card.effect)
            if effect is not None:
                yield from effect(game, battle, house, card)


def _military_support(game: Game, battle: Battle, house: str, card: AllianceCard) -> Asks[None]:
    """Strength that counts as support: for Power once a round, or for the card itself."""
    realm, cost, once = game.board.realm, int(card.values["cost"]), not card.values.get("discard")
    if realm is None or game.board.power[house] < cost or (once and card.id in realm.spent):
        return
    answer = yield from game.pick(house, card.id, (PAY if once else USE, DECLINE), battle.area)
    if answer == DECLINE:
        return
    game.spend_power(house, cost, card.id, RULE)
    event = e.AidGiven(house=house, side=battle.role(house), card=card.id, strength=int(card.values["strength"]))
    game.tell(event, RULE)
    if once:
        game.tell(e.CardSpent(house=house, card=card.id), RULE)
    else:
        use_up(game, house, card)


def _lookout(game: Game, battle: Battle, house: str, card: AllianceCard) -> Asks[None]:
    """The card goes, and with it a Support order that helps the opponent."""
    other, near = battle.role(battle.opponent(house)), game.edition.neighbours[battle.area]
    areas = [key for key, side in battle.pledges.items() if side == other and key in near and key in game.board.orders]
    if not areas:
        return
    area = yield from game.pick_or_decline(house, card.id, areas, battle.area)
    if not area:
        return
    game.remove_order(area, card.id, RULE)
    use_up(game, house, card)


IN_BATTLE: Mapping[str, Callable[[Game, Battle, str, AllianceCard], Asks[None]]] = {
    "military-support": _military_support,
    "lookout": _lookout,
}


TEXT_RULE = "cards.text"
THRONE = "iron-throne"


def take_throne(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the card take the Throne's token, not its place, from a foe for its icons."""
    me, victim = card.house, battle.opponent(card.house)
    if game.board.holders[THRONE] != victim:
        return
    answer = yield from game.pick(me, card.id, ("take", "decline"))
    if answer == "take":
        game.tell(e.BadgeTaken(badge=THRONE, house=me, before=victim), TEXT_RULE)
        game.tell(e.BonusGained(house=me, card=card.id, swords=int(card.values["swords"])), TEXT_RULE)


def remove_order_around(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Remove a foe's order in or beside the battle, except the march in progress."""
    yield from remove_opponents_order(game, battle, card, (battle.area, *game.edition.neighbours[battle.area]))


def loser_loses_unit(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Make the loser lose units despite fortifications; a text may prevent all losses."""
    victim = battle.opponent(card.house)
    shield = active_text(battle, game.edition, victim)
    if shield is not None and shield.effect == "no-losses":
        return
    for owed in range(int(card.values["count"]), 0, -1):
        yield from fall(game, battle, victim, owed, card.id, TEXT_RULE)


@quiet
def power_swing(game: Game, battle: Battle, card: HouseCard) -> None:
    """The winner takes Power, the opponent loses some, as far as he has it."""
    game.gain_power(card.house, int(card.values["gain"]), card.id, TEXT_RULE)
    _fine(game, battle.opponent(card.house), int(card.values["lose"]), card)


def soft_defeat(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let the loser pay for fortifications while they would save a unit."""
    me, cost = card.house, int(card.values["cost"])
    owed = casualties(game.board, game.edition, battle, battle.opponent(me))
    if not owed or game.board.power[me] < cost:
        return
    answer = yield from game.pick(me, card.id, ("pay", "decline"))
    if answer == "pay":
        game.spend_power(me, cost, card.id, TEXT_RULE)
        game.tell(e.BonusGained(house=me, card=card.id, fortifications=int(card.values["fortifications"])), TEXT_RULE)


@quiet
def opponent_loses_power(game: Game, battle: Battle, card: HouseCard) -> None:
    """The opponent loses Power, as far as he has it, whoever won."""
    _fine(game, battle.opponent(card.house), int(card.values["power"]), card)


def place_order(game: Game, battle: Battle, card: HouseCard) -> Asks[None]:
    """Let a winner in the area place a common order there, replacing what lies there."""
    me, board, orders = card.house, game.board, game.edition.orders
    if battle.winner != me or board.force_of(me, battle.area) is None:
        return
    used = [placed.order for placed in board.orders.values() if placed.house == me]
    free = [
        token.id
        for token in orders.values()
        if token.type in card.values["types"] and not token.special and used.count(token.id) < token.copies
    ]
    able = [order for order in free if refuse_order(game.edition, battle.area, order, board.bans) is None]
    if not able:
        return
    answer = yield from game.pick_or_decline(me, card.id, able, battle.area)
    if not answer:
        return
    game.remove_order(battle.area, card.id, TEXT_RULE)
    game.tell(e.OrderPlaced(house=me, area=battle.area, order=answer, because=card.id), TEXT_RULE)


def _fine(game: Game, victim: str, most: int, card: HouseCard) -> None:
    """Make a house lose Power: `most`, or all that it has if that is less."""
    game.spend_power(victim, min(most, game.board.power[victim]), card.id, TEXT_RULE)


TEXTS = Texts(
    immediate={
        "take-throne": take_throne,
        "power-by-opponent": power_by_card,
        "remove-order-around": remove_order_around,
    },
    after_win={
        "loser-loses-unit": loser_loses_unit,
        "power-swing": power_swing,
        "power-by-difference": power_by_difference,
    },
    after_loss={"soft-defeat": soft_defeat},
    after_battle={
        "opponent-loses-power": opponent_loses_power,
        "take-back-at-end": take_back_card,
        "place-order": place_order,
    },
)
