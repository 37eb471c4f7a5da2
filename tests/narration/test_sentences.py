"""Every event has a sentence, with names instead of ids, in every language."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from adjudicator.thrones.state.events import AnyEvent
from narration.thrones.sentences import SENTENCES, sentence, to_typed_event
from narration.thrones.voice import Voice
from narration.words import LANGUAGES, translator
from tests.narration.scenes import FIRST, ONE_OF_EACH, records


def test_every_kind_of_event_is_told() -> None:
    assert set(SENTENCES.rows) == set(get_args(AnyEvent))


def test_the_samples_hold_every_kind_of_event() -> None:
    missing = {kind.__name__ for kind in get_args(AnyEvent)} - {type(event).__name__ for event in ONE_OF_EACH}
    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_a_sentence_names_things_instead_of_showing_ids(event: AnyEvent, language: str) -> None:
    told = sentence(event, Voice(FIRST, translator(language), "lannister"))
    assert told.strip()
    assert "{" not in told
    known = [i for i in (*FIRST.areas, *FIRST.cards, *FIRST.westeros, *FIRST.orders) if "-" in i or "+" in i]
    assert [i for i in known if i in told] == []


def test_records_read_from_json_are_told_like_typed_ones() -> None:
    for record in records(ONE_OF_EACH):
        stored = msgspec.json.decode(msgspec.json.encode(record), type=type(record))
        assert to_typed_event(stored.event) == record.event
