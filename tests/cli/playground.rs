//! The playground's file, and the answers that its module is held against.

use crate::support::plywood;
use crate::{feed, output, succeeded};

#[test]
fn the_page_has_all_that_it_needs_in_itself() {
    let page = output(&mut plywood(&["playground"]));
    assert!(
        page.contains("'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'"),
        "a policy that lets the module run"
    );
    assert!(page.contains("default-src 'none'"), "and nothing else");
    for part in ["id=\"subject\"", "id=\"module\"", "id=\"result\"", "name=\"beside-mistake\"", "value=\"null-move\""] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("://"), "it names no other place");
    assert!(page.len() <= 700 * 1024, "{} bytes", page.len());
}

#[test]
fn what_the_page_asks_can_be_asked_by_hand() {
    let requests =
        "{\"subject\": \"((3 12 8) (2 4 6))\"}\n{\"subject\": \"((3\"}\n{\"wanted\": \"tree\", \"seed\": 1}\n";
    let answers = succeeded(feed(&mut plywood(&["playground", "--answer"]), requests));
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 3);
    assert!(answers[0].contains("\"value\":\"3\"") && answers[0].contains("MAX takes A: 3."), "{}", answers[0]);
    let wrong = r#"{"error":"the tree: line 1, column 2: this `(` is never closed","place":{"column":2,"line":1,"said":"bracket 2 of 2"}}"#;
    assert_eq!(answers[1], wrong);
    assert!(answers[2].starts_with("{\"subject\":\"(("), "{}", answers[2]);
}
