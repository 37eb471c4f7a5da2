"""`make words`: translations follow renamed messages, and none is lost unnoticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from narration import catalogs
from narration.catalogs import CatalogError, Rename, collect, read_renames, update
from narration.words import C_, LOCALE, capital, translator

CALL_OFF = "Call the game off"
CANCEL = "Cancel the game"
PLACE_OR_WORD = re.compile(r"\{[^{}]*\}|\w+")


def _template(*messages: str | tuple[str, str], context: str | None = None) -> Catalog:
    catalog = Catalog()
    for message in messages:
        catalog.add(message, context=context)
    return catalog


def _italian(folder: Path, *rows: tuple[str | tuple[str, str], str | tuple[str, str]]) -> Path:
    catalog = Catalog(locale="it")
    for message, string in rows:
        catalog.add(message, string)
    path = folder / "it" / "LC_MESSAGES" / "rookery.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, catalog)
    return path


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="it")


def _update(folder: Path, template: Catalog, *renames: Rename, drop: bool = False) -> tuple[int, int, int]:
    return update(folder, ["it"], template=template, renames=renames, drop=drop)["it"]


def test_renamed_message_keeps_translation_for_review(tmp_path: Path) -> None:
    path = _italian(tmp_path, (CALL_OFF, "Annulla la partita"))

    counts = _update(tmp_path, _template(CANCEL), Rename(CALL_OFF, CANCEL))

    message = _read(path).get(CANCEL)
    assert message is not None
    assert (message.string, message.fuzzy) == ("Annulla la partita", True)
    assert counts == (1, 1, 1)


def test_template_has_every_message_untranslated(tmp_path: Path) -> None:
    _italian(tmp_path, (CALL_OFF, "Annulla la partita"))

    _update(tmp_path, _template(CALL_OFF))

    message = _read(tmp_path / "rookery.pot").get(CALL_OFF)
    assert message is not None
    assert message.string == ""


def test_review_mark_stays_until_removed(tmp_path: Path) -> None:
    path = _italian(tmp_path, (CALL_OFF, "Annulla la partita"))
    _update(tmp_path, _template(CANCEL), Rename(CALL_OFF, CANCEL))

    assert _update(tmp_path, _template(CANCEL)) == (1, 1, 1)

    path.write_text(path.read_text().replace('#, fuzzy\nmsgid "Cancel', 'msgid "Cancel'))
    assert _update(tmp_path, _template(CANCEL)) == (1, 1, 0)


def test_plural_message_is_renamed_by_its_singular(tmp_path: Path) -> None:
    path = _italian(tmp_path, (("{n} call", "{n} calls"), ("{n} fase", "{n} fasi")))

    _update(tmp_path, _template(("{n} turn", "{n} turns")), Rename("{n} call", "{n} turn"))

    message = _read(path).get("{n} turn")
    assert message is not None
    assert message.string[:2] == ("{n} fase", "{n} fasi")


def test_one_word_becomes_two_by_context(tmp_path: Path) -> None:
    path = _italian(tmp_path, ("Draft", "Bozza"))
    template = _template("Draft", context="cards")
    template.add("Pending result", context="review")

    _update(
        tmp_path, template, Rename("Draft", "Draft", context="cards"), Rename("Draft", "Pending result", None, "review")
    )

    catalog = _read(path)
    strings = [catalog.get("Draft", "cards"), catalog.get("Pending result", "review"), catalog.get("Draft")]
    assert [message and message.string for message in strings] == ["Bozza", "Bozza", None]


def test_renamed_message_that_is_still_used_stays(tmp_path: Path) -> None:
    path = _italian(tmp_path, (CALL_OFF, "Annulla la partita"))

    _update(tmp_path, _template(CALL_OFF, CANCEL), Rename(CALL_OFF, CANCEL))

    message = _read(path).get(CALL_OFF)
    assert message is not None
    assert (message.string, message.fuzzy) == ("Annulla la partita", False)


def test_existing_translation_of_the_target_wins(tmp_path: Path) -> None:
    path = _italian(tmp_path, (CALL_OFF, "Disdici"), (CANCEL, "Annulla la partita"))

    _update(tmp_path, _template(CANCEL), Rename(CALL_OFF, CANCEL))

    message = _read(path).get(CANCEL)
    assert message is not None
    assert (message.string, message.fuzzy) == ("Annulla la partita", False)


def test_lost_translation_stops_before_anything_is_written(tmp_path: Path) -> None:
    path = _italian(tmp_path, (CALL_OFF, "Annulla la partita"), ("Untranslated", ""))
    before = path.read_bytes()

    with pytest.raises(CatalogError, match=CALL_OFF):
        _update(tmp_path, _template(CANCEL))

    assert path.read_bytes() == before
    assert _update(tmp_path, _template(CANCEL), drop=True) == (0, 1, 0)


def test_rename_to_a_message_that_no_source_has_is_refused(tmp_path: Path) -> None:
    _italian(tmp_path, (CALL_OFF, "Annulla la partita"))

    with pytest.raises(CatalogError, match="Cancel the gmae"):
        _update(tmp_path, _template(CANCEL), Rename(CALL_OFF, "Cancel the gmae"))


def test_renames_are_read_from_toml(tmp_path: Path) -> None:
    table = tmp_path / "renames.toml"
    table.write_text(f'[[rename]]\nfrom = "{CALL_OFF}"\nto = "{CANCEL}"\ncontext = "button"\n')

    assert read_renames(table) == [Rename(CALL_OFF, CANCEL, context="button")]


@pytest.mark.parametrize(
    "text", ['[[rename]]\nfrom = "a"\n', '[[rename]]\nfrom = "a"\nto = "b"\nform = "c"\n', "rename"]
)
def test_renames_of_another_form_are_refused(tmp_path: Path, text: str) -> None:
    table = tmp_path / "renames.toml"
    table.write_text(text)

    with pytest.raises(CatalogError, match="renames.toml"):
        read_renames(table)


def test_contexts_of_code_tables_and_pages_are_extracted() -> None:
    template = collect()
    contexts = {(message.id, message.context) for message in template if message.context}
    assert {("anybody", "in a condition"), ("to", "destination"), ("empty", "pile"), ("Pause", "button")} <= contexts


def test_a_context_chooses_the_translation() -> None:
    words = translator("it")
    assert (words.say("To"), words.say_in("destination", "to")) == ("A", "destinazione")
    assert words.say(C_("in a condition", "anybody")) == "qualcuno"
    assert translator("en").say_in("destination", "to") == "to"


def test_every_slot_is_explained_to_translators() -> None:
    with (LOCALE / "rookery.pot").open("rb") as file:
        slots = {slot for message in read_po(file) for slot in re.findall(r"\{(\w+)[^{}]*\}", str(message.id))}

    assert slots == catalogs.SLOTS.keys()


def test_comments_explain_the_slots_of_a_message() -> None:
    assert catalogs.slot_comments(("{n} unit of {house}", "{n} units of {house}")) == [
        f"{{n}}: {catalogs.SLOTS['n']}",
        f"{{house}}: {catalogs.SLOTS['house']}",
    ]


def test_messages_differ_by_more_than_case_and_punctuation() -> None:
    with (LOCALE / "rookery.pot").open("rb") as file:
        near = near_messages(read_po(file))

    # Keep the message with the small letter and without the full stop; `capital` and the place of use do the rest.
    assert near == []


@pytest.mark.parametrize(
    ("text", "raised"),
    [
        ("the Raven", "The Raven"),
        ("“area” and area", "“Area” and area"),
        ("¿órdenes?", "¿Órdenes?"),
        ("2 units", "2 units"),
        ("", ""),
    ],
)
def test_capital_raises_the_first_letter_alone(text: str, raised: str) -> None:
    assert capital(text) == raised


def test_near_messages_are_seen() -> None:
    template = _template("Area", "area.", "{area}: it", "{house}: it", ("{n} Area", "{n} Areas"), "“Area  ”")
    template.add("area", context="label")

    assert near_messages(template) == [["Area", "area.", "“Area  ”"]]


def near_messages(template: Catalog) -> list[list[str]]:
    """Messages of one context that differ in case, white space or punctuation alone."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for message in template:
        text = message.id if isinstance(message.id, str) else message.id[0]
        words = PLACE_OR_WORD.findall(text.lower())
        # Between placeholders alone, punctuation is what a message says.
        if any(not word.startswith("{") for word in words):
            alike.setdefault((message.context or "", *words), []).append(text)
    return [texts for texts in alike.values() if len(texts) > 1]
