"""Whose pages show which game: forms, tables beside a board, help."""

from __future__ import annotations

from adjudicator.games import ByGame
from web.btwixt.pages import BTWIXT
from web.family_pages import Pages
from web.thrones.pages import THRONES

PAGES: ByGame[Pages] = ByGame(thrones=THRONES, btwixt=BTWIXT)
