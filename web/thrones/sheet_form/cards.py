"""House cards: which to play and to avoid; the blade."""

from __future__ import annotations

from typing import Any, Literal, cast

from adjudicator.thrones.sheets.sheet import AvoidRule, BattleRule, BladeRule, CardRule, Cards, Role
from web.thrones.sheet_form.fields import Reader, Writer

ROLES = ("any", "attacker", "defender")
BLADES = ("always", "never", "if-decisive")


def read_cards(form: Reader) -> Cards:
    """Rows `cards.rules[n]` and `cards.avoid[n]`."""
    return Cards(rules=form.read_rows("cards.rules", _play), avoid=form.read_rows("cards.avoid", _avoid))


def _battle(form: Reader, row: str) -> dict[str, Any]:
    return {
        "when": form.when(f"{row}.when"),
        "role": cast(Role, form.among(f"{row}.role", ROLES, "any")),
        "opponents": form.many(f"{row}.opponents"),
        "battles": form.many(f"{row}.battles"),
        "cards": form.many(f"{row}.cards"),
    }


def _play(form: Reader, row: str) -> CardRule:
    return CardRule(**_battle(form, row), exclude=form.many(f"{row}.exclude"))


def _avoid(form: Reader, row: str) -> AvoidRule:
    return AvoidRule(**_battle(form, row))


def read_blade(form: Reader) -> tuple[BladeRule, ...]:
    """Rows `blade[n]`."""
    return form.read_rows("blade", _blade)


def _blade(form: Reader, row: str) -> BladeRule:
    use = form.among(f"{row}.use", BLADES, "if-decisive")
    return BladeRule(when=form.when(f"{row}.when"), use=cast(Literal["always", "never", "if-decisive"], use))


def write_cards(out: Writer, cards: Cards) -> None:
    """The fields of cards."""
    out.rows("cards.rules", cards.rules, _write_play)
    out.rows("cards.avoid", cards.avoid, _write_avoid)


def _write_battle(out: Writer, row: str, rule: BattleRule) -> None:
    # Always said, so that a rule that holds everywhere is no blank row.
    out.one(f"{row}.role", rule.role)
    out.many(f"{row}.opponents", rule.opponents)
    out.many(f"{row}.battles", rule.battles)
    out.when(f"{row}.when", rule.when)


def _write_play(out: Writer, row: str, rule: CardRule) -> None:
    _write_battle(out, row, rule)
    out.many(f"{row}.cards", rule.cards)
    out.many(f"{row}.exclude", rule.exclude)


def _write_avoid(out: Writer, row: str, rule: AvoidRule) -> None:
    _write_battle(out, row, rule)
    out.many(f"{row}.cards", rule.cards)


def write_blade(out: Writer, rules: tuple[BladeRule, ...]) -> None:
    """The fields of the blade."""
    out.rows("blade", rules, _write_blade)


def _write_blade(out: Writer, row: str, rule: BladeRule) -> None:
    out.one(f"{row}.use", rule.use)
    out.when(f"{row}.when", rule.when)
