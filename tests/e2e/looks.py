"""Pictures of every page, light and dark, on a desk and on a telephone, for a person to review.

`python -m tests.e2e.looks FOLDER [--compare | --keep] [PART OF A NAME ...]`; `make looks` takes all into `build/looks`.
With `--compare` they are held against the pictures that were reviewed before (`tests/e2e/reviewed`), and those pages
that look different are listed; `--keep` puts what is new in the place of these.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.comparing_looks import compare, gone, keep
from tests.e2e.every_page import Site, every_page

SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
MAX_HEIGHT = 4000
REVIEWED = Path(__file__).parent / "reviewed"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--force-color-profile=srgb"]
# Fonts, pictures and the map come after the page; what is folded away is not waited for.
READY = """() => {
  for (const one of document.images) if (one.checkVisibility()) one.loading = "eager";
  const pane = document.querySelector("[data-map-pane]");
  const drawn = !pane || !document.querySelector("template#board-parts") || pane.querySelector("img")
    || document.querySelector("[data-workbench].live");
  const plays = !document.querySelector(".replay") || document.querySelector(".replay.live");
  const loaded = [...document.images].every(one => one.complete || !one.checkVisibility());
  return Boolean(drawn && plays) && loaded && document.fonts.status === "loaded";
}"""


def take(browser: Browser, site: Site, folder: Path, parts: list[str]) -> list[Path]:
    """Take the pictures of pages whose names contain one of the parts (none: of all)."""
    kinds = [(scheme, size) for scheme in ("light", "dark") for size in SIZES]
    return [path for kind in kinds for path in _taken(browser, site, folder, parts, *kind)]


def _taken(browser: Browser, site: Site, folder: Path, parts: list[str], scheme: str, size: str) -> Iterator[Path]:
    # All that a system may choose is chosen here.
    chosen: dict[str, Any] = {"color_scheme": scheme, "viewport": SIZES[size], "locale": "en-GB", "timezone_id": "UTC"}
    for pages in (site.pages, site.outside):
        context = browser.new_context(reduced_motion="reduce", device_scale_factor=1, **chosen)
        if pages is site.pages:
            site.enter(context)
        page = context.new_page()
        for name, path in pages.items():
            if parts and not any(part in name for part in parts):
                continue
            page.goto(site.url + path)
            kept = folder / f"{name}-{scheme}-{size}.png"
            _picture(page, kept, SIZES[size]["width"])
            yield kept
        context.close()


def _picture(page: Page, path: Path, width: int) -> None:
    page.wait_for_function(READY)
    # A map is fitted into its frame, and a draft compared, after they are there.
    page.wait_for_timeout(250)
    high = min(MAX_HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
    clip: Any = {"x": 0, "y": 0, "width": width, "height": high}
    page.screenshot(path=path, full_page=True, clip=clip, animations="disabled", caret="hide")


def told(taken: list[Path], folder: Path, *, kept: bool, whole: bool) -> bool:
    """Say which pages look different from those reviewed; `kept`: take them for reviewed. Whether any does."""
    different = compare(taken, REVIEWED, folder / "different")
    for one in different:
        sys.stdout.write(f"{one.name}: {one.how}\n")
    for path in gone(taken, REVIEWED) if whole else ():
        sys.stdout.write(f"{path.stem}: there is no such page any more\n")
        if kept:
            path.unlink()
    sys.stdout.write(f"{len(different)} of {len(taken)} look different; see {folder / 'different'}\n")
    if kept:
        sys.stdout.write(f"{keep(taken, REVIEWED, different)} kept in {REVIEWED}\n")
    return bool(different)


def main(arguments: list[str]) -> None:
    """Take them; compare or keep them if that is asked. Ends with 1 if pages look different and are not kept."""
    logging.disable(logging.WARNING)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    wanted = {one for one in arguments if one.startswith("--")}
    folder, *parts = [one for one in arguments if one not in wanted]
    if wanted - {"--compare", "--keep"}:
        sys.exit(f"no such wish: {', '.join(sorted(wanted))}; there are --compare and --keep")
    into = Path(folder)
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as data, every_page(Path(data)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        taken = take(browser, site, into, parts)
        browser.close()
    sys.stdout.write(f"{len(taken)} pictures in {into}\n")
    if wanted:
        kept = "--keep" in wanted
        sys.exit(told(taken, into, kept=kept, whole=not parts) and not kept)


if __name__ == "__main__":
    main(sys.argv[1:])
