"""Mails that are sent in odd ways: charsets, encodings, files, forwarded mails, signed ones, and empty ones."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from tests.correspondence.mail_reading.mail_programs import PROGRAMS, blocks, divs, paragraphs
from tests.correspondence.mail_reading.mime import (
    MAIL_ID,
    MESSAGE_ID,
    SENDER,
    Made,
    attached,
    body,
    escaped,
    flowed,
    head,
    mail,
    parts,
    quoted,
)
from tests.correspondence.mail_reading.sheets import LANGUAGES, LONG, MAIL, ODD, REPLY_TO, SHORT, SUBJECT, UNMARKED

PLAIN_ODD = {at: text.replace("’", "'").replace("–", "-") for at, text in ODD.items()}


def _new(*more: str, sender: str = f"Ada Lovelace <{SENDER}>") -> str:
    return head("orders", *more, answer=False, sender=sender)


def _made(name: str, content: bytes, orders: str, *, fields: str = "", **more: object) -> Made:
    made = Made(name, mail(fields or _new(), content), text=orders, orders=orders, references=())
    for at, value in more.items():
        setattr(made, at, value)
    return made


def charsets() -> Iterator[Made]:
    """Emails beyond ASCII in many charsets, named rightly, wrongly and not at all."""
    es, it = PLAIN_ODD["es"], PLAIN_ODD["it"]
    for charset in ("iso-8859-1", "iso-8859-15", "windows-1252", "utf-16", "utf-7", "mac-roman", "cp850", "utf-8-sig"):
        for encoding in ("base64",) if charset == "utf-16" else ("quoted-printable", "base64"):
            yield _made(f"charset-{charset}-{encoding}", body(es, charset=charset, encoding=encoding), es)
    for charset, said in (
        ("utf-8", "iso-8859-1"),
        ("utf-8", "us-ascii"),
        ("utf-8", "windows-1252"),
        ("windows-1252", "utf-8"),
        ("iso-8859-1", "us-ascii"),
        ("utf-8", "unknown-8bit"),
        ("utf-8", "x-no-such-charset"),
        ("utf-8", '"utf-8'),
        ("utf-8", "utf8"),
        ("utf-8", "punycode"),
        ("windows-1252", "iso-8859-1"),
    ):
        content = body(it, charset=charset).replace(f"charset={charset}".encode(), f"charset={said}".encode(), 1)
        yield _made(f"charset-{charset}-said-{said.strip(chr(34))}", content, it)
    yield _made("charset-not-said", ODD["es"].encode(), ODD["es"])
    yield _made("charset-not-said-windows", b"Content-Type: text/plain\n\n" + ODD["it"].encode("cp1252"), ODD["it"])


def encodings() -> Iterator[Made]:
    """Transfer encodings, done well and not so well."""
    long = LONG["it"]
    yield _made("encoding-base64-long", body(long, encoding="base64"), long)
    yield _made("encoding-quoted-printable-long", body(long, encoding="quoted-printable"), long)
    one_line = base64.b64encode(long.encode())
    yield _made("encoding-base64-one-line", b"Content-Transfer-Encoding: BASE64\n\n" + one_line, long)
    short = SHORT["en"]
    no_padding = base64.b64encode(short.encode()).rstrip(b"=")
    yield _made("encoding-base64-no-padding", b"Content-Transfer-Encoding: base64\n\n" + no_padding, short)
    yield _made("encoding-quoted-printable-bad", body(short).replace(b"8bit", b"quoted-printable"), short)
    yield _made("encoding-unknown", body(short).replace(b"8bit", b"x-nothing"), short)
    flow = flowed(f"{long}\n\n-- \nAda\n")
    yield _made("flowed", body(flow, more="; format=flowed"), long)
    lines = (f"{line} " if line.endswith(" ") and line != "-- " else line for line in flow.split("\n"))
    del_sp = "\n".join(lines)
    yield _made("flowed-delsp", body(del_sp, more="; Format=Flowed; DelSp=Yes"), long)
    yield _made("flowed-quoted", body(flowed(f"{long}\n\n{quoted(long)}"), more='; format="flowed"'), long)
    crs = mail(_new(), body(short)).replace(b"\r\n", b"\r")
    yield Made("lines-carriage-returns", crs, text=short, orders=short, references=())
    feeds = mail(_new(), body(short)).replace(b"\r\n", b"\n")
    yield Made("lines-feeds", b"From ada Fri Nov 20 12:34:56 2026\n" + feeds, text=short, orders=short, references=())


def html_alone() -> Iterator[Made]:
    """HTML without a text beside it, by the habits of several programs."""
    for language in LANGUAGES:
        own = ODD[language]
        yield _made(f"html-divs-{language}", body(divs(own), "html"), own)
        word_page = f"<html><head><title>x</title><style>p {{a}}</style></head><body>{paragraphs(own)}</body></html>"
        yield _made(f"html-outlook-{language}", body(word_page, "html", encoding="quoted-printable"), own)
    en = LONG["en"]
    rows = "".join(f"<tr><td>{escaped(line)}</td></tr>" for line in en.split("\n"))
    yield _made("html-table", body(f"<table>{rows}</table>", "html"), en)
    upper = f"<HTML><BODY>{escaped(en)}</BODY></HTML>".replace("\n", "<BR>\r\n")
    yield _made("html-upper-case", body(upper, "html", encoding="base64"), en)
    entities = en.replace(">", "&#62;").replace(" ", "&nbsp;").replace("+", "&#x2B;").replace("\n", "<br/>")
    yield _made("html-entities", body(f"<p>{entities}</p>", "html"), en)
    listed = "".join(f"<li><b>{escaped(line)}</b></li>" for line in en.split("\n"))
    yield _made("html-list", body(f"<ul>{listed}</ul>", "html"), en)
    yield _made("html-broken", body(f"<div><b>{escaped(en)}<!-- </div".replace("\n", "<br>"), "html"), en)
    indented = "".join(f"<div>{escaped(line)}</div>" for line in en.split("\n"))
    style = "margin:0 0 0 40px;border:none;padding:0px"
    yield _made("html-indented", body(f'<blockquote style="{style}">{indented}</blockquote>', "html"), en)
    stub = parts("alternative", body("Your mail program cannot show HTML."), body(divs(en), "html"))
    yield _made("html-beside-a-stub", stub, en)
    empty = parts("alternative", body("\n \n"), body(divs(en), "html"))
    yield _made("html-beside-nothing", empty, en)


def files() -> Iterator[Made]:
    """Files: beside a text, instead of one, and those that programs hide texts in."""
    it, en = ODD["it"], SHORT["en"]
    text = attached("text/plain", "ordini.txt", it.encode())
    only_file = parts("mixed", body("\n"), text)
    yield _made("file-is-the-text", only_file, it)
    yield _made("file-below-a-signature", parts("mixed", body("\nSent from my iPhone\n"), text), it)
    named = attached("application/octet-stream", "orders.TXT", it.encode())
    yield _made("file-is-the-text-octets", parts("mixed", named), it)
    yield _made("file-inline", parts("mixed", attached("text/plain", "orders.txt", it.encode(), "inline")), it)
    beside = parts("mixed", body(en), text)
    yield _made("file-beside-a-text", beside, en, attachments=("ordini.txt",))
    two = parts("mixed", body(""), text, attached("text/plain", "more.txt", en.encode()))
    yield _made("file-two", two, it, attachments=("more.txt",))
    picture = attached("image/png", "map.png", b"\x89PNG\r\n\x1a\n" + bytes(60))
    yield _made("file-picture", parts("mixed", body(en), picture), en, attachments=("map.png",))
    page = parts("related", body(divs(en), "html"), attached("image/png", "image001.png", bytes(60), "inline"))
    yield _made("file-picture-of-a-page", parts("alternative", body(en), page, boundary="b2"), en)
    tnef = attached("application/ms-tnef", "winmail.dat", b"\x78\x9f\x3e\x22" + bytes(60))
    yield _made("winmail-beside-a-text", parts("mixed", body(en), tnef), en, attachments=("winmail.dat",))
    lost = Made("winmail-alone", mail(_new(), parts("mixed", body("\n"), tnef)), kind="empty", why="no-text")
    lost.references, lost.attachments = (), ("winmail.dat",)
    yield lost
    long_name = (
        b"Content-Type: application/pdf\nContent-Disposition: attachment;\n filename*0*=utf-8''%C3%B3rdenes%20;\n"
        b' filename*1*=de%20la;\n filename*2=" ronda.pdf"\n\nx'
    )
    yield _made("file-long-name", parts("mixed", body(en), long_name), en, attachments=("órdenes de la ronda.pdf",))
    word_name = b'Content-Type: application/pdf; name="=?iso-8859-1?Q?=F3rdenes.pdf?="\n\nx'
    yield _made("file-encoded-name", parts("mixed", body(en), word_name), en, attachments=("órdenes.pdf",))
    apple = parts("mixed", body(en.split("\n")[0]), picture, body("\n".join(en.split("\n")[1:])))
    yield _made("file-between-texts", apple, en, attachments=("map.png",))


def signed_mails() -> Iterator[Made]:
    """Signed and sealed mails."""
    en, es = SHORT["en"], ODD["es"]
    pgp = b'Content-Type: application/pgp-signature; name="signature.asc"\n\n-----BEGIN PGP SIGNATURE-----\n\nabc\n'
    more = '; micalg=pgp-sha256; protocol="application/pgp-signature"'
    yield _made("signed-pgp", parts("signed", body(es), pgp, more=more), es)
    smime = attached("application/pkcs7-signature", "smime.p7s", bytes(90))
    more = '; micalg=sha-256; protocol="application/pkcs7-signature"'
    both = parts("alternative", body(es), body(divs(es), "html"), boundary="b2")
    yield _made("signed-smime", parts("signed", both, smime, more=more), es)
    armour = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{}\n\n- -- \nAda\n-----BEGIN PGP SIGNATURE-----\n\nabc\n"
    )
    yield _made("signed-pgp-inline", body(armour.format(en) + "-----END PGP SIGNATURE-----\n"), en)
    sealed = attached("application/pkcs7-mime; smime-type=enveloped-data", "smime.p7m", bytes(90))
    nothing = {"kind": "unreadable", "why": "encrypted"}
    yield _made("sealed-smime", sealed, "", **nothing, attachments=("smime.p7m",))
    version = b"Content-Type: application/pgp-encrypted\n\nVersion: 1\n"
    data = b"Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n"
    yield _made("sealed-pgp", parts("encrypted", version, data), "", **nothing, attachments=("multipart/encrypted",))
    yield _made(
        "sealed-pgp-inline",
        body("-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n"),
        "",
        **nothing,
        text="-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----",
    )


_FORWARDED = {
    "gmail": ("---------- Forwarded message ---------", "---------- Messaggio inoltrato ---------",
              "---------- Mensaje reenviado ---------"),
    "apple": ("Begin forwarded message:\n", "Inizio messaggio inoltrato:\n", "Inicio del mensaje reenviado:\n"),
    "thunderbird": ("-------- Forwarded Message --------", "-------- Messaggio Inoltrato --------",
                    "-------- Mensaje reenviado --------"),
    "outlook": ("", "", ""),
}  # fmt: skip


def forwarded() -> Iterator[Made]:
    """Somebody's email forwarded, with words above or without: what it holds is not the sender's."""
    for program, rules in _FORWARDED.items():
        for rule, language in zip(rules, LANGUAGES, strict=True):
            labels = blocks(rule)[language]
            text = f"{labels}\n\n{UNMARKED[language]}\n"
            fields = head(f"Fwd: {SUBJECT[language]}")
            name = f"forwarded-{program}-{language}"
            yield Made(name, mail(fields, body(text)), kind="empty", why="only-quotation")
            own = SHORT[language]
            yield Made(f"{name}-with-words", mail(fields, body(f"{own}\n\n{text}")), text=own, orders=own)
    whole = b"Content-Type: message/rfc822\n\n" + mail(head("x"), body(SHORT["en"]))
    raw = mail(_new(), parts("mixed", body(""), whole))
    yield Made("forwarded-as-file", raw, kind="empty", why="no-text", references=(), attachments=("message/rfc822",))


def empty() -> Iterator[Made]:
    """Nothing was written, or hardly anything."""
    nothing = {"kind": "empty", "why": "no-text"}
    yield _made("empty", b"\n", "", **nothing)
    yield _made("empty-html", body("<html><body><br>&nbsp;</body></html>", "html"), "", **nothing)
    yield _made("empty-signature", body("-- \nAda\n"), "", kind="empty", why="only-quotation")
    yield _made("empty-telephone", body("\n\nInviato da iPhone\n"), "", kind="empty", why="only-quotation")
    for language in LANGUAGES:
        says = PROGRAMS[0].introduces[language]
        raw = mail(head(f"Re: {SUBJECT[language]}"), body(f"\n\n{says}\n\n{quoted(MAIL[language])}\n"))
        yield Made(f"empty-quotation-{language}", raw, kind="empty", why="only-quotation")
    lost = Made("no-head", f"{SHORT['en']}\n".encode(), text=SHORT["en"], kind="unreadable", why="no-head", sender="")
    lost.references = lost.recipients = ()
    yield lost


def heads() -> Iterator[Made]:
    """Senders, recipients and threads as they are written."""
    en = SHORT["en"]
    for name, sender, read in (
        ("quoted-name", '"Lovelace, Ada" <Ada@Post.EXAMPLE.org>', "Ada@post.example.org"),
        ("encoded-name", "=?iso-8859-1?Q?Ad=E0?= <ada@post.example.org>", SENDER),
        ("bare", "ada@post.example.org", SENDER),
        ("comment", "ada@post.example.org (Ada (of Lovelace))", SENDER),
        ("address-as-name", '"bran@stark.example.org" <ada@post.example.org>', SENDER),
        ("two", "ada@post.example.org, bran@stark.example.org", ""),
        ("none", "Ada Lovelace", ""),
        ("two-angles", "<bran@stark.example.org> <ada@post.example.org>", ""),
        ("open-quotation", '"Ada <ada@post.example.org>', ""),
        ("group", "Lions: ada@post.example.org;", SENDER),
    ):
        yield _made(f"sender-{name}", body(en), en, fields=_new(sender=sender), sender=read)
    twice = _new("From: Bran <bran@stark.example.org>")
    yield _made("sender-from-twice", body(en), en, fields=twice, sender="")
    more = _new(
        "Cc: Bran <bran@stark.example.org>, undisclosed-recipients:;",
        "Delivered-To: reply+other@play.example.org",
        f"X-Original-To: {REPLY_TO}",
        "Envelope-To: reply+third@play.example.org",
        "Resent-To: reply+fourth@play.example.org",
    )
    known = (
        REPLY_TO,
        "bran@stark.example.org",
        "reply+other@play.example.org",
        "reply+third@play.example.org",
        "reply+fourth@play.example.org",
    )
    yield _made("recipients", body(en), en, fields=more, recipients=known)
    outlook = _new(f"In-Reply-To: {MAIL_ID}", "Thread-Index: AdpX", f"References: <{MAIL_ID}>,<x y>,<{MESSAGE_ID}>")
    yield _made("references-untidy", body(en), en, fields=outlook, references=(MAIL_ID, MESSAGE_ID))


def odd_mails() -> Iterator[Made]:
    """All of them."""
    for made in (charsets, encodings, html_alone, files, signed_mails, forwarded, empty, heads):
        yield from made()
