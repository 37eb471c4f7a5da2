"""Warnings about a sheet: texts by code (`words.toml`), and general ones.

A warning is never wrong: it is given only where the thing cannot matter whatever may still happen before its use, or
where its text says that it holds as things stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine import Refusals, word_tables
from adjudicator.engine.sheet import warner
from adjudicator.thrones.sheets.conditions.tree import Else
from adjudicator.thrones.sheets.sheet import Sheet, rules

WORDS: Mapping[str, str] = word_tables(__name__)
warn = warner(WORDS)


def never_reached(sheet: Sheet) -> Refusals:
    """Warn of rules after one that always decides, and of repeated rules."""
    ended: dict[str, str] = {}
    first_places: dict[tuple[str, str], str] = {}
    for where, rule in rules(sheet):
        group = where.rpartition("[")[0]
        if group in ended:
            yield warn("never-reached", where, place=ended[group])
            continue
        if rule.when is None and rule.decides():
            ended[group] = where
        if rule.repeats or isinstance(rule.when, Else):
            continue
        before = first_places.setdefault((group, str(rule)), where)
        if before != where:
            yield warn("said-before", where, place=before)
