// Package plywoodtrace writes the trace of a search in plywood's format (docs/trace-format.md), version 1, as JSON Lines.
// It is one file without dependencies.
//
// Scores are whole thousandths of a pawn, for the side to move (in Created, Judged and Pruned: for the side that moved); a mate is
// Mate minus the plies from the root. The trace omits an empty text and the score None. adapters/README.md describes the
// methods, which are the same in every language.
package plywoodtrace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

const (
	Mate int64 = 1_000_000_000
	Inf        = 2 * Mate
	// None stands for a score that the trace omits.
	None int64 = math.MinInt64
)

// MatedIn returns the score of being mated ply half-moves after the root.
func MatedIn(ply int) int64 {
	return int64(ply) - Mate
}

// Field is a further field of the header: a text, a number, a list, or any other value that encoding/json can write.
type Field struct {
	Name  string
	Value any
}

type node struct {
	moves, judged, pruned int
}

// Trace writes a trace. A write error is kept, and returned by Result.
type Trace struct {
	out           *bufio.Writer
	line          []string
	nodes         []node
	counts        map[string]int64
	silence       int
	untoldEntered int64
	untoldLeaves  int64
}

// New writes the header; more has further fields, such as Field{"techniques", []string{"tt", "null"}}.
func New(out io.Writer, depth int, algorithm string, more ...Field) *Trace {
	trace := &Trace{out: bufio.NewWriter(out), counts: map[string]int64{}}
	names := "created entered leaves terminals judged raised cutoffs first_move_cutoffs skipped"
	for _, name := range strings.Fields(names) {
		trace.counts[name] = 0
	}
	header, order := `{"format":"plywood-trace","version":1`, quoted("none")
	for _, field := range more {
		if field.Name == "order" {
			order = quoted(field.Value)
		} else {
			header += fmt.Sprintf(",%s:%s", quoted(field.Name), quoted(field.Value))
		}
	}
	trace.write(fmt.Sprintf(`%s,"depth":%d,"algorithm":%s,"order":%s}`, header, depth, quoted(algorithm), order))
	return trace
}

// quoted returns a value as JSON. It panics if the value has no JSON, such as a function.
func quoted(value any) string {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func list(names []string) string {
	if names == nil {
		return "[]"
	}
	return quoted(names)
}

// number returns a score as a trace writes it. No score is beyond Mate, so a larger number is infinite.
func number(score int64) string {
	size, sign := score, ""
	if score < 0 {
		size, sign = -score, "-"
	}
	switch {
	case score > Mate:
		return `"+inf"`
	case score < -Mate:
		return `"-inf"`
	case score == Mate:
		return `{"won":0}`
	case size >= Mate-1000 && score > 0:
		return fmt.Sprintf(`{"mate":%d}`, Mate-score)
	case size >= Mate-1000:
		return fmt.Sprintf(`{"mate":%d}`, -(score + Mate))
	}
	return fmt.Sprintf("%s%d.%03d", sign, size/1000, size%1000)
}

// window returns a window as a trace writes it. An end at or beyond Mate is not a bound, so it is infinite.
func window(alpha, beta int64) string {
	end := func(score int64) string {
		switch {
		case score >= Mate:
			return number(Inf)
		case score <= -Mate:
			return number(-Inf)
		}
		return number(score)
	}
	return fmt.Sprintf(`,"window":{"alpha":%s,"beta":%s}`, end(alpha), end(beta))
}

func text(name, value string) string {
	if value == "" {
		return ""
	}
	return fmt.Sprintf(",%q:%s", name, quoted(value))
}

func scored(score int64) string {
	if score == None {
		return ""
	}
	return `,"score":` + number(score)
}

func (t *Trace) write(line string) {
	// A bufio.Writer keeps its first error.
	_, _ = t.out.WriteString(line + "\n")
}

func (t *Trace) count(name string, times int64) {
	if times != 0 {
		t.counts[name] += times
	}
}

func (t *Trace) countIf(name string, is bool) {
	if is {
		t.counts[name]++
	}
}

func (t *Trace) event(kind, move, fields string) {
	line := t.line
	if move != "" {
		line = append(append(make([]string, 0, len(line)+1), line...), move)
	}
	t.write(fmt.Sprintf(`{"event":%q,"line":%s%s}`, kind, list(line), fields))
}

// Quiet stops writing until Aloud has been called equally often. Use it around the search below a null move.
func (t *Trace) Quiet() {
	if t.silence == 0 {
		t.untoldEntered, t.untoldLeaves = 0, 0
	}
	t.silence++
}

// Aloud ends Quiet.
func (t *Trace) Aloud() {
	t.silence--
}

// Root begins the search; score is the static evaluation of the root.
func (t *Trace) Root(score int64) {
	t.counts["created"]++
	t.write(`{"event":"root"` + scored(score) + "}")
}

// NewPass records that the whole tree will be searched, for the first time or again: iteration, aspiration, test ...
func (t *Trace) NewPass(word string, depth int, alpha, beta int64) {
	t.counts["passes"]++
	t.write(fmt.Sprintf(`{"event":"pass","pass":%s,"depth":%d%s}`, quoted(word), depth, window(alpha, beta)))
}

// Enter records that the search enters the node after move (empty at the root) and will try these moves.
func (t *Trace) Enter(move string, depth int, alpha, beta int64, moves []string) {
	t.untoldEntered++
	if t.silence != 0 {
		return
	}
	if move != "" {
		t.line = append(t.line, move)
	}
	t.counts["entered"]++
	t.nodes = append(t.nodes, node{moves: len(moves)})
	t.event("enter", "", fmt.Sprintf(`,"depth":%d%s,"moves":%s`, depth, window(alpha, beta), list(moves)))
}

// Created records that the engine made move; score is the static evaluation of the position, or None if it has not been computed.
func (t *Trace) Created(move string, score int64) {
	if t.silence != 0 {
		return
	}
	place := t.counts["created"]
	t.counts["created"]++
	t.event("created", move, fmt.Sprintf(`,"number":%d%s`, place, scored(score)))
}

// Judged records the comparison of the score of move with the window: best, not_best or cutoff.
func (t *Trace) Judged(move string, score int64, bound string, alpha, beta int64, verdict, leaf, why string) {
	isOver := leaf == "lost" || leaf == "drawn" || leaf == "won"
	isScored := isOver || leaf == "horizon" || leaf == "childless" || leaf == "tablebase" || leaf == "stand_pat"
	if isScored {
		t.untoldLeaves++
	}
	if t.silence != 0 || len(t.nodes) == 0 {
		return
	}
	node := &t.nodes[len(t.nodes)-1]
	node.judged++
	left := int64(node.moves - node.judged - node.pruned)
	t.counts["judged"]++
	t.countIf("leaves", isScored)
	t.countIf("unscored", leaf != "" && !isScored && leaf != "omitted")
	t.countIf("terminals", isOver)
	t.countIf("tablebase", leaf == "tablebase")
	t.countIf("stand_pats", leaf == "stand_pat")
	t.countIf("raised", verdict == "best")
	skipped := ""
	if verdict == "cutoff" {
		t.counts["cutoffs"]++
		t.countIf("first_move_cutoffs", node.judged == 1)
		t.count("skipped", left)
		if left != 0 {
			skipped = fmt.Sprintf(`,"skipped":%d`, left)
		}
	}
	fields := scored(score) + text("bound", bound) + text("leaf", leaf) + text("why", why)
	t.event("judged", move, fields+window(alpha, beta)+text("verdict", verdict)+skipped)
}

// Leave records that the search leaves the node that it entered last.
func (t *Trace) Leave(score int64, bound string) {
	if t.silence != 0 {
		return
	}
	t.event("leave", "", scored(score)+text("bound", bound))
	t.nodes = t.nodes[:len(t.nodes)-1]
	if len(t.line) != 0 {
		t.line = t.line[:len(t.line)-1]
	}
}

// Hash records that the transposition table has an entry for the position after move; score is for the side to move there.
func (t *Trace) Hash(move string, depth int, score int64, bound string, cut bool, best string, untold bool) {
	if t.silence != 0 {
		return
	}
	t.counts["hash_hits"]++
	t.countIf("hash_cuts", cut)
	rest := text("move", best)
	if untold {
		rest += `,"untold":true`
	}
	t.event("hash", move, fmt.Sprintf(`,"depth":%d%s%s,"cut":%t%s`, depth, scored(score), text("bound", bound), cut, rest))
}

// NullMove records the score of a null move after move. The search below it ran between Quiet and Aloud.
func (t *Trace) NullMove(move string, depth int, alpha, beta, score int64, cut bool) {
	if t.silence != 0 {
		return
	}
	entered, leaves := t.untoldEntered, t.untoldLeaves
	t.untoldEntered, t.untoldLeaves = 0, 0
	t.counts["null_moves"]++
	t.countIf("null_cuts", cut)
	t.count("null_nodes", entered+leaves)
	found := fmt.Sprintf(`%s%s,"cut":%t,"entered":%d,"leaves":%d`, window(alpha, beta), scored(score), cut, entered, leaves)
	t.event("null_move", move, fmt.Sprintf(`,"depth":%d%s`, depth, found))
}

// Extended records that the node after move is searched some plies deeper.
func (t *Trace) Extended(move string, plies int, why string) {
	t.deeper("extended", move, plies, why)
}

// Reduced records that the node after move is searched some plies shallower.
func (t *Trace) Reduced(move string, plies int, why string) {
	t.deeper("reduced", move, plies, why)
}

func (t *Trace) deeper(kind, move string, plies int, why string) {
	if t.silence == 0 {
		t.counts[kind]++
		t.event(kind, move, fmt.Sprintf(`,"plies":%d%s`, plies, text("why", why)))
	}
}

// Again records that the node after move is searched again: scout, reduced or other.
func (t *Trace) Again(move, reason string, depth int, alpha, beta int64, why string) {
	if t.silence == 0 {
		t.counts["searched_again"]++
		t.event("again", move, fmt.Sprintf(`%s%s,"depth":%d%s`, text("reason", reason), text("why", why), depth, window(alpha, beta)))
	}
}

// StandPat records that, in quiescence, the static evaluation of the node entered last causes no cutoff.
func (t *Trace) StandPat(score, alpha, beta int64, verdict string) {
	if t.silence == 0 {
		t.countIf("stand_pats", verdict == "best")
		t.event("stand_pat", "", scored(score)+window(alpha, beta)+text("verdict", verdict))
	}
}

// Pruned records that move is not searched; score is the highest expected score, or None.
func (t *Trace) Pruned(move, reason string, score, alpha, beta int64, why string) {
	if t.silence != 0 {
		return
	}
	t.counts["pruned"]++
	if len(t.nodes) != 0 {
		t.nodes[len(t.nodes)-1].pruned++
	}
	t.event("pruned", move, text("reason", reason)+text("why", why)+scored(score)+window(alpha, beta))
}

// Result ends the trace with the result of the search; the adapter has counted everything itself. It returns the first write error, if any.
func (t *Trace) Result(score int64, pv []string, complete bool) error {
	best := "null"
	if len(pv) != 0 {
		best = quoted(pv[0])
	}
	fields := fmt.Sprintf(`"complete":%t%s,"best":%s,"pv":%s`, complete, scored(score), best, list(pv))
	t.write(fmt.Sprintf(`{"event":"result",%s,"statistics":%s}`, fields, quoted(t.counts)))
	return t.out.Flush()
}
