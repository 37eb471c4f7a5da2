"""A later sheet laid over an earlier one."""

from __future__ import annotations

import msgspec

from adjudicator.btwixt.sheets.sheet import SECTIONS, Sheet


def overlay(earlier: Sheet, later: Sheet) -> Sheet:
    """The earlier sheet with every section that the later one fills replaced; direct answers are joined."""
    changes = {name: getattr(later, name) for name in SECTIONS if getattr(later, name)}
    return msgspec.structs.replace(earlier, **changes, answers={**earlier.answers, **later.answers})
