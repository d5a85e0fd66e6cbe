//! Compressed output can be read back by every command that reads such files.

use crate::{Folder, failed, feed, output, succeeded};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

const GAMES: &str = "[Event \"One\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n";

/// Runs a command with the file `plain` and with the same file compressed, whose name ends in `.gz`.
fn reads_both(folder: &Folder, arguments: &[&str], plain: &str) {
    let packed = format!("{plain}.gz");
    let with = |file: &str| {
        let words: Vec<&str> = arguments.iter().map(|&word| if word == "FILE" { file } else { word }).collect();
        output(&mut folder.plywood(&words)).replace(file, "FILE")
    };
    assert_eq!(with(&packed), with(plain), "{arguments:?}");
}

/// Checks that a command writes the same content with and without compression.
fn writes_both(folder: &Folder, arguments: &[&str], plain: &str) {
    for name in [plain, &format!("{plain}.gz")] {
        output(&mut folder.plywood(&[arguments, &["-o", name]].concat()));
    }
    let (one, other) = (std::fs::read(folder.path().join(plain)).unwrap(), folder.packed(plain));
    assert!(one != other && other.starts_with(&[0x1f, 0x8b]), "{arguments:?}");
}

impl Folder {
    fn packed(&self, plain: &str) -> Vec<u8> {
        std::fs::read(self.path().join(format!("{plain}.gz"))).unwrap()
    }
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

#[test]
fn lessons_that_are_written_compressed_are_read_back() {
    let folder = Folder::new();
    writes_both(&folder, &["lessons", "show", "sargon-2"], "shown.json");
    writes_both(&folder, &["lessons", "new", "((3 12 8) (2 4 6))"], "new.json");
    writes_both(&folder, &["distil", "startpos", "--depth", "2"], "distilled.json");
    writes_both(&folder, &["exercise", "new", "--seed", "3"], "exercise.json");
    for name in ["shown.json", "new.json", "distilled.json", "exercise.json"] {
        for command in [&["explain", "FILE"][..], &["verify", "FILE"], &["compare", "FILE"]] {
            reads_both(&folder, command, name);
        }
    }
    reads_both(&folder, &["course", "FILE"], "shown.json");
    writes_both(&folder, &["exercise", "sheet", "exercise.json", "--key", "--format", "answers"], "key.txt");
    reads_both(&folder, &["exercise", "grade", "exercise.json", "FILE"], "key.txt");
    reads_both(&folder, &["exercise", "grade", "FILE", "key.txt"], "exercise.json");
}

#[test]
fn tables_books_and_games_may_be_compressed() {
    let folder = Folder::with("games.pgn", GAMES);
    folder.write("games.pgn.gz", packed(GAMES));
    reads_both(&folder, &["explain", "FILE", "--ply", "1", "--depth", "1"], "games.pgn");
    writes_both(&folder, &["book", "make", "games.pgn"], "book.bin");
    reads_both(&folder, &["book", "FILE"], "book.bin");
    reads_both(&folder, &["explain", "startpos", "--book", "FILE"], "book.bin");
    writes_both(&folder, &["retro", "KQK", "--board", "4x4"], "table.tbl");
    reads_both(&folder, &["retro", "FILE"], "table.tbl");
}

#[test]
fn numbered_files_keep_both_their_endings() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["exercise", "new", "--count", "2", "-o", "ex.json.gz"]));
    assert_eq!(folder.names(), ["ex-01.json.gz", "ex-02.json.gz"]);
    output(&mut folder.plywood(&["exercise", "sheet", "ex-02.json.gz"]));
}

#[test]
fn standard_input_may_be_compressed() {
    let folder = Folder::new();
    let tree = "((3 12 8) (2 4 6))";
    let explained = |input: &[u8]| succeeded(feed(&mut folder.plywood(&["explain", "-"]), input));
    assert_eq!(explained(&packed(tree)), explained(tree.as_bytes()));
    let made = |input: &[u8]| succeeded(feed(&mut folder.plywood(&["lessons", "new", "-"]), input));
    assert_eq!(made(&packed(tree)), made(tree.as_bytes()));
}

#[test]
fn damaged_compression_is_named() {
    let mut damaged = packed("((3 12 8) (2 4 6))");
    damaged.truncate(15);
    let folder = Folder::with("tree.gz", damaged);
    for command in [&["explain", "tree.gz"][..], &["book", "tree.gz"], &["retro", "tree.gz"]] {
        let message = failed(folder.plywood(command).output().unwrap());
        assert!(message.contains("tree.gz: damaged compression"), "{message}");
    }
}

/// If an engine is killed, the compressed trace is cut off as well. What can be read is shown, as in a plain file.
#[test]
fn a_compressed_trace_that_is_cut_off_is_shown_as_far_as_it_goes() {
    let folder = Folder::new();
    output(&mut folder.plywood(&["explain", "startpos", "-d", "2", "-o", "whole.jsonl.gz"]));
    let whole = std::fs::read(folder.path().join("whole.jsonl.gz")).unwrap();
    for length in [whole.len() / 8, whole.len() / 2] {
        folder.write("cut.jsonl.gz", &whole[..length]);
        let mut plain = Vec::new();
        let _ = std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&whole[..length]), &mut plain);
        folder.write("cut.jsonl", plain);
        for command in ["explain", "verify"] {
            let run = |name: &str| {
                let ended = folder.plywood(&[command, name]).output().unwrap();
                let texts = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).unwrap());
                texts.concat().replace(name, "FILE")
            };
            let shown = run("cut.jsonl.gz");
            assert!(shown.contains("FILE: line "), "{shown}");
            assert_eq!(shown, run("cut.jsonl"), "{command} {length}");
        }
    }
}
