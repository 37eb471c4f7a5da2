"""Postfix, OpenDKIM, OpenDMARC and Dovecot as Debian has them, in a folder of their own, on addresses of this machine
alone; the system's are left as they are.

What a host is told to write (docs/hosting.md) is read from there: names, ports and paths alone are put in place of
those of the page. Postfix takes foreign statements out, OpenDKIM and OpenDMARC say whom they vouch for; the keys and
policies of the players' domains they ask a name server of ours. The service's mail goes on by LMTP, everybody else's to
Dovecot, which keeps it.
"""

from __future__ import annotations

import base64
import contextlib
import email
import email.policy
import imaplib
import os
import pwd
import re
import shutil
import socket
import socketserver
import subprocess
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path

import dkim
import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from tests import services
from tests.e2e.relay import CHECKED_BY, MailServer

PASSWORD = "for-tests"  # noqa: S105
START_SECONDS = 30.0

# Beside what docs/hosting.md says: where this server lies, and who else has a mailbox here.
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
mynetworks = 127.0.0.1/32
alias_maps =
local_recipient_maps =
notify_classes =
smtpd_peername_lookup = no
address_verify_poll_delay = 1s
virtual_mailbox_domains = players.example, elsewhere.example
virtual_transport = lmtp:inet:127.0.0.1:{boxes}
{documented}
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


PROGRAMS = ("postfix", "dovecot", "opendkim", "opendmarc")
# Whose mails OpenDKIM checks and OpenDMARC judges: by what is set, those that this machine sends itself are left out.
OUTSIDE = "127.0.0.9"
SELECTOR = b"desk"
HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def installed() -> bool:
    """Whether all are there, and we may start them: they change to users of their own, which only root can."""
    return os.getuid() == 0 and all(shutil.which(name, path="/usr/sbin:/usr/bin") for name in PROGRAMS)


def documented(file: str, places: dict[str, str]) -> str:
    """The lines that a host is told to write into a file; what the page says there, and what stands for it here."""
    page = HOSTING.read_text()
    found = re.search(rf"In `{re.escape(file)}`[^\n]*:\n\n((?:    .*\n)+)", page)
    assert found, file
    lines = textwrap.dedent(found[1])
    for place, here in places.items():
        assert place in lines, (file, place)
        lines = lines.replace(place, here)
    return lines.replace("rookery.example.org", "rookery.example")


class Boxes:
    """The mailboxes that Dovecot keeps, read over IMAP as mail programs do."""

    def __init__(self, port: int) -> None:
        self.port = port

    def mails(self, address: str) -> list[EmailMessage]:
        """The emails to an address, oldest first."""
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
def debian_servers(*, into_mailbox: bool = False) -> Iterator[tuple[MailServer, Boxes]]:
    """All of them, for the time of the block. `into_mailbox`: the service's mail goes to a mailbox too, not to LMTP."""
    lmtp, port, boxes, imap, dkim_port, dmarc_port = (services.free_port() for _ in range(6))
    folder = Path(tempfile.mkdtemp(prefix="rookery-mail-"))
    folder.chmod(0o755)
    keys = {domain: _key() for domain in ("players.example", "elsewhere.example")}
    records = _records(keys)
    try:
        with (
            name_server(records) as address,
            _dovecot(folder / "dovecot", boxes, imap),
            _opendkim(folder, dkim_port, records),
            _opendmarc(folder, dmarc_port, address),
            _postfix(folder / "postfix", port, boxes if into_mailbox else lmtp, boxes, (dkim_port, dmarc_port)),
        ):
            found = Boxes(imap)
            for each in (imap, port, dkim_port, dmarc_port):
                _await(each)
            server = MailServer(f"smtp://127.0.0.1:{port}", lmtp, found.mails, OUTSIDE, lambda *a: signed(keys, *a))
            yield server, found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


def signed(keys: Mapping[str, rsa.RSAPrivateKey], raw: bytes, sender: str) -> bytes:
    """A mail as it leaves the server of its sender, signed for the domain of that server."""
    domain = sender.rpartition("@")[2]
    if domain not in keys:
        return raw
    pem = keys[domain].private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    fields = [b"from", b"to", b"subject", b"message-id"]
    header: bytes = dkim.sign(raw, SELECTOR, domain.encode(), pem, include_headers=fields)
    return header + raw


def _records(keys: Mapping[str, rsa.RSAPrivateKey]) -> dict[str, str]:
    """The TXT records of domains by their names: the key with which each signs, and that it wants to hear of others."""
    records = {f"_dmarc.{domain}": "v=DMARC1; p=none" for domain in keys}
    for domain, key in keys.items():
        public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        records[f"{SELECTOR.decode()}._domainkey.{domain}"] = f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"
    return records


@contextlib.contextmanager
def name_server(records: Mapping[str, str]) -> Iterator[str]:
    """A name server for the block, which knows these TXT records and nothing else; its address."""
    address = f"127.{os.getpid() // 250 % 250 + 1}.{os.getpid() % 250 + 1}.53"
    with socketserver.UDPServer((address, 53), _names(records)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield address
        finally:
            server.shutdown()
            thread.join()


def _names(records: Mapping[str, str]) -> type[socketserver.BaseRequestHandler]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            """Answer one question."""
            data, sock = self.request
            asked = dns.message.from_wire(data)
            question, answer = asked.question[0], dns.message.make_response(asked)
            answer.flags |= dns.flags.RA
            text = records.get(str(question.name).lower().rstrip("."))
            if text is None:
                answer.set_rcode(dns.rcode.NXDOMAIN)
            elif question.rdtype == dns.rdatatype.TXT:
                pieces = " ".join(f'"{text[at : at + 200]}"' for at in range(0, len(text), 200))
                answer.answer.append(dns.rrset.from_text(question.name, 60, "IN", "TXT", pieces))
            sock.sendto(answer.to_wire(), self.client_address)

    return Handler


@contextlib.contextmanager
def _opendkim(folder: Path, port: int, records: Mapping[str, str]) -> Iterator[None]:
    """As documented; it has the records in a file: its own resolver asks no name server of this machine."""
    names = folder / "names"
    names.write_text("".join(f"{name} {text}\n" for name, text in records.items()))
    settings = folder / "opendkim.conf"
    settings.write_text(documented("/etc/opendkim.conf", {"8891": str(port)}) + f"TestDNSData file:{names}\n")
    with _running(["opendkim", "-f", "-l", "-x", str(settings)], folder / "opendkim.log"):
        yield


@contextlib.contextmanager
def _opendmarc(folder: Path, port: int, name_server_address: str) -> Iterator[None]:
    """As documented, in a root folder of its own, where another name server is set than this machine's."""
    root = folder / "opendmarc"
    (root / "etc").mkdir(parents=True)
    (root / "etc" / "resolv.conf").write_text(f"nameserver {name_server_address}\n")
    (root / "etc" / "suffixes").write_text("example\norg\n")
    for table in ("passwd", "group"):
        shutil.copy(Path("/etc") / table, root / "etc" / table)
    places = {"8893": str(port), "/usr/share/publicsuffix/public_suffix_list.dat": "/etc/suffixes"}
    settings = folder / "opendmarc.conf"
    settings.write_text(documented("/etc/opendmarc.conf", places) + f"ChangeRootDirectory {root}\n")
    with _running(["opendmarc", "-f", "-l", "-c", str(settings)], folder / "opendmarc.log"):
        yield


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
def _postfix(folder: Path, port: int, lmtp: int, boxes: int, filters: tuple[int, int]) -> Iterator[None]:
    for name in ("queue", "data", "etc"):
        (folder / name).mkdir(parents=True)
    os.chown(folder / "data", pwd.getpwnam("postfix").pw_uid, -1)
    checks = folder / "header_checks"
    checks.write_text(documented("/etc/postfix/header_checks", {}))
    places = {"127.0.0.1:8024": f"127.0.0.1:{lmtp}", "/etc/postfix/header_checks": str(checks)}
    places |= {str(here): str(there) for here, there in zip((8891, 8893), filters, strict=True)}
    lines = documented("/etc/postfix/main.cf", places)
    told = {"folder": folder, "checked_by": CHECKED_BY, "boxes": boxes, "documented": lines}
    (folder / "etc" / "main.cf").write_text(MAIN.format(**told))
    (folder / "etc" / "master.cf").write_text(MASTER.format(port=f"127.0.0.1:{port}"))
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
