//! Pages as LaTeX documents that use only common packages.

use super::{Below, Block, Column, Document, NumberedPoint, Picture, ShownCommand, Table, all, blanks};
use crate::page::escape::{latex, verbatim};
use crate::page::style::Style;
use crate::page::tex_letters::definitions;

/// A number of lines that always fit on a sheet of paper.
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
";

/// Shrinks content that is wider than the page to the page width.
const NO_WIDER: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}";

/// Returns the page as LaTeX.
pub(super) fn write(document: &Document, _: &Style) -> String {
    let heads = document.heads(|picture| &picture.tex);
    let tikz = if heads.is_empty() { "" } else { "\\usepackage{tikz}\n" };
    let body = all(&document.blocks, block);
    let letters = definitions(&body, true);
    format!("{PREAMBLE}{letters}{tikz}{heads}\\begin{{document}}\n{body}\\end{{document}}\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Title(text) => format!("\\title{{{}}}\\date{{}}\\maketitle\n\n", latex(text)),
        Block::Chapter(text) => format!("\\section*{{{}}}\n\n", latex(text)),
        Block::Heading(text, aside) => {
            let aside = if aside.is_empty() { String::new() } else { format!(" \\hfill {{\\small {}}}", latex(aside)) };
            format!("\\section*{{{}{aside}}}\n\n", latex(text))
        }
        Block::Text(text) | Block::Wrong(text) => format!("{}\n\n", latex(text.trim_start())),
        Block::Verdict(_, _, plain) | Block::Rich(_, plain) => plain.iter().map(self::block).collect(),
        Block::Lines(lines) | Block::Typed(lines) => verbatim_block(&lines.join("\n")),
        Block::Beside(board, text, facts) => {
            let board = if board.is_empty() { String::new() } else { verbatim_block(&board.join("\n")) };
            format!("{board}{}\n\n{}", latex(text), all(facts, fact))
        }
        Block::Picture(picture) => {
            let Picture { typed, tex, .. } = picture.as_ref();
            let typed = if typed.is_empty() { String::new() } else { verbatim_block(&format!("$ {typed}")) };
            format!("{typed}{NO_WIDER}{{\\ignorespaces\n{}\\unskip}}\n\n", tex.body)
        }
        Block::Facts(_, facts) => all(facts, fact),
        Block::Table(table) => self::table(table),
        Block::List(points) => {
            let points = all(points, |point| format!("\\item{{}} {}\n", latex(point)));
            format!("\\begin{{itemize}}\n{points}\\end{{itemize}}\n\n")
        }
        Block::Steps(points) => {
            let step =
                |NumberedPoint { text, below }: &NumberedPoint| format!("\\item{{}} {}{}\n", latex(text), under(below));
            format!("\\begin{{enumerate}}\n{}\\end{{enumerate}}\n\n", all(points, step))
        }
        Block::Question(text) => format!("\\textbf{{Question:}} {}\n\n", latex(text)),
        Block::Answer(text) => format!("\\textbf{{Answer:}} {}\n\n", latex(text)),
        Block::Command(ShownCommand { typed, printed, .. }) => verbatim_block(&format!("$ {typed}\n\n{printed}")),
        Block::Blank(before, behind) => {
            format!("{} \\rule{{6cm}}{{0.4pt}} {}\n\n", latex(before), latex(behind))
        }
        Block::Browser(_) | Block::Part(_) | Block::Gap => String::new(),
        Block::NewPage => "\\newpage\n\n".to_owned(),
    }
}

fn fact<S: AsRef<str>>((label, text): &(S, String)) -> String {
    format!("\\textbf{{{}}} {}\n\n", latex(label.as_ref().trim()), latex(text))
}

/// Writes lines unchanged, and keeps a block together if it fits on a page.
fn verbatim_block(block: &str) -> String {
    let whole = if block.lines().count() < PAGE { ",samepage=true" } else { "" };
    format!("\\begin{{Verbatim}}[fontsize=\\small{whole}]\n{}\n\\end{{Verbatim}}\n\n", verbatim(block))
}

fn table(table: &Table) -> String {
    let kind = |column: &Column| match column {
        Column::Left | Column::Drawn | Column::Blank => "l",
        Column::Right | Column::Wrong => "r",
        Column::Narrow(_) => "p{5cm}",
        Column::Rest(..) => "p{9cm}",
    };
    let kinds: String = table.columns.iter().map(kind).collect();
    let row = |row: &[String]| {
        let cells: Vec<String> =
            row.iter().zip(&table.columns).map(|(cell, &column)| self::cell(cell, column)).collect();
        // Without the braces, LaTeX could read the start of a row as an argument of the `\\` before it.
        format!("{{}}{} \\\\\n", cells.join(" & "))
    };
    let rows: String = table.heads().into_iter().chain(table.rows().iter().map(Vec::as_slice)).map(row).collect();
    format!("\\begin{{longtable}}{{@{{}}{kinds}@{{}}}}\n{rows}\\end{{longtable}}\n\n")
}

fn cell(text: &str, column: Column) -> String {
    match column {
        Column::Drawn => {
            let letter = |c: char| if c == ' ' { "~".to_owned() } else { latex(&c.to_string()) };
            format!("\\texttt{{{}}}", text.chars().map(letter).collect::<String>())
        }
        Column::Blank => blanks(text, latex, "\\rule{12mm}{0.4pt}"),
        Column::Left | Column::Right | Column::Wrong | Column::Narrow(_) | Column::Rest(..) => latex(text),
    }
}

fn under(below: &Below) -> String {
    match below {
        Below::Nothing => String::new(),
        Below::Line => "\\\\[6mm] \\rule{\\linewidth}{0.4pt}".to_owned(),
        Below::Answer(answer, reason) => format!("\\\\ \\textbf{{{}}}: {}", latex(answer), latex(reason)),
    }
}
