"""Traces a probe of sunfish (from PyPI), which is not changed: a subclass reports every call of its search.

sunfish asks of each node only whether its score reaches `gamma`: a null window. It finds out that a move was illegal when it can
capture the king, so the moves of a node are pseudo-legal, and the header has no position. A centipawn of sunfish is written as a
thousandth of a pawn, so that its window is a null window of the format.
Usage: sunfish_trace.py DEPTH GAMMA [MOVE ...], with moves as e2e4 before the probe.
"""

import sys

import sunfish
from plywood_trace import Trace, score_json, window_json

TURNED = {"exact": "exact", "lower": "upper", "upper": "lower"}


class Empty(dict):
    """A table that stores nothing: begin with a trace without tables."""

    def __setitem__(self, key, value):
        pass


class Node:
    """A running call of the search: its window, its moves, and the child whose comparison is not written yet."""

    def __init__(self, pos, gamma, depth, ply):
        self.pos, self.gamma, self.depth, self.ply = pos, gamma, depth, ply
        found = ((pos.value(move), move) for move in pos.gen_moves())
        moves = sorted(((value, move) for value, move in found if value >= sunfish.QS or depth), reverse=True)
        self.moves = {self.name(move): value for value, move in moves}
        self.tried, self.pending, self.line = [], None, []

    def name(self, move):
        squares = (119 - move.i, 119 - move.j) if self.ply % 2 else (move.i, move.j)
        return "".join(map(sunfish.render, squares)) + move.prom.lower()

    def ceiling(self, value):
        return self.pos.score + value + max(self.depth - 1, 0) * sunfish.QS_A


class Traced(sunfish.Searcher):
    """A searcher that traces itself."""

    def __init__(self, trace):
        super().__init__()
        self.tp_score, self.tp_move = Empty(), Empty()
        self.trace, self.nodes_open, self.made = trace, [], None

    def bound(self, pos, gamma, depth, root=False):
        parent = self.nodes_open[-1] if self.nodes_open else None
        node = Node(pos, gamma, max(depth, 0), len(self.nodes_open))
        name = None
        if parent is None:
            self.trace.root(pos.score)
            self.trace.new_pass("test", depth, gamma - 1, gamma)
        else:
            name = parent.name(self.made)
            self.compare(parent, "not_best")
            parent.tried.append(name)
            self.trace.created(name, None if node.depth else -pos.score)
        leaf = self.leaf(node)
        if leaf is None:
            self.trace.enter(name, node.depth, gamma - 1, gamma, list(node.moves))
            if node.depth == 0:
                fields = {"score": score_json(pos.score), "window": window_json(gamma - 1, gamma)}
                self.trace.event("stand_pat", **fields, verdict="not_best")
        self.nodes_open.append(node)
        score = super().bound(pos, gamma, depth, root)
        self.last = self.nodes_open.pop()
        proved = "exact" if leaf == "horizon" else "lower" if score >= gamma else "upper"
        if leaf is None:
            self.end(node, score, proved)
        if parent is not None:
            parent.pending = (name, -score, TURNED[proved], leaf, node.line)
        return score

    def leaf(self, node):
        if node.depth == 0 and node.pos.score >= node.gamma:
            return "stand_pat"
        return "horizon" if node.depth == 0 and not node.moves else None

    def compare(self, node, verdict):
        """Writes the child that has its score by now: the next action of the search shows the verdict."""
        if node.pending is not None:
            name, score, proved, leaf, line = node.pending
            self.trace.judged(name, score, proved, node.gamma - 1, node.gamma, verdict, leaf)
            node.pending, node.line = None, [name, *line]

    def end(self, node, score, proved):
        rest = [name for name in node.moves if name not in node.tried]
        takes_king = rest and not node.tried and node.moves[rest[0]] >= sunfish.MATE_LOWER
        if takes_king:
            self.trace.created(rest[0], sunfish.MATE_UPPER)
            # Without a king there are no moves; the score is static either way.
            leaf = "horizon" if node.depth <= 1 else "childless"
            node.pending = (rest[0], sunfish.MATE_UPPER, "exact", leaf, [])
        self.compare(node, "cutoff" if score >= node.gamma else "not_best")
        if score < node.gamma:
            window, reason = window_json(node.gamma - 1, node.gamma), "futility" if node.depth else "delta"
            for name in rest:
                most = score_json(node.ceiling(node.moves[name]))
                self.trace.event("pruned", name, ["pruned"], reason=reason, score=most, window=window)
        self.trace.leave(score, proved)


def main():
    """Probes the position after the moves."""
    depth, gamma, *moves = sys.argv[1:]
    pos = sunfish.Position(sunfish.initial, 0, (True, True), (True, True), 0, 0)
    for ply, move in enumerate(moves):
        squares = [sunfish.parse(move[at : at + 2]) for at in (0, 2)]
        i, j = [119 - square for square in squares] if ply % 2 else squares
        pos = pos.move(sunfish.Move(i, j, move[4:].upper()))
    # Without a margin that grows with the depth, no score is clipped after the search.
    sunfish.QS_A = 10**5
    title = " ".join(["sunfish", *moves])
    trace = Trace(sys.stdout, int(depth), "sunfish-bound", title=title, techniques=["quiescence", "futility", "delta"])
    searcher = Traced(trace)
    make = sunfish.Position.move

    def made(pos, move):
        searcher.made = move
        return make(pos, move)

    sunfish.Position.move = made
    score = searcher.bound(pos, int(gamma), int(depth), root=True)
    line = searcher.last.line if score >= int(gamma) else []
    trace.result(score, line[0] if line else None, line)


if __name__ == "__main__":
    main()
