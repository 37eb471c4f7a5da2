"""The board in words, for readers without a picture: tracks, houses, areas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator import games
from adjudicator.thrones.rules.control import controller, facts_of, in_weather, reach, settlements
from adjudicator.thrones.rules.planning import star_places
from adjudicator.thrones.rules.strength import strength_items, total
from adjudicator.thrones.rules.supply import limits
from adjudicator.thrones.state import CLOSED, Board, Edition, View
from narration.memo import cached_by_identity
from narration.plain import Block, Points, Prose
from narration.thrones.battle_sentences import card_with_numbers, card_with_text, item_phrase
from narration.thrones.voice import Voice, counted_name, has_wildlings
from narration.words import N_

SETTLEMENTS = {"city": N_("city"), "castle": N_("castle"), "stronghold": N_("stronghold")}
TOKEN = N_("Power token")
OF_HOUSE = N_("{what} of {house}")
# After the name of an area where units stand, and after that of a sea.
UNITS, SEA = "*", "~"


def area_with_code(area: str, v: Voice) -> str:
    """`Winterfell [WF]`: an area with the code with which it can be typed."""
    facts = v.edition.areas.get(area)
    return f"{v.area(area)} [{facts.code}]" if facts is not None and facts.code else v.area(area)


def name_with_sea_sign(name: str, area: str, v: Voice) -> str:
    """Return an area's name, with a sign behind it if it is a sea."""
    return name + SEA if v.edition.areas[area].kind == "sea" else name


def area_words(area: str, holder: str | None, board: Board, v: Voice) -> str:
    """Return `Winterfell [WF] (stronghold, 1 barrel): 1 knight`; `holder` controls it."""
    brings = ", ".join(_brings(area, board, v))
    name = f"{area_with_code(area, v)} ({brings})" if brings else area_with_code(area, v)
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
        yield v.say("claim {n}", n=facts.claim)
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


def _borders_of(area: str, formatter: Callable[[Iterable[str]], str], v: Voice) -> list[str]:
    """Return an area's borders and march-only ways; omit what `formatter` empties."""
    border_texts = [formatter(plain_borders(area, v))]
    border_texts += [f"{how}: {words}" for how, to in ways(area, v) if (words := formatter(to))]
    return [*filter(None, border_texts)]


def borders(board: Board, holders: Mapping[str, str | None], v: Voice) -> Iterator[str]:
    """Describe who holds the neighbours of each area of the reader or their vassals."""
    mine = {v.seat, *(house for house, chief in board.commanders.items() if chief == v.seat)} - {None}

    def grouped(areas: Iterable[str]) -> str:
        """Group areas by holder: `Stark Winterfell [WF]; nobody Karhold [KH]`; or `you`."""
        groups: dict[str | None, list[str]] = {}
        for to in areas:
            if board.neutral.get(to) != CLOSED:
                groups.setdefault(holders[to], []).append(_neighbour_name(to, holders[to], board, v))
        names = sorted(groups, key=lambda house: (house is None, house != v.seat))
        return "; ".join(f"{_who(house, v)} {', '.join(groups[house])}" for house in names)

    for area in sorted(holders, key=v.edition.area_order.__getitem__):
        house = holders[area]
        if house is None or house not in mine:
            continue
        border_texts = _borders_of(area, grouped, v)
        if area in board.forces and (by_ship := _areas_by_ship(house, area, board, v)):
            border_texts.append(": ".join((v.say("by ship"), grouped(by_ship))))
        yield f"{area_with_code(area, v)}: {'; '.join(border_texts)}"


def _neighbour_name(area: str, holder: str | None, board: Board, v: Voice) -> str:
    """Return a neighbour's name with signs for sea and units; own codes are known."""
    facts, fought = v.edition.areas[area], area in board.forces
    own_area = holder is not None and holder == v.seat and (fought or facts.kind == "land")
    return name_with_sea_sign(v.area(area) if own_area else area_with_code(area, v), area, v) + (
        UNITS if fought else ""
    )


def plain_borders(area: str, v: Voice) -> list[str]:
    """What an area borders in any weather, for everybody and for every order."""
    facts = v.edition.areas[area]
    around = [*facts.land, *facts.sea, *facts.port]
    return [to for to in around if to not in facts.fords] if facts.fords else around


def ways(area: str, v: Voice) -> Iterator[tuple[str, list[str]]]:
    """Return where only marches lead, some for one house or in fair weather; and how."""
    facts = v.edition.areas[area]
    if facts.arrows:
        yield v.say("along an arrow"), list(facts.arrows)
    for house, to in facts.house_arrows:
        yield v.say("along an arrow of {house}", house=v.house(house)), [to]
    if facts.fords:
        yield v.say("over a ford"), list(facts.fords)


def _areas_by_ship(house: str, area: str, board: Board, v: Voice) -> list[str]:
    """Return the areas that a house's units reach from a land only on its ships.
    There are none from a sea or a port."""
    facts = v.edition.areas[area]
    if facts.kind != "land" or not any(sea in board.forces for sea in facts.sea):
        return []
    return [to for to, ship in reach(board, v.edition, house, area).items() if ship]


def _who(house: str | None, v: Voice) -> str:
    if house is None:
        return v.say("nobody")
    return v.say("you") if house == v.seat else v.house(house)


def _edition_now(name: str, board: Board) -> Edition:
    """An edition with the parts that are played, in the present weather."""
    played: Any = games.of_edition(name).edition_played(name, board.modules)
    return in_weather(played, board)


def reference_blocks(board: Board, edition: str, v: Voice) -> list[Block]:
    """Return the borders of all areas and all House cards, the reader's first."""
    voice = Voice(_edition_now(edition, board), v.words, v.seat)
    blocks: list[Block] = [
        Points(text=v.say("What every area borders (~ sea):"), points=tuple(_all_borders(board, voice)))
    ]
    for house in sorted(board.hands, key=lambda holder: holder != v.seat):
        cards = [*board.hands[house], *board.discards.get(house, ())]
        if cards and house not in board.vassals:
            text = v.say("House cards of {house}:", house=v.house(house))
            blocks.append(Points(text=text, points=tuple(card_with_text(card, voice) for card in cards)))
    if alliances := tuple(_alliances(board, voice)):
        blocks.append(Points(text=v.say("Alliance cards that are held or face up:"), points=alliances))
    return blocks


def _alliances(board: Board, v: Voice) -> Iterator[str]:
    """The alliance cards that houses hold or that lie open, with their texts."""
    realm = board.realm
    if realm is not None:
        cards_in_hand = [card for cards in realm.alliances.values() for card in cards]
        for card in dict.fromkeys((*cards_in_hand, *realm.tops.values())):
            yield f"{v.card(card)}: {v.words.gettext(v.edition.alliances[card].text)}"


def _all_borders(board: Board, v: Voice) -> Iterator[str]:
    """Yield a line for every area that is not closed, with what it borders."""

    def listed(areas: Iterable[str]) -> str:
        return ", ".join(name_with_sea_sign(v.area(to), to, v) for to in areas if board.neutral.get(to) != CLOSED)

    for area in v.edition.areas:
        if board.neutral.get(area) != CLOSED:
            yield f"{name_with_sea_sign(area_with_code(area, v), area, v)}: {'; '.join(_borders_of(area, listed, v))}"


HAND = N_("In hand: {cards}.")


class _SharedBoardText(NamedTuple):
    """What all readers of a board share: the first block, each house's head and
    areas, the unheld areas, and the holder of each area."""

    moment: Block
    houses: dict[str, tuple[str, Points]]
    nobodys: tuple[Block, ...]
    holders: dict[str, str | None]


def board_blocks(view: View, v: Voice) -> list[Block]:
    """Describe the whole board by house, and the borders of the reader's areas."""
    board, words = view.board, v.words
    edition = _edition_now(view.edition, board)
    parts = cached_by_identity(
        "board", (board,), edition.id, words.language, make=lambda: _shared_board_text(board, Voice(edition, words))
    )
    blocks = [parts.moment]
    if v.seat in parts.houses:
        head, areas = parts.houses[v.seat]
        you = v.say("{house} (you)", house=v.house(v.seat))
        blocks.append(Points(text=f"{you}: {head}", points=areas.points))
    blocks += (block for house, (_, block) in parts.houses.items() if house != v.seat)
    blocks += parts.nobodys
    if around := tuple(borders(board, parts.holders, Voice(edition, words, v.seat))):
        text = v.say("What your areas with units or castles border, and who holds each (* with units, ~ sea):")
        blocks.append(Points(text=text, points=around))
    return blocks


def _shared_board_text(board: Board, v: Voice) -> _SharedBoardText:
    """The board for readers of one language; the voice is nobody's."""
    holders = {area: controller(board, v.edition, area) for area in v.edition.areas}
    houses = {}
    for house in board.houses:
        head, areas = _head(house, board, v), [area for area, holder in holders.items() if holder == house]
        houses[house] = (
            head,
            Points(text=f"{v.house(house)}: {head}", points=tuple(_area_lines(house, areas, board, v))),
        )
    free = [area for area, holder in holders.items() if holder not in houses]
    rounds = _edition_now(v.edition.id, board).rounds
    when = v.say("Round {n} of {most}, {phase}.", n=board.round, most=rounds, phase=v.phase(board.phase))
    moment = Points(text=when, points=tuple(_tracks(board, v)))
    return _SharedBoardText(moment, houses, tuple(_nobodys(free, holders, board, v)), holders)


def _area_lines(house: str, areas: list[str], board: Board, v: Voice) -> Iterator[str]:
    """Describe a house's areas: one line each for land, one for simple seas and ports."""
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
    """Describe the tracks, used badges, the wildlings and effects of the round."""
    for track in v.edition.tracks:
        placed = (_house_on_track(track, n, h, board, v) for n, h in enumerate(board.tracks[track]))
        yield f"{v.track(track)}: {', '.join(placed)}"
    for badge in board.spent:
        yield v.say("{badge} has been used this round", badge=v.badge(badge))
    if has_wildlings(v.edition):
        yield v.say("Wildlings: {n} of {most}", n=board.wildlings, most=v.edition.wildling_track[-1])
        if board.wildling_card:
            yield v.card(board.wildling_card)
    if board.revealed:
        texts = ((v.card(card), v.card_text(card).rstrip(".")) for card in board.revealed.values())
        cards = (v.say("{card} ({text})", card=card, text=text) if text else card for card, text in texts)
        yield v.say("Westeros cards: {cards}", cards="; ".join(cards))
    if board.bans:
        yield v.say("Forbidden this round: {orders}", orders=", ".join(v.ban(ban) for ban in board.bans))
    if board.phase == "planning":
        yield v.say("Orders of each house (★: special): {orders}", orders=", ".join(_orders(v)))
    if board.battle is not None:
        yield _battle(board, v)


def _house_on_track(track: str, place: int, house: str, board: Board, v: Voice) -> str:
    """Return a house's name; on the King's Court with its special orders as stars.
    `place` on the track counts from 0."""
    stars = star_places(board, v.edition) if track == "kings-court" else ()
    if track != "kings-court" or place >= len(stars):
        return v.house(house)
    return v.say("{house} ({n})", house=v.house(house), n="\u2605" * stars[place] or "\u2013")


def _orders(v: Voice) -> Iterator[str]:
    """Return a house's order tokens and counts, without vassals' and cards' ones."""
    for token in v.edition.orders.values():
        if token.copies and not token.vassal:
            name = v.order(token.id) + ("\u2605" if token.special else "")
            yield f"{token.copies} \u00d7 {name}" if token.copies > 1 else name


def _battle(board: Board, v: Voice) -> str:
    """Describe the current battle: who attacks whom, and what counts so far.
    There must be one."""
    battle = board.battle
    assert battle is not None
    attack_text = v.say(
        "{attacker} attacks {defender} in {area} from {origin} with {units}",
        attacker=v.house(battle.attacker),
        defender=v.house(battle.defender),
        area=area_with_code(battle.area, v),
        origin=area_with_code(battle.origin, v),
        units=v.units(battle.troop),
    )
    counted = (_so_far(house, board, v) for house in (battle.attacker, battle.defender) if house in board.houses)
    return "; ".join((attack_text, *filter(None, counted)))


def _so_far(house: str, board: Board, v: Voice) -> str:
    """What counts for one side by now, cards that lie open included."""
    assert board.battle is not None
    items = strength_items(board, v.edition, board.battle, house)
    text = ", ".join(item_phrase(item, house, v) for item in items)
    return v.say("{house}, so far {n}: {items}", house=v.house(house), n=total(items), items=text) if items else ""


def _head(house: str, board: Board, v: Voice) -> str:
    """Describe a house: victory, Power, supply, House cards; a vassal's commander."""
    parts: list[str] = []
    if house in board.vassals:
        chief = board.commanders.get(house)
        parts.append(
            (v.say("commanded by {house}", house=v.house(chief)) if chief else v.say("commanded by nobody")) + "."
        )
    else:
        parts.append(f"{counted_name(v)} {settlements(board, v.edition, house)}/{board.victory}.")
        parts.append(f"{v.say('Power')} {board.power.get(house, 0)}.")
    sizes = limits(board, v.edition, house)
    supply = board.supply.get(house, 0)
    parts.append(
        v.say("Supply {n}: armies of at most {sizes}.", n=supply, sizes=", ".join(map(str, sizes)))
        if sizes
        else v.say("Supply {n}: single units only.", n=supply)
    )
    for words, cards in ((HAND, board.hands.get(house)), (N_("Discarded: {cards}."), board.discards.get(house))):
        formatter = card_with_numbers if words is HAND else _card
        parts += [v.say(words, cards=", ".join(formatter(card, v) for card in cards))] if cards else []
    return " ".join(parts)


def _card(card: str, v: Voice) -> str:
    card_facts = v.edition.cards.get(card)
    return f"{v.card(card)} ({card_facts.strength})" if card_facts is not None else v.card(card)


def _nobodys(free: list[str], holders: Mapping[str, str | None], board: Board, v: Voice) -> Iterator[Block]:
    """Lands that no house holds, and what lies there; those that are out of play."""
    closed = [area for area in free if board.neutral.get(area) == CLOSED]
    lying = {*board.neutral, *board.improvements, *board.loyalty, *board.orders}
    lands = [a for a in free if a not in closed and (v.edition.areas[a].kind == "land" or a in lying)]
    if lands:
        text = "; ".join(area_words(area, holders[area], board, v) for area in lands)
        yield Prose(text=" ".join((v.say("Held by nobody:"), f"{text}.")))
    if closed:
        yield Prose(text=v.say("Not in play: {areas}.", areas=", ".join(v.area(area) for area in closed)))
