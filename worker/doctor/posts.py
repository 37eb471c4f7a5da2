"""The broker and the mail server: do they answer, does anybody listen, are letters accepted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from kombu.exceptions import OperationalError

from correspondence.dkim_keys import public_key
from correspondence.logs import discreet
from correspondence.outbox.delivery import Refusing, Unreachable, signed, transport_for
from correspondence.settings import BadSetting, Settings
from worker.doctor.machine import Finding, Patient, fine
from worker.messages import QUEUES, embedded, make_caller
from worker.queues import asked

MOST_WAITING = 1000
LISTEN_SECONDS, ASK_SECONDS = 2.0, 3.0


def broker(patient: Patient) -> Iterator[Finding]:
    """The broker answers, its queues do not grow, every queue has a worker that listens."""
    settings = patient.settings
    if embedded(settings):
        yield from _lengths(asked(settings, ASK_SECONDS))
        yield fine("broker", "the embedded broker: files in the data folder")
        return
    caller = make_caller(settings)
    try:
        lengths = asked(settings, ASK_SECONDS)
        listening = caller.control.inspect(timeout=LISTEN_SECONDS).active_queues() or {}
    except (OperationalError, OSError) as error:
        yield Finding(
            "broker-away",
            "fault",
            f"the broker does not answer: {discreet(str(error))}",
            "start the broker, and look at BROKER_URL; until then letters and calls wait, nothing is lost",
        )
        return
    finally:
        caller.close()
    yield from _lengths(lengths)
    heard = {queue["name"] for queues in listening.values() for queue in queues}
    deaf = [queue for queue in QUEUES if queue not in heard]
    if deaf:
        yield Finding(
            "nobody-listens",
            "fault",
            f"no worker listens to {', '.join(deaf)}",
            f"start one: rookery worker --queues {','.join(deaf)}",
        )
    else:
        yield fine("broker", f"the broker answers; {len(listening)} workers listen to every queue")


def _lengths(lengths: dict[str, int]) -> Iterator[Finding]:
    for queue, length in lengths.items():
        if length > MOST_WAITING:
            yield Finding(
                "queue-long",
                "warning",
                f"{length} messages wait in the queue {queue}",
                f"give it more workers: rookery worker --no-beat --queues {queue}",
            )


def mail(patient: Patient) -> Iterator[Finding]:
    """The mail server answers and lets us in; a letter is sent only if an address was given."""
    settings = patient.settings
    if settings.embedded_mail:
        yield Finding("mailbox", "note", "letters go to the site's own mailbox", "set SMTP_URL to send them by mail")
        return
    transport = None
    try:
        transport = transport_for(settings, patient.store)
        transport.open(patient.now)
        if patient.send_test:
            transport.send(patient.send_test, *_letter(patient))
            yield fine("letter-sent", f"a letter to {patient.send_test} was accepted")
    except BadSetting as wrong:
        yield Finding("smtp-url", "fault", str(wrong), "set SMTP_URL, such as smtp://user:password@host:587")
    except Unreachable as reason:
        yield Finding(
            "mail-away",
            "fault",
            f"the mail server does not let us in: {discreet(str(reason))}",
            "look at SMTP_URL: host, port, user, password; and whether this machine may reach it",
        )
    except Refusing as reason:
        yield Finding(
            "letter-refused",
            "fault",
            f"the mail server refuses the letter: {discreet(str(reason))}",
            "look at MAIL_FROM: the server must let you send from that address",
        )
    else:
        yield fine("mail", "the mail server answers and lets us in")
        yield from _signing(settings)
    finally:
        if transport is not None:
            transport.close()


def _signing(settings: Settings) -> Iterator[Finding]:
    """With what letters are signed, and what the DNS is to say of it."""
    if settings.mail_dkim:
        record = f'{settings.mail_dkim} TXT "v=DKIM1; k=rsa; p={public_key(settings.mail_dkim_key)}"'
        yield fine("dkim", f"letters are signed; the DNS has to say: {record}")


def _letter(patient: Patient) -> tuple[str, str, bytes]:
    letter = EmailMessage()
    letter["From"], letter["To"] = patient.settings.sender, patient.send_test
    letter["Subject"] = subject = f"{patient.settings.site_name}: a letter to try the way"
    letter["Date"] = format_datetime(datetime.now(UTC))
    letter["Message-ID"] = message_id = make_msgid(domain=patient.settings.host)
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content("Letters of this service reach you. Nobody needs an answer.\n")
    return message_id, subject, signed(patient.settings, letter.as_bytes(policy=policy.SMTP))
