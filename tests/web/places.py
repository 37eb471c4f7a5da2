"""A site with something at every address: games in every state, emails, links, tokens. For walks over all routes."""

from __future__ import annotations

from datetime import date, timedelta

from flask import Flask
from sqlalchemy import select

from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.overrides import Ruling
from correspondence import tokens
from correspondence.accounts.queries import api_tokens
from correspondence.accounts.use_cases import dated_token, enter_absence, not_me_link, open_session, sessions_of
from correspondence.addresses import ARRIVING, MAIL_CONFIRMATION
from correspondence.delegations import delegate
from correspondence.games.access import find_game, seat_in
from correspondence.games.options import NewGame
from correspondence.imports import ask_import
from correspondence.incoming_mail.queue import keep_mail
from correspondence.lobby.invitations import invite, sent_invitations
from correspondence.lobby.use_cases import create_game, join_game
from correspondence.messages import queries as messages, sending
from correspondence.messages.blocks import block_person, blocks_of
from correspondence.models.mail import IncomingMail
from correspondence.models.turns import Turn
from correspondence.outbox.sending import mailbox
from correspondence.overrides import NewPosition
from correspondence.overview.game_lists import my_games
from correspondence.personal_data import request_deletion
from correspondence.push.subscriptions import PUSHED
from correspondence.review.access import write_note
from correspondence.review.overrides import propose
from correspondence.seats import offer
from correspondence.sheets.reading import saved_sheet
from correspondence.sign_in.use_cases import issue_api_token, make_link, request_address, request_link
from correspondence.votes.use_cases import open_vote
from correspondence.webhooks.use_cases import add_webhook
from correspondence.what_ifs import WhatIf, save_what_if
from tests.correspondence.people import People, link_in
from tests.correspondence.push.push_service import Receiver, tell
from tests.correspondence.review.masters import draft_of, make_master, reviewed_game, run_out
from tests.correspondence.sign_in.authenticator import stored_passkey
from tests.web.visitors import Browser, Program, browser_of

# Every one of these would show if a page did not write it as text.
SHARP = """<i id=sharp>"Ada's" & co</i>{{ 7*7 }}"""


class Places:
    """`at` maps the names in paths to ids; `browser` is ada's, `program` uses a token of hers. Ada is called `name`,
    and all that people write in it is `words`."""

    def __init__(self, app: Flask, people: People, words: str = SHARP, name: str = SHARP) -> None:
        self.people, self.words = people, words
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            ada.name = name
        # First, for time passes there.
        review = self._review()
        game = people.game({"stark": "ada", "tyrell": "bo"}, title=self.words)
        people.submit(game, "ada", b"{}")
        people.adjudicate(game)
        people.submit(game, "ada", b"{}")
        turn = people.turn(game)
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            save_what_if(session, ada, turn, WhatIf(name=self.words), people.now)
            saved_sheet(session, ada, turn, people.now).keep({}, Sheet(), people.now)
        self.browser: Browser = browser_of(app, people, "ada")
        self.at = {
            "game": game,
            "turn": turn,
            **self._lobbies(),
            **self._seats(),
            **self._mails(),
            "mail": self._mail(game),
            **self._tokens(),
            "import": self._import(),
            **self._account(game),
            **self._talk(game),
            **review,
        }
        self.program = Program(app.test_client(), self.at["secret"])

    def _lobbies(self) -> dict[str, str]:
        """`lobby` and `ready` are ada's (bots take the rest of the second); `open` is bo's, open to all."""
        made = {}
        for name, maker, options in (
            ("lobby", "ada", {}),
            ("ready", "ada", {"bots_fill_seats": True}),
            ("open", "bo", {"visibility": "open"}),
        ):
            with self.people.store.begin() as session:
                new = NewGame(title=f"{name} {self.words}", **options)  # type: ignore[arg-type]
                game = create_game(session, self.people.account_in(session, maker), new, self.people.now)
                made[name] = game.public_id
        return made

    def _seats(self) -> dict[str, str]:
        """`muster` asks ada, `wishes` is a lobby of hers with sealed lists, `invited` is bo's, who asks her to play and
        to master. In `offered` a substitute is wanted, in `mine` for ada's own seat; `leaving` has two."""
        people, made = self.people, {}
        for name, maker, options in (
            ("muster", "ada", {"muster_hours": 24.0, "players": 3, "bot_houses": ("baratheon",)}),
            ("wishes", "ada", {"seat_choice": "preferences"}),
            ("invited", "bo", {"masters": ("ada@rookery.example",)}),
        ):
            with people.store.begin() as session:
                new = NewGame(title=f"{name} {self.words}", **options)  # type: ignore[arg-type]
                game = create_game(session, people.account_in(session, maker), new, people.now - timedelta(hours=2))
                made[name], bo = game.public_id, people.account_in(session, "bo")
                if name == "invited":
                    invite(session, bo, game.public_id, "ada@rookery.example", None, people.now)
                    made["code"] = game.join_code
                else:
                    seat = join_game(session, bo, game.public_id, people.now, code=game.join_code)
                    made["bo_seat"] = seat.public_id
        return made | self._changing_seats()

    def _review(self) -> dict[str, str]:
        """Of a game that ada masters without a seat: `held` with its `draft`, an `override` proposed on it, a
        `note`."""
        people = self.people
        held = reviewed_game(people, {"stark": "bo", "tyrell": "cy"}, title=f"held {self.words}")
        make_master(people, held, "ada")
        run_out(people, held)
        draft = draft_of(people, held)
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            decree, about = NewPosition(Ruling(text=self.words), "end"), {"turn_number": 1, "draft": draft.number}
            override = propose(session, ada, held, decree, self.words, people.now, **about)
            note = write_note(session, ada, held, self.words, people.now)
            return {
                "held": held,
                "draft": draft.public_id,
                "digest": draft.digest,
                "override": override.public_id,
                "note": note.public_id,
            }

    def _changing_seats(self) -> dict[str, str]:
        people, made = self.people, {}
        for name, pair, away in (
            ("offered", ("bo", "cy"), "cy"),
            ("mine", ("ada", "bo"), "ada"),
            ("leaving", ("ada", "bo"), ""),
        ):
            game_id = people.game({"stark": pair[0], "tyrell": pair[1]}, title=f"{name} {self.words}")
            made[name] = game_id
            if away:
                with people.store.begin() as session:
                    game = find_game(session, game_id, lock=True)
                    seat = seat_in(game, people.account_in(session, away))
                    assert seat is not None
                    offer(session, game, seat, "missed", people.now)
        return made

    def _account(self, game: str) -> dict[str, str]:
        """Of ada: an `absence`, another `session`, links that change her `address` and `delete` her account, her page
        as a `person`, a right for eve to act for her (`delegation`); dee has an account and nothing else."""
        people, now = self.people, self.people.now
        people.account("dee")
        eve = people.account("eve")
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            absence = enter_absence(session, ada, date(2027, 1, 2), date(2027, 1, 9), now, self.words)
            open_session(session, ada, now, self.words)
            request_address(session, ada, "ada2@rookery.example", now)
            request_deletion(session, ada, now)
            times = now + timedelta(days=20), now + timedelta(days=21)
            made = delegate(session, ada, game, eve.email, *times, now, note=self.words)
            arrives = dated_token(session, ada, ARRIVING, now)
            ids = {"absence": absence.public_id, "person": ada.public_id, "delegation": made.public_id}
        people.deliver()
        with people.store.read() as session:
            ada = people.account_in_read(session, "ada")
            ids["session"] = next(s.id for s in sessions_of(session, ada, "", now) if s.label == self.words)
        leaving = next(one for one in people.mails("ada") if "delete your account" in one["Subject"])
        return {
            **ids,
            "arrives": arrives,
            "address": link_in(people.mails("ada2")[-1], "account/address/"),
            "delete": link_in(leaving, "account/delete/"),
        }

    def _mails(self) -> dict[str, str]:
        people = self.people
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            lobby = next(line.id for line in my_games(session, ada, people.now) if line.title.startswith("lobby"))
            for guest in ("cy", "newcomer"):
                invite(session, ada, lobby, f"{guest}@rookery.example", None, people.now)
            request_link(session, "cy@rookery.example", people.now)
            link = make_link(session, "cy@rookery.example", people.now, people.now.replace(year=2027))
            not_me = not_me_link(session, people.account_in(session, "cy"), people.now).rpartition("/")[2]
        people.deliver()
        with people.store.read() as session:
            mail = mailbox(session, 1, "ada@rookery.example")[0].id
            sent = sent_invitations(session, ada, lobby, people.now)[-1].id
        (invitation,) = people.mails("newcomer")
        invited = next(one for one in reversed(people.mails("ada")) if one["List-Unsubscribe"])
        ended = link_in(invited, "unsubscribe/")
        return {"letter": mail, "link": link, "not_me": not_me, "unsubscribe": ended, "sent": sent} | {
            "invitation": link_in(invitation, "invitations/")
        }

    def _mail(self, game: str) -> str:
        """The link to a mail for ada's seat that waits until she says that it is hers."""
        people = self.people
        opened = people.turn(game)
        with people.store.begin() as session:
            ada = people.account_in(session, "ada")
            seat = seat_in(find_game(session, game), ada)
            assert seat is not None
            turn = session.scalars(select(Turn).where(Turn.public_id == opened)).one()
            raw = f"From: eve@evil.example\r\nSubject: {self.words}\r\n\r\nORDERS winterfell M+1\r\n".encode()
            assert keep_mail(session, raw, "orders@rookery.example", people.now)
            mail = session.scalars(select(IncomingMail)).one()
            mail.state, mail.account_id, mail.seat_id, mail.turn_id = "waiting", ada.id, seat.id, turn.id
            return tokens.sign(people.store.settings.secret_key, MAIL_CONFIRMATION, mail.public_id)

    def _talk(self, game: str) -> dict[str, str]:
        """Bo's public email (`message` in `thread`) and his question (`vote`); a `question` of ada's, and a `block`."""
        people = self.people
        with people.store.begin() as session:
            ada, bo = people.account_in(session, "ada"), people.account_in(session, "bo")
            message = sending.send(session, bo, game, "public", (), self.words, people.now)
            vote = open_vote(session, bo, game, "draw", "", self.words, people.now)
            question = open_vote(session, ada, game, "end", "", self.words, people.now)
            block_person(session, ada, people.account_in(session, "cy").public_id, people.now)
            return {
                "bo": bo.public_id,
                "block": blocks_of(session, ada)[0].id,
                "thread": messages.thread_of(session, message).public_id,
                "message": message.public_id,
                "vote": vote.public_id,
                "question": question.public_id,
            }

    def _import(self) -> str:
        """A game file of ada's that was refused already: none of hers waits."""
        with self.people.store.begin() as session:
            made = ask_import(session, self.people.account_in(session, "ada"), b"{}", "A game", self.people.now)
            made.at, made.document = self.people.now, b""
            return made.public_id

    def _tokens(self) -> dict[str, str]:
        """Ids of a `token`, a `spare` one, a `hook`, a `passkey`, a browser (`told`); `secret` is a token itself."""
        with self.people.store.begin() as session:
            ada = self.people.account_in(session, "ada")
            for name in ("a token", "a spare one"):
                issue_api_token(session, ada, name, self.people.now)
            secret = issue_api_token(session, ada, self.words, self.people.now)
            session.flush()
            first, second, _ = api_tokens(session, ada)
            hook, _ = add_webhook(session, ada, "https://hooks.example.org/", ["results"], "", self.people.now)
            browser = Receiver("https://push.example.org/ada").offered()
            _, told = tell(session, ada, browser, PUSHED, self.people.now)
            ids = {"token": first.id, "spare": second.id, "secret": secret, "hook": hook, "told": told}
            return ids | {"passkey": stored_passkey(session, ada, self.people.now, self.words).public_id}
