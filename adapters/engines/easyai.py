"""Traces a search of easyAI (from PyPI) in tic-tac-toe; easyai.patch puts calls of the adapter into its search.

Usage: easyai.py DEPTH [MOVE ...], with the moves before the search as b2.
"""

import importlib
import sys

from easyAI import TranspositionTable
from easyAI.games.TicTacToe import TicTacToe
from plywood_trace import Trace

# The package has a class of the same name as this module.
negamax = importlib.import_module("easyAI.AI.Negamax")


def name(move):
    """Returns the square: easyAI numbers them from 1, row by row from the top."""
    return "abc"[(move - 1) % 3] + str(3 - (move - 1) // 3)


def main():
    """Searches after the moves."""
    depth, moves = int(sys.argv[1]), sys.argv[2:]
    TicTacToe.ttentry = lambda game: (game.current_player, tuple(game.board))
    game = TicTacToe([None, None])
    for word in moves:
        game.make_move(next(move for move in range(1, 10) if name(move) == word))
        game.switch_player()
    rows = ("".join(".XO"[mark] for mark in game.board[at : at + 3]) for at in (0, 3, 6))
    header = {"title": "easyAI 2.0.12", "game": "ttt:" + "/".join(rows), "evaluation": "easyAI", "techniques": ["tt"]}
    negamax.name, negamax.trace = name, Trace(sys.stdout, depth, "easyAI", **header)
    negamax.trace.root(0)
    inf = float("inf")
    score = negamax.negamax(game, depth, depth, lambda game: game.scoring(), -inf, inf, TranspositionTable())
    negamax.trace.result(negamax.told(score, depth), name(game.ai_move), negamax.last[1])


if __name__ == "__main__":
    main()
