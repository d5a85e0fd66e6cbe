"""Pages of plywood in a notebook: `explain([[3, 12, 8], [2, 4, 6]])` shows itself."""

import html
import os
import shutil
import subprocess
import sysconfig
import warnings


class PlywoodError(Exception):
    """plywood refused; the text says why."""


def program():
    """The path of the program: the one installed with this module, otherwise one on the PATH."""
    name = "plywood.exe" if os.name == "nt" else "plywood"
    own = os.path.join(sysconfig.get_path("scripts"), name)
    found = own if os.path.exists(own) else shutil.which("plywood")
    if found is None:
        raise PlywoodError("plywood is not installed: run `pip install .` in the folder of its repository")
    return found


def run(*words):
    """Runs plywood with these words; returns what it prints. A negative result, such as a difference, is a result."""
    done = subprocess.run([program(), *words], capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    said = done.stderr.removeprefix("plywood: ").strip()
    if done.returncode == 0 or (done.returncode == 1 and done.stdout):
        if said:
            warnings.warn(said, stacklevel=2)
        return done.stdout
    raise PlywoodError(said or f"plywood ended with exit code {done.returncode}")


def brackets(tree):
    """A tree of nested lists in round brackets, as plywood reads it; names are in quotes."""
    if hasattr(tree, "tolist"):
        tree = tree.tolist()
    if isinstance(tree, (list, tuple)):
        return f"({' '.join(map(brackets, tree))})"
    if isinstance(tree, str):
        quote = "'" if '"' in tree else '"'
        return f"{quote}{tree}{quote}"
    return str(tree)


def subject_words(subject):
    """The subject of a page, as plywood reads it: a tree, a dict from each node to its children, a path or a text."""
    if isinstance(subject, (list, tuple)) or hasattr(subject, "tolist"):
        return brackets(subject)
    return str(subject) if isinstance(subject, dict) else os.fspath(subject)


class Page:
    """A page; it shows itself as HTML in a notebook, else as text."""

    def __init__(self, words):
        self.words = words
        # Errors are reported now, not when the page is shown.
        self.text = run(*words)

    @property
    def html(self):
        """The page as a document of its own."""
        return run(*self.words, "--format", "html")

    def __str__(self):
        return self.text

    __repr__ = __str__

    def _repr_html_(self):
        try:
            page = self.html
        except PlywoodError:
            # Some pages are text only.
            return f"<pre>{html.escape(self.text)}</pre>"
        # In its own frame, neither its styles nor its scripts affect the notebook.
        frame = 'style="width: 100%; height: 32em; border: 0; background: white"'
        return f'<iframe {frame} srcdoc="{html.escape(page)}"></iframe>'


def page(command, *subjects, **options):
    """The page of a command: page("verify", "mine.jsonl"), page("compare", "a.jsonl", "b.jsonl", check=True)."""
    words = [command, *map(subject_words, subjects)]
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        words += [option] if value is True else [] if value in (None, False) else [option, str(value)]
    return Page(words)


def explain(subject, **options):
    """The page of a search: of a lesson, a FEN, a file, a tree of nested lists or a trace; options as on the command line.

    explain("sargon-1", depth=2), explain([[3, 12, 8], [2, 4, 6]], why="B"), explain("mine.jsonl"), with_="tt" for --with.
    Lists may begin with their names: explain(["root", ("a", 9), ["b", ("c", 1), ("d", 2)]]).
    """
    return page("explain", subject, **options)
