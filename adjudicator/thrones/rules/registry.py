"""Registered editions, revisions of their rules, and modules of a game.

A corrected rule that changes told events or asked questions gets a switch in `Variant` whose default (or value in the
editions' data) is the rule as mended, and a row in `EARLIER`. Rules read the switch, never the revision. A correction
that only makes more answers legal needs neither: every journal still fits (ADR 15).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.engine import FrozenStruct, Illegal, Refusal, base_of, refuse_revision, unknown_edition
from adjudicator.thrones.rules.control import in_weather
from adjudicator.thrones.rules.step_context import bind
from adjudicator.thrones.state import Edition, Position, View

# New games begin under this one. It rises when a release mends rules again.
REVISION = 4


class Earlier(FrozenStruct):
    """A switch of `Variant` as it was up to revision `until`, and why it changed.

    `editions` are those whose games had it so; none: all.
    """

    switch: str
    value: Any
    until: int
    reason: str
    editions: tuple[str, ...] = ()


FIRST = ("first-edition", "storm-of-swords")

EARLIER: tuple[Earlier, ...] = (
    Earlier("disband_freely", False, 0, "the second edition lets units of any army go (S-16), where one was not asked"),
    Earlier("routed_promoted", False, 0, "routed footmen may be promoted (S-18), where one was not asked"),
    Earlier("turn_by_name", True, 0, "the place on the Iron Throne says whose turn it is (S-19)"),
    Earlier("tokens_beside_units", True, 0, "a vassal lays a token only where nobody of it stays"),
    Earlier("strength_below_zero", True, 0, "a final strength is never below 0"),
    Earlier("tides_face_up", True, 0, "tides lie face down until the blade's holder has chosen (S-13)"),
    Earlier("gifts_until_cards", True, 0, "gifts in a battle end with the call for support (M-25)"),
    Earlier("own_loss_last", True, 0, "Beric takes his unit before anybody moves (M-32)"),
    Earlier("attackers_only_go_home", True, 0, "Robb says where beaten attackers go (S-05)"),
    Earlier("forced_told", False, 0, "a choice that the engine made alone could not be told from one that nobody has"),
    Earlier("idle_orders_asked", False, 0, "of raids without a target, or marches that cannot move, the first went"),
    Earlier("demotion_chosen", False, 0, "the data's order said which knights die when Crow Killers wins"),
    Earlier("attackers_have_left", False, 0, "attackers held what they had left when a winner was looked for (R-35)"),
    Earlier("consolidation_chosen", False, 0, "the data's order said which Consolidate Power order came first (S-21)"),
    Earlier("deeds_kept", 0, 1, "conditions ask who attacked, raided, beat and supported whom in a round"),
    Earlier("retreat_saves_most", False, 2, "a beaten defender retreats where fewest are lost (R-27)", FIRST),
    Earlier("support_refusable", False, 2, "help that others offer may be declined (R-49)", FIRST),
    Earlier("used_cards_in_decks", True, 2, "Rodrik the Reader finds no Westeros card that was used (S-24)"),
    Earlier("troops_go_on_by_ship", True, 2, "Manage Troops goes on by an adjacent area or an arrow (T-27)"),
    Earlier("oldest_claim_lost", True, 2, "any token of the claim track may be the one that goes (T-37)"),
    Earlier("void_units_stay_void", True, 2, "Salladhor Saan against Victarion goes by the Iron Throne (S-22)"),
    Earlier("commanders_pay", False, 2, "for a vassal its commander may pay against Bronn (M-29)"),
    Earlier("deeds_kept", 1, 3, "conditions ask what was done in the last round too"),
)


def switches(revision: int, rows: Sequence[Earlier], edition: str = "") -> dict[str, Any]:
    """Return the switches that differ at a revision; the oldest fitting value counts."""
    mended = [row for row in rows if revision <= row.until and (not row.editions or edition in row.editions)]
    later_first = sorted(mended, key=lambda row: -row.until)
    return {row.switch: row.value for row in later_first}


def at_revision(edition: Edition, revision: int) -> Edition:
    """Return the edition at a revision: same board and cards, other switches.

    Its steps are bound to it. Raises Illegal (`unknown-revision`).
    """
    refuse_revision(revision, REVISION)
    if revision == REVISION:
        return edition
    variant = replace(edition.variant, **switches(revision, EARLIER, base_of(edition.id) or edition.id))
    return bind(replace(edition, variant=variant), edition.functions)


# Parts that bring tokens or cards of their own, by the name that the edition keeps them under.
TOKENS = ("leaders", "tactics")


def check_modules(edition: Edition, modules: Collection[str]) -> None:
    """Raise Illegal: `unknown-module`, `module-needs-others`, `modules-exclude`."""
    unknown = [module for module in modules if module not in edition.modules]
    if unknown:
        raise Illegal(Refusal("unknown-module", f"{edition.id} has no {', '.join(unknown)}", "modules"))
    for module in modules:
        missing = [other for other in edition.needs.get(module, ()) if other not in modules]
        if missing:
            words = f"{module} is played only together with {' and '.join(missing)}"
            raise Illegal(Refusal("module-needs-others", words, "modules"))
    for group in edition.alternatives:
        both = [module for module in group if module in modules]
        if len(both) > 1:
            words = f"{' and '.join(both)} cannot be played together"
            raise Illegal(Refusal("modules-exclude", words, "modules"))


def complete_modules(edition: Edition, modules: Sequence[str]) -> tuple[str, ...]:
    """Return modules with those that they bring, in the order of the edition.
    Raises Illegal like `check_modules`."""
    brought = {other for module in modules for other in edition.brings.get(module, ())}
    complete = (*modules, *(module for module in edition.modules if module in brought and module not in modules))
    check_modules(edition, complete)
    return complete


def plays(edition: Edition, modules: Collection[str], part: str) -> bool:
    """Whether a game with these modules uses a part; a part that is no module counts."""
    return part in modules or part not in edition.modules


def with_modules(edition: Edition, modules: Sequence[str]) -> Edition:
    """Return the edition for a game with these modules: decks, steps and cards.

    Returns the edition itself if modules bring only House cards. Related data keeps everything, for names.
    """
    if edition.option is None and not edition.changes(modules):
        return edition
    key = tuple(modules)
    game_edition = edition.games.get(key)
    if game_edition is None:
        game_edition = edition.games[key] = _build_with_modules(edition, modules)
    return game_edition


def _build_with_modules(edition: Edition, modules: Collection[str]) -> Edition:
    """Build the edition that plays with these modules; its steps are bound to it.
    Leaves out decks, cards and parts of modules that are not played."""
    decks = dict(edition.decks)
    for module, own in edition.module_decks.items():
        decks |= own if module in modules else {}
    for module, own_copies in edition.copies.items():
        for deck, copies in own_copies.items() if module in modules else ():
            decks[deck] = tuple(replace(entry, copies=copies.get(entry.card, entry.copies)) for entry in decks[deck])
    dealt = {entry.card for entries in decks.values() for entry in entries}
    setup = next((own for module, own in edition.module_setups.items() if module in modules), edition.setups)
    victory = next((number for module, number in edition.targets.items() if module in modules), 0)
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
        setups={n: replace(own, victory=victory or own.victory) for n, own in setup.items()},
        rounds=next(iter(setup.values())).rounds or edition.rounds,
        option=None,
        **absent,
    )
    if edition.option is not None:
        game = edition.option(game, modules)
    return bind(game, game.functions)


_EDITIONS: dict[str, Edition] = {}
# Every revision that was asked for, by name and number; built once.
_REVISIONS: dict[tuple[str, int], Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    _EDITIONS[edition.id] = edition
    for revision in range(REVISION):
        _REVISIONS.pop((edition.id, revision), None)
    _REVISIONS[edition.id, REVISION] = edition
    return edition


def find_edition(name: str) -> Edition:
    """Return the edition with this id for new games; Illegal (`unknown-edition`)."""
    if name not in _EDITIONS:
        raise unknown_edition(name, _EDITIONS)
    return _EDITIONS[name]


def edition_at(name: str, revision: int) -> Edition:
    """Return an edition as it was at a revision, built once and then cached.
    Raises Illegal (`unknown-edition`, `unknown-revision`)."""
    edition = _REVISIONS.get((name, revision))
    if edition is None:
        edition = _REVISIONS[name, revision] = at_revision(find_edition(name), revision)
    return edition


def edition_of(game: Position | View) -> Edition:
    """Return a position's edition as its game has it: revision, modules and weather."""
    # Asked at every question and every check, so what most games have is found without further turns.
    edition, board = edition_at(game.edition, game.revision), game.board
    if edition.option is not None or edition.changes(board.modules):
        edition = edition.games.get(tuple(board.modules)) or with_modules(edition, board.modules)
    return edition if board.realm is None else in_weather(edition, board)
