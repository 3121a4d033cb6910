//! Names of files inside a phase's folder: a closed grammar, so that a file is an artifact by its whole name and never by its
//! end (`07-UI-SPEC.md` is no SPEC, `07-01-VERIFICATION.md` is nothing of the phase).
//!
//! Source: GSD writes `<phase>-<KIND>.md` and `<phase>-<plan>-<KIND>.md`; its readers accept bare, nested and loose names
//! (`src/plan-scan.cts`, `src/verification.cts`), and finished projects hold the drift listed in [`Drift`].

mod grammar;
pub mod told;

use serde::{Deserialize, Serialize};

use super::artifacts::{ARTIFACTS, Kind};
use super::folders::{Folder, Others};
use super::ids::{PhaseId, PlanId};
use grammar::{
    bare, beginnings, body, is_dated, is_slug, slugged, strip_ignoring_case, strip_word_before, strip_word_behind,
};

/// How an accepted name differs from the one GSD writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Drift {
    /// A number without its padding, or with too much (`7-CONTEXT.md`, `058-CONTEXT.md`).
    Padding,
    /// The kind in other letters (`verification.md`).
    LetterCase,
    /// The folder's name or the beginning of it as the prefix (`07-photos-CONTEXT.md` in `07-photos-of-cats`).
    FolderName,
    /// A phase's code left out (`114-REVIEW.md` in `CK-114-photos`).
    WithoutCode,
    /// A letter more or less than the folder's token (`07a-01-PLAN.md` in `07-photos`).
    OtherLetter,
    /// The plan behind the kind (`05-PLAN-01.md`, `PLAN-01-SUMMARY.md`).
    PlanBehind,
    /// The plan where the phase belongs (`02-PLAN.md` in `01-photos`).
    PlanFirst,
    /// The plan as a decimal of the phase (`01.2-PLAN.md`).
    PlanDecimal,
    /// Both words (`02-PLAN-SUMMARY.md`).
    PlanSummary,
    /// No prefix (`VERIFICATION.md`).
    Unprefixed,
    /// In a sub-folder (`plans/07-01-PLAN.md`, `07-01/07-01-SUMMARY.md`).
    SubFolder,
    /// By a name that is of no kind; the file itself says what it is (`07-FIX-PLAN.md`, see [`told`]).
    Told,
}

impl Drift {
    /// The drift in words, for the lint that names it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Padding => "padding",
            Self::LetterCase => "letter case",
            Self::FolderName => "prefixed with the folder's name",
            Self::WithoutCode => "without the phase's code",
            Self::OtherLetter => "another letter than the folder's",
            Self::PlanBehind => "plan behind the kind",
            Self::PlanFirst => "plan number first",
            Self::PlanDecimal => "plan as a decimal",
            Self::PlanSummary => "PLAN and SUMMARY in one name",
            Self::Unprefixed => "without the phase",
            Self::SubFolder => "in a sub-folder",
            Self::Told => "a name of no kind",
        }
    }
}

/// Why a file that looks like an artifact is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotCounted {
    /// An editor's or a tool's backup (`.md-e`, `.bak`, `.pre-bounce.md`).
    Backup,
    /// A copy beside the original (`07-CONTEXT 2.md`, `07-01-PLAN.old.md`).
    Copy,
    /// Replaced by a later one (`07-PLAN.superseded.md`).
    Superseded,
    /// An earlier round of a loop (`REVIEW.iter2.md`).
    Iteration,
    /// In a folder of old things (`.archive-…`, `.before-replan-…`).
    Archived,
}

impl NotCounted {
    /// The reason in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Copy => "copy",
            Self::Superseded => "superseded",
            Self::Iteration => "earlier iteration",
            Self::Archived => "archived",
        }
    }
}

/// An artifact of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// Its kind.
    pub kind: Kind,
    /// The plan (or range of plans) that it belongs to; none for the phase itself.
    pub plan: Option<PlanId>,
    /// The words between plan and kind, lower case; only plans and summaries have any.
    pub slug: Option<String>,
    /// How the name differs from GSD's, in the order of [`Drift`]; empty for an exact one.
    pub drift: Vec<Drift>,
}

impl Artifact {
    /// How far the name is from the exact one: of two files of one kind (and plan), the one with the smaller rank is meant, and
    /// of equals the first by name.
    ///
    /// Source: GSD's pick of VERIFICATION: the exact name, then any prefixed with this phase, then the bare one.
    pub fn rank(&self) -> u8 {
        if self.drift.contains(&Drift::SubFolder) {
            3
        } else if self.drift.contains(&Drift::Unprefixed) {
            2
        } else {
            u8::from(!self.drift.is_empty())
        }
    }
}

/// What a file in a phase's folder is, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// An artifact of this phase.
    Artifact(Artifact),
    /// Another phase's file.
    OtherPhase(PhaseId),
    /// An artifact's backup, copy or earlier state.
    NotCounted(NotCounted),
    /// Holds PLAN or SUMMARY and is of no kind: it may be a plan that nobody can read as one, so it is reported.
    Unrecognised,
    /// Anything else; the kind whose word the name holds, if it holds one.
    Note(Option<Kind>),
    /// Keeps an empty folder, or is left by an operating system.
    Nothing,
}

/// Files that say nothing at all.
const NOTHING: &[&str] = &[".gitkeep", ".keep", ".gitignore", ".ds_store", "thumbs.db", "desktop.ini"];

/// Ends of backup files, lower case.
const BACKUP_ENDS: &[&str] =
    &["~", ".md-e", ".bak", ".orig", ".rej", ".swp", ".swo", ".tmp", ".old", ".save", ".backup"];

/// Words of folders that hold old things, lower case.
const ARCHIVE_WORDS: &[&str] = &[
    "archive",
    "archived",
    "archives",
    "superseded",
    "backup",
    "backups",
    "bak",
    "old",
    "obsolete",
    "deprecated",
    "replan",
];

/// Words behind an artifact's name that take it out of the count, lower case; digits at their end are dropped.
const COPY_WORDS: &[(&str, NotCounted)] = &[
    ("superseded", NotCounted::Superseded),
    ("obsolete", NotCounted::Superseded),
    ("deprecated", NotCounted::Superseded),
    ("replaced", NotCounted::Superseded),
    ("iter", NotCounted::Iteration),
    ("pre-bounce", NotCounted::Backup),
    ("prebounce", NotCounted::Backup),
    ("before-replan", NotCounted::Superseded),
    ("bak", NotCounted::Backup),
    ("backup", NotCounted::Backup),
    ("old", NotCounted::Copy),
    ("copy", NotCounted::Copy),
];

/// Names that hold PLAN and are known to be no plans: what others say of the plans.
const NO_PLANS: &[&str] = &["PLAN-REVIEW", "PLAN-CHECK"];

/// Sub-folders whose files count as if they lay in the phase's folder, lower case.
const PLAIN_SUBFOLDERS: &[&str] = &["plans", "plan", "summaries", "summary"];

/// Ends of files that people read, where PLAN or SUMMARY in the name is worth a report.
const TEXT_ENDS: &[&str] = &["", "md", "markdown", "mdx", "txt"];

/// Reads the name of a file in a phase's folder.
///
/// `others` are the tokens of the other folders beside it (`01.2-PLAN.md` is plan 2 of phase 1 only where no folder `01.2` is).
/// `path` is the file's path below the folder.
pub fn parse(folder: &Folder, others: Others<'_>, path: &[u8]) -> Name {
    let path = String::from_utf8_lossy(path);
    let mut segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let Some(file) = segments.pop() else { return Name::Nothing };
    let reader = Reader { folder, others };
    if NOTHING.contains(&file.to_ascii_lowercase().as_str()) {
        return Name::Nothing;
    }
    let name = reader.file(file);
    if segments.iter().any(|segment| is_archive(segment)) {
        return match name {
            Name::Note(kind) => Name::Note(kind),
            _ => Name::NotCounted(NotCounted::Archived),
        };
    }
    match segments.as_slice() {
        [] => name,
        [one] => reader.in_subfolder(one, name),
        _ => unplaced(name),
    }
}

/// Reads all the names of one folder together: what one name leaves open, the others may decide.
///
/// Where a folder numbers plans first (`01-PLAN.md` and `03-PLAN.md` in `02-photos`), its `02-PLAN.md` is the second of them.
pub fn parse_all<P: AsRef<[u8]>>(folder: &Folder, others: Others<'_>, paths: &[P]) -> Vec<Name> {
    let mut names: Vec<Name> = paths.iter().map(|path| parse(folder, others, path.as_ref())).collect();
    let is_plan = |artifact: &Artifact| artifact.kind == Kind::Plan;
    let numbers_plans_first =
        artifacts(&names).any(|artifact| is_plan(artifact) && artifact.drift.contains(&Drift::PlanFirst));
    let own = folder.id().filter(|id| id.is_plain()).and_then(|id| PlanId::parse(&id.to_string()));
    let is_own = |artifact: &Artifact| artifact.plan.is_none() && !artifact.drift.contains(&Drift::Unprefixed);
    if let Some(own) = own.filter(|_| numbers_plans_first)
        && artifacts(&names).any(|artifact| is_plan(artifact) && is_own(artifact))
    {
        for name in &mut names {
            if let Name::Artifact(artifact) = name
                && matches!(artifact.kind, Kind::Plan | Kind::Summary)
                && is_own(artifact)
            {
                artifact.plan = Some(own.clone());
                artifact.drift.push(Drift::PlanFirst);
                artifact.drift.sort();
            }
        }
    }
    names
}

/// The place of the file that stands for `kind` among the files of a folder, given as [`parse_all`] read them; none where no
/// file is of that kind. Of several it is the one with the smallest [`Artifact::rank`], and of equals the first by name.
pub fn pick<P: AsRef<[u8]>>(kind: Kind, names: &[Name], paths: &[P]) -> Option<usize> {
    let of_kind = names.iter().zip(paths).enumerate().filter_map(|(at, (name, path))| match name {
        Name::Artifact(artifact) if artifact.kind == kind => Some((artifact.rank(), path.as_ref(), at)),
        _ => None,
    });
    of_kind.min().map(|(_, _, at)| at)
}

/// Prefers the token that a folder's files go by: `02-04-photos` is phase `02-04` where it holds `02-04-CONTEXT.md`.
#[must_use]
pub fn settle_folder<P: AsRef<[u8]>>(folder: Folder, paths: &[P]) -> Folder {
    let exact = |token: &PhaseId| {
        let trial = folder.clone().only(token);
        paths
            .iter()
            .filter(|path| matches!(parse(&trial, Others::default(), path.as_ref()), Name::Artifact(a) if a.rank() < 2))
            .count()
    };
    let mut best: Option<(usize, PhaseId)> = None;
    for token in folder.tokens() {
        let count = exact(token);
        if best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, token.clone()));
        }
    }
    match best {
        Some((_, token)) => folder.preferring(&token),
        None => folder,
    }
}

fn artifacts(names: &[Name]) -> impl Iterator<Item = &Artifact> {
    names.iter().filter_map(|name| match name {
        Name::Artifact(artifact) => Some(artifact),
        _ => None,
    })
}

/// True for a folder of old things: hidden, or named so.
fn is_archive(segment: &str) -> bool {
    segment.starts_with('.')
        || segment
            .to_ascii_lowercase()
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| ARCHIVE_WORDS.contains(&word))
}

/// A name in a place where no artifact of the phase is looked for.
fn unplaced(name: Name) -> Name {
    match name {
        Name::Artifact(Artifact { kind: Kind::Plan | Kind::Summary, .. }) => Name::Unrecognised,
        Name::Artifact(artifact) => Name::Note(Some(artifact.kind)),
        other => other,
    }
}

/// The kind whose word a name holds: the longest that stands alone.
fn resembled(stem: &str) -> Option<Kind> {
    let upper = format!("-{}-", stem.to_ascii_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-"));
    let held = ARTIFACTS.iter().filter(|row| upper.contains(&format!("-{}-", row.name)));
    held.max_by_key(|row| row.name.len()).map(|row| row.kind)
}

/// True where a name holds PLAN or SUMMARY: in capitals at the end of a word (`RUNPLAN`), otherwise as a whole word.
fn holds_plan_or_summary(stem: &str) -> bool {
    ["PLAN", "SUMMARY"].iter().any(|word| {
        let in_capitals = stem.match_indices(word).any(|(at, _)| {
            let behind = stem.get(at + word.len()..).unwrap_or_default();
            !behind.strip_prefix('S').unwrap_or(behind).starts_with(char::is_alphabetic)
        });
        in_capitals || stem.split(|c: char| !c.is_alphanumeric()).any(|part| part.eq_ignore_ascii_case(word))
    })
}

struct Reader<'a> {
    folder: &'a Folder,
    others: Others<'a>,
}

impl Reader<'_> {
    fn file(&self, file: &str) -> Name {
        let lower = file.to_ascii_lowercase();
        if BACKUP_ENDS.iter().any(|end| lower.ends_with(end)) {
            return Name::NotCounted(NotCounted::Backup);
        }
        if file.starts_with('.') {
            return Name::Note(None);
        }
        let (stem, end) = match lower.rfind('.') {
            Some(at) => (file.get(..at).unwrap_or(file), lower.get(at + 1..).unwrap_or_default()),
            None => (file, ""),
        };
        if end == "md" {
            if let Some(artifact) = self.stem(stem) {
                return Name::Artifact(artifact);
            }
            if let Some(reason) = self.copy(stem) {
                return Name::NotCounted(reason);
            }
            if let Some(other) = self.other_phase(stem) {
                return Name::OtherPhase(other);
            }
        }
        if NO_PLANS.iter().any(|name| stem.strip_suffix(name).is_some_and(|before| !holds_plan_or_summary(before))) {
            return Name::Note(None);
        }
        if TEXT_ENDS.contains(&end) && holds_plan_or_summary(stem) {
            return Name::Unrecognised;
        }
        Name::Note(if end == "md" { resembled(stem) } else { None })
    }

    fn in_subfolder(&self, segment: &str, name: Name) -> Name {
        let plan = self.plan_of_subfolder(segment);
        let is_plain = PLAIN_SUBFOLDERS.contains(&segment.to_ascii_lowercase().as_str());
        match name {
            Name::Artifact(mut artifact)
                if (is_plain || plan.is_some()) && matches!(artifact.kind, Kind::Plan | Kind::Summary) =>
            {
                artifact.plan = artifact.plan.or(plan);
                artifact.drift.push(Drift::SubFolder);
                artifact.drift.sort();
                Name::Artifact(artifact)
            }
            other => unplaced(other),
        }
    }

    /// The plan that a sub-folder is named after: `07-01`, `07-01-words`, `01-plan`, `plan-01`.
    fn plan_of_subfolder(&self, segment: &str) -> Option<PlanId> {
        let own = PhaseId::leading(segment).into_iter().find(|(id, _)| self.folder.may_be(id));
        let after_phase = own.and_then(|(_, rest)| rest.strip_prefix('-'));
        let beside_word = strip_word_before(segment, "plan").or_else(|| strip_word_behind(segment, "plan"));
        let text = after_phase.or(beside_word)?;
        let (plan, rest) = PlanId::leading(text).into_iter().next()?;
        (rest.is_empty() || is_slug(rest)).then_some(plan)
    }

    fn stem(&self, stem: &str) -> Option<Artifact> {
        self.with_own_prefix(stem)
            .or_else(|| bare(stem).map(|body| body.into_artifact([Drift::Unprefixed])))
            .or_else(|| self.with_folder_name(stem))
            .or_else(|| self.with_kin_prefix(stem))
            .or_else(|| self.with_plan_first(stem))
    }

    /// `<token>-…`, in any padding, perhaps with the folder's slug behind it.
    fn with_own_prefix(&self, stem: &str) -> Option<Artifact> {
        let mut heads = PhaseId::leading(stem);
        heads.sort_by_key(|(id, _)| self.folder.tokens().iter().position(|own| own == id).unwrap_or(usize::MAX));
        heads.into_iter().filter(|(id, _)| self.folder.may_be(id)).find_map(|(id, rest)| {
            let written = stem.strip_suffix(rest).unwrap_or(stem);
            let padded = written.eq_ignore_ascii_case(&id.to_string())
                || self.folder.name().get(..written.len()).is_some_and(|own| own.eq_ignore_ascii_case(written));
            let padding = (!padded).then_some(Drift::Padding);
            let rest = rest.strip_prefix('-')?;
            let slug = self.folder.slug(&id);
            // The slug before a plan, but behind a kind: `23-23-ui-PLAN` names no plan 23, and `07-UI-SPEC` in `07-ui` is no SPEC.
            if let Some(body) = bare(rest) {
                return Some(body.into_artifact(padding));
            }
            match beginnings(slug).find_map(|slug| strip_word_before(rest, slug)).and_then(body) {
                Some(body) => Some(body.into_artifact(padding.into_iter().chain([Drift::FolderName]))),
                None => body(rest).map(|body| body.into_artifact(padding)),
            }
        })
    }

    /// The folder's whole name, where it is no token.
    fn with_folder_name(&self, stem: &str) -> Option<Artifact> {
        let rest = strip_ignoring_case(stem, self.folder.name())?.strip_prefix('-')?;
        body(rest).map(|body| body.into_artifact([Drift::FolderName]))
    }

    /// A token that differs from the folder's by its code or its letter, where no folder goes by it.
    fn with_kin_prefix(&self, stem: &str) -> Option<Artifact> {
        PhaseId::leading(stem).into_iter().filter(|(id, _)| !self.others.contains(id)).find_map(|(id, rest)| {
            let drift = self.folder.tokens().iter().find_map(|own| {
                if own.without_code().as_ref() == Some(&id) {
                    Some(Drift::WithoutCode)
                } else if own.differs_by_letter(&id) {
                    Some(Drift::OtherLetter)
                } else {
                    None
                }
            })?;
            body(rest.strip_prefix('-')?).map(|body| body.into_artifact([drift]))
        })
    }

    /// A plan's number where the phase belongs: `02-PLAN.md`, `02-words-PLAN.md`, `01.2-PLAN.md`.
    fn with_plan_first(&self, stem: &str) -> Option<Artifact> {
        let (token, rest) = PhaseId::leading(stem).into_iter().next()?;
        let mut body = body(rest.strip_prefix('-')?).or_else(|| slugged(rest.strip_prefix('-')?))?;
        if !matches!(body.kind, Kind::Plan | Kind::Summary) || body.plan.is_some() {
            return None;
        }
        let decimal = token.split_decimal().filter(|(whole, _)| self.folder.may_be(whole));
        if let Some((_, plan)) = decimal {
            body.plan = Some(plan);
            return (!self.others.contains(&token)).then(|| body.into_artifact([Drift::PlanDecimal]));
        }
        let written = stem.strip_suffix(rest).unwrap_or(stem);
        let plan = PlanId::parse(written).filter(|_| !self.folder.may_be(&token))?;
        if !plan.prefix().is_empty() && self.others.contains(&token) {
            return None;
        }
        body.plan = Some(plan);
        Some(body.into_artifact([Drift::PlanFirst]))
    }

    /// A name that is an artifact's but for what stands behind it.
    fn copy(&self, stem: &str) -> Option<NotCounted> {
        let numbered = stem.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')'));
        if numbered.ends_with(' ') && self.stem(numbered.trim_end()).is_some() {
            return Some(NotCounted::Copy);
        }
        let lower = stem.to_ascii_lowercase();
        let undated = lower.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
        for (word, reason) in COPY_WORDS {
            let before = undated.strip_suffix(word).and_then(|before| before.strip_suffix(['.', '-', '_', ' ']));
            let before = before.and_then(|before| stem.get(..before.len()));
            if before.is_some_and(|before| self.stem(before).is_some()) {
                return Some(*reason);
            }
        }
        let (before, _) = stem.split_once('.')?;
        let (before_last, _) = stem.rsplit_once('.')?;
        (self.stem(before).is_some() || self.stem(before_last).is_some()).then_some(NotCounted::Copy)
    }

    /// The other phase that a name belongs to.
    fn other_phase(&self, stem: &str) -> Option<PhaseId> {
        let heads = PhaseId::leading(stem);
        if heads.iter().any(|(id, _)| self.folder.may_be(id)) || is_dated(stem) {
            return None;
        }
        // Letters that no phase here goes by are a word: `v9-E2E-UAT.md` is a version's.
        let is_phase = |id: &PhaseId| {
            self.others.contains(id) || self.folder.tokens().iter().any(|own| own.prefix() == id.prefix())
        };
        // A whole number may be a plan's, so that what holds PLAN behind it stays worth a report.
        let is_artifact = |id: &PhaseId, rest: &str| {
            let is_surely_phase = self.others.contains(id) && (id.split_decimal().is_some() || !id.is_plain());
            body(rest).is_some()
                || resembled(rest).is_some_and(|kind| !kind.row().per_plan)
                || (is_surely_phase && holds_plan_or_summary(rest))
        };
        let of_other = heads.into_iter().filter(|(id, _)| is_phase(id));
        let with_rest = of_other.filter_map(|(id, rest)| Some((id, rest.strip_prefix('-')?)));
        let mut found: Vec<PhaseId> = with_rest.filter(|(id, rest)| is_artifact(id, rest)).map(|(id, _)| id).collect();
        found.sort_by_key(|id| !self.others.contains(id));
        found.into_iter().next()
    }
}

#[cfg(test)]
mod tests;
