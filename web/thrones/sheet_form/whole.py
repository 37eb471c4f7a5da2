"""The whole sheet as fields, and back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from adjudicator.kernel.refusal import Refusal
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state.edition import Edition
from web.thrones.sheet_form import (
    answers,
    bids,
    cards,
    hostages,
    loans,
    losses,
    marches,
    muster,
    planning,
    raids,
    steward,
    support,
    texts,
    troops,
    vassals,
)
from web.thrones.sheet_form.fields import Fields, Reader, Writer, plainly


def fields_to_sheet(
    fields: Mapping[str, Sequence[str]], edition: Edition, modules: Collection[str] = ()
) -> tuple[Sheet, list[Refusal]]:
    """The sheet that a form says, in a game with these modules, as far as it can be understood, and what cannot be, by
    field."""
    form = Reader(fields, edition, modules)
    sheet = Sheet(
        orders=planning.read_orders(form),
        raven=planning.read_raven(form),
        raids=raids.read_raids(form),
        marches=marches.read_marches(form),
        support=support.read_support(form),
        cards=cards.read_cards(form),
        texts=texts.read_texts(form),
        blade=cards.read_blade(form),
        losses=losses.read_losses(form),
        retreat=losses.read_retreat(form),
        bids=bids.read_bids(form),
        ties=bids.read_ties(form),
        muster=muster.read_muster(form),
        choices=texts.read_choices(form),
        loans=loans.read_loans(form),
        answers=answers.read_answers(form),
        claims=vassals.read_claims(form),
        vassals=vassals.read_vassals(form),
        troops=troops.read_troops(form),
        hostages=hostages.read_hostages(form),
        steward=steward.read_steward(form),
    )
    return plainly(sheet), form.faults


def sheet_to_fields(sheet: Sheet) -> Fields:
    """The fields that say a sheet; reading them gives the same sheet."""
    out = Writer()
    planning.write_planning(out, sheet)
    raids.write_raids(out, sheet.raids)
    marches.write_marches(out, sheet.marches)
    support.write_support(out, sheet.support)
    cards.write_cards(out, sheet.cards)
    texts.write_texts(out, sheet.texts)
    cards.write_blade(out, sheet.blade)
    losses.write_losses(out, sheet.losses)
    losses.write_retreat(out, sheet.retreat)
    bids.write_bids(out, sheet.bids)
    bids.write_ties(out, sheet.ties)
    muster.write_muster(out, sheet.muster)
    texts.write_choices(out, sheet.choices)
    loans.write_loans(out, sheet.loans)
    answers.write_answers(out, sheet.answers)
    vassals.write_claims(out, sheet.claims)
    vassals.write_vassals(out, sheet.vassals)
    troops.write_troops(out, sheet.troops)
    hostages.write_hostages(out, sheet.hostages)
    steward.write_steward(out, sheet.steward)
    return out.fields
