//! Command lines from bytes: a line for each word.

/// Returns the words of an input.
pub fn words(input: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(input).lines().filter(|word| !word.contains('\0')).map(str::to_owned).collect()
}

/// Returns whether a command with these words takes a fraction of a second, writes no file and asks nothing: then it is
/// run.
pub fn is_cheap(words: &[String]) -> bool {
    let is_harmless = |word: &String| HARMLESS.contains(&word.as_str());
    // Some of these words are numbers of nodes or columns, not depths.
    let is_deep = |pair: &[String]| {
        ["-d", "--depth"].contains(&pair[0].as_str()) && pair[1].parse().is_ok_and(|depth: u32| 2 < depth)
    };
    words.len() <= 12
        && words.first().is_some_and(|word| COMMANDS.contains(&word.as_str()))
        && words[1..].iter().all(is_harmless)
        && !words.windows(2).any(is_deep)
}

/// Commands that only show something.
const COMMANDS: &[&str] =
    &["explain", "compare", "verify", "eval", "lessons", "course", "distil", "perft", "book", "exercise"];

/// Words of such commands.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    // Subjects.
    "wikipedia", "sargon-1", "sargon-2", "smothered", "mate-distance", "black-to-move", "order-worst", "equality", "startpos",
    "((3 12 8) (2 4 6) (14 5 2))", "(((5 6) (7 4 5)) ((3)) (5 (9 8)))", "(1 2", "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "8/8/7K/2k5/8/6Q1/8/8 w - - 0 1", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "show", "random", "",
    // Searches.
    "-d", "--depth", "1", "2", "0", "-1", "99", "-a", "--algorithm", "minimax", "negamax", "alpha-beta", "pvs", "mtdf", "--with",
    "tt", "iterative", "iterative,tt", "quiescence", "null-move", "lmr", "futility", "killers,history", "aspiration",
    "mate-distance,tt", "quiescence,see,delta", "check-extension", "--order", "none", "static", "mvv-lva", "see", "best", "worst",
    "random:3", "--cut", "ge", "gt", "ge,gt", "--fail", "hard", "soft", "hard,soft", "--engine", "sargon", "plywood",
    "sargon,plywood", "--eval", "material", "positional", "--nodes", "7", "1000", "--time", "1e19", "0.01", "--only", "A", "Ra8+",
    "A B", "--only-at", "A: A1", "Ra8+: Kd6", "--set", "A1=7", "Ra8+=-0.5", "--without", "king", "capture", "--mistake",
    "swapped-bounds", "no-pruning", "root-is-min", "strict", "--depths", "1..2", "2..1", "--hash", "3",
    // Pages.
    "--why", "--line", "--focus", "A1", "A A1", "Ra8#", "--full", "--width", "--plies", "--roots", "all", "--style", "annotated",
    "outline", "upright", "--format", "text", "json", "jsonl", "svg", "tikz", "dot", "mermaid", "markdown", "html", "--log",
    "--code", "--orders", "--carrier", "--pv-scan", "--legend", "--answers", "--step", "17", "--color", "always", "--charset",
    "unicode", "--view", "--columns", "40", "60", "200", "--check", "--leaves", "--all", "--divide", "--moves", "--help", "-h",
    "--seed", "--level", "--key", "--ask",
];
