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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_of_the_list_are_read() {
        let one = |json: &str| {
            entry(&mut serde_json::Deserializer::from_str(json), &["a", "b"]).map_err(|error| error.to_string())
        };
        let several = |json: &str| entries(&mut serde_json::Deserializer::from_str(json), &["a", "b"]).ok();
        assert_eq!(one("\"b\""), Ok("b"));
        assert!(one("\"c\"").unwrap_err().contains("`c` is none of a, b"));
        assert_eq!(several("[\"b\", \"a\"]"), Some(vec!["b", "a"]));
        assert_eq!((several("[\"a\", \"c\"]"), several("[]")), (None, Some(Vec::new())));
    }
}
