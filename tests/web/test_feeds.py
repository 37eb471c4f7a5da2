"""Feeds at a secret address: what stands in them, who reads them, and how the address ends."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from icalendar import Calendar

from correspondence.feeds.use_cases import reader_of
from correspondence.input_validation import NotFound
from correspondence.messages import sending
from correspondence.models.accounts import FeedAddress
from correspondence.personal_data import delete_by_password
from correspondence.sign_in.factors import choose_password
from correspondence.sign_in.rights import end_everything
from tests.correspondence.people import People
from tests.web.visitors import Browser

Browsers = Callable[[str], Browser]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def game(people: People) -> str:
    """A running game of ada and bo, with messages."""
    return people.game({"stark": "ada", "tyrell": "bo"}, messages=("private",), title="North & <South>")


def addresses(browser: Browser) -> tuple[str, str]:
    """New addresses of the calendar and the news, as paths."""
    page = browser.post("/account/feeds")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"
    calendar, news = (html.unescape(found) for found in re.findall(r'class="secret"[^>]*>([^<]+)<', page.text))
    return calendar.removeprefix("http://127.0.0.1:8000"), news.removeprefix("http://127.0.0.1:8000")


def titles(text: str) -> list[str]:
    """The titles of what stands in a feed."""
    return [entry.findtext(f"{ATOM}title") or "" for entry in ElementTree.fromstring(text).iter(f"{ATOM}entry")]


def test_a_calendar_shows_the_deadline_under_the_mails_id(people: People, game: str, signed_in: Browsers) -> None:
    calendar, _ = addresses(signed_in("ada"))
    stranger = signed_in("bo")
    answer = stranger.get(calendar)
    assert (answer.status_code, answer.mimetype) == (200, "text/calendar")
    (entry,) = Calendar.from_ical(answer.text).walk("VEVENT")
    assert str(entry["SUMMARY"]).startswith("Orders due: North & <South>")
    assert f"{game}.{people.turn(game)}.stark@" in str(entry["UID"])
    assert people.turn(game) in str(entry["URL"])
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert stranger.get(calendar, headers=tag).status_code == 304
    people.adjudicate(game)
    assert stranger.get(calendar, headers=tag).status_code == 200


def test_news_tell_of_mails_without_their_text(people: People, game: str, signed_in: Browsers) -> None:
    _, news = addresses(signed_in("ada"))
    first = signed_in("bo").get(news)
    assert (first.status_code, first.mimetype) == (200, "application/atom+xml")
    assert len(titles(first.text)) == 1
    with people.store.begin() as session:
        sending.send(session, people.account_in(session, "bo"), game, "houses", ("stark",), "ZORSE", people.now)
    people.adjudicate(game)
    second = signed_in("bo").get(news).text
    assert "ZORSE" not in second
    assert "Tyrell" not in second
    told = titles(second)
    for words in ("results of", "open for orders", "1 new message"):
        assert any(words in title for title in told), words


def test_an_address_is_kept_only_as_its_digest_and_told_once(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    calendar, _ = addresses(ada)
    token = calendar.split("/")[2]
    assert len(token) >= 43
    with people.store.read() as session:
        (row,) = session.query(FeedAddress).all()
        assert token not in (row.token_hash, "")
    assert token not in ada.get("/account/feeds").text
    assert ada.get(f"/feeds/{row.token_hash}/calendar.ics").status_code == 404
    assert token.encode() not in ada.get("/account/data.json").data


def test_another_address_or_the_end_makes_the_first_work_no_more(people: People, signed_in: Browsers) -> None:
    ada = signed_in("ada")
    first, second = addresses(ada), addresses(ada)
    assert [ada.get(path).status_code for path in (*first, *second)] == [404, 404, 200, 200]
    assert ada.post("/account/feeds/end").status_code == 303
    assert [ada.get(path).status_code for path in second] == [404, 404]
    third = addresses(ada)
    with people.store.begin() as session:
        end_everything(session, people.account_in(session, "ada"), people.now)
    assert signed_in("bo").get(third[0]).status_code == 404


def test_a_deleted_account_has_no_feeds(people: People, signed_in: Browsers) -> None:
    calendar, _ = addresses(signed_in("ada"))
    with people.store.begin() as session:
        choose_password(session, people.account_in(session, "ada"), "", "a long sentence of mine", "", people.now)
    with people.store.begin() as session:
        delete_by_password(session, people.account_in(session, "ada"), "a long sentence of mine", people.now)
    assert signed_in("bo").get(calendar).status_code == 404
    assert people.count(FeedAddress) == 0
    with people.store.read() as session, pytest.raises(NotFound, match="no-such-feed"):
        reader_of(session, calendar.split("/")[2])
