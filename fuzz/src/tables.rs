//! Files of tables of solved endings, whose checksum is made right so that what stands behind it is read.

use plywood::retro::Tables;

/// Reads the input with the checksum that it should have: it is refused with a reason, or whatever it says of its positions,
/// right or wrong, is told, and written as it was.
pub fn tables(bytes: &[u8]) {
    let body = bytes.split_last_chunk::<4>().map_or(bytes, |(body, _)| body);
    let repaired = [body, &crc32fast::hash(body).to_le_bytes()].concat();
    let Ok(tables) = Tables::read(&repaired) else { return };
    let mut written = Vec::new();
    tables.write(&mut written).expect("a vector takes everything");
    assert_eq!(written, repaired);
    let summary = tables.summary();
    let marked = summary.halves.iter().flat_map(|half| &half.by_ply).filter_map(|marks| marks.example);
    for position in marked.chain(summary.zugzwangs.iter().filter_map(|zugzwang| zugzwang.example)) {
        let _ = (tables.value(&position), tables.choices(&position));
    }
}
