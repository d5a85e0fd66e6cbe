"""Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines.

Scores are whole thousandths of a pawn, for the side to move (in `created` and `judged`: for the side that moved); a mate is
MATE minus the plies from the root. Call one method at each of five places of a search; `judged` and `leave` for every node.
To trace a search function in Python, you need none of this, only one line above it: `@traced("mine.jsonl")`.
"""

from __future__ import annotations

import collections
import contextlib
import dis
import functools
import inspect
import io
import itertools
import json
import math
import os
import sys
import warnings
from typing import Any, Callable, Iterable, Optional, Sequence, TextIO, TypeVar, Union, overload

__version__ = "0.1.0"
__all__ = ["INF", "MATE", "Trace", "mated_in", "score_json", "traced", "window_json"]

MATE = 10**9
INF = 2 * MATE
_MOST_PLIES = 1000


def mated_in(ply: int) -> int:
    """Returns the score of being mated `ply` half-moves after the root."""
    return ply - MATE


def score_json(value: float) -> Union[float, str, dict[str, int]]:
    """Returns a score as a trace writes it. No score is beyond MATE, so a larger number is infinite."""
    if abs(value) > MATE:
        return "+inf" if value > 0 else "-inf"
    if value == MATE:
        return {"won": 0}
    if abs(value) >= MATE - _MOST_PLIES:
        return {"mate": int(MATE - value if value > 0 else -(value + MATE))}
    return value / 1000


def _end_json(value: float) -> Union[float, str, dict[str, int]]:
    return score_json(INF if value >= MATE else -INF if value <= -MATE else value)


def window_json(alpha: float, beta: float) -> dict[str, Any]:
    """Returns a window as a trace writes it. An end at or beyond MATE is not a bound, so it is infinite."""
    return {"alpha": _end_json(alpha), "beta": _end_json(beta)}


_SCORED = ("horizon", "childless", "tablebase", "lost", "drawn", "won", "stand_pat")


class Trace:
    """Writes a trace to `out`, an open text file. adapters/README.md describes its methods."""

    def __init__(self, out: TextIO, depth: int, algorithm: str, order: str = "none", **header: Any) -> None:
        self._out = out
        self._line: list[str] = []
        # The number of moves at each node of the line, of judged moves, and of pruned moves.
        self._nodes: list[list[int]] = []
        self._quiet, self._untold = 0, [0, 0]
        names = "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped"
        self.counts: dict[str, int] = dict.fromkeys(names.split(), 0)
        self._write({"format": "plywood-trace", "version": 1, **header, "depth": depth, "algorithm": algorithm, "order": order})

    def _write(self, fields: dict[str, Any]) -> None:
        self._out.write(json.dumps(fields, separators=(",", ":")) + "\n")

    def _event(self, kind: str, move: Optional[str] = None, /, **fields: Any) -> None:
        line = self._line if move is None else [*self._line, move]
        self._write({"event": kind, "line": line, **fields})

    def _count(self, name: str, times: int = 1) -> None:
        if times:
            self.counts[name] = self.counts.get(name, 0) + times

    def quiet(self) -> None:
        """Stops writing until `aloud` has been called equally often. Use it around the search below a null move."""
        if not self._quiet:
            self._untold = [0, 0]
        self._quiet += 1

    def aloud(self) -> None:
        """Ends `quiet`."""
        self._quiet -= 1

    def root(self, score: float) -> None:
        """Records that the search begins; `score` is the static evaluation of the root."""
        self._count("created")
        self._write({"event": "root", "score": score_json(score)})

    def enter(self, move: Optional[str], depth: int, alpha: float, beta: float, moves: Sequence[str]) -> None:
        """Records that the search enters the node after `move` (None at the root) and will try these moves."""
        self._untold[0] += 1
        if self._quiet:
            return
        if move is not None:
            self._line.append(move)
        self._count("entered")
        self._nodes.append([len(moves), 0, 0])
        self._event("enter", depth=depth, window=window_json(alpha, beta), moves=list(moves))

    def created(self, move: str, score: Optional[float] = None) -> None:
        """Records that the engine made `move`; pass the static evaluation of the position if the engine has computed it."""
        if self._quiet:
            return
        self._count("created")
        self._event("created", move, number=self.counts["created"] - 1, **({} if score is None else {"score": score_json(score)}))

    def judged(
        self,
        move: str,
        score: float,
        bound: str,
        alpha: float,
        beta: float,
        verdict: str,
        leaf: Optional[str] = None,
        why: Optional[str] = None,
    ) -> None:
        """Records the comparison of the score of `move` with the window: `best`, `not_best` or `cutoff`."""
        is_scored = leaf in _SCORED
        self._untold[1] += is_scored
        if self._quiet:
            return
        node = self._nodes[-1]
        node[1] += 1
        fields: dict[str, Any] = {"score": score_json(score), "bound": bound}
        self._count("judged")
        if leaf is not None:
            fields["leaf"] = leaf
            self._count("leaves", is_scored)
            self._count("unscored", not is_scored and leaf != "omitted")
            self._count("terminals", leaf in ("lost", "drawn", "won"))
            self._count("tablebase", leaf == "tablebase")
            self._count("stand_pats", leaf == "stand_pat")
        if why is not None:
            fields["why"] = why
        fields.update(window=window_json(alpha, beta), verdict=verdict)
        if verdict == "best":
            self._count("raised")
        elif verdict == "cutoff":
            skipped = node[0] - node[1] - node[2]
            self._count("cutoffs")
            self._count("first_move_cutoffs", node[1] == 1)
            self._count("skipped", skipped)
            if skipped:
                fields["skipped"] = skipped
        self._event("judged", move, **fields)

    def leave(self, score: float, bound: str) -> None:
        """Records that the search leaves the node that it entered last."""
        if self._quiet:
            return
        self._event("leave", score=score_json(score), bound=bound)
        self._nodes.pop()
        if self._line:
            self._line.pop()

    def new_pass(self, word: str, depth: int, alpha: float, beta: float) -> None:
        """Records that the whole tree will be searched, for the first time or again: `iteration`, `aspiration`, `test` ..."""
        self._count("passes")
        self._write({"event": "pass", "pass": word, "depth": depth, "window": window_json(alpha, beta)})

    def hash(
        self,
        move: Optional[str],
        depth: int,
        score: float,
        bound: str,
        cut: bool,
        best: Optional[str] = None,
        untold: bool = False,
    ) -> None:
        """Records that the transposition table has an entry for the position after `move`; `score` is for the side to move there."""
        fields: dict[str, Any] = {"depth": depth, "score": score_json(score), "bound": bound, "cut": cut}
        if best is not None:
            fields["move"] = best
        if untold:
            fields["untold"] = True
        self.event("hash", move, ("hash_hits", "hash_cuts") if cut else ("hash_hits",), **fields)

    def null_move(self, move: Optional[str], depth: int, alpha: float, beta: float, score: float, cut: bool) -> None:
        """Records the score of a null move after `move`. The search below it ran between `quiet` and `aloud`."""
        if self._quiet:
            return
        (entered, leaves), self._untold = self._untold, [0, 0]
        self._count("null_nodes", entered + leaves)
        fields = {"depth": depth, "window": window_json(alpha, beta), "score": score_json(score), "cut": cut}
        counts = ("null_moves", "null_cuts") if cut else ("null_moves",)
        self.event("null_move", move, counts, **fields, entered=entered, leaves=leaves)

    def extended(self, move: Optional[str], plies: int, why: Optional[str] = None) -> None:
        """Records that the node after `move` is searched some plies deeper."""
        self.event("extended", move, ("extended",), plies=plies, **({} if why is None else {"why": why}))

    def reduced(self, move: Optional[str], plies: int, why: Optional[str] = None) -> None:
        """Records that the node after `move` is searched some plies shallower."""
        self.event("reduced", move, ("reduced",), plies=plies, **({} if why is None else {"why": why}))

    def again(self, move: str, reason: str, depth: int, alpha: float, beta: float, why: Optional[str] = None) -> None:
        """Records that the node after `move` is searched again: `scout`, `reduced` or `other`."""
        fields = {"reason": reason, **({} if why is None else {"why": why}), "depth": depth, "window": window_json(alpha, beta)}
        self.event("again", move, ("searched_again",), **fields)

    def stand_pat(self, score: float, alpha: float, beta: float, verdict: str) -> None:
        """Records that, in quiescence, the static evaluation of the node entered last causes no cutoff."""
        counts = ("stand_pats",) if verdict == "best" else ()
        self.event("stand_pat", None, counts, score=score_json(score), window=window_json(alpha, beta), verdict=verdict)

    def pruned(self, move: str, reason: str, score: Optional[float], alpha: float, beta: float, why: Optional[str] = None) -> None:
        """Records that `move` is not searched; `score` is the highest expected score, or None."""
        fields: dict[str, Any] = {"reason": reason}
        if why is not None:
            fields["why"] = why
        if score is not None:
            fields["score"] = score_json(score)
        self.event("pruned", move, ("pruned",), **fields, window=window_json(alpha, beta))

    def event(self, kind: str, child: Optional[str] = None, /, counts: Iterable[str] = (), **fields: Any) -> None:
        """Any other event of docs/trace-format.md with its fields, at the node that was entered last, or at its child.

        `counts` names the statistics that count it.
        """
        if self._quiet:
            return
        for name in counts:
            self._count(name)
        if kind == "pruned":
            self._nodes[-1][2] += 1
        self._event(kind, child, **fields)

    def result(self, score: float, best: Optional[str], pv: Iterable[str], complete: bool = True) -> None:
        """Writes the result of the search; the adapter has counted everything itself."""
        fields = {"complete": complete, "score": score_json(score), "best": best, "pv": list(pv), "statistics": self.counts}
        self._write({"event": "result", **fields})


# ---- The decorator that traces a search function. ----

_NAMES = (("alpha", "beta"), ("a", "b"), ("lo", "hi"))
_SIDES = ("is_max", "maximizing", "maximizing_player", "is_maximizing", "maximize", "max_player", "maximizingPlayer", "isMax")
_COLOURS = ("color", "colour", "sign")
_NODES = ("node", "state", "game_state", "gamestate", "position", "board", "tree", "root")
_BEYOND = 100_000
_SCALES = [10**digits for digits in range(6)]
_NULL_WINDOW = "null-window-search"
_tracers: dict[str, _Tracer] = {}


_Search = TypeVar("_Search", bound=Callable[..., Any])


@overload
def traced(path: _Search) -> _Search: ...


@overload
def traced(path: Union[str, os.PathLike[str]] = "trace.jsonl", **options: Any) -> Callable[[_Search], _Search]: ...


def traced(path: Any = "trace.jsonl", **options: Any) -> Any:
    """Decorates a function that searches. Each search from the root writes its trace to `path` and replaces the previous trace.

    Decorate functions that call each other with the same path. The tracer does not guess: if it cannot know something, it names
    the argument to add. If a search cannot be traced, it returns its result, a warning says why, and there is no file.

    node       the name of the parameter that is the node, such as "state"
    window     the names of alpha and beta, such as ("lo", "hi")
    best       the name of the variable that holds the best score, if alpha and beta do not change
    side       the name of the parameter that is True or 1 if MAX moves, False or -1 if MIN moves; or its name and its value for
               MAX, such as ("player", "X")
    view       "max" if scores are MAX's at every node, "mover" if they are those of the side to move (negamax)
    value      a function that returns the score in what the function returns, such as lambda found: found.score
    children   a function that returns the children of a node; by default node.children(), or the node itself if it is a list
    order      "left" if moves must be tried from left to right; by default any order is allowed
    cut        "ge" if a tie must cause a cutoff, "gt" if it must not; by default the first tie in the search decides
    algorithm  the name in the trace; by default alpha-beta, minimax for a function without a window, or null-window-search for
               one that uses null windows (PVS, NegaScout)
    """
    if callable(path):
        return traced()(path)
    tracer = _tracers.setdefault(str(path), _Tracer(path))
    return lambda function: tracer.decorated(function, **options)


class _Call:
    """A call of a function: its node, arguments and result, and the calls that it made, each with the window before it."""

    def __init__(self, way, values):
        self.way, self.values, self.node = way, values, values[way.node]
        # None is a usual way to write that there is no bound yet.
        ends = zip(way.window, (-math.inf, math.inf))
        self.given = tuple(end if values.get(name) is None else values[name] for name, end in ends)
        self.frame, self.tried, self.value, self.inner, self.last, self.caller = lambda: None, [], None, None, None, None

    def window(self):
        """The current values of its variables alpha and beta."""
        frame = self.frame() or {}
        ends = [(frame.get(name), given) for name, given in zip(self.way.window, self.given)]
        return (*(given if end is None else end for end, given in ends), frame.get(self.way.best))


class _Way:
    """How to read the calls of a function."""

    def __init__(
        self, function, node=None, window=None, best=None, side=None, view=None, value=None, children=None, order=None, algorithm=None,
        cut=None
    ):
        _refuse_cached(function, function)
        self.code, self.signature = function.__code__, inspect.signature(function)
        names = [name for name in self.signature.parameters if name != "self"]
        if not names:
            raise TypeError(f"traced: {function.__name__} has no parameters, but its first parameter must be the node")
        side, *self.max_side = side if isinstance(side, tuple) else (side,)
        for word, name in (("node", node), ("side", side)):
            if name is not None and name not in names:
                raise TypeError(f"traced: {function.__name__} has no parameter {name!r} ({word}={name!r})")
        self.node = node or next((name for name in names if name.lower() in _NODES), names[0])
        if cut not in (None, "ge", "gt"):
            raise TypeError(f'traced: cut={cut!r}; use "ge" if a tie causes a cutoff, "gt" if it does not')
        self.best, self.number, self.order, self.cut = best, value, order, cut
        # A root loop may have its own variables alpha and beta; other names would mean little there.
        own = next((pair for pair in _NAMES if set(names).issuperset(pair)), None)
        found = window or own or next((pair for pair in _NAMES[:1] if set(self.code.co_varnames) & set(pair)), None)
        self.has_window, self.window = found is not None, found or (None, None)
        if self.has_window and own and not best and not any(name in self.window for name in _assigned(self.code)):
            raise TypeError(
                f"traced: {function.__name__} never changes {self.window[0]} or {self.window[1]}; name the variable that holds the best score: "
                'traced(..., best="...")'
            )
        negamax = function.__name__.lower().startswith("nega") or any(name in _COLOURS for name in names)
        self.is_mover = view == "mover" if view else negamax
        self.is_by_colour = not view and not function.__name__.lower().startswith("nega")
        self.side = side or next((name for name in names if name in _SIDES), None)
        word = function.__name__.lower().lstrip("_")
        # `minimax` contains both words.
        self.word = word.startswith("max") if ("max" in word) != ("min" in word) and word.startswith(("max", "min")) else None
        self.is_clear = bool(view or negamax or self.side or self.word is not None)
        self.has_children = children is not None
        self.children = children or _children
        self.algorithm = algorithm

    def refuse_unclear(self, node):
        """The perspective of the function's scores must be known before anything is written."""
        name = self.code.co_name
        if not (self.has_children or isinstance(node, (list, tuple)) or hasattr(node, "children")):
            raise TypeError(f"{self.node} of {name} has no children; add node=... (the parameter that is the node) or children=...")
        if not self.is_clear:
            raise TypeError(
                f'who moves in {name}? Add side="..." (the parameter that is True if MAX moves), side=("...", its value for MAX), '
                'or view="mover" (negamax)'
            )

    def root_is_max(self, root):
        """Who moves at the node of a call, MAX unless the function says otherwise."""
        name = self.side or next((name for name in _COLOURS if name in root.values), None)
        if name is None or (self.word is not None and not self.side):
            return self.word is not False
        found = [child.value for child, _ in root.tried]
        if self.is_mover and self.is_by_colour and root.value in found and -root.value not in found:
            raise TypeError(f'whose scores does {self.code.co_name} return? Add view="max" or view="mover" (negamax)')
        value, below = root.values[name], root.tried[0][0].values.get(name)
        if self.max_side:
            return value == self.max_side[0]
        # The numbers of two players do not say which of them is MAX; opposite signs do.
        pairs = [[1, -1], [-1, 1]] + ([[1, 0], [0, 1]] if name in _SIDES else [])
        if not isinstance(value, bool) and [value, below] not in pairs:
            raise TypeError(f'{name} is {value!r} at the root, so it is unclear whether MAX moves; add side=("{name}", its value for MAX)')
        return value > 0


def _refuse_cached(function, found):
    """The calls that a cache answers are not seen."""
    if hasattr(found, "cache_info"):
        raise TypeError(f"{function.__name__} has a cache, which hides calls; remove the cache while you trace")


def _children(node):
    if isinstance(node, (list, tuple)):
        return node
    children = getattr(node, "children", ())
    return children() if callable(children) else children


def _assigned(code):
    """The local variables to which a function assigns."""
    return {one.argval for one in dis.get_instructions(code) if one.opname.startswith("STORE_")} | {
        name for one in dis.get_instructions(code) if isinstance(one.argval, tuple) and "STORE" in one.opname for name in one.argval
    }


def _number(value, way):
    """The score in what a function returned, alone or in a pair with a move."""
    if way.number:
        return way.number(value)
    found = value if isinstance(value, (list, tuple)) else [value]
    numbers = [one for one in found if isinstance(one, (int, float)) and not isinstance(one, bool)]
    if len(numbers) == 1:
        return numbers[0]
    what = "several numbers" if numbers else "no number"
    raise TypeError(f"{way.code.co_name} returned {value!r}, which contains {what}; add value=lambda found: ...")


class _Tracer:
    def __init__(self, path):
        self.path, self.open, self.trouble = path, [], None

    def decorated(self, function, **options):
        try:
            way = _Way(function, **options)
        except TypeError:
            self.remove()
            raise

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            bound = way.signature.bind(*args, **kwargs)
            bound.apply_defaults()
            call = _Call(way, bound.arguments)
            if not self.open:
                self.trouble = None
            with self.watching():
                if self.open:
                    self.tell(call)
                else:
                    # A search that does not end must not leave the trace of another one.
                    self.remove()
                    _refuse_cached(function, function.__globals__.get(function.__name__))
            self.open.append(call)
            try:
                value = function(*args, **kwargs)
            finally:
                self.open.pop()
                call.last = call.window()
            with self.watching():
                call.value = _number(value, way)
            if not self.open:
                self.end(call)
            return value

        return wrapper

    def remove(self):
        if os.path.isfile(self.path) and not os.path.islink(self.path):
            os.remove(self.path)

    @contextlib.contextmanager
    def watching(self):
        """A search must not fail because of its tracer: what goes wrong is said when the search has ended."""
        try:
            yield
        except Exception as error:
            self.trouble = self.trouble or error

    def tell(self, call):
        """A call was made by the function called last, whose frame has its variables."""
        # A search that cannot be traced costs no more time.
        if self.trouble:
            return
        parent = self.open[-1]
        is_same = _is_same(call.node, parent.node)
        is_loop = is_same and any(one.way is call.way and _is_same(one.node, call.node) for one in self.open)
        if is_same and not is_loop and not parent.tried:
            # A function that passes its node on to another function.
            parent.inner = call
            return
        if not any(one.tried for one in self.open):
            parent.way.refuse_unclear(parent.node)
        if is_loop:
            name = call.way.code.co_name
            raise TypeError(
                f"{name} called itself with the same {call.way.node}: if moves are made and taken back on one object, pass a copy of it, "
                f"such as {name}(copy.deepcopy({call.way.node}), ...)"
            )
        frame = sys._getframe(2)
        while frame is not None and frame.f_code is not parent.way.code:
            if call.caller is None and not frame.f_code.co_name.startswith("<"):
                call.caller = frame.f_code.co_name
            frame = frame.f_back
        if frame is not None:
            parent.frame = lambda: frame.f_locals
        parent.tried.append((call, parent.window()))

    def end(self, call):
        """Writes the trace of a search, or says why there is none."""
        while call.inner is not None and not call.tried:
            call = call.inner
        with self.watching():
            if not call.tried and isinstance(call.node, (list, tuple)) and call.node:
                raise ValueError(
                    f"{call.way.code.co_name} did not call itself or another traced function with a child of its {call.way.node}; "
                    "decorate every function of the search"
                )
            # If the root is a leaf, there is no search to trace.
            if call.tried and not self.trouble:
                text = _text(call)
                with open(self.path, "w", encoding="utf-8") as out:
                    out.write(text)
        if self.trouble:
            with self.watching():
                self.remove()
            kind = "" if isinstance(self.trouble, (TypeError, ValueError)) else f"{type(self.trouble).__name__}: "
            warnings.warn(f"traced: there is no {self.path}, because {kind}{self.trouble}", stacklevel=3)


class _TooFine(ValueError):
    """Scores that differ would be written as the same number."""


def _text(root):
    """The trace of a search. Its scores are multiplied by as much as keeps them different in thousandths."""
    trouble, is_max = None, root.way.root_is_max(root)
    for scale in _SCALES:
        out = io.StringIO()
        try:
            _Writer(out, root, is_max, scale).write()
            return out.getvalue()
        except _TooFine as error:
            trouble = trouble or error
    raise trouble


class _Writer:
    """Writes the calls of a search as events."""

    def __init__(self, out, root, is_max, scale):
        self.root, self.is_max, self.scale, self.exact = root, is_max, scale, {0: 0}
        values, self.cut = [], "ge"
        depth = max(self.plies(root, values), 1)
        self.most = max(map(abs, values))
        header = {"title": f"{root.way.code.co_name} in {os.path.basename(root.way.code.co_filename)}"}
        if scale != 1:
            header.update(version=2, scale=scale)
        if not is_max:
            header["numbering"] = {"move_number": 1, "black_to_move": True}
        if root.way.has_window:
            # Many searches fail hard at some nodes and soft at others; then the header says nothing.
            fail = next((rule for rule in ("hard", "soft") if self.fails(root, rule, 0)), None)
            if fail:
                header["fail"] = fail
            is_cut = next(self.ties(root, 0), True)
            self.cut = root.way.cut or ("ge" if is_cut else "gt")
            if self.cut == "gt":
                header["cut"] = self.cut
        self.depth = depth
        width = self.null_window(root, 0) if root.way.has_window else 0
        if width > 1 and root.way.algorithm in ("pvs", "negascout"):
            raise ValueError(f"the null windows are wider than 0.001, the width in plywood's {root.way.algorithm}; leave out algorithm=")
        usual = "minimax" if not root.way.has_window else _NULL_WINDOW if width else "alpha-beta"
        self.trace = Trace(out, depth, root.way.algorithm or usual, **header)

    def fails(self, call, rule, ply):
        """Whether every node returned what this rule says: the best score found or, if hard, the nearest score in its window."""
        if not call.tried:
            return True
        # Of the calls for one child, the last counts.
        calls = [child for child, _ in call.tried]
        last = [child for child, after in zip(calls, [*calls[1:], None]) if after is None or not _is_same(child.node, after.node)]
        best = max(-self.value(child, ply + 1) for child in last)
        alpha, beta = self.window(call, call.given, ply)
        expected = max(alpha, min(best, beta)) if rule == "hard" else best
        return self.value(call, ply) == expected and all(self.fails(child, rule, ply + 1) for child in calls)

    def ties(self, call, ply):
        """For each child after which alpha was equal to beta: whether the search left the node there."""
        last = len(call.tried) - 1
        for at, (child, _) in enumerate(call.tried):
            yield from self.ties(child, ply + 1)
            low, high = self.window(call, call.tried[at + 1][1] if at < last else call.last, ply)
            if call.way.has_window and low == high:
                if at < last:
                    yield False
                elif len({id(one.node) for one, _ in call.tried}) < len(list(call.way.children(call.node))):
                    yield True

    def null_window(self, call, ply):
        """The width, in thousandths, of the widest null window: at most 1 wide, in a wider window. 0 if there is none."""
        widest = 0
        for child, before in call.tried:
            alpha, beta = self.window(call, before, ply)
            low, high = (-end for end in reversed(self.window(child, child.given, ply + 1)))
            is_null = alpha <= low < high <= beta and high - low <= 1000 * self.scale and high - low < beta - alpha
            widest = max(widest, high - low if is_null else 0, self.null_window(child, ply + 1))
        return widest

    def plies(self, call, values):
        """The plies below a call; the values of its leaves are added."""
        if not call.tried:
            values.append(call.value)
        return max((1 + self.plies(child, values) for child, _ in call.tried), default=0)

    def write(self):
        self.trace.root(0)
        score, _, line = self.node(self.root, None, "", 0)
        self.trace.result(score, line[0] if line else None, line)

    def score(self, value, is_mine):
        """A score in thousandths for the side that moves at a node."""
        if not isinstance(value, (int, float)):
            raise TypeError(f"{value!r} is not a number")
        if not abs(value) <= _BEYOND:
            raise ValueError(f"a trace has scores from -{_BEYOND} to {_BEYOND}, and {value} is not one; use others, such as 10000 for a win")
        number = round(value * self.scale * 1000)
        known = self.exact.setdefault(abs(number), abs(value))
        if known != abs(value) or abs(number) > _BEYOND * 1000:
            raise _TooFine(f"the scores {abs(value)} and {known} are too close for a trace; round the scores of the leaves")
        return number if is_mine else -number

    def sign(self, call, ply):
        """Whether the numbers of a call at this ply are those of the side to move."""
        return call.way.is_mover or (ply % 2 == 0) == self.is_max

    def window(self, call, window, ply):
        is_mine = self.sign(call, ply)
        low, high, best = (*window, None)[:3]
        if isinstance(best, (int, float)):
            is_low = call.way.is_mover or (ply % 2 == 0) == self.is_max
            low, high = (max(low, best), high) if is_low else (low, min(high, best))
        # Beyond every leaf, the end of a window is not a bound yet.
        low, high = -math.inf if low < -self.most else low, math.inf if high > self.most else high
        alpha, beta = (INF if end > _BEYOND else -INF if end < -_BEYOND else self.score(end, True) for end in (low, high))
        return (alpha, beta) if is_mine else (-beta, -alpha)

    def value(self, call, ply):
        """What a call returned, for the side to move."""
        # Above the leaves, only a wrong search returns an infinite score. Its trace shows the largest one, and is found to be wrong.
        value = max(-_BEYOND, min(call.value, _BEYOND)) if call.tried else call.value
        return self.score(value, self.sign(call, ply))

    def node(self, call, move, name, ply):
        """Writes a node whose call made calls; returns its score, what that proves, and the best line below it."""
        nodes = list(call.way.children(call.node))
        names = [_name(name, index, ply + 1) for index in range(len(nodes))]
        window = self.window(call, call.given, ply)
        best, bound, line = -INF, "upper" if call.way.has_window else "exact", []
        places, children, last = [], _Children(nodes), len(call.tried) - 1
        for at, (child, _) in enumerate(call.tried):
            # A wider window asks for the score of the same child, even if its siblings are equal to it.
            is_wider = at and _width(child) > _width(call.tried[at - 1][0]) and _is_equal(child.node, call.tried[at - 1][0].node)
            places.append(places[-1] if is_wider else children.place(child, name))
        left = [names[index] for index in children.untried]
        if left and not call.way.has_window:
            raise ValueError(
                f"{call.way.code.co_name} was not called for {left[0]}, which minimax cannot skip; if a cache knew its value, remove the "
                "cache while you trace"
            )
        # Moves may be tried in any order, unless left to right is required.
        order = range(len(names)) if call.way.order == "left" else dict.fromkeys([*places, *range(len(names))])
        self.trace.enter(move, self.depth - ply, *window, [names[index] for index in order])
        seen = set()
        for at, (child, before) in enumerate(call.tried):
            index, is_again = places[at], places[at] in seen
            seen.add(index)
            alpha, beta = self.window(call, before, ply) if call.way.has_window else (best, INF)
            after = self.window(call, call.tried[at + 1][1] if at < last else call.last, ply)
            score, proved, below, leaf = self.child(child, names[index], ply + 1, is_again)
            if at < last and places[at + 1] == index:
                continue
            # The value that raised alpha is the one that the code compared, whatever the child returned.
            score = after[0] if call.way.has_window and alpha < after[0] < INF else score
            is_over = beta < score or (beta == score and self.cut == "ge")
            is_cut = at == last and (bool(left) or (call.way.has_window and is_over))
            raises = alpha < after[0] or (at == last and alpha < score) if call.way.has_window else alpha < score
            verdict = "cutoff" if is_cut else "best" if raises else "not_best"
            self.trace.judged(names[index], score, proved, alpha, beta, verdict, leaf)
            if verdict != "not_best":
                bound = "lower" if is_cut else proved
                line = [names[index], *below]
            elif proved == "lower":
                # The child was searched with an empty window, so the node may be worth more than it returns.
                bound = "lower"
            best = max(best, score)
        value = self.value(call, ply)
        self.trace.leave(value, bound)
        return value, bound, line

    def child(self, call, name, ply, is_again):
        """Writes what happened below a child; returns its score for its parent, what that proves, best line, and the word for a leaf."""
        score = -self.value(call, ply)
        if is_again:
            alpha, beta = self.window(call, call.given, ply)
            fields = {"reason": "other", "why": "the function was called again", "depth": self.depth - ply}
            self.trace.event("again", name, ("searched_again",), **fields, window=window_json(alpha, beta))
        else:
            self.trace.created(name, None if call.tried else score)
        if not call.tried:
            return score, "exact", [], "horizon" if ply == self.depth else "childless"
        _, proved, below = self.node(call, name, name, ply)
        return score, {"exact": "exact", "lower": "upper", "upper": "lower"}[proved], below, None


def _width(call):
    low, high = call.given
    return high - low


class _Children:
    """The children of a node, by identity and by value, and those that were not tried yet."""

    def __init__(self, nodes):
        self.nodes, self.untried, self.equal = nodes, dict.fromkeys(range(len(nodes))), None
        self.same = _by_key(nodes, id)

    def place(self, call, name):
        """Which child the node of a call is: of equal ones the first that was not tried, otherwise the last."""
        found = self.same.get(id(call.node)) or self.equal_to(call.node)
        if found:
            while 1 < len(found) and found[0] not in self.untried:
                found.popleft()
            index = found[0]
        else:
            # Lists have no hash. If they are tried in the order of the children, the first comparison finds each of them.
            tried = (index for index in reversed(range(len(self.nodes))) if index not in self.untried)
            index = next((index for index in itertools.chain(self.untried, tried) if _is_equal(self.nodes[index], call.node)), None)
        if index is None:
            raise ValueError(f"{call.node!r} is not a child of {name or 'the root'}; {self.advice(call)}")
        self.untried.pop(index, None)
        return index

    def equal_to(self, node):
        """The children equal to a node, if nodes have a hash."""
        try:
            if self.equal is None:
                self.equal = _by_key(self.nodes, _key)
            return self.equal.get(_key(node))
        except TypeError:
            self.equal = {}
            return None

    def advice(self, call):
        """What to change if the node of a call is not one of the children."""
        if call.caller and any(_is_equal(one, call.node) for child in self.nodes for one in call.way.children(child)):
            return f"also decorate {call.caller}"
        if type(call.node).__eq__ is object.__eq__:
            return f"if they are created each time, give {type(call.node).__name__} an __eq__ that compares positions"
        return "add children=... (a function that returns the children of a node)"


def _by_key(nodes, key):
    """The indices of the nodes with each key, in order."""
    found = {}
    for index, node in enumerate(nodes):
        found.setdefault(key(node), collections.deque()).append(index)
    return found


def _is_same(one, other):
    """Whether two functions were called with the same node."""
    return one is other and not isinstance(one, (int, float, str)) or (hasattr(one, "path") and one.path == getattr(other, "path", None))


def _key(node):
    return getattr(node, "path", node)


def _is_equal(one, other):
    return _key(one) == _key(other)


def _name(parent, index, ply):
    """The name that plywood gives to a node: A, A1, A1a, A1a1 ..."""
    if ply % 2 == 0:
        return f"{parent}{'.' if parent[-1:].isdigit() else ''}{index + 1}"
    letters, left = "", index + 1
    while left:
        letters, left = chr(ord("a") + (left - 1) % 26) + letters, (left - 1) // 26
    return parent + (letters.upper() if ply == 1 else letters)
