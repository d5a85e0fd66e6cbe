"""Pages of plywood in a notebook: `explain([[3, 12, 8], [2, 4, 6]])` shows itself."""

import html
import os
import shutil
import subprocess
import sysconfig


class PlywoodError(Exception):
    """plywood could not do it; the text says why."""


def program():
    """The path of the program: the one that was installed with this module, else one on the PATH."""
    name = "plywood.exe" if os.name == "nt" else "plywood"
    own = os.path.join(sysconfig.get_path("scripts"), name)
    found = own if os.path.exists(own) else shutil.which("plywood")
    if found is None:
        raise PlywoodError("plywood is not installed: run `pip install .` in the folder of its repository")
    return found


def run(*words):
    """Runs plywood with these words; returns what it prints."""
    done = subprocess.run([program(), *words], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    # What `verify` finds is no error of ours.
    if done.returncode != 0 and (done.stderr or words[0] != "verify"):
        raise PlywoodError(done.stderr.removeprefix("plywood: ").strip())
    return done.stdout


def brackets(tree):
    """A tree of nested lists in round brackets, as plywood takes it."""
    return f"({' '.join(map(brackets, tree))})" if isinstance(tree, (list, tuple)) else str(tree)


class Page:
    """A page; it shows itself as HTML in a notebook, else as text."""

    def __init__(self, words):
        self.words = words
        # What is wrong is said now, not when the page is shown.
        self.text = run(*words)

    @property
    def html(self):
        """The page as a document of its own."""
        return run(*self.words, "--format", "html")

    def __str__(self):
        return self.text

    __repr__ = __str__

    def _repr_html_(self):
        # In a frame of its own neither its styles nor its scripts touch the notebook.
        frame = 'style="width: 100%; height: 32em; border: 0; background: white"'
        return f'<iframe {frame} srcdoc="{html.escape(self.html)}"></iframe>'


def page(command, subject, **options):
    """The page of a command: page("verify", "mine.jsonl"), page("compare", "startpos", depth=3)."""
    words = [command, brackets(subject) if isinstance(subject, (list, tuple)) else os.fspath(subject)]
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        words += [option] if value is True else [] if value in (None, False) else [option, str(value)]
    return Page(words)


def explain(subject, **options):
    """The page of a search: of a lesson, a FEN, a tree of nested lists or a trace; options as on the command line.

    explain("sargon-1", depth=2), explain([[3, 12, 8], [2, 4, 6]], why="B"), explain("mine.jsonl"), with_="tt" for --with.
    """
    return page("explain", subject, **options)
