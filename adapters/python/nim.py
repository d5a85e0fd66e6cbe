"""Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output."""

import sys

from plywood_trace import INF, Trace, mated_in


def search(trace, heap, move, depth, ply, alpha, beta):
    """Returns score and bound of a node for the side to move, and the best line below it."""
    moves = [str(take) for take in (1, 2, 3) if take <= heap]
    trace.enter(move, depth, alpha, beta, moves)
    best, bound, line = -INF, "upper", []
    for name in moves:
        rest, leaf, below = heap - int(name), None, []
        if rest == 0 or depth == 1:
            leaf = "lost" if rest == 0 else "horizon"
            score, proved = (-mated_in(ply + 1) if rest == 0 else 0), "exact"
            trace.created(name, score)
        else:
            trace.created(name)
            score, proved, below = search(trace, rest, name, depth - 1, ply + 1, -beta, -alpha)
            score, proved = -score, {"exact": "exact", "lower": "upper", "upper": "lower"}[proved]
        verdict = "cutoff" if beta <= score else "best" if alpha < score else "not_best"
        trace.judged(name, score, proved, alpha, beta, verdict, leaf)
        best = max(best, score)
        if verdict != "not_best":
            bound, line = ("lower" if verdict == "cutoff" else proved), [name, *below]
        if verdict == "cutoff":
            break
        alpha = max(alpha, score)
    trace.leave(best, bound)
    return best, bound, line


def main():
    """Searches a heap of ten."""
    trace = Trace(sys.stdout, 6, "alpha-beta", title="Nim, ten matches", fail="soft")
    trace.root(0)
    score, _, line = search(trace, 10, None, 6, 0, -INF, INF)
    trace.result(score, line[0], line)


if __name__ == "__main__":
    main()
