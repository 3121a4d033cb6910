//! Sprint numbers as they are typed and as folders are called.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a sprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sprint(pub u32);

impl Sprint {
    /// Reads `3`, `03`, `S03`, `sprint-03`.
    ///
    /// Source: commit trailers of GSE-One write the number in each of these ways.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let digits = ["sprint-", "sprint", "s"].iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(&text);
        let is_number = !digits.is_empty() && digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|_| is_number).map(Self)
    }

    /// The number in a folder's name such as `sprint-03`; folders without padding occur too.
    pub fn of_folder(name: &[u8]) -> Option<Self> {
        let digits = name.strip_prefix(b"sprint-")?;
        let is_number = !digits.is_empty() && digits.len() <= 6 && digits.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(digits).ok()?.parse().ok().filter(|_| is_number).map(Self)
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Sprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_in_every_spelling_and_nothing_else_is() {
        for (text, expected) in [
            ("3", Some(3)),
            ("03", Some(3)),
            ("S03", Some(3)),
            ("sprint-12", Some(12)),
            ("Sprint 3", None),
            ("0", Some(0)),
            ("3.1", None),
            ("-3", None),
            ("s", None),
            ("TASK-003", None),
            ("1234567", None),
        ] {
            assert_eq!(Sprint::parse(text), expected.map(Sprint), "{text}");
        }
        assert_eq!(Sprint(3).to_string(), "03");
        assert_eq!(Sprint::of_folder(b"sprint-1"), Some(Sprint(1)));
        assert_eq!(Sprint::of_folder(b"sprint-x"), None);
        assert_eq!(Sprint::of_folder(b"sprints"), None);
    }
}
