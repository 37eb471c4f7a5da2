"""How the events of A Storm of Swords change a position."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.thrones.rules.apply.battle import applies
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import CLAIM_SPACES, Aid, Board, Gain, Leader, Placed, Position, Realm, Tactics


def _realm(board: Board) -> Realm:
    if board.realm is None:
        raise AssertionError("this game has no claim track, weather and alliances")
    return board.realm


def _tactics(board: Board) -> Tactics:
    if board.tactics is None:
        raise AssertionError("this game has no tactics cards")
    return board.tactics


@applies(e.LeaderTurned)
def _turned(position: Position, event: e.LeaderTurned) -> None:
    position.board.leaders[event.leader].active = event.active
    if event.order:
        del position.board.orders[event.area]


@applies(e.LeaderMoved)
def _moved(position: Position, event: e.LeaderMoved) -> None:
    board = position.board
    leader = board.leaders.setdefault(event.leader, Leader(event.house))
    leader.house, leader.area = event.house, event.area
    if board.battle is not None and event.leader in board.battle.leaders:
        board.battle.leaders.remove(event.leader)


@applies(e.LeaderTaken)
def _taken(position: Position, event: e.LeaderTaken) -> None:
    board, leader = position.board, position.board.leaders[event.leader]
    leader.active = False
    if board.battle is not None and event.leader in board.battle.leaders:
        board.battle.leaders.remove(event.leader)
    if event.joins:
        leader.house, leader.area = event.house, event.area
        _realm(board).alliances[event.victim].remove(event.joins)
        _realm(board).alliances.setdefault(event.house, []).append(event.joins)
    else:
        leader.area, leader.cell = "", event.house


@applies(e.HostageMoved)
def _hostage_moved(position: Position, event: e.HostageMoved) -> None:
    leader = position.board.leaders[event.leader]
    leader.area, leader.cell = event.area, "" if event.area else event.house


@applies(e.LeaderKilled)
def _killed(position: Position, event: e.LeaderKilled) -> None:
    board = position.board
    del board.leaders[event.leader]
    for pile in (board.hands.get(event.house, []), board.discards.get(event.house, [])):
        if event.card in pile:
            pile.remove(event.card)
            board.removed.append(event.card)


@applies(e.OfferMade, e.OfferAnswered)
def _told(position: Position, event: e.OfferMade | e.OfferAnswered) -> None:
    """What follows is told besides."""


@applies(e.TacticsLaid)
def _laid(position: Position, event: e.TacticsLaid) -> None:
    tactics = _tactics(position.board)
    tactics.open, tactics.barred, tactics.laid = {}, [], True


@applies(e.TacticsRevealed)
def _revealed(position: Position, event: e.TacticsRevealed) -> None:
    tactics = _tactics(position.board)
    tactics.open, tactics.laid = {house: [card] for house, card in event.cards.items()}, False


@applies(e.TacticAdded)
def _added(position: Position, event: e.TacticAdded) -> None:
    _tactics(position.board).open[event.house].append(event.card)


@applies(e.TacticRemoved)
def _removed(position: Position, event: e.TacticRemoved) -> None:
    tactics = _tactics(position.board)
    tactics.decks[event.house].remove(event.card)


@applies(e.TacticsBarred)
def _barred(position: Position, event: e.TacticsBarred) -> None:
    tactics = _tactics(position.board)
    if event.house:
        tactics.barred.append(event.house)
    else:
        tactics.forbidden.append(event.card)


@applies(e.OrderPlaced)
def _order_placed(position: Position, event: e.OrderPlaced) -> None:
    position.board.orders[event.area] = Placed(event.house, event.order)


@applies(e.AllianceTurned)
def _alliance_turned(position: Position, event: e.AllianceTurned) -> None:
    _realm(position.board).tops[event.deck] = event.card


@applies(e.AllianceTaken)
def _alliance_taken(position: Position, event: e.AllianceTaken) -> None:
    realm = _realm(position.board)
    if event.victim:
        realm.alliances[event.victim].remove(event.card)
    else:
        if position.hidden.decks[event.deck].pop(0) != event.card:
            raise AssertionError(f"{event.card} was not on top of deck {event.deck}")
        realm.tops.pop(event.deck, None)
    realm.alliances.setdefault(event.house, []).append(event.card)


@applies(e.AllianceLost)
def _alliance_lost(position: Position, event: e.AllianceLost) -> None:
    _realm(position.board).alliances[event.house].remove(event.card)
    if event.removed:
        position.board.removed.append(event.card)
    else:
        deck = event.deck
        position.hidden.decks[deck].append(event.card)


@applies(e.AllianceMade)
def _alliance_made(position: Position, event: e.AllianceMade) -> None:
    _realm(position.board).permanent[event.deck] = event.house


@applies(e.AllianceEnded)
def _alliance_ended(position: Position, event: e.AllianceEnded) -> None:
    del _realm(position.board).permanent[event.deck]


@applies(e.AidGiven)
def _aid_given(position: Position, event: e.AidGiven) -> None:
    battle = position.board.battle
    if battle is not None:
        battle.aid.append(Aid(event.house, event.side, event.card, event.strength))


@applies(e.BonusGained)
def _bonus_gained(position: Position, event: e.BonusGained) -> None:
    battle = position.board.battle
    if battle is not None:
        gain = Gain(event.house, event.card, event.strength, event.swords, event.fortifications)
        battle.gains.append(gain)


@applies(e.CardSpent)
def _card_spent(position: Position, event: e.CardSpent) -> None:
    _realm(position.board).spent.append(event.card)


@applies(e.ClaimGained)
def _claim_gained(position: Position, event: e.ClaimGained) -> None:
    board = position.board
    track = _realm(board).claim
    if event.out:
        track.pop(0)
    if event.paid:
        board.power[event.house] -= 1
    track.append(event.house)


@applies(e.ClaimLost)
def _claim_lost(position: Position, event: e.ClaimLost) -> None:
    track = _realm(position.board).claim
    track.pop(track.index(event.house) if event.space is UNSET else CLAIM_SPACES - event.space)


@applies(e.WeatherChanged)
def _weather_changed(position: Position, event: e.WeatherChanged) -> None:
    _realm(position.board).weather = event.place


@applies(e.LossSpared)
def _loss_spared(position: Position, event: e.LossSpared) -> None:
    if position.board.battle is not None:
        position.board.battle.spared += 1
