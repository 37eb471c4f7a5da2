"""Mails that nobody wrote to us: answers of programs, lists, mails that come back, complaints, and our own."""

from __future__ import annotations

from collections.abc import Iterator

from tests.correspondence.mail_reading.mime import MAIL_ID, SENDER, Made, body, head, mail, parts
from tests.correspondence.mail_reading.sheets import REPLY_TO, SHORT

AWAY = {
    "en": "I am out of the office until 30 November with limited access to mail.",
    "it": "Sono fuori ufficio fino al 30 novembre. Questo è un messaggio automatico.",
    "es": "Estoy fuera de la oficina hasta el 30 de noviembre.",
}
DAEMON = "Mail Delivery System <MAILER-DAEMON@mx.example.org>"
OURS = (
    f"From: Rookery <{REPLY_TO}>\nTo: Ada <{SENDER}>\nSubject: orders for round 3\n"
    f"Message-ID: <{MAIL_ID}>\nX-Rookery: 1\n\nORDERS lannisport D\n"
)


def _one(name: str, kind: str, why: str, *more: str, subject: str = "orders", text: str = SHORT["en"]) -> Made:
    raw = mail(head(subject, *more, answer=False), body(text))
    return Made(name, raw, text=text, kind=kind, why=why, references=())


def auto_replies() -> Iterator[Made]:
    """Answers of programs: by what they say in their heads, and by their subject with a second sign."""
    for name, why, line in (
        ("auto-replied", "auto-submitted", "Auto-Submitted: auto-replied"),
        ("auto-generated", "auto-submitted", "Auto-Submitted: auto-generated (vacation)"),
        ("auto-notified", "auto-submitted", 'auto-submitted: AUTO-NOTIFIED; owner-email="x@example.org"'),
        ("exchange-all", "auto-response-suppress", "X-Auto-Response-Suppress: All"),
        ("exchange-oof", "auto-response-suppress", "X-Auto-Response-Suppress: DR, OOF, AutoReply"),
        ("x-autoreply", "auto-reply-header", "X-Autoreply: yes"),
        ("x-autorespond", "auto-reply-header", "X-Autorespond: orders"),
        ("precedence-auto-reply", "auto-reply-header", "Precedence: auto_reply"),
        ("precedence-bulk", "precedence-bulk", "Precedence: bulk"),
        ("precedence-junk", "precedence-bulk", "Precedence: JUNK"),
    ):
        yield _one(f"auto-{name}", "auto-reply", why, line)
    subjects = {
        "en": "Automatic reply: orders for round 3",
        "it": "Risposta automatica: ordini del round 3",
        "es": "Respuesta automática: órdenes de la ronda 3",
    }
    for language, subject in subjects.items():
        yield _one(f"auto-away-{language}", "auto-reply", "out-of-office", subject=subject, text=AWAY[language])
    for language, subject in (("en", "Out of Office"), ("it", "Fuori ufficio"), ("es", "Fuera de la oficina")):
        name = f"auto-away-returned-{language}"
        yield _one(name, "auto-reply", "out-of-office", "Return-Path: <>", subject=subject, text="Back soon.")
    receipt = parts(
        "report",
        body("Your message was displayed."),
        b"Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed\n",
        more="; report-type=disposition-notification",
    )
    raw = mail(head("Read: orders"), receipt)
    yield Made("auto-read-receipt", raw, text="Your message was displayed.", kind="auto-reply", why="read-receipt")


def written_after_all() -> Iterator[Made]:
    """What looks like one of these, and was written."""
    en = SHORT["en"]
    yield _one("letter-re-out-of-office", "letter", "", subject="Re: Out of office", text=en)
    yield _one("letter-out-of-office", "letter", "", subject="Out of office on Friday", text=en)
    yield _one("letter-auto-submitted-no", "letter", "", "Auto-Submitted: no", text=en)
    yield _one("letter-suppress-dr", "letter", "", "X-Auto-Response-Suppress: DR, RN, NRN", text=en)
    yield _one("letter-returned-mail-by-a-person", "letter", "", subject="Returned mail: my orders", text=en)
    yield _one("letter-unsubscribe", "letter", "", "List-Unsubscribe: <https://post.example.org/u>", text=en)
    yield _one("letter-precedence-normal", "letter", "", "Precedence: normal", text=en)


def lists() -> Iterator[Made]:
    """What came by a list."""
    yield _one("list-mailman", "list", "list-id", "List-Id: Ravens <ravens.lists.example.org>", "Precedence: list")
    yield _one("list-bulk", "list", "list-id", "List-Id: <ravens.lists.example.org>", "Precedence: bulk")
    yield _one("list-google", "list", "list-header", "X-Google-Group-Id: 1", "Mailing-list: list r@lists.example.org")
    yield _one("list-precedence", "list", "precedence", "Precedence: list")


def loops() -> Iterator[Made]:
    """Emails of ours that come back."""
    yield _one("loop-own", "loop", "own-mark", "X-Rookery: 1", "Auto-Submitted: auto-generated")
    yield _one("loop-lower-case", "loop", "own-mark", "x-rookery:1", "List-Id: <x.example.org>")


def _status(*lines: str) -> bytes:
    text = "Reporting-MTA: dns; mx.example.org\nArrival-Date: Fri, 20 Nov 2026 10:11:12 +0100\n\n" + "\n".join(lines)
    return f"Content-Type: message/delivery-status\n\n{text}\n".encode()


def _returned(sort: str = "message/rfc822") -> bytes:
    return f"Content-Type: {sort}\n\n{OURS}".encode()


def _report(name: str, status: bytes, returned: bytes, *bounced: str, words: str = "It did not arrive.") -> Made:
    content = parts("report", body(words), status, returned, more="; report-type=delivery-status")
    raw = mail(head("Undelivered Mail Returned to Sender", answer=False, sender=DAEMON), content)
    files = ("message/rfc822",) if b"message/rfc822" in returned else ()
    made = Made(name, raw, text=words, kind="bounce", why="delivery-status", bounced=bounced, references=())
    made.sender, made.attachments = "MAILER-DAEMON@mx.example.org", files
    return made


def bounces() -> Iterator[Made]:
    """Reports of mail servers, with parts for programs and without."""
    gone = ("Final-Recipient: rfc822; ada@post.example.org", "Action: failed", "Status: 5.1.1")
    told = f"{SENDER} 5.1.1 failed {MAIL_ID}"
    yield _report("bounce-postfix", _status(*gone, "Diagnostic-Code: smtp; 550 no such user"), _returned(), told)
    yield _report("bounce-headers-only", _status(*gone), _returned("text/rfc822-headers"), told)
    full = ("Final-Recipient: RFC822; <ada@post.example.org>", "Action: FAILED", "Status: 5.2.2 (mailbox full)")
    yield _report("bounce-exchange", _status(*full), _returned(), f"{SENDER} 5.2.2 failed {MAIL_ID}")
    late = ("Original-Recipient: rfc822;ada@post.example.org", "Action: delayed", "Status: 4.4.1")
    yield _report("bounce-delayed", _status(*late), _returned(), f"{SENDER} 4.4.1 delayed {MAIL_ID}")
    two = (*gone, "", "Final-Recipient: rfc822; bran@stark.example.org", "Action: failed", "Status: 5.7.1")
    second = f"bran@stark.example.org 5.7.1 failed {MAIL_ID}"
    yield _report("bounce-two", _status(*two), _returned(), told, second)
    unsaid = ("Final-Recipient: rfc822; ada@post.example.org", "Action: failed", "Diagnostic-Code: smtp; 550 5.7.26 no")
    yield _report("bounce-status-in-words", _status(*unsaid), _returned(), f"{SENDER} 5.7.26 failed {MAIL_ID}")
    yield from _plain_bounces()


def _plain_bounces() -> Iterator[Made]:
    own_id = f"Message-ID: <{MAIL_ID}>"
    qmail = (
        "Hi. This is the qmail-send program at mx.example.org.\nI'm afraid I wasn't able to deliver your message.\n\n"
        f"<{SENDER}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n"
        "--- Below this line is a copy of the message.\n\n"
        f"Return-Path: <{REPLY_TO}>\n{own_id}\nTo: <third@example.org>\n"
    )
    exim = (
        "This message was created automatically by mail delivery software.\n\nA message that you sent could not be "
        f"delivered.\n\n  {SENDER}\n    host mx.example.org: 550 5.1.1 unknown user\n\n"
        f"------ This is a copy of the message, including all the headers. ------\n\n{own_id}\n"
    )
    aruba = (
        f"Impossibile consegnare il messaggio a <{SENDER}>: casella piena (5.2.2).\n\nMessaggio originale:\n{own_id}\n"
    )
    correo = f"No se pudo entregar su mensaje a <{SENDER}>: 550 5.1.1.\n\nMensaje original:\n{own_id}\n"
    late = f"Warning: your message to <{SENDER}> is delayed (4.4.7). Message headers follow:\n{own_id}\n"
    for name, subject, text, status, sender in (
        ("qmail", "failure notice", qmail, "5.1.1 failed", DAEMON),
        ("exim", "Mail delivery failed: returning message to sender", exim, "5.1.1 failed", DAEMON),
        ("aruba-it", "Mancata consegna del messaggio", aruba, "5.2.2 failed", "postmaster@mx.example.org"),
        ("correo-es", "No se puede entregar: orders", correo, "5.1.1 failed", "postmaster@mx.example.org"),
        ("late", "Warning: could not send message for past 4 hours", late, "4.4.7 delayed", DAEMON),
    ):
        raw = mail(head(subject, "Return-Path: <>", answer=False, sender=sender), body(text))
        made = Made(f"bounce-{name}", raw, kind="bounce", why="returned-mail", references=())
        made.sender = sender.rpartition("<")[2].rstrip(">")
        made.bounced = (f"{SENDER} {status} {MAIL_ID}",)
        made.text = "?"
        yield made
    failed = mail(
        head("Mail failed", f"X-Failed-Recipients: {SENDER}", answer=False, sender=DAEMON), body("It failed.")
    )
    made = Made(
        "bounce-failed-recipients", failed, text="It failed.", kind="bounce", why="returned-mail", references=()
    )
    made.sender, made.bounced = "MAILER-DAEMON@mx.example.org", (f"{SENDER} - failed -",)
    yield made


def complaints() -> Iterator[Made]:
    """Feedback loops: somebody pressed "this is spam"."""
    for name, line, who in (("named", f"Original-Rcpt-To: {SENDER}\n", SENDER), ("nameless", "", "-")):
        report = f"Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n{line}".encode()
        words = "This is an abuse report."
        content = parts("report", body(words), report, _returned(), more="; report-type=feedback-report")
        raw = mail(head("FW: orders", answer=False, sender="fbl@big.example.org"), content)
        made = Made(f"complaint-{name}", raw, text=words, kind="complaint", why="feedback-report", references=())
        made.sender, made.attachments = "fbl@big.example.org", ("message/rfc822",)
        made.bounced = (f"{who} - complaint {MAIL_ID}",)
        yield made


def automatic_mails() -> Iterator[Made]:
    """All of them."""
    for made in (auto_replies, written_after_all, lists, loops, bounces, complaints):
        yield from made()
