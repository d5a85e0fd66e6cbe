//! The playground's file, and the answers that its module must give.

use crate::support::{plywood, runs};
use crate::{Folder, failed, feed, output, refused, succeeded};

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
    // The tree comes first; the input and the settings are folded below it.
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(place(">Cut it yourself</button>") < place("id=\"shown\""), "the tabs lead");
    assert!(place("id=\"shown\"") < place("id=\"rail\"") && place("id=\"rail\"") < place("id=\"subject\""));
    for part in
        [">Check</button>", ">Next tree</button>", "id=\"undo\"", "<meta property=\"og:title\"", "data-level=\"6\""]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.len() <= 800_000, "{} bytes", page.len());
}

/// The library grades the marked leaves, with counterexamples.
#[test]
fn marks_are_checked_and_trees_of_all_levels_are_drawn() {
    let requests = "{\"wanted\": \"cut\", \"subject\": \"((3 12 8) (2 4 6) (14 5 2))\", \"marked\": [7, 2]}\n\
        {\"wanted\": \"tree\", \"level\": 6, \"seed\": 4}\n{\"wanted\": \"cut\", \"subject\": \"startpos\"}\n";
    let answers = succeeded(feed(&mut plywood(&["playground", "--answer"]), requests));
    let answers: Vec<&str> = answers.lines().collect();
    assert!(
        answers[0].contains("\"right\":false")
            && answers[0].contains("B3 cannot matter: after B1, MIN can make B at most 2")
            && answers[0].contains("A1 is needed. If A1 were 4, the answer would be 4."),
        "{}",
        answers[0]
    );
    assert!(answers[1].starts_with("{\"subject\":\"min(("), "{}", answers[1]);
    assert!(answers[2].contains("its leaves are not known before the search"), "{}", answers[2]);
}

#[test]
fn a_page_is_written_as_html_only() {
    let folder = Folder::new();
    let error = failed(folder.plywood(&["playground", "-o", "p.txt"]).output().unwrap());
    assert!(error.contains("this command cannot write .txt; expected .html, .htm"), "{error}");
    assert!(folder.names().is_empty());
    succeeded(feed(&mut folder.plywood(&["playground", "--answer", "-o", "answers.txt"]), "{}\n"));
    assert_eq!(folder.names(), ["answers.txt"]);
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
    // The command shown on the page contains all settings.
    let chosen =
        "{\"subject\": \"((3 12 8) (2 4 6))\", \"search\": {\"algorithm\": \"minimax\"}, \"set\": [[\"A1\", 5]]}\n";
    let answer = succeeded(feed(&mut plywood(&["playground", "--answer"]), chosen));
    assert!(answer.contains("\"plywood explain '((3 12 8) (2 4 6))' --algorithm minimax --set A1=5\""), "{answer}");
}

/// The range in which a leaf changes the root depends on the other leaves as the reader set them, and not on the score
/// to which that leaf itself was set.
#[test]
fn the_range_of_a_leaf_keeps_what_other_leaves_were_set_to() {
    let ask = |set: &str| {
        let request = format!(
            "{{\"wanted\": \"leaf\", \"subject\": \"((3 12 8) (2 4 6))\", \"line\": \"B B1\", \"set\": [{set}]}}\n"
        );
        succeeded(feed(&mut plywood(&["playground", "--answer"]), &request))
    };
    let plain = "B1 changes the answer only between 3 and 4: below, the answer stays 3; above, it stays 4.";
    let raised = "B1 changes the answer only between 3 and 6: below, the answer stays 3; above, it stays 6.";
    assert!(ask("").contains(plain), "{}", ask(""));
    assert!(ask("[\"B B1\", 99]").contains(plain), "{}", ask("[\"B B1\", 99]"));
    for set in ["[\"B B2\", 7]", "[\"B B1\", 99], [\"B B2\", 7]"] {
        assert!(ask(set).contains(raised), "{}", ask(set));
    }
}

/// The answers of the page's own script about links, one per line: what each link names, or why it is rejected.
const READ_LINKS: &str = r##"
const source = require("fs").readFileSync("web/link.js", "utf8");
const link = new Function(source + "; return link;")();
const tree = leaves => "(" + "1 ".repeat(leaves).trim() + ")";
const packed = async text => (await link.packed(link.plain([["tree", text]]))).slice(1);
const said = async hash => {
  const { error, parts } = await link.read(hash);
  return error ?? parts.map(([name, value]) => `${name} of ${value.length}`).join();
};
(async () => {
  for (const text of [tree(3), tree(900), tree(20_000), tree(29_990), tree(30_000), "(".repeat(26_000_000)]) {
    const hash = await packed(text);
    console.log(`${text.length}: ${hash.length < 50_000 ? "short" : "long"}: ${await said(hash)}`);
  }
  console.log(`plain: ${await said(`tree=${tree(9000)}`)}`);
  for (const text of [tree(900), tree(40_000)]) console.log(`written: ${(await link.write([["tree", text]])).slice(0, 3)}`);
})();
"##;

/// Writes and reads random links, and reads links with random changes; prints the first one that is wrong.
const CHANGE_LINKS: &str = r##"
const source = require("fs").readFileSync("web/link.js", "utf8");
const link = new Function(source + "; return link;")();
let state = Number(process.argv[2]);
const below = most => (state = (state * 1664525 + 1013904223) >>> 0, Math.floor(state / 2 ** 32 * most));
const pick = list => list[below(list.length)];
const letters = [..."()[]{},:;=x-/0123. +&%#?~_\"'<>\u00e9\u0436\ud835\udd38\n\t\0\u202e\u2028", "%41", "%E9", "%ZZ", "\ud800", "1~", "2~", "tree="];
const text = most => Array.from({ length: below(most) }, () => pick(letters)).join("");
const isRead = ({ error, parts }) =>
  typeof error === "string" ? error.length > 10 : parts.every(part => part.length === 2 && part.every(word => typeof word === "string"));
(async () => {
  for (let count = Number(process.argv[1]); count > 0; count--) {
    const parts = Array.from({ length: below(4) + 1 }, () => [pick(["tree", "cut", "set", "view"]), text(pick([3, 20, count % 40 ? 60 : 3000]))]);
    const hash = (await link.write(parts)).slice(1);
    // A half of a character becomes the replacement character.
    const expected = parts.map(([name, value]) => [name, value.replace(/\p{Surrogate}/gu, "\ufffd")]);
    const found = (await link.read(hash)).parts;
    if (JSON.stringify(found) !== JSON.stringify(expected)) return console.log("written", JSON.stringify(parts), hash, JSON.stringify(found));
    const changed = [...(below(3) ? hash : text(60))];
    for (let times = below(5); times > 0; times--) changed.splice(below(changed.length + 1), below(2), ...(below(2) ? [pick(letters)] : []));
    if (!isRead(await link.read(changed.join("")))) return console.log("changed", JSON.stringify(changed.join("")));
  }
  console.log("all are read");
})();
"##;

/// In the long form 20,000 links, else a twentieth; `PLYWOOD_LINKS` sets another number.
#[test]
fn links_are_read_as_they_were_written_and_damaged_links_do_no_harm() {
    let count = std::env::var("PLYWOOD_LINKS").unwrap_or_else(|_| runs(20_000).to_string());
    let node = std::process::Command::new("node")
        .args(["-e", CHANGE_LINKS, &count, "57"])
        .current_dir(crate::support::path("."))
        .output();
    let Ok(node) = node else { return };
    let said = String::from_utf8_lossy(&node.stdout);
    assert_eq!(said.trim_end(), "all are read", "{}", String::from_utf8_lossy(&node.stderr));
}

#[test]
fn a_link_that_is_too_large_is_refused() {
    let node =
        std::process::Command::new("node").args(["-e", READ_LINKS]).current_dir(crate::support::path(".")).output();
    // The browser tests need Node; without it, only the other tests run.
    let Ok(node) = node else { return };
    let too_large = "This link is too large: the playground reads links of up to 16,000 characters, which unpack to at most \
                     60,000. Paste the tree into the field below instead";
    insta::assert_snapshot!(succeeded(node).replace(too_large, "TOO LARGE"), @r"
    7: short: tree of 7
    1801: short: tree of 1801
    40001: short: tree of 40001
    59981: short: tree of 59981
    60001: short: TOO LARGE
    26000000: short: TOO LARGE
    plain: TOO LARGE
    written: #1~
    written: #
    ");
}

/// Cargo distinguishes crates by hashes of their folders, and these hashes would be in the module.
#[test]
fn the_module_is_compiled_without_a_word_of_its_folder() {
    let mut command = std::process::Command::new(crate::support::path("web/rustc"));
    command.args(["echo", "--crate-name", "a", "-C", "metadata=0123456789abcdef", "-C", "extra-filename=-01"]);
    command.envs([
        ("CARGO_PKG_NAME", "serde"),
        ("CARGO_PKG_VERSION", "1.0.0"),
        ("PLYWOOD_REMAP", "/home/me=.:/cargo=cargo"),
    ]);
    let given = output(&mut command);
    let expected = "--crate-name a -C metadata=serde-1.0.0 -C extra-filename=-01 --remap-path-prefix=/home/me=. \
                    --remap-path-prefix=/cargo=cargo\n";
    assert_eq!(given, expected);
    let build = std::fs::read_to_string(crate::support::path("web/build")).unwrap();
    let flags = build.lines().find(|line| line.starts_with("flags=")).unwrap();
    assert!(!flags.contains('$'), "cargo hashes these flags, so they may not name a folder: {flags}");
}

#[test]
fn explain_writes_it_with_what_would_have_been_explained() {
    let page = output(&mut plywood(&[
        "explain",
        "equality",
        "--set",
        "B2=6",
        "--order",
        "best",
        "--mistake",
        "strict",
        "--play",
    ]));
    let parts = "[[&quot;tree&quot;,&quot;equality&quot;],[&quot;order&quot;,&quot;best&quot;],[&quot;mistake&quot;,&quot;strict&quot;],[&quot;set&quot;,&quot;B2=6&quot;]]";
    assert!(
        page.contains(&format!("data-parts=\"{parts}\"")),
        "{:?}",
        page.lines().find(|line| line.contains("data-parts"))
    );
    // The page contains a custom lesson, and the command shown on the page names it.
    let lesson = r#"{"title": "mine", "moves": [{"move": "a", "score": 1}, {"move": "b", "score": 4}]}"#;
    let folder = Folder::with("mine.json", lesson);
    let page = output(&mut folder.plywood(&["explain", "mine.json", "--order", "best", "--play"]));
    assert!(
        page.contains("[[&quot;tree&quot;,&quot;{\\&quot;title\\&quot;: \\&quot;mine\\&quot;, "),
        "the lesson is in the page"
    );
    assert!(output(&mut plywood(&["explain", lesson])).starts_with("mine\n"));
    for (arguments, said) in [
        (&["((3 12) (2 4))", "--play", "--only", "A"][..], "the playground has no field for --only"),
        (&["((3 12) (2 4))", "--play", "-o", "tree.svg"], "this command cannot write .svg; expected .html, .htm"),
        (&["tests/data/see.epd", "--play"], "--play needs a subject that can be typed in the playground"),
        (&["((3 12) (2 4)", "--play"], "this `(` is never closed"),
        (&["((3 12) (2 4))", "--play", "--set", "C=1"], "--set \"C=1\""),
    ] {
        let error = refused(arguments);
        assert!(error.contains(said), "{error}");
    }
}
