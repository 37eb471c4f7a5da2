"""What the bot chooses among councils and allies, and what it uses that may be left."""

from __future__ import annotations

from adjudicator.btwixt.rules.scoring import UNSEEN
from adjudicator.btwixt.rules.selecting import Acting
from adjudicator.btwixt.state import decisions as d, edition as c
from adjudicator.btwixt.state.position import other_council
from tests.bench.reference.btwixt import stakes
from tests.bench.reference.btwixt.bidding import Bid
from tests.bench.reference.btwixt.deeds import AN_ALLY, killing, moving, worth
from tests.bench.reference.btwixt.outlook import Outlook


def council(outlook: Outlook, asked: d.ChooseCouncil) -> d.CouncilChoice:
    """The council that makes things best."""

    def good(name: str) -> float:
        match asked.use:
            case "claim":
                return stakes.claimed(outlook, name)
            case "place" | "move-ally":
                power = outlook.gained_by(asked.ally, name) if asked.ally else AN_ALLY
                return outlook.better_by({name: power})
            case "vote":
                ally = outlook.board.current
                return outlook.better_by({name: outlook.gained_by(ally, name)}) if ally else 0.0
            case "take-token" | "return-token":
                return outlook.better_by({name: -outlook.token(name)})
            case "look":
                return float(outlook.board.councils[name].tokens)
        return outlook.better_by({name: float(UNSEEN)})

    return d.CouncilChoice(max(asked.choices, key=lambda name: (good(name), name)))


def ally(outlook: Outlook, asked: d.ChooseAlly) -> d.AllyChoice:
    """The ally whose death, move or coming makes things best."""

    def good(one: d.AllyChoice) -> float:
        if asked.use == "kill":
            return killing(outlook, one)
        if asked.use == "move":
            return moving(outlook, one, other_council(outlook.board, outlook.house, one.council))
        return max(outlook.gained_by(one.ally, name) for name in outlook.mine)

    return max(asked.choices, key=lambda one: (good(one), one.ally))


def arrange(outlook: Outlook, asked: d.ArrangeTop) -> d.AllyOrder:
    """The strongest on top."""
    allies = outlook.edition.allies
    return d.AllyOrder(tuple(sorted(asked.allies, key=lambda one: -allies[one].power)))


def use(outlook: Outlook, asked: d.UseAbility) -> d.YesNo:
    """Whatever brings something."""
    if asked.source in outlook.edition.allies:
        return d.YesNo(_of_ally(outlook, asked.source))
    ability = next(one for one in outlook.edition.influence[asked.source].abilities if one.may)
    if any(isinstance(op, c.ReturnCard) for op in ability.do):
        return d.YesNo(_takes_back(outlook, ability))
    if any(isinstance(op, c.KillAlly) and op.ally == "current" for op in ability.do):
        return d.YesNo(_better_dead(outlook))
    return d.YesNo(worth(outlook, ability, Acting(asked.source, outlook.house, False)) > 0)


def _of_ally(outlook: Outlook, source: str) -> bool:
    board = outlook.board
    ability = next(one for one in outlook.edition.allies[source].abilities if one.may or one.offer)
    if ability.offer is not None:
        assert board.won is not None
        lost = stakes.theirs(outlook, board.won.house)
        without = outlook.best_place(float(UNSEEN), board.won.house)[1]
        return outlook.best_place(2.0 * UNSEEN, outlook.house)[1] + without > lost
    held = next((name for name, one in board.councils.items() if source in one.allies), "")
    found = worth(outlook, ability, Acting(source, outlook.house, True, council=held))
    dies = [op for op in ability.do if isinstance(op, c.KillAlly) and op.ally == "this"]
    if dies and held:
        found += killing(outlook, d.AllyChoice(source, held))
    return found > 0


def _takes_back(outlook: Outlook, ability: c.Ability) -> bool:
    """A card is taken back if the bid is as good as lost, or won without it."""
    bid = Bid(outlook)
    pile = outlook.board.piles[outlook.house]
    best = max((outlook.edition.influence[one.card].value for one in pile[:-1]), default=0)
    return bid.mine - best >= bid.need or bid.need > bid.limit or (not bid.leads and bid.mine + 9 < bid.need)


def _better_dead(outlook: Outlook) -> bool:
    """Whether an ally of the dead is worth more than the one just won."""
    powers = [outlook.edition.allies[one].power for one in outlook.board.dead]
    current = outlook.edition.allies[outlook.board.current].power if outlook.board.current else 0
    return max(powers, default=0) > current
