"""What people do by mail besides handing sheets in: emails, votes, absences, questions how the game stands."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

from tests.e2e.correspondents import Correspondent
from tests.e2e.post import text_of

SECRET = "At the Twins, when the moon is dark."
OF_TURN_ONE = "What happened: round 1"


def writes_a_mail(ned: Correspondent) -> None:
    """An email to one house; the receipt repeats it."""
    told = ned.ask(f"PRESS lannister: My lady,\n\n{SECRET}\nEND\n\nYours, Ned")
    assert SECRET in told
    assert "Yours, Ned" not in told


def asks_for_a_vote(cersei: Correspondent) -> None:
    """She reads what was written to her, and wants more time to think."""
    assert "My lady," in cersei.mail_saying(SECRET)
    assert "12 h" in cersei.ask("VOTE extend 12: the roads are bad")


def goes_away(robert: Correspondent) -> None:
    """A few days, entered once; a second time they are refused, so they are in."""
    first = datetime.now(UTC).date() + timedelta(days=20)
    last = first + timedelta(days=3)
    absence = f"ABSENCE {first} to {last}: hunting"
    told = robert.ask(absence)
    assert f"from {first} to {last}" in told
    assert "You have already entered an absence for these days." in robert.ask(absence)


def votes_yes(balon: Correspondent) -> None:
    """The email tells of the vote; the answer to another one casts the ballot."""
    assert "the roads are bad" in balon.mail_saying("asks for 12 more hours this turn.")
    assert "Your vote: yes" in balon.ask("VOTE yes")


def votes_in_italian(mace: Correspondent) -> None:
    """The words of all languages are read."""
    mace.mail_saying("the roads are bad")
    assert "Your vote: yes" in mace.ask("voto proroga sì")


BETWEEN = (writes_a_mail, asks_for_a_vote, goes_away, votes_yes, votes_in_italian)


def live_their_lives(people: list[Correspondent]) -> None:
    """All of that at once, while the turn is open; three of five want more time, and all are told."""
    together(BETWEEN, people)
    for who in people:
        who.mail_saying("The players voted for more time.")


def together(scenes: tuple[Callable[[Correspondent], None], ...], people: list[Correspondent]) -> None:
    """Each does their own, all at the same time."""
    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(lambda does, who: does(who), scenes, people))


def asks_how_it_stands(ned: Correspondent) -> None:
    """How the turn stands, what the one before brought, and the board with its map in an email of its own."""
    maps = len(with_map(ned))
    told = ned.ask("STATUS\nHISTORY\nMAP\n")
    assert "CURRENT TURN" in told
    assert "You haven't submitted orders." in told
    assert OF_TURN_ONE.upper() in told
    assert "Karhold" in told
    ned.wait_for(lambda: len(with_map(ned)) > maps, "the letter with the map")


def with_map(who: Correspondent) -> list[str]:
    """The emails in which a picture of the board lies."""
    pictured = (one for one in who.post() if any(part.get_content_type() == "image/png" for part in one.walk()))
    return [text_of(one) for one in pictured]


def nobody_else_read_it(people: list[Correspondent]) -> None:
    """The email lies with its writer, to whom it was repeated, and with its addressee, once."""
    found = {who.name: sum(SECRET in text for text in who.mails()) for who in people}
    assert found == {"ned": 1, "cersei": 1, "robert": 0, "balon": 0, "mace": 0}
