// Nim with one heap: the player who takes the last match wins. Alpha-beta, fail-soft; writes its trace to standard output.
package main

import (
	"log"
	"os"

	trace "plywood/plywoodtrace"
)

// value is the value of a node for the side to move, the bound that it proves, and the best line below the node.
type value struct {
	score int64
	bound string
	line  []string
}

var turned = map[string]string{"lower": "upper", "upper": "lower", "exact": "exact"}

func search(t *trace.Trace, heap int, move string, depth, ply int, alpha, beta int64) value {
	moves := []string{"1", "2", "3"}
	if heap < 3 {
		moves = moves[:heap]
	}
	t.Enter(move, depth, alpha, beta, moves)
	best := value{-trace.Inf, "upper", nil}
	for index, name := range moves {
		rest := heap - index - 1
		child, leaf := value{0, "exact", nil}, ""
		if rest == 0 || depth == 1 {
			leaf = "horizon"
			if rest == 0 {
				child.score, leaf = -trace.MatedIn(ply+1), "lost"
			}
			t.Created(name, child.score)
		} else {
			t.Created(name, trace.None)
			below := search(t, rest, name, depth-1, ply+1, -beta, -alpha)
			child = value{-below.score, turned[below.bound], below.line}
		}
		verdict := "not_best"
		if child.score >= beta {
			verdict = "cutoff"
		} else if child.score > alpha {
			verdict = "best"
		}
		t.Judged(name, child.score, child.bound, alpha, beta, verdict, leaf, "")
		if child.score > best.score {
			best.score = child.score
		}
		if verdict != "not_best" {
			best.bound, best.line = child.bound, append([]string{name}, child.line...)
		}
		if verdict == "cutoff" {
			best.bound = "lower"
			break
		}
		if child.score > alpha {
			alpha = child.score
		}
	}
	t.Leave(best.score, best.bound)
	return best
}

func main() {
	header := []trace.Field{{Name: "title", Value: "Nim, ten matches"}, {Name: "fail", Value: "soft"}}
	t := trace.New(os.Stdout, 6, "alpha-beta", header...)
	t.Root(0)
	found := search(t, 10, "", 6, 0, -trace.Inf, trace.Inf)
	if err := t.Result(found.score, found.line, true); err != nil {
		log.Fatal(err)
	}
}
