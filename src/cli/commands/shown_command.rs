//! Runs the commands that a text such as the course shows, and returns the part of each page that appears in the text.

use crate::cli::args::subject_args;
use crate::cli::command_error::{CommandError, Result, failure};
use crate::cli::context::Context;
use crate::cli::{CliCommand, parsed};
use crate::core::study::AnyStudy;
use crate::explain::{Page, PageOptions};
use crate::formats::format;
use crate::page::document::{Block, Excerpt};
use crate::page::{Command, Style, Words, escape};
use crate::picture::board::figure as board_figure;
use crate::picture::drawn::best_move;
use crate::picture::{drawn_by, in_page, search};

pub(super) fn foreign(search: &str) -> CommandError {
    failure!("{search} is not searched")
}

/// The search that a command explains, the parts of its page, and the page's style.
pub(super) type Explained = (Box<dyn AnyStudy>, PageOptions, Style);

/// Returns the search that a command in a text explains, with its page options and a style based on `looks`.
pub(super) fn explained(context: &Context, words: &[String], looks: &Style) -> Result<Explained> {
    let CliCommand::Explain(explain) = parsed(context, words)? else { return Err(foreign(&words.join(" "))) };
    explain.shown(&context.inside(*looks))
}

/// Returns a picture of the tree without a title or legend; formats without pictures show `plain` instead.
pub(super) fn picture((study, parts, style): &Explained, typed: &str, plain: Block) -> Result<Block> {
    let bare = PageOptions { bare: true, ..parts.clone() };
    Ok(drawn_by(typed, &search(&**study, &bare, style)?, vec![plain]))
}

/// Returns a picture of the tree below the board and the facts of the search, for an HTML page.
pub(super) fn picture_with_board(explained: &Explained, typed: &str, plain: Block) -> Result<Block> {
    let mut drawn = picture(explained, typed, plain)?;
    let (study, parts, style) = explained;
    let page = Page::new(&**study, parts, style)?;
    let (tree, style) = (page.tree(), page.style());
    let words = Words::new(&style, &tree.header);
    let facts = page.facts(&words);
    let fact = |(label, text): &(&str, String)| {
        let text = escape::xml(text).replace('*', "\u{2605}");
        let label = if label.is_empty() { String::new() } else { format!("<dt>{label}</dt>") };
        format!("{label}<dd>{text}</dd>\n")
    };
    let facts: String = facts.iter().map(fact).collect();
    let board =
        tree.header.position().map(|root| board_figure((&tree.header.games, root), best_move(tree), "The board"));
    if let (Block::Picture(picture), Some(Block::Picture(board))) =
        (&mut drawn, board.map(|board| in_page(&board, Vec::new())))
    {
        let above = format!(
            "<div class=\"with-board\">\n<figure>{}</figure>\n<div>\n<dl>\n{facts}</dl>\n</div>\n</div>\n",
            board.svg.body
        );
        picture.svg.body.insert_str(0, &above);
    }
    Ok(drawn)
}

fn drawn_as(name: &str, study: &dyn AnyStudy, parts: &PageOptions, style: &Style) -> Result<String> {
    let format = format(name).ok_or_else(|| failure!("{name} is not a format"))?;
    let mut picture = Vec::new();
    (format.write)(study, parts, style, &mut picture)?;
    Ok(String::from_utf8(picture)?)
}

/// Returns the picture that `plywood explain` writes of this subject: a whole SVG file with a title and a legend.
pub(super) fn picture_file(context: &Context, subject: &str) -> Result<String> {
    let words = ["explain", subject].map(str::to_owned);
    let (study, parts, style) = explained(context, &words, &Style::default())?;
    drawn_as("svg", &*study, &parts, &style)
}

/// Returns an upright picture of the tree that a command explains, for a page that already shows the command. Returns
/// `None` if the command is not `explain`.
pub(in crate::cli) fn upright(
    context: &Context,
    typed: &str,
    looks: &Style,
    has_pictures: bool,
) -> Result<Option<Block>> {
    let upright = ["--style", "upright"].map(str::to_owned);
    let mut words = words(typed.strip_prefix("plywood ").unwrap_or(typed));
    if words.first().is_none_or(|command| command != "explain") {
        return Ok(None);
    }
    if !words.ends_with(&upright) {
        words.extend(upright);
    }
    let explained = explained(context, &words, looks)?;
    let (study, parts, style) = &explained;
    let tree = Block::Lines(Page::new(&**study, parts, style)?.upright().unwrap_or_default());
    Ok(Some(if has_pictures { picture(&explained, "", tree)? } else { tree }))
}

/// Returns an excerpt from a command's page, in this style.
pub(super) fn excerpt(context: &Context, words: &[String], looks: &Style, excerpt: Excerpt) -> Result<String> {
    let shown = parsed(context, words)?.excerpt(&context.inside(*looks), excerpt)?;
    if context.is_stopped() { Err(context.interrupted()) } else { Ok(shown) }
}

/// Splits a command into words; quoted text is one word.
pub(super) fn words(typed: &str) -> Vec<String> {
    let parts = typed.split('"').enumerate();
    let words =
        parts.flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    words.map(str::to_owned).collect()
}

/// The maximum length of a text that a suggested command repeats.
const MOST_TYPED: usize = 120;

/// Returns the typed command, which its page may suggest with other options. A short text from standard input replaces
/// `-`, because a suggested command cannot read it again.
pub(super) fn typed_again(context: &Context, subject: &[String]) -> Command {
    let mut words = context.completed();
    let is_short = |text: &str| text.chars().count() <= MOST_TYPED && !text.contains('\n');
    if subject == ["-"]
        && let Ok(Some((_, text))) = subject_args::text(context, subject)
        && is_short(text.trim())
    {
        words.iter_mut().filter(|word| *word == "-").for_each(|word| text.trim().clone_into(word));
    }
    Command::new(words)
}
