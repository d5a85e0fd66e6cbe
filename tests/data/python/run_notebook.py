"""Runs the examples of a Markdown page as one Jupyter notebook and checks what its cells show. Usage: run_notebook.py PAGE.md OUT.ipynb

A comment that ends a cell, such as `# 14`, is the expected result.
"""

import re
import sys

import nbformat
from nbclient import NotebookClient


def main(page, out):
    """Runs the page, and stops at the first cell that shows something else."""
    with open(page, encoding="utf-8") as file:
        sources = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source.rstrip()) for source in sources])
    # A cell that raises ends the run with its traceback.
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    nbformat.write(notebook, out)
    nbformat.validate(nbformat.read(out, as_version=4))
    pages = 0
    for cell in notebook.cells:
        last = cell.source.splitlines()[-1]
        said = f"{cell.source}\n{cell.outputs}"
        assert "\x1b" not in str(cell.outputs) and "\\x1b" not in str(cell.outputs), f"colour codes: {said}"
        assert all(output.output_type == "execute_result" for output in cell.outputs), f"warnings: {said}"
        data = [output.data for output in cell.outputs]
        if last.startswith("# "):
            shown = [one["text/plain"] for one in data]
            assert shown == [last[2:]], f"{shown} instead of {last[2:]}: {said}"
        elif last.startswith(("explain(", "page(")):
            assert len(data) == 1 and data[0]["text/html"].startswith(("<iframe", "<pre")), said
            # The notebook is readable without HTML, too.
            assert data[0]["text/plain"].strip(), said
            pages += 1
        else:
            assert not data, said
    print(f"a notebook with Jupyter: {len(notebook.cells)} cells of {page.rsplit('/', 1)[-1]} ran, {pages} of them show a page")


if __name__ == "__main__":
    main(*sys.argv[1:])
