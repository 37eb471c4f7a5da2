"""Editions: what can be played, with the ids that sheets use and their names."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from adjudicator import games
from adjudicator.engine.decision import Illegal
from adjudicator.engine.values import Edition
from correspondence.input_validation import NotFound
from narration.words import N_
from web.api.documents import plain
from web.api.noun import Noun
from web.game_pages import PAGES

noun = Noun("editions", "Editions: areas, orders, units, cards by the ids that sheets use.")


class EditionLineSchema(Schema):
    """An edition in a list; `players`: how many may play it, `modules`: optional parts of its rules."""

    id = fields.String(required=True)
    name = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    players = fields.List(fields.Integer(), required=True)
    modules = fields.List(fields.String(), required=True)


class SetupSchema(Schema):
    """Which houses so many players may have, which of these are vassals if nobody plays them, and how many strongholds
    and cities win."""

    players = fields.Integer(required=True)
    houses = fields.List(fields.String(), required=True)
    vassals = fields.List(fields.String(), required=True)
    victory = fields.Integer(required=True)


class EditionSchema(EditionLineSchema):
    """An edition. Parts are keyed by their ids and carry their names; `policies` says what happens to a decision of
    each kind that nobody wrote anything for."""

    setups = fields.List(fields.Nested(SetupSchema), required=True)
    policies = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    houses = fields.Dict(keys=fields.String(), required=True)
    # What only some families have.
    rounds = fields.Integer()
    areas = fields.Dict(keys=fields.String())
    orders = fields.Dict(keys=fields.String())
    units = fields.Dict(keys=fields.String())
    cards = fields.Dict(keys=fields.String())
    westeros = fields.Dict(keys=fields.String())
    wildling_cards = fields.Dict(keys=fields.String())
    tide_cards = fields.Dict(keys=fields.String())
    tracks = fields.List(fields.String())
    badges = fields.Dict(keys=fields.String(), values=fields.String())
    allies = fields.Dict(keys=fields.String())
    influence = fields.Dict(keys=fields.String())


@noun.route("GET", "/editions", EditionLineSchema(many=True), anybody=True)
def editions() -> list[dict[str, Any]]:
    """The editions that can be played."""
    return [_line(edition) for edition in games.EDITIONS.values()]


@noun.route("GET", "/editions/<edition_id>", EditionSchema, anybody=True)
def edition(edition_id: str) -> dict[str, Any]:
    """An edition with everything that has an id."""
    try:
        # Also of one that is not offered: games may be played with it.
        found: Any = games.edition(edition_id)
    except Illegal as unknown:
        raise NotFound("no-such-edition", N_("There is no such edition.")) from unknown
    known = PAGES.of_edition(edition_id)
    rest = {name: getattr(found, name) for name in ("rounds", "tracks", "badges") if hasattr(found, name)}
    return {
        **_line(found),
        **{part: plain(getattr(found, part)) for part in known.parts(found)},
        **rest,
        "setups": [_setup(found, players) for players in sorted(found.player_counts)],
        "policies": known.defaults(found),
    }


def _setup(edition: Any, players: int) -> dict[str, Any]:
    return {
        "players": players,
        "houses": games.of_edition(edition.id).candidates(edition, players),
        "vassals": games.of_edition(edition.id).left_to_vassals(edition, players, ()),
        **({"victory": edition.setups[players].victory} if hasattr(edition, "setups") else {}),
    }


def _line(edition: Edition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "name": plain(edition.name),
        "players": sorted(edition.player_counts),
        "modules": edition.modules,
    }
