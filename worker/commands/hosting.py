"""Commands for who runs the service: check the ledger, evaluate a game."""

from __future__ import annotations

import json
import sys

import click
import msgspec

from worker.files import BadInput


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game, each in a line.")
@click.option("--memory", type=click.IntRange(min=1), help="The most bytes this process may take.")
def evaluate(games: tuple[str, ...], as_json: bool, memory: int | None) -> None:
    """Play stored games (their ids) again from their journals and say what differs. Exit code 1 if anything does."""
    from correspondence.errors import NotFound
    from correspondence.settings import Settings
    from worker import environment, evaluating

    environment.log_to_stderr()
    if memory is not None:
        evaluating.limit_memory(memory)
    told, agree = evaluating.evaluate_here(Settings.from_environment(), games), True
    for game in games:
        try:
            findings = next(told)
        except NotFound as unknown:
            raise BadInput(f"evaluate: {game}: {unknown}") from unknown
        agree = agree and not findings.differences
        if as_json:
            click.echo(msgspec.json.encode(findings))
        else:
            agreed = f"{game}: as its journal makes it, up to call {findings.call_number}"
            click.echo("\n".join(f"{game}: {line}" for line in findings.differences) or agreed)
    sys.exit(0 if agree else 1)


@click.command()
@click.argument("scope", required=False)
@click.option("--list", "listed", is_flag=True, help="Show the entries too.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of lines; one object.")
def ledger(scope: str | None, listed: bool, as_json: bool) -> None:
    """Check the chain of the audit ledger: of SCOPE (a game's id, or `site`), or of all. Exit code 1 if it is broken.

    The digest of the last entry says all before it: keep it elsewhere, and nobody can shorten the ledger unnoticed.
    """
    from correspondence.ledger.use_cases import chain, scopes
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    with store.read() as session:
        known = scopes(session)
        if scope is not None and scope not in known:
            raise BadInput(f"ledger: there is no entry of {scope!r} (unknown-scope)")
        chains = [chain(session, name, listed=listed) for name in ([scope] if scope else known)]
    store.close()
    if as_json:
        click.echo(json.dumps({"scopes": [msgspec.to_builtins(one) for one in chains]}))
    else:
        for one in chains:
            for line in one.entries:
                click.echo(f"{one.scope} {line.number} {line.at} {line.actor} {line.kind} {line.document}")
            said = "; ".join(one.faults) or f"{one.count} entries, unbroken, last {one.last}"
            click.echo(f"{one.scope}: {said}" if not one.faults else said)
        if not chains:
            click.echo("the ledger is empty")
    sys.exit(1 if any(one.faults for one in chains) else 0)


@click.command("confirm-clock")
def confirm_clock() -> None:
    """Say that this machine's clock is right, after it jumped: adjudication goes on.

    Deadlines that passed meanwhile are moved as after an outage.
    """
    from correspondence.outages import brake
    from correspondence.outages.pulse import stopped
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment
    from worker.service import clock

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    with store.begin() as session:
        why = stopped(session)
        brake.confirm_clock(session, None, clock())
    store.close()
    click.echo(f"adjudication goes on; it had stopped because {why}" if why else "nothing was stopped")


@click.command("try-again")
@click.argument("game")
def try_again(game: str) -> None:
    """Let the game GAME (its id) go on that was set aside because a call could not be adjudicated."""
    from correspondence.closing import setting_aside
    from correspondence.errors import Denied, NotFound
    from correspondence.settings import Settings
    from correspondence.store import Store
    from worker import environment
    from worker.service import clock

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    try:
        with store.begin() as session:
            setting_aside.try_again(session, None, game, clock())
    except (Denied, NotFound) as error:
        raise BadInput(f"try-again: {game}: {error}") from error
    finally:
        store.close()
    click.echo(f"{game}: its call is adjudicated at the next sweep")
