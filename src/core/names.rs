//! Closed lists of names that are used on the command line, in traces and in documents, one list for each kind of
//! thing.

/// An entry of a closed list, with a name and a one-line description.
pub trait Named: Copy + Sized + 'static {
    /// The common noun for error messages: "algorithm".
    const KIND: &'static str;

    /// All entries.
    const ALL: &'static [Self];

    /// Returns the name used on the command line and in traces.
    fn name(self) -> &'static str;

    /// Returns its one-line description.
    fn description(self) -> &'static str;

    /// Returns the entry with this name, or with an older name that is still accepted.
    ///
    /// # Errors
    /// [`UnknownName`] with the names in the list.
    fn from_name(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|named| named.name() == name);
        found.or_else(|| Self::from_older_name(name)).ok_or_else(|| UnknownName {
            kind: Self::KIND,
            text: name.to_owned(),
            known: Self::ALL.iter().map(|named| named.name()).collect(),
        })
    }

    /// Returns the entry that has this text as a second or an older name.
    fn from_older_name(name: &str) -> Option<Self> {
        let _ = name;
        None
    }

    /// Returns the entry that people also call by this name, such as `ab` or `transposition table`. The text is either
    /// what the user typed, or that text [normalized](normalize).
    fn from_spelling(text: &str) -> Option<Self> {
        let _ = text;
        None
    }

    /// Returns the entry that a text means. The text may be the entry's name in any case, with surrounding spaces, with
    /// or without its hyphens, or another common spelling.
    fn meant(text: &str) -> Option<Self> {
        let text = text.trim();
        let found = Self::from_name(text).ok().or_else(|| Self::from_spelling(text));
        found.or_else(|| {
            let spelled = normalize(text);
            let named = Self::ALL.iter().copied().find(|named| normalize(named.name()) == spelled);
            named.or_else(|| Self::from_older_name(&spelled)).or_else(|| Self::from_spelling(&spelled))
        })
    }
}

/// Returns a name in lower case, without spaces and punctuation: `Alpha-Beta` and `alphabeta` become the same text.
#[must_use]
pub fn normalize(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A text that is not a name in a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{text}`; expected one of: {}", known.join(", "))]
pub struct UnknownName {
    /// The kind of entries in the list.
    pub kind: &'static str,
    /// The text that was read.
    pub text: String,
    /// The names in the list.
    pub known: Vec<&'static str>,
}

/// Declares an enum whose variants have names, so that no variant can be missing from the list of names. If a variant
/// has a field, the list contains it with the given value.
macro_rules! listed {
    (
        $(#[$doc:meta])* $vis:vis enum $type:ident {
            $($(#[$variant_doc:meta])* $variant:ident $(($field:ty = $value:expr))? = $name:literal, $description:literal;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $type { $($(#[$variant_doc])* $variant $(($field))?,)* }

        impl $type {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant $(($value))?),*];

            /// Returns the name used on the command line and in traces.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant { .. } => $name),* }
            }

            /// Returns its one-line description.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$variant { .. } => $description),* }
            }
        }
    };
}
pub(crate) use listed;

/// Like `listed!`, but also reads these names and rejects all others.
macro_rules! named {
    (
        $(#[$doc:meta])* $vis:vis enum $type:ident: $kind:literal {
            $($(#[$variant_doc:meta])* $variant:ident = $name:literal, $description:literal;)*
        }
        $(older { $($older:literal => $newer:ident),* $(,)? })?
        $(spelled { $($spelling:literal => $meant:ident),* $(,)? })?
    ) => {
        $crate::core::names::listed! {
            $(#[$doc])* $vis enum $type {
                $($(#[$variant_doc])* $variant = $name, $description;)*
            }
        }

        impl $crate::core::names::Named for $type {
            const KIND: &'static str = $kind;
            const ALL: &'static [Self] = Self::ALL;

            fn name(self) -> &'static str {
                self.name()
            }

            fn description(self) -> &'static str {
                self.description()
            }

            $(fn from_older_name(name: &str) -> Option<Self> {
                match name {
                    $($older => Some(Self::$newer),)*
                    _ => None,
                }
            })?

            $(fn from_spelling(text: &str) -> Option<Self> {
                match text {
                    $($spelling => Some(Self::$meant),)*
                    _ => None,
                }
            })?
        }

        impl std::str::FromStr for $type {
            type Err = $crate::core::names::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                <Self as $crate::core::names::Named>::from_name(name)
            }
        }
    };
}
pub(crate) use named;
