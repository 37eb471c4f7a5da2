"""Single rules of a sheet in words, without their conditions."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.thrones.sheets import sheet as s
from adjudicator.thrones.sheets.sheet_marches import STAYS
from narration.thrones.condition_phrases import sum_words
from narration.thrones.voice import Voice
from narration.words import N_

BLADES = {"always": N_("always"), "never": N_("never"), "if-decisive": N_("only if it turns the battle")}
LIKINGS = {
    "cheapest": N_("the cheapest"),
    "dearest": N_("the dearest"),
    "farthest-from-home": N_("the farthest from home"),
    "nearest-home": N_("the nearest to home"),
    "smallest-army": N_("from the smallest army"),
    "largest-army": N_("from the largest army"),
    "routed": N_("routed ones first"),
    "standing": N_("standing ones first"),
}
ROLES = {"any": N_("in battle"), "attacker": N_("attacking"), "defender": N_("defending")}
SPECIAL_CARDS = {
    "strongest": N_("the strongest"),
    "weakest": N_("the weakest"),
    "enough": N_("the weakest that surely wins"),
    "likely": N_("the weakest that likely wins"),
    "best": N_("what beats most of theirs"),
}
REFUGES = {s.HOME: N_("nearest to home"), s.SAFEST: N_("where marches threaten least")}
LEFT = {
    "orders": N_("Orders"),
    "raven": N_("Raven"),
    "raids": N_("Raids"),
    "marches": N_("Marches"),
    "support": N_("Support"),
    "cards": N_("Cards"),
    "blade": N_("Blade"),
    "retreat": N_("Retreat"),
    "losses": N_("Losses"),
    "bids": N_("Bids"),
    "ties": N_("Ties"),
    "muster": N_("Muster"),
    "texts": N_("Card texts"),
    "choices": N_("Choices"),
    "loans": N_("Loans"),
    "vassals": N_("Vassals"),
    "troops": N_("Units moved by cards"),
    "hostages": N_("Hostages"),
}
FOES = {
    "anybody": N_("anybody"),
    "nobody": N_("nobody"),
    "attackers": N_("who attacked this house in this round or the last"),
}
KINDS_OF_AREAS = {
    "any-settlement": N_("any settlement"),
    "any-barrel": N_("any area with barrels"),
    "any-crown": N_("any area with crowns"),
    "any-land": N_("any land"),
    "any-sea": N_("any sea"),
}


def _card(card: str, v: Voice) -> str:
    return v.say(SPECIAL_CARDS[card]) if card in SPECIAL_CARDS else v.card(card)


def _who(house: str, v: Voice) -> str:
    words = {"me": v.say("me"), "nobody": v.say("nobody"), "opponent": v.say("the opponent")}
    words |= {"attacker": v.say("the attacker"), "defender": v.say("the defender")}
    return words.get(house) or v.house(house)


def _then(items: Iterable[str], v: Voice) -> str:
    return v.say(", else ").join(items)


def _in(areas: tuple[str, ...], v: Voice) -> str:
    return " " + v.say("in {areas}", areas=v.either(v.area(area) for area in areas)) if areas else ""


def raid_words(rule: s.RaidRule, v: Voice) -> str:
    """What a raid does."""
    if rule.wait:
        return v.say("not yet")
    if not rule.targets:
        return v.say("no raid")
    targets = _then((_target(target, v) for target in rule.targets), v)
    kinds = _then((v.order(kind) if kind in v.edition.orders else v.ban(kind) for kind in rule.types), v)
    return v.say("raid {targets}", targets=f"{targets} ({kinds})" if kinds else targets)


def _target(target: str, v: Voice) -> str:
    if target == s.ANY_TARGET:
        return v.say("any order")
    return v.say("any order of {house}", house=v.house(target)) if target in v.edition.houses else v.area(target)


def plan_words(plan: s.MarchPlan, v: Voice) -> str:
    """Who goes where."""
    if plan.wait:
        return v.say("not yet")
    if not plan.moves and not plan.leaders:
        return v.say("stay")
    legs = "; ".join([*(_move(move, v) for move in plan.moves), *_led(plan, v)])
    if plan.leave_token == "if-possible":
        return v.say("{legs}; leave a power token if possible", legs=legs)
    return v.say("{legs}; leave a power token, or do not go", legs=legs) if plan.leave_token == "must" else legs


def _led(plan: s.MarchPlan, v: Voice) -> list[str]:
    """Where leaders go."""
    return [
        v.say("{leader} stays", leader=v.leader(name))
        if to == STAYS
        else v.say("{leader} to {area}", leader=v.leader(name), area=v.area(to))
        for name, to in plan.leaders.items()
    ]


def wish_words(wish: s.Wish, v: Voice) -> str:
    """What is taken, preferred, not entered, not left."""

    def areas(names: Iterable[str]) -> Iterable[str]:
        return (v.say(KINDS_OF_AREAS[name]) if name in KINDS_OF_AREAS else v.area(name) for name in names)

    parts = []
    if wish.take and wish.origins:
        origins = v.either(map(v.area, wish.origins))
        parts.append(v.say("take {areas} from {origins}", areas=_then(areas(wish.take), v), origins=origins))
    elif wish.take:
        parts.append(v.say("take {areas}", areas=_then(areas(wish.take), v)))
    if wish.prefer:
        parts.append(v.say("prefer {areas}", areas=_then(areas(wish.prefer), v)))
    if wish.avoid:
        parts.append(v.say("never march into {areas}", areas=v.either(areas(wish.avoid))))
    if wish.stay:
        parts.append(v.say("at least {n} stay in {areas}", n=wish.keep, areas=v.areas(wish.stay)))
    return "; ".join(parts)


def _move(move: s.Move, v: Voice) -> str:
    goal = v.area(move.to)
    if isinstance(move.units, dict):
        return f"{v.units(move.units) or v.say('nobody')} \u2192 {goal}"
    who = v.say("all") if move.units == "all" else v.say("the rest")
    stays = v.units(move.keep)
    return f"{who} \u2192 {goal}" + (" " + v.say("({units} stay)", units=stays) if stays else "")


def support_words(rule: s.SupportRule, v: Voice) -> str:
    """Whom to help."""
    whom = v.say("whoever fights") if rule.whom == s.WHOEVER else _who(rule.whom, v)
    text = v.say("help {whom}", whom=whom)
    if rule.areas:
        text = v.say("{areas}: {rule}", areas=v.areas(rule.areas), rule=text)
    if rule.against:
        text += " " + v.say("against {houses}", houses=v.either(map(v.house, rule.against)))
    return text + (
        " " + v.say("in battles for {areas}", areas=v.either(map(v.area, rule.battles))) if rule.battles else ""
    )


def card_words(rule: s.CardRule | s.AvoidRule, v: Voice) -> str:
    """Which cards, in which battles."""
    text = v.say(ROLES[rule.role]) + _in(rule.battles, v)
    if rule.opponents:
        text += " " + v.say("against {houses}", houses=v.either(map(v.house, rule.opponents)))
    text = v.say(
        "{battle}: {cards}", battle=text, cards=_then((_card(card, v) for card in rule.cards), v) or v.say("any card")
    )
    if isinstance(rule, s.CardRule) and rule.exclude:
        text += ", " + v.say("never {cards}", cards=v.either(map(v.card, rule.exclude)))
    return text


def take_back_words(rule: s.TakeBackRule, v: Voice) -> str:
    """Which card returns."""
    text = (
        v.say("take back {cards}", cards=_then((_card(card, v) for card in rule.cards), v))
        if rule.cards
        else v.say("take no card back")
    )
    return text + (f" ({v.either(map(v.reason, rule.because))})" if rule.because else "")


def remove_words(rule: s.RemoveOrderRule, v: Voice) -> str:
    """Which order is removed."""
    if rule.decline:
        return v.say("remove no order")
    text = v.say("remove an order") + _in(rule.areas, v)
    kinds = [v.order(kind) if kind in v.edition.orders else v.ban(kind) for kind in rule.types]
    extras = [_then(kinds, v), _then((_who(owner, v) for owner in rule.owners), v)]
    return ": ".join([text, *filter(None, extras)])


def discard_words(rule: s.DiscardRule, v: Voice) -> str:
    """Which card the opponent loses."""
    if not rule.cards:
        return v.say("discard nothing")
    return v.say("discard {cards}", cards=_then((_card(card, v) for card in rule.cards), v))


def knight_words(rule: s.KnightRule, v: Voice) -> str:
    """Whether a footman becomes a knight."""
    text = v.say("make the footman a knight") if rule.use else v.say("the footman stays a footman")
    return text + _in(rule.areas, v)


def loss_words(rule: s.LossRule, v: Voice) -> str:
    """Which unit goes first."""
    units = _then((v.a_unit(unit) for unit in rule.units), v) or v.say("any unit")
    text = units + _in(rule.areas, v)
    if rule.likings:
        text += ", " + ", ".join(v.say(LIKINGS[liking]) for liking in rule.likings)
    return text + (", " + v.say("while more than {n} stand there", n=rule.keep) if rule.keep else "")


def retreat_words(rule: s.RetreatRule, v: Voice) -> str:
    """Where to."""
    goals = _then((v.say(REFUGES[area]) if area in REFUGES else v.area(area) for area in rule.areas), v)
    if not rule.battles:
        return goals
    return v.say("from {battles}: {goals}", battles=v.either(map(v.area, rule.battles)), goals=goals)


def bid_words(rule: s.BidRule, v: Voice) -> str:
    """How much."""
    said = v.power(rule.amount) if isinstance(rule.amount, int) else sum_words(rule.amount, v)
    match rule.how:
        case "exactly":
            return said
        case "up-to":
            return v.say("up to {power}, keep {n}", power=said, n=rule.keep)
        case "all":
            return v.say("all")
    return v.say("all but {n}", n=rule.keep)


def steward_words(rule: s.StewardRule, v: Voice) -> str:
    """What is left to the steward, and within which limits."""
    text = v.both(v.say(LEFT[part]) for part in rule.what) if rule.what else v.say("everything that no rule decides")
    limits = []
    if rule.never_empty:
        areas = v.both(map(v.area, rule.never_empty))
        limits.append(v.say("{areas} never with fewer than {n} units", areas=areas, n=rule.keep))
    if rule.may_attack:
        foes = v.either(v.say(FOES[foe]) if foe in FOES else v.house(foe) for foe in rule.may_attack)
        limits.append(v.say("may attack: {houses}", houses=foes))
    if rule.never_attack:
        limits.append(v.say("never against {houses}", houses=v.either(map(v.house, rule.never_attack))))
    if rule.never_play:
        limits.append(v.say("never {cards}", cards=v.either(map(v.card, rule.never_play))))
    if rule.most < s.StewardRule().most:
        limits.append(v.say("bids at most {n}", n=rule.most))
    if rule.save:
        limits.append(v.say("bids all but {n} at most", n=rule.save))
    return "; ".join([text, *limits])


def tie_words(rule: s.TieRule, v: Voice) -> str:
    """In which order the tied stand."""
    order = ", ".join(_who(house, v) for house in rule.houses)
    return f"{order} ({v.both(map(v.track, rule.auctions))})" if rule.auctions else order


def wants_words(rule: s.MusterRule, v: Voice) -> str:
    """What is mustered."""
    if not rule.wants:
        return v.say("nothing")
    text = (
        _then((_want(want, v) for want in rule.wants), v) if rule.whole else "; ".join(_want(w, v) for w in rule.wants)
    )
    return (
        v.say("all of this or nothing: {wants}", wants="; ".join(_want(w, v) for w in rule.wants))
        if rule.whole
        else text
    )


def _want(want: s.Want, v: Voice) -> str:
    if want.upgrade:
        return v.say("upgrade to {unit}", unit=v.a_unit(want.unit))
    return v.say("{unit} in {at}", unit=v.a_unit(want.unit), at=v.area(want.at)) if want.at else v.a_unit(want.unit)
