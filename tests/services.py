"""PostgreSQL and Redis for tests: those that answer, else private ones from installed programs, else nothing.

A run of many tests has a private PostgreSQL first: one that waits for no disk makes a database in a fifth of the time.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import redis

RABBITMQ_HERE = "amqp://guest:guest@127.0.0.1:5672/"
POSTGRES_HERE = "postgresql+psycopg://{user}@127.0.0.1:5432/{database}"
REDIS_HERE = "redis://127.0.0.1:6379/0"
START_SECONDS = 30.0


class Unavailable(Exception):
    """A service neither answers nor can be started; the words say why."""


class NotInstalled(Unavailable):
    """A program that a test starts for itself is not there; the test is left out."""


def free_port() -> int:
    """A port of the loopback interface that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def plain(url: str) -> str:
    """A PostgreSQL address as the driver itself reads it."""
    return url.replace("postgresql+psycopg://", "postgresql://")


def program(name: str) -> str | None:
    """Where a program is, looking into Debian's folders of PostgreSQL too, newest first."""
    found = shutil.which(name)
    if found is None or name in ("postgres", "initdb", "pg_ctl"):
        homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
        for home in homes:
            if (home / name).exists():
                return str(home / name)
    return found


def postgres_answers(url: str) -> bool:
    """Whether we may make databases there."""
    try:
        with psycopg.connect(plain(url), connect_timeout=2) as connection:
            row = connection.execute("select rolcreatedb or rolsuper from pg_roles where rolname = current_user")
            return bool((row.fetchone() or (False,))[0])
    except psycopg.Error:
        return False


def redis_answers(url: str) -> bool:
    """Whether a Redis is there."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def installed() -> bool:
    """Whether a private PostgreSQL can be started."""
    return program("initdb") is not None and program("postgres") is not None


@contextlib.contextmanager
def postgres(private_first: bool = False) -> Iterator[str]:
    """The address of a PostgreSQL where tests may make databases; Unavailable if there is none."""
    named = os.environ.get("TEST_DATABASE_URL")
    if named:
        if not postgres_answers(named):
            raise Unavailable("TEST_DATABASE_URL is set, but nobody answers there who may make databases")
        yield named
        return
    if private_first and installed():
        with _private_postgres() as url:
            yield url
        return
    users = dict.fromkeys([os.environ.get("PGUSER", ""), pwd.getpwuid(os.getuid()).pw_name, "postgres"])
    for user in filter(None, users):
        for database in ("postgres", "test"):
            url = POSTGRES_HERE.format(user=user, database=database)
            if postgres_answers(url):
                yield url
                return
    with _private_postgres() as url:
        yield url


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    """The address of a Redis; Unavailable if there is none."""
    named = os.environ.get("TEST_BROKER_URL")
    if named:
        if not redis_answers(named):
            raise Unavailable("TEST_BROKER_URL is set, but no Redis answers there")
        yield named
    elif redis_answers(REDIS_HERE):
        yield REDIS_HERE
    else:
        with _private_redis() as url:
            yield url


@contextlib.contextmanager
def rabbitmq_vhost() -> Iterator[str]:
    """The address of a virtual host that nobody else uses, on a RabbitMQ here; Unavailable if there is none."""
    control = program("rabbitmqctl")
    if control is None:
        raise Unavailable("rabbitmq-server is not installed")
    with contextlib.ExitStack() as stack:
        environment, url = dict(os.environ), RABBITMQ_HERE
        if not rabbitmq_answers(url):
            control = "/usr/lib/rabbitmq/bin/rabbitmqctl"
            environment, url = stack.enter_context(_private_rabbitmq())
        name = f"rookery-test-{os.getpid()}-{time.monotonic_ns()}"

        def ask(*arguments: str) -> None:
            answer = subprocess.run(
                [control, "-q", *arguments], env=environment, capture_output=True, text=True, check=False, cwd="/"
            )
            if answer.returncode:
                raise Unavailable(f"rabbitmqctl {arguments[0]}: {answer.stderr.strip()[-300:]}")

        ask("add_vhost", name)
        stack.callback(ask, "delete_vhost", name)
        ask("set_permissions", "-p", name, "guest", ".*", ".*", ".*")
        yield f"{url}{name}"


def rabbitmq_answers(url: str) -> bool:
    """Whether a RabbitMQ lets us in there."""
    from amqp.exceptions import AMQPError
    from kombu import Connection

    try:
        with Connection(url, connect_timeout=2) as connection:
            connection.connect()
    except (OSError, AMQPError):
        return False
    return True


@contextlib.contextmanager
def _private_rabbitmq() -> Iterator[tuple[dict[str, str], str]]:
    """A RabbitMQ on loopback, with the environment by which its rabbitmqctl finds it."""
    server = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
    if not server.exists():
        raise Unavailable("no RabbitMQ answers on 127.0.0.1:5672 and rabbitmq-server is not installed")
    with _folder() as folder:
        port, loopback = free_port(), "{127,0,0,1}"
        environment = {
            **os.environ,
            "HOME": str(folder),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(free_port()),
            "RABBITMQ_NODENAME": f"rookery{port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": f"-kernel inet_dist_use_interface {loopback}",
            "RABBITMQ_MNESIA_BASE": str(folder / "data"),
            "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        }
        (folder / "plugins").write_text("[].\n")
        url = f"amqp://guest:guest@127.0.0.1:{port}/"
        with _running([str(server)], environment, signal.SIGTERM) as process:
            _wait(lambda: rabbitmq_answers(url), process, "RabbitMQ")
            yield environment, url


@contextlib.contextmanager
def _private_postgres() -> Iterator[str]:
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        raise Unavailable("no PostgreSQL answers on 127.0.0.1:5432 and its programs are not installed")
    with _folder() as folder:
        as_user = as_somebody_else(folder)
        data, port = folder / "data", free_port()
        made = subprocess.run(
            [*as_user, initdb, "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise Unavailable(f"initdb: {made.stderr.strip()[-300:]}")
        options = ["-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-F", "-c", "max_connections=150"]
        with _running([*as_user, server, "-D", str(data), *options]) as process:
            url = f"postgresql+psycopg://postgres@127.0.0.1:{port}/postgres"
            _wait(lambda: postgres_answers(url), process, "PostgreSQL")
            yield url


@contextlib.contextmanager
def _private_redis() -> Iterator[str]:
    server = program("redis-server")
    if server is None:
        raise Unavailable("no Redis answers on 127.0.0.1:6379 and redis-server is not installed")
    with _folder() as folder:
        port = free_port()
        options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        with _running([server, *options]) as process:
            url = f"redis://127.0.0.1:{port}/0"
            _wait(lambda: redis_answers(url), process, "Redis")
            yield url


def as_somebody_else(folder: Path) -> list[str]:
    """PostgreSQL does not run as root: how to be another user, who then owns the folder."""
    if os.getuid() != 0:
        return []
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            setpriv = shutil.which("setpriv")
            if setpriv is None:
                raise Unavailable("PostgreSQL does not run as root, and setpriv is not installed to change the user")
            os.chown(folder, user.pw_uid, user.pw_gid)
            return [setpriv, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    raise Unavailable("PostgreSQL does not run as root, and there is no other user to be")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="rookery-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _running(
    command: Sequence[str], environment: dict[str, str] | None = None, stop: signal.Signals = signal.SIGINT
) -> Iterator[subprocess.Popen[bytes]]:
    """A server for the time of the block. It gets `stop`, then SIGKILL."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", env=environment)
    try:
        yield process
    finally:
        process.send_signal(stop)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)


def _wait(ready: object, process: subprocess.Popen[bytes], what: str) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if callable(ready) and ready():
            return
        if process.poll() is not None:
            raise Unavailable(f"a private {what} ended at once with code {process.returncode}")
        time.sleep(0.1)
    raise Unavailable(f"a private {what} did not answer within {START_SECONDS:.0f} s")
