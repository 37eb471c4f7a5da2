"""Fields of what programs send: bounded by construction, and typed as JSON Schema types them.

`Text` is what a schema that reads bodies or queries uses for every text; one of marshmallow's own has no end.
"""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from adjudicator import games

MOST_NUMBER = 999_999
# Characters of a text about which nothing else is said. What it means has its own bounds, told by the use cases.
LONGEST = 2000
MOST_KINDS, LONGEST_KIND = 60, 60


class Text(fields.String):
    """Text that can be stored: no NUL, no halves of characters, at most `longest` characters, which is looked at first.
    What else may stand in it is for the use cases to say."""

    def __init__(self, *, longest: int = LONGEST, **options: Any) -> None:
        metadata = {"maxLength": longest, **(options.pop("metadata", None) or {})}
        super().__init__(metadata=metadata, **options)
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str | bytes) and len(value) > self.longest:
            raise ValidationError(f"Longer than maximum length {self.longest}.")
        text = super()._deserialize(value, attr, data, **kwargs)
        if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
            raise ValidationError("Not a valid text.")
        return text


class Whole(fields.Integer):
    """A whole number in a body, as JSON Schema understands it: `2.0` is one, `"2"` and `true` are none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strict=True, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValidationError("Not a valid integer.")
        if isinstance(value, float) and not value.is_integer():
            raise ValidationError("Not a valid integer.")
        return int(value)


class Number(fields.Float):
    """A number written as one, not as text."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValidationError("Not a valid number.")
        if not abs(value) < float("inf"):
            raise ValidationError("Not a valid number.")
        return float(value)


class YesNo(fields.Boolean):
    """`true` or `false`, not words or numbers for them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Not a valid boolean.")
        return value


class Pace(fields.Field[Any]):
    """The name of a pace, or the kinds of decisions at which the game stops."""

    longest = LONGEST_KIND

    def __init__(self, **options: Any) -> None:
        kind = {"type": "string", "maxLength": LONGEST_KIND}
        kinds = {"type": "array", "maxItems": MOST_KINDS, "items": kind}
        metadata = {"anyOf": [{"type": "string", "enum": list(games.named_paces())}, kinds]}
        super().__init__(metadata=metadata, **options)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return value if value in games.named_paces() else value.split(",")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        kinds = value if isinstance(value, list) else [value]
        if len(kinds) > MOST_KINDS or not all(isinstance(kind, str) and len(kind) <= LONGEST_KIND for kind in kinds):
            raise ValidationError("Not a valid pace.")
        return tuple(value) if isinstance(value, list) else value
