"""The command that takes mail in."""

from __future__ import annotations

import click

from worker.files import BadInput


@click.command("mail-in")
@click.option("--lmtp", "lmtp", default="", help="Listen for the mail server on HOST:PORT with LMTP.")
@click.option("--smtp", "smtp", default="", help="The same with SMTP, for servers that cannot speak LMTP.")
@click.option("--mailbox", is_flag=True, help="Read the mailbox of MAIL_IN_BOX over IMAP.")
def mail_in(lmtp: str, smtp: str, mailbox: bool) -> None:
    """Take in the mails with which players answer their letters, until stopped.

    Needs MAIL_IN, the address at which they answer. Without an option it listens with LMTP on 127.0.0.1:8024. What
    comes is kept at once; the worker reads it. It stands behind a mail server, and is none for the internet.
    """
    from worker import startup
    from worker.mail_in import running

    settings = startup.awaited()
    if not settings.mail_in:
        raise BadInput("mail-in: MAIL_IN is not set; it is the address at which players answer letters")
    try:
        running.run(settings, lmtp=lmtp, smtp=smtp, mailbox=mailbox)
    except running.Unusable as reason:
        raise BadInput(f"mail-in: {reason}") from reason
