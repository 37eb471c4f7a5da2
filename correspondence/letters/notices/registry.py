"""All notices the service can write, by their names."""

from __future__ import annotations

from correspondence.letters.notices import accounts, deadlines, desk, games, press, votes
from correspondence.letters.notices.kinds import NoticeWords

_ROOMS = (accounts, deadlines, desk, games, press, votes)
NOTICES: dict[str, NoticeWords] = {what: words for room in _ROOMS for what, words in room.NOTICES.items()}


def words_of(what: str) -> NoticeWords:
    """The words of a notice; KeyError for a name that no room knows."""
    return NOTICES[what]
