"""The game for the engine: editions, setup, rounds and seasons, the next ally.

Each set of cards is an edition of its own, so that a game goes on with the cards it began with.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

from adjudicator.btwixt.rules.legality import single_choice
from adjudicator.btwixt.rules.scoring import council_scores, standings, winners
from adjudicator.btwixt.state import (
    REVEALED_ALLIES,
    SEASONS,
    Board,
    CardSet,
    Council,
    Edition,
    Hidden,
    Position,
    Season,
    View,
    councils_of,
    decisions as d,
    edition as ed,
    events as e,
    left_of,
    right_of,
)
from adjudicator.engine import (
    A,
    Asks,
    Event,
    Forced,
    Illegal,
    Play,
    Progress,
    Question,
    Refusal,
    Step,
    Table,
    ask,
    ask_together,
    commitment,
    force,
    refuse_revision,
    shuffle,
    unknown_edition,
)

# New games begin under this revision of the rules.
REVISION = 0
EDITIONS: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """Make an edition known; returns it."""
    EDITIONS[edition.id] = edition
    return edition


def edition_at(name: str, revision: int, modules: Sequence[str] | None = None) -> Edition:
    """Return the edition of this id, or raise `unknown-edition`, `unknown-revision`."""
    refuse_revision(revision, REVISION)
    edition = EDITIONS.get(name)
    if edition is None:
        raise unknown_edition(name, EDITIONS)
    return edition


def edition_of(game: Position | View) -> Edition:
    """Return the edition with which a position or view is played."""
    return edition_at(game.edition, game.revision)


T = TypeVar("T")


class Game:
    """A table of a running step."""

    def __init__(self, table: Table[Position]) -> None:
        self.table = table
        self.edition: Edition = edition_of(table.position)

    @property
    def position(self) -> Position:
        """The whole position."""
        return self.table.position

    @property
    def board(self) -> Board:
        """What lies open."""
        return self.table.position.board

    @property
    def hidden(self) -> Hidden:
        """What lies face down."""
        return self.table.position.hidden

    def tell(self, event: Event, rule: str) -> None:
        """Append an event to the log and apply it."""
        self.table.tell(event, rule)

    def ask(self, question: Question[A]) -> Asks[A]:
        """The answer to a question; of one that leaves a single answer nobody is asked."""
        only = single_choice(question)
        if only is not None:
            return (yield from force(question, only))
        return (yield from ask(question))

    def ask_together(self, questions: Sequence[Question[A]]) -> Asks[list[A]]:
        """The answers to questions asked at once and in secret."""
        pairs = ((question, single_choice(question)) for question in questions)
        return (yield from ask_together([query if only is None else Forced(query, only) for query, only in pairs]))

    def purpose(self, what: str) -> str:
        """Return a unique name for a draw, by the number of the event that tells it."""
        return f"{what}/{self.position.progress.told + 1}"

    def mixed(self, what: str, items: Sequence[T]) -> tuple[str, list[T]]:
        """Return the purpose of a draw, and the items in an order drawn for it.

        The order comes from the seed."""
        purpose = self.purpose(what)
        return purpose, shuffle(self.hidden.seed, purpose, items)

    def draw_cards(self, house: str, count: int, source: str, rule: str) -> int:
        """Draw influence cards to a hand and return how many; may reshuffle (rules 8.8)."""
        drawn: list[str] = []
        for _ in range(count):
            if len(drawn) == len(self.hidden.deck) and self.board.discard:
                if drawn:
                    self.tell(e.CardsDrawn(source=source, house=house, count=len(drawn), cards=tuple(drawn)), rule)
                    drawn, count = [], count - len(drawn)
                purpose, order = self.mixed("deck", sorted([*self.hidden.deck, *self.board.discard]))
                self.tell(
                    e.CardsShuffled(what="deck", purpose=purpose, discard=True, order=tuple(order)), "season.shuffle"
                )
            if len(drawn) < len(self.hidden.deck):
                drawn.append(self.hidden.deck[len(drawn)])
        if drawn:
            self.tell(e.CardsDrawn(source=source, house=house, count=len(drawn), cards=tuple(drawn)), rule)
        return len(drawn)

    def mix_supply(self) -> None:
        """The supply is mixed, so that nobody knows what came back to it."""
        purpose, order = self.mixed("supply", sorted(self.hidden.supply))
        self.tell(
            e.CardsShuffled(what="supply", purpose=purpose, order=tuple(map(str, order))), "tokens.back-to-supply"
        )


HAND = 10
# How many events come into the deck when a season begins, in games of few players and of many.
FEW = 4
EVENTS: dict[bool, dict[Season, int]] = {True: {"autumn": 3, "winter": 3}, False: {"winter": 6}}


def first_season(players: int, modules: Sequence[str]) -> Season:
    """Return the first season: earlier with fewer players, one later in a short game."""
    return SEASONS[(players > FEW) + (ed.SHORT in modules)]


def rounds_in_season(players: int) -> int:
    """How many rounds a season has."""
    return players + 1


def rounds(players: int, modules: Sequence[str]) -> int:
    """How many rounds a whole game has."""
    return rounds_in_season(players) * (len(SEASONS) - SEASONS.index(first_season(players, modules)))


def direction(players: int, modules: Sequence[str], season: Season) -> Literal["left", "right"]:
    """Return a draft's passing direction: left first, then alternating (rules 10.1)."""
    since = SEASONS.index(season) - SEASONS.index(first_season(players, modules))
    return "right" if since % 2 else "left"


def advance_round(table: Table[Position]) -> Play:
    """Begin the next round; after a season the next one, after winter the scoring."""
    yield from ()
    game = Game(table)
    board = game.board
    if board.space < rounds_in_season(len(board.houses)):
        return [Step("round")]
    if board.season == SEASONS[-1]:
        return [Step("score")]
    return [Step("season", {"season": SEASONS[SEASONS.index(board.season) + 1]})]


def begin_season(table: Table[Position], season: Season) -> Play:
    """Discard all hands, shuffle with the new events, and deal again."""
    yield from ()
    game = Game(table)
    board = game.board
    added: tuple[str, ...] = ()
    if ed.ADVANCED in board.modules and ed.DRAFT_OF_KINGS not in board.modules:
        count = EVENTS[len(board.houses) <= FEW].get(season, 0)
        added = tuple(shuffle(game.hidden.seed, game.purpose("events"), sorted(game.hidden.events))[:count])
    game.tell(e.SeasonBegan(season=season, added=len(added), events=added), "season.end")
    purpose, order = game.mixed("deck", sorted([*game.hidden.deck, *board.discard]))
    game.tell(e.CardsShuffled(what="deck", purpose=purpose, discard=True, order=tuple(order)), "season.shuffle")
    return [Step("deal")]


def deal(table: Table[Position]) -> Play:
    """Deal ten cards to each leader, or nine and an own one in the advanced game.

    In a draft they are passed first. An open row of allies is filled to one more than the number of leaders.
    """
    yield from ()
    game = Game(table)
    board, hidden = game.board, game.hidden
    modules = board.modules
    own: dict[str, str] = {}
    if ed.ADVANCED in modules and ed.DRAFT_OF_KINGS not in modules:
        own = {house: cards[0] for house, cards in hidden.own.items() if cards}
    deck = list(hidden.deck)
    each = HAND - bool(own)
    dealt = {house: tuple(deck[place * each : (place + 1) * each]) for place, house in enumerate(board.houses)}
    drafting = ed.DRAFT in modules or ed.DRAFT_OF_KINGS in modules
    game.tell(e.HandsDealt(count=HAND, packets=drafting, hands=dealt, own=own), "season.deal")
    if ed.REVEALED_ALLIES in modules:
        missing = len(board.houses) + 1 - len(board.row)
        laid = tuple(hidden.allies[: max(missing, 0)])
        if laid:
            game.tell(e.RowLaid(allies=laid), "allies.row")
    return [Step("draft") if drafting else Step("round")]


def draft(table: Table[Position]) -> Play:
    """Draft: keep one card, pass the rest, until none are left (rules 10.1)."""
    game = Game(table)
    board, packets = game.board, game.hidden.packets
    if not any(packets.values()):
        return [Step("round")]
    way = direction(len(board.houses), board.modules, board.season)
    onwards = left_of if way == "left" else right_of
    questions = [
        d.KeepCard(seat=house, house=house, packet=tuple(sorted(packets[house])), to=onwards(board, house))
        for house in board.houses
    ]
    answers = yield from game.ask_together(questions)
    # Of a packet without a choice what it holds now: in a what-if it is another after the others were asked.
    packets = game.hidden.packets
    kept_cards = {
        question.seat: answer.card if len(set(question.packet)) > 1 else packets[question.seat][0]
        for question, answer in zip(questions, answers, strict=True)
    }
    game.tell(e.CardsKept(direction=way, kept=kept_cards), "draft.keep")
    return [Step("draft")]


def score(table: Table[Position]) -> Play:
    """All tokens are turned up; the strongest small council wins."""
    yield from ()
    game = Game(table)
    game.tell(e.Scored(councils=council_scores(game.board, game.edition, game.hidden.tokens)), "score.councils")
    rows = standings(game.board, game.edition)
    game.tell(e.GameEnded(winners=winners(rows), reason="small-council", standings=tuple(rows)), "score.winner")
    return []


def check_modules(edition: Edition, modules: Sequence[str]) -> None:
    """Raise Illegal: `unknown-module`, `modules-exclude-each-other` (rules 10.5)."""
    for module in modules:
        if module not in edition.modules:
            names = ", ".join(edition.modules)
            raise Illegal(Refusal("unknown-module", f"there is no part {module!r}; known: {names}", "modules"))
    for module in (ed.DRAFT, ed.ADVANCED):
        if ed.DRAFT_OF_KINGS in modules and module in modules:
            words = f"{ed.DRAFT_OF_KINGS} takes the place of {module}: choose one of the two"
            raise Illegal(Refusal("modules-exclude-each-other", words, "modules"))


def check_players(edition: Edition, players: int) -> None:
    """Raises Illegal (`players-not-supported`)."""
    if players not in edition.player_counts:
        counts = ", ".join(map(str, edition.player_counts))
        raise Illegal(
            Refusal("players-not-supported", f"{edition.id} is for {counts} players, not {players}", "players")
        )


def seats(edition: Edition, players: int, seed: str, houses: Sequence[str]) -> list[str]:
    """Return the leaders in seating order: those named, else drawn by the seed.

    Seating is always drawn. Raises Illegal (`bad-houses`).
    """
    chosen = list(houses) or shuffle(seed, "leaders/start", sorted(edition.houses))[:players]
    if len(chosen) != players or len(set(chosen)) != players or not set(chosen) <= set(edition.houses):
        words = f"name {players} of {', '.join(edition.houses)}, each once"
        raise Illegal(Refusal("bad-houses", words, "houses"))
    return shuffle(seed, "seats/start", sorted(chosen))


def influence_deck(cards: CardSet, modules: Sequence[str]) -> list[str]:
    """The cards of the influence deck at the start, each as often as there are copies."""
    kings = ed.DRAFT_OF_KINGS in modules
    deck = [card for card in cards.influence.values() if kings or card.group == "standard"]
    return [card.id for card in deck for _ in range(card.copies)]


def set_up(
    edition: Edition, players: int, seed: str, modules: Sequence[str], houses: Sequence[str], revision: int
) -> Position:
    """The position before the first deal. The first in the circle is the first player.

    Raises Illegal for a number of players, modules or leaders that cannot be played.
    """
    check_players(edition, players)
    check_modules(edition, modules)
    return laid_out(edition, seats(edition, players, seed, houses), seed, modules, revision)


def laid_out(edition: Edition, circle: list[str], seed: str, modules: Sequence[str], revision: int) -> Position:
    """The position before the first deal of these leaders, who sit so, clockwise."""
    module_names = [name for name in edition.modules if name in modules]
    hidden = _face_down(edition, seed, circle, module_names)
    board = Board(
        season=first_season(len(circle), module_names),
        houses=circle,
        modules=module_names,
        first=circle[0],
        councils={name: Council() for name in hidden.tokens},
        hands=dict.fromkeys(circle, 0),
        piles={house: [] for house in circle},
        plays=dict.fromkeys(circle, 0),
        allies_left=len(hidden.allies),
        cards_left=len(hidden.deck),
        tokens_left=len(hidden.supply),
    )
    return Position(
        edition=edition.id,
        players=len(circle),
        commitment=commitment(seed),
        revision=revision,
        board=board,
        hidden=hidden,
        progress=Progress([Step("deal")]),
    )


def _face_down(edition: Edition, seed: str, circle: Sequence[str], modules: Sequence[str]) -> Hidden:
    """Shuffle decks, tokens, own cards and events by the seed; hands are empty."""
    cards, advanced = edition.cards, ed.ADVANCED in modules
    tokens = [number for number, count in cards.tokens.items() for _ in range(count)]
    events = [item.id for item in edition.influence.values() if item.group == "event" for _ in range(item.copies)]
    own = {house: shuffle(seed, f"own/{house}", sorted(edition.own_cards.get(house, ()))) for house in circle}
    return Hidden(
        seed=seed,
        allies=shuffle(seed, "allies/start", sorted(edition.allies)),
        deck=shuffle(seed, "deck/start", sorted(influence_deck(cards, modules))),
        supply=shuffle(seed, "supply/start", tokens),
        tokens={item: [] for item in councils_of(circle)},
        hands={house: [] for house in circle},
        own=own if advanced else {},
        events=events if advanced else [],
    )


def next_ally(game: Game) -> str:
    """Return the ally an ability turns up next, or ""; a row is refilled first."""
    if REVEALED_ALLIES in game.board.modules and game.hidden.allies:
        game.tell(e.RowLaid(allies=(game.hidden.allies[0],)), "allies.row")
    return peek_next_ally(game)


def peek_next_ally(game: Game) -> str:
    """Return the ally that lies next, in the row or on the deck; empty for none."""
    return next(iter((*game.board.row[:1], *game.hidden.allies[:1])), "")


def reveal(game: Game, source: str = "") -> None:
    """Make the next ally current; without one the bid is for the token (rules 8.9)."""
    ally = peek_next_ally(game)
    if ally:
        game.tell(e.AllyRevealed(ally=ally, source=source), "round.reveal")
    else:
        game.tell(e.NoAlly(), "round.reveal")
