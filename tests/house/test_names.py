"""Who somebody is, is read for a game's readers in one place alone: what nobody can forget, no new page gives away."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

from tests.house.rooms import name, nodes, sources

# What a person can be known by.
TELLING = {"name", "email", "public_id", "zone", "language", "created_at"}
# Who did something is handed to these: what they keep is told by `correspondence.review.access`, or to nobody.
KEEPERS = {"note", "write_down", "log_act", "count_attempt"}
ONE_PLACE = "correspondence/games/access.py"
# What other modules may read, and why none of it reaches the other people of a game.
MAY: dict[str, tuple[set[str], str]] = {
    ONE_PLACE: ({"name", "public_id"}, "the one place"),
    "correspondence/review/access.py": ({"public_id"}, "the ledger's half of it: who an entry's actor is"),
    "correspondence/ratings.py": ({"name", "public_id"}, "games that are over hide nobody"),
    "correspondence/results.py": ({"language"}, "the words of the reader's own letter"),
    "correspondence/archive/statistics.py": (
        {"language"},
        "the words of the reader's own map",
    ),
    "correspondence/guests.py": ({"created_at"}, "when a guest's day is over; nobody's page"),
    "correspondence/deadlines/opening.py": ({"zone"}, "reads days away by the clock of the game instead"),
    "correspondence/delegations.py": ({"public_id", "name"}, "kept in the ledger; who is asked"),
    "correspondence/review/pending_results.py": ({"public_id"}, "kept with the adjudication, read by nobody's page"),
    "correspondence/review/queries.py": ({"public_id"}, "looks the reader's own entries up"),
    "correspondence/seats.py": ({"public_id"}, "kept in the ledger"),
    "correspondence/lobby/seating.py": ({"public_id"}, "kept in the audit log"),
    "correspondence/lobby/invitations.py": (
        {"email", "name", "language", "zone"},
        "where the email goes; who invited, and which address took the seat, for whoever invites",
    ),
    "correspondence/masters.py": ({"language", "zone"}, "a named master's words for whom they ask"),
    "correspondence/lobby/use_cases.py": ({"public_id"}, "kept in the ledger"),
    "correspondence/incoming_mail/handling.py": ({"email"}, "whether a mail comes from its player"),
    "correspondence/incoming_mail/requests.py": ({"language"}, "the name of the writer's own what-if"),
    "correspondence/addresses.py": ({"public_id"}, "signed into the player's own addresses"),
    "correspondence/notices/use_cases.py": ({"zone", "public_id"}, "by the clock of the reader of the letter"),
    "correspondence/push/subscriptions.py": ({"language", "zone"}, "the words of the reader's own notification"),
    "correspondence/feeds/use_cases.py": (
        {"email", "language", "zone"},
        "words and times of the reader's own feed",
    ),
    "correspondence/votes/rules.py": ({"language"}, "the words of the reader's own letter"),
    "correspondence/webhooks/use_cases.py": ({"language", "zone"}, "the words of the owner's own post"),
    "correspondence/archive/files.py": ({"public_id", "zone"}, "the key of the reader's own file, and its reader"),
    "web/request_context.py": ({"public_id"}, "for whom a worker draws the reader's own file"),
    "web/rate_limits.py": ({"public_id"}, "counts the reader's own requests"),
    "worker/commands/archive.py": ({"email"}, "the host names an account"),
}
GIVES_ONE = re.compile(r"\b(Account\b|account_with|_person\(|\.account$)")
ACCOUNTS = re.compile(r"correspondence/(accounts/|sign_in/|personal_data\.py|outbox/|backups/)")


def test_nobody_else_reads_who_somebody_is() -> None:
    found = {f"{at}:{line} {text}" for at, line, text, what in readings() if what not in MAY.get(at, ((), ""))[0]}
    assert found == set()


def test_what_may_be_read_is_read() -> None:
    """An exception that nobody needs any more would let something else in."""
    read = {(at, what) for at, _, _, what in readings()}
    assert {(at, what) for at, (whats, _) in MAY.items() for what in whats} <= read


def test_a_copy_of_an_account_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "copies.py"
    file.write_text('def line(account: Account) -> Line:\n    return Line(**columns_of(account, "name", "zone"))\n')

    assert [what for _, _, what in of(file)] == ["columns_of"]


@cache
def readings() -> list[tuple[str, int, str, str]]:
    """Every reading of a telling attribute of an account, outside of the rooms that are about one's own account: the
    file, the line, what is read of what, the attribute."""
    rooms = [path for path in sources("correspondence", "web", "worker") if not ACCOUNTS.match(name(path))]
    return [(name(path), *found) for path in rooms for found in of(path)]


def of(path: Path) -> Iterator[tuple[int, str, str]]:
    """The readings in a file, without those handed to who keeps them."""
    for scope in nodes(path):
        if isinstance(scope, ast.FunctionDef):
            people, kept = accounts_in(scope), set(map(id, kept_in(scope)))
            for node in ast.walk(scope):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "from_rows":
                    # It reads whatever what it makes has a field for.
                    yield from ((node.lineno, ast.unparse(node), "*") for arg in node.args if is_account(arg, people))
                if copies(node) and is_account(node.args[0], people):
                    yield node.lineno, ast.unparse(node), "columns_of"
                if not isinstance(node, ast.Attribute) or node.attr not in TELLING or id(node) in kept:
                    continue
                if is_account(node.value, people):
                    yield node.lineno, ast.unparse(node), node.attr


def copies(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a node copies what a row says under several names (`correspondence.rows.columns_of`)."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "columns_of"


def kept_in(scope: ast.FunctionDef) -> Iterator[ast.expr]:
    """What is handed to keepers, by itself or in something."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEEPERS:
            yield from (part for arg in node.args for part in ast.walk(arg) if isinstance(part, ast.expr))


def accounts_in(scope: ast.FunctionDef) -> set[str]:
    """The names in a function that stand for accounts: said to be, or made by what gives accounts."""
    found = {"Account", "account"}
    for arg in (*scope.args.args, *scope.args.kwonlyargs, *scope.args.posonlyargs):
        if arg.annotation is not None and re.fullmatch(r"Account( \| None)?", ast.unparse(arg.annotation)):
            found.add(arg.arg)
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign | ast.NamedExpr) and GIVES_ONE.search(ast.unparse(node.value)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def is_account(node: ast.expr, people: set[str]) -> bool:
    return (
        isinstance(node, ast.Name) and node.id in people or isinstance(node, ast.Attribute) and node.attr == "account"
    )
