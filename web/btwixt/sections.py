"""The sections of a programme's form: their words, in order, and which of them a call shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.btwixt.sheets import sheet as s
from adjudicator.btwixt.sheets.bids import BidRule
from adjudicator.btwixt.sheets.choices import UseRule
from adjudicator.btwixt.sheets.sheet import turn_sections
from narration.words import N_
from web.btwixt.form_choices import Choices
from web.forms.sections import TICKED, Heading, Headings, Label, Options, Part, in_order
from web.forms.shown import ShownForm


def _ranked(first: Label, last: Label, hint: str | None = None) -> Part:
    """What is ranked from both ends; `first` and `last` say how, and among what."""
    return Part({"first": first, "last": last}, hint=hint)


def _wished(options: Callable[[Choices, str], Options]) -> Part:
    """What to choose, among what."""
    return Part(
        {
            "choose": Label(N_("The first that is possible"), 3, options=options),
            "avoid": Label(N_("Rather not"), options=options),
            "use": Label(N_("Only on these occasions (none: all)"), TICKED, options=lambda c, part: c.uses(part)),
            "source": Label(
                N_("Only for these cards (none: all)"),
                TICKED,
                options=lambda c, part: c.sources(part),
                shown=lambda c, part: bool(c.sources(part)),
            ),
        },
        hint=None,
    )


PARTS: Mapping[type | str, Part] = {
    "keep": _ranked(
        Label(N_("Rather keep"), 4, options=lambda c, part: c.to_rank),
        Label(N_("Rather pass on"), 2, options=lambda c, part: c.to_rank),
        N_("Cards that you would rather keep, the dearest first; and those that you would pass on."),
    ),
    BidRule: Part(
        {
            "play": Label(N_("Play the first that I hold"), 3, options=lambda c, part: c.to_play),
            "kneel": Label(N_("Else kneel")),
            "up-to": Label(N_("My total may become at most")),
            "at-least": Label(N_("and at least")),
            "cards": Label(N_("With at most so many cards")),
            "without": Label(N_("These stay in hand"), options=lambda c, part: c.to_play),
        },
        folded=(N_("Only if, limits, cards kept back"), ("when", "up-to", "at-least", "cards", "without")),
        hint=N_(
            "On each of your turns the first rule counts that holds and can be done: it plays the first of its cards "
            "that you hold, else it kneels if it says so. When no rule is left you kneel."
        ),
        blank=2,
    ),
    "councils": _wished(lambda c, part: c.councils),
    "cards": _wished(lambda c, part: c.chosen_cards),
    "leaders": _wished(lambda c, part: c.leaders),
    "allies": _wished(lambda c, part: c.allies),
    UseRule: Part(
        {
            "use": Label(N_("What"), words={"yes": N_("use it"), "no": N_("leave it")}),
            "source": Label(
                N_("Of these cards (none: all)"),
                options=lambda c, part: [*c.sources(part), *c.every_card, *c.every_ally],
            ),
        },
        hint=None,
    ),
    "arrange": _ranked(
        Label(N_("On top"), 4, options=lambda c, part: c.every_ally),
        Label(N_("To the bottom"), 2, options=lambda c, part: c.every_ally),
    ),
    "order": _ranked(
        Label(N_("First"), 4, options=lambda c, part: c.to_rank),
        Label(N_("Last"), 2, options=lambda c, part: c.to_rank),
    ),
    s.StewardRule: Part(
        {
            "all": Label(N_("everything")),
            "kinds": Label(N_("Or only these choices"), TICKED, options=lambda c, part: c.kinds),
        },
        hint=N_("What your own rules leave open the bot decides, from what you can see."),
    ),
}
# All parts in the order in which they are shown.
SHOWN = in_order(s.Sheet, PARTS)
# What a round asks whatever is in hand.
ALWAYS, STEWARD = ("bid", "councils"), "steward"


def sections(choices: Choices, form: ShownForm, window: str) -> Headings:
    """What the call can ask, by the cards in hand and the allies in sight, and wherever something stands; all others
    can be asked for. `window` is the call's; empty for standing instructions, which speak of every round."""
    asked = _asked(choices, window)
    every = [Heading(name, s.SECTIONS[name].title, name == "bid" or form.busy(name)) for name in SHOWN]
    shown = [one for one in every if one.name in asked or form.busy(one.name) or form.opened(one.name)]
    return Headings(shown, [one for one in every if one not in shown])


def _asked(choices: Choices, window: str) -> set[str]:
    draft = window.endswith("-draft")
    turn = turn_sections("draft" if draft else "bidding")
    able = (name for name in SHOWN if turn.likely(name))
    everything = draft or not window
    return {STEWARD, *(name for name in able if everything or name in ALWAYS or choices.sources(name))}
