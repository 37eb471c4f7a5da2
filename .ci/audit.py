"""Known holes in what the program is built on, and the licences of it: `make audit`.

Asks the advisory service of PyPI through pip-audit. Ends with 1 if a hole is known, if a part could not be asked about
though others could, or if a licence does not go with ours. A mirror without advisories is said, and is no failure.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement

OURS = "rookery"
# Parts that say it only in a text that comes with them.
SAID_IN_TEXT = {"resvg_py": "MIT", "IMAPClient": "BSD-3-Clause"}
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
                    continue
                key = known.metadata["Name"].lower()
                if key not in found:
                    found[key] = known
                    waiting.append((need.name, frozenset(need.extras)))
    return found


def licence_of(part: Distribution) -> str:
    """The licence that a part says it has: its expression, else its classifiers, else its text's first line."""
    told = part.metadata.get("License-Expression")
    classified = [c.rpartition(" :: ")[2] for c in part.metadata.get_all("Classifier") or () if c.startswith("License")]
    text = (part.metadata.get("License") or "").strip().partition("\n")[0]
    return (
        told
        or ", ".join(c for c in classified if c != "OSI Approved")
        or text
        or SAID_IN_TEXT.get(part.metadata["Name"], "not said")
    )


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


def main() -> int:
    """Print the bill and the audit; 1 if something is wrong."""
    wrong = licences(parts(OURS))
    holes, line = advisories()
    print(line)
    for problem in [*wrong, *holes]:
        print(f"WRONG: {problem}", file=sys.stderr)
    return 1 if wrong or holes else 0


if __name__ == "__main__":
    sys.exit(main())
