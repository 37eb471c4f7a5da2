"""Turns that ask for a whole phase, of every family and edition: the position, whose call it is, and a sheet for it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator import games
from narration.typed_sheets import read_sheet_text
from tests.correspondence.people import People

ROUND = ["raids", "marches", "power", "end-round"]


@dataclass(frozen=True)
class Phase:
    """A turn of one phase. `position` is a scenario but for its edition, as TOML; `sheet` says as text what is to be
    handed in, nothing else."""

    name: str
    edition: str
    seat: str
    players: int
    position: str
    sheet: str
    modules: tuple[str, ...] = ()
    pace: str = "bulk"

    def __str__(self) -> str:
        return self.name

    @property
    def wanted(self) -> Any:
        """The sheet that its text means."""
        rules = games.of_edition(self.edition).edition_played(self.edition, self.modules)
        return read_sheet_text(self.sheet, rules, self.modules).sheet


def opened(people: People, phase: Phase) -> str:
    """A game in that position, ada's against bots; the id of its turn."""
    scenario = {"edition": phase.edition, "players": phase.players, "modules": phase.modules}
    plain = {**scenario, **tomllib.loads(phase.position)}
    game = people.game(
        {phase.seat: "ada"},
        edition=phase.edition,
        players=phase.players,
        houses=tuple(plain.get("houses", ())),
        scenario=msgspec.json.encode(plain).decode(),
        pace=phase.pace,
        title=phase.name,
    )
    return people.turn(game)


FIRST, SECOND, DRAGONS, STORM, BTWIXT = (
    "first-edition",
    "second-edition",
    "mother-of-dragons",
    "storm-of-swords",
    "btwixt",
)
PHASES = (
    Phase(
        "planning",
        FIRST,
        "stark",
        3,
        """
        agenda = ["planning", "raids", "marches", "power", "end-round"]
        setup.units.baratheon = { shipbreaker-bay = "S1", the-narrow-sea = "S1", dragonstone = "F1" }
        """,
        """
        ORDERS winterfell M; white-harbor S | D+1; the-shivering-sea R
        MARCH winterfell: moat-cailin all, token
        RAID the-shivering-sea > the-narrow-sea
        SUPPORT white-harbor: me @moat-cailin
        CARD att: eddard-stark
        """,
    ),
    Phase(
        "mustering, clash of kings and wildlings",
        FIRST,
        "stark",
        3,
        """
        agenda = ["reveal-westeros", "planning", "raids", "marches", "power", "end-round"]
        setup.round = 1
        setup.decks = { I = "mustering", II = "clash-of-kings", III = "wildling-attack" }
        """,
        """
        MUSTER winterfell: F + >K; white-harbor: F
        BID iron-throne 2; fiefdoms 1; wildlings upto 2
        TIES me, lannister
        LOSE wildlings F
        """,
    ),
    Phase(
        "supply",
        FIRST,
        "stark",
        3,
        """
        agenda = ["reveal-westeros", "planning", "raids", "marches", "power", "end-round"]
        [setup]
        clear = true
        round = 1
        decks = { I = "supply", II = "last-days-of-summer", III = "last-days-of-summer" }
        units.stark = { winterfell = "K2 F2", karhold = "F2", white-harbor = "F1" }
        supply = { stark = 6 }
        """,
        "LOSE supply F in winterfell",
    ),
    Phase(
        "the raven",
        FIRST,
        "stark",
        3,
        """
        agenda = ["raven", "raids", "marches", "power", "end-round"]
        setup.holders = { messenger-raven = "stark" }
        setup.orders.stark = { winterfell = "march+0", white-harbor = "support", the-shivering-sea = "raid" }
        """,
        """
        RAVEN white-harbor D+1
        MARCH winterfell: moat-cailin all
        """,
        pace="raven",
    ),
    Phase(
        "planning with a port",
        SECOND,
        "lannister",
        4,
        'agenda = ["planning", "raids", "marches", "power", "end-round"]',
        """
        ORDERS lannisport C; port-of-lannisport R; stoney-sept M; the-golden-sound S
        MARCH stoney-sept: harrenhal all
        RAVEN look
        CHOOSE messenger-raven: bottom; tyrion-lannister: send-back
        """,
    ),
    Phase(
        "a card that leaves a choice, and the wildlings",
        SECOND,
        "lannister",
        4,
        """
        agenda = ["reveal-westeros", "planning", "raids", "marches", "power", "end-round"]
        setup.round = 1
        setup.decks = { I = "a-throne-of-blades", II = "game-of-thrones", III = "wildling-attack" }
        setup.tracks = { iron-throne = "lannister stark baratheon greyjoy" }
        """,
        """
        CHOOSE a-throne-of-blades: mustering
        MUSTER lannisport: K
        BID wildlings 2
        """,
    ),
    Phase(
        "vassals and a loan",
        DRAGONS,
        "stark",
        3,
        """
        houses = ["stark", "lannister", "baratheon"]
        agenda = ["planning", "bluffs", "raids", "marches", "power", "end-round"]
        [setup.bank]
        slots = "customs-officer none none"
        """,
        """
        VASSAL greyjoy, pass
        ORDERS winterfell M; white-harbor D+1; the-shivering-sea sea-iron-bank
        MARCH winterfell: moat-cailin all
        FOR greyjoy: ORDERS pyke vassal-march
        LOAN customs-officer upto 3
        """,
    ),
    Phase(
        "loyalty and bids given away",
        DRAGONS,
        "targaryen",
        8,
        """
        agenda = ["reveal-westeros", "planning", "bluffs", "raids", "marches", "power", "end-round"]
        setup.round = 1
        setup.decks = { I = "last-days-of-summer", II = "clash-of-kings", III = "sea-of-storms", IV = "empty-promises" }
        """,
        """
        BID iron-throne 2
        CHOOSE iron-throne: arryn; empty-promises: moat-cailin
        """,
    ),
    Phase(
        "tactics and hostages",
        STORM,
        "stark",
        4,
        """
        agenda = ["planning", "raids", "marches", "power", "end-round"]
        [setup]
        clear = true
        units.stark = { greywater-watch = "F1", winterfell = "F1" }
        units.lannister = { lannisport = "F1" }
        """,
        """
        CHOOSE tactics: hold-territory
        ORDERS greywater-watch C; winterfell D+1
        OFFER eddard-stark power 4
        """,
    ),
    Phase(
        "claim",
        STORM,
        "stark",
        4,
        """
        agenda = ["reveal-westeros", "planning", "raids", "marches", "power", "end-round"]
        setup.round = 1
        setup.decks = { I = "last-days-of-summer", II = "last-days-of-summer", III = "claim-westeros" }
        """,
        "BID claim 2",
    ),
    Phase("a draft", BTWIXT, "euron", 4, 'agenda = ["deal"]', "KEEP highest, red, last green", ("draft",)),
    Phase(
        "a round",
        BTWIXT,
        "euron",
        4,
        """
        houses = ["euron", "cersei", "doran", "tyrion"]
        agenda = ["turn house=euron"]
        setup.current = "kevan-lannister"
        setup.hands = { euron = "betrayal royal-host" }
        """,
        """
        BID royal-host | enough, stay upto 12
        COUNCILS claim: weaker
        """,
    ),
    Phase(
        "a round of the advanced game",
        BTWIXT,
        "euron",
        4,
        """
        houses = ["euron", "cersei", "doran", "tyrion"]
        agenda = ["turn house=euron"]
        setup.current = "kevan-lannister"
        """,
        """
        BID own, upto 12 | kneel
        LEADERS kneel: leader
        STEWARD choose-ally
        """,
        ("advanced",),
    ),
)
