"""No regular expression of ours takes more time than in proportion to what it reads, whatever that is.

Every use of `re` is found in the syntax trees and tried the way it is used, with runs of each character that it names,
alone and in pairs, behind each beginning that it asks for, and followed by what it does not want.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from functools import cache
from itertools import chain, permutations, product

import pytest

from tests.house.rooms import PACKAGES, name, sources, tree

METHODS = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
# One that doubles with every character shows at the first of these, one that takes the square at the last.
LENGTHS = (22, 300, 12_000)
# Twenty times what a plain one takes for the longest, and a third of what the square would, or less.
SECONDS = 0.02
COMMON = "aA1 .\n\u0301"
WRONG = ("", "\x00", "!", "\n\n")
# Those that read nothing but what came with the program.
OURS = {
    "adjudicator/engine/rulings.py": "reads the rulings of the editions, files of ours",
    "adjudicator/thrones/editions/loading.py": "reads the rulings of the editions, files of ours",
    "correspondence/mail/text.py": "reads the page of letters, a file of ours",
}

Pattern = re.Pattern[str] | re.Pattern[bytes]


def _uses(module: ast.Module) -> Iterator[tuple[int, str, ast.expr | str]]:
    """Line, method and pattern (an expression, or the name of what was compiled) of each use in a file."""
    compiled: dict[str, int] = {}
    used: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _is_compile(node.value.func):
            compiled[ast.unparse(node.targets[0])] = node.lineno
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            owner, method = ast.unparse(node.func.value), node.func.attr
            if owner == "re":
                yield node.lineno, method, node.args[0]
            elif owner in compiled:
                used.add(owner)
                yield node.lineno, method, owner
    for left in sorted(compiled.keys() - used):
        # Given to a function of ours; those of headers want the whole text.
        yield compiled[left], "fullmatch", left


def _is_compile(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and ast.unparse(function) == "re.compile"


def _made() -> Iterator[tuple[str, str, Pattern]]:
    for path in sources(*PACKAGES):
        if not re.search(r"^(import re|from re import .*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
            continue
        where = name(path)
        for line, method, said in _uses(tree(path)):
            if isinstance(said, str):
                module = importlib.import_module(where.removesuffix(".py").replace("/", "."))
                yield f"{where}:{line}", method, getattr(module, said)
            else:
                yield f"{where}:{line}", method, re.compile(ast.literal_eval(said))


def inputs(pattern: str, length: int) -> Iterator[str]:
    """Awkward things of about so many characters for a pattern to read."""
    named = [sign for sign in dict.fromkeys(re.sub(r"\\[a-zA-Z]|[\\()|^$?{}]", "", pattern)) if not sign.isalnum()]
    signs = [*COMMON, *named[:10]]
    begins = dict.fromkeys(["", *re.findall(r"[a-z0-9A-Z:/@<!=#-]{1,20}", pattern.replace("?", ""))[:5]])
    runs = chain(signs, map("".join, permutations(signs[:7], 2)))
    for run, begin in product(runs, begins):
        yield begin + run * (length // len(run)) + WRONG[len(run + begin) % len(WRONG)]
    for run, wrong in product((*signs, *list(begins)[1:]), WRONG):
        yield run * (length // len(run)) + wrong


@cache
def slowest(pattern: Pattern, method: str) -> tuple[float, str]:
    """The processor time of the worst of all inputs, and which that was; no further than one that is too slow."""
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    worst = (0.0, "")
    for length in LENGTHS:
        for given in dict.fromkeys(inputs(text, length)):
            taken = _seconds(pattern, method, given)
            if SECONDS < taken < 5 * SECONDS:
                # Once may be somebody else's fault.
                taken = min(taken, _seconds(pattern, method, given))
            worst = max(worst, (taken, f"{given[:12]!a} of {length}"))
            if taken > SECONDS:
                return worst
    return worst


def _seconds(pattern: Pattern, method: str, given: str) -> float:
    data = given.encode("utf-8") if isinstance(pattern.pattern, bytes) else given
    began = time.process_time()
    found = getattr(pattern, method)("", data) if method in ("sub", "subn") else getattr(pattern, method)(data)
    if method == "finditer":
        for _ in found:
            pass
    return time.process_time() - began


MADE = list(_made())


def test_every_pattern_is_found() -> None:
    assert len(MADE) > 50
    assert {where.partition(":")[0] for where, _, _ in MADE} >= {
        *OURS,
        "correspondence/input_validation.py",
        "web/views/mailbox.py",
    }


@pytest.mark.parametrize(("where", "method", "pattern"), MADE, ids=[f"{where} {method}" for where, method, _ in MADE])
def test_patterns_take_time_in_proportion(where: str, method: str, pattern: Pattern) -> None:
    if where.partition(":")[0] not in OURS:
        taken, given = slowest(pattern, method)
        assert taken <= SECONDS, given


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(a+)+b", "match"),
        (r"(\w+\.?)+@", "fullmatch"),
        (r"\s+$", "search"),
        (r"a*a*b", "match"),
        (r"[a-z]+@", "search"),
        (r"<!-.*?->", "sub"),
    ],
)
def test_such_as_do_not_are_known(pattern: str, method: str) -> None:
    assert slowest(re.compile(pattern), method)[0] > SECONDS
