"""Commands for administrators: people, checks, tables, processes, incoming mail."""

from __future__ import annotations

import json
import os
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime

import click
import msgspec

from correspondence import logs
from correspondence.settings import Settings
from worker import environment
from worker.files import BadInput, bad_input


@click.command()
@click.argument("address", required=False)
@click.option("--end", is_flag=True, help="ADDRESS is no longer an administrator.")
def host(address: str | None, end: bool) -> None:
    """Make the account of ADDRESS an administrator, or list the administrators."""
    from correspondence.sign_in.use_cases import hosts, make_host

    with environment.database(f"host: {address}") as store:
        with store.begin() as session:
            if address is not None:
                make_host(session, address, not end, datetime.now(UTC))
        with store.read() as session:
            click.echo("\n".join(hosts(session)) or "there are no administrators")


@click.command("second-factor-off")
@click.argument("address")
def second_factor_off(address: str) -> None:
    """Turn off the second factor of ADDRESS, who lost phone and recovery codes.

    Make sure that the owner asks. After this, anybody who can read their email can sign in. They get an email about it.
    """
    from correspondence.sign_in.factors import turn_off_lost_factor

    with environment.database(f"second-factor-off: {address}") as store, store.begin() as session:
        was_on = turn_off_lost_factor(session, address, datetime.now(UTC))
    click.echo("the second factor is off" if was_on else "the second factor was already off")


@click.command()
@click.argument("games", metavar="GAME...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for each game.")
@click.option("--memory", type=click.IntRange(min=1), help="The memory limit of this process in bytes.")
def evaluate(games: tuple[str, ...], as_json: bool, memory: int | None) -> None:
    """Replay stored games (their ids) from their journals. Exit code 1: difference."""
    from correspondence.input_validation import NotFound
    from worker import subprocesses

    logs.configure()
    if memory is not None:
        subprocesses.limit_memory(memory)
    results, agree = subprocesses.evaluate_here(Settings.from_environment(), games), True
    for game in games:
        with bad_input(NotFound, about=f"evaluate: {game}"):
            findings = next(results)
        agree = agree and not findings.differences
        if as_json:
            click.echo(msgspec.json.encode(findings))
        else:
            agreed = f"{game}: agrees with its journal, up to turn {findings.turn_number}"
            click.echo("\n".join(f"{game}: {line}" for line in findings.differences) or agreed)
    sys.exit(0 if agree else 1)


@click.command()
@click.argument("scope", required=False)
@click.option("--list", "listed", is_flag=True, help="Also show the entries.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of lines; one object.")
def audit_log(scope: str | None, listed: bool, as_json: bool) -> None:
    """Check the chain of the audit log of SCOPE, or of all.
    SCOPE is a game's id, or `site`. Exit code 1 if the chain is broken.

    The last digest depends on all entries. Keep it elsewhere, and nobody can shorten the audit log unnoticed.
    """
    from correspondence.audit_log import chain, scopes

    with environment.database("audit-log") as store, store.read() as session:
        scope_names = scopes(session)
        if scope is not None and scope not in scope_names:
            raise BadInput(f"audit-log: there are no entries for {scope!r} (unknown-scope)")
        chains = [chain(session, name, listed=listed) for name in ([scope] if scope else scope_names)]
    if as_json:
        click.echo(json.dumps({"scopes": [msgspec.to_builtins(log_chain) for log_chain in chains]}))
    else:
        for log_chain in chains:
            for line in log_chain.entries:
                click.echo(f"{log_chain.scope} {line.number} {line.at} {line.actor} {line.kind} {line.document}")
            summary = "; ".join(log_chain.faults) or f"{log_chain.count} entries, unbroken, last {log_chain.last}"
            click.echo(f"{log_chain.scope}: {summary}" if not log_chain.faults else summary)
        if not chains:
            click.echo("the audit log is empty")
    sys.exit(1 if any(log_chain.faults for log_chain in chains) else 0)


@click.command("confirm-clock")
def confirm_clock() -> None:
    """Confirm that this machine's clock is right after a jump. Games then resume.

    Deadlines that passed meanwhile are extended, as after an outage.
    """
    from correspondence import operations
    from worker.service import clock

    with environment.database("confirm-clock") as store, store.begin() as session:
        why = operations.stop_reason(session)
        operations.confirm_clock(session, None, clock())
    click.echo(f"games resume; they had stopped because {why}" if why else "nothing had stopped")


@click.command("try-again")
@click.argument("game")
def try_again(game: str) -> None:
    """Release the quarantined game GAME (its id) and resolve its turn again."""
    from correspondence import closing
    from worker.service import clock

    with environment.database(f"try-again: {game}") as store, store.begin() as session:
        closing.try_again(session, None, game, clock())
    click.echo(f"{game}: its turn is resolved at the next sweep")


@click.command("mail-in")
@click.option("--lmtp", "lmtp", default="", help="Listen to the mail server on HOST:PORT with LMTP.")
@click.option("--smtp", "smtp", default="", help="The same with SMTP, for mail servers without LMTP.")
@click.option("--mailbox", is_flag=True, help="Read the mailbox MAIL_IN_BOX over IMAP.")
def mail_in(lmtp: str, smtp: str, mailbox: bool) -> None:
    """Receive emails from players, until stopped.

    It needs MAIL_IN, the address that players write to. Without options it listens with LMTP on 127.0.0.1:8024. It
    stores emails at once; a worker reads them. Run it behind a mail server, never open to the internet.
    """
    from worker import startup
    from worker.mail_in import Unusable, run

    settings = startup.wait_for_settings()
    if not settings.mail_in:
        raise BadInput("mail-in: set MAIL_IN to the address that players write to")
    with bad_input(Unusable, about="mail-in"):
        run(settings, lmtp=lmtp, smtp=smtp, mailbox=mailbox)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option("--threads", default=8, show_default=True, type=click.IntRange(1, 256))
def serve(host: str, port: int, processes: int, threads: int) -> None:
    """Serve the site, until stopped. Waits for the database if it does not answer.

    Settings come from the environment (docs/hosting.md).
    """
    from worker import serving, startup

    serving.serve(startup.wait_for_settings(), host, port, processes, threads)


@click.command()
@click.option("--beat/--no-beat", default=True, show_default=True, help="Whether this worker also runs the schedule.")
@click.option(
    "--concurrency",
    default=2,
    show_default=True,
    type=click.IntRange(1, 64),
    help="The number of processes, with an external broker.",
)
@click.option("--queues", default="", help="Only these queues, separated by commas: adjudicate, mail, default, search.")
@click.option("--pool", default="prefork", show_default=True, type=click.Choice(["prefork", "solo"]))
@click.option("--one-pool", is_flag=True, help="Use the same processes for all queues. Slow mail then delays turns.")
@click.option("--leader", type=int, hidden=True, help="Stop when this process is gone.")
def worker(beat: bool, concurrency: int, queues: str, pool: str, one_pool: bool, leader: int | None) -> None:
    """Resolve due turns and send emails, until stopped.

    With an external broker each queue has its own processes, as with `rookery workers`. --concurrency is the number of
    those that resolve turns, or of those for the only named queue. Waits for a database or broker that does not answer.
    """
    from worker import app, startup, supervisor
    from worker.messages import QUEUES, uses_embedded_broker

    queue_names = tuple(filter(None, (name.strip() for name in queues.split(",")))) or QUEUES
    if unknown := set(queue_names) - set(QUEUES):
        raise BadInput(f"worker: there is no queue {sorted(unknown)[0]!r}; the queues are {', '.join(QUEUES)}")
    app.follow(leader)
    settings = startup.wait_for_settings()
    if len(set(queue_names)) > 1 and not one_pool and not uses_embedded_broker(settings):
        sys.exit(supervisor.Crew(supervisor.members(concurrency, 1, queue_names, beat=beat, pool=pool)).run())
    sys.exit(app.run_worker(settings, beat=beat, concurrency=concurrency, queues=queue_names, pool=pool))


@click.command()
@click.option("--adjudicators", default=2, show_default=True, type=click.IntRange(1, 64))
@click.option("--mailers", default=1, show_default=True, type=click.IntRange(1, 64))
def workers(adjudicators: int, mailers: int) -> None:
    """Run all workers of one machine, until stopped.

    Turns, emails and other work have separate processes. It needs an external broker (BROKER_URL). It restarts a worker
    that dies.
    """
    from worker import startup, supervisor
    from worker.messages import uses_embedded_broker

    if uses_embedded_broker(environment.bare_settings()):
        raise BadInput("workers: without BROKER_URL there can be only one worker: rookery worker")
    startup.wait_for_settings()
    sys.exit(supervisor.Crew(supervisor.members(adjudicators, mailers)).run())


@click.command()
def beat() -> None:
    """Run the schedule for workers with --no-beat, until stopped. One is enough."""
    from worker import app, startup

    sys.exit(app.run_beat(startup.wait_for_settings()))


@click.command()
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The first port to try.")
def play(port: int) -> None:
    """Play on this machine: site, worker, demo game against four bots. Ctrl-C stops."""
    from worker import playing

    with bad_input(playing.Failed):
        playing.play(port)


@click.command()
@click.option("--to", default="head", show_default=True, help="A revision; an earlier one undoes changes.")
def migrate(to: str) -> None:
    """Create or migrate the tables of the database. Make a backup first.

    Several such commands wait for each other. SQLite is migrated automatically.
    """
    from correspondence import migrating
    from correspondence.store import Store

    with bad_input(migrating.WrongSchema), closing(Store(environment.bare_settings())) as store:
        before = migrating.usable_revision(store.engine)
        after = migrating.migrate_to(store.engine, to)
    click.echo(f"the database has revision {after}" + ("" if before == after else f"; it had {before or 'none'}"))


@click.command()
@click.argument("what", type=click.Choice(["web", "worker", "beat", "mail-in"]))
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="The port of the site or mail-in."
)
def alive(what: str, port: int) -> None:
    """Check whether the site, worker, schedule or mail-in runs. Exit code 0 or 1."""
    from worker import liveness

    trouble = liveness.trouble(environment.bare_settings(), what, port)
    if trouble:
        raise click.ClickException(trouble)
    click.echo("alive")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of lines.")
@click.option("--send-test", default="", metavar="ADDRESS", help="Send a test email to this address.")
def doctor(as_json: bool, send_test: str) -> None:
    """Find what is wrong with this service and how to fix it. Exit code 1: fault."""
    from correspondence.store import Store
    from worker.doctor.machine import Patient
    from worker.doctor.work import examine
    from worker.service import clock

    settings = environment.bare_settings()
    with closing(Store(settings)) as store:
        findings = list(examine(Patient(settings, os.environ, store, clock(), send_test)))
    if as_json:
        click.echo(json.dumps({"findings": [asdict(finding) for finding in findings]}))
    else:
        for finding in findings:
            click.echo(f"{finding.grade:>7}  {finding.words}")
            if finding.mend:
                click.echo(f"         -> {finding.mend}")
        wrong = sum(finding.grade in ("warning", "fault") for finding in findings)
        click.echo(f"{len(findings)} checks, {wrong} problems")
    sys.exit(1 if any(finding.grade == "fault" for finding in findings) else 0)
