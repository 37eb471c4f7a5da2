"""What is refused of an override and what is warned of, each guard with its counter-case."""

from __future__ import annotations

from adjudicator import games
from adjudicator.engine.chance import commitment
from adjudicator.thrones.game import THRONES
from adjudicator.thrones.state import overrides as x
from adjudicator.thrones.state.board import Force, Placed
from tests.adjudicator.overrides.tables import FIRST, in_marches
from tests.adjudicator.sheets.tables import table


def test_an_order_taken_away_on_purpose_is_no_loss() -> None:
    position = in_marches()
    area = next(iter(position.board.orders))
    assert "order-lost" not in [one.code for one in THRONES.check_override(position, x.SetOrder(area=area)).warnings]


def test_as_many_stars_are_usual_as_the_court_gives_and_no_more() -> None:
    position = in_marches()
    board, allowed = position.board, FIRST.stars[0]
    areas = [area for area in FIRST.areas if FIRST.areas[area].kind == "land"][: allowed + 1]
    specials = [token.id for token in FIRST.orders.values() if token.special]
    board.bans = []
    board.forces = {area: Force("stark", {"footman": 1}) for area in areas}
    board.tracks["kings-court"] = ["stark", *(house for house in board.houses if house != "stark")]

    def warned(placed: int) -> bool:
        board.orders = {area: Placed("stark", specials[n]) for n, area in enumerate(areas) if 0 < n < placed}
        found = THRONES.check_override(position, x.SetOrder(area=areas[0], order=specials[0])).warnings
        return "too-many-special-orders" in [one.code for one in found]

    assert allowed > 1
    assert [warned(allowed - 1), warned(allowed), warned(allowed + 1)] == [False, False, True]


def test_the_box_counts_units_of_a_kind_that_stood_there_already() -> None:
    position = in_marches()
    limit = FIRST.limit("stark", "knight")
    position.board.forces = {
        "winterfell": Force("stark", {"footman": 1}),
        "karhold": Force("stark", {"knight": limit - 1}, {"knight": 1}),
    }

    def refused(area: str, **units: int) -> list[str]:
        return [
            one.code
            for one in games.of(position)
            .check_override(position, x.SetUnits(area=area, house="stark", units=units))
            .errors
        ]

    assert refused("winterfell", footman=1, knight=1) == ["no-piece-left"]
    assert refused("karhold", knight=limit) == []
    assert refused("karhold", knight=limit + 1) == ["no-piece-left"]


def test_no_neutral_force_comes_where_only_a_token_lies() -> None:
    position = in_marches()
    area = next(one for one in FIRST.areas if FIRST.areas[one].kind == "land" and not FIRST.areas[one].home_of)
    override = x.SetNeutral(area=area, strength=4)
    position.board.forces.pop(area, None)
    position.board.tokens.pop(area, None)
    assert THRONES.check_override(position, override).errors == ()
    position.board.tokens[area] = "stark"
    assert [one.code for one in THRONES.check_override(position, override).errors] == ["house-holds-it"]


def test_game_masters_set_supply_as_far_as_the_track_goes() -> None:
    most = len(FIRST.supply_limits) - 1
    assert THRONES.check_override(table(), x.SetSupply(house="stark", supply=most)).errors == ()
    errors = THRONES.check_override(table(), x.SetSupply(house="stark", supply=most + 1)).errors
    assert [one.code for one in errors] == ["supply-out-of-range"]


def test_game_masters_lay_no_order_that_cannot_lie_there() -> None:
    position = table({"sunset-sea": ("greyjoy", {"ship": 1})}, {"sunset-sea": ("greyjoy", "march+0")})
    errors = THRONES.check_override(position, x.SetOrder(area="sunset-sea", order="consolidate-power")).errors
    assert [(one.code, one.where) for one in errors] == [("order-only-on-land", "order")]


def test_special_orders_of_others_are_not_counted() -> None:
    board = (position := in_marches()).board
    areas = [area for area in FIRST.areas if FIRST.areas[area].kind == "land"]
    specials = [token.id for token in FIRST.orders.values() if token.special]
    board.tracks["kings-court"] = ["stark", *(house for house in board.houses if house != "stark")]
    board.forces = {area: Force("greyjoy", {"footman": 1}) for area in areas} | {
        "karhold": Force("stark", {"footman": 1})
    }
    board.orders = {area: Placed("greyjoy", special) for area, special in zip(areas, specials, strict=False)}
    board.orders["karhold"] = Placed("stark", "support")
    found = THRONES.check_override(position, x.SetOrder(area="karhold", order=specials[0])).warnings
    assert "too-many-special-orders" not in [one.code for one in found]


def test_a_deck_that_is_set_keeps_at_its_bottom_what_was_used() -> None:
    """And a new seed shuffles what is still to come, all of it, and nothing else."""
    position = games.start("second-edition", 6, "decks")
    deck = list(position.hidden.decks["I"])
    position.hidden.used["I"] = 3
    later = THRONES.issue(position, x.SetDeck(deck="I", order=tuple(deck[-2:])), "so be it", "gm").position
    assert later.hidden.decks["I"][:2] == deck[-2:]
    assert later.hidden.used["I"] == 3
    everything = tuple(later.hidden.decks["I"])
    later = THRONES.issue(later, x.SetDeck(deck="I", order=everything), "so be it", "gm").position
    assert "I" not in later.hidden.used


def test_a_new_seed_shuffles_every_card_still_to_come() -> None:
    lasts = set()
    for number in range(12):
        position = games.start("second-edition", 6, "decks")
        last = position.hidden.decks["II"][-1]
        seed = f"seed {number}"
        later = THRONES.issue(position, x.Reseed(commitment=commitment(seed), seed=seed), "anew", "gm").position
        assert sorted(later.hidden.decks["II"]) == sorted(games.start("second-edition", 6, "decks").hidden.decks["II"])
        lasts.add(later.hidden.decks["II"][-1] == last)
    assert lasts == {True, False}
