"""Extract messages into the translation catalogs (Babel, configured in babel.cfg).

`make words` updates the catalogs and their template (`locale/rookery.pot`: every message, untranslated). A changed
sentence keeps its translations by a row of a table:

[[rename]] from = "No sheet of yours is in." to = "You have not submitted orders."     # the singular, where a message
has a plural context = "status"                        # msgctxt of the new message; from_context of the old one

`make words ARGS="--renames FILE"` moves the translations of each `from` to its `to` and flags them `fuzzy` (to be
reviewed); they are used until then. A translated message that no source has and no row names stops the command before
it writes anything; `--drop` gives those up.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from adjudicator.engine import FrozenStruct
from narration.narrators import NARRATORS
from narration.words import DOMAIN, LANGUAGES, LOCALE

KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "say": None,
    "say_n": (1, 2),
    "say_in": ((1, "c"), 2),
    "C_": ((1, "c"), 2),
    "prose": (2,),
    "Plural": (1, 2),
}
# Refusals: `correspondence.input_validation`.
KEYWORDS |= dict.fromkeys(("Denied", "Invalid", "NotFound"), (2,))
ROOT = Path(__file__).parent.parent
# The languages that messages are translated into; the messages themselves are English.
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
_SLOT = re.compile(r"\{\w+\}")
_NAMED_SLOT = re.compile(r"\{(\w+)[^{}]*\}")
SLOTS: dict[str, str] = tomllib.loads((Path(__file__).parent / "placeholders.toml").read_text(encoding="utf-8"))


def extract_words(
    file: IO[bytes], keywords: Any, tags: Any, options: Any
) -> Iterator[tuple[int, str | None, str | list[str], list[str]]]:
    """Extract the messages of a `words.toml` file for Babel, with their plurals."""
    for function, text in _messages_in(tomllib.load(file)):
        yield 0, function, text, []


def _messages_in(value: Any) -> Iterator[tuple[str | None, str | list[str]]]:
    """Yield the messages in a table, with their gettext function (None: plain)."""
    if isinstance(value, str):
        # A slot alone has nothing to translate.
        if not _SLOT.fullmatch(value):
            yield None, value
    elif isinstance(value, dict) and "many" in value:
        yield "ngettext", [value["one"], value["many"]]
    elif isinstance(value, dict) and value.keys() == {"text", "context"}:
        yield "pgettext", [value["context"], value["text"]]
    else:
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for name, inner in rows:
            if name not in ("slots", "each"):
                yield from _messages_in(inner)


def slot_comments(message: str | Iterable[str]) -> list[str]:
    """Explain each slot of a message to translators, from `placeholders.toml`."""
    texts = [message] if isinstance(message, str) else message
    slots = dict.fromkeys(match[1] for text in texts for match in _NAMED_SLOT.finditer(text))
    return [f"{{{slot}}}: {SLOTS[slot]}" for slot in slots if slot in SLOTS]


def collect(root: Path = ROOT) -> Catalog:
    """Return the messages of code, page templates and cards below `root`."""
    with (root / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    # Without a date of its own, so that the template changes only when the words do.
    catalog = Catalog(project="Rookery", charset="utf-8", creation_date=datetime(2026, 1, 1, tzinfo=UTC))
    for package in ("adjudicator", "correspondence", "narration", "web"):
        messages = extract_from_dir(root / package, methods, options, keywords=KEYWORDS, comment_tags=("L10N:",))
        for name, _line, message, comments, context in messages:
            # Files without line numbers: catalogs then change only when the words do.
            comments = [*comments, *slot_comments(message)]
            catalog.add(message, locations=[(f"{package}/{name}", 0)], auto_comments=comments, context=context)
    for narrator in NARRATORS.values():
        for text, place in narrator.texts():
            catalog.add(text, locations=[(place, 0)], auto_comments=slot_comments(text))
    return catalog


class CatalogError(Exception):
    """An update would lose a translation, or a row of the renames is wrong."""


class Rename(FrozenStruct, forbid_unknown_fields=True):
    """A row of the table of renames: message id (singular) and msgctxt, old and new."""

    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")
    from_context: str | None = None
    context: str | None = None


def read_renames(path: Path) -> list[Rename]:
    """Read the tables `[[rename]]` of a TOML file. Raises CatalogError if malformed."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(document, dict[str, list[Rename]]).get("rename", [])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CatalogError(f"{path}: {error}") from error


def _strings(message: Message) -> list[Any]:
    """The translations of a message, those too that are empty."""
    return list(message.string) if isinstance(message.string, (list, tuple)) else [message.string]


def _rename(catalog: Catalog, template: Catalog, renames: Iterable[Rename]) -> None:
    """Copy translations to renamed messages, marked fuzzy; keep sources still used."""
    sources = {(row.source, row.from_context): catalog.get(row.source, row.from_context) for row in renames}
    for row in renames:
        target, source = template.get(row.target, row.context), sources[row.source, row.from_context]
        if target is None:
            raise CatalogError(f"renames: no source has the message {row.target!r} (context: {row.context})")
        existing = catalog.get(row.target, row.context)
        if source and any(_strings(source)) and not (existing and any(_strings(existing))):
            catalog.add(target.id, source.string, flags={"fuzzy"}, context=row.context)
    for (text, context), source in sources.items():
        if source and not template.get(text, context):
            catalog.delete(source.id, context)


def _counts(catalog: Catalog) -> tuple[int, int, int]:
    messages = [m for m in catalog if m.id]
    done = [m for m in messages if all(_strings(m))]
    return len(done), len(messages), sum(m.fuzzy and any(_strings(m)) for m in messages)


def update(
    folder: Path = LOCALE,
    languages: Iterable[str] = TRANSLATED,
    domain: str = DOMAIN,
    *,
    template: Catalog | None = None,
    renames: Iterable[Rename] = (),
    drop: bool = False,
) -> dict[str, tuple[int, int, int]]:
    """Update the template and the catalogs of all languages, keeping translations.

    Returns for each language the numbers of translated messages, of all messages, and of those to review. Raises
    CatalogError, before writing, if a translated message would be lost and `drop` is not set.
    """
    template, renames = template or collect(), list(renames)
    catalogs = {folder / f"{domain}.pot": template}
    lost: list[str] = []
    for language in languages:
        path = folder / language / "LC_MESSAGES" / f"{domain}.po"
        catalog = Catalog(locale=language, domain=domain, project="Rookery")
        if path.exists():
            with path.open("rb") as file:
                catalog = read_po(file, locale=language, domain=domain)
        _rename(catalog, template, renames)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        lost += [f"{language}: {m.id!r} ({m.context})" for m in catalog.obsolete.values() if any(_strings(m))]
        catalog.obsolete.clear()
        catalogs[path] = catalog
    if lost and not drop:
        raise CatalogError("translated, and no source has them any more:\n" + "\n".join(lost))
    for path, catalog in catalogs.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True, include_lineno=False, omit_header=False)
    return {str(catalog.locale): _counts(catalog) for catalog in catalogs.values() if catalog.locale}


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 if a translation would be lost or a row of the renames is wrong."""
    parser = argparse.ArgumentParser(prog="make words")
    parser.add_argument(
        "--renames", type=Path, help="TOML file with [[rename]] tables: from, to, from_context, context"
    )
    parser.add_argument("--drop", action="store_true", help="give up translations of messages that no source has")
    options = parser.parse_args(arguments)
    try:
        counts = update(renames=read_renames(options.renames) if options.renames else (), drop=options.drop)
    except CatalogError as error:
        print(
            f"{error}\nNothing was written. Rename these with --renames FILE, or give them up with --drop.",
            file=sys.stderr,
        )
        return 1
    for language, (done, total, review) in counts.items():
        print(f"{language}: {done} of {total} translated, {review} to be reviewed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
