"""What a game master may decree in B'Twixt besides what every game takes."""

from __future__ import annotations

from adjudicator.engine.edict_kinds import Edict, EndGame, Reseed, RolledBack, Ruling


class PlaceAlly(Edict, frozen=True, kw_only=True, tag="place-ally"):
    """An ally lies in this council, wherever it was; without a council it is among the dead."""

    ally: str
    council: str = ""


class SetTokens(Edict, frozen=True, kw_only=True, tag="set-tokens"):
    """So many tokens lie in a council; they come from the supply, or go back to it."""

    council: str
    tokens: int


class GiveInfluence(Edict, frozen=True, kw_only=True, tag="give-influence"):
    """A leader takes a card from the discard pile, or from a pile in front of anybody, into its hand."""

    house: str
    card: str


class SetFirstPlayer(Edict, frozen=True, kw_only=True, tag="set-first-player"):
    """The first player token lies before this leader from now on."""

    house: str


AnyEdict = PlaceAlly | SetTokens | GiveInfluence | SetFirstPlayer | Ruling | Reseed | RolledBack | EndGame
