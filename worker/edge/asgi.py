"""What ASGI calls a request's scope, and how messages come and go; uvicorn's names for these are private."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Message = Mapping[str, Any]
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
# In the scope: a future that is done once who asked has left. A connection whose other side says no more counts as
# left, as nginx counts it, for nobody can tell it from one that was closed.
LEFT = "rookery.left"
