"""Citations of rules in the reader's language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator import games
from narration.narrators import narrator_of
from narration.words import translator

EDITIONS = [one.id for one in games.ALL_EDITIONS.values() if getattr(one, "citations", None)]
ENGLISH = re.compile(r"\b(?:rules|phase|step|option|battle|round of|used|resolve|winning|neutral)\b", re.IGNORECASE)


def cited(name: str, language: str) -> dict[str, str]:
    """All citations of an edition."""
    known: Any = games.edition(name)
    v = narrator_of(known).voice(known, translator(language))
    return {rule: v.citation(rule) for rule in known.citations}


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", ["it", "es"])
def test_citations_have_their_pages_and_no_english(name: str, language: str) -> None:
    english = cited(name, "en")
    assert english
    for rule, told in cited(name, language).items():
        assert re.findall(r"\d+", told) == re.findall(r"\d+", english[rule]), "pages, steps and answers stay"
        assert not ENGLISH.search(told), (rule, told)


def test_a_page_a_step_and_an_answer() -> None:
    assert "1e rules: battle, phase 5b; FAQ 10" in cited("first-edition", "en").values()
    italian = set(cited("first-edition", "it").values())
    assert "regole 1e: combattimento, fase 5b; FAQ 10" in italian
    assert "regole 1e p.10: ordini di Incursione, saccheggio" in italian
