"""All notices the service can write, by their names."""

from __future__ import annotations

from correspondence.letters.notices import (
    accounts,
    deadlines,
    delegations,
    desk,
    evaluations,
    games,
    press,
    results,
    votes,
    webhooks,
)
from correspondence.letters.notices.kinds import NoticeWords

_ROOMS = (accounts, deadlines, delegations, desk, evaluations, games, press, results, votes, webhooks)
NOTICES: dict[str, NoticeWords] = {what: words for room in _ROOMS for what, words in room.NOTICES.items()}


def words_of(what: str) -> NoticeWords:
    """The words of a notice; KeyError for a name that no room knows."""
    return NOTICES[what]
