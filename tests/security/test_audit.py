"""The audit of what we build on: a known hole fails, silence of the index does not, and licences are looked at."""

from __future__ import annotations

import importlib.util
import re
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def audit() -> ModuleType:
    """The script."""
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


GOOD = {"name": "flask", "version": "3", "vulns": []}
HOLE = {"name": "jinja2", "version": "2", "vulns": [{"id": "GHSA-1", "fix_versions": ["3.1"]}]}
SILENT = {"name": "celery", "skip_reason": "not found"}
OURS = {"name": "rookery", "skip_reason": "not found"}


def test_a_known_hole_fails(audit: ModuleType) -> None:
    wrong, line = audit.verdict({"dependencies": [GOOD, HOLE, OURS]})
    assert wrong == ["jinja2 2: GHSA-1, mended in 3.1"]
    assert "1 known" in line


def test_an_index_without_advisories_is_said_and_fails_nothing(audit: ModuleType) -> None:
    wrong, line = audit.verdict({"dependencies": [SILENT, OURS]})
    assert wrong == []
    assert line.startswith("NOT AUDITED: ")


def test_a_part_that_nobody_knows_among_known_ones_fails(audit: ModuleType) -> None:
    assert audit.verdict({"dependencies": [GOOD, SILENT, OURS]})[0] == ["celery: could not be asked about"]
    assert audit.verdict({"dependencies": [GOOD, OURS]})[0] == []


@pytest.mark.parametrize(
    ("licence", "fits"),
    [
        ("MIT", True),
        ("BSD-3-Clause", True),
        ("Apache Software License", True),
        ("LGPL-3.0-only", True),
        ("MIT OR Apache-2.0", True),
        ("GPL-3.0-or-later OR MIT", True),
        ("GPL-3.0-or-later", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("AGPL-3.0", False),
        ("SSPL-1.0", False),
        ("Proprietary", False),
        ("no choice yet", False),
    ],
)
def test_licences(audit: ModuleType, licence: str, fits: bool) -> None:
    assert audit.fits(licence) is fits


def test_what_we_need_is_found_and_fits(audit: ModuleType) -> None:
    needed = audit.parts("rookery", audit.EXTRAS)
    assert {"flask", "sqlalchemy", "celery", "limits", "werkzeug", "markupsafe"} <= set(needed)
    assert audit.licences(needed) == []


def test_all_extras_of_the_image_are_counted(audit: ModuleType) -> None:
    image = re.search(r"'\.\[([\w,]+)\]'", (ROOT / "Dockerfile").read_text())

    assert image is not None
    assert set(image[1].split(",")) <= set(audit.EXTRAS)
    assert {"weasyprint", "pydyf", "dkimpy"} <= set(audit.parts("rookery", audit.EXTRAS))


def page(*uploads: str) -> dict[str, object]:
    return {"files": [{"upload-time": upload} for upload in uploads] + [{"filename": "of an index that tells less"}]}


NOW = datetime(2026, 11, 28, tzinfo=UTC)


def test_a_part_without_a_release_for_two_years_is_named(audit: ModuleType) -> None:
    pages = {
        "vine": page("2020-01-01T00:00:00.1Z", "2023-11-05T08:46:53.000000Z"),
        "flask": page("2010-04-16T14:29:00Z", "2026-02-19T05:00:57.678Z"),
        "silent": page(),
    }

    old, line = audit.unreleased(pages, NOW, pages.__getitem__)

    assert old == ["vine: no release since 2023-11-05"]
    assert line == "2 parts: 1 without a release for two years"


def test_an_index_that_does_not_answer_is_asked_once(audit: ModuleType) -> None:
    asked = []

    def silent(name: str) -> dict[str, object]:
        asked.append(name)
        raise OSError("unreachable")

    old, line = audit.unreleased(["flask", "celery"], NOW, silent)

    assert (old, asked) == ([], ["celery"])
    assert line.startswith("RELEASES NOT ASKED ABOUT")


def test_old_releases_fail_nothing(audit: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "advisories", lambda: ([], "asked"))
    monkeypatch.setattr(audit, "unreleased", lambda names, now: (["vine: no release since 2023-11-05"], "1 part"))

    assert audit.main() == 0


def test_the_page_names_tests_that_exist() -> None:
    page = (ROOT / "docs" / "security.md").read_text()
    named = re.findall(r"`((?:security|web|correspondence)/[\w/]+(?:\.py)?)(?:::(\w+))?`", page)
    assert len(named) > 20
    for path, test in named:
        file = ROOT / "tests" / path if (ROOT / "tests" / path).exists() else ROOT / path
        assert file.exists(), path
        assert not test or f"def {test}(" in file.read_text(), test
