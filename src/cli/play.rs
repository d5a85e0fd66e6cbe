//! `plywood explain --play`: the playground, which opens with what would have been explained.

use super::Usage;
use super::explain::Explain;
use super::playground::MODULE;
use super::subject;
use crate::input::without_mark;
use crate::names::Named;
use crate::search::Cut;
use crate::subject::Subject;
use crate::web;
use anyhow::Result;
use std::process::ExitCode;

/// What the playground has a field for, and where the page goes.
const KNOWN: [&str; 11] = [
    "--subject",
    "--play",
    "--output",
    "--depth",
    "--algorithm",
    "--order",
    "--with",
    "--cut",
    "--fail",
    "--mistake",
    "--set",
];

impl Explain {
    /// Writes the playground.
    pub(super) fn play(&self) -> Result<ExitCode> {
        if let Some(option) = self.typed.of::<Self>().find(|option| !KNOWN.contains(option)) {
            return Err(Usage(format!("the playground has no field for {option}; leave it or --play out")).into());
        }
        self.output.format(None, &[("html", &["html", "htm"])])?;
        let text = match subject::text(&self.subject)? {
            Some((_, text)) => without_mark(&text).trim().to_owned(),
            None => self.subject.join(" "),
        };
        let Some(subject) = Subject::of_words(&text)? else {
            let wanted = "a tree in brackets, a lesson or its name, a game, or a FEN";
            return Err(Usage(format!("--play takes what is typed in the playground: {wanted}")).into());
        };
        let search = self.several.alone(&self.search).unwrap_or_else(|| self.search.clone());
        // What cannot be searched is refused here and not by the page.
        search.study(&subject)?;
        let named = |value: Option<&str>| value.map(str::to_owned);
        let with: Vec<&str> = search.with.iter().map(|technique| technique.name()).collect();
        let parts = [
            ("tree", Some(text)),
            ("algorithm", named(search.algorithm.map(Named::name))),
            ("depth", search.depth.map(|depth| depth.to_string())),
            ("order", search.order.map(|order| order.to_string())),
            ("cut", named(Some(search.cut.name()).filter(|_| search.cut != Cut::default()))),
            ("fail", named(search.fail.map(Named::name))),
            ("with", Some(with.join(",")).filter(|with| !with.is_empty())),
            ("mistake", named(search.mistake.map(Named::name))),
        ];
        let set = search.set.iter().map(|text| ("set", text.clone()));
        let parts: Vec<_> = parts.into_iter().filter_map(|(name, value)| Some((name, value?))).chain(set).collect();
        let mut out = self.output.open()?;
        web::playground(MODULE, &parts, &mut out)?;
        out.close()?;
        Ok(ExitCode::SUCCESS)
    }
}
