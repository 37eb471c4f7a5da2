"""Whole emails: the golden text, parts that agree, headers, calendar, refusals."""

from __future__ import annotations

import email
import html as escaping
import io
import os
import re
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import msgspec
import pytest
from icalendar import Calendar
from PIL import Image

from atlas.drawers import arms
from correspondence.mail import Picture, UnsafeMail, compose, decode_payload, encode_payload, write
from correspondence.mail.payload import Payload, Recipient, Thread
from correspondence.mail_reading.reading import read_mail
from tests.correspondence.mail import samples
from tests.correspondence.mail.reading import render
from tests.correspondence.mail.samples import ADA, SITE

GOLDEN = Path(__file__).parent / "golden"
KINDS = {
    "sign-in": samples.sign_in(),
    "invitation": samples.invitation(),
    "first": samples.results(first=True),
    "results": samples.results(),
    "edicts": samples.overrides(),
    "game-over": samples.game_over(),
}


def picture() -> Picture:
    """A small map."""
    drawn = io.BytesIO()
    Image.new("RGB", (40, 60), "#cdb").save(drawn, "PNG")
    return Picture(png=drawn.getvalue(), width=40, height=60)


def parts(message: EmailMessage) -> tuple[str, str]:
    """The text and the HTML of a message."""
    found = []
    for subtype in ("plain", "html"):
        part = message.get_body((subtype,))
        assert isinstance(part, EmailMessage)
        found.append(part.get_content())
    return found[0], found[1]


def calendar_of(message: EmailMessage) -> Calendar:
    """The calendar part, parsed."""
    (part,) = (p for p in message.walk() if p.get_content_type() == "text/calendar")
    assert isinstance(part, EmailMessage)
    return Calendar.from_ical(part.get_content())  # type: ignore[return-value]


@pytest.mark.parametrize("kind", KINDS)
def test_the_text_part_is_as_it_was(kind: str) -> None:
    """Set GOLDEN=write to accept the emails as they are now; then read them."""
    text, _ = parts(render(KINDS[kind], recipient=ADA, site=SITE))
    path = GOLDEN / f"{kind}.txt"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_payloads_go_through_json_and_give_the_same_mail(kind: str) -> None:
    payload = KINDS[kind]
    again = decode_payload(encode_payload(payload))
    assert compose(again, recipient=ADA, site=SITE) == compose(payload, recipient=ADA, site=SITE)


@pytest.mark.parametrize("kind", KINDS)
def test_both_parts_say_the_same_numbers(kind: str) -> None:
    text, page = parts(render(KINDS[kind], recipient=ADA, site=SITE))
    shown = re.sub(r"<(style|title)\b.*?</\1>|<div class=\"preview\".*?</div>", " ", page, flags=re.DOTALL)
    shown = escaping.unescape(re.sub(r"<[^>]+>", " ", shown))
    story = text.split("\n-- \n")[0]
    numbers_of_text = sorted(re.findall(r"\d+", re.sub(r"https?://\S+", "", story)))
    assert numbers_of_text == sorted(re.findall(r"\d+", shown))


@pytest.mark.parametrize("kind", KINDS)
def test_text_lines_are_short(kind: str) -> None:
    text, _ = parts(render(KINDS[kind], recipient=ADA, site=SITE))
    assert [line for line in text.split("\n") if len(line) > 72 and "://" not in line] == []


def test_bytes_use_crlf_and_short_ascii_lines() -> None:
    raw = write(samples.results(), recipient=ADA, site=SITE, picture=picture())[1]
    assert b"\r\n" in raw
    assert raw.replace(b"\r\n", b"").count(b"\n") == 0
    assert max(len(line) for line in raw.split(b"\r\n")) < 998
    assert raw.isascii()


def test_headers_survive_the_journey() -> None:
    message = email.message_from_bytes(write(samples.results(), recipient=ADA, site=SITE)[1], policy=default)
    assert message["To"].addresses[0].display_name == ADA.name
    assert message["Subject"] == "Winter Table, round 4: Lannister takes Blackwater"
    assert message["Message-ID"] == f"<{samples.THREAD.message_id}>"
    assert message["In-Reply-To"] == f"<{samples.THREAD.previous[-1]}>"
    assert message["References"].split() == [f"<{samples.THREAD.first}>", f"<{samples.THREAD.previous[0]}>"]
    assert message["List-Id"] == "<k7f3q2.play.example.org>"
    assert message["List-Unsubscribe"] == f"<{samples.LINKS.unsubscribe}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["Auto-Submitted"] == "auto-generated"


def test_a_mail_of_ours_that_comes_back_is_known() -> None:
    """Whatever was done with it on the way, nobody answers it."""
    assert read_mail(write(samples.results(), recipient=ADA, site=SITE)[1]).kind == "loop"


def test_long_links_and_ids_stay_whole_on_the_wire() -> None:
    raw = write(samples.results(), recipient=ADA, site=SITE)[1]
    assert f"List-Unsubscribe: <{samples.LINKS.unsubscribe}>\r\n".encode() in raw


def test_the_map_is_inside_the_mail() -> None:
    message = render(samples.results(), recipient=ADA, site=SITE, picture=picture())
    (image,) = (p for p in message.walk() if p.get_content_type() == "image/png")
    _, page = parts(message)
    assert f'src="cid:{image["Content-ID"].strip("<>")}"' in page
    assert re.findall(r'(?:src|href)="(?!https://play\.example\.org|cid:)', page) == []
    assert re.search(rf'<a href="{re.escape(samples.LINKS.results)}"><img class="map"', page), "a way to the large one"


def test_mails_are_whole_messages() -> None:
    subject, raw = write(samples.results(), recipient=ADA, site=SITE, picture=picture())
    message = email.message_from_bytes(raw, policy=default)
    assert subject == message["Subject"]
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    (image,) = (part for part in message.walk() if part.get_content_type() == "image/png")
    assert image.get_content() == picture().png  # type: ignore[attr-defined]
    assert max(map(len, raw.split(b"\r\n"))) < 998
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert write(samples.results(), recipient=ADA, site=SITE, picture=picture()) == (subject, raw)


def test_without_a_map_the_page_refers_to_none() -> None:
    _, page = parts(render(samples.results(), recipient=ADA, site=SITE))
    assert "<img" not in page


def test_what_people_typed_is_escaped() -> None:
    game = samples.facts(title="<script>alert(1)</script>", stark='"><img src=x>')
    _, page = parts(render(samples.results(game), recipient=ADA, site=SITE))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_title_cannot_add_headers() -> None:
    game = samples.facts(title="Table\r\nBcc: everyone@example.org\r\n\r\nbody")
    recipient = msgspec.structs.replace(ADA, name="Ada\r\nBcc: all@example.org")
    raw = write(samples.results(game), recipient=recipient, site=SITE)[1]
    message = email.message_from_bytes(raw, policy=default)
    assert message["Bcc"] is None
    assert message["Subject"].startswith("Table Bcc: everyone@example.org body")


@pytest.mark.parametrize(
    "address",
    [
        "ada@example.org\r\nBcc: all@example.org",
        "ada@example.org, eve@example.org",
        "Ada <ada@example.org>",
        "ada",
        "",
        "\u00e0da@example.org",
        "ada@exa..mple.org",
    ],
)
def test_an_address_that_is_not_one_is_refused(address: str) -> None:
    with pytest.raises(UnsafeMail, match="address"):
        render(samples.sign_in(), recipient=Recipient(address=address), site=SITE)


@pytest.mark.parametrize(
    "thread",
    [Thread(message_id="a b@c"), Thread(message_id="a@b>\r\nX: y"), Thread(message_id="a@b", first="no-host")],
)
def test_a_message_id_that_is_not_one_is_refused(thread: Thread) -> None:
    with pytest.raises(UnsafeMail, match="message id"):
        render(msgspec.structs.replace(samples.sign_in(), thread=thread), recipient=ADA, site=SITE)


def test_an_unsubscribe_link_that_is_not_one_is_refused() -> None:
    links = msgspec.structs.replace(samples.LINKS, unsubscribe="https://x/>\r\nX: y")
    with pytest.raises(UnsafeMail, match="link"):
        render(msgspec.structs.replace(samples.results(), links=links), recipient=ADA, site=SITE)


def test_the_deadline_is_a_calendar_entry_that_can_move() -> None:
    first = calendar_of(render(samples.results(), recipient=ADA, site=SITE))
    moved = calendar_of(render(samples.results(turn=samples.open_turn(1, days=3)), recipient=ADA, site=SITE))
    assert first["METHOD"] == "PUBLISH"
    before, after = first.walk("VEVENT")[0], moved.walk("VEVENT")[0]
    assert before["UID"] == after["UID"] == "k7f3q2.c9.lannister@play.example.org"
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)
    assert before["DTSTART"].dt == samples.open_turn().due_at
    assert (after["DTSTART"].dt - before["DTSTART"].dt).days == 1


def test_mail_begins_with_what_is_asked() -> None:
    for payload in (samples.results(), samples.results(first=True)):
        text, page = parts(render(payload, recipient=ADA, site=SITE))
        assert text.index("Write orders:") < text.index("Your orders are due") + 200
        assert page.index(f'href="{payload.links.sheet}"') < page.index("<h2")


@pytest.mark.parametrize("zone", ["Europe/Rome", "America/New_York", "Pacific/Kiritimati", "Nowhere/At_All", "../x"])
def test_the_deadline_is_told_in_the_readers_zone_and_in_utc(zone: str) -> None:
    text, _ = parts(render(samples.results(), recipient=msgspec.structs.replace(ADA, zone=zone), site=SITE))
    told = " ".join(text.split())
    if zone in ("Nowhere/At_All", "../x"):
        # An unknown zone is told in UTC, once.
        assert "due Tuesday, 24 November 2026, 18:10 (UTC) (in 2 days)" in told
    else:
        assert "24 November 2026, 18:10 UTC (in 2 days)" in told
        assert f"({zone})" in told


@pytest.mark.parametrize("payload", KINDS.values(), ids=KINDS.keys())
@pytest.mark.parametrize("language", ["it", "es", "xx"])
def test_mails_go_out_in_every_language(payload: Payload, language: str) -> None:
    recipient = msgspec.structs.replace(ADA, language=language)
    text, page = parts(render(payload, recipient=recipient, site=SITE))
    assert "{" not in text
    assert f'lang="{language if language != "xx" else "en"}"' in page


def test_a_missing_sheet_is_told_plainly() -> None:
    payload = msgspec.structs.replace(samples.results(), closed=samples.closed(sheet=0))
    records = payload.closed.records if payload.closed is not None else ()
    plain = [r for r in records if "sheet" not in str(getattr(r.event, "source", ""))]
    payload = msgspec.structs.replace(payload, closed=msgspec.structs.replace(payload.closed, records=tuple(plain)))  # type: ignore[type-var]
    text, _ = parts(render(payload, recipient=ADA, site=SITE))
    assert "You had not submitted orders when the turn ended." in text
    assert "- House card: Ser Jaime Lannister" in text


def test_a_host_in_another_script_is_encoded() -> None:
    raw = write(samples.sign_in(), recipient=Recipient(address="ada@b\u00fccher.example"), site=SITE)[1]
    assert b"To: ada@xn--bcher-kva.example\r\n" in raw


def test_cards_of_a_battle_have_the_colours_of_their_houses() -> None:
    _, page = parts(render(KINDS["results"], recipient=ADA, site=SITE))

    cards = re.findall(r'<td class="place".*?</table>', page, re.DOTALL)

    shown = [" ".join(re.sub(r"<[^>]+>", " ", card).split()) for card in cards]
    assert shown == [
        "2 L Ser Jaime Lannister If you win, take 2 Power tokens.",
        "3 \u2694\ufe0e \u265c\ufe0e Stannis Baratheon 1 sword, 1 fortification",
    ]
    assert [re.findall(r'bgcolor="(.*?)"', card)[0] for card in cards] == [
        arms("lannister").colour,
        arms("baratheon").colour,
    ]
    assert "Ser Jaime Lannister: " not in page, "the picture says it"
