"""The whole examination, in an order in which one fault does not look like ten."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.exc import SQLAlchemyError

from worker.doctor import database, machine, posts, work
from worker.doctor.machine import Check, Finding, Patient

ALONE: tuple[Check, ...] = (
    machine.python,
    machine.data_folder,
    machine.disk,
    machine.drawing,
    machine.variables,
    machine.secret,
    machine.addresses,
    posts.broker,
    posts.mail,
    work.taken,
)
OF_THE_DATABASE: tuple[Check, ...] = (
    database.clocks,
    database.secrets,
    database.connections,
    database.statistics,
    database.backups,
    work.beat,
    work.calls,
    work.games,
    machine.brought,
    work.imports,
    work.letters,
    work.read,
    work.webhooks,
    work.browsers,
)


def examine(patient: Patient) -> Iterator[Finding]:
    """Everything that was found, good and bad."""
    for check in ALONE:
        yield from check(patient)
    reached = list(database.reachable(patient))
    yield from reached
    if any(finding.grade == "fault" for finding in reached):
        return
    try:
        for check in OF_THE_DATABASE:
            yield from check(patient)
    except SQLAlchemyError as error:
        words = f"the database stopped answering: {type(error).__name__}"
        yield Finding("database-away", "fault", words, "run rookery doctor again")
