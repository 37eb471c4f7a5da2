"""House card texts that ask something: cards taken back, orders removed, cards discarded, footmen made knights."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.thrones.sheets.sheet import ChoiceRule, DiscardRule, KnightRule, RemoveOrderRule, TakeBackRule, Texts
from web.thrones.sheet_form.fields import Reader, Writer

DO, DECLINE = "do", "decline"
YES, NO = "yes", "no"


def read_texts(form: Reader) -> Texts:
    """Rows `texts.take_back[n]`, `texts.remove_order[n]`, `texts.discard[n]`, `texts.knight[n]`."""
    return Texts(
        take_back=form.read_rows("texts.take_back", _take_back),
        remove_order=form.read_rows("texts.remove_order", _remove),
        discard=form.read_rows("texts.discard", _discard),
        knight=form.read_rows("texts.knight", _knight),
    )


def _declined(form: Reader, row: str, otherwise: str) -> bool:
    return form.among(f"{row}.do", (DO, DECLINE), otherwise) == DECLINE


def _take_back(form: Reader, row: str) -> TakeBackRule:
    cards, because = form.many(f"{row}.cards"), form.many(f"{row}.because")
    declined = _declined(form, row, DO if cards else DECLINE)
    return TakeBackRule(when=form.when(f"{row}.when"), cards=() if declined else cards, because=because)


def _remove(form: Reader, row: str) -> RemoveOrderRule:
    return RemoveOrderRule(
        when=form.when(f"{row}.when"),
        areas=form.many(f"{row}.areas"),
        types=form.many(f"{row}.types"),
        owners=form.many(f"{row}.owners"),
        decline=_declined(form, row, DO),
    )


def _discard(form: Reader, row: str) -> DiscardRule:
    cards = form.many(f"{row}.cards")
    declined = _declined(form, row, DO if cards else DECLINE)
    return DiscardRule(when=form.when(f"{row}.when"), cards=() if declined else cards)


def _knight(form: Reader, row: str) -> KnightRule:
    use, areas = form.among(f"{row}.use", (YES, NO), YES) == YES, form.many(f"{row}.areas")
    return KnightRule(when=form.when(f"{row}.when"), use=use, areas=areas)


def read_choices(form: Reader) -> dict[str, tuple[ChoiceRule, ...]]:
    """Rows `choices.<what asks>[n]`: what is liked most, first."""
    found = {asking: form.read_rows(f"choices.{asking}", _choice) for asking in form.keys("choices")}
    return {asking: rules for asking, rules in found.items() if rules}


def _choice(form: Reader, row: str) -> ChoiceRule:
    pick = form.many(f"{row}.pick")
    if not pick:
        form.fault("missing", "which of the choices?", f"{row}.pick")
    return ChoiceRule(when=form.when(f"{row}.when"), pick=pick)


def write_choices(out: Writer, choices: Mapping[str, tuple[ChoiceRule, ...]]) -> None:
    """The fields of choices. A rule that wishes nothing says nothing and is left out."""
    for asking, rules in choices.items():
        out.rows(f"choices.{asking}", (rule for rule in rules if rule.pick), _write_choice)


def _write_choice(out: Writer, row: str, rule: ChoiceRule) -> None:
    out.many(f"{row}.pick", rule.pick)
    out.when(f"{row}.when", rule.when)


def write_texts(out: Writer, texts: Texts) -> None:
    """The fields of card texts."""
    out.rows("texts.take_back", texts.take_back, _write_take_back)
    out.rows("texts.remove_order", texts.remove_order, _write_remove)
    out.rows("texts.discard", texts.discard, _write_discard)
    out.rows("texts.knight", texts.knight, _write_knight)


def _write_take_back(out: Writer, row: str, rule: TakeBackRule) -> None:
    out.one(f"{row}.do", DO if rule.cards else DECLINE)
    out.many(f"{row}.cards", rule.cards)
    out.many(f"{row}.because", rule.because)
    out.when(f"{row}.when", rule.when)


def _write_remove(out: Writer, row: str, rule: RemoveOrderRule) -> None:
    out.one(f"{row}.do", DECLINE if rule.decline else DO)
    out.many(f"{row}.areas", rule.areas)
    out.many(f"{row}.types", rule.types)
    out.many(f"{row}.owners", rule.owners)
    out.when(f"{row}.when", rule.when)


def _write_discard(out: Writer, row: str, rule: DiscardRule) -> None:
    out.one(f"{row}.do", DO if rule.cards else DECLINE)
    out.many(f"{row}.cards", rule.cards)
    out.when(f"{row}.when", rule.when)


def _write_knight(out: Writer, row: str, rule: KnightRule) -> None:
    out.one(f"{row}.use", YES if rule.use else NO)
    out.many(f"{row}.areas", rule.areas)
    out.when(f"{row}.when", rule.when)
