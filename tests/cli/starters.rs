//! What the starter programs of homework say to plywood, line by line, in every language for which there is a compiler.

use crate::homework::{LANGUAGES, has};
use crate::support::in_turn;
use crate::{Folder, output};
use std::process::Command;

/// The line of the starter to fill in, and code that uses every method of a node, some of them twice. Its value tells
/// the depth, the side, the player, the probability and the value apart.
fn every_method(language: &str) -> (&'static str, &'static str) {
    match language {
        "python" => (
            r#"    raise NotImplementedError("write the body of search() first")"#,
            "    second = node.children()[1]
    chance = [node.player() for _ in range(2)][1] == \"chance\"
    found = second.probability() + second.probability() + second.value() + second.value()
    return depth + found + (0.5 if is_max else 0) + (100 if chance else 0), second",
        ),
        "java" => (
            r#"        throw new UnsupportedOperationException("write the body of search() first");"#,
            "        Node second = node.children().get(1);
        node.player();
        double found = second.probability() + second.probability() + second.value() + second.value();
        return new Result(depth + found + (isMax ? 0.5 : 0) + (node.player().equals(\"chance\") ? 100 : 0), second);",
        ),
        "cpp" => (
            r#"    throw std::runtime_error("write the body of search() first");"#,
            "    Node& second = node.children()[1];
    node.player();
    bool chance = node.player() == \"chance\";
    double found = second.probability();
    found += second.probability();
    found += second.value();
    found += second.value();
    return {depth + found + (is_max ? 0.5 : 0) + (chance ? 100 : 0), second.number};",
        ),
        "c" => (
            "    fprintf(stderr, \"write the body of search() first\\n\");
    exit(1);",
            "    Node *second = child(node, child_count(node));
    player(node);
    bool chance = player(node) == 'c';
    double found = probability(second);
    found += probability(second);
    found += value(second);
    found += value(second);
    return (Result){depth + found + (is_max ? 0.5 : 0) + (chance ? 100 : 0), 2};",
        ),
        "go" => (
            "\tpanic(\"write the body of search() first\")",
            "	second := node.Children()[1]
	node.Player()
	sum := float64(depth)
	if node.Player() == \"chance\" {
		sum += 100
	}
	if isMax {
		sum += 0.5
	}
	sum += second.Probability()
	sum += second.Probability()
	sum += second.Value()
	return sum + second.Value(), second",
        ),
        "rust" => (
            r#"    todo!("write the body of search() first")"#,
            "    let second = &node.children()[1];
    node.player();
    let chance = if node.player() == \"chance\" { 100.0 } else { 0.0 };
    let found = second.probability() + second.probability() + second.value() + second.value();
    (f64::from(depth) + found + if is_max { 0.5 } else { 0.0 } + chance, 2)",
        ),
        "csharp" => (
            r#"        throw new NotImplementedException("write the body of Run() first");"#,
            "        Node second = node.Children[1];
        bool chance = node.Player == node.Player && node.Player == \"chance\";
        double found = second.Probability + second.Probability + second.Value + second.Value;
        return (depth + found + (isMax ? 0.5 : 0) + (chance ? 100 : 0), second);",
        ),
        _ => (
            r#"  throw new Error("write the body of search() first");"#,
            "  const second = node.children()[1];
  node.player();
  const found = second.probability() + second.probability() + second.value() + second.value();
  return [depth + found + (isMax ? 0.5 : 0) + (node.player() === \"chance\" ? 100 : 0), second];",
        ),
    }
}

/// Three searches, after a line that is not for the program: a chance node with a depth, a node of MIN without one, and
/// a root that is a leaf.
const SAID_TO_IT: &str = "hello
search alpha-beta max depth 7
2
chance
0.25
-1.5
search expectimax min
2
min
0.5
3
search minimax max
0
4
";

const SAID_BY_IT: &str = "children -
again children -
player -
probability 2
value 2
again value 2
answer 105 2
children -
again children -
player -
probability 2
value 2
again value 2
answer 1007 2
children -
value -
answer 4 -
";

#[test]
fn starters_ask_once_for_what_they_need_and_report_what_is_read_again() {
    let python: crate::homework::Language =
        ("python", "search.py", "python3", &["-m", "py_compile", "search.py"], &["python3", "search.py"]);
    let all = LANGUAGES.into_iter().chain([python]);
    for (language, file, compiler, arguments, program) in in_turn(all, 2, 3) {
        if !has(compiler) {
            continue;
        }
        let folder = Folder::new();
        output(&mut folder.plywood(&["exercise", "starter", language, "-o", file]));
        let (hole, code) = every_method(language);
        let starter = folder.read(file);
        assert!(starter.contains(hole), "{language}");
        let ran = |code: &str| {
            folder.write(file, starter.replace(hole, code));
            let built = Command::new(compiler).args(arguments).current_dir(folder.path()).output().unwrap();
            assert!(built.status.success(), "{language}: {}", String::from_utf8_lossy(&built.stderr));
            // A program without a folder is found on the path, and one of this folder at its place.
            let named = folder.path().join(program[0]);
            let named = if named.exists() { named } else { program[0].into() };
            let said = std::fs::File::open(folder.path().join("said")).unwrap();
            Command::new(named).args(&program[1..]).current_dir(folder.path()).stdin(said).output().unwrap()
        };
        folder.write("said", SAID_TO_IT);
        let run = ran(code);
        // Java writes 105.0.
        let text = String::from_utf8_lossy(&run.stdout).replace(".0 ", " ");
        assert_eq!(text.replace("\r\n", "\n"), SAID_BY_IT, "{language}: {}", String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{language} ends when its input ends");
        // Where nodes are returned, and not their numbers, the root itself can be returned by mistake.
        if ["python", "java", "javascript"].contains(&language) {
            let wrong = ran(&code.replace("0), second", "0), node"));
            let error = String::from_utf8_lossy(&wrong.stderr);
            assert!(!wrong.status.success() && error.contains("as the best child"), "{language}: {error}");
        }
    }
}
