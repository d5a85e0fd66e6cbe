//! Every option that a command takes has an effect there.

use super::Folder;
use crate::support::is_long;
use clap::CommandFactory;
use plywood::cli::{Cli, Context};
use std::collections::{HashMap, HashSet};

/// For each option of each command, a command line whose output changes with the option after the bar, or is only
/// possible with it.
const ROWS: &str = "\
explain T | --color always
explain T | --charset unicode
explain T | --view negamax
explain T | --columns 50
explain P | --depth 1
explain T | --algorithm minimax
explain P | --order none
explain P | --with tt
explain TIES | --cut gt
explain T | --fail hard
explain P --depth 6 --with tt | --table-answers deeper
explain P | --evaluation material
explain ROOK | --tablebases retro
explain T | --only A
explain T | --only-at A:_A1
explain T | --leaves 0..20
explain P | --without king
explain T | --set A1=9
explain P | --nodes 9
explain P | --engine sargon
explain startpos --engine sargon --depth 1 | --no-book
explain games.pgn | --ply 2
explain games.pgn --ply 1 | --game 2
explain P | --after Kd2
explain suite.epd | --shard 1/2
explain games.pgn --depth 1 | --all-plies
explain P | --book book.bin
explain startpos --depth 1 --book book.bin | --random 3
explain P | --depths 1..2
explain sargon-1 | --mistake swapped-bounds
explain T | --why A1
explain T | --line A
explain T | --focus A
explain P | --full
explain P | --width 1
explain T | --plies 1
explain T --format jsonl --plies 1 | --every 2
explain P | --roots 2
explain T | --style outline
explain T | --format json
explain T --format svg | --bare
explain T --format svg | --names none
explain T --format svg | --strip
explain T | --log
explain T | --log=all
explain T | --code
explain T | --orders
explain sargon-1 --engine sargon | --carrier
explain T | --pv-scan
explain T | --legend
explain sargon-1 | --answers
explain T | --play
explain T | --step 3
explain P --with iterative | --pass 1
explain T | --event 5
explain T | --at-event 3
compare T | --color always
compare T --algorithm alpha-beta,minimax | --charset unicode
compare T | --view negamax
compare T | --columns 50
compare P | --depth 1
compare T | --algorithm pvs,minimax
compare P --algorithm alpha-beta --depth 2 | --order none,static
compare ((0_5)_(3_4)) | --leaves 0..5
compare T | --cut ge,gt
compare T | --fail hard,soft
compare P --depth 2 --algorithm alpha-beta,pvs | --with tt
compare P --depth 2 --algorithm alpha-beta,pvs | --evaluation material
compare ROOK --depth 2 --algorithm alpha-beta,pvs | --tablebases retro
compare P --depth 1 | --engine sargon,plywood
compare T --algorithm minimax,alpha-beta | --check
compare T --algorithm minimax,alpha-beta | --focus A
compare trace.jsonl other.jsonl | --ignore static
compare T | --format json
compare trace.jsonl wrong.jsonl --check | --fail-on contradiction
verify T | --color always
verify sargon-1 | --charset unicode
verify T | --view negamax
verify T | --columns 50
verify P | --depth 1
verify T | --algorithm minimax
verify P --depth 2 | --order none
verify P --depth 2 | --with tt
verify TIES | --cut gt
verify T | --fail hard
verify P --depth 6 --with tt | --table-answers deeper
verify P --depth 2 | --evaluation material
verify ROOK --depth 2 | --tablebases retro
verify T | --only A
verify T | --only-at A:_A1
verify ((0_5)_(3_4)) | --leaves 0..10
verify P --depth 2 | --without king
verify T | --set A1=9
verify P --depth 2 | --nodes 9
verify P --depth 2 | --leaves 10
verify wrong.jsonl | --all
verify wrong.jsonl | --ignore node-score
verify trace.jsonl | --stream
verify T | --format json
verify games.pgn --depth 1 | --ply 2
verify games.pgn --ply 1 --depth 1 | --game 2
eval ROOK --tablebases retro | --color always
eval P | --charset unicode
eval P | --columns 50
eval P | --after Kd2
eval P | --evaluation material
eval P | --engine sargon
eval P --engine sargon | --moves
eval P --engine sargon | --square e2
eval ROOK | --tablebases retro
eval P | --format json
lessons | --columns 50
lessons plan 50 | --columns 50
course 1 | --color always
course 1 | --charset unicode
course 1 | --view negamax
course 1 | --columns 50
course sargon-1 | --title Mine
course sargon-1 | --orders
course sargon-1 | --log
course sargon-1 | --style sargon
course sargon-1 | --pv-scan
distil P | --width 3
distil P | --depth 2
distil startpos --depth 2 --width 3 | --order random:3
distil startpos --depth 2 | --evaluation material
distil P | --title Mine
distil games.pgn | --ply 2
distil games.pgn --ply 1 | --game 2
retro KQK --board 4x4 | --color always
retro KQK --board 4x4 | --charset unicode
retro KRK --explain ROOK | --view negamax
retro KQK --board 4x4 | --columns 50
retro KQK | --board 4x4
retro KQK --board 3x3 | --print
retro KQK --board 4x4 | --examples
retro KRK | --explain ROOK
retro KRK --explain ROOK | --plies 1
retro KQK --board 4x4 | --format json
book book.bin | --color always
book book.bin | --charset unicode
book book.bin | --columns 50
book book.bin | --random 3
book book.bin | --zobrist
book book.bin | --format json
lessons | --format markdown
lessons plan 50 | --format markdown
course 1 | --format markdown
book make games.pgn | --plies 1
exercise new | --shape 2x2
exercise new | --seed 2
exercise new | --cuts 3
exercise new --shape 2x2x2x2 | --deep
exercise new | --ties
exercise new | --negative
exercise new | --level 1
exercise new P | --depth 2
exercise new P | --width 2
exercise new T | --items pv
exercise new T | --all-items
exercise new T | --rule ge
exercise new games.pgn | --ply 2
exercise new games.pgn --ply 1 | --game 2
exercise sheet T | --key
exercise sheet T | --format tex
exercise sheet T | --color always
exercise sheet T | --charset unicode
exercise sheet T | --columns 50
exercise grade T answers.txt | --format json
exercise grade T answers.txt | --color always
exercise grade T answers.txt | --columns 50
exercise run T -- sh -c PLAYER | --format json
exercise run T -- sh -c PLAYER | --algorithm minimax
exercise run T --format json -- sh -c PLAYER | --rule ge
exercise run --format json -- sh -c PLAYER | --trees 1
exercise run --format json --trees 3 -- sh -c PLAYER | --seed 2
exercise run T --format json -- sh {} | --each players
exercise run T --format json -- sh -c PLAYER | --root min
exercise run --format json --trees 3 -- sh -c PLAYER | --players max,min,min
exercise run --format json --trees 3 -- sh -c PLAYER | --depth 1
exercise run --format json --trees 3 -- sh -c PLAYER | --weights value=4
exercise run --format json --trees 40 -- sh -c PLAYER | --marks share
exercise run --format gradescope --trees 3 -- sh -c PLAYER | --visibility value=hidden
exercise run T -- sh -c PLAYER | --color always
exercise run T -- sh -c PLAYER | --columns 50
perft startpos | --depth 1
perft startpos --depth 1 | --divide";

/// Options whose effect no row can show, because it depends on a terminal, the clock, other runs, another engine, a
/// large search, many files, or a browser page.
const ELSEWHERE: &str = "\
--output --pager --time --uci-go --uci-option --uci-time
course --whole
site --address
lessons --view
explain --jobs
explain --resume
explain --hash
explain --steps
explain --every-event
compare --hash
compare --table-answers
verify --hash
exercise run --jobs
exercise run --resume
exercise run --reports
exercise new --count
playground --answer
explain --check
lessons show --force
lessons new --force
distil --force
exercise new --force
exercise sheet --force
exercise starter --force
site --force
step";

/// Options for the look that a command accepts although its page has nothing to colour or draw, because all pages have
/// the same options.
const NOTHING_YET: &str = "\
lessons --color
lessons --charset
lessons plan --color
lessons plan --charset
exercise grade --charset
exercise run --charset";

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                     [White \"C\"]\n[Black \"D\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 1/2-1/2\n";
const SUITE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n6k1/5ppp/8/8/8/8/8/1R2K3 w - - bm Rb8#;\n";

/// Returns the meaning of a word in a row: a tree, a position, a file in the folder; an underscore is a blank.
fn word(folder: &Folder, word: &str) -> String {
    match word {
        "T" => "((3 12 8) (2 4 6))".to_owned(),
        "TIES" => "((5 5) (5 1))".to_owned(),
        "P" => "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
        "ROOK" => "8/8/8/8/8/2k5/8/K6R w - - 0 1".to_owned(),
        // A program that always answers without asking.
        "PLAYER" => "while read a; do case $a in search*) echo answer 3 1;; esac; done".to_owned(),
        name if folder.path().join(name).exists() => folder.path().join(name).display().to_string(),
        other => other.replace('_', " "),
    }
}

/// Runs a command in this process; returns the file that it wrote and its exit code, or an error.
fn run(folder: &Folder, words: &str) -> Result<(Vec<u8>, String), String> {
    let out = folder.path().join("out");
    let _ = std::fs::remove_file(&out);
    let mut all = vec!["plywood".to_owned()];
    let words = joined(words, &format!("--output {}", out.display()));
    all.extend(words.split_whitespace().map(|one| word(folder, one)));
    let context = Context::in_memory(all.into_iter().map(Into::into), &[]);
    let cli = Cli::parse(context.words().iter().cloned()).map_err(|error| error.to_string())?;
    let code = cli.run(&context).map_err(|error| format!("{error:#}"))?;
    Ok((std::fs::read(out).unwrap(), format!("{code:?}")))
}

/// Returns a command line with one more option, which is placed before the arguments of a program.
fn joined(words: &str, option: &str) -> String {
    match words.split_once(" -- ") {
        Some((own, program)) => format!("{own} {option} -- {program}"),
        None => format!("{words} {option}"),
    }
}

fn folder() -> Folder {
    let folder = Folder::with("games.pgn", GAMES);
    std::fs::create_dir(folder.path().join("players")).unwrap();
    folder.write("players/one.sh", word(&folder, "PLAYER"));
    folder.write("suite.epd", SUITE);
    for (name, words) in [
        ("trace.jsonl", "explain T --format jsonl"),
        ("other.jsonl", "explain ((3_12_9)_(2_4_6)) --format jsonl"),
        ("book.bin", "book make games.pgn"),
        ("answers.txt", "exercise sheet T --format answers"),
    ] {
        folder.write(name, run(&folder, words).unwrap().0);
    }
    let wrong = folder.read("trace.jsonl").replace("\"verdict\":\"best\"", "\"verdict\":\"not_best\"");
    folder.write("wrong.jsonl", wrong);
    folder
}

#[test]
fn every_option_of_every_row_does_something() {
    let folder = folder();
    // Many rows have the same base.
    let mut without = HashMap::new();
    let idle = |row: &&'static str| {
        let (base, option) = row.split_once(" | ").unwrap();
        let with = run(&folder, &joined(base, option)).unwrap_or_else(|error| panic!("{row}: {error}"));
        *without.entry(base).or_insert_with(|| run(&folder, base)) == Ok(with)
    };
    // All rows, or the first of each option and the first of each command.
    let mut seen = HashSet::new();
    let is_tried = |row: &&'static str| {
        let (base, option) = row.split_once(" | ").unwrap();
        let names = [option, base].map(|words| words.split(' ').next().unwrap());
        names.map(|name| seen.insert(name)).contains(&true) || is_long()
    };
    let idle: Vec<&str> = ROWS.lines().filter(is_tried).filter(idle).collect();
    assert!(idle.is_empty(), "these options do nothing here:\n{}", idle.join("\n"));
}

#[test]
fn every_option_of_every_command_has_a_row() {
    let row = |row: &'static str| {
        let (base, option) = row.split_once(" | ").unwrap();
        (base, option.split(' ').next().unwrap())
    };
    let rows: Vec<(&str, &str)> = ROWS.lines().map(row).collect();
    let is_tried = |command: &str, option: &str| {
        rows.iter().any(|(base, one)| *one == option && format!("{base} ").starts_with(&format!("{command} ")))
    };
    let is_known = |command: &str, option: &str| {
        let named = format!("{command} {option}");
        [ELSEWHERE, NOTHING_YET].iter().any(|list| list.lines().any(|line| line == named || line == command))
            || ELSEWHERE.lines().next().unwrap().split(' ').any(|one| one == option)
    };
    let mut missing = Vec::new();
    each(&mut Cli::command(), "", &mut |command, option| {
        if !is_tried(command, option) && !is_known(command, option) {
            missing.push(format!("{command} {option}"));
        }
    });
    assert!(missing.is_empty(), "no row shows what these do:\n{}", missing.join("\n"));
}

/// Options that are rejected because they have no effect with another option or for this subject.
const REFUSED: &str = "\
exercise new P --ply 2
exercise new --ply 2
exercise new T --game 2
explain P --uci-go nodes_5
eval P --uci-go nodes_5
explain P --uci-option Threads=2
explain P --jobs 2
explain games.pgn --ply 1 --jobs 2
explain suite.epd --all-plies
explain games.pgn --ply 1 --resume
compare P --uci-time 5
distil P --uci-go nodes_5
exercise new T --seed 2
compare P --depth 1 --engine sargon,plywood --cut gt
compare P --depth 1 --engine sargon,plywood --fail hard
compare P --depth 1 --engine sargon,plywood --focus Kd2
compare trace.jsonl T --engine sargon,plywood
course 1 --title Mine
course 1 --log
verify T --stream
explain trace.jsonl --without king
explain T --why A --style outline
explain T --play --only A
explain trace.jsonl --play
explain T --bare
explain T --names none
explain T --format markdown --bare
explain T --format json --names none
explain T --format svg --style outline --names none
explain T --step 3 --bare
explain T --step 3 --style outline
explain T --strip --format text
explain T --strip --format dot
explain T --strip=3,99 --format svg
explain T --strip --bare --format svg
explain T --strip --style annotated --format svg";

#[test]
fn what_does_nothing_is_refused() {
    let folder = folder();
    let taken: Vec<&str> = REFUSED.lines().filter(|words| run(&folder, words).is_ok()).collect();
    assert!(taken.is_empty(), "these were taken for nothing:\n{}", taken.join("\n"));
}

/// Calls `with` for each option of each command below this one.
fn each(command: &mut clap::Command, name: &str, with: &mut dyn FnMut(&str, &str)) {
    command.build();
    for option in command.get_arguments().filter_map(|option| option.get_long()) {
        if !["help", "version"].contains(&option) {
            with(name, &format!("--{option}"));
        }
    }
    for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
        let name = format!("{name} {}", below.get_name());
        each(below, name.trim(), with);
    }
}
