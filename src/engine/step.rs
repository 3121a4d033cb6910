//! What a methodology says of one step of its pipeline.

use std::fmt;

/// A step as outputs name it. Numbers are public and never change their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepRef {
    /// The step's number, from 1.
    pub number: u8,
    /// The step's name, in kebab case.
    pub name: &'static str,
}

impl fmt::Display for StepRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_shown_by_number_and_name() {
        assert_eq!(StepRef { number: 10, name: "code-review" }.to_string(), "10 code-review");
    }
}
