"""The auction is known while its tests run, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import atlas.families
import narration.families
import web.families
from adjudicator import games
from tests.correspondence.conftest import *  # noqa: F403  (its databases and people)
from tests.families.auction import FAMILY
from tests.families.auction_shown import AuctionDrawer, AuctionNarrator
from tests.web.conftest import app, bells, client, program, settings, signed_in  # noqa: F401  (its sites and visitors)
from web.family_pages import Pages


@pytest.fixture(autouse=True)
def auction() -> Iterator[None]:
    """The family, its words and its drawings are registered, in the four lists that there are."""
    games.register(FAMILY)
    narration.families.register(FAMILY.id, AuctionNarrator())
    atlas.families.register(FAMILY.id, AuctionDrawer())
    web.families.register(FAMILY.id, Pages())
    yield
    web.families.forget(FAMILY.id)
    atlas.families.forget(FAMILY.id)
    narration.families.forget(FAMILY.id)
    games.forget(FAMILY)
