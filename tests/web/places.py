"""A site with something at every address: games in every state, letters, links, tokens. For walks over all routes."""

from __future__ import annotations

from flask import Flask

from correspondence.accounts.queries import api_tokens
from correspondence.accounts.use_cases import issue_api_token, make_link, request_link
from correspondence.games.options import NewGame
from correspondence.games.queries import my_games
from correspondence.games.use_cases import create_game, invite
from correspondence.outbox.queries import mailbox
from tests.correspondence.people import People, link_in
from tests.web.visitors import Browser, Program, browser_of

# Every one of these would show if a page did not write it as text.
SHARP = """<i id=sharp>"Ada's" & co</i>{{ 7*7 }}"""


class Places:
    """`at` maps the names in paths to ids; `browser` is ada's, `program` uses a token of hers."""

    def __init__(self, app: Flask, people: People) -> None:
        self.people = people
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            ada.name = SHARP
        game = people.game({"stark": "ada", "tyrell": "bo"}, title=SHARP)
        people.submit(game, "ada", b"{}")
        people.adjudicate(game)
        people.submit(game, "ada", b"{}")
        self.browser: Browser = browser_of(app, people, "ada")
        self.at = {"game": game, "call": people.call(game), **self._lobbies(), **self._letters(), **self._tokens()}
        self.program = Program(app.test_client(), self.at["secret"])

    def _lobbies(self) -> dict[str, str]:
        """`lobby` and `ready` are ada's (stewards take the rest of the second); `open` is bo's, open to all."""
        made = {}
        for name, maker, options in (
            ("lobby", "ada", {}),
            ("ready", "ada", {"steward_rest": True}),
            ("open", "bo", {"visibility": "open"}),
        ):
            with self.people.store.begin() as session:
                new = NewGame(title=f"{name} {SHARP}", **options)  # type: ignore[arg-type]
                game = create_game(session, self.people.account_in(session, maker), new, self.people.now)
                made[name] = game.public_id
        return made

    def _letters(self) -> dict[str, str]:
        people = self.people
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            lobby = next(line.id for line in my_games(session, ada) if line.title.startswith("lobby"))
            invite(session, ada, lobby, "cy@rookery.example", None, people.now)
            request_link(session, "cy@rookery.example", people.now)
            link = make_link(session, "cy@rookery.example", people.now, people.now.replace(year=2027))
        people.deliver()
        with people.store.read() as session:
            letter = mailbox(session, 1, "ada@rookery.example")[0].id
        return {"letter": letter, "link": link, "unsubscribe": link_in(people.letters("ada")[-1], "unsubscribe/")}

    def _tokens(self) -> dict[str, str]:
        """`token` and `spare` are ids of tokens, `secret` a third one itself."""
        with self.people.store.begin() as session:
            ada = self.people.account_in(session, "ada")
            for name in ("a token", "a spare one"):
                issue_api_token(session, ada, name, self.people.now)
            secret = issue_api_token(session, ada, SHARP, self.people.now)
            session.flush()
            first, second, _ = api_tokens(session, ada)
        return {"token": first.id, "spare": second.id, "secret": secret}
