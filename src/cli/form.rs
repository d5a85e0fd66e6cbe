//! In which form a page is written: what all commands have in common that make one.

use super::output::{OutputArgs, Styled};
use crate::page::{Document, FORMS, Form, Style};
use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::io::{self, Write};

/// The name of the document for programs.
const JSON: &str = "json";

/// The option of commands that have a page and nothing else.
#[derive(Debug, Args)]
pub(super) struct PageArgs {
    /// What to write [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = names(&[]))]
    format: Option<String>,
}

/// The option of commands that have a page, and a document for programs.
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// What to write: a page, or for programs one JSON document [default: by the name of the file, else text]
    #[arg(long, value_name = "NAME", value_parser = names(&[JSON]))]
    format: Option<String>,
}

/// The names of all forms of pages, and those that a command has besides.
pub(super) fn names(others: &[&'static str]) -> PossibleValuesParser {
    FORMS.iter().map(|form| form.name).chain(others.iter().copied()).collect::<Vec<_>>().into()
}

impl PageArgs {
    /// Returns the form that was asked for, else the one that the name of the file says, else text.
    pub(super) fn form(&self, output: &OutputArgs<impl Styled>) -> &'static Form {
        form(self.format.as_deref(), output)
    }

    /// The same, but refuses a file whose name says that it has no such form.
    pub(super) fn known(&self, output: &OutputArgs<impl Styled>) -> Result<&'static Form> {
        output.format(self.format.as_deref(), &FORMS.each_ref().map(|form| (form.name, form.suffixes)))?;
        Ok(self.form(output))
    }

    /// Writes a page.
    pub(super) fn write(&self, output: &OutputArgs<impl Styled>, page: impl FnOnce(&Style) -> Document) -> Result<()> {
        let mut out = output.open()?;
        write(self.form(output), &output.style(), page, &mut out)?;
        out.close()
    }
}

impl FormArgs {
    /// Returns the form that was asked for, see [`PageArgs::form`]; none if that is a document for programs.
    pub(super) fn form(&self, output: &OutputArgs<impl Styled>) -> Option<&'static Form> {
        let is_json = self.format.as_deref().map_or_else(|| output.has_ending(&[JSON]), |name| name == JSON);
        (!is_json).then(|| form(self.format.as_deref(), output))
    }

    /// Writes a page, or a document for programs.
    pub(super) fn write(
        &self,
        output: &OutputArgs<impl Styled>,
        page: impl FnOnce(&Style) -> Document,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let mut out = output.open()?;
        match self.form(output) {
            None => json(&mut out)?,
            Some(form) => write(form, &output.style(), page, &mut out)?,
        }
        out.close()
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
