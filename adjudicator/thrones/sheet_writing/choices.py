"""What cards leave to choose, written ahead: by the card or the badge that asks, or by what it asks about."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.thrones.rules.storm import activation, executions, hostages
from adjudicator.thrones.rules.storm.tactics import TACTICS, to_choose
from adjudicator.thrones.sheet_writing.outlook import Desk
from adjudicator.thrones.sheets.conditions import tree as c
from adjudicator.thrones.sheets.effects.effect import Ahead, Effect
from adjudicator.thrones.sheets.effects.house_cards import FIEFDOMS
from adjudicator.thrones.sheets.effects.table import EFFECTS, liking_of
from adjudicator.thrones.sheets.sheet import ChoiceRule
from adjudicator.thrones.state import decisions as d
from adjudicator.thrones.state.components import AllianceCard, HouseCard
from adjudicator.thrones.steward.feud import ranked
from adjudicator.thrones.steward.outlook import Outlook

Rules = tuple[ChoiceRule, ...]
# Areas and the like that a rule names, best first, and places on tracks for which a rule is written.
MOST_NAMED, MOST_PLACES = 30, 9
# By how much a battle may be behind for a card that is sent back, or played besides, to turn it.
TURNS = 3
PORTS = ("3", "2", "1", "0")


def write_choices(desk: Desk) -> dict[str, Rules]:
    """Whatever may be asked of the house in a call, as far as it can be said ahead."""
    found: dict[str, Rules] = {"port": (ChoiceRule(pick=PORTS),)}
    ports = [area.id for area in desk.edition.areas.values() if area.kind == "port"]
    if ports:
        found["consolidate-power"] = (ChoiceRule(pick=tuple(ports)),)
    found |= _of_westeros(desk)
    found |= _of_wildlings(desk)
    found |= _of_cards(desk)
    found |= _of_tactics(desk)
    found |= _of_alliances(desk)
    found |= _of_leaders(desk)
    if desk.house in desk.board.points:
        weakest = tuple(ranked(desk.sight, [house for house in desk.board.houses if house != desk.house])[:2])
        found |= {track: (ChoiceRule(pick=weakest),) for track in desk.edition.tracks}
    return found


def _of_westeros(desk: Desk) -> dict[str, Rules]:
    """Westeros cards: of those that the house would choose for, what it would choose now; loyalty by liking."""
    found: dict[str, Rules] = {}
    for card in desk.edition.westeros.values():
        if card.options and card.chooser and desk.board.holders.get(card.chooser) == desk.house:
            found |= _best(desk, card.id, [option.id for option in card.options])
        elif card.effect and desk.board.points:
            found |= _of_loyalty(desk, card.id)
    return found


def _of_loyalty(desk: Desk, card: str) -> dict[str, Rules]:
    """Where tokens go, and from where: areas and houses in the order of liking, and what is not done at its place."""
    areas = [area for area in desk.edition.areas if desk.edition.areas[area].kind == "land"]
    effect = desk.edition.westeros[card].effect
    if effect in ("token-to-homes", "two-by-another"):
        return _ranked(desk, card, [*(h for h in desk.board.houses if h != desk.house), "decline"])
    if effect == "everybody-moves":
        moved = {area: desk.edition.areas[area].land for area in desk.board.loyalty}
        found = _ranked(desk, card, [area for area, near in moved.items() if near])
        for area, near in moved.items():
            found |= _ranked(desk, card, near, area)
        return found
    if effect in ("token-to-one-of", "two-by-rivers"):
        return _ranked(desk, card, [*areas, "decline"])
    return {}


def _of_wildlings(desk: Desk) -> dict[str, Rules]:
    """Wildling cards: the track on which there is least to lose, places before units, areas by their worth; one that
    was looked at stays on top if it does no harm."""
    found: dict[str, Rules] = {}
    outlook = Outlook(desk.sight)
    own = sorted(desk.sight.own(), key=lambda area: -outlook.worth(area))
    for card in desk.edition.wildling_cards.values():
        if card.effect == "down-the-tracks":
            if desk.house not in desk.board.points:
                found |= _ranked(desk, card.id, desk.edition.tracks)
        elif card.effect == "units-or-places":
            found[card.id] = (ChoiceRule(pick=("places", "units")),)
        elif own:
            found[card.id] = (ChoiceRule(pick=tuple(own[:MOST_NAMED])),)
        if desk.board.holders.get("messenger-raven") == desk.house:
            bottom = _best(desk, "messenger-raven", ["bottom", "top"], card.id)[card.id][0]
            found[card.id] = (*found.get(card.id, ()), bottom)
    return found


def _of_cards(desk: Desk) -> dict[str, Rules]:
    """House cards, those in hand and those that may come back."""
    found: dict[str, Rules] = {}
    board, edition = desk.board, desk.edition
    for card in (*board.hands.get(desk.house, ()), *board.discards.get(desk.house, ())):
        effect = EFFECTS.get(edition.cards[card].effect)
        if effect is not None and effect.ahead:
            found[card] = _AHEAD[effect.ahead](desk, edition.cards[card], _offered(desk, edition.cards[card], effect))
    return found


def liked_tactic(desk: Desk) -> str:
    """The tactics card that would be chosen now; empty if none can be."""
    found = _ranked(desk, TACTICS, to_choose(desk.board, desk.house))
    return found[TACTICS][0].pick[0] if found else ""


def _of_tactics(desk: Desk) -> dict[str, Rules]:
    """The tactics card that would be chosen, and what the cards ask."""
    tactics = desk.board.tactics
    if tactics is None:
        return {}
    found = _ranked(desk, TACTICS, to_choose(desk.board, desk.house))
    for name in dict.fromkeys((*tactics.decks.get(desk.house, ()), *tactics.open.get(desk.house, ()))):
        card = desk.edition.tactics[name]
        effect = EFFECTS.get(card.effect)
        if effect is not None and effect.ahead:
            choices = effect.offers(desk.board, desk.edition, desk.house, card).get("", ())
            always = effect.ahead == "always"
            found |= {name: (ChoiceRule(pick=choices[:1]),)} if always else _ranked(desk, name, choices)
    return found


def _of_leaders(desk: Desk) -> dict[str, Rules]:
    """Whom to turn in the place of an order, if his march is worth more now; whom to take, and whom to execute."""
    found: dict[str, Rules] = {}
    for name in (activation.ASKING, hostages.ASKING, executions.CARD):
        choices = EFFECTS[name].offers(desk.board, desk.edition, desk.house, None).get("", ())
        found |= _ranked(desk, name, choices) if desk.board.leaders else {}
    return found


def _of_alliances(desk: Desk) -> dict[str, Rules]:
    """What alliance cards ask that may come by then, and those of the house in battle."""
    realm, found = desk.board.realm, dict[str, Rules]()
    others = {card for house, held in realm.alliances.items() if house != desk.house for card in held} if realm else ()
    for name in (card for card in desk.edition.alliances if card not in others) if realm is not None else ():
        card = desk.edition.alliances[name]
        effect = EFFECTS.get(card.effect)
        if effect is None or not effect.ahead:
            continue
        choices = effect.offers(desk.board, desk.edition, desk.house, card).get("", ())
        turns = effect.ahead == "if-it-turns"
        found |= {name: _if_it_turns(desk, card, choices)} if turns else _ranked(desk, name, choices)
    return found


def _offered(desk: Desk, card: HouseCard, effect: Effect) -> tuple[str, ...]:
    """What a card may offer, without `decline`."""
    offers = effect.offers(desk.board, desk.edition, desk.house, card)
    return tuple(choice for choices in offers.values() for choice in choices if choice != "decline")


def _if_it_turns(desk: Desk, card: HouseCard | AllianceCard, choices: tuple[str, ...]) -> Rules:
    """The first choice where it may turn a battle."""
    behind = c.Compare(c.Lead(), "<=", c.Number(0))
    near = c.Compare(c.Lead(), ">=", c.Number(-TURNS))
    return (ChoiceRule(when=c.AllOf((behind, near)), pick=choices[:1]), ChoiceRule(pick=("decline",)))


def _to_the_end(desk: Desk, card: HouseCard, choices: tuple[str, ...]) -> Rules:
    """The track on which the opponent falls farthest; the one that decides ties in battle counts for more."""
    tracks, last = desk.board.tracks, len(desk.board.houses)
    falls = [
        ((last - place) * (FIEFDOMS if track == "fiefdoms" else 1.0), track, place)
        for track in tracks
        for place in range(1, last)
    ]
    return tuple(
        ChoiceRule(when=c.Compare(c.Place(track, "opponent"), "=", c.Number(place)), pick=(track,))
        for _, track, place in sorted(falls, reverse=True)[:MOST_PLACES]
    )


def _best(desk: Desk, because: str, choices: Iterable[str], subject: str = "") -> dict[str, Rules]:
    """The choice that the steward would make, by what the question is about."""
    ((key, (rule,)),) = _ranked(desk, because, choices, subject).items()
    return {key: (ChoiceRule(pick=rule.pick[:1]),)}


def _ranked(desk: Desk, because: str, choices: Iterable[str], subject: str = "") -> dict[str, Rules]:
    """Choices in the order of the steward's liking, by what the question is about; the last of equals first, as he
    does."""
    known = tuple(choices)
    if not known:
        return {}
    house = desk.house
    question = d.PickEffect(seat=house, house=house, because=because, subject=subject, choices=known)
    liking = liking_of(desk.edition, because)
    places = {choice: place for place, choice in enumerate(known)}
    order = sorted(known, key=lambda choice: (-liking(desk.sight, question, choice), -places[choice]))
    return {subject or because: (ChoiceRule(pick=tuple(order[:MOST_NAMED])),)}


_AHEAD: dict[Ahead, Callable[[Desk, HouseCard, tuple[str, ...]], Rules]] = {
    "if-it-turns": _if_it_turns,
    "always": lambda desk, card, choices: (ChoiceRule(pick=choices[:1]),),
    "by-liking": lambda desk, card, choices: _ranked(desk, card.id, choices)[card.id],
    "by-places": _to_the_end,
}
