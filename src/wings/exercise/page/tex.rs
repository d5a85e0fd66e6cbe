//! A sheet as a LaTeX document with no packages beyond the usual ones.

use super::super::Exercise;
use super::sheet::{SheetPage, SheetRow, points};
use crate::page::{Charset, Style, escape};
use std::io::{self, Write};

/// Writes a sheet or a key.
pub(super) fn write(exercise: &Exercise, is_key: bool, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let page = SheetPage::of(exercise, is_key, &Style { charset: Charset::Ascii, ..*style });
    writeln!(
        out,
        "\\documentclass[11pt,a4paper]{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage[utf8]{{inputenc}}"
    )?;
    writeln!(
        out,
        "\\usepackage[margin=20mm]{{geometry}}\n\\usepackage{{longtable}}\n\\setlength{{\\parindent}}{{0pt}}"
    )?;
    writeln!(out, "\\begin{{document}}\n\\section*{{{}}}", escape::latex(&page.title))?;
    match is_key {
        true => writeln!(out, "Key, {} in all.\n", points(page.max))?,
        false => writeln!(out, "Name: \\rule{{6cm}}{{0.4pt}} of {}\n", points(page.max))?,
    }
    if !page.board.is_empty() {
        let lines: Vec<String> = page.board.iter().map(|line| typed(line)).collect();
        writeln!(out, "\\medskip\\noindent {}\n", lines.join("\\\\\n"))?;
    }
    for text in &page.intro {
        writeln!(out, "\\medskip {}\n", escape::latex(text))?;
    }
    tree(&page, out)?;
    questions(&page, out)?;
    if !page.reasons.is_empty() {
        writeln!(out, "\\begin{{longtable}}{{@{{}}llp{{9cm}}@{{}}}}")?;
        for row in &page.reasons {
            let cells: Vec<String> = row.iter().map(|cell| escape::latex(cell)).collect();
            writeln!(out, "{} \\\\", cells.join(" & "))?;
        }
        writeln!(out, "\\end{{longtable}}")?;
    }
    writeln!(out, "\\bigskip {{\\footnotesize {}}}\n\\end{{document}}", escape::latex(&page.foot))
}

fn tree(page: &SheetPage, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\\begin{{longtable}}{{@{{}}lrlll@{{}}}}")?;
    let row = |row: &SheetRow| {
        let cells = [&row.read, &row.window, &row.value].map(|cell| blanks(cell));
        format!("{} & {} & {} \\\\", typed(&row.tree), escape::latex(row.leaf.trim()), cells.join(" & "))
    };
    writeln!(out, "{}", row(&page.heads))?;
    for node in &page.rows {
        writeln!(out, "{}", row(node))?;
    }
    writeln!(out, "\\end{{longtable}}")
}

fn questions(page: &SheetPage, out: &mut dyn Write) -> io::Result<()> {
    if page.questions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\\begin{{enumerate}}")?;
    for asked in &page.questions {
        write!(out, "\\item {} ({})", escape::latex(&asked.text), points(asked.points))?;
        match (&asked.answer, &asked.reason) {
            (Some(answer), Some(reason)) => {
                writeln!(out, "\\\\ \\textbf{{{}}}: {}", escape::latex(answer), escape::latex(reason))?
            }
            _ => writeln!(out, "\\\\[6mm] \\rule{{\\linewidth}}{{0.4pt}}")?,
        }
    }
    writeln!(out, "\\end{{enumerate}}")
}

/// Writes a cell, its underscores as rules to write on.
fn blanks(cell: &str) -> String {
    let parts: Vec<String> = cell.split('_').map(escape::latex).collect();
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        let begins = index != 0 && (index == 1 || !parts[index - 1].is_empty());
        text.push_str(if begins { "\\rule{12mm}{0.4pt}" } else { "" });
        text.push_str(part);
    }
    text
}

/// Writes a line whose columns have to stand above each other.
fn typed(line: &str) -> String {
    let text: String =
        line.chars().map(|c| if c == ' ' { "~".to_owned() } else { escape::latex(&c.to_string()) }).collect();
    format!("\\texttt{{{text}}}")
}
