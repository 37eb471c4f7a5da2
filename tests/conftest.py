"""What all tests share: services found or started once, and nothing left out in silence."""

from __future__ import annotations

import logging
import os
import shutil
import sys
import tempfile
import uuid
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

# Where Python is told to keep no bytecode, each of the hundreds of processes that tests start would compile the whole
# program, and each test process all tests besides. It is kept where Python keeps it by default, and where that of the
# installed packages lies already.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from tests.kept_for_all import FOLDER  # noqa: E402
from tests.slices import IN_FULL, tried_on_the_other  # noqa: E402
from worker.environment import collect_seldom, freeze_loaded  # noqa: E402

# Until all tests are collected; see `pytest_collection_finish`.
collect_seldom()

# What is loaded here is paid by whoever runs a single case of the rules. What only some tests need, they load.
# A service's address, or why there is none, goes to all test processes through these.
SERVICES = ("TEST_DATABASE_URL", "TEST_BROKER_URL")
# How long a browser test waits for an element: all processes of a test run share two cores.
PATIENCE_MS = 30_000
MISSING = "ROOKERY_MISSING_"
LEFT_OUT = "LEFT OUT: "
# What takes longest, most of it with processes of its own. It comes first, so that no test process is left with it at
# the end while the others have nothing to do.
RUN_FIRST = (
    "tests/e2e/",
    "tests/operations/test_processes.py",
    "tests/operations/test_point_in_time.py",
    "tests/worker/test_process.py",
    "tests/worker/test_waiting.py",
    "tests/bench/test_month.py",
    "tests/web/test_access.py",
    "tests/web/test_api_description.py",
    "tests/security/test_guessing.py",
)
# First the one that makes no windows: a page takes half the processor.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REDIS_DATABASES = range(1, 16)
_started = ExitStack()


def in_ci() -> bool:
    """Whether nothing may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_configure(config: pytest.Config) -> None:
    """With several test processes, the first one finds or starts the services for all, and has a folder for them."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = _started.enter_context(tempfile.TemporaryDirectory(prefix="rookery-kept-"))
    if not hasattr(config, "workerinput") and getattr(config.option, "numprocesses", None):
        for variable in SERVICES:
            find(variable, private_first=True)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Before a test process of a run of the whole suite collects all tests, it compiles a share of them for all."""
    of_several: dict[str, Any] | None = getattr(collector.config, "workerinput", None)
    if of_several and collector.path == Path(__file__).parent and _is_whole(collector.config):
        from tests.compiled_in_shares import compile_share

        number = int(of_several["workerid"].removeprefix("gw"))
        compile_share(collector.config.rootpath, number, of_several["workercount"])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest. By day a run of the whole suite tries a use case on one of the two databases, half
    of a file's tests on this and half on that; on both what is marked `both_databases`."""
    items.sort(key=lambda item: not item.nodeid.startswith(RUN_FIRST))
    if not IN_FULL and _is_whole(config):
        names = {item.nodeid for item in items}
        items[:] = [
            item
            for item in items
            if item.get_closest_marker("both_databases") or not tried_on_the_other(item.nodeid, names)
        ]


def _is_whole(config: pytest.Config) -> bool:
    """Whether nobody named a folder, a file or a test."""
    return {config.rootpath / name for name in config.args} == {config.rootpath / "tests"}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tests that load the database or the web application have them as tests want them.

    Databases of tests need not outlast a power cut, their passwords no thief with a farm; statements are compiled once
    for all stores of a process and addresses for all its sites, templates compiled and drawings painted once for all
    processes, and the collector looks through what is loaded by now no more. Processes that tests start do as they
    always do.
    """
    if "structlog" in sys.modules:
        from tests.plain_lines import write_plain_lines

        write_plain_lines()
    if "correspondence.store" in sys.modules:
        sys.modules["correspondence.store"].SYNCHRONOUS = "OFF"  # type: ignore[attr-defined]
        from tests.compiled_statements import keep_statements

        keep_statements()
    if "correspondence.sign_in.factors" in sys.modules:
        from argon2 import PasswordHasher

        quick = PasswordHasher(time_cost=1, memory_cost=1024)
        sys.modules["correspondence.sign_in.factors"]._HASHER = quick  # type: ignore[attr-defined]
    if "flask" in sys.modules:
        from tests.compiled_addresses import keep_addresses
        from tests.compiled_templates import keep_templates

        keep_addresses()
        keep_templates(Path(os.environ[FOLDER]))
    if "atlas.raster" in sys.modules:
        from tests.drawn_once import keep_drawings

        keep_drawings(Path(os.environ[FOLDER]))
    freeze_loaded()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what this process started."""
    _started.close()


def find(variable: str, private_first: bool = False) -> str | None:
    """The address of a service, found or started once; None if it cannot be had.

    To start PostgreSQL takes seconds: only many tests get them back from one that waits for no disk.
    """
    if f"{MISSING}{variable}" in os.environ:
        return None
    if f"ROOKERY_FOUND_{variable}" not in os.environ:
        from tests import services

        service: AbstractContextManager[str] = (
            services.postgres(private_first) if variable == "TEST_DATABASE_URL" else services.redis_server()
        )
        try:
            os.environ[f"ROOKERY_FOUND_{variable}"] = _started.enter_context(service)
        except services.Unavailable as reason:
            os.environ[f"{MISSING}{variable}"] = str(reason)
            return None
    return os.environ[f"ROOKERY_FOUND_{variable}"]


def leave_out(reason: str) -> None:
    """Leave a test out loudly; under CI that fails it."""
    if in_ci():
        pytest.fail(f"{LEFT_OUT}{reason}", pytrace=False)
    pytest.skip(f"{LEFT_OUT}{reason}")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """A test that starts a service of its own is left out where that is not installed."""
    try:
        return (yield)
    except Exception as fault:
        services = sys.modules.get("tests.services")
        if services is None or not isinstance(fault, services.NotInstalled):
            raise
        leave_out(str(fault))
    return None


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Say at the end what was left out, and why."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        reasons[reason] = reasons.get(reason, 0) + 1
    if reasons:
        terminalreporter.section("NOT TESTED", red=True, bold=True)
        for reason, count in sorted(reasons.items()):
            terminalreporter.line(
                f"{count} left out: {reason.removeprefix('Skipped: ').removeprefix(LEFT_OUT)}", red=True
            )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Under CI a test left out is a test failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if in_ci() and reporter is not None and reporter.stats.get("skipped") and exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The address of a PostgreSQL where databases may be made."""
    url = find("TEST_DATABASE_URL")
    if url is None:
        leave_out(f"PostgreSQL: {os.environ[MISSING + 'TEST_DATABASE_URL']}")
    return str(url)


@contextmanager
def postgres_database(server: str, template: str = "template0") -> Iterator[str]:
    """The address of a database made after another, dropped afterwards."""
    import psycopg

    from tests import services

    name = f"rookery_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(services.plain(server), autocommit=True) as admin:
        admin.execute(f'create database "{name}" template "{template}" encoding \'UTF8\'')
        try:
            yield f"{server.rsplit('/', 1)[0]}/{name}"
        finally:
            admin.execute(f'drop database if exists "{name}" with (force)')


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """A fresh, empty database for one test, dropped afterwards."""
    with postgres_database(postgres_server) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a database with all tables and nothing in them, to be copied."""
    from correspondence.settings import Settings
    from correspondence.store import Store

    with postgres_database(postgres_server) as url:
        store = Store(Settings(data_dir=Path(), database_url=url, secret_key="for no database"))
        store.upgrade()
        store.close()
        yield url.rsplit("/", 1)[1]


@pytest.fixture
def migrated_postgres_url(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A fresh database with all tables, made in a third of the time that migrating takes."""
    with postgres_database(postgres_server, postgres_template) as url:
        yield url


@pytest.fixture
def redis_url() -> Iterator[str]:
    """An empty database of a Redis for one test, emptied afterwards; databases in use are never touched."""
    import redis

    url = find("TEST_BROKER_URL")
    if url is None:
        leave_out(f"Redis: {os.environ[MISSING + 'TEST_BROKER_URL']}")
    root, mark = str(url).rsplit("/", 1)[0], f"rookery-test-{uuid.uuid4().hex}"
    for number in REDIS_DATABASES:
        with redis.Redis.from_url(f"{root}/{number}") as client:
            # Taken first, then looked at: two test processes cannot both find it empty.
            if client.set("rookery-test-owner", mark, nx=True, ex=1800):
                if client.dbsize() == 1:
                    try:
                        yield f"{root}/{number}"
                    finally:
                        client.flushdb()
                    return
                client.delete("rookery-test-owner")
    leave_out("Redis: none of its databases is empty")


@pytest.fixture
def rabbitmq_url() -> Iterator[str]:
    """A virtual host of its own on a RabbitMQ for one test."""
    from tests import services

    with ExitStack() as stack:
        try:
            url = stack.enter_context(services.rabbitmq_vhost())
        except services.Unavailable as missing:
            leave_out(f"RabbitMQ: {missing}")
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rookery.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def url_to_fill(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind for `make_tables`, which finds PostgreSQL's tables made already."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rookery.db'}"
    return str(request.getfixturevalue("migrated_postgres_url"))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is."""
    return _browser(BROWSERS)


@pytest.fixture(scope="session")
def whole_chromium() -> str:
    """Where a browser is that also has what needs a window: notifications."""
    return _browser(BROWSERS[1:])


def _browser(names: Iterable[str]) -> str:
    """The path of the first installed browser. Browser tests wait longer than the default of Playwright."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE_MS)
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        leave_out("the browser tests: no Chromium is installed")
    return str(found)


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A command that a test runs in this process sends the log to that test's own streams; the next test has others."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    structlog = sys.modules.get("structlog")
    before = structlog.get_config() if structlog is not None else None
    yield
    structlog = sys.modules.get("structlog")
    if structlog is not None and structlog.get_config() != before:
        from tests.plain_lines import write_plain_lines

        write_plain_lines()
        root.handlers, root.level = handlers, level
