"""What adapters/python/README.md says of the installed module; `.ci/wheel` runs it in an empty environment."""

import os
import tempfile

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


def pages():
    """The pages of a notebook, and results that are negative."""
    named = ["root", ("a", 9), ["b", ("c", 1), ("d", 2)]]
    assert brackets(named) == '("root" ("a" 9) ("b" ("c" 1) ("d" 2)))'
    assert "Best line   a   9" in str(explain(named)), explain(named)
    assert "Best line   B   5" in str(explain({"A": ["B", "C"], "B": 5, "C": 3}))
    assert fails(lambda: explain([[1, None]]), "`None` is not a score")

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
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert brackets(tree) == "((3 12 8) (2 4 6) (14 5 2))"
    shown = explain(tree)
    assert "Best line   A A1   3" in str(shown), shown
    assert shown._repr_html_().startswith("<iframe") and "&lt;!DOCTYPE html&gt;" in shown._repr_html_()
    assert str(explain(tree, why="B")) != str(shown)
    assert fails(lambda: explain("nobody"), "nobody")
    pages()

    os.chdir(tempfile.mkdtemp())
    assert negamax(tree, float("-inf"), float("inf"), 1) == 3
    assert "negamax in test_module.py" in str(explain("mine.jsonl")) and "nothing is wrong" in " ".join(str(page("verify", "mine.jsonl")).split())

    check(search, algorithm="minimax", trees=30)
    assert fails(lambda: check(last, algorithm="minimax", trees=30), "the value is wrong", "((1 2))")
    assert fails(lambda: check(search, trees=30), "reads leaves that can no longer matter")
    print("the module: explain, page, traced and check do what adapters/python/README.md says")


if __name__ == "__main__":
    main()
