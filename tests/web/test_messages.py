"""Messages and votes on the site: nothing typed is lost, nothing is shown that is not the reader's."""

from __future__ import annotations

from collections.abc import Callable

from tests.correspondence.people import People
from tests.web.visitors import SESSION_COOKIE, Browser, Program, codes

HUMANS = {"stark": "ada", "lannister": "bob", "tyrell": "cyd"}
ALL = ("private", "group", "public", "anonymous", "postal")


def test_a_mail_is_written_read_and_answered(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game(HUMANS, messages=ALL)
    ada, bob, cyd = signed_in("ada"), signed_in("bob"), signed_in("cyd")
    sent = ada.post(
        f"/games/{game}/messages", {"to": "houses", "house": ["lannister"], "body": "<b>psst</b>\r\n\r\nmore"}
    )
    assert sent.status_code == 303
    thread = sent.headers["Location"].partition("#")[0]
    assert "1 new message" in bob.get("/").text
    assert "Messages (1 new)" in bob.get(f"/games/{game}").text
    shown = bob.get(thread).text
    assert "&lt;b&gt;psst&lt;/b&gt;" in shown
    assert "<b>psst" not in shown
    assert "new message" not in bob.get("/").text
    assert bob.post(thread, {"body": "I see"}).status_code == 303
    assert "I see" in ada.get(thread).text
    for other in (cyd.get(thread), cyd.client.application.test_client().get(thread), cyd.get("/messages/none")):
        assert other.status_code == 404
    assert "psst" not in cyd.get(f"/games/{game}/messages").text


def test_what_is_refused_shows_the_text_again(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game(HUMANS, messages=("public",))
    ada = signed_in("ada")
    refused = ada.post(
        f"/games/{game}/messages", {"to": "houses", "house": "lannister", "body": "long thoughts & more"}
    )
    assert refused.status_code == 403
    assert "long thoughts &amp; more" in refused.text
    long = ada.post(f"/games/{game}/messages", {"to": "public", "body": "x" * 8001})
    assert long.status_code == 422
    assert "x" * 8001 in long.text
    assert "8001" in long.text
    assert 'aria-invalid="true"' in long.text


def test_a_text_is_not_lost_with_one_s_session(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game(HUMANS)
    ada = signed_in("ada")
    mark = ada.mark()
    ada.client.delete_cookie(SESSION_COOKIE)
    form = {"csrf_token": mark, "to": "public", "body": "an hour's <work>"}
    for fields, status in ((form, 401), (form | {"csrf_token": "old"}, 400)):
        refused = ada.client.post(f"/games/{game}/messages", data=fields)
        assert refused.status_code == status
        assert "an hour&#39;s &lt;work&gt;" in refused.text


def test_the_writer_of_an_unsigned_mail_is_nowhere(people: People, program: Callable[[str], Program]) -> None:
    game = people.game({"stark": "ada", "lannister": "bob"}, messages=ALL)
    people.later(minutes=1)
    sent = program("ada").post(f"/games/{game}/messages", {"to": "anonymous", "body": "guess"}).get_json()
    assert sent["messages"][0]["own"]
    seen = program("bob").get(f"/conversations/{sent['id']}")
    assert seen.get_json()["messages"][0]["house"] == ""
    listed = program("bob").get(f"/games/{game}/messages").get_json()["threads"]
    assert "stark" not in str([seen.get_json(), listed]).lower()


def test_the_api_tells_of_unread_mails_until_they_are_read(people: People, program: Callable[[str], Program]) -> None:
    game = people.game(HUMANS, messages=ALL)
    ada, bob = program("ada"), program("bob")
    thread = ada.post(f"/games/{game}/messages", {"houses": ["lannister"], "body": "hello"}).get_json()["id"]
    assert bob.get(f"/conversations/{thread}").get_json()["unread"] == 1
    assert bob.put(f"/conversations/{thread}/read").status_code == 200
    assert bob.get(f"/conversations/{thread}").get_json()["unread"] == 0
    assert codes(program("cyd").get(f"/conversations/{thread}")) == {"no-such-thread"}
    assert codes(ada.post(f"/games/{game}/messages", {"body": "to whom?"})) == {"nobody-named"}


def test_votes_are_asked_and_cast(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game({"stark": "ada", "lannister": "bob"})
    ada, bob = signed_in("ada"), signed_in("bob")
    assert ada.post(f"/games/{game}/votes", {"question": "draw", "reason": "enough"}).status_code == 303
    page = bob.get(f"/games/{game}/votes").text
    assert "Votes (1 open)" in page
    assert "(1 open)" not in ada.get(f"/games/{game}").text
    assert "1 of 2 have voted; 2 must say yes." in page
    vote = page.partition('action="/votes/')[2].partition('"')[0]
    again = bob.post(f"/games/{game}/votes", {"question": "draw", "reason": "enough, I say"})
    assert again.status_code == 409
    assert "enough, I say" in again.text
    assert bob.post(f"/votes/{vote}", {"choice": "yes"}).status_code == 303
    over = bob.get(f"/games/{game}").text
    assert "The players agreed on a draw." in over
    assert people.page(game).seed in over
    assert bob.post(f"/votes/{vote}", {"choice": "no"}).status_code == 409


def test_notes_typed_on_an_old_page_replace_nothing(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game(HUMANS)
    ada, path = signed_in("ada"), f"/games/{game}/notepad"
    assert f'href="{path}"' in ada.get(f"/games/{game}").text
    assert ada.post(path, {"body": "from the <desk>", "version": ""}).status_code == 303
    refused = ada.post(path, {"body": "from the phone", "version": ""})
    assert refused.status_code == 409
    assert "from the phone" in refused.text
    assert "from the &lt;desk&gt;" in refused.text
    again = refused.text.partition('name="version" value="')[2].partition('"')[0]
    people.later(minutes=1)
    assert ada.post(path, {"body": "from the phone", "version": again}).status_code == 303
    assert "from the phone" in ada.get(path).text
    assert "from the phone" not in signed_in("bob").get(path).text


def test_a_blocked_player_is_folded_away_until_unblocked(
    people: People, signed_in: Callable[[str], Browser], program: Callable[[str], Program]
) -> None:
    game = people.game(HUMANS, messages=ALL)
    ada, bob = signed_in("ada"), signed_in("bob")
    sent = ada.post(f"/games/{game}/messages", {"to": "houses", "house": ["lannister"], "body": "rude words"})
    thread = sent.headers["Location"].partition("#")[0]
    block = bob.get(thread).text.partition('/block"')[0].rpartition('"')[2] + "/block"
    assert bob.post(block, {}).status_code == 303
    shown = bob.get(thread).text
    assert "rude words" in shown.partition('<details class="blocked">')[2]
    assert "You blocked this player." in shown
    assert "rude words" not in bob.get(f"/games/{game}/messages").text
    assert "This player does not accept private messages from you." in ada.get(thread).text
    (line,) = program("bob").get("/me/blocks").get_json()
    assert bob.post(f"/account/blocks/{line['id']}/remove", {}).status_code == 303
    assert "You block nobody." in bob.get("/account/blocks").text
    assert '<details class="blocked">' not in bob.get(thread).text


def test_a_muted_conversation_says_so(people: People, signed_in: Callable[[str], Browser]) -> None:
    game = people.game(HUMANS, messages=ALL)
    ada, bob = signed_in("ada"), signed_in("bob")
    sent = ada.post(f"/games/{game}/messages", {"to": "public", "body": "hello"})
    thread = sent.headers["Location"].partition("#")[0]
    assert bob.post(f"{thread}/mute", {"muted": "yes"}).status_code == 303
    assert "Unmute" in bob.get(thread).text
    assert "muted" in bob.get(f"/games/{game}/messages").text
    ada.post(thread, {"body": "again"})
    assert "new)" not in bob.get(f"/games/{game}").text
