"""A table whose people play by mail: the service with its door for mail, seats, and what came of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.e2e.correspondents import Correspondent
from tests.e2e.house_turn import House, process, running
from tests.e2e.post import text_of
from tests.e2e.relay import CHECKED_BY, SERVICE, MailServer


@contextmanager
def taking_mail(folder: Path, server: MailServer, *arguments: str, **settings: str) -> Iterator[House]:
    """The service and its door for mail; listening with LMTP if nothing else is asked for."""
    arguments = arguments or ("--lmtp", f"127.0.0.1:{server.lmtp}")
    settings |= {"SMTP_URL": server.url, "MAIL_IN": SERVICE, "MAIL_IN_CHECKED_BY": CHECKED_BY}
    with running(folder, **settings) as house, process(house, "mail-in", *arguments):
        yield house


def seated(
    house: House, server: MailServer, who_plays: Sequence[tuple[Any, ...]], **terms: str
) -> tuple[list[Correspondent], str]:
    """Everybody signs in and takes a seat, which is all they use the site for; and the game's id. Each of the people is
    a name, a house, a mail program and perhaps a language; `terms` are fields of the form for a new game."""
    people = [Correspondent(house, server, *who) for who in who_plays]
    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(Correspondent.sign_in, people))
    first, *others = people
    game = first.make_game(first.plays, players=len(people), **terms)
    lobby = first.browser.get(f"/games/{game}")
    for guest in others:
        assert first.browser.submit(lobby, "/invite", email=guest.address, house=guest.plays).status == 200
    for guest in others:
        invitation = guest.browser.get(guest.linked("/invitations/"))
        joined = guest.browser.submit(invitation, "/invitations/", house=guest.plays)
        assert joined.status == 200, joined.text
    return people, game


def results(who: Correspondent) -> list[str]:
    """The emails of this person that tell of a turn that closed, each with a number of its own."""
    found = {str(one["Message-ID"]): text_of(one) for one in who.post()}
    return [text for name, text in found.items() if re.search(rf"\.[1-9]\d*\.{who.plays}\.results@", name)]
