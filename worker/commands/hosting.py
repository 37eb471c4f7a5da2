"""Commands for who runs the service: people, checks, tables, processes, incoming mail."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime

import click
import msgspec

from correspondence.settings import Settings
from worker import environment
from worker.files import BadInput


@click.command()
@click.argument("address", required=False)
@click.option("--end", is_flag=True, help="ADDRESS runs the service no more.")
def host(address: str | None, end: bool) -> None:
    """Let the account of ADDRESS run the service (moderate, lift stops), or list who does."""
    from correspondence.sign_in.use_cases import hosts, make_host

    with environment.database(f"host: {address}") as store:
        with store.begin() as session:
            if address is not None:
                make_host(session, address, not end, datetime.now(UTC))
        with store.read() as session:
            click.echo("\n".join(hosts(session)) or "nobody is named as a host")


@click.command("second-factor-off")
@click.argument("address")
def second_factor_off(address: str) -> None:
    """Turn the second factor of the account of ADDRESS off, whose owner has lost phone and recovery codes.

    Be sure that it is the owner who asks: whoever reads their letters signs in afterwards. They get a letter about it.
    """
    from correspondence.sign_in.factors import turn_off_for

    with environment.database(f"second-factor-off: {address}") as store, store.begin() as session:
        was_on = turn_off_for(session, address, datetime.now(UTC))
    click.echo("the second factor is off" if was_on else "no second factor was turned on")


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each game, each in a line.")
@click.option("--memory", type=click.IntRange(min=1), help="The most bytes this process may take.")
def evaluate(games: tuple[str, ...], as_json: bool, memory: int | None) -> None:
    """Play stored games (their ids) again from their journals and say what differs. Exit code 1 if anything does."""
    from correspondence.input_validation import NotFound
    from worker import subprocesses

    environment.log_to_stderr()
    if memory is not None:
        subprocesses.limit_memory(memory)
    told, agree = subprocesses.evaluate_here(Settings.from_environment(), games), True
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
def audit_log(scope: str | None, listed: bool, as_json: bool) -> None:
    """Check the chain of the audit log: of SCOPE (a game's id, or `site`), or of all. Exit code 1 if it is broken.

    The digest of the last entry says all before it: keep it elsewhere, and nobody can shorten the audit log unnoticed.
    """
    from correspondence.audit_log import chain, scopes

    with environment.database("audit-log") as store, store.read() as session:
        known = scopes(session)
        if scope is not None and scope not in known:
            raise BadInput(f"audit-log: there is no entry of {scope!r} (unknown-scope)")
        chains = [chain(session, name, listed=listed) for name in ([scope] if scope else known)]
    if as_json:
        click.echo(json.dumps({"scopes": [msgspec.to_builtins(one) for one in chains]}))
    else:
        for one in chains:
            for line in one.entries:
                click.echo(f"{one.scope} {line.number} {line.at} {line.actor} {line.kind} {line.document}")
            said = "; ".join(one.faults) or f"{one.count} entries, unbroken, last {one.last}"
            click.echo(f"{one.scope}: {said}" if not one.faults else said)
        if not chains:
            click.echo("the audit log is empty")
    sys.exit(1 if any(one.faults for one in chains) else 0)


@click.command("confirm-clock")
def confirm_clock() -> None:
    """Say that this machine's clock is right, after it jumped: adjudication goes on.

    Deadlines that passed meanwhile are moved as after an outage.
    """
    from correspondence import operations
    from worker.service import clock

    with environment.database("confirm-clock") as store, store.begin() as session:
        why = operations.stopped(session)
        operations.confirm_clock(session, None, clock())
    click.echo(f"adjudication goes on; it had stopped because {why}" if why else "nothing was stopped")


@click.command("try-again")
@click.argument("game")
def try_again(game: str) -> None:
    """Let the game GAME (its id) go on that was set aside because a call could not be adjudicated."""
    from correspondence import closing
    from worker.service import clock

    with environment.database(f"try-again: {game}") as store, store.begin() as session:
        closing.try_again(session, None, game, clock())
    click.echo(f"{game}: its call is adjudicated at the next sweep")


@click.command("mail-in")
@click.option("--lmtp", "lmtp", default="", help="Listen for the mail server on HOST:PORT with LMTP.")
@click.option("--smtp", "smtp", default="", help="The same with SMTP, for servers that cannot speak LMTP.")
@click.option("--mailbox", is_flag=True, help="Read the mailbox of MAIL_IN_BOX over IMAP.")
def mail_in(lmtp: str, smtp: str, mailbox: bool) -> None:
    """Take in the mails with which players answer their letters, until stopped.

    Needs MAIL_IN, the address at which they answer. Without an option it listens with LMTP on 127.0.0.1:8024. What
    comes is kept at once; the worker reads it. It stands behind a mail server, and is none for the internet.
    """
    from worker import startup
    from worker.mail_in import Unusable, run

    settings = startup.awaited()
    if not settings.mail_in:
        raise BadInput("mail-in: MAIL_IN is not set; it is the address at which players answer letters")
    try:
        run(settings, lmtp=lmtp, smtp=smtp, mailbox=mailbox)
    except Unusable as reason:
        raise BadInput(f"mail-in: {reason}") from reason


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 256))
def serve(host: str, port: int, processes: int, threads: int) -> None:
    """Serve the site. Settings come from the environment; see the README. A database that is away is waited for."""
    from worker import serving, startup

    serving.serve(startup.awaited(), host, port, processes, threads)


@click.command()
@click.option("--beat/--no-beat", default=True, show_default=True, help="Whether this worker also keeps the schedule.")
@click.option("--concurrency", default=2, show_default=True, type=click.IntRange(1, 64), help="With a real broker.")
@click.option("--queues", default="", help="Only these, with commas between: adjudicate, mail, default, search.")
@click.option("--pool", default="prefork", show_default=True, type=click.Choice(["prefork", "solo"]))
@click.option("--one-pool", is_flag=True, help="Several queues in the same processes: slow mail delays deadlines.")
@click.option("--leader", type=int, hidden=True, help="Stop when this process is gone.")
def worker(beat: bool, concurrency: int, queues: str, pool: str, one_pool: bool, leader: int | None) -> None:
    """Adjudicate due calls and send letters, until stopped.

    With a real broker each queue has processes of its own, as with `rookery workers`; --concurrency counts those that
    adjudicate, or those of the one queue that is named. A database or broker that is away is waited for.
    """
    from worker import app, startup, supervisor
    from worker.messages import QUEUES, embedded

    wanted = tuple(filter(None, (name.strip() for name in queues.split(",")))) or QUEUES
    if unknown := set(wanted) - set(QUEUES):
        raise BadInput(f"worker: there is no queue {sorted(unknown)[0]!r}; the queues are {', '.join(QUEUES)}")
    if leader is not None:
        app.follow(leader)
    settings = startup.awaited()
    if len(set(wanted)) > 1 and not one_pool and not embedded(settings):
        sys.exit(supervisor.Crew(supervisor.members(concurrency, 1, wanted, beat=beat, pool=pool)).run())
    sys.exit(app.run_worker(settings, beat=beat, concurrency=concurrency, queues=wanted, pool=pool))


@click.command()
@click.option("--adjudicators", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--mailers", default=1, show_default=True, type=click.IntRange(1, 64))
def workers(adjudicators: int, mailers: int) -> None:
    """Run the workers of one machine, with processes of their own for adjudication, mail and the rest, until stopped.

    Needs a real broker (BROKER_URL). A worker that dies is started again.
    """
    from worker import startup, supervisor
    from worker.messages import embedded

    if embedded(environment.bare_settings()):
        raise BadInput("workers: without a broker of their own (BROKER_URL) there is one worker only: rookery worker")
    startup.awaited()
    sys.exit(supervisor.Crew(supervisor.members(adjudicators, mailers)).run())


@click.command()
def beat() -> None:
    """Keep the schedule for workers that run with --no-beat, until stopped. One is enough; a second does no harm."""
    from worker import app, startup

    sys.exit(app.run_beat(startup.awaited()))


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Tried first.")
def play(port: int) -> None:
    """Play on this machine: the site, a worker and a demo game against four stewards. Ctrl-C stops everything."""
    from worker import playing

    try:
        playing.play(port)
    except playing.Failed as reason:
        raise BadInput(str(reason)) from reason


@click.command()
@click.option("--to", default="head", show_default=True, help="A revision; an earlier one takes changes back.")
def migrate(to: str) -> None:
    """Make the tables of the database, or bring them to today's form. Make a backup first.

    Several of these at once wait for each other. With SQLite this happens by itself.
    """
    from correspondence import migrating
    from correspondence.store import Store

    try:
        with closing(Store(environment.bare_settings())) as store:
            before = migrating.usable_revision(store.engine)
            after = migrating.go_to(store.engine, to)
    except migrating.WrongSchema as wrong:
        raise BadInput(str(wrong)) from wrong
    click.echo(f"the database is of revision {after}" + ("" if before == after else f"; it was of {before or 'none'}"))


@click.command()
@click.argument("what", type=click.Choice(["web", "worker", "beat", "mail-in"]))
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Where the site or mail-in listens."
)
def alive(what: str, port: int) -> None:
    """Whether the site, a worker of this machine, the schedule or mail-in lives: exit code 0 or 1, for checks."""
    from worker import liveness

    trouble = liveness.trouble(environment.bare_settings(), what, port)
    if trouble:
        raise click.ClickException(trouble)
    click.echo("alive")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--send-test", default="", metavar="ADDRESS", help="Send a letter there; without this none is sent.")
def doctor(as_json: bool, send_test: str) -> None:
    """Say what is wrong with this service and how to mend it. Exit code 1 for a fault, else 0."""
    from correspondence.store import Store
    from worker.doctor.machine import Patient
    from worker.doctor.work import examine
    from worker.service import clock

    settings = environment.bare_settings()
    with closing(Store(settings)) as store:
        found = list(examine(Patient(settings, os.environ, store, clock(), send_test)))
    if as_json:
        click.echo(json.dumps({"findings": [asdict(finding) for finding in found]}))
    else:
        for finding in found:
            click.echo(f"{finding.grade:>7}  {finding.words}")
            if finding.mend:
                click.echo(f"         -> {finding.mend}")
        wrong = sum(finding.grade in ("warning", "fault") for finding in found)
        click.echo(f"{len(found)} things looked at, {wrong} to look after")
    sys.exit(1 if any(finding.grade == "fault" for finding in found) else 0)
