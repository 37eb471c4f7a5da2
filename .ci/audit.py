"""Known holes in what the program is built on, its licences, and parts that are no longer released: `make audit`.

Asks the advisory service of PyPI through pip-audit. Ends with 1 if a hole is known, if a part could not be asked about
though others could, or if a licence does not go with ours. A mirror without advisories is said, and is no failure.
A part without a release for two years is a warning: somebody looks whether it is still looked after.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

OURS = "rookery"
# The image ships all of our extras.
EXTRAS = tuple(distribution(OURS).metadata.get_all("Provides-Extra") or ())
RELEASED_WITHIN = timedelta(days=2 * 365)
INDEX, INDEX_FORM, INDEX_SECONDS = "https://pypi.org/simple/{name}/", "application/vnd.pypi.simple.v1+json", 10
# Parts that say it only in a text that comes with them.
LICENCE_TEXTS = {
    "resvg_py": "MIT",
    "IMAPClient": "BSD-3-Clause",
    "dkimpy": "Zlib",
    "pyphen": "LGPL-2.1-or-later OR MPL-1.1 OR GPL-2.0-or-later",
}
# Licences that let anybody use the part as it is, unchanged and not bundled. LGPL and MPL are named in NOTICE.md.
FREE = re.compile(
    r"\b(MIT|MIT-CMU|BSD|[023]-Clause|Apache|ISC|PSF|Python Software Foundation|Zlib|Unlicense|0BSD|HPND|CC0|"
    r"Mozilla Public License 2\.0|MPL-2\.0|MPL 2\.0|LGPL|GNU Lesser General Public License|Historical Permission)\b",
    re.I,
)
BOUND = re.compile(r"\b(A?GPL(?!\w)|GNU (Affero )?General Public|SSPL|Commons Clause|Proprietary)\b", re.I)


def parts(name: str, extras: Iterable[str] = ()) -> dict[str, Distribution]:
    """What a distribution needs at run time, directly or through others, by name; itself not counted."""
    found: dict[str, Distribution] = {}
    waiting = [(name, frozenset(extras))]
    while waiting:
        at, wanted = waiting.pop()
        for line in distribution(at).requires or ():
            need = Requirement(line)
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in wanted or {""}):
                try:
                    known = distribution(need.name)
                except PackageNotFoundError:
                    print(f"NOT AUDITED: {need.name}, which {at} needs, is not installed here")
                    continue
                key = known.metadata["Name"].lower()
                if key not in found:
                    found[key] = known
                    waiting.append((need.name, frozenset(need.extras)))
    return found


def licence_of(part: Distribution) -> str:
    """The licence of a part: by its text where that alone says it, else its expression, its classifiers, its field."""
    if part.metadata["Name"] in LICENCE_TEXTS:
        return LICENCE_TEXTS[part.metadata["Name"]]
    expression = part.metadata.get("License-Expression")
    classified = [c.rpartition(" :: ")[2] for c in part.metadata.get_all("Classifier") or () if c.startswith("License")]
    text = (part.metadata.get("License") or "").strip().partition("\n")[0]
    return expression or ", ".join(c for c in classified if c != "OSI Approved") or text or "not said"


def fits(licence: str) -> bool:
    """Whether a licence goes with ours; of several that one may choose from, one is enough."""
    choices = re.split(r"\bOR\b|/", licence) if re.search(r"\bOR\b", licence) else [licence]
    return any(FREE.search(choice) and not BOUND.search(choice.replace("LGPL", "")) for choice in choices)


def licences(needed: dict[str, Distribution]) -> list[str]:
    """Print the bill; returns what does not fit."""
    print(f"{len(needed)} parts at run time:")
    wrong = []
    for name in sorted(needed):
        licence = licence_of(needed[name])
        print(f"  {name:<24} {needed[name].version:<14} {licence[:70]}")
        if not fits(licence):
            wrong.append(f"{name}: the licence {licence!r} is none of those that fit")
    return wrong


def verdict(report: dict[str, object]) -> tuple[list[str], str]:
    """What is wrong by a report of pip-audit, and a line that says how much was asked."""
    wrong, silent, asked = [], [], 0
    entries = report["dependencies"]
    assert isinstance(entries, list)
    for entry in entries:
        if "skip_reason" in entry:
            silent.append(entry["name"])
            continue
        asked += 1
        for hole in entry["vulns"]:
            mended = ", ".join(hole.get("fix_versions") or ()) or "no version yet"
            wrong.append(f"{entry['name']} {entry['version']}: {hole['id']}, mended in {mended}")
    if not asked:
        return wrong, "NOT AUDITED: the package index here has no advisory service; run `make audit` where PyPI answers"
    wrong += [f"{name}: could not be asked about" for name in silent if name != OURS]
    return wrong, f"{asked} parts asked about at PyPI: {len(wrong)} known holes or unknown parts"


def advisories() -> tuple[list[str], str]:
    """Ask about everything installed here, tools for tests too."""
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        if re.search(r"connection|timed? ?out|unreachable|resolve|service", done.stderr, re.I):
            return [], f"NOT AUDITED: the advisory service of PyPI does not answer here ({last[:200]})"
        return [f"pip-audit failed: {last[:300]}"], "pip-audit failed"
    return verdict(report)


def index_page(name: str) -> dict[str, object]:
    """PyPI's page of a project, as JSON (PEP 691, 700). OSError, ValueError."""
    request = urllib.request.Request(INDEX.format(name=name), headers={"Accept": INDEX_FORM})
    with urllib.request.urlopen(request, timeout=INDEX_SECONDS) as answer:
        page: dict[str, object] = json.load(answer)
    return page


def newest_upload(page: dict[str, object]) -> datetime | None:
    """When the newest file of a project was uploaded; None if its page does not tell."""
    files = page["files"]
    assert isinstance(files, list)
    return max((datetime.fromisoformat(file["upload-time"]) for file in files if "upload-time" in file), default=None)


def unreleased(
    names: Iterable[str], now: datetime, ask: Callable[[str], dict[str, object]] = index_page
) -> tuple[list[str], str]:
    """Parts without a release for two years, and a line that says how many were asked about. No more is asked after
    PyPI did not answer."""
    old, asked = [], 0
    for name in sorted(names):
        try:
            uploaded = newest_upload(ask(name))
        except (OSError, ValueError, KeyError) as reason:
            return old, f"RELEASES NOT ASKED ABOUT beyond {asked} parts: PyPI does not answer here ({reason})"
        asked += uploaded is not None
        if uploaded is not None and now - uploaded > RELEASED_WITHIN:
            old.append(f"{name}: no release since {uploaded:%Y-%m-%d}")
    return old, f"{asked} parts: {len(old)} without a release for two years"


def main() -> int:
    """Print the bill and the audit; 1 if something is wrong."""
    needed = parts(OURS, EXTRAS)
    wrong = licences(needed)
    holes, line = advisories()
    print(line)
    old, line = unreleased(needed, datetime.now(UTC))
    print(line)
    for warning in old:
        print(f"WARNING: {warning}")
    for problem in [*wrong, *holes]:
        print(f"WRONG: {problem}", file=sys.stderr)
    return 1 if wrong or holes else 0


if __name__ == "__main__":
    sys.exit(main())
