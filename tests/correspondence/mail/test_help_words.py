"""What HELP says can be typed is read as what it says, in every language."""

from __future__ import annotations

from datetime import date

import pytest

from adjudicator import games
from correspondence.mail.answers import vocabulary
from correspondence.mail_commands.reading import ASSUMING, read_commands, split_commands
from narration.narrators import NARRATORS
from narration.notation.words import COMMANDS, spelt
from narration.plain import Rows
from narration.words import LANGUAGES, translator

KNOWN = ["status", "map", "suggest", "wrong", "history", "press", "press", "vote", "absence", "help"]


def typed(language: str, name: str) -> list[str]:
    """The lines that HELP shows beside those of a sheet."""
    told = vocabulary(NARRATORS.of_edition(name).voice(games.edition(name), translator(language), None))
    (rows,) = (block for block in told if isinstance(block, Rows))
    return [row.label for row in rows.rows]


@pytest.mark.parametrize("name", ["first-edition", "btwixt"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_of_help_is_read_as_what_it_is(language: str, name: str) -> None:
    lines = typed(language, name)
    found = [command for line in lines for command in split_commands(line).commands]
    assert [one.name for one in found if one.name != "whatif"] == KNOWN
    told = {one.name for one in found}
    left = [line for line in lines if not split_commands(line).commands]
    assert [COMMANDS.known.get(spelt(line)) for line in left if ":" not in line] == ["ready"]
    assumed = [line for line in left if ":" in line]
    assert [spelt(line.split()[0]) in ASSUMING.known for line in assumed] == ["whatif" in told] * len(assumed)
    assert bool(assumed) == ("whatif" in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_help_that_are_whole_have_no_fault(language: str) -> None:
    whole = [line for line in typed(language, "first-edition") if "..." not in line]
    commands = split_commands("\n".join(whole)).commands
    assert len(read_commands(commands, games.edition("first-edition"), date(2026, 12, 1))) == len(commands) > 5
