//! Compresses a file with LZMA: `plywood-pack FILE OUT`. The result is a `.lzma` file whose header has the size of the
//! content; `web/lzma.js` unpacks it in the page.

use lzma_rust2::{EncodeMode, LzmaOptions, LzmaWriter, MfType};
use std::error::Error;
use std::io::Write;

/// These options suit code whose parts have no common width, where the two bytes before a byte predict it better than
/// its position does.
const OPTIONS: LzmaOptions = LzmaOptions {
    dict_size: 1 << 22,
    lc: 4,
    lp: 0,
    pb: 0,
    mode: EncodeMode::Normal,
    nice_len: LzmaOptions::NICE_LEN_MAX,
    mf: MfType::Bt4,
    depth_limit: 1000,
    preset_dict: None,
};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, out] = words.as_slice() else { return Err("expected FILE and OUT".into()) };
    let bytes = std::fs::read(file)?;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &OPTIONS, Some(bytes.len() as u64))?;
    writer.write_all(&bytes)?;
    std::fs::write(out, writer.finish()?)?;
    Ok(())
}
