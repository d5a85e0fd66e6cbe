//! The common form of all options structs in the public API.
//!
//! Their fields are public for reading. Each struct is `#[non_exhaustive]`, so adding an option doesn't break existing
//! programs. To set options, start with the default and call the methods named after the fields.

/// Declares, inside an `impl`, one method per field that returns the options with this field changed.
macro_rules! setters {
    ($($field:ident: $value:ty),* $(,)?) => {$(
        #[doc = concat!("Returns the same options with this [`", stringify!($field), "`](#structfield.", stringify!($field), ").")]
        #[must_use]
        pub fn $field(self, $field: $value) -> Self {
            Self { $field: $field.into(), ..self }
        }
    )*};
}
pub(crate) use setters;
