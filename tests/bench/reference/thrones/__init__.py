"""The bot for the Westeros board games as it was before choices could be left to it, frozen.

Parity is measured against it: a better or salted bot in the program must not move the yardstick. What a rule asks in
words of its own (`PickEffect`) is answered by the program's bot without a salt, whose scores stand beside the cards.
"""

from __future__ import annotations

from typing import Any

from adjudicator import games
from adjudicator.engine.chance import with_seed
from adjudicator.engine.decision import Decision, Source, SourcedAnswer
from adjudicator.thrones.rules.legality import check
from adjudicator.thrones.rules.registry import edition_of
from adjudicator.thrones.state import decisions as d
from tests.bench.reference.thrones import (
    bank,
    battle,
    bids,
    hostages,
    losses,
    loyalty,
    marches,
    mustering,
    planning,
    raids,
    troops,
    vassals,
)
from tests.bench.reference.thrones.proposal import Policy
from tests.bench.reference.thrones.sight import Sight

POLICIES: dict[type[Decision], Policy] = {
    d.DisbandForSupply: losses.disband,
    d.LoseToWildlings: losses.wildlings,
    d.TakeCasualty: losses.cheapest,
    d.AbandonUnit: losses.cheapest,
    d.KillFootman: losses.kill,
    d.PickUnit: losses.cheapest,
    d.RetreatTo: losses.retreat,
    d.PlaceBid: bids.bid,
    d.SettleTie: bids.settle_tie,
    d.PickTied: bids.pick_tied,
    d.TakeBackCard: battle.take_back,
    d.GiveSupport: battle.support,
    d.ChooseHouseCard: battle.house_card,
    d.UseBlade: battle.blade,
    d.RemoveOrder: battle.remove_order,
    d.KnightFootman: battle.knight_footman,
    d.DiscardFromHand: battle.discard_from_hand,
    d.MusterUnits: mustering.muster,
    d.PlaceOrders: planning.orders,
    d.UseRaven: planning.raven,
    d.ChooseVassal: vassals.choose_vassal,
    d.PlaceVassalOrders: vassals.vassal_orders,
    d.ResolveRaid: raids.raid,
    d.ResolveMarch: marches.march,
    d.SpreadBid: loyalty.spread_bid,
    d.CancelMove: loyalty.cancel_move,
    d.TakeLoan: bank.take_loan,
    d.ImproveArea: bank.improve,
    d.PlaceUnits: bank.place_units,
    d.DestroyUnit: bank.destroy,
    d.MoveTroops: troops.move,
    d.Negotiate: hostages.negotiate,
    d.AcceptOffer: hostages.accept,
}


def answer(position: Any, decision: Decision) -> SourcedAnswer:
    """The first legal proposal of the policy for this kind of decision, else what the program's bot answers."""
    policy = POLICIES.get(type(decision))
    if policy is not None:
        for proposal, reason in policy(Sight(position.board, edition_of(position), decision.house), decision):
            if check(position, decision, proposal) is None:
                return SourcedAnswer(proposal, Source("steward", reason))
    return games.of(position).bot_answer(with_seed(position, ""), decision)
