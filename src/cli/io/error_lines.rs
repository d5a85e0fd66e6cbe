//! The lines to show of what a program wrote to standard error. Python ends with the message of an error; most other
//! languages write the message first, and then a list of calls that may be long.

use crate::page::text::fit_columns;

/// The maximum number of lines to show.
const SHOWN: usize = 4;
/// How many of these lines are for the first error, if another error comes later.
const FIRST: usize = 2;
/// The maximum number of columns of a line to show.
const LENGTH: usize = 500;
/// Words in lines that name an error.
const NAMES: [&str; 7] = ["error", "exception", "panic", "fatal", "assert", "uncaught", "terminate called"];

/// Returns the lines that say what went wrong, in order; if no line names an error, the last lines.
pub(in crate::cli) fn telling_lines(text: &str) -> Vec<String> {
    chosen(text).into_iter().map(|line| fit_columns(line, LENGTH)).collect()
}

fn chosen(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = || lines[lines.len().saturating_sub(SHOWN)..].to_vec();
    // For an error of syntax, Python writes no list of calls, only the place.
    let is_python =
        |line: &&str| line.starts_with("Traceback (most recent call last)") || line.starts_with("  File \"");
    let ends_with_message = lines.iter().any(is_python);
    let mut named = (0..lines.len()).filter(|&index| names_error(lines[index]));
    let (false, Some(first)) = (ends_with_message, named.next()) else { return last() };
    // Node writes the place and the line of code before the message.
    let is_marked = first.checked_sub(1).is_some_and(|before| lines[before].trim().trim_matches('^').is_empty());
    let first = if is_marked { first.saturating_sub(SHOWN - 1) } else { first };
    let from = |start: usize, count: usize| lines.iter().skip(start).take(count).copied();
    match named.next_back().filter(|last| first + SHOWN <= *last) {
        Some(last) => from(first, FIRST).chain(from(last, SHOWN - FIRST)).collect(),
        None => from(first, SHOWN).collect(),
    }
}

/// Returns whether a line names an error. The names of functions in a list of calls do not count.
fn names_error(line: &str) -> bool {
    let text = line.trim_start();
    let is_numbered = text.split_once(": ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    let is_call = is_numbered || text.starts_with("at ") || line.starts_with('\t');
    let lower = line.to_lowercase();
    !is_call && NAMES.iter().any(|name| lower.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: &str = "/work/search.js:22
  throw new Error(\"write the body of search() first\");
  ^

Error: write the body of search() first
    at search (/work/search.js:22:9)
    at Object.<anonymous> (/work/search.js:93:25)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
";
    const GO: &str = "panic: write the body of search() first

goroutine 1 [running]:
main.search(0xc0000220a8?, 0x0?, 0x0?)
\t/work/search.go:31 +0x25
main.main()
\t/work/search.go:120 +0x19a
exit status 2
";
    const RUST: &str = "thread 'main' panicked at search.rs:31:5:
not yet implemented: write the body of search() first
stack backtrace:
   0: __rustc::rust_begin_unwind
   1: core::panicking::panic_fmt
   2: search::main
   3: core::ops::function::FnOnce::call_once
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
";
    const PYTHON: &str = "Traceback (most recent call last):
  File \"search.py\", line 120, in <module>
    main()
  File \"search.py\", line 107, in main
    value, best = search(Node(), depth, words[2] == \"max\")
  File \"search.py\", line 27, in search
    raise NotImplementedError(\"write the body of search() first\")
NotImplementedError: write the body of search() first
";
    const CPP: &str = "search.cpp: In function 'Result search(Node&, int, bool)':
search.cpp:36:12: error: 'alpha' was not declared in this scope
   36 |     return alpha;
      |            ^~~~~
search.cpp:40:1: warning: no return statement
   40 | }
      | ^
search.cpp:44:9: error: expected ';' before '}' token
   44 |     x = 1
      |          ^
";

    const PYTHON_SYNTAX: &str = "  File \"search.py\", line 9
    if depth = 0: return node.value()
       ^^^^^^^^^
SyntaxError: invalid syntax. Maybe you meant '==' or ':=' instead of '='?
";
    const NODE_SYNTAX: &str = "/work/s.js:2
function search(node {
                     ^

SyntaxError: Unexpected token '{'
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)
    at Module._compile (node:internal/modules/cjs/loader:1495:20)

Node.js v20.20.2
";

    /// An error of syntax has its place only in the lines before the message.
    #[test]
    fn an_error_of_syntax_is_shown_with_its_place() {
        for text in [PYTHON_SYNTAX, NODE_SYNTAX] {
            let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).take(SHOWN).collect();
            assert_eq!(telling_lines(text), lines);
        }
    }

    #[test]
    fn the_message_of_an_error_is_shown_wherever_it_stands() {
        for (text, message) in [
            (NODE, "Error: write the body of search() first"),
            (GO, "panic: write the body of search() first"),
            (RUST, "not yet implemented: write the body of search() first"),
            (PYTHON, "NotImplementedError: write the body of search() first"),
            (CPP, "search.cpp:36:12: error: 'alpha' was not declared in this scope"),
        ] {
            let shown = telling_lines(text);
            assert!(shown.iter().any(|line| line == message) && shown.len() <= SHOWN, "{shown:?}");
        }
    }

    #[test]
    fn a_message_is_found_behind_noise_and_before_a_long_list_of_calls() {
        let noise = "the error of this node is 3\n".repeat(9);
        let calls = "\tat Search.ab(Search.java:33)\n".repeat(1024);
        let text = format!("{noise}Exception in thread \"main\" java.lang.StackOverflowError\n{calls}");
        let shown = telling_lines(&text);
        let message = "Exception in thread \"main\" java.lang.StackOverflowError";
        assert!(shown.iter().any(|line| line == message), "{shown:?}");
        assert_eq!(telling_lines("a\nb\n\nc\nd\ne\n"), ["b", "c", "d", "e"]);
    }
}
