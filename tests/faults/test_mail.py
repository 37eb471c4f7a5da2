"""F8: the mail server refuses, stalls, sends away for now or for good, and breaks off after the dot."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.faults.nemesis import settle
from tests.faults.player import Players
from tests.faults.post import Office
from tests.faults.realm import Realm
from tests.faults.report import judged, tell
from tests.faults.sizes import FULL, chosen, size
from tests.faults.tables import lay

pytestmark = pytest.mark.services


def _refuse(office: Office) -> None:
    office.close()


def _busy(office: Office) -> None:
    office.post.greeting = "421 too busy"
    office.hang_up()


def _greylist(office: Office) -> None:
    office.post.answers["*"] = ("RCPT", "451 later")


def _stall(office: Office) -> None:
    office.post.stalls = size("mail-faults") // 10 + 1


def _drop(office: Office) -> None:
    office.post.drops = size("mail-faults")


def _mend(office: Office) -> None:
    office.post.answers.pop("*", None)
    office.post.greeting = "220 post"
    office.post.stalls = office.post.drops = 0
    if not office.listening:
        office.open()


@pytest.mark.experiment("mail-faults")
def test_f8_every_mail_leaves_however_the_mail_server_behaves(realm: Realm) -> None:
    assert realm.mail is not None
    # Waits of minutes become seconds; that they grow, and how far, is tested where they are made.
    realm.extra |= {"FAULT_SMTP_SECONDS": "2", "FAULT_WAIT_SECONDS": "0.5"}
    realm.site()
    realm.worker(2)
    lasts = 1800.0 if chosen() == FULL else 5.0
    returned: dict[str, float] = {}
    post = realm.mail.post
    # What an email meets, by the name under which the server counts it; a server that is away counts nothing.
    faults: dict[Callable[[Office], None], str] = {
        _refuse: "",
        _busy: "421",
        _greylist: "451",
        _stall: "stall",
        _drop: "drop",
    }
    for number, (fault, kind) in enumerate(faults.items()):
        before = post.refusals[kind]
        fault(realm.mail)
        tables = lay(realm.store, max(2, size("mail-faults") // 2), number_from=1000 * (number + 1))
        Players(realm, tables, seed=number).play(1, 900)
        time.sleep(lasts if fault in (_refuse, _busy, _greylist) else 2.0)
        if kind:
            realm.until(lambda kind=kind, before=before: post.refusals[kind] > before, f"a letter meets {kind}")
        _mend(realm.mail)
        returned[fault.__name__.strip("_")] = round(settle(realm, seconds=600), 1)
    kinds = dict(realm.mail.post.refusals)
    verdict = judged(realm)
    tell("F8", verdict, **{f"{name}_settled": seconds for name, seconds in returned.items()}, **kinds)
    assert all(kinds[kind] for kind in ("421", "451", "stall", "drop"))
    # An email comes again only where the server took it and broke off before it said so.
    assert verdict.figures["letters_again"] <= kinds["drop"]


@pytest.mark.experiment("mail-faults")
def test_f8_unknown_reader_hinders_no_other(realm: Realm) -> None:
    assert realm.mail is not None
    realm.site()
    realm.worker(2)
    tables = lay(realm.store, max(2, size("mail-faults") // 4))
    gone = tables[0].players[0].email
    realm.mail.post.answers[gone] = ("RCPT", "550 nobody of this name")
    Players(realm, tables).play(2, 900)
    settle(realm)
    tell("F8 550", judged(realm, unsendable=(gone,)), refused=realm.mail.post.refusals["550"])
    assert realm.mail.post.refusals["550"]
    assert not [to for found in realm.mail.post.taken.values() for to, _ in found if to == gone]
