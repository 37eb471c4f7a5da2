"""Commands about people: who runs the service."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from worker.files import BadInput


@click.command()
@click.argument("address", required=False)
@click.option("--end", is_flag=True, help="ADDRESS runs the service no more.")
def host(address: str | None, end: bool) -> None:
    """Let the account of ADDRESS run the service (moderate, lift stops), or list who does."""
    from correspondence.errors import Invalid
    from correspondence.settings import Settings
    from correspondence.sign_in.hosts import hosts, make_host
    from correspondence.store import Store
    from worker import environment

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    try:
        with store.begin() as session:
            if address is not None:
                make_host(session, address, not end, datetime.now(UTC))
        with store.read() as session:
            click.echo("\n".join(hosts(session)) or "nobody is named as a host")
    except Invalid as error:
        raise BadInput(f"host: {address}: {error}") from error
    finally:
        store.close()


@click.command("second-factor-off")
@click.argument("address")
def second_factor_off(address: str) -> None:
    """Turn the second factor of the account of ADDRESS off, whose owner has lost phone and recovery codes.

    Be sure that it is the owner who asks: whoever reads their letters signs in afterwards. They get a letter about it.
    """
    from correspondence.errors import Invalid, NotFound
    from correspondence.settings import Settings
    from correspondence.sign_in.second_factor import turn_off_for
    from correspondence.store import Store
    from worker import environment

    environment.log_to_stderr()
    store = Store(Settings.from_environment())
    try:
        with store.begin() as session:
            was_on = turn_off_for(session, address, datetime.now(UTC))
    except (Invalid, NotFound) as error:
        raise BadInput(f"second-factor-off: {address}: {error}") from error
    finally:
        store.close()
    click.echo("the second factor is off" if was_on else "no second factor was turned on")
