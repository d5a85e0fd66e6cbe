//! What the playground asks for.

use crate::model::looks_typed;
use crate::names::Named;
use crate::page::escape;
use crate::score::Score;
use crate::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, Technique};
use crate::study::{AnyStudy, Limits};
use crate::subject::{Asked, Given, Subject};
use serde::Deserialize;
use std::error::Error;

/// Whatever can be wrong with a request.
pub(super) type RequestError = Box<dyn Error>;

/// A request.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What is wanted.
    #[serde(default)]
    pub wanted: Wanted,
    /// A lesson, a tree in brackets, a position.
    #[serde(default)]
    pub subject: String,
    /// Static scores that are replaced: lines with MAX's scores.
    #[serde(default)]
    pub set: Vec<(String, f64)>,
    /// How it is searched.
    #[serde(default)]
    pub search: Options,
    /// How it is searched beside that.
    pub beside: Option<Options>,
    /// Every search stops after so many nodes.
    pub nodes: Option<u64>,
    /// The leaf that is asked about.
    #[serde(default)]
    pub line: String,
    /// Which random tree it is.
    #[serde(default)]
    pub seed: u64,
}

/// What is wanted of a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    /// All that a page shows.
    #[default]
    States,
    /// What other searches cost.
    Costs,
    /// How a leaf moves the root.
    Leaf,
    /// The tree as SVG.
    Picture,
    /// A random tree.
    Tree,
}

/// How to search: the options of the command line, under their names.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Options {
    pub algorithm: Option<String>,
    pub depth: Option<u32>,
    pub order: Option<String>,
    pub cut: Option<String>,
    pub fail: Option<String>,
    pub with: Vec<String>,
    pub mistake: Option<String>,
}

impl Options {
    /// Reads the names.
    fn read(&self) -> Result<Asked, RequestError> {
        fn named<T: Named>(name: Option<&String>) -> Result<Option<T>, RequestError> {
            Ok(name.map(|name| T::from_name(name)).transpose()?)
        }
        Ok(Asked {
            depth: self.depth,
            algorithm: named::<Algorithm>(self.algorithm.as_ref())?,
            order: self.order.as_ref().map(|name| name.parse::<Order>()).transpose()?,
            techniques: self.with.iter().map(|name| Technique::from_name(name)).collect::<Result<_, _>>()?,
            cut: named::<Cut>(self.cut.as_ref())?.unwrap_or_default(),
            fail: named::<Fail>(self.fail.as_ref())?,
            mistake: named::<Mistake>(self.mistake.as_ref())?,
            ..Asked::default()
        })
    }

    /// The same as a command line has it, in words.
    fn words(&self) -> Vec<String> {
        let depth = self.depth.map(|depth| depth.to_string());
        let with = (!self.with.is_empty()).then(|| self.with.join(","));
        let options = [
            ("--depth", depth.as_ref()),
            ("--algorithm", self.algorithm.as_ref()),
            ("--order", self.order.as_ref()),
            ("--with", with.as_ref()),
            ("--cut", self.cut.as_ref()),
            ("--fail", self.fail.as_ref()),
            ("--mistake", self.mistake.as_ref()),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?.clone()]));
        given.flatten().collect()
    }

    /// What the search is called beside another one.
    pub(super) fn name(&self) -> String {
        let algorithm = self.algorithm.as_deref().unwrap_or(Algorithm::default().name());
        let others = Self { algorithm: None, ..self.clone() }.words();
        let others = others.chunks(2).map(|pair| format!("{} {}", pair[0].trim_start_matches('-'), pair[1]));
        std::iter::once(algorithm.to_owned()).chain(others).collect::<Vec<_>>().join(", ")
    }
}

/// A text that means nothing.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is neither a built-in lesson, nor a tree such as ((3 12 8) (2 4 6)), nor a FEN such as {start}",
    start = crate::subject::START
)]
struct Unknown(String);

impl Request {
    /// Returns what is searched.
    pub(super) fn subject(&self) -> Result<Subject, RequestError> {
        let text = self.subject.trim_end();
        // Places in a tree count from where the field begins.
        let text = if looks_typed(text) { text } else { text.trim_start() };
        let mut subject = Subject::of_words(text)?.ok_or_else(|| Unknown(text.to_owned()))?;
        let mut given = Given::default();
        for (line, pawns) in &self.set {
            let score = Score::from_pawns(*pawns).ok_or_else(|| format!("{pawns} is out of range"))?;
            subject.set_score(line, score, &mut given)?;
        }
        Ok(subject)
    }

    /// Returns the settings for a subject.
    pub(super) fn settings(&self, options: &Options, subject: &Subject) -> Result<Settings, RequestError> {
        Ok(options.read()?.settings(subject))
    }

    /// Returns the search of a subject.
    pub(super) fn study(&self, subject: &Subject, settings: &Settings) -> Result<Box<dyn AnyStudy>, RequestError> {
        Ok(subject.study(settings, None, Limits { nodes: self.nodes, ..Limits::default() })?)
    }

    /// Returns the command that does the same.
    pub(super) fn command(&self) -> String {
        let mut words = vec!["plywood".to_owned(), "explain".to_owned(), self.subject.trim().to_owned()];
        words.extend(self.search.words());
        words.extend(self.set.iter().flat_map(|(line, score)| ["--set".to_owned(), format!("{line}={score}")]));
        words.iter().map(|word| escape::shell(word)).collect::<Vec<_>>().join(" ")
    }
}
