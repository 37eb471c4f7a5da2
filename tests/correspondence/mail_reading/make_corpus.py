"""`python -m tests.correspondence.mail_reading.make_corpus`: write the corpus anew.

A mail is a file `name.eml`; beside it `name.toml` says what it is: its kind and why, its sender, what it refers to,
its text, and of the text the sheet. A text that depends on no rule of ours (of bounces) is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.correspondence.mail_reading.answers import answers
from tests.correspondence.mail_reading.automatic_mails import automatic_mails
from tests.correspondence.mail_reading.mime import Made
from tests.correspondence.mail_reading.odd_mails import odd_mails

CORPUS = Path(__file__).parent / "corpus"


def every_mail() -> Iterator[Made]:
    """All mails that are made; those written by hand only stand in the folder."""
    for some in (answers, odd_mails, automatic_mails):
        yield from some()


def expected(made: Made) -> str:
    """What is to be read in a mail, as TOML."""
    said = {
        "kind": made.kind,
        "why": made.why,
        "sender": made.sender,
        "recipients": made.recipients,
        "references": made.references,
        "attachments": made.attachments,
        "bounced": made.bounced,
    }
    # A string of JSON, or a list of such, is one of TOML.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in said.items()]
    texts = {"orders": made.orders} if made.text == "?" else {"text": made.text, "orders": made.orders}
    return "\n".join([*lines, *(f"{name} = '''\n{value}'''" for name, value in texts.items())]) + "\n"


def main() -> None:
    """Write all files."""
    CORPUS.mkdir(exist_ok=True)
    for made in every_mail():
        (CORPUS / f"{made.name}.eml").write_bytes(made.raw)
        (CORPUS / f"{made.name}.toml").write_text(expected(made), encoding="utf-8")


if __name__ == "__main__":
    main()
