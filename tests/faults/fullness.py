"""Disks that are full and servers that are crowded, without a disk of their own and without rights of the machine's.

PostgreSQL says by itself, from within each statement that writes, what it says when a table cannot grow
(`refuse_to_write`, with its own code for it); and its log of changes, without which it cannot go on at all, meets the
operating system's limit for the length of files (`no_room`).
"""

from __future__ import annotations

import contextlib
import resource
import shutil
import subprocess
from collections.abc import Iterator, Sequence

import psycopg
from psycopg.errors import OperationalError

from tests.services import plain

_PREPARED = """
create schema faults;
create table faults.disk (is_full boolean not null);
insert into faults.disk values (false);
create function faults.write() returns trigger language plpgsql as $$
begin
  if (select is_full from faults.disk) then
    raise exception 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
  end if;
  return new;
end $$;
do $$
declare one text;
begin
  for one in select tablename from pg_tables where schemaname = 'public' loop
    execute format('create trigger a_disk before insert or update on public.%I
                    for each row execute function faults.write()', one);
  end loop;
end $$;
"""


def prepare(url: str) -> None:
    """Let every table look whether the disk is full before it takes a row."""
    with psycopg.connect(plain(url), autocommit=True) as admin:
        admin.execute(_PREPARED)


@contextlib.contextmanager
def refuse_to_write(url: str) -> Iterator[None]:
    """No table takes a row for the time of the block; what was begun before goes on."""
    with psycopg.connect(plain(url), autocommit=True) as admin:
        admin.execute("update faults.disk set is_full = true")
        try:
            yield
        finally:
            admin.execute("update faults.disk set is_full = false")


def no_room(pids: Sequence[int], as_user: Sequence[str] = ()) -> None:
    """No file of these processes can be written any more, whatever its length. For good, as far as they go."""
    tool = shutil.which("prlimit")
    assert tool is not None, "prlimit belongs to util-linux, as setpriv does"
    for pid in pids:
        # One that has ended meanwhile writes nothing either.
        subprocess.run([*as_user, tool, f"--pid={pid}", "--fsize=0:"], check=False, capture_output=True)


@contextlib.contextmanager
def short_files(pids: Sequence[int], most: int) -> Iterator[None]:
    """No file of these processes of ours becomes longer than `most` bytes for the time of the block."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        for pid, limits in before.items():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


class Crowd:
    """So many clients at a server that nobody else comes in."""

    def __init__(self, url: str) -> None:
        self._url = plain(url)
        self._inside: list[psycopg.Connection[tuple[object, ...]]] = []
        self.refused = 0

    @contextlib.contextmanager
    def inside(self) -> Iterator[Crowd]:
        """For the time of the block all places are taken, whoever else had one has lost it."""
        try:
            with psycopg.connect(self._url, autocommit=True) as admin:
                self._message()
                ours = [one.info.backend_pid for one in self._inside]
                admin.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity"
                    " where backend_type = 'client backend' and pid <> pg_backend_pid() and not pid = any(%s)",
                    (ours,),
                )
                self._message()
                yield self
                self._message()
        finally:
            for one in self._inside:
                one.close()
            self._inside.clear()

    def _message(self) -> None:
        while True:
            try:
                self._inside.append(psycopg.connect(self._url, autocommit=True, connect_timeout=5))
            except OperationalError:
                self.refused += 1
                return
