"""The table of B'Twixt as HTML tables: facts of its places, choices of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from adjudicator.btwixt.rules.legality import legal_answers
from adjudicator.btwixt.rules.scoring import council_scores, standings as ranked, totals, values
from adjudicator.btwixt.state import Board, View, council_leaders, councils_of, decisions as d, own_councils
from narration.btwixt.narrator import BTWIXT
from narration.btwixt.voice import Voice
from narration.paragraph import Figures
from narration.words import N_, capital
from web.btwixt.sheet_form import Choices, Option, influence_card, influence_cards
from web.family_pages import PlaceFacts
from web.forms.drafts import Offered


@dataclass(frozen=True)
class PileLine:
    """A leader's bid: total, cards with current values, kneeling, size of the hand."""

    house: str
    total: int
    cards: tuple[str, ...]
    kneels: bool
    hand: int


@dataclass(frozen=True)
class CouncilLine:
    """A council: owners, allies with power, tokens, open power; `own`: the reader's."""

    houses: tuple[str, str]
    allies: tuple[str, ...]
    tokens: int
    seen: tuple[int, ...]
    power: int
    own: bool


@dataclass(frozen=True)
class TableTables:
    """A view with figures, players, and templates beside, below and in small."""

    view: View
    figures: Figures
    players: dict[str, Any]
    # The reader's own cards that are still to come, by name.
    own_cards: str = ""
    aside: str = "btwixt/board_aside.html"
    below: str = "btwixt/board_below.html"
    small: str = "plain/standings.html"


def board_tables(view: View, seats: Sequence[Any], standings: Sequence[Any], v: Voice) -> TableTables:
    """What the tables of a view show, in the words of `v`."""
    figures = BTWIXT.figures(view.board, standings or ranked(view.board, v.edition), v)
    players = {seat.house: seat for seat in seats if seat.house}
    return TableTables(view, figures, players, own_cards=", ".join(v.card(card) for card in view.own or ()))


def ally_card(ally: str, v: Voice) -> Offered:
    """An ally as it is printed."""
    power = str(v.edition.allies[ally].power)
    return Offered(ally, v.ally(ally), strength=power, text=v.text_of(ally), arms="ally")


def pile_lines(board: Board, v: Voice) -> list[PileLine]:
    """The bids of all leaders."""
    total, worth = totals(board, v.edition), values(board, v.edition)
    return [
        PileLine(
            house,
            total[house],
            tuple(f"{v.card(card.card)} {worth[card.number]}" for card in board.piles[house]),
            house in board.kneeling,
            board.hands[house],
        )
        for house in board.houses
    ]


def council_lines(view: View, v: Voice) -> list[CouncilLine]:
    """All councils, in the order of `councils_of`."""
    board = view.board
    mine = own_councils(board, view.seat) if view.seat in board.houses else ()
    lines = []
    for council in council_scores(board, v.edition, board.opened):
        council_state = board.councils[council.council]
        lines.append(
            CouncilLine(
                council_leaders(board, council.council),
                tuple(f"{v.ally(ally)} {power}" for ally, power in council.allies.items()),
                council_state.tokens,
                tuple(board.opened.get(council.council, view.seen.get(council.council, ()))),
                council.power,
                council.council in mine,
            )
        )
    return lines


LEADER, COUNCIL, ALLY, DEAD, DISCARD = "leader-", "council-", "ally", "dead", "discard"


def place_facts(view: View, place: str, v: Voice) -> PlaceFacts | None:
    """Return the facts of a place on the table; None if it is unknown.
    `place` is the drawing's name of a leader, council, the current ally or a pile."""
    board = view.board
    if place == ALLY and board.current:
        ally, tokens = ally_card(board.current, v), board.tokens_on_current
        lines = ((v.say("Power"), ally.strength), (v.say("What it does"), ally.text))
        ally_lines = [line for line in lines if line[1]] + ([(v.say("Tokens"), str(tokens))] if tokens else [])
        return PlaceFacts(ally.words, v.say("the current ally"), lines=tuple(ally_lines))
    if place in (DEAD, DISCARD):
        name, of, cards = (
            (v.say("Dead pile"), capital(v.say("allies")), map(v.ally_power, board.dead))
            if place == DEAD
            else (v.say("Discard pile"), capital(v.say("cards")), map(v.card_value, sorted(board.discard)))
        )
        return PlaceFacts(name, "", lines=((of, ", ".join(cards) or v.say("none")),))
    if place.startswith(LEADER):
        pile = next((entry for entry in pile_lines(board, v) if entry.house == place.removeprefix(LEADER)), None)
        return _leader_facts(view, pile, v) if pile else None
    named = (f"{COUNCIL}{entry}" for entry in councils_of(board.houses))
    by_place = dict(zip(named, council_lines(view, v), strict=True))
    return _council_facts(by_place[place], v) if place in by_place else None


def _leader_facts(view: View, pile: PileLine, v: Voice) -> PlaceFacts:
    state = [v.say("kneels")] if pile.kneels else []
    state += [v.say("bids first")] if view.board.first == pile.house else []
    lines = [(v.say("Total"), str(pile.total)), (v.say("Pile"), ", ".join(pile.cards) or v.say_in("pile", "empty"))]
    lines.append((capital(v.say("cards in hand")), str(pile.hand)))
    return PlaceFacts(v.house(pile.house), ", ".join([v.say("leader"), *state]), pile.house, tuple(lines))


def _council_facts(line: CouncilLine, v: Voice) -> PlaceFacts:
    """Return the facts of a council: visible power, allies and tokens."""
    tokens = f"{line.tokens} ({', '.join(map(str, line.seen))})" if line.seen else str(line.tokens)
    lines = (
        (v.say("Visible power"), str(line.power)),
        (capital(v.say("allies")), ", ".join(line.allies) or v.say_in("allies, loans, hostages", "none")),
        (v.say("Tokens"), tokens),
    )
    return PlaceFacts(v.both(v.house(house) for house in line.houses), v.say("council"), lines=lines)


GOES = N_("Where the allies and tokens you win go, and any other choice of a council.")
MEANT = N_("Which leaders your cards target.")
TAKEN = N_("Which cards your cards take, move, return or discard.")
KILLED = N_("Which allies your cards kill, move or bring back.")


@dataclass(frozen=True)
class Picks:
    """Things to choose in order, with their field and heading.
    `rival`: a field that cannot hold the same thing."""

    field: str
    hint: str
    items: tuple[Offered, ...]
    rival: str = ""


@dataclass(frozen=True)
class Spot:
    """A place of the table with choices: name, contents, picks, labelled numbers.
    `more`: the form part with the same choices; `asked`: a turn waits for it."""

    place: str
    name: str
    picks: tuple[Picks, ...]
    more: str
    told: tuple[tuple[str, str], ...] = ()
    counts: tuple[tuple[str, str], ...] = ()
    asked: bool = False


def legal_choices(decision: Any, board: Board, v: Voice) -> list[Offered]:
    """Return a question's legal answers with words and places; none for orderings."""
    if isinstance(decision, d.ArrangeTop | d.OrderAbilities):
        return []
    lines = BTWIXT.question(decision, board, v).choices
    legal = legal_answers(None, decision)
    return [_offer(decision, answer, line, board, v) for answer, line in zip(legal, lines, strict=True)]


def _offer(decision: Any, answer: Any, line: str, board: Board, v: Voice) -> Offered:
    """Return a legal answer as a choice, with its card and its place on the table.
    `line` is the answer in words."""
    own = f"{LEADER}{decision.seat}"
    plain = Offered(msgspec.json.encode(answer).decode(), capital(line), own)
    match answer:
        case d.Play(card=None):
            return plain
        case d.Play(card=str(card)) | d.CardChoice(card=card) if isinstance(decision, d.PlayOrKneel | d.KeepCard):
            return replace(influence_card(card, v), value=plain.value, at=own)
        case d.CardChoice(card=card, of=of):
            at = f"{LEADER}{of}" if of else DISCARD
            return replace(influence_card(card, v), value=plain.value, words=plain.words, strength="", at=at)
        case d.AllyChoice(ally=ally, council=council):
            text = v.text_of(ally)
            return replace(plain, text=text, at=f"{COUNCIL}{council}" if council else DEAD)
        case d.LeaderChoice(leader=leader):
            return replace(plain, at=f"{LEADER}{leader}")
        case d.CouncilChoice(council=council):
            return replace(plain, at=f"{COUNCIL}{council}")
        case _:
            return replace(plain, at=_where(decision.source, board) or own)


def _where(source: str, board: Board) -> str:
    """Where on the table an ally lies whose ability asks; empty for a card."""
    if source == board.current:
        return ALLY
    return next((f"{COUNCIL}{name}" for name, council in board.councils.items() if source in council.allies), "")


def ally_cards(allies: Iterable[str], v: Voice) -> tuple[Offered, ...]:
    """Allies as they are printed."""
    return tuple(ally_card(ally, v) for ally in allies)


def ordering(decision: Any, place: str, v: Voice) -> Spot | None:
    """Return the player's panel for an ordering question; None for any other.
    `place` begins the names of its fields."""
    own, name = f"{LEADER}{decision.seat}", v.house(decision.seat)
    if isinstance(decision, d.ArrangeTop):
        top, bottom, allies = f"{place}.top", f"{place}.bottom", ally_cards(decision.allies, v)
        picks = [Picks(top, v.say("From the top of the deck"), allies, bottom)]
        picks += [Picks(bottom, v.say("Under the deck"), allies, top)] if decision.bottom_max else []
        return Spot(own, name, tuple(picks), top, asked=True)
    if isinstance(decision, d.OrderAbilities):
        numbered = zip(decision.numbers, decision.cards, strict=True)
        cards = tuple(replace(influence_card(card, v), value=str(number)) for number, card in numbered)
        field = f"{place}.numbers"
        return Spot(own, name, (Picks(field, v.say("In this order"), cards),), field, asked=True)
    return None


def hand(choices: Choices, *, drafting: bool) -> Spot:
    """Return the player's panel for a programme: cards to draft or play, and limits."""
    v, house = choices.v, choices.house
    cards = tuple(choices.hand_drawn)
    name, place = v.say("Your hand"), f"{LEADER}{house}"
    if drafting:
        first, last = "keep[0].first", "keep[0].last"
        keep, pass_on = v.say("Prefer to keep"), v.say("Prefer to pass on")
        return Spot(place, name, (Picks(first, keep, cards, last), Picks(last, pass_on, cards, first)), "section-keep")
    words = tuple(Offered(word, text) for word, text in choices.card_words)
    play = Picks("bid[0].play", v.say("Play the first of these you hold"), (*cards, *words))
    kneel = Picks("bid[0].kneel", "", (Offered("1", v.say("Otherwise kneel")),))
    counts = (("bid[0].up-to", v.say("Maximum total")),)
    also = tuple(_pile(choices, house)) if choices.sources("cards") else ()
    return Spot(place, name, (play, kneel, *also), "section-bid", counts=counts)


def table(choices: Choices) -> list[Spot]:
    """Return the table's other places where a programme has choices.
    What is won goes to councils; others are what hand cards and visible allies may ask about."""
    board, v = choices.board, choices.v
    picks = {f"{COUNCIL}{name}": _council_picks(choices, name) for name in board.councils}
    picks |= {f"{LEADER}{leader}": _leader(choices, leader) for leader in choices.others_ids}
    if board.dead and choices.sources("allies"):
        picks[DEAD] = [Picks("allies[0].choose", v.say(KILLED), ally_cards(board.dead, v))]
    return [_spot(choices, place, some) for place, some in picks.items() if some]


def _spot(choices: Choices, place: str, picks: Sequence[Picks]) -> Spot:
    """Return a place of the table with its facts and its picks, at least one.
    `place` is its name in the drawing."""
    facts, more = place_facts(choices.view, place, choices.v), f"section-{picks[0].field.partition('[')[0]}"
    return Spot(place, facts.name if facts else place, tuple(picks), more, facts.lines if facts else ())


def _council_picks(choices: Choices, council: str) -> list[Picks]:
    """Return what a programme can choose at a council: it, not it, or its allies."""
    board, v, picks = choices.board, choices.v, []
    if council in own_councils(board, choices.house) or choices.sources("councils"):
        choose, avoid = "councils[0].choose", "councils[0].avoid"
        picks.append(Picks(choose, v.say(GOES), (Offered(council, v.say("Prefer this council")),), avoid))
        picks.append(Picks(avoid, "", (Offered(council, v.say("Avoid this council")),), choose))
    allies = board.councils[council].allies
    if allies and choices.sources("allies"):
        picks.append(Picks("allies[0].choose", v.say(KILLED), ally_cards(allies, v)))
    return picks


def _leader(choices: Choices, house: str) -> list[Picks]:
    v = choices.v
    meant = [Picks("leaders[0].choose", v.say(MEANT), (Offered(house, v.house(house)),))]
    picks = meant if choices.sources("leaders") else []
    return [*picks, *_pile(choices, house)] if choices.sources("cards") else picks


def _pile(choices: Choices, house: str) -> Iterator[Picks]:
    """The cards of a leader's pile, for whatever takes or moves cards."""
    v, cards = choices.v, dict.fromkeys(entry.card for entry in choices.board.piles[house])
    if cards:
        yield Picks("cards[0].choose", v.say(TAKEN), influence_cards(cards, v))


def numbered(decision: d.OrderAbilities, v: Voice) -> list[Option]:
    """Return the cards to put in order as options, by their numbers."""
    return [(str(number), v.card(card)) for number, card in zip(decision.numbers, decision.cards, strict=True)]
