"""The words of notices about webhooks."""

from __future__ import annotations

from correspondence.letters.notices.kinds import NoticeWords
from narration.words import N_

NOTICES: dict[str, NoticeWords] = {
    "webhook-disabled": NoticeWords(
        stream="account",
        subject=N_("{site}: your webhook at {host} is switched off"),
        paragraphs=(
            N_("What {site} posts to your webhook at {host} is not taken: {reason}."),
            N_("Nothing more is posted there until you switch it on again."),
        ),
        button=N_("To your webhooks"),
    ),
}
