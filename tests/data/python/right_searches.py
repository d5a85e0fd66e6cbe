"""Traces right searches in many styles on random trees, one file each: right_searches.py SEED COUNT writes 0.jsonl, 1.jsonl ..."""

import math
import random
import sys
import warnings

from plywood_trace import traced


def styles(path, start, step):
    """Searches by name, for a tree and whether MAX moves first. `start` is beyond all scores, `step` the width of a null window."""

    @traced(path)
    def soft(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        best = -start if is_max else start
        for child in node:
            value = soft(child, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            if is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    @traced(path)
    def hard(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        for child in node:
            value = hard(child, alpha, beta, not is_max)
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha > beta:
                break
        return alpha if is_max else beta

    @traced(path)
    def no_bounds(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        for child in node:
            value = no_bounds(child, alpha, beta, not is_max)
            if is_max:
                alpha = value if alpha is None else max(alpha, value)
            else:
                beta = value if beta is None else min(beta, value)
            if alpha is not None and beta is not None and alpha >= beta:
                break
        return alpha if is_max else beta

    @traced(path, best="best")
    def kept(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        best = -start if is_max else start
        for child in node:
            if is_max:
                best = max(best, kept(child, max(alpha, best), beta, False))
            else:
                best = min(best, kept(child, alpha, min(beta, best), True))
            if best >= beta if is_max else best <= alpha:
                break
        return best

    @traced(path)
    def negamax(node, alpha, beta, color):
        if not isinstance(node, list):
            return color * node
        best = -start
        for child in node:
            best = max(best, -negamax(child, -beta, -alpha, -color))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    @traced(path)
    def pvs(node, alpha, beta, color):
        if not isinstance(node, list):
            return color * node
        best = -start
        for at, child in enumerate(node):
            low = -beta if at == 0 else -alpha - step
            value = -pvs(child, low, -alpha, -color)
            if at and alpha < value < beta:
                value = -pvs(child, -beta, -value, -color)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    @traced(path)
    def scout(node, alpha, beta, is_max):
        if not isinstance(node, list):
            return node
        for at, child in enumerate(node):
            low, high = (alpha, beta) if at == 0 else (alpha, alpha + step) if is_max else (beta - step, beta)
            value = scout(child, low, high, not is_max)
            if at and alpha < value < beta:
                value = scout(child, alpha, beta, not is_max)
            if is_max:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if is_max else beta

    @traced(path, side="player")
    def minimax(node, player):
        if not isinstance(node, list):
            return node
        values = [minimax(child, -player) for child in node]
        return max(values) if player == 1 else min(values)

    turned = (("negamax", negamax), ("pvs", pvs))
    turning = ((name, lambda tree, is_max, search=search: search(tree, -start, start, 1 if is_max else -1)) for name, search in turned)
    straight = (("soft", soft), ("hard", hard), ("scout", scout), ("kept", kept))
    found = {name: lambda tree, is_max, search=search: search(tree, -start, start, is_max) for name, search in straight}
    found.update(turning, no_bounds=lambda tree, is_max: no_bounds(tree, None, None, is_max))
    return {**found, "minimax": lambda tree, is_max: minimax(tree, 1 if is_max else -1)}


def tree(dice, depth, values):
    if depth == 0 or (depth < 3 and dice.random() < 0.15):
        return dice.choice(values)
    return [tree(dice, depth - 1, values) for _ in range(dice.randint(1, 3))]


def main():
    """Every search must leave a trace, without a warning."""
    seed, count = map(int, sys.argv[1:])
    dice = random.Random(seed)
    warnings.simplefilter("error")
    kinds = [(range(-9, 10), 1), (range(-2, 3), 1), (range(300), 1)]
    kinds += [([number / 64 for number in range(-64, 65)], 1 / 64), ([round(dice.random(), 5) for _ in range(9)], 0.00001)]
    for number in range(count):
        values, step = kinds[number % len(kinds)]
        searches = styles(f"{number}.jsonl", dice.choice([math.inf, 10**9, 9999]), step)
        search = searches[sorted(searches)[dice.randrange(len(searches))]]
        search([tree(dice, dice.randint(1, 3), values) for _ in range(dice.randint(1, 3))], dice.random() < 0.6)


if __name__ == "__main__":
    main()
