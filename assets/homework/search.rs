// Write alpha-beta (or minimax), then try it:
//
//     rustc -O search.rs && plywood exercise run -- ./search
//
// Print what you want to see with eprintln!, not with println!.

/// Returns what `node` is worth for MAX, and the number of its best child (0 at a leaf).
///
/// node.is_leaf()    whether it has no children
/// node.children()   its children, from left to right, numbered from 1
/// node.value()      of a leaf: its value for MAX; of any other node: its static evaluation
/// depth             the number of plies to search; very large if there is no limit
/// is_max            whether MAX moves at this node; otherwise MIN does
///
/// Only for tasks with chance nodes, or with players who do not take turns:
/// node.player()       who moves at the node: "max", "min" or "chance"
/// node.probability()  after a chance node: how likely it is that chance leads here
///
/// Stop at a leaf, and when the depth is used up. Do not read a value that can no longer matter.
#[allow(unused_variables)]
fn search(node: &Node, depth: u32, is_max: bool) -> (f64, usize) {
    if depth == 0 || node.is_leaf() {
        return (node.value(), 0);
    }
    // Fill in about ten lines here. You may also write other functions and types.
    todo!("write the body of search() first")
}

// ---- Change nothing below this line: it talks to plywood. ----

use std::cell::OnceCell;
use std::io::{stdin, stdout, BufRead, Write};

#[derive(Default)]
struct Node {
    path: Vec<usize>,
    children: OnceCell<Vec<Node>>,
    value: OnceCell<f64>,
    player: OnceCell<String>,
    probability: OnceCell<f64>,
}

#[allow(dead_code)]
impl Node {
    fn tell(&self, what: &str) {
        let path: Vec<String> = self.path.iter().map(usize::to_string).collect();
        println!("{what} {}", if path.is_empty() { "-".to_owned() } else { path.join(".") });
    }

    fn ask_text(&self, what: &str) -> String {
        self.tell(what);
        stdout().flush().expect("plywood listens");
        let mut line = String::new();
        stdin().lock().read_line(&mut line).expect("plywood answers");
        line.trim().to_owned()
    }

    fn ask(&self, what: &str) -> f64 {
        self.ask_text(what).parse().expect("plywood answers with a number")
    }

    fn children(&self) -> &[Node] {
        if self.children.get().is_some() {
            self.tell("again children");
        }
        self.children.get_or_init(|| {
            let child = |number: usize| Node { path: [&self.path[..], &[number]].concat(), ..Node::default() };
            (1..=self.ask("children") as usize).map(child).collect()
        })
    }

    fn is_leaf(&self) -> bool {
        self.children().is_empty()
    }

    fn player(&self) -> &str {
        self.player.get_or_init(|| self.ask_text("player"))
    }

    fn probability(&self) -> f64 {
        *self.probability.get_or_init(|| self.ask("probability"))
    }

    fn value(&self) -> f64 {
        if self.value.get().is_some() {
            self.tell("again value");
        }
        *self.value.get_or_init(|| self.ask("value"))
    }
}

fn main() {
    let mut line = String::new();
    while stdin().lock().read_line(&mut line).expect("plywood speaks") != 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"search") {
            let depth = words.get(4).map_or(1000, |word| word.parse().expect("a depth"));
            let (value, best) = search(&Node::default(), depth, words[2] == "max");
            let best = if best == 0 { "-".to_owned() } else { best.to_string() };
            println!("answer {value} {best}");
            stdout().flush().expect("plywood listens");
        }
        line.clear();
    }
}
