"""What-ifs: a call played to its end on what one seat knows, with sheets that it assumes for the others."""

from adjudicator.engine.what_if import Supposed, public_salt
from adjudicator.thrones.what_if.guessing import MOST_BID, NOTHING, Assumed, guess_sheet

__all__ = ["MOST_BID", "NOTHING", "Assumed", "Supposed", "guess_sheet", "public_salt"]
