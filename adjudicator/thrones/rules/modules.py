"""The parts of the rules that a game is played with: which go together, and the edition as such a game has it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.engine.refusal import Illegal, Refusal
from adjudicator.thrones.rules.step_context import bind
from adjudicator.thrones.state.edition import Edition

# Parts that bring tokens or cards of their own, by the name that the edition keeps them under.
TOKENS = ("leaders", "tactics")


def check_modules(edition: Edition, modules: Collection[str]) -> None:
    """Raises Illegal for parts that the edition does not have (`unknown-module`), or that need others which are not
    played (`module-needs-others`)."""
    unknown = [module for module in modules if module not in edition.modules]
    if unknown:
        raise Illegal(Refusal("unknown-module", f"{edition.id} has no {', '.join(unknown)}", "modules"))
    for module in modules:
        missing = [other for other in edition.needs.get(module, ()) if other not in modules]
        if missing:
            words = f"{module} is played only together with {' and '.join(missing)}"
            raise Illegal(Refusal("module-needs-others", words, "modules"))


def plays(edition: Edition, modules: Collection[str], part: str) -> bool:
    """Whether a game with these modules is played with a part: one that is no module of the edition always is."""
    return part in modules or part not in edition.modules


def in_play(edition: Edition, modules: Sequence[str]) -> Edition:
    """The edition as a game with these modules has it: their decks and steps, and no card that is in no deck then.

    The edition itself where modules bring nothing but House cards. What lies beside it keeps everything, for names.
    """
    if edition.option is None:
        return edition
    key = tuple(modules)
    found = edition.games.get(key)
    if found is None:
        found = edition.games[key] = _narrowed(edition, modules)
    return found


def _narrowed(edition: Edition, modules: Collection[str]) -> Edition:
    decks = dict(edition.decks)
    for module, own in edition.module_decks.items():
        decks |= own if module in modules else {}
    dealt = {entry.card for entries in decks.values() for entry in entries}
    absent: dict[str, Any] = {part: {} for part in TOKENS if not plays(edition, modules, part)}
    unplayed = {
        point for part, points in edition.option_reconstructions.items() if part not in modules for point in points
    }
    game = replace(
        edition,
        decks=decks,
        reconstructions=tuple(point for point in edition.reconstructions if point not in unplayed),
        westeros={name: card for name, card in edition.westeros.items() if name in dealt},
        wildling_cards={name: card for name, card in edition.wildling_cards.items() if name in dealt},
        option=None,
        **absent,
    )
    if edition.option is not None:
        game = edition.option(game, modules)
    return bind(game, game.functions)
