"""The sheet for a turn, through its form: written, refused with everything kept, handed in, receipted, replaced."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from adjudicator import games
from adjudicator.thrones.sheets.battle import BladeRule
from adjudicator.thrones.sheets.kind import BotRule
from adjudicator.thrones.sheets.sheet import Sheet, write_sheet
from tests.adjudicator.sheets.random_sheets import lively_sheet, meaningful
from tests.correspondence.people import People
from tests.web.form_reader import sheet_form
from tests.web.test_sheet_form import saying_something
from tests.web.visitors import Browser
from web.thrones.sheet_form.rules import FORM

FIRST = games.edition("first-edition")
Browsers = Callable[[str], Browser]
BEFORE = "When everybody is ready, the turn ends before its deadline."
AT_ITS_DEADLINE = "The turn ends at its deadline, even if everyone is ready earlier."
ORDERS = {
    "orders.winterfell": "march+0",
    "orders.white-harbor": "defense+1",
    "orders.the-shivering-sea": "support",
    "marches.winterfell[0].do": "go",
    "marches.winterfell[0].when": "moat-cailin is empty",
    "marches.winterfell[0].moves[0].to": "moat-cailin",
    "marches.winterfell[0].moves[0].who": "these",
    "marches.winterfell[0].moves[0].units.footman": "1",
}


@pytest.fixture
def ada(signed_in: Browsers) -> Browser:
    """The browser of ada, who plays stark."""
    return signed_in("ada")


@pytest.fixture
def turn(people: People, running_game: str) -> str:
    """The address of the open turn."""
    return f"/turns/{people.turn(running_game)}"


def kept(people: People, game: str) -> Sheet:
    """The sheet that was accepted last."""
    from correspondence.sheets.reading import sheet_of

    account, turn = people.account("ada"), people.turn(game)
    with people.store.read() as session:
        receipt = sheet_of(session, account, turn, people.now)
    assert receipt is not None
    return receipt.sheet


def test_a_sheet_is_handed_in_and_receipted(
    people: People, running_game: str, turn: str, ada: Browser, tasks: list[str]
) -> None:
    page = ada.get(turn)
    assert "You haven&#39;t submitted orders" in page.text
    answer = ada.post(turn, {**ORDERS, "do": "save"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{running_game}?since=0")
    board = ada.get(answer.headers["Location"]).text
    assert "Your orders are in: version 1" in board
    assert '<template id="plan">' in board
    receipt = ada.get(f"{turn}/sheets/1").text
    for words in ("version 1", "Winterfell: March +0", "if Moat Cailin is empty: 1 footman \u2192 Moat Cailin"):
        assert words in receipt, words
    assert "You have not said yet that you are ready" in receipt
    assert kept(people, running_game).orders == {
        "winterfell": "march+0",
        "white-harbor": "defense+1",
        "the-shivering-sea": "support",
    }
    assert tasks == []
    ada.post(turn, {**ORDERS, "orders.white-harbor": "support", "do": "save-ready"})
    assert tasks == ["turns"]
    assert "You are ready." in ada.get(f"{turn}/sheets/2").text
    assert "has replaced this one" in ada.get(f"{turn}/sheets/1").text
    ada.post(turn, {**ORDERS, "do": "save-not-ready"})
    assert "You have not said yet that you are ready" in ada.get(f"{turn}/sheets/3").text


def test_warnings_are_in_the_receipt(turn: str, ada: Browser) -> None:
    ada.post(turn, {"orders.winterfell": "march+0"})
    receipt = ada.get(f"{turn}/sheets/1").text
    assert "no-order" in receipt
    assert "White Harbor has units but no order" in receipt


def test_a_bid_beyond_all_power_is_told_plainly(turn: str, ada: Browser) -> None:
    ada.post(turn, {**ORDERS, "bids.fiefdoms[0].how": "exactly", "bids.fiefdoms[0].amount": "9"})
    assert "Stark has 5 Power now: instead of 9, only what is left would be bid" in ada.get(f"{turn}/sheets/1").text


def test_what_was_typed_is_kept_beside_its_error(people: People, running_game: str, turn: str, ada: Browser) -> None:
    typed = {**ORDERS, "support[2].whom": "me", "support[2].when": "winterfell iz mine", "losses.general[0].keep": "-1"}
    page = ada.post(turn, typed)
    assert page.status_code == 422
    form = sheet_form(page.text)
    for name, value in typed.items():
        assert value in form.sent[name], name
    assert 'id="support[2].when-error"' in page.text
    assert 'id="losses.general[0].keep-error"' in page.text
    assert people.page(running_game).turn is not None
    assert "You haven&#39;t submitted orders" in ada.get(turn).text


def test_refusals_of_the_rules_stand_beside_their_fields(turn: str, ada: Browser) -> None:
    page = ada.post(turn, {**ORDERS, "orders.white-harbor": "march+0"})
    assert page.status_code == 422
    assert "too-many-of-an-order" in page.text
    assert page.text.index("Not accepted; nothing was changed.") < page.text.index("Orders due"), "the news first"
    assert sheet_form(page.text).sent["orders.white-harbor"] == ["march+0", ""]
    page = ada.post(turn, {**ORDERS, "marches.winterfell[0].moves[0].to": "atlantis"})
    assert 'id="marches.winterfell[0].moves[0].to-error"' in page.text
    assert "atlantis" in sheet_form(page.text).sent["marches.winterfell[0].moves[0].to"]


def test_more_rows_lose_nothing(turn: str, ada: Browser) -> None:
    before = sheet_form(ada.get(turn).text)
    assert ("more", "section-support") in before.buttons
    typed = {**ORDERS, "support[0].whom": "nobody", "support[0].when": "not understood", "more": "support"}
    page = ada.post(turn, typed)
    assert page.status_code == 200
    after = sheet_form(page.text)
    rows = [name for name in after.sent if name.startswith("support[") and name.endswith(".whom")]
    # One is filled, three are more; one is blank in any case, and one stands in the card of the area with support.
    assert len(rows) == 6
    for name, value in typed.items():
        assert name == "more" or value in after.sent[name], name
    again = {name: values[0] for name, values in after.sent.items()}
    page = ada.post(turn, {**again, "more": "marches.winterfell[0].moves"})
    goals = [
        n for n in sheet_form(page.text).sent if n.startswith("marches.winterfell[0].moves[") and n.endswith(".to")
    ]
    assert len(goals) == 2
    assert sheet_form(page.text).sent["support[0].when"] == ["not understood"]


def test_the_page_says_any_sheet_that_is_in(people: People, running_game: str, turn: str, ada: Browser) -> None:
    view = people.page(running_game).view
    assert view is not None
    tried = 0
    for seed in range(16):
        sheet = saying_something(lively_sheet(view.board, random.Random(seed).randrange, "stark"))
        sheet = _as_editions_offered_ask(msgspec.structs.replace(sheet, orders={"winterfell": "march+0"}, bids={}))
        sheet = meaningful(sheet)
        answer = ada.post(turn, {"do": "save-json", "document": write_sheet(sheet).decode()})
        if answer.status_code == 303:
            tried += 1
            read, faults = FORM.read(sheet_form(ada.get(turn).text).sent, FIRST)
            assert faults == []
            wanted = _as_shown(kept(people, running_game), read)
            for name in Sheet.__struct_fields__:
                assert getattr(read, name) == getattr(wanted, name), name
            assert ada.get(answer.headers["Location"]).status_code == 200
    assert tried >= 8


def _as_editions_offered_ask(sheet: Sheet) -> Sheet:
    """Without what only editions ask for that have no page yet: choices, loans, looks at cards, areas of texts."""
    replace = msgspec.structs.replace
    knight = tuple(replace(rule, areas=()) for rule in sheet.texts.knight)
    raven = tuple(replace(rule, look=False) for rule in sheet.raven)
    return replace(sheet, choices={}, loans=(), raven=raven, texts=replace(sheet.texts, knight=knight))


def _as_shown(sheet: Sheet, shown: Sheet) -> Sheet:
    """The sheet with areas and houses in the order of the page where their order says nothing."""

    def alike(mine: Any, other: Any) -> Any:
        if isinstance(mine, dict) and isinstance(other, dict):
            return {key: alike(value, other.get(key)) for key, value in mine.items()}
        if isinstance(mine, list | tuple) and isinstance(other, list | tuple):
            if sorted(map(repr, mine)) == sorted(map(repr, other)):
                return other
            if set(map(repr, mine)) == set(map(repr, other)):
                return other  # a box is ticked once
            return [alike(a, b) for a, b in zip(mine, other, strict=False)] + list(mine[len(other) :])
        return mine

    return msgspec.convert(alike(msgspec.to_builtins(sheet), msgspec.to_builtins(shown)), Sheet)


def test_bot_fills_what_was_left_empty_and_submits_nothing(
    people: People, running_game: str, turn: str, ada: Browser
) -> None:
    assert 'form="sheet" name="do" value="suggest"' in ada.get(turn).text
    page = ada.post(turn, {"blade[0].use": "never", "do": "suggest"})
    assert page.status_code == 200
    form = sheet_form(page.text)
    sheet, faults = FORM.read(form.sent, FIRST)
    assert faults == []
    view = people.page(running_game).view
    assert view is not None
    assert sheet.blade == (BladeRule(use="never"),)
    assert sheet.orders.keys() == {area for area, force in view.board.forces.items() if force.house == "stark"}
    assert BotRule() in sheet.steward
    assert "You haven&#39;t submitted orders" in page.text
    saved = ada.post(turn, {**form.sent, "do": "save"})
    assert saved.status_code == 303
    assert kept(people, running_game) == sheet


def test_bot_suggests_orders_beside_written_ones(turn: str, ada: Browser) -> None:
    """One order is chosen, with another for the case that it cannot lie: the other areas get the bot's."""
    page = ada.post(turn, {"orders.white-harbor": ["march+1", "march+0"], "do": "suggest"})
    sheet, faults = FORM.read(sheet_form(page.text).sent, FIRST)
    assert faults == []
    assert sheet.orders["white-harbor"] == ("march+1", "march+0")
    assert set(sheet.orders) == {"winterfell", "white-harbor", "the-shivering-sea"}
    assert BotRule() in sheet.steward
    assert ada.post(turn, {**sheet_form(page.text).sent, "do": "save"}).status_code == 303


def test_bot_suggestions_are_rows_with_fields_and_reasons(turn: str, ada: Browser) -> None:
    page = ada.post(turn, {"orders.white-harbor": "defense+1", "do": "list-suggestions"}).text

    rows = re.findall(r'<li data-parts="([^"]*)" data-fields="([^"]*)">', page)
    parts = {part for names, _ in rows for part in names.split()}
    assert {"orders.winterfell", "orders.the-shivering-sea", "steward"} <= parts
    assert "orders.white-harbor" not in parts
    fields = {name: values for _, own in rows for name, values in json.loads(html.unescape(own)).items()}
    sheet, faults = FORM.read({"orders.white-harbor": ["defense+1"], **fields}, FIRST)
    assert faults == []
    assert set(sheet.orders) == {"winterfell", "white-harbor", "the-shivering-sea"}
    assert sheet.marches.areas["winterfell"][0].moves
    assert 'data-part="orders.winterfell"' in page, "it is drawn too"
    assert "Nobody holds Moat Cailin" in page
    assert "<form" not in page, "and nothing else of the page comes"


def test_second_choices_are_kept_and_told(turn: str, ada: Browser) -> None:
    saved = ada.post(turn, {"orders.winterfell": ["march+1", "march+0"], "orders.white-harbor": ["", "support"]})
    assert saved.status_code == 303
    receipt = ada.receipt(saved)
    assert "March +1, else March" in receipt
    sent = sheet_form(ada.get(turn).text).sent
    assert [value for value in sent["orders.winterfell"] if value] == ["march+1", "march+0"]
    assert [value for value in sent["orders.white-harbor"] if value] == ["support"]


def test_what_is_left_to_the_bot_is_kept_and_told(turn: str, ada: Browser) -> None:
    fields = {
        "orders.winterfell": "march+0",
        "steward[0].what": ["marches", "cards"],
        "steward[0].never_empty": ["winterfell"],
        "steward[0].keep": "2",
        "steward[0].may_attack": ["greyjoy", "attackers"],
        "steward[0].never_attack": ["tyrell"],
        "steward[0].never_play": ["eddard-stark"],
        "steward[0].when": "round < 9",
    }
    saved = ada.post(turn, fields)
    assert saved.status_code == 303
    receipt = ada.receipt(saved)
    for words in (
        "Left to the bot",
        "Winterfell never with fewer than 2 units",
        "never against",
        "may attack: ",
        "whoever attacked this house",
        "Eddard Stark",
    ):
        assert words in receipt
    sent = sheet_form(ada.get(turn).text).sent
    assert sent["steward[0].what"] == ["marches", "cards"]
    assert [value for value in sent["steward[0].never_empty"] if value] == ["winterfell"]
    assert sent["steward[0].may_attack"] == ["greyjoy", "attackers"]
    assert sent["steward[0].when"] == ["round < 9"]


def test_json_goes_into_the_form_and_out_of_it(turn: str, ada: Browser) -> None:
    document = '{"orders":{"winterfell":"raid"},"blade":[{"use":"never"}]}'
    page = ada.post(turn, {"do": "from-json", "document": document})
    assert page.status_code == 200
    form = sheet_form(page.text)
    assert form.sent["orders.winterfell"] == ["raid", ""]
    assert form.sent["blade[0].use"] == ["never"]
    page = ada.post(turn, {**{name: values[0] for name, values in form.sent.items()}, "do": "to-json"})
    assert json.loads(document) == json.loads(_document(page.text))
    said = ada.post(turn, {"do": "from-json", "document": '{"blade": [{"when": "if Winterfell empty"}]}'})
    assert sheet_form(said.text).sent["blade[0].when"] == ["winterfell is empty"]
    bad = ada.post(turn, {"do": "save-json", "document": '{"blade": [{"when": "winterfall empty"}]}'})
    assert bad.status_code == 422
    assert "did you mean" in bad.text
    bad = ada.post(turn, {"do": "save-json", "document": '{"orders": 5}'})
    assert bad.status_code == 422
    assert "bad-sheet" in bad.text
    assert _document(bad.text) == '{"orders": 5}'


def _document(html: str) -> str:
    from html import unescape

    return unescape(html.split('<textarea id="document"', 1)[1].split(">", 1)[1].split("</textarea>", 1)[0])


def test_sections_open_for_what_the_turn_asks(people: People, running_game: str, ada: Browser, turn: str) -> None:
    planning = ada.get(turn).text
    form = sheet_form(planning)
    assert {"march+0", "defense+1", ""} <= set(form.choices["orders.winterfell"])
    assert ("more", "section-bids") in form.buttons
    assert not any(name.startswith("bids.") for name in form.sent)
    for _ in range(12):
        people.adjudicate(running_game)
        page = people.page(running_game).turn
        assert page is not None
        if page.window.endswith("-westeros"):
            break
    else:
        raise AssertionError("no Westeros card asked anything in twelve calls")
    html = ada.get(f"/turns/{page.id}").text
    assert 'name="orders.' not in html
    assert ("more", "section-orders") in sheet_form(html).buttons
    # What experts alone need is folded until something stands in it.
    assert not [name for name in ("losses", "ties", "muster") if f'id="section-{name}" open>' in html]
    assert 'id="section-bids" open>' in html or 'data-tool="muster"' in html or 'id="section-losses">' in html


def test_being_ready_and_not(people: People, running_game: str, turn: str, ada: Browser, tasks: list[str]) -> None:
    asking = ada.post(f"{turn}/ready", {"ready": "yes"})
    assert (asking.status_code, asking.headers["Location"]) == (303, f"{turn}/ready")
    page = ada.get(f"{turn}/ready").text
    assert "Ready without orders?" in page
    assert "the defaults, which are the same for everybody" in page
    assert BEFORE in page
    assert AT_ITS_DEADLINE not in page
    assert people.page(running_game).turn.status == "open"  # type: ignore[union-attr]
    assert tasks == []
    answer = ada.post(f"{turn}/ready", {"ready": "yes", "sure": "yes"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{running_game}?since=0")
    assert "You are ready." in ada.get(f"/games/{running_game}").text
    assert people.page(running_game).turn.status == "closing"  # type: ignore[union-attr]
    ada.post(f"{turn}/ready", {"ready": "no"})
    assert people.page(running_game).turn.status == "open"  # type: ignore[union-attr]
    assert tasks == ["turns", "turns"]


@pytest.mark.parametrize("options", [{"early_close": False}, {"clock": "20:00"}])
def test_an_early_close_is_not_promised_in_vain(people: People, signed_in: Browsers, options: dict[str, Any]) -> None:
    """By the setting, or as turns close at a fixed hour."""
    game = people.game({"stark": "ada", "lannister": "bo"}, **options)
    ada, turn = signed_in("ada"), f"/turns/{people.turn(game)}"
    page = ada.get(f"{turn}/ready").text
    assert AT_ITS_DEADLINE in page
    assert BEFORE not in page
    pages = ada.get(f"/games/{game}").text, ada.get(turn).text, ada.receipt(ada.post(turn, ORDERS))
    for page in pages:
        _, _, beside = re.split(r"([Mm]ark as ready|[Uu]ndo ready)</button>", page, maxsplit=1)
        assert AT_ITS_DEADLINE in beside.partition("</div>")[0]


def test_no_objection_to_readiness_that_closes_a_turn(running_game: str, turn: str, ada: Browser) -> None:
    for page in (f"/games/{running_game}", turn, ada.post(turn, ORDERS).headers["Location"]):
        assert re.search(r"[Mm]ark as ready</button>", ada.get(page).text)
        assert AT_ITS_DEADLINE not in ada.get(page).text


def test_whoever_has_a_sheet_in_is_not_asked(people: People, running_game: str, turn: str, ada: Browser) -> None:
    ada.post(turn, ORDERS)
    assert ada.post(f"{turn}/ready", {"ready": "yes"}).headers["Location"] == f"/games/{running_game}?since=0"
    board = ada.get(f"/games/{running_game}").text
    assert "Your orders are in: version 1" in board
    assert "You are ready." in board


def test_a_closed_turn_shows_what_was_written(people: People, running_game: str, turn: str, ada: Browser) -> None:
    ada.post(turn, ORDERS)
    people.later(hours=49)
    page = ada.post(turn, {**ORDERS, "orders.winterfell": "raid"})
    assert page.status_code == 409
    assert "turn-closed" in page.text
    assert sheet_form(page.text).sent["orders.winterfell"] == ["raid", ""]
    people.adjudicate(running_game)
    page = ada.get(turn)
    assert page.status_code == 200
    assert "The turn has ended." in page.text
    assert f"/games/{running_game}/turns/1" in page.text
    assert ada.get(f"{turn}/sheets/1").status_code == 200
    assert ada.get(f"{turn}/sheets/2").status_code == 404
