//! Options for the format of a page, and the available formats.

use crate::cli::args::output_args::{FormName, OutputArgs, Styled};
use crate::cli::args::values::described;
use crate::cli::command_error::Result;
use crate::cli::context::Context;
use crate::cli::usage;
use crate::exercise::{MARKS, SHEETS};
use crate::formats::FORMATS;
use crate::page::{Document, FORMS, Form, Style};
use clap::Args;
use std::io::{self, Write};

/// The name of the JSON format.
const JSON: &str = "json";
/// File extensions of formats that other programs create from a page.
const ELSEWHERE: [&str; 7] = ["pdf", "png", "doc", "docx", "odt", "rtf", "xlsx"];

/// The only output format of commands that write no page.
pub(in crate::cli) const TEXT: FormName<'static> = ("text", &["txt"]);

/// The format option of commands that write only pages.
#[derive(Debug, Args)]
pub(in crate::cli) struct PageArgs {
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(pages_described()))]
    format: Option<String>,
}

/// The format option of commands that write a page or JSON.
#[derive(Debug, Args)]
pub(in crate::cli) struct FormArgs {
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(pages_described().chain([(JSON, "JSON for programs")])))]
    format: Option<String>,
}

/// The format option of commands for CI systems: a page, JSON, or a format that CI systems read.
#[derive(Debug, Args)]
pub(in crate::cli) struct CheckFormArgs {
    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "NAME", value_parser = described(pages_described().chain(CHECKS)))]
    format: Option<String>,
}

const CHECKS: [(&str, &str); 3] = [
    (JSON, "the same report as JSON"),
    ("github", "annotations at files and lines, for GitHub workflows"),
    ("junit", "tests in XML, for a CI"),
];

/// The format in which the outcome of a check is written.
#[derive(Clone, Copy)]
pub(in crate::cli) enum CheckForm {
    Page(&'static Form),
    Json,
    Github,
    Junit,
}

impl CheckFormArgs {
    /// Writes a page or JSON.
    pub(in crate::cli) fn write(
        &self,
        context: &Context,
        output: &OutputArgs<impl Styled>,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let form = match self.form(output)? {
            CheckForm::Page(form) => Some(form),
            CheckForm::Json => None,
            CheckForm::Github | CheckForm::Junit => {
                return Err(usage("github and junit report a check; add --check"));
            }
        };
        written(context, output, form, page, json)
    }

    /// Returns the requested format; see [`PageArgs::form`].
    pub(in crate::cli) fn form(&self, output: &OutputArgs<impl Styled>) -> Result<CheckForm> {
        let format = self.format.as_deref();
        let own: [FormName<'_>; 3] = [(JSON, &[JSON]), ("github", &[]), ("junit", &["xml"])];
        refuse_promised(output, format, &pages().chain(own).collect::<Vec<_>>())?;
        Ok(match format {
            Some("github") => CheckForm::Github,
            Some("junit") => CheckForm::Junit,
            Some(JSON) => CheckForm::Json,
            None if output.has_ending(&[JSON]) => CheckForm::Json,
            None if output.has_ending(&["xml"]) => CheckForm::Junit,
            _ => CheckForm::Page(form(format, output)),
        })
    }
}

fn pages_described() -> impl Iterator<Item = (&'static str, &'static str)> {
    FORMS.iter().map(|form| (form.name, form.description))
}

impl PageArgs {
    /// Returns the requested format, else the one that matches the file name, else text. Rejects a file name whose
    /// extension belongs to another format.
    pub(in crate::cli) fn form(&self, output: &OutputArgs<impl Styled>) -> Result<&'static Form> {
        let format = self.format.as_deref();
        refuse_promised(output, format, &pages().collect::<Vec<_>>())?;
        Ok(form(format, output))
    }
}

impl FormArgs {
    /// Returns the requested format; see [`PageArgs::form`]. Returns `None` for JSON.
    pub(in crate::cli) fn form(&self, output: &OutputArgs<impl Styled>) -> Result<Option<&'static Form>> {
        let format = self.format.as_deref();
        refuse_promised(output, format, &pages().chain([(JSON, &[JSON][..])]).collect::<Vec<_>>())?;
        let is_json = format.map_or_else(|| output.has_ending(&[JSON]), |name| name == JSON);
        Ok((!is_json).then(|| form(format, output)))
    }

    pub(in crate::cli) fn write(
        &self,
        context: &Context,
        output: &OutputArgs<impl Styled>,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        written(context, output, self.form(output)?, page, json)
    }
}

/// Writes a page in this format, or JSON if there is no format.
fn written(
    context: &Context,
    output: &OutputArgs<impl Styled>,
    form: Option<&Form>,
    page: impl FnOnce(&Style) -> Document,
    json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    match form {
        Some(form) => output.page(context, form, page),
        None => output.with(context, |out| json(out)),
    }
}

fn pages() -> impl Iterator<Item = FormName<'static>> {
    FORMS.iter().map(|form| (form.name, form.suffixes))
}

/// Unless the user named a format, rejects a file name whose extension belongs to a format that the command cannot
/// write. An unknown extension, as in `report.log`, fits any format.
pub(in crate::cli) fn refuse_promised(
    output: &OutputArgs<impl Args>,
    asked: Option<&str>,
    forms: &[FormName<'_>],
) -> Result<()> {
    let promised = FORMATS.iter().map(|format| format.suffixes).chain(pages().map(|(_, endings)| endings));
    let promised =
        promised.chain(SHEETS.iter().map(|sheet| sheet.suffixes)).chain(MARKS.iter().map(|marks| marks.suffixes));
    match promised.chain([&ELSEWHERE[..]]).any(|endings| output.has_ending(endings)) {
        true => output.format(asked, forms).map(drop),
        false if asked.is_none() => output.refuse_format_name(&forms[1..]),
        false => Ok(()),
    }
}

fn form(asked: Option<&str>, output: &OutputArgs<impl Styled>) -> &'static Form {
    let named = |form: &&Form| asked.map_or_else(|| output.has_ending(form.suffixes), |name| form.name == name);
    FORMS.iter().find(named).unwrap_or(&FORMS[0])
}
