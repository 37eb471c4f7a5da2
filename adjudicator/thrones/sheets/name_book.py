"""Finding what a player means by a name: ids, names in every known language, aliases, unique beginnings of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.kernel.names import Names
from adjudicator.kernel.refusal import Ambiguous, Refusal, Unreadable
from adjudicator.kernel.spelling import LONGEST_NAME, matching, near, plain, spellings
from adjudicator.thrones.state.edition import Edition

AUCTION = "wildlings"
# The auction of Claim Westeros, where there is claim.
CLAIM = "claim"


def _said(names: Names) -> tuple[str, ...]:
    return (names.en, names.it, names.es)


def _left_out(edition: Edition, modules: Collection[str]) -> frozenset[str]:
    """House cards that no hand has in a game with these modules."""
    played = {card for hand in edition.hands(modules).values() for card in hand}
    return frozenset(card.id for card in edition.cards.values() if card.house in edition.houses) - played


def _card_spellings(edition: Edition, left_out: Collection[str]) -> dict[str, set[str]]:
    """Spellings of House cards; a name that a card left out shares with one that is played means the latter."""
    found = spellings(edition.cards, {card.id: _said(card.name) for card in edition.cards.values()})
    taken = {spelling for card, spelled in found.items() if card not in left_out for spelling in spelled}
    return {card: spelled - taken if card in left_out else spelled for card, spelled in found.items()}


class NameBook:
    """The names of one edition by sort: area, house, card, westeros, wildling, order, type, unit, track, badge,
    auction, ban, loan, deck, leader, tactic, alliance, ally, and the plain words of choices (choice); `modules` are those of the game, if known."""

    def __init__(self, edition: Edition, modules: Collection[str] = ()) -> None:
        e = edition
        types = dict.fromkeys(token.type for token in e.orders.values())
        tracks = {track: (track.replace("iron-", ""), track.replace("kings-", "")) for track in e.tracks}
        badges = dict.fromkeys(e.badges.values())
        # A beginning that fits them and other cards means the others.
        self._later = _left_out(e, modules)
        self._hints: dict[tuple[tuple[str, ...], tuple[str, ...]], dict[str, str]] = {}
        self._names: dict[str, dict[str, set[str]]] = {
            "area": spellings(e.areas, {a.id: (*_said(a.name), *a.aliases) for a in e.areas.values()}),
            "house": spellings(e.houses, {h.id: _said(h.name) for h in e.houses.values()}),
            "card": _card_spellings(e, self._later),
            "westeros": spellings(e.westeros, {k.id: _said(k.name) for k in e.westeros.values()}),
            "order": spellings(e.orders, {o.id: _said(o.name) for o in e.orders.values()}),
            "type": spellings(types, {}),
            "unit": spellings(e.units, {u.id: (*_said(u.name), *_plurals(u.id)) for u in e.units.values()}),
            "track": spellings(e.tracks, tracks),
            "badge": spellings(badges, {badge: (badge.split("-")[-1],) for badge in badges}),
            "auction": spellings((*e.tracks, AUCTION, *([CLAIM] if e.claimed else [])), {**tracks, AUCTION: ("wildling", "wildling attack")}),
            "ban": spellings(e.bans, {}),
            "wildling": spellings(e.wildling_cards, {k.id: _said(k.name) for k in e.wildling_cards.values()}),
            "choice": spellings(e.choices, {}),
            "loan": spellings(e.loans, {k.id: _said(k.name) for k in e.loans.values()}),
            "deck": spellings(e.decks, {}),
            "leader": spellings(e.leaders, {k.id: _said(k.name) for k in e.leaders.values()}),
            "tactic": spellings(e.tactics, {k.id: _said(k.name) for k in e.tactics.values()}),
            "alliance": spellings(e.alliances, {k.id: _said(k.name) for k in e.alliances.values()}),
            "ally": spellings(e.alliance_decks, {}),
        }

    @property
    def sorts(self) -> tuple[str, ...]:
        """The sorts of names there are."""
        return tuple(self._names)

    def known(self, sorts: Iterable[str]) -> list[str]:
        """Every id of these sorts."""
        return [one for sort in sorts for one in self._names[sort]]

    def matches(self, text: str, sort: str) -> list[str]:
        """The ids meant by a text: exact names first, else names that begin so, else names with a word that does."""
        found = matching(text, self._names[sort])
        return [one for one in found if one not in self._later] or found

    def find(self, text: str, sort: str, where: str = "") -> str:
        """The one id meant. Raises Unreadable (`name-too-long`, `unknown-area`... with the nearest name), or
        Ambiguous (`ambiguous-area`...)."""
        if len(text) > LONGEST_NAME:
            raise Unreadable(name_too_long(text, where))
        found = self.matches(text, sort)
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(Refusal(f"ambiguous-{sort}", f'"{text}" may be {", ".join(found)}', where))
        words = f'there is no {sort} "{text}"{self.hint(text, [sort])}'
        raise Unreadable(Refusal(f"unknown-{sort}", words, where))

    def hint(self, text: str, sorts: Iterable[str], others: Iterable[str] = ()) -> str:
        """The nearest legal word as `; did you mean "x"?`, or nothing when nothing is near."""
        if len(text) > LONGEST_NAME:
            return ""
        return near(text, self._spelled(tuple(sorts), tuple(others)))

    def _spelled(self, sorts: tuple[str, ...], others: tuple[str, ...]) -> dict[str, str]:
        """What is meant by each spelling of these sorts and words; put together once."""
        known = self._hints.get((sorts, others))
        if known is None:
            known = {spelling: one for sort in sorts for one, all_ in self._names[sort].items() for spelling in all_}
            known.update({plain(word): word for word in others})
            self._hints[sorts, others] = known
        return known


def name_too_long(text: str, where: str = "") -> Refusal:
    """Why a name of so many letters is none."""
    words = f'a name has at most {LONGEST_NAME} letters; "{text[:20]}..." has {len(text)}'
    return Refusal("name-too-long", words, where)


def _plurals(unit: str) -> tuple[str, ...]:
    return (f"{unit}s", f"{unit[:-3]}men") if unit.endswith("man") else (f"{unit}s",)


_BOOKS: dict[tuple[str, bool, tuple[str, ...]], tuple[Edition, NameBook]] = {}


def name_book(edition: Edition, modules: Collection[str] = ()) -> NameBook:
    """The edition's names, as they are meant in games with these modules; built once."""
    key = (edition.id, edition.fair, tuple(module for module in edition.modules if module in modules))
    known = _BOOKS.get(key)
    if known is None or known[0] is not edition:
        known = _BOOKS[key] = (edition, NameBook(edition, key[2]))
    return known[1]
