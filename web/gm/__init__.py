"""The game master's desk: drafts, edicts, looking ahead, the notebook, deadlines and seats, the ledger."""

from web.gm import desk, drafts, edicts, notes, reopening, sheets, timing  # noqa: F401  (they serve their pages)
from web.gm.desk import pages as pages
