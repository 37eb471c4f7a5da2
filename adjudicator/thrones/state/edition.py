"""An edition's map, orders, cards, tracks and set-ups, read from data files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from adjudicator.engine import FrozenStruct, KeywordStruct, Names
from adjudicator.thrones.state import components as c

# Choices that are neither ids nor numbers; `decline` and the like come last where they are offered.
PLAIN_CHOICES = (
    "pass",
    "pay",
    "send-back",
    "play-another",
    "destroy-dragon",
    "return-dragon",
    "cancel",
    "allow",
    "decline",
    "units",
    "places",
    "bottom",
    "top",
    "refuse",
    "accept",
    "redraw",
    "keep",
    "take-back",
    "take",
    "remove",
    "wait",
    "barrel",
    "crown",
    "up",
    "down",
    "take-power",
    "use",
)
# Whose the cards are that all vassals share.
VASSAL = "vassal"
Rank = Literal["areas", "supply", "power", "iron-throne", "places"]


class BankRules(KeywordStruct):
    """The Iron Bank, in play where `house` is.
    `costs` of the slots from the left; who holds `area` pays `discount` less."""

    house: str
    area: str
    costs: tuple[int, ...]
    discount: int
    loans: dict[str, c.Loan]


# Decks beside those of Westeros and of the wildlings: the loans; those that are shuffled for a battle.
LOANS, TIDES, VASSALS = "loans", "tides", "vassals"
# The module with which nobody wins before the end of a round.
HOLD = "hold-victory"
# The module and step with which all houses muster before the first orders.
EARLY_MUSTER = "early-muster"


class DeckEntry(FrozenStruct):
    """Copies of a Westeros card in a deck, and its wildling or weather icon.
    In a game with the part `module` of the rules the deck has such cards alone, in others none of them."""

    card: str
    copies: int
    wildlings: bool = False
    weather: bool = False
    module: str = ""


class Cause(KeywordStruct):
    """What a house brings that wins by loyalty and always stands last on all tracks.

    Instead of settlements. `points`: its place on the victory track at the start; `tokens`: loyalty tokens in total;
    `loyalty`, `neutral`: what lies on the board at the start; `grows`: the unit kind that counts 1 more in each of
    `rounds`; `deck`: the Westeros deck played only with it; `units`, `supply`: what it adds to a set-up when it plays,
    by `players` or more.
    """

    points: int
    tokens: int
    loyalty: dict[str, int]
    neutral: dict[str, int]
    grows: str
    rounds: tuple[int, ...]
    deck: str
    units: dict[str, dict[str, int]]
    supply: int
    players: int


class House(KeywordStruct):
    """A house, its home area and its letter for readers who cannot tell colours apart.

    `pool` says how many pieces of a kind it has where that is not the kind's own number.
    """

    id: str
    name: Names
    home: str
    letter: str
    garrison: int = 0
    pool: dict[str, int] = {}
    cause: Cause | None = None


class Setup(KeywordStruct):
    """The start of a game for one number of players.

    With a `module` it is played by choice. `rounds` and `stars` go before the edition's. Nobody ever enters `closed`
    areas. With more `houses` than players those that nobody plays are vassals: `vassals` are their units,
    `vassal_supply` their supply; with `absent` they are not in the game. `tokens` are Power tokens on the board
    (house -> areas), `garrisons` those besides the homes' (house -> area -> strength); `leaders` says where leaders
    stand, `cells` who holds which of them captive, `alliances` which alliance cards a house begins with. `revised` are
    neutral forces that parts of the rules have instead (module -> area -> strength).
    """

    houses: tuple[str, ...]
    victory: int
    units: dict[str, dict[str, dict[str, int]]]
    neutral: dict[str, int]
    tracks: dict[str, tuple[str, ...]]
    supply: dict[str, int]
    power: int
    module: str = ""
    rounds: int = 0
    absent: bool = False
    closed: tuple[str, ...] = ()
    stars: tuple[int, ...] = ()
    tokens: dict[str, tuple[str, ...]] = {}
    garrisons: dict[str, dict[str, int]] = {}
    leaders: dict[str, str] = {}
    cells: dict[str, str] = {}
    alliances: dict[str, tuple[str, ...]] = {}
    revised: dict[str, dict[str, int]] = {}
    vassals: dict[str, dict[str, dict[str, int]]] = {}
    vassal_supply: int = 0


class Variant(KeywordStruct, forbid_unknown_fields=True):
    """How an edition's rules differ inside steps that all editions share.

    text_track: the track whose order card texts of one moment follow; ranking: what parts houses with as many
    settlements; order_everywhere: an order must lie wherever one can; pillage_costs: the pillaged pays 1 Power;
    wildlings_strike: they attack as soon as they reach the end of their track; wildlings_retreat: how many places they
    go back after a victory (0: all the way); last_card_stays: the card that used a hand up does not come back with the
    others; retreat_saves_most: a retreat goes where most units live; beaten_need_control: beaten attackers die where
    their origin belongs to another by now; wins_after_battle: a march wins only when its
    battle is over; rally_at_clean_up: the routed stand up at the end of the round; supply_counted_first: all count
    their barrels before anybody disbands; support_refusable: who fights may refuse the help of others;
    gifts: players may give Power to each other; raven_looks: its holder may look at the top wildling card;
    raven_frees_star: the star of the order that the raven takes away counts for the one it brings; disband_freely: too
    many units for supply are taken off any armies.

    forced_told: a decision with one legal answer is told, though nobody is asked; idle_orders_asked: of several orders
    that can do nothing the house says which goes first; demotion_chosen: the owner says which units die where pieces
    are short for lesser ones; attackers_have_left: who wins before a battle is counted without the attackers where they
    came from; consolidation_chosen: a house says which of its Consolidate Power orders comes first; deeds_kept: of
    how many rounds the board tells what houses did to each other, for conditions of sheets: none, this one, or the last
    too; commanders_pay: for a vassal against which a card counts unless somebody pays, its commander may.

    How games that began under earlier rules go on: `turn_by_name`, the turn passes on from the house that has acted,
    wherever it stands by now; `tokens_beside_units`, a vassal that attacks lays a token also where units of it stay;
    `strength_below_zero`, a final strength may be; `tides_face_up`, tides lie open while the blade's holder thinks;
    `gifts_until_cards`, Power may be given in a battle until a House card is chosen; `own_loss_last`, a winner's loss
    by its own text comes when the cards are put away; `attackers_only_go_home`, no text says where beaten attackers go;
    `used_cards_in_decks`, Westeros cards that were used lie in their deck like all others: who searches it finds them;
    `troops_go_on_by_ship`, Manage Troops lets units that marched go on by ship; `oldest_claim_lost`, Filthy Accusations
    takes the oldest token of the house that is accused; `void_units_stay_void`, units whose strength a text takes count
    nothing, whatever their owner's text says.
    `routed_promoted` is what these games had not: routed units may be promoted.
    """

    text_track: str = "fiefdoms"
    ranking: tuple[Rank, ...] = ("supply", "power")
    order_everywhere: bool = False
    pillage_costs: bool = False
    wildlings_strike: bool = False
    wildlings_retreat: int = 0
    last_card_stays: bool = False
    retreat_saves_most: bool = False
    beaten_need_control: bool = False
    wins_after_battle: bool = False
    rally_at_clean_up: bool = False
    supply_counted_first: bool = False
    support_refusable: bool = False
    gifts: bool = False
    raven_looks: bool = True
    raven_frees_star: bool = False
    disband_freely: bool = False
    turn_by_name: bool = False
    tokens_beside_units: bool = False
    strength_below_zero: bool = False
    tides_face_up: bool = False
    gifts_until_cards: bool = False
    own_loss_last: bool = False
    attackers_only_go_home: bool = False
    used_cards_in_decks: bool = False
    troops_go_on_by_ship: bool = False
    oldest_claim_lost: bool = False
    void_units_stay_void: bool = False
    routed_promoted: bool = True
    forced_told: bool = True
    idle_orders_asked: bool = True
    demotion_chosen: bool = True
    attackers_have_left: bool = True
    consolidation_chosen: bool = True
    deeds_kept: Literal[0, 1, 2] = 2
    commanders_pay: bool = True


class Edition(msgspec.Struct, kw_only=True, dict=True):
    """A complete ruleset with its boards and cards.

    `functions` are the edition's steps by name, `steps` the same as the driver runs them (`rules.step_context.bind`),
    `battle` the parts of a battle in order, `hooks` what else it adds inside steps that it shares with others
    (`rules.hooks`).

    `weather` is what it is on each place of its track, which begins again at its end; `fair`: this is the edition with
    its fords open.
    `modules` are parts of the rules that a game may be played with; `offered`: whether people may begin games of it.
    `needs` are the other parts that a part needs, `brings` those that are played with it as well. `module_decks` and
    `module_setups` are the decks and set-ups that a part has instead of others; `copies` are how many copies of cards a
    part leaves in a deck (module -> deck -> card); `targets` are the parts that set how many settlements win;
    `community` are those that players made. `option` makes of the edition, and the modules of a game, the edition of
    that game: see `rules.registry`.
    """

    id: str
    name: Names
    rounds: int
    areas: dict[str, c.Area]
    orders: dict[str, c.OrderToken]
    units: dict[str, c.UnitKind]
    houses: dict[str, House]
    cards: dict[str, c.HouseCard]
    westeros: dict[str, c.WesterosCard]
    decks: dict[str, tuple[DeckEntry, ...]]
    tracks: tuple[str, ...]
    badges: dict[str, str]
    stars: tuple[int, ...]
    supply_limits: tuple[tuple[int, ...], ...]
    wildling_track: tuple[int, ...]
    power_tokens: int
    setups: dict[int, Setup]
    citations: dict[str, str]
    reconstructions: tuple[str, ...] = ()
    option_reconstructions: dict[str, tuple[str, ...]] = {}
    functions: Mapping[str, Callable[..., Any]] = {}
    steps: Mapping[str, Callable[..., Any]] = {}
    round_steps: tuple[str, ...] = ()
    battle: tuple[Callable[..., Any], ...] = ()
    hooks: Any = None
    variant: Variant = Variant()
    wildling_cards: dict[str, c.WildlingCard] = {}
    tide_cards: dict[str, c.TideCard] = {}
    modules: tuple[str, ...] = ()
    wildlings_start: int = 0
    port_limit: int = 0
    improvement_tokens: int = 0
    bank: BankRules | None = None
    offered: bool = True
    leaders: dict[str, c.LeaderToken] = {}
    tactics: dict[str, c.TacticsCard] = {}
    alliances: dict[str, c.AllianceCard] = {}
    weather: tuple[Literal["fair", "storm"], ...] = ()
    fair: bool = False
    needs: dict[str, tuple[str, ...]] = {}
    brings: dict[str, tuple[str, ...]] = {}
    targets: dict[str, int] = {}
    community: tuple[str, ...] = ()
    copies: dict[str, dict[str, dict[str, int]]] = {}
    module_setups: dict[str, dict[int, Setup]] = {}
    module_decks: dict[str, dict[str, tuple[DeckEntry, ...]]] = {}
    option: Callable[[Edition, Collection[str]], Edition] | None = None

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """Return the numbers of players for which there is a set-up."""
        return tuple(self.setups)

    @cached_property
    def neighbours(self) -> dict[str, frozenset[str]]:
        """Return neighbours of any terrain; river pairs without a bridge are left out."""
        return {a.id: frozenset(a.land + a.sea + a.port) for a in self.areas.values()}

    @cached_property
    def claimed(self) -> tuple[str, ...]:
        """Return the areas with a claim flag, in data order.
        If there are any, claim decides the game."""
        return tuple(area.id for area in self.areas.values() if area.claim)

    @cached_property
    def fair_weather_edition(self) -> Edition:
        """The edition with its fords open: each is a border like any other."""
        if not any(area.fords for area in self.areas.values()):
            return self
        open_ = {area.id: replace(area, land=(*area.land, *area.fords)) for area in self.areas.values()}
        return replace(self, areas=open_, fair=True)

    @cached_property
    def allied_kinds(self) -> tuple[str, ...]:
        """The kinds of allied units, in the order of the data."""
        return tuple(kind.id for kind in self.units.values() if kind.allied)

    @cached_property
    def alliance_decks(self) -> dict[str, tuple[str, ...]]:
        """The cards of each alliance deck in the order of the data."""
        decks: dict[str, tuple[str, ...]] = {}
        for card in self.alliances.values():
            decks[card.deck] = (*decks.get(card.deck, ()), card.id)
        return decks

    @cached_property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """Groups of modules of which a game has one at most: set-ups, hands, targets."""
        return tuple(self.module_setups), tuple(filter(None, self._cards_by_module)), tuple(self.targets)

    def changes(self, modules: Iterable[str]) -> bool:
        """Whether these modules bring a set-up, a target or other decks."""
        return any(m in self.module_setups or m in self.targets or m in self.copies for m in modules)

    @cached_property
    def every_setup(self) -> tuple[tuple[int, Setup], ...]:
        """The set-ups of the edition and of its modules, with their number of players."""
        return tuple(row for setups in (self.setups, *self.module_setups.values()) for row in setups.items())

    @property
    def ravens_look(self) -> bool:
        """Whether the raven may look at a wildling card instead of swapping an order."""
        return bool(self.wildling_cards) and self.variant.raven_looks

    @cached_property
    def games(self) -> dict[tuple[str, ...], Edition]:
        """Return the edition as played with these modules, cached (`rules.registry`)."""
        return {}

    @cached_property
    def loans(self) -> dict[str, c.Loan]:
        """The loans of the Iron Bank; none where the edition has no bank."""
        return {} if self.bank is None else self.bank.loans

    @cached_property
    def every_deck(self) -> dict[str, tuple[str, ...]]:
        """Return each deck's different cards in data order, alliances and loans too."""
        decks = {deck: tuple(dict.fromkeys(e.card for e in entries)) for deck, entries in self.decks.items()}
        return {**decks, **self.alliance_decks, **({LOANS: tuple(self.loans)} if self.loans else {})}

    @cached_property
    def settled(self) -> tuple[str, ...]:
        """Return the areas with a city or stronghold, in data order."""
        return tuple(a.id for a in self.areas.values() if a.settlement != "none")

    @cached_property
    def ports(self) -> dict[str, str]:
        """Every port and the land area it belongs to."""
        return {a.id: a.land[0] for a in self.areas.values() if a.kind == "port"}

    def limit(self, house: str, unit: str) -> int:
        """How many pieces of a kind a house has."""
        return self.houses[house].pool.get(unit, self.units[unit].limit)

    @cached_property
    def causes(self) -> dict[str, Cause]:
        """The houses that win by loyalty, and what they bring."""
        return {house.id: house.cause for house in self.houses.values() if house.cause is not None}

    def decks_with(self, houses: Collection[str], modules: Collection[str] = ()) -> tuple[str, ...]:
        """Return the decks shuffled at the start when these houses play.
        Decks of `modules` wait, and are left out."""
        absent = {cause.deck for house, cause in self.causes.items() if house not in houses}
        return tuple(deck for deck in self.decks if deck not in absent and deck not in modules)

    @cached_property
    def bans(self) -> tuple[str, ...]:
        """Return all possible bans: order types, unit support, order tokens of cards."""
        types = [token.type for token in self.orders.values()]
        named = [ban for card in self.westeros.values() for ban in card.bans]
        named += [ban for card in self.westeros.values() for option in card.options for ban in option.bans]
        return tuple(dict.fromkeys((*types, *(f"{unit}-support" for unit in self.units), *named)))

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """Plain words among the choices that cards leave."""
        options = (option.id for card in self.westeros.values() for option in card.options)
        return tuple(dict.fromkeys((*options, *PLAIN_CHOICES)))

    @cached_property
    def westeros_decks(self) -> tuple[str, ...]:
        """The decks whose cards are turned up in the Westeros phase."""
        return tuple(deck for deck, entries in self.decks.items() if all(e.card in self.westeros for e in entries))

    @cached_property
    def area_order(self) -> dict[str, int]:
        """The place of each area in the data, for stable sorting."""
        return {a: n for n, a in enumerate(self.areas)}

    def in_order(self, areas: Iterable[str]) -> list[str]:
        """Return the areas sorted in the order of the data."""
        return sorted(areas, key=self.area_order.__getitem__)

    @cached_property
    def card_order(self) -> dict[str, int]:
        """The place of each House card in the data, for stable sorting."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def vassal_cards(self) -> tuple[str, ...]:
        """The cards from which vassals draw, in the order of the data."""
        return tuple(card.id for card in self.cards.values() if card.house == VASSAL)

    def hands(self, modules: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
        """Return each house's House cards with these modules, in data order."""
        played = next((module for module in modules if module in self._cards_by_module), "")
        return {**self._cards_by_module[""], **self._cards_by_module[played]}

    @cached_property
    def _cards_by_module(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return House cards by module and house; those of no module under ""."""
        cards_by_module: dict[str, dict[str, tuple[str, ...]]] = {"": dict.fromkeys(self.houses, ())}
        for card in self.cards.values():
            if card.house in self.houses:
                hands = cards_by_module.setdefault(card.module, {})
                hands[card.house] = (*hands.get(card.house, ()), card.id)
        return cards_by_module
