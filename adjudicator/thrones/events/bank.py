"""Events of the Iron Bank of Braavos, and of areas improved or degraded for good."""

from __future__ import annotations

from adjudicator.kernel.event import Event


class AreaImproved(Event, frozen=True, kw_only=True, tag="area-improved"):
    """A token was laid on an area: `barrel`, `crown`, `stronghold` (a castle becomes one) or `ruin` (a castle is gone).

    `because`: a loan's id.
    """

    house: str
    area: str
    mark: str
    because: str
