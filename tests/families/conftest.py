"""The auction is known while its tests run, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator import games
from atlas.drawers import DRAWERS
from narration.narrators import NARRATORS
from tests.correspondence.conftest import *  # noqa: F403  (its databases and people)
from tests.families.auction import FAMILY
from tests.families.auction_shown import AuctionDrawer, AuctionNarrator
from tests.web.conftest import app, client, program, settings, signed_in, tasks  # noqa: F401  (its sites and visitors)
from web.family_pages import Pages
from web.game_pages import PAGES


@pytest.fixture(autouse=True)
def auction() -> Iterator[None]:
    """The game, its words and its drawings are registered, in the four lists that there are."""
    games.register(FAMILY)
    NARRATORS[FAMILY.id], DRAWERS[FAMILY.id], PAGES[FAMILY.id] = AuctionNarrator(), AuctionDrawer(), Pages()
    yield
    del NARRATORS[FAMILY.id], DRAWERS[FAMILY.id], PAGES[FAMILY.id]
    games.forget(FAMILY)
