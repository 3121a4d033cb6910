//! What an answer is made of, kept as a value and taken back whole.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::escape::escape;
use super::failure::Failure;

/// A case as it is kept.
///
/// # Errors
/// Never, as far as is known: every part of it can be written down.
pub fn keep<C: Serialize>(case: &C) -> Result<Value, Failure> {
    serde_json::to_value(case).map_err(|error| Failure::environment("evidence-form", error.to_string()))
}

/// The case that was kept.
///
/// # Errors
/// It has not exactly the form of this version: a part that is missing, or that nothing here reads, would change the answer
/// without a word.
pub fn take<C: Serialize + DeserializeOwned>(kept: &Value) -> Result<C, Failure> {
    let other_form = |why: &str| {
        Failure::usage("evidence-form", format!("the evidence has not the form of this version: {}", escape(why)))
            .remedy("replay it with the version that wrote it (`tool` in the dump), or dump it again with this one")
    };
    let case = C::deserialize(kept).map_err(|error| other_form(&error.to_string()))?;
    if keep(&case)? != *kept {
        return Err(other_form("a part of it is missing, or is not read"));
    }
    Ok(case)
}
