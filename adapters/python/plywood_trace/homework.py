"""Homework in tests: `check(search)` fails with plywood's report if the function is wrong.

def test_search():
    check(search)                            # search(node, depth, is_max) returns (value, best child)
    check(search, algorithm="minimax", trees=50)
"""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
import tempfile
import types
from typing import Any, Callable, Optional

from .notebook import PlywoodError, option_words, run, start

__all__ = ["PlywoodError", "check"]


def check(function: Callable[..., Any], **options: Any) -> None:
    """Lets plywood judge a function of a module or of a notebook's cell; options are those of `plywood exercise run`.

    A module is imported as it is from where it is, as part of its package if it is in one. Of a cell the source of the function
    and of what it uses runs again. What goes wrong before the function is called is a PlywoodError, and is never graded.
    """
    __tracebackhide__ = True  # pytest shows the report, not this function.
    with tempfile.TemporaryDirectory() as folder:
        worker = [sys.executable, "-m", __name__, *_where(function, folder)]
        # The worker finds whatever this process finds, even if the caller changed sys.path.
        paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        streams: dict[str, Any] = {"capture_output": True, "text": True, "encoding": "utf-8", "stdin": subprocess.DEVNULL}
        ready = subprocess.run([*worker, "ready"], **streams, env={**os.environ, **paths})
        if ready.returncode != 0:
            raise PlywoodError(f"{function.__name__} cannot be loaded in a process of its own:\n{ready.stderr.strip()}")
        done = start(["exercise", "run", *option_words(options), "--", *worker], **paths)
    if done.stderr:
        raise PlywoodError(done.stderr.removeprefix("plywood: ").strip())
    if done.returncode != 0:
        raise AssertionError(_report(done.stdout, " ".join(worker), function.__name__))


def _report(text: str, command: str, name: str) -> str:
    """The report with the verdict about the function in its first line, where pytest's summary takes it from."""
    head, gap, rest = text.partition("\n\n")
    verdict = " ".join(head.split())
    verdict = name + verdict.removeprefix(command) if verdict.startswith(command) else verdict
    return verdict + gap + rest


def _where(function: Callable[..., Any], folder: str) -> tuple[str, str, str]:
    """The folder to import from, the name of the module, and that of the function."""
    name = getattr(function, "__qualname__", "")
    if not name.isidentifier():
        raise PlywoodError("check takes a function that a module defines at its top level, not a method, a lambda or an inner function")
    module = sys.modules.get(function.__module__)
    path = getattr(module, "__file__", None)
    if path is None:
        # A notebook cell or an interactive session: the source of everything typed that can be found.
        code = _typed(function)
        with open(os.path.join(folder, "typed_cells.py"), "w", encoding="utf-8") as file:
            file.write(code)
        return folder, "typed_cells", name
    path = os.path.abspath(path)
    module_name = os.path.splitext(os.path.basename(path))[0]
    above = os.path.dirname(path)
    while os.path.exists(os.path.join(above, "__init__.py")):
        module_name = f"{os.path.basename(above)}.{module_name}"
        above = os.path.dirname(above)
    return above, module_name, name


def _typed(function: Callable[..., Any]) -> str:
    """The source of a typed function, with the functions, classes and imports that it needs."""
    parts: list[str] = []
    seen: set[Any] = set()
    waiting: list[Any] = [function]
    names: dict[str, Any] = getattr(function, "__globals__", {})
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        try:
            parts.append(inspect.getsource(one))
        except (OSError, TypeError) as error:
            raise PlywoodError(f"the source of {one.__name__} is not known: write it to a file and import it") from error
        codes = [one.__code__] if inspect.isfunction(one) else [f.__code__ for f in vars(one).values() if inspect.isfunction(f)]
        while codes:
            code = codes.pop()
            codes += [const for const in code.co_consts if inspect.iscode(const)]
            for word in code.co_names:
                used = names.get(word)
                if (inspect.isfunction(used) or inspect.isclass(used)) and used.__module__ == function.__module__:
                    waiting.append(used)
                elif isinstance(used, types.ModuleType):
                    parts.append(f"import {used.__name__} as {word}\n")
                elif (inspect.isfunction(used) or inspect.isclass(used)) and getattr(used, "__module__", None):
                    parts.append(f"from {used.__module__} import {used.__name__} as {word}\n")
                elif isinstance(used, float):
                    parts.append(f"{word} = float({str(used)!r})\n")
                elif word in names and isinstance(used, (int, str, bool, type(None), list, tuple, dict, set)):
                    parts.append(f"{word} = {used!r}\n")
    return "\n\n".join(dict.fromkeys(reversed(parts)))


def _work(folder: str, module_name: str, name: str, mode: Optional[str] = None) -> None:
    """Answers plywood with a function of a module, using the starter's code; `ready` only loads the module."""
    out, sys.stdout = sys.stdout, sys.stderr
    sys.path.insert(0, folder)
    function = getattr(importlib.import_module(module_name), name)
    if mode == "ready":
        return
    starter: dict[str, Any] = {"__name__": "starter"}
    exec(compile(run("exercise", "starter", "python"), "starter", "exec"), starter)
    starter["_out"], starter["search"] = out, function
    starter["main"]()


if __name__ == "__main__":
    _work(*sys.argv[1:])
