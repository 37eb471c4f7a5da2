"""The bot's suggestions to a person: orders, moves, bids, cards, and the reasons.

A suggestion names the parts of a sheet that it fills and says why in a code, which `narration` has a sentence for. The
bot's own sheets are made in `sheet_writing` and leave such choices open until they come up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from adjudicator.engine import Decision, Suggestion
from adjudicator.thrones.battle_ahead import battles_ahead
from adjudicator.thrones.bot.campaign import Campaign, Plan
from adjudicator.thrones.bot.outlook import Outlook
from adjudicator.thrones.bot.sight import Limits, Sight
from adjudicator.thrones.rules.marches import raid_goals, supply_changes
from adjudicator.thrones.rules.mustering import mustering_places
from adjudicator.thrones.rules.strength import can_support, total
from adjudicator.thrones.rules.supply import fits
from adjudicator.thrones.rules.vassals import foreseen
from adjudicator.thrones.sheet_writing import SheetWriter, complete_sheet
from adjudicator.thrones.sheets.battle import CardRule
from adjudicator.thrones.sheets.choices import BidRule
from adjudicator.thrones.sheets.kind import BotRule, SheetPart
from adjudicator.thrones.sheets.marches import Marches, MarchPlan, Move
from adjudicator.thrones.sheets.muster import MusterRule, Want
from adjudicator.thrones.sheets.name_book import AUCTION, CLAIM
from adjudicator.thrones.sheets.orders import RaidRule, wishes_of
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import Battle, Board, Force, OrderToken, View, decisions as d
from adjudicator.thrones.state.decisions import Amount, CardChoice, March, Recruits

# From these odds on an attack is called likely to succeed.
LIKELY = 0.7


def suggest(view: View, sheet: Sheet) -> tuple[Sheet, tuple[Suggestion, ...]]:
    """Return a sheet with the bot's choices where it has none, and their reasons.
    Whatever else is left open is left to the bot. Raises ValueError for spectators."""
    return _Suggester(view, sheet).suggest()


class _Suggester(SheetWriter):
    """A house with its view and the sheet that it has begun, which grows part by part."""

    def __init__(self, view: View, sheet: Sheet) -> None:
        super().__init__(view)
        self.begun, self.sheet = sheet, sheet
        self.decisions: tuple[Decision, ...] = (*view.waiting, *foreseen(self.board, self.edition, self.house))
        self.suggestions: list[Suggestion] = []
        self.plans: dict[str, Plan] = {}
        self.backed: set[str] = set()

    def suggest(self) -> tuple[Sheet, tuple[Suggestion, ...]]:
        """Fill every part that the turn asks for."""
        self.sheet = replace(complete_sheet(self.view, self.begun), steward=self.begun.steward)
        if not self._left("marches") and self.begun.marches == Marches():
            self._march()
        if not self._left("raids"):
            self._raid()
        if not self._left("muster"):
            self._muster()
        if self.turn.westeros or any(isinstance(decision, d.PlaceBid) for decision in self.decisions):
            self._bid()
        self.suggestions[:0] = self._orders()
        if not self._left("cards"):
            self._choose_cards()
        if BotRule() not in self.sheet.steward:
            self.sheet = replace(self.sheet, steward=(*self.sheet.steward, BotRule()))
            self.suggestions.append(Suggestion(("steward",), "rest"))
        return self.sheet, tuple(self.suggestions)

    def _left(self, part: SheetPart) -> bool:
        """Whether the player's own rules leave a part to the bot."""
        return any(rule.about(part) for rule in self.begun.steward)

    def _tokens(self, kind: str) -> Iterator[tuple[str, OrderToken]]:
        """Yield areas with units of the house that are to get an order of a type."""
        for area, order in self.sheet.orders.items():
            token = self.edition.orders.get(next(iter(wishes_of(order)), ""))
            if token is not None and token.does(kind) and self.board.force_of(self.house, area) is not None:
                yield area, token

    def _orders(self) -> Iterator[Suggestion]:
        """Yield the orders that the sheet had not, a march together with its goals."""
        for area, order in self.sheet.orders.items():
            token = self.edition.orders.get(next(iter(wishes_of(order)), ""))
            beside = ("marches", "raids", "muster")
            parts = tuple(f"{part}.{area}" for part in beside if area in self._added(part))
            if area not in self.begun.orders and token is not None:
                parts = (f"orders.{area}", *parts)
            if parts:
                reason, about = self._reason(area, token)
                yield Suggestion(parts, reason, area, about)

    def _added(self, part: str) -> list[str]:
        """Areas that got plans of a part here."""
        before, now = getattr(self.begun, part).areas, getattr(self.sheet, part).areas
        return [area for area in now if area not in before]

    def _reason(self, area: str, token: OrderToken | None) -> tuple[str, str]:
        """Return why an area gets its order, and what the reason is about."""
        plan = self.plans.get(area)
        if plan is not None and plan.attack:
            return ("likely-attack" if self._odds(plan, token) >= LIKELY else "attack"), plan.attack
        if plan is not None:
            return self._reason_to_advance(plan)
        if area in self._added("muster"):
            return "muster", area
        if token is None:
            return "order", area
        if token.does("support"):
            helped = next((to for to in self.backed if can_support(self.edition, area, to)), "")
            return ("help-attack", helped) if helped else ("help", area)
        if token.does("raid"):
            return "raid", next(iter(self._raidable(area)), "")
        if token.does("consolidate-power"):
            return "power", area
        if token.does("defense"):
            return "threat" if self.sight.attackers.get(area, {}).keys() - {self.house} else "guard", area
        return "order", area

    def _reason_to_advance(self, plan: Plan) -> tuple[str, str]:
        """Return why units move to areas without a battle."""
        free = [to for to in plan.moves if self.sight.owner[to] is None]
        for to in sorted(free, key=lambda to: -self.sight.chart.worth[to]):
            facts = self.sight.facts(to)
            for reason, amount in (("castle", facts.muster), ("barrel", facts.supply), ("crown", facts.power)):
                if amount:
                    return f"free-{reason}", to
            return "free", to
        return "nearer", next(iter(plan.moves))

    def _raidable(self, area: str) -> list[str]:
        """Return areas of others in reach of a raid, those with more to lose first."""
        sight, goals = self.sight, raid_goals(self.board, self.edition, self.house, area)
        family = self.board.family(self.house)
        others = [to for to in goals if to in self.board.forces and self.board.forces[to].house not in family]
        return sorted(others, key=lambda to: -sight.facts(to).power)

    def _raid(self) -> None:
        """Aim raids that have no targets yet."""
        areas = dict(self.sheet.raids.areas)
        for area, _ in self._tokens("raid"):
            if area not in areas and (targets := self._raidable(area)):
                areas[area] = (RaidRule(targets=tuple(targets[:3])),)
        self.sheet = replace(self.sheet, raids=replace(self.sheet.raids, areas=areas))

    # Marches, one after the other, each upon what those before it leave.

    def _march(self) -> None:
        """Plan the march that waits, or all that are ordered, the best first."""
        questions = [item for item in self.decisions if isinstance(item, d.ResolveMarch) and item.house == self.house]
        if questions:
            self._march_now(questions[0])
            return
        left, board, attacked = dict(self._tokens("march")), self.board, set[str]()
        areas: dict[str, tuple[MarchPlan, ...]] = {}
        while left:
            sight = Sight(board, self.edition, self.house, Limits(avoid=frozenset(attacked)))
            plans = [plan for area, token in left.items() if (plan := self._best(sight, area, token)) is not None]
            if not plans:
                break
            plan = max(plans, key=lambda plan: plan.score)
            del left[plan.area]
            self.plans[plan.area] = plan
            areas[plan.area] = (_march_plan(March(plan.area, plan.moves, plan.leave_token)),)
            board = _marched(board, plan)
            attacked |= {plan.attack} if plan.attack else set()
        self.backed = attacked
        self.sheet = replace(self.sheet, marches=Marches(areas=areas))

    def _march_now(self, question: d.ResolveMarch) -> None:
        """Plan the march that is asked for."""
        answer = self._answer(question, March)
        if answer is not None:
            self.plans[answer.area] = Plan(answer.area, dict(answer.moves), answer.leave_token, 0.0)
            self.sheet = replace(self.sheet, marches=Marches(areas={answer.area: (_march_plan(answer),)}))
            reason, about = self._reason_to_advance(self.plans[answer.area]) if answer.moves else ("stay", answer.area)
            self.suggestions.append(Suggestion((f"marches.{answer.area}",), reason, answer.area, about))

    def _best(self, sight: Sight, area: str, token: OrderToken) -> Plan | None:
        """Return the best plan by its gain over staying; None where staying is best."""
        if area not in sight.reaches:
            return None
        helpers = {helper: sight.strength(helper) for helper, _ in self._tokens("support")}
        extra = {
            to: float(sum(n for helper, n in helpers.items() if can_support(self.edition, helper, to)))
            for to in sight.reaches[area]
        }
        plans = Campaign(Outlook(sight), area, token.modifier, extra).plans()
        stay = next(plan.score for plan in plans if not plan.moves)
        for plan in plans:
            change = supply_changes(March(area, plan.moves))
            if plan.score > stay and plan.moves and fits(sight.board, self.edition, self.house, change):
                plan.score -= stay
                return plan
        return None

    def _odds(self, plan: Plan, token: OrderToken | None) -> float:
        """The chance that a plan's attack succeeds, with all support that is ordered."""
        target = plan.attack or ""
        near = [helper for helper, _ in self._tokens("support") if can_support(self.edition, helper, target)]
        extra = {target: float(sum(map(self.sight.strength, near)))}
        campaign = Campaign(Outlook(self.sight), plan.area, token.modifier if token else 0, extra)
        return campaign.odds(target, [unit for unit, n in plan.moves[target].items() for _ in range(n)])

    # Musters, bids and cards.

    def _muster(self) -> None:
        """Spend the points of a mustering to come, or of orders that muster."""
        places = mustering_places(self.board, self.edition, self.house)
        if not (self.turn.westeros and self.turn.likely("muster")):
            able = {area for area, token in self._tokens("consolidate-power") if token.musters}
            places = {area: points for area, points in places.items() if area in able}
        places = {area: points for area, points in places.items() if area not in self.begun.muster.areas}
        question = d.MusterUnits(seat=self.house, house=self.house, places=places)
        answer = self._answer(question, Recruits) if places else None
        areas = dict(self.sheet.muster.areas)
        for want in answer.wants if answer is not None else ():
            at = want.at if want.at != want.area else ""
            (rule,) = areas.get(want.area, (MusterRule(),))
            areas[want.area] = (replace(rule, wants=(*rule.wants, Want(unit=want.unit, at=at, upgrade=want.upgrade))),)
            if self.turn.westeros and not rule.wants:
                self.suggestions.append(Suggestion((f"muster.{want.area}",), "muster", want.area, want.area))
        self.sheet = replace(self.sheet, muster=replace(self.sheet.muster, areas=areas))

    def _bid(self) -> None:
        """Bid in the auctions to come, each from the Power that the earlier ones leave."""
        left, bids = self.board.power.get(self.house, 0), dict(self.sheet.bids)
        for auction in (name for name in (*self.edition.tracks, CLAIM, AUCTION) if name in self.turn.auctions):
            question = d.PlaceBid(seat=self.house, house=self.house, auction=auction, up_to=left)
            answer = self._answer(question, Amount) if left else None
            amount = answer.power if answer is not None else 0
            left -= amount
            if auction not in bids:
                bids[auction] = (BidRule(amount=amount),)
                reason = "bid-wildlings" if auction == AUCTION else "bid" if amount else "no-bid"
                self.suggestions.append(Suggestion((f"bids.{auction}",), reason, about=auction))
        self.sheet = replace(self.sheet, bids=bids)

    def _choose_cards(self) -> None:
        """Choose a card for each planned attack on units, and where an attack is likely."""
        if self.begun.cards.rules:
            return
        for plan in self.plans.values():
            if plan.attack and self.board.has_others(self.house, plan.attack):
                self._choose_card(self._attack(plan), "card")
        for ahead in battles_ahead(self.view, self.house, (self.sheet,)):
            if not ahead.certain and total(ahead.attack) >= total(ahead.defence):
                self._choose_card(ahead.begun, "card-defends")

    def _attack(self, plan: Plan) -> Battle:
        """The battle that a planned attack begins, with the support that is ordered."""
        target = str(plan.attack)
        foe, order = self.board.forces[target].house, next(iter(wishes_of(self.sheet.orders[plan.area])))
        backing = [area for area, _ in self._tokens("support") if can_support(self.edition, area, target)]
        battle = Battle(target, self.house, foe, plan.area, order, plan.moves[target])
        battle.pledges = dict.fromkeys(backing, "attacker")
        return battle

    def _choose_card(self, battle: Battle, reason: str) -> None:
        """Add a rule with the card that the bot would play in a battle, if any."""
        hand = tuple(self.board.hands.get(self.house, ()))
        role: Literal["attacker", "defender"] = "attacker" if battle.attacker == self.house else "defender"
        question = d.ChooseHouseCard(
            seat=self.house,
            house=self.house,
            area=battle.area,
            role=role,
            opponent=battle.opponent(self.house),
            choices=hand,
        )
        answer = self._answer(question, CardChoice, replace(self.board, battle=battle)) if hand else None
        if answer is None or not answer.card:
            return
        place = f"cards.rules[{len(self.sheet.cards.rules)}]"
        rules = (*self.sheet.cards.rules, CardRule(role=role, battles=(battle.area,), cards=(answer.card,)))
        self.sheet = replace(self.sheet, cards=replace(self.sheet.cards, rules=rules))
        self.suggestions.append(Suggestion((place,), reason, battle.area, answer.card))


def _march_plan(march: March) -> MarchPlan:
    """Return the plan of a march as a sheet says it."""
    moves = tuple(Move(to=to, units=dict(units)) for to, units in march.moves.items())
    leaders = {} if march.leaders is UNSET else dict(march.leaders)
    return MarchPlan(moves=moves, leave_token="if-possible" if march.leave_token else "never", leaders=leaders)


def _marched(board: Board, plan: Plan) -> Board:
    """Return the board after a march that meets nobody; who attacks has only left."""
    forces = dict(board.forces)
    origin = forces[plan.area]
    left = dict(origin.units)
    for to, units in plan.moves.items():
        left = _plus(left, units, -1)
        if to != plan.attack:
            there = forces.get(to, Force(origin.house))
            forces[to] = replace(there, units=_plus(there.units, units, 1))
    forces[plan.area] = replace(origin, units=left)
    if not forces[plan.area].size():
        del forces[plan.area]
    return replace(board, forces=forces)


def _plus(units: Mapping[str, int], more: Mapping[str, int], sign: int) -> dict[str, int]:
    counts = {kind: units.get(kind, 0) + sign * more.get(kind, 0) for kind in (*units, *more)}
    return {kind: count for kind, count in counts.items() if count}
