"""The table of service levels: totals, hour by hour."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from correspondence.rows import Row


class ServiceHour(Row):
    """Everything counted from the beginning to the end of the hour that began at `hour`; a period is the difference of
    two of these."""

    __tablename__ = "service_hours"

    hour: Mapped[datetime] = mapped_column(primary_key=True)
    document: Mapped[bytes]
