//! `config.yaml`, as far as a route asks for it.

use serde::{Deserialize, Serialize};

use super::document::{Document, Refusal, Said};
use crate::gse::shapes::Shape;

/// How much of the methodology a project uses; the fuller one is the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// PRODUCE and DELIVER, in one file.
    Micro,
    /// PLAN, REQS, PRODUCE, DELIVER.
    Lightweight,
    /// All of it.
    Full,
}

impl Mode {
    /// The mode of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "full" => Some(Self::Full),
            "lightweight" => Some(Self::Lightweight),
            "micro" => Some(Self::Micro),
            _ => None,
        }
    }

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Lightweight => "lightweight",
            Self::Micro => "micro",
        }
    }
}

/// How a project uses git.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Strategy {
    /// A work tree for each TASK.
    Worktree,
    /// A branch for each TASK.
    BranchOnly,
    /// Not at all.
    None,
}

impl Strategy {
    fn of_word(word: &str) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "worktree" => Some(Self::Worktree),
            "branch-only" => Some(Self::BranchOnly),
            "none" => Some(Self::None),
            _ => None,
        }
    }
}

/// The domains of the list.
const DOMAINS: &[&str] = &["web", "api", "cli", "data", "mobile", "embedded", "library", "scientific", "other"];

/// What the config says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigFacts {
    /// The project's domain, as written.
    pub domain: Option<String>,
    /// The mode.
    pub mode: Said<Mode>,
    /// How git is used.
    pub strategy: Said<Strategy>,
    /// The protected branch, where the config names it.
    pub main_branch: Option<String>,
    /// The folder of the work trees.
    pub worktree_dir: String,
    /// How many sessions without progress make a sprint stale.
    pub stale_sessions: u32,
}

impl Default for ConfigFacts {
    fn default() -> Self {
        Self {
            domain: None,
            mode: Said::Nothing,
            strategy: Said::Nothing,
            main_branch: None,
            worktree_dir: ".worktrees".to_owned(),
            stale_sessions: 3,
        }
    }
}

impl ConfigFacts {
    /// True for a domain that a preview is owed in.
    pub fn is_visual(&self) -> bool {
        matches!(self.domain.as_deref(), Some("web" | "mobile"))
    }

    /// How git is used; where nothing says it, as the template has it.
    pub fn strategy(&self) -> Strategy {
        self.strategy.known().copied().unwrap_or(Strategy::Worktree)
    }
}

/// Reads the config.
///
/// # Errors
/// It has a form that nothing can be read from.
pub fn read(bytes: &[u8]) -> Result<(ConfigFacts, Document), Refusal> {
    let mut document = Document::read(bytes, &["config"])?;
    let usual = ConfigFacts::default();
    let domain = document.text("project.domain").map(|domain| domain.to_lowercase());
    if let Some(domain) = domain.as_deref().filter(|domain| !DOMAINS.contains(domain)) {
        document.meet(Shape::FreeDomain, "project", domain);
    }
    for path in ["dependency_audit", "security.dependency_audit"] {
        if document.get(path).is_some() {
            document.meet(Shape::AuditSwitch, path, path);
        }
    }
    let mut strategy = Said::of(document.text("git.strategy").as_deref(), Strategy::of_word);
    if strategy == Said::Nothing
        && let Some(enabled) = document.text("git.enabled")
    {
        document.meet(Shape::GitEnabled, "git", "git.enabled");
        strategy = Said::Known(if enabled == "false" { Strategy::None } else { Strategy::Worktree });
    }
    let facts = ConfigFacts {
        domain,
        mode: Said::of(document.text("lifecycle.mode").as_deref(), Mode::of_word),
        strategy,
        main_branch: ["git.default_branch", "default_branch"].iter().find_map(|path| document.text(path)),
        worktree_dir: document.text("git.worktree_dir").unwrap_or(usual.worktree_dir),
        stale_sessions: document.number_of(&["lifecycle.stale_sprint_sessions"])?.unwrap_or(usual.stale_sessions),
    };
    Ok((facts, document))
}
