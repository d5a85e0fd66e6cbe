//! Files of positions searched in parallel, in shards, and by runs that resume earlier ones.

use crate::faults::{rounds, slow_rounds, struck};
use crate::support::dice::Dice;
use crate::{Folder, failed};
use std::collections::HashSet;
use std::time::Instant;

const GAMES: &str =
    "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. Ke2 *\n\n[White \"C\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
/// The end of each command that resumes.
const ON: [&str; 5] = ["--jobs", "2", "--resume", "-o", "out.jsonl"];

/// Returns the first positions of a suite.
fn suite(positions: usize) -> Folder {
    let wac = std::fs::read_to_string(crate::support::path("tests/data/wac.epd")).unwrap();
    let lines = wac.lines().filter(|line| line.contains('/') && !line.starts_with('#'));
    Folder::with("suite.epd", lines.take(positions).collect::<Vec<_>>().join("\n"))
}

/// Exit code, standard output and standard error of `plywood explain`.
fn run(folder: &Folder, words: &[&str]) -> (i32, String, String) {
    let ended = folder.plywood(&[&["explain"], words].concat()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (ended.status.code().unwrap(), text(ended.stdout), text(ended.stderr))
}

fn number(line: &str) -> u64 {
    line.split([':', ',']).nth(1).unwrap().parse().unwrap()
}

/// Like `sort -t: -k2n`: the number comes first in the line.
pub fn sort_by_number(lines: &mut [String]) {
    lines.sort_by_key(|line| number(line));
}

#[test]
fn all_positions_of_games_are_searched_whole_or_in_parts() {
    let folder = Folder::with("games.pgn", GAMES);
    let all = ["games.pgn", "--all-plies", "--depth", "1", "--format", "jsonl"];
    let (code, whole, said) = run(&folder, &all);
    assert_eq!((code, whole.lines().count()), (1, 9), "{whole}");
    assert!(said.contains("games.pgn") && said.contains("record 2"), "{said}");
    let mut parts: Vec<String> = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let share = run(&folder, &[&all[..], &["--shard", part, "--jobs", "1"]].concat()).1;
        parts.extend(share.split_inclusive('\n').map(str::to_owned));
    }
    sort_by_number(&mut parts);
    assert_eq!(parts.concat(), whole);
    // The unreadable game has a number, like a line of positions would.
    assert_eq!(whole.lines().map(number).collect::<Vec<_>>(), [1, 2, 3, 4, 6, 7, 8, 9, 10]);
    let last = run(&folder, &["games.pgn", "--all-plies", "--depth", "1", "--game", "3"]).1;
    assert!(last.contains("game 3 ply 4") && !last.contains("game 1"), "{last}");
}

#[test]
fn a_run_goes_on_with_what_is_there_and_makes_the_same_file() {
    let folder = suite(6);
    let at_once = run(&folder, &["suite.epd", "--depth", "2", "--format", "jsonl"]).1;
    let words = [&["suite.epd", "--depth", "2"], &ON[..]].concat();
    // The end of a line shows whether it is complete.
    let mut lines: Vec<&str> = at_once.split_inclusive('\n').collect();
    lines.swap(1, 4);
    for torn in ["", "{\"num", "{\"number\":6,\"id\":\"WAC"] {
        folder.write("out.jsonl", lines[..3].concat() + torn);
        let (code, out, said) = run(&folder, &words);
        assert_eq!((out.as_str(), said.as_str()), ("", ""));
        assert_eq!(folder.read("out.jsonl"), at_once, "{torn}");
        // The exit code includes earlier results.
        let is_missed = at_once.contains("\"right\":false");
        assert_eq!(code, i32::from(is_missed));
    }
    // Positions with results are not searched again.
    let changed = at_once.replacen("\"nodes\":", "\"nodes\":9", 1);
    folder.write("out.jsonl", &changed);
    run(&folder, &words);
    assert_eq!(folder.read("out.jsonl"), changed);
    let of_depths = ["suite.epd", "--depths", "1..2", "--format", "jsonl"];
    let at_once = run(&folder, &of_depths).1;
    folder.write("out.jsonl", at_once.split_inclusive('\n').next().unwrap());
    run(&folder, &[&of_depths[..], &ON[..]].concat());
    assert_eq!(folder.read("out.jsonl"), at_once);
}

/// Lines made with other settings are not taken as results of this search, and the error names the setting.
#[test]
fn a_run_goes_on_only_with_its_own_settings() {
    let settings: [&[&str]; 14] = [
        &[],
        &["--evaluation", "material"],
        &["--order", "none"],
        &["--algorithm", "pvs"],
        &["--with", "tt"],
        &["--with", "killers"],
        &["--with", "tt", "--table-answers", "deeper"],
        &["--with", "tt", "--table", "1"],
        &["--nodes", "100000"],
        &["--without", "king"],
        &["--cut", "gt"],
        &["--fail", "hard"],
        &["--engine", "sargon"],
        &["--tablebases", "retro"],
    ];
    let folder = suite(2);
    let depth = ["suite.epd", "--depth", "1"];
    for (index, one) in settings.into_iter().enumerate() {
        for other in [settings[(index + 1) % settings.len()], settings[usize::from(index == 0)]] {
            let _ = std::fs::remove_file(folder.path().join("out.jsonl"));
            let (_, _, said) = run(&folder, &[&depth[..], one, &ON].concat());
            assert_eq!(said, "", "{one:?}");
            let found = folder.read("out.jsonl");
            let (code, _, said) = run(&folder, &[&depth[..], other, &ON].concat());
            let named = one.iter().chain(other).filter(|word| word.starts_with("--")).any(|word| said.contains(word));
            let is_named =
                named || said.contains("--algorithm") || said.contains("--tablebases") || said.contains("--evaluation");
            assert!(code == 1 && is_named && said.contains("name another file"), "{one:?}, {other:?}: {said}");
            assert_eq!(folder.read("out.jsonl"), found, "{one:?}, {other:?}");
        }
    }
    let usual = run(&folder, &[&depth[..], &["--format", "jsonl"]].concat()).1;
    folder.write("out.jsonl", &usual);
    let named = ["--order", "static", "--evaluation", "positional", "--algorithm", "alpha-beta"];
    let (_, _, said) = run(&folder, &[&depth[..], &named, &ON].concat());
    assert_eq!((said.as_str(), folder.read("out.jsonl")), ("", usual.clone()));
    // Lines without settings could be from any run.
    folder.write("out.jsonl", usual.replace("\"settings\"", "\"other\""));
    let (code, _, said) = run(&folder, &[&depth[..], &ON].concat());
    assert!(code == 1 && said.contains("does not say by which settings"), "{said}");
}

/// Searches interrupted by a limit are repeated, and the file equals that of an uninterrupted run.
#[test]
fn what_is_not_complete_is_searched_again() {
    let folder = suite(4);
    let depth = ["suite.epd", "--depth", "2"];
    let at_once = run(&folder, &[&depth[..], &["--format", "jsonl"]].concat()).1;
    let broken =
        at_once.replacen("\"complete\":true", "\"complete\":false", 2).replacen("\"nodes\":", "\"nodes\":9", 1);
    folder.write("out.jsonl", &broken);
    assert_eq!(run(&folder, &[&depth[..], &ON].concat()).2, "");
    assert_eq!(folder.read("out.jsonl"), at_once);
    // A run that ended before it sorted its lines leaves two lines for one position.
    let second = at_once.lines().nth(1).unwrap();
    folder.write("out.jsonl", format!("{}{second}\n", at_once.replacen(second, broken.lines().nth(1).unwrap(), 1)));
    assert_eq!(run(&folder, &[&depth[..], &ON].concat()).2, "");
    assert_eq!(folder.read("out.jsonl"), at_once);
    // With the same limit the searches are interrupted again, and no line is duplicated.
    let limited = [&depth[..], &["--nodes", "20"], &ON].concat();
    std::fs::remove_file(folder.path().join("out.jsonl")).unwrap();
    run(&folder, &limited);
    let found = folder.read("out.jsonl");
    assert!(found.contains("\"complete\":false"), "{found}");
    run(&folder, &limited);
    assert_eq!(folder.read("out.jsonl"), found);
}

/// Mates that an earlier run found count as found, and those that it missed as missed.
#[test]
fn a_run_that_goes_on_ends_as_one_that_is_run_at_once() {
    let mate = |distance: u32| format!("6k1/5ppp/8/8/8/8/8/R3K3 w - - dm {distance}; id \"in {distance}\";\n");
    for distances in [[1, 1, 1], [1, 1, 3], [3, 1, 1], [1, 3, 1]] {
        let folder = Folder::with("suite.epd", distances.map(mate).concat());
        let words = ["suite.epd", "--depth", "1", "--resume", "-o", "out.jsonl"];
        let at_once = run(&folder, &words);
        let (whole, is_missed) = (folder.read("out.jsonl"), distances != [1, 1, 1]);
        assert_eq!(at_once.0, i32::from(is_missed), "{whole}");
        for earlier in 1..=3 {
            folder.write("out.jsonl", whole.split_inclusive('\n').take(earlier).collect::<String>());
            assert_eq!(run(&folder, &words), at_once, "{distances:?} {earlier}");
        }
    }
}

#[test]
fn what_is_no_earlier_result_is_refused_and_stays() {
    let folder = suite(3);
    let words = |depth| [&["suite.epd", "--depth", depth], &ON[..]].concat();
    run(&folder, &words("2"));
    let found = folder.read("out.jsonl");
    let first = found.lines().next().unwrap();
    let other = found.replacen("w - -", "b - -", 1);
    for (content, depth, why) in [
        ("precious", "2", "the end of out.jsonl is not a result"),
        ("precious\n", "2", "out.jsonl, line 1 is not a result"),
        (&format!("{found}{first}\n"), "2", "has position 1 twice"),
        (&found, "1", "position 1 was searched to other depths"),
        (&other, "2", "belongs to another suite"),
    ] {
        folder.write("out.jsonl", content);
        let (code, _, said) = run(&folder, &words(depth));
        assert!(code == 1 && said.contains(why), "{why}: {said}");
        assert_eq!(folder.read("out.jsonl"), content);
    }
    for words in [
        &["suite.epd", "--resume"][..],
        &["suite.epd", "--resume", "-o", "out.txt"],
        &["suite.epd", "--resume", "-o", "out.jsonl.gz"],
        &["suite.epd", "--jobs", "0"],
        &["startpos", "--jobs", "2"],
        &["suite.epd", "--all-plies"],
    ] {
        assert_eq!(run(&folder, words).0, 2, "{words:?}");
    }
}

/// Whatever interrupts a run at whatever time, in the end no position is duplicated, incomplete or missing.
#[test]
fn faults_that_end_a_run_lose_nothing() {
    let words = [&["explain", "suite.epd", "--depth", "2"], &ON[..]].concat();
    let whole = suite(12);
    let start = Instant::now();
    assert!(matches!(whole.plywood(&words).output().unwrap().status.code(), Some(0 | 1)));
    let (at_once, took) = (whole.read("out.jsonl"), start.elapsed());
    let expected: HashSet<&str> = at_once.lines().collect();
    let (mut asked, mut killed) = (0, 0);
    for number in 0..slow_rounds().div_ceil(4) {
        let (mut dice, folder) = (Dice(number), suite(12));
        for _ in 0..4 {
            let (name, ended) = struck((&words, took), &folder, &["-INT", "-TERM", "-KILL", "-KILL"], &mut dice);
            let round = format!("round {number} {name}: {ended:?}");
            killed += u64::from(ended.status.code().is_none());
            if ended.status.code() == Some(1) && !ended.stderr.is_empty() {
                asked += 1;
                assert!(failed(ended).contains("interrupted"), "{round}");
            }
            let found = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap_or_default();
            let lines: Vec<&str> = found.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).collect();
            assert!(lines.iter().all(|line| expected.contains(line)), "{round}: {found}");
            assert_eq!(lines.iter().copied().collect::<HashSet<&str>>().len(), lines.len(), "{round}: {found}");
        }
        folder.plywood(&words).output().unwrap();
        assert_eq!(folder.read("out.jsonl"), at_once, "round {number}");
    }
    assert!(rounds() < 1000 || (0 < asked && 0 < killed), "{asked} asked, {killed} killed");
}
