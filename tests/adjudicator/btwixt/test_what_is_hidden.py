"""A what-if of B'Twixt shows its leader the same whatever is hidden, with a host's cards that reach into hands too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from adjudicator import documents, games
from adjudicator.btwixt.editions import data_check
from adjudicator.btwixt.editions.loading import HOUSE
from adjudicator.btwixt.game import BTWIXT
from adjudicator.btwixt.rules.seasons import edition_of, register
from adjudicator.btwixt.state import decisions as d, edition as c
from adjudicator.btwixt.state.decisions import CardChoice
from adjudicator.btwixt.what_if import Memory, as_imagined, redraw_hidden_state
from adjudicator.engine.chance import Picker, shuffle
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.engine.what_if import suppose
from tests.adjudicator.what_if.secrets import Stop, looks_the_same
from tests.brought_editions import forgotten
from tests.slices import often

replace = msgspec.structs.replace
HOST_SET = "btwixt-5ec5e75e"
OTHER = c.PickLeader(pick="other", where=("has-hand",))


def _discard(of: c.Leaders, how: c.How = "choice", n: int = 1, **where: int) -> c.DiscardCard:
    return c.DiscardCard(card=c.PickCard(zone="hand", of=of, how=how, n=n, where=c.CardFilter(**where)))


# Cards whose choices, or whether there is one, follow from what another leader holds; and allies that bring the next.
ON_PLAY: tuple[c.Op, ...] = (
    _discard(OTHER),
    _discard(OTHER, n=2),
    _discard(OTHER, "highest"),
    _discard(OTHER, n=2, max_value=3),
    _discard("each-other", "highest", n=2),
    c.GiveCard(giver=OTHER, to="you", n=2, how="choice"),
    c.Peek(what="hand", of="each-other", by="you", n=1),
    c.DiscardCard(card=c.PickCard(zone="hand", of="each-other", by="owner", where=c.CardFilter(min_value=3))),
)
CLAIMED: tuple[c.Op, ...] = (
    c.AddAlly(who="you", source="deck-top", to="own-choice"),
    c.AddAlly(who="each-other", source="deck-top", to="own-choice"),
    _discard(OTHER, n=2),
    c.ArrangeAllies(n=3, bottom_max=1),
    c.PlaceSelf(council="any"),
)


@contextmanager
def host_cards() -> Iterator[str]:
    """A host's set of such cards, known within."""
    changed: dict[str, dict[str, Any]] = {}
    for name, when, ops in (("influence", "on-play", ON_PLAY), ("allies", "when-claimed", CLAIMED)):
        rows = enumerate(getattr(HOUSE.cards, name).values())
        made = [replace(one, abilities=(c.Ability(when=when, do=(ops[n % len(ops)],)),)) for n, one in rows]
        assert not [fault for card in made for fault in data_check.ability_faults(card, "")]
        changed[name] = {one.id: one for one in made}
    edition = replace(HOUSE, id=HOST_SET, cards=replace(HOUSE.cards, **changed), offered=True)
    with forgotten():
        games.add(games.GAMES["btwixt"], register(edition))
        yield edition.id


@pytest.fixture
def host_set() -> Iterator[str]:
    """The same while the test runs."""
    with host_cards() as edition:
        yield edition


class _OneAnswer:
    """A random answer to the first question, and none to the others."""

    def __init__(self, pick: Picker) -> None:
        self.pick, self.free = pick, True

    def __call__(self, position: Any, asked: Decision) -> SourcedAnswer | None:
        if not self.free:
            return None
        self.free = False
        return SourcedAnswer(BTWIXT.legal_answers(position, asked).sample(self.pick), Source("player"))


def stops(edition: str, players: int, seed: str, modules: Sequence[str]) -> Iterator[Stop]:
    """Every question of a game of random leaders; of those asked together each with the answers before it."""
    shown: Any = games.of_edition(edition).resume(games.start(edition, players, seed, modules))
    pick = Picker(seed, "leaders")
    records = list(shown.records)
    while shown.waiting:
        yield Stop(documents.encode(shown.position), shown, list(records))
        shown = BTWIXT.advance(shown.position, _OneAnswer(pick))
        records += shown.records


def disguised(stop: Stop, seat: str, salt: str) -> Any:
    """The stored position with all drawn anew that the leader does not know; None if it would see that."""
    position: Any = documents.decode(stop.stored)
    memory, hidden = Memory(seat, stop.told(seat)), position.hidden
    hidden.seed = f"not {hidden.seed}"
    hidden.supply = shuffle(salt, "supply", hidden.supply)
    kept = {
        house: list((Counter(hand) & memory.hands.get(house, Counter())).elements()) if house != seat else hand
        for house, hand in hidden.hands.items()
    }
    loose = Counter([*hidden.deck, *(card for hand in hidden.hands.values() for card in hand)])
    loose.update(card for house, packet in hidden.packets.items() if house != seat for card in packet)
    loose.subtract(card for hand in kept.values() for card in hand)
    pool = shuffle(salt, "cards", sorted(loose.elements()))
    hidden.hands = {
        house: [*kept[house], *(pool.pop() for _ in hand[len(kept[house]) :])] for house, hand in hidden.hands.items()
    }
    hidden.packets = {
        house: packet if house == seat else [pool.pop() for _ in packet] for house, packet in hidden.packets.items()
    }
    hidden.deck = pool
    _allies(stop, memory, hidden.allies, salt)
    return position if looks_the_same(stop, seat, position) else None


def _allies(stop: Stop, memory: Memory, allies: list[str], salt: str) -> None:
    """The ally deck in another order, but for what the leader knows of it, and an ally that is just turned up."""
    bottom = memory.bottom[-len(allies) :]
    known = {place for place, ally in enumerate(memory.top[: len(allies)]) if ally}
    known |= {len(allies) - len(bottom) + place for place, ally in enumerate(bottom) if ally}
    turned_up = {getattr(asked, name, "") for asked in stop.shown.waiting for name in ("ally", "source")}
    free = [place for place, ally in enumerate(allies) if place not in known and ally not in turned_up]
    for place, ally in zip(free, shuffle(salt, "allies", [allies[place] for place in free]), strict=True):
        allies[place] = ally


def imagined(position: Any, stop: Stop, seat: str) -> bytes:
    """What a leader is shown of a what-if."""
    found = suppose(BTWIXT, position, seat, stop.records, {}, pace="stepwise")
    records = [record for one in found.records if (record := games.record_for_seat(one, seat)) is not None]
    return msgspec.json.encode([found.before, found.after, found.sheets, records])


def compared(edition: str, players: int, modules: Sequence[str], seed: str, every: int) -> Counter[str]:
    """How many what-ifs were the same for another hidden state, by what they began with; of plays one of `every`."""
    found, pick = Counter[str](), Picker(seed, "seats")
    for number, stop in enumerate(stops(edition, players, seed, modules)):
        asked, houses = stop.shown.waiting[0], stop.shown.showing.board.houses
        seat = houses[pick(len(houses))]
        if isinstance(asked, d.PlayOrKneel) and pick(every):
            continue
        expected = imagined(documents.decode(stop.stored), stop, seat)
        other = disguised(stop, seat, f"salt {number}")
        if other is not None:
            assert imagined(other, stop, seat) == expected, (number, seat, asked)
            found[f"{type(asked).__name__} {'mine' if asked.seat == seat else 'of another'}"] += 1
    return found


@pytest.mark.parametrize(
    ("players", "modules"),
    [(3, ("short-game",)), (3, ("draft", "short-game")), (4, ("advanced", "short-game")), (3, ("draft-of-kings",))][
        : often(2, 4)
    ],
    ids=str,
)
def test_cards_that_reach_into_hands_show_nothing_of_them(
    host_set: str, players: int, modules: tuple[str, ...]
) -> None:
    found = compared(host_set, players, modules, "hands", often(4, 1))
    assert found["ChooseCard of another"] >= 3
    assert found["ChooseCard mine"] >= 1
    assert found["ChooseCouncil of another"] >= 3
    assert "draft" not in modules or found["KeepCard of another"] >= 10


@pytest.mark.parametrize("modules", [("draft", "short-game"), ("advanced", "revealed-allies")][: often(1, 2)], ids=str)
def test_the_house_set_shows_nothing_of_what_is_hidden(modules: tuple[str, ...]) -> None:
    assert compared("btwixt", 3, modules, "house set", often(8, 1)).total() > 40


def test_what_a_leader_chooses_among_is_in_the_hand_it_imagines(host_set: str) -> None:
    """The true cards of another's hand that it is shown, and those it chose before."""
    shown = 0
    for stop in stops(host_set, 3, "shown", ("short-game",)):
        asked = stop.shown.waiting[0]
        if (
            isinstance(asked, d.ChooseCard)
            and asked.choices[0].of not in ("", asked.seat)
            and not asked.choices[0].number
        ):
            begin = suppose(BTWIXT, documents.decode(stop.stored), asked.seat, stop.records, {}, pace="stepwise").begin
            hand = documents.decode(begin).hidden.hands[asked.choices[0].of]
            assert {card.card for card in asked.choices} <= set(hand)
            shown += 1
    assert shown >= 3


def by_card(edition: Any, op: c.Op) -> str:
    """An influence card that does this."""
    return next(card.id for card in edition.influence.values() if card.abilities[0].do[0] == op)


def test_a_hand_that_is_chosen_from_is_imagined_with_choices(host_set: str) -> None:
    """Of cards up to 3 one is chosen: another leader imagines two of them at least, in a hand of two."""
    position: Any = games.start(host_set, 3, "fits", ())
    edition, (chooser, owner, seat) = edition_of(position), position.board.houses
    low = [card.id for card in edition.influence.values() if card.value <= 3 and card.group == "standard"]
    position.board.hands[owner], position.hidden.hands[owner] = 2, low[:2]
    choices = tuple(CardChoice(card, owner) for card in low[:2])
    source = by_card(edition, _discard(OTHER, n=2, max_value=3))
    asked = d.ChooseCard(seat=chooser, house=chooser, source=source, use="discard", choices=choices)
    hands = set()
    for number in range(20):
        position.hidden = redraw_hidden_state(position, Memory(seat, ()), [asked], f"salt {number}")
        shown = as_imagined(position, asked, seat)
        assert isinstance(shown, d.ChooseCard)
        hands.add(tuple(card.card for card in shown.choices))
        assert len(shown.choices) == 2
        assert {card.card for card in shown.choices} <= set(low)
    assert len(hands) > 5


def test_a_card_that_is_taken_is_not_offered_again(host_set: str) -> None:
    """The highest of a hand goes without a choice; of the next two one is chosen."""
    position: Any = games.start(host_set, 3, "taken", ())
    edition, (chooser, owner, seat) = edition_of(position), position.board.houses
    source = by_card(edition, _discard("each-other", "highest", n=2))
    value = Counter(card.value for card in edition.influence.values() if card.group == "standard")
    top = max(value)
    by_value = sorted(edition.influence.values(), key=lambda card: -card.value)
    next_value = next(number for number in sorted(value, reverse=True) if number < top and value[number] > 1)
    highest = next(card.id for card in by_value if card.value == top)
    pair = [card.id for card in by_value if card.value == next_value][:2]
    position.hidden.hands[owner] = [highest, *pair]
    choices = tuple(CardChoice(card, owner) for card in pair)
    asked = d.ChooseCard(seat=chooser, house=chooser, source=source, use="discard", choices=choices)
    assert as_imagined(position, replace(asked, taken=1), seat) == replace(asked, taken=1)
    first = as_imagined(position, asked, seat)
    assert isinstance(first, d.ChooseCard)
    assert [card.card for card in first.choices] == [highest]


def test_the_rules_say_how_many_cards_of_a_hand_are_taken(host_set: str) -> None:
    games = (stops(host_set, 3, f"taken {game}", ("short-game",)) for game in range(often(3, 12)))
    waiting = (stop.shown.waiting[0] for game in games for stop in game)
    taken = Counter(asked.taken for asked in waiting if isinstance(asked, d.ChooseCard))
    assert taken[UNSET] > taken[1] > 0
