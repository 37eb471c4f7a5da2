"""What every piece of a condition is."""

from __future__ import annotations

from typing import Annotated

import msgspec

Small = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]


class Part(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """A piece of a condition."""
