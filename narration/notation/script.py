"""What a text says: the sheet that results, and what else was said."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Script:
    """What was read from a text.

    `sheet` is the whole sheet that results, `standing` the standing instructions (None: none were written); `ready` is
    True or False where the text says so; `cleared`: what was sent before does not count. `lines` are lines of the text
    by places in the sheet (`marches.lannisport[0]`), of standing instructions with `standing.` before them; `unread`
    are lines that were passed over as prose. `doubtful`: one of these may have been meant as an instruction;
    `withheld`: so READY does not count (`ready` is False).
    """

    sheet: Any
    standing: Any = None
    ready: bool | None = None
    cleared: bool = False
    said: bool = False
    lines: dict[str, int] = field(default_factory=dict)
    unread: tuple[tuple[int, str], ...] = ()
    doubtful: bool = False
    withheld: bool = False

    def withholding(self) -> Script:
        """The same where its writer says that they are ready, which does not count if a line is doubtful."""
        return replace(self, ready=not self.doubtful, withheld=self.doubtful)
