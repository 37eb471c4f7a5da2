"""Records made by hand: a battle with every part, a wildling attack, private choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from adjudicator import games
from adjudicator.engine.step import Decided, Event, Record
from adjudicator.thrones.rules.control import MARKS
from adjudicator.thrones.state import events as e, overrides as x
from adjudicator.thrones.state.board import Battle, Placed, Side
from adjudicator.thrones.state.edition import Edition
from adjudicator.thrones.state.events import Item

FIRST: Edition = games.edition("first-edition")

ATTACK = (
    Item("unit", 2, "knight", 1, house="lannister"),
    Item("unit", 1, "footman", 1, house="lannister"),
    Item("order", 1, "march+1", area="stoney-sept", house="lannister"),
    Item("support", 2, area="harrenhal", house="lannister"),
)
DEFENCE = (
    Item("unit", 2, "knight", 1, house="baratheon"),
    Item("order", 1, "defense+1", area="blackwater", house="baratheon"),
    Item("support", 1, area="kingswood", house="tyrell"),
)
BLACKWATER = Battle(
    area="blackwater", attacker="lannister", defender="baratheon", origin="stoney-sept", order="march+1",
    troop={"knight": 1, "footman": 1},
)  # fmt: skip


def records(events: Sequence[Event], rule: str = "battle", round_number: int = 4) -> tuple[Record, ...]:
    """Events as records, numbered from 1."""
    return tuple(Record(n, round_number, "march", rule, event) for n, event in enumerate(events, 1))


def choice(asked: str, answer: dict[str, object], by: str = "sheet", rule: str = "", **more: object) -> Decided:
    """A private choice of the Lannister seat."""
    source = {"by": by, "rule": rule, **more}
    return Decided(decision=f"d1-{asked}-lannister", seat="lannister", asked=asked, answer=answer, source=source)


def blackwater() -> list[Event]:
    """The battle for Blackwater: 8 to 7, a retreat, Jaime's text."""
    skipped = [{"where": "marches.stoney-sept[0]", "code": "condition-false", "words": "Searoad Marches was empty"}]
    march = {"kind": "march", "area": "stoney-sept", "moves": {"blackwater": {"knight": 1, "footman": 1}}}
    jaime = Item("card", 2, "ser-jaime-lannister", house="lannister")
    stannis = Item("card", 3, "stannis-baratheon", house="baratheon")
    return [
        choice("resolve-march", march, rule="marches.stoney-sept[1]", skipped=skipped),
        e.BattleStarted(battle=BLACKWATER),
        e.SupportGiven(house="lannister", area="harrenhal", side="attacker", strength=2),
        e.SupportGiven(house="tyrell", area="kingswood", side="defender", strength=1),
        e.SupportGiven(house="stark", area="the-narrow-sea", side="none", strength=0),
        e.StrengthsDeclared(attacker=6, defender=4, attacker_items=ATTACK, defender_items=DEFENCE),
        choice("choose-house-card", {"kind": "card", "card": "ser-jaime-lannister"}, by="default"),
        e.CardsRevealed(cards={"lannister": "ser-jaime-lannister", "baratheon": "stannis-baratheon"}),
        e.BattleWon(
            area="blackwater", winner="lannister", loser="baratheon", by="strength", attacker=8, defender=7,
            attacker_items=(*ATTACK, jaime), defender_items=(*DEFENCE, stannis), swords=0, fortifications=1, losses=0,
        ),
        e.PowerGained(house="lannister", amount=2, wanted=2, because="ser-jaime-lannister"),
        e.UnitsRetreated(
            house="baratheon", area="blackwater", to="kings-landing", units={"knight": 1}, attacking=False
        ),
        e.OrderRemoved(house="baratheon", area="blackwater", order="defense+1", because="conquered"),
        e.AreaTaken(house="lannister", area="blackwater", units={"knight": 1, "footman": 1}),
        e.CardDiscarded(house="lannister", card="ser-jaime-lannister", because="played"),
        e.BattleEnded(area="blackwater"),
        e.OrderRemoved(house="lannister", area="stoney-sept", order="march+1", because="spent"),
    ]  # fmt: skip


OVERRIDES: tuple[x.AnyOverride, ...] = (
    x.SetUnits(area="moat-cailin"),
    x.SetUnits(area="moat-cailin", house="stark", units={"knight": 1}),
    x.SetUnits(area="moat-cailin", house="stark", units={"knight": 1}, routed={"footman": 2}),
    x.SetUnits(area="moat-cailin", house="stark", routed={"footman": 2}),
    x.SetControl(area="moat-cailin", house="stark"),
    x.SetControl(area="moat-cailin"),
    x.SetOrder(area="moat-cailin", order="march+1"),
    x.SetOrder(area="moat-cailin"),
    x.SetNeutral(area="the-eyrie", strength=4),
    x.SetNeutral(area="the-eyrie"),
    x.SetImprovements(area="moat-cailin"),
    x.SetLoans(house="stark", loans=("a loan",)),
    x.SetLoans(house="stark"),
    x.SetImprovements(area="moat-cailin", marks=("crown", "ruin")),
    x.SetLoyalty(area="moat-cailin", tokens=2),
    x.SetPoints(house="stark", points=3),
    x.MakeVassal(house="stark"),
    x.MakeVassal(house="stark", commander="tyrell"),
    x.GivePower(house="stark", to="tyrell", amount=2),
    x.SetPower(house="stark", power=3),
    x.SetTrack(track="kings-court", houses=("stark", "tyrell")),
    x.SetSupply(house="stark", supply=2),
    x.SetWildlings(strength=4),
    x.SetHand(house="stark", hand=("eddard-stark", "robb-stark")),
    x.SetDeck(deck="I", order=("winter-is-coming", "mustering")),
    x.SetDeck(deck="I"),
    x.SetFlags(bans=("raid", "footman-support"), spent=("messenger-raven",)),
    x.SetFlags(bans=(), spent=()),
    x.SetFlags(),
    x.Ruling(text="Ships may not."),
    x.Reseed(commitment="ab" * 32),
    x.RolledBack(decision="d1-place-orders-stark", round=2, number=30, chance="keep"),
    x.RolledBack(decision="d1-place-orders-stark", round=2, number=30, chance="reseed"),
    x.EndGame(),
    x.EndGame(winners=("stark", "tyrell")),
)

ROBB: dict[str, Any] = {"house": "stark", "leader": "a wolf"}
STORM: tuple[Event, ...] = (
    e.LeaderTurned(area="moat-cailin", active=True, order="raid", **ROBB),
    e.LeaderTurned(area="moat-cailin", active=True, **ROBB),
    e.LeaderTurned(area="moat-cailin", active=False, **ROBB),
    *(
        e.LeaderMoved(before="winterfell", area="karhold", because=why, **ROBB)
        for why in ("march", "retreat", "supply")
    ),
    e.LeaderMoved(before="", area="karhold", because="supply", **ROBB),
    *(
        e.LeaderTaken(house="tyrell", leader="a wolf", victim="stark", because=why)
        for why in ("losses", "no-retreat", "supply")
    ),
    e.LeaderTaken(house="tyrell", leader="thoros", victim="stark", because="losses", area="karhold", joins="his card"),
    e.HostageMoved(victim="tyrell", area="karhold", because="negotiation", **ROBB),
    e.HostageMoved(house="greyjoy", leader="a wolf", victim="tyrell", area="", because="supply"),
    e.LeaderKilled(card="a wolf", by="tyrell", because="supply", **ROBB),
    e.LeaderKilled(card="a wolf", by="", because="wildlings", **ROBB),
    e.OfferMade(house="stark", to="tyrell", leaders=("a wolf",), power=4, hostages=("a kraken",)),
    e.OfferMade(house="stark", to="tyrell", leaders=("a wolf", "his father"), power=0, hostages=()),
    e.OfferAnswered(house="stark", to="tyrell", accepted=True),
    e.OfferAnswered(house="stark", to="tyrell", accepted=False),
    e.TacticsLaid(houses=("stark", "tyrell")),
    e.TacticsRevealed(cards={"stark": "a tactic", "tyrell": "another"}),
    e.TacticsRevealed(cards={}),
    e.TacticAdded(house="stark", card="a tactic", because="another"),
    e.TacticRemoved(house="stark", card="a tactic", because="used"),
    e.TacticRemoved(house="stark", card="a tactic", because="objective"),
    e.TacticsBarred(because="supply", house="stark"),
    e.TacticsBarred(because="supply", card="a tactic"),
    e.OrderPlaced(house="stark", area="moat-cailin", order="support", because="a tactic"),
    e.AllianceTurned(deck="arryn", card="a pact"),
    e.AllianceTaken(house="stark", card="a pact", because="a tactic"),
    e.AllianceTaken(house="stark", card="a pact", because="a tactic", unseen=True),
    e.AllianceTaken(house="stark", card="a pact", because="a tactic", victim="tyrell"),
    e.AllianceLost(house="stark", card="a pact", deck="arryn", because="used"),
    e.AllianceLost(house="stark", card="a pact", deck="arryn", because="supply", removed=True),
    e.AllianceMade(house="stark", deck="arryn"),
    e.AllianceEnded(house="stark", deck="mercenaries"),
    *(e.AidGiven(house="stark", side=side, card="a pact", strength=2) for side in get_args(Side)),
    e.BonusGained(house="stark", card="a wolf", strength=-1),
    e.BonusGained(house="stark", card="a wolf", strength=1, swords=1, fortifications=1),
    e.CardSpent(house="stark", card="a pact"),
    e.ClaimGained(house="stark", because="supply"),
    e.ClaimGained(house="stark", because="supply", paid=True, out="tyrell"),
    e.ClaimLost(house="stark", because="supply", by="tyrell"),
    e.WeatherChanged(place=1, weather="fair"),
    e.WeatherChanged(place=2, weather="storm"),
    e.LossSpared(house="stark", leader="a wolf"),
)

ONE_OF_EACH: tuple[Event, ...] = (
    *blackwater(),
    e.RoundStarted(round=2),
    e.CardSubstituted(house="stark", before="eddard-stark", after="robb-stark", because="tyrion-lannister"),
    e.AttackersReturned(
        house="stark", area="moat-cailin", to="winterfell", units={"knight": 1}, because="tyrion-lannister"
    ),
    e.CardRemoved(house="stark", card="eddard-stark", because="cersei-lannister"),
    e.TideDrawn(house="stark", card="tide", replaces="other tide"),
    e.GarrisonRemoved(house="stark", area="white-harbor", strength=2, by="greyjoy"),
    e.RavenLooked(house="stark", card="", buried=True),
    e.OrderMoved(house="tyrell", area="highgarden", to="the-reach", order="march+1", because="ser-loras-tyrell"),
    e.ShipsSeized(house="stark", area="the-narrow-sea", unit="ship", count=2),
    e.EffectChosen(house="stark", card="cersei-lannister", choice="kings-court"),
    e.WildlingCardDrawn(card="mammoth", watch_won=True),
    e.WildlingCardShown(card="mammoth"),
    e.LoyaltyPlaced(area="moat-cailin", because="clash-of-kings"),
    e.LoyaltyMoved(house="stark", area="moat-cailin", to="winterfell", because="clash-of-kings"),
    e.LoyaltyMoved(house="stark", area="winterfell", to="moat-cailin", because="clash-of-kings", cancelled=True),
    e.LoyaltyGained(house="stark", area="moat-cailin", tokens=1, points=3),
    e.LoyaltyGained(house="stark", area="moat-cailin", tokens=2, points=3),
    e.HomeLost(house="stark", area="winterfell", points=2),
    e.HomeRegained(house="stark", area="winterfell", points=3, garrison=2),
    e.UnitGrew(unit="footman", strength=2, round=4, because="round"),
    e.UnitGrew(unit="footman", strength=3, round=6, because="clash-of-kings"),
    e.UnitPlaced(house="stark", area="moat-cailin", unit="footman", because="clash-of-kings"),
    e.BidsGivenAway(house="stark", auction="fiefdoms", gifts={"greyjoy": 2}),
    e.CardAdded(house="stark", card="robb-stark", because="catelyn-stark"),
    *(e.AreaImproved(house="stark", area="moat-cailin", mark=mark, because="a loan") for mark in MARKS),
    e.LoansMoved(slots=("", "a loan", "another"), returned="an old one", revealed="another"),
    e.BankTokenTaken(house="stark", before=""),
    e.BankTokenTaken(house="", before="stark"),
    e.LoanTaken(house="stark", loan="a loan", area="the-shivering-sea", cost=4),
    e.UnitHired(house="stark", unit="knight", at="winterfell", loan="a loan"),
    e.DeckSearched(house="stark", deck="I", buried=1, because="a loan", top=("supply",), bottom=("mustering",)),
    e.DeckSearched(house="stark", deck="I", buried=2, because="a loan"),
    e.InterestPaid(house="stark", owed=2, paid=2),
    e.InterestPaid(house="stark", owed=2, paid=1),
    e.VassalsReleased(vassals=("stark", "tyrell")),
    e.VassalClaimed(house="stark", commander="tyrell"),
    e.VassalClaimed(house="stark", commander="tyrell", left_over=True),
    e.VassalPassed(house="tyrell", to="baratheon"),
    e.VassalHandDrawn(house="stark", commander="tyrell", cards=()),
    e.VassalHandDrawn(house="stark", commander="tyrell", cards=("eddard-stark",)),
    e.CardCopied(house="stark", card="eddard-stark", because="catelyn-stark"),
    e.StrengthBought(house="stark", power=2, because="catelyn-stark"),
    e.SupportGiven(house="tyrell", area="highgarden", side="attacker", strength=1, because="catelyn-stark"),
    e.CardWeakened(house="stark", card="eddard-stark", by="tyrell"),
    e.PowerGiven(house="stark", to="tyrell", amount=2),
    e.PhaseStarted(phase="westeros"),
    e.DeckShuffled(deck="I", purpose="deck-I/round-1", order=()),
    e.WesterosRevealed(deck="I", card="mustering", wildlings=True),
    e.WesterosReturned(deck="I", card="mustering"),
    e.WesterosResolved(deck="I", card="last-days-of-summer"),
    e.OrdersBanned(card="sea-of-storms", bans=("raid",)),
    e.WildlingsMoved(before=2, after=4),
    e.SupplyChanged(house="stark", before=1, after=2, limits=(3, 2, 2)),
    e.UnitDestroyed(house="stark", area="winterfell", unit="footman", because="supply"),
    e.PowerSpent(house="baratheon", amount=1, because="melisandre-of-asshai"),
    e.BidsRevealed(auction="wildlings", bids={"stark": 3, "tyrell": 1}, total=4),
    e.TrackSet(track="fiefdoms", houses=("stark", "tyrell"), tied=(("stark", "tyrell"),)),
    e.BadgeTaken(badge="valyrian-blade", house="stark", before="tyrell"),
    e.WildlingsFought(strength=6, total=4, watch_won=False, singled_out="tyrell"),
    e.CardTakenBack(house="stark", card="eddard-stark", because="wildlings"),
    e.UnitMustered(house="stark", unit="ship", area="winterfell", at="bay-of-ice"),
    e.UnitUpgraded(house="stark", area="winterfell", before="footman", after="knight", because="muster"),
    e.OrdersRevealed(orders={"winterfell": Placed("stark", "march+1")}),
    e.RavenUsed(house="lannister", area="lannisport", before="raid", after="support"),
    e.OrderRaided(
        house="stark",
        area="winterfell",
        target="moat-cailin",
        victim="greyjoy",
        order="consolidate-power",
        pillage=True,
    ),
    e.UnitsMoved(house="stark", origin="winterfell", to="karhold", units={"knight": 1}, by_ship=True),
    e.TokenPlaced(house="stark", area="winterfell"),
    e.TokenRemoved(house="stark", area="winterfell", by="greyjoy"),
    e.NeutralOvercome(house="stark", area="the-eyrie", value=6, strength=6, items=ATTACK),
    e.NeutralHeld(house="stark", area="the-eyrie", value=6, strength=5, items=ATTACK),
    e.TextSilenced(house="stark", card="robb-stark", by="queen-of-thorns"),
    e.BladeUsed(house="stark"),
    e.UnitsRallied(areas=("winterfell",)),
    e.OrdersCleared(areas=("winterfell",)),
    *STORM,
    e.GameEnded(winners=("stark",), reason="settlements", standings=()),
    e.GameEnded(winners=("stark",), reason="edict", standings=()),
    *(e.OverrideIssued(override=override, reason="as agreed", by="gm") for override in OVERRIDES),
)
