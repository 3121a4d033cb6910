//! `profile.yaml`, as far as a route tells of it.

use serde::{Deserialize, Serialize};

use super::document::{Document, Refusal};

/// What the profile says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProfileFacts {
    /// How far the user decides, as written.
    pub involvement: Option<String>,
    /// How much the user knows of software, as written.
    pub expertise: Option<String>,
}

/// Reads the profile.
///
/// # Errors
/// It has a form that nothing can be read from.
pub fn read(bytes: &[u8]) -> Result<(ProfileFacts, Document), Refusal> {
    let document = Document::read(bytes, &["profile"])?;
    let at = |key: &str| document.text(&format!("dimensions.{key}")).or_else(|| document.text(key));
    let facts = ProfileFacts { involvement: at("decision_involvement"), expertise: at("it_expertise") };
    Ok((facts, document))
}
