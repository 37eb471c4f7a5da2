"""Postfix and Dovecot as Debian has them, in a folder of their own, on ports of this machine; the system's stay alone.

Postfix takes mail from everybody, takes foreign statements in its name out, says whom it vouches for (SPF as a table:
there are no names to ask here), hands the service's mail on by LMTP, and everybody else's to Dovecot, which keeps it.
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import imaplib
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

from tests import services
from tests.e2e.relay import CHECKED_BY, MailServer

PASSWORD = "for-tests"  # noqa: S105
START_SECONDS = 30.0

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = /dev/stdout
maillog_file_prefixes = /dev
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = {checked_by}
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
local_recipient_maps =
notify_classes =
recipient_delimiter = +
smtpd_recipient_restrictions =
    check_sender_access regexp:{folder}/vouched, reject_unauth_destination
smtpd_peername_lookup = no
header_checks = regexp:{folder}/header_checks
virtual_mailbox_domains = players.example, elsewhere.example
virtual_transport = lmtp:inet:127.0.0.1:{boxes}
relay_domains = {service}
transport_maps = inline:{{ {{ {service} = lmtp:inet:127.0.0.1:{lmtp} }} }}
"""

MASTER = """\
{port}    inet n - n - - smtpd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
relay     unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
"""

DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:{folder}/boxes/%u
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/boxes/%u allow_all_users=yes
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {boxes}
  }}
}}
"""


def installed() -> bool:
    """Whether both are there, and we may start them: they change to users of their own, which only root can."""
    return os.getuid() == 0 and all(shutil.which(name, path="/usr/sbin:/usr/bin") for name in ("postfix", "dovecot"))


class Boxes:
    """The mailboxes that Dovecot keeps, read over IMAP as mail programs do."""

    def __init__(self, port: int) -> None:
        self.port = port

    def letters(self, address: str) -> list[EmailMessage]:
        """The letters to an address, oldest first."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=20) as client:
            client.login(address, PASSWORD)
            client.select(readonly=True)
            _, found = client.uid("FETCH", "1:*", "(BODY.PEEK[])")
        raw = [part[1] for part in found if isinstance(part, tuple)]
        return [email.message_from_bytes(one, policy=email.policy.default) for one in raw]  # type: ignore[arg-type]

    def address_of(self, user: str) -> str:
        """A mailbox as `MAIL_IN_BOX` names it."""
        login = user.replace("@", "%40")
        return f"imap://{login}:{PASSWORD}@127.0.0.1:{self.port}/INBOX"


@contextlib.contextmanager
def postfix_and_dovecot(*, into_mailbox: bool = False) -> Iterator[tuple[MailServer, Boxes]]:
    """Both, for the time of the block. `into_mailbox`: the service's mail goes to a mailbox too, not to LMTP."""
    lmtp, port, boxes, imap = (services.free_port() for _ in range(4))
    folder = Path(tempfile.mkdtemp(prefix="rookery-mail-"))
    folder.chmod(0o755)
    try:
        with (
            _dovecot(folder / "dovecot", boxes, imap),
            _postfix(folder / "postfix", port, boxes if into_mailbox else lmtp, boxes),
        ):
            found = Boxes(imap)
            _await(imap)
            _await(port)
            yield MailServer(f"smtp://127.0.0.1:{port}", lmtp, found.letters), found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _dovecot(folder: Path, boxes: int, imap: int) -> Iterator[None]:
    user = pwd.getpwnam("dovecot")
    for name in ("run", "state", "boxes"):
        (folder / name).mkdir(parents=True)
    os.chown(folder / "boxes", user.pw_uid, user.pw_gid)
    told = {"folder": folder, "boxes": boxes, "imap": imap, "uid": user.pw_uid, "gid": user.pw_gid}
    written = DOVECOT.format(**told, user="dovecot", group="dovecot", password=PASSWORD)
    (folder / "dovecot.conf").write_text(written)
    with _running(["dovecot", "-F", "-c", str(folder / "dovecot.conf")], folder / "out.log"):
        yield


@contextlib.contextmanager
def _postfix(folder: Path, port: int, lmtp: int, boxes: int) -> Iterator[None]:
    for name in ("queue", "data", "etc"):
        (folder / name).mkdir(parents=True)
    os.chown(folder / "data", pwd.getpwnam("postfix").pw_uid, -1)
    told = {"folder": folder, "checked_by": CHECKED_BY, "service": "rookery.example", "lmtp": lmtp, "boxes": boxes}
    (folder / "etc" / "main.cf").write_text(MAIN.format(**told))
    (folder / "etc" / "master.cf").write_text(MASTER.format(port=f"127.0.0.1:{port}"))
    # What is said while a mail comes in goes through the checks of headers too; only there it gets its name.
    mark, name = secrets.token_hex(8), CHECKED_BY.replace(".", "\\.")
    (folder / "vouched").write_text(f"/@([a-z]+\\.example)$/ PREPEND X-{mark}: $1\n")
    checks = f"/^Authentication-Results:[[:space:]]*{name}([;[:space:]]|$)/ IGNORE\n"
    checks += f"/^X-{mark}: (.*)$/ REPLACE Authentication-Results: {CHECKED_BY}; spf=pass smtp.mailfrom=$1\n"
    (folder / "header_checks").write_text(checks)
    with _running(["postfix", "-c", str(folder / "etc"), "start-fg"], folder / "out.log"):
        try:
            yield
        finally:
            # Its master does not end with the program that started it.
            subprocess.run(["/usr/sbin/postfix", "-c", str(folder / "etc"), "stop"], capture_output=True, check=False)


@contextlib.contextmanager
def _running(command: list[str], log: Path) -> Iterator[None]:
    """A server for the time of the block, asked to end and then made to."""
    env = os.environ | {"PATH": f"/usr/sbin:/usr/bin:{os.environ.get('PATH', '')}"}
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=env, start_new_session=True)
    try:
        yield
    except BaseException as fault:
        fault.add_note(log.read_text(errors="replace")[-3000:])
        raise
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)


def _await(port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise AssertionError(f"nobody listens on port {port} after {START_SECONDS:.0f} s")
