"""People who play by mail alone: they sign in once, then read emails and answer them."""

from __future__ import annotations

import re
from collections.abc import Callable
from email.message import EmailMessage
from itertools import count
from typing import TypeVar

from tests.e2e.house_turn import House, eventually
from tests.e2e.mail_programs import Program
from tests.e2e.players import Player
from tests.e2e.post import text_of
from tests.e2e.relay import MailServer

# One token of each kind after the other; where nobody attacks, none of them changes the areas that a house holds.
ORDERS = ("M", "D+1", "S", "C", "D+1", "S", "C", "R", "R")
_ASKED = re.compile(r"^ +- (.+?) \([^)]*\)$", re.M)
_ids = count(1)
T = TypeVar("T")


class Correspondent(Player):
    """Somebody who plays a house with a mail program of theirs, in a language."""

    def __init__(
        self, house: House, server: MailServer, name: str, plays: str, program: Program, language: str = "en"
    ) -> None:
        super().__init__(house, name, lambda address: [text_of(letter) for letter in server.mails(address)], language)
        self._server, self._program, self.plays = server, program, plays
        self._answer_negations: set[str] = set()

    def post(self) -> list[EmailMessage]:
        """The emails as they came, oldest first."""
        return self._server.mails(self.address)

    def next_turn(self) -> EmailMessage:
        """Wait for the email of a turn that was not answered yet."""
        found = eventually(
            lambda: [one for one in self.post() if (turn := turn_of(one)) and turn not in self._answer_negations],
            f"a letter to {self.address} about a new call",
            self.house,
        )
        self._answer_negations.add(turn_of(found[-1]))
        return found[-1]

    def last_turn(self) -> EmailMessage:
        """The newest email about a turn; waits for the first."""
        what = f"a letter to {self.address} about a call"
        return self.wait_for(lambda: [one for one in self.post() if turn_of(one)], what)[-1]

    def reply(
        self, letter: EmailMessage, text: str, *, sender: str = "", envelope: str = "", vouched_by: str = ""
    ) -> EmailMessage:
        """Answer an email as this person's mail program does; the mail that was sent. `vouched_by`: whose name the
        writer puts under a statement that all is well."""
        sender = sender or self.address
        mail = EmailMessage()
        if vouched_by:
            domain = sender.rpartition("@")[2]
            mail["Authentication-Results"] = f"{vouched_by}; dmarc=pass header.from={domain}"
        mail["From"], mail["To"] = f"{self.name.title()} <{sender}>", str(letter["Reply-To"])
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["In-Reply-To"] = mail["References"] = str(letter["Message-ID"])
        mail["Message-ID"] = f"<{self.name}.{next(_ids)}@desk.example>"
        self._program(mail, text, letter)
        self.send(mail, envelope or sender)
        return mail

    def send(self, mail: EmailMessage, envelope: str = "") -> None:
        """Hand a mail over, perhaps once more."""
        self._server.send(mail, envelope or self.address, mail["To"].addresses[0].addr_spec)

    def answers(self, mail: EmailMessage) -> list[EmailMessage]:
        """The emails that answer a mail."""
        return [one for one in self.post() if str(mail["Message-ID"]) in str(one["References"])]

    def answer(self, mail: EmailMessage) -> str:
        """Wait for the email that answers a mail; its text."""
        return text_of(self.answer_mail(mail))

    def answer_mail(self, mail: EmailMessage) -> EmailMessage:
        """The same, as it came."""
        return self.wait_for(lambda: self.answers(mail), f"an answer to {self.address}: {mail['Subject']}")[0]

    def ask(self, text: str) -> str:
        """Answer the newest email about a turn with this; wait for what comes back."""
        return self.answer(self.reply(self.last_turn(), text))

    def mail_saying(self, words: str) -> str:
        """Wait for an email in which these words stand; the text of the first, its lines as one."""
        what = f"a letter to {self.address} that says {words!r}"
        return self.wait_for(lambda: [one for one in map(in_one_line, self.mails()) if words in one], what)[0]

    def wait_for(self, found: Callable[[], T | None], what: str) -> T:
        """Wait until something is there."""
        return eventually(found, what, self.house)


def typed_in(letter: str) -> str:
    """The sheet that stands in the text of an email, to be copied; it begins anew (CLEAR, in each language)."""
    found = re.search(r"^(?:CLEAR|AZZERA|BORRAR)\n(?:.+\n)*", "\n".join(letter.splitlines()), re.M)
    assert found, letter
    return found[0]


def in_one_line(text: str) -> str:
    """A text without its line breaks, so that words are found wherever its lines end."""
    return " ".join(text.split())


def turn_of(letter: EmailMessage) -> str:
    """The turn that an email is answered for; empty if it is none of that sort."""
    found = re.search(r"\+([a-z0-9]+)\.", str(letter["Reply-To"] or ""))
    return found[1] if found and found[1] != "open" else ""


def orders_for(letter: EmailMessage) -> str:
    """An order for each area in which the email asks for one; empty if it asks for none."""
    lines = "\n".join(text_of(letter).splitlines())
    _, asked, told = lines.partition("Place an order in each of")
    areas = _ASKED.findall(told.partition("\n\n")[0]) if asked else []
    if not areas:
        return ""
    return "ORDERS\n" + "\n".join(f"  {area} {order}" for area, order in zip(areas, ORDERS, strict=False)) + "\n"


def mended(text: str, refusal: str) -> str:
    """A text without the lines that a refusal names, as somebody mends it who is in a hurry."""
    wrong = {int(number) for number in re.findall(r"\bline (\d+)", refusal)}
    assert wrong, refusal
    return "\n".join(line for number, line in enumerate(text.splitlines(), 1) if number not in wrong) + "\n"
