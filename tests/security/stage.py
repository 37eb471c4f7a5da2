"""A game in which everything that people type is active content."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.correspondence.people import People
from tests.correspondence.review.masters import make_master
from tests.web.visitors import browser_of, program_of

# Each would act in another place: in text, attributes, scripts, titles, SVG, templates, links.
ACTIVE = (
    "<script>zorse()</script>",
    "<img src=zorse onerror=zorse()>",
    "\"'><svg onload=zorse()>",
    "</title></textarea></style><iframe src=//zorse>",
    "javascript:zorse()",
    "{{ 7*191 }}",
    "<a href=javascript:zorse()>x",
    "<style>*{background:url(//zorse)}</style>",
    "&lt;script&gt;zorse()",
    "\" autofocus onfocus=zorse() x=\"",
)  # fmt: skip
NAME = "\"'><svg onload=zorse()>"
TITLE = "</title><script>zorse()</script>"
BODY = "\n\n".join(ACTIVE)


@pytest.fixture
def stage(app: Flask, people: People) -> dict[str, str]:
    """A game in which everything that people type is active content; its results are told."""
    for name in ("ada", "bo"):
        people.account(name)
    with people.store.begin() as session:
        for name in ("ada", "bo"):
            people.account_in(session, name).name = NAME
    game = people.game({"stark": "ada", "tyrell": "bo"}, title=TITLE, messages=("private", "public"))
    make_master(people, game, "fay")
    with people.store.begin() as session:
        people.account_in(session, "fay").name = NAME
    ada, bo, fay = (browser_of(app, people, name) for name in ("ada", "bo", "fay"))
    robot = program_of(app, people, "ada")
    turn = people.turn(game)
    answers = [
        ada.post(f"/games/{game}/messages", {"house": "tyrell", "body": BODY}),
        bo.post(f"/games/{game}/messages", {"to": "public", "house": "", "body": BODY}),
        ada.post(f"/games/{game}/votes", {"question": "pause", "reason": ACTIVE[0]}),
        fay.post(f"/games/{game}/gm/notes", {"body": BODY}),
        fay.post(f"/games/{game}/gm/call", {"do": "extend", "call": "1", "hours": "2", "reason": NAME}),
        fay.post(f"/games/{game}/gm/overrides/new", {"kind": "ruling", "text": BODY, "at": "", "reason": TITLE}),
        ada.post("/account/absences", {"first": "2027-01-24", "last": "2027-01-26", "note": NAME}),
        robot.put(f"/turns/{turn}/sheet", {"orders": {"winterfell": "march+0"}}),
        ada.post(f"/games/{game}/delegations", {"from": "2026-12-01T12:00", "until": "2026-12-08T12:00",
                                                "to": "fay@rookery.example", "note": NAME}),
    ]  # fmt: skip
    assert sum(answer.status_code < 400 for answer in answers) >= 6, [answer.status for answer in answers]
    ada.post(f"/games/{game}/invite", {"email": "new@rookery.example"})
    people.deliver()
    people.adjudicate(game)
    people.deliver()
    return {"game": game, "turn": turn}


PAGES = """/ /lobby
/lobby?kind=all /lobby?title=%3Cscript%3Ezorse() /games/{game} /games/{game}/messages /games/{game}/votes
/games/{game}/turns/1 /games/{game}/rounds/1 /games/{game}/settings /games/{game}/log /games/{game}/delegations
/games/{game}/compare /games/{game}/standing /games/{game}/emergency-pause /games/{game}/retire /account
/account/absences /account/mail /account/data /account/security /account/webhooks /account/notifications /import
/games/new
/sign-in?next=%22%3E%3Csvg/onload=zorse()%3E /sign-in/password?next=javascript:zorse() /account/code?next=//zorse
/games/{game}/gm /games/{game}/gm/notes /games/{game}/gm/overrides/new /games/%3Cscript%3Ezorse() /health /service
/games/{game}/messages?to=%3Cscript%3E /mailbox /mailbox?address=%22%3E%3Csvg/onload=zorse()%3E"""
