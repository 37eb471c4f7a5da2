"""Questions of battles, and about units that go: for supply, to the wildlings, in battle and after it."""

from __future__ import annotations

from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.board import Board
from narration.paragraph import Question
from narration.thrones.battle_sentences import card_told
from narration.thrones.questions import area_with_units, asks, pieces_named
from narration.thrones.voice import Voice
from narration.words import N_


@asks(d.GiveSupport, N_("support"))
def _support(ask: d.GiveSupport, board: Board, v: Voice) -> Question:
    if ask.defender:
        text = v.say(
            "{attacker} attacks {defender} in {area}: whom do you support?",
            attacker=v.house(ask.attacker),
            defender=v.house(ask.defender),
            area=v.area(ask.area),
        )
    else:
        text = v.say(
            "{attacker} meets the neutral force in {area}: do you support the attack?",
            attacker=v.house(ask.attacker),
            area=v.area(ask.area),
        )
    return Question(text, tuple(area_with_units(area, board, v) for area in ask.areas))


@asks(d.ChooseHouseCard, N_("House card"))
def _card(ask: d.ChooseHouseCard, board: Board, v: Voice) -> Question:
    values = {"opponent": v.house(ask.opponent), "area": v.area(ask.area)}
    if ask.role == "attacker":
        text = v.say("You attack {opponent} in {area}: which House card do you play?", **values)
    else:
        text = v.say("{opponent} attacks you in {area}: which House card do you play?", **values)
    return Question(text, tuple(card_told(card, v) for card in ask.choices))


@asks(d.UseBlade, N_("Valyrian steel blade"))
def _blade(ask: d.UseBlade, board: Board, v: Voice) -> Question:
    values = {"area": v.area(ask.area), "lead": v.sign(ask.lead)}
    return Question(v.say("Do you use the Valyrian steel blade in {area}? Without it you stand at {lead}.", **values))


@asks(d.RetreatTo, N_("retreat"))
def _retreat(ask: d.RetreatTo, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Where do you retreat from {area}?", area=v.area(ask.area)), tuple(v.area(area) for area in ask.choices)
    )


@asks(d.RemoveOrder, N_("order removed"))
def _remove(ask: d.RemoveOrder, board: Board, v: Voice) -> Question:
    card = v.card(ask.card)
    if ask.optional:
        text = v.say("{card}: which order is removed, if any?", card=card)
    else:
        text = v.say("{card}: which order is removed?", card=card)
    return Question(text, tuple(v.area(area) for area in ask.choices))


@asks(d.KnightFootman, N_("footman made a knight"))
def _knight(ask: d.KnightFootman, board: Board, v: Voice) -> Question:
    return Question(
        v.say("{card}: does a footman in {area} become a knight?", card=v.card(ask.card), area=v.area(ask.area))
    )


@asks(d.DiscardFromHand, N_("card discarded from the opponent's hand"))
def _discard(ask: d.DiscardFromHand, board: Board, v: Voice) -> Question:
    text = v.say(
        "{card}: for {power}, which card does {victim} lose, if any?",
        card=v.card(ask.card),
        power=v.power(ask.cost),
        victim=v.house(ask.victim),
    )
    return Question(text, tuple(v.card(card) for card in ask.choices))


@asks(d.DisbandForSupply, N_("disband for supply"))
def _disband(ask: d.DisbandForSupply, board: Board, v: Voice) -> Question:
    return Question(
        v.say("Your armies exceed what supply feeds. Which unit is disbanded?"), pieces_named(ask.choices, v)
    )


@asks(d.LoseToWildlings, N_("loss to the wildlings"))
def _lose(ask: d.LoseToWildlings, board: Board, v: Voice) -> Question:
    text = v.say_n(
        "The wildlings take {n} mustering point of units. Which unit goes?",
        "The wildlings take {n} mustering points of units. Which unit goes first?",
        ask.owed,
    )
    return Question(text, pieces_named(ask.choices, v))


@asks(d.TakeCasualty, N_("casualty"))
def _casualty(ask: d.TakeCasualty, board: Board, v: Voice) -> Question:
    return Question(
        v.say("The battle for {area} is lost. Which unit falls?", area=v.area(ask.area)), pieces_named(ask.choices, v)
    )


@asks(d.AbandonUnit, N_("unit left behind on the retreat"))
def _abandon(ask: d.AbandonUnit, board: Board, v: Voice) -> Question:
    text = v.say("Supply does not feed all who retreat to {area}. Which unit is lost?", area=v.area(ask.destination))
    return Question(text, pieces_named(ask.choices, v))


@asks(d.KillFootman, N_("footman killed"))
def _kill(ask: d.KillFootman, board: Board, v: Voice) -> Question:
    return Question(v.say("{card}: which footman falls?", card=v.card(ask.card)), pieces_named(ask.choices, v))
