//! A text with pages of the program in it: read from a plain manuscript, written for the terminal, as Markdown, HTML or LaTeX.
//!
//! A manuscript consists of paragraphs with blank lines between. A paragraph that begins with `# ` is a heading, with `? ` a
//! question, with `! ` an answer, with `- ` a list, with `1. ` a numbered list, and with `$ ` a command whose output
//! stands there; lines below it may say `from TEXT` and `until TEXT`: only what stands between the lines that begin so is
//! shown. `TEXT|OTHER` means either.

use super::escape;
use super::style::{Paint, Style};
use super::text::{paragraph, unbreakable, wrapped};
use std::io::{self, Write};

/// The lines of an output that certainly fit a page of paper.
const PAGE: usize = 50;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The title of the whole.
    Title(String),
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// A list of points.
    List(Vec<String>),
    /// A list of points with numbers.
    Steps(Vec<String>),
    /// A question to the reader.
    Question(String),
    /// The answer to it.
    Answer(String),
    /// A command, and what of its output is shown.
    Command {
        /// The command as it is typed.
        typed: String,
        /// The output begins with the first line that begins so.
        from: Option<String>,
        /// It ends before the next line that begins so.
        until: Option<String>,
        /// The output; empty before it was run.
        printed: String,
    },
}

/// In which form a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Markup {
    /// For the terminal.
    Plain,
    /// Markdown.
    Markdown,
    /// A page for browsers.
    Html,
    /// LaTeX.
    Latex,
}

impl Block {
    /// Reads a manuscript.
    #[must_use]
    pub(crate) fn read(manuscript: &str) -> Vec<Self> {
        manuscript.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(Self::of).collect()
    }

    fn of(paragraph: &str) -> Self {
        let joined = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        match paragraph.split_at_checked(2) {
            Some(("# ", title)) => Self::Heading(joined(title)),
            Some(("? ", text)) => Self::Question(joined(text)),
            Some(("! ", text)) => Self::Answer(joined(text)),
            Some(("- ", text)) => Self::List(text.split("\n- ").map(joined).collect()),
            Some(("$ ", command)) => {
                let mut lines = command.lines();
                let typed = lines.next().unwrap_or_default().to_owned();
                let limit = |word: &str| {
                    command.lines().skip(1).find_map(|line| line.strip_prefix(word)).map(|text| text.trim().to_owned())
                };
                Self::Command { typed, from: limit("from "), until: limit("until "), printed: String::new() }
            }
            _ if paragraph.starts_with("1. ") => {
                Self::Steps(paragraph.lines().map(|line| step(line).to_owned()).collect())
            }
            _ => Self::Text(joined(paragraph)),
        }
    }

    /// Takes the output of a command, and keeps what is shown of it. Returns whether there is anything to show.
    pub(crate) fn take(&mut self, output: &str) -> bool {
        let Self::Command { from, until, printed, .. } = self else { return true };
        let begins = |line: &&str, with: &Option<String>| {
            let begins = |with: &str| line.trim_start().starts_with(with.trim());
            with.as_ref().is_some_and(|with| with.split('|').any(begins))
        };
        let lines: Vec<&str> = output.lines().skip_while(|line| from.is_some() && !begins(line, from)).collect();
        let end = lines.iter().skip(1).position(|line| begins(line, until)).map_or(lines.len(), |at| at + 1);
        *printed = lines[..end.min(lines.len())].join("\n").trim_end().to_owned();
        !printed.is_empty()
    }

    /// The texts of it, in which numbers may still have to be filled in.
    pub(crate) fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::Title(text) | Self::Heading(text) | Self::Text(text) | Self::Question(text) | Self::Answer(text) => {
                vec![text]
            }
            Self::List(points) | Self::Steps(points) => points.iter_mut().collect(),
            Self::Command { .. } => Vec::new(),
        }
    }
}

impl Markup {
    /// Writes a text in this form.
    ///
    /// # Errors
    /// What writing gives.
    pub(crate) fn write(self, blocks: &[Block], style: &Style, out: &mut dyn Write) -> io::Result<()> {
        self.begin(blocks, out)?;
        for (index, block) in blocks.iter().enumerate() {
            if index != 0 && matches!(self, Self::Plain | Self::Markdown) {
                writeln!(out)?;
            }
            match self {
                Self::Plain => block.plain(style, out)?,
                Self::Markdown => block.markdown(style, out)?,
                Self::Html => block.html(out)?,
                Self::Latex => block.latex(out)?,
            }
        }
        match self {
            Self::Plain | Self::Markdown => Ok(()),
            Self::Html => writeln!(out, "</body>\n</html>"),
            Self::Latex => writeln!(out, "\\end{{document}}"),
        }
    }

    /// Writes what a file of this form begins with.
    fn begin(self, blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
        let title = match blocks.first() {
            Some(Block::Title(title) | Block::Heading(title)) => title.as_str(),
            _ => "plywood",
        };
        match self {
            Self::Plain | Self::Markdown => {}
            Self::Html => writeln!(
                out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
                 body {{ max-width: 50em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 }}\n\
                 pre {{ overflow-x: auto; line-height: 1.2 }}\n</style>\n</head>\n<body>",
                escape::xml(title)
            )?,
            Self::Latex => writeln!(
                out,
                "\\documentclass[a4paper]{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage[margin=2.2cm]{{geometry}}\n\
                 \\usepackage{{fancyvrb}}\n\
                 \\IfFileExists{{lmodern.sty}}{{\\usepackage{{lmodern}}}}{{}}\n\
                 \\IfFileExists{{upquote.sty}}{{\\usepackage{{upquote}}}}{{}}\n\\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\parskip}}{{0.6em}}\n\
                 \\begin{{document}}"
            )?,
        }
        Ok(())
    }
}

impl Block {
    fn plain(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Title(text) => writeln!(out, "{}", style.paint(&text.to_uppercase(), Paint::Heading)),
            Self::Heading(text) => {
                writeln!(out, "{}\n{}", style.paint(text, Paint::Heading), "-".repeat(text.chars().count()))
            }
            Self::Text(text) => paragraph(text, style, out),
            Self::List(points) => points.iter().try_for_each(|point| indented("- ", point, style, out)),
            Self::Steps(points) => numbered(points, style, out),
            Self::Question(text) => indented("Question: ", text, style, out),
            Self::Answer(text) => indented("Answer: ", text, style, out),
            Self::Command { typed, printed, .. } => {
                let lines = wrapped(&whole_words(typed), style.width.saturating_sub(10).max(30));
                writeln!(out, "    $ {}\n\n{printed}", lines.join(" \\\n        "))
            }
        }
    }

    fn markdown(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Title(text) => writeln!(out, "# {}", escape::markdown(text)),
            Self::Heading(text) => writeln!(out, "## {}", escape::markdown(text)),
            Self::Text(text) => paragraph(&escape::markdown(text), style, out),
            Self::List(points) => {
                points.iter().try_for_each(|point| indented("- ", &escape::markdown(point), style, out))
            }
            Self::Steps(points) => {
                numbered(&points.iter().map(|point| escape::markdown(point)).collect::<Vec<_>>(), style, out)
            }
            Self::Question(text) => paragraph(&format!("**Question:** {}", escape::markdown(text)), style, out),
            Self::Answer(text) => paragraph(&format!("**Answer:** {}", escape::markdown(text)), style, out),
            Self::Command { typed, printed, .. } => {
                let [one, other] = [typed, printed].map(|block| escape::fence(block));
                writeln!(out, "{one}sh\n{typed}\n{one}\n\n{other}text\n{printed}\n{other}")
            }
        }
    }

    fn html(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Title(text) => writeln!(out, "<h1>{}</h1>", escape::xml(text)),
            Self::Heading(text) => writeln!(out, "<h2>{}</h2>", escape::xml(text)),
            Self::Text(text) => writeln!(out, "<p>{}</p>", escape::xml(text)),
            Self::List(points) | Self::Steps(points) => {
                let kind = if matches!(self, Self::List(_)) { "ul" } else { "ol" };
                writeln!(out, "<{kind}>")?;
                points.iter().try_for_each(|point| writeln!(out, "<li>{}</li>", escape::xml(point)))?;
                writeln!(out, "</{kind}>")
            }
            Self::Question(text) => writeln!(out, "<p><strong>Question:</strong> {}</p>", escape::xml(text)),
            Self::Answer(text) => {
                writeln!(
                    out,
                    "<details><summary><strong>Answer</strong></summary><p>{}</p></details>",
                    escape::xml(text)
                )
            }
            Self::Command { typed, printed, .. } => {
                writeln!(out, "<pre><b>$ {}</b>\n\n{}</pre>", escape::xml(typed), escape::xml(printed))
            }
        }
    }

    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Title(text) => writeln!(out, "\\title{{{}}}\\date{{}}\\maketitle\n", escape::latex(text)),
            Self::Heading(text) => writeln!(out, "\\section*{{{}}}\n", escape::latex(text)),
            Self::Text(text) => writeln!(out, "{}\n", escape::latex(text)),
            Self::List(points) | Self::Steps(points) => {
                let kind = if matches!(self, Self::List(_)) { "itemize" } else { "enumerate" };
                writeln!(out, "\\begin{{{kind}}}")?;
                points.iter().try_for_each(|point| writeln!(out, "\\item {}", escape::latex(point)))?;
                writeln!(out, "\\end{{{kind}}}\n")
            }
            Self::Question(text) => writeln!(out, "\\textbf{{Question:}} {}\n", escape::latex(text)),
            Self::Answer(text) => writeln!(out, "\\textbf{{Answer:}} {}\n", escape::latex(text)),
            Self::Command { typed, printed, .. } => {
                // What fits a page is not torn.
                let whole = if printed.lines().count() < PAGE { ",samepage=true" } else { "" };
                let [typed, printed] = [typed, printed].map(|block| escape::verbatim(block));
                writeln!(
                    out,
                    "\\begin{{Verbatim}}[fontsize=\\small{whole}]\n$ {typed}\n\n{printed}\n\\end{{Verbatim}}\n"
                )
            }
        }
    }
}

/// Joins what stands in quotes by blanks that do not break.
fn whole_words(typed: &str) -> String {
    let parts = typed.split('"').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 1 { part.replace(' ', "\u{a0}") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("\"")
}

/// What stands behind the number of a point.
fn step(line: &str) -> &str {
    line.split_once(". ").map_or(line, |(_, text)| text)
}

fn numbered(points: &[String], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let points = points.iter().enumerate();
    points.into_iter().try_for_each(|(index, point)| indented(&format!("{}. ", index + 1), point, style, out))
}

/// Writes a text behind a short word, all its lines one below the other; behind a long word only the first line stands there.
fn indented(word: &str, text: &str, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    if 4 < word.len() {
        return paragraph(&format!("{word}{text}"), style, out);
    }
    let lines = wrapped(&unbreakable(text), style.width - word.len());
    lines.iter().enumerate().try_for_each(|(index, line)| {
        let word = if index == 0 { word.to_owned() } else { " ".repeat(word.len()) };
        writeln!(out, "{word}{line}")
    })
}
