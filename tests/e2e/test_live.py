"""Two people in two browsers: what one does is seen by the other, who touches nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.house_call import House
from tests.e2e.test_browser import make_game, sign_in
from tests.e2e.test_play import join_by_code

pytestmark = pytest.mark.browser


