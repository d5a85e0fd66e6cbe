"""Compares two traces, line by line, as JSON. Usage: same.py EXPECTED FOUND."""

import json
import sys


def same(one, other):
    """Whether two values are equal. Python's 1 equals 1.0, as in JSON, but also true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


expected, found = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:])
for number, (one, other) in enumerate(zip(expected, found), 1):
    if not same(one, other):
        sys.exit(f"{sys.argv[2]}, line {number}: {json.dumps(other)}\nExpected:  {json.dumps(one)}")
if len(expected) != len(found):
    sys.exit(f"{sys.argv[2]} has {len(found)} lines. Expected {len(expected)}.")
