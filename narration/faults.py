"""Translations of errors in orders and commands, by matching their templates.

Typed examples stay in English, since orders are read in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from narration.words import N_, word_tables

TABLES = word_tables(__name__)

TOO_MANY = N_("an email has at most {most} commands, not {n}")
HISTORY = N_('HISTORY takes a number from 1 to {most}, not "{word}"')
ADDRESSEE = N_("after MESSAGE write to whom, then a colon: MESSAGE stark, tyrell: Shall we ...")
EMPTY_MESSAGE = N_("the message is empty: write it after the colon of MESSAGE, or in the lines below")
ORDERS_IN_MESSAGE = N_("line {n} looks like orders, which your message would reveal; a line END ends a message")
NO_HOUSE = N_('"{word}" is not one of these houses: {known}')
SEVERAL_HOUSES = N_('"{word}" could be several of these houses: {known}')
VOTES = N_(
    "vote with VOTE yes or VOTE no (VOTE draw yes if several votes are open), or start a "
    "vote: VOTE pause, VOTE resume, VOTE extend 24, VOTE pace slow, VOTE replace stark, "
    "VOTE draw, VOTE finish"
)
PACES = N_("after VOTE pace write slow, standard, fast or a number of hours: VOTE pace 48")
HOURS = N_("VOTE extend takes a number of hours: VOTE extend 24")
DAYS = N_("ABSENCE takes one or two dates: ABSENCE 2027-03-01 2027-03-08, or 1.3. to 8.3.")
DRAW = N_('WHATIF takes a number from 1 to {most} for another random draw, not "{word}"')
WHOM = N_("after ASSUME write whose orders, then a colon: ASSUME stark: ORDERS winterfell M")
NO_WHAT_IF = N_("ASSUME works only in a what-if: add a line WHATIF, and your orders are tried but not submitted")
ONE_WHAT_IF = N_("an email has at most one WHATIF")
NOT_OF_YOURSELF = N_("{house} is your own house: in a what-if, write its orders without ASSUME")
WHAT_IF_ALONE = N_(
    "an email with WHATIF changes nothing: send READY, WAIT, WRONG, STANDING, MESSAGE, "
    "VOTE and ABSENCE in a separate email"
)
WHICH_LINES = N_("after WRONG write which lines of your last email to undo: WRONG 3, or WRONG 3, 5")
NO_LAST_MAIL = N_("WRONG undoes lines of your last email, but none of your emails has given orders for this turn")
NEWER_VERSION = N_(
    "version {n} of your orders did not come from your last email, or is newer than this "
    "one; WRONG would change it: send the lines that should count"
)
MAIL_NOT_KEPT = N_("your last email is no longer kept, so WRONG cannot read it: send the lines again")
READ_OTHERWISE = N_("without these lines, the rest of your last email would mean something else: send all of it again")
NO_SUCH_LINE = N_("line {n} of your last email gave no orders; lines with orders: {known}")
NO_DAY = N_('there is no day "{word}"; write the day before the month')
# All of these templates.
COMMAND_FAULTS = (
    *(TOO_MANY, HISTORY, ADDRESSEE, EMPTY_MESSAGE, ORDERS_IN_MESSAGE, NO_HOUSE, SEVERAL_HOUSES, VOTES, HOURS, DAYS),
    *(NO_DAY, DRAW, WHOM, NO_WHAT_IF, ONE_WHAT_IF, NOT_OF_YOURSELF, WHAT_IF_ALONE, WHICH_LINES, NO_LAST_MAIL),
    *(NEWER_VERSION, MAIL_NOT_KEPT, READ_OTHERWISE, NO_SUCH_LINE),
)


_QUOTED, _PLACE = re.compile(r'"\\\{(\w+)\\\}"'), re.compile(r"\\\{(\w+)\\\}")


def read_back(words: str, templates: Iterable[str]) -> tuple[str, dict[str, str]] | None:
    """Return the first matching template and its slot values, or None."""
    for template in templates:
        match = _pattern(template).fullmatch(words)
        if match is not None:
            return template, match.groupdict()
    return None


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Compile a template to a regex; only slots in quotation marks may be empty."""
    escaped = _QUOTED.sub(r'"(?P<\1>.*?)"', re.escape(template))
    return re.compile(_PLACE.sub(r"(?P<\1>.+?)", escaped), re.DOTALL)


_WHOLE = re.compile(
    r"(?:column (?P<column>\d+): )?(?P<body>.*?)"
    r"(?P<near>; did you mean \"(?P<meant>[^\"]*)\"\?)?"
    r"(?P<so_far> \(understood so far: \"(?P<before>.*)\"\))?(?:; expected (?P<wanted>.*?))?"
    r"(?:; for example: (?P<example>[^;]*))?",
    re.DOTALL,
)
FAULTS = (*TABLES["faults"], *COMMAND_FAULTS)
# Sorts of names, as the adjudicator calls them.
SORTS = TABLES["sorts"]


def condition_fault(words: str, v: Any) -> str | None:
    """Translate an error in a condition; None if the words are about something else."""
    parts = _WHOLE.fullmatch(words)
    text = _translate_fault(parts["body"], v) if parts is not None else None
    if parts is None or text is None:
        return None
    if parts["near"]:
        text = v.say('{fault}; did you mean "{word}"?', fault=text, word=parts["meant"])
    if parts["so_far"]:
        text = v.say('{fault} (understood so far: "{before}")', fault=text, before=parts["before"])
    if expectation := parts["wanted"]:
        # It may hold a brace of JSON, which is no place to be filled.
        text = v.say("{fault}; expected {wanted}", fault=text, wanted=v.words.gettext(expectation))
    if parts["example"]:
        text = v.say("{fault}; for example: {line}", fault=text, line=parts["example"])
    return str(v.say("column {n}: {fault}", n=parts["column"], fault=text) if parts["column"] else text)


def _translate_fault(body: str, v: Any) -> str | None:
    """Translate the words of a fault; None if they fit no known template."""
    match = read_back(body, FAULTS)
    if match is None:
        return None
    template, values = match
    if "sort" in values:
        values["sort"] = v.say(SORTS.get(values["sort"], values["sort"]))
    return str(v.say(template, **values))
