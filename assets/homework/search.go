// Write alpha-beta (or minimax), then try it:
//
//	go build search.go && plywood exercise run -- ./search
//
// Print what you want to see with println or to os.Stderr, not to os.Stdout.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// search returns what node is worth for MAX, and its best child (nil at a leaf).
//
//	node.IsLeaf()    whether it has no children
//	node.Children()  its children, from left to right
//	node.Value()     of a leaf: its value for MAX; of any other node: its static evaluation
//	depth            the number of plies to search; very large if there is no limit
//	isMax            whether MAX moves at this node; otherwise MIN does
//
// Only for tasks with chance nodes, or with players who do not take turns:
//
//	node.Player()       who moves at the node: "max", "min" or "chance"
//	node.Probability()  after a chance node: how likely it is that chance leads here
//
// Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
func search(node *Node, depth int, isMax bool) (float64, *Node) {
	if depth == 0 || node.IsLeaf() {
		return node.Value(), nil
	}
	// Fill in about ten lines here. You may also write other functions and types.
	panic("write the body of search() first")
}

// ---- Change nothing below this line: it talks to plywood. ----

// Node is a node of the tree.
type Node struct {
	path        string
	number      int
	isAsked     bool
	children    []*Node
	value       *float64
	player      string
	probability float64
}

var in = bufio.NewReader(os.Stdin)
var out = bufio.NewWriter(os.Stdout)

func (node *Node) place() string {
	if node.path == "" {
		return "-"
	}
	return node.path
}

func (node *Node) askText(what string) string {
	fmt.Fprintln(out, what, node.place())
	out.Flush()
	line, err := in.ReadString('\n')
	if err != nil {
		os.Exit(1)
	}
	return strings.TrimSpace(line)
}

func (node *Node) ask(what string) float64 {
	number, err := strconv.ParseFloat(node.askText(what), 64)
	if err != nil {
		panic(err)
	}
	return number
}

// Children returns the children, from left to right.
func (node *Node) Children() []*Node {
	if node.isAsked {
		fmt.Fprintln(out, "again children", node.place())
		return node.children
	}
	count := int(node.ask("children"))
	node.isAsked = true
	for number := 1; number <= count; number++ {
		path := strconv.Itoa(number)
		if node.path != "" {
			path = node.path + "." + path
		}
		node.children = append(node.children, &Node{path: path, number: number})
	}
	return node.children
}

// IsLeaf reports whether the node has no children.
func (node *Node) IsLeaf() bool {
	return len(node.Children()) == 0
}

// Value returns the value of a leaf for MAX, or the static evaluation of any other node.
func (node *Node) Value() float64 {
	if node.value != nil {
		fmt.Fprintln(out, "again value", node.place())
	} else {
		value := node.ask("value")
		node.value = &value
	}
	return *node.value
}

// Player returns who moves at the node: "max", "min" or "chance".
func (node *Node) Player() string {
	if node.player == "" {
		node.player = node.askText("player")
	}
	return node.player
}

// Probability returns how likely it is that chance leads to the node.
func (node *Node) Probability() float64 {
	if node.probability == 0 {
		node.probability = node.ask("probability")
	}
	return node.probability
}

func main() {
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "search" {
			continue
		}
		depth := 1000
		if len(words) > 4 {
			depth, _ = strconv.Atoi(words[4])
		}
		value, best := search(&Node{}, depth, words[2] == "max")
		move := "-"
		if best != nil {
			move = best.path
		}
		fmt.Fprintln(out, "answer", strconv.FormatFloat(value, 'g', -1, 64), move)
		out.Flush()
	}
}
