//! Lists of names, read with the memory of lists that are no longer needed.

use crate::core::hooks::{Event, Ranked, before_enter_event};
use crate::core::text::HasNames;
use crate::core::trace::Record;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The strings and lists of records that are no longer needed. Most names of a trace occur in many records, so reading
/// a trace would otherwise spend much of its time in the allocator.
#[derive(Debug, Default)]
pub(super) struct NamePool {
    names: Vec<String>,
    lists: Vec<Vec<String>>,
    /// The most recent lines of notes. The next note usually has one of these lines.
    shared: Vec<Arc<[String]>>,
}

/// The maximum number of lines in [`NamePool::shared`].
const REMEMBERED: usize = 4;

impl NamePool {
    /// Takes the strings and lists of a record that is no longer needed.
    pub(super) fn recycle(&mut self, Record { line, event, notes: _ }: Record) {
        self.recycle_list(line);
        match event {
            Event::Enter { moves, .. } => self.recycle_list(moves),
            Event::Created { mv, .. } | Event::Judged { mv, .. } | Event::Pruned { mv, .. } => self.names.push(mv),
            Event::Root { .. } | Event::Leave { .. } | Event::Settled { .. } | Event::Pass { .. } => {}
            Event::Ordered { .. } | Event::StandPat { .. } | before_enter_event!() => {}
        }
    }

    fn recycle_list(&mut self, mut list: Vec<String>) {
        self.names.append(&mut list);
        self.lists.push(list);
    }

    /// Returns a shared copy of a line: one of the most recent lines, if it is the same.
    pub(super) fn shared(&mut self, line: Vec<String>) -> Arc<[String]> {
        if let Some(known) = self.shared.iter().find(|known| ***known == *line) {
            let known = Arc::clone(known);
            self.recycle_list(line);
            return known;
        }
        let line: Arc<[String]> = line.into();
        if self.shared.len() == REMEMBERED {
            self.shared.remove(0);
        }
        self.shared.push(Arc::clone(&line));
        line
    }
}

/// A list of names.
pub(super) trait NameList<'de>: Sized {
    /// Returns an empty list that uses the memory `names`.
    fn new(names: Vec<String>) -> Self;

    /// Reads the next element. Returns false at the end of the list.
    fn read<A: SeqAccess<'de>>(&mut self, list: &mut A, pool: &mut NamePool) -> Result<bool, A::Error>;
}

impl<'de> NameList<'de> for Vec<String> {
    fn new(names: Vec<String>) -> Self {
        names
    }

    fn read<A: SeqAccess<'de>>(&mut self, list: &mut A, pool: &mut NamePool) -> Result<bool, A::Error> {
        let name = list.next_element_seed(NameVisitor(pool))?;
        let is_there = name.is_some();
        self.extend(name);
        Ok(is_there)
    }
}

/// A node's moves: names, or objects with the reasons for their ranks.
pub(super) struct ListedMoves {
    pub names: Vec<String>,
    pub ranked: Vec<Ranked<String>>,
}

impl<'de> NameList<'de> for ListedMoves {
    fn new(names: Vec<String>) -> Self {
        Self { names, ranked: Vec::new() }
    }

    fn read<A: SeqAccess<'de>>(&mut self, list: &mut A, pool: &mut NamePool) -> Result<bool, A::Error> {
        match list.next_element_seed(MoveVisitor(pool))? {
            Some(ListedMove::Name(name)) => self.names.push(name),
            Some(ListedMove::Ranked(ranked)) => self.ranked.push(ranked),
            None => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads a list, or `null`.
pub(super) struct ListVisitor<'a, L>(&'a mut NamePool, PhantomData<L>);

impl<'a, L> ListVisitor<'a, L> {
    pub(super) fn new(pool: &'a mut NamePool) -> Self {
        Self(pool, PhantomData)
    }
}

impl<'de, L: NameList<'de>> DeserializeSeed<'de> for ListVisitor<'_, L> {
    type Value = Option<L>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<L>, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, L: NameList<'de>> Visitor<'de> for ListVisitor<'_, L> {
    type Value = Option<L>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_unit<E>(self) -> Result<Option<L>, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Option<L>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<L>, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<L>, A::Error> {
        let mut names = L::new(self.0.lists.pop().unwrap_or_default());
        while names.read(&mut list, self.0)? {}
        Ok(Some(names))
    }
}

/// Reads a name.
struct NameVisitor<'a>(&'a mut NamePool);

impl<'de> DeserializeSeed<'de> for NameVisitor<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameVisitor<'_> {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<String, E> {
        let mut name = self.0.names.pop().unwrap_or_default();
        name.clear();
        name.push_str(text);
        name.show();
        Ok(name)
    }
}

/// A move in a list: its name, or an object with its name and the reason for its rank.
enum ListedMove {
    Name(String),
    Ranked(Ranked<String>),
}

/// Reads a move in a list.
struct MoveVisitor<'a>(&'a mut NamePool);

impl<'de> DeserializeSeed<'de> for MoveVisitor<'_> {
    type Value = ListedMove;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ListedMove, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MoveVisitor<'_> {
    type Value = ListedMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<ListedMove, E> {
        NameVisitor(self.0).visit_str(name).map(ListedMove::Name)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ListedMove, A::Error> {
        let mut ranked: Ranked<String> = Ranked::deserialize(MapAccessDeserializer::new(map))?;
        ranked.mv.show();
        Ok(ListedMove::Ranked(ranked))
    }
}
