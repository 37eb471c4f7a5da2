"""What a sheet leaves to the bot, and within which limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, get_args

from msgspec.structs import replace

from adjudicator.engine.sheet import Ids, Phrase, Section
from adjudicator.thrones.sheets import fields as f
from adjudicator.thrones.sheets.conditions.context import Scene
from adjudicator.thrones.sheets.kind import Trail, Voice

_Round = Literal["orders", "raven", "raids", "marches", "support", "cards", "blade", "retreat", "losses"]
_Besides = Literal["bids", "ties", "muster", "texts", "choices", "loans", "vassals", "troops", "hostages"]
# The sections that answer decisions, in the order in which the bot's sheets name them.
SheetPart = Literal[_Round, _Besides]
# Parts that a bot never chooses unless it is told to: secret orders and bids, and what is agreed with other players.
OWN_WORK: frozenset[SheetPart] = frozenset({"orders", "raven", "bids", "vassals", "hostages"})


class StewardRule(f.Rule):
    """Whatever the sheet's own rules for these parts leave open is done as the steward would, within limits.

    `what`: the parts; empty: all, or all but `OWN_WORK` where the game leaves unsaid choices to the bot. His orders
    count where the sheet names none at all; of marches and raids those are his for whose areas no rule decides then.

    `may_attack`: the only houses that he attacks or hinders, by name, or `anybody`, `nobody`, or `attackers`: whoever
    attacked or raided this house in this round or the last. Empty: anybody, or nobody where the game leaves unsaid
    choices to the bot. Where it is not anybody he supports own battles alone. He attacks none of `never_attack`. His
    marches leave `keep` units at least in each of `never_empty`. He plays none of the cards `never_play`, nor those
    that are avoided. He bids `most` at most, and not into the last `save` Power. Limits of several rules about one part
    bind together.
    """

    section: ClassVar = Section("Left to the bot", "left to the bot")
    phrase: ClassVar = Phrase(
        {"what": "{what:and}", "": "everything that no rule decides"},
        {
            "never_empty": "{never_empty:and} never with fewer than {keep} units",
            "may_attack": "may attack: {may_attack:or}",
            "never_attack": "never against {never_attack:or}",
            "never_play": "never {never_play:or}",
            "most": "bids at most {most}",
            "save": "bids all but {save} at most",
        },
    )

    what: tuple[SheetPart, ...] = ()
    may_attack: tuple[Annotated[str, Ids(("house",), (f.ANYBODY, f.NOBODY, f.ATTACKERS))], ...] = ()
    never_empty: tuple[f.OwnArea, ...] = ()
    keep: f.Count = 1
    never_attack: tuple[f.HouseId, ...] = ()
    never_play: tuple[f.OwnCard, ...] = ()
    most: f.Count = 1000
    save: f.Count = 0

    def about(self, part: str, *, careful: bool = False) -> bool:
        """Whether it leaves this part to him; `careful`: in a game that leaves unsaid choices to the bot."""
        return part in self.what or (not self.what and not (careful and part in OWN_WORK))

    def within(self, rules: Sequence[StewardRule]) -> StewardRule:
        """The same with the limits of all these rules: whom it may attack as the first says that says anything."""
        others = [rule for rule in rules if rule is not self]
        if not others:
            return self
        every = (self, *others)
        return replace(
            self,
            may_attack=next((rule.may_attack for rule in every if rule.may_attack), ()),
            never_empty=tuple(dict.fromkeys(area for rule in every for area in rule.never_empty)),
            keep=max(rule.keep for rule in every),
            never_attack=tuple(dict.fromkeys(house for rule in every for house in rule.never_attack)),
            never_play=tuple(dict.fromkeys(card for rule in every for card in rule.never_play)),
            most=min(rule.most for rule in every),
            save=max(rule.save for rule in every),
        )


# Leaves to the bot what it chooses in games that leave unsaid choices to it.
NOT_OWN_WORK = StewardRule(what=tuple(part for part in get_args(SheetPart) if part not in OWN_WORK))


def peaceful_houses(rule: StewardRule, scene: Scene, *, careful: bool) -> frozenset[str] | None:
    """The houses that the bot may not attack or hinder by a rule; None where it sets no such limit.

    `careful`: in a game that leaves unsaid choices to the bot.
    """
    words = rule.may_attack or ((f.NOBODY,) if careful else (f.ANYBODY,))
    if f.ANYBODY in words:
        return None
    house, foes = scene.asked.house, {*words}
    if f.ATTACKERS in words:
        deeds = (*scene.board.deeds, *scene.board.last_deeds)
        hostile = (deed for deed in deeds if deed.what in ("attacked", "raided"))
        foes |= {deed.house for deed in hostile if deed.other == house}
    return frozenset(scene.board.houses) - foes - {house, scene.asked.seat}


def leaving(voice: Voice, part: str, trail: Trail) -> Iterator[tuple[str, StewardRule]]:
    """The rules of a sheet that leave a part of it to the bot now, each with its place, and the limits of all."""
    where, rules = f"{voice.prefix}steward", voice.sheet.steward
    about = [number for number, rule in enumerate(rules) if rule.about(part, careful=trail.careful)]
    # What is said of the same part is judged without notes: it binds, and does not decide.
    apart = Trail(trail.scene)
    now = [rules[number] for number in about if len(about) > 1 and apart.counts(where, rules, number)]
    for number in about:
        if trail.counts(where, rules, number):
            yield f"{where}[{number}]", rules[number].within(now)
