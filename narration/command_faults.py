"""What is wrong with a command in a mail: templates, filled where the fault is found and read back for other languages.

What is typed as an example stays in English, since every language's words are read.
"""

from __future__ import annotations

from narration.words import N_

TOO_MANY = N_("a mail has at most {most} commands, not {n}")
HISTORY = N_('HISTORY takes a number from 1 to {most}, not "{word}"')
ADDRESSEE = N_("PRESS says to whom, then a colon: PRESS stark, tyrell: Shall we ...")
EMPTY_LETTER = N_("nothing stands behind the colon of PRESS, nor in the lines below it")
ORDERS_IN_LETTER = N_("line {n} looks like instructions, and a letter would tell them; a line END ends a letter")
NO_HOUSE = N_('"{word}" is no house of these: {known}')
SEVERAL_HOUSES = N_('"{word}" may be several houses of these: {known}')
VOTES = N_(
    "VOTE yes, VOTE no (VOTE draw yes, where several votes are open); or a question: VOTE pause, VOTE resume, "
    "VOTE extend 24, VOTE replace stark, VOTE draw, VOTE finish"
)
HOURS = N_("VOTE extend takes a number of hours: VOTE extend 24")
DAYS = N_("ABSENCE takes one day or two: ABSENCE 2027-03-01 2027-03-08, or 1.3. to 8.3.")
DRAW = N_('WHATIF takes a number from 1 to {most}, another draw of chance, not "{word}"')
WHOM = N_("ASSUME says of whom, then a colon: ASSUME stark: ORDERS winterfell M")
NO_WHAT_IF = N_("ASSUME is for what-ifs: a line WHATIF tries the sheet of a mail and hands nothing in")
ONE_WHAT_IF = N_("a mail has one WHATIF at most")
NOT_OF_YOURSELF = N_("{house} is your own house: what it does in a what-if is typed without ASSUME")
WHAT_IF_ALONE = N_(
    "a mail with WHATIF changes nothing: READY, WAIT, STANDING, PRESS, VOTE and ABSENCE go into a mail of their own"
)
NO_DAY = N_('there is no day "{word}"; the day stands before the month')
COMMAND_FAULTS = (
    TOO_MANY,
    HISTORY,
    ADDRESSEE,
    EMPTY_LETTER,
    ORDERS_IN_LETTER,
    NO_HOUSE,
    SEVERAL_HOUSES,
    VOTES,
    HOURS,
    DAYS,
    NO_DAY,
    DRAW,
    WHOM,
    NO_WHAT_IF,
    ONE_WHAT_IF,
    NOT_OF_YOURSELF,
    WHAT_IF_ALONE,
)
