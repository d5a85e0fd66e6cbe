//! Where tables of solved endings come from: a folder of Syzygy files, or retrograde analysis.

use super::Usage;
use crate::tables::Tables;
use anyhow::Result;
use std::path::Path;
use std::sync::OnceLock;

/// The name that stands for tables made on the fly.
const RETRO: &str = "retro";

/// The tables of this run, so that at its end it can be said what they lacked.
static OPENED: OnceLock<Tables> = OnceLock::new();

/// Opens the tables in a folder, or `retro`.
pub(super) fn open(folder: &str) -> Result<Tables> {
    let tables = find(folder)?;
    Ok(OPENED.get_or_init(|| tables).clone())
}

fn find(folder: &str) -> Result<Tables> {
    let path = Path::new(folder);
    if folder == RETRO && !path.is_dir() {
        return Ok(Tables::retro());
    }
    if !path.is_dir() {
        return Err(
            Usage(format!("there is no folder {folder}; --tables wants a folder of Syzygy files, or `retro`")).into()
        );
    }
    syzygy(folder)
}

#[cfg(feature = "syzygy")]
fn syzygy(folder: &str) -> Result<Tables> {
    use anyhow::Context;
    let mut files = shakmaty_syzygy::Tablebase::new();
    let found = files.add_directory(folder).with_context(|| format!("cannot read {folder}"))?;
    if found == 0 {
        return Err(Usage(format!(
            "{folder} has no Syzygy tables, which are files named like KQvK.rtbw and KQvK.rtbz"
        ))
        .into());
    }
    Ok(Tables::syzygy(files))
}

#[cfg(not(feature = "syzygy"))]
fn syzygy(_: &str) -> Result<Tables> {
    Err(Usage("this plywood was built without the feature syzygy; only --tables retro is there".to_owned()).into())
}

/// Says on standard error which tables were wanted and are not there.
pub(super) fn complain() {
    for missing in OPENED.get().map(Tables::missing).unwrap_or_default() {
        super::tell(&format!("{missing}; what it would know was searched or left open"));
    }
}
