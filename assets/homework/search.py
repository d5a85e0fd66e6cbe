# Write alpha-beta (or minimax, or expectimax), then try it:
#
#     plywood exercise run -- python3 search.py
#
# print writes to standard error, so you can print what you like.


def search(node, depth, is_max):
    """Return (value, best): what `node` is worth for MAX, and its best child (None at a leaf).

    node.is_leaf()    whether it has no children
    node.children()   its children, from left to right
    node.value()      of a leaf: its value for MAX; of any other node: its static evaluation
    depth             the number of plies to search; very large if there is no limit
    is_max            whether MAX moves at this node; otherwise MIN does

    Only for tasks with chance nodes, or with players who do not take turns:
    node.player()       who moves at the node: "max", "min" or "chance"
    node.probability()  after a chance node: how likely it is that chance leads here

    Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
    """
    if depth == 0 or node.is_leaf():
        return node.value(), None
    # Fill in about ten lines here. You may also write other functions and classes.
    raise NotImplementedError("write the body of search() first")


# ---- Change nothing below this line: it talks to plywood. ----

import sys  # noqa: E402


class Node:
    """A node of the tree. It asks plywood once for each value, and reports each further access."""

    def __init__(self, path=()):
        self.path = path
        self._children = self._value = self._player = self._probability = None
        self._frame = None

    def __repr__(self):
        return "root" if not self.path else ".".join(map(str, self.path))

    def _place(self):
        return ".".join(map(str, self.path)) or "-"

    def _ask(self, what):
        print(what, self._place(), file=_out, flush=True)
        return sys.stdin.readline().strip()

    def _look_again(self, what):
        print("again", what, self._place(), file=_out)

    def _tell(self, frame):
        """The report shows the alpha and beta with which a function came here, if its variables have these names."""
        for _ in range(3):
            if frame is None or frame is self._frame:
                return
            code, own = frame.f_code, frame.f_locals
            given = code.co_varnames[: code.co_argcount]
            ends = [own.get(name) for name in ("alpha", "beta") if name in given]
            if len(ends) == 2 and any(own.get(name) is self for name in given):
                if all(isinstance(end, (int, float)) for end in ends):
                    print("call", self._place(), *map(float, ends), file=_out)
                self._frame = frame
                return
            frame = frame.f_back

    def children(self):
        self._tell(sys._getframe(1))
        if self._children is None:
            count = int(self._ask("children"))
            self._children = [Node(self.path + (number,)) for number in range(1, count + 1)]
        else:
            self._look_again("children")
        return list(self._children)

    def is_leaf(self):
        return not self.children()

    def player(self):
        if self._player is None:
            self._player = self._ask("player")
        return self._player

    def probability(self):
        if self._probability is None:
            self._probability = float(self._ask("probability"))
        return self._probability

    def value(self):
        self._tell(sys._getframe(1))
        if self._value is None:
            number = float(self._ask("value"))
            self._value = int(number) if number == int(number) else number
        else:
            self._look_again("value")
        return self._value


def main():
    for line in sys.stdin:
        words = line.split()
        if words[:1] != ["search"]:
            continue
        depth = int(words[4]) if len(words) > 4 else 1000
        result = search(Node(), depth, words[2] == "max")
        try:
            value, best = result
        except (TypeError, ValueError):
            raise TypeError(f"search must return a value and the best child (None at a leaf), not {result!r}") from None
        if value is None or isinstance(value, Node):
            raise TypeError(f"search must return the value first, not {value}, and then the best child")
        if best is not None and not isinstance(best, Node):
            raise TypeError(f"search must return a child (a Node, or None at a leaf), not {best!r}")
        if best is not None and len(best.path) != 1:
            why = " Is the best move in a variable that all nodes share?" if best.path else ""
            raise ValueError(f"search returned {best} as the best child, which is not a child of the root.{why}")
        move = best.path[0] if best else "-"
        print("answer", value, move, file=_out, flush=True)


if __name__ == "__main__":
    _out, sys.stdout = sys.stdout, sys.stderr
    main()
