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

/// Digits to the base of 85, of which five are four bytes; no tag, no entity and no address can come about of them.
const DIGITS: &[u8; 85] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!*?_~()[]{}@%$#,;";

/// Puts what is compressed already into an element that scripts read, in fewer letters: first how many bytes too many there are
/// at the end, then the digits.
pub(super) fn dense(id: &str, bytes: &[u8]) -> String {
    let digits = std::str::from_utf8(DIGITS).expect("the digits are letters");
    let mut out =
        format!("<script type=\"text/plain\" id=\"{id}\" data-digits=\"{digits}\">{}", (4 - bytes.len() % 4) % 4);
    for four in bytes.chunks(4) {
        let value = (0..4).fold(0, |value, at| value << 8 | u32::from(four.get(at).copied().unwrap_or(0)));
        let digit = |place| char::from(DIGITS[(value / 85_u32.pow(place) % 85) as usize]);
        out.extend([4, 3, 2, 1, 0].map(digit));
    }
    out + "</script>\n"
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
