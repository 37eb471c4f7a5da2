"""Mails of real-world shapes, and what is read in each: `corpus/`, made by `make_corpus`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator import games
from correspondence.mail_reading import Mail, read_mail
from narration.typed_sheets import read_sheet_text
from tests.correspondence.mail_reading.make_corpus import CORPUS, every_mail, expected

MAILS = sorted(CORPUS.glob("*.eml"))


def told(mail: Mail) -> dict[str, Any]:
    """A mail's values as the files of the corpus say them."""
    bounced = [f"{b.recipient or '-'} {b.status or '-'} {b.action} {b.message_id or '-'}" for b in mail.bounced]
    return {
        "kind": mail.kind,
        "why": mail.why,
        "sender": mail.sender,
        "recipients": list(mail.recipients),
        "references": list(mail.references),
        "attachments": list(mail.attachments),
        "bounced": bounced,
        "text": mail.text,
    }


@pytest.mark.parametrize("path", MAILS, ids=[path.stem for path in MAILS])
def test_each_is_read(path: Path) -> None:
    wanted = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    mail = read_mail(path.read_bytes())
    orders = wanted.pop("orders")
    found = told(mail)
    assert {name: found[name] for name in wanted} == wanted
    assert orders in mail.text


SHEETS = {mail.name: mail.orders for mail in every_mail() if mail.orders and mail.kind == "letter"}


@pytest.mark.parametrize("name", SHEETS)
def test_each_sheet_arrives(name: str) -> None:
    """The words around a sheet change nothing of it, and nothing that was quoted comes in."""
    edition = games.edition("second-edition")
    wanted = read_sheet_text(SHEETS[name], edition, ())
    text = read_mail((CORPUS / f"{name}.eml").read_bytes()).text
    found = read_sheet_text(text, edition, ())
    assert (found.sheet, found.ready, found.cleared) == (wanted.sheet, wanted.ready, wanted.cleared)
    assert wanted.sheet is not None
    assert not wanted.unread


def test_there_are_enough() -> None:
    assert len(MAILS) >= 200
    with_orders = [path for path in MAILS if "orders = '''\n'''" not in path.with_suffix(".toml").read_text("utf-8")]
    assert len(with_orders) >= 150


def test_the_files_are_those_that_are_made() -> None:
    made = {mail.name: mail for mail in every_mail()}
    assert set(made) == {path.stem for path in MAILS}
    for name, mail in made.items():
        assert (CORPUS / f"{name}.eml").read_bytes() == mail.raw
        assert (CORPUS / f"{name}.toml").read_text(encoding="utf-8") == expected(mail)
