"""Makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines."""

import json
import sys

from plywood_trace import Trace


def score(word):
    """Returns a score, or None."""
    return None if word == "-" else int(word)


def main():
    """Reads the calls."""
    header, trace = {}, None
    for row in filter(None, sys.stdin.buffer.read().decode().split("\n")):
        name, *words = row.split("\t")
        # A dash, or the end of the line, means that the argument is omitted.
        text = [None if word == "-" else word for word in (*words, *["-"] * 8)]
        if name == "text":
            header[words[0]] = words[1]
        elif name == "list":
            header[words[0]] = words[1:]
        elif name in ("number", "json"):
            header[words[0]] = json.loads(words[1])
        elif name == "open":
            trace = Trace(sys.stdout, int(words[0]), words[1], **header)
        elif name == "root":
            trace.root(int(words[0]))
        elif name == "new_pass":
            trace.new_pass(words[0], *map(int, words[1:4]))
        elif name == "enter":
            trace.enter(text[0], *map(int, words[1:4]), words[4:])
        elif name == "created":
            trace.created(words[0], score(words[1]))
        elif name == "judged":
            trace.judged(words[0], int(words[1]), words[2], int(words[3]), int(words[4]), words[5], text[6], text[7])
        elif name == "leave":
            trace.leave(int(words[0]), words[1])
        elif name == "hash":
            trace.hash(text[0], int(words[1]), int(words[2]), words[3], words[4] == "true", text[5], text[6] == "true")
        elif name == "quiet":
            trace.quiet()
        elif name == "aloud":
            trace.aloud()
        elif name == "null_move":
            trace.null_move(text[0], *map(int, words[1:5]), words[5] == "true")
        elif name == "extended":
            trace.extended(text[0], int(words[1]), text[2])
        elif name == "reduced":
            trace.reduced(text[0], int(words[1]), text[2])
        elif name == "again":
            trace.again(words[0], words[1], *map(int, words[2:5]), text[5])
        elif name == "stand_pat":
            trace.stand_pat(*map(int, words[:3]), words[3])
        elif name == "pruned":
            trace.pruned(words[0], words[1], score(words[2]), int(words[3]), int(words[4]), text[5])
        elif name == "result":
            trace.result(int(words[0]), text[2], words[2:], words[1] == "true")
        else:
            sys.exit(f"no call is named {name}")


if __name__ == "__main__":
    main()
