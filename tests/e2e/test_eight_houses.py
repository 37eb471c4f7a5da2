"""A whole game of eight houses, five people and three vassals, through the site, worker processes and a mail server."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.house_turn import House, eventually, running
from tests.e2e.players import Player, links, orders_for, sheet_form
from tests.e2e.post import post_office, text_of

PLAYERS = {"dany": "targaryen", "ned": "stark", "cersei": "lannister", "asha": "greyjoy", "olenna": "tyrell"}
VASSALS = ("Baratheon", "Martell", "Arryn")
TURNS_AT_LENGTH, CLOSED = 6, 409


def take_seats(people: list[Player]) -> str:
    """The first makes the game with the form and names no houses; the others see who may be a vassal, and choose."""
    host, *guests = people
    host.sign_in()
    game = host.make_game("targaryen", edition="mother-of-dragons", players=5, visibility="open")
    for guest in guests:
        guest.sign_in()
        lobby = guest.browser.get(f"/games/{game}")
        joined = guest.browser.submit(lobby, "/join", house=PLAYERS[guest.name])
        assert joined.status == 200, joined.text
    return game


def write(player: Player, turn: str, *, at_length: bool) -> bool:
    """Hand a sheet in and say ready, with orders and wishes or as it stands; whether a vassal could be chosen."""
    page = player.browser.get(turn)
    if not any(turn in form.action for form in page.forms):
        # Not every turn asks everybody; this one closed as soon as those had answered.
        return False
    form = sheet_form(page)
    wanted: dict[str, str] = {}
    if at_length:
        wanted = orders_for(form)
        claims = [name for name in form.choices if re.fullmatch(r"claims\[\d+\]\.pick", name)]
        wanted |= {name: "martell" for name in claims if "martell" in form.choices[name]}
    receipt = player.browser.send(page, form, {**wanted, "do": "save-ready"})
    assert receipt.status in (200, CLOSED), receipt.text
    return "martell" in wanted.values()


def play(house: House, people: list[Player], game: str) -> list[str]:
    """A sheet of everybody to every turn that asks them, until the game is over; returns the turns."""
    written: dict[tuple[str, str], bool] = {}

    def one_more() -> bool:
        """Whether somebody wrote, or the game is over."""
        before = len(written)
        for player in people:
            turn = player.open_turn(game)
            if turn is not None and (player.name, turn) not in written:
                turns = {done for _, done in written} | {turn}
                written[player.name, turn] = write(player, turn, at_length=len(turns) <= TURNS_AT_LENGTH)
        return len(written) > before or over(people[0], game)

    while not over(people[0], game):
        eventually(one_more, "another call, or the end", house)
    assert any(written.values()), "somebody could choose a vassal"
    return list(dict.fromkeys(turn for _, turn in written))


def over(player: Player, game: str) -> bool:
    """Whether the game has its last page."""
    return f"/games/{game}/end" in player.browser.get(f"/games/{game}").links


def told_of_all(player: Player, house: House, game: str, turns: int) -> None:
    """Wait until the player's emails lead to the results of every turn."""

    def told() -> bool:
        found = [link for text in player.mails() for link in links(text, house.url, f"/games/{game}/turns/")]
        return {link.rsplit("/", 1)[1] for link in found} >= {str(number) for number in range(1, turns + 1)}

    eventually(told, f"letters to {player.address} about {turns} calls", house)


def test_a_whole_game(tmp_path: Path, migrated_postgres_url: str, redis_url: str) -> None:
    with (
        post_office() as post,
        running(tmp_path, DATABASE_URL=migrated_postgres_url, BROKER_URL=redis_url, SMTP_URL=post.url) as house,
    ):
        people = [Player(house, name, lambda address: [text_of(mail) for mail in post.to(address)]) for name in PLAYERS]
        game = take_seats(people)
        turns = play(house, people, game)
        assert len(turns) >= 10
        end = people[0].browser.get(f"/games/{game}/end")
        assert end.status == 200, end.text
        for player in people:
            told_of_all(player, house, game, len(turns))
        told = "\n".join(people[1].mails())
        assert all(vassal in told for vassal in VASSALS)
        assert people[0].browser.get(f"/games/{game}/game.json").status == 200
