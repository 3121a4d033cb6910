//! Texts of a closed list, read back from a dump as the list's own.

use serde::{Deserialize as _, Deserializer, de};

/// Reads a text of `list`.
///
/// # Errors
/// The list does not hold it.
pub fn entry<'de, D: Deserializer<'de>>(deserializer: D, list: &[&'static str]) -> Result<&'static str, D::Error> {
    known(&String::deserialize(deserializer)?, list)
}

/// Reads several texts of `list`.
///
/// # Errors
/// The list does not hold one of them.
pub fn entries<'de, D: Deserializer<'de>>(
    deserializer: D,
    list: &[&'static str],
) -> Result<Vec<&'static str>, D::Error> {
    Vec::<String>::deserialize(deserializer)?.iter().map(|text| known(text, list)).collect()
}

fn known<E: de::Error>(text: &str, list: &[&'static str]) -> Result<&'static str, E> {
    let own = list.iter().copied().find(|own| *own == text);
    own.ok_or_else(|| E::custom(format!("`{text}` is none of {}", list.join(", "))))
}
