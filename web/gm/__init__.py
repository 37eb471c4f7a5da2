"""The game master's desk: drafts, edicts, looking ahead, the notebook, deadlines and seats, the ledger."""

from web.gm import (  # noqa: F401  (they serve their pages)
    desk,
    drafts,
    edicts,
    notes,
    sheets,
    timing,
)
from web.gm.desk import pages as pages
