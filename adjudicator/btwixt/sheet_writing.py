"""Sheets that the bot writes."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.btwixt.bot.bidding import Outlook
from adjudicator.btwixt.bot.player import keeping
from adjudicator.btwixt.rules.seasons import influence_deck
from adjudicator.btwixt.sheets.choices import RankRule
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, BotRule, Sheet
from adjudicator.btwixt.state import ADVANCED, View
from adjudicator.engine import BEST, Draw

# As many cards as a rule may name.
MAX_RANKED = 60


def write_sheet(view: View, draw: Draw = BEST) -> Sheet:
    """Write a sheet for the open turn; empty for spectators and finished games."""
    if view.seat is None or view.board.ending is not None:
        return EMPTY_SHEET
    keep = (_keep(Outlook(view, view.seat, draw)),) if view.board.phase == "draft" else ()
    return Sheet(keep=keep, steward=(BotRule(),))


def complete_sheet(view: View, sheet: Sheet, draw: Draw = BEST) -> Sheet:
    """Complete a sheet: draft picks as the bot would, all else left to the bot."""
    written = write_sheet(view, draw)
    left = sheet.steward if BotRule() in sheet.steward else (*sheet.steward, *written.steward)
    return replace(sheet, keep=sheet.keep or written.keep, steward=left)


def _keep(outlook: Outlook) -> RankRule:
    """All cards that may come by, the best first."""
    deck = {*influence_deck(outlook.edition.cards, outlook.board.modules)}
    events = ADVANCED in outlook.board.modules
    entries = outlook.edition.influence.values()
    cards = [entry.id for entry in entries if entry.id in deck or (events and entry.group == "event")]
    return RankRule(first=tuple(sorted(cards, key=lambda card: (-keeping(outlook, card), card))[:MAX_RANKED]))
