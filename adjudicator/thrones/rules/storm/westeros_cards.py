"""Claim Westeros and Hidden Schemes, and what bids count more by cards (Storm of Swords rules: Westeros cards)."""

from __future__ import annotations

from adjudicator.engine.chance import shuffle
from adjudicator.engine.step import Play, Step
from adjudicator.thrones.rules.ahead import Ahead, may_ask
from adjudicator.thrones.rules.bidding import bids_ahead, collect_bids
from adjudicator.thrones.rules.control import players_of
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.storm.claim import gain_claim
from adjudicator.thrones.rules.wildlings import singled_out, ties_ahead
from adjudicator.thrones.state import events as e
from adjudicator.thrones.state.board import Board
from adjudicator.thrones.state.edition import Edition

# The auction of Claim Westeros, as bids name it.
CLAIM = "claim"
CLAIM_RULE, SCHEMES_RULE = "westeros.claim-westeros", "westeros.hidden-schemes"
# The tactics card that Hidden Schemes forbids, by its effect.
FORGING = "forge-alliances"


def bid_bonus(board: Board, edition: Edition, house: str, auction: str) -> int:
    """What open tactics cards add to all bids of a house, and its alliance cards to those for claim."""
    tactics = board.tactics.open.get(house, ()) if board.tactics is not None else ()
    found = sum(int(edition.tactics[card].values.get("bid", 0)) for card in tactics)
    if auction == CLAIM and board.realm is not None:
        held = board.realm.alliances.get(house, ())
        found += sum(int(edition.alliances[card].values.get("bid", 0)) for card in held)
    return found


def _claim_ahead(ahead: Ahead, deck: str) -> None:
    bids_ahead(ahead)
    ties_ahead(ahead)


@may_ask(_claim_ahead)
def claim_westeros(game: Game, deck: str) -> Play:
    """All bid: the highest gains a claim, the lowest may choose no tactics card next time. The holder of the Iron
    Throne decides between equal ones; who is highest is not lowest while anybody else bid as little."""
    card = game.board.revealed.get(deck, "claim-westeros")
    bids = yield from collect_bids(game, CLAIM, CLAIM_RULE, players_of(game.board))
    highest = yield from singled_out(game, bids, highest=True, auction=CLAIM)
    rest = {house: bid for house, bid in bids.items() if house != highest or bid > min(bids.values())}
    lowest = yield from singled_out(game, rest or bids, highest=False, auction=CLAIM)
    if game.board.tactics is not None:
        game.tell(e.TacticsBarred(because=card, house=lowest), CLAIM_RULE)
    gain_claim(game, highest, 1, card, CLAIM_RULE)
    return []


def hidden_schemes(game: Game, deck: str) -> list[Step]:
    """Nobody may choose Forge Alliances this round; every alliance deck is shuffled and its top card turned up."""
    board, hidden = game.board, game.position.hidden
    card = board.revealed.get(deck, "hidden-schemes")
    for tactic in game.edition.tactics.values():
        if tactic.effect == FORGING and board.tactics is not None:
            game.tell(e.TacticsBarred(because=card, card=tactic.id), SCHEMES_RULE)
    for name, cards in game.edition.alliance_decks.items():
        left = sorted(hidden.decks.get(name, ()), key=cards.index)
        if left:
            purpose = f"deck-{name}/round-{board.round}"
            order = shuffle(hidden.seed, purpose, left)
            game.tell(e.DeckShuffled(deck=name, purpose=purpose, order=tuple(order)), SCHEMES_RULE)
            game.tell(e.AllianceTurned(deck=name, card=order[0]), SCHEMES_RULE)
    return []
