//! A record in its JSON form: an object with the kind of the event and its fields.
//!
//! It is written field by field, in the order of `docs/trace-format.md`, and read in a single pass. Serde's derived
//! code for a tagged enum would copy each event before finding its kind.

use crate::core::game::{Movers, Weight};
use crate::core::hooks::{Again, Event, Kind, Leaf, NotUsed, Pass, Prune, Ranked, Stored, Verdict};
use crate::core::score::{Bound, Score, Window};
use crate::core::text::{HasNames, names};
use crate::core::trace::{Notes, Record};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// More fields than any event has. The serializer requires the number in advance, but only checks whether it is zero.
const MOST_FIELDS: usize = 16;

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Event", MOST_FIELDS)?;
        object.serialize_field("event", self.event.kind().name())?;
        let mut out = Fields(object);
        if !self.event.kind().is_of_whole() {
            out.field("line", &SubjectLine(self))?;
        }
        out.event(self)?;
        out.optional("why", self.notes.why.as_ref())?;
        out.0.end()
    }
}

/// The line of an event's subject, written without building the list first.
struct SubjectLine<'a>(&'a Record);

impl Serialize for SubjectLine<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.names())
    }
}

/// Writes the fields of an event.
struct Fields<S>(S);

impl<S: SerializeStruct> Fields<S> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        self.0.serialize_field(name, value)
    }

    fn optional<T: Serialize + ?Sized>(&mut self, name: &'static str, value: Option<&T>) -> Result<(), S::Error> {
        value.map_or(Ok(()), |value| self.0.serialize_field(name, value))
    }

    fn set_by(&mut self, notes: &Notes) -> Result<(), S::Error> {
        self.optional("alpha_set_by", notes.alpha_set_by.as_deref())?;
        self.optional("beta_set_by", notes.beta_set_by.as_deref())
    }

    fn asked(&mut self, depth: &u32, window: &Window) -> Result<(), S::Error> {
        self.field("depth", depth)?;
        self.field("window", window)
    }

    fn proved(&mut self, score: &Score, bound: &Bound) -> Result<(), S::Error> {
        self.field("score", score)?;
        self.field("bound", bound)
    }

    fn stored<M: Serialize>(&mut self, stored: &Stored<M>, by: Option<&[String]>) -> Result<(), S::Error> {
        self.field("depth", &stored.depth)?;
        self.field("score", &stored.score)?;
        self.field("bound", &stored.bound)?;
        self.optional("move", stored.best.as_ref())?;
        self.optional("visit", Some(stored.visit).filter(|&visit| visit != 0).as_ref())?;
        self.optional("stored_by", by)?;
        self.optional("untold", Some(true).filter(|_| stored.is_untold).as_ref())
    }

    fn event(&mut self, record: &Record) -> Result<(), S::Error> {
        let notes = &record.notes;
        match &record.event {
            Event::Root { score, movers: _, leaves: _ } => self.field("score", score),
            Event::Enter { depth, window, moves } => {
                self.asked(depth, window)?;
                self.set_by(notes)?;
                self.field("moves", moves)
            }
            Event::Created { score, .. } => {
                self.optional("number", notes.number.as_ref())?;
                self.optional("score", score.as_ref())
            }
            Event::Judged { weight, score, bound, leaf, window, verdict, .. } => {
                self.optional("weight", weight.as_ref())?;
                self.optional("order", notes.step.as_ref())?;
                self.proved(score, bound)?;
                self.optional("leaf", leaf.as_ref())?;
                self.optional("ending", notes.ending.as_ref())?;
                self.field("window", window)?;
                self.set_by(notes)?;
                self.field("verdict", verdict.name())?;
                self.optional("skipped", Some(verdict.skipped()).filter(|&skipped| skipped != 0).as_ref())
            }
            Event::Leave { score, bound } => self.proved(score, bound),
            Event::Settled { skipped } => self.field("skipped", skipped),
            Event::Pass { pass, depth, window } => {
                self.field("pass", pass)?;
                self.asked(depth, window)
            }
            Event::Ordered { moves } => self.field("moves", moves),
            Event::TableHit { stored, cut, not_used } => {
                self.stored(stored, notes.stored_by.as_deref())?;
                self.field("cut", cut)?;
                self.optional("not_used", not_used.as_ref())
            }
            Event::Extended { plies } | Event::Reduced { plies } => self.field("plies", plies),
            Event::Research { reason, depth, window } => {
                self.field("reason", reason)?;
                self.asked(depth, window)
            }
            Event::NullMove { depth, window, score, cut, entered, leaves } => {
                self.asked(depth, window)?;
                self.field("score", score)?;
                self.field("cut", cut)?;
                self.field("entered", entered)?;
                self.field("leaves", leaves)
            }
            Event::Omitted { created, entered, leaves, steps } => {
                self.field("created", created)?;
                self.field("entered", entered)?;
                self.field("leaves", leaves)?;
                self.field("steps", steps)
            }
            Event::StandPat { score, window, verdict } => {
                self.field("score", score)?;
                self.field("window", window)?;
                self.field("verdict", verdict.name())
            }
            Event::Pruned { reason, score, window, .. } => {
                self.field("reason", reason)?;
                self.field("score", score)?;
                self.field("window", window)
            }
        }
    }
}

/// All fields that an event may have. Fields that don't belong to the kind of event are ignored, like unknown fields.
#[derive(Deserialize)]
struct AnyEvent {
    event: KindName,
    #[serde(default, deserialize_with = "names")]
    line: Option<Vec<String>>,
    depth: Option<u32>,
    window: Option<Window>,
    score: Option<Score>,
    bound: Option<Bound>,
    #[serde(default, deserialize_with = "names")]
    moves: Option<Vec<ListedMove>>,
    number: Option<u64>,
    order: Option<u64>,
    leaf: Option<Leaf>,
    #[serde(default, deserialize_with = "names")]
    ending: Option<String>,
    #[serde(default, deserialize_with = "names")]
    why: Option<String>,
    #[serde(default, deserialize_with = "names")]
    alpha_set_by: Option<Vec<String>>,
    #[serde(default, deserialize_with = "names")]
    beta_set_by: Option<Vec<String>>,
    verdict: Option<VerdictWord>,
    skipped: Option<u32>,
    weight: Option<Weight>,
    pass: Option<Pass>,
    #[serde(rename = "move", default, deserialize_with = "names")]
    mv: Option<String>,
    visit: Option<u64>,
    #[serde(default, deserialize_with = "names")]
    stored_by: Option<Vec<String>>,
    #[serde(default)]
    untold: bool,
    cut: Option<bool>,
    not_used: Option<NotUsed>,
    plies: Option<u32>,
    reason: Option<String>,
    entered: Option<u64>,
    leaves: Option<u64>,
    created: Option<u64>,
    steps: Option<u64>,
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AnyEvent::deserialize(deserializer)?.record()
    }
}

/// Returns the value of a field that the event must have.
fn needed<T, E: de::Error>(field: &mut Option<T>, name: &'static str) -> Result<T, E> {
    field.take().ok_or_else(|| E::missing_field(name))
}

impl AnyEvent {
    fn record<E: de::Error>(mut self) -> Result<Record, E> {
        let kind = self.event.0;
        let mut line = if kind.is_of_whole() { Vec::new() } else { needed(&mut self.line, "line")? };
        let child = if let Kind::Created | Kind::Judged | Kind::Pruned = kind {
            line.pop().ok_or_else(|| E::custom(format!("`{}` is about a move, and its line has none", kind.name())))?
        } else {
            String::new()
        };
        let event = self.event(kind, child)?;
        let (is_created, is_judged) = (kind == Kind::Created, kind == Kind::Judged);
        let has_window = is_judged || kind == Kind::Enter;
        let notes = Notes {
            number: self.number.filter(|_| is_created),
            step: self.order.filter(|_| is_judged),
            ending: self.ending.filter(|_| is_judged),
            why: self.why,
            alpha_set_by: self.alpha_set_by.filter(|_| has_window).map(Arc::from),
            beta_set_by: self.beta_set_by.filter(|_| has_window).map(Arc::from),
            stored_by: self.stored_by.filter(|_| kind == Kind::TableHit).map(Arc::from),
        };
        Ok(Record { line, event, notes })
    }

    fn event<E: de::Error>(&mut self, kind: Kind, mv: String) -> Result<Event<String>, E> {
        Ok(match kind {
            Kind::Root => Event::Root { score: self.score()?, movers: Movers::default(), leaves: None },
            Kind::Enter => Event::Enter { depth: self.depth()?, window: self.window()?, moves: self.names()? },
            Kind::Created => Event::Created { mv, score: self.score },
            Kind::Judged => {
                let (score, bound, window) = (self.score()?, self.bound()?, self.window()?);
                let weight = self.weight.take();
                Event::Judged { mv, weight, score, bound, leaf: self.leaf, window, verdict: self.verdict()? }
            }
            Kind::Leave => Event::Leave { score: self.score()?, bound: self.bound()? },
            Kind::Settled => Event::Settled { skipped: needed(&mut self.skipped, "skipped")? },
            Kind::Pass => {
                Event::Pass { pass: needed(&mut self.pass, "pass")?, depth: self.depth()?, window: self.window()? }
            }
            Kind::Ordered => Event::Ordered { moves: self.ranking()? },
            Kind::TableHit => {
                let (depth, score, bound) = (self.depth()?, self.score()?, self.bound()?);
                let (best, visit) = (self.mv.take(), self.visit.unwrap_or_default());
                let stored = Stored { depth, score, bound, best, visit, is_untold: self.untold };
                Event::TableHit { stored, cut: self.cut()?, not_used: self.not_used }
            }
            Kind::Extended => Event::Extended { plies: needed(&mut self.plies, "plies")? },
            Kind::Reduced => Event::Reduced { plies: needed(&mut self.plies, "plies")? },
            Kind::Research => {
                Event::Research { reason: self.reason::<Again, E>()?, depth: self.depth()?, window: self.window()? }
            }
            Kind::NullMove => {
                let (depth, window, score, cut) = (self.depth()?, self.window()?, self.score()?, self.cut()?);
                let (entered, leaves) = (needed(&mut self.entered, "entered")?, needed(&mut self.leaves, "leaves")?);
                Event::NullMove { depth, window, score, cut, entered, leaves }
            }
            Kind::Omitted => Event::Omitted {
                created: needed(&mut self.created, "created")?,
                entered: needed(&mut self.entered, "entered")?,
                leaves: needed(&mut self.leaves, "leaves")?,
                steps: needed(&mut self.steps, "steps")?,
            },
            Kind::StandPat => {
                Event::StandPat { score: self.score()?, window: self.window()?, verdict: self.verdict()? }
            }
            Kind::Pruned => {
                let (reason, window) = (self.reason::<Prune, E>()?, self.window()?);
                // A rule may prune a move by its rank or by an exchange, without estimating its score.
                let score = self.score.unwrap_or(window.alpha);
                Event::Pruned { mv, reason, score, window }
            }
        })
    }

    fn score<E: de::Error>(&mut self) -> Result<Score, E> {
        needed(&mut self.score, "score")
    }

    fn depth<E: de::Error>(&mut self) -> Result<u32, E> {
        needed(&mut self.depth, "depth")
    }

    fn window<E: de::Error>(&mut self) -> Result<Window, E> {
        needed(&mut self.window, "window")
    }

    fn bound<E: de::Error>(&mut self) -> Result<Bound, E> {
        needed(&mut self.bound, "bound")
    }

    fn cut<E: de::Error>(&mut self) -> Result<bool, E> {
        needed(&mut self.cut, "cut")
    }

    fn verdict<E: de::Error>(&mut self) -> Result<Verdict, E> {
        Ok(match needed(&mut self.verdict, "verdict")? {
            VerdictWord::Best => Verdict::Best,
            VerdictWord::NotBest => Verdict::NotBest,
            VerdictWord::Weighed => Verdict::Weighed,
            VerdictWord::Cutoff => Verdict::Cutoff { skipped: self.skipped.unwrap_or_default() },
        })
    }

    fn reason<T: DeserializeOwned, E: de::Error>(&mut self) -> Result<T, E> {
        let name = needed(&mut self.reason, "reason")?;
        T::deserialize(name.into_deserializer())
    }

    fn names<E: de::Error>(&mut self) -> Result<Vec<String>, E> {
        let name = |listed| match listed {
            ListedMove::Name(name) => Ok(name),
            ListedMove::Ranked(_) => Err(E::custom("the moves of `enter` are names")),
        };
        needed(&mut self.moves, "moves")?.into_iter().map(name).collect()
    }

    fn ranking<E: de::Error>(&mut self) -> Result<Vec<Ranked<String>>, E> {
        let ranked = |listed| match listed {
            ListedMove::Ranked(ranked) => Ok(ranked),
            ListedMove::Name(_) => Err(E::custom("the moves of `ordered` are objects, each with its reason")),
        };
        needed(&mut self.moves, "moves")?.into_iter().map(ranked).collect()
    }
}

/// The name of a kind.
struct KindName(Kind);

impl<'de> Deserialize<'de> for KindName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = KindName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a kind of event")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<KindName, E> {
                name.parse().map(KindName).map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Name)
    }
}

/// The name of a verdict. The number of siblings that a cutoff skipped is in a separate field.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum VerdictWord {
    Weighed,
    Best,
    NotBest,
    Cutoff,
}

/// A move in a list: its name, or an object with its name and the reason for its rank.
enum ListedMove {
    Name(String),
    Ranked(Ranked<String>),
}

impl HasNames for ListedMove {
    fn show(&mut self) {
        match self {
            Self::Name(name) | Self::Ranked(Ranked { mv: name, .. }) => name.show(),
        }
    }
}

impl<'de> Deserialize<'de> for ListedMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MoveVisitor;
        impl<'de> Visitor<'de> for MoveVisitor {
            type Value = ListedMove;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a move")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<ListedMove, E> {
                Ok(ListedMove::Name(name.to_owned()))
            }

            fn visit_string<E: de::Error>(self, name: String) -> Result<ListedMove, E> {
                Ok(ListedMove::Name(name))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ListedMove, A::Error> {
                Ranked::deserialize(MapAccessDeserializer::new(map)).map(ListedMove::Ranked)
            }
        }
        deserializer.deserialize_any(MoveVisitor)
    }
}
