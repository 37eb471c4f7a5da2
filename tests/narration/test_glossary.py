"""Texts and docs use the words of docs/glossary.md, and no others for the same things."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.pofile import read_po

from adjudicator import games
from adjudicator.engine.names import Names
from narration.words import DOMAIN, LOCALE

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading of the glossary; a bar within a cell is written as in Markdown."""
    part = GLOSSARY.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line.strip().strip("|") for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)] for line in lines]


TABLE = rows("The service") + rows("The games")
OLD_WORDS = [(re.compile(word.strip("`")), where.split(), now) for word, where, now in rows("Old words")]
EXCEPTIONS = [text for text, _ in rows("Exceptions")]
MARKED = re.compile(r"\{[^}]*\}|`[^`]*`")


def stem(word: str) -> str:
    """What of a word stays in all its forms: every word of it without its last letter, or without two if it is long."""
    return r"\w*\s+".join(
        re.escape(one[: -2 if len(one) > 6 else -1 if len(one) > 4 else None]) for one in word.split()
    )


def forms(cell: str) -> re.Pattern[str]:
    """The words of a cell, those in brackets too."""
    words = [word for word in re.split(r"[(),]", cell) if word.strip()]
    return re.compile("|".join(stem(word.strip()) for word in words), re.IGNORECASE)


def asked_for(english: str) -> re.Pattern[str]:
    """The English word by itself, also of several of it. As written: "House Stark" is a name."""
    return re.compile(rf"(?<![\w-]){re.escape(english)}s?(?![\w-])(?! card)", re.ASCII)


def excepted(text: str) -> bool:
    return any(one in text for one in EXCEPTIONS)


def messages(language: str) -> Iterator[tuple[str, str]]:
    """Every message with its first form in a language, without what is not words."""
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        for message in read_po(file, locale=language):
            said = message.id if isinstance(message.id, str) else message.id[0]
            told = message.string if isinstance(message.string, str) else message.string[0]
            if said and not excepted(said):
                yield MARKED.sub("", said), MARKED.sub("", told)


@pytest.mark.parametrize(("language", "column"), [("it", 1), ("es", 2)])
def test_every_translation_has_the_word_of_the_glossary(language: str, column: int) -> None:
    wanted = [(row[0], asked_for(row[0]), forms(row[column])) for row in TABLE]
    other, met = [], set()
    for said, told in messages(language):
        for english, asked, word in wanted:
            if asked.search(said):
                met.add(english)
                if not word.search(told):
                    other.append((english, said, told))
    assert other == []
    assert met == {row[0] for row in TABLE}, "each is said somewhere"


def texts() -> Iterator[tuple[str, str]]:
    """Every English message, and what templates say around them, with where it stands."""
    with (LOCALE / f"{DOMAIN}.pot").open("rb") as file:
        for message in read_po(file):
            for said in [message.id] if isinstance(message.id, str) else message.id:
                yield f"{DOMAIN}.pot", said
    for path in sorted([*ROOT.glob("web/templates/**/*.html"), *ROOT.glob("correspondence/mail/templates/*.*")]):
        text = re.sub(r"<(script|style)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for line in re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", " ", text, flags=re.DOTALL).splitlines():
            yield str(path.relative_to(ROOT)), line


def docs() -> Iterator[tuple[str, str]]:
    """Every line of prose for readers of the project; decisions of old and the changelog stay as they were written."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for line in re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).splitlines():
            yield path.name, line


def identifiers() -> Iterator[tuple[str, str]]:
    """Every name in the product's code; migrations are history."""
    for package in ("adjudicator", "narration", "atlas", "correspondence", "web", "worker"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                with path.open("rb") as file:
                    names = {token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.NAME}
                yield from ((str(path.relative_to(ROOT)), name) for name in sorted(names))


# Where old words are looked for, by the letter of the table. The API (a) has no reader yet.
READERS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {"t": texts, "d": docs, "c": identifiers}


@pytest.mark.parametrize("letter", READERS)
def test_old_words_are_gone(letter: str) -> None:
    unwanted = [(word, now) for word, where, now in OLD_WORDS if letter in where]
    found = [
        (place, match[0], now, line)
        for place, line in READERS[letter]()
        for word, now in unwanted
        if (match := word.search(MARKED.sub("", line))) and not excepted(line)
    ]
    assert unwanted
    assert found == []


def test_exceptions_are_few_and_needed() -> None:
    every = [line for reader in READERS.values() for place, line in reader() if place != "glossary.md"]
    assert len(EXCEPTIONS) <= 30
    assert [one for one in EXCEPTIONS if not any(one in line for line in every)] == []


def test_an_old_word_is_found() -> None:
    (turn,) = [word for word, _, now in OLD_WORDS if now == "turn"]
    assert turn.search("when the call closes")
    assert not turn.search("the call for support")


def test_italian_has_one_word_for_a_round() -> None:
    both = [(said, told) for said, told in messages("it") if "round" in said and re.search(r"\bturn[oi]\b", told)]
    assert [one for one in both if not re.search(r"\bturns?\b", one[0])] == []


def named(data: Any) -> Iterator[Names]:
    """Every name in the data of an edition."""
    if isinstance(data, Names):
        yield data
    elif isinstance(data, msgspec.Struct):
        yield from named([getattr(data, field) for field in data.__struct_fields__])
    elif isinstance(data, Mapping):
        yield from named([*data.values()])
    elif isinstance(data, list | tuple):
        for one in data:
            yield from named(one)


def english_of(names: Iterable[Names], language: str) -> re.Pattern[str]:
    """Things that have another name in a language, as they are called in English; in one pattern, for it is searched
    for in thousands of texts."""
    called = {name.en.removeprefix("The "): name.say(language) for name in names}
    # Shorter ones are words of other languages too.
    others = sorted(re.escape(english) for english, own in called.items() if len(english) > 4 and english not in own)
    return re.compile(rf"\b(?:{'|'.join(others)})\b")


@pytest.mark.parametrize("language", ["it", "es"])
def test_things_have_their_names_in_texts_too(language: str) -> None:
    editions = [edition for family in games.GAMES.values() for edition in family.editions.values()]
    names = {name for edition in editions for name in named(edition)}
    assert len([name for name in names if name.say(language) != name.en]) > 100
    english = english_of(names, language)
    assert [(found[0], told) for _, told in messages(language) if (found := english.search(told))] == []


def test_a_name_left_in_english_is_found() -> None:
    cailin = Names(en="Moat Cailin", es="Foso de Moat Cailin")
    english = english_of([Names(en="The Reach", it="Altopiano", es="El Dominio"), cailin, Names(en="Harrenhal")], "es")
    assert english.search("Lealtad: The Reach.")
    assert not english.search("Lealtad: El Dominio.")
    assert not english.search("Reachable")
    assert not english.search("Lealtad: Moat Cailin y Harrenhal.")


def test_a_wrong_word_is_found() -> None:
    assert not forms("convocatoria").search("Hay una nueva llamada")
    assert forms("foglio").search("i tuoi fogli")
    assert forms("sitio (puesto)").search("dos puestos libres")
    assert not asked_for("round").search("surrounded")
