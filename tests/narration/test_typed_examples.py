"""Examples of typed lines in letters: of what is asked, with what may be said just then."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from adjudicator import documents, games
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.rules.planning import swaps
from adjudicator.thrones.rules.targaryen import plot_offers
from adjudicator.thrones.state.decisions import PlaceBid, UseRaven
from narration.narrators import narrator_of
from narration.thrones.typed_examples import typed_examples
from narration.thrones.voice import Voice
from narration.typed_sheets import notation_reference, read_sheet_text, sheet_text, typed_examples as face_examples
from narration.words import translator
from tests.adjudicator.bot.test_written_sheets import TABLES, turns
from tests.slices import often


@pytest.mark.parametrize(
    ("bans", "order"), [([], "defense+1"), (["defense"], "support"), (["defense", "support"], "raid")]
)
def test_the_raven_is_shown_with_an_order_that_may_lie(bans: list[str], order: str) -> None:
    every = turns("first-edition", 5, "the raven", 2, "raven")
    shown = next(one for one in every if isinstance(one.waiting[0], UseRaven))
    board, asked = shown.showing.board, shown.waiting[0]
    board.bans = bans
    window = THRONES.window(shown.showing, asked, "raven")
    v = Voice(games.edition("first-edition"), translator("en"), asked.seat)
    lines = typed_examples(window, [asked], board, asked.seat, "raven", v)
    (line,) = [one for one in lines if one.startswith("RAVEN ")]
    assert line.endswith(f" {order} | none")
    area = line.split()[1]
    assert any(
        (swap.area, swap.order) == (area, order) for swap in swaps(board, games.edition("first-edition"), v.seat)
    )


@pytest.mark.parametrize(
    ("power", "bid"), [(5, "2; fiefdoms upto 1; kings-court 0"), (0, "0; fiefdoms 0; kings-court 0")]
)
def test_bids_are_shown_that_can_be_paid_and_gifts_to_others(power: int, bid: str) -> None:
    every = turns("mother-of-dragons", 8, "bids", 4)
    shown = next(
        one for one in every if isinstance(one.waiting[0], PlaceBid) and "targaryen" in one.showing.board.houses
    )
    board, asked = shown.showing.board, shown.waiting[0]
    board.power["targaryen"] = power
    v = Voice(games.edition("mother-of-dragons"), translator("en"), "targaryen")
    window = THRONES.window(shown.showing, asked, "bulk")
    lines = typed_examples(window, [asked], board, "targaryen", "bulk", v)
    assert f"BID iron-throne {bid}" in lines
    (gift,) = [one for one in lines if one.startswith("CHOOSE iron-throne: ")]
    assert "targaryen" not in gift


# What an example may leave open; nothing else is to be said of it.
OPEN = {"no-order", "march-without-plan"}


def examples(shown: Any, edition: str, seat: str, pace: Any) -> str:
    """All examples for a seat in a turn, as a letter of English has them."""
    board, rules = shown.showing.board, games.edition(edition)
    window = THRONES.window(shown.showing, shown.waiting[0], pace)
    asked = [one for one in shown.waiting if one.seat == seat] or THRONES.foreseen(shown.showing, seat)
    v = narrator_of(rules).voice(rules, translator("en"), seat)
    return "\n".join(face_examples(window, asked, board, seat, str(pace), v, board.modules))


@pytest.mark.parametrize("pace", ["bulk", "raven", "stepwise"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_examples_together_are_a_sheet_that_would_do_now(edition: str, players: int, pace: str) -> None:
    """No example is refused, nor warned of: raids, marches and support are of orders that lie, or that stand beside."""
    told = Counter[str]()
    for shown in islice(turns(edition, players, "examples", 4, pace), often(10, 60)):
        board = shown.showing.board
        for seat in (house for house in board.houses if house not in board.vassals):
            text = examples(shown, edition, seat, pace)
            script = read_sheet_text(text, games.edition(edition), board.modules)
            report = THRONES.check_sheet(shown.showing, seat, script.sheet, shown.waiting, pace=pace)
            wrong = [one for one in (*report.errors, *report.warnings) if one.code not in OPEN]
            assert wrong == [], f"{seat}, {board.phase}, round {board.round}:\n{text}"
            told.update(line.partition(" ")[0] for line in text.split("\n"))
    wanted = {"MARCH", "CARD"} if pace == "stepwise" else {"ORDERS", "MARCH", "SUPPORT", "CARD"}
    assert wanted <= set(told) or pace == "stepwise"


def test_an_example_is_of_an_order_that_lies_open() -> None:
    met = set()
    for shown in turns("first-edition", 5, "lying", 3, "raven"):
        board = shown.showing.board
        if board.phase != "raven":
            continue
        orders = games.edition("first-edition").orders
        for seat in board.houses:
            for line in examples(shown, "first-edition", seat, "raven").split("\n"):
                word, _, rest = line.partition(" ")
                kind = {"RAID": "raid", "MARCH": "march", "SUPPORT": "support"}.get(word)
                if kind:
                    placed = next(p for a, p in board.orders.items() if rest.startswith(f"{_written(a)}:"))
                    assert (placed.house, orders[placed.order].type) == (seat, kind), line
                    met.add(kind)
    assert met == {"raid", "march", "support"}


def _written(area: str) -> str:
    """An area as lines of English have it."""
    edition = games.edition("first-edition")
    return sheet_text(
        documents.read_sheet("first-edition", b'{"orders":{"%s":"none"}}' % area.encode()), edition, (), "en"
    )[len("CLEAR\nORDERS ") :].split(" ")[0]


def test_leaders_and_hostages_come_with_examples() -> None:
    shown = next(turns("storm-of-swords", 4, "leaders", 1))
    stark = examples(shown, "storm-of-swords", "stark", "bulk").split("\n")
    joined = " ".join(line.strip() for line in stark)
    assert "OFFER eddard-stark, to lannister, power 2 | decline" in stark
    assert "leaders robb-stark to " in joined
    lannister = examples(shown, "storm-of-swords", "lannister", "bulk")
    assert "REPLY eddard-stark, from stark, power 2 | refuse" in lannister
    reference = notation_reference(games.edition("storm-of-swords"), (), translator("en")).statements
    typed = [line for one in reference for line in one.example]
    assert any(line.startswith("OFFER ") for line in typed)
    assert any("leaders robb-stark to harrenhal" in line for line in typed)
    # Elsewhere nobody knows leaders.
    reference = notation_reference(games.edition("second-edition"), (), translator("en")).statements
    assert not any("leaders" in line for one in reference for line in one.example)


@pytest.mark.parametrize("card", [one.id for one in games.edition("mother-of-dragons").westeros.values() if one.effect])
def test_cards_of_loyalty_show_how_they_are_answered(card: str) -> None:
    """Whoever has something to say to a card has a line for it, which names what it offers."""
    shown = next(one for one in turns("mother-of-dragons", 8, "loyalty", 6) if one.showing.board.phase == "westeros")
    board, rules = shown.showing.board, games.edition("mother-of-dragons")
    board.revealed = {"IV": card}
    for seat in ("targaryen", "stark"):
        offered = plot_offers(board, rules, seat, rules.westeros[card])
        window = THRONES.window(shown.showing, shown.waiting[0], "bulk")
        lines = typed_examples(window, [], board, seat, "bulk", Voice(rules, translator("en"), seat))
        sheet = read_sheet_text("\n".join(lines), rules, ()).sheet
        assert (card in sheet.choices) == bool(offered), (seat, lines)
        assert {wish for rule in sheet.choices.get(card, ()) for wish in rule.pick} <= {*offered}


def test_ties_are_shown_of_what_the_turn_comes_to() -> None:
    shown = next(one for one in turns("storm-of-swords", 4, "ties", 6) if one.showing.board.phase == "westeros")
    board = shown.showing.board
    seat = board.holders["iron-throne"]
    for revealed, first in (("clash-of-kings", "TIES me, "), ("claim-westeros", "TIES highest: me, ")):
        board.revealed = {"III": revealed}
        window = THRONES.window(shown.showing, shown.waiting[0], "bulk")
        v = Voice(games.edition("storm-of-swords"), translator("en"), seat)
        lines = [one for one in typed_examples(window, [], board, seat, "bulk", v) if one.startswith("TIES")]
        assert lines[0].startswith(first)
        assert len(lines) == (1 if revealed == "clash-of-kings" else 2)
