//! Data in a page: compressed, in letters that no element can end on, with the way back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{Read, Write};

/// No page unpacks to more bytes than this.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Packs a text into an element that scripts read.
pub(super) fn packed(id: &str, text: &str) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    let letters = STANDARD.encode(bytes.expect("memory takes what is written"));
    format!("{}{letters}</script>\n", start(id))
}

/// What stands before packed data in a page.
fn start(id: &str) -> String {
    format!("<script type=\"text/plain\" id=\"{id}\">")
}

/// Returns data that a page carries: `trace`, the trace of its search as JSON, or `states`, what its scripts show; nothing
/// if it carries none, or if that is damaged.
#[must_use]
pub fn data_in(page: &str, id: &str) -> Option<String> {
    let (_, behind) = page.split_once(&start(id))?;
    let bytes = STANDARD.decode(behind.split_once("</script>")?.0).ok()?;
    let mut text = String::new();
    GzDecoder::new(bytes.as_slice()).take(MOST_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}
