//! A page as a list of blocks, independent of its format. Each format has a file that writes all kinds of blocks, and a
//! row in [`FORMS`]. Code that makes a page does not know the format.

mod html;
mod markdown;
mod parts;
mod tex;
mod text;

use super::style::{Charset, Style};
pub(crate) use html::coded;
#[cfg(feature = "cli")]
pub(crate) use parts::Excerpt;
pub use parts::PagePart;
pub(crate) use parts::PartWriter;
use std::io::{self, Write};
pub use text::{Column, Table};

/// A page.
#[derive(Clone, Debug, Default)]
pub struct Document {
    blocks: Vec<Block>,
}

/// A part of a page.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only pages of the command have all kinds of blocks"))]
pub(crate) enum Block {
    /// The title of a text with chapters.
    Title(String),
    Chapter(String),
    /// Any other heading, with text on its right if there is room. If a page begins with a heading, the heading is its
    /// title.
    Heading(String, String),
    /// The verdict as the title of a browser page: whether everything is correct, and the title's text. Other formats
    /// write the blocks instead.
    Verdict(bool, String, Vec<Block>),
    /// HTML for a browser page, and the blocks that other formats write instead.
    Rich(String, Vec<Block>),
    /// A text that reports an error.
    Wrong(String),
    Text(String),
    Lines(Vec<String>),
    /// Lines with commands, which wrap if the page is narrow.
    Typed(Vec<String>),
    /// A board, with text and labelled facts next to it.
    Beside(Vec<String>, String, Vec<(&'static str, String)>),
    Picture(Box<Picture>),
    /// Facts, each after its label. The number is the column at which the facts start in plain text.
    Facts(usize, Vec<(String, String)>),
    Table(Table),
    List(Vec<String>),
    Steps(Vec<NumberedPoint>),
    Question(String),
    Answer(String),
    Command(ShownCommand),
    /// Words before a line to write on, and the points that can be reached, such as "of 36 points", or nothing.
    Blank(String, String),
    /// HTML that only browser pages contain.
    Browser(String),
    /// An invisible mark where a part of the page begins.
    Part(PagePart),
    /// An empty line in plain text; other formats separate blocks automatically.
    Gap,
    /// A page break: the rest starts on a new sheet of paper.
    NewPage,
}

/// A command, and the part of its output to show.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownCommand {
    pub typed: String,
    pub printed: String,
    /// The output for a phone, if it differs. Only browser pages contain it.
    pub narrow: String,
}

#[cfg(feature = "cli")]
impl ShownCommand {
    pub(crate) fn of(typed: String) -> Self {
        Self { typed, ..Self::default() }
    }
}

/// A picture, with a version for each kind of page that can show pictures.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    /// The command that draws the picture, if a page shows the command.
    pub typed: String,
    pub svg: PictureSource,
    pub tex: PictureSource,
    /// The blocks that formats without pictures show instead.
    pub plain: Vec<Block>,
}

#[derive(Clone, Debug)]
pub(crate) struct PictureSource {
    /// Code for the beginning of the page; pictures with the same styles share it.
    pub head: String,
    /// The content that appears where the picture is.
    pub body: String,
}

#[derive(Clone, Debug)]
pub(crate) struct NumberedPoint {
    pub text: String,
    /// The content below the list item.
    pub below: Below,
}

/// The content below a list item.
#[derive(Clone, Debug)]
pub(crate) enum Below {
    Nothing,
    Line,
    /// An answer and its reason.
    Answer(String, String),
}

impl From<String> for NumberedPoint {
    fn from(text: String) -> Self {
        Self { text, below: Below::Nothing }
    }
}

/// A format in which plywood can write every page.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The format's name on the command line.
    pub name: &'static str,
    /// A one-line description.
    pub description: &'static str,
    /// The file extensions of the format, without the dot.
    pub suffixes: &'static [&'static str],
    /// The character set, if it is fixed.
    charset: Option<Charset>,
    write: fn(&Document, &Style) -> String,
}

/// All formats; the first one is for the terminal.
pub const FORMS: [Form; 4] = [
    Form::new("text", "text for people to read", &["txt"], None, text::write),
    Form::new("markdown", "Markdown for notes and wikis", &["md"], None, markdown::write),
    Form::new("html", "HTML for browsers", &["html", "htm"], Some(Charset::Unicode), html::write),
    Form::new("tex", "a LaTeX document", &["tex"], Some(Charset::Ascii), tex::write),
];

impl Form {
    const fn new(
        name: &'static str,
        description: &'static str,
        suffixes: &'static [&'static str],
        charset: Option<Charset>,
        write: fn(&Document, &Style) -> String,
    ) -> Self {
        Self { name, description, suffixes, charset, write }
    }

    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.name == name)
    }

    /// Returns the style for a page in this format, with a character set that the format supports.
    pub fn style(&self, style: &Style) -> Style {
        Style { charset: self.charset.unwrap_or(style.charset), ..*style }
    }

    /// Writes a page.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, document: &Document, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        out.write_all((self.write)(document, style).as_bytes())
    }
}

impl Document {
    /// Returns a page whose blocks are separated by gaps.
    #[cfg(feature = "cli")]
    pub(crate) fn spaced(blocks: impl IntoIterator<Item = Block>) -> Self {
        let apart = |(index, block)| (index != 0).then_some(Block::Gap).into_iter().chain([block]);
        Self { blocks: blocks.into_iter().enumerate().flat_map(apart).collect() }
    }

    /// Returns pages for paper, each on a new sheet.
    pub(crate) fn pages(pages: impl IntoIterator<Item = Self>) -> Self {
        let apart =
            |(index, page): (usize, Self)| (index != 0).then_some(Block::NewPage).into_iter().chain(page.blocks);
        Self { blocks: pages.into_iter().enumerate().flat_map(apart).collect() }
    }

    /// Returns the page as a block; browser pages show `html` instead of it.
    pub(crate) fn or_html(self, html: String) -> Block {
        Block::Rich(html, self.blocks)
    }

    pub(crate) fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds all blocks of another page.
    pub(crate) fn append(&mut self, other: Self) {
        self.blocks.extend(other.blocks);
    }

    pub(crate) fn heading(&mut self, text: impl Into<String>) {
        self.push(Block::Heading(text.into(), String::new()));
    }

    /// Adds a paragraph.
    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.push(Block::Text(text.into()));
    }

    pub(crate) fn lines(&mut self, lines: impl IntoIterator<Item = impl Into<String>>) {
        self.push(Block::Lines(lines.into_iter().map(Into::into).collect()));
    }

    /// Adds lines with commands.
    pub(crate) fn typed(&mut self, lines: impl IntoIterator<Item = impl Into<String>>) {
        self.push(Block::Typed(lines.into_iter().map(Into::into).collect()));
    }

    /// Adds a table, unless it has no rows.
    pub(crate) fn table(&mut self, table: Table) {
        if !table.is_empty() {
            self.push(Block::Table(table));
        }
    }

    /// Begins a part of the page.
    pub(crate) fn part(&mut self, part: PagePart) {
        self.push(Block::Part(part));
    }

    /// Separates the next block in plain text.
    pub(crate) fn gap(&mut self) {
        self.push(Block::Gap);
    }

    /// Returns the code that the pictures need at the beginning of the page.
    fn heads(&self, source: impl Fn(&Picture) -> &PictureSource) -> String {
        let mut heads: Vec<&str> = Vec::new();
        for block in &self.blocks {
            if let Block::Picture(picture) = block {
                let head = source(picture).head.as_str();
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
        heads.concat()
    }

    /// Returns the title of the page.
    fn title(&self) -> &str {
        fn of(blocks: &[Block]) -> &str {
            match blocks.first() {
                Some(
                    Block::Title(title)
                    | Block::Chapter(title)
                    | Block::Heading(title, _)
                    | Block::Verdict(_, title, _),
                ) => title,
                Some(Block::Rich(_, plain)) => of(plain),
                _ => "plywood",
            }
        }
        of(&self.blocks)
    }

    /// Returns the page as plain text.
    pub fn to_text(&self, style: &Style) -> String {
        text::write(self, style)
    }

    /// Writes the page as plain text.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_text(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.to_text(style).as_bytes())
    }

    /// Writes the page as plain text, part by part.
    pub(crate) fn write_parts(&self, style: &Style, out: &mut PartWriter<'_>) -> io::Result<()> {
        for block in &self.blocks {
            if let Block::Part(part) = block {
                out.begin(*part);
            }
            out.write_all(text::written(block, style).as_bytes())?;
        }
        Ok(())
    }

    /// Returns an excerpt as plain text.
    #[cfg(feature = "cli")]
    pub(crate) fn excerpt(&self, excerpt: Excerpt, style: &Style) -> String {
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let _ = self.write_parts(style, &mut PartWriter::of(excerpt, &mut text));
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Calls `write` for each item and joins the results.
fn all<T>(things: &[T], write: impl Fn(&T) -> String) -> String {
    things.iter().map(write).collect()
}

/// Returns escaped text with a line to write on for each run of underscores.
fn blanks(text: &str, escape: fn(&str) -> String, line: &str) -> String {
    let mut written = String::new();
    for (index, part) in text.split('_').enumerate() {
        written.push_str(if index != 0 && !written.ends_with(line) { line } else { "" });
        written.push_str(&escape(part));
    }
    written
}
