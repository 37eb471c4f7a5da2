"""Pictures of every page, light and dark, on a desk and on a telephone, for a person to review.

`python -m tests.e2e.looks FOLDER [PART OF A NAME ...]`; `make looks` takes all into `build/looks`.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.every_page import Site, every_page

SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}
HIGHEST = 4000


def take(browser: Browser, site: Site, folder: Path, parts: list[str]) -> int:
    """Take the pictures of pages whose names contain one of the parts (none: of all); how many there are."""
    count = 0
    for scheme in ("light", "dark"):
        for size, viewport in SIZES.items():
            context = browser.new_context(color_scheme=scheme, viewport=viewport, locale="en-GB")  # type: ignore[arg-type]
            site.enter(context)
            page = context.new_page()
            for name, path in site.pages.items():
                if parts and not any(part in name for part in parts):
                    continue
                page.goto(site.url + path)
                # The map comes after the page.
                page.wait_for_timeout(400)
                high = min(HIGHEST, page.evaluate("document.documentElement.scrollHeight"))
                clip = {"x": 0, "y": 0, "width": viewport["width"], "height": high}
                page.screenshot(path=folder / f"{name}-{scheme}-{size}.png", full_page=True, clip=clip)  # type: ignore[arg-type]
                count += 1
            context.close()
    return count


def main(arguments: list[str]) -> None:
    """Take them."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    folder, parts = Path(arguments[0]), arguments[1:]
    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as data, every_page(Path(data)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        count = take(browser, site, folder, parts)
        browser.close()
    sys.stdout.write(f"{count} pictures in {folder}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
