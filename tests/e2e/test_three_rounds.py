"""Three rounds by web and mail: forms over HTTP, a worker process, emails. Once embedded, once on servers."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.house_turn import House, eventually, running
from tests.e2e.players import Mails, Player, links
from tests.e2e.post import post_office, read_mail, text_of
from tests.e2e.visitor import Visitor

ROUNDS, MAX_TURNS = 3, 12


def mailbox_of(house: House) -> Mails:
    """The emails as the site's own mailbox shows them."""
    reader = Visitor(house.url)

    def mails(address: str) -> list[str]:
        page = reader.get(f"/mailbox?address={address}")
        assert page.status == 200, page.text
        paths = dict.fromkeys(link for link in page.links if re.fullmatch(r"/mailbox/[^/?]+", link))
        raw = [reader.get(f"{path}/raw").text for path in reversed(list(paths))]
        return [text_of(read_mail(mail.encode())) for mail in raw]

    return mails


def round_of(player: Player, game: str) -> int:
    """The round that the game's page shows."""
    found = re.search(r"round (\d+)", player.browser.get(f"/games/{game}").text)
    assert found, "the page says which round it is"
    return int(found[1])


def read_results(house: House, game: str, number: int, players: tuple[Player, ...]) -> None:
    """Wait until a turn is closed; everybody has its page, and an email that leads there."""
    path = f"/games/{game}/turns/{number}"
    for player in players:
        page = eventually(
            lambda player=player: next((p for p in [player.browser.get(path)] if p.status == 200), None),
            f"the results of call {number}",
            house,
        )
        assert page.text.count("<p") > 5
        eventually(
            lambda player=player: any(links(text, house.url, path) for text in player.mails()),
            f"a letter to {player.address} about call {number}",
            house,
        )


def play_three_rounds(house: House, mails: Mails) -> None:
    """Three people play three rounds; a bot might have won before their end."""
    ned, cersei, robert = people = tuple(Player(house, name, mails) for name in ("ned", "cersei", "robert"))
    ned.sign_in()
    game = ned.make_game("stark")
    for guest, their in ((cersei, "lannister"), (robert, "baratheon")):
        lobby = ned.browser.get(f"/games/{game}")
        assert ned.browser.submit(lobby, "/invite", email=guest.address, house=their).status == 200
        invitation = guest.browser.get(guest.linked("/invitations/"))
        joined = guest.browser.submit(invitation, "/invitations/", house=their)
        assert joined.status == 200, joined.text

    closed = 0
    while round_of(ned, game) <= ROUNDS:
        closed += 1
        assert closed < MAX_TURNS
        for player in people:
            turn = player.open_turn(game)
            if turn is not None:
                receipt = player.write_sheet(turn)
                assert "Your orders are in: version 1" in receipt.text
        read_results(house, game, closed, people)
    assert closed >= ROUNDS
    assert links(ned.mails()[-1], house.url, "/unsubscribe/")
    picture = ned.browser.get(f"/games/{game}/map.svg")
    assert picture.status == 200
    assert "<svg" in picture.text
    history = ned.browser.get(f"/games/{game}/rounds/1")
    assert history.status == 200


def test_embedded(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        play_three_rounds(house, mailbox_of(house))


def test_on_servers(tmp_path: Path, migrated_postgres_url: str, redis_url: str) -> None:
    with (
        post_office() as post,
        running(tmp_path, DATABASE_URL=migrated_postgres_url, BROKER_URL=redis_url, SMTP_URL=post.url) as house,
    ):
        play_three_rounds(house, lambda address: [text_of(mail) for mail in post.to(address)])


def test_pages_answer_strangers(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        for path in ("/", "/sign-in", "/health", "/mailbox"):
            assert Visitor(house.url).get(path).status == 200
        assert Visitor(house.url).get("/games/nowhere").status == 404
