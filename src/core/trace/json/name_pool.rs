//! Lists of names, read with the memory of lists that are no longer needed.

use crate::core::hooks::{Event, Ranked, before_enter_event};
use crate::core::text::HasNames;
use crate::core::trace::Record;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// The strings and lists of records that are no longer needed. Most names of a trace occur in many records, so reading
/// a trace would otherwise spend much of its time in the allocator.
#[derive(Debug, Default)]
pub(super) struct NamePool {
    names: Vec<String>,
    /// Lists with their names: a list often has names in common with the list that is read into it.
    lists: Vec<Vec<String>>,
    /// The most recent lines of notes. The next note usually has one of these lines.
    shared: Vec<Arc<[String]>>,
}

/// The maximum number of lines in [`NamePool::shared`].
const REMEMBERED: usize = 4;

impl NamePool {
    /// Takes the strings and lists of a record that is no longer needed. The next record begins with a line, so the
    /// line is put on top.
    pub(super) fn recycle(&mut self, Record { mut line, event, notes: _ }: Record) {
        match event {
            Event::Enter { moves, .. } => self.lists.push(moves),
            Event::Created { mv, .. } | Event::Judged { mv, .. } | Event::Pruned { mv, .. } => line.push(mv),
            Event::Root { .. } | Event::Leave { .. } | Event::Settled { .. } | Event::Pass { .. } => {}
            Event::Ordered { .. } | Event::StandPat { .. } | before_enter_event!() => {}
        }
        self.lists.push(line);
    }

    /// Returns a shared copy of a line: one of the most recent lines, if it is the same.
    pub(super) fn shared(&mut self, line: Vec<String>) -> Arc<[String]> {
        if let Some(known) = self.shared.iter().find(|known| ***known == *line) {
            let known = Arc::clone(known);
            self.lists.push(line);
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

/// A list of names that replaces a list from a pool, name by name.
pub(super) struct NewNames<'a> {
    list: Vec<String>,
    /// The number of new names, which are the first of the list.
    count: usize,
    pool: &'a mut NamePool,
}

impl<'a> NewNames<'a> {
    fn new(pool: &'a mut NamePool) -> Self {
        Self { list: pool.lists.pop().unwrap_or_default(), count: 0, pool }
    }

    fn add(&mut self, text: &str) {
        if self.list.len() == self.count {
            self.list.push(self.pool.names.pop().unwrap_or_default());
        }
        let name = &mut self.list[self.count];
        if name != text {
            name.clear();
            name.push_str(text);
            name.show();
        }
        self.count += 1;
    }

    fn finish(mut self) -> Vec<String> {
        self.pool.names.extend(self.list.drain(self.count..));
        self.list
    }
}

/// A list of names.
pub(super) trait NameList<'de>: Sized {
    /// Reads the elements of a list.
    fn read<A: SeqAccess<'de>>(list: A, names: NewNames<'_>) -> Result<Self, A::Error>;
}

impl<'de> NameList<'de> for Vec<String> {
    fn read<A: SeqAccess<'de>>(mut list: A, mut names: NewNames<'_>) -> Result<Self, A::Error> {
        while list.next_element_seed(NameVisitor(&mut names))?.is_some() {}
        Ok(names.finish())
    }
}

/// A node's moves: names, or objects with the reasons for their ranks.
pub(super) struct ListedMoves {
    pub names: Vec<String>,
    pub ranked: Vec<Ranked<String>>,
}

impl<'de> NameList<'de> for ListedMoves {
    fn read<A: SeqAccess<'de>>(mut list: A, mut names: NewNames<'_>) -> Result<Self, A::Error> {
        let mut ranked = Vec::new();
        while list.next_element_seed(MoveVisitor(&mut names, &mut ranked))?.is_some() {}
        Ok(Self { names: names.finish(), ranked })
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

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Option<L>, A::Error> {
        L::read(list, NewNames::new(self.0)).map(Some)
    }
}

/// Reads a name.
struct NameVisitor<'a, 'p>(&'a mut NewNames<'p>);

impl<'de> DeserializeSeed<'de> for NameVisitor<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameVisitor<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, name: &str) -> Result<(), E> {
        self.0.add(name);
        Ok(())
    }
}

/// Reads a move in a list: its name, or an object with its name and the reason for its rank.
struct MoveVisitor<'a, 'p>(&'a mut NewNames<'p>, &'a mut Vec<Ranked<String>>);

impl<'de> DeserializeSeed<'de> for MoveVisitor<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MoveVisitor<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move")
    }

    fn visit_str<E>(self, name: &str) -> Result<(), E> {
        self.0.add(name);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let mut ranked: Ranked<String> = Ranked::deserialize(MapAccessDeserializer::new(map))?;
        ranked.mv.show();
        self.1.push(ranked);
        Ok(())
    }
}
