"""The board in emails: whoever reads the text alone can plan from it, and sees no more than is theirs."""

from __future__ import annotations

import re
import zlib
from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.documents import own_part, view_with_own_part
from adjudicator.engine.values import StoredBoard, View
from correspondence.mail import compose, decode_payload, encode_payload, write
from correspondence.mail.payload import AnswerPayload, OpenTurn, ResultsPayload, StatusPayload
from correspondence.mail.text import text_pieces
from narration.narrators import narrator_of
from narration.typed_sheets import read_sheet_text
from narration.words import LANGUAGES, translator
from tests.correspondence.mail import samples
from tests.narration.boards import EDITIONS, positions

WESTEROS = [edition for edition in EDITIONS if edition != "btwixt"]
# Over what lies there, in words.
BOARD, TABLE = "THE BOARD IN WORDS", "THE TABLE IN WORDS"
MAX_BYTES = 100_000


def payload_of(edition: str, position: Any, waiting: Any, seat: str, pace: str = "bulk") -> ResultsPayload:
    """The email that opens a turn, as the service prepares it."""
    view = games.of(position).view(position, seat, waiting)
    asked = tuple(view.waiting) or tuple(games.of(position).foreseen(position, seat))
    window = games.of(position).window(position, waiting[0], pace)  # type: ignore[arg-type]
    game = msgspec.structs.replace(samples.facts(), edition=edition, players=EDITIONS[edition], names={}, bots=())
    opened: OpenTurn = msgspec.structs.replace(
        samples.open_turn(), window=window, round=position.board.round, questions=asked, own=own_part(view)
    )
    rules = games.edition(edition)
    return ResultsPayload(
        game=game,
        seat=seat,
        closed=None,
        opened=opened,
        board=position.board,
        standings=games.of(position.board).standings(position.board, rules),
        links=samples.LINKS,
        thread=samples.THREAD,
        written_at=samples.NOW,
    )


def text_of(payload: Any, language: str = "en") -> str:
    """The text part of an email that came out of the outbox."""
    reader = msgspec.structs.replace(samples.ADA, language=language)
    content = compose(decode_payload(encode_payload(payload)), recipient=reader, site=samples.SITE)
    return "".join(text_pieces(content))


def joined(text: str) -> str:
    """The same with its lines unfolded."""
    return re.sub(r"\n {4}(?=\S)", " ", text)


def begun(edition: str) -> tuple[Any, Any]:
    """The first turn of a game."""
    outcome = games.of_edition(edition).resume(games.start(edition, EDITIONS[edition], "planned"))
    return outcome.showing, outcome.waiting


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", WESTEROS)
def test_a_sheet_typed_from_the_text_alone_is_accepted(edition: str, language: str) -> None:
    position, waiting = begun(edition)
    seat, words = "stark", translator(language)
    text = joined(text_of(payload_of(edition, position, waiting, seat), language))
    rules: Any = games.edition(edition)
    v: Any = narrator_of(rules).voice(rules, words, seat)
    own = text.split(words.say("{house} (you)", house=v.house(seat)) + ":")[1].split("\n\n")[0]
    codes = re.findall(r"\[([A-Z]+)\][^\n;]*: \d", own)
    orders = re.search(r"\u2605: [^)]*\): (.*)", text)
    assert orders is not None
    plain = [name for name in orders[1].split(", ") if "\u2605" not in name]
    tokens = [re.sub(r"^\d+ \u00d7 ", "", name) for name in plain]
    keyword = {"en": "ORDERS", "it": "ORDINI", "es": "ÓRDENES"}[language]
    typed = "\n".join(f"{keyword} {code} {token}" for code, token in zip(codes, tokens, strict=False))
    assert len(typed.split("\n")) == sum(force.house == seat for force in position.board.forces.values())
    script = read_sheet_text(typed, rules, ())
    assert script.unread == ()
    report = games.of(position).check_sheet(position, seat, script.sheet, waiting)
    assert not report.errors, report.errors
    assert len(script.sheet.orders) == len(codes) >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bid_typed_from_the_text_alone_is_accepted(language: str) -> None:
    position, waiting = begun("btwixt")
    seat = waiting[0].seat
    text = text_of(payload_of("btwixt", position, waiting, seat), language)
    hand = text.split(translator(language).say("Your hand") + ":\n")[1].split("\n\n")[0]
    cards = [line[4:].partition(" (")[0] for line in hand.split("\n") if line.startswith("  - ")]
    assert len(cards) == len(position.hidden.hands[seat])
    keyword = {"en": "BID", "it": "OFFERTA", "es": "PUJA"}[language]
    script = read_sheet_text(f"{keyword} {', '.join(cards)}", games.edition("btwixt"), ())
    assert script.unread == ()
    assert len(script.sheet.bid[0].play) == len(cards)
    assert not games.of(position).check_sheet(position, seat, script.sheet, waiting).errors


@pytest.mark.parametrize("edition", EDITIONS)
def test_mails_of_turns_are_of_modest_size_and_fit_their_lines(edition: str) -> None:
    for position, waiting in positions(edition):
        payload = payload_of(edition, position, waiting, position.board.houses[0])
        assert len(write(payload, recipient=samples.ADA, site=samples.SITE)[1]) < MAX_BYTES
        text = text_of(payload)
        assert [line for line in text.split("\n") if len(line) > 72 and "://" not in line] == []
        board = text.split(TABLE if edition == "btwixt" else BOARD)[1].split("CURRENT TURN")[0]
        assert len([line for line in board.split("\n") if line.strip()]) < 25 * EDITIONS[edition]


def test_the_sections_can_be_folded_in_html() -> None:
    position, waiting = begun("first-edition")
    raw = write(payload_of("first-edition", position, waiting, "stark"), recipient=samples.ADA, site=samples.SITE)[1]
    assert raw.count(b"<details") == raw.count(b"</details>") == raw.count(b"</summary>") == 2


def test_only_the_readers_hand_leaves_the_house() -> None:
    for position, waiting in positions("btwixt"):
        houses = position.board.houses
        position.hidden.hands[houses[1]] = ["planted-in-the-hand-of-another"]
        position.hidden.seen[houses[1]] = {f"{houses[1]}-{houses[2]}": [77777]}
        raw = zlib.decompress(encode_payload(payload_of("btwixt", position, waiting, houses[0])))
        assert b"planted-in-the-hand-of-another" not in raw
        assert b"77777" not in raw
        mine = text_of(payload_of("btwixt", position, waiting, houses[1]))
        assert "planted in the hand of another" in mine


def test_mails_of_earlier_programs_are_still_read() -> None:
    position, waiting = positions("btwixt")[0]
    payload = payload_of("btwixt", position, waiting, position.board.houses[0])
    data = msgspec.json.decode(zlib.decompress(encode_payload(payload)))
    del data["opened"]["own"]
    text = text_of(decode_payload(msgspec.json.encode(data)))
    assert TABLE in text
    assert "Your hand:" not in text


def test_a_mail_that_asks_nothing_any_more_shows_no_board() -> None:
    assert BOARD not in text_of(msgspec.structs.replace(samples.results(), opened=None))


def test_an_answer_about_the_state_tells_the_board_too() -> None:
    position, waiting = positions("btwixt")[0]
    seat = position.board.houses[0]
    view = games.of(position).view(position, seat, waiting)
    payload: AnswerPayload = AnswerPayload(
        what="received",
        game=msgspec.structs.replace(samples.facts(), edition="btwixt", players=4),
        seat=seat,
        status=StatusPayload(asked=True, questions=tuple(view.waiting), own=own_part(view)),
        board=position.board,
        opened=samples.open_turn(),
        links=samples.LINKS,
        thread=samples.THREAD,
        written_at=samples.NOW,
    )
    text = text_of(msgspec.structs.replace(payload, opened=None))
    assert TABLE not in text
    opened = payload_of("btwixt", position, waiting, seat).opened
    text = text_of(msgspec.structs.replace(payload, opened=opened))
    assert "Your hand:" in text.split(TABLE)[1]


def test_an_own_part_makes_the_view_again() -> None:
    position, waiting = positions("btwixt")[-1]
    seat = position.board.houses[0]
    view: Any = games.of(position).view(position, seat, waiting)
    kept = StoredBoard("btwixt", 4, view.commitment, view.revision, position.board)
    again: View = view_with_own_part(kept, seat, {**own_part(view), "gone": 1})
    assert msgspec.structs.replace(again, waiting=view.waiting) == view  # type: ignore[type-var]
    with pytest.raises(msgspec.ValidationError):
        view_with_own_part(kept, seat, {"hand": 3})
