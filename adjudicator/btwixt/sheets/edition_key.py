"""An edition as the key of what is worked out once for each."""

from __future__ import annotations

from adjudicator.btwixt.state.edition import Edition


class Known:
    """An edition that can be looked up: the same one is the same key."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.edition is self.edition

    def __hash__(self) -> int:
        return id(self.edition)
