"""Compares two traces, line by line, as JSON. Usage: same.py EXPECTED FOUND."""

import json
import sys

expected, found = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:])
for number, (one, other) in enumerate(zip(expected, found), 1):
    if one != other:
        sys.exit(f"{sys.argv[2]}, line {number}: {json.dumps(other)}\nExpected:  {json.dumps(one)}")
if len(expected) != len(found):
    sys.exit(f"{sys.argv[2]} has {len(found)} lines. Expected {len(expected)}.")
