"""Pages of plywood in a notebook: `explain([[3, 12, 8], [2, 4, 6]])` shows itself, and has the search as data."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import shutil
import subprocess
import sysconfig
import warnings
from functools import cached_property
from typing import Any, Optional

__all__ = ["Page", "PlywoodError", "brackets", "explain", "page", "program", "run"]


class PlywoodError(Exception):
    """plywood refused; the text says why."""


def program() -> str:
    """The path of the program: the one installed with this module, otherwise one on the PATH."""
    name = "plywood.exe" if os.name == "nt" else "plywood"
    own = os.path.join(sysconfig.get_path("scripts"), name)
    found = own if os.path.exists(own) else shutil.which("plywood")
    if found is None:
        raise PlywoodError("plywood is not installed: run `pip install .` in the folder of its repository")
    return found


def environment() -> dict[str, str]:
    """The environment of the program. Notebooks ask for colours, but text that is kept has none."""
    kept = {name: value for name, value in os.environ.items() if name not in ("CLICOLOR_FORCE", "FORCE_COLOR")}
    return {**kept, "NO_COLOR": "1"}


def start(words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    """Runs plywood with these words, and nothing to read; `more` goes into its environment."""
    env = {**environment(), **more}
    return subprocess.run([program(), *words], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL, env=env)


def run(*words: str) -> str:
    """Runs plywood with these words; returns what it prints. A negative result, such as a difference, is a result."""
    done = start(list(words))
    said = done.stderr.removeprefix("plywood: ").strip()
    if done.returncode == 0 or (done.returncode == 1 and done.stdout):
        if said:
            warnings.warn(said, stacklevel=2)
        return done.stdout
    raise PlywoodError(said or f"plywood ended with exit code {done.returncode}")


def brackets(tree: object) -> str:
    """A tree of nested lists or arrays in round brackets, as plywood reads it; names are in quotes."""
    tree = tree.tolist() if hasattr(tree, "tolist") else tree
    if isinstance(tree, (list, tuple)):
        return f"({' '.join(map(brackets, tree))})"
    if isinstance(tree, str):
        quote = "'" if '"' in tree else '"'
        return f"{quote}{tree}{quote}"
    return str(tree)


def subject_words(subject: object) -> str:
    """The subject of a page, as plywood reads it: a tree, a dict from each node to its children, a board, a path or a text."""
    if isinstance(subject, (list, tuple)) or hasattr(subject, "tolist"):
        return brackets(subject)
    # A board of the package `chess`.
    if callable(getattr(subject, "fen", None)):
        return str(subject.fen())  # type: ignore[attr-defined]
    return str(subject) if isinstance(subject, dict) else os.fspath(subject)  # type: ignore[call-overload]


# Options whose values are moves of one line, and those that take a list with commas. Other options are repeated.
_LINES = ("why", "line", "focus", "after")
_LISTS = ("with", "without", "only", "strip", "items", "ignore")


def option_words(options: dict[str, Any]) -> list[str]:
    """Options as plywood reads them: `with_=["tt", "killers"]` is `--with=tt,killers`."""
    words = []
    for name, value in options.items():
        name = name.strip("_").replace("_", "-")
        value = value.tolist() if hasattr(value, "tolist") else value
        if isinstance(value, (list, tuple)):
            parts = [str(part) for part in value]
            joint = " " if name in _LINES else "," if name in _LISTS else None
            value = parts if joint is None else [joint.join(parts)]
        elif value is None or value is False:
            value = []
        else:
            value = [value]
        words += [f"--{name}" if part is True else f"--{name}={part}" for part in value]
    return words


# Options of `explain` that only shape its text.
_TEXT_ONLY = (
    "why line full width roots style bare names format log code orders carrier pv_scan legend answers play step at_event steps every_event "
    "strip pass event output"
).split()
# Columns of the table of events that are text, even if it looks like a number.
_TEXTS = "event path parent move root_move bound leaf verdict reason why".split()


class Page:
    """A page of plywood. It shows itself as HTML in a notebook, otherwise as text.

    The page of a search also has the search as data: `score`, `mate`, `best`, `pv`, `header`, `result`, `events` and `frame()`.
    """

    def __init__(self, command: str, subjects: list[str], options: dict[str, Any]) -> None:
        self._command, self._subjects = command, subjects
        self._options = {name.strip("_"): value for name, value in options.items()}
        self.words = [command, *subjects, *option_words(options)]
        # Errors are reported now, not when the page is shown.
        self.text = run(*self.words)
        if not self.text and self._options.get("output"):
            self.text = f"Written to {self._options['output']}"

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def written(self, format: str) -> str:
        """The page in one of the formats of its command, such as "html", "svg" or "json"."""
        options = {name: value for name, value in self._options.items() if name not in ("format", "output")}
        return run(self._command, *self._subjects, *option_words({**options, "format": format}))

    @property
    def html(self) -> str:
        """The page as a document of its own."""
        return self.written("html")

    @property
    def data(self) -> Any:
        """The page as JSON, for commands that write it: `verify`, `compare`, `eval` and others."""
        return json.loads(self.written("json"))

    def _repr_html_(self) -> str:
        is_page, is_picture = self.text.startswith("<!DOCTYPE html>"), self.text.startswith("<svg")
        # Steps have pictures, and no pages for browsers.
        for format in () if is_page or is_picture else ("html", "svg"):
            try:
                shown = self.written(format)
                is_page, is_picture = format == "html", format == "svg"
                break
            except PlywoodError:
                continue
        else:
            shown = self.text
        if is_page:
            # In its own frame, neither its styles nor its scripts affect the notebook.
            frame = 'style="width: 100%; height: 32em; border: 0; background: white"'
            return f'<iframe {frame} srcdoc="{html.escape(shown)}"></iframe>'
        return shown if is_picture else f"<pre>{html.escape(self.text)}</pre>"

    def _search(self, format: str) -> str:
        if self._command != "explain":
            raise PlywoodError(f"only the page of a search has its data; `{self._command}` has a page with `data`")
        options = {name: value for name, value in self._options.items() if name not in _TEXT_ONLY}
        return run("explain", *self._subjects, *option_words({**options, "format": format}))

    @cached_property
    def _records(self) -> list[dict[str, Any]]:
        records: list[dict[str, Any]] = [json.loads(line) for line in self._search("jsonl").splitlines()]
        if not records or records[0].get("format") != "plywood-trace":
            raise PlywoodError("this page has several searches, so it has no data of one search")
        return records

    @property
    def header(self) -> dict[str, Any]:
        """The header of the trace: the subject and the settings of the search."""
        return self._records[0]

    @property
    def result(self) -> dict[str, Any]:
        """The result in the trace, with its statistics; docs/trace-format.md describes the fields."""
        return {name: value for name, value in self._records[-1].items() if name != "event"}

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of the trace, in order."""
        return self._records[1:-1]

    @property
    def best(self) -> Optional[str]:
        """The best move, if there is one."""
        best: Optional[str] = self._records[-1].get("best")
        return best

    @property
    def pv(self) -> list[str]:
        """The moves of the best line."""
        return list(self._records[-1].get("pv") or [])

    def _value(self) -> tuple[Any, int]:
        """The score of the root, and the sign that makes it MAX's."""
        header = self.header
        is_min = header.get("numbering", {}).get("black_to_move") or (header.get("movers") or [None])[0] == "min"
        is_mover = self._options.get("view") == "negamax"
        return self._records[-1].get("score"), -1 if is_min and not is_mover else 1

    @property
    def score(self) -> Optional[float]:
        """The score of the root as on the page, in pawns: MAX's (White's), or with view="negamax" the mover's. None for a mate."""
        score, sign = self._value()
        return sign * float(score) if isinstance(score, (int, float)) else None

    @property
    def mate(self) -> Optional[int]:
        """In how many plies MAX mates, negative if MIN mates; None if the score is not a mate. Its side is that of `score`."""
        score, sign = self._value()
        return sign * int(score["mate"]) if isinstance(score, dict) and "mate" in score else None

    def frame(self, library: Optional[str] = None) -> Any:
        """The events as a data frame with plain columns, of "pandas" or "polars"; by default of the one that is installed."""
        table = self._search("csv")
        for name in [library] if library else ["pandas", "polars"]:
            try:
                if name == "pandas":
                    import pandas

                    texts = dict.fromkeys(_TEXTS, "str")
                    return pandas.read_csv(io.StringIO(table), dtype=texts, keep_default_na=False, na_values=[""], low_memory=False)
                if name == "polars":
                    import polars

                    columns = next(csv.reader([table.splitlines()[0]]))
                    kinds = {column: polars.String for column in columns if column in _TEXTS}
                    return polars.read_csv(io.BytesIO(table.encode()), schema_overrides=kinds, infer_schema_length=None)
            except ImportError:
                continue
            raise PlywoodError(f'frame() knows "pandas" and "polars", not "{name}"')
        raise PlywoodError(f"frame() needs {library or 'pandas or Polars'}: install it, or use `events`, a list of dicts")


def page(command: str, *subjects: object, **options: Any) -> Page:
    """The page of a command: page("verify", "mine.jsonl"), page("compare", "a.jsonl", "b.jsonl", check=True)."""
    return Page(command, [subject_words(subject) for subject in subjects], options)


def explain(subject: object, **options: Any) -> Page:
    """The page of a search: of a lesson, a FEN, a file, a tree of nested lists or a trace; options as on the command line.

    explain("sargon-1", depth=2), explain([[3, 12, 8], [2, 4, 6]], why="B"), explain("mine.jsonl"), with_="tt" for --with.
    Lists may begin with their names: explain(["root", ("a", 9), ["b", ("c", 1), ("d", 2)]]). Options take lists:
    with_=["tt", "killers"], why=["Ng6+", "Kg8"]. A NumPy array is a tree, and a board of the package `chess` a position.
    """
    return page("explain", subject, **options)
