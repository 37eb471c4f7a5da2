"""What an experiment tells at its end: one line of JSON, and whether a promise was broken."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

from tests.faults.checker import Verdict, judge
from tests.faults.realm import Realm


def judged(realm: Realm, unsendable: Sequence[str] = (), quarantine: frozenset[str] = frozenset()) -> Verdict:
    """The verdict on everything that happened. `unsendable`: addresses to which nothing could come; `set_aside`: games
    that had to be."""
    post = realm.mail.post if realm.mail is not None else None
    return judge(realm.store, realm.history, post, realm.now(), timedelta(seconds=5), unsendable, quarantine)


def tell(name: str, verdict: Verdict, **figures: float | int | str) -> None:
    """One line of JSON, and a test that fails if a promise was broken."""
    print(json.dumps({"experiment": name, **figures, **verdict.told()}), flush=True)
    assert verdict.clean, verdict.words()
