"""The board in words, for who has none before the eyes: tracks, houses, areas, and what never changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.thrones.rules.control import controller, facts_of, in_weather, reach, settlements
from adjudicator.thrones.rules.planning import star_places
from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.rules.supply import limits
from adjudicator.thrones.state.board import CLOSED, Board, View
from narration.memo import of_the_same
from narration.plain import Block, Points, Prose
from narration.thrones.battle_sentences import card_named, card_with_text, item_phrase
from narration.thrones.edition_words import counted_name, wildlings_known
from narration.thrones.phrases import card_text
from narration.thrones.voice import Voice
from narration.words import N_

SETTLEMENTS = {"city": N_("city"), "castle": N_("castle"), "stronghold": N_("stronghold")}
CLAIM = N_("claim {n}")
TOKEN = N_("Power token")
OF_HOUSE = N_("{what} of {house}")
BY_SHIP, NOBODY = N_("by ship"), N_("nobody")
# After the name of an area where units stand, and after that of a sea.
UNITS, SEA = "*", "~"


def named(area: str, v: Voice) -> str:
    """`Winterfell [WF]`: an area with the code with which it can be typed."""
    known = v.edition.areas.get(area)
    return f"{v.area(area)} [{known.code}]" if known is not None and known.code else v.area(area)


def marked(name: str, area: str, v: Voice) -> str:
    """The name of an area, with a sign behind it if it is a sea."""
    return name + SEA if v.edition.areas[area].kind == "sea" else name


def area_words(area: str, holder: str | None, board: Board, v: Voice) -> str:
    """`Winterfell [WF] (stronghold, 1 barrel): 1 knight and 1 footman, Power token`; `holder` controls it."""
    brings = ", ".join(_brings(area, board, v))
    name = f"{named(area, v)} ({brings})" if brings else named(area, v)
    lies = ", ".join(_lies(area, holder, board, v))
    return f"{name}: {lies}" if lies else name


def _brings(area: str, board: Board, v: Voice) -> Iterator[str]:
    """What an area offers whoever holds it, as tokens on it change that."""
    facts = facts_of(board, v.edition, area)
    if facts.settlement in SETTLEMENTS:
        yield v.say(SETTLEMENTS[facts.settlement])
    if facts.town:
        yield v.say("town")
    if facts.supply:
        yield v.say_n("{n} barrel", "{n} barrels", facts.supply)
    if facts.power:
        yield v.say_n("{n} crown", "{n} crowns", facts.power)
    if facts.claim:
        yield v.say(CLAIM, n=facts.claim)
    if facts.kind == "land" and facts.port:
        yield v.say("port")


def _lies(area: str, holder: str | None, board: Board, v: Voice) -> Iterator[str]:
    """What lies in an area; whose it is where that is not who holds it."""
    force = board.forces.get(area)
    if force is not None and force.units:
        yield v.units(force.units)
    if force is not None and force.routed:
        yield v.say("{units} routed", units=v.units(force.routed))
    for name, leader in board.leaders.items():
        if leader.area == area:
            yield v.say("{leader}, turned", leader=v.leader(name)) if leader.active else v.leader(name)
    placed = board.orders.get(area)
    if placed is not None:
        yield v.order(placed.order) if placed.order in v.edition.orders else v.say("an order face down")
    garrison = board.garrisons.get(area)
    if garrison is not None:
        text = v.say("garrison {n}", n=garrison.strength)
        yield text if garrison.house == holder else v.say(OF_HOUSE, what=text, house=v.house(garrison.house))
    token = board.tokens.get(area)
    if token is not None:
        yield v.say(TOKEN) if token == holder else v.say(OF_HOUSE, what=v.say(TOKEN), house=v.house(token))
    if 0 < board.neutral.get(area, 0) < CLOSED:
        yield v.say("neutral force {n}", n=board.neutral[area])
    loyal = board.loyalty.get(area, 0)
    if loyal:
        yield v.say_n("{n} loyalty token", "{n} loyalty tokens", loyal)


class Around(NamedTuple):
    """Areas as their neighbours see them: who holds each, and how those in play are told, to whoever holds them and to
    others; `bases` are those where each house has units or may muster."""

    holders: dict[str, str | None]
    own: dict[str, str]
    others: dict[str, str]
    bases: dict[str, list[str]]


def neighbours(board: Board, v: Voice) -> Around:
    """Every area of a board as a neighbour; whoever holds it has been told its code before."""
    holders = {area: controller(board, v.edition, area) for area in v.edition.areas}
    played = [area for area in v.edition.areas if board.neutral.get(area) != CLOSED]
    others = {area: _seen(named(area, v), area, board, v) for area in played}
    told = (area for area in played if area in board.forces or v.edition.areas[area].kind == "land")
    bases: dict[str, list[str]] = {}
    for area, holder in holders.items():
        if holder is not None and (area in board.forces or facts_of(board, v.edition, area).settlement):
            bases.setdefault(holder, []).append(area)
    return Around(holders, {area: _seen(v.area(area), area, board, v) for area in told}, others, bases)


def _seen(name: str, area: str, board: Board, v: Voice) -> str:
    """The name of an area, with signs for a sea and for units."""
    found = marked(name, area, v)
    return found + UNITS if area in board.forces else found


def borders(board: Board, around: Around, v: Voice) -> Iterator[str]:
    """For each area where the reader, or a vassal of theirs, has units or may muster: who holds what lies around,
    nobody's last."""
    mine = [v.seat or "", *(house for house, chief in board.commanders.items() if chief == v.seat)]
    bases = {area: house for house in mine for area in around.bases.get(house, ())}
    for area in sorted(bases, key=v.edition.area_order.__getitem__):
        found = [_grouped(plain_borders(area, v), around, v)]
        found += [f"{how}: {told}" for how, to in ways(area, v) if (told := _grouped(to, around, v))]
        if area in board.forces and (by_ship := _by_ship(bases[area], area, board, v)):
            found.append(f"{v.say(BY_SHIP)}: {_grouped(by_ship, around, v)}")
        yield f"{named(area, v)}: {'; '.join(filter(None, found))}"


def plain_borders(area: str, v: Voice) -> list[str]:
    """What an area borders in any weather, for everybody and for every order."""
    facts = v.edition.areas[area]
    around = [*facts.land, *facts.sea, *facts.port]
    return [to for to in around if to not in facts.fords] if facts.fords else around


def ways(area: str, v: Voice) -> Iterator[tuple[str, list[str]]]:
    """Where marches alone lead from an area, some only for a house or while the weather is fair; and how."""
    facts = v.edition.areas[area]
    if facts.arrows:
        yield v.say("along an arrow"), list(facts.arrows)
    for house, to in facts.house_arrows:
        yield v.say("along an arrow of {house}", house=v.house(house)), [to]
    if facts.fords:
        yield v.say("over a ford"), list(facts.fords)


def _by_ship(house: str, area: str, board: Board, v: Voice) -> list[str]:
    """Where only ships of the house carry its units from a land."""
    facts = v.edition.areas[area]
    if facts.kind != "land" or not any(sea in board.forces for sea in facts.sea):
        return []
    return [to for to, ship in reach(board, v.edition, house, area).items() if ship]


def _grouped(areas: Iterable[str], around: Around, v: Voice) -> str:
    """Areas by who holds them: `Stark Winterfell [WF]; nobody Karhold [KH]`; the reader is `you`."""
    groups: dict[str, list[str]] = {}
    for area in areas:
        name = around.others.get(area)
        if name is not None:
            holder = around.holders[area] or ""
            if holder == v.seat:
                name = around.own.get(area, name)
            groups.setdefault(holder, []).append(name)
    names = sorted(groups, key=lambda house: (house == "", house != v.seat))
    return "; ".join(f"{_who(house, v)} {', '.join(groups[house])}" for house in names)


def _who(house: str, v: Voice) -> str:
    if house == v.seat:
        return v.say("you")
    return v.house(house) if house else v.say(NOBODY)


CARDS, ALLIANCES = N_("House cards of {house}:"), N_("Alliance cards that are held or lie open:")


def reference_blocks(board: Board, edition: str, v: Voice) -> list[Block]:
    """The borders of all areas in play, and the House cards of all houses with their texts, the reader's first."""
    played = in_weather(games.of_edition(edition).edition_played(edition, board.modules), board)  # type: ignore[arg-type]
    told = Voice(played, v.words, v.seat)
    blocks: list[Block] = [Points(text=v.say("What every area borders (~ sea):"), points=tuple(_borders(board, told)))]
    for house in sorted(board.hands, key=lambda one: one != v.seat):
        cards = [*board.hands[house], *board.discards.get(house, ())]
        if cards and house not in board.vassals:
            text = v.say(CARDS, house=v.house(house))
            blocks.append(Points(text=text, points=tuple(card_with_text(card, told) for card in cards)))
    alliances = tuple(_alliances(board, told))
    return [*blocks, Points(text=v.say(ALLIANCES), points=alliances)] if alliances else blocks


def _alliances(board: Board, v: Voice) -> Iterator[str]:
    """The alliance cards that houses hold or that lie open, with their texts."""
    realm = board.realm
    if realm is not None:
        held = [card for cards in realm.alliances.values() for card in cards]
        for card in dict.fromkeys((*held, *realm.tops.values())):
            yield f"{v.card(card)}: {v.words.gettext(v.edition.alliances[card].text)}"


def _borders(board: Board, v: Voice) -> Iterator[str]:
    for area in v.edition.areas:
        if board.neutral.get(area) == CLOSED:
            continue
        told = [_listed(plain_borders(area, v), board, v)]
        told += [f"{how}: {said}" for how, to in ways(area, v) if (said := _listed(to, board, v))]
        yield f"{marked(named(area, v), area, v)}: {'; '.join(filter(None, told))}"


def _listed(areas: list[str], board: Board, v: Voice) -> str:
    return ", ".join(marked(v.area(to), to, v) for to in areas if board.neutral.get(to) != CLOSED)


YOU = N_("{house} (you)")
TURNED_UP = N_("Westeros cards: {cards}")
ORDERS = N_("Orders that each house has (\u2605: special): {orders}")
BATTLE = N_("{attacker} attacks {defender} in {area} from {origin} with {units}")
SUPPLY = N_("Supply {n}: armies of at most {sizes}.")
SINGLE = N_("Supply {n}: single units only.")
HAND, DISCARDED = N_("In hand: {cards}."), N_("Discarded: {cards}.")
COMMANDED = N_("commanded by {house}")
NOBODYS = N_("Held by nobody:")
AROUND = N_("What your areas with units or castles border, and who holds it (* with units, ~ sea):")


class _Told(NamedTuple):
    """What every reader of a board is told alike: its first block, what follows the name of each house and the areas
    it holds, what nobody holds, and the areas as neighbours."""

    moment: Block
    heads: dict[str, str]
    held: dict[str, tuple[str, ...]]
    blocks: dict[str, Block]
    nobodys: tuple[Block, ...]
    around: Around


def board_blocks(view: View, v: Voice) -> list[Block]:
    """Everything that lies on the board, house by house, and what the reader's areas border."""
    board, words = view.board, v.words
    played: Any = games.of_edition(view.edition).edition_played(view.edition, board.modules)
    edition = in_weather(played, board)
    told = of_the_same("board", (board,), edition.id, words.language, make=lambda: _told(board, Voice(edition, words)))
    blocks = [told.moment]
    if v.seat in told.heads:
        name = f"{v.say(YOU, house=v.house(v.seat))}:"
        blocks.append(Points(text=f"{name} {told.heads[v.seat]}", points=told.held[v.seat]))
    blocks += (block for house, block in told.blocks.items() if house != v.seat)
    blocks += told.nobodys
    around = tuple(borders(board, told.around, Voice(edition, words, v.seat)))
    return [*blocks, Points(text=v.say(AROUND), points=around)] if around else blocks


def _told(board: Board, v: Voice) -> _Told:
    """The board for readers of one language; the voice is nobody's."""
    around = neighbours(board, v)
    held: dict[str, list[str]] = {house: [] for house in board.houses}
    free: list[str] = []
    for area, house in around.holders.items():
        held.get(house or "", free).append(area)
    heads = {house: _head(house, board, v) for house in board.houses}
    areas = {house: tuple(_held(house, held[house], board, v)) for house in board.houses}
    blocks: dict[str, Block] = {
        house: Points(text=f"{v.house(house)}: {heads[house]}", points=areas[house]) for house in board.houses
    }
    when = v.say("Round {n} of {most}, {phase}.", n=board.round, most=v.edition.rounds, phase=v.phase(board.phase))
    moment = Points(text=when, points=tuple(_tracks(board, v)))
    return _Told(moment, heads, areas, blocks, tuple(_nobodys(free, around, board, v)), around)


def _held(house: str, areas: list[str], board: Board, v: Voice) -> Iterator[str]:
    """The areas of a house: each land on a line, seas and ports with ships, of which little is to be said, on one."""
    ships = []
    for area in areas:
        kind = v.edition.areas[area].kind
        if kind == "land":
            yield area_words(area, house, board, v)
        elif kind == "sea" or area in board.forces:
            ships.append(area_words(area, house, board, v))
    if ships:
        yield "; ".join(ships)


def _tracks(board: Board, v: Voice) -> Iterator[str]:
    """The tracks from first to last, what of their badges is used, the wildlings, what holds for the round."""
    for track in v.edition.tracks:
        placed = (_placed(track, n, h, board, v) for n, h in enumerate(board.tracks[track]))
        yield f"{v.track(track)}: {', '.join(placed)}"
    for badge in board.spent:
        yield v.say("{badge} is used this round", badge=v.badge(badge))
    if wildlings_known(v.edition):
        yield v.say("Wildlings: {n} of {most}", n=board.wildlings, most=v.edition.wildling_track[-1])
        if board.wildling_card:
            yield v.card(board.wildling_card)
    if board.revealed:
        yield v.say(TURNED_UP, cards="; ".join(_turned_up(card, v) for card in board.revealed.values()))
    if board.bans:
        yield v.say("Forbidden this round: {orders}", orders=", ".join(v.ban(ban) for ban in board.bans))
    if board.phase == "planning":
        yield v.say(ORDERS, orders=", ".join(_orders(v)))
    if board.battle is not None:
        yield _battle(board, v)


def _turned_up(card: str, v: Voice) -> str:
    """A Westeros card with what it says."""
    text = card_text(card, v).rstrip(".")
    return v.say("{card} ({text})", card=v.card(card), text=text) if text else v.card(card)


def _placed(track: str, place: int, house: str, board: Board, v: Voice) -> str:
    """A house on a track; on the one that says how many special orders it may give, with their number."""
    stars = star_places(board, v.edition) if track == "kings-court" else ()
    if track != "kings-court" or place >= len(stars):
        return v.house(house)
    return v.say("{house} ({n})", house=v.house(house), n="\u2605" * stars[place] or "\u2013")


def _orders(v: Voice) -> Iterator[str]:
    """The order tokens of a house, how many of each; without those for vassals, and those that only cards bring."""
    for token in v.edition.orders.values():
        if token.copies and not token.vassal:
            name = v.order(token.id) + ("\u2605" if token.special else "")
            yield f"{token.copies} \u00d7 {name}" if token.copies > 1 else name


def _battle(board: Board, v: Voice) -> str:
    battle = board.battle
    assert battle is not None
    told = v.say(
        BATTLE,
        attacker=v.house(battle.attacker),
        defender=v.house(battle.defender),
        area=named(battle.area, v),
        origin=named(battle.origin, v),
        units=v.units(battle.troop),
    )
    counted = (_so_far(house, board, v) for house in (battle.attacker, battle.defender) if house in board.houses)
    return "; ".join((told, *filter(None, counted)))


def _so_far(house: str, board: Board, v: Voice) -> str:
    """What counts for one side by now, cards that lie open included."""
    assert board.battle is not None
    items = strength_items(board, v.edition, board.battle, house)
    told = ", ".join(item_phrase(item, house, v) for item in items)
    return v.say("{house} so far {n}: {items}", house=v.house(house), n=total(items), items=told) if items else ""


def _head(house: str, board: Board, v: Voice) -> str:
    """Of a house how near it is to victory, its Power and supply, its House cards; of a vassal who commands it."""
    parts: list[str] = []
    if house in board.vassals:
        chief = board.commanders.get(house)
        parts.append((v.say(COMMANDED, house=v.house(chief)) if chief else v.say("commanded by nobody")) + ".")
    else:
        parts.append(f"{counted_name(v)} {settlements(board, v.edition, house)}/{board.victory}.")
        parts.append(f"{v.say('Power')} {board.power.get(house, 0)}.")
    sizes = limits(board, v.edition, house)
    supply = board.supply.get(house, 0)
    parts.append(v.say(SUPPLY, n=supply, sizes=", ".join(map(str, sizes))) if sizes else v.say(SINGLE, n=supply))
    for words, cards in ((HAND, board.hands.get(house)), (DISCARDED, board.discards.get(house))):
        told = card_named if words is HAND else _card
        parts += [v.say(words, cards=", ".join(told(card, v) for card in cards))] if cards else []
    return " ".join(parts)


def _card(card: str, v: Voice) -> str:
    known = v.edition.cards.get(card)
    return f"{v.card(card)} ({known.strength})" if known is not None else v.card(card)


def _nobodys(free: list[str], around: Around, board: Board, v: Voice) -> Iterator[Block]:
    """Lands that no house holds, and what lies there; those that are out of play."""
    closed = [area for area in free if board.neutral.get(area) == CLOSED]
    lying = {*board.neutral, *board.improvements, *board.loyalty, *board.orders}
    lands = [a for a in free if a not in closed and (v.edition.areas[a].kind == "land" or a in lying)]
    if lands:
        text = "; ".join(area_words(area, around.holders[area], board, v) for area in lands)
        yield Prose(text=f"{v.say(NOBODYS)} {text}.")
    if closed:
        yield Prose(text=v.say("Not in play: {areas}.", areas=", ".join(v.area(area) for area in closed)))
