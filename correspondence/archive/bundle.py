"""A game to take home: its story as text, and everything together as a zip that is written while it is read."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from adjudicator import game_file, games
from adjudicator.engine.values import View
from atlas import Arrow
from correspondence.archive.exporting import export_game, sight_for_export
from correspondence.archive.queries import round_records, view_in
from correspondence.archive.sight import rounds_seen
from correspondence.letters.pictures import arrows_of, picture_of
from correspondence.models.accounts import Account
from correspondence.store import Store
from narration.narrators import NARRATORS, narrator_of
from narration.plain import plain
from narration.voice import Voice
from narration.words import Words

Draw = Callable[[View, tuple[Arrow, ...], str], str]
# Zip files know no year before this.
FIRST_YEAR = 1980


@dataclass(frozen=True)
class Contents:
    """What may be taken home of a game, and by whom: found out before the first byte is sent."""

    store: Store
    game_id: str
    account: Account | None
    now: datetime
    words: Words
    title: str
    edition: str
    players: int
    house: str | None
    rounds: tuple[int, ...]
    over: bool
    commitment: str
    seed: str


def contents_of(store: Store, game_id: str, account: Account | None, now: datetime, words: Words) -> Contents:
    """What a reader may take; NotFound `no-such-game`, Denied `game-not-begun`, `no-spectators`."""
    with store.read() as session:
        sight = sight_for_export(session, game_id, account, now)
        game = sight.game
        return Contents(
            store=store,
            game_id=game_id,
            account=account,
            now=now,
            words=words,
            title=game.title,
            edition=game.edition,
            players=game.players,
            house=sight.house,
            rounds=rounds_seen(session, sight),
            over=sight.over,
            commitment=game.commitment,
            seed=game.seed if sight.over else "",
        )


def story_text(contents: Contents) -> Iterator[str]:
    """The whole game as plain text, a round at a time: who played what, what happened, where everyone stands."""
    say, v = contents.words.say, _voice(contents)
    yield f"{contents.title}\n{'=' * len(contents.title)}\n{v.edition.name.say(contents.words.language)}\n\n"
    for number in contents.rounds:
        yield f"{round_text(contents, number)}\n\n"
    yield say("Seed") + f": {contents.seed}\n" if contents.over else ""
    yield say("Commitment to the seed (SHA-256):") + f" {contents.commitment}\n"


def round_text(contents: Contents, number: int) -> str:
    """One round as plain text, with the standings at its end."""
    v = _voice(contents)
    with contents.store.read() as session:
        sight = sight_for_export(session, contents.game_id, contents.account, contents.now)
        records, view = round_records(session, sight, number), view_in(session, sight, number)
    standings = games.of(view.board).standings(view.board, v.edition)
    narrator = narrator_of(v.edition)
    figures = narrator.round_figures(view.board, standings, v)
    head = (v.say(narrator.letter_words.seats), *figures.head)
    lines = [head, *((v.house(house), *line) for house, line in figures.lines)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    table = "\n".join(
        "  "
        + "  ".join(c.ljust(w) if n == 0 else c.rjust(w) for n, (c, w) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    )
    heading = v.say("Standings")
    return f"{plain(narrator_of(v.edition).tell(records, v.edition, v.words, contents.house))}\n\n{heading}\n{table}\n"


def zipped(contents: Contents, draw: Draw) -> Iterator[bytes]:
    """Everything as the bytes of a zip: read me, game file, story, and of each round the story and two maps.

    `draw` makes an SVG of a view. Each round is read, drawn and sent before the next one is read.
    """
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in _files(contents, draw):
            info = zipfile.ZipInfo(name, _stamp(contents.now))
            # Pictures are packed already.
            info.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            made.writestr(info, data)
            yield pipe.taken()
    yield pipe.taken()


def _files(contents: Contents, draw: Draw) -> Iterator[tuple[str, bytes]]:
    yield "README.txt", _read_me(contents).encode()
    with contents.store.read() as session:
        whole = game_file.encode(export_game(session, contents.game_id, contents.account, contents.now))
    yield "game.json", whole
    yield "story.txt", "".join(story_text(contents)).encode()
    for number in contents.rounds:
        view, shown = _map(contents, number)
        name, language = f"rounds/{number:02}", contents.words.language
        yield f"{name}.txt", round_text(contents, number).encode()
        yield f"{name}.svg", draw(view, shown, language).encode()
        yield (
            f"{name}.png",
            picture_of(contents.store, view.edition, view.players, view.board, language, contents.now, shown).png,
        )


def _map(contents: Contents, number: int) -> tuple[View, tuple[Arrow, ...]]:
    with contents.store.read() as session:
        sight = sight_for_export(session, contents.game_id, contents.account, contents.now)
        return view_in(session, sight, number), arrows_of(round_records(session, sight, number), contents.edition)


def _read_me(contents: Contents) -> str:
    say = contents.words.say
    lines = [
        contents.title,
        "",
        say("The whole game, taken on {day}.", day=f"{contents.now:%Y-%m-%d}")
        if contents.over
        else say("A game that is being played: what you may know of it on {day}.", day=f"{contents.now:%Y-%m-%d}"),
        "",
        "game.json: " + say("the game as a file for programs"),
        "story.txt: " + say("what happened, in words"),
        "rounds/: " + say("of each round what happened, and the map at its end as SVG and PNG; arrows show what moved"),
        "",
        say("Commitment to the seed (SHA-256):") + " " + contents.commitment,
    ]
    if contents.over:
        lines += [
            say("Seed") + ": " + contents.seed,
            "",
            say("To play the game again from its journal and compare everything, with Rookery installed:"),
            "",
            "    rookery verify game.json",
            "",
            say("To see that the seed is the one that was promised:"),
            "",
            f"    printf %s {contents.seed} | sha256sum",
            "",
            say("Any other host can take the game into its archive: “Import a game” on its pages takes game.json."),
        ]
    return "\n".join(lines) + "\n"


def _voice(contents: Contents) -> Voice:
    return NARRATORS.of_edition(contents.edition).voice(games.edition(contents.edition), contents.words, contents.house)


def _stamp(now: datetime) -> tuple[int, int, int, int, int, int]:
    return max(now.year, FIRST_YEAR), now.month, now.day, now.hour, now.minute, now.second


class _Pipe:
    """Takes what the zip writes, and hands it on; nothing can be read again or sought in."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        """Keep some bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """What was not taken yet can still be."""

    def taken(self) -> bytes:
        """What was written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
