//! The form that all options structs of the public API have.
//!
//! Their fields are public to be read. Each is `#[non_exhaustive]`, so that a new option breaks no program: begin with
//! the default, and call the method that has the field's name.

/// Declares, inside an `impl`, a method for each field that returns the options with this field changed.
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
