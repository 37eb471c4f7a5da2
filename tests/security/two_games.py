"""A running game of three people, and the same game with everything changed that cy, who plays one seat, cannot see."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from adjudicator import documents, games
from adjudicator.engine.chance import Picker, shuffle
from adjudicator.engine.step import Answered, Decided, Record
from adjudicator.thrones.rules import vassals
from adjudicator.thrones.state.edition import TIDES, VASSALS
from adjudicator.thrones.state.events import DeckSearched, DeckShuffled, RavenLooked, VassalHandDrawn
from adjudicator.thrones.what_if import DeckMemory
from correspondence.accounts.use_cases import choose_light
from correspondence.messages import sending
from correspondence.models.archive import CurrentPosition, JournalPart, RoundRecords
from correspondence.models.games import Message, Seat
from correspondence.models.turns import SheetVersion
from correspondence.overview.game_page import signs_for
from tests.adjudicator.btwixt import test_what_is_hidden as cards_in_hands
from tests.adjudicator.what_if import secrets
from tests.adjudicator.what_if.secrets import Stop
from tests.correspondence.people import People

BODY, OTHER_BODY = "We march at dawn on the left", "We stay in bed on the right."
DRAGONS = "mother-of-dragons"
# A long one in which the raven's holder looks at cards; one with vassals and loans; shorter ones.
TABLES = [
    ("second-edition", 3, 9),
    (cards_in_hands.HOST_SET, 4, 2),
    (DRAGONS, 4, 2),
    ("first-edition", 5, 2),
    ("btwixt", 4, 2),
]
SEATS = ("lannister", "stark", "targaryen", "tyrell")
# A loan by which ada looks at the cards of a deck can be had from the first round on, and every battle is waited for.
OPTIONS: Mapping[str, dict[str, Any]] = {
    DRAGONS: {
        "houses": SEATS,
        "pace": "house-cards",
        "scenario": json.dumps(
            {
                "edition": DRAGONS,
                "players": 4,
                "houses": SEATS,
                "modules": ["tides"],
                "agenda": ["planning", "bluffs", "raids", "marches", "power", "end-round"],
                "setup": {"round": 1, "bank": {"slots": "spymaster none none"}},
            }
        ),
    }
}
RAVEN: dict[str, Any] = {"raven": [{"look": True}]}
BANK = {
    "orders": {"the-golden-sound": ["sea-iron-bank"]},
    "loans": [{"loan": "spymaster", "pick": ["III", "bottom"]}],
    "steward": [{}],
}
# What ada hands in each time.
SHEETS: Mapping[str, dict[str, Any]] = {"second-edition": RAVEN, DRAGONS: RAVEN | BANK}
# So many deals are tried, to find one of which cy sees no difference.
MAX_DEALS = 10
replace = msgspec.structs.replace


class Table(NamedTuple):
    """A running game of three people: its edition, its id, cy's house, where its event stream was for cy a turn ago,
    and the rounds whose replay is read: that of the newest shuffle, and one where a deck was searched, or the last."""

    edition: str
    game: str
    house: str
    last_event: str
    rounds: list[int]


def play(people: People, edition: str, players: int, rounds: int) -> tuple[str, str, str, list[int]]:
    """A game whose records hold a deck's order and cards that ada looked at; ada wrote bo an email, and a sheet."""
    # Lannister begins with the raven.
    houses = sorted(
        games.of_edition(edition).candidates(games.edition(edition), players), key=lambda house: house != "lannister"
    )
    # Without limits of the bot, or there is little to hide.
    options = {"edition": edition, "players": players, "unsaid": "defaults", **OPTIONS.get(edition, {})}
    houses = list(options.get("houses", houses))
    humans = dict(zip(houses, ("ada", "bo", "cy"), strict=False))
    game = people.game(humans, messages=("private", "public"), **options)
    last = ""
    while not (
        tail_of(people)
        and people.page(game).round >= rounds
        and _is_dealt(people, edition)
        and _is_dealt_otherwise(people, Table(edition, str(game), houses[2], last, []))
    ):
        with people.store.read() as session:
            last = signs_for(session, game, people.account_in_read(session, "cy"), people.now).serialize()
        _hand_in(people, game, edition)
        people.adjudicate(game)
    people.submit(game, "ada", json.dumps(SHEETS.get(edition, {})).encode(), True)
    with people.store.begin() as session:
        choose_light(session, people.account_in(session, "cy"), True)
        sending.send(session, people.account_in(session, "ada"), game, "houses", (houses[1],), BODY, people.now)
    with people.store.read() as session:
        return str(game), houses[2], last, sorted(_rounds(session, edition, people.page(game).round - 1))


def _hand_in(people: People, game: str, edition: str) -> None:
    """Ada's sheet; in the game with vassals who only stands by loses before there is much to hide."""
    people.submit(game, "ada", json.dumps(SHEETS.get(edition, {})).encode())
    for name in ("bo", "cy") if edition == DRAGONS else ():
        people.submit(game, name, b'{"steward": [{"what": ["orders", "marches", "cards", "muster"]}]}')


def _is_dealt(people: People, edition: str) -> bool:
    """Whether cy is asked while a vassal that others command waits to fight; for editions without vassals, yes."""
    if edition != DRAGONS:
        return True
    with people.store.read() as session:
        shown: Any = as_it_stands(session)
    commanders, house = shown.showing.board.commanders, OPTIONS[DRAGONS]["houses"][2]
    others = [vassal for vassal in shown.showing.hidden.hands if commanders[vassal] != house]
    return bool(others) and house in {asked.seat for asked in shown.waiting}


def _is_dealt_otherwise(people: People, table: Table) -> bool:
    """Whether everything that cy does not know can be drawn anew so that cy sees no difference."""
    if table.edition != DRAGONS:
        return True
    with people.store.read() as session:
        return any(_all_drawn_anew(session, table, f"another deal {number}") is not None for number in range(MAX_DEALS))


def _rounds(session: Session, edition: str, last: int) -> set[int]:
    """The rounds of the newest shuffle and of a deck searched, else the last; there is what each edition is played
    for."""
    kinds = [type(record.event) for record in all_records(session)]
    assert edition != "second-edition" or kinds.count(RavenLooked) > 5
    assert edition != DRAGONS or (kinds.count(VassalHandDrawn) > 3 and RavenLooked in kinds)
    searched = {record.round for record in all_records(session) if len(getattr(record.event, "bottom", ())) > 1}
    assert edition != DRAGONS or searched
    shuffled = last_shuffle(session)
    assert shuffled is not None
    return (searched or {last}) | {shuffled[0].round}


def last_shuffle(session: Session) -> tuple[RoundRecords, list[Record], int] | None:
    """Of the newest shuffle of a deck that still has cards of it: the row, its records, the place in them."""
    showing: Any = as_it_stands(session).showing
    edition, decks = showing.edition, getattr(showing.hidden, "decks", None) or {"deck": showing.hidden.deck}
    for row in session.scalars(select(RoundRecords).order_by(RoundRecords.first.desc())):
        records = documents.decode_records(edition, row.document)
        for place in reversed(range(len(records))):
            event: Any = records[place].event
            deck = decks.get(getattr(event, "deck", getattr(event, "what", "")), [])
            order = list(getattr(event, "order", ()))
            if order and order[-1] != order[-2] and _place(deck, order[-2:]) is not None:
                return row, records, place
    return None


def all_records(session: Session) -> list[Record]:
    """Everything that happened in the one game there is."""
    rows = session.scalars(select(RoundRecords).order_by(RoundRecords.first))
    return [record for row in rows for record in documents.decode_records(position_in(session).edition, row.document)]


def as_it_stands(session: Session) -> Any:
    """The one game there is, as it is shown now."""
    position = position_in(session)
    return games.of(position).resume(position)


def position_in(session: Session) -> Any:
    """The stored position of the one game there is."""
    return documents.decode(session.scalars(select(CurrentPosition)).one().document)


def _place(deck: list[str], pair: list[str]) -> int | None:
    return next((place for place in range(len(deck) - 1) if deck[place : place + 2] == pair), None)


def tail_of(people: People) -> bytes | None:
    """The end of the order of a shuffled deck, of which nobody has seen a card, as JSON; None until there is one."""
    with people.store.read() as session:
        found = last_shuffle(session)
        if found is None:
            return None
        event: Any = found[1][found[2]].event
        return msgspec.json.encode(event.order[-3:])[1:]


def seen_in(session: Session, table: Table) -> bytes:
    """All that happened and what waits, as cy may know it."""
    shown: Any = as_it_stands(session)
    seen = [games.record_for_seat(record, table.house) for record in all_records(session)]
    view = games.of(shown.showing).view(shown.showing, table.house, shown.waiting)
    return documents.encode([record for record in seen if record is not None]) + msgspec.json.encode(view)


def dealt_otherwise(salt: str, one_in: int = 1) -> Callable[..., list[str]]:
    """What shuffles the cards of vassals nearly as before: one of the hand is another, in one of so many deals."""

    def deal(seed: str, purpose: str, items: Sequence[str]) -> list[str]:
        order, pick, hand = shuffle(seed, purpose, items), Picker(salt, purpose), vassals.HAND
        if pick(one_in):
            return order
        mine, other = pick(hand), hand + pick(len(order) - hand)
        order[mine], order[other] = order[other], order[mine]
        return order

    return deal


DEALS = (vassals, "shuffle")


def _other_cards(record: Record, newest: int, table: Table) -> Record:
    """A record with another answer of others, with another card that others looked at, or where the deck was shuffled,
    another order. A round is shown by what its records do, so they still fit each other."""
    event: Any = record.event
    if isinstance(event, Decided) and event.seat != table.house:
        return replace(record, event=replace(event, answer={"another": "answer"}, source={"by": "another"}))
    if isinstance(event, RavenLooked) and event.house != table.house and not event.buried:
        return replace(record, event=replace(event, card="another-card"))
    if isinstance(event, DeckSearched) and event.house != table.house:
        return replace(record, event=replace(event, bottom=event.bottom[::-1]))
    deck, order = getattr(event, "deck", ""), getattr(event, "order", ())
    if deck == TIDES or (record.number == newest and deck != VASSALS):
        return replace(record, event=replace(event, order=(*order[:-2], *reversed(order[-2:]))))
    return record


def _other_hands(records: list[Record], position: Any, house: str) -> Iterator[Record]:
    """Records with other cards of vassals, in the hand or not, where the house has seen neither."""
    order, dealt = list[str](), 0
    for place, record in enumerate(records):
        event: Any = record.event
        if isinstance(event, DeckShuffled) and event.deck == VASSALS:
            battle = list(takewhile(lambda one: getattr(one.event, "deck", "") != VASSALS, records[place + 1 :]))
            order, dealt = _other_order(event, battle, position, house), 0
            record = replace(record, event=replace(event, order=tuple(order)))
        elif isinstance(event, VassalHandDrawn):
            cards, dealt = order[dealt : dealt + len(event.cards)], dealt + len(event.cards)
            record = replace(record, event=replace(event, cards=tuple(cards)))
        yield record


def _other_order(event: DeckShuffled, battle: list[Record], position: Any, house: str) -> list[str]:
    """The cards of vassals as they lie otherwise: as they are dealt now in a battle that waits for its cards."""
    if all(isinstance(one.event, VassalHandDrawn) for one in battle):
        cards = games.edition(position.edition).vassal_cards  # type: ignore[attr-defined]
        return list(vassals.shuffle(position.hidden.seed, event.purpose, cards))
    seen = documents.encode(
        [one for one in (games.record_for_seat(record, house) for record in battle) if one is not None]
    )
    free = [card for card in event.order if f'"{card}"'.encode() not in seen]
    turned = dict(zip(free, free[1:] + free[:1], strict=True))
    return [turned.get(card, card) for card in event.order]


def _other_entry(entry: Any, table: Table) -> Any:
    """An entry of the journal with another reason for what others answered."""
    if isinstance(entry, Answered) and entry.seat != table.house:
        return replace(entry, source=replace(entry.source, rule="another[9]"))
    return entry


def _other_sheet(table: Table, document: bytes) -> bytes:
    """A sheet that does the same; for the board games it says more."""
    if "btwixt" in table.edition:
        return document + b" "
    never = documents.read_sheet(table.edition, b'{"support": [{"when": "round > 99", "whom": "me"}]}', ())
    return documents.encode(games.of(never).overlay(documents.stored_sheet(table.edition, document), never))


def _all_drawn_anew(session: Session, table: Table, salt: str) -> Any:
    """The position with everything else that cy does not know; None if cy would see that."""
    stored, position = session.scalars(select(CurrentPosition)).one(), position_in(session)
    stop = Stop(stored.document, as_it_stands(session), all_records(session))
    disguise = secrets.disguised if hasattr(position.hidden, "decks") else cards_in_hands.disguised
    return disguise(stop, table.house, salt)


def _deeper_drawn_anew(session: Session, table: Table, salt: str) -> Any:
    """The position with another order of what is not drawn soon, as far as cy does not know it."""
    position = position_in(session)
    hidden = position.hidden
    if not hasattr(hidden, "decks"):
        half = len(hidden.deck) // 2
        hidden.deck[half:] = shuffle(salt, "deck", hidden.deck[half:])
        return position
    seen = (games.record_for_seat(record, table.house) for record in all_records(session))
    memory = DeckMemory(table.house, [record.event for record in seen if record is not None])
    wildlings = {deck: cards for deck, cards in hidden.decks.items() if deck == "wildlings"}
    others = {deck: cards for deck, cards in hidden.decks.items() if deck not in wildlings}
    secrets.shuffle_unknown(others, memory, salt, staying=1)
    # With vassals the wildlings come; else only the raven's holder sees their next card, which may be another.
    secrets.shuffle_unknown(wildlings, memory, salt, staying=2 if table.edition == DRAGONS else 0)
    return position


def change_secrets(people: People, table: Table, salt: str = "", *, deeper: bool = False) -> None:
    """All that cy does not know is drawn anew, and other cards stand in the records; the email and the sheet say
    something else. `deeper`: only so much that the open turn may still be played as it would have been."""
    with people.store.begin() as session:
        draw = _deeper_drawn_anew if deeper else _all_drawn_anew
        others = (draw(session, table, f"another deal {salt}{number}") for number in range(MAX_DEALS))
        other = next(one for one in others if one is not None)
        before = position_in(session)
        # It is a key too.
        other.hidden.seed = before.hidden.seed
        assert other.hidden != before.hidden
        shuffled, everything = last_shuffle(session), all_records(session)
        newest = shuffled[1][shuffled[2]].number if shuffled else 0
        records = [_other_cards(one, newest, table) for one in _other_hands(everything, before, table.house)]
        for row in session.scalars(select(RoundRecords)):
            row.document = documents.encode([one for one in records if row.first <= one.number <= row.last])
        for part in session.scalars(select(JournalPart)):
            entries = documents.decode_entries(table.edition, part.document)
            part.document = documents.encode([_other_entry(entry, table) for entry in entries])
        session.scalars(select(CurrentPosition)).one().document = documents.encode(other)
        for message in session.scalars(select(Message)):
            message.body = OTHER_BODY
        of_others = select(SheetVersion).join(Seat, Seat.id == SheetVersion.seat_id).where(Seat.house != table.house)
        for version in session.scalars(of_others):
            version.document = _other_sheet(table, version.document)
