//! In which form a page is written: what all commands have in common that make one.

use super::output::{OutputArgs, Styled};
use crate::exercise::{MARKS, SHEETS};
use crate::formats::FORMATS;
use crate::page::{Document, FORMS, Form, Style};
use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::io::{self, Write};

/// The name of the document for programs.
const JSON: &str = "json";
/// How the names of files end that other programs make of a page.
const ELSEWHERE: [&str; 2] = ["pdf", "png"];

/// The name of a form, with the endings of its files.
pub(super) type FormName<'a> = (&'a str, &'a [&'a str]);
/// What is written by commands that have no page.
pub(super) const TEXT: FormName<'static> = ("text", &["txt"]);

/// The option of commands that have a page and nothing else.
#[derive(Debug, Args)]
pub(super) struct PageArgs {
    /// What to write [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = names(pages_described()))]
    format: Option<String>,
}

/// The option of commands that have a page, and a document for programs.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// What to write [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = names(pages_described().chain([(JSON, "the same for programs")])))]
    format: Option<String>,
}

/// Reads one of these names, each with a line about it.
pub(super) fn names(described: impl Iterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    PossibleValuesParser::new(described.map(|(name, about)| PossibleValue::new(name).help(about)))
}

fn pages_described() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMS.iter().map(|form| (form.name, form.description))
}

impl PageArgs {
    /// Returns the form that was asked for, else the one that the name of the file says, else text. Refuses a name that
    /// promises another one.
    pub(super) fn form(&self, output: &OutputArgs<impl Styled>) -> Result<&'static Form> {
        let format = self.format.as_deref();
        refuse_promised(output, format, &pages().collect::<Vec<_>>())?;
        Ok(form(format, output))
    }

    /// Writes a page.
    pub(super) fn write(&self, output: &OutputArgs<impl Styled>, page: impl FnOnce(&Style) -> Document) -> Result<()> {
        let form = self.form(output)?;
        let mut out = output.open()?;
        write(form, &output.style(), page, &mut out)?;
        out.close()
    }
}

impl FormArgs {
    /// Returns the form that was asked for, see [`PageArgs::form`]; none if that is a document for programs.
    pub(super) fn form(&self, output: &OutputArgs<impl Styled>) -> Result<Option<&'static Form>> {
        let format = self.format.as_deref();
        refuse_promised(output, format, &pages().chain([(JSON, &[JSON][..])]).collect::<Vec<_>>())?;
        let is_json = format.map_or_else(|| output.has_ending(&[JSON]), |name| name == JSON);
        Ok((!is_json).then(|| form(format, output)))
    }

    /// Writes a page, or a document for programs.
    pub(super) fn write(
        &self,
        output: &OutputArgs<impl Styled>,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let form = self.form(output)?;
        let mut out = output.open()?;
        match form {
            None => json(&mut out)?,
            Some(form) => write(form, &output.style(), page, &mut out)?,
        }
        out.close()
    }
}

fn pages() -> impl Iterator<Item = FormName<'static>> {
    FORMS.iter().map(|form| (form.name, form.suffixes))
}

/// Refuses a file whose name promises a form that is not among these, unless a form was asked for by name. A name that
/// promises nothing, such as `report.log`, is any form's.
pub(super) fn refuse_promised(
    output: &OutputArgs<impl Args>,
    asked: Option<&str>,
    forms: &[FormName<'_>],
) -> Result<()> {
    let promised = FORMATS.iter().map(|format| format.suffixes).chain(pages().map(|(_, endings)| endings));
    let promised =
        promised.chain(SHEETS.iter().map(|sheet| sheet.suffixes)).chain(MARKS.iter().map(|marks| marks.suffixes));
    match promised.chain([&ELSEWHERE[..]]).any(|endings| output.has_ending(endings)) {
        true => output.format(asked, forms).map(drop),
        false => Ok(()),
    }
}

fn form(asked: Option<&str>, output: &OutputArgs<impl Styled>) -> &'static Form {
    let named = |form: &&Form| asked.map_or_else(|| output.has_ending(form.suffixes), |name| form.name == name);
    FORMS.iter().find(named).unwrap_or(&FORMS[0])
}

/// Makes a page for a form, and writes it.
pub(super) fn write(
    form: &Form,
    style: &Style,
    page: impl FnOnce(&Style) -> Document,
    out: &mut dyn Write,
) -> io::Result<()> {
    let style = form.style(style);
    form.write(&page(&style), &style, out)
}
