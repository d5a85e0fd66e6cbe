//! `plywood course`: a course that leads from the basic idea to the principal variation; plywood draws all its
//! pictures.

use crate::cli::args::display_args::PvWaysWanted;
use crate::cli::args::form_args::PageArgs;
use crate::cli::args::output_args::OutputArgs;
use crate::cli::args::similar::similar;
use crate::cli::args::unknown_subject::is_subject;
use crate::cli::args::values::{names, variants};
use crate::cli::command_error::{Result, ensure, failure};
use crate::cli::commands::course_handout::{handout, sargon};
use crate::cli::commands::shown_command::{excerpt, explained, foreign, picture, picture_with_board, words};
use crate::cli::context::Context;
use crate::cli::{CliCommand, parsed, usage};
use crate::core::names::normalize;
use crate::core::sort::sort_by_key;
use crate::core::trace::{Trace, line_text};
use crate::explain::TreeStyle;
use crate::lessons::model::{MISCONCEPTIONS, Misconception};
use crate::page::command::{Passage, passages, texts};
use crate::page::document::{Block, Excerpt, NumberedPoint, PagePart};
use crate::page::text::{grouped, percent, visible, without_zeros};
use crate::page::{Document, Form, Style, View};
use clap::Args;
use include_dir::{Dir, include_dir};
use std::collections::HashMap;
use std::process::ExitCode;

static CHAPTERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/course");
const TITLE: &str = "From the idea to the principal variation";

/// The note for pages that show scores from a different point of view than the course's text does.
const NEGAMAX: &str =
    "The pages below show each score for the side that made the move (--view negamax). Scores in the text are MAX's.";

/// The help heading for handouts made from lessons, such as sargon-1 to sargon-5.
const TEXT: &str = "Handouts (lessons)";

/// Arguments of `plywood course`.
#[derive(Debug, Args)]
pub(in crate::cli) struct Course {
    /// A chapter number, or lessons for a handout [default: list the chapters]
    #[arg(value_name = "CHAPTER|LESSON")]
    what: Vec<String>,
    /// Print all chapters instead of a list
    #[arg(long, alias = "all", conflicts_with = "what")]
    whole: bool,
    /// Title [default: a description]
    #[arg(long, value_name = "TEXT", requires = "what", help_heading = TEXT)]
    title: Option<String>,
    /// Style of trees; `sargon` makes a document with keys, orders, logs and PV lists
    #[arg(long, default_value = "auto", value_name = "NAME", value_parser = names::<TreeStyle>(), requires = "what", help_heading = TEXT)]
    style: TreeStyle,
    /// Also print a numbered tree that shows when each position was created and when its score was compared
    #[arg(long, requires = "what", help_heading = TEXT)]
    orders: bool,
    /// Also print the log: every comparison, in order
    #[arg(long, requires = "what", help_heading = TEXT)]
    log: bool,
    /// Show how to read the PV from the list of new bests
    #[arg(long, requires = "what", help_heading = TEXT, value_name = "WAYS", num_args = 0..=1, require_equals = true,
          default_missing_value = "list", value_parser = variants::<PvWaysWanted>())]
    pv_scan: Option<PvWaysWanted>,
    #[command(flatten)]
    form: PageArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl Course {
    pub(in crate::cli) fn run(&self, context: &Context) -> Result<ExitCode> {
        let form = self.form.form(&self.output)?;
        if form.name == "tex" && self.output.asks_for_unicode() {
            let text = "LaTeX cannot show --charset unicode; omit it, or write .html or .md".to_owned();
            return Err(usage(text));
        }
        let mut out = self.output.open(context)?;
        let looks = self.output.style(context);
        // The output of commands is inserted as plain text, even if the format supports more than plain text.
        let looks = if form.name == "tex" { form.style(&looks) } else { looks };
        let (mut passages, has_numbers) = self.passages(context, looks)?;
        if has_numbers && looks.view == View::Negamax {
            passages.insert(1, plain(Block::Text(NEGAMAX.to_owned())));
        }
        let page = Document::spaced(completed(context, passages, has_numbers, (looks, Pictured::of(form)))?);
        form.write(&page, &self.output.style(context), &mut out)?;
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the text, and whether plywood has to insert numbers into it.
    fn passages(&self, context: &Context, looks: Style) -> Result<(Vec<Passage>, bool)> {
        let chapters = chapters();
        match self.what.as_slice() {
            [] if self.whole || self.output.is_file() => {
                let text = chapters.iter().map(|chapter| passages(chapter)).collect::<Result<Vec<_>, _>>()?;
                let text = numbered(text.into_iter().flatten());
                Ok(([plain(Block::Title(TITLE.to_owned()))].into_iter().chain(text).collect(), true))
            }
            [] => Ok((contents(&chapters), false)),
            [chapter, number] if chapter.eq_ignore_ascii_case("chapter") && number.parse::<usize>().is_ok() => {
                self.chapter(number, &chapters)
            }
            [number] if number.parse::<usize>().is_ok() => self.chapter(number, &chapters),
            [_, ..] if self.what.iter().any(|word| word.parse::<usize>().is_ok() || is_range(word)) => {
                let text = "print one chapter at a time, for example `plywood course 1`, or all of them: plywood course --whole";
                Err(usage(text))
            }
            words
                if !words.iter().any(|word| is_subject(context, word))
                    && let Some(number) = named(&words.join(" "), &chapters)? =>
            {
                self.chapter(&number.to_string(), &chapters)
            }
            lessons => {
                let title = self.title.as_deref();
                let blocks = if self.style == TreeStyle::Sargon {
                    sargon(context, title, lessons, &looks)?
                } else {
                    handout(context, title, lessons, &self.parts())?
                };
                Ok((blocks.into_iter().map(plain).collect(), false))
            }
        }
    }

    /// Returns one chapter by its number.
    fn chapter(&self, number: &str, chapters: &[&str]) -> Result<(Vec<Passage>, bool)> {
        ensure!(
            self.title.is_none() && self.parts().is_empty(),
            usage("--title, --style, --orders, --log and --pv-scan are for handouts of lessons, not for chapters")
        );
        let number: usize = number.parse()?;
        let chapter = number.checked_sub(1).and_then(|index| chapters.get(index));
        let wrong = || {
            let text = format!("there is no chapter {number}; the course has chapters 1 to {}", chapters.len());
            usage(format!("{text}\n  their titles: plywood course"))
        };
        Ok((titled(number, chapter.ok_or_else(wrong)?)?, true))
    }

    /// Returns the options that add parts to the lessons' pages.
    fn parts(&self) -> String {
        let style =
            if self.style == TreeStyle::Auto { String::new() } else { format!(" --style {}", self.style.name()) };
        let scan = |ways| self.pv_scan == Some(ways);
        let parts = [
            (self.orders, " --orders"),
            (self.log, " --log"),
            (scan(PvWaysWanted::List), " --pv-scan"),
            (scan(PvWaysWanted::All), " --pv-scan=all"),
        ];
        let parts = parts.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, option)| option);
        [style.as_str()].into_iter().chain(parts).collect()
    }
}

/// Returns the chapters as blocks, with numbers and pictures, in reading order.
pub(super) fn chapters_with_pictures(context: &Context, looks: Style) -> Result<Vec<Vec<Block>>> {
    let chapter =
        |(index, text): (usize, &&str)| completed(context, titled(index + 1, text)?, true, (looks, Pictured::All));
    chapters().iter().enumerate().map(chapter).collect()
}

/// Returns a chapter with its number in its title.
fn titled(number: usize, chapter: &str) -> Result<Vec<Passage>> {
    let mut passages = passages(chapter)?;
    if let Some((Block::Chapter(title), _)) = passages.first_mut() {
        *title = format!("{number}. {title}");
    }
    Ok(passages)
}

/// Inserts a text's numbers, if it has any, and the output of its commands.
fn completed(
    context: &Context,
    mut passages: Vec<Passage>,
    has_numbers: bool,
    (looks, pictured): (Style, Pictured),
) -> Result<Vec<Block>> {
    let mut printer = Printer { looks, pictured, told: HashMap::new() };
    if has_numbers {
        passages.iter_mut().try_for_each(|(block, _)| printer.fill(context, block))?;
    }
    passages.iter_mut().try_for_each(|passage| printer.print(context, passage))?;
    Ok(passages.into_iter().map(|(block, _)| block).collect())
}

fn chapters() -> Vec<&'static str> {
    let mut files: Vec<_> = CHAPTERS.files().collect();
    sort_by_key(&mut files, |file| file.path());
    files.into_iter().filter_map(|file| file.contents_utf8()).collect()
}

fn numbered(passages: impl Iterator<Item = Passage>) -> impl Iterator<Item = Passage> {
    passages.scan(0, |number, mut passage| {
        if let Block::Chapter(title) = &mut passage.0 {
            *number += 1;
            *title = format!("{number}. {title}");
        }
        Some(passage)
    })
}

/// Wraps a block as a passage without commands.
fn plain(block: Block) -> Passage {
    (block, Excerpt::default())
}

fn title<'a>(chapter: &&'a str) -> &'a str {
    chapter.lines().next().unwrap_or_default().trim_start_matches("# ")
}

/// Other names for chapters.
const TOPICS: [(&str, usize); 13] = [
    ("pruning", 4),
    ("cutoffs", 4),
    ("cutoff", 4),
    ("window", 4),
    ("bounds", 4),
    ("pv", 10),
    ("quiescence", 12),
    ("id", 13),
    ("tt", 14),
    ("pvs", 15),
    ("mtdf", 15),
    ("nullwindow", 15),
    ("sargon", 19),
];

/// The numbers of the first chapters as words.
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// Returns whether a word is a range of chapters: `1-3`.
fn is_range(word: &str) -> bool {
    let ends = word.split_once(['-', '–', ',']).or_else(|| word.split_once(".."));
    ends.is_some_and(|(from, to)| [from, to].iter().all(|end| end.parse::<usize>().is_ok()))
}

/// Returns the number of the chapter whose title contains the words. Returns an error if several titles contain them,
/// or if the words mean another part of the course.
fn named(words: &str, chapters: &[&str]) -> Result<Option<usize>> {
    const WHOLE: [&str; 5] = ["all", "whole", "everything", "full", "complete"];
    const CONTENTS: [&str; 5] = ["contents", "list", "chapters", "index", "toc"];
    let word = normalize(words);
    if WHOLE.contains(&&*word) {
        return Err(usage("this option prints all chapters:\n  plywood course --whole"));
    }
    if CONTENTS.contains(&&*word) {
        return Err(usage("the command without a chapter lists them all:\n  plywood course"));
    }
    if ["first", "intro", "introduction", "start", "begin"].contains(&&*word) {
        return Ok(Some(1));
    }
    if let Some(index) = NUMBERS.iter().position(|number| *number == word) {
        return Ok(Some(index + 1));
    }
    let starts_word = |title: &str| title.split_whitespace().any(|part| normalize(part).starts_with(&word));
    let has_words = |title: &str| normalize(title).contains(&word) && (3 < word.len() || starts_word(title));
    let found: Vec<usize> =
        (1..=chapters.len()).filter(|number| 2 < word.len() && has_words(title(&chapters[number - 1]))).collect();
    match (found.as_slice(), TOPICS.iter().find(|(topic, _)| *topic == word)) {
        (&[one], _) => Ok(Some(one)),
        (_, Some(&(_, number))) => Ok(Some(number)),
        ([], None) => {
            let all = chapters.iter().flat_map(|chapter| title(chapter).split_whitespace());
            let near = similar(&word, all.filter(|word| 4 < word.len()));
            let Some(near) = near.first() else { return Ok(None) };
            let is_titled = |number: &usize| title(&chapters[number - 1]).contains(near);
            let number = (1..=chapters.len()).find(is_titled).unwrap_or(1);
            let text = format!("no chapter has `{}` in its title; did you mean this one?", visible(words));
            Err(usage(format!("{text}\n  {number}. {}: plywood course {number}", title(&chapters[number - 1]))))
        }
        (several, None) => {
            let line =
                |number: &usize| format!("\n  {number}. {}: plywood course {number}", title(&chapters[number - 1]));
            let lines: String = several.iter().map(line).collect();
            Err(usage(format!("{} chapters have `{}` in their titles:{lines}", several.len(), visible(words))))
        }
    }
}

fn contents(chapters: &[&str]) -> Vec<Passage> {
    let titles = chapters.iter().map(title).map(str::to_owned).map(NumberedPoint::from).collect();
    let hint = "plywood course 1 prints the first chapter, plywood course --whole prints all chapters, and plywood course -o course.md writes them to a file (also .html, .tex, .txt). Chapters 1 to 18 take 100 minutes: a little over an hour for the text, and half a minute for each page of output.";
    [Block::Chapter(TITLE.to_owned()), Block::Steps(titles), Block::Text(hint.to_owned())].map(plain).into()
}

/// Returns whether pages in this format can contain pictures.
pub(in crate::cli) fn has_pictures(form: &Form) -> bool {
    matches!(form.name, "html" | "tex")
}

/// The parts of pages that a text shows as pictures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pictured {
    Nothing,
    UprightTrees,
    /// Upright trees, and positions with their trees.
    All,
}

impl Pictured {
    fn of(form: &Form) -> Self {
        match form.name {
            "html" => Self::All,
            _ if has_pictures(form) => Self::UprightTrees,
            _ => Self::Nothing,
        }
    }
}

/// The number of columns that fit on a phone.
const NARROW: usize = 48;

/// Runs the commands of a text and inserts its numbers.
struct Printer {
    looks: Style,
    pictured: Pictured,
    /// The traces of the searches that numbers come from, keyed by the text that names the search.
    told: HashMap<String, Trace>,
}

impl Printer {
    fn fill(&mut self, context: &Context, block: &mut Block) -> Result<()> {
        for text in texts(block) {
            while let Some((before, rest)) = text.split_once('{') {
                let (asked, after) = rest.split_once('}').ok_or_else(|| failure!("a brace is not closed: {rest}"))?;
                let (fact, search) =
                    asked.split_once(": ").ok_or_else(|| failure!("expected {{fact: search}}: {asked}"))?;
                *text = format!("{before}{}{after}", self.fact(context, fact, search)?);
            }
        }
        Ok(())
    }

    fn print(&mut self, context: &Context, (block, excerpt_of): &mut Passage) -> Result<()> {
        let Block::Command(shown) = block else { return Ok(()) };
        let typed = std::mem::take(&mut shown.typed);
        shown.typed = visible(&typed);
        let words = words(typed.strip_prefix("plywood ").unwrap_or(&typed));
        let printed = |width: usize| -> Result<String> {
            let output = excerpt(context, &words, &self.looks.width(width), *excerpt_of)?;
            Ok(output.trim_start_matches('\n').trim_end().to_owned())
        };
        shown.printed = printed(self.looks.width)?;
        ensure!(!shown.printed.is_empty(), "the manuscript shows nothing of `{typed}`");
        if self.pictured == Pictured::All {
            let narrow = printed(NARROW)?;
            shown.narrow = if narrow == shown.printed { String::new() } else { narrow };
        }
        let is_upright = words.ends_with(&["--style", "upright"].map(str::to_owned));
        let draw = match (excerpt_of.from, excerpt_of.until) {
            _ if is_upright && self.pictured != Pictured::Nothing => picture,
            (Some(PagePart::Board), Some(PagePart::Note)) if self.pictured == Pictured::All => picture_with_board,
            _ => return Ok(()),
        };
        *block = draw(&explained(context, &words, &self.looks)?, &visible(&typed), block.clone())?;
        Ok(())
    }

    /// Returns a number from a search as text.
    fn fact(&mut self, context: &Context, fact: &str, search: &str) -> Result<String> {
        if fact == "lessons" {
            let chapter: u32 = search.parse()?;
            let here = MISCONCEPTIONS.iter().filter(|misconception| misconception.chapter == chapter);
            let mut lessons: Vec<&str> = here.flat_map(Misconception::lessons).collect();
            // One lesson may address two of a chapter's misconceptions.
            lessons.dedup();
            return Ok(lessons.join(", "));
        }
        if let Some(lines) = fact.strip_prefix("perft ") {
            return self.perft(context, lines, search);
        }
        if !self.told.contains_key(search) {
            let CliCommand::Explain(explain) = parsed(context, &[vec!["explain".to_owned()], words(search)].concat())?
            else {
                return Err(foreign(search));
            };
            self.told.insert(search.to_owned(), explain.study(context)?.trace()?);
        }
        let trace = &self.told[search];
        let (outcome, counts) = (&trace.outcome, &trace.outcome.statistics);
        let shape = || trace.header.shape.as_ref().ok_or_else(|| failure!("the tree of {search} is not known"));
        Ok(match fact {
            "score" => without_zeros(&outcome.score.map(|score| score.to_string()).unwrap_or_default()),
            "pv" => line_text(&outcome.pv, trace.header.numbering),
            "leaves" => grouped(counts.leaves),
            "nodes" => grouped(counts.nodes()),
            "cutoffs" => counts.cutoffs.to_string(),
            "skipped" => counts.skipped.to_string(),
            "judged" => grouped(counts.judged),
            "raised" => grouped(counts.raised),
            "share" => percent(counts.raised, counts.judged),
            "full" => shape()?.leaves().to_string(),
            // The factor by which each ply multiplies the number of leaves.
            "growth" => format!("{:.1}", (counts.leaves as f64).powf(1.0 / f64::from(trace.header.depth))),
            "fewest" => shape()?.fewest_leaves().to_string(),
            _ => return Err(failure!("{fact} is not a fact of a search")),
        })
    }

    /// Returns a number about the lines from a position: the factor by which each ply multiplies their number
    /// (`growth`), the square root of this factor, or the number of lines after eight plies of this growth, in
    /// trillions.
    fn perft(&self, context: &Context, fact: &str, search: &str) -> Result<String> {
        let CliCommand::Perft(perft) = parsed(context, &[vec!["perft".to_owned()], words(search)].concat())? else {
            return Err(foreign(search));
        };
        let counts = perft.counts(context)?;
        let last = *counts.last().ok_or_else(|| failure!("perft counts nothing in {search}"))?;
        let growth = (last as f64).powf(1.0 / counts.len() as f64);
        Ok(match fact {
            "growth" => format!("{growth:.1}"),
            "root" => format!("{:.1}", growth.sqrt()),
            "eight" => format!("{:.1}", growth.powi(8) / 1e12),
            _ => return Err(failure!("perft {fact} is not a fact of a position")),
        })
    }
}
