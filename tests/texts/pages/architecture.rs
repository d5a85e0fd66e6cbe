//! The source follows ARCHITECTURE.md: modules, layers, no cycles, and files and functions of limited length.

use crate::support::path;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::Path;

/// A file of the library, without its tests.
struct Source {
    /// Its module path from the crate's root: `["search", "walk"]`.
    module: Vec<String>,
    code: String,
}

/// All files except the two front pages, including those of the command line.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(&path("src"), &mut Vec::new(), &mut sources);
    sources.retain(|source| source.module != ["lib"] && source.module != ["main"]);
    assert!(100 < sources.len(), "{}", sources.len());
    sources
}

fn collect(folder: &Path, module: &mut Vec<String>, sources: &mut Vec<Source>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for file in entries {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if file.is_dir() {
            module.push(name);
            collect(&file, module, sources);
            module.pop();
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&file).unwrap();
            let code = code.split("#[cfg(test)]").next().unwrap().to_owned();
            let own = Some(name).filter(|name| name != "mod");
            sources.push(Source { module: module.iter().cloned().chain(own).collect(), code });
        }
    }
}

/// A heading in a comment is a line of its own, otherwise rustdoc makes the text after it a part of it.
#[test]
fn headings_of_comments_are_lines_of_their_own() {
    let headings = ["Errors", "Complexity", "Panics", "References", "Examples", "Safety"];
    for source in sources() {
        for line in source.code.lines().filter_map(|line| line.trim().strip_prefix("/// # ")) {
            let (heading, rest) = line.split_once(' ').unwrap_or((line, ""));
            assert!(!headings.contains(&heading) || rest.is_empty(), "{}: {line}", source.module.join("/"));
        }
    }
}

/// Only one file uses the crate for colours, and no file contains escape sequences for terminals.
#[test]
fn no_escape_for_terminals_is_written_by_hand() {
    let mut users = Vec::new();
    for source in sources() {
        let module = source.module.join("/");
        for escape in ["\\x1b[", "\\x1B[", "\\u{1b}[", "\\u{1B}[", "\u{1b}"] {
            assert!(!source.code.contains(escape), "{module} writes an escape by hand");
        }
        if source.code.contains("colored::") {
            users.push(module);
        }
    }
    assert_eq!(users, ["page/style"]);
}

/// Returns the modules in the order of ARCHITECTURE.md, topmost first.
fn listed_modules() -> Vec<String> {
    let architecture = fs::read_to_string(path("ARCHITECTURE.md")).unwrap();
    let table = architecture.split("\n## Modules").nth(1).expect("a chapter on modules");
    let rows =
        table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let first_cells = rows.filter_map(|row| row.split('|').nth(1));
    first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Returns the paths in the `use` lines of a file, without braces: `crate::score::Score`.
fn used(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for statement in code.split(';').map(str::trim) {
        let Some(start) =
            statement.rfind("use ").filter(|&start| start == 0 || statement.as_bytes()[start - 1] <= b' ')
        else {
            continue;
        };
        spread(String::new(), &statement[start + 4..], &mut paths);
    }
    paths
}

/// Returns the paths in the code itself: `super::board::draw`.
fn spelled(code: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| !is_part(c) && c != '$'));
    let paths = words.filter(|word| word.starts_with("super::") || word.starts_with("crate::"));
    paths.map(|path| path.trim_end_matches(':').to_owned()).collect()
}

/// Expands `a::{b, c::{d, e}}`.
fn spread(prefix: String, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let name = tree.split(" as ").next().unwrap_or_default().trim();
        return paths.push(format!("{prefix}{name}"));
    };
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inner[start..at].trim().is_empty() {
                    spread(format!("{prefix}{}", head.trim()), &inner[start..at], paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

#[test]
fn every_module_has_its_place_and_uses_only_those_above() {
    let listed = listed_modules();
    let sources = sources();
    let there: BTreeSet<&str> = sources.iter().map(|source| listed_module(&listed, &source.module)).collect();
    let named: BTreeSet<&str> = listed.iter().map(String::as_str).filter(|module| *module != "main").collect();
    assert_eq!(there, named, "the modules of src and those of ARCHITECTURE.md");
    let place_of = |module: &[String]| listed.iter().position(|other| other == listed_module(&listed, module)).unwrap();
    let places: HashMap<&[String], usize> =
        sources.iter().map(|source| (source.module.as_slice(), place_of(&source.module))).collect();
    let imports = imports(&sources);
    for (file, targets) in &imports {
        for target in targets {
            assert!(
                places[target.as_slice()] <= places[file.as_slice()],
                "{} uses {}, which stands below it",
                file.join("/"),
                target.join("/")
            );
        }
    }
    assert!(300 < imports.values().map(HashSet::len).sum::<usize>());
}

/// The first invariant: the search uses only games, hooks, scores and small tools, and knows no chess, input or output.
#[test]
fn the_search_uses_only_games_hooks_and_scores() {
    let sources = sources();
    let is_of_search = |source: &&Source| source.module.starts_with(&["core".to_owned(), "search".to_owned()]);
    let search: Vec<&Source> = sources.iter().filter(is_of_search).collect();
    let own: HashSet<&str> = search.iter().flat_map(|source| &source.module[2..]).map(String::as_str).collect();
    let modules = ["hooks", "names", "random", "score", "search", "setters"];
    let tools = ["cmp", "error", "fmt", "iter", "mem", "ops", "slice", "str"];
    let is_type = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
    let begins = |path: &str, starts: &[&str]| starts.iter().any(|start| path.starts_with(start));
    let is_usable = |path: &str| match path.split_once("::").unwrap_or((path, "")) {
        ("crate", rest) => rest.strip_prefix("core::").is_some_and(|rest| {
            // The types of `game` itself, and none of its games.
            begins(rest, &modules) || rest.strip_prefix("game::").is_some_and(is_type)
        }),
        ("std", rest) => begins(rest, &tools),
        (first, _) => ["super", "self", "serde"].contains(&first) || own.contains(first) || is_type(first),
    };
    let mut count = 0;
    for source in search {
        let code: Vec<&str> = source.code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let code = code.join("\n");
        // The beginning of a `use` line with braces, whose paths are checked one by one.
        let in_code = spelled(&code).into_iter().filter(|path| path != "crate::core::game");
        // A text may contain the word "use".
        let is_path = |path: &String| path.chars().all(|letter| letter.is_alphanumeric() || "_:".contains(letter));
        for path in used(&code).into_iter().filter(is_path).chain(in_code) {
            assert!(is_usable(&path), "{} uses {path}", source.module.join("/"));
            count += 1;
        }
    }
    assert!(100 < count, "{count}");
}

/// Returns the listed module that contains a module: the one with the longest matching path.
fn listed_module<'a>(listed: &'a [String], module: &[String]) -> &'a str {
    let begins = |other: &&String| module.starts_with(&other.split('/').map(str::to_owned).collect::<Vec<_>>());
    let found = listed.iter().filter(begins).max_by_key(|other| other.len());
    found.unwrap_or_else(|| panic!("ARCHITECTURE.md does not list {}", module.join("/")))
}

/// For each file, the files that it uses.
fn imports(sources: &[Source]) -> HashMap<Vec<String>, HashSet<Vec<String>>> {
    let files: HashSet<Vec<String>> = sources.iter().map(|source| source.module.clone()).collect();
    // Items re-exported by a `mod.rs` belong to the file that defines them, so a path is followed through its `pub
    // use`.
    let taken: HashMap<&[String], Vec<String>> =
        sources.iter().map(|source| (source.module.as_slice(), used(&source.code))).collect();
    let handed_on = |module: &[String], name: &str| -> Option<Vec<String>> {
        let ends = |path: &&String| path.rsplit("::").next() == Some(name);
        let path = taken.get(module)?.iter().find(|path| ends(path) && !path.starts_with("crate::"))?;
        let child = path.split("::").next()?;
        Some(module.iter().cloned().chain([child.to_owned()]).collect())
    };
    let begins =
        |source: &Source| (0..=source.module.len()).map(|end| source.module[..end].to_vec()).collect::<Vec<_>>();
    let folders: HashSet<Vec<String>> = sources.iter().flat_map(begins).collect();
    let is_there = |module: &[String]| folders.contains(module);
    let mut imports = HashMap::new();
    for source in sources {
        let mut targets = HashSet::new();
        for path in taken[source.module.as_slice()].iter().chain(&spelled(&source.code)) {
            let mut at: Vec<String> = Vec::new();
            let mut parts = path.split("::").peekable();
            match parts.peek().copied() {
                Some("crate") => {
                    parts.next();
                    let first = parts.peek().copied().unwrap_or_default();
                    let is_module = is_there(&[first.to_owned()]);
                    assert!(is_module, "{}: {path} is not a path on disk", source.module.join("/"));
                }
                Some("super") => {
                    at.clone_from(&source.module);
                    while parts.next_if_eq(&"super").is_some() {
                        at.pop();
                    }
                }
                _ => continue,
            }
            for part in parts {
                let child: Vec<String> = at.iter().cloned().chain([part.to_owned()]).collect();
                match () {
                    () if is_there(&child) => at = child,
                    () => match handed_on(&at, part).filter(|module| is_there(module)) {
                        Some(module) => at = module,
                        None => break,
                    },
                }
            }
            // A folder is one module: its files share what its `mod.rs` declares, and that lists them.
            if at != source.module && files.contains(&at) && !source.module.starts_with(&at) {
                targets.insert(at);
            }
        }
        imports.insert(source.module.clone(), targets);
    }
    imports
}

#[test]
fn no_two_files_know_each_other_in_a_circle() {
    let sources = sources();
    let mut open = imports(&sources);
    assert!(open.values().map(HashSet::len).sum::<usize>() > 300);
    // Files that use no other file, or that no other file uses, are removed until nothing changes; the remaining files
    // form cycles.
    loop {
        let needs_none = |targets: &HashSet<Vec<String>>| targets.iter().all(|file| !open.contains_key(file));
        let is_needed = |file: &Vec<String>| open.values().any(|targets| targets.contains(file));
        let is_free = |(file, targets): &(&Vec<String>, &HashSet<_>)| needs_none(targets) || !is_needed(file);
        let free: Vec<Vec<String>> = open.iter().filter(is_free).map(|(file, _)| file.clone()).collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|file| drop(open.remove(file)));
    }
    let circle: Vec<String> = open
        .iter()
        .map(|(file, targets)| {
            let inside: Vec<String> =
                targets.iter().filter(|file| open.contains_key(*file)).map(|file| file.join("/")).collect();
            format!("{} -> {}", file.join("/"), inside.join(", "))
        })
        .collect();
    assert!(circle.is_empty(), "files that stand in a circle:\n{}", circle.join("\n"));
}

#[test]
fn a_file_is_one_thing() {
    // A command also holds the definitions of its options.
    let limit = |source: &Source| if source.module[0] == "cli" { 450 } else { 420 };
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| limit(source) < source.code.lines().count())
        .map(|source| format!("{} ({})", source.module.join("/"), source.code.lines().count()))
        .collect();
    assert!(long.is_empty(), "more than one concept? {}", long.join(", "));
}

#[test]
fn a_function_fits_on_a_screen() {
    let mut long = Vec::new();
    for Source { module, code } in sources() {
        let lines: Vec<&str> = code.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let body = line.trim_start();
            let begins = ["fn ", "const fn ", "pub"].iter().any(|word| body.starts_with(word));
            if !begins || !body.contains("fn ") || body.ends_with(';') {
                continue;
            }
            let end = format!("{}}}", &line[..line.len() - body.len()]);
            let length = lines[at..].iter().position(|line| *line == end).map_or(0, |length| length + 1);
            if 88 < length {
                long.push(format!("{} ({length}): {body}", module.join("/")));
            }
        }
    }
    assert!(long.is_empty(), "longer than a screen of 88 lines:\n{}", long.join("\n"));
}

/// No two types have the same name, so a search for a name finds one type.
#[test]
fn a_name_serves_one_type() {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for Source { module, code } in sources() {
        for line in code.lines() {
            // An indented `type` belongs to an implementation.
            let is_associated = line.starts_with(' ') && line.trim_start().starts_with("type ");
            let line = line.trim_start().trim_start_matches("pub").trim_start();
            let line = if line.starts_with('(') { line.split_once(')').map_or("", |(_, behind)| behind) } else { line };
            let mut words = line.split_whitespace();
            let is_type = matches!(words.next(), Some("struct" | "enum" | "trait" | "union" | "type"));
            if let Some(name) = words.next().filter(|_| is_type && !is_associated) {
                let name: String = name.chars().take_while(|c| c.is_alphanumeric()).collect();
                found.entry(name).or_default().push(module.join("/"));
            }
        }
    }
    assert!(600 < found.len(), "{}", found.len());
    found.retain(|name, places| places.len() > 1 && !name.is_empty());
    assert!(found.is_empty(), "several types of one name: {found:?}");
}
