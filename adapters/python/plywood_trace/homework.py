"""Homework in tests: `check(search)` fails with plywood's report if the function is wrong.

def test_search():
    check(search)                            # search(node, depth, is_max) returns (value, best child)
    check(search, algorithm="minimax", trees=50)
"""

import inspect
import os
import subprocess
import sys

from .notebook import PlywoodError, program, run


def check(function, **options):
    """Lets plywood judge a function of a module; options are those of `plywood exercise run`."""
    words = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), str(value))]
    worker = [sys.executable, "-m", __name__, os.path.abspath(inspect.getsourcefile(function)), function.__name__]
    command = [program(), "exercise", "run", *words, "--", *worker]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if done.stderr:
        raise PlywoodError(done.stderr.removeprefix("plywood: ").strip())
    assert done.returncode == 0, "\n" + done.stdout


def _work(path, name):
    """Answers plywood by a function in a file, with what the starter has for that."""
    starter = {"__name__": "starter"}
    exec(compile(run("exercise", "starter", "python"), "starter", "exec"), starter)
    starter["_out"], sys.stdout = sys.stdout, sys.stderr
    sys.path.insert(0, os.path.dirname(path))
    module = {"__name__": os.path.splitext(os.path.basename(path))[0], "__file__": path}
    with open(path, encoding="utf-8") as source:
        exec(compile(source.read(), path, "exec"), module)
    starter["search"] = module[name]
    starter["main"]()


if __name__ == "__main__":
    _work(*sys.argv[1:])
