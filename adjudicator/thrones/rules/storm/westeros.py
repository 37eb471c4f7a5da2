"""The claim track, and Westeros and wildling cards of A Storm of Swords.

What flags and tokens come to is counted in `rules.control`, like the settlements of other boards.

What a wildling card does when the attack is fought: `rules.wildlings.attack_with_card`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from adjudicator.engine import Asks, Play, Step
from adjudicator.thrones.rules import round
from adjudicator.thrones.rules.bidding import bids_ahead, collect_bids
from adjudicator.thrones.rules.control import claim_track, free_tokens, players_of
from adjudicator.thrones.rules.round import Ahead, may_ask
from adjudicator.thrones.rules.step_context import Game
from adjudicator.thrones.rules.wildlings import CARD_RULE, singled_out
from adjudicator.thrones.state import CLAIM_SPACES, Board, Edition, decisions as d, events as e


def gain_claim(game: Game, house: str, amount: int, because: str, rule: str) -> int:
    """Lay claim tokens from the pool, else from available Power; return how many.

    One by one; without either none. On a full track the oldest first returns to its owner's pool, so a house may lay
    its own again. The game may be over afterwards (`board.ending`): claim wins at any moment.
    """
    board = game.board
    for laid in range(amount):
        track = claim_track(board)
        out = track[0] if len(track) == CLAIM_SPACES else ""
        pool = free_tokens(board, game.edition, house) + (out == house)
        if pool < 1 and board.power[house] < 1:
            return laid
        game.tell(e.ClaimGained(house=house, because=because, paid=pool < 1, out=out), rule)
        if game.won():
            return laid + 1
    return amount


def claim_spaces(track: Sequence[str], house: str) -> tuple[str, ...]:
    """Return a house's claim spaces, last first out; of adjacent tokens the oldest."""
    places = [n for n, owner in enumerate(track) if owner == house and (n == 0 or track[n - 1] != house)]
    return tuple(str(CLAIM_SPACES - n) for n in reversed(places))


def lose_claim(game: Game, house: str, because: str, by: str, rule: str) -> Asks[None]:
    """Remove one of a house's claim tokens, chosen by `by`; the others close up."""
    spaces = claim_spaces(claim_track(game.board), house)
    if not spaces:
        return
    space: int | UnsetType = UNSET
    if len(spaces) > 1 and not game.edition.variant.oldest_claim_lost:
        space = int((yield from game.pick(by, because, spaces, house)))
    game.tell(e.ClaimLost(house=house, because=because, by=by, space=space), rule)


# The auction of Claim Westeros, as bids name it.
CLAIM = "claim"
CLAIM_RULE, SCHEMES_RULE = "westeros.claim-westeros", "westeros.hidden-schemes"
# The tactics card that Hidden Schemes forbids, by its effect.
FORGING = "forge-alliances"


def bid_bonus(board: Board, edition: Edition, house: str, auction: str) -> int:
    """Return the bid bonus of open tactics cards, and of alliance cards for claim."""
    tactics = board.tactics.open.get(house, ()) if board.tactics is not None else ()
    bonus = sum(int(edition.tactics[card].values.get("bid", 0)) for card in tactics)
    if auction == CLAIM and board.realm is not None:
        alliances = board.realm.alliances.get(house, ())
        bonus += sum(int(edition.alliances[card].values.get("bid", 0)) for card in alliances)
    return bonus


def _claim_ahead(ahead: Ahead, deck: str) -> None:
    bids_ahead(ahead)
    ahead.judge(d.PickTied)


@may_ask(_claim_ahead)
def claim_westeros(game: Game, deck: str) -> Play:
    """Bid for claim: the highest gains one, the lowest may choose no tactics card."""
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
    """Bar Forge Alliances this round; shuffle alliance decks, turn their top cards up."""
    board, hidden = game.board, game.position.hidden
    card = board.revealed.get(deck, "hidden-schemes")
    for tactic in game.edition.tactics.values():
        if tactic.effect == FORGING and board.tactics is not None:
            game.tell(e.TacticsBarred(because=card, card=tactic.id), SCHEMES_RULE)
    for name, cards in game.edition.alliance_decks.items():
        left = sorted(hidden.decks.get(name, ()), key=cards.index)
        if left:
            order = game.shuffle_deck(name, f"deck-{name}/round-{board.round}", left, SCHEMES_RULE)
            game.tell(e.AllianceTurned(deck=name, card=order[0]), SCHEMES_RULE)
    return []


ATTACK = "wildling-attack"


def reveal_westeros(game: Game) -> list[Step]:
    """Turn up the Westeros cards, and the wildling card if there is a Wildling Attack."""
    steps = round.reveal_westeros(game)
    if any(game.edition.westeros[card].step == ATTACK for card in game.board.revealed.values()):
        game.tell(e.WildlingCardShown(card=game.position.hidden.decks["wildlings"][0]), CARD_RULE)
    return steps
