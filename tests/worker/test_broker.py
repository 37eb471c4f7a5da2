"""The embedded broker: nothing half-written is read, each message comes once."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue

from worker import broker

QUEUE = Queue("adjudicate", Exchange("adjudicate"), routing_key="adjudicate")


def connect(folder: Path) -> Connection:
    """A connection to the queues in a folder."""
    broker.register()
    return Connection(f"{broker.SCHEME}://", transport_options=broker.transport_options(folder))


def put(folder: Path, *bodies: object) -> None:
    """Publish bodies in this order."""
    with connect(folder) as connection:
        producer = connection.Producer(serializer="json")
        for body in bodies:
            producer.publish(body, exchange=QUEUE.exchange, routing_key=QUEUE.routing_key, declare=[QUEUE])


def waiting(folder: Path) -> list[Path]:
    """The message files of the queue, oldest first."""
    return sorted((folder / "messages" / "adjudicate").glob("*.msg"))


def test_messages_come_in_order(tmp_path: Path) -> None:
    put(tmp_path, *range(20))
    with connect(tmp_path) as connection:
        simple = connection.SimpleQueue(QUEUE)
        seen = []
        for _ in range(20):
            message = simple.get(timeout=2)
            seen.append(message.payload)
            message.ack()
    assert seen == list(range(20))
    assert waiting(tmp_path) == []


def test_empty_and_broken_files_are_set_aside(tmp_path: Path) -> None:
    put(tmp_path, "whole")
    folder = tmp_path / "messages" / "adjudicate"
    (folder / "00000000000000000001-empty.msg").write_bytes(b"")
    (folder / "00000000000000000002-cut.msg").write_bytes(b'{"body": ')
    (folder / "00000000000000000003-list.msg").write_bytes(b"[]")
    (folder / "00000000000000000004-unfinished.msg.x.part").write_bytes(b"{}")
    (folder / ".named-otherwise.msg").write_bytes(b"{}")
    with connect(tmp_path) as connection:
        message = connection.SimpleQueue(QUEUE).get(timeout=5)
        assert message.payload == "whole"
        message.ack()
    assert len(list((tmp_path / "spoiled").iterdir())) == 4


def test_unacknowledged_comes_back_when_the_connection_closes(tmp_path: Path) -> None:
    put(tmp_path, "first")
    with connect(tmp_path) as connection:
        assert connection.SimpleQueue(QUEUE).get(timeout=2).payload == "first"
        assert waiting(tmp_path) == []
    assert len(waiting(tmp_path)) == 1


def test_rejected_goes_or_comes_back(tmp_path: Path) -> None:
    put(tmp_path, "once")
    with connect(tmp_path) as connection:
        simple = connection.SimpleQueue(QUEUE)
        simple.get(timeout=2).reject(requeue=True)
        assert len(waiting(tmp_path)) == 1
        simple.get(timeout=2).reject(requeue=False)
    assert waiting(tmp_path) == []


def test_a_message_without_acknowledgement_leaves_no_file(tmp_path: Path) -> None:
    put(tmp_path, "news")
    with connect(tmp_path) as connection:
        assert connection.SimpleQueue(QUEUE, no_ack=True).get(timeout=2).payload == "news"
        assert waiting(tmp_path) == []


def read_all(folder: str, count: int, out: str) -> None:
    """Read and acknowledge until nothing comes for a while; write down what was read."""
    seen = []
    with connect(Path(folder)) as connection:
        simple = connection.SimpleQueue(QUEUE)
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < 2 and len(seen) < count:
            try:
                message = simple.get(timeout=0.2)
            except simple.Empty:
                continue
            seen.append(message.payload)
            message.ack()
            quiet_since = time.monotonic()
    Path(out).write_text(json.dumps(seen))


def test_two_readers_against_a_writer_each_message_once(tmp_path: Path) -> None:
    folder, count = tmp_path / "queue", 400
    put(folder)
    context = multiprocessing.get_context("spawn")
    outs = [tmp_path / "a.json", tmp_path / "b.json"]
    readers = [context.Process(target=read_all, args=(str(folder), count, str(out))) for out in outs]
    for reader in readers:
        reader.start()
    try:
        put(folder, *range(count))
        for reader in readers:
            reader.join(timeout=60)
            assert reader.exitcode == 0
    finally:
        for reader in readers:
            if reader.is_alive():
                reader.kill()
    seen = [n for out in outs for n in json.loads(out.read_text())]
    assert sorted(seen) == list(range(count))


def test_names_that_could_leave_the_folder_are_refused(tmp_path: Path) -> None:
    with connect(tmp_path) as connection:
        channel = connection.channel()
        for name in ("../x", "a/b", "..", ""):
            with pytest.raises(broker.ChannelError):
                channel._put(name, {})
        with pytest.raises(broker.ChannelError):
            channel._queue_bind("../x", "", "", "q")
    assert not os.path.exists(tmp_path.parent / "x")
