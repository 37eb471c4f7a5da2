"""What is the writer's and what is not, where a reader may doubt; and parts of mails as Python's parser has them."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from correspondence.mail_reading import read_mail
from correspondence.mail_reading.bodies import read_parts
from correspondence.mail_reading.quotation import REPLY_ABOVE, is_marker, marker_line, own_text
from correspondence.mail_reading.text import codec_of, decode_text, html_to_text
from narration.words import LANGUAGES
from tests.correspondence.mail_reading.make_corpus import every_mail


@pytest.mark.parametrize(
    "text",
    [
        "MARCH lannisport\n  > searoad-marches 1F",
    ],
)
def test_a_line_that_begins_with_the_sign_of_quotations_is_one(text: str) -> None:
    assert own_text(text) == "MARCH lannisport"


@pytest.mark.parametrize(
    "text",
    [
        "FOR martell:\nMARCH sunspear > starfall all",
        "On the march: from Lannisport.\nORDERS lannisport M",
        "| weakest if lead >= 3",
        "- lannisport M\n- pyke D",
        "Il re ha scritto:\nniente",
        "From: me\nTo you: nothing",
        "ORDERS lannisport M\n----\nMARCH lannisport > pyke all",
        "De: nada",
        "Enviado: ayer, por el cuervo",
        "Thanks, and best regards to the king of the north\nORDERS pyke D",
        "the mailing list of the Freys\nis long",
        "Winterfell: march\nKarhold: support\nPyke: raid",
        "Note: 2026\nORDERS: winterfell M\nBID: throne 3",
        "Time: 10:11\nPlace: Pyke\nBring: ships",
        "---- 3 power for the watch ----",
        "I said:\nORDERS pyke D",
    ],
)
def test_what_people_write_stays(text: str) -> None:
    assert own_text(text) == text


HEADS = [
    "---- On Fri, 20 Nov 2026 10:11:00 +0100 Rookery <r@example.org> wrote ----",
    "---- Il ven, 20 nov 2026 10:11:00 +0100 Rookery ha scritto ----",
    "Van: Rookery <r@example.org>\nVerzonden: vrijdag 20 november 2026 10:11\nAan: Ada\nOnderwerp: Re: A game",
    "Från: Rookery <r@example.org>\nSkickat: den 20 november 2026 10:11\nTill: Ada\nÄmne: Re: A game",
    "Od: Rookery <r@example.org>\nWysłano: piątek, 20 listopada 2026 10:11\nDo: Ada\nTemat: Re: A game",
    "Lähettäjä: Rookery <r@example.org>\nLähetetty: perjantai 20. marraskuuta 2026 10.11\nVastaanottaja: Ada",
    "*Van:* Rookery <r@example.org>\n*Verzonden:* vrijdag 20 november 2026 10:11\n*Aan:* Ada",
    '发件人: "Rookery" <r@example.org>;\n发送时间: 2026年11月20日(星期五) 上午10:11\n收件人: "Ada"\n主题: Re: A game',
    "发件人：Rookery <r@example.org>\n日期：2026年11月20日 10:11\n收件人：Ada",
    "Rookery <r@example.org> 于2026年11月20日周五 10:11写道：",
    "Den 27. nov. 2026 kl. 10:11 skrev Rookery <r@example.org>:",
    "Den fre. 27. nov. 2026 kl. 10:11 skrev Rookery <\nr@example.org>:",
    "On 20 Nov 2026 at 10:11, Rookery said:",
    "20 ноября 2026, 10:11, Rookery <r@example.org> написал:",
    "pe 20. marrask. 2026 klo 10.11 Rookery (r@example.org) kirjoitti:",
    "Rookery <r@example.org>, 20 Kas 2026 Cum, 10:11 tarihinde şunu yazdı:",
]


@pytest.mark.parametrize("head", HEADS, ids=lambda head: head[:20])
def test_older_orders_below_a_bare_head_are_not_the_writers(head: str) -> None:
    assert own_text(f"ORDERS winterfell M\n\n{head}\n\nORDERS winterfell D+1\nREADY") == "ORDERS winterfell M"


def test_numbered_lists_of_pages_are_lines() -> None:
    page = "<div>ORDERS</div><ol><li>winterfell M</li><li>karhold S</li></ol><div>READY</div>"
    assert [line for line in html_to_text(page)[0].split("\n") if line] == [
        "ORDERS",
        "winterfell M",
        "karhold S",
        "READY",
    ]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("x\n\nOn 20 Nov 2026, at 10:11,\nRookery\n<r@example.org>\nwrote:\n\n> y", "x"),
        ("x\n\n2026-11-20 10:11 GMT+01:00 Rookery <r@example.org>:\n\n> y", "x"),
        ("x\nAm 20.11.26 um 10:11 schrieb Rookery:\n> y", "x"),
        ("x\nLe ven. 20 nov. 2026 à 10:11, Rookery <r@example.org> a écrit :\n> y", "x"),
        ("x\n20. nov. 2026 kl. 10:11 Rookery <r@example.org> zapsal:\n> y\nz", "x\n\nz"),
        ("x\n\nOn Nov 20, 2026 10:11, Rookery <r@example.org> wrote:\n\ny is not mine", "x"),
        ("x\n*From:* Rookery\n*Sent:* Friday\n*To:* Ada\n*Subject:* y\n\nz", "x"),
        ("x\n\n> y\n>> z\n\n w\n", "x\n\n w"),
        ("x\n-- \nAda\n\n> y\nz", "x\n\nz"),
        ("x\n– Rispondi sopra questa riga –\ny", "x"),
        ("x\n> -- reply above this line --\n> y\n\nz", "x\n\nz"),
        ("x\n\n----- Forwarded message from Bran <b@example.org> -----\n\ny", "x"),
        ("x\nSent from my iPhone\ny", "x\ny"),
        ("", ""),
        ("> y", ""),
    ],
)
def test_what_is_not_the_writers_goes(text: str, own: str) -> None:
    assert own_text(text) == own


def test_our_line_is_known_in_every_language() -> None:
    assert set(REPLY_ABOVE) == set(LANGUAGES)
    for language in LANGUAGES:
        assert is_marker(marker_line(language))
        assert is_marker(marker_line(language).upper().replace("--", "\u2014"))
    assert not is_marker("-- reply --")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ('<p style="margin:0">a</p><p style="margin:0">b</p>', "a\nb"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("a <b> b</b>  c", "a b c"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("x<blockquote>y<blockquote>z</blockquote></blockquote>w", "x\n>\n> y\n>>\n>> z\n\nw"),
        ("a &lt; b &amp;&#43; c &nbsp", "a < b &+ c \u00a0"),
        ("1 < 2 > 1", "1 < 2 > 1"),
        ('<a title="x > y">z</a>', "z"),
        ("<script>a</script><!-- b --><style>c</style>d", "d"),
        ("<!-- a", "a"),
        ('a<div style="Display:none; x">b</div>c<img style="display: none">d', "a\ncd"),
        ('a<div style="display:none">b', "ab"),
        ("&#0;&#x110000;&#99999999;&none;", "&#99999999;&none;"),
    ],
)
def test_html_as_lines(html: str, text: str) -> None:
    assert html_to_text(html) == (text, False)


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("ò".encode(), "iso-8859-1", "ò"),
        ("ò".encode("cp1252"), "utf-8", "ò"),
        ("€".encode("cp1252"), "iso-8859-1", "€"),
        ("ж".encode("koi8-r"), "KOI8-R", "ж"),
        ("日本".encode("iso2022_jp"), "ISO-2022-JP", "日本"),
        (b"\x81\x8d", "", "  "),
        (b"abc-", "punycode", "abc-"),
        (b"\xff\xfea\x00", "utf-16", "a"),
        (b"a\x00b", "utf-16", "a\x00b"),
    ],
)
def test_charsets(data: bytes, charset: str, text: str) -> None:
    assert decode_text(data, charset) == text


def test_a_mail_that_was_cut_off_is_left_out() -> None:
    for sign in ("ò", "€", "🐦"):
        whole = f"così {sign}".encode()
        for end in range(len(sign.encode()) - 1):
            assert decode_text(whole[: len(whole) - 1 - end], "utf-8", cut=True) == "così "
        assert decode_text(whole, "utf-8", cut=True) == f"così {sign}"


def test_only_charsets_of_mails_are_known() -> None:
    for name in ("punycode", "idna", "unicode_escape", "rot13", "zlib", "undefined", "../x", "", "x" * 1000):
        assert codec_of(name) == ""


def test_parts_are_those_that_python_finds() -> None:
    for made in every_mail():
        if b"\r\n" not in made.raw or made.name == "no-head" or b"report-type" in made.raw:
            continue
        theirs = list(message_from_bytes(made.raw, policy=policy.compat32).walk())
        ours = list(read_parts(made.raw).walk())
        assert [part.type for part in ours] == [part.get_content_type() for part in theirs], made.name
        for mine, part in zip(ours, theirs, strict=True):
            if (
                part.get_content_maintype() in ("text", "image", "application")
                and "base64" in str(part["Content-Transfer-Encoding"]).lower()
            ):
                assert mine.body(10**6).strip() == part.get_payload(decode=True).strip(), made.name


def test_the_text_is_the_mail_where_both_sorts_say_the_same() -> None:
    raw = (
        b"From: a@b.example\nContent-Type: multipart/alternative; boundary=a\n\n--a\n\n"
        b"MARCH lannisport >\npyke all\n\nx *y*\n--a\nContent-Type: text/html\n\n"
        b"MARCH lannisport &gt; pyke all<br><br>x *y*\n--a--\n"
    )
    assert read_mail(raw).text == "MARCH lannisport > pyke all\n\nx *y*"
    assert (
        read_mail(raw.replace(b"x *y*<", b"x y<").replace(b"<br>x *y*", b"<br>x y")).text
        == "MARCH lannisport >\npyke all\n\nx *y*"
    )


def test_texts_have_no_unseen_signs() -> None:
    text = "ORDERS\u00a0lannisport\tM\u200b\x00\u2028\ufeffREADY\x85\n"
    mail = read_mail(f"From: a@b.example\nSubject: a\x00b\u202e\u200bc\x07\n\n{text}".encode())
    assert (mail.subject, mail.text) == ("abc", "ORDERS lannisport M\nREADY")
