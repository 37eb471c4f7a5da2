"""Published defaults: what is done for a seat when neither sheet nor standing instructions decide.

For who handed in nothing they never gain anything; who wrote a sheet does not lose by what it leaves out.
"""

from __future__ import annotations

from adjudicator.engine.decision import Answer, Decision
from adjudicator.thrones.sheets.kinds import KINDS
from adjudicator.thrones.state.board import Position
from adjudicator.thrones.state.edition import Edition


def default_answer(position: Position, decision: Decision, *, written: bool = False) -> Answer:
    """The published default for a decision, of a seat that has `written` a sheet or not; always legal."""
    kind = KINDS[type(decision)]
    default = kind.written.default if written and kind.written is not None else kind.default
    return default(position, decision)


def policy_name(decision: Decision, *, written: bool) -> str:
    """The name of a default that is another for who has written a sheet; empty for all others."""
    other = KINDS[type(decision)].written
    return other.name if written and other is not None else ""


def policy_words(kind: str, name: str, edition: Edition) -> str:
    """What the default of this name does for a kind of decision, in English; empty for a kind that there is not."""
    for one in KINDS.values():
        if name and one.written is not None and one.written.name == name:
            return one.written.words
    for one in KINDS.values():
        if one.tag == kind:
            return one.varied.words if one.varied is not None and one.varied.known(edition) else one.words
    return ""


def every_policy() -> list[str]:
    """The words of every default that may decide, each once."""
    words = [kind.words for kind in KINDS.values()]
    words += [kind.written.words for kind in KINDS.values() if kind.written is not None]
    words += [kind.varied.words for kind in KINDS.values() if kind.varied is not None]
    return list(dict.fromkeys(words))


def default_policies(edition: Edition | None = None) -> dict[str, str]:
    """What the default does, in English, for each kind of decision; in this edition, if one is named."""
    found = {}
    for kind in KINDS.values():
        found[kind.tag] = kind.words if kind.written is None else kind.written.both
        if edition is not None and kind.varied is not None and kind.varied.known(edition):
            found[kind.tag] = kind.varied.words
    return found
