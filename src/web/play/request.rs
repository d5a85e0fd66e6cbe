//! Requests of the playground: a search, and what to return about it.

use crate::core::game::classic::GameList;
use crate::core::names::Named;
use crate::core::score::Score;
use crate::core::search::{Algorithm, Cut, Fail, Mistake, Order, Settings, Technique};
use crate::core::study::{AnyStudy, Limits};
use crate::exercise::PaperTree;
use crate::lessons::model::looks_typed;
use crate::page::escape;
use crate::subject::{LineOptions, SearchRequest, Subject};
use serde::Deserialize;
use std::error::Error;

/// The error of a request, of any type.
pub(super) type RequestError = Box<dyn Error>;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    #[serde(default)]
    pub wanted: Wanted,
    /// A lesson, a tree in brackets, or a position.
    #[serde(default)]
    pub subject: String,
    /// Replaced static evaluations: lines with MAX's scores.
    #[serde(default)]
    pub set: Vec<(String, f64)>,
    #[serde(default)]
    pub search: Options,
    pub beside: Option<Options>,
    /// The maximum number of nodes of every search.
    pub nodes: Option<u64>,
    /// Whether the drawing must fit on a phone.
    #[serde(default)]
    pub narrow: bool,
    /// The line to the leaf that the request is about.
    #[serde(default)]
    pub line: String,
    /// The seed of a random tree.
    #[serde(default)]
    pub seed: u64,
    /// The level of the random tree, from 1; 0 for any level.
    #[serde(default)]
    pub level: usize,
    /// The leaves that the reader would skip, by their numbers on the page.
    #[serde(default)]
    pub marked: Vec<usize>,
}

/// What to return about a search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    /// Everything that a page shows.
    #[default]
    States,
    Costs,
    /// The effect of a leaf on the root.
    Leaf,
    /// The tree as SVG.
    Picture,
    Tree,
    /// The result of checking the leaves that the reader would skip.
    Cut,
}

/// The search options, with the names that they have on the command line.
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
    pub(super) fn read(&self) -> Result<SearchRequest, RequestError> {
        fn named<T: Named>(name: Option<&String>) -> Result<Option<T>, RequestError> {
            Ok(name.map(|name| T::from_name(name)).transpose()?)
        }
        Ok(SearchRequest {
            depth: self.depth,
            algorithm: named::<Algorithm>(self.algorithm.as_ref())?,
            order: self.order.as_ref().map(|name| name.parse::<Order>()).transpose()?,
            techniques: self.with.iter().map(|name| Technique::from_name(name)).collect::<Result<_, _>>()?,
            cut: named::<Cut>(self.cut.as_ref())?,
            fail: named::<Fail>(self.fail.as_ref())?,
            mistake: named::<Mistake>(self.mistake.as_ref())?,
            ..SearchRequest::default()
        })
    }

    /// Returns the options as words of a command line.
    pub(super) fn words(&self) -> Vec<String> {
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

    /// Returns the name of the search, for a page that shows it next to another one.
    pub(super) fn name(&self) -> String {
        let algorithm = self.algorithm.as_deref().unwrap_or(Algorithm::default().name());
        let others = Self { algorithm: None, ..self.clone() }.words();
        let others = others.chunks(2).map(|pair| format!("{} {}", pair[0].trim_start_matches('-'), pair[1]));
        std::iter::once(algorithm.to_owned()).chain(others).collect::<Vec<_>>().join(", ")
    }
}

/// plywood doesn't recognize the text.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is not a built-in lesson, a tree such as ((3 12 8) (2 4 6)), or a FEN such as {start}",
    start = crate::subject::START
)]
struct Unknown(String);

impl Request {
    /// Returns the subject of the search.
    pub(super) fn subject(&self) -> Result<Subject, RequestError> {
        let text = self.subject.trim_end();
        // The positions of errors in a tree are counted from the beginning of the field.
        let text = if looks_typed(text) { text } else { text.trim_start() };
        let mut subject = Subject::of_words(text, &GameList::default())?.ok_or_else(|| Unknown(text.to_owned()))?;
        let mut given = LineOptions::default();
        for (line, pawns) in &self.set {
            let score = Score::from_pawns(*pawns).ok_or_else(|| format!("{pawns} is out of range"))?;
            if !Score::is_exact(*pawns) {
                return Err(format!("{pawns} has more than three decimals; round it").into());
            }
            subject.set_score(line, score, &mut given)?;
        }
        Ok(subject)
    }

    pub(super) fn settings(&self, options: &Options, subject: &Subject) -> Result<Settings, RequestError> {
        Ok(options.read()?.settings(subject))
    }

    pub(super) fn study(&self, subject: &Subject, settings: &Settings) -> Result<Box<dyn AnyStudy>, RequestError> {
        Ok(subject.study(settings, None, Limits { nodes: self.nodes, ..Limits::default() })?)
    }

    /// Returns the tree in the form used for searching by hand.
    pub(super) fn paper(&self) -> Result<PaperTree, RequestError> {
        let subject = self.subject()?;
        let study = self.study(&subject, &self.settings(&self.search, &subject)?)?;
        let header = study.header();
        let why = match header.movers().has_chance() {
            true => "it has chance nodes",
            false => "its leaves are not known before the search",
        };
        Ok(PaperTree::of(header).ok_or(why)?)
    }

    /// Returns the command line that does the same as the request.
    pub(super) fn command(&self) -> String {
        let mut words = vec!["plywood".to_owned(), "explain".to_owned(), self.subject.trim().to_owned()];
        words.extend(self.search.words());
        words.extend(self.set.iter().flat_map(|(line, score)| ["--set".to_owned(), format!("{line}={score}")]));
        words.iter().map(|word| escape::shell(word)).collect::<Vec<_>>().join(" ")
    }
}
