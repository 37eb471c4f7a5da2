"""Resolve names: ids, names in every language, aliases, unique prefixes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from adjudicator.engine import Names, names as engine, plain, spellings, spellings_of
from adjudicator.thrones.rules.storm.westeros import CLAIM as CLAIM
from adjudicator.thrones.state import Edition

AUCTION = "wildlings"
# The step whose card gives the auction for claim its other name.
CLAIM_STEP = "claim-westeros"
MAX_CODE_LENGTH = 3
# What things are called besides, by sort and English name, or id.
CALLED = engine.read_called("adjudicator.thrones.sheets", "called.toml")


def _card_spellings(edition: Edition, left_out: Collection[str]) -> dict[str, set[str]]:
    """Return spellings of House cards; shared names mean the card that is played."""
    names = spellings_of(edition.cards)
    played_spellings = {spelling for card, spelled in names.items() if card not in left_out for spelling in spelled}
    return {card: spelled - played_spellings if card in left_out else spelled for card, spelled in names.items()}


class NameBook(engine.NameBook):
    """The names of one edition by sort, and the plain words of choices.
    Sorts: area, house, card, westeros, wildling, order, type, unit, track, badge, auction, ban, loan, deck, leader,
    tactic, alliance, ally, choice. `modules` are those of the game, if known."""

    def __init__(self, edition: Edition, modules: Collection[str] = ()) -> None:
        e = edition
        types = dict.fromkeys(token.type for token in e.orders.values())
        tracks = {track: (track.replace("iron-", ""), track.replace("kings-", "")) for track in e.tracks}
        badges = dict.fromkeys(e.badges.values())
        # The step's card gives the auction for claim its other name.
        claims = tuple(name for card in e.westeros.values() if card.step == CLAIM_STEP for name in card.name.every())
        auctions = (*e.tracks, AUCTION, CLAIM) if e.claimed else (*e.tracks, AUCTION)
        # A name or beginning that fits them and others means the others: cards that are not played, and tokens of
        # vassals, which are printed as those of houses are.
        played = {card for hand in e.hands(modules).values() for card in hand}
        self.later = frozenset(card.id for card in e.cards.values() if card.house in e.houses) - played
        self.later |= {token.id for token in e.orders.values() if token.vassal}
        # Codes are meant whole, and shadow no name.
        self.codes = {plain(area.code): area.id for area in e.areas.values() if area.code}
        names = {
            "area": spellings(e.areas, {a.id: (*_both_spellings(a.name), *a.aliases) for a in e.areas.values()}),
            "house": spellings_of(e.houses),
            "card": _card_spellings(e, self.later),
            "westeros": spellings_of(e.westeros),
            "order": spellings_of(e.orders),
            "type": spellings(types, {}),
            "unit": spellings(
                e.units,
                {
                    u.id: (
                        *u.name.every(),
                        f"{u.id}s",
                        *((f"{u.id[:-3]}men",) if u.id.endswith("man") else ()),
                        *_plurals(u.name),
                    )
                    for u in e.units.values()
                },
            ),
            "track": spellings(e.tracks, tracks),
            "badge": spellings(badges, {badge: (badge.split("-")[-1],) for badge in badges}),
            "auction": spellings(auctions, {**tracks, AUCTION: ("wildling", "wildling attack"), CLAIM: claims}),
            "ban": spellings(e.bans, {}),
            "wildling": spellings_of(e.wildling_cards),
            "choice": spellings(e.choices, {}),
            "loan": spellings_of(e.loans),
            "deck": spellings((*e.decks, *e.alliance_decks), {}),
            "leader": spellings_of(e.leaders),
            "tactic": spellings_of(e.tactics),
            "alliance": spellings_of(e.alliances),
            "ally": spellings(e.alliance_decks, {}),
        }
        super().__init__(names, self._besides(e, names))

    def _besides(self, e: Edition, names: dict[str, dict[str, set[str]]]) -> dict[str, dict[str, str]]:
        """Return other spellings by sort; those of played House cards go to these."""
        played = {card.name.en for card in e.cards.values() if card.id not in self.later}
        cards = {item: card for item, card in e.cards.items() if item not in self.later or card.name.en not in played}
        things: dict[str, Mapping[str, Any]] = {sort: dict.fromkeys(ids) for sort, ids in names.items()}
        things |= {"area": e.areas, "house": e.houses, "card": cards, "leader": e.leaders, "westeros": e.westeros}
        tables = {**CALLED, "card": engine.PEOPLE, "leader": engine.PEOPLE}
        tables["auction"] = {**CALLED["track"], **CALLED["auction"]}
        coded = {area: {*spelled, plain(e.areas[area].code)} for area, spelled in names["area"].items()}
        # Words of a vassal's token may be letters for an order of one's own: "muster".
        own = {order: spelled for order, spelled in names["order"].items() if not e.orders[order].vassal}
        spelled = {**names, "area": coded, "order": own}
        return {sort: engine.besides(spelled[sort], things[sort], table) for sort, table in tables.items()}

    def ids_of_sorts(self, sorts: Iterable[str]) -> list[str]:
        """Every id of these sorts."""
        return [item_id for sort in sorts for item_id in self.names[sort]]

    def matches(self, text: str, sort: str) -> list[str]:
        """Return the ids meant by a text; later content only if nothing else matches."""
        ids = super().matches(text, sort)
        if sort == "area" and len(text) <= MAX_CODE_LENGTH and plain(text) in self.codes:
            return [self.codes[plain(text)]]
        return [item_id for item_id in ids if item_id not in self.later] or ids


def _both_spellings(name: Names) -> Iterator[str]:
    """Yield a name in every language, in British and American spelling."""
    yield from name.every()
    for american, british in (("Harbor", "Harbour"), ("Grey", "Gray")):
        yield from (spelling.replace(american, british) for spelling in name.every() if american in spelling)


def _plurals(name: Names) -> Iterator[str]:
    """Yield plural guesses of a one-word unit name, for Italian and Spanish."""
    for word in name.every():
        if " " not in word:
            yield f"{word}s"
            yield f"{word}es"
            yield f"{word[:-1]}i"


_book = engine.once_per_edition(NameBook)


def name_book(edition: Edition, modules: Collection[str] = ()) -> NameBook:
    """The edition's names, as they are meant in games with these modules; built once."""
    return _book(edition, tuple(module for module in edition.modules if module in modules))
