//! Pages as LaTeX documents with no packages beyond the usual ones.

use super::{Below, Block, Column, Document, Point, Table};
use crate::page::escape::{latex, verbatim};
use crate::page::style::Style;
use std::io::{self, Write};

/// The lines of an output that certainly fit a page of paper.
const PAGE: usize = 50;

const PREAMBLE: &str = "\
\\documentclass[11pt,a4paper]{article}
\\usepackage[T1]{fontenc}
\\usepackage[utf8]{inputenc}
\\usepackage[margin=20mm]{geometry}
\\usepackage{fancyvrb,longtable}
\\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}
\\IfFileExists{upquote.sty}{\\usepackage{upquote}}{}
\\setlength{\\parindent}{0pt}
\\setlength{\\parskip}{0.6em}
\\begin{document}";

/// Writes a page.
pub(super) fn write(document: &Document, _: &Style, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{PREAMBLE}")?;
    document.blocks.iter().try_for_each(|block| self::block(block, out))?;
    writeln!(out, "\\end{{document}}")
}

fn block(block: &Block, out: &mut dyn Write) -> io::Result<()> {
    match block {
        Block::Title(text) => writeln!(out, "\\title{{{}}}\\date{{}}\\maketitle\n", latex(text)),
        Block::Chapter(text) => writeln!(out, "\\section*{{{}}}\n", latex(text)),
        Block::Heading(text, aside) => {
            let aside = if aside.is_empty() { String::new() } else { format!(" \\hfill {{\\small {}}}", latex(aside)) };
            writeln!(out, "\\section*{{{}{aside}}}\n", latex(text))
        }
        Block::Text(text) => writeln!(out, "{}\n", latex(text.trim_start())),
        Block::Lines(lines) => verbatim_block(&lines.join("\n"), out),
        Block::Beside(board, text, facts) => {
            if !board.is_empty() {
                verbatim_block(&board.join("\n"), out)?;
            }
            writeln!(out, "{}\n", latex(text))?;
            facts_list(facts, out)
        }
        Block::Facts(_, facts) => facts_list(facts, out),
        Block::Table(table) => self::table(table, out),
        Block::List(points) => {
            writeln!(out, "\\begin{{itemize}}")?;
            points.iter().try_for_each(|point| writeln!(out, "\\item{{}} {}", latex(point)))?;
            writeln!(out, "\\end{{itemize}}\n")
        }
        Block::Steps(points) => {
            writeln!(out, "\\begin{{enumerate}}")?;
            points
                .iter()
                .try_for_each(|Point { text, below }| writeln!(out, "\\item{{}} {}{}", latex(text), under(below)))?;
            writeln!(out, "\\end{{enumerate}}\n")
        }
        Block::Question(text) => writeln!(out, "\\textbf{{Question:}} {}\n", latex(text)),
        Block::Answer(text) => writeln!(out, "\\textbf{{Answer:}} {}\n", latex(text)),
        Block::Command(typed, printed) => verbatim_block(&format!("$ {typed}\n\n{printed}"), out),
        Block::Blank(before, behind) => {
            writeln!(out, "{} \\rule{{6cm}}{{0.4pt}} {}\n", latex(before), latex(behind))
        }
        Block::Gap => Ok(()),
    }
}

/// Writes facts, each behind its label.
fn facts_list(facts: &[(impl AsRef<str>, String)], out: &mut dyn Write) -> io::Result<()> {
    let label = |label: &str| latex(label.trim());
    facts.iter().try_for_each(|(name, text)| writeln!(out, "\\textbf{{{}}} {}\n", label(name.as_ref()), latex(text)))
}

/// Writes lines as they are; what fits a page is not torn.
fn verbatim_block(block: &str, out: &mut dyn Write) -> io::Result<()> {
    let whole = if block.lines().count() < PAGE { ",samepage=true" } else { "" };
    writeln!(out, "\\begin{{Verbatim}}[fontsize=\\small{whole}]\n{}\n\\end{{Verbatim}}\n", verbatim(block))
}

fn table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let kind = |column: &Column| match column {
        Column::Left | Column::Drawn | Column::Blank => "l",
        Column::Right => "r",
        Column::Narrow(_) => "p{5cm}",
        Column::Rest(..) => "p{9cm}",
    };
    let kinds: String = table.columns.iter().map(kind).collect();
    writeln!(out, "\\begin{{longtable}}{{@{{}}{kinds}@{{}}}}")?;
    for row in table.heads().into_iter().chain(table.rows().iter().map(Vec::as_slice)) {
        let cells: Vec<String> =
            row.iter().zip(&table.columns).map(|(cell, &column)| self::cell(cell, column)).collect();
        // What a row begins with could be an argument of the end of the row before it.
        writeln!(out, "{{}}{} \\\\", cells.join(" & "))?;
    }
    writeln!(out, "\\end{{longtable}}\n")
}

fn cell(text: &str, column: Column) -> String {
    match column {
        Column::Drawn => {
            let letter = |c: char| if c == ' ' { "~".to_owned() } else { latex(&c.to_string()) };
            format!("\\texttt{{{}}}", text.chars().map(letter).collect::<String>())
        }
        Column::Blank => super::blanks(text, latex, "\\rule{12mm}{0.4pt}"),
        Column::Left | Column::Right | Column::Narrow(_) | Column::Rest(..) => latex(text),
    }
}

fn under(below: &Below) -> String {
    match below {
        Below::Nothing => String::new(),
        Below::Line => "\\\\[6mm] \\rule{\\linewidth}{0.4pt}".to_owned(),
        Below::Answer(answer, reason) => format!("\\\\ \\textbf{{{}}}: {}", latex(answer), latex(reason)),
    }
}
