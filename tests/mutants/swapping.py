"""Putting a mutant into a running process, or into one that is about to load the module.

A function that no module runs while it loads is changed where it stands: its code object is exchanged, which costs a
millisecond. Everything else is changed in the source that a new process loads.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutants.mutations import Mutation, mutated

Key = tuple[str, str, int]


def _key(code: CodeType) -> Key:
    return (code.co_filename, code.co_qualname, code.co_firstlineno)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def loaded_functions(root: Path) -> dict[Key, list[FunctionType]]:
    """Every function of this process whose code stands below `root`, by file, name and first line."""
    found: dict[Key, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(root)):
            found.setdefault(_key(one.__code__), []).append(one)
    return found


def exchange(root: Path, mutation: Mutation, functions: dict[Key, list[FunctionType]]) -> bool:
    """Put the mutant's code into the functions of this process; False if that is not possible here."""
    file = str(root / mutation.path)
    code = compile(mutated(root, mutation), file, "exec")
    name = mutation.function
    done = False
    for one in _codes(code):
        if one.co_qualname == name or one.co_qualname.startswith(f"{name}.<locals>."):
            for function in functions.get(_key(one), ()):
                if function.__code__.co_freevars != one.co_freevars:
                    return False
                function.__code__ = one
                done = done or one.co_qualname == name
    return done


class _Loader(SourceFileLoader):
    """Compiles the mutant instead of the source, and keeps no bytecode of it."""

    def __init__(self, name: str, path: str, root: Path, mutation: Mutation) -> None:
        super().__init__(name, path)
        self._root, self._mutation = root, mutation

    def get_code(self, fullname: str) -> CodeType:
        """The mutant's code."""
        return compile(mutated(self._root, self._mutation), self.path, "exec")


class Finder(MetaPathFinder):
    """Finds one module as its mutant; everything else is left to the others."""

    def __init__(self, root: Path, mutation: Mutation) -> None:
        self._root, self._mutation = root, mutation
        self._module = mutation.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The spec of the mutated module, if it is the one that is asked for."""
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self._root, self._mutation)
        return spec


def install(root: Path, mutation: Mutation) -> None:
    """From now on this process loads the mutant of the module. It must not be loaded yet."""
    sys.meta_path.insert(0, Finder(root, mutation))
