"""Collecting what the program says into the translators' catalogs (Babel, configured in babel.cfg)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from narration.families import NARRATORS
from narration.words import DOMAIN, LANGUAGES, LOCALE

KEYWORDS = {**DEFAULT_KEYWORDS, "say": None, "say_n": (1, 2)}
ROOT = Path(__file__).parent.parent


def collect(root: Path = ROOT) -> Catalog:
    """Every template of the code and the page templates below `root`, with the files they stand in, and card texts."""
    with (root / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = Catalog(project="Rookery", charset="utf-8")
    for package in ("correspondence", "narration", "web"):
        found = extract_from_dir(root / package, methods, options, keywords=KEYWORDS, comment_tags=("L10N:",))
        for name, _line, message, comments, context in found:
            # Files without line numbers: catalogs then change only when the words do.
            catalog.add(message, locations=[(f"{package}/{name}", 0)], auto_comments=comments, context=context)
    for narrator in NARRATORS.values():
        for text, place in narrator.texts():
            catalog.add(text, locations=[(place, 0)])
    return catalog


def _counts(catalog: Catalog) -> tuple[int, int]:
    messages = [m for m in catalog if m.id]
    done = [m for m in messages if all(m.string if isinstance(m.string, (list, tuple)) else [m.string])]
    return len(done), len(messages)


def update(
    folder: Path = LOCALE, languages: Iterable[str] = tuple(LANGUAGES), domain: str = DOMAIN
) -> dict[str, tuple[int, int]]:
    """Write the catalogs of all languages anew, keeping their translations; counts translated and all templates."""
    template = collect()
    counts: dict[str, tuple[int, int]] = {}
    for language in languages:
        path = folder / language / "LC_MESSAGES" / f"{domain}.po"
        catalog = Catalog(locale=language, domain=domain, project="Rookery")
        if path.exists():
            with path.open("rb") as file:
                catalog = read_po(file, locale=language, domain=domain)
        catalog.update(template, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalog, width=120, sort_output=True, include_lineno=False, omit_header=False)
        counts[language] = _counts(catalog)
    return counts


if __name__ == "__main__":
    for _language, (_done, _all) in update().items():
        print(f"{_language}: {_done} of {_all} translated")
