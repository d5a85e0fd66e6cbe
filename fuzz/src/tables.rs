//! Tablebase files, whose checksum is corrected so that the content is read.

use plywood::internal::endgame::retro::{EndingTables, Examples, Solved, Unfold, proof_sentence};
use plywood::internal::page::Style;
use plywood::search::{Algorithm, Order, Settings};
use plywood::study::Study;
use std::sync::Arc;

/// Reads the input with a corrected checksum: it is rejected with a reason, or its content, right or wrong, is shown
/// and written back unchanged.
pub fn tables(bytes: &[u8]) {
    let body = bytes.split_last_chunk::<4>().map_or(bytes, |(body, _)| body);
    let repaired = [body, &crc32fast::hash(body).to_le_bytes()].concat();
    let Ok(tables) = EndingTables::read(&repaired) else { return };
    let mut written = Vec::new();
    tables.write(&mut written).expect("a vector takes everything");
    assert_eq!(written, repaired);
    pages(&tables);
    proofs(&Arc::new(tables));
}

/// Writes them in all formats.
fn pages(tables: &EndingTables) {
    let (solved, style, mut out) = (Solved::new(tables), Style::default(), Vec::new());
    let written = [
        solved.document(None, Examples::OfIterations, &style).write_text(&style, &mut out),
        solved.positions(style.width).write_text(&style, &mut out),
        solved.json(&mut out),
        solved.json_lines(&mut out),
    ];
    assert!(written.iter().all(Result::is_ok), "{written:?}");
}

/// Proves one position of each kind, as far as possible.
fn proofs(tables: &Arc<EndingTables>) {
    let summary = tables.summary();
    let marked = summary.halves.iter().flat_map(|half| &half.by_ply).filter_map(|marks| marks.example);
    for position in marked.chain(summary.zugzwangs.iter().filter_map(|zugzwang| zugzwang.example)) {
        assert!(!proof_sentence(tables, &position, false).is_empty());
        let proof = Unfold::new(tables.clone(), position, true);
        let study = Study::new(proof, (), Settings::plain(Algorithm::Minimax, 2, Order::None));
        assert!(study.expect("plain minimax searches all games").run(&mut ()).is_ok());
    }
}
