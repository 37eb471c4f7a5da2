"""Which task a line of the log is about: ids bound while a task runs, and every line through our own log."""

from __future__ import annotations

from typing import Any

import structlog
from celery import Task, signals


def follow_tasks() -> None:
    """Bind ids while tasks run in this process and its children, and keep Celery from writing in a form of its own."""
    signals.setup_logging.connect(_ours_is_set_up, weak=False)
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(_end, weak=False)


def _ours_is_set_up(**_: Any) -> None:
    """That somebody listens is enough for Celery to leave the log alone."""


def _begin(*, task_id: str, task: Task[Any, Any], **_: Any) -> None:
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)


def _end(**_: Any) -> None:
    structlog.contextvars.clear_contextvars()
