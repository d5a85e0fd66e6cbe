//! How to start and query an engine that speaks UCI, and the command-line options for it.

use crate::cli::command_error::Result;
use crate::cli::usage;
use crate::page::text::visible;
use clap::Args;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;
use std::time::Duration;

pub(in crate::cli) const UCI: &str = "uci:";

/// Options for an engine that scores leaves.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct UciArgs {
    /// `go` arguments for the UCI engine [default: depth 1]
    #[arg(long, value_name = "WORDS", hide_short_help = true)]
    uci_go: Option<String>,
    /// Time limit per position for the UCI engine, in seconds [default: 10]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400), hide_short_help = true)]
    uci_time: Option<u32>,
    /// Set a UCI option such as Threads=2; repeatable
    #[arg(long, value_name = "SETTING", value_parser = uci_option, hide_short_help = true)]
    uci_option: Vec<UciOption>,
}

/// An engine option and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct UciOption {
    pub name: String,
    /// `None` for a button.
    pub value: Option<String>,
}

impl fmt::Display for UciOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

fn uci_option(text: &str) -> Result<UciOption, String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    if name.is_empty() || text.contains(['\n', '\r']) {
        return Err("expected NAME=VALUE, such as Threads=2".to_owned());
    }
    Ok(UciOption { name: name.to_owned(), value })
}

/// How to start an engine and query it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct UciRequest {
    /// The engine's program and arguments as typed.
    pub words: String,
    pub go: String,
    pub options: Vec<UciOption>,
    pub time: Duration,
}

impl UciRequest {
    /// Returns the program and its arguments. Spaces separate words, except within quotes or if the whole text is the
    /// name of a file.
    pub(in crate::cli) fn program(&self) -> Vec<OsString> {
        if Path::new(&self.words).is_file() {
            return vec![OsString::from(&self.words)];
        }
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for c in self.words.chars() {
            match c {
                _ if quote == Some(c) => quote = None,
                '"' | '\'' if quote.is_none() => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                _ if quote.is_none() && c.is_whitespace() => words.extend(word.take().map(OsString::from)),
                _ => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word.map(OsString::from));
        words
    }

    /// Returns the engine's name in headers and on pages.
    pub(in crate::cli) fn name(&self, own: &str) -> String {
        let options: String = self.options.iter().map(|option| format!(", {option}")).collect();
        visible(&format!("{UCI}{own}, go {}{options}", self.go))
    }
}

impl UciArgs {
    /// Rejects the options if no engine scores the leaves.
    pub(in crate::cli) fn refuse_idle(&self, evaluation: Option<&str>) -> Result<()> {
        let is_idle = !evaluation.is_some_and(|name| name.starts_with(UCI));
        if is_idle && (self.uci_go.is_some() || self.uci_time.is_some() || !self.uci_option.is_empty()) {
            return Err(usage("--uci-go, --uci-time and --uci-option are for --evaluation uci:ENGINE"));
        }
        Ok(())
    }

    /// Returns the request for the engine named by an evaluation, or `None` for a built-in evaluation.
    pub(in crate::cli) fn request(&self, evaluation: &str) -> Option<UciRequest> {
        let words = evaluation.strip_prefix(UCI)?.trim().to_owned();
        let go = self.uci_go.as_deref().unwrap_or("depth 1").split_whitespace().collect::<Vec<_>>().join(" ");
        let time = Duration::from_secs(u64::from(self.uci_time.unwrap_or(10)));
        Some(UciRequest { words, go, options: self.uci_option.clone(), time })
    }
}
