"""What adapters/python/README.md says of the installed module; `.ci/wheel` runs it in an empty environment."""

import contextlib
import importlib.metadata
import importlib.resources
import os
import subprocess
import sys
import tempfile

import plywood_trace
from plywood_trace import traced
from plywood_trace.homework import check
from plywood_trace.notebook import PlywoodError, brackets, explain, page


def search(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    values = [search(child, depth - 1, not is_max)[0] for child in node.children()]
    best = (max if is_max else min)(values)
    return best, node.children()[values.index(best)]


def last(node, depth, is_max):
    if depth == 0 or node.is_leaf():
        return node.value(), None
    for child in node.children():
        value = last(child, depth - 1, not is_max)[0]
    return value, child


@traced("mine.jsonl")
def negamax(node, alpha, beta, color):
    if not isinstance(node, list):
        return color * node
    for child in node:
        alpha = max(alpha, -negamax(child, -beta, -alpha, -color))
        if alpha >= beta:
            break
    return alpha


def fails(action, *words):
    """Whether an action fails with an error that has these words, wherever its lines break."""
    try:
        action()
    except (AssertionError, PlywoodError) as error:
        text = " ".join(str(error).split())
        return all(word in text for word in words) or print(error)
    return False


def data():
    """The search as data."""
    found = explain([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert (found.score, found.mate, found.best, found.pv) == (3.0, None, "A", ["A", "A1"]), found.result
    assert found.result["statistics"]["leaves"] == 7 and found.header["format"] == "plywood-trace"
    # The same whatever the page shows, and for a trace.
    assert explain("sargon-1", why="Nxd3").pv == explain("sargon-1", log="all").pv == ["Ng6+", "Kg8", "Nxe5"]
    explain("sargon-1", output="stored.jsonl")
    stored = explain("stored.jsonl")
    assert stored.score == 9.0 and stored.events == explain("sargon-1").events
    judged = [event for event in stored.events if event["event"] == "judged"]
    assert len(judged) == stored.result["statistics"]["judged"]
    # Scores are MAX's, as on the page, also if MIN moves first, and mates have their plies.
    assert explain("black-to-move").score == -4.0 and explain("min-first").score == 4.0
    assert explain("min-first", view="negamax").score == -4.0
    mated = explain("r3k3/8/8/8/8/8/1r6/6K1 b - - 0 1", depth=3)
    assert (mated.score, mated.mate, mated.best) == (None, -1, "Ra1#")
    assert page("verify", "stored.jsonl").data["format"] == "plywood-verify"
    assert fails(lambda: page("verify", "stored.jsonl").score, "only the page of a search")
    assert fails(lambda: explain("sargon-1", depths="1..2").events, "--depths")
    for library in ("pandas", "polars"):
        try:
            __import__(library)
        except ImportError:
            assert fails(lambda: found.frame(library), f"needs {library}"), library
        else:
            frame = found.frame(library)
            assert len(frame) == len(found.events) and "score" in frame.columns, frame
            # Names that look like numbers or like nothing stay names.
            named = explain('(("NA" 1) ("null" 2) ("1e3" 3))').frame(library)
            assert {"NA", "null", "1e3"} <= set(named["move"].to_list() if library == "polars" else named["move"]), named


def subjects():
    """What a subject and an option can be."""
    class Array:
        def tolist(self):
            return [[3, 12], [2, 4]]

    class Board:
        def fen(self):
            return "4k3/8/4K3/8/8/8/8/R7 w - - 0 1"

    assert explain(Array()).score == explain(((3, 12), (2, 4))).score == 3 and explain([Array(), 2]).score == 4
    assert explain(Board(), depth=1).best == "Ra8#"
    with contextlib.suppress(ImportError):
        import numpy

        assert explain(numpy.array([[3, 12, 8], [2, 4, 6]]), depth=numpy.int64(2)).score == 3
    with contextlib.suppress(ImportError):
        import chess

        board = chess.Board()
        for move in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"):
            board.push_san(move)
        assert explain(board, depth=1).best == "Qxf7#"
    listed = explain("sargon-1", with_=["tt", "killers"])
    assert listed.header["techniques"] == ["tt", "killers"], listed.header
    assert str(explain("sargon-1", why=["Ng6+", "Kg8"])) == str(explain("sargon-1", why="Ng6+ Kg8"))
    assert explain([[3, 12], [2, 4]], set=["A1=7", "A2=9"]).score == 7


def displayed():
    """A page always shows itself, and never with colour codes."""
    kinds = {"<iframe": {}, "<pre>": {"why": "Nxd3"}, "<svg": {"step": 3}}
    for start, options in kinds.items():
        shown = explain("sargon-1", **options)
        assert shown._repr_html_().startswith(start), options
    for options in ({"depths": "1..2"}, {"play": True}, {"log": "all"}, {"output": "out.html"}, {"strip": [1, 4]}, {"style": "sargon"}):
        shown = explain("sargon-1", **options)
        assert len(shown._repr_html_()) > 100 and str(shown), options
    os.environ["CLICOLOR_FORCE"] = os.environ["FORCE_COLOR"] = "1"
    assert "\x1b" not in str(explain("sargon-1"))
    assert fails(lambda: check(last, algorithm="minimax", trees=5), "the value is wrong")
    del os.environ["CLICOLOR_FORCE"], os.environ["FORCE_COLOR"]


def verdict():
    """The summary of pytest has the verdict."""
    try:
        import pytest  # noqa: F401
    except ImportError:
        return
    with open("test_search.py", "w", encoding="utf-8") as file:
        file.write(
            "from plywood_trace.homework import check\n"
            "def search(node, depth, is_max):\n    return 0, None\n"
            "def test_search():\n    check(search, algorithm='minimax', trees=5)\n"
        )
    streams = {"capture_output": True, "text": True, "env": {**os.environ, "COLUMNS": "120"}}
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_search.py"], **streams)
    summary = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert len(summary) == 1 and "AssertionError: search: the value is wrong" in summary[0], done.stdout


def pages():
    """The pages of a notebook, and results that are negative."""
    named = ["root", ("a", 9), ["b", ("c", 1), ("d", 2)]]
    assert brackets(named) == '("root" ("a" 9) ("b" ("c" 1) ("d" 2)))'
    assert "Best line   a   9" in str(explain(named)), explain(named)
    assert "Best line   B   5" in str(explain({"A": ["B", "C"], "B": 5, "C": 3}))
    assert fails(lambda: explain([[1, None]]), "reads the unknown leaf")

    os.chdir(tempfile.mkdtemp())
    with open("suite.epd", "w", encoding="utf-8") as suite:
        suite.write('4k3/8/4K3/8/8/8/8/R7 w - - bm Ra7; id "corridor";\n')
    shown = explain("suite.epd", depth=1)
    assert "corridor" in str(shown) and "wrong: bm Ra7" in str(shown), shown
    assert shown._repr_html_().startswith("<pre>") and "corridor" in shown._repr_html_()
    for depth in (1, 2):
        explain("sargon-1", depth=depth, output=f"{depth}.jsonl")
    found = page("compare", "1.jsonl", "2.jsonl", check=True)
    assert "depth" in str(found) and found._repr_html_(), found


def main():
    assert plywood_trace.__version__ == importlib.metadata.version("plywood-trace")
    assert importlib.resources.files("plywood_trace").joinpath("py.typed").is_file()
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert brackets(tree) == "((3 12 8) (2 4 6) (14 5 2))"
    shown = explain(tree)
    assert "Best line   A A1   3" in str(shown), shown
    assert shown._repr_html_().startswith("<iframe") and "&lt;!DOCTYPE html&gt;" in shown._repr_html_()
    assert str(explain(tree, why="B")) != str(shown)
    assert fails(lambda: explain("nobody"), "nobody")
    pages()
    os.chdir(tempfile.mkdtemp())
    for part in (data, subjects, displayed, verdict):
        part()

    os.chdir(tempfile.mkdtemp())
    assert negamax(tree, float("-inf"), float("inf"), 1) == 3
    assert "negamax in test_module.py" in str(explain("mine.jsonl")) and "nothing is wrong" in " ".join(str(page("verify", "mine.jsonl")).split())

    check(search, algorithm="minimax", trees=30)
    assert fails(lambda: check(last, algorithm="minimax", trees=30), "the value is wrong", "((1 2))")
    assert fails(lambda: check(search, trees=30), "reads leaves that can no longer matter")
    print("the module: explain, page, traced and check do what adapters/python/README.md says")


if __name__ == "__main__":
    main()
