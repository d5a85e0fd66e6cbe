// Calls makes the calls that standard input lists, one per line, and writes the trace. adapters/README.md describes the lines.
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"strconv"
	"strings"

	trace "plywood/plywoodtrace"
)

type call []string

// text returns an argument. A dash, or the end of the line, means that the argument is omitted.
func (c call) text(at int) string {
	if at < len(c) && c[at] != "-" {
		return c[at]
	}
	return ""
}

func (c call) score(at int) int64 {
	if c.text(at) == "" {
		return trace.None
	}
	number, err := strconv.ParseInt(c[at], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	return number
}

func (c call) plies(at int) int {
	return int(c.score(at))
}

func (c call) is(at int) bool {
	return c.text(at) == "true"
}

func (c call) rest(at int) []string {
	if at < len(c) {
		return c[at:]
	}
	return nil
}

func main() {
	var header []trace.Field
	var opened *trace.Trace
	rows := bufio.NewScanner(os.Stdin)
	for rows.Scan() {
		c := call(strings.Split(rows.Text(), "\t"))
		switch c[0] {
		case "text":
			header = append(header, trace.Field{Name: c[1], Value: c[2]})
		case "list":
			header = append(header, trace.Field{Name: c[1], Value: []string(c[2:])})
		case "number", "json":
			header = append(header, trace.Field{Name: c[1], Value: json.RawMessage(c[2])})
		case "open":
			opened = trace.New(os.Stdout, c.plies(1), c[2], header...)
		default:
			makeCall(opened, c)
		}
	}
	if err := rows.Err(); err != nil {
		log.Fatal(err)
	}
}

func makeCall(t *trace.Trace, c call) {
	switch c[0] {
	case "root":
		t.Root(c.score(1))
	case "new_pass":
		t.NewPass(c[1], c.plies(2), c.score(3), c.score(4))
	case "enter":
		t.Enter(c.text(1), c.plies(2), c.score(3), c.score(4), c.rest(5))
	case "created":
		t.Created(c[1], c.score(2))
	case "judged":
		t.Judged(c[1], c.score(2), c[3], c.score(4), c.score(5), c[6], c.text(7), c.text(8))
	case "leave":
		t.Leave(c.score(1), c[2])
	case "hash":
		t.Hash(c.text(1), c.plies(2), c.score(3), c[4], c.is(5), c.text(6), c.is(7))
	case "quiet":
		t.Quiet()
	case "aloud":
		t.Aloud()
	case "null_move":
		t.NullMove(c.text(1), c.plies(2), c.score(3), c.score(4), c.score(5), c.is(6))
	case "extended":
		t.Extended(c.text(1), c.plies(2), c.text(3))
	case "reduced":
		t.Reduced(c.text(1), c.plies(2), c.text(3))
	case "again":
		t.Again(c[1], c[2], c.plies(3), c.score(4), c.score(5), c.text(6))
	case "stand_pat":
		t.StandPat(c.score(1), c.score(2), c.score(3), c[4])
	case "pruned":
		t.Pruned(c[1], c[2], c.score(3), c.score(4), c.score(5), c.text(6))
	case "result":
		if err := t.Result(c.score(1), c.rest(3), c.is(2)); err != nil {
			log.Fatal(err)
		}
	default:
		log.Fatalf("no call is named %s", c[0])
	}
}
