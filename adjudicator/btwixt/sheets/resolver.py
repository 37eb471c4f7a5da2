"""Bulk adjudication: what answers the questions of a round from the programmes written before it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from adjudicator.btwixt.rules.forced import single_choice
from adjudicator.btwixt.rules.legality import check, completed
from adjudicator.btwixt.rules.visibility import view
from adjudicator.btwixt.sheets.conditions.scene import Scene
from adjudicator.btwixt.sheets.conditions.tree import JUNCTIONS
from adjudicator.btwixt.sheets.kinds import KINDS, tag_of
from adjudicator.btwixt.sheets.sheet import EMPTY_SHEET, Sheet, StewardRule
from adjudicator.btwixt.state.position import Position
from adjudicator.btwixt.steward import steward
from adjudicator.engine.bulk import Unsaid
from adjudicator.engine.decision import Answer, Decision, Given, Source
from adjudicator.engine.sheet.trail import Choice, Trail, Voice, direct_answer

# What speaks for a seat that was just taken over where nothing of its own does.
STANDS_BY = Sheet(steward=(StewardRule(),))
# Speaks last for every seat that has a sheet, in games in which the bot makes unsaid choices: all but bids.
UNSAID = Voice("steward", STANDS_BY, "unsaid.")


def resolve(
    position: Position,
    decision: Decision,
    sheet: Sheet | None,
    standing: Sheet | None = None,
    *,
    taken_over: bool = False,
    unsaid: Unsaid = "defaults",
) -> Given:
    """One leader's answer: the direct answer, the sheet and what it leaves to the steward, the standing instructions
    likewise, the steward for a seat that was just `taken_over`, a single choice, the bot for `unsaid` choices but for
    bids of a seat that has a sheet, or the published default.

    The source names the deciding rule and every rule passed over, with the reason. Looks only at what the leader sees.
    """
    scene = Scene(view(position, decision.seat), decision)
    trail = Trail(scene, JUNCTIONS)
    voices: list[Voice] = []
    if sheet is not None:
        voices.append(Voice("sheet", sheet))
    if standing is not None:
        voices.append(Voice("standing", standing, "standing."))
    if taken_over:
        voices.append(Voice("steward", STANDS_BY, "taken-over."))
    bids = KINDS[type(decision)].part == "bid"
    if unsaid == "bot" and not bids and sheet not in (None, EMPTY_SHEET) and single_choice(decision) is None:
        voices.append(UNSAID)
    direct = direct_answer(sheet.answers, decision) if sheet is not None else ()
    said = chain(
        (Choice(by, where, completed(decision, answer)) for by, where, answer in direct),
        _proposed(voices, scene, position, decision, trail),
    )
    given = trail.first_legal(said, lambda answer: check(position, decision, answer))
    if given is not None:
        return given
    only: Answer | None = single_choice(decision)
    if only is not None:
        return Given(only, Source("forced", skipped=tuple(trail.skipped)))
    return Given(KINDS[type(decision)].default(scene, decision), Source("default", skipped=tuple(trail.skipped)))


def _proposed(
    voices: list[Voice], scene: Scene, position: Position, decision: Decision, trail: Trail
) -> Iterator[Choice]:
    """What each voice proposes by its rules, then by the steward where it leaves the question to him.

    A programme is whole: after it nobody plays on, so who has written one kneels at its end.
    """
    kind = KINDS[type(decision)]
    for voice in voices:
        yield from kind.instruction(voice, scene, decision, trail)
        for number, rule in enumerate(voice.sheet.steward):
            named = not rule.kinds or kind.part in rule.kinds or tag_of(type(decision)) in rule.kinds
            if named and trail.counts(f"{voice.prefix}steward", voice.sheet.steward, number):
                yield Choice(voice.by, f"{voice.prefix}steward[{number}]", steward(position, decision).answer)
        if kind.part == "bid" and voice.sheet.bid:
            return
