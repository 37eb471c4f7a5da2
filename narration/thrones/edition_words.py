"""What an edition is like, in words; what its data and rules say, for the translators' catalogs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from adjudicator import games
from adjudicator.engine.sheet import messages
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.sheets.fields import Entry
from adjudicator.thrones.sheets.sheet import Sheet
from adjudicator.thrones.state import LOANS, Edition
from narration.thrones.notation.rows import DATA as STATEMENTS
from narration.thrones.voice import Voice, cards_with_text
from narration.words import N_, word_tables

TABLES = word_tables(__name__)

# The name of each optional part of the rules, and what it brings.
MODULES = TABLES["modules"]


def vassals_known(edition: Edition) -> bool:
    """Whether houses without a player can be vassals."""
    return bool(edition.vassal_cards)


def loans_known(edition: Edition) -> bool:
    """Whether there are loans to take."""
    return bool(edition.loans)


def leaders_known(edition: Edition) -> bool:
    """Whether leaders march with units."""
    return bool(edition.leaders)


def tactics_known(edition: Edition) -> bool:
    """Whether there are tactics cards."""
    return bool(edition.tactics)


def gifts_known(edition: Edition) -> bool:
    """Whether Power may be given away."""
    return bool(edition.variant.gifts)


def causes_known(edition: Edition) -> bool:
    """Whether a house wins by loyalty."""
    return bool(edition.causes)


def claim_known(edition: Edition) -> bool:
    """Whether claim decides the game."""
    return bool(edition.claimed)


def wildlings_known(edition: Edition) -> bool:
    """Whether the wildlings can attack."""
    return len(edition.wildling_track) > 1


def module_name(module: str, v: Voice) -> str:
    """What an optional part of the rules is called."""
    return v.say(MODULES[module][0]) if module in MODULES else module.replace("-", " ")


def settled_with_cities(v: Voice) -> bool:
    """Whether the edition calls its smaller settlements cities; others call them castles."""
    return any(area.settlement == "city" for area in v.edition.areas.values())


def counted_name(v: Voice) -> str:
    """The heading over what is counted to win."""
    return v.say("Claim") if v.edition.claimed else v.say("Castles")


def castles_words(v: Voice) -> str:
    """What is counted as a castle, or as claim."""
    if v.edition.claimed:
        return v.say("Claim is what the flags of the areas under control count, and the tokens on the claim track.")
    if settled_with_cities(v):
        return v.say("Castles are cities and strongholds.")
    return v.say("Strongholds count as castles.")


def winning_words(victory: int, v: Voice) -> str:
    """How many castles, or how much claim, win at once."""
    if v.edition.claimed:
        told = N_(
            "Claim is what the flags of the areas under control count, and the tokens on the claim track; whoever has "
            "{n} wins at once."
        )
        return v.say(told, n=victory)
    if settled_with_cities(v):
        return v.say("Castles are cities and strongholds; whoever controls {n} wins at once.", n=victory)
    return v.say("Strongholds count as castles; whoever controls {n} castles wins at once.", n=victory)


def loyalty_words(houses: Iterable[str], v: Voice) -> list[str]:
    """How those of the houses win that gather loyalty."""
    told = N_("For {house} its place on the victory track counts in place of castles.")
    return [v.say(told, house=v.house(house)) for house in houses if house in v.edition.causes]


def deck_name(deck: str, v: Voice) -> str:
    """What a deck is called: by its number, or by what it holds."""
    if deck == "wildlings":
        return v.say("Wildling cards")
    if deck in v.edition.alliance_decks:
        return v.say("Alliance deck of {deck}", deck=v.alliance(deck))
    if deck == LOANS:
        return v.say("Loans")
    return module_name(deck, v) if deck in MODULES else v.deck(deck)


def rounds_words(v: Voice) -> str:
    """How long a game is played, if nobody wins before."""
    return v.say_n("{n} round at most", "{n} rounds at most", v.edition.rounds)


def players_words(v: Voice) -> str:
    """`3 to 6 players`."""
    counts = sorted(v.edition.setups)
    return v.say("{least} to {most} players", least=counts[0], most=counts[-1])


def houses_among(v: Voice, counts: Collection[int]) -> tuple[str, ...]:
    """The houses among which players choose, where one of these numbers of them leaves a choice; else none."""
    able = [games.of_edition(v.edition.id).candidates(v.edition, players) for players in counts]
    choice = any(len(houses) > players for houses, players in zip(able, counts, strict=True))
    return max(able, key=len) if choice else ()


def houses_words(players: int, named: tuple[str, ...], v: Voice) -> str:
    """Which houses so many players have: all there are, those `named`, or a choice; and which vassals that leaves."""
    game = games.of_edition(v.edition.id)
    able = game.candidates(v.edition, players)
    if len(able) == players:
        return v.houses(able)
    if named:
        left = game.left_to_vassals(v.edition, players, named)
        told = v.houses(named)
        return v.say("{houses}; vassals: {vassals}", houses=told, vassals=v.houses(left)) if left else told
    least = len(v.edition.setups[players].houses) - players
    most = len(able) - players
    vassals = v.both((str(least),)) if least == most else v.either((str(least), str(most)))
    missing = v.houses(house for house in v.edition.houses if house not in able)
    if missing:
        return v.say("any {n} houses except {houses}; vassals: {vassals}", n=players, houses=missing, vassals=vassals)
    return v.say("any {n} houses; vassals: {vassals}", n=players, vassals=vassals)


def vassals_words(v: Voice) -> str:
    """What becomes of houses that nobody plays."""
    told = v.say("A house that nobody plays is a vassal: in each round some player commands it.")
    for house, cause in v.edition.causes.items():
        told += " " + v.say(
            "{house} takes {n} players or more, and is no vassal: if nobody plays it, it is not in the game.",
            house=v.house(house),
            n=cause.players,
        )
    return told


DATA = "adjudicator/thrones/editions/data"


def texts() -> Iterator[tuple[str, str]]:
    """Every text with the file it stands in."""
    editions = THRONES.editions
    for name, edition in editions.items():
        # The cards' own texts stand in the edition's data; letters show them beside what came of them.
        told = (card.text for cards in cards_with_text(edition) for card in cards.values())
        yield from ((text, f"{DATA}/{name}") for text in told if text)
    for name, edition in editions.items():
        # Help says what the sources leave open.
        yield from ((text, f"{DATA}/{name}") for text in edition.reconstructions)
    yield from messages(Sheet, Entry)
    yield from ((text, "narration/thrones/notation/statements.toml") for text in STATEMENTS.messages())
