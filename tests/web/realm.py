"""A site on which everybody stands in another relation to the same games, with things in them that not all may know."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from sqlalchemy import event, select
from werkzeug.test import TestResponse

from adjudicator.thrones.sheets.sheet import read_sheet
from adjudicator.thrones.state.overrides import Ruling
from correspondence.accounts.queries import api_tokens
from correspondence.accounts.use_cases import enter_absence, sessions_of
from correspondence.delegations import delegate
from correspondence.games.access import find_game
from correspondence.games.options import NewGame
from correspondence.lobby.invitations import invite, sent_invitations
from correspondence.lobby.use_cases import create_game
from correspondence.messages import queries as messages, sending
from correspondence.messages.blocks import block_person, blocks_of
from correspondence.models.games import Message, Seat
from correspondence.models.turns import PendingResult, SheetVersion, StandingOrdersVersion, WhatIfRow
from correspondence.overrides import NewPosition
from correspondence.push.subscriptions import PUSHED
from correspondence.review.access import write_note
from correspondence.review.overrides import propose
from correspondence.seats import offer, replace as give_to, seat_of
from correspondence.settings import Settings
from correspondence.sheets.use_cases import submit_standing_orders
from correspondence.sign_in.use_cases import make_link
from correspondence.store import Store
from correspondence.votes.use_cases import open_vote
from correspondence.webhooks.use_cases import add_webhook
from correspondence.what_ifs import WhatIf, save_what_if
from tests.correspondence.people import People
from tests.correspondence.push.push_service import Receiver, tell
from tests.correspondence.review.masters import draft_of, make_master, run_out, set_review
from tests.correspondence.sign_in.authenticator import stored_passkey
from tests.web.visitors import SESSION_COOKIE, Browser, Program, browser_of, program_of
from web import create_app

# Who they are, in the order of the table's columns.
ROLES = {
    "player": "ada",
    "other": "bo",
    "former": "cy",
    "delegate": "dee",
    "playing-gm": "eve",
    "gm": "fay",
    "spectator": "gil",
    "host": "hal",
    "guest": "",
    "anonymous": "",
}
SHEET = {
    "orders": {"winterfell": "march+0", "white-harbor": "support", "the-shivering-sea": "support+1"},
    "bids": {"iron-throne": [{"amount": 3}]},
}
ANOTHER = {
    "orders": {"winterfell": "defense+1", "white-harbor": "march-1", "the-shivering-sea": "raid"},
    "bids": {"iron-throne": [{"amount": 1}]},
}
SHEET_KEPT = read_sheet(msgspec.json.encode(SHEET))
FORM_COOKIE = "rookery_form"
PRIVATE, NOTE, PROPOSAL = "ZORSE-LETTER", "ZORSE-NOTE", "ZORSE-EDICT"


class Writes:
    """Counts the transactions that changed something. That a token or a browser was used does not count."""

    def __init__(self, store: Store) -> None:
        self.count = 0
        self._changing: set[int] = set()
        event.listen(store.engine, "before_cursor_execute", self._executed)
        event.listen(store.engine, "commit", self._committed)
        event.listen(store.engine, "rollback", lambda connection: self._changing.discard(id(connection)))

    def _executed(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")) and "SET last_used_at" not in statement:
            self._changing.add(id(connection))

    def _committed(self, connection: Any) -> None:
        self.count += id(connection) in self._changing
        self._changing.discard(id(connection))


class Realm:
    """`at` maps the names in paths to ids; `ask` is a request in somebody's role; `restore` undoes what it did."""

    def __init__(self, settings: Settings, store: Store) -> None:
        # With a mail server there is no mailbox that everybody reads.
        settings = replace(settings, smtp_url="smtp://127.0.0.1:9")
        self.store, self.people = store, People(store)
        self.app: Flask = create_app(settings, store, self.people.clock)
        self.at: dict[str, str] = {}
        for name in (*filter(None, ROLES.values()), "new", "ida"):
            self.people.account(name)
        self._hold_back()
        self._play()
        self._own_things()
        self.browsers: dict[str, Browser] = {}
        self.programs: dict[str, Program] = {}
        for role, name in ROLES.items():
            self.browsers[role] = browser_of(self.app, self.people, name) if name else Browser(self.app.test_client())
            self.programs[role] = program_of(self.app, self.people, name) if name else Program(self.app.test_client())
            self.programs[role].get("/me")
        self.browsers["guest"].post("/first-game")
        self.marks = {role: browser.mark() for role, browser in self.browsers.items()}
        self._cookies = {role: cookies_of(browser) for role, browser in self.browsers.items()}
        self.writes = Writes(store)
        self.kept = Path(settings.data_dir) / "kept.db"
        self._file = Path(settings.data_dir) / "rookery.db"
        self.save()

    def ask(self, role: str, method: str, path: str, fields: object = None) -> TestResponse:
        """Ask for a page, send a form with its mark, or use the API with a token."""
        path = path.format(**self.at)
        if path.startswith("/api/v1/"):
            return self.programs[role].ask(method, path.removeprefix("/api/v1"), json=fields)
        client = self.browsers[role].client
        if method == "GET":
            return client.get(path)
        sent = {"csrf_token": self.marks[role], **(fields if isinstance(fields, dict) else {})}
        return client.post(
            path, data={name: self.at.get(str(value).strip("{}"), value) for name, value in sent.items()}
        )

    def restore(self) -> None:
        """The database as it was made, and the browsers as they were."""
        for role, browser in self.browsers.items():
            for name in (SESSION_COOKIE, FORM_COOKIE):
                browser.client.delete_cookie(name)
            for name, value in self._cookies[role].items():
                browser.client.set_cookie(name, value)
        self.store.close()
        for rest in ("-wal", "-shm"):
            self._file.with_name(self._file.name + rest).unlink(missing_ok=True)
        shutil.copy(self.kept, self._file)

    def change_minds(self) -> None:
        """The player's sheet, standing orders, what-if and private email say something else, and so do the flags
        of the draft; all else is equal."""
        with self.store.begin() as session:
            kept = (SheetVersion, StandingOrdersVersion, WhatIfRow)
            for row in [row for table in kept for row in session.scalars(select(table))]:
                row.document = row.document.replace(b"march+0", b"march-1").replace(b":3", b":1").replace(b"9", b"8")
            for draft in session.scalars(select(PendingResult)):
                assert draft.flags != "[]"
                draft.flags = "[]"
            for message in session.scalars(select(Message)):
                message.body = message.body.replace(PRIVATE, "ZORSE-OTHER")

    def save(self) -> None:
        """What `restore` goes back to."""
        # The last connection that closes leaves everything in one file.
        self.store.close()
        shutil.copy(self._file, self.kept)

    def _play(self) -> None:
        """`game` goes on: its second turn is open, and the first player has handed in a sheet."""
        people = self.people
        humans = {"stark": "ada", "tyrell": "bo", "greyjoy": "cy", "lannister": "eve"}
        game = people.game(humans, messages=("private", "group", "public", "anonymous"), title="The realm")
        make_master(people, game, "eve")
        make_master(people, game, "fay")
        people.adjudicate(game)
        people.submit(game, "ada", msgspec.json.encode(SHEET))
        turn = people.turn(game)
        with people.store.begin() as session:
            people.account_in(session, "hal").host = True
            ada, bo, fay = (people.account_in(session, name) for name in ("ada", "bo", "fay"))
            row = find_game(session, game, lock=True)
            give_to(session, row, seat_of(row, "greyjoy"), people.account_in(session, "new"), "substitute", people.now)
            submit_standing_orders(session, ada, game, b'{"blade":[{"use":"never"}]}', people.now)
            save_what_if(session, ada, turn, WhatIf(SHEET_KEPT, name="ZORSE-PLAN"), people.now)
            private = sending.send(session, ada, game, "houses", ("greyjoy",), PRIVATE, people.now)
            public = sending.send(session, bo, game, "public", (), "Hear, hear", people.now)
            until = people.now + timedelta(days=5)
            given = delegate(session, ada, game, "dee@rookery.example", people.now, until, people.now)
            vote = open_vote(session, bo, game, "draw", "", "enough", people.now)
            self.at |= {
                "game": game,
                "thread": messages.thread_of(session, private).public_id,
                "letter": private.public_id,
                "public_thread": messages.thread_of(session, public).public_id,
                "public_letter": public.public_id,
                "delegation": given.public_id,
                "vote": vote.public_id,
                "note": write_note(session, fay, game, NOTE, people.now).public_id,
                "seat": session.scalars(select(Seat.public_id).where(Seat.account_id == bo.id)).first() or "",
            }
        self.at["turn"] = people.turn(game)

    def _hold_back(self) -> None:
        """`held` waits for its master with a draft and a proposed override; `lobby` and `open` have not begun; in
        `offered` a substitute is wanted."""
        people = self.people
        humans = {"stark": "ada", "tyrell": "bo", "lannister": "eve"}
        held = people.game(humans, title="Held")
        make_master(people, held, "eve")
        make_master(people, held, "fay")
        set_review(people, held, "all")
        people.submit(held, "ada", msgspec.json.encode(SHEET))
        turn = run_out(people, held)
        draft = draft_of(people, held)
        with people.store.begin() as session:
            fay = people.account_in(session, "fay")
            override = propose(
                session,
                fay,
                held,
                NewPosition(Ruling(text=PROPOSAL), "end"),
                PROPOSAL,
                people.now,
                turn_number=turn.number,
                draft=draft.number,
            )
            self.at |= {
                "held": held,
                "draft": draft.public_id,
                "override": override.public_id,
                "held_call": turn.public_id,
            }
            for name, maker, options in (("lobby", "ada", {}), ("open", "ida", {"visibility": "open"})):
                new = NewGame(title=name, **options)  # type: ignore[arg-type]
                made = create_game(session, people.account_in(session, maker), new, people.now)
                self.at[name], self.at["code"] = made.public_id, made.join_code
            ada = people.account_in(session, "ada")
            invite(session, ada, self.at["lobby"], "hal@rookery.example", None, people.now)
            self.at["invitation"] = sent_invitations(session, ada, self.at["lobby"], people.now)[0].id
        offered = people.game({"stark": "ida", "tyrell": "new"}, title="Offered")
        with people.store.begin() as session:
            row = find_game(session, offered, lock=True)
            offer(session, row, seat_of(row, "tyrell"), "missed", people.now)
        self.at["offered"] = offered

    def _own_things(self) -> None:
        """What is the first player's own."""
        people, now = self.people, self.people.now
        program_of(self.app, people, "ada")
        browser_of(self.app, people, "ada")
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            hook, _ = add_webhook(session, ada, "https://hooks.example.org/ada", ["results"], "", now)
            browser = Receiver("https://push.example.org/ada").offered()
            _, told = tell(session, ada, browser, PUSHED, now)
            away = enter_absence(session, ada, (now + timedelta(60)).date(), (now + timedelta(61)).date(), now)
            session.flush()
            block_person(session, ada, people.account_in(session, "ida").public_id, now)
            self.at |= {
                "person": ada.public_id,
                "block": blocks_of(session, ada)[0].id,
                "hook": hook,
                "told": told,
                "passkey": stored_passkey(session, ada, now).public_id,
                "token": api_tokens(session, ada)[0].id,
                "absence": away.public_id,
                "session": sessions_of(session, ada, "", now)[0].id,
                "link": make_link(session, "gil@rookery.example", now, now + timedelta(hours=1)),
            }


def cookies_of(browser: Browser) -> dict[str, str]:
    """What a browser keeps: its session, and the mark of its forms."""
    found = {name: browser.client.get_cookie(name) for name in (SESSION_COOKIE, FORM_COOKIE)}
    return {name: cookie.value for name, cookie in found.items() if cookie is not None}
