"""For every kind of event the choice of a player that it follows from, or why there is none.

An entry of `CHOSEN` gives for one event the decisions that must stand before it in its step: their kinds, the house
they are about (empty: whoever may decide), and what the answer must say. An empty list says that this one event of the
kind followed from no choice, which the function says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.thrones.state import events as e
from tests.adjudicator.rules.choices_of_storm import CHOSEN_IN_STORM, WITHOUT_CHOICE_IN_STORM
from tests.adjudicator.rules.told import Choice, Says, Told, picked

PIECES = (
    "disband-for-supply",
    "lose-to-wildlings",
    "take-casualty",
    "abandon-unit",
    "kill-footman",
    "pick-unit",
    "destroy-unit",
)


def _piece(unit: str, area: str, *, routed: bool) -> Choice:
    wanted = (unit, area, routed)
    return Choice(PIECES, "", lambda answer: (answer["unit"], answer["area"], answer.get("routed", False)) == wanted)


def _destroyed(event: e.UnitDestroyed, told: Told) -> list[Choice]:
    # Those that have no way out all die, and ships go down with their port.
    if event.because in ("no-retreat", "port-lost") or _all_die(event, told) or _all_lesser(event, told):
        return []
    return [_piece(event.unit, event.area, routed=event.routed)]


def _all_die(event: e.UnitDestroyed, told: Told) -> bool:
    """Whether all beaten units die, since the place they came from is another's."""
    return (
        event.because == "retreat"
        and told.edition.variant.beaten_need_control
        and not any(isinstance(one, e.Decided) and one.asked == "abandon-unit" for one in told.before)
    )


def _all_lesser(event: e.UnitDestroyed | e.UnitUpgraded, told: Told) -> bool:
    """Whether all units of a kind become lesser ones, or for want of pieces all die: nothing is left to choose."""
    card = told.edition.wildling_cards.get(event.because)
    if card is None or card.effect != "demote" or not _lowest(event.house, told):
        return False
    upgraded = any(isinstance(one, e.UnitUpgraded) and one.house == event.house for one in told.whole)
    return isinstance(event, e.UnitUpgraded) or not upgraded


def _lowest(house: str, told: Told) -> bool:
    return any(isinstance(one, e.WildlingsFought) and one.singled_out == house for one in told.before)


def _upgraded(event: e.UnitUpgraded, told: Told) -> list[Choice]:
    if event.because == "muster":
        wanted = {"area": event.area, "unit": event.after, "upgrade": True}
        return [Choice(("muster-units",), event.house, lambda a: any(wanted.items() <= w.items() for w in a["wants"]))]
    if _all_lesser(event, told):
        return []
    yes = Choice(("knight-footman",), event.house, lambda answer: bool(answer["yes"]))
    if any(isinstance(one, e.Decided) and one.asked == "knight-footman" for one in told.before):
        return [yes]
    return [_piece(event.before, event.area, routed=event.routed)]


def _mustered(event: e.UnitMustered, told: Told) -> list[Choice]:
    wanted = {"unit": event.unit, "area": event.area, "at": event.at}

    def says(answer: Mapping[str, Any]) -> bool:
        if answer["kind"] == "pick":
            return bool(answer["choice"] == event.at)
        return any(wanted.items() <= want.items() for want in answer["wants"])

    return [Choice(("muster-units", "pick-effect"), event.house, says)]


def _moved(event: e.UnitsMoved, told: Told) -> list[Choice]:
    return [_march(event.house, event.to, event.units)]


def _march(house: str, to: str, units: Mapping[str, int] | None = None) -> Choice:
    def says(answer: Mapping[str, Any]) -> bool:
        return to in answer["moves"] and (units is None or answer["moves"][to] == units)

    return Choice(("resolve-march", "move-troops"), house, says)


def _token(event: e.TokenPlaced, told: Told) -> list[Choice]:
    vassal = event.house in told.vassals  # he always leaves one
    return [
        Choice(
            ("resolve-march", "move-troops"),
            event.house,
            lambda a: a["area"] == event.area and (vassal or bool(a["leave_token"])),
        )
    ]


def _order_gone(event: e.OrderRemoved, told: Told) -> list[Choice]:
    here: Says = lambda answer: answer["area"] == event.area  # noqa: E731
    if told.step in ("raid", "march") and event.because in ("spent", "stayed", "without-target"):
        return [Choice((f"resolve-{told.step}",), event.house, here)]
    if told.step == "collect" and event.because == "spent" and told.edition.orders[event.order].type != "iron-bank":
        return [picked(event.house, event.area)]
    card = told.edition.cards.get(event.because)
    if card is None or card.effect in ("discard-defense", "clear-support"):
        return []  # it follows from what happened around it; texts that name no choice take all there is
    return [Choice(("remove-order",), card.house, here)]


def _bids(event: e.BidsRevealed, told: Told) -> list[Choice]:
    def bid(power: int) -> Says:
        return lambda answer: bool(answer["power"] == power)

    return [
        Choice(("place-bid",), house, bid(power)) for house, power in event.bids.items() if house not in told.vassals
    ]


def _track(event: e.TrackSet, told: Told) -> list[Choice]:
    ranked = [list(group) for group in event.tied]

    def says(group: list[str]) -> Says:
        return lambda answer: bool(list(answer["houses"]) == group)

    return [Choice(("settle-tie",), "", says(group)) for group in ranked]


def _singled_out(event: e.WildlingsFought, told: Told) -> list[Choice]:
    bids = next(one.bids for one in reversed(told.before) if isinstance(one, e.BidsRevealed))
    edge = max(bids.values()) if event.watch_won else min(bids.values())
    if list(bids.values()).count(edge) == 1:
        return []  # nobody shares the place
    return [Choice(("pick-tied",), "", lambda answer: answer["house"] == event.singled_out)]


def _taken_back(event: e.CardTakenBack, told: Told) -> list[Choice]:
    text, wild = told.edition.cards.get(event.because), told.edition.wildling_cards.get(event.because)
    if text is not None and text.effect == "fetch-card":
        return []  # the text names the card
    if wild is not None and wild.values.get("reward") == "all-cards-back":
        return []
    return [Choice(("take-back-card",), event.house, lambda answer: answer["card"] == event.card)]


def _discarded(event: e.CardDiscarded, told: Told) -> list[Choice]:
    text, wild = told.edition.cards.get(event.because), told.edition.wildling_cards.get(event.because)
    if text is not None:
        return [Choice(("discard-from-hand",), text.house, lambda answer: answer["card"] == event.card)]
    if wild is not None and not _lowest(event.house, told):
        return [picked(event.house, event.card)]
    return []  # the card that was played, or the strongest of the lowest bidder's


def _supported(event: e.SupportGiven, told: Told) -> list[Choice]:
    if isinstance(event.because, str):
        return []  # a text has turned it
    if event.side == "none":
        return [Choice(("give-support",), event.house, lambda answer: event.area in answer["sides"])]
    return [Choice(("give-support",), event.house, lambda answer: answer["sides"].get(event.area) == event.side)]


def _cards(event: e.CardsRevealed, told: Told) -> list[Choice]:
    def played(card: str) -> Says:
        return lambda answer: bool(answer["card"] == card)

    return [Choice(("choose-house-card",), house, played(card)) for house, card in event.cards.items()]


def _substituted(event: e.CardSubstituted, told: Told) -> list[Choice]:
    card = told.edition.cards[event.because]
    if card.effect == "random-card":
        return []  # chance chooses
    asked = [Choice(("pick-effect",), card.house, lambda answer: answer["choice"] in ("send-back", "play-another"))]
    if event.after:
        asked.append(Choice(("choose-house-card",), event.house, lambda answer: answer["card"] == event.after))
    return asked


def _retreated(event: e.UnitsRetreated, told: Told) -> list[Choice]:
    if event.attacking:
        return []  # they go back where they came from
    goal: Says = lambda answer: event.to in (answer.get("area"), answer.get("choice"))  # noqa: E731
    return [Choice(("retreat-to", "pick-effect"), "", goal)]


def _card_gone(event: e.CardRemoved, told: Told) -> list[Choice]:
    if told.edition.cards[event.because].effect != "remove-cards":
        return []  # it leaves by its own text
    if event.card == event.because:
        return [picked(event.house, "remove")]
    return [picked("", event.card)]


def _loyalty_laid(event: e.LoyaltyPlaced, told: Told) -> list[Choice]:
    if told.step == "loyalty":
        return []  # the areas are printed
    home = {house.home: house.id for house in told.edition.houses.values()}.get(event.area, event.area)
    return [Choice(("pick-effect",), "", lambda answer: answer["choice"] in (event.area, home))]


def _loyalty_moved(event: e.LoyaltyMoved, told: Told) -> list[Choice]:
    if event.cancelled:
        return [Choice(("cancel-move",), event.house, lambda answer: bool(answer["yes"]))]
    return [picked(event.house, event.area), picked(event.house, event.to)]


def _placed(event: e.UnitPlaced, told: Told) -> list[Choice]:
    wanted = (event.unit, "return-dragon")
    return [Choice(("pick-effect",), event.house, lambda answer: answer["choice"] in wanted)]


def _grew(event: e.UnitGrew, told: Told) -> list[Choice]:
    return [] if event.because == "round" else [picked("", str(event.round))]


def _improved(event: e.AreaImproved, told: Told) -> list[Choice]:
    wanted = (event.area, event.mark)

    def says(answer: Mapping[str, Any]) -> bool:
        return answer.get("area", answer.get("choice")) in wanted

    return [Choice(("improve-area", "pick-effect"), event.house, says)]


def _searched(event: e.DeckSearched, told: Told) -> list[Choice]:
    return [picked(event.house, event.deck)]


def _claimed(event: e.VassalClaimed, told: Told) -> list[Choice]:
    # The last player takes all that are left.
    return (
        [] if event.left_over else [Choice(("choose-vassal",), event.commander, lambda a: a["choice"] == event.house)]
    )


def _raven(event: e.RavenUsed, told: Told) -> list[Choice]:
    return [Choice(("use-raven",), event.house, lambda answer: (answer["area"] or "") == event.area)]


def _raven_looked(event: e.RavenLooked, told: Told) -> list[Choice]:
    return [picked(event.house, "bottom" if event.buried else "top")]


def _seized(event: e.ShipsSeized, told: Told) -> list[Choice]:
    return [picked(event.house, str(event.count))]


def _orders(event: e.OrdersRevealed, told: Told) -> list[Choice]:
    def laid(area: str, order: str) -> Says:
        return lambda answer: bool(answer["orders"].get(area) == order)

    kinds = ("place-orders", "place-vassal-orders")
    return [Choice(kinds, placed.house, laid(area, placed.order)) for area, placed in event.orders.items()]


def _raided(event: e.OrderRaided, told: Told) -> list[Choice]:
    return [Choice(("resolve-raid",), event.house, lambda answer: event.target in answer["targets"])]


def _tide(event: e.TideDrawn, told: Told) -> list[Choice]:
    # The first one is drawn by everybody.
    return [picked(event.house, "redraw")] if event.replaces else []


def _gifts(event: e.BidsGivenAway, told: Told) -> list[Choice]:
    return [Choice(("spread-bid",), event.house, lambda answer: answer["gifts"] == event.gifts)]


def _loan(event: e.LoanTaken, told: Told) -> list[Choice]:
    return [Choice(("take-loan",), event.house, lambda answer: answer["choice"] == event.loan)]


def _hired(event: e.UnitHired, told: Told) -> list[Choice]:
    wanted = {"unit": event.unit, "at": event.at}
    return [Choice(("place-units",), event.house, lambda a: any(wanted.items() <= w.items() for w in a["wants"]))]


CHOSEN: dict[type, Callable[[Any, Told], list[Choice]]] = {
    e.UnitDestroyed: _destroyed,
    e.UnitUpgraded: _upgraded,
    e.UnitMustered: _mustered,
    e.UnitsMoved: _moved,
    e.BattleStarted: lambda event, told: [_march(event.battle.attacker, event.battle.area)],
    e.NeutralOvercome: lambda event, told: [_march(event.house, event.area)],
    e.NeutralHeld: lambda event, told: [_march(event.house, event.area)],
    e.TokenPlaced: _token,
    e.OrdersRevealed: _orders,
    e.OrderRaided: _raided,
    e.OrderRemoved: _order_gone,
    e.RavenUsed: _raven,
    e.RavenLooked: _raven_looked,
    e.BidsRevealed: _bids,
    e.TrackSet: _track,
    e.WildlingsFought: _singled_out,
    e.CardTakenBack: _taken_back,
    e.CardDiscarded: _discarded,
    e.SupportGiven: _supported,
    e.CardsRevealed: _cards,
    e.CardSubstituted: _substituted,
    e.BladeUsed: lambda event, told: [Choice(("use-blade",), event.house, lambda answer: bool(answer["yes"]))],
    e.UnitsRetreated: _retreated,
    e.EffectChosen: lambda event, told: [picked(event.house, event.choice)],
    e.ShipsSeized: _seized,
    e.TideDrawn: _tide,
    e.CardRemoved: _card_gone,
    e.StrengthBought: lambda event, told: [picked(event.house, str(event.power))],
    e.CardCopied: lambda event, told: [picked(event.house, event.card)],
    e.CardAdded: lambda event, told: [picked(event.house, event.card)],
    e.CardWeakened: lambda event, told: [picked(event.by, "pay")],
    e.BidsGivenAway: _gifts,
    e.LoyaltyPlaced: _loyalty_laid,
    e.LoyaltyMoved: _loyalty_moved,
    e.UnitPlaced: _placed,
    e.UnitGrew: _grew,
    e.AreaImproved: _improved,
    e.DeckSearched: _searched,
    e.LoanTaken: _loan,
    e.UnitHired: _hired,
    e.VassalClaimed: _claimed,
    **CHOSEN_IN_STORM,
    e.VassalPassed: lambda event, told: [Choice(("choose-vassal",), event.house, lambda a: a["choice"] == "pass")],
}
WITHOUT_CHOICE: dict[type, str] = {
    e.Decided: "it is the choice",
    e.RoundStarted: "the sequence of play",
    e.PhaseStarted: "the sequence of play",
    e.DeckShuffled: "chance",
    e.WesterosRevealed: "chance",
    e.WesterosReturned: "the cards that were revealed",
    e.WesterosResolved: "the card does nothing",
    e.OrdersBanned: "the card, or what its chooser said, told as EffectChosen",
    e.WildlingsMoved: "their attack and icons; moved by a card's text the choice is asked without exception",
    e.SupplyChanged: "barrels are counted",
    e.PowerGained: "it follows from the event told with it; the pool sets the limit",
    e.PowerSpent: "the price of what was chosen, told with it, or all that a card takes",
    e.BadgeTaken: "the first place of a track",
    e.TokenRemoved: "whoever enters takes it away",
    e.StrengthsDeclared: "sums",
    e.TextSilenced: "the text leaves no choice",
    e.BattleWon: "sums",
    e.AreaTaken: "the winner of a battle moves in with all",
    e.BattleEnded: "the sequence of play",
    e.UnitsRallied: "all routed units stand up",
    e.OrdersCleared: "all orders that lie leave the board",
    e.GameEnded: "the winning conditions",
    e.OverrideIssued: "the game master's",
    e.AttackersReturned: "they go back where they came from; whom supply does not allow is chosen before",
    e.GarrisonRemoved: "it falls with its area",
    e.OrderMoved: "the text moves it with the army",
    e.WildlingCardDrawn: "chance",
    e.WildlingCardShown: "chance",
    e.LoyaltyGained: "all tokens of an area go to its master",
    e.HomeLost: "control",
    e.HomeRegained: "control",
    e.BankTokenTaken: "control",
    e.InterestPaid: "as much as the house has",
    e.LoansMoved: "the sequence of play",
    e.VassalsReleased: "the sequence of play",
    e.VassalHandDrawn: "chance",
    **WITHOUT_CHOICE_IN_STORM,
    e.PowerGiven: "given outside of questions, by the players",
}
