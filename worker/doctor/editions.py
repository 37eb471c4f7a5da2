"""The editions that a host brought: is there what games are played with, and what is offered."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from adjudicator import games
from adjudicator.engine.refusal import Refused
from correspondence.host_editions.keeping import Known, known
from correspondence.host_editions.reading import EDITIONS, choices
from correspondence.models.games import Game
from worker.doctor.findings import Finding, Patient, fine

MOST_NAMED = 5
BACK = "bring its folder back from a backup, or from whoever has it, and: rookery data add btwixt FOLDER"


def brought(patient: Patient) -> Iterator[Finding]:
    """Every edition that was added can be read, and each that games need, or that is offered, is there."""
    folder = patient.settings.data_dir / EDITIONS
    found = {one.id: one for one in known(folder) if one.brought}
    for one in found.values():
        if one.trouble:
            yield _changed(one)
    for base, chosen in choices(folder).items():
        if chosen not in found:
            words = f"{chosen} is to be offered in the place of {base}, and is not there"
            yield Finding("edition-offered-missing", "fault", words, f"{BACK}; or: rookery data offer {base}")
    with patient.store.read() as session:
        played = list(session.scalars(select(Game.edition).distinct().order_by(Game.edition)))
        missing = [edition for edition in played if edition not in found and not _is_known(edition)]
        games = select(Game.public_id).where(Game.edition.in_(missing)).order_by(Game.id)
        waiting = list(session.scalars(games.limit(MOST_NAMED + 1)))
    if missing:
        some = ", ".join(waiting[:MOST_NAMED]) + (", ..." if len(waiting) > MOST_NAMED else "")
        words = f"games are played with editions that are not here, {', '.join(missing)}: {some}"
        yield Finding("edition-missing", "fault", words, BACK)
    if found:
        yield fine("editions", f"{len(found)} editions were added here")


def _changed(one: Known) -> Finding:
    words = "; ".join(reason.words for reason in one.trouble)
    return Finding("edition-unreadable", "fault", f"{one.id} cannot be played with: {words}", BACK)


def _is_known(edition: str) -> bool:
    try:
        games.of_edition(edition)
    except Refused:
        return False
    return True
