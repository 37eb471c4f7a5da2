"""This machine: Python, the data folder, the disk, fonts and drawing."""

from __future__ import annotations

import io
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from atlas.lettering import font_files
from atlas.raster import rasterise
from worker.doctor.findings import Finding, Patient, fine

LEAST_PYTHON = (3, 11)
LEAST_BYTES, LITTLE_BYTES = 200 * 1024**2, 1024**3
# A letter drawn in each of the bundled fonts; without them nothing would be in the picture.
_PROOF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 60" width="200" height="60">'
    '<rect width="200" height="60" fill="#fff"/>'
    '<text x="10" y="45" font-size="40" font-family="{family}">Raven</text></svg>'
)
FAMILIES = ("EB Garamond", "Cinzel")


def python(patient: Patient) -> Iterator[Finding]:
    """A Python that is new enough."""
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < LEAST_PYTHON:
        yield Finding("python-old", "fault", f"Python {found} is too old", "install Python 3.11 or newer")
    else:
        yield fine("python", f"Python {found}")


def data_folder(patient: Patient) -> Iterator[Finding]:
    """The data folder can be written, and nobody else reads what is secret in it."""
    folder = patient.settings.data_dir
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(
            "data-not-writable",
            "fault",
            f"{folder} cannot be written",
            f"chown it to the user that runs Rookery, or set ROOKERY_DATA: chown -R $USER {folder}",
        )
        return
    secret = [folder / "secret-key", *folder.glob("*.db"), *folder.glob("*.backup")]
    for path in secret:
        if path.is_file() and _open_to_others(path):
            yield Finding(
                "file-open-to-others", "warning", f"{path} can be read by others on this machine", f"chmod 600 {path}"
            )
    yield fine("data-folder", f"{folder} can be written")


def _open_to_others(path: Path) -> bool:
    """Whether others can come to the file at all, and read it."""
    if not path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        return False
    return bool(path.parent.stat().st_mode & stat.S_IXOTH)


def disk(patient: Patient) -> Iterator[Finding]:
    """There is room."""
    free = shutil.disk_usage(patient.settings.data_dir).free
    words = f"{free // 1024**2} MiB are free where {patient.settings.data_dir} is"
    mend = "make room: old backups and logs first; then a larger disk"
    if free < LEAST_BYTES:
        yield Finding("disk-full", "fault", words, mend)
    elif free < LITTLE_BYTES:
        yield Finding("disk-little", "warning", words, mend)
    else:
        yield fine("disk", words)


def drawing(patient: Patient) -> Iterator[Finding]:
    """Fonts are there, and letters come out as ink."""
    missing = [path for path in font_files() if not Path(path).is_file()]
    again = "install Rookery again: pip install --force-reinstall rookery"
    if missing:
        yield Finding("fonts-missing", "fault", f"the font {missing[0]} is missing: maps would have no names", again)
        return
    for family in FAMILIES:
        try:
            picture = Image.open(io.BytesIO(rasterise(_PROOF.format(family=family), 200))).convert("L")
        except (OSError, ValueError, RuntimeError) as fault:
            yield Finding("drawing-fails", "fault", f"maps cannot be drawn: {fault}", again)
            return
        if picture.getextrema()[0] > 128:  # type: ignore[operator]
            yield Finding("font-without-ink", "fault", f"letters in {family} leave no ink on a map", again)
            return
    yield fine("drawing", "maps can be drawn, with their letters")
