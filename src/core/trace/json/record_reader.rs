//! Reads a record from its JSON form in a single pass. Serde's derived code for a tagged enum would copy each event
//! before finding its kind, and would allocate a new string for each name.

use super::name_pool::{ListVisitor, ListedMoves, NameList, NamePool};
use crate::core::game::{Movers, Weight};
use crate::core::hooks::{Event, Kind, Leaf, NotUsed, Pass, Prune, Ranked, ReSearchReason, Stored, Verdict};
use crate::core::score::{Bound, Score, Window};
use crate::core::text::HasNames;
use crate::core::trace::{Notes, Record};
use serde::Deserialize;
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer};
use serde::de::{MapAccess, Visitor};
use std::fmt;

/// Reads a record, using the memory of `pool`. The text must be an object.
pub(super) fn read_record(text: &str, pool: &mut NamePool) -> serde_json::Result<Record> {
    let mut json = serde_json::Deserializer::from_str(text);
    let record = deserialized(&mut json, pool)?;
    json.end()?;
    Ok(record)
}

fn deserialized<'de, D: Deserializer<'de>>(json: D, pool: &mut NamePool) -> Result<Record, D::Error> {
    let mut fields = EventFields::default();
    json.deserialize_map(FieldsVisitor(&mut fields, pool))?;
    fields.record(pool)
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialized(deserializer, &mut NamePool::default())
    }
}

/// Defines the fields that an event may have, with their types, their names in JSON and the functions that read them.
macro_rules! fields {
    ($($field:ident: $type:ty = $name:literal by $read:ident,)*) => {
        /// All fields that an event may have. Fields that don't belong to the kind of event are ignored, like unknown
        /// fields.
        #[derive(Default)]
        struct EventFields {
            $($field: $type,)*
        }

        #[expect(non_camel_case_types, reason = "these are names of fields")]
        #[derive(Clone, Copy)]
        enum FieldName {
            $($field,)*
            unknown,
        }

        impl FieldName {
            fn of(name: &str) -> Self {
                match name {
                    $($name => Self::$field,)*
                    _ => Self::unknown,
                }
            }
        }

        impl<'de> Visitor<'de> for FieldsVisitor<'_> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
                let Self(fields, pool) = self;
                let mut seen = 0_u64;
                while let Some(field) = map.next_key_seed(FieldNameVisitor)? {
                    let is_again = seen >> field as u32 & 1 != 0;
                    seen |= 1 << field as u32;
                    match field {
                        FieldName::unknown => drop(map.next_value::<IgnoredAny>()?),
                        $(FieldName::$field if is_again => return Err(de::Error::duplicate_field($name)),)*
                        $(FieldName::$field => fields.$field = $read(&mut map, pool)?,)*
                    }
                }
                if fields.event.is_none() { Err(de::Error::missing_field("event")) } else { Ok(()) }
            }
        }
    };
}

fields! {
    event: Option<Kind> = "event" by kind,
    line: Option<Vec<String>> = "line" by list,
    depth: Option<u32> = "depth" by plain,
    window: Option<Window> = "window" by plain,
    score: Option<Score> = "score" by plain,
    bound: Option<Bound> = "bound" by plain,
    moves: Option<ListedMoves> = "moves" by list,
    number: Option<u64> = "number" by plain,
    order: Option<u64> = "order" by plain,
    leaf: Option<Leaf> = "leaf" by plain,
    ending: Option<String> = "ending" by visible,
    why: Option<String> = "why" by visible,
    alpha_set_by: Option<Vec<String>> = "alpha_set_by" by list,
    beta_set_by: Option<Vec<String>> = "beta_set_by" by list,
    verdict: Option<VerdictWord> = "verdict" by plain,
    skipped: Option<u32> = "skipped" by plain,
    weight: Option<Weight> = "weight" by plain,
    pass: Option<Pass> = "pass" by plain,
    mv: Option<String> = "move" by visible,
    visit: Option<u64> = "visit" by plain,
    stored_by: Option<Vec<String>> = "stored_by" by list,
    untold: bool = "untold" by plain,
    cut: Option<bool> = "cut" by plain,
    not_used: Option<NotUsed> = "not_used" by plain,
    plies: Option<u32> = "plies" by plain,
    reason: Option<String> = "reason" by plain,
    entered: Option<u64> = "entered" by plain,
    leaves: Option<u64> = "leaves" by plain,
    created: Option<u64> = "created" by plain,
    steps: Option<u64> = "steps" by plain,
}

/// Reads all fields of an event.
struct FieldsVisitor<'a>(&'a mut EventFields, &'a mut NamePool);

/// Reads the name of a field.
struct FieldNameVisitor;

impl<'de> DeserializeSeed<'de> for FieldNameVisitor {
    type Value = FieldName;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<FieldName, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for FieldNameVisitor {
    type Value = FieldName;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<FieldName, E> {
        Ok(FieldName::of(name))
    }
}

fn kind<'de, A: MapAccess<'de>>(map: &mut A, _: &mut NamePool) -> Result<Option<Kind>, A::Error> {
    map.next_value().map(|KindName(kind)| Some(kind))
}

fn plain<'de, T: Deserialize<'de>, A: MapAccess<'de>>(map: &mut A, _: &mut NamePool) -> Result<T, A::Error> {
    map.next_value()
}

fn visible<'de, A: MapAccess<'de>>(map: &mut A, _: &mut NamePool) -> Result<Option<String>, A::Error> {
    let mut name: Option<String> = map.next_value()?;
    name.show();
    Ok(name)
}

fn list<'de, L: NameList<'de>, A: MapAccess<'de>>(map: &mut A, pool: &mut NamePool) -> Result<Option<L>, A::Error> {
    map.next_value_seed(ListVisitor::new(pool))
}

/// Returns the value of a field that the event must have.
fn needed<T, E: de::Error>(field: &mut Option<T>, name: &'static str) -> Result<T, E> {
    field.take().ok_or_else(|| E::missing_field(name))
}

impl EventFields {
    fn record<E: de::Error>(mut self, pool: &mut NamePool) -> Result<Record, E> {
        let kind: Kind = needed(&mut self.event, "event")?;
        let mut line = if kind.is_of_whole() { Vec::new() } else { needed(&mut self.line, "line")? };
        let child = if let Kind::Created | Kind::Judged | Kind::Pruned = kind {
            line.pop().ok_or_else(|| E::custom(format!("`{}` is about a move, and its line has none", kind.name())))?
        } else {
            String::new()
        };
        let event = self.event(kind, child)?;
        let (is_created, is_judged) = (kind == Kind::Created, kind == Kind::Judged);
        let has_window = is_judged || kind == Kind::Enter;
        // The next line of owners to be read is that of alpha, so it is put on top of the pool.
        let beta_set_by = self.beta_set_by.filter(|_| has_window).map(|line| pool.shared(line));
        let notes = Notes {
            number: self.number.filter(|_| is_created),
            step: self.order.filter(|_| is_judged),
            ending: self.ending.filter(|_| is_judged),
            why: self.why,
            alpha_set_by: self.alpha_set_by.filter(|_| has_window).map(|line| pool.shared(line)),
            beta_set_by,
            stored_by: self.stored_by.filter(|_| kind == Kind::TableHit).map(|line| pool.shared(line)),
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
                let stored = Stored { depth, score, bound, best, visit, is_unreported: self.untold };
                Event::TableHit { stored, cut: self.cut()?, not_used: self.not_used }
            }
            Kind::Extended => Event::Extended { plies: needed(&mut self.plies, "plies")? },
            Kind::Reduced => Event::Reduced { plies: needed(&mut self.plies, "plies")? },
            Kind::ReSearch => Event::ReSearch {
                reason: self.reason::<ReSearchReason, E>()?,
                depth: self.depth()?,
                window: self.window()?,
            },
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
                Event::Pruned { mv, reason: self.reason::<Prune, E>()?, score: self.score, window: self.window()? }
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
        let ListedMoves { names, ranked } = needed(&mut self.moves, "moves")?;
        if ranked.is_empty() { Ok(names) } else { Err(E::custom("the moves of `enter` are names")) }
    }

    fn ranking<E: de::Error>(&mut self) -> Result<Vec<Ranked<String>>, E> {
        let ListedMoves { names, ranked } = needed(&mut self.moves, "moves")?;
        let problem = "the moves of `ordered` are objects, each with its reason";
        if names.is_empty() { Ok(ranked) } else { Err(E::custom(problem)) }
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
