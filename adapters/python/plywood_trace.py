"""Writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines.

Scores are whole thousandths of a pawn, for the side to move (in `created` and `judged`: for the side that moved), mates
MATE minus the plies from the root. Call one method at each of five places of a search; `judged` and `leave` for every node.
"""

import json

MATE = 10**9
INF = 2 * MATE
_MOST_PLIES = 1000


def mated_in(ply):
    """The score of being mated `ply` half-moves after the root."""
    return ply - MATE


def score_json(value):
    """A score as it stands in a trace."""
    if abs(value) == INF:
        return "+inf" if value > 0 else "-inf"
    if abs(value) >= MATE - _MOST_PLIES:
        return {"mate": MATE - value} if value > 0 else {"mate": -(value + MATE)}
    return value / 1000


def window_json(alpha, beta):
    """A window as it stands in a trace."""
    return {"alpha": score_json(alpha), "beta": score_json(beta)}


class Trace:
    """A trace that is written to `out`, a file that is open for text."""

    def __init__(self, out, depth, algorithm, order="none", **header):
        self._out, self._line, self._nodes = out, [], []
        names = "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped"
        self.counts = dict.fromkeys(names.split(), 0)
        self._write({"format": "plywood-trace", "version": 1, **header, "depth": depth, "algorithm": algorithm, "order": order})

    def _write(self, fields):
        self._out.write(json.dumps(fields, separators=(",", ":")) + "\n")

    def _event(self, kind, move=None, **fields):
        line = self._line if move is None else [*self._line, move]
        self._write({"event": kind, "line": line, **fields})

    def _count(self, name, times=1):
        self.counts[name] = self.counts.get(name, 0) + times

    def root(self, score):
        """The search begins; `score` is the static score of the root."""
        self._count("created")
        self._write({"event": "root", "score": score_json(score)})

    def enter(self, move, depth, alpha, beta, moves):
        """The node after `move` (None at the root) has its moves, which will be tried."""
        if move is not None:
            self._line.append(move)
        self._count("entered")
        self._nodes.append([len(moves), 0])
        self._event("enter", depth=depth, window=window_json(alpha, beta), moves=list(moves))

    def created(self, move, score=None):
        """The position after `move` was made; with its static score if that was asked for."""
        self._count("created")
        self._event("created", move, number=self.counts["created"] - 1, **({} if score is None else {"score": score_json(score)}))

    def judged(self, move, score, bound, alpha, beta, verdict, leaf=None):
        """`move` has its score, which was compared with the window: `best`, `not_best` or `cutoff`."""
        node = self._nodes[-1]
        node[1] += 1
        fields = {"score": score_json(score), "bound": bound}
        self._count("judged")
        if leaf is not None:
            fields["leaf"] = leaf
            is_scored = leaf not in ("hash", "null_move", "mate_distance")
            self._count("leaves" if is_scored else "unscored")
            self._count("terminals", leaf in ("lost", "drawn", "won"))
            if leaf == "stand_pat":
                self._count("stand_pats")
        fields.update(window=window_json(alpha, beta), verdict=verdict)
        if verdict == "best":
            self._count("raised")
        elif verdict == "cutoff":
            skipped = node[0] - node[1]
            self._count("cutoffs")
            self._count("first_move_cutoffs", node[1] == 1)
            self._count("skipped", skipped)
            if skipped:
                fields["skipped"] = skipped
        self._event("judged", move, **fields)

    def leave(self, score, bound):
        """No more moves are tried at the node that was entered last."""
        self._event("leave", score=score_json(score), bound=bound)
        self._nodes.pop()
        if self._line:
            self._line.pop()

    def new_pass(self, word, depth, alpha, beta):
        """The whole tree will be searched, for the first time or again: `iteration`, `aspiration`, `test` ..."""
        self._count("passes")
        self._write({"event": "pass", "pass": word, "depth": depth, "window": window_json(alpha, beta)})

    def event(self, kind, move=None, counts=(), **fields):
        """Any other event of docs/trace-format.md with its fields: `hash`, `null_move`, `reduced`, `again`, `pruned`, `stand_pat`.

        It is told at the node that was entered last, or at its child `move`; `counts` names the statistics that count it.
        """
        for name in counts:
            self._count(name)
        self._event(kind, move, **fields)

    def result(self, score, best, pv, complete=True):
        """What came out; the counts were kept on the way."""
        fields = {"complete": complete, "score": score_json(score), "best": best, "pv": list(pv), "statistics": self.counts}
        self._write({"event": "result", **fields})
