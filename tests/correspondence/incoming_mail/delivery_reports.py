"""Reports of mail servers that an email did not arrive, each in its server's manner; written here after their form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """What a report is about: where it goes, whom the email was for, the email's and the report's own id."""

    to: str
    recipient: str = "ada@rookery.example"
    letter: str = "1.stark.results@rookery.example"
    number: int = 1

    @property
    def own_id(self) -> str:
        """The Message-ID of the report."""
        return f"report.{self.number}@mx.example.org"


RETURNED = """\
From: Rookery <r@rookery.example>
To: {recipient}
Subject: A game: what round 1 brought
Message-ID: <{letter}>
X-Rookery: 1
"""
# Three parts, in the second one group for the server itself and one for each recipient.
POSTFIX = """\
Return-Path: <>
Received: by mx.example.org (Postfix) id 4cYx1z2Qz9z; Sun, 22 Nov 2026 09:00:00 +0000 (UTC)
Date: Sun, 22 Nov 2026 09:00:00 +0000 (UTC)
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: {subject}
To: {to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="4cYx1z2Qz9z.1/mx.example.org"
Message-Id: <{own_id}>

This is a MIME-encapsulated message.

--4cYx1z2Qz9z.1/mx.example.org
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.org.

<{recipient}>: host mail.example.net[192.0.2.7] said: 550 5.1.1 No such user

--4cYx1z2Qz9z.1/mx.example.org
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
X-Postfix-Queue-ID: 4cYx1z2Qz9z
X-Postfix-Sender: rfc822; {to}
Arrival-Date: Sun, 22 Nov 2026 08:59:58 +0000 (UTC)

Final-Recipient: rfc822; {recipient}
Original-Recipient: rfc822;{recipient}
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.net
Diagnostic-Code: smtp; 550 {status} No such user

--4cYx1z2Qz9z.1/mx.example.org
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

{returned}
--4cYx1z2Qz9z.1/mx.example.org--
"""
# A header that names who was not reached, and a report as text with the email below.
EXIM = """\
Return-path: <>
X-Failed-Recipients: {recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.org>
To: {to}
Subject: Mail delivery failed: returning message to sender
Message-Id: <{own_id}>
Date: Sun, 22 Nov 2026 09:00:00 +0000

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  {recipient}
    host mail.example.net [192.0.2.7]
    SMTP error from remote mail server after RCPT TO: 550 5.1.1 User unknown

------ This is a copy of the message, including all the headers. ------

{returned}
"""
# Of an email that it goes on trying to deliver.
EXIM_WAITS = """\
Return-path: <>
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.org>
To: {to}
Subject: Warning: message 1wBxyz-0000-2Z delayed 24 hours
Message-Id: <{own_id}>
Date: Sun, 22 Nov 2026 09:00:00 +0000

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.org.

The address to which the message has not yet been delivered is:

  {recipient}
    Delay reason: 452 4.2.2 over quota

No action is required on your part. Delivery attempts will continue for
some time.
"""
# A page of HTML, a report with words of its own in it, the head of the email.
EXCHANGE = """\
Return-Path: <>
From: "Microsoft Outlook" <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net>
To: <{to}>
Date: Sun, 22 Nov 2026 09:00:00 +0000
Content-Type: multipart/report; report-type=delivery-status; boundary="_00_EX"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-GB
Message-ID: <{own_id}>
In-Reply-To: <{letter}>
Subject: Undeliverable: A game: what round 1 brought
Auto-Submitted: auto-replied
MIME-Version: 1.0

--_00_EX
Content-Type: text/html; charset="utf-8"

<html><body><p>Your message to <b>{recipient}</b> couldn't be delivered.</p></body></html>

--_00_EX
Content-Type: message/delivery-status

Reporting-MTA: dns;DB9PR01MB0001.eurprd01.prod.example.net
Received-From-MTA: dns;AM0PR02.mail.protection.example.net
Arrival-Date: Sun, 22 Nov 2026 08:59:58 +0000

Final-Recipient: rfc822;{recipient}
Action: failed
Status: {status}
Diagnostic-Code: smtp;550 {status} RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address
 lookup {recipient}
X-Display-Name: Ada

--_00_EX
Content-Type: message/rfc822

{returned}
An old letter.
--_00_EX--
"""
# Parts within parts, a picture, and X-Failed-Recipients besides.
GMAIL = """\
Return-Path: <>
To: {to}
{failed}
Auto-Submitted: auto-replied
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Subject: Delivery Status Notification ({what})
Message-ID: <{own_id}>
References: <{letter}>
Date: Sun, 22 Nov 2026 01:00:00 -0800 (PST)
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1"; report-type=delivery-status

--000000000000a1
Content-Type: multipart/related; boundary="000000000000a2"

--000000000000a2
Content-Type: multipart/alternative; boundary="000000000000a3"

--000000000000a3
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to {recipient} because the address couldn't be found.

--000000000000a3--
--000000000000a2
Content-Type: image/png; name="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000a2--
--000000000000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; {to}
Arrival-Date: Sun, 22 Nov 2026 00:59:58 -0800 (PST)
X-Original-Message-ID: <{letter}>

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Remote-MTA: dns; mail.example.net. (192.0.2.7, the server for the domain example.net.)
Diagnostic-Code: smtp; 550-{status} The email account that you tried to reach does not exist.
Last-Attempt-Date: Sun, 22 Nov 2026 01:00:00 -0800 (PST)

--000000000000a1
Content-Type: message/rfc822

{returned}
An old letter.
--000000000000a1--
"""


def _made(template: str, about: Report, **more: str) -> bytes:
    told = {"to": about.to, "recipient": about.recipient, "letter": about.letter, "own_id": about.own_id}
    text = template.format(**told, **more, returned=RETURNED.format(**told))
    return text.replace("\n", "\r\n").encode()


def postfix(about: Report, action: str = "failed", status: str = "5.1.1") -> bytes:
    """As Postfix writes it."""
    subject = "Delayed Mail (still being retried)" if action == "delayed" else "Undelivered Mail Returned to Sender"
    return _made(POSTFIX, about, action=action, status=status, subject=subject)


def exim(about: Report) -> bytes:
    """As Exim writes it."""
    return _made(EXIM, about)


def exim_waits(about: Report) -> bytes:
    """As Exim warns."""
    return _made(EXIM_WAITS, about)


def exchange(about: Report, status: str = "5.1.10") -> bytes:
    """As Exchange Online writes it."""
    return _made(EXCHANGE, about, status=status)


def gmail(about: Report, action: str = "failed", status: str = "5.1.1") -> bytes:
    """As Gmail writes it."""
    failed = f"X-Failed-Recipients: {about.recipient}" if action == "failed" else "X-Gm-Delay: 1"
    what = "Delay" if action == "delayed" else "Failure"
    return _made(GMAIL, about, action=action, status=status, failed=failed, what=what)


FOR_GOOD: dict[str, Callable[[Report], bytes]] = {
    "postfix": postfix,
    "postfix, refused by a policy": lambda about: postfix(about, status="5.7.1"),
    "exim": exim,
    "exchange": exchange,
    "gmail": gmail,
}
FOR_NOW: dict[str, Callable[[Report], bytes]] = {
    "postfix": lambda about: postfix(about, "delayed", "4.4.1"),
    "postfix, tried in vain to the end": lambda about: postfix(about, "failed", "4.4.1"),
    "exim": exim_waits,
    "exchange": lambda about: exchange(about, "4.4.7"),
    "gmail": lambda about: gmail(about, "delayed", "4.2.2"),
}
# Reports, but not of a failure.
OF_NO_FAILURE: dict[str, Callable[[Report], bytes]] = {
    "relayed": lambda about: postfix(about, "relayed", "2.0.0"),
    "expanded": lambda about: postfix(about, "expanded", "2.0.0"),
    "failed, it says, with success": lambda about: postfix(about, "failed", "2.0.0"),
}
