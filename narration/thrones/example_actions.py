"""Examples of typed lines for what comes after the orders: legal by those that lie, or by those that are planned."""

from __future__ import annotations

from adjudicator.thrones.rules.iron_bank import offers
from adjudicator.thrones.rules.planning import swaps
from adjudicator.thrones.rules.storm.hostages import hostages_of
from adjudicator.thrones.rules.storm.leaders import free_leaders
from adjudicator.thrones.rules.westeros import steps_ahead
from adjudicator.thrones.sheets.sheet import VassalSheet
from narration.thrones.example_pieces import At, planned


def orders_line(at: At) -> str:
    """Some orders, those that the other examples are about."""
    found = planned(at)
    if not found:
        found = {area: order for area in at.areas()[:2] if (order := at.order("support", "defense", "march"))}
    return "ORDERS " + "; ".join(f"{area} {order}" for area, order in found.items()) if found else ""


def raven_line(at: At) -> str:
    """An order exchanged for a plain one."""
    types = ("defense", "support", "march")
    if at.board.orders:
        legal = {one.order: one for one in swaps(at.board, at.v.edition, at.seat) if one.order}
        swap = next((legal[order] for kind in types if (order := at.order(kind)) in legal), None)
        swap = swap or next(iter(legal.values()), None)
        return f"RAVEN {swap.area} {swap.order} | none" if swap is not None else ""
    given = planned(at)
    for area in given or at.areas()[:1]:
        order = at.order(*(kind for kind in types if at.order(kind) != given.get(area)), area=area)
        if order:
            return f"RAVEN {area} {order} | none"
    return ""


def raid_line(at: At) -> str:
    """What a raid goes for."""
    for area in at.doing("raid"):
        if found := at.raided(area):
            return f"RAID {area}: {', '.join(found[:2])} | none"
    return ""


def march_line(at: At) -> str:
    """A march with a token left where one may be; in games with leaders where one of those goes."""
    edition = at.v.edition
    areas = sorted(at.doing("march"), key=lambda area: not _leaders_in(at, area))
    for area in areas:
        goals, force = at.goals(area), at.board.forces.get(area)
        if not goals or force is None or force.house != at.seat:
            continue
        facts = edition.areas[area]
        token = ", token" if facts.kind == "land" and facts.home_of != at.seat and not force.routed else ""
        led = _leaders_in(at, area)
        lead = f", leaders {_quoted(led[0])} to {goals[0]}" if led else ""
        unit, count = next(iter(force.units.items()))
        if len(goals) > 1 and sum(force.units.values()) > 1 and count >= 1:
            return f"MARCH {area}: {goals[0]} 1 {unit} + {goals[1]} rest{token}{lead} | stay"
        return f"MARCH {area}: {goals[0]}{token}{lead} | stay"
    return ""


def _leaders_in(at: At, area: str) -> list[str]:
    """The leaders of the house in an area who may march with others."""
    leaders = at.board.leaders.items()
    return [name for name, one in leaders if one.house == at.seat and one.area == area]


def _quoted(name: str) -> str:
    return f'"={name}"'


def support_line(at: At) -> str:
    """Whom an area supports."""
    area = next(iter(at.doing("support")), "")
    return f"SUPPORT {area}: me | nobody" if area else ""


def loan_line(at: At) -> str:
    """A loan with its price, and for what."""
    if not at.doing("iron-bank"):
        return ""
    land = next(iter(at.areas("land")), "")
    for loan, cost in offers(at.board, at.v.edition, at.seat).items():
        parts = at.v.edition.loans[loan].parts
        somewhere = any("mark" in part or isinstance(part.get("units"), dict) for part in parts)
        where = f" in {land}" if land and somewhere else ""
        return f"LOAN {loan} upto {cost}{where}"
    return ""


def leader_line(at: At) -> str:
    """A leader turned in the place of an order of his kind."""
    leaders, orders = at.v.edition.leaders, at.v.edition.orders
    for name in free_leaders(at.board, at.seat):
        lies = at.lying.get(at.board.leaders[name].area, "")
        if not at.board.orders or (lies in orders and orders[lies].type == leaders[name].activates):
            return f"CHOOSE activate: {_quoted(name)}"
    return ""


def troops_line(at: At) -> str:
    """Units that a card moves."""
    for area in at.by_size():
        if goals := at.goals(area):
            unit = next(iter(at.board.forces[area].units), "")
            return f"TROOPS {area}: {goals[0]} 1 {unit}" if unit else f"TROOPS {area}: {goals[0]}"
    return ""


def hostages_lines(at: At) -> str:
    """What is offered for a leader of the house, and what is accepted for one that it holds."""
    board, found = at.board, []
    mine = next(((name, one.cell) for name, one in board.leaders.items() if one.house == at.seat and one.cell), None)
    if mine is not None:
        power = min(2, board.power.get(at.seat, 0))
        found.append(f"OFFER {_quoted(mine[0])}, to {mine[1]}, power {power} | decline")
    for name in hostages_of(board, at.seat)[:1]:
        found.append(f"REPLY accept {_quoted(name)}, from {board.leaders[name].house}, power 2 | refuse")
    return "\n".join(found)


def commanded_lines(at: At) -> str:
    """What vassals do that the reader commands, one line of each sort."""
    found: dict[str, str] = {}
    for vassal in (one for one in at.board.vassals if at.board.commanders.get(one) == at.seat):
        for line in of_vassal(at.of(vassal)):
            found.setdefault(line.partition(" ")[0], f"FOR {vassal}: {line}")
    return "\n".join(found.values())


def of_vassal(at: At) -> list[str]:
    """What one vassal may be told to do, by the orders that lie; or what it musters at home."""
    if at.board.orders:
        return [line for line in (march_line(at), raid_line(at), support_line(at)) if line]
    home = at.v.edition.houses[at.seat].home
    force = at.board.forces.get(home)
    mine = force is None or force.house == at.seat
    comes = "mustering" in steps_ahead(at.board, at.v.edition)
    return [f"MUSTER {home}: footman"] if mine and comes and at.board.phase == "westeros" else []


def on_behalf(line: str, part: str, house: str, seat: str) -> str:
    """A line for a vassal of the reader, where sheets for vassals have such a part."""
    known = part in VassalSheet.__struct_fields__ and house != seat
    return "\n".join(f"FOR {house}: {one}" for one in line.split("\n")) if known and line else line
