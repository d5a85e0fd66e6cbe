//! The value of `--tablebases`: a folder of Syzygy files, or the tables that plywood builds on the fly.

use crate::cli::args::subject_args::refuse_game;
use crate::cli::command_error::{Result, ensure};
use crate::cli::context::Context;
use crate::cli::usage;
use crate::endgame::tablebase::{Tables, TablesPage};
use crate::subject::Subject;
use std::path::Path;
use std::sync::Arc;

/// The name for tablebases that plywood builds on the fly.
const RETRO: &str = "retro";

/// Uses a tablebase for the leaves of a position. If the tablebase contains the position itself, the page shows the
/// tablebase's result.
pub(in crate::cli) fn with_tables(context: &Context, mut subject: Subject, folder: &str) -> Result<Subject> {
    let tables = open(context, folder)?;
    refuse_game(&subject, "--tablebases")?;
    let Some(position) = subject.position().filter(|_| !subject.is_lesson()) else {
        return Err(usage("--tablebases is for positions; a lesson has its own scores"));
    };
    let page = TablesPage::new(position, &tables);
    if page.is_known() {
        subject.caption.note =
            format!("The tablebase contains this position. {} Its moves: {}.", page.sentence(), page.verdicts());
    }
    subject.tables = Some(Arc::new(tables));
    Ok(subject)
}

pub(in crate::cli) fn open(context: &Context, folder: &str) -> Result<Tables> {
    let tables = find(context, folder)?;
    Ok(context.tables.get_or_init(|| tables).clone())
}

fn find(context: &Context, folder: &str) -> Result<Tables> {
    let path = Path::new(folder);
    if folder == RETRO && !context.at(path).is_dir() {
        return Ok(Tables::retro());
    }
    ensure!(
        context.at(path).is_dir(),
        usage(format!("there is no folder {folder}; --tablebases needs a folder of Syzygy files, or `retro`"))
    );
    syzygy(context, folder)
}

#[cfg(feature = "syzygy")]
fn syzygy(context: &Context, folder: &str) -> Result<Tables> {
    use crate::cli::command_error::WithContext as _;
    context.note_folder(Path::new(folder));
    let mut files = shakmaty_syzygy::Tablebase::new();
    let found = files.add_directory(context.at(folder)).with_context(|| format!("cannot read {folder}"))?;
    ensure!(found != 0, usage(format!("{folder} has no Syzygy files; their names look like KQvK.rtbw and KQvK.rtbz")));
    Ok(Tables::syzygy(files))
}

#[cfg(not(feature = "syzygy"))]
fn syzygy(_: &Context, _: &str) -> Result<Tables> {
    Err(usage("this plywood was built without the feature syzygy; use --tablebases retro"))
}

/// Reports on standard error which tablebases were missing.
pub(in crate::cli) fn complain(context: &Context) {
    for missing in context.tables.get().map(Tables::missing).unwrap_or_default() {
        context.tell(&format!("{missing}; plywood searched these positions or left them open"));
    }
}
